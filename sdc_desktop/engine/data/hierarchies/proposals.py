"""What kind of hierarchy suits a variable, and sensible settings of each kind. Proposals to begin with: the
officer decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.classifications import is_classification
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.hierarchies.kinds import DateParts
from sdc_desktop.engine.data.hierarchies.spec import (
    LONGEST_CODE,
    BoundsSpec,
    DatePart,
    DatesSpec,
    HierarchySpec,
    IntervalsSpec,
    MaskSpec,
    OrderSpec,
)
from sdc_desktop.engine.spec import Level, Number

MOST_ORDERED = 500  # values that a person would order manually
_STEPS = (1, 2, 5)  # times a power of ten: round widths
_TAIL = 0.05  # share of the records beyond each bound
_SHORTEST_CODE = 3
_SHORTEST_OF_CLASSIFICATION = 2


@dataclass(frozen=True)
class Proposals:
    """One hierarchy a kind, where the values allow it; ``kind`` is the one to begin with."""

    kind: str
    specs: dict[str, HierarchySpec]
    values: tuple[str, ...]  # in order; empty where they are too many to be put in order by hand


def proposals(
    values: Sequence[str],
    frequencies: npt.NDArray[np.int64],
    level: Level,
    order: Sequence[str] | None,
    decimal: DecimalMark,
    name: str = "",
) -> Proposals:
    """Proposals for a variable with these distinct values (none missing), with their records (values,).

    - Numbers, unless they are codes (a nominal variable, 007): intervals.
    - ISO dates: parts of dates.
    - Codes of one length, each with a figure in it: masked, so that prefixes are left. With the ``name`` of
      a classification also whole numbers, of two figures or more.
    - A declared order: runs of two and four values.
    - Else a tree, which is made by hand or read from a file.
    """
    coded = is_classification(name)
    specs: dict[str, HierarchySpec] = {}
    numbers = [number(value, decimal) for value in values]
    if len(values) > 1 and all(found is not None for found in numbers):
        exact = [found for found in numbers if found is not None]
        specs["intervals"] = _intervals(exact)
        specs["bounds"] = _bounds(exact, frequencies)
    if (parts := _parts(values)) is not None:
        specs["dates"] = parts
    if (length := _code_length(values, coded)) is not None:
        specs["mask"] = _masked(values, length)
    places = natural_order(values, decimal, order)
    ordered = tuple(values[place] for place in places) if len(values) <= MOST_ORDERED else ()
    if len(ordered) > 2:
        specs["order"] = runs(ordered, (2, 4) if len(ordered) > 4 else (2,))
    return Proposals(_kind(specs, "nominal" if coded else level, order), specs, ordered)


def _kind(specs: dict[str, HierarchySpec], level: Level, order: Sequence[str] | None) -> str:
    if order is not None and "order" in specs:
        return "order"
    if level != "nominal" and "intervals" in specs:
        return "intervals"
    return next((kind for kind in ("dates", "mask") if kind in specs), "levels")


def runs(values: Sequence[str], sizes: Sequence[int]) -> OrderSpec:
    """Runs of this many values each, one level a size; the last run may be shorter."""
    groups = tuple(
        tuple(tuple(values[start : start + size]) for start in range(0, len(values), size)) for size in sizes
    )
    return OrderSpec(kind="order", groups=groups)


def natural_order(
    values: Sequence[str], decimal: DecimalMark, order: Sequence[str] | None = None
) -> Sequence[int]:
    """The places of values in the order in which people expect them: a declared one first, then numbers by
    size, then the others as they come.
    """
    declared = {value: place for place, value in enumerate(order or ())}
    keys = []
    for place, value in enumerate(values):
        found = number(value, decimal) if value not in declared else None
        rank = 0 if value in declared else 1 if found is not None else 2
        keys.append((rank, declared.get(value, 0), found if found is not None else Decimal(0), place))
    return [key[-1] for key in sorted(keys)]


def _intervals(numbers: Sequence[Decimal]) -> IntervalsSpec:
    low, high = min(numbers), max(numbers)
    whole = all(one == one.to_integral_value() for one in numbers)
    widths = _widths(high - low, whole)
    return IntervalsSpec(kind="intervals", start=_plain(low), widths=widths, end=_plain(high))


def _widths(span: Decimal, whole: bool) -> tuple[Number, ...]:
    """Round widths (1, 2, 5 times a power of ten) between a twenty-fifth of the span and the span, each a
    multiple of the one before, so that no level divides a group of a finer one. ``whole`` numbers have whole
    widths, of 2 at least: those of 1 are the numbers.
    """
    if span == 0:
        return (1,)
    least = max(span / 25, Decimal(2)) if whole else span / 25
    exponent = (span / 25).adjusted()
    found = []
    while Decimal(1).scaleb(exponent) < span:
        found += [Decimal(step).scaleb(exponent) for step in _STEPS]
        exponent += 1
    nested: list[Decimal] = []
    for width in reversed([width for width in found if least <= width < span and width != 1]):
        if not nested or nested[0] % width == 0:
            nested.insert(0, width)
    return tuple(map(_plain, nested or [max(span, least)]))


def _bounds(numbers: Sequence[Decimal], frequencies: npt.NDArray[np.int64]) -> BoundsSpec:
    """The values below and above which a twentieth of the records lie at most."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    reached = np.cumsum(np.asarray(frequencies)[order])
    low = int(np.searchsorted(reached, _TAIL * reached[-1], side="right"))
    high = int(np.searchsorted(reached, (1 - _TAIL) * reached[-1], side="left"))
    return BoundsSpec(kind="bounds", bottom=_plain(numbers[order[low]]), top=_plain(numbers[order[high]]))


def _parts(values: Sequence[str]) -> DatesSpec | None:
    """Parts that are coarser than the dates; None unless all values are dates with a month."""
    if not values or not all(len(value) >= len("2024-05") for value in values):
        return None
    months = DateParts(DatesSpec(kind="dates", parts=("month", "year"))).labeller()
    found = [months(value) for value in values]
    if None in found:
        return None
    longest = max(map(len, values))
    parts: list[DatePart] = ["day"] if longest > len("2024-05-01") else []
    parts += ["month"] if longest > len("2024-05") else []
    parts += ["quarter", "year"]
    years = [int(labels[1]) for labels in found if labels is not None]
    parts += ["decade"] if max(years) - min(years) >= 10 else []
    return DatesSpec(kind="dates", parts=tuple(parts))


def _masked(values: Sequence[str], length: int) -> MaskSpec:
    """Codes masked from the right; signs whose masking puts no values together are masked with the next."""
    steps, masked, groups = [], 0, len(set(values))
    for signs in range(1, length):
        left = len({value[: length - signs] for value in values})
        if 1 < left < groups:
            steps.append(signs - masked)
            masked, groups = signs, left
    steps.append(length - masked)
    every_sign = len(steps) == length
    return MaskSpec(kind="mask", length=length, steps=None if every_sign else tuple(steps))


def _code_length(values: Sequence[str], coded: bool) -> int | None:
    lengths = {len(value) for value in values}
    if len(lengths) != 1 or not all(any(sign.isdigit() for sign in value) for value in values):
        return None
    (length,) = lengths
    figures = coded and all(value.isdecimal() for value in values)
    shortest = _SHORTEST_OF_CLASSIFICATION if figures else _SHORTEST_CODE
    return length if shortest <= length <= LONGEST_CODE else None


def _plain(value: Decimal) -> Number:
    return int(value) if value == value.to_integral_value() else float(value)
