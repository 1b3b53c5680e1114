"""The engine's verdict on what a tab shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan, is_job_of
from sdc_desktop.engine.verdict import INFERENCE_PENDING, unjudged, verdict_of
from sdc_desktop.ui.project.project_controller import ProjectController

if TYPE_CHECKING:
    from sdc_desktop.engine.running.file_audit import FileAudit
    from sdc_desktop.engine.verdict import Verdict


def verdict_on(
    controller: ProjectController,
    job: Job,
    result: Any,
    *,
    counted: Any = None,
    audit: FileAudit | None = None,
) -> Verdict | None:
    """The engine's verdict on `result`, which `job` gave of what it `counted`: that of a run of the plan,
    except for what other jobs measure on its file. `audit` is that of its file, where it was made with the
    result; otherwise it is made beside the window, and until then the file is not judged. The controller
    remembers the verdict for the project.
    """
    from sdc_desktop.engine.policy.policy import policy_problems, verdict_limits
    from sdc_desktop.engine.running.checking import problems_of_counts
    from sdc_desktop.engine.running.judging import judge_job

    opened, policy, plan = controller.opened, controller.policy, controller.whole_plan
    file, before = controller.file_opened, next((one for one in plan.jobs if one.name == job.input), None)
    shown = before is None or is_job_of(before, PREPARE)  # what the job reads
    known = True
    if opened is not None and file is not None and shown:
        if audit is not None:
            controller.audits.note(file, plan, job, audit)
        decided = None if counted is None else (counted, result)
        known, audit = controller.audits.of(file, plan, job, controller.base, decided)
    of_data = () if opened is None else opened.notes
    counts_file = None if file is None else file.counted
    of_counts = (
        problems_of_counts(counts_file, opened.data.variables, policy)
        if counts_file is not None and opened is not None
        else ()
    )
    notes = (*of_data, *policy_problems(plan, policy), *of_counts)
    verdict = judge_job(plan, job, result, notes, verdict_limits(policy), audit)
    if not known:
        return shown_of(plan, job, verdict_of((*verdict.reasons, unjudged(INFERENCE_PENDING))))
    controller.verdicts.note(job.name, verdict)
    return shown_of(plan, job, verdict)


def shown_of(plan: Plan, job: Job, verdict: Verdict) -> Verdict:
    """The verdict as a tab shows it: at best *not judged* where later steps change the records of a job that
    has no file, because these are not what is exported.
    """
    later = (one for one in plan.jobs if one.input == job.name and not one.off)
    if not job.no_file or not any(method_of(one.kind).writes for one in later):
        return verdict
    return verdict_of((unjudged("handed_on"), *verdict.reasons), audited=verdict.audited)
