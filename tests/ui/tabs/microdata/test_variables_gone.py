"""What a method was given comes back without the variables that are gone, whatever the method."""

import json
from typing import Any

import pytest

from sdc_desktop.engine.methods.registry import METHODS, method_of
from sdc_desktop.engine.plan import Job, plan_from_json
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS, left, switched

HERE, GONE = "here", "gone"
GIVEN: dict[str, dict[str, Any]] = {way: {"variables": [GONE, HERE]} for way in WAYS} | {
    # every key that names variables, of each method with more of them
    "pram": {"variables": [HERE, GONE], "matrix": {GONE: {"a": {"a": 1}}}, "identifier": GONE},
    "top_code": {"bounds": {HERE: {"top": 1}, GONE: {"top": 2}}},
    "swap_households": {
        "hierarchy": [GONE, HERE],
        "household": GONE,
        "similar": [["size", GONE], [HERE], [GONE], []],
        "risk_variables": [GONE],
        "carry_along": [GONE, HERE],
        "risk": {HERE: GONE, GONE: HERE},
    },
    "synthesise": {
        "order": [GONE, HERE],
        "method": {GONE: "sample", HERE: "keep_out"},
        "smooth": [GONE],
        "key_variables": [HERE, GONE],
        "targets": [GONE],
        "predictors": {HERE: [GONE, HERE], GONE: [HERE]},
    },
    "local_suppression": {"key_variables": [HERE, GONE], "importance": {GONE: 2, HERE: 3}},
    "microaggregate": {"blocks": [[HERE, GONE], [GONE]], "k": 3, "strata": GONE},
    "anopi": {
        "technique": {HERE: "recoding", GONE: "microaggregation"},
        "blocks": [[GONE]],
        "user_points": {HERE: 100, GONE: 0},
        "intruder_points": {HERE: 100},
        "min_utility": {GONE: 1},
        "min_privacy": {HERE: {"degree": 1}},
        "override": {GONE: 1},
    },
    "recode": {"levels": {HERE: 1, GONE: 2}},
    "generalise": {
        "key_variables": [GONE, HERE],
        "sensitive": [GONE],
        "criteria": [
            {"kind": "k_anonymity", "k": 4},
            {"kind": "distinct_l_diversity", "l": 2, "attribute": GONE},
            {"kind": "distinct_l_diversity", "l": 3, "attribute": HERE},
        ],
        "limits": {GONE: [0, 1], HERE: [1, 2]},
        "weights": {GONE: 1},
        "anopi": {"user_points": {HERE: 100, GONE: 0}},
    },
}


def params_of(kind: str) -> Any:
    return method_of(kind).params.model_validate(GIVEN[kind])


def texts(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(texts, value), *map(texts, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(texts, value))
    return {value} if isinstance(value, str) else set()


def test_every_method_that_protects_records_is_tried() -> None:
    assert set(GIVEN) == set(WAYS)
    assert set(WAYS) <= set(METHODS)
    lacking = {(kind, key) for kind in WAYS for key in METHODS[kind].picks if key not in GIVEN[kind]}
    assert lacking == {("microaggregate", "variables")}  # or blocks


@pytest.mark.parametrize("kind", GIVEN)
def test_no_variable_that_is_gone_stays(kind: str) -> None:
    given = params_of(kind)
    found = left(given, (HERE,))
    assert GONE not in texts(list(found.model_dump().values()))
    assert (HERE in texts(list(given.model_dump().values()))) == (HERE in texts(found.model_dump()))
    assert type(given).model_validate(found.model_dump()) == found  # it can be in a plan


@pytest.mark.parametrize("kind", GIVEN)
def test_nothing_is_lost_where_all_variables_are_there(kind: str) -> None:
    assert left(params_of(kind), (HERE, GONE)) == params_of(kind)


@pytest.mark.parametrize("kind", WAYS)
def test_the_example_of_a_method_loses_no_setting_but_that_of_the_variable(kind: str) -> None:
    path = resource_path("self_test", f"{kind}.sdcplan")
    plan = plan_from_json(json.loads(path.read_text("utf-8")))
    assert plan.data is not None
    job: Job = next(job for job in plan.jobs if job.kind == kind)
    names = tuple(plan.data.variables)
    assert left(job.params, names) == job.params
    for name in names:
        rest = left(job.params, [one for one in names if one != name])
        assert name not in texts(list(rest.model_dump().values()))


def test_what_is_left_keeps_its_order_and_its_words() -> None:
    households = left(params_of("swap_households"), (HERE,))
    assert households.hierarchy == (HERE,)
    assert households.household is None
    assert households.similar == (("size",), (HERE,), ())
    assert households.risk == {}
    synthetic = left(params_of("synthesise"), (HERE,))
    assert (synthetic.order, synthetic.targets) == ((HERE,), None)
    assert synthetic.predictors == {HERE: (HERE,)}
    assert left(params_of("pram"), (HERE,)).identifier is None
    criteria = left(params_of("generalise"), (HERE,)).criteria
    assert [one.kind for one in criteria] == ["k_anonymity", "distinct_l_diversity"]


def test_a_row_of_transition_probabilities_keeps_its_categories() -> None:
    given = params_of("pram").model_copy(update={"matrix": {HERE: {"a": {"a": 1}}}})
    assert left(given, (HERE,)).matrix == {HERE: {"a": {"a": 1}}}


def test_levels_by_hand_begin_for_variables_that_are_new() -> None:
    jobs = [{"name": "recode", "kind": "recode", "params": {"levels": {HERE: 2, GONE: 1}}}]
    before = plan_from_json({"schema": 2, "jobs": jobs})
    anopi = plan_from_json({"schema": 2, "jobs": [{"name": "anopi", "kind": "anopi", "params": {}}]})
    back = switched(anopi, "recode", (before,), {HERE: 0, "new": 3}, (HERE, "new"))
    assert back.jobs[0].params.levels == {HERE: 2, "new": 3}
