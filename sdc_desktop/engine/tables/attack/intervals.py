"""Feasibility intervals: the values that an intruder knows to be possible for each suppressed cell.

Known cells are dropped from the system, what is left falls into parts; bounds are tightened relation by
relation; then linear programs settle what is open. A table of whole numbers that attains a cell's bound
settles it without one. Such tables are checked exactly, so an interval is never wider than given for want of
a tolerance; where the linear bound is not attained by whole numbers, CP-SAT decides.
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
from sdc_desktop.engine.tables.attack.nearby import Nearby
from sdc_desktop.engine.tables.attack.part import Part, finite, part_of
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.table import Levels

DETERMINISTIC_LIMIT = 20.0  # of CP-SAT for one question, in its own measure of work
_FAR = 2**51  # stands in for a missing bound


@dataclass(frozen=True)
class WholeAnswer:
    """``bound``: nothing beyond it is possible; None: nothing was detected. ``table``: of whole numbers,
    attains the best value found; None where none was. ``proven``: it is the best; ``impossible``: none fits.
    ``work``: in the measure of the solver.
    """

    bound: int | None
    table: Integers | None
    proven: bool
    impossible: bool
    work: float = 0.0


def ask_whole(
    part: Part,
    unknown: int | None,
    sense: Literal["largest", "smallest"],
    hint: Integers | None,
    context: JobContext,
    value: int | None = None,
) -> WholeAnswer:
    """The largest or smallest whole value of an unknown; with `value`, whether it can be that. ``hint``
    (unknowns,): a table to begin with.

    CP-SAT on one worker with a limit on its deterministic time: every run gives equal results. Raises
    Cancelled.
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
    work = float(solver.response_proto.deterministic_time)
    table = None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        table = np.array([solver.value(variable) for variable in variables], dtype=np.int64)
    proven = status == cp_model.OPTIMAL
    is_whole_query = unknown is not None and value is None and table is not None
    return WholeAnswer(
        round(solver.best_objective_bound) if is_whole_query else None, table, proven, False, work
    )


def _ends(part: Part, place: int) -> tuple[int, int]:
    low, high = finite(int(part.lower[place])), finite(int(part.upper[place]))
    return -_FAR if low is None else low, _FAR if high is None else high


Bound = int | Fraction | None  # in units; None: no bound

STEP = "bounding"
_NEAR = 1e-6
_CORNERS = 10  # that are tried for a table of whole numbers before CP-SAT is asked, which takes much longer
_DENOMINATORS = 1000
_LARGE = 3000  # unknowns of a part: in larger ones CP-SAT hardly ever settles what movements did not
_WORK = 40.0  # of CP-SAT in one part, in its own measure: then the part is treated as a large one


@dataclass(frozen=True)
class Goal:
    """How low and how high a cell must reach, and how long its interval must be, where that is all that
    matters.
    """

    low: int
    high: int
    length: int = 0

    def met(self, low: int, high: int) -> bool:
        """Whether these ends are far enough."""
        return low <= self.low and high >= self.high and high - low >= self.length


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


def goal_of(value: int, levels: Levels) -> Goal:
    """How far a cell of a value must reach."""
    low, high = floor(value - levels.lower), ceil(value + levels.upper)
    return Goal(low, high, ceil(max(levels.sliding, Fraction(1))))


def protected(interval: Interval, value: int, levels: Levels) -> bool:
    """Whether an interval reaches as far as the levels ask, both ways and in all, and holds two values.

    Of an interval whose ends are not known to be attained only what tables that were found attain counts.
    """
    lower, upper = interval.lower, interval.upper
    if not interval.attained:
        lower, upper = interval.reached
    long_enough = levels.at_least_a_unit().sliding_met(lower, upper)
    return long_enough and levels.lower_met(value, lower) and levels.upper_met(value, upper)


