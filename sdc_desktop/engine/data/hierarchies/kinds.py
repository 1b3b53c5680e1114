"""The hierarchies of a plan that need no file: computed by masks, intervals, dates and orders."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import accumulate

from sdc_desktop.engine.data.hierarchies.hierarchy import (
    AS_IS,
    TOP,
    Hierarchy,
    from_grouping,
    from_intervals,
    some,
)
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.hierarchies.spec import (
    Bounds,
    BoundsSpec,
    DatePart,
    DatesSpec,
    GroupSpec,
    IntervalsSpec,
    MaskSpec,
    OrderSpec,
    PlainSpec,
)
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

# 2024-05-01, 2024-05-01 09:30, 2024-05-01T09:30:00.5+02:00; of a time of day only the date is looked at
_TIME = re.compile(r"([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_COARSE = re.compile(r"(\d{4})(?:-(\d\d))?", re.ASCII)
_DAY_LENGTH = 10
_NEEDS_DAY = frozenset({"day", "week"})
_NEEDS_MONTH = frozenset({"month", "quarter"})


@dataclass(frozen=True)
class DateParts:
    """The levels of a date: one per part. How many categories they have depends on the data alone."""

    spec: DatesSpec

    @property
    def names(self) -> tuple[str, ...]:
        """The parts."""
        return self.spec.parts

    def sole(self, _level: int) -> str | None:
        """No part is bound to have one category."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one per part.

        None for a text that is not a date, for an impossible date (2023-02-29), and for 2024-05 or 2024 where
        a part needs more than they state. A week is ISO's (2024-12-30 lies in 2025-W01).
        """
        parts = self.spec.parts
        known: dict[str, tuple[str, ...] | None] = {}  # many times of day share a date

        def labels(text: str) -> tuple[str, ...] | None:
            day, rest = text[:_DAY_LENGTH], text[_DAY_LENGTH:]
            if rest and _TIME.fullmatch(rest) is None:
                return None
            if day not in known:
                known[day] = _part_labels(day, parts)
            return known[day]

        return labels


def leading_day(text: str) -> tuple[date, str] | None:
    """The day of a text and the time of day after it, unchanged. None for a text that does not begin with a
    whole date of the calendar.
    """
    beginning, rest = text[:_DAY_LENGTH], text[_DAY_LENGTH:]
    day = _day(beginning)
    return None if day is None or (rest and _TIME.fullmatch(rest) is None) else (day, rest)


def _part_labels(text: str, parts: Sequence[DatePart]) -> tuple[str, ...] | None:
    day = _day(text) if len(text) == _DAY_LENGTH else _coarse(text, parts)
    return None if day is None else tuple([_label(day, part) for part in parts])


def _day(text: str) -> date | None:
    if _DAY.fullmatch(text) is None:
        return None
    try:
        return date(int(text[:4]), int(text[5:7]), int(text[8:]))
    except ValueError:
        return None


def _coarse(text: str, parts: Sequence[DatePart]) -> date | None:
    """The first day of a month or year, where the parts need no more."""
    found = _COARSE.fullmatch(text)
    if found is None or _NEEDS_DAY & set(parts) or (found[2] is None and _NEEDS_MONTH & set(parts)):
        return None
    return _day(f"{found[1]}-{found[2] or '01'}-01")


def _label(day: date, part: DatePart) -> str:
    match part:
        case "day":
            return day.isoformat()
        case "week":
            week = day.isocalendar()
            return f"{week.year:04}-W{week.week:02}"
        case "month":
            return f"{day.year:04}-{day.month:02}"
        case "quarter":
            return f"{day.year:04}-Q{(day.month + 2) // 3}"
        case "year":
            return f"{day.year:04}"
        case "decade":
            first = day.year - day.year % 10
            return f"{first:04}-{first + 9:04}"


Pair = tuple[Number | None, Number | None]  # the bottom and the top of a level


@dataclass(frozen=True)
class BoundedLevels:
    """One pair of bounds a level, and the decimal mark of the data."""

    pairs: tuple[Pair, ...]
    decimal: str

    @property
    def names(self) -> tuple[str, ...]:
        """The merged values of each level: `<18 >80`."""
        return tuple(" ".join(label for label in self._labels(pair) if label) for pair in self.pairs)

    def sole(self, _level: int) -> str | None:
        """The values between the bounds stay apart: no level is bound to have one category."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one per level; None for a text that is no number.

        A value that equals a bound stays unchanged. Compared exactly, whatever the number of decimals.
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
    """The pairs of bounds, one per level: as many as the longer list has; the last of the shorter holds
    on.
    """
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


SIGN = "*"


