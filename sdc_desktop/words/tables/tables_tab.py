"""What the tab Tables says of its results: the verdict, the count of unsafe cells, the cells as rows."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult, ScenarioResult
from sdc_desktop.engine.methods.tables.private_table.engine import PrivateResult
from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.words.tables.private import private_verdict
from sdc_desktop.words.tables.tables import (
    NOTHING,
    audit_verdict,
    cell_name,
    contributors_found,
    ends,
    number_text,
    risk,
    scenario_name,
    verdict,
)
from sdc_desktop.words.words import N_, Words, whole


def table_verdict(result: TableResult, words: Words) -> str:
    """What was found of a table, with its figures; its grade is the verdict's to say."""
    if isinstance(result, SuppressedTable) and result.audited:
        return " ".join((_audited(result, words), *contributors_found(result, words)))
    if result.method is None:
        if not result.judged:
            return words.say(N_("No rule states which cells are unsafe."))
        return unsafe_verdict(result.risks.unsafe, result.losses.cells, words)
    text = verdict(result, words)
    if result.risks.below_max_risk is False and result.risks.highest_risk is not None:
        text += " " + words.say(
            N_("The maximum disclosure risk, {risk}, exceeds the limit you set."),
            risk=number_text(result.risks.highest_risk, words),
        )
    return text


def _audited(result: SuppressedTable, words: Words) -> str:
    if not result.primaries and result.judged:
        return words.say(N_("Under the rules set, no cell is unsafe."))
    return words.say_many(
        N_("Full audit passed; {number} cell suppressed, {lost} of the value."),
        N_("Full audit passed; {number} cells suppressed, {lost} of the value."),
        result.losses.cells_lost,
        lost=words.percent(result.losses.value_lost),
    )


def ended_early(result: SuppressedTable, words: Words) -> str:
    """What is known of the best suppression pattern of a search that was ended."""
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


def unsafe_verdict(unsafe: int, cells: int, words: Words) -> str:
    """What the rules say of a table that is not protected."""
    if not unsafe:
        return words.say(N_("Under the rules set, none of the {cells} cells is unsafe."), cells=whole(cells))
    return words.say_many(
        N_("Not protected: {number} of {cells} cells is unsafe under the rules set."),
        N_("Not protected: {number} of {cells} cells are unsafe under the rules set."),
        unsafe,
        cells=whole(cells),
    )


def unsafe_line(
    unsafe: int | None, cells: int, words: Words, *, draft: bool = False, protected: bool = False
) -> str:
    """The live count below the rules, before any protection; None: no rule counts any. ``protected``: the
    verdict shown is already that of the protected table.
    """
    if unsafe is None:
        return words.say(N_("No rule states which cells are unsafe."))
    if draft:
        return words.say_many(
            N_("Draft: {number} of {cells} cells unsafe"),
            N_("Draft: {number} of {cells} cells unsafe"),
            unsafe,
            cells=whole(cells),
        )
    if protected:
        return words.say_many(
            N_("{number} of {cells} cells unsafe before protection"),
            N_("{number} of {cells} cells unsafe before protection"),
            unsafe,
            cells=whole(cells),
        )
    return words.say_many(
        N_("{number} of {cells} cells unsafe"),
        N_("{number} of {cells} cells unsafe"),
        unsafe,
        cells=whole(cells),
    )


def linked_verdict(result: LinkedAuditResult, words: Words) -> str:
    """What releasing linked tables together discloses."""
    bad = sum(1 for scenario in result.scenarios if scenario.disclosed)
    if not bad:
        return words.say(N_("No scenario discloses a detailed cell exactly."))
    return words.say_many(
        N_("{number} of {all} scenarios discloses detailed cells exactly."),
        N_("{number} of {all} scenarios disclose detailed cells exactly."),
        bad,
        all=whole(len(result.scenarios)),
    )


def any_verdict(result: object, words: Words) -> str:
    """The verdict of whatever the tab was asked."""
    if isinstance(result, TableResult):
        return table_verdict(result, words)
    if isinstance(result, AuditResult):
        return audit_verdict(result, words)
    if isinstance(result, PrivateResult):
        return private_verdict(result, words)
    assert isinstance(result, LinkedAuditResult)
    return linked_verdict(result, words)


def detailed_header(dimensions: Sequence[str], words: Words) -> tuple[str, ...]:
    """Above the detailed cells of linked tables."""
    titles = (N_("True value"), N_("Feasibility interval"), N_("Possible values"), N_("Disclosure risk"))
    return (*dimensions, *map(words.say, titles))


def detailed_row(cell: CellResult, words: Words) -> tuple[str, ...]:
    """A detailed cell: its codes, its value, what can be derived of it."""
    return (
        *cell.coordinates,
        NOTHING if cell.value is None else number_text(cell.value, words),
        ends(cell, words),
        NOTHING if cell.possible is None else whole(cell.possible),
        risk(cell, words),
    )


def written_line(name: str, cells: int, words: Words) -> str:
    """The message after an export of a table."""
    return words.say_many(
        N_("Written: {name}, {number} cell."), N_("Written: {name}, {number} cells."), cells, name=name
    )


def detailed_cell(cell: CellResult, words: Words) -> tuple[str, tuple[tuple[str, str] | str, ...]]:
    """A detailed cell of linked tables for the panel Why: its name, and what follows of it."""
    say = words.say
    rows: list[tuple[str, str] | str] = []
    if cell.value is not None:
        rows.append((say(N_("True value")), number_text(cell.value, words)))
    rows.append((say(N_("Feasibility interval")), ends(cell, words)))
    rows.append((say(N_("Disclosure risk")), risk(cell, words)))
    if cell.disclosed:
        rows.append(say(N_("The released tables leave it one value, which anyone can derive.")))
    return cell_name(cell.coordinates), tuple(rows)


def scenarios_header(words: Words) -> tuple[str, ...]:
    """Above the sets of tables that are released together."""
    titles = (
        N_("Released"),
        N_("Published cells"),
        N_("Independent constraints"),
        N_("Disclosed"),
        N_("Highest risk"),
    )
    return tuple(map(words.say, titles))


def scenario_row(scenario: ScenarioResult, words: Words) -> tuple[str, ...]:
    """A set of tables and what it discloses."""
    return (
        scenario_name(scenario),
        whole(scenario.published),
        NOTHING if scenario.rank is None else whole(scenario.rank),
        whole(scenario.disclosed),
        NOTHING if scenario.highest_risk is None else words.figure(scenario.highest_risk, 3),
    )
