"""The verdict of the engine on a job beside its finding, and the measures that the job uses."""

from collections.abc import Iterator
from dataclasses import replace

from sdc_desktop.engine import verdict as judged
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.plan import params_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Mark, Verdict
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts


def job_verdict(subject: Subject, text: str, words: Words) -> Verdict:
    """The verdict on a job beside its finding. A job that only measures has no grade."""
    verdict = subject.result.verdict
    reasons = reason_texts(verdict, words, internal=subject.is_internal)
    if only_measures(verdict):
        others = replace(
            verdict, reasons=tuple(one for one in verdict.reasons if one.code != judged.MEASURED_ONLY)
        )
        found = reason_texts(others, words, internal=subject.is_internal)
        return Verdict(text, "measured", words.say(N_("Measured")), found)
    return Verdict(text, mark_of(verdict), grade_name(verdict.grade, words), reasons)


def only_measures(verdict: judged.Verdict) -> bool:
    """Whether a verdict is on a step that measures and sets no limit, and no condition failed there."""
    codes = {one.code for one in verdict.reasons}
    return judged.MEASURED_ONLY in codes and verdict.grade is not judged.Grade.UNSAFE


def mark_of(verdict: judged.Verdict) -> Mark:
    """The mark of a verdict."""
    return mark_of_grade(verdict.grade)


def mark_of_grade(grade: judged.Grade) -> Mark:
    """The mark of a grade."""
    marks: dict[judged.Grade, Mark] = {
        judged.Grade.SAFE: "safe",
        judged.Grade.RESERVATIONS: "reservations",
        judged.Grade.UNSAFE: "unsafe",
        judged.Grade.OPEN: "open",
    }
    return marks[grade]


def measures_of(subject: Subject) -> Iterator[str]:
    """The measures that a job's chapter uses: those of its kind, and those that its settings require."""
    yield from method_of(subject.job.kind).measures
    params, result = getattr(subject.job, "params", None), subject.result.result
    for criterion in getattr(params, "criteria", ()):
        yield criterion.kind
    for name, measure in (
        ("individual", "individual_risk"),
        ("household", "household_risk"),
        ("population", "population_model"),
        ("population_table", "population_table"),
        ("suda", "special_uniques"),
        ("dis", "dis"),
        ("close_records", "close_records"),
        ("score", "score"),
    ):
        if getattr(result, name, None) is not None:
            yield measure
    if getattr(params, "suppress_below", None) is not None:
        yield "k_anonymity"
    if params_of(subject.job, RELEASE) is not None:
        yield from (f"test_{test}" for test in result.alpha)