@dataclass(frozen=True)
class Masks:
    """The levels of a mask: each has more signs masked; the last, with all of them, has one category."""

    spec: MaskSpec

    @property
    def masked(self) -> tuple[int, ...]:
        """How many signs each level masks."""
        return tuple(accumulate(self.spec.steps or (1,) * self.spec.length))

    @property
    def names(self) -> tuple[str, ...]:
        """The number of signs that each level masks, as texts."""
        return tuple(map(str, self.masked))

    def sole(self, level: int) -> str | None:
        """The label of the level where all is masked, None for the others."""
        return SIGN * self.spec.length if self.masked[level] == self.spec.length else None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one per level; None for a text of another length.

        Texts are masked as given: a space counts, and a sign is a character, not a byte. Blanks that filled a
        text up are not in its labels.
        """
        length = self.spec.length
        masks = [SIGN * masked for masked in range(length + 1)]
        steps = self.masked

        def from_right(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([text[: length - masked] + masks[masked] for masked in steps])

        def from_left(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([masks[masked] + text[masked:] for masked in steps])

        def filled_up(text: str) -> tuple[str, ...] | None:
            found = masked(text.rjust(length))
            if found is None or len(text) == length:
                return found
            return (*(label.lstrip(" ") for label in found[:-1]), found[-1])

        masked = from_right if self.spec.side == "right" else from_left
        return filled_up if self.spec.fill else masked


class Plain:
    """No level between the values and one category: every text is a value."""

    names: tuple[str, ...] = ()

    def sole(self, _level: int) -> str | None:
        """There is no level of its own."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives a text no labels of its own."""
        return lambda _text: ()


Level = Sequence[GroupSpec | Sequence[str]]


def from_order(variable: str, spec: OrderSpec, order: Sequence[str] | None = None) -> Hierarchy:
    """The hierarchy of listed groups; a value that some level does not list is missing from the hierarchy.

    `order` are the variable's values from low to high; without a declared order, the first level gives it. A
    group without label has to be a run of it and is called `low-high`, or as its only value. Adds the level
    ``*`` where the last level has more than one category. Raises :class:`Refused` where a level has a value
    in two groups, and where a group without label is no run.
    """
    places = {value: number for number, value in enumerate(order or _as_listed(spec.groups[0]))}
    levels = [_labels(variable, number, level, places) for number, level in enumerate(spec.groups, start=1)]
    everywhere = [value for value in levels[0] if all(value in level for level in levels)]
    rows = {value: (value, *(level[value] for level in levels)) for value in everywhere}
    names = (AS_IS, *(str(number) for number in range(2, len(levels) + 2)))
    if len(set(levels[-1].values())) > 1:
        names = (*names, TOP)
        rows = {value: (*labels, TOP) for value, labels in rows.items()}
    return Hierarchy(variable, names, rows)


def _as_listed(level: Level) -> list[str]:
    return list(dict.fromkeys(value for group in level for value in _values(group)))


def _values(group: GroupSpec | Sequence[str]) -> Sequence[str]:
    return group.values if isinstance(group, GroupSpec) else group


def _labels(variable: str, number: int, level: Level, places: Mapping[str, int]) -> dict[str, str]:
    """The label of each value that a level lists; `number` is the level's, 0 being as is."""
    where = Place(key=f"data.hierarchies.{variable}.groups[{number - 1}]", variable=variable)
    labels: dict[str, str] = {}
    doubled: list[str] = []
    for group in level:
        label = group.label if isinstance(group, GroupSpec) else _run(group)
        if not isinstance(group, GroupSpec) and not _is_run(group, places):
            raise Refused(error("hierarchy.no_run", where, **some(group)))
        for value in _values(group):
            if labels.setdefault(value, label) != label:
                doubled.append(value)
    if doubled:
        raise Refused(error("hierarchy.in_two_groups", where, level=number, **some(doubled)))
    return labels


def _run(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"{values[0]}-{values[-1]}"


def _is_run(values: Sequence[str], places: Mapping[str, int]) -> bool:
    if len(values) == 1:
        return True
    found = [places.get(value, -1) for value in values]
    return found[0] >= 0 and found == list(range(found[0], found[0] + len(found)))


DescribedSpec = IntervalsSpec | MaskSpec | DatesSpec | BoundsSpec | OrderSpec | PlainSpec


def described(
    variable: str, spec: DescribedSpec, decimal: str = ".", order: Sequence[str] | None = None
) -> Hierarchy:
    """The hierarchy that a description means. `decimal` is the data's decimal mark, `order` what was declared
    of the variable. Raises :class:`Refused` where the description contradicts itself.
    """
    match spec:
        case IntervalsSpec():
            return from_intervals(variable, spec, decimal)
        case MaskSpec():
            return _masked(variable, spec)
        case DatesSpec():
            return from_grouping(variable, DateParts(spec))
        case BoundsSpec():
            return _from_bounds(variable, spec, decimal)
        case OrderSpec():
            return from_order(variable, spec, order)
        case PlainSpec():
            return from_grouping(variable, Plain())


def _masked(variable: str, spec: MaskSpec) -> Hierarchy:
    if spec.steps is not None and sum(spec.steps) != spec.length:
        where = Place(key=f"data.hierarchies.{variable}.steps", variable=variable)
        raise Refused(error("hierarchy.steps", where, masked=sum(spec.steps), length=spec.length))
    return from_grouping(variable, Masks(spec))


def _from_bounds(variable: str, spec: BoundsSpec, decimal: str) -> Hierarchy:
    levels = bounded_levels(spec, decimal)
    where = Place(key=f"data.hierarchies.{variable}", variable=variable)
    if not levels.pairs:
        raise Refused(error("hierarchy.no_bounds", where))
    for bottom, top in levels.pairs:
        if bottom is not None and top is not None and bottom > top:
            raise Refused(error("hierarchy.bottom_above_top", where, bottom=bottom, top=top))
    return from_grouping(variable, levels)
