"""The figures of the steps follow the plan, whatever is changed while they are found."""

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
