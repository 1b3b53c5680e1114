"""Suppressed cells of one table, by the exact engine: what follows of each from totals and other cells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log2
from types import MappingProxyType

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.table import ADDITIVE, FoundTable
from sdc_desktop.engine.submission.finding.totals import MOST_LINES
from sdc_desktop.engine.submission.finding.words import fewer_than
from sdc_desktop.engine.submission.judging.relations import (
    MOST_READINGS,
    NumberElsewhere,
    Place,
    Published,
    Reading,
    Relation,
    other_relations,
    percentage_bounds,
    published,
    readings_of,
    stated_relations,
    tolerance,
)
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, Spot, change, look
from sdc_desktop.engine.tables.attack.derivation import Derivation, derivations
from sdc_desktop.engine.tables.attack.intervals import Bound, intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, propagated
from sdc_desktop.engine.tables.relations import Integers, relations_of
from sdc_desktop.engine.tables.table import NO_BOUND

_MOST_DERIVED = 50  # cells of a table whose derivation is stated
_MOST_ASSUMED = 200  # assumed relations of a table that are tried
_MOST_OMITTED = 20  # sums that figures show, where no table fits them all
_BY_NUMBER = ("statement", "margin", "other_total")


@dataclass(frozen=True)
class CellInterval:
    """What follows of a suppressed cell, in its unit. ``possible``: number of values; None without an end.
    ``terms``: for a value that follows, the published cells and the signs with which they add up to it;
    ``stated``: the stated numbers among them, each with its source, place and sign.
    """

    row: int
    column: int
    lower: float | None
    upper: float | None
    possible: int | None
    risk: float | None
    terms: tuple[tuple[int, int, int], ...] = ()
    stated: tuple[tuple[str, str, float, int], ...] = ()


@dataclass(frozen=True)
class Used:
    """A relation with a suppressed cell that entered the audit. ``number``: its total as published, in the
    unit of the table; ``rest``: what that leaves for the suppressed parts.
    """

    relation: Relation
    number: float | None
    rest: float | None


@dataclass(frozen=True)
class Audit:
    """What is known of the suppressed cells of a table."""

    spots: tuple[Spot, ...] = ()
    intervals: tuple[CellInterval, ...] = ()
    relations: tuple[Used, ...] = ()


NOTHING = Audit()


@dataclass(frozen=True)
class System:
    """The additive cells of a table as numbers of cells, their relations, and values in units. After the
    cells come the numbers that are stated, and for rounded figures how far sums may miss.
    """

    places: tuple[Place, ...]
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    values: tuple[int | None, ...]
    decimals: int
    relations: tuple[Relation, ...] = ()
    slacks: tuple[int, ...] = ()

    @cached_property
    def numbers(self) -> Mapping[Place, int]:
        """The number of each cell by its place."""
        return {place: number for number, place in enumerate(self.places)}


def system_of(table: FoundTable) -> System | None:
    """The additive system of a table by the totals found; None where its figures are too large."""
    cells = published(table)
    if cells is None:
        return None
    relations = [
        Relation("figures", tuple((part, column) for part in total.parts), (total.line, column))
        for column in range(len(table.columns))
        for total in table.row_totals
    ]
    relations += [
        Relation("figures", tuple((row, part) for part in total.parts), (row, total.line))
        for row in range(len(table.rows))
        for total in table.column_totals
    ]
    known = [one for one in relations if {one.total, *one.parts} <= cells.units.keys()]
    return _system(cells, known)


def _system(cells: Published, relations: Sequence[Relation], *, with_slack: bool = False) -> System:
    places = tuple(cells.units)
    numbers = {place: number for number, place in enumerate(places)}
    rows = []
    values = list(cells.units.values())
    stated = [one for one in relations if one.total is None]
    at = {id(one): len(places) + number for number, one in enumerate(stated)}
    values += [one.number for one in stated]
    slacks: list[int] = []
    for one in relations:
        whole = at[id(one)] if one.total is None else numbers[one.total]
        own, signs = [whole, *(numbers[part] for part in one.parts)], [-1, *(1,) * len(one.parts)]
        if with_slack:
            own.append(len(values) + len(slacks))
            signs.append(1)
            slacks.append(tolerance(cells, len(one.parts)))
        rows.append((tuple(own), tuple(signs)))
    return System(places, tuple(rows), tuple(values), cells.decimals, tuple(relations), tuple(slacks))


def is_suppressed(figure: Figure) -> bool:
    """Whether a body cell is suppressed."""
    return figure.status == "suppressed"


def judge_suppressed(
    table: FoundTable,
    rules: Rules,
    context: JobContext,
    beside: Callable[[], Sequence[NumberElsewhere]] = tuple,
) -> Audit:
    """Findings on suppressed cells, and the interval of each. ``beside``: numbers that other tables state.
    Raises Cancelled.
    """
    hidden = [
        (row, column)
        for (row, column), figure in table.figures.items()
        if is_suppressed(figure) and table.kinds_at(row, column)[0] in ADDITIVE
    ]
    if not hidden:
        return NOTHING
    cells = published(table)
    if cells is None:
        return Audit((look("figures_too_large", -1, -1),))
    stated = beside()
    audits = [
        found
        for reading in readings_of(cells)
        for found in _audits(cells, reading, hidden, rules, context, stated)
    ]
    if not audits:
        return Audit((look("contradiction", -1, -1),))
    first, *others = audits
    spots = [*first.spots, *(spot for one in others for spot in one.spots if spot.row >= 0)]
    long = max(len(table.rows), len(table.columns)) > MOST_LINES  # sums by figures alone were not tried
    if long or len(cells.rows) * len(cells.columns) > MOST_READINGS:
        spots.append(look("too_many_statements", -1, -1))
    return replace(first, spots=tuple(spots))


def _audits(
    cells: Published,
    reading: Reading,
    hidden: Sequence[Place],
    rules: Rules,
    context: JobContext,
    stated: Sequence[NumberElsewhere],
) -> Iterator[Audit]:
    """The audit of a reading. Where no table fits it, each sum that figures alone show is omitted in turn."""
    found = _Auditor(cells, reading, hidden, rules, context).audit(stated)
    if found is not None:
        yield found
        return
    groups = dict.fromkeys(_lines_of(one) for one in reading.relations if one.source == "figures")
    for group in list(groups)[:_MOST_OMITTED] if len(groups) > 1 else ():
        kept = tuple(one for one in reading.relations if one.source != "figures" or _lines_of(one) != group)
        more = _Auditor(cells, replace(reading, relations=kept), hidden, rules, context).audit(stated)
        if more is not None:
            yield replace(more, spots=(*more.spots, look("contradiction", -1, -1)))


def _lines_of(one: Relation) -> tuple[int, ...]:
    """The lines that a sum of cells adds up, whatever the column (or row)."""
    axis = 0 if one.total is not None and one.total[1] == one.parts[0][1] else 1
    return (axis, *(place[axis] for place in (one.total, *one.parts) if place is not None))


class _Auditor:
    """The audit of one reading of a table's structure."""

    def __init__(
        self,
        cells: Published,
        reading: Reading,
        hidden: Sequence[Place],
        rules: Rules,
        context: JobContext,
    ) -> None:
        self._cells, self._reading, self._hidden = cells, reading, hidden
        self._rules, self._context = rules, context
        self._table = cells.table
        self._percents = percentage_bounds(cells, reading, self._table.statements)

    def audit(self, beside: Sequence[NumberElsewhere]) -> Audit | None:
        """What follows of the suppressed cells; None where no table fits the structure."""
        structural = [one for one in self._reading.relations if one.certain]
        stated = list(stated_relations(self._cells, self._reading, self._table.statements))
        others = list(other_relations(self._cells, self._reading, beside, self._leaves_few))
        margins = [one for one in others if one.certain]
        numbers = [*(one for one in stated if one.certain), *margins]
        solved = None
        dropped = 0
        while solved is None and dropped <= len(numbers):  # the last source is dropped first
            certain = [*structural, *numbers[: len(numbers) - dropped]]
            solved = self._consistent(certain)
            dropped += 1
        if solved is None:
            return None
        found = self._judged(*solved)
        uncertain = [
            *(one for one in self._reading.relations if not one.certain and self._rest_is_few(one)),
            *(one for one in stated if not one.certain),
            *(
                one
                for one in others
                if not one.certain and (one.source == "margin" or not self._is_reached(one, certain))
            ),
        ]
        tried = [one for one in uncertain if one.source == "margin" or self._rest_is_few(one)]
        spots = [*found.spots, *self._assumed(certain, tried[:_MOST_ASSUMED], found)]
        if len(tried) > _MOST_ASSUMED:
            spots.append(look("too_many_statements", -1, -1))
        if self._reading.set_aside and all(self._rest(one) is None for one in structural):
            spots.append(look("totals_without_suppressed", -1, -1))
        return replace(found, spots=tuple(spots), relations=self._used([*certain, *uncertain]))

    # solving ---------------------------------------------------------------------------------------------

    def _consistent(
        self, relations: Sequence[Relation]
    ) -> "tuple[System, _Bounds, Knowledge, list[tuple[Bound, Bound]]] | None":
        """The bounds that some table fits: with what notes state of marks, without it, then with published
        figures known to half a unit where they have decimals.
        """
        system = _system(self._cells, relations, with_slack=bool(self._table.rounded))
        ways = [(False, True), (False, False)] if any(fewer_than(self._table.notes)) else [(False, True)]
        ways += [(True, False)] if system.decimals else []
        for loose, stated in ways:
            bounds = self._bounds(system, loose=loose, stated=stated)
            known, found = self._solved(system, bounds)
            if known is not None:
                return system, bounds, known, found
        return None

    def _bounds(self, system: System, *, loose: bool, stated: bool) -> "_Bounds":
        negative = any(value is not None and value < 0 for value in system.values)
        zeros = any(value == 0 for value in system.values)
        scale = 2 if loose else 1
        size = len(system.values) + len(system.slacks)
        lower = np.full(size, -NO_BOUND if negative else 0, dtype=np.int64)
        upper = np.full(size, NO_BOUND, dtype=np.int64)
        for number, value in enumerate(system.values):
            if value is not None:
                lower[number], upper[number] = value * scale - (scale - 1), value * scale + (scale - 1)
            elif number < len(system.places):
                ends = self._own_ends(system.places[number], zeros=zeros, stated=stated)
                if ends is not None:
                    unit = 10**system.decimals * scale
                    lower[number], upper[number] = ends[0] * unit, ends[1] * unit
        for place, (low, high) in self._percents.items():
            number = system.numbers[place]
            lower[number], upper[number] = max(lower[number], low), min(upper[number], high)
        for number, slack in enumerate(system.slacks, len(system.values)):
            lower[number], upper[number] = -slack * scale, slack * scale
        return _Bounds(lower, upper, scale)

    def _own_ends(self, place: Place, *, zeros: bool, stated: bool) -> tuple[int, int] | None:
        """What the mark of a suppressed cell states itself, or a note of it."""
        figure = self._table.figures[place]
        notes = dict(fewer_than(self._table.notes)) if stated else {}
        high = figure.high if figure.high is not None else notes.get(figure.shown, 0) - 1
        if not is_suppressed(figure) or high < 0:
            return None
        low = figure.low or 0
        return (max(low, 1) if zeros and low == 0 else low), high

    def _solved(
        self, system: System, bounds: "_Bounds"
    ) -> tuple[Knowledge | None, list[tuple[Bound, Bound]]]:
        size = len(system.values) + len(system.slacks)
        known = Knowledge(relations_of(size, system.rows), bounds.lower, bounds.upper)
        wanted = [system.numbers.get(place, -1) for place in self._hidden]
        try:
            found = intervals(known, [cell for cell in wanted if cell >= 0], self._context)
        except Contradiction:
            return None, []
        ends = iter(found)
        listed: list[tuple[Bound, Bound]] = []
        for cell in wanted:
            one = next(ends) if cell >= 0 else None
            listed.append((0, None) if one is None else (one.lower, one.upper))
        return known, listed

    # certain ---------------------------------------------------------------------------------------------

    def _judged(
        self, system: System, bounds: "_Bounds", known: Knowledge, found: Sequence[tuple[Bound, Bound]]
    ) -> Audit:
        spots: list[Spot] = []
        made: list[CellInterval] = []
        least = 1 + (_slack(system) if bounds.scale > 1 else 0)
        zeros = any(value == 0 for value in system.values)
        for place, (lower, upper) in zip(self._hidden, found, strict=True):
            possible = _possible(lower, upper, bounds.scale)
            follows = possible is not None and possible <= least
            terms: Terms = (), ()
            if follows and len(spots) < _MOST_DERIVED and place in system.numbers:
                terms = _terms(known, system, system.numbers[place], lower, upper)
            one = _interval(place, lower, upper, possible, system.decimals, bounds.scale)
            made.append(replace(one, terms=terms[0], stated=terms[1]))
            low, high = _number(one.lower or 0), _number(one.upper or 0)
            own = self._own_ends(place, zeros=zeros, stated=True)
            if follows:
                spots.append(change("disclosed", *place, value=low))
            elif possible is not None and possible < self._rules.possible and (low, high) != own:
                spots.append(look("narrow", *place, possible=possible, lower=low, upper=high))
        exact = {(one.row, one.column) for one in spots if one.code == "disclosed"}
        if not self._table.rounded:
            spots += self._unions(system, exact)
        return Audit(tuple(spots), tuple(made))

    def _unions(self, system: System, disclosed: "set[Place]") -> Iterator[Spot]:
        """Relations whose suppressed cells together are few."""
        seen: set[Place] = set()
        for one in system.relations:
            rest, open_ = self._rest(one), self._open(one)
            if rest is None or len(open_) < 2 or not self._rules.is_few(rest):
                continue
            for place in open_:
                if place not in seen and place not in disclosed:
                    seen.add(place)
                    yield change(
                        "union_of_few", *place, number=_number(rest), threshold=self._rules.threshold
                    )

    def _open(self, one: Relation) -> list[Place]:
        """The suppressed parts of a relation of counts; none where others are not known either."""
        open_ = [place for place in one.parts if place in self._cells.hidden]
        figures = [self._table.figures[place] for place in open_]
        at = one.parts[0] if one.total is None else one.total
        counts = self._table.kinds_at(*at)[0] == "count"
        return open_ if counts and all(map(is_suppressed, figures)) else []

    def _rest(self, one: Relation) -> float | None:
        """What a total leaves for the suppressed parts."""
        total = one.number if one.total is None else self._cells.units[one.total]
        if total is None:
            return None
        rest = total - sum(self._cells.units[place] or 0 for place in one.parts)
        return _unscaled(rest, self._cells.decimals)

    # assumed ---------------------------------------------------------------------------------------------

    def _is_reached(self, one: Relation, certain: Sequence[Relation]) -> bool:
        """Whether a certain relation other than a stated number reaches a suppressed cell of a scope."""
        open_ = {place for place in one.parts if place in self._cells.hidden}
        return any(
            open_ & {*other.parts, other.total} for other in certain if other.source not in _BY_NUMBER
        ) or bool(open_ & self._percents.keys())

    def _assumed(
        self, certain: Sequence[Relation], uncertain: Sequence[Relation], found: Audit
    ) -> Iterator[Spot]:
        """What follows of few persons if one assumed relation holds too, or all margins that are assumed."""
        done = {(spot.row, spot.column) for spot in found.spots if spot.code in ("disclosed", "union_of_few")}
        for one in uncertain:
            rest, open_ = self._rest(one) or 0, self._open(one)
            if not open_ or not self._rest_is_few(one) or self._are_siblings(one, certain):
                continue
            others = [other for other in certain if other.total is not None or other.parts != one.parts]
            exact = dict(self._few_with([*others, one]))
            about = self._about(one)
            for place, value in exact.items():
                if place not in done:
                    yield _if("disclosed_if", place, {"value": _number(value), **about})
            for place in open_ if len(open_) > 1 and one.source != "margin" else ():
                if place not in exact and place not in done:
                    yield _if("union_of_few_if", place, {"few": _number(rest), **about})
        margins = {one.parts: one for one in reversed(uncertain) if one.source == "margin"}
        for place, value in self._few_with([*certain, *margins.values()]) if margins else ():
            if place not in done:
                own = [one for one in margins.values() if place in one.parts]
                about = self._about((own or list(margins.values()))[0])
                yield _if("disclosed_if", place, {"value": _number(value), **about})

    def _few_with(self, relations: Sequence[Relation]) -> Iterator[tuple[Place, float]]:
        """The suppressed cells that follow, and are few, where these relations hold."""
        solved = self._consistent(relations)
        if solved is None:
            return
        system, bounds, _, ends = solved
        for place, (lower, upper) in zip(self._hidden, ends, strict=True):
            if lower is not None and lower == upper:
                value = float(lower) / bounds.scale / 10**system.decimals
                if self._rules.is_few(value):
                    yield place, value

    def _about(self, one: Relation) -> dict[str, Param]:
        """What a finding says of an assumed relation."""
        place = one.place or self._cell(one.total)
        return {"number": self._number_of(one), "place": place, "source": one.source}

    def _are_siblings(self, one: Relation, certain: Sequence[Relation]) -> bool:
        """Whether a certain sum has both the assumed total and a part of it as its parts."""
        return any(one.total in other.parts and set(one.parts) & set(other.parts) for other in certain)

    def _rest_is_few(self, one: Relation) -> bool:
        rest = self._rest(one)
        return rest is not None and self._rules.is_few(rest)

    def _leaves_few(self, units: int) -> bool:
        return self._rules.is_few(_unscaled(units, self._cells.decimals))

    def _number_of(self, one: Relation) -> int | float:
        total = one.number if one.total is None else self._cells.units[one.total]
        return _number(_unscaled(total or 0, self._cells.decimals))

    def _cell(self, place: Place | None) -> str:
        return "" if place is None else self._table.cell(*place)

    def _used(self, relations: Sequence[Relation]) -> tuple[Used, ...]:
        found = []
        for one in relations:
            total = one.number if one.total is None else self._cells.units[one.total]
            number = None if total is None else _unscaled(total, self._cells.decimals)
            found.append(Used(one, number, self._rest(one)))
        return tuple(found)


