"""The ledger of a project: what was received, decided, approved, packaged, withdrawn; released cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from sdc_desktop.engine.output.ledger import (
    Entry,
    Head,
    Ledger,
    OpenedLedger,
    Seen,
    create_ledger,
    head_at,
    is_damaged,
    open_ledger,
)
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.submission.comparing.definitions import Definition
from sdc_desktop.engine.submission.comparing.systems import KnownCell, KnownTable

FORMAT, VERSION = "sdc-desktop output ledger", 1


@dataclass
class ProjectLedger:
    """An open ledger of a project's outputs, verified against its head. Unchanged until `add`."""

    path: Path
    head_path: Path
    project: str
    entries: tuple[Entry, ...]
    notes: tuple[Problem, ...]
    _ledger: Ledger | None

    @property
    def head(self) -> Head | None:
        """Where it ends; None before its first entry."""
        return None if self._ledger is None else self._ledger.head

    @property
    def own_entries(self) -> tuple[Entry, ...]:
        """The entries without the header."""
        return self.entries[1:]

    def add(self, what: str, **figures: Any) -> Entry:
        """Write an entry, which gets its number, time and account. Raises :class:`Refused`."""
        if self._ledger is None:
            header = {"format": FORMAT, "version": VERSION, "project": self.project}
            self._ledger = create_ledger(self.path, self.head_path, header)
            self.entries = (header,)
        entry = self._ledger.append({"n": self._ledger.head.n + 1, "what": what, **figures})
        self.entries = (*self.entries, entry)
        return entry

    def accept(self) -> None:
        """Continue with what was found, and renew the head. Raises :class:`Refused`."""
        if self._ledger is not None:
            self._ledger.accept()

    def close(self) -> None:
        """Release the file."""
        if self._ledger is not None:
            self._ledger.close()

    def __enter__(self) -> "ProjectLedger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_project_ledger(path: Path, head_path: Path, project: str, seen: Seen | None = None) -> ProjectLedger:
    """The ledger of a project, or the place where its first entry will make one.

    Raises :class:`Refused` where the file is damaged, shorter than its head, of another project or kind, or
    has no head and `seen` does not give its end.
    """
    if not path.exists():
        _refuse_missing(path, head_path)
        return ProjectLedger(path, head_path, project, (), (), None)
    opened = open_ledger(path, head_path, seen)
    try:
        _refuse_other(opened, path, project)
    except BaseException:
        opened.ledger.close()
        raise
    return ProjectLedger(path, head_path, project, opened.entries, opened.notes, opened.ledger)


def _refuse_missing(path: Path, head_path: Path) -> None:
    """Raise :class:`Refused` where a head knows a ledger that is not there."""
    head = head_at(head_path)
    if is_damaged(head_path):
        raise Refused(error("ledger.head_damaged", Place(file=str(path)), head=str(head_path)))
    if head is not None and head.n > 1:
        raise Refused(error("ledger.missing", Place(file=str(path)), number=head.n))


def _refuse_other(opened: OpenedLedger, path: Path, project: str) -> None:
    header = opened.entries[0]
    where = Place(file=str(path))
    if header.get("format") != FORMAT:
        raise Refused(error("output_check.other_ledger", where))
    if header.get("version") != VERSION:
        raise Refused(error("output_check.newer_ledger", where, version=str(header.get("version"))))
    if project and header.get("project") != project:
        raise Refused(
            error("output_check.other_project", where, project=str(header.get("project")), asked=project)
        )


# released tables -------------------------------------------------------------------------------------------


def table_entry(table: KnownTable) -> dict[str, Any]:
    """A released table as an entry has it: released cells, suppressed ones null."""
    shared: list[list[str]] = []
    places: dict[tuple[str, ...], int] = {}
    cells = []
    for cell in table.cells:
        about = cell.definition
        key = (about.statistic, about.unit, about.period, about.population)
        if key not in places:
            places[key] = len(shared)
            shared.append(list(key))
        pairs = sorted([dimension, category] for dimension, category in about.cell)
        value = None if cell.value is None else str(cell.value)
        cells.append([places[key], pairs, value, cell.low, cell.high, cell.behind, cell.address])
    return {
        "id": table.id,
        "name": table.name,
        "about": shared,
        "cells": cells,
        "relations": [[total, list(parts)] for total, parts in table.relations],
        "rounded": table.rounded,
        "statements": [{"n": n, "text": text} for n, text in table.statements],
    }


def released_tables(entries: Sequence[Entry], path: Path) -> tuple[KnownTable, ...]:
    """The tables of all packages that were saved. Raises :class:`Refused` for entries of another form."""
    never = {
        entry.get("package")
        for entry in entries
        if entry.get("what") == "withdrawn" and not entry.get("placed", True)
    }
    found: list[KnownTable] = []
    for entry in entries:
        if entry.get("what") != "packaged" or entry.get("package") in never:
            continue
        try:
            found += (_known(one, entry) for one in entry["tables"])
        except (KeyError, TypeError, ValueError, IndexError, ArithmeticError):
            where = Place(file=str(path), line=int(entry.get("n", 0)) or None)
            raise Refused(error("ledger.damaged", where)) from None
    return tuple(found)


def _known(one: Mapping[str, Any], entry: Entry) -> KnownTable:
    about = one["about"]
    cells = tuple(
        KnownCell(
            _definition(about[place], pairs),
            None if value is None else Decimal(value),
            str(address),
            low,
            high,
            behind,
        )
        for place, pairs, value, low, high, behind, address in one["cells"]
    )
    relations = tuple((int(total), tuple(map(int, parts))) for total, parts in one["relations"])
    name = f"{one['name']} ({entry['at'][:10]})"
    statements = tuple((int(stated["n"]), str(stated["text"])) for stated in one.get("statements", ()))
    return KnownTable(str(one["id"]), name, True, cells, relations, int(one["rounded"]), statements)


def _definition(about: Sequence[Any], pairs: Sequence[Any]) -> Definition:
    statistic, unit, period, population = map(str, about)
    return Definition(statistic, unit, period, population, frozenset((str(d), str(c)) for d, c in pairs))
