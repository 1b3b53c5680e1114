"""Variables as trees use them: codes in the order of their values, and numbers that are smoothed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.synthetic.cart import Flags
from sdc_desktop.engine.problems import Place, Problem, Refused, error

GROUPS = 20  # of a continuous variable, where tables are compared


@dataclass(frozen=True)
class Column:
    """A variable of records: ``codes`` (records,) of its distinct ``texts``, ordered where ``ordered``; by
    code whether it means missing, and the number (NaN where there is none). ``is_number``: it is continuous.
    """

    name: str
    texts: tuple[str, ...]
    codes: Integers
    missing: Flags
    numbers: Vector
    is_number: bool
    ordered: bool

    def taken(self, records: Integers) -> "Column":
        """The column of the records with these numbers (chosen,)."""
        fields = self.__dict__ | {"codes": self.codes[records]}
        return Column(**fields)

    @property
    def values(self) -> Vector:
        """The number of each record, NaN where missing, (records,)."""
        return self.numbers[self.codes]

    @property
    def decimals(self) -> int:
        """The most decimals of any value."""
        parts = [re.split(r"[.,]", text)[1:] for text in self.texts]
        return max((len(part[0]) for part in parts if part), default=0)


def read_column(data: Microdata, name: str, context: JobContext) -> Column:
    """The column of a variable. Raises :class:`Refused` where it is continuous and has other texts."""
    variable = data.variable(name)
    place = data.index(name)
    texts = data.relation.frequencies(place, context)[0]
    codes = data.relation.codes(place, context)
    missing = np.array([text in variable.missing for text in texts], dtype=np.bool_)
    is_number = variable.level == "continuous"
    numbers = np.full(len(texts), np.nan)
    if is_number:
        pattern = re.compile(number_pattern(data.decimal))
        there = [text for text, absent in zip(texts, missing, strict=True) if not absent]
        wrong = sum(pattern.fullmatch(text) is None for text in there)
        if wrong:
            problem = error("synthesise.not_numbers", Place(variable=name), name=name, number=wrong)
            raise Refused([problem])
        numbers[~missing] = [float(text.replace(data.decimal, ".")) for text in there]
    order = order_of_values(texts, numbers, missing, variable.order, is_number)
    place_of = np.empty(len(texts), dtype=np.int64)
    place_of[order] = np.arange(len(texts))
    return Column(
        name,
        tuple(texts[each] for each in order.tolist()),
        place_of[codes],
        missing[order],
        numbers[order],
        is_number,
        is_number or variable.order is not None,
    )


def order_of_values(
    texts: Sequence[str],
    numbers: Vector,
    missing: Flags,
    declared: Sequence[str] | None,
    is_number: bool,
) -> Integers:
    """The places (texts,) of distinct texts in order: missing values first, then by number, by the declared
    order, or by text. ``numbers`` and ``missing`` (texts,).
    """
    rank = np.arange(len(texts), dtype=np.float64)
    if is_number:
        rank = numbers.copy()
    elif declared is not None:
        known = {text: place for place, text in enumerate(declared)}
        rank = np.array([known.get(text, len(known) + place) for place, text in enumerate(texts)], np.float64)
    rank[missing] = -np.inf
    return np.lexsort((np.arange(len(texts)), rank))


def grouped(column: Column, codes: Integers) -> Integers:
    """Codes (records,) of a variable for tables: those of a continuous one in groups of equal frequency."""
    if not column.is_number or len(column.texts) <= GROUPS:
        return codes
    bounds = np.quantile(column.codes, np.linspace(0, 1, GROUPS + 1)[1:-1])
    return np.searchsorted(np.unique(bounds), codes, side="left")


def smoothed(column: Column, drawn: Integers, normals: Vector) -> Vector:
    """The numbers of drawn codes (records,) moved by a Gaussian kernel of Silverman's width, cut to the range
    of the originals and rounded to their decimals; ``normals`` (records,) are standard normal. A value with
    more than 70 % of the draws stays. NaN stays.
    """
    values = column.numbers[drawn]
    there = np.isfinite(values)
    if there.sum() < 2:
        return values
    seen = values[there]
    spread = min(float(seen.std(ddof=1)), float(np.subtract(*np.quantile(seen, [0.75, 0.25]))) / 1.34)
    width = 0.9 * (spread or float(seen.std(ddof=1))) * len(seen) ** -0.2
    moved = np.round(seen + width * normals[there], column.decimals)
    known = column.numbers[np.isfinite(column.numbers)]
    moved = np.clip(moved, known.min(), known.max())
    codes, counts = np.unique(drawn[there], return_counts=True)
    heaped = codes[counts > 0.7 * len(seen)]
    moved[np.isin(drawn[there], heaped)] = seen[np.isin(drawn[there], heaped)]
    values = values.copy()
    values[there] = moved
    return values


def check_categories(column: Column, most: int) -> Problem | None:
    """A variable whose categories are too many for a tree."""
    if column.is_number or len(column.texts) <= most:
        return None
    where = Place(variable=column.name)
    return error("synthesise.many_categories", where, name=column.name, number=len(column.texts), most=most)