@dataclass(frozen=True)
class _Bounds:
    """Bounds of all cells, in units times ``scale``; with 2, published values are known to half a unit."""

    lower: Integers
    upper: Integers
    scale: int


def _if(code: str, place: Place, figures: Mapping[str, Param]) -> Spot:
    return Spot(code, Severity.LOOK, *place, MappingProxyType(dict(figures)))


def _slack(system: System) -> int:
    return max((len(cells) for cells, _ in system.rows), default=0)


def _possible(lower: Bound, upper: Bound, scale: int) -> int | None:
    if lower is None or upper is None:
        return None
    low, high = ceil(Fraction(lower) / scale), floor(Fraction(upper) / scale)
    return max(high - low + 1, 1)


def _interval(
    place: Place, lower: Bound, upper: Bound, possible: int | None, decimals: int, scale: int
) -> CellInterval:
    unit = Fraction(1, 10**decimals * scale)
    low = None if lower is None else float(Fraction(lower) * unit)
    high = None if upper is None else float(Fraction(upper) * unit)
    risk = None if possible == 1 else 0.0 if possible is None else 1 / log2(possible)
    return CellInterval(*place, low, high, possible, risk)


Terms = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[str, str, float, int], ...]]


def _terms(known: Knowledge, system: System, cell: int, lower: Bound, upper: Bound) -> Terms:
    """The published cells and stated numbers, with signs, whose sum is the value of a cell; none where it
    takes bounds.
    """
    for found in derivations(propagated(known), cell, lower, upper)[:1]:
        return _signs(found, known, system, cell)
    return (), ()


def _signs(found: Derivation, known: Knowledge, system: System, cell: int) -> Terms:
    if found.kind != "value":
        return (), ()
    total: dict[int, Fraction] = {}
    for row, factor in found.relations:
        cells, signs = known.relations.row(row)
        for one, sign in zip(cells.tolist(), signs.tolist(), strict=True):
            total[one] = total.get(one, Fraction(0)) - factor * int(sign)
    total.pop(cell, None)
    if any(factor.denominator != 1 for factor in total.values()):
        return (), ()
    signed = [(one, int(factor)) for one, factor in sorted(total.items()) if factor]
    own = tuple((*system.places[one], factor) for one, factor in signed if one < len(system.places))
    numbers = [one for one in system.relations if one.total is None]
    stated = [(one - len(system.places), factor) for one, factor in signed if one >= len(system.places)]
    return own, tuple(
        (numbers[at].source, numbers[at].place, _unscaled(numbers[at].number or 0, system.decimals), factor)
        for at, factor in stated
        if at < len(numbers)
    )


def _unscaled(units: int, decimals: int) -> float:
    return float(Decimal(units).scaleb(-decimals))


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
