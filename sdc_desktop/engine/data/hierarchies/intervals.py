"""Intervals of equal width, computed exactly: in whole units of the last decimal place of their figures."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, InvalidOperation

from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec


@dataclass(frozen=True)
class IntervalLevels:
    """The levels of intervals, one per width, and the decimal mark of the data."""

    spec: IntervalsSpec
    decimal: str

    @property
    def names(self) -> tuple[str, ...]:
        """The widths."""
        return tuple(str(width) for width in self.spec.widths)

    def sole(self, level: int) -> str | None:
        """The label of a level whose first interval is the last, else None."""
        found = intervals(self.spec, self.decimal)
        return found.label(level, 0) if found.groups(level) == 1 else None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one per width; see `labeller`."""
        return labeller(intervals(self.spec, self.decimal))


@dataclass(frozen=True)
class Intervals:
    """Intervals in whole units of `places` decimal places; neighbouring ones are one unit apart."""

    start: int
    end: int
    widths: tuple[int, ...]
    places: int
    decimal: str  # the decimal mark of the data

    def groups(self, level: int) -> int:
        """How many intervals there are at the level of a width (0 = the first width)."""
        return (self.end - self.start) // self.widths[level] + 1

    def label(self, level: int, group: int) -> str:
        """`1961-1962`; the last interval is cut at the end."""
        low = self.start + group * self.widths[level]
        high = min(low + self.widths[level] - 1, self.end)
        text = f"{self._figure(low)}-{self._figure(high)}" if low < high else self._figure(low)
        return text.replace(".", self.decimal)

    def _figure(self, units: int) -> str:
        return f"{Decimal(units).scaleb(-self.places):f}"


def intervals(spec: IntervalsSpec, decimal: str) -> Intervals:
    """The description in whole units. Its figures must not have more digits than Decimal keeps."""
    figures = _figures(spec)
    places = _places(figures)
    start, end, *widths = (int(figure.scaleb(places)) for figure in figures)
    return Intervals(start, end, tuple(widths), places, decimal)


def digits(spec: IntervalsSpec) -> int:
    """From the first digit of the largest figure to the last decimal place of all."""
    figures = _figures(spec)
    return max(figure.adjusted() for figure in figures) + _places(figures) + 1


def labeller(found: Intervals) -> Callable[[str], tuple[str, ...] | None]:
    """A function that gives the labels of a text, one per width; None for a text outside the intervals or
    that is no number. One unit wide is the text itself. Labels are made once, however many values bear them.
    """
    unit = Decimal(1).scaleb(-found.places)
    first, last = (Decimal(units).scaleb(-found.places) for units in (found.start, found.end))
    known: list[dict[int, str]] = [{} for _ in found.widths]

    def label(level: int, width: int, units: int, text: str) -> str:
        if width == 1:
            return text
        group = (units - found.start) // width
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


def number(text: str, decimal: str) -> Decimal | None:
    """The number a text of the data says, exactly; None if it says none."""
    if (decimal != "." and "." in text) or "_" in text or not text.isascii():
        return None  # Decimal would take 1_000 and the figures of every script
    try:
        value = Decimal(text.strip().replace(decimal, "."))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _figures(spec: IntervalsSpec) -> tuple[Decimal, ...]:
    return tuple(Decimal(str(figure)) for figure in (spec.start, spec.end, *spec.widths))


def _places(figures: tuple[Decimal, ...]) -> int:
    exponents = [int(figure.normalize().as_tuple().exponent) for figure in figures]
    return max(0, *(-exponent for exponent in exponents))
