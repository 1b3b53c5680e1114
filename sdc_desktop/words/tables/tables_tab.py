"""What the tab Tables says of its results: the verdict, the cells as rows."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.words.tables.figures import number_text, value_text
from sdc_desktop.words.tables.tables import NOTHING, cell_name, ends, nearest, risk
from sdc_desktop.words.words import N_, Words, whole


def ended_early(result: TableResult, words: Words) -> str:
    """What is known of the best of a search that was ended."""
    if not isinstance(result, SuppressedTable):
        return "" if result.unproven is None else nearest(result.unproven, words)
    if result.gap is None:
        return words.say(
            N_("Search ended early: cost {cost}, lower bound not known."),
            cost=number_text(result.cost, words),
        )
    return words.say(
        N_("Search ended early: cost {cost}, lower bound {bound} (gap {gap} %)."),
        cost=number_text(result.cost, words),
        bound=number_text(result.bound, words),
        gap=words.figure(100 * result.gap, 1),
    )


def detailed_header(dimensions: Sequence[str], words: Words) -> tuple[str, ...]:
    """Above the detailed cells of linked tables."""
    titles = (N_("True value"), N_("Feasibility interval"), N_("Possible values"), N_("Disclosure risk"))
    return (*dimensions, *map(words.say, titles))


def detailed_row(cell: CellResult, decimals: int, words: Words) -> tuple[str, ...]:
    """A detailed cell: its codes, its value, what can be derived of it."""
    return (
        *cell.coordinates,
        NOTHING if cell.value is None else value_text(cell.value, decimals, words),
        ends(cell, decimals, words),
        NOTHING if cell.possible is None else whole(cell.possible),
        risk(cell, words),
    )


def written_line(name: str, cells: int, rows: int, words: Words) -> str:
    """The message after an export of a table; ``rows``: with those that repeat a cell."""
    if rows > cells:
        text = N_(
            "Written: {name}, {number} {number:cell|cells}, {rows} {rows:entry|entries}: "
            "equal categories repeat their cells."
        )
        return words.say(text, name=name, number=whole(cells), rows=whole(rows))
    return words.say_many(
        N_("Written: {name}, {number} cell."), N_("Written: {name}, {number} cells."), cells, name=name
    )


def detailed_cell(
    cell: CellResult, decimals: int, words: Words
) -> tuple[str, tuple[tuple[str, str] | str, ...]]:
    """A detailed cell of linked tables for the panel Why: its name, and what follows of it."""
    say = words.say
    rows: list[tuple[str, str] | str] = []
    if cell.value is not None:
        rows.append((say(N_("True value")), value_text(cell.value, decimals, words)))
    rows.append((say(N_("Feasibility interval")), ends(cell, decimals, words)))
    rows.append((say(N_("Disclosure risk")), risk(cell, words)))
    if cell.disclosed:
        rows.append(say(N_("The released tables leave it one value, which anyone can derive.")))
    return cell_name(cell.coordinates, words), tuple(rows)


def exported_line(name: str, rows: int, words: Words) -> str:
    """That a perturbation table was exported."""
    return words.say(N_("Exported: {name}, {rows} {rows:row|rows}."), name=name, rows=whole(rows))
