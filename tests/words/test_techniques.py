"""Techniques compared, in words."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.compare import compare_techniques, technique_counts
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.techniques import best_sentence
from tests.support.data import patients

WORDS = Words()


def compared(**params):
    source = patients()
    data = source.data.with_variables(
        [replace(v, level="continuous") if v.name == "yob" else v for v in source.data.variables]
    )
    spec = AnopiParams(user_points={"yob": 60, "ms": 40}, intruder_points={"yob": 60, "ms": 40}, **params)
    return compare_techniques(
        spec, technique_counts(spec, source.with_data(data), JobContext()), JobContext()
    )


@pytest.mark.parametrize(
    ("alpha", "said"),
    [
        (0.25, "all microaggregated comes nearest to the optimum: 88.4 % of it."),
        (0.5, "all recoded comes nearest to the optimum: 95.7 % of it."),
        (0.75, "yob recoded, ms microaggregated comes nearest to the optimum: 92.7 % of it."),
    ],
)
def test_the_best_combination_is_stated(alpha, said) -> None:
    assert " ".join(best_sentence(compared(alpha=alpha), WORDS).split()) == f"Of all 4 combinations {said}"


def test_a_comparison_that_is_not_of_all_or_reaches_nothing_says_so() -> None:
    found = compared()
    assert "not all there are" in best_sentence(replace(found, exhaustive=False), WORDS)
    nothing = tuple(replace(one, share=0.0) for one in found.combinations)
    assert "without privacy" in best_sentence(replace(found, combinations=nothing), WORDS)
