"""The axes of a published table: the categories of each, and which of them are sums of others.

A category is part of the one above it that is less indented; where nothing is indented, what adds up decides.
A sum that the published values contradict is none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.published import label_text
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Question, find_totals
from sdc_desktop.engine.submission.finding.words import is_total, is_total_label

_MOST_COMPARED = 40
_LONGEST_RUN = 200
Sum = tuple[int, tuple[int, ...]]  # a category and its parts
Levels = Sequence[Sequence[str]]  # by line the text of each level


@dataclass(frozen=True)
class Axis:
    """A dimension: its name, its categories as published, and the sums among them."""

    name: str
    codes: tuple[str, ...]
    sums: tuple[Sum, ...] = ()

    @property
    def loose(self) -> tuple[str, ...]:
        """The categories that are neither a sum nor part of one."""
        taken = {place for parent, parts in self.sums for place in (parent, *parts)}
        return tuple(code for place, code in enumerate(self.codes) if place not in taken)


@dataclass(frozen=True)
class CrossTable:
    """A published table by its axes. ``figures``: what each cell states, by the places of its categories."""

    axes: tuple[Axis, ...]
    figures: Mapping[tuple[int, ...], Figure]


class NotUnique(Exception):  # noqa: N818 - becomes a problem
    """Two lines of a table have the same labels."""


@dataclass(frozen=True)
class _Lines:
    """The labels of rows or columns: the levels that are dimensions, an axis for each with the depths of its
    categories, and the places of each line.
    """

    levels: list[int]
    axes: list[Axis]
    depths: list[tuple[int, ...]]
    places: list[tuple[int, ...]]


def cross_table(table: FoundTable, base: Decimal | None = None) -> CrossTable:
    """The table by its axes: those of the rows, of the columns, and of the headings over blocks of rows.
    ``base``: the base of its rounding. Raises :class:`NotUnique`.
    """
    rows, columns = _rows(table), _columns(table)
    headings = len(table.row_levels[0]) - len(table.label_columns) if table.row_levels else 0
    cut = sum(level < headings for level in rows.levels)  # their axes come first
    figures = {
        (*rows.places[row][cut:], *columns.places[column], *rows.places[row][:cut]): figure
        for (row, column), figure in table.figures.items()
    }
    axes = [*rows.axes[cut:], *columns.axes, *rows.axes[:cut]]
    depths = [*rows.depths[cut:], *columns.depths, *rows.depths[:cut]]
    values, known, unit = _numbers([len(axis.codes) for axis in axes], figures)
    slack = 0 if base is None else int(base / unit)
    whole = [
        replace(
            axis,
            sums=tuple(sums_among(axis.codes, own, _turned(values, place), _turned(known, place), slack)),
        )
        for place, (axis, own) in enumerate(zip(axes, depths, strict=True))
    ]
    return CrossTable(tuple(whole), figures)


# labels ----------------------------------------------------------------------------------------------


def _rows(table: FoundTable) -> _Lines:
    cells, columns = table.sheet.cells, table.label_columns
    headed = len(table.row_levels[0]) - len(columns) if table.row_levels else 0

    def depth(line: int, level: int) -> int:
        if level < headed:
            return 0
        cell = cells.get((table.row_places[line], columns[level - headed]))
        return 0 if cell is None else cell.indent

    names = [*table.row_dimensions, *([""] * len(table.row_levels[0]))] if table.row_levels else []
    return _lines(table.row_levels, names, depth)


def _columns(table: FoundTable) -> _Lines:
    """The columns by their header rows: one heading for each, whose row is its level; else level by level."""
    cells = table.sheet.cells
    rows = list(table.header_rows)
    for heads in (rows, rows[1:]):
        found = [
            [(level, cells[row, column].shown) for level, row in enumerate(heads) if (row, column) in cells]
            for column in table.column_places
        ]
        if len(heads) > 1 and all(len(own) == 1 for own in found):
            above = cells.get((rows[0], table.column_places[0])) if heads is not rows else None
            name = table.column_dimension if above is None else above.shown
            levels = [own[0][0] for own in found]

            def depth(line: int, _: int, at: Sequence[int] = levels) -> int:
                return at[line]

            return _lines([[own[0][1]] for own in found], [name], depth)
    return _lines(table.column_levels, [table.column_dimension], lambda line, level: 0)


def _lines(levels: Levels, names: Sequence[str], depth: Callable[[int, int], int]) -> _Lines:
    width = max(map(len, levels), default=0)
    padded = [[*map(label_text, line), *([""] * (width - len(line)))] for line in levels]
    axes: list[Axis] = []
    depths: list[tuple[int, ...]] = []
    places: list[list[int]] = [[] for _ in padded]
    own_levels = _dimensions(padded, width)
    for level in own_levels:
        texts = [line[level] for line in padded]
        name, texts = _named(texts, names[level] if level < len(names) else "")
        first = {text: line for line, text in reversed(list(enumerate(texts)))}
        codes = tuple(dict.fromkeys(texts))
        if len(codes) < len(texts) and len(own_levels) == 1:
            texts = _apart(texts)
            codes, first = tuple(texts), {text: line for line, text in enumerate(texts)}
        axes.append(Axis(name, codes))
        depths.append(tuple(depth(first[code], level) for code in codes))
        at = {code: place for place, code in enumerate(codes)}
        for own, text in zip(places, texts, strict=True):
            own.append(at[text])
    if len({tuple(own) for own in places}) < len(places):
        raise NotUnique
    return _Lines(own_levels, axes, depths, [tuple(own) for own in places])


def _dimensions(levels: Levels, width: int) -> list[int]:
    """The levels that are dimensions of their own: neither the same everywhere nor the labels of codes."""
    found: list[int] = []
    for level in range(width):
        texts = [line[level] for line in levels]
        if len(set(texts)) > 1 and not any(_follows(levels, before, level) for before in found):
            found.append(level)
    return found or ([0] if len(levels) > 1 else [])


def _follows(levels: Levels, code: int, label: int) -> bool:
    """Whether a level has one label for each code of another, and no label for two."""
    pairs = {(line[code], line[label]) for line in levels}
    labelled = [text for _, text in pairs if text]
    return len(pairs) == len({one for one, _ in pairs}) and len(labelled) == len(set(labelled))


def _named(texts: Sequence[str], name: str) -> tuple[str, list[str]]:
    """The name of an axis, and its texts without it: `Sex: men` under `Sex: women`."""
    heads = {text.partition(": ")[0] for text in texts}
    if len(heads) == 1 and all(": " in text for text in texts):
        return heads.pop(), [text.partition(": ")[2] for text in texts]
    return name, list(texts)


def _apart(texts: Sequence[str]) -> list[str]:
    """Equal texts with numbers: *other* in every part."""
    seen: dict[str, int] = {}
    found = []
    for text in texts:
        seen[text] = number = seen.get(text, 0) + 1
        found.append(text if number == 1 else f"{text} ({number})")
    return found


# sums ------------------------------------------------------------------------------------------------

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Fits = Callable[[int, tuple[int, ...]], bool]  # whether a category is the sum of others
_N = TypeVar("_N", bound=np.generic)


def _numbers(
    shape: Sequence[int], figures: Mapping[tuple[int, ...], Figure]
) -> tuple[Integers, Flags, Decimal]:
    """The values in units of the last decimal, and which are known."""
    given = {at: figure.value for at, figure in figures.items() if figure.value is not None}
    finest = max(
        (-int(value.normalize().as_tuple().exponent) for value in given.values() if value), default=0
    )
    unit = Decimal(1).scaleb(-max(finest, 0))
    values, known = np.zeros(tuple(shape), dtype=np.int64), np.zeros(tuple(shape), dtype=np.bool_)
    for at, value in given.items():
        units = value / unit
        if abs(units) < 2**62:
            values[at], known[at] = int(units), True
    return values, known, unit


def _turned(values: npt.NDArray[_N], axis: int) -> npt.NDArray[_N]:
    """(categories, others): the values of each category of an axis."""
    return np.moveaxis(values, axis, 0).reshape(values.shape[axis], -1)


def sums_among(
    codes: Sequence[str], depths: Sequence[int], values: Integers, known: Flags, slack: int = 0
) -> Iterator[Sum]:
    """The sums among the categories of an axis, whose ``values`` in units and whether these are ``known`` are
    (categories, others). ``slack``: by how many units each value may have been changed.
    """

    def fits(parent: int, parts: tuple[int, ...]) -> bool:
        whole = known[parent] & known[list(parts)].all(axis=0)
        differences = np.abs(values[parent] - values[list(parts)].sum(axis=0))
        return bool((differences[whole] <= slack * (len(parts) + 1)).all())

    def shown(parent: int, parts: tuple[int, ...]) -> bool:
        whole = known[parent] & known[list(parts)].all(axis=0)
        return bool((values[parent][whole] != 0).any()) and fits(parent, parts)

    if len(set(depths)) > 1:
        found = [one for one in _indented(depths) if fits(*one)]
    elif (flat := _whole(codes, (), shown)) is not None and shown(*flat):
        found = [flat]
    else:
        found = [one for one in _added(codes, values, known, slack) if fits(*one)]
        found += _runs(found, len(codes), shown)
    yield from found
    whole = _whole(codes, found, shown)
    if whole is not None and fits(*whole):
        yield whole


def _added(codes: Sequence[str], values: Integers, known: Flags, slack: int) -> Iterator[Sum]:
    """Sums that the values show, and those that labels name: by the lines with the fewest gaps, for time."""
    best = np.sort(np.argsort(-known.sum(axis=0), kind="stable")[:_MOST_COMPARED])
    values, known = values[:, best], known[:, best]
    lines = [
        [int(value) if there else None for value, there in zip(own, seen, strict=True)]
        for own, seen in zip(values.tolist(), known.tolist(), strict=True)
    ]
    number = len(codes)
    question = Question(lines, [True] * number, [is_total(code) for code in codes], [""] * number, 0, slack)
    yield from ((total.line, total.parts) for total in find_totals(question).totals)


def _runs(found: Sequence[Sum], number: int, shown: Fits) -> Iterator[Sum]:
    """Sums that few values show because cells are suppressed: the categories next to one another that belong
    to no sum yet, all or the first of them, and the one before or after them.
    """
    parents = {parent for parent, _ in found}
    taken = {part for _, parts in found for part in parts}
    for step in (1, -1):
        for parent in range(number) if step > 0 else reversed(range(number)):
            run: list[int] = []
            place = parent + step
            while (
                len(run) < _LONGEST_RUN
                and 0 <= place < number
                and place not in taken
                and place not in parents
            ):
                run.append(place)
                place += step
            sizes = range(len(run), 1, -1) if parent not in parents else ()
            parts = next((tuple(run[:size]) for size in sizes if shown(parent, tuple(run[:size]))), ())
            if parts:
                parents.add(parent)
                taken |= set(parts)
                yield parent, tuple(sorted(parts))


def _whole(codes: Sequence[str], found: Sequence[Sum], shown: Fits) -> Sum | None:
    """The sum of all that is part of nothing else: the one category called so, else the one equal to it."""
    taken = {part for _, parts in found for part in parts}
    roots = [place for place in range(len(codes)) if place not in taken]
    sums = [
        (place, tuple(other for other in roots if other != place))
        for place in roots
        if all(place != parent for parent, _ in found)
    ]
    sums = [one for one in sums if len(one[1]) > 1]
    called = [one for one in sums if is_total_label(codes[one[0]])]
    equal = called if len(called) == 1 else [one for one in sums if shown(*one)]
    return equal[0] if len(equal) == 1 else None


def _indented(depths: Sequence[int]) -> Iterator[Sum]:
    """Each category with those below it that are one level deeper."""
    parts: dict[int, list[int]] = {}
    above: list[int] = []
    for place, depth in enumerate(depths):
        while above and depths[above[-1]] >= depth:
            above.pop()
        if above:
            parts.setdefault(above[-1], []).append(place)
        above.append(place)
    yield from ((parent, tuple(own)) for parent, own in parts.items())
