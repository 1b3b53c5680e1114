"""The ``cae`` job: pasted values, an attribute and what is known, intervals of a table."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.information.distribution import distribution
from sdc_desktop.engine.information.equivocation import exact_curve, mean_curve, uniform_curve
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae import engine as cae
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()
STAFF = Source(
    microdata(
        {
            "id": list("abcdefg"),
            "wage": ["77", "80", "50", "107", "60", "", "60"],
            "age": ["37", "37", "41", "41", "55", "55", "55"],
            "sex": ["m", "m", "f", "f", "f", "f", "m"],
        },
        {"wage": "sensitive", "id": "direct_identifier"},
    ),
    {},
)


def ran(source: Source | None = None, **params):
    shown = CaeParams.model_validate_json(json.dumps(params), strict=True)
    return cae.decide(shown, cae.counts(shown, source, CONTEXT), CONTEXT)


def codes(source: Source | None = None, **params) -> list[str]:
    with pytest.raises(Refused) as refusal:
        ran(source, **params)
    return [problem.code for problem in refusal.value.problems]


# ----- pasted values


def test_pasted_values_give_the_example_of_the_source() -> None:
    result = ran(values=[1, 3, 8, 9], probabilities=[0.15, 0.1, 0.7, 0.05])
    assert [eps for eps, _ in result.steps] == [0, 1, 2, 6, 7, 8]
    assert [round(h, 3) for _, h in result.steps] == [1.319, 1.054, 0.811, 0.610, 0.286, 0]
    assert result.steps[0] == (0, result.h0)
    assert (result.eps_max, round(result.area, 4), result.exact) == (8, 6.5144, True)
    assert (result.cases, result.notes, result.records) == ((), (), None)


def test_values_without_probabilities_are_equally_likely() -> None:
    assert ran(values=[50, 107]).area == 57
    assert ran(values=[50, 107], probabilities=[3, 1], normalise=True).h0 == pytest.approx(0.8112781244591328)


def test_bounds_are_given_where_points_are_requested() -> None:
    result = ran(values=list(range(40)), points=10)
    assert not result.exact
    assert result.area_lower < result.area < result.area_upper
    assert [note.code for note in result.notes] == ["cae.bounded"]


# ----- an attribute


def test_an_attribute_of_all_records_is_one_case() -> None:
    result = ran(STAFF)
    assert (result.attribute, result.records, result.left_out, result.values) == ("wage", 6, 1, 5)
    assert result.h0 == pytest.approx(np.log2(6) - 2 / 6)
    assert [note.code for note in result.notes] == ["cae.left_out"]


def test_known_values_choose_the_records() -> None:
    result = ran(STAFF, attribute="wage", known={"age": "37", "sex": "m"})
    assert (result.h0, result.area, result.records, result.cases) == (1, 3, 2, ())
    assert ran(STAFF, attribute="wage", known={"sex": "f", "age": "41"}).area == 57


def test_known_names_make_every_combination_a_case_the_most_exposed_first() -> None:
    result = ran(STAFF, attribute="wage", known=["age", "sex"])
    assert [(case.known, case.records, case.h0, case.area) for case in result.cases] == [
        (("55", "f"), 1, 0, 0),
        (("55", "m"), 1, 0, 0),
        (("37", "m"), 2, 1, 3),
        (("41", "f"), 2, 1, 57),
    ]
    assert [case.number for case in result.cases] == [3, 4, 1, 2]
    assert result.h0 == 0.5
    assert result.area == 15
    assert result.steps == ((0, 0.5), (3, 0.25), (57, 0))
    assert [curve.area for curve in result.curves] == [0, 0, 3, 57]


def test_what_respondents_are_known_by_is_not_in_the_result_file() -> None:
    shown = to_json(ran(STAFF, attribute="wage", known=["age", "sex"]))
    assert shown["known"] == ["age", "sex"]
    assert shown["cases"][0].keys() == {"number", "label", "records", "interval", "h0", "eps_max", "area"}
    assert "curve" not in shown


# ----- intervals


@settings(deadline=None)
@given(st.integers(1, 25), st.sampled_from([1, 0.1, 5]))
def test_evenly_spread_values_have_the_exact_curve(count, step) -> None:
    found = uniform_curve(count, step)
    exact = exact_curve(distribution(np.arange(count) * step, np.full(count, 1 / count)), CONTEXT)
    assert found.widths == pytest.approx(exact.widths)
    assert found.entropies == pytest.approx(exact.entropies, abs=1e-12)
    assert found.area == pytest.approx(exact.area)


def test_intervals_of_a_table_are_cases_with_their_bounds() -> None:
    result = ran(intervals=[[10, 13], [5, 5], [0, 100]])
    assert [case.interval for case in result.cases] == [(5, 5), (10, 13), (0, 100)]
    assert [case.h0 for case in result.cases] == pytest.approx([0, 2, np.log2(101)])
    assert result.h0 == pytest.approx((2 + np.log2(101)) / 3)
    assert result.values == 101


def test_cells_that_nothing_bounds_take_no_part_and_the_others_keep_their_labels() -> None:
    result = ran(intervals=[[0, None], [10, 13], [5, 5]], labels=["open", "wide", "known"])
    assert [(case.label, case.number) for case in result.cases] == [("known", 2), ("wide", 1)]
    assert [(shown.code, shown.params["number"]) for shown in result.notes] == [("cae.unbounded", 1)]


def test_an_interval_may_have_wider_steps() -> None:
    wide, shown = ran(intervals=[[0, 100]], step=50), ran(values=[0, 50, 100])
    assert [eps for eps, _ in wide.steps] == [eps for eps, _ in shown.steps] == [0, 50, 100]
    assert [h for _, h in wide.steps] == pytest.approx([h for _, h in shown.steps])
    assert ran(intervals=[[0, 0.3]], step=0.1).values == 4


# ----- means


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5))
def test_the_mean_curve_is_the_mean_at_every_width(seeds) -> None:
    curves = []
    for seed in seeds:
        chance = np.random.default_rng(seed)
        count = int(chance.integers(1, 7))
        of = distribution(chance.choice(20, count, replace=False), chance.dirichlet(np.ones(count)))
        curves.append(exact_curve(of, CONTEXT))
    mean = mean_curve(curves)
    for width in [*mean.widths.tolist(), 0.5, 3.5, 100]:
        assert mean.at(width) == pytest.approx(np.mean([curve.at(width) for curve in curves]), abs=1e-12)
    assert mean.area == pytest.approx(float(np.sum(mean.entropies[:-1] * np.diff(mean.widths))), abs=1e-9)


# ----- refusals


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, "cae.no_source"),
        ({"values": [1], "intervals": [[1, 2]]}, "cae.several_sources"),
        ({"values": [1, 2], "probabilities": [1]}, "cae.lengths"),
        ({"values": [1, 2], "probabilities": [0.5, 0.6]}, "cae.sum"),
        ({"values": [1, 2], "known": {"age": "37"}}, "cae.needs_attribute"),
        ({"intervals": [[1, 2]], "probabilities": [1]}, "cae.needs_values"),
        ({"intervals": [[2, 1]]}, "cae.interval_ends"),
        ({"intervals": [[0, 1e9]]}, "cae.large_interval"),
        ({"intervals": [[0, None], [None, 5]]}, "cae.no_intervals"),
        ({"intervals": [[0, 3]], "labels": ["a", "b"]}, "cae.labels"),
        ({"values": [0, 3], "labels": ["a", "b"]}, "cae.needs_intervals"),
        ({"values": [0, 3], "weights": "w"}, "cae.weights_need_attribute"),
        ({"intervals": "input"}, "cae.input_no_table"),
    ],
)
def test_what_cannot_be_computed_is_refused(params, code) -> None:
    assert codes(None, **params) == [code]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"attribute": "pay"}, "plan.unknown_variable"),
        ({"attribute": "wage", "known": ["pay"]}, "plan.unknown_variable"),
        ({"attribute": "wage", "known": ["id"]}, "recode.direct_identifier"),
        ({"attribute": "wage", "known": ["wage"]}, "cae.attribute_known"),
        ({"attribute": "wage", "known": ["age", "age"]}, "cae.doubled"),
        ({"attribute": "sex"}, "cae.not_numbers"),
        ({"attribute": "wage", "known": {"age": "99"}}, "cae.no_match"),
    ],
)
def test_what_the_data_do_not_have_is_refused(params, code) -> None:
    assert codes(STAFF, **params) == [code]


def test_a_curve_makes_no_records() -> None:
    shown = CaeParams(values=(1, 2))
    counted = cae.counts(shown, None, CONTEXT)
    with pytest.raises(Refused) as refusal:
        cae.apply(cae.decide(shown, counted, CONTEXT), counted, STAFF, CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == ["cae.no_records"]


def test_many_cases_can_be_stopped_and_tell_their_progress() -> None:
    shown = CaeParams(values=tuple(np.random.default_rng(0).normal(size=300).tolist()))
    counted = cae.counts(shown, None, CONTEXT)
    query = iter([False] * 4 + [True])
    with pytest.raises(Cancelled):
        cae.decide(shown, counted, JobContext(is_cancelled=lambda: next(query)))
    fractions: list[float] = []
    cae.decide(shown, counted, JobContext(on_progress=lambda fraction, step: fractions.append(fraction)))
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] < fractions[-1] <= 1


def test_what_will_be_noted_is_known_before() -> None:
    shown = CaeParams(attribute="wage", points=5)
    counted = cae.counts(shown, STAFF, CONTEXT)
    foreseen = cae.foresee(shown, counted, CONTEXT)
    assert [problem.code for problem in foreseen] == ["cae.left_out", "cae.bounded"]
    assert cae.decide(shown, counted, CONTEXT).notes == foreseen


# ----- weights from a variable


WEIGHED = Source(
    microdata(
        {
            "wage": ["1", "3", "8", "9", "4", "5"],
            "share": ["0.15", "0.1", "0.7", "0.05", "0", ""],
            "odd": ["1", "1", "1", "1", "1", "-1"],
            "words": ["1", "1", "1", "1", "1", "one"],
            "sex": ["m", "m", "m", "f", "f", "f"],
        }
    ),
    {},
)


def test_weights_from_a_variable_give_the_example_of_the_source() -> None:
    result = ran(WEIGHED, attribute="wage", weights="share")
    assert (round(result.h0, 3), round(result.area, 4), result.weights) == (1.319, 6.5144, "share")
    assert (result.records, result.values) == (4, 4)
    assert [(shown.code, shown.params["number"]) for shown in result.notes] == [("cae.unweighted", 2)]


def test_weights_are_brought_to_one_in_every_case_and_cases_without_are_none() -> None:
    result = ran(WEIGHED, attribute="wage", weights="share", known=["sex"])
    assert [(case.known, case.records) for case in result.cases] == [(("f",), 1), (("m",), 3)]
    shown = ran(values=[1, 3, 8], probabilities=[15, 10, 70], normalise=True)
    assert result.cases[1].h0 == pytest.approx(shown.h0)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"weights": "odd"}, "cae.negative"),
        ({"weights": "words"}, "cae.not_numbers"),
        ({"weights": "nobody"}, "plan.unknown_variable"),
        ({"weights": "wage"}, "cae.weights_taken"),
        ({"weights": "sex", "known": ["sex"]}, "cae.weights_taken"),
    ],
)
def test_what_cannot_weigh_is_refused(params, code) -> None:
    assert codes(WEIGHED, attribute="wage", **params) == [code]
