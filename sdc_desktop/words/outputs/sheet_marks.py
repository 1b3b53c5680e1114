"""What is drawn of the cells of a sheet: where they belong, and what was found in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.words.outputs.outputs_tab import interval_text
from sdc_desktop.words.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.submission import CheckedTable

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
        places(_DISCLOSED),
        suppressed,
        dict(_texts(table, shown, words)),
    )


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
