"""What the sheets of all recoding jobs have in common."""

from collections.abc import Iterator, Mapping, Sequence

from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
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
from sdc_desktop.sheets.sheet import EXTERNAL, INTERNAL, For, Readers
from sdc_desktop.words.counted import NONE_UNIQUE, UNIQUE, Counted, figures_of
from sdc_desktop.words.microdata.recoding import verdict
from sdc_desktop.words.microdata.suppression import lines_of
from sdc_desktop.words.words import N_, Words, listed, whole

ENTROPY_TITLE = N_("Information retained by variable")
_SMALLEST = Counted(
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
    N_("of {records} {records:record|records}; {number} before"),
    N_("of {persons} {persons:person|persons} ({known}); {number} before"),
)


def findings(
    after: Anonymity,
    names: Sequence[str],
    words: Words,
    rare: RareRecords | None = None,
    inside: Readers = INTERNAL,
) -> Iterator[For]:
    """Whether records are unique; the size of the smallest class is a small count, and is for `inside`."""
    yield For(Finding(verdict(after, names, words, rare)), inside)
    message = _SOME if after.uniques else NONE_UNIQUE
    text = words.say(message.of(after.persons), variables=listed(names, words), **figures_of(after, words))
    yield For(Finding(text), EXTERNAL)


def suppressed(
    rare: RareRecords | None, records: int, words: Words, inside: Readers = INTERNAL
) -> Iterator[For]:
    """What was suppressed after recoding; exact small counts are for `inside`, the first of them for the
    report, because it is the finding of the window.
    """
    if rare is None:
        return
    title = words.say(_TITLE.of(rare.figures.after.persons))
    for number, line in enumerate(lines_of(rare, records, words)):
        yield For(Paragraph(line, "" if number else title), inside if number else INTERNAL)
    text = _RARE.of(rare.figures.after.persons)
    if rare.suppress == "persons":
        text = N_("Persons in classes with fewer than {k} persons were removed with all their records.")
    yield For(Paragraph(words.say(text, k=rare.k), title), EXTERNAL)


def anonymity_figures(
    before: Anonymity, after: Anonymity, kept: float | None, words: Words, inside: Readers = INTERNAL
) -> Iterator[For]:
    """Smallest class, unique records and information kept. Exact small counts are for `inside`."""
    alone = words.say(_ALONE.of(after.persons), number=whole(before.uniques), **figures_of(after, words))
    counts = (
        KeyFigure(words.say(UNIQUE.of(after.persons)), whole(after.uniques), alone),
        smallest_figure(before, after, words),
    )
    figures = [classes_figure(before, after, words)]
    if kept is not None:
        reading = words.say(N_("of the entropy of these variables"))
        share = words.percent(min(kept, 1.0), 0)
        figures.append(KeyFigure(words.say(N_("Information kept")), share, reading))
    yield For(KeyFigures((*counts, *figures)), inside)
    yield For(KeyFigures(tuple(figures)), EXTERNAL)


def smallest_figure(before: Anonymity, after: Anonymity, words: Words) -> KeyFigure:
    """The smallest class; a small count."""
    reading = words.say(_SMALLEST.of(after.persons), before=whole(before.k))
    return KeyFigure(words.say(N_("At least together")), whole(after.k), reading)


def classes_figure(before: Anonymity, after: Anonymity, words: Words) -> KeyFigure:
    """How many combinations of values there are."""
    reading = words.say(N_("combinations of values; {before} before"), before=whole(before.classes))
    return KeyFigure(words.say(N_("Classes")), whole(after.classes), reading)


def kept_of(entropies: Mapping[str, tuple[float, float]]) -> float | None:
    """The share of the entropies (before, after) that is left; None where there was none."""
    before = sum(entropy for entropy, _ in entropies.values())
    return sum(entropy for _, entropy in entropies.values()) / before if before > 0 else None


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
