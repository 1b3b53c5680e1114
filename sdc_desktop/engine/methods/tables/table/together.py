"""Linked tables: protected together, or audited together in their published form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import one_by_one
from sdc_desktop.engine.methods.tables.table.assembling import Within, assembled
from sdc_desktop.engine.methods.tables.table.coarser import published_coarser
from sdc_desktop.engine.methods.tables.table.joint_finding import JointAudit, restricted
from sdc_desktop.engine.methods.tables.table.members import (
    Group,
    Member,
    judged_member,
    part_of,
    records_behind,
)
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.tables.attack.insider import InsiderResult, insider_result
from sdc_desktop.engine.tables.attack.intervals import Interval, intervals
from sdc_desktop.engine.tables.cells import Protects, as_number, interval_risk
from sdc_desktop.engine.tables.linked.categories import Codes
from sdc_desktop.engine.tables.linked.contributors import LinkedContributors
from sdc_desktop.engine.tables.linked.facts import ByJob, LinkedCell, LinkedTables, Related, Sharing
from sdc_desktop.engine.tables.linked.joint import (
    exposed,
    joint_problem,
    own_interval,
    published,
    with_singletons,
)
from sdc_desktop.engine.tables.linked.sums import sums_not_judged
from sdc_desktop.engine.tables.linked.system import LinkedSystem, linked_system
from sdc_desktop.engine.tables.protection.effort import Effort
from sdc_desktop.engine.tables.protection.protected_table import (
    Named,
    Protected,
    contributor_notes,
    refused_by_name,
)
from sdc_desktop.engine.tables.protection.singleton_protection import (
    Against,
    Requirements,
    limits_of,
    suppressed_against,
    with_requirements,
)
from sdc_desktop.engine.tables.protection.suppress import Suppression
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.table import Levels, Table
from sdc_desktop.engine.tables.table_counts import Judged

_LISTED = 8  # cells named in a problem


class _Linked:
    """The system of a group, with what its tables ask."""

    def __init__(self, group: Group) -> None:
        self.members = group.members
        self.sums = group.sums
        judged = [judged_member(member) for member in group.members]
        self.judged = [found for found, _ in judged]
        self.precisions = [precision for _, precision in judged]
        zeros = [
            (member.counted.table.values == 0) & ~(found.unsafe if member.hidden is None else member.hidden)
            for member, found in zip(group.members, self.judged, strict=True)
        ]
        shapes = [member.shape for member in group.members]
        self.system = linked_system(shapes, group.definitions, group.amounts, zeros, group.sums)
        self.parts = [
            part_of(member, found) for member, found in zip(group.members, self.judged, strict=True)
        ]
        self.behind = [records_behind(member) for member in group.members]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the jobs."""
        return tuple(member.name for member in self.members if member.kind == "own")

    def coordinates(self, cell: int) -> ByJob:
        """A common cell in each table that has it."""
        homes = [(self.members[number], own) for number, own in self.system.homes(cell)]
        if not homes:
            restricted = self.system.restrictions(cell)
            return {"": tuple(_restriction(name, codes) for name, codes in restricted)}
        return {
            member.name: member.shape.table.coordinates(own)
            for member, own in homes
            if member.kind != "beside"
        }

    def refuse_published(self) -> None:
        """Raise :class:`Refused` where a cell is unsafe that an earlier release shows."""
        shown = np.zeros(self.system.cells_number, dtype=np.bool_)
        for member, places in zip(self.members, self.system.places, strict=True):
            if member.kind == "released" and member.hidden is not None:
                shown[places[~member.hidden]] = True
        unsafe = np.zeros(self.system.cells_number, dtype=np.bool_)
        for found, places in zip(self.judged, self.system.places, strict=True):
            unsafe[places[found.unsafe]] = True
        cells = np.flatnonzero(shown & unsafe).tolist()
        if cells:
            names = tuple(self._cell_name(cell) for cell in cells[:_LISTED])
            names = names if len(cells) <= _LISTED else (*names, "…")
            where = Place(key="params.protect.released")
            raise Refused(error("linked.already_published", where, cells=names, number=len(cells)))

    def refuse_unlinked(self) -> None:
        """Raise :class:`Refused` where a table to be protected with others has nothing to do with them."""
        own = [number for number, member in enumerate(self.members) if member.kind == "own"]
        shared = np.zeros(self.system.cells_number, dtype=np.bool_)
        shared[: self.system.shown_number] = self.system.shared
        relations = self.system.relations
        for row in np.flatnonzero(self.system.origins[:, 0] < 0).tolist():
            shared[relations.row(row)[0]] = True
        for number in own if len(own) > 1 else []:
            if not shared[self.system.places[number]].any():
                other = self.members[next(one for one in own if one != number)]
                member, where = self.members[number], Place(key="params.protect.link")
                named = tuple(one.shape.table.names for one in (other, member))
                jobs = (other.name, member.name)
                raise Refused(
                    error("linked.no_shared_cell", where, jobs=jobs, names=named[0], others=named[1])
                )

    def named(self) -> Named:
        """The common cells by name, for problems."""
        return Named(self.system.shown_number, self._cell_name, self._unit)

    def _cell_name(self, cell: int) -> str:
        number, own = self.system.homes(cell)[0]
        return f"{self.members[number].name}: {self.members[number].shape.table.cell_name(own)}"

    def _unit(self, cell: int) -> float:
        number, _ = self.system.homes(cell)[0]
        return float(self.members[number].shape.table.unit) / self.system.scales[number]

    def cell(self, cell: int, interval: Interval) -> LinkedCell:
        """A cell that is exposed, in numbers of the first table that has it."""
        number, _ = self.system.homes(cell)[0]
        table, own = self.members[number].shape.table, own_interval(interval, self.system.scales[number])
        exactly = interval.lower is not None and interval.lower == interval.upper
        lower, upper = as_number(own.lower, table), as_number(own.upper, table)
        return LinkedCell(self.coordinates(cell), lower, upper, exactly)

    def facts(
        self,
        requirements: Literal["plan", "found"],
        failures: Sequence[LinkedCell],
        derived: Sequence[int],
        unions: Sequence[Sequence[int]],
        pattern: Flags,
        not_judged: int,
    ) -> LinkedTables:
        """What the result states of the group. `pattern`: the common cells that are not shown; `not_judged`:
        sums that follow from them and whose records are not known.
        """
        tables = np.zeros(self.system.cells_number, dtype=np.int64)
        for member, places in zip(self.members, self.system.places, strict=True):
            if member.kind != "beside":
                tables[np.unique(places)] += 1
        return LinkedTables(
            jobs=self.names,
            cells=int((tables > 0).sum()),
            shared=int((tables > 1).sum()),
            fine=int((tables == 0).sum()),
            failures=tuple(failures),
            asked=requirements,
            contributors_derive=tuple(self.coordinates(cell) for cell in derived),
            unsafe_sums=tuple(tuple(self.coordinates(cell) for cell in cells) for cells in unions),
            sums_not_judged=not_judged
            + sums_not_judged(self.system.sums, pattern, tables > 0, self.system.values != 0),
            fine_left_out=self.system.left_out,
            sharing=_sharing(self.system, self.members),
            released=tuple(member.name for member in self.members if member.kind == "released"),
            related=tuple(Related(one.names, one.factors) for one in self.sums) or None,
        )