def intervals(
    known: Knowledge,
    wanted: Sequence[int] | Integers,
    context: JobContext,
    *,
    truth: Integers | None = None,
    whole: bool = True,
    unimodular: bool = False,
    goals: Mapping[int, Goal] | None = None,
    enough: bool = False,
) -> tuple[Interval, ...]:
    """The intervals of the cells `wanted`, in their order.

    ``truth``: the table itself, where anyone who asks has it (it must fit what is known); it makes figures
    small, it changes no result. ``whole``: all values are whole units; else bounds are of real numbers.
    ``unimodular``: the relations are known to have whole bounds and no gaps. ``goals``: by cell how far
    it must reach: in a large part (of many unknowns, or where much work was done) nothing else is settled of
    ends that whole numbers may not attain. ``enough``: nor of cells that tables found take that far.
    Raises :class:`Contradiction` where no table fits, Refused where a solver fails, Cancelled.
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
        if goals is not None:
            search.goals = {place: goals[cell] for place, cell in enumerate(group.tolist()) if cell in goals}
        if len(inside) or truth is None:
            search.begin()
        no_gaps = unimodular or (whole and len(inside) > 0 and part.is_network)
        ends = {}
        for number, unknown in enumerate(inside.tolist()):
            if number % 16 == 0:
                context.progress((done + number) / total, STEP)
            own = search.ends(unknown, enough=enough)
            if own is not None:
                ends[unknown] = own
        search.explore(ends)
        for unknown in inside.tolist():
            found[int(group[unknown])] = search.interval(unknown, ends.get(unknown), no_gaps)
        done += len(group)
    return tuple(found.get(cell) or _fixed(tight, cell) for cell in cells.tolist())


def fixed_cells(
    known: Knowledge, wanted: Sequence[int], truth: Integers, context: JobContext
) -> tuple[int, ...]:
    """Those of the cells `wanted` that can have their true value only, in whole numbers; ``truth`` (cells,).

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


@dataclass(frozen=True)
class _Ends:
    lower: Bound
    upper: Bound
    attained: bool


