"""Which cells of tables that are given are cells of other tables of a plan: by labels, codes and values.

The identity of a cell never depends on the file that contains it. Two tables share a dimension where the
leaf categories of one are those of the other, or categories of its hierarchy; they are tables of one response
if all cells that they share have the same values.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from sdc_desktop.engine.problems import Problem, warning
from sdc_desktop.engine.running.linking import CountedTable, shape_of
from sdc_desktop.engine.running.table_origins import Origin, given_population
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.linked.categories import Codes, Nesting, category_codes
from sdc_desktop.engine.tables.linked.response import Response

_REST = "\n"  # the code of whatever the coarser of two tables does not list
_SHARED_PARTS = 2  # of the codes of a dimension one half must be equal


@dataclass(frozen=True)
class SameCells:
    """Tables, those that are given with the response and the variables of others that they share cells with.

    ``nestings``, ``codes``: by population what follows for its variables. ``differing``: pairs of tables, by
    name, that could share cells and have different values; ``unlabelled``: pairs with cells that have
    numbers alone in one of them.
    """

    tables: tuple[CountedTable, ...]
    nestings: Mapping[str, tuple[Nesting, ...]] = field(default_factory=dict)
    codes: Mapping[str, Mapping[str, Codes]] = field(default_factory=dict)
    differing: tuple[tuple[str, str], ...] = ()
    unlabelled: tuple[tuple[str, str], ...] = ()

    def warnings(self, name: str) -> tuple[Problem, ...]:
        """Of one table those that it could share cells with."""
        found = []
        for code, pairs in (("linked.could_share", self.differing), ("linked.unlabelled", self.unlabelled)):
            others = [one if other == name else other for one, other in pairs if name in (one, other)]
            found += [warning(code, jobs=(name, *others))] if others else []
        return tuple(found)


@dataclass(frozen=True)
class _Axis:
    """A dimension of a table: its variable, and for each category the codes behind it."""

    variable: str
    dimension: Dimension
    leaves: Codes
    sets: tuple[Codes, ...]

    @property
    def labels(self) -> frozenset[str]:
        """All labels but that of the total."""
        total = self.dimension.total
        return frozenset(label for label, place in self.dimension.places.items() if place != total)


@dataclass(frozen=True)
class _Match:
    """Two axes that share categories: the sets of each in the codes of the finer one; ``of``: the coarser
    code of each of those, empty where the codes are the same; ``finer``: whether the second is the finer;
    ``common``: the codes of both where each has others as well, which together are the same.
    """

    own: tuple[Codes, ...]
    others: tuple[Codes, ...]
    of: Mapping[str, str]
    finer: bool
    common: Codes = frozenset()


_Fitting = tuple[CountedTable, Mapping[int, tuple[int, _Match]]]  # with its axes that match


def same_cells(tables: Sequence[CountedTable], sums: Sequence[Collection[str]] = ()) -> SameCells:
    """The tables with what those that are given share with others. ``sums``: the names of values that add up,
    whose tables have the same categories.
    """
    if sum(table.params.table is not None for table in tables) == 0 or len(tables) < 2:
        return SameCells(tuple(tables))
    search = _Search(sums)
    for table in sorted(map(_bare, tables), key=lambda one: one.params.table is not None):
        search.add(table)
    return SameCells(
        tuple(search.known[table.name] for table in tables),
        {population: tuple(own) for population, own in search.nestings.items()},
        search.codes,
        tuple(search.differing),
        tuple(search.unlabelled),
    )


def _bare(table: CountedTable) -> CountedTable:
    """A given table before anything was known of others."""
    spec = table.params.table
    if spec is None:
        return table
    population, names = given_population(table.params), table.counted.table.names
    origin = Origin(population, {name: name for name in names}, {name: name for name in names})
    return replace(table, origin=origin, response=Response(population, spec.response or ""))


class _Search:
    """Takes up tables one after the other."""

    def __init__(self, sums: Sequence[Collection[str]]) -> None:
        self._sums = sums
        self.known: dict[str, CountedTable] = {}
        self.nestings: dict[str, list[Nesting]] = {}
        self.codes: dict[str, dict[str, Codes]] = {}
        self.differing: list[tuple[str, str]] = []
        self.unlabelled: list[tuple[str, str]] = []

    def add(self, table: CountedTable) -> None:
        """Take up one more table."""
        found = table
        if table.params.table is not None:
            agreeing, adding = list[_Fitting](), list[_Fitting]()
            for other in self.known.values():
                axes, others = _axes(table), _axes(other)
                if _has_no_labels(table) != _has_no_labels(other):
                    self.unlabelled.append((other.name, table.name))
                    continue
                matches = _matches(axes, others)
                same, number = _compared(table, other, matches)
                if not number or same < number:
                    apart = _matches(axes, others, apart=True)  # codes that only one of them has are others
                    found_apart = _compared(table, other, apart)
                    if found_apart[1] and found_apart[0] == found_apart[1]:
                        matches, (same, number) = apart, found_apart
                if matches and self._add_up(table, other):
                    adding.append((other, matches))
                elif number and same == number and not _is_rounded(table, other):
                    agreeing.append((other, matches))
                elif number and (_is_rounded(table, other) or _may_be_one(table, other, 2 * same > number)):
                    self.differing.append((other.name, table.name))
            if agreeing:
                found = self._joined(table, agreeing, agreeing[0][0].response)
            elif adding:
                population = adding[0][0].response.population
                found = self._joined(table, adding, Response(population, _name(table) or ""))
        self.known[table.name] = found

    def _add_up(self, table: CountedTable, other: CountedTable) -> bool:
        """Whether the values of two tables are different ones that are said to add up."""
        names = {name for one in (table, other) if (name := _name(one))}
        return len(names) == 2 and any(names <= set(own) for own in self._sums)

    def _joined(self, table: CountedTable, agreeing: Sequence[_Fitting], response: Response) -> CountedTable:
        """The table as one of a response, with the variables of others that it fits."""
        names: dict[str, str] = {}
        nestings = self.nestings.setdefault(response.population, [])
        codes = self.codes.setdefault(response.population, {})
        axes = _axes(table)
        for other, matches in agreeing:
            if other.response.population != response.population:
                continue
            others = _axes(other)
            for number, (place, match) in matches.items():
                own, there = axes[number], others[place]
                if own.variable in names:
                    continue
                names[own.variable] = there.variable
                if match.common:
                    names[own.variable] = self._within(nestings, codes, (own, there), match, table.name)
                    continue
                if not match.of:
                    codes[there.variable] = codes.get(there.variable, there.leaves) | own.leaves
                    continue
                name = names[own.variable] = f"{own.variable}\n{table.name}"
                fine, coarse = (name, there.variable) if match.finer else (there.variable, name)
                nestings.append(Nesting(fine, coarse, match.of))
                codes[fine] = codes.get(fine, frozenset()) | frozenset(match.of)
                codes[coarse] = codes.get(coarse, frozenset()) | frozenset(match.of.values())
        for axis in axes:
            names.setdefault(axis.variable, f"{axis.variable}\n{table.name}")
        return replace(table, origin=replace(table.origin, names=names), response=response)

    def _within(
        self,
        nestings: list[Nesting],
        codes: dict[str, Codes],
        axes: tuple[_Axis, _Axis],
        match: _Match,
        name: str,
    ) -> str:
        """Both variables nest in one of the common codes and the rest of all others; the first one's name."""
        own, there = axes
        variable, coarse = f"{own.variable}\n{name}", f"{there.variable}\n\n{name}"
        for fine, leaves in ((variable, own.leaves), (there.variable, there.leaves)):
            of = {code: code if code in match.common else _REST for code in leaves}
            nestings.append(Nesting(fine, coarse, of))
            codes[fine] = codes.get(fine, frozenset()) | leaves
        codes[coarse] = match.common | {_REST}
        return variable


