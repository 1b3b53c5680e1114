"""The chapter on tables that share cells: which share what, the joint verdict, and what it costs."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.linked.facts import LinkedTables
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.sheets.blocks import Block, Column, Figure, Heading, LinkChart, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.linked import audit_line, header, left_out, links_of, origin_line, rows
from sdc_desktop.words.tables.tables import number_text

_IN_DIAGRAM = 8  # tables; of more only the pairs are listed


def sections(jobs: Sequence[JobReport], words: Words) -> tuple[Section, ...]:
    """One chapter on all sets of tables that were protected or audited together; none without such tables."""
    groups = _groups(jobs)
    blocks = [block for group, members in groups for block in _blocks(group, members, words)]
    if not blocks:
        return ()
    lead = Paragraph(
        words.say(
            N_(
                "Tables that share cells reveal more together than each alone. They were therefore audited "
                "as one system."
            )
        )
    )
    together = all(group.asked == "plan" for group, _ in groups)
    title = words.say(N_("Tables protected together") if together else N_("Linked tables"))
    return (Section(title, (lead, *blocks), "linked"),)


def _groups(jobs: Sequence[JobReport]) -> list[tuple[LinkedTables, list[JobReport]]]:
    """The groups in the order of the plan, with the tables of each."""
    found: dict[tuple[str, ...], tuple[LinkedTables, list[JobReport]]] = {}
    for one in jobs:
        result = one.subject.result.result
        if isinstance(result, TableResult) and result.linked is not None and len(result.linked.jobs) > 0:
            found.setdefault(result.linked.jobs, (result.linked, []))[1].append(one)
    return list(found.values())


def _blocks(linked: LinkedTables, members: Sequence[JobReport], words: Words) -> Iterator[Block | Heading]:
    internal = members[0].subject.is_internal
    yield Heading(", ".join((*linked.jobs, *linked.released)))
    yield Paragraph(origin_line(linked, words))
    yield Paragraph(audit_line(linked, words, internal=internal), words.say(N_("Joint verdict.")))
    if linked.sharing and len(linked.jobs) + len(linked.released) <= _IN_DIAGRAM:
        yield _diagram(linked, members, words)
    elif linked.sharing:
        columns = tuple(Column(head, share=2) for head in header(words))
        note = _note(linked, words)
        yield Table(words.say(N_("Cells that tables share")), columns, tuple(rows(linked, words)), note)
    if internal:
        yield from _costs(members, words)


def _diagram(linked: LinkedTables, members: Sequence[JobReport], words: Words) -> Figure:
    dimensions = {
        one.subject.job.name: " \u00d7 ".join(one.subject.result.result.dimensions) for one in members
    }
    released = words.say(N_("released earlier"))
    boxes = tuple((name, dimensions.get(name, released)) for name in (*linked.jobs, *linked.released))
    reading = words.say(
        N_("Each line names the variables of the cells that two tables share, and how many these are.")
    )
    chart = LinkChart(boxes, links_of(linked, words))
    return Figure(
        words.say(N_("Cells that tables share")), (chart,), f"{reading} {_note(linked, words)}".strip()
    )


def _note(linked: LinkedTables, words: Words) -> str:
    number = left_out(linked)
    if not number:
        return ""
    return words.say_many(
        N_("{number} further pair shares cells."), N_("{number} further pairs share cells."), number
    )


def _costs(members: Sequence[JobReport], words: Words) -> Iterator[Block]:
    """What the secondaries cost, apart where that is known and together."""
    results = [(one.subject.job.name, one.subject.result.result) for one in members]
    own = [(name, result) for name, result in results if isinstance(result, SuppressedTable)]
    if not own or own[0][1].linked is None:
        return
    linked = own[0][1].linked
    apart = linked.apart or {}
    columns = [
        Column(words.say(N_("Table")), share=2),
        Column(words.say(N_("Cost of its secondaries")), "right"),
    ]
    if apart:
        columns.append(Column(words.say(N_("Cost apart")), "right"))
    lines = [
        (
            name,
            number_text(result.cost_here, words),
            *((number_text(apart[name], words) if name in apart else "",) if apart else ()),
        )
        for name, result in own
    ]
    note = ""
    if linked.asked == "plan":
        note = words.say(
            N_("Together: {cost}. Cells that several tables share count once there."),
            cost=number_text(own[0][1].cost, words),
        )
    yield Table(words.say(N_("Cost of suppression")), tuple(columns), tuple(lines), note)
