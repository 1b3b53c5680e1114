"""What is drawn of the cells of a sheet: where they belong, and what was found in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.engine.submission.judging.rules import NOT_READ
from sdc_desktop.engine.submission.sheets import split_box
from sdc_desktop.words.outputs.outputs_tab import interval_text
from sdc_desktop.words.outputs.stated import StatedNumber
from sdc_desktop.words.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.sheets import Sheet
    from sdc_desktop.engine.submission.submission import CheckedFile, CheckedTable

Place = tuple[int, int]
_DISCLOSED = frozenset({"disclosed", "disclosed_with_earlier"})


class Zone(StrEnum):
    """Which part of a table a cell is."""

    HEADER = "header"
    LABEL = "label"
    FIGURE = "figure"
    TOTAL = "total"


class Shown(StrEnum):
    """What the cells show."""

    SUBMITTED = "submitted"
    KNOWN = "known"
    COUNTS = "counts"


@dataclass(frozen=True)
class Marks:
    """The marks of one table. ``texts``: what is shown instead of the text of a cell."""

    zones: Mapping[Place, Zone]
    unsafe: frozenset[Place]  # a change or refusal is asked for
    look: frozenset[Place]
    not_read: frozenset[Place]  # with certainty
    disclosed: frozenset[Place]  # suppressed, and follows
    suppressed: frozenset[Place]
    texts: Mapping[Place, str]


def marks_of(table: CheckedTable, shown: Shown, words: Words) -> Marks:
    """The marks of a table, by rows and columns of its sheet."""
    found, judged = table.table, table.judged
    grave = {"change", "refuse"}
    spots = [spot for spot in judged.spots if spot.row >= 0]

    def places(codes: object, *severities: str) -> frozenset[Place]:
        return frozenset(
            found.place(spot.row, spot.column)
            for spot in spots
            if (codes is None or (isinstance(codes, frozenset) and spot.code in codes))
            and (not severities or spot.severity.value in severities)
        )

    suppressed = frozenset(
        found.place(*at) for at, figure in found.figures.items() if figure.status == "suppressed"
    )
    return Marks(
        dict(_zones(table)),
        places(None, *grave),
        places(None, "look"),
        places(NOT_READ),
        places(_DISCLOSED),
        suppressed,
        dict(_texts(table, shown, words)),
    )


@dataclass(frozen=True)
class Outside:
    """What is marked in a sheet outside of its tables. ``stated``: numbers for the selected table."""

    stated: frozenset[Place] = frozenset()
    look: frozenset[Place] = frozenset()
    not_read: frozenset[Place] = frozenset()


def outside_of(sheet: Sheet, file: CheckedFile, stated: Iterable[StatedNumber]) -> Outside:
    """The places of stated numbers in a sheet, and those of findings on its file."""
    findings = [one for one in file.findings if one.severity.value == "look" and one.where]
    return Outside(
        _places(sheet, (one.place.removeprefix(f"{file.path}!") for one in stated)),
        _places(sheet, (one.where for one in findings)),
        _places(sheet, (one.where for one in findings if one.code in NOT_READ)),
    )


def _places(sheet: Sheet, addresses: Iterable[str]) -> frozenset[Place]:
    found = (place_at(sheet, address) for address in addresses)
    return frozenset(place for place in found if place is not None)


def place_at(sheet: Sheet, address: str) -> Place | None:
    """The place of an address with the name of its sheet; None where it is none of this sheet."""
    name, _, cell = address.rpartition("!")
    if name != sheet.name:
        return None
    if sheet.places is not None:
        line, _, column = cell.partition(":")
        near = [at for at, place in sheet.places.items() if f"{place[0]}" == line]
        exact = [at for at in near if f"{sheet.places[at][1]}" == column]
        return min(exact or near, default=None)
    try:
        return split_box(cell)[:2]
    except ValueError:
        return None


def _zones(table: CheckedTable) -> Iterator[tuple[Place, Zone]]:
    found = table.table
    top, left, bottom, right = found.body
    for row in found.header_rows:
        for column in range(min((*found.label_columns, left)), right + 1):
            yield (row, column), Zone.HEADER
    for row in range(top, bottom + 1):
        for column in found.label_columns:
            yield (row, column), Zone.LABEL
    rows = {found.row_places[one.line] for one in found.row_totals}
    columns = {found.column_places[one.line] for one in found.column_totals}
    for row, column in (found.place(*at) for at in found.figures):
        yield (row, column), Zone.TOTAL if row in rows or column in columns else Zone.FIGURE


def _texts(table: CheckedTable, shown: Shown, words: Words) -> Iterator[tuple[Place, str]]:
    found, judged = table.table, table.judged
    if shown is Shown.KNOWN:
        for one in judged.intervals:
            yield found.place(one.row, one.column), interval_text(one, words)
    elif shown is Shown.COUNTS:
        for at in found.figures:
            if found.kinds_at(*at)[:1] == ("count",):
                continue  # the figure is the count itself
            count = judged.counts.get(at)
            text = "?" if count is None else f"{count.low}"
            if count is not None and count.low != count.high:
                text = f"{count.low}\u202f\u2013\u202f{count.high}"
            yield found.place(*at), text
