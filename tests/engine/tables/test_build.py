"""Tables from records, against adding up by hand."""

from collections import defaultdict
from decimal import Decimal
from itertools import product

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import build
from sdc_desktop.engine.tables.question import Question, question_problems
from sdc_desktop.engine.tables.record_keys import amounts
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from tests.support.data import microdata

CONTEXT = JobContext()
REGIONS = (("1", "N", "*"), ("2", "N", "*"), ("3", "S", "*"), ("4", "S", "*"))
OTHER = (("1", "E", "*"), ("2", "W", "*"), ("3", "E", "*"), ("4", "W", "*"))
ABOVE = {
    "1": ("1", "N", "E", "Total"),
    "2": ("2", "N", "W", "Total"),
    "3": ("3", "S", "E", "Total"),
    "4": ("4", "S", "W", "Total"),
}
HIERARCHIES = {
    "region": from_table("region", REGIONS, ("region", "part", "all"), "r.csv"),
    "side": from_table("region", OTHER, ("region", "side", "all"), "s.csv"),
}

ROWS = (
    ("1", "a", "2.5", "1", "h1", "y"),
    ("1", "a", "10", "2.2", "h2", "n"),
    ("2", "b", "-7", "1", "h1", "n"),
    ("4", "b", "0", "1.7", "h3", "y"),
    ("4", "a", "3", "1", "h3", "y"),
    ("4", "a", "12.25", "1", "h1", "n"),
)


def source_of(rows) -> Source:
    names = ("region", "sex", "value", "weight", "firm", "waives")
    columns = {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}
    return Source(microdata(columns), HIERARCHIES)


def built(rows, places=3, **named):
    region = DimensionSpec(variable="region", hierarchy=("region", "side"))
    return build(Question((region, DimensionSpec(variable="sex")), **named), source_of(rows), places, CONTEXT)


def by_cell(rows):
    """Coordinates -> the records of that cell."""
    found = defaultdict(list)
    for row in rows:
        for coordinates in product(ABOVE[row[0]], (row[1], "Total")):
            found[coordinates].append(row)
    return found


def test_counts_are_those_of_the_records() -> None:
    table = built(ROWS).table
    for coordinates, members in by_cell(ROWS).items():
        assert table.values[table.find(coordinates)] == len(members)
    assert not table.additive_problems()
    assert table.empty.tolist() == (table.values == 0).tolist()


def test_sums_are_those_of_the_records_and_exact() -> None:
    found = built(ROWS, value="value", weight="weight", holding="firm", waiver="waives", waiver_codes=("y",))
    assert str(found.table.unit) == "0.001"
    for coordinates, members in by_cell(ROWS).items():
        cell = found.table.find(coordinates)
        total = sum(Decimal(row[2]) * Decimal(row[3]) for row in members)
        assert found.table.values[cell] * found.table.unit == total
        assert found.behind.contributors[cell] == len({row[4] for row in members})


@pytest.mark.parametrize(
    ("texts", "unit", "units"),
    [
        (("1E14", "999999999999999"), "1", (10**14, 10**15 - 1)),
        (("+123456789012345", "-1"), "1", (123456789012345, -1)),
        (("0.000000000000001", "2"), "1E-15", (1, 2 * 10**15)),
        (("4611.686018427387904", "1"), "1E-15", (2**62, 10**15)),
        (("4611", "0.000000000000001"), "1E-15", (4611 * 10**15, 1)),
        (("0E-20", "0.50"), "0.1", (0, 5)),
        (("1E15", "1"), None, ()),
        (("1000000000000000", "1"), None, ()),
        (("0.0000000000000001", "1"), None, ()),
        (("4612", "0.000000000000001"), None, ()),
        (("4611.686018427387905", "1"), None, ()),
    ],
)
def test_amounts_have_at_most_fifteen_figures_on_either_side_and_2_to_the_62_units(
    texts, unit, units
) -> None:
    if unit is None:
        with pytest.raises(Refused) as refused:
            amounts(texts, ".", (), "pay", CONTEXT)
        assert refused.value.problems[0].code == "table.too_many_figures"
        return
    found = amounts((*texts, "x"), ".", ("x",), "pay", CONTEXT)
    assert (tuple(found.units.tolist()), found.unit) == ((*units, 0), Decimal(unit))
    assert found.missing.tolist() == [False, False, True]


def test_records_without_a_value_are_left_out_and_stated() -> None:
    rows = [("1", "a", "5", "1", "h", "y"), ("1", "b", "", "1", "h", "y")]
    found = built(rows, value="value")
    assert found.table.values[0] == 5
    assert [(n.code, n.params["number"]) for n in found.notes] == [("table.value_missing", 1)]


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        (2, "many", "table.not_numbers"),
        (2, "1e30", "table.too_many_figures"),
        (3, "0", "data.weights_not_positive"),
    ],
)
def test_amounts_that_cannot_be_reckoned_with_are_refused(field, text, code) -> None:
    row = ["1", "a", "5", "1", "h", "y"]
    row[field] = text
    with pytest.raises(Refused) as refused:
        built([tuple(row)], value="value", weight="weight")
    assert [problem.code for problem in refused.value.problems] == [code]


def test_names_that_the_data_lack_are_stated_with_their_keys() -> None:
    question = Question((DimensionSpec(variable="nowhere"), DimensionSpec(variable="sex", hierarchy="none")))
    found = list(question_problems(question, source_of([("1", "a", "5", "1", "h", "y")])))
    assert [(p.code, p.where.key) for p in found] == [
        ("plan.unknown_variable", "params.dimensions[0].variable"),
        ("table.no_hierarchy", "params.dimensions[1]"),
    ]


def test_the_variables_own_hierarchy_is_used_unless_none_is_wanted() -> None:
    source = source_of(
        [("1", "a", "5", "1", "h", "y"), ("2", "a", "5", "1", "h", "y"), ("3", "a", "1", "1", "h", "y")]
    )
    own = build(Question((DimensionSpec(variable="region"),)), source, 1, CONTEXT).table
    none = build(Question((DimensionSpec(variable="region", hierarchy=False),)), source, 1, CONTEXT).table
    assert own.dimensions[0].categories == ("Total", "N", "1", "2", "S")
    assert none.dimensions[0].categories == ("Total", "1", "2", "3")
