"""Experiments: what the source found, seeds and workers, an own query log and released file, refusals."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams
from sdc_desktop.engine.methods.curves.cae_experiment import engine as cae_experiment
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()
ROLES = {"wage": "sensitive", "age": "key", "sex": "key", "name": "direct_identifier"}


def spec(**params) -> CaeExperimentParams:
    return CaeExperimentParams.model_validate_json(json.dumps(params), strict=True)


def ran(source: Source | None, context=CONTEXT, workers=1, **params):
    shown = spec(**params)
    counted = cae_experiment.counts(shown, source, context)
    return cae_experiment.decide(shown, counted, context, workers=workers)


def curves(result, figure: str) -> dict[float, list[float]]:
    """The figure of each parameter, in the order of the known attributes."""
    found: dict[float, list[float]] = {}
    for point in result.points:
        found.setdefault(point.parameter, []).append(getattr(point, figure))
    return found


def staff(base: Path = Path(), **changed) -> Source:
    columns = {
        "name": list("abcdefgh"),
        "wage": ["10", "20", "20", "30", "10", "40", "30", ""],
        "age": ["30", "30", "41", "41", "55", "55", "30", "30"],
        "sex": ["f", "f", "m", "m", "f", "m", "f", "m"],
    } | changed
    return Source(microdata(columns, ROLES), {}, base)


def codes(source: Source | None, **params) -> list[str]:
    with pytest.raises(Refused) as refusal:
        ran(source, **params)
    return [problem.code for problem in refusal.value.problems]


# ----- what the source found (section 6)


@pytest.fixture(scope="module", params=["sampling", "query_restriction", "noise"])
def experiment(request):
    return ran(None, technique=request.param, data="synthetic", repeats=2, seed=1)


def by_use(result, figure: str) -> list[list[float]]:
    """The curves from the most useful release to the least."""
    found = sorted(curves(result, figure).items(), reverse=result.technique == "sampling")
    return [curve for _, curve in found]


@pytest.mark.parametrize("figure", ["h0", "area"])
def test_uncertainty_grows_as_use_falls(experiment, figure) -> None:
    found = np.array(by_use(experiment, figure))
    assert (np.diff(found, axis=0) > -1e-3).all()
    assert (found[-1] > found[0]).all()


@pytest.mark.parametrize("figure", ["h0", "area"])
def test_uncertainty_falls_with_more_known_attributes(experiment, figure) -> None:
    for curve in by_use(experiment, figure):
        assert (np.diff(curve) < 0.003 * curve[0]).all()  # sets of nearly all attributes are nearly the same
        assert curve[-1] <= curve[0]


def test_the_fall_is_sharp_where_use_is_high_and_gentle_where_it_is_low(experiment) -> None:
    falls = [(curve[0] - curve[-1]) / curve[0] for curve in by_use(experiment, "h0")]
    assert falls[0] > 0.4
    assert falls[-1] < 0.1
    assert falls[0] > 4 * falls[-1]


def test_query_restriction_stays_flat_where_sampling_falls() -> None:
    sampled = curves(ran(None, technique="sampling", data="synthetic", repeats=1, parameters=[50]), "h0")[50]
    query = curves(
        ran(None, technique="query_restriction", data="synthetic", repeats=1, parameters=[8]), "h0"
    )
    assert abs(sampled[0] - query[8][0]) < 0.4  # alike for somebody who knows nothing
    assert query[8][0] - query[8][-1] < 0.1
    assert sampled[0] - sampled[-1] > 1.5


def test_answers_become_worse_as_use_falls(experiment) -> None:
    errors = [point.error for point in sorted(experiment.utility, key=lambda point: point.parameter)]
    if experiment.technique == "sampling":
        errors.reverse()
    assert errors[0] < errors[-1]
    assert all(error >= 0 for error in errors)


def test_nobody_is_less_certain_than_a_person_who_knows_the_domain_only(experiment) -> None:
    assert experiment.h0_most == pytest.approx(np.log2(25))
    assert max(point.h0 for point in experiment.points) <= experiment.h0_most + 1e-9
    assert max(point.area for point in experiment.points) <= experiment.area_most + 1e-9


def test_all_sets_of_every_size_are_gone_through(experiment) -> None:
    sets = [point.sets for point in experiment.points if point.parameter == experiment.points[0].parameter]
    assert sets == [1, 6, 15, 20, 15, 6, 1]


def test_the_second_readings_of_noise_are_experiments_of_their_own() -> None:
    usual = {"technique": "noise", "data": "synthetic", "repeats": 1, "parameters": [40], "known": [2]}
    usual |= {"attributes": ["sex", "education", "industry"]}
    first, weighted, matched = (
        ran(None, **usual, **more).points[0].h0
        for more in ({}, {"likelihood": "binomial"}, {"matching": "released"})
    )
    assert weighted < first < matched


# ----- chance and workers


@pytest.mark.parametrize("technique", ["sampling", "query_restriction", "noise"])
def test_the_same_seed_gives_the_same_bytes_whatever_the_workers(technique) -> None:
    small = {
        "technique": technique,
        "data": "synthetic",
        "repeats": 3,
        "known": [1],
        "attributes": ["sex", "age"],
    }
    texts = {json.dumps(to_json(ran(None, workers=count, **small, seed=4))) for count in (1, 2, 5)}
    assert len(texts) == 1
    assert json.dumps(to_json(ran(None, **small, seed=5))) not in texts


def test_the_seed_of_the_job_is_used_where_the_plan_tells_none() -> None:
    small = {"technique": "sampling", "data": "synthetic", "repeats": 1, "known": [0]}
    assert ran(None, **small, seed=9) == ran(None, JobContext(seed=9), **small)


def test_spread_is_over_files_and_absent_for_one() -> None:
    small = {"technique": "sampling", "parameters": [50], "known": [1]}
    one, many = ran(staff(), repeats=1, **small).points[0], ran(staff(), repeats=20, **small).points[0]
    assert (one.h0_sd, one.area_sd) == (None, None)
    assert many.h0_sd > 0
    assert many.area_sd > 0


@pytest.mark.parametrize("workers", [1, 3])
def test_an_experiment_can_be_stopped(workers) -> None:
    shown = spec(technique="noise", data="synthetic", repeats=20)
    counted = cae_experiment.counts(shown, None, CONTEXT)
    query = iter(range(10**9))
    with pytest.raises(Cancelled):
        cae_experiment.decide(
            shown, counted, JobContext(is_cancelled=lambda: next(query) > 50), workers=workers
        )


def test_progress_is_stated_in_order() -> None:
    shown: list[float] = []
    context = JobContext(on_progress=lambda fraction, step: shown.append(fraction))
    params = spec(technique="sampling", data="synthetic", repeats=2, known=[1])
    counted = cae_experiment.counts(params, None, CONTEXT)
    cae_experiment.decide(params, counted, context, workers=2)
    assert shown == sorted(shown)
    assert 0 <= shown[0] <= shown[-1] <= 1


# ----- the officer's own data


def test_a_whole_sample_tells_the_values_of_the_matching_records() -> None:
    result = ran(staff(), technique="sampling", parameters=[100], known=[0, 2, ["age"]], repeats=1)
    assert (result.attribute, result.attributes, result.records, result.left_out) == (
        "wage",
        ("age", "sex"),
        7,
        1,
    )
    assert [point.known for point in result.points] == [0, 2, ("age",)]
    everybody, exact, age = result.points
    shares = np.array([2, 2, 2, 1]) / 7
    assert everybody.h0 == pytest.approx(-np.sum(shares * np.log2(shares)))
    # (30, f) has 10, 20, 30; (41, m) has 20, 30; (55, f) and (55, m) one each
    assert exact.h0 == pytest.approx((np.log2(3) + 1 + 0 + 0) / 4)
    assert exact.area == pytest.approx((10 * (np.log2(3) + 0.9182958340544896) + 10) / 4)
    # age 30: 10, 20, 30; age 41: 20, 30; age 55: 10, 40
    assert age.h0 == pytest.approx((np.log2(3) + 1 + 1) / 3)
    assert [note.code for note in result.notes] == ["cae.left_out"]


def test_values_are_rounded_into_a_domain_of_steps_and_refused_outside_it() -> None:
    usual = {"technique": "sampling", "parameters": [100], "known": [0], "repeats": 1}
    result = ran(staff(), **usual, domain={"lowest": 0, "highest": 60, "step": 20})
    assert result.domain == 4
    assert result.points[0].h0 == pytest.approx(0.9852281360342515)  # 20 20 20 40 20 40 40
    assert [note.code for note in result.notes] == ["cae.left_out", "cae.rounded"]
    assert codes(staff(), **usual, domain={"lowest": 10, "highest": 30, "step": 10}) == ["cae.outside_domain"]
    assert codes(staff(), **usual, domain=[10, 20, 30, 41]) == ["cae.outside_domain"]
    assert ran(staff(), **usual, domain=[50, 10, 20, 30, 40]).domain == 5


def test_a_query_log_takes_the_place_of_chains(tmp_path) -> None:
    (tmp_path / "log.csv").write_text("query,record\na,1\na,2\nb,2\n", encoding="utf-8")
    result = ran(
        staff(tmp_path), technique="query_restriction", queries="log.csv", known=[["age", "sex"]], repeats=5
    )
    (point,) = result.points
    assert (point.parameter, point.h0_sd, result.repeats) == (None, None, 1)
    # (30, f): 10 and 20 are known, the third record may have any of 4; (41, m), (55, f), (55, m): any of 4
    shares = np.array([1.25, 1.25, 0.25, 0.25]) / 3
    assert point.h0 == pytest.approx((-np.sum(shares * np.log2(shares)) + 2 + 2 + 2) / 4)


def test_a_released_file_is_looked_at_by_its_values_and_labels(tmp_path) -> None:
    (tmp_path / "out.csv").write_text("wage,age,sex\n20,30,f\n15,30,f\n30,41,*\n*,55,f\n", encoding="utf-8")
    result = ran(staff(tmp_path), technique="released", released="out.csv", known=[["age", "sex"]])
    (point,) = result.points
    first = np.array([0.25, 1, 1.25, 0.25, 0.25]) / 3  # 20, 15, and one not released, at 10, 15, 20, 30, 40
    second = np.array([0.25, 0, 0.25, 1.25, 0.25]) / 2  # 30, and one that was not released
    entropies = [-np.sum(p[p > 0] * np.log2(p[p > 0])) for p in (first, second)]
    assert point.h0 == pytest.approx((sum(entropies) + 2 + 2) / 4)
    assert result.utility[0].error > 0


def test_a_result_is_json_without_values_of_respondents() -> None:
    result = ran(staff(), technique="sampling", repeats=2)
    text = json.dumps(to_json(result))
    assert json.loads(text)["points"][0].keys() >= {"parameter", "known", "h0", "h0_sd", "area", "area_sd"}
    assert '"f"' not in text


# ----- refusals


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"technique": "sampling", "attribute": "salary"}, "plan.unknown_variable"),
        ({"technique": "sampling", "attribute": "name"}, "recode.direct_identifier"),
        ({"technique": "sampling", "attribute": "sex", "attributes": ["age"]}, "cae.not_numbers"),
        ({"technique": "sampling", "attributes": ["age", "wage"]}, "cae.attribute_known"),
        ({"technique": "sampling", "attributes": ["age", "age"]}, "cae.doubled"),
        ({"technique": "sampling", "known": [3]}, "cae.known_size"),
        ({"technique": "sampling", "known": [["wage"]]}, "cae.known_unknown"),
        ({"technique": "sampling", "parameters": [101]}, "plan.too_large"),
        ({"technique": "query_restriction", "parameters": [3]}, "cae.query_size"),
        ({"technique": "query_restriction", "parameters": [2.5]}, "cae.query_size"),
        ({"technique": "released"}, "cae.released_absent"),
        ({"technique": "sampling", "queries": "x.csv"}, "cae.not_for_technique"),
        ({"technique": "sampling", "matching": "released"}, "cae.not_for_technique"),
        ({"technique": "query_restriction", "queries": "x.csv", "data": "synthetic"}, "cae.synthetic_file"),
        ({"technique": "sampling", "domain": {"lowest": 0, "highest": 1e9, "step": 1}}, "cae.large_domain"),
        ({"technique": "sampling", "domain": {"lowest": 9, "highest": 1, "step": 1}}, "cae.domain_ends"),
        ({"technique": "query_restriction", "queries": "none.csv"}, "csv.no_such_file"),
    ],
)
def test_what_cannot_be_run_is_refused(params, code) -> None:
    assert codes(staff(), **params) == [code]


def test_nothing_says_which_attribute_is_confidential() -> None:
    source = Source(microdata({"age": ["1", "2"]}, {}), {})
    assert codes(source, technique="sampling") == ["cae.no_attribute"]


def test_too_many_sets_of_attributes_are_refused() -> None:
    columns = {f"v{number}": ["1", "2"] for number in range(20)} | {"wage": ["1", "2"]}
    roles = dict.fromkeys(columns, "key") | {"wage": "sensitive"}
    assert codes(Source(microdata(columns, roles), {}), technique="sampling") == ["cae.many_subsets"]


def test_an_attribute_without_values_is_refused() -> None:
    assert codes(staff(wage=[""] * 8), technique="sampling") == ["cae.no_values"]


def test_a_released_file_must_have_the_variables_and_read_as_values_or_labels(tmp_path) -> None:
    (tmp_path / "lacks.csv").write_text("wage,age\n20,30\n", encoding="utf-8")
    (tmp_path / "texts.csv").write_text("wage,age,sex\nmuch,30,f\n20,30,f\n", encoding="utf-8")
    source = staff(tmp_path)
    assert codes(source, technique="released", released="lacks.csv") == ["cae.released_lacks"]
    assert codes(source, technique="released", released="texts.csv") == ["cae.released_values"]


def test_an_experiment_makes_no_records() -> None:
    shown = spec(technique="sampling", repeats=1)
    counted = cae_experiment.counts(shown, staff(), CONTEXT)
    result = cae_experiment.decide(shown, counted, CONTEXT, workers=1)
    with pytest.raises(Refused) as refusal:
        cae_experiment.apply(result, counted, staff(), CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == ["cae.no_records"]


def test_what_will_be_noted_is_known_before() -> None:
    shown = spec(technique="query_restriction", parameters=[2, 8], repeats=1)
    counted = cae_experiment.counts(shown, staff(), CONTEXT)
    foreseen = cae_experiment.foresee(shown, counted, CONTEXT)
    assert [problem.code for problem in foreseen] == ["cae.left_out", "cae.no_chain"]
    assert cae_experiment.decide(shown, counted, CONTEXT, workers=1).notes == foreseen
