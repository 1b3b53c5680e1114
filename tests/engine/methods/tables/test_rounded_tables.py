"""Given tables with values rounded one by one, against enumeration of all tables that round to them."""

from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.words import Words
from sdc_desktop.words.tables.figures import decimals_of, value_text
from tests.support.data import microdata

CONTEXT = JobContext()
SOURCE = Source(microdata({"none": []}), {}, Path())
ROWS, COLUMNS = ("a", "b", "Total"), ("x", "y", "Total")
CELLS = tuple(product(ROWS, COLUMNS))


def summed(inner: np.ndarray) -> np.ndarray:
    """Tables of two rows and columns (tables, 4) with their totals (tables, 9)."""
    a, b, c, d = inner.T
    return np.stack([a, b, a + b, c, d, c + d, a + c, b + d, a + b + c + d], axis=1)


def rounded(values: np.ndarray, base: int) -> np.ndarray:
    return (2 * values + base) // (2 * base) * base


def all_tables(most: int) -> np.ndarray:
    axes = np.meshgrid(*[np.arange(most + 1)] * 4, indexing="ij")
    return summed(np.stack([axis.ravel() for axis in axes], axis=1))


def spec_of(values, base: float, hidden=()) -> TableSpec:
    texts = [None if cell in hidden else value for cell, value in zip(CELLS, values, strict=True)]
    grid = tuple(tuple(texts[start : start + 3]) for start in (0, 3, 6))
    return TableSpec(rows=ROWS, columns=COLUMNS, values=grid, rounded_to=base)


def audited(spec: TableSpec, **named):
    params = AuditParams(table=spec, **named)
    problems = audit.check(params, SOURCE)
    if problems:
        raise Refused(problems)
    return audit.decide(params, audit.counts(params, SOURCE, CONTEXT), CONTEXT)


def protected(params: TableParams):
    return table_job.decide(params, table_job.counts(params, SOURCE, CONTEXT), CONTEXT)


def in_order(result):
    """The cells of a result as those of CELLS."""
    found = {cell.coordinates: cell for cell in result.cells}
    return [found[coordinates] for coordinates in CELLS]


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize("base", [2, 3, 5])
def test_intervals_are_those_of_all_tables_that_round_to_what_is_published(base: int) -> None:
    draws = np.random.default_rng(base)
    tables = all_tables(24 if base < 5 else 30)
    for _ in range(15):
        true = summed(draws.integers(0, 9, (1, 4)))
        published = rounded(true, base)[0]
        hidden = [CELLS[n] for n in draws.choice(8, draws.integers(1, 5), replace=False)]
        shown = np.array([cell not in hidden for cell in CELLS])
        fits = tables[(rounded(tables, base)[:, shown] == published[shown]).all(axis=1)]
        result = audited(spec_of(published.tolist(), base, hidden))
        for number, cell in enumerate(in_order(result)):
            if shown[number]:
                assert (cell.lower, cell.upper) == (published[number], published[number])
                continue
            assert (cell.lower, cell.upper) == (fits[:, number].min(), fits[:, number].max())


def test_values_without_decimals_stand_for_fractions() -> None:
    values = (10, 20, 31, 17, 12, 30, 28, 33, 61)
    result = audited(spec_of(values, 1, {("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")}))
    low, high = (Fraction(str(end)) for end in (in_order(result)[0].lower, in_order(result)[0].upper))
    assert (result.unit, low, high) == (1, 0, Fraction("28.499"))
    one = audited(spec_of(values, 1, {("a", "x"), ("Total", "x")}))
    assert (in_order(one)[0].lower, in_order(one)[0].upper) == (10.003, 11.498)


def test_values_that_no_table_rounds_to_are_refused() -> None:
    values = [10, 20, 36, 15, 10, 25, 25, 30, 55]
    with pytest.raises(Refused) as refused:
        audited(spec_of(values, 5))
    assert codes(refused) == ["table.no_multiple"]
    values[2] = 45
    with pytest.raises(Refused) as refused:
        audited(spec_of(values, 5))
    assert codes(refused) == ["table.rounded_contradiction_at"]
    with pytest.raises(Refused) as refused:
        audited(TableSpec(rows=ROWS, columns=COLUMNS, values=((1, 2, 4), (1, 1, 2), (2, 3, 6))))
    assert "table.not_additive" in codes(refused)


