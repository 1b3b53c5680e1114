"""How the values of a variable lie before and after grouping, as much as a screen can show. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.groups.block_columns import scaled
from sdc_desktop.ui.qt_locale import localised
from sdc_desktop.words import N_
from sdc_desktop.words.words import THIN_SPACE

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import (
        MicroaggregateCounts,
        MicroaggregateResult,
    )
    from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, Vector
    from sdc_desktop.words import Words

MOST_CLASSES = 24  # of numbers
MOST_BARS = 120  # of categories; more cannot be distinguished
_CROWDED = 0.9  # of the values in two classes of equal width: then such classes show nothing
_FEW = 7  # classes: of these two may well hold most values
_QUANTILES = 12
LOG, QUANTILE = "log", "quantile"
_NICE = (1.0, 2.0, 2.5, 5.0, 10.0, 20.0)


@dataclass(frozen=True)
class Spread:
    """Records in each class of values, before and after; the same classes for both.

    ``names``: a category, or the lower end of a class of numbers; ``ranges`` the whole class in words of
    figures; ``together``: this many neighbouring categories make one bar; missing values are counted apart.
    """

    names: tuple[str, ...]
    ranges: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    missing_before: int
    missing_after: int
    together: int = 1
    suppressed: int = 0  # cells, counted apart
    classes: str = ""  # of numbers: LOG, QUANTILE, or "" for equal widths
    edges: tuple[float, ...] = ()  # of classes of numbers
    end: str = ""  # the upper end of the last class of numbers
    members: tuple[tuple[str, ...], ...] = ()  # the categories of each bar
    absent: tuple[str, ...] = ()  # what missing values are written as


@dataclass(frozen=True)
class ShownSpread:
    """The bars of a spread: those of the values, then `apart` for what is no value and occurs."""

    names: tuple[str, ...]
    ranges: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    apart: int
    end: str = ""


def shown_spread(found: Spread, missing: str) -> ShownSpread:
    """The bars of a spread, with `missing` and suppressed values at the end."""
    others = (missing, found.missing_before, found.missing_after), (SUPPRESSED, 0, found.suppressed)
    there = [row for row in others if row[1] or row[2]]
    texts = tuple(row[0] for row in there)
    return ShownSpread(
        names=found.names + texts,
        ranges=found.ranges + texts,
        before=found.before + tuple(row[1] for row in there),
        after=found.after + tuple(row[2] for row in there),
        apart=len(there),
        end=found.end,
    )


def titles_of(titles: tuple[str, str], found: Spread, words: Words) -> tuple[str, str]:
    """The titles of both pictures of a spread, with the neighbours that share a bar."""
    if found.together == 1:
        return titles
    text = N_("{title}: {together} neighbours in a bar")
    before, after = (words.say(text, title=title, together=found.together) for title in titles)
    return before, after


def spreads(counted: MicroaggregateCounts, result: MicroaggregateResult) -> dict[str, Spread]:
    """The spread of every variable in a block."""
    return {
        name: _spread(counted.columns[name], result, labels)
        for block, labels in zip(result.blocks, result.labels, strict=True)
        for name in block.variables
    }


def _spread(column: BlockColumn, result: MicroaggregateResult, labels: Integers) -> Spread:
    released = _released(column, result, labels)
    missing = column.missing
    after = released[~missing[result.kept]]
    return spread_between(column, after, int(missing[result.kept].sum()))


def spread_between(column: BlockColumn, after: Vector, missing_after: int) -> Spread:
    """The spread of a variable's original values, and of the numbers for the values released."""
    missing = column.missing
    before = column.values[~missing]
    lacking = int(missing.sum()), missing_after
    numbers = column.level == "continuous"
    found = _numbers(before, after, lacking) if numbers else _categories(column, before, after, lacking)
    absent = (text for text, none in zip(column.texts, column.absent.tolist(), strict=True) if none)
    return replace(found, absent=tuple(absent))


def _released(column: BlockColumn, result: MicroaggregateResult, labels: Integers) -> Vector:
    """The number that stands for the released value of each released record."""
    from sdc_desktop.engine.microdata.groups.groups import Grouping, representatives

    values = column.values[result.kept]
    if result.k == 1:
        return values
    groups = int(labels.max(initial=-1)) + 1
    measure = scaled(column, result.kept[:1], False).measure
    there = ~column.missing[result.kept]
    return representatives(measure, values, there, Grouping(labels, groups))[labels]


