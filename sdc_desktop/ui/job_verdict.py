"""The engine's verdict on the job of a tab, under the plan's data and the active site policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the engine's kinds import numpy and duckdb, which a window without data needs not
    from sdc_desktop.engine.plan import Job
    from sdc_desktop.engine.verdict import Verdict
    from sdc_desktop.ui.project_controller import ProjectController


def verdict_on(controller: ProjectController, job: Job, result: Any) -> Verdict:
    """The verdict on `result`, which `job` gave: that of a run of the plan, except for what other jobs
    measure on its file. The controller remembers it for the project.
    """
    from sdc_desktop.engine.judging import judge_job
    from sdc_desktop.engine.policy import policy_problems, verdict_limits

    opened, policy, plan = controller.opened, controller.policy, controller.whole_plan
    of_data = () if opened is None else opened.notes
    notes = (*of_data, *policy_problems(plan, policy))
    verdict = judge_job(plan, job, result, notes, verdict_limits(policy))
    controller.verdicts.note(job.name, verdict)
    return verdict
