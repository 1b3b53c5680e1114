"""The officer's scenarios: too much reached or not known is a reservation, and never raises a grade."""

from types import SimpleNamespace

import pytest

from sdc_desktop.engine.microdata.classes.key_classes import ValueGroups
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.report_spec import ScenarioSpec
from sdc_desktop.engine.running.scenarios import Product, reached, scenario_reasons, with_scenarios
from sdc_desktop.engine.verdict import Grade, failed, reserved, verdict_of


def classes(k: int, number: int, records: int) -> SimpleNamespace:
    """A result with classes after."""
    after = Anonymity(k=k, classes=number, records=records, uniques=0)
    return SimpleNamespace(after=after, before=after, one_value={"ill": one_value(3)})


def one_value(records: int) -> SimpleNamespace:
    return SimpleNamespace(after=ValueGroups(records, 1))


def table(method: str | None = "suppression", failures: int | None = 0, **more: object) -> SimpleNamespace:
    risks = SimpleNamespace(unsafe=7, failures=failures, disclosed=0)
    facts = {"judged": True, "by_contributors": True, "contributors_derive": (), "derived_jointly": 0}
    return SimpleNamespace(method=method, risks=risks, **{**facts, **more})


FILE = Product("records", classes(5, 10, 100))
SAFE_TABLE = Product("table", table())


@pytest.mark.parametrize(
    ("measure", "products", "wanted"),
    [
        ("highest", [FILE], 0.2),
        ("average", [FILE], 0.1),
        ("disclosed", [FILE], 0.03),
        ("highest", [FILE, Product("records", classes(2, 10, 100))], 0.5),
        ("highest", [FILE, Product("records", SimpleNamespace())], None),
        ("highest", [SAFE_TABLE], None),
        ("cells", [FILE], None),
        ("cells", [SAFE_TABLE], 0),
        ("cells", [Product("table", table(method=None))], 7),
        ("cells", [Product("table", table(failures=None))], None),
        ("cells", [Product("table", table(judged=False))], None),
        ("cells", [Product("table", table(by_contributors=False))], None),
        ("cells", [Product("table", table(contributors_derive=(("a",), ("b",))))], 2),
    ],
)
def test_the_worst_product_counts_and_what_was_not_measured_is_not_zero(measure, products, wanted) -> None:
    assert reached(measure, products) == wanted


def test_a_step_that_measures_a_file_without_classes_tells_its_risk() -> None:
    measured = SimpleNamespace(prosecutor=SimpleNamespace(highest=0.25, average=0.04))
    noisy = Product("records", SimpleNamespace(), (measured,))
    assert (reached("highest", [noisy]), reached("average", [noisy])) == (0.25, 0.04)


def test_too_much_and_not_known_are_reservations_and_no_limit_is_none() -> None:
    scenarios = [
        ScenarioSpec(name="met", measure="highest", tolerated=0.2),
        ScenarioSpec(name="missed", measure="average", tolerated=0.05),
        ScenarioSpec(name="unknown", measure="cells", tolerated=0),
        ScenarioSpec(name="open", measure="disclosed"),
    ]
    found = list(scenario_reasons(scenarios, [FILE]))
    assert [(one.code, one.figures["scenario"]) for one in found] == [
        ("scenario_exceeded", "missed"),
        ("scenario_not_measured", "unknown"),
    ]
    assert {one.grade for one in found} == {Grade.RESERVATIONS}


@pytest.mark.parametrize("reasons", [[], [reserved("weak_secret")], [failed("highest_risk")]])
def test_other_scenarios_replace_those_of_the_plan_and_never_raise_what_else_was_found(reasons) -> None:
    plain = verdict_of(reasons)
    earlier = verdict_of([*reasons, reserved("scenario_exceeded", scenario="of the plan")])
    assert with_scenarios(earlier, ()) == plain
    lowered = with_scenarios(plain, [reserved("scenario_exceeded", scenario="mine")])
    assert plain.meets(lowered.grade)
    assert not lowered.meets(Grade.SAFE)
