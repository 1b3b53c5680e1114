"""Chapter 1, findings at a glance: one row per job, and what has to be done before a release."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.plan import Plan, is_job_of
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import MEASURED_ONLY, NO_PRODUCT, Reason
from sdc_desktop.report.balance import NOTHING
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Heading, Named, Paragraph, Signed, Steps, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.steps import Figures, step_change
from sdc_desktop.words.verdicts.remedies import remedy_text
from sdc_desktop.words.verdicts.verdict import reason_text
from sdc_desktop.words.words import listed

MOST_STEPS = 10
MOST_REPEATED = 6  # jobs whose reasons are repeated


def section(jobs: Sequence[JobReport], result: PlanResult, words: Words) -> Section:
    """The chapter."""
    blocks: list[Block | Heading] = [_opening(jobs, words)]
    if jobs:
        blocks.append(_table(jobs, words))
    blocks += _before_release(jobs, result, words)
    return Section(words.say(N_("Findings at a glance")), tuple(blocks), key="glance", begins="page")


def _opening(jobs: Sequence[JobReport], words: Words) -> Paragraph:
    products = sum(one.is_product for one in jobs)
    steps = len(jobs) - products
    released = words.say_many(
        N_("{number} file is intended for release."), N_("{number} files are intended for release."), products
    )
    parts = [released if products else words.say(N_("No file is intended for release."))]
    if steps:
        one, many = (
            N_("{number} further step measures or prepares."),
            N_("{number} further steps measure or prepare."),
        )
        parts.append(words.say_many(one, many, steps))
    parts.append(
        words.say(
            N_(
                "A file is safe if every condition set for it was checked on the released values and is met, "
                "and nothing else remains to be weighed."
            )
        )
    )
    return Paragraph(" ".join(parts))


def _table(jobs: Sequence[JobReport], words: Words) -> Table:
    columns = (
        Column(words.say(N_("Step")), share=1.2),
        Column(words.say(N_("Verdict")), share=1),
        Column(words.say(N_("Finding")), share=2.2),
        Column(words.say(N_("Utility retained")), share=1.2),
        Column(words.say(N_("To be weighed")), share=2.2),
    )
    rows = tuple(
        (
            Named(one.subject.job.name, one.kind),
            _verdict(one, words),
            one.verdict.text,
            _kept(one),
            NOTHING if is_handed_on(one.subject) else _weighed(one, words),
        )
        for one in jobs
    )
    return Table(words.say(N_("Findings by step")), columns, rows)


def _verdict(job: JobReport, words: Words) -> Signed:
    """The grade of a file; of a step before the last, how it compares with the one before."""
    if is_handed_on(job.subject):
        plan = job.subject.opened.plan
        figures = _figures(job.subject.read, plan), _figures(job.subject.after, plan)
        return Signed("measured", step_change(*figures, words))
    return Signed(job.verdict.mark, job.short_name)


def is_handed_on(subject: Subject) -> bool:
    """Whether it is a step of a protection before the last."""
    job = subject.job
    if subject.is_product or method_of(job.kind).makes != "records" or is_job_of(job, PREPARE):
        return False
    later = (one for one in subject.opened.plan.jobs if one.input == job.name and not one.off)
    return any(method_of(one.kind).makes == "records" for one in later)


def _figures(source: Source | None, plan: Plan) -> Figures:
    keys = [] if source is None else [variable.name for variable in source.data.with_role("key")]
    if source is None or not keys or not source.data.records:
        return None, None
    k = size_of(plan)
    look = first_look(source.data, keys, (), JobContext(), plan.missing_rule, k)
    return look.uniques, look.in_classes_below(k)


def _kept(job: JobReport) -> str:
    balance = job.balance
    if balance is None or not balance.utility or balance.utility_after == NOTHING:
        return NOTHING
    return f"{balance.utility_after} ({balance.utility})"


def _weighed(job: JobReport, words: Words) -> str:
    """The gravest reason, and how many more there are."""
    reasons = [one for one in job.subject.result.verdict.reasons if one.code != MEASURED_ONLY]
    if not reasons:
        return NOTHING
    text = reason_text(reasons[0], words, internal=job.subject.is_internal)
    more = len(reasons) - 1
    if not more:
        return text
    rest = words.say_many(N_("{number} further reason."), N_("{number} further reasons."), more)
    return f"{text} {rest}"


def _before_release(jobs: Sequence[JobReport], result: PlanResult, words: Words) -> Iterator[Block | Heading]:
    """A numbered remedy for each reason of the plan's verdict; equal ones of several jobs are given once."""
    internal = all(one.subject.is_internal for one in jobs)
    reasons = [one for one in result.verdict.reasons if one.code != NO_PRODUCT]
    if not reasons:
        return
    grouped: dict[str, list[Reason]] = {}
    for one in reasons:
        grouped.setdefault(remedy_text(one.code, words), []).append(one)
    why = _why if len(jobs) <= MOST_REPEATED else _where
    items = [Paragraph(why(found, internal, words), lead) for lead, found in grouped.items()]
    left = len(items) - MOST_STEPS
    yield Heading(words.say(N_("Before release")))
    yield Steps(tuple(items[:MOST_STEPS]))
    if left > 0:
        single, several = (
            N_("{number} further remedy is in chapter 4."),
            N_("{number} further remedies are in chapter 4."),
        )
        yield Paragraph(words.say_many(single, several, left))


def _where(found: Sequence[Reason], internal: bool, words: Words) -> str:
    """In which jobs the reasons were found."""
    named = list(dict.fromkeys(one.job for one in found if one.job))
    return (
        words.say(N_("Steps: {names}."), names=listed(named, words))
        if named
        else _why(found, internal, words)
    )


def _why(found: Sequence[Reason], internal: bool, words: Words) -> str:
    """The reasons, below the jobs that give them."""
    texts: dict[str, list[str]] = {}
    for one in found:
        texts.setdefault(reason_text(one, words, internal=internal), []).append(one.job)
    by_jobs: dict[str, list[str]] = {}
    for text, jobs in texts.items():
        by_jobs.setdefault(", ".join(dict.fromkeys(job for job in jobs if job)), []).append(text)
    parts = ((named, " ".join(reasons)) for named, reasons in by_jobs.items())
    return " ".join(
        words.say(N_("{job}: {reason}"), job=named, reason=reason) if named else reason
        for named, reason in parts
    )