def _has_no_labels(table: CountedTable) -> bool:
    """Whether the cells of a table have numbers alone, which say nothing of what they are."""
    spec = table.params.table
    return spec is not None and spec.instance is not None


def _axes(table: CountedTable) -> list[_Axis]:
    shape = shape_of(table)
    return [
        _Axis(variable, dimension, frozenset(codes), category_codes(dimension, codes))
        for variable, dimension, codes in zip(
            shape.variables, shape.table.dimensions, shape.codes, strict=True
        )
    ]


def _matches(
    own: Sequence[_Axis], others: Sequence[_Axis], *, apart: bool = False
) -> dict[int, tuple[int, _Match]]:
    """For axes of a table those of another one that they share categories with: most labels first. ``apart``:
    codes that only one of them has are further ones, else both have the same rest.
    """
    found: dict[int, tuple[int, _Match]] = {}
    pairs = sorted(
        product(range(len(own)), range(len(others))),
        key=lambda pair: -len(own[pair[0]].labels & others[pair[1]].labels),
    )
    taken: set[int] = set()
    for one, other in pairs:
        common = len(own[one].labels & others[other].labels)
        fewest = min(len(own[one].labels), len(others[other].labels))
        if one in found or other in taken or _SHARED_PARTS * common < fewest or not common:
            continue
        match = _match(own[one], others[other], apart)
        if match is not None:
            found[one] = other, match
            taken.add(other)
    return found


