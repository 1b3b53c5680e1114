"""Cells of a workbook whose values are not in the file as values: errors such as #N/A, and formulas whose
results the software that wrote the file did not compute. A reader of cells gives nothing for either.
"""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from xml.parsers import expat

from sdc_desktop.engine.data.foreign.reading_child import Unreadable

_BOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"


@dataclass
class SheetFaults:
    """The rows of a sheet, from 1, that have errors, one for each; and the formulas without results."""

    errors: list[int] = field(default_factory=list)
    formulas: list[int] = field(default_factory=list)

    def check(self) -> None:
        """Raises :class:`Unreadable` where a formula has no result."""
        if self.formulas:
            raise Unreadable("data.no_results", line=self.formulas[0], number=len(self.formulas))

    def warnings(self) -> tuple[Unreadable, ...]:
        """What must be reported of it."""
        if not self.errors:
            return ()
        return (Unreadable("data.sheet_errors", line=self.errors[0], number=len(self.errors)),)


class FormulaResult:
    """Follows the elements of a cell: whether it has a formula, and then a result."""

    def __init__(self, parser: Any, faults: SheetFaults) -> None:
        self._parser = parser
        self._faults = faults
        self.row = 0  # of the formula whose result has not come
        self._text = False  # an empty text is a result

    def error(self, row: int) -> None:
        """The cell is an error."""
        self._faults.errors.append(row)

    def formula(self, row: int, kind: str | None) -> None:
        """The cell, of a kind of values, has a formula."""
        self.row = row
        self._text = kind == "str"

    def value(self) -> None:
        """The element of the formula's result begins, which may be empty."""
        if self._text:
            self.row = 0
        else:
            self._parser.CharacterDataHandler = self._came

    def end(self) -> None:
        """The cell with the formula has ended."""
        if self.row:
            self._faults.formulas.append(self.row)
            self.row = 0
            self._parser.CharacterDataHandler = None

    def _came(self, text: str) -> None:
        if text.strip():
            self.row = 0
            self._parser.CharacterDataHandler = None


def part_of(path: Path, sheet: str) -> str:
    """The part of an Excel workbook that holds a sheet, in small letters; empty for other files."""
    if not zipfile.is_zipfile(path):
        return ""
    with zipfile.ZipFile(path) as archive:
        if not {_BOOK, _LINKS} <= set(archive.namelist()):
            return ""
        listed = {found["name"]: found for found in _elements(archive.read(_BOOK), "sheet")}
        links = {found.get("Id"): found.get("Target", "") for found in _elements(archive.read(_LINKS))}
    for key, link in listed.get(sheet, {}).items():
        if key.rpartition(":")[2] == "id":
            target = links.get(link, "")
            return (target.lstrip("/") if target[:1] == "/" else str(PurePosixPath("xl") / target)).casefold()
    return ""


def _elements(raw: bytes, wanted: str = "Relationship") -> list[Mapping[str, str]]:
    """The attributes of the elements of a name, whatever its prefix."""
    found: list[Mapping[str, str]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name.rpartition(":")[2] == wanted:
            found.append(attributes)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse_entities
    try:
        parser.Parse(raw, True)
    except expat.ExpatError:
        raise Unreadable("data.damaged") from None
    return [one for one in found if wanted != "sheet" or "name" in one]


def refuse_entities(*_: object) -> None:
    """No spreadsheet program writes a document type; entities of entities would grow without end."""
    raise Unreadable("data.damaged")
