"""Local suppression: the fewest values, weighted by importance, so that every class has at least k records.

What a suppressed value counts as decides what is safe, so that every figure names its rule. Three rules:

``kept``      the values that a record still shows are shown by at least k records of the recoded file. Each
              record is judged by what it shows, not by what others hide.
``wildcard``  a suppressed value matches every value: each record matches at least k released records,
              itself included. Under this rule k - 1 records that show nothing protect any file, and the
              optimum is close to that: common records are suppressed so that rare ones stay in view.
``category``  ``*`` is a value like any other: what a record shows, ``*`` included, is shown by at least k.

What meets `category` meets `kept`, and what meets `kept` meets `wildcard`; so the least cost falls in this
order, and the proven optimum of `kept` is a lower bound for `category`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.suppression.exact import fewest_cells, small_enough
from sdc_desktop.engine.microdata.suppression.spec import Rule
from sdc_desktop.engine.microdata.suppression.suppression import (
    Flags,
    Integers,
    ReleasedClasses,
    SuppressionFigures,
    Treatment,
    figures,
    grouped,
    row_numbers,
    suppression_problems,
)
from sdc_desktop.engine.microdata.suppression.wildcard import few_wildcards, wildcard_bound
from sdc_desktop.engine.problems import refuse_errors


# Local suppression where ``*`` is a value like any other: a heuristic for files of any size.
# Rare records give up the same cells together: for one set of variables after another, cheapest first, those
# that agree on the rest and are k or more are settled. Who is left joins a group settled before, or shows
# nothing.
def shared_patterns(
    classes: ReleasedClasses, k: int, costs: Integers, subsets: Sequence[Integers], context: JobContext
) -> Treatment:
    """A treatment after which every pattern released has k records or more. ``costs`` (variables,).

    `subsets`: sets of variables by growing cost; the set of all is tried last in any case. There must be k
    records.
    """
    rare = np.flatnonzero(classes.units < k)
    cells = np.zeros((len(rare), len(classes.names)), dtype=bool)
    open_ = np.arange(len(rare))
    for tried, hidden in enumerate(subsets):
        if not len(open_):
            break
        context.progress(tried / len(subsets), "suppressing")
        groups = _without(classes, rare[open_], hidden)
        settled = classes.units_of(rare[open_], groups)[groups] >= k
        cells[np.ix_(open_[settled], hidden)] = True
        open_ = open_[~settled]
    settled = np.ones(len(rare), dtype=bool)
    settled[open_] = False
    _join(classes, rare, cells, settled, subsets, context)
    cells[~settled] = True
    return _with_company(classes, k, costs, Treatment(rare, cells, classes.sizes[rare]))


def _without(classes: ReleasedClasses, rows: Integers, hidden: Integers) -> Integers:
    kept = np.setdiff1d(np.arange(len(classes.names)), hidden)
    return grouped(classes.codes[np.ix_(rows, kept)], [len(classes.labels[v]) for v in kept])


def _join(
    classes: ReleasedClasses,
    rare: Integers,
    cells: Flags,
    settled: Flags,
    subsets: Sequence[Integers],
    context: JobContext,
) -> None:
    """Classes not settled take the cheapest pattern that others were settled with and that they fit."""
    for hidden in subsets:
        context.checkpoint()
        open_ = np.flatnonzero(~settled)
        mask = np.zeros(cells.shape[1], dtype=bool)
        mask[hidden] = True
        same = np.flatnonzero(settled & (cells == mask).all(axis=1)) if len(open_) else open_
        if not len(open_) or not len(same):
            continue
        groups = _without(classes, rare[np.r_[same, open_]], hidden)
        fits = open_[np.isin(groups[len(same) :], groups[: len(same)])]
        cells[fits] = mask
        settled[fits] = True


def _with_company(classes: ReleasedClasses, k: int, costs: Integers, treatment: Treatment) -> Treatment:
    """Where some records show nothing, but fewer than k: others join them, those that are spare first. Of
    persons only whole classes join, as their other records stay.
    """
    bare = treatment.cells.all(axis=1)
    if classes.members is not None:
        rows = treatment.classes[bare]
        persons = classes.units_of(rows, np.zeros(len(rows), dtype=np.int64))
        enough = not len(rows) or int(persons[0]) >= k
        return treatment if enough else _all_of_a_class(classes, k, costs, treatment)
    lacking = k - int(treatment.records[bare].sum())
    if lacking == k or lacking <= 0:
        return treatment
    spare = np.where(classes.sizes >= k, classes.sizes - k, 0)
    taken = np.minimum(spare, np.maximum(lacking - (np.cumsum(spare) - spare), 0))
    if taken.sum() < lacking:
        return _all_of_a_class(classes, k, costs, treatment)
    rows = np.flatnonzero(taken)
    every = np.ones((len(rows), len(classes.names)), dtype=bool)
    return Treatment(
        np.r_[treatment.classes, rows],
        np.concatenate([treatment.cells, every]),
        np.r_[treatment.records, taken[rows]],
    )


def _all_of_a_class(classes: ReleasedClasses, k: int, costs: Integers, treatment: Treatment) -> Treatment:
    """No class has enough to spare: the group of k or more that is cheapest to hide joins as a whole."""
    hidden = np.zeros((len(classes.sizes), len(classes.names)), dtype=bool)
    hidden[treatment.classes] = treatment.cells
    shown = np.where(hidden, -1, classes.codes)
    groups = grouped(shown + 1, [len(texts) + 1 for texts in classes.labels])
    extra = np.zeros(int(groups.max()) + 1, dtype=np.int64)
    np.add.at(extra, groups, (~hidden @ costs) * classes.sizes)
    bare = hidden.all(axis=1)
    extra[groups[bare]] = np.iinfo(np.int64).max
    hidden[groups == int(np.argmin(extra))] = True
    touched = np.flatnonzero(hidden.any(axis=1))
    return Treatment(touched, hidden[touched], classes.sizes[touched])


UNIT = 1_000_000  # importances are counted in millionths, so that costs are whole numbers


@dataclass(frozen=True)
class Limits:
    """How far the search goes; counts, never seconds, so that the result is the same every time."""

    subsets: int = 4096  # sets of variables tried for a class
    looks: int = 60_000_000  # the same times the number of classes
    patterns: int = 400  # released patterns of the exact search; ten times as many under `category`
    deterministic_time: float = 2.0  # of the exact search, in the solver's own units


@dataclass(frozen=True)
class CandidateSets:
    """Sets of variables to suppress, cheapest first; the first ``unbroken`` skip no cheaper set."""

    all: tuple[Integers, ...]
    unbroken: int


@dataclass(frozen=True)
class LocalSuppression:
    """The cells to suppress, what they cost (importance of their variables, summed), and how good that is.

    bound: no treatment that meets the rule can cost less; ``proven`` where it is reached. gap = (cost -
    bound) / cost, 0 where nothing is suppressed.
    """

    rule: Rule
    k: int
    importance: Mapping[str, float]
    treatment: Treatment
    cost: float
    bound: float
    gap: float
    proven: bool
    figures: SuppressionFigures


def local_suppression(
    classes: ReleasedClasses,
    k: int,
    importance: Mapping[str, float],
    rule: Rule,
    context: JobContext,
    limits: Limits | None = None,
) -> LocalSuppression:
    """Find few cells, weighted by importance (1 where none is given), whose suppression meets the rule.

    `kept` is solved to the optimum for any file (proven unless the limit on subsets is met); the other two on
    small ones, else by a heuristic whose distance from a lower bound is reported. The records of one class
    may be treated differently under `wildcard` and `category`. Persons with several records are counted
    under `kept` and, by the heuristic alone, under `category`. Raises :class:`Refused` where k is beyond all
    records or an importance is not understood.
    """
    refuse_errors(suppression_problems(classes, k, importance))
    limits = limits or Limits()
    costs = whole_costs(classes.names, importance)
    sets = candidate_sets(classes, costs, limits)
    kept = kept_values(classes, k, costs, sets, context.within(0.0, 0.6))
    if rule == "kept":
        treatment, bound = kept.treatment, kept.bound
    else:
        treatment, bound = _searched(classes, k, costs, rule, kept, sets, limits, context.within(0.6, 1.0))
    cost = treatment_cost(treatment, costs)
    return LocalSuppression(
        rule=rule,
        k=k,
        importance={name: number / UNIT for name, number in zip(classes.names, costs.tolist(), strict=True)},
        treatment=treatment,
        cost=cost / UNIT,
        bound=bound / UNIT,
        gap=(cost - bound) / cost if cost else 0.0,
        proven=cost == bound,
        figures=figures(classes, treatment, k),
    )


def whole_costs(names: Sequence[str], importance: Mapping[str, float]) -> Integers:
    """The cost of a suppressed cell of each variable in millionths, at least one."""
    return np.array([max(1, round(importance.get(name, 1) * UNIT)) for name in names], dtype=np.int64)


def treatment_cost(treatment: Treatment, costs: Integers) -> int:
    """The summed cost of all suppressed cells; ``costs`` (variables,)."""
    return int(((treatment.cells @ costs) * treatment.records).sum())


@dataclass(frozen=True)
class KeptValues:
    """The treatment under `kept` and a lower bound of its cost; the treatment's rows are ordered by class."""

    treatment: Treatment
    bound: int


