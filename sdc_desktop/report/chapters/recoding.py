"""What the sections of all recoding jobs have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Figure,
    Finding,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Series,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import NONE_UNIQUE, UNIQUE, Counted, figures_of
from sdc_desktop.words.microdata.recoding import verdict
from sdc_desktop.words.microdata.suppression import lines_of
from sdc_desktop.words.words import listed, whole

ENTROPY_TITLE = N_("Information retained by variable")
SMALLEST = Counted(
    N_("records, the smallest class; {before} before"), N_("persons, the smallest class; {before} before")
)
_SOME = Counted(
    N_("Some records are still unique on {variables}."),
    N_("Some persons are still unique on {variables} ({known})."),
)
_TITLE = Counted(N_("Rare records."), N_("Rare persons."))
_RARE = Counted(
    N_("Records in classes with fewer than {k} records were suppressed."),
    N_("Records in classes with fewer than {k} persons were suppressed."),
)
_ALONE = Counted(
    N_("of {records} records; {number} before"), N_("of {persons} persons ({known}); {number} before")
)
_SENSITIVE = Counted(
    N_(
        "Sensitive variables are not changed. Where all records of a group have the same "
        "sensitive value, it is learnt of each of them without finding any one."
    ),
    N_(
        "Sensitive variables are not changed. Where all persons of a class have the same "
        "sensitive value, it is learnt of each of them without finding a record."
    ),
)
_COUNTING = Counted(
    N_("A missing value counts as a category of its own, and records are counted without weights."),
    N_("A missing value counts as a category of its own, and persons are counted without weights."),
)


def finding_of(
    subject: Subject,
    after: Anonymity,
    names: Sequence[str],
    words: Words,
    rare: RareRecords | None = None,
) -> Finding:
    """Whether records are unique."""
    if subject.is_internal:
        return Finding(verdict(after, names, words, rare))
    message = _SOME if after.uniques else NONE_UNIQUE  # the smallest group is a small count
    variables = listed(names, words)
    return Finding(words.say(message.of(after.persons), variables=variables, **figures_of(after, words)))


def suppression_paragraphs(
    subject: Subject, rare: RareRecords | None, records: int, words: Words
) -> tuple[Paragraph, ...]:
    """What was suppressed after recoding; exact small counts are for the internal edition."""
    if rare is None:
        return ()
    title = words.say(_TITLE.of(rare.figures.after.persons))
    if subject.is_internal:
        return tuple(
            Paragraph(text, title if number == 0 else "")
            for number, text in enumerate(lines_of(rare, records, words))
        )
    text = _RARE.of(rare.figures.after.persons)
    if rare.suppress == "persons":
        text = N_("Persons in classes with fewer than {k} persons were removed with all their records.")
    return (Paragraph(words.say(text, k=rare.k), title),)


def anonymity_figures(
    subject: Subject, before: Anonymity, after: Anonymity, kept: float | None, words: Words
) -> KeyFigures:
    """Smallest class, uniques and information kept. Exact small counts are for the internal edition."""
    figures = []
    if subject.is_internal:
        alone = words.say(_ALONE.of(after.persons), number=whole(before.uniques), **figures_of(after, words))
        smallest = words.say(SMALLEST.of(after.persons), before=whole(before.k))
        figures += [
            KeyFigure(words.say(UNIQUE.of(after.persons)), whole(after.uniques), alone),
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
    """A released variable; `before` is None where its original categories were not counted."""

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


def common_limits(words: Words, persons: int | None = None) -> tuple[Paragraph, ...]:
    """What holds for every recoding; ``persons``: their number, where they have several records."""
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
        Paragraph(words.say(_SENSITIVE.of(persons)), words.say(N_("Sensitive values."))),
        Paragraph(
            words.say(_COUNTING.of(persons)),
            words.say(N_("Counting.")),
        ),
    )
