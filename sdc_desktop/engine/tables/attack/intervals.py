"""Feasibility intervals: between which values an intruder knows each unpublished cell to lie.

Known cells are dropped from the system, what is left falls into parts; bounds are tightened relation by
relation; then linear programs settle what is open. A table of whole numbers that attains a cell's bound
settles it without one. Such tables are checked exactly, so an interval is never wider than told for want of a
tolerance; where the linear bound is not attained by whole numbers, CP-SAT decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.context import JobContext, solved
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import Answer, Attack
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.part import Part, finite, part_of
from sdc_desktop.engine.tables.relations import Integers

DETERMINISTIC_LIMIT = 20.0  # of CP-SAT for one question, in its own measure of work
_FAR = 2**51  # stands in for a missing bound


@dataclass(frozen=True)
class WholeAnswer:
    """``bound``: nothing beyond it is possible; None: nothing was found out. ``table``: of whole numbers,
    attains the best value found; None where none was. ``proven``: it is the best; ``impossible``: none fits.
    """

    bound: int | None
    table: Integers | None
    proven: bool
    impossible: bool


def ask_whole(
    part: Part,
    unknown: int | None,
    sense: Literal["largest", "smallest"],
    hint: Integers | None,
    context: JobContext,
    value: int | None = None,
) -> WholeAnswer:
    """The largest or smallest whole value of an unknown; with `value`, whether it can be that.

    CP-SAT on one worker with a limit on its deterministic time: the same answer every time. Raises Cancelled.
    """
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    variables = [model.new_int_var(*_ends(part, place), "") for place in range(len(part.cells))]
    for row in range(len(part.rows)):
        terms = slice(part.starts[row], part.starts[row + 1])
        expression = cp_model.LinearExpr.weighted_sum(
            [variables[column] for column in part.columns[terms].tolist()], part.signs[terms].tolist()
        )
        model.add(expression == int(part.rights[row]))
    if unknown is not None and value is not None:
        model.add(variables[unknown] == value)
    elif unknown is not None and sense == "largest":
        model.maximize(variables[unknown])
    elif unknown is not None:
        model.minimize(variables[unknown])
    if hint is not None and value is None:
        for variable, number in zip(variables, hint.tolist(), strict=True):
            model.add_hint(variable, number)
    solver, status = solved(model, DETERMINISTIC_LIMIT, context)
    context.checkpoint()
    if status == cp_model.MODEL_INVALID:
        raise Refused(error("audit.solver_failed", number=len(part.cells)))
    if status == cp_model.INFEASIBLE:
        return WholeAnswer(None, None, True, True)
    table = None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        table = np.array([solver.value(variable) for variable in variables], dtype=np.int64)
    proven = status == cp_model.OPTIMAL
    asked = unknown is not None and value is None and table is not None
    return WholeAnswer(round(solver.best_objective_bound) if asked else None, table, proven, False)


def _ends(part: Part, place: int) -> tuple[int, int]:
    low, high = finite(int(part.lower[place])), finite(int(part.upper[place]))
    return -_FAR if low is None else low, _FAR if high is None else high


Bound = int | Fraction | None  # in units; None: no bound

STEP = "bounding"
_NEAR = 1e-6
_GOAL_CORNERS = 3  # in a large part, where a cell must reach only so far
_CORNERS = 10  # that are tried for a table of whole numbers before CP-SAT is asked, which takes much longer
_DENOMINATORS = 1000
_LARGE = 3000  # unknowns of a part: in larger ones CP-SAT hardly ever settles what corners did not


@dataclass(frozen=True)
class Interval:
    """``attained``: both ends (where there are any) are attained by tables of whole numbers, found and
    checked; in real numbers: by the linear program. Else the true interval may be narrower, and ``reached``
    are the ends that tables found do attain. ``no_gaps``: every whole number between the ends is possible
    too.
    """

    lower: Bound
    upper: Bound
    attained: bool = True
    no_gaps: bool = True
    reached: tuple[Bound, Bound] = (0, 0)


def intervals(
    known: Knowledge,
    wanted: Sequence[int] | Integers,
    context: JobContext,
    *,
    truth: Integers | None = None,
    whole: bool = True,
    unimodular: bool = False,
    goals: Mapping[int, tuple[int, int]] | None = None,
) -> tuple[Interval, ...]:
    """The intervals of the cells `wanted`, in their order.

    ``truth``: the table itself, where whoever asks has it (it must fit what is known); it makes figures
    small, it changes no result. ``whole``: all values are whole units; else bounds are of real numbers.
    ``unimodular``: the relations are known to have whole bounds and no gaps. ``goals``: by cell how low and
    how high it must reach, where that is all that matters: in a large part an end that whole numbers may not
    attain is then not settled where tables that were found reach the goal, or the linear bound does not.
    Raises
    :class:`Contradiction` where no table fits, Refused where a solver fails, Cancelled.
    """
    tight = propagated(known)
    found: dict[int, Interval] = {}
    cells = np.asarray(wanted, dtype=np.int64)
    is_wanted = np.zeros(len(known.lower), dtype=np.bool_)
    is_wanted[cells] = True
    groups = components(tight)
    total = max(1, sum(len(group) for group, _ in groups))
    done = 0
    for group, rows in groups:
        inside = np.flatnonzero(is_wanted[group])
        part = part_of(tight, group, rows)
        search = _Search(part, None if truth is None else truth[group], whole, context)
        if goals is not None and len(group) > _LARGE:
            search.goals = {place: goals[cell] for place, cell in enumerate(group.tolist()) if cell in goals}
        if len(inside) or truth is None:
            search.begin()
        no_gaps = unimodular or (whole and len(inside) > 0 and part.is_network)
        for number, unknown in enumerate(inside.tolist()):
            if number % 16 == 0:
                context.progress((done + number) / total, STEP)
            found[int(group[unknown])] = search.interval(unknown, no_gaps)
        done += len(group)
    return tuple(found.get(cell) or _fixed(tight, cell) for cell in cells.tolist())


def fixed_cells(
    known: Knowledge, wanted: Sequence[int], truth: Integers, context: JobContext
) -> tuple[int, ...]:
    """Those of the cells `wanted` that can have their true value only, in whole numbers.

    As in :func:`intervals`; a cell that some table moves is settled by it.
    """
    tight = propagated(known)
    fixed = [cell for cell in wanted if tight.lower[cell] == tight.upper[cell]]
    open_ = np.zeros(len(known.lower), dtype=np.bool_)
    open_[list(wanted)] = True
    for group, rows in components(tight):
        inside = np.flatnonzero(open_[group]).tolist()
        if inside:
            search = _Search(part_of(tight, group, rows), truth[group], True, context)
            fixed += [int(group[unknown]) for unknown in inside if not search.moves(unknown)]
    return tuple(sorted(fixed))


def _fixed(known: Knowledge, cell: int) -> Interval:
    """A cell that single relations fix."""
    return Interval(int(known.lower[cell]), int(known.upper[cell]))


class _Search:
    """The search for the bounds of one part, and the best table found for each of them."""

    def __init__(self, part: Part, truth: Integers | None, whole: bool, context: JobContext) -> None:
        self._part, self._whole, self._context = part, whole, context
        self._seen_low = part.upper.copy()
        self._seen_high = part.lower.copy()
        self._base = truth
        self._attack: Attack | None = None
        self.goals: Mapping[int, tuple[int, int]] = {}  # of unknowns
        if truth is not None:
            self._note(truth)

    def begin(self) -> None:
        """Without the truth: find a table that fits. Raises :class:`Contradiction` where there is none."""
        if self._base is not None:
            return
        attack = Attack(self._part, None)
        answer = self._asked(attack, None, largest=True)
        table = None if answer is None else attack.table_at(answer)
        if table is None and self._whole:
            first = ask_whole(self._part, None, "largest", None, self._context)
            if first.impossible:
                raise Contradiction
            table = first.table
        self._base = table
        if table is None:
            self._attack = attack
        else:
            self._note(table)

    def interval(self, unknown: int, no_gaps: bool) -> Interval:
        """The interval of one unknown."""
        lower, low_attained = self._end(unknown, largest=False)
        upper, high_attained = self._end(unknown, largest=True)
        attained = low_attained and high_attained
        narrow = lower is not None and upper is not None and upper - lower <= 1 and attained
        if attained:
            return Interval(lower, upper, attained, no_gaps or narrow)
        return Interval(lower, upper, attained, no_gaps, self._reached(unknown, lower, upper))

    def moves(self, unknown: int) -> bool:
        """Whether an unknown is known to have more than one value."""
        for largest in (True, False):
            if self._seen_low[unknown] < self._seen_high[unknown]:
                return True
            bound, attained = self._end(unknown, largest=largest)
            if bound is None or (attained and bound != self._seen_low[unknown]):
                return True
        return bool(self._seen_low[unknown] < self._seen_high[unknown])

    def _reached(self, unknown: int, lower: Bound, upper: Bound) -> tuple[Bound, Bound]:
        """The ends that tables found attain; no end where there is none."""
        low, high = int(self._seen_low[unknown]), int(self._seen_high[unknown])
        return None if lower is None else low, None if upper is None else high

    def _end(self, unknown: int, *, largest: bool) -> tuple[Bound, bool]:
        """The greatest or least value, and whether it is known to be attained."""
        limit = int((self._part.upper if largest else self._part.lower)[unknown])
        seen = self._seen_high if largest else self._seen_low
        if seen[unknown] == limit and finite(limit) is not None and self._base is not None:
            return limit, True
        if self._attack is None:
            self._attack = Attack(self._part, self._base)
        answer = self._asked(self._attack, unknown, largest=largest)
        if answer is None:
            return self._settled(unknown, limit, largest)
        if answer.status == "unbounded":
            return None, True
        table = self._attack.table_at(answer)
        if table is not None:
            self._note(table)
            return int(table[unknown]), True
        if not self._whole:
            return _near_fraction(answer.value), True
        slack = _NEAR * max(1.0, abs(answer.value) * _NEAR)
        bound = floor(answer.value + slack) if largest else ceil(answer.value - slack)
        if seen[unknown] == bound and self._base is not None:
            return bound, True
        return self._settled(unknown, bound, largest)

    def _asked(self, attack: Attack, unknown: int | None, *, largest: bool) -> Answer | None:
        """The solver's answer; None where it failed and whole numbers can be tried instead."""
        try:
            answer = attack.ask(unknown, largest=largest)
        except Refused:
            if self._whole:
                return None
            raise
        if answer.status == "infeasible":
            raise Contradiction
        return answer

    def _settled(self, unknown: int, bound: int, largest: bool) -> tuple[Bound, bool]:
        """By whole numbers. `bound` is the linear one, rounded inwards."""
        if self._is_enough(unknown, bound, largest):
            return finite(bound), False
        if self._attack is not None and self._base is not None and finite(bound) is not None:
            table = self._attack.whole_at(unknown, bound, _CORNERS)
            if table is not None:
                self._note(table)
                return bound, True
        sense = "largest" if largest else "smallest"
        answer = ask_whole(self._part, unknown, sense, self._base, self._context)  # type: ignore[arg-type]
        if answer.impossible:
            raise Contradiction
        if answer.table is not None and self._part.fits(answer.table):
            self._note(answer.table)
            if answer.proven:
                return int(answer.table[unknown]), True
        if answer.bound is not None:
            bound = min(bound, answer.bound) if largest else max(bound, answer.bound)
        return finite(bound), False

    def _is_enough(self, unknown: int, bound: int, largest: bool) -> bool:
        """Whether the search knows if an unknown reaches as far as required: tables found do, or the
        linear bound does not.
        """
        goals = self.goals.get(unknown)
        if goals is None:
            return False
        goal, sign = (goals[1], 1) if largest else (goals[0], -1)
        seen = self._seen_high if largest else self._seen_low
        if sign * int(seen[unknown]) >= sign * goal or sign * bound < sign * goal:
            return True
        if self._attack is None or self._base is None:
            return False
        table = self._attack.whole_at(unknown, goal, _GOAL_CORNERS)
        if table is not None:
            self._note(table)
        return table is not None

    def _note(self, table: Integers) -> None:
        np.minimum(self._seen_low, table, out=self._seen_low)
        np.maximum(self._seen_high, table, out=self._seen_high)


def _near_fraction(value: float) -> Bound:
    """The fraction of a small denominator that the solver's number stands for."""
    found = Fraction(value).limit_denominator(_DENOMINATORS)
    return int(found) if found.denominator == 1 else found
