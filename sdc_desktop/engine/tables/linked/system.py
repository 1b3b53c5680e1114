"""Several tables as one system: common cells, the relations of all stacked, and what else links them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.linked.categories import ALL
from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.fine import AmountsOf, Bridges, Cycle, Growing, Restrictions
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.linked.sums import SumOf, SumRow, add_sums
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import number as as_number

_MOST_TOGETHER = 20_000  # fine cells of each of the values that add up to one another
_LISTED = 8  # cells named in a problem
_HASHES = 0x5DC  # seed of the numbers by which equal rows are found


@dataclass(frozen=True)
class LinkedSystem:
    """Cells by common numbers: those that tables have, then those that none shows (``cells_number`` in all).

    ``places``: of each table the common numbers of its cells; ``scales``: how many common units one of its
    own is. ``values`` (cells,) in common units. ``keys`` (cells of tables, parts): definitions.
    ``relations``: all rows, each once; ``origins`` (rows, 2): the table and its row, -1 for other links of
    tables. ``signed`` (cells,): of a response with values below zero; ``responses`` (cells,): its number.
    ``left_out``: cells of cycles that were too many to be taken into account. ``sums``: the rows of values
    that add up to others. ``defined``, ``cycles``: what the cells are that no table shows.
    """

    shapes: tuple[Shape, ...]
    places: tuple[Integers, ...]
    scales: tuple[int, ...]
    values: Integers
    relations: Relations
    origins: Integers
    signed: Flags
    responses: Integers
    keys: Integers
    left_out: int = 0
    sums: tuple[SumRow, ...] = ()
    defined: Mapping[int, Restrictions] = field(default_factory=dict)
    cycles: tuple[Cycle, ...] = ()

    @property
    def cells_number(self) -> int:
        """The number of cells, those that no table shows included."""
        return len(self.values)

    @property
    def shown_number(self) -> int:
        """How many cells the tables have together."""
        return len(self.keys)

    @property
    def hidden(self) -> Flags:
        """Which cells (cells,) no table has."""
        return np.arange(self.cells_number) >= self.shown_number

    @property
    def shared(self) -> Flags:
        """(cells of tables,): those that several tables have."""
        tables = np.zeros(self.shown_number, dtype=np.int64)
        for places in self.places:
            tables[np.unique(places)] += 1
        return tables > 1

    @cached_property
    def own_cells(self) -> tuple[Integers, ...]:
        """Of each table its own number for each common cell; -1 where it has none."""
        found = []
        for places in self.places:
            own = np.full(self.cells_number, -1, dtype=np.int64)
            own[places[::-1]] = np.arange(len(places) - 1, -1, -1)
            found.append(own)
        return tuple(found)

    def homes(self, cell: int) -> list[tuple[int, int]]:
        """The tables that have a cell, each with its own number."""
        return [(number, int(own[cell])) for number, own in enumerate(self.own_cells) if own[cell] >= 0]

    def restrictions(self, cell: int) -> Restrictions:
        """A cell by the codes of each variable that it restricts, whether or not a table has it."""
        if cell in self.defined:
            return self.defined[cell]
        if cell < self.shown_number:
            number, own = self.homes(cell)[0]
            shape = self.shapes[number]
            codes = zip(shape.variables, shape.sets, shape.table.codes[own].tolist(), strict=True)
            return tuple((name, sets[code]) for name, sets, code in codes)
        cycle, numbers = next(one for one in self._cycle_cells if one[1][0] <= cell <= one[1][-1])
        at = np.flatnonzero(cycle.numbers.ravel() >= 0)[np.searchsorted(numbers, cell)]
        places = np.unravel_index(at, cycle.numbers.shape)
        return tuple(
            (name, sets[int(place)]) for (name, sets), place in zip(cycle.atoms, places, strict=True)
        )

    @cached_property
    def _cycle_cells(self) -> tuple[tuple[Cycle, Integers], ...]:
        """Each cycle that has cells with the numbers of these, ascending."""
        found = ((cycle, cycle.numbers[cycle.numbers >= 0]) for cycle in self.cycles)
        return tuple((cycle, numbers) for cycle, numbers in found if len(numbers))


def linked_system(
    shapes: Sequence[Shape],
    definitions: Definitions,
    amounts: AmountsOf,
    zeros: Sequence[Flags],
    sums: Sequence[SumOf] = (),
) -> LinkedSystem:
    """The system of some tables. `zeros`: of each table the cells that everyone knows to be zero; `sums`:
    what adds up to what.

    Raises :class:`Refused` where tables have different values of one cell, or do not add up.
    """
    keys, places = _numbered([definitions.of_table(shape) for shape in shapes])
    scales = _scales(shapes)
    values = _values(shapes, places, scales, len(keys))
    zero = np.zeros(len(keys), dtype=np.bool_)
    for own, flags in zip(places, zeros, strict=True):
        zero[own[flags]] = True
    growing = Growing(keys, values, zero)
    below = [bool((shape.table.values < 0).any()) for shape in shapes]
    for together in _adding_up([shape.response for shape in shapes], sums):
        members = [number for number, shape in enumerate(shapes) if shape.response in together]
        nonnegative = not any(below[number] for number in members)
        found = list(_bridges(growing, definitions, shapes, places, amounts, together))
        for bridges, cycle in found:
            bridges.add(nonnegative=nonnegative, cycle=cycle)
        cycles = {bridges.cycle for bridges, cycle in found if cycle}
        for bridges, levels in product([bridges for bridges, _ in found], cycles):
            bridges.add_margin(levels)
    sum_rows = add_sums(growing, definitions, shapes, places, sums, _units(shapes))
    number = len(growing.values)
    relations, origins = _stacked([shape.table.relations for shape in shapes], places, growing.rows, number)
    every = np.array(growing.values, dtype=np.int64)
    responses = np.concatenate([keys[:, 0], np.array(growing.responses, dtype=np.int64)])
    return LinkedSystem(
        tuple(shapes),
        tuple(places),
        scales,
        every,
        relations,
        origins,
        np.isin(responses, responses[every < 0]),
        responses,
        keys,
        growing.left_out,
        sum_rows,
        growing.defined,
        tuple(growing.cycles),
    )


def _adding_up(responses: Sequence[Response], sums: Sequence[SumOf]) -> list[list[Response]]:
    """The responses of the same records in groups: those that add up to one another, or are equal in some."""
    groups = [[response] for response in dict.fromkeys(responses)]
    for one in sums:
        if len({response.population for response in one.responses}) == 1:
            joined = [group for group in groups if set(group) & set(one.responses)]
            groups = [group for group in groups if group not in joined]
            groups.append([response for group in joined for response in group])
    return groups


def _bridges(
    growing: Growing,
    definitions: Definitions,
    shapes: Sequence[Shape],
    places: Sequence[Integers],
    amounts: AmountsOf,
    together: Sequence[Response],
) -> Iterator[tuple[Bridges, bool]]:
    """What links the tables of each of some responses, alone and with those of the others as long as that is
    not too much; and whether the cells of cycles are added: those of all have those of one, unless a table of
    another response closes its cycle.
    """
    for response in together:
        own = [number for number, shape in enumerate(shapes) if shape.response == response]
        others = [shape for shape in shapes if shape.response in together and shape.response != response]
        chosen = [shapes[number] for number in own], [places[number] for number in own]
        alone = Bridges(growing, definitions, *chosen, amounts)
        beside = Bridges(growing, definitions, *chosen, amounts, others) if others else None
        if beside is not None and beside.combinations > _MOST_TOGETHER:
            beside = None
        if len(own) > 1:
            yield alone, beside is None or not alone.cycle <= beside.cycle
        if beside is not None:
            yield beside, True


def _numbered(definitions: Sequence[Integers]) -> tuple[Integers, list[Integers]]:
    """The different definitions, in the order in which they are first met, and of each table the number of
    each cell.
    """
    width = max(found.shape[1] for found in definitions)
    wide = [_widened(found, width) for found in definitions]
    every = np.concatenate(wide)
    _, first, inverse = np.unique(every, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    numbers = rank[inverse.ravel()]
    ends = np.cumsum([len(found) for found in definitions])[:-1]
    return every[first[order]], np.split(numbers, ends)


def _widened(found: Integers, width: int) -> Integers:
    """The rows with this many parts: what restricts nothing stands after the response."""
    filled = np.full((len(found), width - found.shape[1]), ALL, dtype=np.int64)
    return np.column_stack([found[:, :1], np.sort(np.column_stack([filled, found[:, 1:]]), axis=1)])


def _scales(shapes: Sequence[Shape]) -> tuple[int, ...]:
    """How many units of the finest table of its response one of each table's is."""
    finest: dict[Response, Decimal] = {}
    for shape in shapes:
        unit = shape.table.unit
        finest[shape.response] = min(unit, finest.get(shape.response, unit))
    return tuple(int(shape.table.unit / finest[shape.response]) for shape in shapes)