def _numbers(before: Vector, after: Vector, lacking: tuple[int, int]) -> Spread:
    if not len(before):
        return Spread((), (), (), (), *lacking)
    edges, classes = edges_of(before)
    texts = [edge_text(edge) for edge in edges.tolist()]
    # a mean of equal values may lie a rounding error beside them
    inside = np.clip(after, before.min(), before.max())
    return Spread(
        names=tuple(texts[:-1]),
        ranges=tuple(f"{low} \u2013 {high}" for low, high in pairwise(texts)),
        before=tuple(np.histogram(before, edges)[0].tolist()),
        after=tuple(np.histogram(inside, edges)[0].tolist()),
        missing_before=lacking[0],
        missing_after=lacking[1],
        classes=classes,
        edges=tuple(edges.tolist()),
        end=texts[-1],
    )


def edge_text(edge: float) -> str:
    """The end of a class with all its figures, because some are values of the file."""
    text = f"{edge:,.12g}".replace(",", THIN_SPACE)
    return localised(text).replace("-", "\u2212")


def edges_of(values: Vector, weights: Vector | None = None) -> tuple[Vector, str]:
    """The ends of classes for values (not empty, with weights where they stand for several), and their kind:
    of equal width; where nearly all would be in one class, by orders of magnitude, or by quantiles where some
    are 0 or less.
    """
    least, greatest = float(values.min()), float(values.max())
    edges = class_edges(least, greatest)
    counts = np.histogram(values, edges, weights=weights)[0]
    if len(counts) <= _FEW or np.sort(counts)[-2:].sum() <= _CROWDED * counts.sum():
        return edges, ""
    if least > 0:
        return _magnitudes(least, greatest), LOG
    order = np.argsort(values, kind="stable")
    shares = np.cumsum(np.ones(len(values)) if weights is None else weights[order])
    wanted = np.searchsorted(shares, np.linspace(0, shares[-1], _QUANTILES + 1)[1:-1])
    found = np.unique(np.concatenate([[least], values[order][wanted], [greatest]]))
    return (found, QUANTILE) if len(found) > 2 else (edges, "")


def _magnitudes(least: float, greatest: float) -> Vector:
    """1, 2, 5, 10, 20, ... around all values; whole powers of ten where these are too many."""
    first, last = int(np.floor(np.log10(least))), int(np.ceil(np.log10(greatest)))
    parts = (1.0, 2.0, 5.0) if 3 * (last - first) <= MOST_CLASSES else (1.0,)
    marks = [float(f"{part:g}e{power}") for power in range(first, last + 1) for part in parts]
    below = [mark for mark in marks if mark <= least]
    above = [mark for mark in marks if mark > greatest]
    start, end = max(below, default=least), min(above, default=greatest * 1.0000001)
    return np.array([start, *(mark for mark in marks if start < mark < end), end])


def class_edges(least: float, greatest: float) -> Vector:
    """Round numbers, equally far apart, with all values between the first and the last."""
    width = greatest - least
    if not width > 0:
        return np.array([least, least + 1.0])
    power = 10.0 ** np.floor(np.log10(width / MOST_CLASSES))
    for nice in _NICE:
        step = nice * power
        first, last = np.floor(least / step), np.ceil(greatest / step)
        if last - first <= MOST_CLASSES:
            break
    if not last > first:  # so far from 0 that figures are lost
        return np.array([least, greatest])
    # as they are written: 0.6, not 0.6000000000000001, which would put 0.6 into the class before
    edges: Vector = np.array([float(f"{edge:.15g}") for edge in (np.arange(first, last + 1) * step).tolist()])
    edges[0], edges[-1] = min(edges[0], least), max(edges[-1], greatest)
    return edges if np.all(np.diff(edges) > 0) else np.array([least, greatest])


def _categories(column: BlockColumn, before: Vector, after: Vector, lacking: tuple[int, int]) -> Spread:
    there = np.flatnonzero(~column.absent)
    numbers, firsts = np.unique(column.numbers[there], return_index=True)
    names = [column.texts[place] for place in there[firsts].tolist()]
    together = max(1, -(-len(names) // MOST_BARS))
    starts = np.arange(0, len(names), together)
    tallies = [
        np.add.reduceat(np.bincount(np.searchsorted(numbers, values), minlength=len(numbers)), starts)
        if len(starts)
        else starts
        for values in (before, after)
    ]
    shown = tuple(names[start] for start in starts.tolist())
    last = [names[min(start + together, len(names)) - 1] for start in starts.tolist()]
    return Spread(
        names=shown,
        ranges=tuple(a if a == b else f"{a} \u2013 {b}" for a, b in zip(shown, last, strict=True)),
        before=tuple(tallies[0].tolist()),
        after=tuple(tallies[1].tolist()),
        missing_before=lacking[0],
        missing_after=lacking[1],
        together=together,
        members=tuple(tuple(names[start : start + together]) for start in starts.tolist()),
    )
