"""Tables of values that follow from one another: what they reveal together, and that others do not."""

import pytest

from sdc_desktop.engine.verdict import Grade
from tests.support.linked_tables.plans import Desk, table


def firm(place: str, activity: str, turnover: int, wages: int, weight: int = 1) -> dict[str, str]:
    return {
        "place": place,
        "region": "r",
        "sex": "m",
        "activity": activity,
        "y": str(turnover),
        "domestic": str(wages),
        "export": str(turnover - wages),
        "weight": str(weight),
        "thousand": str(1000 * turnover),
        "other": str((turnover * 7919 + wages * 104729) % 97 + 40),
    }


def records(weights: dict[str, int] | None = None) -> list[dict[str, str]]:
    found = []
    for one, place in enumerate(("m0", "m1", "m2")):
        for two, activity in enumerate("xyz"):
            for number in range(6):
                turnover = 110 + (37 * number + 11 * one + 17 * two) % 90
                wages = 12 + (13 * number + 5 * one + 29 * two) % 38
                weight = (weights or {}).get(place, 1)
                found.append(firm(place, activity, turnover, wages, weight))
    found.append(firm("m0", "x", 5000, 3000))  # more than a third of the wages is one firm's
    return found


@pytest.fixture
def firms(tmp_path) -> Desk:
    return Desk(tmp_path, records(), hierarchy=False)


def jobs(*values: str, **protect) -> list[dict]:
    return [table(f"of {value}", "place activity", value, solver="fast", **protect) for value in values]


def codes(found) -> dict:
    """The reasons, but for those about the roles of the records' variables."""
    return {
        name: [one.code for one in job.verdict.reasons if one.code != "data.role_other"]
        for name, job in found.items()
    }


UNSAFE = ["linked.unsafe_together"]


def hidden(found, name: str) -> int:
    return sum(cell.published is None for cell in found[name].result.cells)


def test_what_is_suppressed_follows_from_the_sum_and_the_other_part(firms) -> None:
    alone = firms.run(jobs("domestic"))
    assert codes(alone) == {"of domestic": []}
    # by p % 20 the total of the cell is unsafe as well; without rules it is published
    bare = [table(f"of {value}", "place activity", value, method=None) for value in ("y", "export")]
    for job in bare:
        job["params"]["rules"] = [{"kind": "p_percent", "p": 1}]
    found = firms.run([*jobs("domestic"), *bare])
    assert {job.verdict.grade for job in found.values()} == {Grade.UNSAFE}
    assert UNSAFE[0] in codes(found)["of y"]
    linked = found["of domestic"].result.linked
    assert linked.exactly == len(linked.failures) >= 1
    assert ("m0", "x") in {one.coordinates["of domestic"] for one in linked.failures}


def test_one_of_the_three_alone_reveals_nothing(firms) -> None:
    found = firms.run([*jobs("domestic"), table("of y", "place activity", "y", method=None)])
    assert found["of domestic"].result.linked is None


def test_tables_of_unrelated_values_raise_no_alarm(firms) -> None:
    found = firms.run(jobs("domestic", "other"))
    assert codes(found) == {"of domestic": [], "of other": []}
    assert found["of other"].result.linked is None


def test_protected_together_the_three_are_safe(firms) -> None:
    found = firms.run(jobs("y", "domestic", "export", link="firms"))
    assert all(job.result.audited and not job.result.unsafe_because for job in found.values())
    assert codes(found) == {name: [] for name in found}


def test_the_same_in_another_unit_is_one_table(firms) -> None:
    shown = table("in thousands", "place activity", "thousand", method=None)
    shown["params"]["rules"] = [{"kind": "p_percent", "p": 0.1}]
    found = firms.run([*jobs("y"), shown])
    assert hidden(found, "of y")
    assert found["of y"].result.linked.exactly >= 1
    assert found["of y"].verdict.grade is Grade.UNSAFE


def weighted(value: str) -> dict:
    job = table(f"weighted {value}", "place activity", value, method=None)
    job["params"] |= {"weight": "weight", "rules": [{"kind": "p_percent", "p": 0.1}]}
    return job


@pytest.mark.parametrize(("weight", "reasons"), [(1, UNSAFE), (2, [])])
def test_weighted_and_unweighted_values_are_equal_where_weights_are_one(tmp_path, weight, reasons) -> None:
    own = records({"m0": weight, "m1": 3, "m2": 2})
    own[-1]["weight"] = str(weight)
    found = Desk(tmp_path, own, hierarchy=False).run([*jobs("y"), weighted("y")])
    assert codes(found)["of y"] == reasons
    assert (found["of y"].result.linked is not None) == bool(reasons)
