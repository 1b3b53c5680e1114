"""How records, or persons, spread over the values of a variable before and after: bars that fit a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.methods.recoding.anopi.engine import suppressed_cells
from sdc_desktop.engine.microdata.classes.compared_records import OfValues
from sdc_desktop.engine.microdata.groups.block_columns import block_column, scaled
from sdc_desktop.engine.microdata.groups.groups import Grouping, representatives
from sdc_desktop.engine.microdata.numeric_changes import numbers_of
from sdc_desktop.engine.microdata.recoding import frequencies_at, labels_at
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords, classes_left
from sdc_desktop.engine.microdata.suppression.suppression import shown_codes
from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.words import THIN_SPACE

if TYPE_CHECKING:
    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import (
        MicroaggregateCounts,
        MicroaggregateResult,
    )
    from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
    from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
    from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, Vector
    from sdc_desktop.engine.microdata.recoding import RecodingCounts

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


def spreads(
    counted: MicroaggregateCounts, result: MicroaggregateResult, mark: str = "."
) -> dict[str, Spread]:
    """The spread of every variable in a block. ``mark``: before the decimals of a number, here and below."""
    return {
        name: _spread(counted.columns[name], result, labels, mark)
        for block, labels in zip(result.blocks, result.labels, strict=True)
        for name in block.variables
    }


def _spread(column: BlockColumn, result: MicroaggregateResult, labels: Integers, mark: str) -> Spread:
    released = _released(column, result, labels)
    missing = column.missing
    after = released[~missing[result.kept]]
    return spread_between(column, after, int(missing[result.kept].sum()), mark)


def spread_between(column: BlockColumn, after: Vector, missing_after: int, mark: str = ".") -> Spread:
    """The spread of a variable's original values, and of the numbers for the values released."""
    missing = column.missing
    before = column.values[~missing]
    lacking = int(missing.sum()), missing_after
    numbers = column.level == "continuous"
    found = _numbers(before, after, lacking, mark) if numbers else _categories(column, before, after, lacking)
    absent = (text for text, none in zip(column.texts, column.absent.tolist(), strict=True) if none)
    return replace(found, absent=tuple(absent))


def _released(column: BlockColumn, result: MicroaggregateResult, labels: Integers) -> Vector:
    """The number that stands for the released value of each released record."""
    values = column.values[result.kept]
    if result.k == 1:
        return values
    groups = int(labels.max(initial=-1)) + 1
    measure = scaled(column, result.kept[:1], False).measure
    there = ~column.missing[result.kept]
    return representatives(measure, values, there, Grouping(labels, groups))[labels]


def _numbers(before: Vector, after: Vector, lacking: tuple[int, int], mark: str) -> Spread:
    if not len(before):
        return Spread((), (), (), (), *lacking)
    edges, classes = edges_of(before)
    texts = [edge_text(edge, mark) for edge in edges.tolist()]
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


def edge_text(edge: float, mark: str = ".") -> str:
    """The end of a class with all its figures, because some are values of the file."""
    text = f"{edge:,.12g}".replace(",", THIN_SPACE)
    return text.replace(".", mark).replace("-", "\u2212")


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


MOST_ROWS = 500  # of a table for readers
_MOST_ORDERED = 20_000  # categories whose labels are read to order them


@dataclass(frozen=True)
class Bars:
    """Bars in the order of the values; of many categories `together` neighbours make one bar, named after the
    first. ``rows`` are the categories themselves, where there are too many the most frequent ones.
    """

    names: tuple[str, ...]
    counts: tuple[int, ...]
    together: int
    categories: int
    rows: tuple[tuple[str, int], ...]
    records: int
    apart: tuple[tuple[str, ...], ...] = ()  # the texts of each bar at the end that is no value
    classes: str = ""  # of numbers that are too many for a bar each: LOG, QUANTILE, else ""
    edges: tuple[float, ...] = ()  # of such classes
    end: str = ""  # the upper end of the last of them
    members: tuple[tuple[str, ...], ...] = ()  # the categories of each bar; none if too many to name

    @property
    def others(self) -> int:
        """How many records are in categories that have no row."""
        return self.records - sum(count for _, count in self.rows)


def bars(
    counts: RecodingCounts,
    name: str,
    level: int,
    rare: RareRecords | None = None,
    missing: Collection[str] = (),
    absent: str = "",
    mark: str = ".",
) -> Bars:
    """The bars of a variable at a level (1 = as is); where `rare` records are suppressed, such values are
    apart. Codes of `missing` values are one bar apart, called `absent`. Persons with several records count
    once in each category that they have.

    Values without any record left have no bar then.
    """
    keys, variable = counts.keys, counts.variable(name)
    if keys.members is not None:
        sums, labels = _of_persons(counts, name, level, rare)
        return ordered(sums, labels, missing, absent, mark)
    sums = frequencies_at(variable, keys.margin(keys.variables.index(name)), level - 1)
    hides = rare is not None and rare.figures.cells_by_variable.get(name, 0)
    if len(sums) > _MOST_ORDERED and not hides:
        return _bars(sums, partial(labels_at, variable, level - 1))
    labels = labels_at(variable, level - 1, range(len(sums)))
    if rare is not None and hides:
        sums, labels = _after_suppression(sums, labels, rare, name)
    return ordered(sums, labels, missing, absent, mark)