def _units(shapes: Sequence[Shape]) -> Mapping[Response, int]:
    """The common unit of each response, in units of the finest of all."""
    units: dict[Response, Decimal] = {}
    for shape in shapes:
        units[shape.response] = min(shape.table.unit, units.get(shape.response, shape.table.unit))
    finest = min(units.values())
    return {response: int(unit / finest) for response, unit in units.items()}


def _values(
    shapes: Sequence[Shape], places: Sequence[Integers], scales: Sequence[int], number: int
) -> Integers:
    """The values of the common cells, (cells,). Raises :class:`Refused` where tables contradict."""
    values = np.zeros(number, dtype=np.int64)
    owner = np.full(number, -1, dtype=np.int64)
    for place, (shape, own, scale) in enumerate(zip(shapes, places, scales, strict=True)):
        mine = shape.table.values * scale
        new = owner[own] < 0
        values[own[new]] = mine[new]
        owner[own[new]] = place
        wrong = np.flatnonzero(values[own] != mine).tolist()
        if wrong:
            first = wrong[0]
            other = shapes[int(owner[own[first]])]
            unit = shape.table.unit / scale
            names = tuple(shape.table.cell_name(cell) for cell in wrong[:_LISTED])
            raise Refused(
                error(
                    "linked.different_values",
                    jobs=(other.name, shape.name),
                    cells=names if len(wrong) <= _LISTED else (*names, "…"),
                    number=len(wrong),
                    value=as_number(int(values[own[first]]), unit),
                    other=as_number(int(mine[first]), unit),
                )
            )
    return values


