"""Cells that no table shows but that link those it shows: of groupings of one variable, and of cycles."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod

import numpy as np

from sdc_desktop.engine.tables.linked.categories import Codes
from sdc_desktop.engine.tables.linked.definitions import Definitions, Key, Shape, key_of
from sdc_desktop.engine.tables.linked.levels import Edge, Level, levels_of, reduced
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Flags, Integers

MOST_FINE = 200_000  # cells of cycles; with more they are left out of account, and the verdict says so
_MOST_COMBINATIONS = 50_000_000  # of blocks, that are looked through for those


@dataclass(frozen=True)
class Amounts:
    """The records of a response by some variables: ``labels`` by variable; ``codes`` (records, variables)
    index them; ``units`` (records,) in units of the tables of that response.
    """

    labels: tuple[tuple[str, ...], ...]
    codes: Integers
    units: Integers


Core = Sequence[tuple[int, frozenset[Level]]]  # edges of a cycle, by number, and the levels left of each
Atoms = tuple[tuple[Codes, tuple[int, ...]], ...]  # blocks of codes, with the block of each level
Restrictions = tuple[tuple[str, Codes], ...]  # a cell by some of the codes of each variable
AmountsOf = Callable[[Response, Sequence[str]], Amounts | None]  # None: they are not known


@dataclass(frozen=True)
class Cycle:
    """The cells of a cycle of tables of a response (by its number): an axis for each of its variables, along
    which ``atoms`` are the codes; ``numbers`` by atoms, -1 for cells that are zero.
    """

    response: int
    atoms: tuple[tuple[str, tuple[Codes, ...]], ...]
    numbers: Integers


class Growing:
    """Common cells and rows while cells outside the tables are added. ``zero``: whether everyone knows that a
    cell is zero.
    """

    def __init__(self, keys: Integers, values: Integers, zero: Flags) -> None:
        """`keys` (cells, parts): the definitions of the cells that tables have."""
        self._keys = keys
        self.values: list[int] = values.tolist()
        self.zero: list[bool] = zero.tolist()
        self.responses: list[int] = []  # of the cells added
        self.rows: list[tuple[Integers, Integers]] = []
        self._summed: set[tuple[int, bytes]] = set()
        self.cycles: list[Cycle] = []
        self.defined: dict[int, Restrictions] = {}  # of the cells added, those of cycles apart
        self.left_out = 0  # cells of cycles that were too many

    @cached_property
    def _numbers(self) -> dict[Key, int]:
        return {key_of(row): number for number, row in enumerate(self._keys)}

    def key(self, cell: int) -> Key:
        """The definition of a cell that a table has."""
        return key_of(self._keys[cell])

    def response(self, cell: int) -> int:
        """The number of the response of a cell."""
        shown = len(self._keys)
        return int(self._keys[cell, 0]) if cell < shown else self.responses[cell - shown]

    def find(self, key: Key) -> int | None:
        """The number of a cell of this definition; None where there is none."""
        return self._numbers.get(key)

    def number(self, key: Key, value: int, restricted: Restrictions, *, zero: bool) -> int:
        """The number of a cell, a new one where there is none of this definition. `restricted`: the same by
        variables and codes.
        """
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.values)
            self.defined[found] = restricted
            self.add(key[0], [value], zero=zero)
        return found

    def add(self, response: int, values: Sequence[int], *, zero: bool) -> None:
        """Take up further cells of a response."""
        self.values.extend(values)
        self.zero.extend([zero] * len(values))
        self.responses.extend([response] * len(values))

    def sum_of(self, cell: int, parts: Integers) -> None:
        """Take up that a cell is the sum of others with the numbers `parts` (parts,); nothing where it is the
        only one, or where that is known.
        """
        row = cell, parts.astype(np.int64).tobytes()
        if (len(parts) == 1 and int(parts[0]) == cell) or row in self._summed:
            return
        self._summed.add(row)
        signs = np.ones(len(parts) + 1, dtype=np.int64)
        signs[0] = -1
        self.rows.append((np.concatenate([[cell], parts]).astype(np.int64), signs))


@dataclass(frozen=True)
class Block:
    """Codes of a variable within one block of each of some levels (their numbers, in the levels' order).

    ``places``: the leaf categories of a dimension that make it up; ``category``: the one that it is, if any.
    """

    codes: Codes
    of: tuple[int, ...]
    places: tuple[int, ...]
    category: int | None


@dataclass(frozen=True)
class Margin:
    """The cells of an edge by the blocks of ``levels``: an axis each, blocks in the order of their numbers;
    -1 where blocks exclude one another.
    """

    levels: tuple[Level, ...]
    numbers: Integers


class Bridges:
    """Adds what links the tables of one response, apart from the cells that are equal.

    Values that add up to others are linked by the cells that link the tables of any of them: ``beside`` are
    the tables of the other responses.
    """

    def __init__(
        self,
        growing: Growing,
        definitions: Definitions,
        shapes: Sequence[Shape],
        places: Sequence[Integers],
        amounts: AmountsOf,
        beside: Sequence[Shape] = (),
    ) -> None:
        """`places`: of each table the common numbers of its cells."""
        self._growing, self._definitions = growing, definitions
        self._shapes, self._places, self._amounts = shapes, places, amounts
        self._response = shapes[0].response
        self._categories = definitions.categories(self._response)
        self._levels, edges = levels_of([*shapes, *beside], self._categories)
        self._edges = sorted(edges, key=lambda edge: not self._is_beside(edge))  # given up before equal ones
        self._cell_at = [_cell_at(shape) for shape in shapes]
        self._own = [np.bincount(own, minlength=1) > 0 for own in places]

    @cached_property
    def cycle(self) -> frozenset[Level]:
        """The levels that are left in a cycle."""
        core = reduced([edge.levels for edge in self._edges]).core
        return frozenset(level for _, levels in core for level in levels)

    @property
    def combinations(self) -> float:
        """Those of all that is left in a cycle, 0 where there is none."""
        core = reduced([edge.levels for edge in self._edges]).core
        return float(np.prod([len(own) for own in self._spanned(core)[2]])) if core else 0.0

    def add(self, *, nonnegative: bool, cycle: bool = True) -> None:
        """Add the cells and rows that this response needs. ``nonnegative``: no value of it is below zero;
        else cells of cycles say nothing where all combinations exist. ``cycle``: whether to add these cells.
        """
        edges = self._edges
        found = reduced([edge.levels for edge in edges])
        for separator in found.separators:
            named: tuple[int, ...] = (separator.one, separator.other)
            if any(self._is_beside(edges[place]) for place in named):  # whatever has what it links
                named = tuple(p for p, edge in enumerate(edges) if separator.levels <= edge.levels)
            for place in named:
                self._bridge(edges[place], separator.levels)
        if not (cycle and found.core and self._add_cycle(found.core, nonnegative=nonnegative)):
            for (one, levels), (other, others) in combinations(found.core, 2):
                for place in (one, other):
                    self._bridge(edges[place], levels & others)

    def add_margin(self, levels: frozenset[Level]) -> None:
        """Add the cells by the levels of another response's cycle where one table has them all."""
        for edge in self._edges:
            if levels and levels <= edge.levels:
                self._bridge(edge, levels)

    def _bridge(self, edge: Edge, levels: frozenset[Level]) -> None:
        """Add the cells of an edge by blocks of levels that others have too, where it has not got them."""
        if not self._is_beside(edge) and not set(self._levels.finest(levels)) <= set(edge.own):
            self._margin(edge, levels)

    def _is_beside(self, edge: Edge) -> bool:
        return edge.member is not None and edge.member >= len(self._shapes)

    # margins -----------------------------------------------------------------------------------------

    def _margin(self, edge: Edge, levels: frozenset[Level]) -> Margin | None:
        """The cells of an edge by blocks of levels, added with their rows where they are new. None where the
        records would be needed and are not known.
        """
        wanted = self._levels.finest(levels)
        if edge.member is None:
            return self._of_variable(edge, wanted)
        return self._of_member(edge.member, edge.own, wanted)

    def _of_member(self, member: int, own: Sequence[Level], wanted: tuple[Level, ...]) -> Margin:
        shape = self._shapes[member]
        covered = [
            tuple(level for level in wanted if mine and self._levels.refines(mine, level)) for mine in own
        ]
        choices = [
            self._blocks(shape, axis, levels) if levels else [_whole(shape, axis)]
            for axis, levels in enumerate(covered)
        ]
        if all(block.category is not None for blocks in choices for block in blocks):
            cells = self._of_categories(member, choices)
        else:
            cells = self._of_blocks(member, choices, covered)
        numbers = np.full([len(level) for level in wanted], -1, dtype=np.int64)
        where, consistent = _positions(wanted, covered, choices)
        target = tuple(np.broadcast_to(along, cells.shape)[consistent] for along in where)
        numbers[target] = cells[consistent]
        return Margin(wanted, numbers)

    def _of_categories(self, member: int, choices: Sequence[Sequence[Block]]) -> Integers:
        """The common numbers of all combinations of blocks that are categories of a member."""
        sizes = [len(dimension) for dimension in self._shapes[member].table.dimensions]
        along = [np.array([block.category for block in blocks], dtype=np.int64) for blocks in choices]
        cells = self._cell_at[member][np.ravel_multi_index(np.ix_(*along), sizes)]
        return np.where(cells < 0, -1, self._places[member][cells])

    def _of_blocks(
        self, member: int, choices: Sequence[Sequence[Block]], covered: Sequence[tuple[Level, ...]]
    ) -> Integers:
        """The common numbers of all combinations of blocks that no category is: new cells.

        Rows that sum these up are added.
        """
        shape, growing = self._shapes[member], self._growing
        found = np.full([len(blocks) for blocks in choices], -1, dtype=np.int64)
        for place in np.ndindex(*found.shape):
            chosen = [blocks[at] for blocks, at in zip(choices, place, strict=True)]
            restrictions = tuple(
                (shape.variables[axis], block.codes) for axis, block in enumerate(chosen) if covered[axis]
            )
            terms = self._terms(member, [block.places for block in chosen])
            value = sum(growing.values[term] for term in terms.tolist())
            zero = all(growing.zero[term] for term in terms.tolist())
            key = self._definitions.key(self._response, restrictions)
            number = growing.number(key, value, restrictions, zero=zero)
            if number >= len(self._own[member]) or not self._own[member][number]:
                growing.sum_of(number, terms)
            found[place] = number
        return found

    def _blocks(self, shape: Shape, axis: int, levels: tuple[Level, ...]) -> list[Block]:
        """The blocks that some levels have in common, along a dimension whose leaves refine them."""
        dimension = shape.table.dimensions[axis]
        leaf_of = {code: leaf for leaf in dimension.leaves for code in shape.sets[axis][leaf]}
        category_of = {codes: place for place, codes in enumerate(shape.sets[axis])}
        return [
            Block(codes, of, tuple(sorted({leaf_of[code] for code in codes})), category_of.get(codes))
            for codes, of in self._levels.meet(shape.variables[axis], levels)
        ]

    def _terms(self, member: int, places: Sequence[tuple[int, ...]]) -> Integers:
        """The common numbers of the cells of a member at these categories."""
        sizes = [len(dimension) for dimension in self._shapes[member].table.dimensions]
        along = np.ix_(*(np.array(own, dtype=np.int64) for own in places))
        cells = self._cell_at[member][np.ravel_multi_index(along, sizes).ravel()]
        return np.unique(self._places[member][cells[cells >= 0]])

    def _of_variable(self, edge: Edge, wanted: tuple[Level, ...]) -> Margin | None:
        """The groups of one variable and the finest blocks below them."""
        growing, variable = self._growing, edge.variable
        family = [level for level in self._levels.known if level in edge.levels]
        atoms = [codes for codes, _ in self._levels.meet(variable, family)]
        sums = self._sums([variable], [atoms])
        if sums is None:
            growing.left_out += len(atoms)
            return None
        numbers = {
            codes: growing.number(self._key(variable, codes), value, ((variable, codes),), zero=False)
            for codes, value in zip(atoms, sums.tolist(), strict=True)
        }
        found = np.full([len(level) for level in wanted], -1, dtype=np.int64)
        index = _indices(wanted)
        for codes, of in self._levels.meet(variable, wanted):
            parts = np.array(sorted(n for own, n in numbers.items() if own <= codes), dtype=np.int64)
            value = sum(growing.values[part] for part in parts.tolist())
            cell = growing.number(self._key(variable, codes), value, ((variable, codes),), zero=False)
            growing.sum_of(cell, parts)
            found[tuple(index[place][block] for place, block in enumerate(of))] = cell
        return Margin(wanted, found)

    def _key(self, variable: str, codes: Codes) -> Key:
        return self._definitions.key(self._response, [(variable, codes)])

    def _on_variable(self, levels: Iterable[Level], variable: str) -> tuple[Level, ...]:
        """Those of some levels whose blocks are sets of codes of a variable."""
        return tuple(level for level in levels if self._levels.on(level, variable) is not None)

    # cycles ------------------------------------------------------------------------------------------

    def _spanned(self, core: Core) -> tuple[tuple[str, ...], list[tuple[Level, ...]], list[Atoms]]:
        """The variables that span a cycle, the levels of each that are left in it, and their atoms."""
        left = frozenset(level for _, levels in core for level in levels)
        variables = self._spanning(left)
        ordered = [level for level in self._levels.known if level in left]
        on = [self._on_variable(ordered, name) for name in variables]
        return variables, on, [self._levels.meet(name, own) for name, own in zip(variables, on, strict=True)]

    def _add_cycle(self, core: Core, *, nonnegative: bool) -> bool:
        """The cells by all that is left in a cycle, and the rows that sum them up to those of its edges; none
        where they are too many, or say nothing. A sum of 0 has parts of 0 only where none is below zero.
        """
        growing = self._growing
        variables, on, atoms = self._spanned(core)
        number_of_all = float(np.prod([float(len(own)) for own in atoms]))
        if number_of_all > _MOST_COMBINATIONS:
            growing.left_out += int(min(number_of_all, float(2**53)))
            return False
        margins = [found for edge, levels in self._of_cycle(core) if (found := self._margin(edge, levels))]
        grids = [_grid(margin, on, atoms) for margin in margins]
        alive = np.ones([len(own) for own in atoms], dtype=np.bool_)
        known = np.array([*growing.zero, True])  # the last stands for -1: no such combination
        known[:-1] &= nonnegative
        for grid in grids:
            alive &= ~known[grid]
        if not nonnegative and alive.all() and _all_meet(on, atoms):
            return False
        number = int(alive.sum())
        sums = None
        if number <= MOST_FINE:
            sums = self._sums(variables, [[codes for codes, _ in own] for own in atoms])
        if sums is None:
            growing.left_out += number
            return False
        first = len(growing.values)
        response = self._definitions.response(self._response)
        growing.add(response, sums[alive.ravel()].tolist(), zero=False)
        numbers = np.full(alive.shape, -1, dtype=np.int64)
        numbers[alive] = np.arange(first, first + number)
        codes = tuple(
            (name, tuple(sets for sets, _ in own)) for name, own in zip(variables, atoms, strict=True)
        )
        growing.cycles.append(Cycle(response, codes, numbers))
        for grid in grids:
            self._sum_up(np.broadcast_to(grid, alive.shape)[alive], np.arange(first, first + number))
        return True

    def _of_cycle(self, core: Core) -> list[tuple[Edge, frozenset[Level]]]:
        """The edges of a cycle with the levels left of each. Where it is one by tables beside, those of this
        response that are contained in them sum up its cells as well.
        """
        edges = {place: (self._edges[place], levels) for place, levels in core}
        if any(self._is_beside(edge) for edge, _ in edges.values()):
            left = frozenset(level for _, levels in core for level in levels)
            own = {place: (edge, edge.levels & left) for place, edge in enumerate(self._edges)}
            edges |= {place: found for place, found in own.items() if found[1] and place not in edges}
        return [one for one in edges.values() if not self._is_beside(one[0])]

    def _spanning(self, levels: frozenset[Level]) -> tuple[str, ...]:
        """Variables whose codes all levels are sets of: first the single finest one that can define a level,
        then those that the other levels need.
        """
        ordered = [level for level in self._levels.known if level in levels]
        finest = {
            level: [name for name in self._levels.variables(level) if self._categories.is_finest(name)]
            for level in ordered
        }
        found = dict.fromkeys(finest[level][0] for level in ordered if len(finest[level]) == 1)
        for level in ordered:
            if not set(finest[level]) & set(found):
                found[finest[level][0]] = None
        return tuple(found)

    def _sum_up(self, totals: Integers, parts: Integers) -> None:
        """A row for each total: it is the sum of its parts."""
        order = np.argsort(totals, kind="stable")
        ends = np.flatnonzero(np.diff(totals[order])) + 1
        for group in np.split(order, ends):
            if len(group):
                self._growing.sum_of(int(totals[group[0]]), parts[group])

    def _sums(self, variables: Sequence[str], sets: Sequence[Sequence[Codes]]) -> Integers | None:
        """The amounts by all combinations of sets of codes, flat in row-major order; None if not known."""
        found = self._amounts(self._response, variables)
        if found is None:
            return None
        places = []
        for axis, own in enumerate(sets):
            place_of = {code: place for place, codes in enumerate(own) for code in codes}
            of_label = np.array([place_of[label] for label in found.labels[axis]], dtype=np.int64)
            places.append(of_label[found.codes[:, axis]])
        shape = [len(own) for own in sets]
        sums = np.zeros(int(np.prod(shape)), dtype=np.int64)
        np.add.at(sums, np.ravel_multi_index(tuple(places), shape), found.units)
        return sums


def _all_meet(on: Sequence[tuple[Level, ...]], atoms: Sequence[Sequence[object]]) -> bool:
    """Whether every block of each level meets all those of the other levels of its axis."""
    return all(
        len(own) == prod(len(level) for level in levels) for levels, own in zip(on, atoms, strict=True)
    )


def _positions(
    wanted: Sequence[Level], covered: Sequence[tuple[Level, ...]], choices: Sequence[Sequence[Block]]
) -> tuple[list[Integers], Flags]:
    """For each wanted level the place of its block, along the axes of all combinations of blocks. With which
    combinations are consistent where several dimensions define a level.
    """
    sizes = [len(blocks) for blocks in choices]
    places: list[Integers | None] = [None] * len(wanted)
    consistent = np.ones(sizes, dtype=np.bool_)
    index = _indices(wanted)
    for axis, levels in enumerate(covered):
        for own, level in enumerate(levels):
            place = wanted.index(level)
            along = _along([index[place][block.of[own]] for block in choices[axis]], axis, len(sizes))
            before = places[place]
            if before is None:
                places[place] = along
            else:
                consistent &= before == along
    found = [place for place in places if place is not None]
    assert len(found) == len(wanted)
    return found, consistent


def _grid(
    margin: Margin,
    on: Sequence[tuple[Level, ...]],
    atoms: Sequence[Sequence[tuple[Codes, tuple[int, ...]]]],
) -> Integers:
    """For each combination of atoms (of length 1 along axes that the margin does not depend on) the number of
    the margin's cell; -1 where blocks exclude one another. ``on``: the levels of each axis.
    """
    index, where = _indices(margin.levels), []
    consistent = np.ones([1] * len(on), dtype=np.bool_)
    for place, level in enumerate(margin.levels):
        first: Integers | None = None
        for axis, levels in enumerate(on):
            if level not in levels:
                continue
            own = levels.index(level)
            along = _along([index[place][of[own]] for _, of in atoms[axis]], axis, len(on))
            if first is None:
                first = along
            else:
                consistent = consistent & (first == along)
        assert first is not None
        where.append(first)
    return np.where(consistent, margin.numbers[tuple(where)], -1)


def _indices(levels: Sequence[Level]) -> list[dict[int, int]]:
    """For each level the place of each of its blocks."""
    return [{number: place for place, number in enumerate(sorted(level))} for level in levels]


def _along(places: Sequence[int], axis: int, axes: int) -> Integers:
    """Places along one of this many axes."""
    return np.array(places, dtype=np.int64).reshape([-1 if axis == own else 1 for own in range(axes)])


def _whole(shape: Shape, axis: int) -> Block:
    """All of a dimension: its total, or where it has none all its leaves."""
    dimension = shape.table.dimensions[axis]
    places = dimension.leaves if dimension.total is None else (dimension.total,)
    return Block(frozenset(), (), tuple(places), dimension.total)


def _cell_at(shape: Shape) -> Integers:
    """The cell at each combination of categories, in row-major order; -1 where there is none."""
    sizes = [len(dimension) for dimension in shape.table.dimensions]
    found = np.full(int(np.prod(sizes)), -1, dtype=np.int64)
    found[np.ravel_multi_index(tuple(shape.table.codes.T), sizes)] = np.arange(len(shape.table))
    return found