def _of_persons(
    counts: RecodingCounts, name: str, level: int, rare: RareRecords | None
) -> tuple[npt.NDArray[np.int64], Sequence[str]]:
    """How many persons have a record of each category at a level (categories,), and what these are called."""
    keys, variable = counts.keys, counts.variable(name)
    index = keys.variables.index(name)
    assert keys.members is not None
    if rare is None:
        number = variable.members[level - 1][keys.codes[:, index]]
        count = variable.categories(level - 1)
        return keys.members.numbers_merged(number, count), labels_at(variable, level - 1, range(count))
    classes = classes_left(rare)
    assert classes.members is not None
    labels = (SUPPRESSED, *classes.labels[index])
    codes = shown_codes(classes)
    codes[rare.treatment.classes] = np.where(rare.treatment.cells, -1, codes[rare.treatment.classes])
    sums = classes.members.numbers_merged(codes[:, index] + 1, len(labels))
    there = np.flatnonzero(sums)
    return sums[there], tuple(labels[place] for place in there.tolist())


def _after_suppression(
    sums: npt.NDArray[np.int64], labels: Sequence[str], rare: RareRecords, name: str
) -> tuple[npt.NDArray[np.int64], tuple[str, ...]]:
    index = rare.classes.names.index(name)
    rows = rare.treatment.cells[:, index]
    hidden = rare.treatment.records[rows]
    left = sums.copy()
    np.subtract.at(left, rare.classes.codes[rare.treatment.classes[rows], index], hidden)
    counts = {label: int(number) for label, number in zip(labels, left, strict=True) if number}
    counts[SUPPRESSED] = counts.get(SUPPRESSED, 0) + int(hidden.sum())
    return np.array(list(counts.values()), dtype=np.int64), tuple(counts)


def ordered(
    sums: npt.NDArray[np.int64],
    labels: Sequence[str],
    missing: Collection[str] = (),
    absent: str = "",
    mark: str = ".",
) -> Bars:
    """The bars of labelled categories: those that begin with numbers in their order, then, apart, one bar
    called `absent` for the codes `missing`, and `*`.
    """
    no_values = {*missing, SUPPRESSED}
    places = [place for place, label in enumerate(labels) if label not in no_values]
    numbers = [_first_number(labels[place]) for place in places]
    if all(number is not None for number in numbers):
        places = [place for _, place in sorted(zip(numbers, places, strict=True))]
    names, counts = [labels[place] for place in places], sums[places]
    plain = [_number(name) for name in names]
    if len(names) > MOST_BARS and None not in plain:
        found = _of_numbers(np.array(plain, dtype=np.float64), counts, names, mark)
    else:
        found = _bars(counts, lambda chosen: [names[place] for place in chosen])
    for name, texts in ((absent, set(missing) - {SUPPRESSED}), (SUPPRESSED, {SUPPRESSED})):
        there = [place for place, label in enumerate(labels) if label in texts]
        if there:
            found = _with_apart(found, name, int(sums[there].sum()), tuple(labels[place] for place in there))
    return found


def _with_apart(found: Bars, name: str, number: int, texts: tuple[str, ...]) -> Bars:
    """The bars with one more that is not a value."""
    return replace(
        found,
        names=(*found.names, name),
        counts=(*found.counts, number),
        rows=(*found.rows, (name, number)),
        categories=found.categories + 1,
        records=found.records + number,
        apart=(*found.apart, texts),
    )


def _of_numbers(
    numbers: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], names: list[str], mark: str
) -> Bars:
    """Classes of numbers, each named after its lower end."""
    weights = counts.astype(np.float64)
    edges, classes = edges_of(numbers, weights)
    plain = _bars(counts, lambda chosen: [names[place] for place in chosen])
    tallies = np.histogram(numbers, edges, weights=weights)[0]
    *texts, end = (edge_text(edge, mark) for edge in edges.tolist())
    tally, ends = tuple(int(one) for one in tallies), tuple(edges.tolist())
    return replace(
        plain, names=tuple(texts), counts=tally, together=1, classes=classes, edges=ends, end=end, members=()
    )


_NUMBER = re.compile(r"[^0-9A-Za-z\u2212-]{0,3}([-\u2212]?[0-9]+(?:[.,][0-9]+)?)")


def _first_number(label: str) -> tuple[float, bool] | None:
    """The number that a label begins with ("37", "[20, 30)", "60 and over") and whether it is more than what
    lies below that number; None where it begins otherwise.
    """
    found = _NUMBER.match(label)
    if found is None:
        return None
    return float(found[1].replace("\u2212", "-").replace(",", ".")), label[0] not in "<\u2264"


def _number(label: str) -> float | None:
    try:
        return float(label.replace(",", "."))
    except ValueError:
        return None


