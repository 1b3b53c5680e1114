"""The experiment: every point is the search's own optimum, and comparisons say what they show."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.diversity_experiment import DiversityExperimentParams
from sdc_desktop.engine.methods.experiments.diversity_experiment import engine as diversity_experiment
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.problems import Refused
from tests.engine.methods.recoding.test_generalise import TREES, twin
from tests.support.generalising import criterion, listed_source

CONTEXT = JobContext()


def decided(source, **params):
    spec = DiversityExperimentParams(**params)
    return diversity_experiment.decide(spec, diversity_experiment.counts(spec, source, CONTEXT), CONTEXT)


def test_every_point_is_the_optimum_of_its_own_search() -> None:
    source = listed_source(twin(), TREES, "ill")
    shown = decided(source, attribute="ill", l=(2, 2.5, 3), suppression_limit=0.1)
    assert [(point.l, point.estimator) for point in shown.points] == [
        (value, estimator) for value in (2, 2.5, 3) for estimator in ("shannon", "grassberger")
    ]
    for point in shown.points:
        spec = GeneraliseParams(
            criteria=(
                criterion("entropy_l_diversity", l=point.l, attribute="ill", estimator=point.estimator),
            ),
            suppression_limit=0.1,
        )
        try:
            alone = generalise.decide(spec, generalise.counts(spec, source, CONTEXT), CONTEXT)
        except Refused:
            assert point.levels is None
            continue
        assert point.proven
        assert (point.loss, point.levels) == (alone.loss, dict(alone.levels))


def test_the_corrected_entropy_mostly_needs_less() -> None:
    shown = decided(listed_source(twin(), TREES, "ill"), attribute="ill", l=(2, 2.5), suppression_limit=0.1)
    assert "less" in {one.verdict for one in shown.comparisons}
    for one in shown.comparisons:
        losses = {point.estimator: point.loss for point in shown.points if point.l == one.l}
        if one.saved is not None:
            assert one.saved == losses["shannon"] - losses["grassberger"]


def test_where_the_corrected_entropy_needs_more_it_is_stated() -> None:
    """Two classes {1, 1, 1} merge to {2, 2, 2}: the corrected entropy falls from 2.0 to 1.067 < ln 3."""
    merged = {"a": ["x"] * 3 + ["y"] * 3, "s": list("pqr") * 2}
    trees = {"a": [("x", "*"), ("y", "*")]}
    shown = decided(
        listed_source(merged, trees, "s"), attribute="s", l=(3,), limits={"a": (1, 1)}, suppression_limit=0
    )
    assert [one.verdict for one in shown.comparisons] == ["only_shannon"]
    assert shown.notes[0].code == "experiment.needs_more"


def test_a_value_that_nothing_meets_is_stated_as_such() -> None:
    columns = {"a": ["x", "y"], "s": ["p", "p"]}
    shown = decided(listed_source(columns, {}, "s"), attribute="s", l=(2,))
    assert [point.levels for point in shown.points] == [None, None]
    assert [one.verdict for one in shown.comparisons] == ["neither"]


@pytest.mark.parametrize("attribute", ["nobody", "a"])
def test_an_attribute_that_cannot_be_examined_is_refused(attribute) -> None:
    columns = {"a": ["x", "y"], "s": ["p", "p"]}
    with pytest.raises(Refused):
        decided(listed_source(columns, {}, "s"), attribute=attribute)
