"""Plain and corrected entropies, and (alpha, k)-anonymity, on classes counted by hand."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan

# a class for each: counts of values; met by the plain entropy, by the corrected one, by alpha 0.8
CLASSES = [
    ((5, 1), False, True, False),
    ((1, 1), True, True, True),
    ((3, 3), True, True, True),
    ((4, 1, 1), True, True, True),
    ((50, 10), False, False, False),
    ((9, 1), False, False, False),
    ((6,), False, False, False),
]


def rows_of(number: int) -> list[str]:
    """The records of one class."""
    counts = CLASSES[number][0]
    return [f"c{number},v{value}" for value, count in enumerate(counts) for _ in range(count)]


def checked(folder: Path, rows: list[str], *criteria: dict[str, Any]) -> JobResult:
    (folder / "d.csv").write_text("\n".join(["town,s", *rows]) + "\n", encoding="utf-8")
    variables = {"town": {"role": "key"}, "s": {"role": "sensitive"}}
    jobs = [{"name": "r", "kind": "risk", "params": {"criteria": list(criteria)}}]
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": jobs}
    return evaluate_plan(plan_from_json(plan), folder, JobContext()).jobs[0]


ENTROPY = {"kind": "entropy_l_diversity", "l": 2, "attribute": "s"}
ALPHA = {"kind": "alpha_k_anonymity", "alpha": 0.8, "k": 2, "attribute": "s"}


@pytest.mark.parametrize("number", range(len(CLASSES)))
def test_each_class_meets_what_was_counted(tmp_path: Path, number: int) -> None:
    counts, plain, corrected, alpha = CLASSES[number]
    given = ({**ENTROPY, "estimator": name} for name in ("shannon", "grassberger"))
    checks = checked(tmp_path, rows_of(number), *given, ALPHA).result.check.criteria
    assert [one.passed for one in checks] == [plain, corrected, alpha]
    assert all(one.largest_share == pytest.approx(max(counts) / sum(counts), abs=1e-12) for one in checks)
    assert checks[2].worst == pytest.approx(max(counts) / sum(counts), abs=1e-12)


def test_without_an_estimator_the_plain_entropy_judges_and_a_note_says_so(tmp_path: Path) -> None:
    rows = [row for number in range(len(CLASSES)) for row in rows_of(number)]
    job = checked(tmp_path, rows, ENTROPY)
    (check,) = job.result.check.criteria
    assert (check.failing_classes, check.disagreeing_classes) == (4, 1)
    reasons = {one.code: one for one in job.verdict.reasons}
    assert reasons["criterion_entropy_l_diversity"].grade.value == "unsafe"
    assert reasons["estimators_disagree"].figures["number"] == 1
    assert [one.code for one in job.result.notes] == ["criteria.estimator_default"]
    named = checked(tmp_path, rows, {**ENTROPY, "estimator": "shannon"})
    assert named.result.notes == ()


def test_classes_that_only_the_corrected_entropy_passes_are_a_reservation(tmp_path: Path) -> None:
    rows = rows_of(0) * 2 + rows_of(2)
    job = checked(tmp_path, rows, {**ENTROPY, "estimator": "grassberger"})
    found = [(one.code, one.grade.value) for one in job.verdict.reasons]
    assert ("estimators_disagree", "reservations") not in found  # twice as many: neither passes
    job = checked(tmp_path, rows_of(0) + rows_of(2), {**ENTROPY, "estimator": "grassberger"})
    assert ("estimators_disagree", "reservations") in [(o.code, o.grade.value) for o in job.verdict.reasons]
    assert job.result.check.passed


def test_fewer_than_two_values_are_a_reservation(tmp_path: Path) -> None:
    job = checked(tmp_path, rows_of(2), {**ENTROPY, "l": 1.5, "estimator": "shannon"})
    assert [(one.code, one.grade.value) for one in job.verdict.reasons] == [("l_below_two", "reservations")]


def test_alpha_may_limit_some_values_alone(tmp_path: Path) -> None:
    rows = rows_of(0)
    assert not checked(tmp_path, rows, ALPHA).result.check.passed
    assert checked(tmp_path, rows, {**ALPHA, "values": ["v1"]}).result.check.passed
    assert not checked(tmp_path, rows, {**ALPHA, "values": ["v0", "v1"]}).result.check.passed
    assert not checked(tmp_path, rows, {**ALPHA, "alpha": 1, "k": 7}).result.check.passed
    with pytest.raises(Refused) as refusal:
        checked(tmp_path, rows, {**ALPHA, "values": ["nothing"]})
    assert [one.code for one in refusal.value.problems] == ["criteria.unknown_value"]


def test_generalisation_finds_levels_that_meet_it(tmp_path: Path) -> None:
    rows = [*rows_of(0), *rows_of(2)]
    (tmp_path / "d.csv").write_text("\n".join(["town,s", *rows]) + "\n", encoding="utf-8")
    (tmp_path / "h.csv").write_text("a,b\nc0,c\nc2,c\n", encoding="utf-8")
    data = {
        "path": "d.csv",
        "variables": {"town": {"role": "key"}, "s": {"role": "sensitive"}},
        "hierarchies": {"town": {"kind": "levels", "path": "h.csv"}},
    }
    jobs = [{"name": "g", "kind": "generalise", "params": {"criteria": [ALPHA]}, "output": {"path": "o.csv"}}]
    done = evaluate_plan(plan_from_json({"schema": 2, "data": data, "jobs": jobs}), tmp_path, JobContext())
    (check,) = done.jobs[0].result.check.criteria
    assert (check.passed, check.asked) == (True, 0.8)
    assert check.worst == pytest.approx(8 / 12, abs=1e-12)