@pytest.mark.parametrize("seed", range(6))
def test_suppression_is_the_cheapest_that_protects_by_enumeration(seed: int) -> None:
    draws = np.random.default_rng(seed)
    base = int(draws.choice([2, 4, 5]))
    tables = all_tables(24)
    true = summed(draws.integers(0, 11, (1, 4)))
    published = rounded(true, base)[0]
    unsafe, level = int(draws.integers(0, 4)), int(draws.integers(1, 8))
    unsafe = unsafe if published[unsafe] else int(np.flatnonzero(published)[0])
    least = min(level, int(published[unsafe]))
    as_rounded = rounded(tables, base)
    spec = {"cell": CELLS[unsafe], "status": "unsafe", "upper": level, "lower": level}
    protect = {"method": "suppression", "solver": "optimal"}
    params = TableParams(table=spec_of(published.tolist(), base), cells=(spec,), protect=protect)

    def protects(pattern: tuple[int, ...]) -> bool:
        shown = [number for number in range(9) if number not in pattern]
        own = tables[(as_rounded[:, shown] == published[shown]).all(axis=1), unsafe]
        low, high = own.min(), own.max()
        wide = high - low >= 2 * base - 1
        return bool(wide and low <= published[unsafe] - least and high >= published[unsafe] + level)

    others = [number for number in range(8) if number != unsafe and published[number]]
    costs = {
        chosen: sum(int(published[number]) for number in chosen)
        for size in range(5)
        for chosen in combinations(others, size)
        if protects((unsafe, *chosen))
    }
    if not costs:
        with pytest.raises(Refused):
            protected(params)
        return
    result = protected(params)
    chosen = tuple(n for n, cell in enumerate(in_order(result)) if cell.published is None and n != unsafe)
    assert result.safe
    assert protects((unsafe, *chosen))
    assert result.cost == min(costs.values())
    assert result.proven
    assert {cell.published for cell in result.cells} - {None} <= set(published.tolist())


def test_methods_that_need_sums_and_links_are_refused_by_name() -> None:
    values = (10, 20, 31, 17, 12, 30, 28, 33, 61)
    for protect, code in (
        ({"method": "rounding", "base": 5}, "table.rounded_method"),
        ({"method": "suppression", "link": "group"}, "table.rounded_link"),
    ):
        params = TableParams(table=spec_of(values, 1), protect=protect)
        assert code in [problem.code for problem in table_job.check(params, SOURCE)]
    bare = audited(spec_of(values, 1, {("a", "x")}))
    assert [note.code for note in bare.notes] == ["table.rounded_to"]


def test_figures_of_a_table_have_one_number_of_decimals() -> None:
    words = Words()
    rows = [("a", "10.50"), ("a", "2"), ("b", "3.25"), ("b", "4"), ("c", "7.5"), ("c", "1")]
    data = microdata({"r": [row for row, _ in rows], "v": [value for _, value in rows]})
    for unit, published, value in ((None, "28.25", "28.25"), (0.5, "28.5", "28.25"), (1, "28", "28.25")):
        params = TableParams(dimensions=({"variable": "r"},), value="v", published_unit=unit)
        source = Source(data, {})
        counted = table_job.counts(params, source, CONTEXT)
        result = table_job.decide(params, counted, CONTEXT)
        decimals = decimals_of(result)
        assert value_text(result.cells[0].published, decimals.published, words) == published
        assert value_text(result.cells[0].value, decimals.value, words) == value
        written = table_job.apply(result, counted, source, CONTEXT)
        texts = [row[1] for row in written.window(0, written.records)]
        assert {len(text.partition(".")[2]) for text in texts} == {len(published.partition(".")[2])}
    spec = spec_of((10, 20, 31, 17, 12, 30, 28, 33, 61), 1, {("a", "x"), ("Total", "x")})
    rounded_to = decimals_of(audited(spec))
    assert (rounded_to.value, rounded_to.published, rounded_to.bound) == (0, 0, 3)