def _stacked(
    tables: Sequence[Relations],
    places: Sequence[Integers],
    further: Sequence[tuple[Integers, Integers]],
    number: int,
) -> tuple[Relations, Integers]:
    """All rows by common numbers, each once, and where they come from: (table, row), or (-1, -1)."""
    from scipy import sparse

    lengths = [np.diff(one.starts) for one in tables] + [np.array([len(cells) for cells, _ in further])]
    cells = [own[one.cells] for one, own in zip(tables, places, strict=True)]
    signs = [one.coefficients for one in tables]
    starts = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64)
    columns = np.concatenate([*cells, *(own for own, _ in further)]).astype(np.int64)
    terms = np.concatenate([*signs, *(own for _, own in further)]).astype(np.int64)
    matrix = sparse.csr_array((terms, columns, starts), shape=(len(starts) - 1, number))
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    kept = _different_rows(matrix)
    origins = np.concatenate(
        [np.column_stack([np.full(len(one), place), np.arange(len(one))]) for place, one in enumerate(tables)]
        + [np.full((len(further), 2), -1)]
    ).astype(np.int64)
    axes = np.concatenate([*(one.dimensions for one in tables), np.full(len(further), -1)]).astype(np.int64)
    chosen = matrix[kept]
    relations = Relations(
        number,
        chosen.indptr.astype(np.int64),
        chosen.indices.astype(np.int64),
        chosen.data.astype(np.int64),
        np.zeros(len(kept), dtype=np.int64),
        axes[kept],
    )
    return relations, origins[kept]


def _different_rows(matrix: Any) -> Integers:
    """The numbers of different rows, the first of equal ones (up to the sign); empty rows are dropped."""
    starts, cells, terms = matrix.indptr, matrix.indices, matrix.data
    full = np.flatnonzero(np.diff(starts) > 0)
    if not len(full):
        return full
    draws = np.random.Generator(np.random.PCG64(_HASHES))
    size = int(matrix.shape[1])
    weights = draws.integers(0, 2**63, size=(size, 2), dtype=np.uint64)
    products = terms.astype(np.uint64)[:, None] * weights[cells]
    sums = np.add.reduceat(products, starts[full], axis=0)
    negative = terms[starts[full]] < 0
    sums = np.where(negative[:, None], np.uint64(0) - sums, sums)
    _, first = np.unique(sums, axis=0, return_index=True)
    return full[np.sort(first)]
