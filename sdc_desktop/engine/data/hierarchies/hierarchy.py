"""Recoding hierarchies: for each value its label at every level, from "as is" (level 1) to one category."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from sdc_desktop.engine.data.hierarchies.intervals import IntervalLevels, digits
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error, note


class Grouping(Protocol):
    """Levels above "as is" that are computed from a description."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the levels, fine to coarse."""

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives a value's labels, one per level; None for a value without labels."""

    def sole(self, level: int, /) -> str | None:
        """The label of a level (from 0) that has one category whatever the data are, else None."""


AS_IS = "as is"
TOP = "*"
_MOST_DIGITS = 25  # from the first of the largest figure to the last decimal place; Decimal keeps 28
_LISTED = 20  # lacking values named in a problem; the rest are counted

Labels = tuple[str, ...]  # of one value, one per level


@dataclass(frozen=True)
class Hierarchy:
    """A hierarchy of one variable.

    ``level_names`` from "as is" to the coarsest; ``rows[value]`` holds the value's labels, one per level;
    where there is a ``grouping``, `rows` is empty and labels are computed.
    """

    variable: str
    level_names: tuple[str, ...]
    rows: Mapping[str, Labels]
    grouping: Grouping | None = None
    notes: tuple[Problem, ...] = ()  # what was found in its file
    header: str | None = None  # what names the first column of its file
    words: Mapping[str, str] | None = None  # of the labels of a recoding, empty where there are none

    @property
    def levels(self) -> int:
        """How many levels there are, "as is" among them."""
        return len(self.level_names)


@dataclass(frozen=True)
class Codings:
    """What a hierarchy makes of the categories a variable really has.

    ``labels[level][category]``: the text that a category becomes; level 0 is as is. ``missing``: which of
    the categories are missing codes.
    """

    variable: str
    level_names: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...] = ()
    words: Mapping[str, str] | None = None  # of the labels above "as is", where the hierarchy has them


def from_table(variable: str, rows: Sequence[Sequence[str]], names: Sequence[str], file: str) -> Hierarchy:
    """An explicit tree: rows of labels from fine to coarse, the first column the values themselves.

    Adds the level ``*`` where the last column has more than one category. A value listed twice with the same
    labels is noted; with different ones it is :class:`Refused`.
    """
    where = Place(file=file, variable=variable)
    table: dict[str, Labels] = {}
    doubled: list[str] = []
    repeated: list[str] = []
    for value, *labels in rows:
        if value not in table:
            table[value] = (value, *labels)
        elif table[value] == (value, *labels):
            repeated.append(value)
        else:
            doubled.append(value)
    if doubled:
        raise Refused(error("hierarchy.doubled", where, **some(doubled)))
    notes = (note("hierarchy.repeated", where, **some(repeated)),) if repeated else ()
    level_names = (AS_IS, *names[1:])
    several = len({row[-1] for row in table.values()}) > 1
    if several:
        level_names = (*level_names, TOP)
        table = {value: (*labels, TOP) for value, labels in table.items()}
    return Hierarchy(variable, level_names, table, notes=notes)


def from_intervals(variable: str, spec: IntervalsSpec, decimal: str = ".") -> Hierarchy:
    """Groups of equal width. Raises :class:`Refused` where the end lies below the start, and where the
    figures have more digits than are represented exactly.
    """
    place = Place(key=f"data.hierarchies.{variable}")
    if spec.end < spec.start:
        raise Refused(error("hierarchy.end_before_start", place, start=spec.start, end=spec.end))
    if digits(spec) > _MOST_DIGITS:
        raise Refused(error("hierarchy.too_many_digits", place, digits=digits(spec), most=_MOST_DIGITS))
    return from_grouping(variable, IntervalLevels(spec, decimal))


def from_grouping(variable: str, grouping: Grouping) -> Hierarchy:
    """Levels by rule. Adds the level ``*`` where the last one need not have one category."""
    names = (AS_IS, *grouping.names)
    if grouping.sole(len(grouping.names) - 1) is None:
        names = (*names, TOP)
    return Hierarchy(variable, names, {}, grouping)


