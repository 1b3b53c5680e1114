"""The family of k of a microaggregation: each member is the microaggregation with that k."""

import csv
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate.block_k import proposed_k
from sdc_desktop.engine.methods.grouping.microaggregate.by_k import k_family
from sdc_desktop.engine.methods.grouping.microaggregate.engine import apply, counts, decide, score_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import VariableSpec

CONTEXT = JobContext()


@pytest.fixture
def source(tmp_path: Path) -> Source:
    rows = [[str(20 + i * i % 37), str(1000 + 7 * (i * 13 % 59)), "ab"[i % 2]] for i in range(60)]
    with (tmp_path / "d.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["age", "pay", "sex"], *rows])
    variables = {name: VariableSpec(role="key", level="continuous") for name in ("age", "pay")}
    return Source(open_data(DataSpec(path="d.csv", variables=variables), tmp_path, CONTEXT).data, {})


def test_each_k_has_the_loss_and_the_classes_of_its_own_microaggregation(source: Source) -> None:
    params = MicroaggregateParams(variables=("age", "pay"), k=6)
    counted = counts(params, source, CONTEXT)
    found = k_family(params, counted, 0.5, (None, None), CONTEXT)
    proposed = proposed_k(counted, 0.5).k
    assert found.anopi == proposed
    assert [point.k for point in found.points] == sorted({1, 2, 3, 4, 5, 6, 7, 10, 15, 20, 30, proposed})
    assert found.points[0].loss == 0
    for point in found.points:
        result = decide(params.model_copy(update={"k": point.k}), counted, CONTEXT)
        data = apply(result, counted, source, CONTEXT)
        shown = [row[:2] for row in data.window(0, data.records)]
        assert point.loss == pytest.approx(result.sse / result.sst)
        assert point.risk == pytest.approx(len(set(shown)) / 60)
        assert point.smallest == min(shown.count(row) for row in shown)
        assert point.uniques == sum(shown.count(row) == 1 for row in shown)


def test_points_of_anopi_change_what_it_proposes_alone(source: Source) -> None:
    params = MicroaggregateParams(variables=("age", "pay"), k=2)
    counted = counts(params, source, CONTEXT)
    useful, private = (k_family(params, counted, alpha, (None, None), CONTEXT) for alpha in (0.9, 0.1))
    assert useful.anopi < private.anopi
    common = {point.k for point in useful.points} & {point.k for point in private.points}
    assert [p for p in useful.points if p.k in common] == [p for p in private.points if p.k in common]


def test_the_score_is_that_of_a_tolerable_risk(source: Source) -> None:
    params = MicroaggregateParams(variables=("age", "pay"), k=4)
    counted = counts(params, source, CONTEXT)
    limited = decide(params.model_copy(update={"tolerable_risk": 0.3}), counted, CONTEXT)
    plain = decide(params, counted, CONTEXT)
    assert plain.score is None
    assert score_of(plain, counted, CONTEXT) == limited.score
