"""What the tables of a plan reveal together: what links them, what was audited jointly and what was not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult, joint_reasons
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.links import TRUE_VALUES
from sdc_desktop.engine.tables.linked.facts import ByJob, LinkedCell, LinkedTables
from sdc_desktop.sheets.blocks import Column, Figure, Heading, LinkChart, Paragraph, Table
from sdc_desktop.sheets.confidential import Names
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, INTERNAL, PAPER, For
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.tables.concerned import BETWEEN_CODES
from sdc_desktop.words.tables.figures import decimals_of, number_text
from sdc_desktop.words.tables.linked import (
    audit_line,
    header,
    left_out,
    links_of,
    origin_line,
    related_text,
    rows,
)
from sdc_desktop.words.tables.tables import cell_name, ends, optimality
from sdc_desktop.words.verdicts.verdict import reason_text
from sdc_desktop.words.words import listed

_IN_DIAGRAM = 8  # tables; of more only the pairs are listed
_MOST_ROWS = 12
_OF_ALL = "linked."  # what codes of notes begin with that are about several tables


@dataclass(frozen=True)
class Shown:
    """A table of the plan: its job, its result, and how its categories may be shown."""

    name: str
    result: TableResult
    names: Names | None = None

    def cell(self, coordinates: Sequence[str]) -> tuple[str, ...]:
        """A cell as it may be shown."""
        return tuple(coordinates) if self.names is None else self.names.cell(coordinates)

    def note(self, problem: Problem) -> Problem:
        """A note as it may be shown."""
        return problem if self.names is None or not self.names.hidden else self.names.problem(problem)


def own_notes(result: TableResult) -> tuple[Problem, ...]:
    """The notes on a table alone; those on several tables are stated here."""
    return tuple(one for one in result.notes if not one.code.startswith(_OF_ALL))


def is_joint(result: SuppressedTable) -> bool:
    """Whether several tables share one cost, which is stated here."""
    return len(result.protected_with) > 1


def sheet(tables: Sequence[Shown], words: Words) -> Iterator[For]:
    """Nothing for a plan with one table. Of each set of linked tables what they share, the joint verdict
    and the joint cost; then differences of cells, and what no joint audit covers.
    """
    groups = _groups(tables)
    if len(tables) < 2 and not groups:
        return
    for linked, members in groups:
        yield from _of_group(linked, members, words)
    yield For(Heading(words.say(N_("All tables of the plan"))), PAPER)
    yield from _differences(tables, words)
    yield from _not_covered(tables, words)
    yield from _earlier(groups, words)
    yield from _notes(tables, words)


def _groups(tables: Sequence[Shown]) -> list[tuple[LinkedTables, list[Shown]]]:
    """The sets of linked tables in the order of the plan, with the tables of each."""
    found: dict[tuple[str, ...], tuple[LinkedTables, list[Shown]]] = {}
    for one in tables:
        linked = one.result.linked
        if linked is not None and linked.jobs:
            found.setdefault(linked.jobs, (linked, []))[1].append(one)
    return list(found.values())


def _of_group(linked: LinkedTables, members: Sequence[Shown], words: Words) -> Iterator[For]:
    yield For(Heading(", ".join((*linked.jobs, *linked.released))), PAPER)
    yield For(Paragraph(origin_line(linked, words)), PAPER)
    judged = all(one.result.levels_judged for one in members if one.name in linked.jobs)
    for internal, readers in ((True, INTERNAL), (False, EXTERNAL)):
        verdict = audit_line(linked, words, internal=internal, levels_judged=judged)
        yield For(Paragraph(verdict, words.say(N_("Joint verdict."))), readers)
        for reason in joint_reasons(linked):
            if reason.code in ("linked.unsafe_sums", "linked.sums_not_judged", "linked.fine_cells_left_out"):
                text = reason_text(reason, words, internal=internal)
                yield For(Paragraph(text, words.say(N_("Open point."))), INSIDE if internal else readers)
    if linked.failures:
        yield For(_failures(linked.failures, members, words), INSIDE)
    if linked.related:
        texts = " ".join(related_text(one, words) for one in linked.related)
        yield For(Paragraph(texts, words.say(N_("Related values."))), EVERYONE)
    if linked.sharing and len(linked.jobs) + len(linked.released) <= _IN_DIAGRAM:
        yield For(_diagram(linked, members, words), PAPER)
    elif linked.sharing:
        columns = tuple(Column(head, share=2) for head in header(words))
        title = words.say(N_("Cells that tables share"))
        yield For(Table(title, columns, tuple(rows(linked, words)), _pairs_note(linked, words)), PAPER)
    yield from _costs(members, words)


def _decimals(cell: LinkedCell, members: Sequence[Shown]) -> int:
    """The decimals of a cell's interval, in numbers of the first table that has it."""
    first = next((one for one in members if one.name in cell.coordinates), members[0])
    return decimals_of(first.result).bound


