"""Risk in the population as a risk job measures it: refusals, verdicts, and what does not matter."""

import numpy as np
import pytest
from pydantic import ValidationError

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.methods.risk.risk.population import estimates_of
from sdc_desktop.engine.methods.risk.risk.result import PopulationRisk
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Grade
from tests.support.data import microdata

CONTEXT = JobContext()


def columns_of(seed: int = 1, records: int = 300) -> dict[str, list[str]]:
    draw = np.random.default_rng(seed)
    made = {
        name: draw.integers(0, size, records).astype(str).tolist()
        for name, size in zip("abc", (3, 5, 7), strict=True)
    }
    return made | {"w": ["10"] * (records // 2) + ["30"] * (records - records // 2)}


def source_of(columns) -> Source:
    roles = {"w": "weight"}
    variables = [Variable(name, roles.get(name, "key"), "nominal", None, ("", "NA")) for name in columns]
    return Source(microdata(columns).with_variables(variables), {})


def judged(columns, **params):
    spec, source = RiskParams.model_validate(params), source_of(columns)
    result = risk.decide(spec, risk.counts(spec, source, CONTEXT), CONTEXT)
    return result, {one.code: one for one in risk.verdict(spec, result, NO_LIMITS)}


def found(columns, **params) -> PopulationRisk:
    result, _ = judged(columns, **params)
    assert result.population is not None
    return result.population


def code_of(columns, **params) -> str:
    with pytest.raises(Refused) as refused:
        judged(columns, **params)
    return refused.value.problems[0].code


def test_size_fraction_and_equal_weights_say_the_same() -> None:
    columns = columns_of() | {"w": ["20"] * 300}
    by_size = found(columns, population={"size": 6000})
    by_fraction = found(columns, population={"fraction": 0.05})
    by_weights = found(columns, population={"weights": True})
    assert by_weights.model.weighting == "pseudo"
    for other in (by_fraction, by_weights):
        assert other.size == pytest.approx(by_size.size)
        assert other.model.tau1 == pytest.approx(by_size.model.tau1)
        assert other.model.b2_z == pytest.approx(by_size.model.b2_z)
        assert other.uniqueness.by_rule == pytest.approx(by_size.uniqueness.by_rule)


def test_order_of_records_and_names_of_categories_do_not_matter() -> None:
    columns = columns_of()
    order = np.random.default_rng(4).permutation(300)
    other = {name: [texts[place] for place in order] for name, texts in columns.items()}
    other["b"] = [f"x{9 - int(text)}" for text in other["b"]]
    for terms in ("main", "two_way", "forward", [["a", "b"]]):
        query = {"population": {"weights": True}, "model": {"terms": terms}}
        one, two = found(columns, **query), found(other, **query)
        assert two.model.terms == one.model.terms
        assert two.model.tau1 == pytest.approx(one.model.tau1, rel=1e-9)
        assert two.model.b2_z == pytest.approx(one.model.b2_z, rel=1e-9)
        assert two.uniqueness.by_rule == pytest.approx(one.uniqueness.by_rule, rel=1e-9)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"population": {"size": 299}}, "risk.population_too_small"),
        ({"population": {"size": 900}, "model": {"weighting": "pseudo"}}, "risk.weighting_without_weights"),
        (
            {"population": {"fraction": 0.5}, "model": {"weighting": "offset"}},
            "risk.weighting_without_weights",
        ),
        ({"population": {"size": 900}, "model": {"terms": [["a", "d"]]}}, "risk.term_without_key"),
    ],
)
def test_what_does_not_go_together_is_refused(params, code) -> None:
    assert code_of(columns_of(), **params) == code


def test_weights_are_needed_for_a_population_of_weights() -> None:
    columns = columns_of()
    del columns["w"]
    assert code_of(columns, population={"weights": True}) == "risk.population_without_weight"
    assert (
        code_of(columns | {"w": ["0.5"] * 300}, population={"weights": True}) == "risk.population_too_small"
    )
    assert code_of(columns | {"w": ["0"] * 300}, population={"weights": True}) == "data.weights_not_positive"


@pytest.mark.parametrize("population", [{"size": 0}, {"fraction": 0}, {"fraction": 1.01}, {"weights": False}])
def test_no_plan_has_an_impossible_population(population) -> None:
    with pytest.raises(ValidationError):
        RiskParams.model_validate({"population": population})


def test_a_class_that_the_weights_call_complete_is_certain() -> None:
    columns = columns_of()
    columns["w"] = ["0.5", "0.5", *["20"] * 298]
    columns["a"][:2], columns["b"][:2], columns["c"][:2] = ["9", "8"], ["9", "9"], ["9", "9"]
    result = found(columns, population={"weights": True})
    assert result.covered == 2
    assert result.model.highest == 1


def test_a_model_without_population_is_not_fitted() -> None:
    result, reasons = judged(columns_of())
    assert result.population is None
    assert not any(code.startswith("population") for code in reasons)


def test_a_model_that_does_not_fit_is_a_reservation_and_never_raises_a_grade() -> None:
    draw = np.random.default_rng(2)
    a = draw.integers(0, 12, 800)
    columns = {"a": a.astype(str).tolist(), "b": (a * 3 + draw.integers(0, 2, 800)).astype(str).tolist()}
    result, reasons = judged(columns, population={"size": 8000})
    assert result.population is not None
    assert result.population.model.fit in ("too_simple", "too_rich")
    assert reasons[f"population_model_{result.population.model.fit}"].grade is Grade.RESERVATIONS
    for size in (800, 1600, 80_000):
        _, more = judged(columns_of(), population={"size": size}, tolerable=0.9)
        _, less = judged(columns_of(), tolerable=0.9)
        assert set(less) <= set(more)


def test_a_risk_by_the_model_above_the_tolerable_one_fails() -> None:
    columns = columns_of()
    columns["w"] = ["1000"] * 300
    _, by_weights = judged(columns, tolerable=0.3)
    assert "highest_risk" not in by_weights
    result, reasons = judged(columns, tolerable=0.3, population={"size": 400})
    assert result.population is not None
    assert result.population.model.highest > 0.3
    assert reasons["highest_model_risk"].grade is Grade.UNSAFE


def test_models_that_disagree_are_a_reservation_with_their_range() -> None:
    result, reasons = judged(columns_of(records=60) | {}, population={"size": 60_000})
    assert result.population is not None
    estimates = estimates_of(result.population).values()
    assert max(estimates) > 2 * min(estimates)
    assert reasons["population_models_differ"].figures["greatest"] == round(max(estimates), 1)


def test_figures_of_single_records_are_not_written() -> None:
    result, _ = judged(columns_of(), population={"size": 900})
    written = to_json(result)["population"]
    assert "chances" not in written
    assert "risks" not in written


def test_missing_key_values_are_noted_as_a_category() -> None:
    columns = columns_of()
    columns["a"][0] = ""
    result, _ = judged(columns, population={"size": 900})
    assert "risk.missing_in_population" in {one.code for one in result.notes}
