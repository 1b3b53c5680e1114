"""Names of the kinds of hierarchies and of levels, the same in window, batch and report."""

import re
from collections.abc import Mapping

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS, TOP
from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
from sdc_desktop.engine.data.hierarchies.spec import (
    DatesSpec,
    HierarchySpec,
    IntervalsSpec,
    LevelsSpec,
    MaskSpec,
    OrderSpec,
)
from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name
from sdc_desktop.words.words import N_, Words, whole

_LISTED = 3  # categories that are all named; of more the first two and the last
_LONGEST = 24  # signs of a category
_RANGE = re.compile(r"(-?\d[\d.,]*)-(<=?-?)?(\d[\d.,]*)")
_YEARS = listed_words("age alter altersjahr birthyear geburtsjahr jahr jahre year years yob")  # count years

PART_WORDS: Mapping[str, str] = {
    "day": N_("day"),
    "week": N_("week"),
    "month": N_("month"),
    "quarter": N_("quarter"),
    "year": N_("year"),
    "decade": N_("decade"),
}


Known = HierarchySpec | tuple[LevelContent, ...] | None  # of a hierarchy's levels


def coding_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A level's name: original values, bands of 5, been married, one category."""
    if name == AS_IS:
        return words.say(N_("original values"))
    if name == TOP:
        return words.say(N_("one category"))
    return _level_name(name, spec, words)


def coding_title(level: int, name: str, known: Known, words: Words) -> str:
    """A level (1 is as is) by its content, else by its name, else by its number above the values."""
    if isinstance(known, tuple):
        return level_title(known[level - 1], words) if level <= len(known) else level_number(level, words)
    return coding_name(name, known, words) if name else level_number(level, words)


def coding_short(level: int, name: str, known: Known, words: Words) -> str:
    """The same in a sentence: `10-year bands: 0–9 … (9)`."""
    if isinstance(known, tuple) and level <= len(known):
        return level_short(known[level - 1], words)
    return coding_title(level, name, known, words)


def coding_what(level: int, known: Known, words: Words) -> str:
    """What a level is, for a narrow place: `10-year bands`; groups without a name with the first of them."""
    if not isinstance(known, tuple) or level > len(known):
        return level_number(level, words)
    content = known[level - 1]
    if content.kind == "as_is":
        return words.say(N_("original"))
    return (level_short if content.kind == "groups" else level_what)(content, words)


def level_number(level: int, words: Words) -> str:
    """A level (1: original values) by its number above the values."""
    return (
        words.say(N_("original values")) if level == 1 else words.say(N_("level {number}"), number=level - 1)
    )


def level_title(content: LevelContent, words: Words) -> str:
    """A level by its content: `10-year bands: 0–9, 10–19 … 80+ (9)`."""
    names = [_category(one, words) for one in content.categories]
    if content.kind == "one" or not names:
        return level_what(content, words)
    if len(names) > _LISTED:
        shown = words.say(N_("{first}, {second} … {last}"), first=names[0], second=names[1], last=names[-1])
    else:
        shown = ", ".join(names)
    return words.say(
        N_("{what}: {categories} ({number})"),
        what=level_what(content, words),
        categories=shown,
        number=whole(len(names)),
    )


def level_short(content: LevelContent, words: Words) -> str:
    """The same for a narrow place: `10-year bands: 0–9 … (9)`."""
    names = [_category(one, words) for one in content.categories]
    if content.kind == "one" or not names:
        return level_what(content, words)
    text = N_("{what}: {first} … ({number})") if len(names) > 1 else N_("{what}: {first} ({number})")
    return words.say(text, what=level_what(content, words), first=names[0], number=whole(len(names)))


def level_what(content: LevelContent, words: Words) -> str:
    """What the categories of a level are: the hierarchy's own name, else bands, prefixes or groups."""
    match content.kind:
        case "as_is":
            return words.say(N_("original values"))
        case "one":
            return words.say(N_("one category"))
        case "bands":
            return _bands(content, words)
        case "prefix" if content.digits:
            return words.say_many(N_("first digit"), N_("first {number} digits"), int(content.size))
        case "prefix":
            return words.say_many(N_("first sign"), N_("first {number} signs"), int(content.size))
        case "suffix":
            return words.say_many(N_("last sign"), N_("last {number} signs"), int(content.size))
        case "groups":
            return words.say(N_("groups"))
        case _:
            part = PART_WORDS.get(content.name)
            return content.name if part is None else words.say(part)


def _bands(content: LevelContent, words: Words) -> str:
    if parts_of_name(content.variable) & _YEARS:
        return words.say(N_("{width}-year bands"), width=content.size)
    return words.say(N_("bands of {width}"), width=content.size)


def _figure(text: str) -> float:
    return float(text.replace(",", ".").rstrip(".")) if text.count(".") + text.count(",") < 2 else 0.0


def _category(text: str, words: Words) -> str:
    """A category as shown: numbers from–to, long ones shortened."""
    found = _RANGE.fullmatch(text)
    shown = text or words.say(N_("empty"))
    if found and (found[2] or _figure(found[1]) <= _figure(found[3])):  # not 2026-01
        shown = f"{found[1]}–{found[2] or ''}{found[3]}"
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _level_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A level's name by the kind of its hierarchy: bands of 5, 2 signs masked, month. A name that no
    hierarchy of this kind gives is of an outdated result, and stays unchanged.
    """
    match spec:
        case IntervalsSpec():
            return words.say(N_("bands of {width}"), width=name)
        case MaskSpec() if name.isdecimal():
            return words.say_many(N_("{number} sign masked"), N_("{number} signs masked"), int(name))
        case DatesSpec() if name in PART_WORDS:
            return words.say(PART_WORDS[name])
        case OrderSpec():
            return words.say(N_("level {number}"), number=_steps_above(name))
        case LevelsSpec() if not spec.is_table:
            return words.say(N_("level {number}"), number=name.removeprefix("level "))
        case LevelsSpec(header=False):
            return words.say(N_("level {number}"), number=_steps_above(name))  # such a file names none
        case _:
            return name


def _steps_above(column: str) -> str:
    """The number of a level that is called by its column: level 0 is as is."""
    return str(int(column) - 1) if column.isdecimal() else column


KIND_WORDS: Mapping[str, str] = {
    "intervals": N_("Intervals of numbers"),
    "bounds": N_("Bottom and top coding"),
    "dates": N_("Parts of dates"),
    "mask": N_("Masked codes"),
    "order": N_("Runs of ordered values"),
    "levels": N_("Tree of groups"),
    "plain": N_("Values, then one category"),
}
KIND_HELP: Mapping[str, str] = {
    "intervals": N_("Numbers in groups of equal width, as 1961-1965; one level a width."),
    "bounds": N_("The lowest and highest numbers put together, as <18 and >80; what lies between stays."),
    "dates": N_("ISO dates shortened, from 2024-05-01 to 2024-05, 2024-Q2, 2024; one level a part."),
    "mask": N_("Codes whose signs are masked one by one, as 1011* and 101**; one level a sign."),
    "order": N_("Neighbouring values of an ordered variable put together; one level a size."),
    "levels": N_("Any groups, listed value by value: a file from ARX, or groups made by hand below."),
    "plain": N_("No groups: original values, or all values as *."),
}
SIDE_WORDS: Mapping[str, str] = {"right": N_("from the right"), "left": N_("from the left")}
