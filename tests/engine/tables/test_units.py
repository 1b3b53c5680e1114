"""Binary noise, single values with too many decimals, and weights of any number of decimals."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import Built, build
from sdc_desktop.engine.tables.question import Question
from sdc_desktop.engine.tables.record_keys import Snapping, amounts, snapped
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from tests.support.data import microdata

CONTEXT = JobContext()
BY_R = (DimensionSpec(variable="r"),)


def built(lines: list[str], unit: float | None = None, weight: str | None = None) -> Built:
    columns = zip(*(line.split(",") for line in lines), strict=True)
    data = microdata({name: list(texts) for name, texts in zip("rvw", columns, strict=False)})
    return build(Question(BY_R, "v", weight, unit=unit), Source(data, {}), 2, CONTEXT)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("28.999999999999996", "29"),
        ("0.30000000000000004", "0.3"),
        ("1234567890123.25", "1234567890123"),
        ("-2.0000000000000004", "-2"),
        ("1234567890.12", "1234567890.12"),
    ],
)
def test_noise_beyond_twelve_figures_goes_and_whole_parts_stay(text: str, value: str) -> None:
    assert snapped(Decimal(text)) == Decimal(value)


def test_the_unit_is_the_finest_that_nearly_all_records_need() -> None:
    texts = ("1.5", "2.123456", "3")
    for counts, unit in (((98, 1, 1), "0.1"), ((97, 2, 1), "0.000001"), ((1, 1, 198), "1")):
        found = amounts(texts, ".", (), "v", CONTEXT, Snapping(np.array(counts)))
        assert found.unit == Decimal(unit), counts
    finer = amounts(texts, ".", (), "v", CONTEXT, Snapping(np.array([98, 1, 1]), Decimal("0.01")))
    assert (finer.unit, finer.units.tolist()) == (Decimal("0.01"), [150, 212, 300])


def test_a_single_value_with_more_decimals_is_rounded_and_named() -> None:
    lines = [f"{'ab'[n % 2]},{n}" for n in range(1, 151)]
    found = built([*lines, "a,2.25"])
    assert found.table.unit == 1
    assert found.table.values.tolist() == [sum(range(1, 151)) + 2, 75 * 76 + 2, 75 * 75]
    (found_note,) = found.notes
    assert (found_note.code, found_note.params["number"], found_note.params["records"]) == (
        "table.finer_values",
        1,
        ("151",),
    )
    kept = built([*lines, "a,2.25"], unit=0.01)
    assert (kept.table.unit, kept.notes) == (Decimal("0.01"), ())


def test_products_of_long_weights_are_rounded_to_a_hundredth_and_the_loss_is_reported() -> None:
    draws = np.random.default_rng(1)
    values, weights = draws.integers(1, 5000, 60), draws.uniform(0.2, 9, 60)
    rows = [(n % 2, int(v), f"{w:.13f}") for n, (v, w) in enumerate(zip(values, weights, strict=True))]
    found = built([f"{'ab'[n]},{v},{w}" for n, v, w in rows], weight="w")
    assert found.table.unit == Decimal("0.01")
    for cell, group in ((1, 0), (2, 1)):
        exact = sum(Fraction(v) * Fraction(w) for n, v, w in rows if n == group)
        assert abs(exact - Fraction(int(found.table.values[cell]), 100)) <= Fraction(30, 200)
    (found_note,) = (one for one in found.notes if one.code == "table.products_rounded")
    whole = sum(Fraction(v) * Fraction(w) for _, v, w in rows)
    assert found_note.params["loss"] == pytest.approx(
        float(abs(whole - Fraction(int(found.table.values[0]), 100))), abs=1e-4
    )
    largest = max(v for n, v, w in rows if n == 0 and float(w) >= 1)
    assert found.behind.largest[1, 0] >= largest * 100


def test_short_weights_stay_exact() -> None:
    found = built(["a,3,1.3333", "b,5,2.25"], weight="w")
    assert (found.table.unit, found.table.values.tolist()) == (Decimal("0.0001"), [152499, 39999, 112500])
    assert not found.notes