def _restriction(name: str, codes: Codes) -> str:
    """Some codes of a variable; its name without the job that derived it."""
    return f"{name.partition(chr(10))[0]} = {', '.join(sorted(codes))}"


def _sharing(system: LinkedSystem, members: Sequence[Member]) -> tuple[Sharing, ...]:
    """How many cells each two tables have in common, and by which variables."""
    has = {
        member.name: np.bincount(places, minlength=system.shown_number) > 0
        for member, places in zip(members, system.places, strict=True)
        if member.kind != "beside"
    }
    own = {m.name: (m.shape.table, places) for m, places in zip(members, system.places, strict=True)}
    return tuple(
        Sharing((one, other), int(common.sum()), restricted(own[one][0], common[own[one][1]]))
        for one, other in combinations(has, 2)
        if (common := has[one] & has[other]).any()
    )


# together ----------------------------------------------------------------------------------------------


def protect_together(group: Group, context: JobContext) -> Mapping[str, TableResult]:
    """The results of tables that are protected together, by name. Their settings for suppression are equal.

    Raises :class:`Refused`, Cancelled.
    """
    linked = _Linked(group)
    linked.refuse_published()
    linked.refuse_unlinked()
    spec = next(m.params.protect for m in group.members if m.kind == "own")
    assert isinstance(spec, SuppressionSpec)
    who = LinkedContributors(
        linked.system,
        linked.behind,
        group.codes,
        insiders=spec.insiders,
        unions=spec.unions,
        levels=spec.insider_levels,
        by_weight=spec.lone_by_weight,
    )
    against, problem = _pattern(linked, spec, who, context.within(0.0, 0.9))
    found = against.found
    failing = sorted(cell for cell in found.failures if cell < linked.system.shown_number)
    failures = [linked.cell(cell, found.intervals[cell]) for cell in failing]
    unions = dict.fromkeys((*against.unions, *_unmet(found.failures, against.protects, len(problem.values))))
    facts = linked.facts("plan", failures, against.derived, tuple(unions), found.pattern, against.not_judged)
    facts = replace(facts, insider_levels=spec.insider_levels)
    return {
        member.name: _result(linked, number, facts, against, problem, context.within(0.9, 1.0))
        for number, member in enumerate(group.members)
        if member.kind == "own"
    }


