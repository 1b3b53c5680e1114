"""How much memory records may take, and whether what is beyond it may be spilled to a folder."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb

from sdc_desktop.engine.context import JobContext

_UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_TEXT = 16  # bytes of a text in DuckDB's memory, twelve of its letters included


@dataclass(frozen=True)
class Room:
    """``memory``: bytes that records and counts may take. ``spill``: a folder for the rest; None: none."""

    memory: int
    spill: Path | None = None

    def takes(self, records: int, columns: int, size: int = 0) -> bool:
        """Whether that many records, in all `size` bytes of text beyond short ones, may be copied to memory
        with as much left for counting them.
        """
        return 2 * (records * columns * _TEXT + size) <= self.memory


def room_of(context: JobContext) -> Room:
    """The room a job has: what its context says, else half of this computer's memory (or container's)."""
    return Room(context.memory or _half_of_memory(), context.spill)


def memory_of_computer() -> int:
    """The bytes of this computer's memory, or the container's."""
    return 2 * _half_of_memory()


@cache
def _half_of_memory() -> int:
    # DuckDB knows every system, and takes four fifths
    found = duckdb.connect(":memory:").execute("SELECT current_setting('memory_limit')").fetchone()
    assert found is not None
    number, unit = re.fullmatch(r"([\d.]+) (\w+)", found[0]).groups()  # type: ignore[union-attr]
    return int(float(number) * _UNITS[unit] / 0.8 / 2)
