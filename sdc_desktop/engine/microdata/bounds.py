"""Bottom and top coding: <18, then the values as they are, then >80."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from sdc_desktop.engine.microdata.hierarchy_spec import Bounds, BoundsSpec
from sdc_desktop.engine.microdata.intervals import number
from sdc_desktop.engine.spec import Number

Pair = tuple[Number | None, Number | None]  # the bottom and the top of a level


@dataclass(frozen=True)
class BoundedLevels:
    """One pair of bounds a level, and the decimal mark of the data."""

    pairs: tuple[Pair, ...]
    decimal: str

    @property
    def names(self) -> tuple[str, ...]:
        """What is put together at each level: `<18 >80`."""
        return tuple(" ".join(label for label in self._labels(pair) if label) for pair in self.pairs)

    def sole(self, _level: int) -> str | None:
        """The values between the bounds stay apart: no level is bound to have one category."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one a level; None for a text that is no number.

        A value that equals a bound stays as it is. Compared exactly, whatever the number of decimals.
        """
        levels = [(*_exact_pair(pair), *self._labels(pair)) for pair in self.pairs]

        def labels(text: str) -> tuple[str, ...] | None:
            value = number(text, self.decimal)
            if value is None:
                return None
            return tuple(
                [
                    below
                    if bottom is not None and value < bottom
                    else above
                    if top is not None and value > top
                    else text
                    for bottom, top, below, above in levels
                ]
            )

        return labels

    def _labels(self, pair: Pair) -> tuple[str, str]:
        below, above = ("" if bound is None else self._figure(bound) for bound in pair)
        return below and f"<{below}", above and f">{above}"

    def _figure(self, bound: Number) -> str:
        return f"{_exact(bound):f}".replace(".", self.decimal)


def bounded_levels(spec: BoundsSpec, decimal: str) -> BoundedLevels:
    """The pairs of bounds, one a level: as many as the longer list has; the last of the shorter holds on."""
    bottoms, tops = _listed(spec.bottom), _listed(spec.top)
    levels = range(max(len(bottoms), len(tops)))
    return BoundedLevels(tuple((_at(bottoms, level), _at(tops, level)) for level in levels), decimal)


def _listed(bounds: Bounds | None) -> tuple[Number, ...]:
    if bounds is None:
        return ()
    return bounds if isinstance(bounds, tuple) else (bounds,)


def _at(bounds: tuple[Number, ...], level: int) -> Number | None:
    return bounds[min(level, len(bounds) - 1)] if bounds else None


def _exact_pair(pair: Pair) -> tuple[Decimal | None, Decimal | None]:
    low, high = pair
    return None if low is None else _exact(low), None if high is None else _exact(high)


def _exact(bound: Number) -> Decimal:
    return Decimal(str(bound))
