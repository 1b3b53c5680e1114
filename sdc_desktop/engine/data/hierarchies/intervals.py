"""Intervals of equal width, computed exactly: in whole units of the last decimal place of their figures.

Where all values are whole units, labels name the first and the last of them: `5-9`. Where one value has more
decimals, every label of the variable names the end that it does not have: `5-<10`. The last label includes
its end.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal, InvalidOperation

from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec

FIGURE = r"-?\d+(?:[.,]\d+)?"
BAND = rf"(?P<low>{FIGURE})-(?P<mark><=?)?(?P<high>{FIGURE})"  # the label of an interval
_BAND = re.compile(BAND)


@dataclass(frozen=True)
class IntervalLevels:
    """The levels of intervals, one per width, and the decimal mark of the data. ``finer``: some values have
    more decimals than the description.
    """

    spec: IntervalsSpec
    decimal: str
    finer: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The widths."""
        return tuple(str(width) for width in self.spec.widths)

    def sole(self, level: int) -> str | None:
        """The label of a level whose first interval is the last, else None."""
        found = self._intervals()
        return found.label(level, 0) if found.groups(level) == 1 else None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one per width; see `labeller`."""
        return labeller(self._intervals())

    def suited_to(self, texts: Iterable[str]) -> "IntervalLevels":
        """The same levels with the labels that suit these values as well."""
        return replace(self, finer=self.finer or any_finer(self._intervals(), texts))

    def _intervals(self) -> "Intervals":
        return intervals(self.spec, self.decimal, finer=self.finer)


@dataclass(frozen=True)
class Intervals:
    """Intervals in whole units of `places` decimal places, for values in whole units or ``finer`` ones."""

    start: int
    end: int
    widths: tuple[int, ...]
    places: int
    decimal: str  # the decimal mark of the data
    finer: bool = False

    def groups(self, level: int) -> int:
        """How many intervals there are at the level of a width (0 = the first width)."""
        inside = (self.end - self.start) // self.widths[level]
        if not self.finer or inside * self.widths[level] < self.end - self.start:
            return inside + 1
        return max(inside, 1)  # the end itself is in the last one

    def group(self, level: int, units: int) -> int:
        """The number of the interval that a value is in, in whole units below it."""
        return min((units - self.start) // self.widths[level], self.groups(level) - 1)

    def label(self, level: int, group: int) -> str:
        """`1961-1962`, or `5-<10` and `95-<=99` for finer values; the last interval is cut at the end."""
        low = self.start + group * self.widths[level]
        above = low + self.widths[level]
        if self.finer:
            mark, high = ("<", above) if above < self.end else ("<=", self.end)
        else:
            mark, high = "", min(above - 1, self.end)
        text = f"{self._figure(low)}-{mark}{self._figure(high)}" if low < high else self._figure(low)
        return text.replace(".", self.decimal)

    def _figure(self, units: int) -> str:
        return f"{Decimal(units).scaleb(-self.places):f}"


def intervals(spec: IntervalsSpec, decimal: str, *, finer: bool = False) -> Intervals:
    """The description in whole units. Its figures must not have more digits than Decimal keeps."""
    figures = _figures(spec)
    places = _places(figures)
    start, end, *widths = (int(figure.scaleb(places)) for figure in figures)
    return Intervals(start, end, tuple(widths), places, decimal, finer)


def digits(spec: IntervalsSpec) -> int:
    """From the first digit of the largest figure to the last decimal place of all."""
    figures = _figures(spec)
    return max(figure.adjusted() for figure in figures) + _places(figures) + 1


def labeller(found: Intervals) -> Callable[[str], tuple[str, ...] | None]:
    """A function that gives the labels of a text, one per width; None for a text outside the intervals or
    that is no number. One unit wide is the text itself, of whole units. Labels are made once, however many
    values bear them.
    """
    unit, (first, last) = _unit(found), _ends(found)
    known: list[dict[int, str]] = [{} for _ in found.widths]

    def label(level: int, width: int, units: int, text: str) -> str:
        if width == 1 and not found.finer:
            return text
        group = found.group(level, units)
        made = known[level].get(group)
        if made is None:
            made = known[level][group] = found.label(level, group)
        return made

    def labels(text: str) -> tuple[str, ...] | None:
        value = number(text, found.decimal)
        if value is None or not first <= value <= last:
            return None
        units = int(value.quantize(unit, ROUND_FLOOR).scaleb(found.places))
        return tuple([label(level, width, units, text) for level, width in enumerate(found.widths)])

    return labels


def any_finer(found: Intervals, texts: Iterable[str]) -> bool:
    """Whether a number within the intervals has more decimals than these, or is such a number's label."""
    unit, (first, last) = _unit(found), _ends(found)
    plain = re.compile(
        rf"-?\d+({re.escape(found.decimal)}\d{{1,{found.places}}})?" if found.places else r"-?\d+"
    )
    for text in texts:
        if plain.fullmatch(text):
            continue
        value = number(text, found.decimal)
        if value is None:
            band = _BAND.fullmatch(text)
            if band is not None and band["mark"]:
                return True
        elif first <= value <= last and value != value.quantize(unit, ROUND_FLOOR):
            return True
    return False


def number(text: str, decimal: str) -> Decimal | None:
    """The number a text of the data says, exactly; None if it says none."""
    if (decimal != "." and "." in text) or "_" in text or not text.isascii():
        return None  # Decimal would take 1_000 and the figures of every script
    try:
        value = Decimal(text.strip().replace(decimal, "."))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _unit(found: Intervals) -> Decimal:
    return Decimal(1).scaleb(-found.places)


def _ends(found: Intervals) -> tuple[Decimal, Decimal]:
    first, last = (Decimal(units).scaleb(-found.places) for units in (found.start, found.end))
    return first, last


def _figures(spec: IntervalsSpec) -> tuple[Decimal, ...]:
    return tuple(Decimal(str(figure)) for figure in (spec.start, spec.end, *spec.widths))


def _places(figures: tuple[Decimal, ...]) -> int:
    exponents = [int(figure.normalize().as_tuple().exponent) for figure in figures]
    return max(0, *(-exponent for exponent in exponents))
