"""Several jobs on the same records, measured alike."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import JOB_CLASSES, Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.strategies import strategies
from sdc_desktop.engine.strategies.strategies import Measured, Strategy
from tests.support.data import DEMO, patients

RecodeJob = JOB_CLASSES["recode"]

POINTS = {"yob": 60.0, "ms": 40.0}
NAMES = ("yob", "ms")


def compared(*jobs):
    return strategies.compared(jobs, patients(), NAMES, POINTS, JobContext())


def test_what_is_measured_is_what_is_released() -> None:
    coarse = RecodeJob.model_validate({"name": "r", "params": {"levels": {"yob": 6, "ms": 2}}})
    hidden = JOB_CLASSES["local_suppression"].model_validate({"name": "l", "params": {"k": 3}})
    as_is, recoded, suppressed = compared(("as is", None), ("coarse", coarse), ("cells", hidden))
    assert as_is.place.utility == pytest.approx(1)
    assert as_is.place.risk > suppressed.place.risk > recoded.place.risk
    assert recoded.place.risk == pytest.approx(1 / 60)
    assert recoded.place.utility == pytest.approx(0)
    assert suppressed.place.smallest >= 3
    assert suppressed.place.uniques == 0


def test_what_is_refused_says_why_and_the_others_are_measured() -> None:
    impossible = JOB_CLASSES["microaggregate"].model_validate({"name": "m", "params": {"k": 500}})
    refused, as_is = compared(("too large", impossible), ("as is", None))
    assert refused.place is None
    assert refused.problems
    assert as_is.place is not None


@pytest.mark.parametrize(("alpha", "best"), [(1.0, 0), (0.0, 1), (0.5, 2)])
def test_the_best_weighs_utility_and_safety_among_what_is_tolerable(alpha, best) -> None:
    places = [(0.5, 0.9), (0.01, 0.1), (0.1, 0.7), (0.9, 1.0)]
    found = [Strategy(str(risk), None, Measured(risk, kept, 1, 0)) for risk, kept in places]
    assert strategies.best_of(found, alpha, 0.5) == best
    assert strategies.best_of(found, alpha, 0.001) is None


def of_patients(*jobs: dict, roles: dict[str, str] | None = None) -> Plan:
    names = {"yob": "key", "ms": "key", "disease": "sensitive"} | (roles or {})
    data = {
        "path": "patients.csv",
        "variables": {name: {"role": role} for name, role in names.items()},
        "hierarchies": {
            "yob": {"kind": "intervals", "start": 1961, "widths": [2, 3, 5, 10, 15, 30], "end": 1990},
            "ms": {"kind": "levels", "path": "ms.csv"},
        },
    }
    return plan_from_json({"schema": 2, "data": data, "jobs": list(jobs)})


RECODED = {"name": "r", "kind": "recode", "params": {"levels": {"yob": 3, "ms": 1}}}
HIDDEN = {"name": "h", "kind": "local_suppression", "params": {"k": 9}, "input": "r"}


def side_by_side(*plans: Plan) -> tuple[Strategy, ...]:
    named = [(str(number), plan) for number, plan in enumerate(plans)]
    return strategies.compared_plans(named, DEMO, JobContext())


def test_whole_plans_are_measured_by_what_they_release_at_their_end() -> None:
    as_is, recoded, hidden = side_by_side(of_patients(RECODED), of_patients(RECODED, HIDDEN))
    job = RecodeJob.model_validate(RECODED)
    (alone,) = strategies.compared([("r", job)], patients(), NAMES, None, JobContext())
    assert recoded.place == alone.place
    assert (as_is.name, as_is.place.utility) == ("", 1)
    assert hidden.place.smallest >= 9
    assert recoded.place.smallest < 9
    assert hidden.job.name == "h"


def test_a_plan_that_cannot_be_compared_says_why() -> None:
    swapped = {"name": "s", "kind": "swap", "params": {}}
    plans = [
        of_patients(),
        of_patients(swapped),
        of_patients(swapped, RECODED | {"input": "s"}),
        of_patients(RECODED | {"params": {"levels": {"yob": 3}}}, roles={"ms": "direct_identifier"}),
        of_patients(RECODED).model_copy(update={"data": None}),
    ]
    found = side_by_side(of_patients(RECODED), *plans)[2:]
    codes = [one.problems[0].code for one in found]
    assert codes[:3] == ["strategy.no_job", "strategy.no_job", "strategy.not_comparable"]
    assert all(one.place is None for one in found)
    assert codes[3] == "strategy.variable_gone"


AGED = {
    "name": "p",
    "kind": "prepare",
    "params": {
        "steps": [
            {"derive": {"name": "born", "of": "yob", "bands": [1970, 1980]}},
            {"rename": {"ms": "status"}},
            {"drop": ["yob"]},
        ]
    },
}
COARSE = {"name": "r", "kind": "recode", "input": "p", "params": {"levels": {"status": 1}}}


def test_a_plan_may_prepare_the_records_and_is_measured_on_what_it_made_of_them() -> None:
    as_is, coarse, rare = side_by_side(
        of_patients(AGED, COARSE), of_patients(AGED, COARSE, HIDDEN | {"params": {"k": 5}})
    )
    assert as_is.place.utility == 1
    assert as_is.place.smallest <= coarse.place.smallest
    assert as_is.place.risk > coarse.place.risk
    assert 0 < coarse.place.utility < 1
    assert rare.place.smallest >= 5


def test_what_the_preparation_lost_counts_where_the_plan_in_force_does_not_prepare() -> None:
    bands = AGED["params"]["steps"][0]["derive"] | {"name": "band"}
    steps = [{"derive": bands}, {"drop": ["yob"]}, {"rename": {"band": "yob"}}]
    banded = AGED | {"params": {"steps": steps}}
    untouched = {"name": "r", "kind": "recode", "input": "p", "params": {"levels": {"ms": 0}}}
    _, plain, prepared, gone = side_by_side(
        of_patients(RECODED | {"params": {"levels": {"yob": 0}}}),
        of_patients(banded, untouched),
        of_patients(AGED, COARSE),
    )
    assert plain.place.utility == pytest.approx(1)
    assert prepared.place.utility < 0.9
    assert prepared.place.risk < plain.place.risk
    assert [problem.code for problem in gone.problems] == ["strategy.variable_gone"]


def test_records_prepared_after_they_were_protected_are_not_compared() -> None:
    late = {"name": "late", "kind": "prepare", "input": "r", "params": {"steps": [{"drop": ["disease"]}]}}
    chain = (RECODED, late, HIDDEN | {"input": "late"})
    *_, found = side_by_side(of_patients(RECODED), of_patients(*chain))
    assert [problem.code for problem in found.problems] == ["strategy.not_comparable"]
    *_, ended = side_by_side(of_patients(RECODED), of_patients(RECODED, late))
    assert ended.place is not None


def test_without_key_variables_nothing_is_compared() -> None:
    with pytest.raises(Refused) as refusal:
        side_by_side(of_patients(RECODED, roles={"yob": "other", "ms": "other"}))
    assert refusal.value.problems[0].code == "strategy.no_key_variable"


def test_utility_weighs_by_the_points_of_the_first_plan() -> None:
    shown = {"name": "a", "kind": "anopi", "params": {"user_points": {"yob": 100, "ms": 0}}}
    _, _, weighed = side_by_side(of_patients(shown), of_patients(RECODED | {"params": {"levels": {"ms": 2}}}))
    assert weighed.place.utility == pytest.approx(1)