def _pattern(
    linked: _Linked, spec: SuppressionSpec, who: LinkedContributors, context: JobContext
) -> tuple[Against, SuppressionProblem]:
    """The pattern of all tables: first by the cells that they have, then by all that links them."""
    system, whole = linked.system, joint_problem(linked.system, linked.parts)
    problem, begun, effort = whole, None, Effort(limits_of(spec).effort)
    try:
        if system.cells_number > one_by_one.MOST_TOGETHER:
            return _table_after_table(linked, spec, who, context)
        if system.cells_number > system.shown_number:
            problem = joint_problem(system, linked.parts, fine=False)
            if spec.singletons:
                problem = with_singletons(problem, system, linked.parts)
            first = context.within(0.0, 0.6)
            begun = suppressed_against(problem, spec, who, first, effort=effort, explain=False)
            nobodys = Requirements((), tuple(who.differences(whole, context.within(0.6, 0.65))))
            begun = replace(begun, protects=begun.protects.with_(who.wanted(nobodys)))
        problem = with_singletons(whole, system, linked.parts) if spec.singletons else whole
        against = suppressed_against(problem, spec, who, context, begun=begun, effort=effort)
    except Refused as refusal:
        raise Refused(list(refused_by_name(refusal, problem, linked.named(), context))) from None
    if begun is not None and begun.found.ended_by == "wish":  # the same plan with this effort ends there
        against = replace(against, found=replace(against.found, effort_used=begun.found.effort_used))
    return against, problem


def _unmet(failures: Sequence[int], protects: Requirements, first: int) -> list[tuple[int, ...]]:
    """The sums whose protection was required and failed; the first of them is the cell `first`."""
    return [protects.unions[cell - first].cells for cell in failures if cell >= first]


def _table_after_table(
    linked: _Linked, spec: SuppressionSpec, who: LinkedContributors, context: JobContext
) -> tuple[Against, SuppressionProblem]:
    """The pattern of all tables where they have more cells than are protected at once: table after table."""
    problem = joint_problem(linked.system, linked.parts)
    if spec.singletons:
        problem = with_singletons(problem, linked.system, linked.parts)
    own = [number for number, member in enumerate(linked.members) if member.kind == "own"]
    fast = spec.model_copy(update={"solver": "fast"})
    found = one_by_one.one_by_one(linked.system, problem, own, limits_of(fast), context.within(0.0, 0.8))
    return suppressed_against(problem, fast, who, context.within(0.8, 1.0), settled=found), problem


def _result(
    linked: _Linked,
    number: int,
    facts: LinkedTables,
    against: Against,
    problem: SuppressionProblem,
    context: JobContext,
) -> TableResult:
    """The result of one table of a group."""
    member, system, found = linked.members[number], linked.system, against.found
    places, scale, table = system.places[number], system.scales[number], member.counted.table
    own_of = dict(zip(places[::-1].tolist(), range(len(places) - 1, -1, -1), strict=True))
    pattern = found.pattern[places]
    intervals = {
        cell: own_interval(found.intervals[place], scale)
        for cell, place in enumerate(places.tolist())
        if place in found.intervals
    }
    unsafe = np.zeros(system.cells_number, dtype=np.bool_)
    unsafe[[cell for cell in problem.primaries if cell < system.cells_number]] = True
    judged = _judged_within(linked, number, problem, unsafe[places])
    spec = member.params.protect
    assert isinstance(spec, SuppressionSpec)
    secondaries = np.unique(places[pattern & ~judged.unsafe])
    done = Protected(
        table.values,
        ~pattern,
        "secondary",
        intervals,
        found.cost,
        found.proven,
        replace(
            found,
            pattern=pattern,
            intervals=intervals,
            failures=tuple(sorted(own_of[cell] for cell in found.failures if cell in own_of)),
            protects={},
        ),
        notes=(
            *contributor_notes(against, spec, member.counted.records),
            *_overruled(linked.judged[number], judged, table),
        ),
        derived=tuple(sorted(own_of[cell] for cell in against.derived if cell in own_of)),
        unions=tuple(
            tuple(own_of[cell] for cell in cells)
            for cells in against.unions
            if all(cell in own_of for cell in cells)
        ),
        by_contributors=member.counted.records is not None,
    )
    precision = linked.precisions[number]
    insider = _insider(linked, number, found.pattern, context)
    if precision > 1:
        done = published_coarser(done, member.counted, judged, precision, context)
    within = Within(
        facts,
        _protects(linked, number, own_of, found),
        _unsafe_in(linked, number),
        _elsewhere(linked, number),
        float(problem.costs[secondaries].sum()),
    )
    return replace(assembled(member.params, member.counted, judged, done, precision, within), insider=insider)


