"""What protection does to numbers, in words: the largest change first, then the tables."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.numeric_changes import Correlations, NumericChanges
from sdc_desktop.words.words import N_, Words, listed

MOST_ROWS = 500  # of a table for readers
FIGURES = (1, 2, 3)
_SMALL = 5e-4  # a change that three decimals do not show


def changed_pairs(found: Correlations) -> tuple[tuple[int, int], ...]:
    """The pairs that have a correlation before and after, the one that changes most first."""
    change = abs(found.after - found.before)
    size = len(change)
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size) if change[i, j] == change[i, j]]
    return tuple(sorted(pairs, key=lambda pair: (-float(change[pair]), pair)))


def pair_name(found: NumericChanges, pair: tuple[int, int], words: Words) -> str:
    """Two variables: `age, income`."""
    return words.say(N_("{one}, {other}"), one=found.names[pair[0]], other=found.names[pair[1]])


def largest_change(found: NumericChanges, words: Words) -> str:
    """What changes most, in a sentence; or why nothing can be said."""
    if len(found.names) < 2:
        return words.say(
            N_(
                "Correlations need two variables that hold numbers before and after; a recoded variable has "
                "become text."
            )
        )
    largest = found.pearson.largest
    if largest is None:
        return words.say(N_("No two variables have a correlation before and after: one of each is constant."))
    row, column, change = largest
    if abs(change) < _SMALL:
        return words.say(
            N_("No correlation between {names} changes by more than {least}."),
            names=listed(found.names, words),
            least=words.figure(0.001, 3),
        )
    return words.say(
        N_("The correlation of {one} and {other} changes most: {before} before, {after} after (Pearson)."),
        one=found.names[row],
        other=found.names[column],
        before=words.figure(float(found.pearson.before[row, column]), 3),
        after=words.figure(float(found.pearson.after[row, column]), 3),
    )


def left_out(found: NumericChanges, names: Sequence[str], words: Words) -> str:
    """Which variables hold no numbers before and after; empty where all do."""
    missing = tuple(name for name in names if name not in found.names)
    if not missing:
        return ""
    return words.say_many(
        N_("{names} is omitted: it does not have numbers before and after."),
        N_("{names} are left out: they hold no numbers before and after."),
        len(missing),
        names=listed(missing, words),
    )


def header(words: Words) -> tuple[str, ...]:
    """The columns of the table."""
    return tuple(words.say(text) for text in (N_("Figure"), N_("Before"), N_("After"), N_("Change")))


def rows(found: NumericChanges, words: Words) -> tuple[tuple[str, ...], ...]:
    """Means and variances, then Pearson's and Spearman's correlation of each pair, the most changed first."""
    lines = []
    for name, before, after in zip(found.names, found.before, found.after, strict=True):
        lines.append(_row(words.say(N_("Mean of {name}"), name=name), before.mean, after.mean, 6, words))
        lines.append(
            _row(words.say(N_("Variance of {name}"), name=name), before.variance, after.variance, 6, words)
        )
    for text, kind in ((N_("Pearson: {pair}"), found.pearson), (N_("Spearman: {pair}"), found.spearman)):
        for pair in changed_pairs(kind):
            name = words.say(text, pair=pair_name(found, pair, words))
            lines.append(_row(name, float(kind.before[pair]), float(kind.after[pair]), 3, words))
    return tuple(lines[:MOST_ROWS])


def _row(name: str, before: float, after: float, digits: int, words: Words) -> tuple[str, ...]:
    return name, *(_figure(value, digits, words) for value in (before, after, after - before))


def _figure(value: float, digits: int, words: Words) -> str:
    if value != value:
        return "–"
    if digits == 3:
        return words.figure(value, 3)
    return words.short(value, digits)
