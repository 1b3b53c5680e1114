"""Local suppression of households together: no member shows what another one's record hides."""

import random
from collections import Counter

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.methods.suppression.local_suppression import LocalSuppressionParams
from sdc_desktop.engine.methods.suppression.local_suppression.engine import check
from sdc_desktop.engine.microdata.suppression.households import constant_variables, members_of
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.stages import applied, counts, decide
from sdc_desktop.engine.setting import beginning
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()


def household_source(seed: int) -> Source:
    chance = random.Random(seed)
    rows = []
    for number in range(40):
        region = chance.choice("NNNSSW")
        members = chance.randint(1, 4)
        for _ in range(members):
            rows.append(
                ("" if number == 0 else str(number), region, chance.choice("mf"), chance.choice("abcd"))
            )
    data = microdata({name: [row[place] for row in rows] for place, name in enumerate("hrsa")})
    keys = (Variable("r", "key"), Variable("s", "key"), Variable("a", "key"))
    return Source(Microdata(data.relation, (Variable("h", "household"), *keys)), {})


@pytest.mark.parametrize("rule", ["category", "kept"])
@pytest.mark.parametrize("seed", range(6))
def test_a_value_that_a_household_shares_is_suppressed_in_all_its_members(seed, rule) -> None:
    source = household_source(seed)
    params = {"k": 3, "households": "together", "suppressed_as": rule}
    job = JOB_CLASSES["local_suppression"].model_validate(
        {"name": "job", "kind": "local_suppression", "params": params}
    )
    counted = counts(job, source, CONTEXT)
    result = decide(job, counted, CONTEXT)
    data = applied(job, result, counted, source, CONTEXT).data
    rows = data.window(0, data.records)
    shown: dict[str, set[str]] = {}
    for household, region, _, _ in rows:
        if household:
            shown.setdefault(household, set()).add(region)
    assert all(len(regions) == 1 for regions in shown.values())
    classes = Counter(tuple(row[1:]) for row in rows)
    if rule == "category":
        assert min(classes.values()) >= 3
    assert result.after.k == min(classes.values())
    own = source.data.window(0, source.data.records)
    for one, other in zip(own, rows, strict=True):
        assert all(new in (old, "*") for old, new in zip(one, other, strict=True))
    cells = sum(row.count("*") for row in rows)
    assert (result.suppression.figures.cells, result.suppression.cost) == (cells, cells)
    assert result.suppression.bound <= cells


def test_a_value_is_shared_where_95_percent_of_the_households_share_it() -> None:
    households = [str(number) for number in range(20) for _ in range(2)]
    columns = {"h": households, "r": ["x", "y", *["x"] * 38], "s": ["x", "y", "x", "y", *["x"] * 36]}
    members = members_of(microdata(columns), "h", ("r", "s"), CONTEXT)
    assert constant_variables(members).tolist() == [True, False]


def test_without_a_household_variable_it_is_refused() -> None:
    source = Source(microdata({"a": ["x", "y"]}, {"a": "key"}), {})
    found = check(LocalSuppressionParams(households="together"), source)
    assert [one.code for one in found] == ["suppression.no_household"]


def test_new_jobs_begin_with_households_together_where_there_are_some() -> None:
    first = beginning(LocalSuppressionParams(), ("key", "household"))
    assert (first.households, first.suppressed_records) == ("together", "delete")
    assert beginning(LocalSuppressionParams(), ("key",)).households == "apart"
