"""The limits and assumptions of every measure that the report uses, told once."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.plan import params_of
from sdc_desktop.report.model import Column, Paragraph, Section, Table
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.measures import MEASURES


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
