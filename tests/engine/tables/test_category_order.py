"""The order in which the categories of a table are shown."""

import random
from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_intervals, from_table
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import category_order
from sdc_desktop.engine.tables.dimension import from_levels
from sdc_desktop.engine.tables.specs.table import TableParams
from tests.support.data import microdata

NUTS = (("30", "Z"), ("4", "Z"), ("1", "A"), ("20", "A"))


def shown(dimension) -> list[str]:
    return [dimension.rows[row] for row in dimension.shown_order]


def dimension_of(labels, hierarchy=None, **variable):
    """The dimension of a table of counts by one variable."""
    data = microdata({"x": list(labels)})
    declared = replace(Variable("x", "other"), **variable)
    data = data.with_variables((declared,)) if variable else data
    source = Source(data, {} if hierarchy is None else {"x": hierarchy})
    params = TableParams(dimensions=({"variable": "x"},))  # type: ignore[arg-type]
    return table_job.counts(params, source, JobContext()).table.dimensions[0]


def test_a_hierarchy_that_lists_its_values_gives_the_order_of_its_sums_and_their_parts():
    found = dimension_of(["1", "4", "20", "30"], from_table("x", NUTS, ("code", "area"), "x.csv"))
    assert shown(found) == ["Total", "Z", "30", "4", "A", "1", "20"]
    assert found.categories == ("Total", "A", "1", "20", "Z", "30", "4")  # cells and files keep theirs


def test_groups_keep_the_place_of_values_that_the_records_lack():
    found = dimension_of(["1", "4"], from_table("x", (("30", "Z"), ("1", "A"), ("4", "Z")), ("c", "a"), "x"))
    assert [label for label in shown(found) if label in "ZA"] == ["Z", "A"]


def test_numbers_without_a_listed_hierarchy_are_in_the_order_of_numbers():
    assert shown(dimension_of(["10", "9", "100"])) == ["Total", "9", "10", "100"]
    years = from_intervals("x", IntervalsSpec(kind="intervals", start=0, widths=(10,), end=199))
    found = dimension_of(["101", "9", "15", "12"], years)
    leaves = [label for label in shown(found) if label.isdigit()]
    assert leaves == ["9", "12", "15", "101"]


def test_classes_of_numbers_are_in_the_order_of_their_lower_bounds():
    classes = ["10-49", "250+", "1-9", "50-249", "0"]
    assert shown(dimension_of(classes)) == ["Total", "0", "1-9", "10-49", "50-249", "250+"]
    open_ended = ["5-<10", "-5-<0", "10-<=12", "-10-<-5", "0-<5"]
    rising = ["-10-<-5", "-5-<0", "0-<5", "5-<10", "10-<=12"]
    assert shown(dimension_of(open_ended)) == ["Total", *rising]
    assert shown(dimension_of(["100 to 199", "20 to 99", ""])) == ["Total", "20 to 99", "100 to 199", ""]


def test_codes_that_only_begin_with_figures_are_in_the_order_of_texts():
    assert shown(dimension_of(["9A", "10B", "1C"])) == ["Total", "10B", "1C", "9A"]
    assert shown(dimension_of(["9-10", "10-20", "none"])) == ["Total", "10-20", "9-10", "none"]


def test_texts_are_in_the_order_declared_and_codes_declared_missing_come_last():
    texts = ["small", "large", "middle", "-1"]
    order = ("small", "middle", "large")
    found = dimension_of(texts, level="ordinal", order=order, missing=("-1",))
    assert shown(found) == ["Total", *order, "-1"]


def test_every_row_is_shown_once_and_after_the_sum_that_it_is_a_part_of():
    draw = random.Random(3)
    for _ in range(40):
        labels = [str(n) for n in range(draw.randint(2, 9))]
        groups = [draw.randint(0, 2) for _ in labels]
        rows = [(label, f"g{group}", f"h{group % 2}") for label, group in zip(labels, groups, strict=True)]
        draw.shuffle(rows)
        hierarchy = from_table("x", rows, ("a", "b", "c"), "x")
        levels = [[hierarchy.rows[label][level] for label in labels] for level in range(hierarchy.levels)]
        levels[-1] = ["Total"] * len(labels)
        order = category_order(labels, Variable("x", "other"), [hierarchy], ".")
        found = replace(from_levels("x", [levels]), order=order)
        rows_shown = list(found.shown_order)
        assert sorted(rows_shown) == list(range(len(found.rows)))
        parents = {part: row for row, parts in found.row_parts.items() for part in parts}
        assert all(rows_shown.index(parents[row]) < at for at, row in enumerate(rows_shown) if row in parents)
