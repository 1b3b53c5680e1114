"""The verdict of the engine as a block of the report: at the head of each job's chapter, and on the cover."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sdc_desktop.engine import verdict as judged
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.runner import PlanResult
from sdc_desktop.report.model import Column, Edition, Finding, Mark, Paragraph, Section, Table, Verdict
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.measures import MEASURES
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts

_MOST_ON_COVER = 5
_ON_THE_PLAN = {
    judged.Grade.SAFE: N_("Every condition set for the released files is met."),
    judged.Grade.RESERVATIONS: N_(
        "The conditions set are met. The reservations must be weighed before release."
    ),
    judged.Grade.UNSAFE: N_("A condition is not met. Do not release the files."),
    judged.Grade.OPEN: N_("Conditions for a release were not set or not checked."),
}


def with_verdict(subject: Subject, written: tuple[Section, ...], words: Words) -> tuple[Section, ...]:
    """The chapter of a job with its finding replaced by the verdict: grade, finding and reasons."""
    first, *rest = written
    found = next(block for block in first.blocks if isinstance(block, Finding))
    block = job_verdict(subject, found.text, words)
    blocks = tuple(block if one is found else one for one in first.blocks)
    return (replace(first, blocks=blocks), *rest)


def job_verdict(subject: Subject, text: str, words: Words) -> Verdict:
    """The verdict on a job beside its finding. A job that only measures has no grade."""
    verdict = subject.result.verdict
    reasons = reason_texts(verdict, words, internal=subject.is_internal)
    if [one.code for one in verdict.reasons] == [judged.MEASURED_ONLY]:
        return Verdict(text, "measured", words.say(N_("Measured")))
    return Verdict(text, mark_of(verdict), grade_name(verdict.grade, words), reasons)


def plan_verdict(result: PlanResult, edition: Edition, words: Words) -> Verdict:
    """The verdict on the plan for the cover, with the gravest reasons."""
    verdict = result.verdict
    reasons = reason_texts(verdict, words, internal=edition == "internal")
    more = len(reasons) - _MOST_ON_COVER
    if more > 0:
        rest = words.say_many(
            N_("{number} more reason is in the chapters."),
            N_("{number} more reasons are in the chapters."),
            more,
        )
        reasons = (*reasons[:_MOST_ON_COVER], rest)
    text = words.say(_ON_THE_PLAN[verdict.grade])
    return Verdict(text, mark_of(verdict), grade_name(verdict.grade, words), reasons)


def mark_of(verdict: judged.Verdict) -> Mark:
    """The mark of a grade."""
    marks: dict[judged.Grade, Mark] = {
        judged.Grade.SAFE: "safe",
        judged.Grade.RESERVATIONS: "reservations",
        judged.Grade.UNSAFE: "unsafe",
        judged.Grade.OPEN: "open",
    }
    return marks[verdict.grade]


def sections(subjects: Sequence[Subject], words: Words) -> tuple[Section, ...]:
    """One section; none where no job measures anything."""
    used = list(dict.fromkeys(name for subject in subjects for name in measures_of(subject)))
    if not used:
        return ()
    columns = (
        Column(words.say(N_("Measure")), share=1.4),
        Column(words.say(N_("Definition")), share=2.6),
        Column(words.say(N_("Assumptions and limits")), share=4),
    )
    rows = tuple(
        (words.say(measure.name), words.say(measure.says), words.say(measure.limits))
        for measure in (MEASURES[name] for name in used)
    )
    opening = Paragraph(
        words.say(
            N_(
                "Every figure in this report rests on assumptions. This chapter states them for each measure "
                "used."
            )
        )
    )
    table = Table(words.say(N_("Measures, with their limits and assumptions")), columns, rows)
    return (Section(words.say(N_("Assumptions of the measures")), (opening, table), "measures"),)


def measures_of(subject: Subject) -> Iterator[str]:
    """The measures that a job's chapter uses: those of its kind, and those that its settings ask for."""
    yield from method_of(subject.job.kind).measures
    params, result = getattr(subject.job, "params", None), subject.result.result
    for criterion in getattr(params, "criteria", ()):
        yield criterion.kind
    for name, measure in (
        ("individual", "individual_risk"),
        ("household", "household_risk"),
        ("suda", "special_uniques"),
        ("score", "score"),
    ):
        if getattr(result, name, None) is not None:
            yield measure
    if getattr(params, "suppress_below", None) is not None:
        yield "k_anonymity"
    if params_of(subject.job, RELEASE) is not None:
        yield from (f"test_{test}" for test in result.alpha)