def _failures(failures: Sequence[LinkedCell], members: Sequence[Shown], words: Words) -> Table:
    """The unsafe cells that all tables together disclose."""
    columns = (
        Column(words.say(N_("Cell")), share=3),
        Column(words.say(N_("Feasibility interval")), "right", 1.5),
    )
    lines = tuple(
        (_by_job(one.coordinates, members, words), ends(one, _decimals(one, members), words))
        for one in failures
    )
    note = ""
    if len(lines) > _MOST_ROWS:
        left = len(lines) - _MOST_ROWS
        note = words.say_many(N_("{number} more cell."), N_("{number} more cells."), left)
    title = words.say(N_("Unsafe cells that the tables together disclose"))
    return Table(title, columns, lines[:_MOST_ROWS], note)


def _by_job(cells: ByJob, members: Sequence[Shown], words: Words) -> str:
    """A cell in the first table that has it, and the names of the others."""
    name, coordinates = next(iter(cells.items()))
    if not name:
        return cell_name(coordinates, words)
    return _of_table(coordinates, name, listed(list(cells), words), members, words)


def _of_table(cell: Sequence[str], name: str, tables: str, members: Sequence[Shown], words: Words) -> str:
    """A cell of the table `name` as it may be shown, with the `tables` that have it."""
    shown = next((one.cell(cell) for one in members if one.name == name), tuple(cell))
    return words.say(N_("{cell} of {table}"), cell=cell_name(shown, words), table=tables)


def _diagram(linked: LinkedTables, members: Sequence[Shown], words: Words) -> Figure:
    dimensions = {one.name: " \u00d7 ".join(one.result.dimensions) for one in members}
    released = words.say(N_("released earlier"))
    boxes = tuple((name, dimensions.get(name, released)) for name in (*linked.jobs, *linked.released))
    reading = words.say(
        N_("Each line names the variables of the cells that two tables share, and how many these are.")
    )
    chart = LinkChart(boxes, links_of(linked, words))
    title = words.say(N_("Cells that tables share"))
    return Figure(title, (chart,), f"{reading} {_pairs_note(linked, words)}".strip())


def _pairs_note(linked: LinkedTables, words: Words) -> str:
    number = left_out(linked)
    if not number:
        return ""
    return words.say_many(
        N_("{number} further pair shares cells."), N_("{number} further pairs share cells."), number
    )


def _costs(members: Sequence[Shown], words: Words) -> Iterator[For]:
    """What the secondaries of tables protected together cost: of each table its own, and once all of them."""
    together: dict[tuple[str, ...], list[tuple[str, SuppressedTable]]] = {}
    for one in members:
        if isinstance(one.result, SuppressedTable) and is_joint(one.result):
            together.setdefault(one.result.protected_with, []).append((one.name, one.result))
    columns = (
        Column(words.say(N_("Table")), share=2),
        Column(words.say(N_("Cost of its secondaries")), "right"),
    )
    for own in together.values():
        lines = tuple((name, number_text(result.cost_here, words)) for name, result in own)
        joint = words.say(
            N_("Together: {cost}. Cells that several tables share count once there."),
            cost=number_text(own[0][1].cost, words),
        )
        note = f"{joint} {optimality(own[0][1], words)}"
        yield For(Table(words.say(N_("Cost of suppression")), columns, lines, note), INSIDE)


