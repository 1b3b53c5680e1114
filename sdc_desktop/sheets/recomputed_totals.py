"""Totals of a given table that were recomputed: which, and by how much they differ from those given."""

from collections.abc import Iterator
from decimal import Decimal

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.sheets.blocks import Column, Paragraph, Table
from sdc_desktop.sheets.sheet import INTERNAL, PAPER, About, For
from sdc_desktop.words.tables.figures import decimals_of, value_text
from sdc_desktop.words.tables.tables import cell_name
from sdc_desktop.words.words import N_, Words

LISTED_NOTE = "table.totals_recomputed"  # which the list replaces
_LISTED = 20


def recomputed_totals(about: About, shown: TableResult, words: Words) -> Iterator[For]:
    """The totals that are the sums of their parts and were given otherwise, those that differ most first.
    ``shown``: the result with nothing confidential in it.
    """
    cells = [cell for cell in shown.cells if cell.given is not None and not cell.repeats]
    if not cells:
        return
    say, decimals = words.say, decimals_of(about.result).value
    yield For(
        Paragraph(
            say(
                N_(
                    "Totals that rounding kept from adding up are the sums of their parts. The table is "
                    "protected with these sums; the totals given are not examined."
                )
            ),
            say(N_("Recomputed totals.")),
        ),
        PAPER,
    )
    rows = sorted(((_change(cell), cell) for cell in cells), key=lambda one: -abs(one[0]))
    heads = ((N_("Cell"), 2.0), (N_("Given"), 1.2), (N_("Recomputed"), 1.2), (N_("Difference"), 1.2))
    yield For(
        Table(
            say(N_("Recomputed totals: {table}"), table=about.name),
            tuple(
                Column(say(head), "right" if place else "left", share)
                for place, (head, share) in enumerate(heads)
            ),
            tuple(
                (
                    cell_name(cell.coordinates, words),
                    *(value_text(number, decimals, words) for number in (cell.given or 0, cell.value or 0)),
                    ("+" if change > 0 else "") + value_text(change, decimals, words),
                )
                for change, cell in rows[:_LISTED]
            ),
            _further(len(rows) - _LISTED, words),
        ),
        INTERNAL,
    )


def recomputed_text(result: TableResult, words: Words) -> Iterator[str]:
    """How many totals were recomputed; nothing where none was."""
    if result.recomputed:
        yield words.say_many(
            N_("{number} total was recomputed from its parts."),
            N_("{number} totals were recomputed from their parts."),
            len(result.recomputed),
        )


def _change(cell: CellResult) -> Number:
    """By how much a recomputed total differs from the one given, without the noise of binary fractions."""
    return float(Decimal(str(cell.value or 0)) - Decimal(str(cell.given or 0)))


def _further(number: int, words: Words) -> str:
    if number <= 0:
        return ""
    return words.say_many(
        N_("{number} further total differs by no more."),
        N_("{number} further totals differ by no more."),
        number,
    )
