"""What opening a file gives: the records, how the file was read, and what was guessed about it."""

from dataclasses import dataclass, field
from pathlib import Path

from sdc_desktop.engine.data.foreign.columns import Column
from sdc_desktop.engine.data.formats import Dialect, Format
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.plan import DataSpec
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class Style:
    """How records are written: as delimited text, or with what their source said of its variables."""

    dialect: Dialect = field(default_factory=Dialect)
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True)
class Opened:
    """A file that was read whole and found sound."""

    data: Microdata
    spec: DataSpec  # the officer's, with every guess written in
    dialect: Dialect
    guesses: tuple[tuple[str, str], ...]  # (key path in the plan, what was found), in the plan's order
    notes: tuple[Problem, ...]  # warnings and notes; never errors
    path: Path
    sha256: str
    format: Format = "csv"
    columns: tuple[Column, ...] = ()  # what a file of another program says of its variables
    files: tuple[tuple[Path, str], ...] = ()  # those that were read, with their SHA-256

    @property
    def style(self) -> Style:
        """How records made from these are written."""
        return Style(self.dialect, self.columns)
