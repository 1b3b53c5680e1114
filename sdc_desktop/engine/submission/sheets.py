"""What a reader gives of one file: sheets of cells as stored, and what the file carries unseen.

Everything here is plain data that passes through a pipe as JSON (`packed`, `unpacked`): a child process that
reads a hostile file is never trusted with more than texts and numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

# flags of a cell
FORMULA = 1  # the figure is the stored result of a formula
NO_VALUE = 2  # a formula without a stored result
UNSEEN = 4  # in a suppressed row, column or sheet, or in the colour of its ground
MASKED = 8  # the number format shows no digit of the figure
PERCENT = 16  # the number format shows the figure times 100
COARSE = 32  # the figure is stored with more digits than are shown

Box = tuple[int, int, int, int]  # first row, first column, last row, last column, from 0


class Cell(NamedTuple):
    """One cell: the text that is shown, the figure that is stored ("" for texts), flags, and the indentation
    of a text, in a measure of its file.
    """

    shown: str
    stored: str = ""
    flags: int = 0
    indent: int = 0


@dataclass(frozen=True)
class Sheet:
    """The cells of a sheet, by (row, column) from 0. ``places`` are the lines and columns of a text, from 1,
    where these are not rows and columns of a grid. ``kind``: sheet, text, chart.
    """

    name: str
    cells: Mapping[tuple[int, int], Cell]
    merges: tuple[Box, ...] = ()
    state: str = "visible"
    kind: str = "sheet"
    places: Mapping[tuple[int, int], tuple[int, int]] | None = None

    def address(self, row: int, column: int) -> str:
        """A cell as A1; in texts as line:column."""
        if self.places is not None:
            line, position = self.places.get((row, column), (row + 1, 1))
            return f"{line}:{position}"
        return f"{column_name(column)}{row + 1}"

    def named(self, address: str) -> str:
        """An address with the name of the sheet before it."""
        return f"{self.name}!{address}" if self.name else address

    def box_address(self, box: Box) -> str:
        """A range of cells, as B4:F8."""
        first, last = self.address(box[0], box[1]), self.address(box[2], box[3])
        return first if first == last else f"{first}:{last}" if self.places is None else f"{first}-{last}"


@dataclass(frozen=True)
class Carried:
    """Something that a file carries unseen: a code, and where it is (``Out!B3``)."""

    code: str
    where: str = ""


@dataclass(frozen=True)
class Command:
    """A command of a console log: its first line (from 0) in the grid of the sheet, and its text."""

    row: int
    text: str


@dataclass(frozen=True)
class ReadFile:
    """A file as read. ``refused``: the code of why nothing of it can be judged, else "". ``session``: the
    content of a peer's result file.
    """

    format: str
    sheets: tuple[Sheet, ...] = ()
    carried: tuple[Carried, ...] = ()
    refused: str = ""
    commands: tuple[Command, ...] = ()
    session: Mapping[str, Any] = field(default_factory=dict)


class Unreadable(Exception):  # noqa: N818 - becomes a finding on the file
    """A reader refuses a file; ``code`` is the code of the finding."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


MOST_CELLS = 2_000_000


def column_name(column: int) -> str:
    """The letters of a column from 0: A, B, ..., AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds these."""
    top, left, bottom, right = zip(*boxes, strict=True)
    return min(top), min(left), max(bottom), max(right)


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits; None for another text, however long."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else None


def split_address(text: str) -> tuple[int, int]:
    """Row and column from 0 of an address such as B4. Raises ValueError."""
    letters = text.rstrip("0123456789")
    if not letters.isascii() or not letters.isalpha() or letters == text or len(letters) > 3:
        raise ValueError(text)
    column = 0
    for letter in letters.upper():
        column = 26 * column + ord(letter) - 64
    row = int(text[len(letters) :])
    if row < 1:
        raise ValueError(text)
    return row - 1, column - 1


def split_box(text: str) -> Box:
    """The box of a range such as B4:F8. Raises ValueError."""
    first, _, last = text.partition(":")
    top, left = split_address(first)
    bottom, right = split_address(last or first)
    return min(top, bottom), min(left, right), max(top, bottom), max(left, right)


def packed(read: ReadFile) -> dict[str, Any]:
    """What was read of a file, as JSON data."""
    return {
        "format": read.format,
        "refused": read.refused,
        "carried": [[one.code, one.where] for one in read.carried],
        "commands": [[one.row, one.text] for one in read.commands],
        "session": dict(read.session),
        "sheets": [_packed_sheet(sheet) for sheet in read.sheets],
    }


def _packed_sheet(sheet: Sheet) -> dict[str, Any]:
    places = None if sheet.places is None else [[*key, *place] for key, place in sheet.places.items()]
    return {
        "name": sheet.name,
        "state": sheet.state,
        "kind": sheet.kind,
        "merges": [list(box) for box in sheet.merges],
        "places": places,
        "cells": [[*key, *cell] for key, cell in sheet.cells.items()],
    }


def unpacked(data: Mapping[str, Any]) -> ReadFile:
    """The file from JSON data. Raises ValueError, KeyError or TypeError where it is of another form."""
    return ReadFile(
        str(data["format"]),
        tuple(_unpacked_sheet(sheet) for sheet in data["sheets"]),
        tuple(Carried(str(code), str(where)) for code, where in data["carried"]),
        str(data["refused"]),
        tuple(Command(int(row), str(text)) for row, text in data["commands"]),
        dict(data["session"]),
    )


def _unpacked_sheet(data: Mapping[str, Any]) -> Sheet:
    places = data["places"]
    return Sheet(
        str(data["name"]),
        {(row, column): Cell(*cell) for row, column, *cell in data["cells"]},
        tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in data["merges"]),
        str(data["state"]),
        str(data["kind"]),
        None if places is None else {(row, column): (line, at) for row, column, line, at in places},
    )


def ranges(sheet: Sheet, cells: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Addresses of cells joined to boxes: neighbours in a row first, then equal rows below one another."""
    runs: list[list[int]] = []
    for row, column in sorted(cells):
        if runs and runs[-1][0] == row and runs[-1][3] == column - 1:
            runs[-1][3] = column
        else:
            runs.append([row, column, row, column])
    boxes: dict[tuple[int, int], list[int]] = {}
    done: list[list[int]] = []
    for run in runs:
        above = boxes.get((run[1], run[3]))
        if above is not None and above[2] == run[0] - 1:
            above[2] = run[0]
        else:
            boxes[run[1], run[3]] = run
            done.append(run)
    return tuple(sheet.box_address((a, b, c, d)) for a, b, c, d in sorted(done))
