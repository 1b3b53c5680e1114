"""What a coding of a variable is called, the same in window, batch and report."""

from collections.abc import Mapping

from sdc_desktop.engine.microdata.hierarchy import AS_IS, TOP
from sdc_desktop.engine.microdata.hierarchy_spec import (
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
    """A coding's short name: C1 is as is."""
    return f"C{level}"


def coding_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A coding's name: as is, groups of 5, been married, one category."""
    if name == AS_IS:
        return words.say(N_("as is"))
    if name == TOP:
        return words.say(N_("one category"))
    return _level_name(name, spec, words)


def coding_title(level: int, name: str, spec: HierarchySpec | None, words: Words) -> str:
    """Mark and name: `C4  groups of 5`."""
    return words.say(N_("{mark}  {name}"), mark=mark(level), name=coding_name(name, spec, words))


def _level_name(name: str, spec: HierarchySpec | None, words: Words) -> str:
    """A level's name by the kind of its hierarchy: groups of 5, 2 signs masked, month."""
    match spec:
        case IntervalsSpec():
            return words.say(N_("groups of {width}"), width=name)
        case MaskSpec():
            return words.say_many(N_("{number} sign masked"), N_("{number} signs masked"), int(name))
        case DatesSpec():
            return words.say(PART_WORDS[name])
        case OrderSpec():
            return words.say(N_("level {number}"), number=name)
        case LevelsSpec() if spec.indent is not None:
            return words.say(N_("level {number}"), number=name.removeprefix("level "))
        case LevelsSpec(header=False):
            return words.say(N_("level {number}"), number=name)  # such a file names none
        case _:
            return name
