"""The verdict of the engine as a block of the report: at the head of each job's chapter, and on the cover."""

from dataclasses import replace

from sdc_desktop.engine import verdict as judged
from sdc_desktop.engine.run import PlanResult
from sdc_desktop.report.model import Edition, Finding, Mark, Section, Verdict
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
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
