"""What the report says of a release queue, in both editions."""

from types import SimpleNamespace

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.release.release import engine as release
from sdc_desktop.engine.release.assessment import Finding
from sdc_desktop.engine.release.explanation import Explanation, First, Reading
from sdc_desktop.engine.release.most_records import LargestSet
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, verdict_of
from sdc_desktop.report.chapters.release import sections
from sdc_desktop.sheets.blocks import Table, Verdict
from sdc_desktop.sheets.release import sheet
from sdc_desktop.sheets.sheet import About, found_text
from sdc_desktop.words import Words
from sdc_desktop.words.release.release import explanation_texts, reading_text, state_of_finding, together_text
from tests.support.data import microdata
from tests.support.reports import texts, with_verdict

WORDS = Words()


def section(edition: str = "internal", **params):
    random = np.random.default_rng(1)
    ages = ["a", "b", "c", "zq-odd"]
    columns = {
        "age": [ages[n] for n in random.choice(4, 300, p=[0.5, 0.3, 0.19, 0.01])],
        "place": [f"place {n}" for n in random.integers(0, 3, 300)],
    }
    spec = ReleaseParams(attribute="age", target="place", draws=200, **params)
    source = Source(microdata(columns), {})
    counted = release.counts(spec, source, JobContext())
    result = release.decide(spec, counted, JobContext())
    reasons = method_of("release").stages.verdict(spec, result, NO_LIMITS)
    subject = SimpleNamespace(
        job=SimpleNamespace(name="queue", kind="release"),
        result=SimpleNamespace(result=result, verdict=verdict_of(reasons)),
        confidential=frozenset(),
        key="job-1",
        edition=edition,
        is_internal=edition == "internal",
    )
    made = with_verdict(subject, sections(subject, WORDS), WORDS)
    return result, made


def tables(made) -> list[Table]:
    return [block for block in made.blocks if isinstance(block, Table)]


def test_a_simulation_is_stated_by_run_by_target_and_as_a_matrix() -> None:
    result, made = section(orders=3, tests=["KLD", ["mis", "cst"]])
    assert isinstance(made.blocks[0], Verdict)
    assert made.blocks[0].mark == "open"
    runs, targets, matrix = tables(made)
    assert [row[0] for row in runs.rows] == ["KLD", "MIS + CST"]
    assert len(targets.rows) == 6
    assert matrix.rows[0][1] == "3"
    text = " ".join(texts(made.blocks))
    assert "{" not in text
    assert "No correction is made for looking at several targets" in text
    assert result.runs[0].tests == ("KLD",)


@pytest.mark.parametrize(("alpha", "mark"), [(0.000001, "safe"), (0.99, "unsafe")])
def test_an_assessment_is_stated_with_its_verdict(alpha, mark) -> None:
    result, made = section(assess_only=True, alpha=alpha)
    assert made.blocks[0].mark == mark
    assert all(found.safe for found in result.assessment.values()) == (mark == "safe")
    (findings,) = tables(made)
    assert [row[0] for row in findings.rows] == ["MIS", "KLD", "KLD", "KLD", "CST", "CST", "CST", "DQT"]
    assert {row[5] for row in findings.rows} <= {"safe", "not safe"}


def test_how_many_records_have_no_baseline_is_stated_inside_the_house_only() -> None:
    baseline = {"a": 0.5, "b": 0.3, "c": 0.2}
    for edition, shown in (("internal", True), ("external", False)):
        _, made = section(edition, baseline=baseline, tests=["MIS"], assess_only=True)
        assert (
            "records with a value outside the baseline, never safe" in " ".join(texts(made.blocks))
        ) == shown


def test_what_could_go_together_is_stated_with_how_sure_that_is() -> None:
    nobody = np.zeros((1, 1), dtype=np.int64)
    assert together_text(LargestSet(nobody, 5, 5), WORDS) == (
        "5 waiting records could be released together now; no larger set is safe."
    )
    assert together_text(LargestSet(nobody, 1, 9), WORDS) == (
        "1 waiting record could be released now; no safe set has more than 9."
    )


def test_a_record_that_waits_is_explained_in_sentences() -> None:
    failing = Reading("KLD", "L2", 0.05364, 0.04989)
    holding = Reading("MIS", None, 0.01, 0.02)
    shown = explanation_texts(
        Explanation(True, (holding, failing), (First("L2", "25-29", 2), First("L2", "<18", 1))), WORDS
    )
    assert shown == (
        "KLD, L2: 0.053640 is not below the critical value 0.049890.",
        "It would be safe after others, for example: 2 records of L2 with 25-29 and 1 record of L2 with <18.",
    )
    assert reading_text(holding, WORDS) == "MIS: 0.010000 is below the critical value 0.020000."
    assert "too few records" in reading_text(Reading("CST", "L1", float("nan"), float("nan")), WORDS)
    assert len(explanation_texts(Explanation(False, (), None), WORDS)) == 1
    assert explanation_texts(Explanation(True, (failing,), None), WORDS)[1].startswith(
        "No prior releases were found"
    )


def test_what_a_test_cannot_test_is_not_called_safe() -> None:
    nothing, held = Finding(np.nan, np.nan, True, None), Finding(0.1, 0.2, True, 3)
    failed = Finding(np.inf, np.nan, False, None)
    states = [state_of_finding(one, WORDS) for one in (nothing, held, failed)]
    assert states == ["not tested", "safe", "not safe"]


def test_a_file_that_is_too_small_to_test_is_not_stated_to_agree_with_the_baseline() -> None:
    data = microdata({"age": list("ababa"), "place": list("xxyyx")})
    spec = ReleaseParams(attribute="age", target="place", tests=["CST", "DQT"], assess_only=True)
    counted = release.counts(spec, Source(data, {}), JobContext())
    result = release.decide(spec, counted, JobContext())
    assert found_text(sheet(About(None, result), WORDS)) == (
        "Even with all 5 records released, CST and DQT have too few records or targets to test."
    )


@pytest.mark.parametrize(
    ("rule", "said"), [("smaller_neighbour", "smaller neighbour"), ("forwards", "next values")]
)
def test_the_rule_for_joining_cells_is_stated_where_cst_is_a_test(rule, said) -> None:
    _, with_fit = section(orders=2, tests=["CST"], join=rule)
    assert said in " ".join(texts(with_fit.blocks))
    _, without = section(orders=2, tests=["KLD"], join=rule)
    assert said not in " ".join(texts(without.blocks))
