"""The engine's verdict on what a tab shows."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan, active_plan, is_job_of
from sdc_desktop.engine.policy.policy import policy_problems, rules_of, verdict_limits
from sdc_desktop.engine.verdict import INFERENCE_PENDING, unjudged, verdict_of
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import with_job

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.running.file_audit import FileAudit
    from sdc_desktop.engine.verdict import Verdict


def verdict_on(
    controller: ProjectController,
    job: Job,
    result: Any,
    *,
    counted: Any = None,
    audited: tuple[str, FileAudit] | None = None,
    kept: bool = True,
) -> Verdict | None:
    """The engine's verdict on `result`, which `job` gave of what it `counted`: that of a run of the plan,
    except for what other jobs measure on its file. ``audited``: the audit of its file that was made with the
    result, with the digest of what it was made of (:func:`audited_now`). Where that has changed since,
    or nothing was made, the audit is made beside the window, and until then the file is not judged. The
    controller remembers the verdict for the project, unless ``kept`` is false.
    """
    from sdc_desktop.engine.running.checking import problems_of_counts
    from sdc_desktop.engine.running.judging import judge_job

    opened, policy, plan = controller.opened, controller.policy, active_plan(controller.whole_plan)
    job = _of_whole_plan(controller, job)
    file, before = controller.file_opened, next((one for one in plan.jobs if one.name == job.input), None)
    shown = before is None or is_job_of(before, PREPARE)  # what the job reads
    known, audit = True, None
    exported = _as_exported(controller, plan, job)
    if audited is not None and file is not None:
        controller.audits.note(*audited)
        audit = audited[1] if audited[0] == controller.audits.key_of(file, *exported) else None
    if opened is not None and file is not None and shown:
        decided = None if counted is None else (counted, result)
        known, audit = controller.audits.of(file, *exported, controller.base, decided)
    of_data = () if opened is None else opened.notes
    counts_file = None if file is None else file.counted
    of_counts = (
        problems_of_counts(counts_file, opened.data.variables, policy)
        if counts_file is not None and opened is not None
        else ()
    )
    notes = (*of_data, *policy_problems(plan, policy), *of_counts)
    verdict = judge_job(plan, job, result, notes, verdict_limits(policy), audit, rules_of(policy))
    if not known:
        return shown_of(plan, job, verdict_of((*verdict.reasons, unjudged(INFERENCE_PENDING))))
    if kept:
        controller.verdicts.note(job.name, verdict, verdict_key(controller, job))
    return shown_of(plan, job, verdict)


def audited_now(controller: ProjectController, file: Opened, job: Job) -> tuple[Plan, Job, str]:
    """What an audit of the file of a job of the window is made of now, as plan and job, and its digest."""
    plan = active_plan(controller.whole_plan)
    exported = _as_exported(controller, plan, _of_whole_plan(controller, job))
    return (*exported, controller.audits.key_of(file, *exported))


def _of_whole_plan(controller: ProjectController, job: Job) -> Job:
    """The job of the window as the whole plan has it: on the prepared records where the plan prepares them,
    and without the steps that are switched off.
    """
    seen = with_job(controller.plan, job.model_copy(update={"off": False}))
    jobs = active_plan(controller.whole(seen)).jobs
    return next((one for one in jobs if one.name == job.name and one.kind == job.kind), job)


def _as_exported(controller: ProjectController, plan: Plan, job: Job) -> tuple[Plan, Job]:
    """Plan and job with the file that the job would be exported to. With persons a file that is not named yet
    is audited as well, as its export would be proposed: no result says what links records.
    """
    persons = plan.data is not None and any(one.role == "person" for one in plan.data.variables.values())
    if not persons or job.output is not None or job.no_file or method_of(job.kind).makes != "records":
        return plan, job
    named = job.model_copy(update={"output": OutputSpec(path=f"{job.name}.csv", order="random")})
    whole = active_plan(controller.completed(controller.whole(with_job(controller.plan, named))))
    return whole, whole.job(job.name)


def verdict_key(controller: ProjectController, job: Job) -> str:
    """A text of all that the verdict on a job of the window depends on: file, declarations, policy, its
    settings and those of the jobs before and right after it, secrets, and the order of its records.
    """
    unnamed = "random" if controller.persons.found.repeat else "as_is"
    order = (None if job.output is None else job.output.order) or unnamed
    job = job.model_copy(update={"output": OutputSpec(path="file.csv", order=order)})
    plan = controller.completed(controller.whole(with_job(controller.plan, job)))
    jobs = {one.name: one for one in active_plan(plan).jobs}
    names, name = [job.name], job.name
    while name in jobs and jobs[name].input in jobs and jobs[name].input not in names:
        name = jobs[name].input
        names.append(name)
    names += [one.name for one in jobs.values() if one.input == job.name]
    file = controller.file_opened
    parts = (
        None if file is None else (file.mark, id(file.data.relation)),
        None if plan.data is None else plan.data.model_dump(mode="json", exclude={"path", "sha256"}),
        None if controller.policy is None else controller.policy.sha256,
        None if plan.policy is None else plan.policy.model_dump(mode="json"),
        (plan.missing_rule, plan.k),
        [jobs[one].model_dump(mode="json") for one in names if one in jobs],
        [plan.own_secrets.mark(one) for one in names],
    )
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("utf-8")).hexdigest()


def shown_of(plan: Plan, job: Job, verdict: Verdict) -> Verdict:
    """The verdict as a tab shows it: none where later steps change the records of a job that has no file,
    because these are not what is exported.
    """
    later = (one for one in plan.jobs if one.input == job.name and not one.off)
    if not job.no_file or not any(method_of(one.kind).writes for one in later):
        return verdict
    return verdict_of((unjudged("handed_on"),), audited=verdict.audited)