def _insider(linked: _Linked, number: int, pattern: Flags, context: JobContext) -> InsiderResult | None:
    """What the insider of a table derives from all of them. Raises :class:`Refused`, Cancelled."""
    member, system = linked.members[number], linked.system
    spec = member.params.insider
    if spec is None:
        return None
    problem = joint_problem(system, linked.parts)
    known = published(problem, pattern)
    cells = np.flatnonzero(pattern[: system.shown_number]).tolist()
    ends = intervals(known, cells, context, truth=problem.values)
    return insider_result(
        spec,
        member.shape.table,
        known,
        dict(zip(cells, ends, strict=True)),
        context,
        truth=problem.values,
        precision=linked.precisions[number],
        places=system.places[number],
        scale=system.scales[number],
    )


def _overruled(own: Judged, judged: Judged, table: Table) -> Iterator[Problem]:
    """A warning that names the cells whose status set by hand does not hold because they are unsafe in
    another table.
    """
    cells = [
        cell
        for cell, status in own.set_to.items()
        if status != "unsafe" and judged.unsafe[cell] and not own.unsafe[cell]
    ]
    if cells:
        names = tuple(table.cell_name(cell) for cell in cells[:_LISTED])
        names = names if len(cells) <= _LISTED else (*names, "…")
        yield warning("linked.status_overruled", Place(key="params.cells"), cells=names, number=len(cells))


def _judged_within(linked: _Linked, number: int, problem: SuppressionProblem, unsafe: Flags) -> Judged:
    """The judgement of a table within its group: a cell unsafe in one table is unsafe in all that have it."""
    own, places, scale = linked.judged[number], linked.system.places[number], linked.system.scales[number]
    levels = {}
    for cell in np.flatnonzero(unsafe).tolist():
        joint = problem.levels[int(places[cell])]
        levels[cell] = Levels(joint.upper / scale, joint.lower / scale, joint.sliding / scale)
    return replace(own, unsafe=unsafe, frozen=own.frozen & ~unsafe, levels=levels)


def _protects(
    linked: _Linked, number: int, own_of: Mapping[int, int], found: Suppression
) -> Mapping[int, tuple[Protects, ...]]:
    """For each secondary of a table the unsafe cells that need it, and its relations in between."""
    system, table = linked.system, linked.members[number].shape.table
    result: dict[int, tuple[Protects, ...]] = {}
    for place, needing in found.protects.items():
        if place not in own_of:
            continue
        listed = []
        for primary, rows in needing:
            homes = system.homes(primary)
            if not homes:
                continue
            shared = tuple(
                table.coordinates(table.relations.parent(int(system.origins[row, 1])))
                for row in rows
                if row < len(system.origins) and system.origins[row, 0] == number
            )
            if primary in own_of:
                listed.append(Protects(table.coordinates(own_of[primary]), shared))
            else:
                other, cell = homes[0]
                member = linked.members[other]
                listed.append(Protects(member.shape.table.coordinates(cell), shared, member.name))
        result[own_of[place]] = tuple(listed)
    return result


def _elsewhere(linked: _Linked, number: int) -> Mapping[int, ByJob]:
    """For each cell of a table what it is in the other tables that have it."""
    system, found = linked.system, dict[int, dict[str, tuple[str, ...]]]()
    for other, member in enumerate(linked.members):
        if other != number and member.kind != "beside":
            own = np.full(system.cells_number, -1)
            own[system.places[other][::-1]] = np.arange(len(system.places[other]))[::-1]
            there = own[system.places[number]]
            for cell in np.flatnonzero(there >= 0).tolist():
                coordinates = member.shape.table.coordinates(int(there[cell]))
                found.setdefault(cell, {})[member.name] = coordinates
    return found


