"""What the sections of all recoding jobs have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.model import (
    Axis,
    BarChart,
    Figure,
    Finding,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Series,
)
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.recoding import verdict
from sdc_desktop.words.microdata.suppression import lines_of
from sdc_desktop.words.words import listed, whole

ENTROPY_TITLE = N_("Information retained by variable")


def finding_of(
    subject: Subject,
    after: Anonymity,
    names: Sequence[str],
    words: Words,
    rare: RareRecords | None = None,
) -> Finding:
    """Whether records are unique."""
    if not after.uniques and not subject.is_internal:  # the smallest group is a small count
        none = N_("No record is unique on {variables}.")
        if after.persons is not None:
            none = N_("No person is unique on {variables}.")
        safe = words.say(none, variables=listed(names, words))
        return Finding(safe)
    if not after.uniques:
        lines = verdict(after, names, words, rare)
        return Finding(lines)
    if subject.is_internal:
        return Finding(verdict(after, names, words, rare))
    some = N_("Some records are still unique on {variables}.")
    if after.persons is not None:
        some = N_("Some persons are still unique on {variables}.")
    return Finding(words.say(some, variables=listed(names, words)))


def suppression_paragraphs(
    subject: Subject, rare: RareRecords | None, records: int, words: Words
) -> tuple[Paragraph, ...]:
    """What was suppressed after recoding; exact small counts are for the internal edition."""
    if rare is None:
        return ()
    title = words.say(N_("Rare records."))
    if subject.is_internal:
        return tuple(
            Paragraph(text, title if number == 0 else "")
            for number, text in enumerate(lines_of(rare, records, words))
        )
    text = N_("Records in classes with fewer than {k} records were suppressed.")
    if rare.suppress == "persons":
        text = N_("Persons in classes with fewer than {k} persons were removed with all their records.")
    elif rare.figures.after.persons is not None:
        text = N_("Records in classes with fewer than {k} persons were suppressed.")
    return (Paragraph(words.say(text, k=rare.k), title),)


def anonymity_figures(
    subject: Subject, before: Anonymity, after: Anonymity, kept: float | None, words: Words
) -> KeyFigures:
    """Smallest group, records alone and information kept. Exact small counts are for the internal edition."""
    figures = []
    if subject.is_internal:
        alone, unique = _alone(before, after, words), N_("Unique records")
        smallest = words.say(N_("records, the smallest class; {before} before"), before=whole(before.k))
        if after.persons is not None:
            unique = N_("Unique persons")
            smallest = words.say(N_("persons, the smallest class; {before} before"), before=whole(before.k))
        figures += [
            KeyFigure(words.say(unique), whole(after.uniques), alone),
            KeyFigure(words.say(N_("At least together")), whole(after.k), smallest),
        ]
    groups = words.say(N_("combinations of values; {before} before"), before=whole(before.classes))
    figures.append(KeyFigure(words.say(N_("Classes")), whole(after.classes), groups))
    if kept is not None:
        reading = words.say(N_("of the entropy of these variables"))
        figures.append(
            KeyFigure(words.say(N_("Information kept")), words.percent(min(kept, 1.0), 0), reading)
        )
    return KeyFigures(tuple(figures))


def _alone(before: Anonymity, after: Anonymity, words: Words) -> str:
    if after.persons is not None:
        text = N_("of {persons} persons; {number} before")
        return words.say(text, persons=whole(after.persons), number=whole(before.uniques))
    return words.say_many(
        N_("of {records} records; {number} before"),
        N_("of {records} records; {number} before"),
        before.uniques,
        records=whole(after.records),
    )


def information_figure(entropies: Mapping[str, tuple[float, float]], words: Words) -> Figure:
    """Bars of each variable's entropy (before, after), base 10."""
    chart = BarChart(
        tuple(entropies),
        (
            Series(words.say(N_("as is")), tuple(before for before, _ in entropies.values())),
            Series(words.say(N_("released")), tuple(after for _, after in entropies.values())),
        ),
        Axis(words.say(N_("Entropy")), words.say(N_("decimal digits, logarithm to base 10"))),
    )
    return Figure(
        words.say(ENTROPY_TITLE),
        (chart,),
        words.say(
            N_(
                "One digit is the information of ten equally frequent categories; no bar means a single "
                "category, which has none."
            )
        ),
    )


@dataclass(frozen=True)
class Released:
    """A variable as it is released; `before` is None where no one counted its categories as they were."""

    name: str
    coding: str
    before: int | None
    after: int
    kept: float | None  # the share of its entropy


def input_paragraph(subject: Subject, words: Words) -> Paragraph:
    """What the job worked on and what it wrote."""
    parts = []
    if subject.job.input == "data":
        parts.append(words.say(N_("The job works on the data as they were read.")))
    else:
        parts.append(
            words.say(N_("The job works on the records that the job {name} made."), name=subject.job.input)
        )
    files = tuple(subject.result.files)
    output = output_of(subject.job)
    if files:
        parts.append(
            words.say(
                N_("The protected records are in {files}; direct identifiers are not among them."),
                files=listed(files, words),
            )
        )
    elif output is not None:
        parts.append(
            words.say(
                N_("Run as a batch, it writes the protected records to {file}, without direct identifiers."),
                file=output.path,
            )
        )
    else:
        parts.append(words.say(N_("Decision only: no file is written.")))
    return Paragraph(" ".join(parts))


def common_limits(words: Words) -> tuple[Paragraph, ...]:
    """What holds for every recoding."""
    return (
        Paragraph(
            words.say(
                N_(
                    "Only the variables declared as identifying, or named in this job, count as known to an "
                    "intruder. If another variable can be known too, records may be found by it."
                )
            ),
            words.say(N_("Intruder's knowledge.")),
        ),
        Paragraph(
            words.say(
                N_(
                    "Sensitive variables are not changed. Where all records of a group have the same "
                    "sensitive value, it is learnt of each of them without finding any one."
                )
            ),
            words.say(N_("Sensitive values.")),
        ),
        Paragraph(
            words.say(
                N_(
                    "A missing value counts as a category of its own, and records are counted without "
                    "weights."
                )
            ),
            words.say(N_("Counting.")),
        ),
    )
