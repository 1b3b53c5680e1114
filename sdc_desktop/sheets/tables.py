"""What the sheets of all jobs on tables have in common: intervals of cells, and equations that disclose."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.tables.attack.insider import InsiderResult
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.sheets.blocks import (
    Axis,
    Column,
    Figure,
    Interval,
    IntervalChart,
    LegendEntry,
    Paragraph,
    Reach,
    Table,
)
from sdc_desktop.words.tables.tables import (
    NOTHING,
    cell_name,
    ends,
    proof_lines,
    required_levels,
    risk,
    status,
)
from sdc_desktop.words.words import N_, Words, whole

_MOST_DRAWN = 12
MOST_ROWS = 12  # cells listed; report.cells.csv has all


def but(above: bool, insider: InsiderResult | None, words: Words) -> Iterator[str]:
    """What is against a table whose audit passed: a risk above the limit, or what an insider derives exactly
    and outsiders do not. Each is also a reason of the verdict.
    """
    derives = insider is not None and insider.derives
    if derives:
        yield words.say(N_("A contributor can derive another contribution or suppressed cells exactly."))
    elif above:
        yield words.say(N_("The maximum disclosure risk exceeds the limit set."))


def intervals_table(cells: Sequence[CellResult], title: str, decimals: int, words: Words) -> Table:
    """What can be derived of each of these cells, the riskiest first."""
    columns: tuple[Column, ...] = (
        Column(words.say(N_("Cell")), share=3),
        Column(words.say(N_("Status")), share=2),
        Column(words.say(N_("Feasibility interval")), "right", 2),
        Column(words.say(N_("Possible values")), "right", 1.5),
        Column(words.say(N_("Disclosure risk")), "right", 1.2),
    )
    ordered = _riskiest_first(cells)[:MOST_ROWS]
    rows = tuple(_row(cell, decimals, words) for cell in ordered)
    if any(cell.asked for cell in ordered):
        columns = (*columns, Column(words.say(N_("Asked for")), "right", 1.8))
        rows = tuple((*row, required_levels(cell, words)) for row, cell in zip(rows, ordered, strict=True))
    note = words.say(
        N_(
            "DR is 1 / log2 of the number of possible values, for an intruder who knows the published "
            "cells and the sums of the table. It depends on the unit in which values are counted."
        )
    )
    if len(cells) > MOST_ROWS:
        left = whole(len(cells) - MOST_ROWS)
        note += " " + words.say(
            N_("{left} {left:more cell is|more cells are} in report.cells.csv."), left=left
        )
    return Table(title, columns, rows, note)


def _row(cell: CellResult, decimals: int, words: Words) -> tuple[str, ...]:
    return (
        cell_name(cell.coordinates, words),
        status(cell, words),
        ends(cell, decimals, words),
        NOTHING if cell.possible is None else whole(cell.possible),
        risk(cell, words),
    )


def intervals_figure(cells: Sequence[CellResult], words: Words) -> tuple[Figure, ...]:
    """The intervals of the riskiest cells against their protection levels, which are for the internal edition
    only; none where there is nothing to draw.
    """
    drawn = [cell for cell in _riskiest_first(cells) if cell.lower is not None or cell.upper is not None]
    if not drawn:
        return ()
    shown = tuple(_interval(cell, words) for cell in drawn[:_MOST_DRAWN])
    chart = IntervalChart(shown, Axis(words.say(N_("Possible values"))))
    reading = words.say(
        N_(
            "The longer a bar, the less is known. A diamond is a single possible value; a hollow bar "
            "does not reach as far as the protection level asks; an arrow has no end."
        )
    )
    title = words.say(N_("Feasibility intervals of the cells at highest risk"))
    return (Figure(title, (chart,), reading, _legend(shown, words)),)


def _interval(cell: CellResult, words: Words) -> Interval:
    return Interval(
        cell_name(cell.coordinates, words),
        None if cell.lower is None else float(cell.lower),
        None if cell.upper is None else float(cell.upper),
        missed=cell.lower_met is False or cell.upper_met is False,
        asked=_reach(cell),
    )


def _reach(cell: CellResult) -> Reach | None:
    """The levels of a cell around its value; None where there are none, or where all of them are 0."""
    levels, value = cell.asked, cell.value
    if levels is None or value is None or not (levels.below or levels.above or levels.length):
        return None
    low, high = float(value - levels.below), float(value + levels.above)
    return Reach(float(value), low, high, float(levels.length))


def _legend(shown: Sequence[Interval], words: Words) -> tuple[LegendEntry, ...]:
    """What stands for what, where there are levels to be distinguished from intervals."""
    levels = [one.asked for one in shown if one.asked is not None]
    if not levels:
        return ()
    entries = (
        LegendEntry("interval", words.say(N_("can be derived"))),
        LegendEntry("asked", words.say(N_("required, around the true value"))),
        LegendEntry("required_length", words.say(N_("required in length"))),
    )
    return entries if any(one.requires_length for one in levels) else entries[:2]


def _riskiest_first(cells: Sequence[CellResult]) -> list[CellResult]:
    return sorted(cells, key=lambda cell: (not cell.disclosed, -(cell.risk or 0)))


def proof_paragraphs(cells: Sequence[CellResult], words: Words) -> Iterator[Paragraph]:
    """The equations that disclose cells."""
    for cell in cells:
        for proof in cell.proof:
            first, *lines = proof_lines(cell, proof, words)
            yield Paragraph("; ".join(lines), first)