def _match(own: _Axis, other: _Axis, apart: bool) -> _Match | None:
    if own.leaves <= other.leaves or other.leaves <= own.leaves:
        return _Match(own.sets, other.sets, {}, finer=False)
    of = _groups(own, other)
    if of is not None:
        parts = _parts(of)
        return _Match(_refined(own.sets, parts), other.sets, of, finer=False)
    of = _groups(other, own)
    if of is not None:
        parts = _parts(of)
        return _Match(own.sets, _refined(other.sets, parts), of, finer=True)
    common = own.leaves & other.leaves
    if not common or apart:
        return _Match(own.sets, other.sets, {}, finer=False) if common else None
    sets = [_with_rest(axis, common, mark) for axis, mark in ((own, "own"), (other, "other"))]
    return _Match(sets[0], sets[1], {}, finer=False, common=common)


def _with_rest(axis: _Axis, common: Codes, mark: str) -> tuple[Codes, ...]:
    """The sets of an axis by common codes and the rest; some of the rest are marked, and equal nothing."""
    rest = axis.leaves - common
    return tuple(
        (codes & common) | ({_REST} if rest <= codes else {f"{_REST}{mark} {code}" for code in codes & rest})
        for codes in axis.sets
    )


def _groups(coarse: _Axis, fine: _Axis) -> dict[str, str] | None:
    """The code of the coarser axis of each code of the finer one; None where it has no such categories."""
    places = fine.dimension.places
    if not all(code in places for code in coarse.leaves):
        return None
    of: dict[str, str] = {}
    for code in sorted(coarse.leaves):
        inside = fine.sets[places[code]]
        if not inside or not of.keys().isdisjoint(inside):
            return None
        of |= dict.fromkeys(inside, code)
    return of | {code: _REST for code in fine.leaves if code not in of}


def _parts(of: Mapping[str, str]) -> Mapping[str, Codes]:
    found: dict[str, set[str]] = {}
    for code, group in of.items():
        found.setdefault(group, set()).add(code)
    return {group: frozenset(codes) for group, codes in found.items()}


def _refined(sets: Sequence[Codes], parts: Mapping[str, Codes]) -> tuple[Codes, ...]:
    return tuple(frozenset().union(*(parts[code] for code in codes)) for codes in sets)


def _compared(
    table: CountedTable, other: CountedTable, matches: Mapping[int, tuple[int, _Match]]
) -> tuple[int, int]:
    """How many cells that are not 0 in both two tables share, and how many of these have equal values: those
    of equal categories in all dimensions that match, and totals in the others. (equal, all)
    """
    one, two = table.counted.table, other.counted.table
    rest = [two.dimensions[axis].total for axis in range(len(two.dimensions))]
    inside = np.ones(len(one), dtype=np.bool_)
    columns = [np.full(len(one), -1 if total is None else total) for total in rest]
    for axis, dimension in enumerate(one.dimensions):
        if axis not in matches:
            inside &= one.codes[:, axis] == (-1 if dimension.total is None else dimension.total)
            continue
        place, match = matches[axis]
        by_codes = {codes: number for number, codes in enumerate(match.others)}
        to_other = np.array([by_codes.get(codes, -1) for codes in match.own], dtype=np.int64)
        columns[place] = to_other[one.codes[:, axis]]
    codes = np.stack(columns, axis=1)
    inside &= (codes >= 0).all(axis=1)
    if not inside.any() or not (matches or _variables(table) & _variables(other)):
        return 0, 0
    sizes = [len(dimension) for dimension in two.dimensions]
    flat = np.ravel_multi_index(tuple(two.codes.T.astype(np.int64)), sizes)
    order = np.argsort(flat)
    wanted = np.ravel_multi_index(tuple(codes[inside].T), sizes)
    at = np.minimum(np.searchsorted(flat[order], wanted), len(flat) - 1)
    there = flat[order][at] == wanted
    mine, theirs = one.values[inside][there], two.values[order][at][there]
    finest = min(one.unit, two.unit)
    left, right = mine * int(one.unit / finest), theirs * int(two.unit / finest)
    some = (left != 0) | (right != 0)
    return int((left == right)[some].sum()), int(some.sum())


def _variables(table: CountedTable) -> frozenset[str]:
    """The names that it gives its variables, in small letters; none where it numbers them."""
    spec = table.params.table
    if spec is not None and (spec.rows is not None or spec.instance is not None):
        return frozenset()
    return frozenset(name.casefold() for name in table.counted.table.names)


def _may_be_one(table: CountedTable, other: CountedTable, mostly: bool) -> bool:
    """Whether two tables with different values may be of one response all the same: by their names, or
    because most values are equal.
    """
    names = [_name(one) for one in (table, other)]
    return mostly or None in names or names[0] == names[1]


def _is_rounded(*tables: CountedTable) -> bool:
    """Whether one of some tables has rounded values: these are not in one system with exact ones."""
    return any(table.counted.table.base > 1 for table in tables)


def _name(table: CountedTable) -> str | None:
    """What the values of a table are called; empty where they are counts, None where unknown."""
    spec = table.params.table
    return (table.params.value or "") if spec is None else spec.response
