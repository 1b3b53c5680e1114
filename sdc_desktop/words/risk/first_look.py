"""What a file shows before it is protected, in sentences and tables."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.classes.first_look import FirstLook
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.words import N_, Words, whole

FIGURES = (1, 2, 3, 4)  # columns of the table of contributions


def verdict(look: FirstLook, words: Words) -> str:
    """The finding on the unprotected file: unique records, else the smallest class, with the rule for missing
    values where any are missing.
    """
    text = _finding(look, words)
    if not look.incomplete:
        return text
    return words.say(N_("{first} {second}"), first=text, second=missing_rule(look.missing, words))


def _finding(look: FirstLook, words: Words) -> str:
    on = few(look.key_variables, words)
    if look.persons is not None:
        return _of_persons(look, on, words)
    if look.uniques:
        return words.say_many(
            N_("At risk before protection: {number} of {records} records is unique on {variables}."),
            N_("At risk before protection: {number} of {records} records are unique on {variables}."),
            look.uniques,
            records=whole(look.records),
            variables=on,
        )
    return words.say(
        N_("Before protection: no unique records on {variables}; the smallest class has {k} records."),
        variables=on,
        k=words.figure(look.k, 0 if look.k.is_integer() else 2),
    )


def _of_persons(look: FirstLook, on: str, words: Words) -> str:
    if look.uniques:
        return words.say_many(
            N_("At risk before protection: {number} of {persons} persons is unique on {variables}."),
            N_("At risk before protection: {number} of {persons} persons are unique on {variables}."),
            look.uniques,
            persons=whole(look.units),
            variables=on,
        )
    return words.say(
        N_("Before protection: no unique persons on {variables}; the smallest class has {k} persons."),
        variables=on,
        k=words.figure(look.k, 0 if look.k.is_integer() else 2),
    )


def unit(look: FirstLook, words: Words) -> str:
    """What is counted, as the name of an axis."""
    return words.say(N_("Records") if look.persons is None else N_("Persons"))


def small_title(look: FirstLook, words: Words) -> str:
    """The title of the picture of small classes."""
    records = N_("Records in small classes before protection")
    return words.say(records if look.persons is None else N_("Persons in small classes before protection"))


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
    share = N_("Share of records") if look.persons is None else N_("Share of persons")
    header = (*map(words.say, (N_("Class size"), N_("Classes"))), unit(look, words), words.say(share))
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
    if look.persons is not None:
        return words.say_many(
            N_("Without {variable}, {number} person fewer would be unique ({share})."),
            N_("Without {variable}, {number} persons fewer would be unique ({share})."),
            first.adds,
            variable=first.variable,
            share=words.percent(first.adds / look.uniques),
        )
    return words.say_many(
        N_("Without {variable}, {number} record fewer would be unique ({share})."),
        N_("Without {variable}, {number} records fewer would be unique ({share})."),
        first.adds,
        variable=first.variable,
        share=words.percent(first.adds / look.uniques),
    )


def disclosed_lines(look: FirstLook, words: Words) -> Sequence[str]:
    """For each sensitive variable the records or persons whose value their class reveals."""
    if look.persons is not None:
        return [
            words.say_many(
                N_("{number} person is in a class with a single value of {variable} ({share})."),
                N_("{number} persons are in classes with a single value of {variable} ({share})."),
                groups.persons or 0,
                variable=name,
                share=words.percent((groups.persons or 0) / look.units),
            )
            for name, groups in look.disclosed.items()
        ]
    return [
        words.say_many(
            N_("{number} record is in a class with a single value of {variable} ({share})."),
            N_("{number} records are in classes with a single value of {variable} ({share})."),
            groups.records,
            variable=name,
            share=words.percent(groups.records / look.records),
        )
        for name, groups in look.disclosed.items()
    ]
