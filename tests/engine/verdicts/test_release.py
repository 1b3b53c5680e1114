"""The verdict on ``release`` jobs, on files whose honest grade is known by hand."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import engine as release
from sdc_desktop.engine.output.ledger import Seen
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.release.live import Request, verdict_on_log
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.running.judging import judge_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_texts
from tests.support.data import microdata
from tests.support.release import begin, head_of, live_setup, resume

CONTEXT = JobContext()
EVEN = {"x": (40, 30, 30), "y": (40, 30, 30), "z": (40, 30, 30)}
SKEWED = {"x": (40, 30, 30), "y": (80, 10, 10), "z": (40, 30, 30)}
BASELINE = {"a": 0.4, "b": 0.3, "c": 0.3}


def judged(cells, baseline=BASELINE, lost=0, **params):
    """The verdict on a job over a file with these numbers of a, b and c by target, and `lost` records without
    a value.
    """
    rows = [
        (value, target)
        for target, counts in cells.items()
        for value, n in zip("abc", counts, strict=True)
        for _ in range(n)
    ]
    rows += [("", "x")] * lost
    ages, places = zip(*rows, strict=True)
    data = microdata({"age": ages, "place": places})
    (age, place) = data.variables
    source = Source(
        data.with_variables([age.__class__(age.name, order=("a", "b", "c"), missing=("",)), place]), {}
    )
    shown = {"attribute": "age", "target": "place", "baseline": baseline, "orders": 2, "draws": 100} | params
    plan = plan_from_json({"schema": 2, "jobs": [{"name": "queue", "kind": "release", "params": shown}]})
    job = plan.job("queue")
    counted = release.counts(job.params, source, CONTEXT)
    return judge_job(plan, job, release.decide(job.params, counted, CONTEXT), ())


def codes(verdict) -> list[str]:
    return [one.code for one in verdict.reasons]


@pytest.mark.parametrize("test", ["MIS", "KLD", "CST", "mis"])
def test_targets_distributed_as_the_baseline_are_safe(test) -> None:
    verdict = judged(EVEN, tests=[test], assess_only=True)
    assert (verdict.grade, codes(verdict)) == (Grade.SAFE, [])


@pytest.mark.parametrize("test", ["MIS", "KLD", "CST"])
def test_a_target_that_departs_from_the_baseline_is_not_safe(test) -> None:
    verdict = judged(SKEWED, tests=[test], assess_only=True)
    assert (verdict.grade, codes(verdict)) == (Grade.UNSAFE, ["release_test_failed"])
    figures = verdict.reasons[0].figures
    assert figures["tests"] == (test,)
    assert figures["targets"] == (0 if test == "MIS" else 1)  # MIS is about all targets together


def test_one_failed_test_of_several_is_enough() -> None:
    verdict = judged(SKEWED, tests=["KLD", ["CST", "DQT"]], alpha={"DQT": 0.01}, assess_only=True)
    assert verdict.grade is Grade.UNSAFE
    assert verdict.reasons[0].figures["tests"][:2] == ("KLD", "CST")


def test_a_test_that_has_nothing_to_test_judges_nothing() -> None:
    verdict = judged({"x": (2, 1, 1), "y": (1, 1, 1)}, tests=["CST"], assess_only=True)  # a single cell each
    assert (verdict.grade, codes(verdict)) == (Grade.OPEN, ["release_not_tested"])
    verdict = judged({"x": (40, 30, 30), "y": (41, 29, 30)}, tests=["DQT"], assess_only=True)  # two targets
    assert (verdict.grade, codes(verdict)) == (Grade.OPEN, ["release_not_tested"])
    both = judged({"x": (40, 30, 30), "y": (41, 29, 30)}, tests=["DQT", "MIS"], assess_only=True)
    assert (both.grade, both.reasons[0].figures["tests"]) == (Grade.RESERVATIONS, ("DQT",))


def test_a_value_without_a_baseline_is_not_safe() -> None:
    verdict = judged(EVEN, baseline={"a": 0.5, "b": 0.5}, tests=["KLD"], assess_only=True)
    assert verdict.grade is Grade.UNSAFE
    assert "release_test_failed" in codes(verdict)


def test_records_without_a_value_are_a_reservation() -> None:
    verdict = judged(EVEN, lost=3, tests=["KLD"], assess_only=True)
    assert (verdict.grade, codes(verdict)) == (Grade.RESERVATIONS, ["release.missing"])


@pytest.mark.parametrize("cells", [EVEN, SKEWED])
@pytest.mark.parametrize("policy", ["deny", "oldest_first", "most_records"])
def test_a_simulation_is_not_judged(cells, policy) -> None:
    verdict = judged(cells, tests=["KLD"], policy=policy)
    assert (verdict.grade, codes(verdict)) == (Grade.OPEN, ["release_simulated"])


def test_the_external_sentence_has_no_figures_of_records() -> None:
    words = Words()
    verdict = judged(SKEWED, tests=["KLD", "CST"], assess_only=True)
    assert reason_texts(verdict, words) == (
        "Tests failed with all 300 records released: KLD and CST. Targets exposed: 1.",
    )
    assert reason_texts(verdict, words, internal=False) == (
        "Tests failed with all records released: KLD and CST.",
    )


# ----- live releases


def live_release(tmp_path, tests=("KLD",), **choices):
    setup = live_setup(
        "age", "place", BASELINE, ("x", "y"), tests, dict.fromkeys(tests, 0.2), draws=100, **choices
    )
    return begin(tmp_path / "log", setup)


def asked(live, values: str, target: str = "x") -> None:
    start = len(live.released()) + len(live.waiting())
    live.ask([Request(str(start + at), target, value) for at, value in enumerate(values)], CONTEXT)


def test_a_log_without_a_release_is_not_judged(tmp_path) -> None:
    live = live_release(tmp_path)
    assert codes(verdict_on_log(live)) == ["release_none"]
    live.close()


def test_a_log_whose_releases_hold_is_safe(tmp_path) -> None:
    live = live_release(tmp_path)
    asked(live, "abc" * 40)
    assert len(live.released()) > 20
    assert verdict_on_log(live).grade is Grade.SAFE
    live.close()


def test_releases_that_no_test_could_test_are_not_judged(tmp_path) -> None:
    live = live_release(tmp_path, ("CST",))
    asked(live, "abc")
    assert len(live.released()) == 3
    verdict = verdict_on_log(live)
    assert (verdict.grade, codes(verdict)) == (Grade.OPEN, ["release_not_tested"])
    live.close()


def test_an_adopted_log_has_a_reservation(tmp_path) -> None:
    live = live_release(tmp_path)
    asked(live, "abc" * 20)
    seen = Seen(live.head.n, live.head.hash)
    live.close()
    head_of(tmp_path / "log").unlink()
    again = resume(tmp_path / "log", seen)
    verdict = verdict_on_log(again)
    assert (verdict.grade, codes(verdict)) == (Grade.RESERVATIONS, ["ledger.adopted"])
    again.close()


def test_a_test_that_fails_after_its_critical_values_changed_is_a_reservation(tmp_path, monkeypatch) -> None:
    live = live_release(tmp_path)
    asked(live, "aabac" * 10)
    assert verdict_on_log(live).grade is Grade.SAFE
    monkeypatch.setattr(CriticalValues, "distance", lambda *_: 0.0)
    verdict = verdict_on_log(live)
    assert (verdict.grade, codes(verdict)) == (Grade.RESERVATIONS, ["release_overtaken"])
    assert live.overtaken() == ("x",)
    live.close()
