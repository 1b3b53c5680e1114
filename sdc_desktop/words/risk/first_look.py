"""What a file shows before it is protected, in sentences and tables."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.classes.first_look import FirstLook
from sdc_desktop.words.counted import SHARE, Counted, figures_of, known_briefly
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.words import N_, NN_, Words, whole

FIGURES = (1, 2, 3, 4)  # columns of the table of contributions
_UNIQUE = Counted(
    NN_(
        N_("At risk before protection: {number} of {records} records is unique on {variables}."),
        N_("At risk before protection: {number} of {records} records are unique on {variables}."),
    ),
    NN_(
        N_("At risk before protection: {number} of {persons} persons is unique on {variables} ({known})."),
        N_("At risk before protection: {number} of {persons} persons are unique on {variables} ({known})."),
    ),
)
_NONE_UNIQUE = Counted(
    N_("Before protection: no unique records on {variables}; the smallest class has {k} records."),
    N_("Before protection: no unique persons on {variables} ({known}); the smallest class has {k} persons."),
)
_SMALL = Counted(
    N_("Records in small classes before protection"),
    N_("Persons in small classes before protection ({known})"),
)
_FEWER = Counted(
    NN_(
        N_("Without {variable}, {number} record fewer would be unique ({share})."),
        N_("Without {variable}, {number} records fewer would be unique ({share})."),
    ),
    NN_(
        N_("Without {variable}, {number} person fewer would be unique ({share})."),
        N_("Without {variable}, {number} persons fewer would be unique ({share})."),
    ),
)
_DISCLOSED = Counted(
    NN_(
        N_("{number} record is in a class with a single value of {variable} ({share})."),
        N_("{number} records are in classes with a single value of {variable} ({share})."),
    ),
    NN_(
        N_("{number} person is in a class with a single value of {variable} ({share})."),
        N_("{number} persons are in classes with a single value of {variable} ({share})."),
    ),
)


def verdict(look: FirstLook, words: Words) -> str:
    """The finding on the unprotected file: unique records, else the smallest class, with the rule for missing
    values where any are missing.
    """
    text = _finding(look, words)
    if not look.incomplete:
        return text
    return words.say(N_("{first} {second}"), first=text, second=missing_rule(look.missing, words))


def _finding(look: FirstLook, words: Words) -> str:
    figures = figures_of(look, words) | {"variables": few(look.key_variables, words)}
    if look.uniques:
        return words.say_many(*_UNIQUE.of(look.persons), look.uniques, **figures)
    smallest = words.figure(look.k, 0 if look.k.is_integer() else 2)
    return words.say(_NONE_UNIQUE.of(look.persons), k=smallest, **figures)


def unit(look: FirstLook, words: Words) -> str:
    """What is counted, as the name of an axis."""
    return words.say(Counted(N_("Records"), N_("Persons")).of(look.persons))


def small_title(look: FirstLook, words: Words) -> str:
    """The title of the picture of small classes."""
    return words.say(_SMALL.of(look.persons), known=known_briefly(look.known, words))


def size_names(look: FirstLook, words: Words) -> tuple[str, ...]:
    """The class sizes that are counted, as names of bars: unique, below 3, below 5."""
    return tuple(
        words.say(N_("unique"))
        if small.k == 2 and small.units == look.uniques
        else words.say(N_("below {k}"), k=small.k)
        for small in look.below
    )


def sizes_table(look: FirstLook, words: Words) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Header and rows of the small classes."""
    share = words.say(SHARE.of(look.persons))
    header = (*map(words.say, (N_("Class size"), N_("Classes"))), unit(look, words), share)
    rows = tuple(
        (name, whole(small.classes), whole(small.units), words.percent(small.units / look.units))
        for name, small in zip(size_names(look, words), look.below, strict=True)
    )
    return header, rows


def header(words: Words) -> tuple[str, ...]:
    """The columns of the table of contributions."""
    titles = (
        N_("Variable"),
        N_("Values"),
        N_("Unique alone"),
        N_("Adds"),
        N_("Share of unique"),
    )
    return tuple(words.say(title) for title in titles)


def rows(look: FirstLook, words: Words) -> tuple[tuple[str, ...], ...]:
    """One row per key variable, the riskiest first."""
    return tuple(
        (
            one.variable,
            whole(one.values),
            whole(one.alone),
            whole(one.adds),
            words.percent(one.adds / look.uniques) if look.uniques else "\u2013",
        )
        for one in look.contributions
    )


def risky_line(look: FirstLook, words: Words) -> str:
    """Which variable makes the most records or persons unique."""
    first = look.contributions[0]
    if not first.adds:
        return ""
    share = words.percent(first.adds / look.uniques)
    return words.say_many(*_FEWER.of(look.persons), first.adds, variable=first.variable, share=share)


def disclosed_lines(look: FirstLook, words: Words) -> Sequence[str]:
    """For each sensitive variable the records or persons whose value their class reveals."""
    return [
        words.say_many(
            *_DISCLOSED.of(look.persons),
            groups.units,
            variable=name,
            share=words.percent(groups.units / look.units),
        )
        for name, groups in look.disclosed.items()
    ]