def _differences(tables: Sequence[Shown], words: Words) -> Iterator[For]:
    """What published cells leave of cells that contain them."""
    lead = words.say(N_("Overlapping areas."))
    found: dict[tuple[tuple[str, tuple[str, ...]], ...], None] = {}
    for one in tables:
        for _, cells in one.result.differences:
            found[tuple(cells.items())] = None
    if found:
        yield For(_difference_table(list(map(dict, found)), tables, words), INSIDE)
        text = N_("Differences between published cells of overlapping areas are unsafe by the rules.")
        yield For(Paragraph(words.say(text), lead), EXTERNAL)
    elif any(one.result.examined for one in tables):
        text = N_(
            "Differences between published cells of overlapping areas were judged as cells. None is unsafe "
            "by the rules of the tables."
        )
        yield For(Paragraph(words.say(text), lead), EVERYONE)


def _difference_table(
    found: Sequence[Mapping[str, tuple[str, ...]]], tables: Sequence[Shown], words: Words
) -> Table:
    columns = (Column(words.say(N_("Cell")), share=2), Column(words.say(N_("Without")), share=3))
    lines = []
    for cells in found:
        (whole, cell), *others = cells.items()  # the others are named, as cells of their tables
        taken = [
            _of_table(part.split(BETWEEN_CODES), name, name, tables, words)
            for name, own in others
            for part in own
        ]
        lines.append((_of_table(cell, whole, whole, tables, words), listed(taken, words)))
    title = words.say(N_("Unsafe differences of overlapping areas"))
    left = len(lines) - _MOST_ROWS
    note = words.say_many(N_("{number} more cell."), N_("{number} more cells."), left) if left > 0 else ""
    return Table(title, columns, tuple(lines[:_MOST_ROWS]), note)


def _not_covered(tables: Sequence[Shown], words: Words) -> Iterator[For]:
    """The tables that share nothing, and those that no joint audit covers."""
    changed = [one.name for one in tables if one.result.method not in TRUE_VALUES]
    left = [one.name for one in tables if not one.result.examined and one.result.linked is None]
    left = [name for name in left if name not in changed]
    apart = [one.name for one in tables if one.result.linked is None and one.name not in (*changed, *left)]
    for names, text in (
        (apart, N_("Sharing no cells with the other tables: {tables}.")),
        (changed, N_("With changed values, so not part of a joint audit: {tables}.")),
        (left, N_("Not audited jointly: {tables}.")),
    ):
        if names:
            yield For(Paragraph(words.say(text, tables=listed(names, words))), EVERYONE)


def _earlier(groups: Sequence[tuple[LinkedTables, Sequence[Shown]]], words: Words) -> Iterator[For]:
    """The earlier releases that were taken into account."""
    released = dict.fromkeys(name for linked, _ in groups for name in linked.released)
    text = words.say(N_("The plan names none. Tables that were released elsewhere can reveal more."))
    if released:
        text = words.say(N_("Taken into account: {tables}."), tables=listed(list(released), words))
    yield For(Paragraph(text, words.say(N_("Earlier releases."))), EVERYONE)


def _notes(tables: Sequence[Shown], words: Words) -> Iterator[For]:
    """The notes on several tables, each once."""
    texts: dict[str, None] = {}
    for one in tables:
        for problem in one.result.notes:
            if problem.code.startswith(_OF_ALL):
                texts[noted(one.note(problem), words)] = None
    for text in texts:
        yield For(Paragraph(text, words.say(N_("Note."))), INTERNAL)
