"""The window judges as the batch command does: the known cases in the project that is open."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import audit_of, evaluate_plan
from sdc_desktop.engine.running.codebook import Changes
from sdc_desktop.engine.strategies.released_file import released_file, write_released
from sdc_desktop.engine.strategies.trail import trail_of
from sdc_desktop.engine.verdict import INFERENCE_PENDING, Verdict
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_on
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words.verdicts.grades import grade_name
from tests.support.known_verdicts import KNOWN

WAIT = 30_000


@pytest.fixture
def controller(jobs, words) -> ProjectController:
    return ProjectController(jobs, words)


@pytest.mark.parametrize("name", KNOWN)
def test_the_bar_above_a_tab_has_the_grade_that_is_known(
    qtbot, controller, words, tmp_path: Path, name: str
) -> None:
    case, path = KNOWN[name], tmp_path / "case.sdcplan"
    (tmp_path / "data.csv").write_text("\n".join(case.rows) + "\n", encoding="utf-8")
    path.write_text(json.dumps(case.plan()), encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        assert controller.open_plan(path)
    qtbot.waitUntil(lambda: not controller.reading, timeout=WAIT)
    plan = controller.whole_plan
    result = evaluate_plan(plan, tmp_path, JobContext()).jobs[-1]

    def audited() -> Verdict | None:
        verdict = verdict_on(controller, plan.jobs[-1], result.result)
        pending = verdict and INFERENCE_PENDING in {one.code for one in verdict.reasons}
        return None if pending else verdict

    qtbot.waitUntil(lambda: audited() is not None, timeout=WAIT)
    verdict = audited()
    assert verdict is not None
    assert result.verdict.grade == case.grade
    earlier = any(job["kind"] != "prepare" for job in case.before)
    assert verdict.grade == ("open" if earlier else case.grade)  # the window has not run the earlier steps
    bar = VerdictBar()
    qtbot.addWidget(bar)
    bar.judge(verdict, "A finding.", words)
    if bar.mark is Mark.MEASURED:
        assert [one.code for one in verdict.reasons] == ["measured_only"]
    else:
        assert bar.mark == verdict.grade
        assert bar.grade_text.startswith(grade_name(verdict.grade, words))


@pytest.mark.parametrize("order", [{}, {"order": "as_is"}, {"order": "random"}])
@pytest.mark.parametrize("secrets", [{}, {"secrets": {"*": "8f0c" * 16}}])
def test_a_file_of_persons_is_judged_in_the_order_that_a_run_gives_it(
    qtbot, controller, tmp_path: Path, order: dict[str, str], secrets: dict[str, dict[str, str]]
) -> None:
    rows = ["id,sex", *(f"p{n},{'fm'[n % 2]}" for n in range(20) for _ in range(3))]
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    data = {"path": "d.csv", "variables": {"id": {"role": "person"}, "sex": {"role": "key"}}}
    job = {"name": "m", "kind": "recode", "params": {"levels": {}}, "output": {"path": "m.csv", **order}}
    path = tmp_path / "case.sdcplan"
    path.write_text(json.dumps({"schema": 2, "data": data, "jobs": [job]} | secrets), encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        assert controller.open_plan(path)
    qtbot.waitUntil(lambda: not controller.reading and controller.persons.found.repeat, timeout=WAIT)
    plan, file = controller.whole_plan, controller.file_opened
    run = evaluate_plan(plan, tmp_path, JobContext()).jobs[-1]
    context = JobContext(secrets=controller.secrets())
    audit = audit_of(plan, plan.jobs[-1], tmp_path, context, read=file)
    assert audit is not None
    assert audit.persons == run.persons
    by = () if run.persons.linked is None else run.persons.linked.by
    assert ("order" in by) is (order == {"order": "as_is"})
    trail = trail_of(plan, ("m",), tmp_path, context, None, read=file)
    released = released_file(plan, trail, file, Changes(), context)
    written = write_released(plan, released, file, tmp_path, tmp_path / "out.csv", context)
    assert {written.sha256} == set(run.files.values())