def kept_values(
    classes: ReleasedClasses, k: int, costs: Integers, sets: CandidateSets, context: JobContext
) -> KeptValues:
    """For each rare class the cheapest cells whose suppression leaves values that k records share.

    Sets of variables are tried in order of cost, so the first that does is the cheapest; all records of a
    class are treated equally, for none gains by another's suppression. What is open when the sets in unbroken
    order are at an end costs at least as much as the last of them.
    """
    rare = np.flatnonzero(classes.units < k)
    cells = np.zeros((len(rare), len(classes.names)), dtype=bool)
    open_ = np.arange(len(rare))
    bound = 0
    for place, hidden in enumerate(sets.all):
        if not len(open_):
            break
        context.progress(1 - len(open_) / len(rare), "suppressing")
        found = shared_by(classes, hidden, rare[open_]) >= k
        settled = open_[found]
        cells[np.ix_(settled, hidden)] = True
        least = hidden if place < sets.unbroken else sets.all[sets.unbroken - 1]
        bound += int(costs[least].sum() * classes.sizes[rare[settled]].sum())
        open_ = open_[~found]
    return KeptValues(Treatment(rare, cells, classes.sizes[rare]), bound)


def shared_by(classes: ReleasedClasses, hidden: Integers, wanted: Integers) -> Integers:
    """How many records, or persons, (chosen,) share the values of the classes with the numbers `wanted`
    (chosen,) without the variables with the numbers `hidden`.
    """
    kept = np.setdiff1d(np.arange(len(classes.names)), hidden)
    numbers, space = row_numbers(classes.codes[:, kept], [len(classes.labels[v]) for v in kept])
    if classes.members is not None:
        group = np.unique(numbers, return_inverse=True)[1].reshape(-1)
        return classes.units_of(np.arange(len(group)), group)[group[wanted]]
    if space <= max(4 * len(numbers), 1 << 16):
        # counts below 2^53 are exact in the doubles that bincount sums
        return np.bincount(numbers, weights=classes.sizes)[numbers[wanted]].astype(np.int64)
    order = np.argsort(numbers)
    ordered = numbers[order]
    totals = np.r_[0, np.cumsum(classes.sizes[order])]
    targets = numbers[wanted]
    found = (
        totals[np.searchsorted(ordered, targets, "right")] - totals[np.searchsorted(ordered, targets, "left")]
    )
    return np.asarray(found, dtype=np.int64)


