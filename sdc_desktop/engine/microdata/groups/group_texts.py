"""The texts that microaggregation groups get in the released file."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, Measure, Vector
from sdc_desktop.engine.microdata.groups.groups import Grouping, classes, representatives
from sdc_desktop.engine.problems import Place, Problem, Refused, error

_BATCH = 10_000
_SMALL, _LARGE = -20, 20  # powers of ten between which a number is written out


def group_texts(
    column: BlockColumn, records: Integers, made: Grouping, decimal: str, context: JobContext
) -> tuple[Integers, list[str]]:
    """New texts of one variable for some records: a code for each, and the labels that codes index.

    All members of a group get the same text: that of its category, or its mean with 15 significant figures,
    or the text that all of them had before. A missing value keeps its text. Group -1 has missing values only.
    """
    codes = column.codes[records]
    there = ~column.absent[codes]
    if column.level == "continuous":
        labels = _means(column, codes, made, decimal, context)
    else:
        measure: Measure = "rank" if column.level == "ordinal" else "equality"
        values = representatives(measure, column.values[records], there, made)
        firsts: dict[float, str] = {}
        for place in np.flatnonzero(~column.absent).tolist():
            firsts.setdefault(float(column.numbers[place]), column.texts[place])
        labels = [firsts.get(value, "") for value in values.tolist()]
    missing = np.flatnonzero(column.absent)
    place_of = np.zeros(len(column.texts), dtype=np.int64)
    place_of[missing] = len(labels) + np.arange(len(missing))
    return np.where(there, made.labels, place_of[codes]), labels + [column.texts[i] for i in missing.tolist()]


def number_text(number: float, decimal: str) -> str:
    """A number with 15 significant figures, which is what a double holds of a decimal number, and no more."""
    if number == 0:
        return "0"
    text = f"{number:.15g}"
    if _SMALL < Decimal(text).adjusted() < _LARGE:
        text = f"{Decimal(text):f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
    return text.replace(".", decimal)


def _means(
    column: BlockColumn, codes: Integers, made: Grouping, decimal: str, context: JobContext
) -> list[str]:
    there = ~column.absent[codes]
    means: Vector = representatives("difference", column.numbers[codes], there, made)
    least = np.full(made.groups, len(column.texts), dtype=np.int64)
    greatest = np.full(made.groups, -1, dtype=np.int64)
    np.minimum.at(least, made.labels[there], codes[there])
    np.maximum.at(greatest, made.labels[there], codes[there])
    labels: list[str] = []
    for start in range(0, made.groups, _BATCH):
        context.checkpoint()
        part = slice(start, start + _BATCH)
        rows = zip(means[part].tolist(), least[part].tolist(), greatest[part].tolist(), strict=True)
        for mean, low, high in rows:
            if low == high:
                labels.append(column.texts[low])
            else:
                labels.append("" if mean != mean else number_text(mean, decimal))
    return labels


Flags = npt.NDArray[np.bool_]


def patterns_of(missing: Sequence[Flags]) -> tuple[Integers, Flags]:
    """Numbers (records,) that are equal where the same values are missing, and whether all are missing.
    `missing` has one vector (records,) for each variable of a block.
    """
    return classes(*missing), np.all(missing, axis=0)


def parts_of(
    strata: Integers,
    patterns: Integers,
    empty: Flags,
    k: int,
    persons: Numbers | None = None,
    *,
    by_pattern: bool,
) -> list[Integers]:
    """The records of each part, in order; those without any value (`empty`) are in none.

    Raises :class:`Refused` where a part has fewer than k records, or `persons` (records,) where these have
    several. Told by count, never by value.
    """
    number = classes(strata, patterns) if by_pattern else strata
    taking_part = ~empty
    every = np.bincount(number if by_pattern else number[taking_part])
    units = every if persons is None else _persons_in(number, persons, taking_part | by_pattern, len(every))
    small = units[(every > 0) & (units < k)] if taking_part.any() else np.zeros(1, dtype=np.int64)
    if len(small) and persons is not None:
        where = Place(key="params.missing" if by_pattern else "params.k")
        raise Refused(error("microaggregate.few_persons", where, persons=int(small.min()), k=k))
    if len(small):
        raise Refused(_too_small(small, k, single=len(every) <= 1, by_pattern=by_pattern))
    order = np.argsort(number[taking_part], kind="stable")
    records = np.flatnonzero(taking_part)[order]
    edges = np.flatnonzero(np.diff(number[records]) != 0) + 1
    return [part for part in np.split(records, edges) if len(part)]


def _persons_in(number: Integers, persons: Numbers, chosen: Flags, parts: int) -> Integers:
    """How many persons have a record chosen in each part, (parts,)."""
    there = chosen & (persons != NOBODY)
    pairs = np.unique(np.stack([number[there], persons[there].astype(np.int64)]), axis=1)
    return np.bincount(pairs[0], minlength=parts)


def _too_small(small: Integers, k: int, *, single: bool, by_pattern: bool) -> Problem:
    least, number = int(small.min()), len(small)
    if single:
        where = Place(key="params.missing" if by_pattern else "params.k")
        return error("microaggregate.too_few", where, records=least, k=k)
    if by_pattern:
        where = Place(key="params.missing")
        return error("microaggregate.small_pattern", where, number=number, least=least, k=k)
    where = Place(key="params.strata")
    return error("microaggregate.small_stratum", where, number=number, least=least, k=k)