def _bars(sums: npt.NDArray[np.int64], labels: Callable[[Sequence[int]], Sequence[str]]) -> Bars:
    """The bars of categories with these sums; `labels` names some of them, given by their places."""
    together = max(1, -(-len(sums) // MOST_BARS))
    starts = np.arange(0, len(sums), together)
    counts = np.add.reduceat(sums, starts) if len(sums) else sums
    shown = np.arange(len(sums))
    if len(sums) > MOST_ROWS:
        shown = np.argsort(-sums, kind="stable")[:MOST_ROWS]
    rows = zip(labels(shown.tolist()), sums[shown].tolist(), strict=True)
    members: list[tuple[str, ...]] = []
    if len(sums) <= _MOST_ORDERED:
        members = [tuple(labels(range(start, min(start + together, len(sums))))) for start in starts.tolist()]
    return Bars(
        names=tuple(labels(starts.tolist())),
        counts=tuple(counts.tolist()),
        together=together,
        categories=len(sums),
        rows=tuple(rows),
        records=int(sums.sum()),
        members=tuple(members),
    )


def spread_of(counts: AnopiCounts, result: AnopiResult, name: str, mark: str = ".") -> Spread:
    """The spread of a variable whose groups are formed; cells suppressed afterwards are counted apart."""
    released = result.columns[name]
    column, place = counts.columns[name], counts.keys.variables.index(name)
    absent = {text for text, none in zip(column.texts, column.absent.tolist(), strict=True) if none}
    known = {text: float(number) for text, number in zip(column.texts, column.numbers, strict=True)}
    numbers = np.array([known.get(text, _number_of(text, counts.decimal)) for text in released.texts])
    missing = np.array([text in absent for text in released.texts])[released.codes]
    cells = suppressed_cells(result.suppression, len(released.codes), len(counts.keys.variables))
    hidden = cells[:, place]
    after = numbers[released.codes][~missing & ~hidden]
    found = spread_between(column, after, int(np.count_nonzero(missing & ~hidden)), mark)
    return replace(found, suppressed=int(hidden.sum()))


def _number_of(text: str, decimal: str) -> float:
    """The number of a mean's text; NaN for a missing value."""
    try:
        return float(text.replace(decimal, "."))
    except ValueError:  # what is missing says no number
        return float("nan")


def of_spread(variable: str, found: Spread, place: int, released: bool, label: str) -> OfValues:
    """The records of a bar; those of missing and of suppressed values follow the values."""
    if place < len(found.names):
        return _of_bar(variable, released, label, place, found.edges, found.members)
    missing = found.missing_before or found.missing_after
    texts = found.absent if missing and place == len(found.names) else (SUPPRESSED,)
    return _of_texts(variable, released, label, texts)


def of_bars(variable: str, found: Bars, place: int, released: bool) -> OfValues | None:
    """The records of a bar of a variable with levels; None where the categories are too many to name."""
    label = found.names[place]
    values = len(found.names) - len(found.apart)
    if place >= values:
        return _of_texts(variable, released, label, found.apart[place - values])
    if not found.edges and not found.members:
        return None
    return _of_bar(variable, released, label, place, found.edges, found.members)


def _of_bar(
    variable: str,
    released: bool,
    label: str,
    place: int,
    edges: tuple[float, ...],
    members: tuple[tuple[str, ...], ...],
) -> OfValues:
    """The first and the last class of numbers also have what lies beyond them by a rounding error."""
    if not edges:
        return _of_texts(variable, released, label, members[place])
    low = edges[place] if place else -inf
    high = edges[place + 1] if place + 2 < len(edges) else inf
    return OfValues(variable, released, label, low=low, high=high)


def _of_texts(variable: str, released: bool, label: str, texts: tuple[str, ...]) -> OfValues:
    return OfValues(variable, released, label, frozenset(texts))


def spread_of_files(
    data: Microdata, released: Microdata, name: str, context: JobContext, mark: str = "."
) -> Spread:
    """The values before and after in the same classes; suppressed cells apart."""
    column = block_column(data, name, context)
    if isinstance(column, Problem):  # no numbers, no order: by its texts
        variables = [replace(v, level="nominal") if v.name == name else v for v in data.variables]
        column = block_column(data.with_variables(variables), name, context)
        assert not isinstance(column, Problem)
    place = released.index(name)
    texts, frequencies = released.relation.frequencies(place, context)
    missing = data.variable(name).missing
    lacking = sum(int(n) for text, n in zip(texts, frequencies, strict=True) if text in missing)
    hidden = sum(int(n) for text, n in zip(texts, frequencies, strict=True) if text == SUPPRESSED)
    if column.level == "continuous":
        values = numbers_of(released, name, context)
        after = values[np.isfinite(values)]
    else:
        known = dict(zip(column.texts, column.numbers.tolist(), strict=True))
        kept = [text in known and text not in missing for text in texts]
        numbers = np.array([known.get(text, 0.0) for text in texts])
        codes = released.relation.codes(place, context)
        after = numbers[codes][np.array(kept, dtype=np.bool_)[codes]]
    is_value = SUPPRESSED in column.texts
    return replace(spread_between(column, after, lacking, mark), suppressed=0 if is_value else hidden)
