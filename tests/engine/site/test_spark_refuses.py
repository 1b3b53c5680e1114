"""What Spark cannot do exactly, or the driver has no memory for, is refused by name: nothing is saved."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.site.driver_memory import refuse_beyond_memory
from tests.support.site import refused


def refusal(folder: Path, name: str) -> tuple[str, dict[str, object]]:
    ((code, params),) = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return code, params


@pytest.mark.spark
@pytest.mark.parametrize("name", refused.OTHER_TEXTS)
def test_texts_that_spark_compares_in_another_way_are_refused(counted, name) -> None:
    assert refusal(counted, name) == ("site.collation", {"name": "town"})
    assert not (counted / f"{name}.sdccounts").exists()


@pytest.mark.spark
@pytest.mark.parametrize("name", ["little.sdccounts", "little-applied"])
def test_more_combinations_than_memory_holds_are_refused_by_their_variables(counted, name) -> None:
    code, params = refusal(counted, Path(name).stem)
    assert code == "site.too_many"
    assert params["number"] > 0
    assert set(params["names"]) <= {"odd", "code", "amount", "fine", "whole", "day", "moment", "sure"}
    assert not (counted / name).exists()


@pytest.mark.spark
def test_identifiers_are_missing_or_repeated_on_spark_as_on_the_desktop(counted) -> None:
    plan = counted / "named.sdcplan"
    with pytest.raises(Refused) as found:
        run_plan(
            parse_plan(plan.read_text(encoding="utf-8")), counted, counted / "named desktop", JobContext()
        )
    (problem,) = found.value.problems
    assert refusal(counted, "named") == (problem.code, dict(problem.params))
    assert (problem.params["missing"], problem.params["repeated"]) == (5, 3)
    assert not (counted / "named").exists()


@pytest.mark.parametrize(("worked_on", "most"), [(False, 1_000), (True, 320)])
def test_combinations_are_refused_beyond_the_memory_and_not_before(worked_on, most) -> None:
    memory, names = 96_000, ("town", "age")
    refuse_beyond_memory(most, names, memory, worked_on=worked_on)
    with pytest.raises(Refused) as found:
        refuse_beyond_memory(most + 1, names, memory, worked_on=worked_on)
    (problem,) = found.value.problems
    assert problem.where.variable == "town"
    assert dict(problem.params) == {"number": most + 1, "names": names, "wanted": 0.0, "memory": 0.0}
