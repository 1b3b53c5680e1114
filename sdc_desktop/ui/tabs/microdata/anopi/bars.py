"""How records, or persons, spread over the categories of a variable: as much as fits a screen. No widgets."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.methods.recoding.anopi.engine import suppressed_cells
from sdc_desktop.engine.microdata.recoding import frequencies_at, labels_at
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords, classes_left
from sdc_desktop.engine.microdata.suppression.suppression import shown_codes
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.tabs.microdata.grouping.spread import Spread, edge_text, edges_of, spread_between

MOST_BARS = 120  # more than can be distinguished
_MOST_ORDERED = 20_000  # categories whose labels are read to order them
MOST_ROWS = 500  # of a table for readers


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
    classes: str = ""  # of numbers that are too many for a bar each: `spread.LOG`, `spread.QUANTILE`, else ""
    edges: tuple[float, ...] = ()  # of such classes
    end: str = ""  # the upper end of the last of them
    members: tuple[
        tuple[str, ...], ...
    ] = ()  # the categories of each bar; none where they are too many to name

    @property
    def others(self) -> int:
        """How many records are in categories that have no row."""
        return self.records - sum(count for _, count in self.rows)


def bars(answer: Answer, name: str, level: int, *, absent: str = "", released: bool = False) -> Bars:
    """The bars of a variable at a level (1 = as is); of what is `released`, with what was suppressed apart.
    Missing values are one bar apart, called `absent`. Persons with several records count once in each
    category that they have.

    Values without any record left have no bar then.
    """
    keys = answer.counts.keys
    variable = answer.counts.variable(name)
    if keys.members is not None:
        sums, labels = _of_persons(answer, name, level, released=released)
        return ordered(sums, labels, answer.counted.missing.get(name, ()), absent)
    sums = frequencies_at(variable, keys.margin(keys.variables.index(name)), level - 1)
    rare = answer.result.suppression if released else None
    hides = rare is not None and rare.figures.cells_by_variable.get(name, 0)
    if len(sums) > _MOST_ORDERED and not hides:
        return _bars(sums, partial(labels_at, variable, level - 1))
    labels = labels_at(variable, level - 1, range(len(sums)))
    if rare is not None and hides:
        sums, labels = _after_suppression(sums, labels, rare, name)
    texts = answer.counted.missing.get(name, ())
    return ordered(sums, labels, texts, absent)


def _of_persons(
    answer: Answer, name: str, level: int, *, released: bool
) -> tuple[npt.NDArray[np.int64], Sequence[str]]:
    """How many persons have a record of each category at a level (categories,), and what these are called."""
    keys, variable = answer.counts.keys, answer.counts.variable(name)
    rare, index = answer.result.suppression, keys.variables.index(name)
    assert keys.members is not None
    if not released or rare is None:
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
    sums: npt.NDArray[np.int64], labels: Sequence[str], missing: Collection[str] = (), absent: str = ""
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
        found = _of_numbers(np.array(plain, dtype=np.float64), counts, names)
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


def _of_numbers(numbers: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], names: list[str]) -> Bars:
    """Classes of numbers, each named after its lower end."""
    weights = counts.astype(np.float64)
    edges, classes = edges_of(numbers, weights)
    plain = _bars(counts, lambda chosen: [names[place] for place in chosen])
    tallies = np.histogram(numbers, edges, weights=weights)[0]
    *texts, end = (edge_text(edge) for edge in edges.tolist())
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


def spread_of(answer: Answer, name: str) -> Spread:
    """The spread of a variable whose groups are formed; cells suppressed afterwards are counted apart."""
    counts, released = answer.anopi_counts, answer.anopi_result.columns[name]
    column, place = counts.columns[name], counts.keys.variables.index(name)
    absent = {text for text, none in zip(column.texts, column.absent.tolist(), strict=True) if none}
    known = {text: float(number) for text, number in zip(column.texts, column.numbers, strict=True)}
    numbers = np.array([known.get(text, _number_of(text, counts.decimal)) for text in released.texts])
    missing = np.array([text in absent for text in released.texts])[released.codes]
    cells = suppressed_cells(answer.result.suppression, len(released.codes), len(counts.keys.variables))
    hidden = cells[:, place]
    after = numbers[released.codes][~missing & ~hidden]
    found = spread_between(column, after, int(np.count_nonzero(missing & ~hidden)))
    return replace(found, suppressed=int(hidden.sum()))


def _number_of(text: str, decimal: str) -> float:
    """The number of a mean's text; NaN for a missing value."""
    try:
        return float(text.replace(decimal, "."))
    except ValueError:  # what is missing says no number
        return float("nan")