def codings(hierarchy: Hierarchy, categories: Sequence[str], missing: Sequence[str]) -> Codings:
    """The labels of the categories at every level.

    A missing value is a category of its own and keeps its text at every level but those of one category.
    Raises :class:`Refused` with the first values that are missing from the hierarchy and their number.
    """
    taken = [code for code in missing if code in (hierarchy.words or {})]
    if taken:
        where = Place(key=f"data.hierarchies.{hierarchy.variable}", variable=hierarchy.variable)
        raise Refused(error("argus.group_is_missing", where, **some(taken)))
    found = category_labels(hierarchy, categories, missing)
    rows = [labels for labels in found if labels is not None]
    lacking = [category for category, labels in zip(categories, found, strict=True) if labels is None]
    if lacking:
        raise Refused(lacking_problem(hierarchy, lacking))
    levels = tuple(zip(*rows, strict=True)) if rows else ((),) * hierarchy.levels
    return Codings(hierarchy.variable, hierarchy.level_names, levels, tuple(missing), hierarchy.words)


def category_labels(
    hierarchy: Hierarchy,
    categories: Sequence[str],
    missing: Sequence[str],
    alike: Sequence[str] | None = None,
) -> list[Labels | None]:
    """The labels of each category, one per level; None where it is missing from the hierarchy. Labels of
    intervals suit the decimals of all the categories, or are as those of the values ``alike``.
    """
    hierarchy = suited(hierarchy, categories if alike is None else alike, missing)
    labels_of = _labels_of(hierarchy)
    sole = [_single_category(hierarchy, level) for level in range(hierarchy.levels)]
    apart = {text: tuple(text if one is None else one for one in sole) for text in missing}
    return [apart.get(category) or labels_of(category) for category in categories]


def suited(hierarchy: Hierarchy, categories: Sequence[str], missing: Sequence[str]) -> Hierarchy:
    """The hierarchy with labels of intervals that suit the decimals of a variable's categories."""
    if not isinstance(hierarchy.grouping, IntervalLevels):
        return hierarchy
    apart = frozenset(missing)
    known = (category for category in categories if category not in apart)
    return replace(hierarchy, grouping=hierarchy.grouping.suited_to(known))


def lacking_problem(hierarchy: Hierarchy, lacking: Sequence[str]) -> Problem:
    """The problem that these values of the data are missing from a hierarchy. Where one of them is in the
    first line of its file, the row of a value was read as a header.
    """
    where = Place(key=f"data.hierarchies.{hierarchy.variable}", variable=hierarchy.variable)
    code = "hierarchy.lacks" if hierarchy.header not in lacking else "hierarchy.header_is_value"
    return error(code, where, **some(lacking))


def nesting_problems(found: Codings) -> tuple[Problem, ...]:
    """For each level that does not coarsen the one below: a note with the first label that it tears apart.
    Levels are numbered from 0, as is.
    """
    problems = []
    for level, (finer, coarser) in enumerate(pairwise(found.labels), start=1):
        parent: dict[str, str] = {}
        for low, high in zip(finer, coarser, strict=True):
            if parent.setdefault(low, high) != high:
                where = Place(key=f"data.hierarchies.{found.variable}", variable=found.variable)
                problems.append(note("hierarchy.not_nested", where, level=level, finer=level - 1, label=low))
                break
    return tuple(problems)


def _labels_of(hierarchy: Hierarchy) -> Callable[[str], Labels | None]:
    """A function that gives a value's labels, one per level; None for a value outside the hierarchy."""
    if hierarchy.grouping is None:
        return hierarchy.rows.get
    grouped = hierarchy.grouping.labeller()
    top = (TOP,) if hierarchy.levels > len(hierarchy.grouping.names) + 1 else ()

    def labels(text: str) -> Labels | None:
        found = grouped(text)
        return None if found is None else (text, *found, *top)

    return labels


def _single_category(hierarchy: Hierarchy, level: int) -> str | None:
    """The label of a level that has one category only (missing values fall into it too), else None."""
    if level == 0:
        return None
    if hierarchy.grouping is not None:
        described = level <= len(hierarchy.grouping.names)
        return hierarchy.grouping.sole(level - 1) if described else TOP
    labels = {row[level] for row in hierarchy.rows.values()}
    return labels.pop() if len(labels) == 1 else None


def some(values: Sequence[str]) -> dict[str, Param]:
    """The first of the distinct values and their number, as figures of a problem."""
    distinct = tuple(dict.fromkeys(values))
    return {"values": distinct[:_LISTED], "number": len(distinct)}
