"""Suppressed cells of one table, by the exact engine: what follows of each from totals and other cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log2

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.table import ADDITIVE, FoundTable
from sdc_desktop.engine.submission.finding.words import fewer_than
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change, look
from sdc_desktop.engine.tables.attack.derivation import Derivation, derivations
from sdc_desktop.engine.tables.attack.intervals import Bound, intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, propagated
from sdc_desktop.engine.tables.relations import Integers, relations_of
from sdc_desktop.engine.tables.table import MOST, NO_BOUND

Place = tuple[int, int]
_MOST_DERIVED = 50  # cells of a table whose derivation is stated


@dataclass(frozen=True)
class CellInterval:
    """What follows of a suppressed cell, in its unit. ``possible``: number of values; None without an end.
    ``terms``: for a value that follows, the published cells and the signs with which they add up to it.
    """

    row: int
    column: int
    lower: float | None
    upper: float | None
    possible: int | None
    risk: float | None
    terms: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class System:
    """The additive cells of a table as numbers of cells, their relations, and values in units."""

    places: tuple[Place, ...]
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    values: tuple[int | None, ...]
    decimals: int

    @cached_property
    def numbers(self) -> Mapping[Place, int]:
        """The number of each cell by its place."""
        return {place: number for number, place in enumerate(self.places)}


def system_of(table: FoundTable) -> System | None:
    """The additive system of a table; None where its figures are too large."""
    places = [
        (row, column)
        for row, column in table.figures
        if table.kinds_at(row, column)[0] in ADDITIVE and not table.figures[row, column].parts
    ]
    numbers = {place: number for number, place in enumerate(places)}
    rows = []
    for column in range(len(table.columns)):
        for total in table.row_totals:
            rows.append(_row(numbers, (total.line, column), [(part, column) for part in total.parts]))
    for row in range(len(table.rows)):
        for total in table.column_totals:
            rows.append(_row(numbers, (row, total.line), [(row, part) for part in total.parts]))
    known = tuple(one for one in rows if one is not None)
    figures = [table.figures[place] for place in places]
    decimals = max((_decimals(figure) for figure in figures), default=0)
    values = tuple(_units(figure, decimals) for figure in figures)
    if any(value is not None and abs(value) > MOST for value in values):
        return None
    return System(tuple(places), known, values, decimals)


def _row(
    numbers: Mapping[Place, int], total: Place, parts: Sequence[Place]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    if total not in numbers or any(part not in numbers for part in parts):
        return None
    return (numbers[total], *(numbers[part] for part in parts)), (-1, *(1,) * len(parts))


def _decimals(figure: Figure) -> int:
    if figure.value is None:
        return 0
    exponent = figure.value.as_tuple().exponent
    return min(max(0, -exponent), 9) if isinstance(exponent, int) else 0


def _units(figure: Figure, decimals: int) -> int | None:
    if figure.status == "none":
        return 0
    if figure.status not in ("value", "zero") or figure.value is None:
        return None
    return int(figure.value.scaleb(decimals))


def is_suppressed(figure: Figure) -> bool:
    """Whether a body cell is suppressed."""
    return figure.status == "suppressed"


def judge_suppressed(
    table: FoundTable, rules: Rules, context: JobContext
) -> tuple[tuple[Spot, ...], tuple[CellInterval, ...]]:
    """Findings on suppressed cells, and the interval of each. Raises Cancelled."""
    hidden = [
        (row, column)
        for (row, column), figure in table.figures.items()
        if is_suppressed(figure) and table.kinds_at(row, column)[0] in ADDITIVE
    ]
    if not hidden:
        return (), ()
    system = system_of(table)
    if system is None:
        return (look("figures_too_large", -1, -1),), ()
    if table.rounded or table.without_suppressed:  # no total reaches them: what their own marks state
        system = replace(system, rows=())
    bounds, known, found = _consistent(table, system, hidden, context)
    if known is None:
        return (look("contradiction", -1, -1),), ()
    return _judged(table, system, bounds, known, list(zip(hidden, found, strict=True)), rules)


def _judged(
    table: FoundTable,
    system: System,
    bounds: "_Bounds",
    known: Knowledge,
    found: Sequence[tuple[Place, tuple[Bound, Bound]]],
    rules: Rules,
) -> tuple[tuple[Spot, ...], tuple[CellInterval, ...]]:
    spots: list[Spot] = []
    made: list[CellInterval] = []
    least = 1 + (_slack(system) if bounds.scale > 1 else 0)
    for place, (lower, upper) in found:
        possible = _possible(lower, upper, bounds.scale)
        follows = possible is not None and possible <= least
        terms: tuple[tuple[int, int, int], ...] = ()
        if follows and len(spots) < _MOST_DERIVED and place in system.numbers:
            terms = _terms(known, system, system.numbers[place], lower, upper)
        one = _interval(place, lower, upper, possible, system.decimals, bounds.scale, terms)
        made.append(one)
        low, high = _number(one.lower or 0), _number(one.upper or 0)
        if follows:
            spots.append(change("disclosed", *place, value=low))
        elif possible is not None and possible < rules.possible:
            spots.append(look("narrow", *place, possible=possible, lower=low, upper=high))
    spots += _unions(
        table, system, rules, {(one.row, one.column) for one in spots if one.code == "disclosed"}
    )
    return tuple(spots), tuple(made)


@dataclass(frozen=True)
class _Bounds:
    """Bounds of all cells, in units times ``scale``; with 2, published values are known to half a unit."""

    lower: Integers
    upper: Integers
    scale: int


def _bounds(table: FoundTable, system: System, *, loose: bool = False, stated: bool = True) -> _Bounds:
    negative = any(value is not None and value < 0 for value in system.values)
    zeros = any(value == 0 for value in system.values)
    scale = 2 if loose else 1
    lower = np.full(len(system.places), -NO_BOUND if negative else 0, dtype=np.int64)
    upper = np.full(len(system.places), NO_BOUND, dtype=np.int64)
    notes = dict(fewer_than(table.notes)) if stated else {}
    unit = 10**system.decimals * scale
    for number, (place, value) in enumerate(zip(system.places, system.values, strict=True)):
        if value is not None:
            lower[number], upper[number] = value * scale - (scale - 1), value * scale + (scale - 1)
            continue
        figure = table.figures[place]
        high = figure.high if figure.high is not None else notes.get(figure.shown, 0) - 1
        if is_suppressed(figure) and high >= 0:
            low = figure.low or 0
            lower[number] = (max(low, 1) if zeros and low == 0 else low) * unit
            upper[number] = high * unit
    return _Bounds(lower, upper, scale)


def _consistent(
    table: FoundTable, system: System, hidden: Sequence[Place], context: JobContext
) -> tuple[_Bounds, Knowledge | None, list[tuple[Bound, Bound]]]:
    """The bounds that some table fits: with what notes state of marks, without it, then with published
    figures known to half a unit where they have decimals.
    """
    ways = [(False, True), (False, False)] if any(fewer_than(table.notes)) else [(False, False)]
    ways += [(True, False)] if system.decimals else []
    for loose, stated in ways:
        bounds = _bounds(table, system, loose=loose, stated=stated)
        known, found = _solved(system, bounds, hidden, context)
        if known is not None:
            return bounds, known, found
    return bounds, None, []


def _solved(
    system: System, bounds: _Bounds, hidden: Sequence[Place], context: JobContext
) -> tuple[Knowledge | None, list[tuple[Bound, Bound]]]:
    known = Knowledge(relations_of(len(system.places), system.rows), bounds.lower, bounds.upper)
    wanted = [system.numbers.get(place, -1) for place in hidden]
    try:
        found = intervals(known, [cell for cell in wanted if cell >= 0], context)
    except Contradiction:
        return None, []
    ends = iter(found)
    listed: list[tuple[Bound, Bound]] = []
    for cell in wanted:
        one = next(ends) if cell >= 0 else None
        listed.append((0, None) if one is None else (one.lower, one.upper))
    return known, listed


def _slack(system: System) -> int:
    return max((len(cells) for cells, _ in system.rows), default=0)


def _possible(lower: Bound, upper: Bound, scale: int) -> int | None:
    if lower is None or upper is None:
        return None
    low, high = ceil(Fraction(lower) / scale), floor(Fraction(upper) / scale)
    return max(high - low + 1, 1)


def _interval(
    place: Place,
    lower: Bound,
    upper: Bound,
    possible: int | None,
    decimals: int,
    scale: int,
    terms: tuple[tuple[int, int, int], ...],
) -> CellInterval:
    unit = Fraction(1, 10**decimals * scale)
    low = None if lower is None else float(Fraction(lower) * unit)
    high = None if upper is None else float(Fraction(upper) * unit)
    risk = None if possible == 1 else 0.0 if possible is None else 1 / log2(possible)
    return CellInterval(*place, low, high, possible, risk, terms)


def _terms(
    known: Knowledge, system: System, cell: int, lower: Bound, upper: Bound
) -> tuple[tuple[int, int, int], ...]:
    """The published cells, with signs, whose sum is the value of a cell; none where it takes bounds."""
    for found in derivations(propagated(known), cell, lower, upper)[:1]:
        return _signs(found, known, system, cell)
    return ()


def _signs(
    found: Derivation, known: Knowledge, system: System, cell: int
) -> tuple[tuple[int, int, int], ...]:
    if found.kind != "value":
        return ()
    total: dict[int, Fraction] = {}
    for row, factor in found.relations:
        cells, signs = known.relations.row(row)
        for one, sign in zip(cells.tolist(), signs.tolist(), strict=True):
            total[one] = total.get(one, Fraction(0)) - factor * int(sign)
    total.pop(cell, None)
    if any(factor.denominator != 1 for factor in total.values()):
        return ()
    return tuple((*system.places[one], int(factor)) for one, factor in sorted(total.items()) if factor)


def _unions(table: FoundTable, system: System, rules: Rules, disclosed: "set[Place]") -> Iterator[Spot]:
    """Relations whose suppressed cells together are few."""
    seen: set[Place] = set()
    for cells, _ in system.rows:
        total, parts = cells[0], cells[1:]
        open_ = [part for part in parts if system.values[part] is None]
        value = system.values[total]
        if (
            value is None
            or len(open_) < 2
            or any(not is_suppressed(table.figures[system.places[p]]) for p in open_)
        ):
            continue
        if table.kinds_at(*system.places[total])[0] != "count":
            continue
        rest = value - sum(known for part in parts if (known := system.values[part]) is not None)
        number = Decimal(rest).scaleb(-system.decimals)
        if rules.is_few(float(number)):
            for part in open_:
                place = system.places[part]
                if place not in seen and place not in disclosed:
                    seen.add(place)
                    yield change(
                        "union_of_few", *place, number=_number(float(number)), threshold=rules.threshold
                    )


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
