"""Variables of an original and a released file as measures of utility use them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.synthetic.columns import Column as SyntheticColumn
from sdc_desktop.engine.microdata.synthetic.columns import order_of_values
from sdc_desktop.engine.microdata.utility.tables import Column, quantile_bins
from sdc_desktop.engine.problems import Place, Refused, error

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """A variable of both files. ``texts``: all categories, those that mean missing last; ``codes`` of both
    files below their number. ``numbers``: where the variable is continuous, by code, NaN where missing.
    """

    name: str
    texts: tuple[str, ...]
    original: Integers
    released: Integers
    missing: npt.NDArray[np.bool_]
    numbers: Vector | None
    declared: tuple[str, ...] | None = None  # the order of the values, where it is declared

    @property
    def values(self) -> tuple[Vector, Vector]:
        """The numbers of both files, (records,) each."""
        assert self.numbers is not None
        return self.numbers[self.original], self.numbers[self.released]

    def column(self, bins: int) -> Column:
        """The variable in tables: numbers in classes by quantiles of the original, missing ones apart."""
        if self.numbers is None:
            return Column(self.name, self.original, self.released, len(self.texts))
        known = self.numbers[self.original]
        ends = quantile_bins(known[np.isfinite(known)], bins)
        places = np.searchsorted(ends, self.numbers, side="left").astype(np.int64)
        places[~np.isfinite(self.numbers)] = len(ends) + 1
        return Column(self.name, places[self.original], places[self.released], len(ends) + 2)

    def block(self) -> Matrix:
        """The columns of the variable in a model of both files, the original first: a dummy for each category
        but the first, or the number centred and scaled, with a dummy where it is missing.
        """
        codes = np.concatenate([self.original, self.released])
        if self.numbers is None:
            present = np.unique(codes)
            return np.asarray(codes[:, None] == present[1:], dtype=np.float64)
        values = self.numbers[codes]
        there = np.isfinite(values)
        mean = values[there].mean() if there.any() else 0.0
        spread = values[there].std() if there.any() else 0.0
        scaled = np.where(there, (values - mean) / (spread or 1.0), 0.0)
        columns = [scaled] if there.all() else [scaled, (~there).astype(np.float64)]
        return np.stack(columns, axis=1)

    def synthetic_columns(self) -> tuple[SyntheticColumn, SyntheticColumn]:
        """The variable of both files as measures of disclosure use it, in the same codes."""
        is_number = self.numbers is not None
        numbers = np.full(len(self.texts), np.nan) if self.numbers is None else self.numbers
        order = order_of_values(self.texts, numbers, self.missing, self.declared, is_number)
        place_of = np.empty(len(order), dtype=np.int64)
        place_of[order] = np.arange(len(order))
        ordered = is_number or self.declared is not None
        texts = tuple(self.texts[place] for place in order.tolist())
        own = [
            SyntheticColumn(
                self.name, texts, place_of[codes], self.missing[order], numbers[order], is_number, ordered
            )
            for codes in (self.original, self.released)
        ]
        return own[0], own[1]


def pair_of(original: Microdata, released: Microdata, name: str, context: JobContext) -> Pair:
    """A variable of both files: a number where it is one in both. Raises :class:`Refused`, Cancelled."""
    own, other = original.variable(name), released.variable(name)
    absent = set(own.missing) | set(other.missing)
    context.checkpoint()
    first, second = (data.relation.frequencies(data.index(name), context)[0] for data in (original, released))
    distinct = dict.fromkeys([*first, *second])
    texts = sorted((text for text in distinct if text not in absent), key=_by_value(original, name))
    texts += sorted(text for text in distinct if text in absent)
    place_of = {text: place for place, text in enumerate(texts)}
    codes = [
        np.array([place_of[text] for text in listed], dtype=np.int64)[
            data.relation.codes(data.index(name), context)
        ]
        for data, listed in ((original, first), (released, second))
    ]
    missing = np.array([text in absent for text in texts], dtype=np.bool_)
    numbers = None
    if own.level == "continuous" and other.level == "continuous":
        numbers = _numbers(texts, missing, original.decimal, name)
    return Pair(name, tuple(texts), codes[0], codes[1], missing, numbers, own.order)


def _by_value(data: Microdata, name: str):  # type: ignore[no-untyped-def]
    declared = data.variable(name).order
    places = {} if declared is None else {text: place for place, text in enumerate(declared)}
    return lambda text: (places.get(text, len(places)), text)


def _numbers(texts: Sequence[str], missing: npt.NDArray[np.bool_], decimal: str, name: str) -> Vector:
    pattern = re.compile(number_pattern(decimal))  # type: ignore[arg-type]
    wrong = [
        text
        for text, absent in zip(texts, missing, strict=True)
        if not absent and not pattern.fullmatch(text)
    ]
    if wrong:
        raise Refused(error("utility.not_numbers", Place(variable=name), name=name, number=len(wrong)))
    found = np.full(len(texts), np.nan)
    for place, text in enumerate(texts):
        if not missing[place]:
            found[place] = float(text.replace(decimal, "."))
    return found