def _unsafe_in(linked: _Linked, number: int) -> Mapping[int, tuple[str, ...]]:
    """For each cell of a table the other tables whose rules call it unsafe."""
    system, found = linked.system, dict[int, tuple[str, ...]]()
    for other, member in enumerate(linked.members):
        if other != number:
            unsafe = np.zeros(system.cells_number, dtype=np.bool_)
            unsafe[system.places[other][linked.judged[other].unsafe]] = True
            for cell in np.flatnonzero(unsafe[system.places[number]]).tolist():
                found[cell] = (*found.get(cell, ()), member.name)
    return found


# audited as they are -----------------------------------------------------------------------------------


def _over_risk(
    linked: _Linked, problem: SuppressionProblem, pattern: Flags, context: JobContext
) -> tuple[LinkedCell, ...]:
    """The suppressed cells whose risk is above the limit of a table that suppresses them, for one who has all
    the tables. Raises :class:`Refused`, Cancelled.
    """
    system, limits = linked.system, dict[int, float]()
    for member, places in zip(linked.members, system.places, strict=True):
        if member.kind == "own" and member.params.max_risk is not None and member.hidden is not None:
            for cell in places[member.hidden].tolist():
                limits[cell] = min(limits.get(cell, 1.0), float(member.params.max_risk))
    if not limits:
        return ()
    cells = sorted(limits)
    ends = intervals(published(problem, pattern), cells, context, truth=problem.values)
    over = []
    for cell, interval in zip(cells, ends, strict=True):
        number, _ = system.homes(cell)[0]
        own = own_interval(interval, system.scales[number])
        risk, _ = interval_risk(own, linked.precisions[number])
        if risk.disclosed or (risk.risk or 0) > limits[cell]:
            over.append(linked.cell(cell, interval))
    return tuple(over)


def audit_together(group: Group, context: JobContext) -> JointAudit:
    """What the published tables of a group reveal together. Every member has ``hidden``.

    An unsafe cell that no table hides is its own table's fault, and not given here. Raises :class:`Refused`
    where a solver fails, Cancelled.
    """
    linked = _Linked(group)
    system = linked.system
    problem = joint_problem(system, linked.parts)
    shown = np.zeros(system.cells_number, dtype=np.bool_)
    hidden_in_some = np.zeros(system.cells_number, dtype=np.bool_)
    for member, places in zip(linked.members, system.places, strict=True):
        assert member.hidden is not None
        shown[places[~member.hidden]] = True
        hidden_in_some[places[member.hidden]] = True
    pattern = ~shown
    specs = [member.params.protect for member in linked.members]
    specified = [spec for spec in specs if isinstance(spec, SuppressionSpec)]
    who = LinkedContributors(
        system,
        linked.behind,
        group.codes,
        insiders="tell" if any(spec.insiders != "ignore" for spec in specified) else "ignore",
        unions="tell" if any(spec.unions != "ignore" for spec in specified) else "ignore",
        levels=any(spec.insider_levels for spec in specified),
        by_weight=all(spec.lone_by_weight for spec in specified),
    )
    nobodys = Requirements((), tuple(who.differences(problem, context.within(0.0, 0.1))))
    wanted, size = with_requirements(problem, nobodys), len(problem.values)
    suppressed = np.append(pattern, np.ones(wanted.virtual, dtype=np.bool_))
    found = exposed(wanted, suppressed, context.within(0.1, 0.5))
    failures = [
        linked.cell(one.cell, one.interval) for one in found if one.cell < size and hidden_in_some[one.cell]
    ]
    requirements: Requirements = who.ask(problem, pattern, context.within(0.5, 1.0))
    derived = sorted({need.primary for need in requirements.needs})
    unions = [union.cells for union in requirements.unions]
    unions = list(dict.fromkeys((*unions, *_unmet([one.cell for one in found], nobodys, size))))
    facts = linked.facts("found", failures, derived, unions, pattern, requirements.not_judged)
    facts = replace(
        facts,
        insider_levels=any(spec.insider_levels for spec in specified),
        over_risk=_over_risk(linked, problem, pattern, context) or None,
    )
    shared = {
        member.name: _elsewhere(linked, number)
        for number, member in enumerate(group.members)
        if member.kind == "own"
    }
    insiders = {
        member.name: insider
        for number, member in enumerate(group.members)
        if member.kind == "own" and (insider := _insider(linked, number, pattern, context)) is not None
    }
    return JointAudit(facts, shared, insiders)
