"""The figures of the steps follow the plan, whatever is changed while they are found."""

from collections import Counter

import pytest

from sdc_desktop.engine import job_runs
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.ui.project.project_controller import ProjectController

WAIT = 60_000


def test_a_change_undone_before_its_figures_were_found_leaves_those_there_were(
    qtbot, jobs, words, patients
) -> None:
    controller = ProjectController(jobs, words)
    steps = controller.steps
    steps.begin()
    controller.open_project(patients / "patients.sdcproj")
    qtbot.waitUntil(lambda: steps.current and jobs.idle, timeout=WAIT)
    trail, plan = steps.trail, controller.plan
    job = plan.jobs[0]
    other = job.model_copy(update={"params": job.params.model_copy(update={"alpha": 0.9})})
    controller.change_plan("Other balance", plan.model_copy(update={"jobs": (other, *plan.jobs[1:])}))
    assert not steps.current
    controller.undo()
    assert steps.current
    assert not steps.computing
    assert steps.trail is trail
    controller.redo()
    assert not steps.current
    qtbot.waitUntil(lambda: steps.current and jobs.idle, timeout=WAIT)
    assert steps.trail is not trail


def test_a_step_is_run_once_however_often_it_is_undone_and_redone(
    qtbot, jobs, words, patients, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, run_job = Counter[str](), job_runs.run_job

    def counted(job, *given, **named):
        ran[job.name] += 1
        return run_job(job, *given, **named)

    monkeypatch.setattr(job_runs, "run_job", counted)
    controller = ProjectController(jobs, words)
    steps = controller.steps
    steps.begin()
    controller.open_project(patients / "patients.sdcproj")

    def rest() -> None:
        qtbot.waitUntil(lambda: steps.current and not steps.computing and jobs.idle, timeout=WAIT)

    rest()
    plan = controller.plan
    first = plan.jobs[0]
    added = JOB_CLASSES["local_suppression"](name="suppress", input=first.name)
    controller.change_plan("Step added", plan.model_copy(update={"jobs": (*plan.jobs, added)}))
    rest()
    with_both = steps.trail
    assert ran == {first.name: 1, "suppress": 1}
    for _ in range(2):
        controller.undo()
        rest()
        assert [one.name for one in steps.trail.steps] == ["", first.name]
        controller.redo()
        rest()
    assert ran == {first.name: 1, "suppress": 1}
    assert steps.trail.steps == with_both.steps
    controller.new()
    assert steps._left is None