def candidate_sets(classes: ReleasedClasses, costs: Integers, limits: Limits) -> CandidateSets:
    """All sets of variables where the limits allow it; else the cheapest, and then chains that end with all.

    A chain adds one variable at a time, the most informative for its cost first; each variable begins a
    chain. A variable with one value is uninformative and is in no set.
    """
    varieties = np.array([len(np.unique(column)) for column in classes.codes.T], dtype=np.int64)
    useful = np.flatnonzero(varieties > 1)
    most = max(1, min(limits.subsets, limits.looks // max(1, len(classes.sizes))))
    ordered = subsets_by_cost(costs[useful])
    cheapest = [useful[list(subset)] for _, subset in zip(range(most), ordered, strict=False)]
    if next(ordered, None) is None:
        return CandidateSets(tuple(cheapest), len(cheapest))
    telling = useful[np.argsort(-np.log(varieties[useful]) / costs[useful], kind="stable")]
    chains = [
        np.sort(np.roll(telling, -start)[:length])
        for length in range(1, len(telling) + 1)
        for start in range(len(telling))
    ]
    known = {tuple(hidden.tolist()) for hidden in cheapest}
    further = {tuple(hidden.tolist()): hidden for hidden in chains if tuple(hidden.tolist()) not in known}
    by_cost = sorted(further.values(), key=lambda hidden: int(costs[hidden].sum()))
    return CandidateSets((*cheapest, *by_cost), len(cheapest))


def subsets_by_cost(costs: npt.NDArray[np.int64]) -> Iterator[tuple[int, ...]]:
    """All non-empty sets of places by growing sum of their costs (places,)."""
    order = np.argsort(costs, kind="stable").tolist()
    sorted_costs = [int(costs[place]) for place in order]
    if not order:
        return
    heap: list[tuple[int, int, tuple[int, ...]]] = [(sorted_costs[0], 1, (0,))]
    while heap:
        total, size, places = heappop(heap)
        yield tuple(sorted(order[place] for place in places))
        following = places[-1] + 1
        if following < len(order):
            more = sorted_costs[following]
            heappush(heap, (total + more, size + 1, (*places, following)))
            heappush(heap, (total + more - sorted_costs[places[-1]], size, (*places[:-1], following)))


def _searched(
    classes: ReleasedClasses,
    k: int,
    costs: Integers,
    rule: Rule,
    kept: KeptValues,
    sets: CandidateSets,
    limits: Limits,
    context: JobContext,
) -> tuple[Treatment, int]:
    if rule == "wildcard":
        treatment = few_wildcards(classes, k, costs, kept.treatment, context.within(0.0, 0.5))
        bound = wildcard_bound(classes, k, costs, context)
    else:
        treatment = shared_patterns(classes, k, costs, sets.all, context.within(0.0, 0.5))
        bound = kept.bound
    cost = treatment_cost(treatment, costs)
    # under `category` few patterns agree with one another, so more of them are as easy
    most = limits.patterns * (1 if rule == "wildcard" else 10)
    context.progress(0.5, "suppressing")
    if classes.members is None and cost > bound and small_enough(classes, costs, cost, most):
        exact = fewest_cells(
            classes,
            k,
            costs,
            treatment,
            wildcard=rule == "wildcard",
            effort=limits.deterministic_time,
            context=context,
        )
        treatment, bound = exact.treatment, max(bound, exact.bound)
    return treatment, min(bound, treatment_cost(treatment, costs))
