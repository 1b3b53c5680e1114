"""What contributors derive of a suppressed table, against trying all tables; sums that break a rule."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.attack.pattern_audit import audit_of
from sdc_desktop.engine.tables.attack.singleton_audit import (
    OPEN,
    Insider,
    insiders,
    less,
    lone_contributors,
    seen_through,
)
from sdc_desktop.engine.tables.contributions import Records
from sdc_desktop.engine.tables.protection import singleton_protection
from sdc_desktop.engine.tables.protection.singleton_protection import unsafe_unions
from sdc_desktop.engine.tables.protection.suppress import suppress
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from sdc_desktop.engine.tables.table_counts import judged, question
from tests.engine.tables.protection.test_suppress import problem_of
from tests.support.data import microdata
from tests.support.tables import every_table, flat, gaps, leaf_cells, table_of, tree

CONTEXT = JobContext()
P15 = {"kind": "p_percent", "p": 15}
DIMENSIONS = ({"variable": "region"}, {"variable": "size"})


# Of a hidden leaf cell, at most 3 in truth: where any table moves a cell, one does in which five unknowns go
# no further than 5 (the largest determinant of zeros and ones of that size).
FAR = 12


@st.composite
def views(draw: st.DrawFn):
    """A table, which of its cells are hidden, and an insider: alone in a cell or two, part of another."""
    table, hidden = draw(gaps(leaves=5))
    there = np.flatnonzero(hidden).tolist()
    known = draw(st.lists(st.sampled_from(there), min_size=1, max_size=2, unique=True))
    other = draw(st.sampled_from(there))
    own = () if other in known else ((other, draw(st.integers(0, int(table.values[other])))),)
    return table, hidden, Insider(frozenset(known), own)


def single_valued(table, hidden, lower, known=()) -> set[int]:
    """The hidden cells that have one value in all tables that publish the others and those of `known`.

    Leaf cells end at `FAR`; sums have no end, as for the intruder: an end that a sum attains would tell.
    """
    shut = ~hidden
    shut[list(known)] = True
    least, most = np.where(shut, table.values, lower), np.where(shut, table.values, NO_BOUND)
    leaves = leaf_cells(table)
    most[leaves] = np.minimum(most[leaves], np.maximum(FAR, table.values[leaves]))
    every = every_table(table, least, most)
    one = (every == table.values).all(axis=0)
    return set(np.flatnonzero(one & hidden).tolist())


ONE_UNKNOWN = (table_of((flat("a", 2), flat("b", 3)), (0, 0, 3, 3, 3, 3)), np.arange(12) < 6)


@settings(max_examples=25, deadline=None)
@given(views())
@example((*ONE_UNKNOWN, Insider(frozenset({0}), ())))  # the total has no end, and gives all else away
def test_what_an_insider_derives_is_what_all_tables_say(view) -> None:
    table, hidden, insider = view
    there = np.flatnonzero(hidden).tolist()
    problem = problem_of(table, {cell: Levels() for cell in there})
    needs = seen_through(problem, hidden, [insider], CONTEXT)
    lower = np.zeros(len(table), dtype=np.int64)
    for_all = single_valued(table, hidden, lower)  # no news
    for cell, least in insider.own:
        lower[cell] = least
    expected = single_valued(table, hidden, lower, insider.known) - insider.known - for_all
    assert {need.primary for need in needs} == expected


def reach(table, hidden, lower, known=()) -> tuple[np.ndarray, np.ndarray]:
    """How far each cell goes down and up in all tables that publish the others and those of `known`."""
    shut = ~hidden
    shut[list(known)] = True
    least, most = np.where(shut, table.values, lower), np.where(shut, table.values, NO_BOUND)
    leaves = leaf_cells(table)
    most[leaves] = np.minimum(most[leaves], np.maximum(FAR, table.values[leaves]))
    every = every_table(table, least, most)
    return table.values - every.min(axis=0), every.max(axis=0) - table.values


@settings(max_examples=25, deadline=None)
@given(views())
def test_what_an_insider_estimates_too_closely_is_what_all_tables_say(view) -> None:
    table, hidden, insider = view
    there = np.flatnonzero(hidden).tolist()
    problem = problem_of(table, {cell: Levels(Fraction(1), Fraction(1)) for cell in there})
    needs = seen_through(problem, hidden, [insider], CONTEXT, levels=True)
    lower = np.zeros(len(table), dtype=np.int64)
    for_all = single_valued(table, hidden, lower)
    down, up = reach(table, hidden, lower)
    own = dict(insider.own)
    for cell, least in insider.own:
        lower[cell] = least
    own_down, own_up = reach(table, hidden, lower, insider.known)

    def close(cell: int, below: np.ndarray, above: np.ndarray) -> bool:
        levels = less(Levels(Fraction(1), Fraction(1)), own.get(cell, 0))
        far = below[cell] >= levels.lower and above[cell] >= levels.upper
        return not (far and below[cell] + above[cell] >= levels.sliding)

    exactly = single_valued(table, hidden, lower, insider.known) - for_all
    closely = {cell for cell in there if close(cell, own_down, own_up) and not close(cell, down, up)}
    assert {need.primary for need in needs} == (exactly | closely) - insider.known


def test_what_several_relations_give_to_all_is_no_news_to_an_insider() -> None:
    """Two rows less two columns leave one cell, which no relation gives away by itself."""
    table = table_of((flat("a", 3), flat("b", 3)), (3, 2, 1, 2, 3, 4, 1, 2, 3))
    square = [table.find((a, b)) for a in ("a0", "a1") for b in ("b0", "b1")]
    given_away = table.find(("a0", "b2"))
    circle = [table.find(c) for c in (("a2", "b2"), ("a2", "Total"), ("Total", "b2"), ("Total", "Total"))]
    hidden = np.isin(np.arange(len(table)), [*square, given_away, *circle])
    problem = problem_of(table, dict.fromkeys(np.flatnonzero(hidden).tolist(), OPEN))
    assert audit_of(problem, hidden, CONTEXT).failures == (given_away,)
    for alike in (square, circle):
        for known in alike:
            needs = seen_through(problem, hidden, [Insider(frozenset({known}), ())], CONTEXT)
            assert {need.primary for need in needs} == set(alike) - {known}


def records(codes, amounts, holdings=None) -> Records:
    return Records(
        np.array(codes, dtype=np.int32),
        np.array(amounts, dtype=np.int64),
        holdings=None if holdings is None else np.array(holdings, dtype=np.int64),
    )


def test_a_holding_is_alone_in_cells_far_apart_and_in_their_sums() -> None:
    dimensions = (tree("a", (2, 1)), flat("b", 2))
    table = table_of(dimensions, (5, 0, 7, 3, 2, 9))
    leaf = [d.places for d in dimensions]
    a00, a01, a1 = leaf[0]["a0.0"], leaf[0]["a0.1"], leaf[0]["a1"]
    b0, b1 = leaf[1]["b0"], leaf[1]["b1"]
    behind = records([(a00, b0), (a01, b0), (a01, b1), (a1, b0), (a1, b1)], [5, 7, 3, 2, 9], [4, 4, 1, 2, 4])
    alone = lone_contributors(behind, dimensions)
    named = {table.coordinates(cell): who for cell, who in enumerate(alone.tolist()) if who >= 0}
    assert named[("a0", "b0")] == 4
    assert named[("a0.1", "b1")] == named[("a0", "b1")] == 1
    assert ("Total", "b0") not in named
    hidden = np.isin(np.arange(len(table)), [table.find(("a0", "b0")), table.find(("Total", "b0"))])
    (insider,) = insiders(table, behind, hidden)
    assert insider.known == {table.find(("a0", "b0"))}
    assert insider.own == ((table.find(("Total", "b0")), 12),)


def test_a_weighted_record_is_alone_where_weights_do_not_count() -> None:
    dimensions = (flat("a", 2), flat("b", 2))
    codes = [(a, b) for a in dimensions[0].leaves for b in dimensions[1].leaves]
    weighted = replace(records(codes, [5, 7, 3, 2]), weights=np.array([1, 3, 1, 1]))
    leaves = leaf_cells(table_of(dimensions, (5, 7, 3, 2)))
    by_weight = lone_contributors(weighted, dimensions)[leaves]
    plain = lone_contributors(weighted, dimensions, by_weight=False)[leaves]
    assert sorted(by_weight.tolist()) == [-1, 0, 2, 3]
    assert sorted(plain.tolist()) == [0, 1, 2, 3]


def small_source(rows) -> Source:
    names = ("region", "size", "firm", "v")
    columns = {name: [str(row[place]) for row in rows] for place, name in enumerate(names)}
    return Source(microdata(columns), {})


FEW = {("a", "w"), ("b", "w"), ("b", "x"), ("a", "x")}
HOLDINGS = [
    *((r, s, f"{r}{s}{n}", 30 + n) for r in "abcd" for s in "wxyz" if (r, s) not in FEW for n in range(5)),
    ("a", "w", "H", 40),
    ("b", "x", "H", 50),
    ("a", "x", "K", 20),
    ("b", "w", "L", 60),
]


def protected(rows=HOLDINGS, **protect):
    params = TableParams(
        dimensions=DIMENSIONS, value="v", rules=(P15,), protect={"method": "suppression", **protect}
    )
    counted = table_job.counts(params, small_source(rows), CONTEXT)
    return params, counted, table_job.decide(params, counted, CONTEXT)


def test_a_holding_that_sees_through_others_is_stated_or_kept_from_it() -> None:
    _, _, shown = protected(singletons=False, insiders="tell", holding="firm", unions="ignore")
    assert (shown.audited, shown.safe, shown.unsafe_because) == (True, False, ("insiders", "sums"))
    derived = [cell.coordinates for cell in shown.cells if cell.by_contributor]
    assert derived == list(shown.contributors_derive) == [("a", "w"), ("a", "x"), ("b", "w"), ("b", "x")]
    for solver in ("optimal", "fast"):
        params, counted, kept = protected(singletons=False, holding="firm", unions="ignore", solver=solver)
        assert (kept.audited, kept.contributors_derive) == (True, ())
        assert kept.unsafe_because == ("sums",)  # not examined
        assert kept.cost > shown.cost
        hidden = np.array([cell.published is None for cell in kept.cells])
        found = insiders(counted.table, counted.records, hidden)
        problem = problem_of(counted.table, judged(params, counted).levels)
        assert not seen_through(problem, hidden, found, CONTEXT)
        assert question(params).holding == "firm"


def firms(seed: int) -> list[tuple[str, str, str, int]]:
    draws = np.random.default_rng(seed)
    return [
        (
            "abcd"[draws.integers(4)],
            "wxyz"[draws.integers(4)],
            f"h{draws.integers(25)}",
            int(draws.lognormal(3, 1.5)) + 1,
        )
        for _ in range(45)
    ]


def estimated(params, counted, result) -> list:
    """The needs that a pattern leaves open where singletons are kept from close estimates too."""
    hidden = np.array([cell.published is None for cell in result.cells])
    found = insiders(counted.table, counted.records, hidden)
    problem = problem_of(counted.table, judged(params, counted).levels)
    return seen_through(problem, hidden, found, CONTEXT, levels=True)


@pytest.mark.parametrize("solver", ["optimal", "fast"])
def test_levels_against_singletons_are_kept_where_a_plain_pattern_leaves_cells_open(solver) -> None:
    given = {"holding": "firm", "unions": "ignore", "solver": solver}
    exact = protected(firms(6), **given)
    assert estimated(*exact)
    kept = protected(firms(6), insider_levels=True, **given)
    assert not estimated(*kept)
    assert (kept[2].audited, kept[2].contributors_derive) == (True, ())
    assert kept[2].cost > exact[2].cost
    reported = protected(firms(6), insider_levels=True, **{**given, "insiders": "tell"})[2]
    assert "insiders" in reported.unsafe_because


def test_primaries_that_all_derive_are_counted_beside_those_that_a_contributor_derives(monkeypatch) -> None:
    """A search that ends with a pattern that is not safe, here the primaries alone."""

    def ended(problem, solver, context, **_):
        found = suppress(problem, solver, context)
        audit = audit_of(problem, problem.always, context)
        return replace(found, pattern=audit.pattern, safe=False, failures=audit.failures)

    monkeypatch.setattr(singleton_protection, "suppress", ended)
    alone = [row for row in HOLDINGS if row[:2] != ("d", "z")] + [("d", "z", "M", 70)]
    params, counted, left = protected(alone, singletons=False, holding="firm", unions="ignore")
    problem = problem_of(counted.table, judged(params, counted).levels)
    hidden = problem.always
    needs = seen_through(problem, hidden, insiders(counted.table, counted.records, hidden), CONTEXT)
    public = audit_of(problem, hidden, CONTEXT).failures
    derived = {need.primary for need in needs}
    assert public == (counted.table.find(("d", "z")),)
    assert derived
    assert left.risks.failures == 1
    assert left.unsafe_because == ("levels", "insiders", "sums")
    assert set(left.contributors_derive) == {counted.table.coordinates(cell) for cell in derived}


def test_sums_that_break_a_rule_are_stated_or_protected() -> None:
    params, counted, shown = protected(singletons=False, insiders="ignore", unions="tell")
    assert shown.unsafe_because == ("insiders", "sums")
    hidden = np.array([cell.published is None for cell in shown.cells])
    unions = unsafe_unions(counted.table, counted.records, params.rules, hidden, CONTEXT)
    table = counted.table
    assert {tuple(map(table.coordinates, union.cells)) for union in unions} == set(shown.unsafe_sums) != set()
    for union in unions:  # two contributors: each bounds the other
        assert not hidden[[table.relations.parent(r) for r in table.relations.rows_of(union.cells[0])]].all()
        assert union.reasons[0].figures["rest"] == 0
    params, counted, kept = protected(singletons=False, insiders="ignore")
    assert (kept.audited, kept.unsafe_sums, kept.unsafe_because) == (True, (), ("insiders",))
    assert kept.cost > shown.cost
    hidden = np.array([cell.published is None for cell in kept.cells])
    assert not unsafe_unions(counted.table, counted.records, params.rules, hidden, CONTEXT)


@pytest.mark.parametrize(("amounts", "expected"), [((50, 50, 4), True), ((50, 50, 40), False)])
def test_a_union_is_judged_as_one_cell(amounts, expected) -> None:
    table = table_of((flat("a", 3),), (amounts[0] + amounts[2], amounts[1], 500))
    places = table.dimensions[0].places
    codes = [(places["a0"],), (places["a1"],), (places["a0"],), *[(places["a2"],)] * 5]
    behind = records(codes, [*amounts, *[100] * 5])
    hidden = np.isin(np.arange(4), [places["a0"], places["a1"]])
    rules = TableParams(rules=(P15,)).rules
    unions = unsafe_unions(table, behind, rules, hidden, CONTEXT)
    assert bool(unions) == expected
    if expected:
        assert unions[0].levels.upper == 7.5 - 4
