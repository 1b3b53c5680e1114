"""A data frame of a file of R, read in the child."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.sheet_table import SheetLook
from sdc_desktop.engine.data.rdata.columns import Read
from sdc_desktop.engine.data.rdata.frames import Contents, Frame, contents_of
from sdc_desktop.engine.data.rdata.items import INTEGER, NO_INTEGER, Vector

_BLOCK = 20_000
_MOST_CELLS = 1_000_000  # of a block


def read(path: Path, sheet: str | None = None, encoding: str | None = None) -> Reading:
    """Read the data frame `sheet`; without, the only one. Raises :class:`Unreadable`."""
    contents = contents_of(path, encoding)
    frame = contents.chosen(sheet)
    found = frame.columns()
    return Reading(
        len(found),
        _blocks(found, frame.records),
        lambda: tuple(one.column for one in found),
        lambda: tuple(_warnings(contents, frame, found)),
        _settled(contents, frame),
    )


def looks(path: Path) -> tuple[SheetLook, ...]:
    """The data frames of a file with their sizes. Raises :class:`Unreadable`."""
    frames = contents_of(path, None).frames
    return tuple(SheetLook(one.name, one.records, len(one.names), ()) for one in frames)


def _settled(contents: Contents, frame: Frame) -> dict[str, str]:
    """What a plan must state of the file."""
    sheet = {"sheet": frame.name} if len(contents.frames) > 1 else {}
    return sheet | ({"encoding": contents.encoding} if contents.encoding else {})


def _blocks(found: Sequence[Read], records: int) -> Iterator[tuple[list[tuple[str, ...]], float]]:
    at_a_time = max(1, min(_BLOCK, _MOST_CELLS // len(found)))
    for start in range(0, records, at_a_time):
        stop = min(start + at_a_time, records)
        yield list(zip(*(one.texts(start, stop) for one in found), strict=True)), stop / records


def _warnings(contents: Contents, frame: Frame, found: Sequence[Read]) -> Iterator[Unreadable]:
    """What must be reported of the file and of its variables, each kind once."""
    if contents.others:
        listed = tuple(f"{name} ({what})" for name, what in contents.others)
        yield Unreadable("r.left_out", number=len(listed), listed=listed)
    if _has_numbers(frame):
        yield Unreadable("r.row_numbers")
    reported: dict[str, list[str]] = {}
    for one in found:
        for code, word in one.notes:
            name = one.column.name
            reported.setdefault(code, []).append(f"{name} ({word})" if word and word != name else name)
    for code, names in reported.items():
        yield Unreadable(code, number=len(names), listed=tuple(names))


def _has_numbers(frame: Frame) -> bool:
    """Whether the row names are numbers that do not count the records from 1."""
    given = frame.vector.attributes.get("row.names")
    if not isinstance(given, Vector) or given.code != INTEGER:
        return False
    if len(given) == 2 and int(given.values[0]) == NO_INTEGER:
        return False
    return not np.array_equal(given.values, np.arange(1, len(given) + 1))