class _Search:
    """The search for the bounds of one part, and the best table found for each of them."""

    def __init__(self, part: Part, truth: Integers | None, whole: bool, context: JobContext) -> None:
        self._part, self._whole, self._context = part, whole, context
        self._seen_low = part.upper.copy()
        self._seen_high = part.lower.copy()
        self._base = truth
        self._attack: Attack | None = None
        self._near: Nearby | None = None
        self._work = 0.0
        self.goals: Mapping[int, Goal] = {}  # of unknowns
        if truth is not None:
            self._note(truth)

    @property
    def _large(self) -> bool:
        """Whether the whole ends of all its unknowns are too much work."""
        return len(self._part.cells) > _LARGE or self._work > _WORK

    def begin(self) -> None:
        """Without the truth: find a table that fits. Raises :class:`Contradiction` where there is none."""
        if self._base is not None:
            return
        attack = Attack(self._part, None)
        answer = self._answered(attack, None, largest=True)
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

    def ends(self, unknown: int, *, enough: bool) -> _Ends | None:
        """The ends of an unknown, and whether they are known to be attained. None where it is `enough` that
        tables found take it as far as it must go.
        """
        if enough and self._reaches(unknown):
            return None
        lower, low_attained = self._end(unknown, largest=False)
        if enough and self._reaches(unknown):
            return None
        upper, high_attained = self._end(unknown, largest=True)
        return _Ends(lower, upper, low_attained and high_attained)

    def explore(self, ends: Mapping[int, _Ends]) -> None:
        """Look for tables in which the unknowns of a large part lie as far as they must, many at once."""
        if not self._large or self._base is None:
            return
        base, draws = self._base, np.random.default_rng(0)
        open_ = [unknown for unknown, own in ends.items() if self._is_open(unknown, own)]
        signs = dict(zip(open_, draws.integers(0, 2, len(open_)).tolist(), strict=True))
        for turned in (0, 1):
            wanted = {}
            for unknown in open_:
                goal, value = self.goals[unknown], int(base[unknown])
                high = max(goal.high, goal.low + goal.length)
                far = high - value if signs[unknown] == turned else goal.low - value
                if far and not self._seen_low[unknown] <= value + far <= self._seen_high[unknown]:
                    wanted[unknown] = far
            for table in self._nearby().several(wanted, self._context) if wanted else ():
                self._note(table)

    def interval(self, unknown: int, ends: _Ends | None, no_gaps: bool) -> Interval:
        """The interval of one unknown; without ends what tables found attain."""
        if ends is None:
            seen = self._seen(unknown)
            return Interval(*seen, False, False, seen)
        lower, upper = ends.lower, ends.upper
        if ends.attained:
            narrow = lower is not None and upper is not None and upper - lower <= 1
            return Interval(lower, upper, True, no_gaps or narrow)
        if self._large and self._is_open(unknown, ends):
            self._reach(unknown, ends)
        return Interval(lower, upper, False, no_gaps, self._reached(unknown, lower, upper))

    def _reaches(self, unknown: int) -> bool:
        """Whether tables found take an unknown as far as it must go."""
        goal = self.goals.get(unknown)
        return goal is not None and self._base is not None and goal.met(*self._seen(unknown))

    def _is_open(self, unknown: int, ends: _Ends) -> bool:
        """Whether tables found do not reach as far as an unknown must, and fractions do."""
        goal = self.goals.get(unknown)
        if goal is None or ends.attained or goal.met(*self._seen(unknown)):
            return False
        low = goal.low - goal.length if ends.lower is None else ends.lower
        high = goal.high + goal.length if ends.upper is None else ends.upper
        return low <= goal.low and high >= goal.high and high - low >= goal.length

    def _reach(self, unknown: int, ends: _Ends) -> None:
        """Look for tables in which an unknown of a large part lies as far as it must."""
        goal = self.goals[unknown]
        self._try(unknown, goal.low)
        low, _ = self._seen(unknown)
        self._try(unknown, _within(max(goal.high, low + goal.length), ends))
        if not goal.met(*self._seen(unknown)):
            _, high = self._seen(unknown)
            self._try(unknown, _within(min(goal.low, high - goal.length), ends))

    def _seen(self, unknown: int) -> tuple[int, int]:
        return int(self._seen_low[unknown]), int(self._seen_high[unknown])

    def _nearby(self) -> Nearby:
        assert self._base is not None
        if self._near is None:
            self._near = Nearby(self._part, self._base)
        return self._near

    def _try(self, unknown: int, value: int) -> bool:
        """Whether a table in which an unknown has this value, or one beyond, is found; it is noted."""
        if self._base is None:
            return False
        if self._seen_low[unknown] <= value <= self._seen_high[unknown]:
            return True
        distance = value - int(self._base[unknown])
        table = self._nearby().reaching(unknown, distance, self._context)
        if table is not None:
            self._note(table)
        return table is not None

    def moves(self, unknown: int) -> bool:
        """Whether an unknown is known to have more than one value."""
        if self._large and self._base is not None:
            value = int(self._base[unknown])
            if self._seen_low[unknown] < self._seen_high[unknown] or any(
                self._try(unknown, other) for other in (value + 1, value - 1)
            ):
                return True
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
        """The greatest or least value in units, and whether a table is proven to attain it."""
        limit = int((self._part.upper if largest else self._part.lower)[unknown])
        seen = self._seen_high if largest else self._seen_low
        if seen[unknown] == limit and finite(limit) is not None and self._base is not None:
            return limit, True
        if self._attack is None:
            self._attack = Attack(self._part, self._base)
        answer = self._answered(self._attack, unknown, largest=largest)
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

    def _answered(self, attack: Attack, unknown: int | None, *, largest: bool) -> Answer | None:
        """What the solver found; None where it failed and whole numbers can be tried instead."""
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
        if self._large and (unknown in self.goals or self._work > _WORK):
            return finite(bound), False
        if self._attack is not None and self._base is not None and finite(bound) is not None:
            table = self._attack.whole_at(unknown, bound, _CORNERS)
            if table is not None:
                self._note(table)
                return bound, True
        sense = "largest" if largest else "smallest"
        answer = ask_whole(self._part, unknown, sense, self._base, self._context)  # type: ignore[arg-type]
        self._work += answer.work
        if answer.impossible:
            raise Contradiction
        if answer.table is not None and self._part.fits(answer.table):
            self._note(answer.table)
            if answer.proven:
                return int(answer.table[unknown]), True
        if answer.bound is not None:
            bound = min(bound, answer.bound) if largest else max(bound, answer.bound)
        return finite(bound), False

    def _note(self, table: Integers) -> None:
        np.minimum(self._seen_low, table, out=self._seen_low)
        np.maximum(self._seen_high, table, out=self._seen_high)


def _within(value: int, ends: _Ends) -> int:
    """The value, or the end that it lies beyond."""
    if ends.upper is not None and value > ends.upper:
        return floor(ends.upper)
    return ceil(ends.lower) if ends.lower is not None and value < ends.lower else value


def _near_fraction(value: float) -> Bound:
    """The fraction of a small denominator that the solver's number stands for."""
    found = Fraction(value).limit_denominator(_DENOMINATORS)
    return int(found) if found.denominator == 1 else found
