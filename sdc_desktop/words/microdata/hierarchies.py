"""Names of the kinds of hierarchies and of levels, the same in window, batch and report."""

from collections.abc import Mapping

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS, TOP
from sdc_desktop.engine.data.hierarchies.spec import (
    DatesSpec,
    HierarchySpec,
    IntervalsSpec,
    LevelsSpec,
    MaskSpec,
    OrderSpec,
)
from sdc_desktop.words.words import N_, Words

PART_WORDS: Mapping[str, str] = {
    "day": N_("day"),
    "week": N_("week"),
    "month": N_("month"),
    "quarter": N_("quarter"),
    "year": N_("year"),
    "decade": N_("decade"),
}


def mark(level: int) -> str:
    """A level's short name: C1 is as is."""
    return f"C{level}"


def coding_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A level's name: as is, groups of 5, been married, one category."""
    if name == AS_IS:
        return words.say(N_("as is"))
    if name == TOP:
        return words.say(N_("one category"))
    return _level_name(name, spec, words)


def coding_title(level: int, name: str, spec: HierarchySpec | None, words: Words) -> str:
    """Mark and name: `C4  groups of 5`."""
    return words.say(N_("{mark}  {name}"), mark=mark(level), name=coding_name(name, spec, words))


def _level_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A level's name by the kind of its hierarchy: groups of 5, 2 signs masked, month. A name that no
    hierarchy of this kind gives is of an outdated result, and stays unchanged.
    """
    match spec:
        case IntervalsSpec():
            return words.say(N_("groups of {width}"), width=name)
        case MaskSpec() if name.isdecimal():
            return words.say_many(N_("{number} sign masked"), N_("{number} signs masked"), int(name))
        case DatesSpec() if name in PART_WORDS:
            return words.say(PART_WORDS[name])
        case OrderSpec():
            return words.say(N_("level {number}"), number=_steps_above(name))
        case LevelsSpec() if spec.indent is not None:
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
