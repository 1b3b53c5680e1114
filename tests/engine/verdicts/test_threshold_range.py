"""A threshold rule on amounts has a protection level: 30 % where the plan names none, 0 is a reservation."""

from math import inf

import pytest

from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import NO_LIMITS, Grade, verdict_of
from tests.support.data import microdata
from tests.support.secret import drawing

CONTEXT = drawing()
# one firm with a million beside a cell of five: both suppressed, the sum tells its amount to within 5
RECORDS = [("a", "x", 1_000_000)]
for place in ("ay", "bx", "by"):
    RECORDS += [(*place, 1)] * 5
for place in ("az", "bz"):
    RECORDS += [(*place, 50)] * 5
SOURCE = Source(microdata({n: [str(one[i]) for one in RECORDS] for i, n in enumerate(("r", "c", "v"))}), {})


def run(value: str | None = "v", **rule):
    params = TableParams.model_validate(
        {
            "dimensions": [{"variable": "r"}, {"variable": "c"}],
            "value": value,
            "rules": [{"kind": "threshold", "n": 3, **rule}],
            "protect": {"method": "suppression", "solver": "optimal"},
        }
    )
    result = table_job.decide(params, table_job.counts(params, SOURCE, CONTEXT), CONTEXT)
    return verdict_of(table_job.verdict(params, result, NO_LIMITS)), result


def interval_of_largest(result) -> float:
    cell = next(cell for cell in result.cells if cell.coordinates == ("a", "x"))
    return inf if cell.upper is None else cell.upper - cell.lower


def test_a_range_of_zero_is_a_reservation() -> None:
    verdict, result = run(range=0)
    assert (verdict.grade, [one.code for one in verdict.reasons]) == (
        Grade.RESERVATIONS,
        ["table.no_range"],
    )
    assert interval_of_largest(result) <= 10
    assert not result.notes


def test_a_rule_without_a_range_protects_amounts_by_thirty_percent_and_says_so() -> None:
    verdict, result = run()
    assert (verdict.grade, verdict.reasons) == (Grade.SAFE, ())
    assert interval_of_largest(result) >= 600_000
    assert [one.code for one in result.notes] == ["table.range_default"]


def test_a_range_that_is_named_is_kept_without_a_word() -> None:
    verdict, result = run(range=10)
    assert (verdict.grade, result.notes) == (Grade.SAFE, ())
    assert interval_of_largest(result) >= 200_000


@pytest.mark.parametrize("rule", [{}, {"range": 0}])
def test_counts_need_no_range(rule) -> None:
    verdict, result = run(None, **rule)
    assert (verdict.grade, result.notes) == (Grade.SAFE, ())
