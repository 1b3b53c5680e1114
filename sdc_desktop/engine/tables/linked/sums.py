"""Values of tables that are the sums of others: one more row for each cell that all of them have."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.linked.categories import Codes
from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.fine import Growing
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Flags, Integers

_LISTED = 8  # cells named in a problem


@dataclass(frozen=True)
class SumOf:
    """In every cell ``total`` is the sum of ``parts``; ``names`` as the plan says it, the total's first.

    ``factors``: of the total and of each part, where the plan does not say so but all records do; ``only``:
    by the names of tables of the total the cells (cells,) for which it holds, where not for all.
    """

    total: Response
    parts: tuple[Response, ...]
    names: tuple[str, ...]
    factors: tuple[int, ...] = ()
    only: Mapping[str, Flags] | None = field(default=None, compare=False)

    @property
    def is_judged(self) -> bool:
        """Whether sums of several parts that follow from it are judged: sums of what one unit has."""
        return set(self.factors) <= {1} and (not self.factors or len(self.parts) > 1)

    @property
    def responses(self) -> tuple[Response, ...]:
        """All of them, the total first."""
        return (self.total, *self.parts)


@dataclass(frozen=True)
class SumRow:
    """A row of a sum: the common number of the total, and of each part; -1 for an empty part."""

    total: int
    parts: tuple[int, ...]


def add_sums(
    growing: Growing,
    definitions: Definitions,
    shapes: Sequence[Shape],
    places: Sequence[Integers],
    sums: Sequence[SumOf],
    units: Mapping[Response, int],
) -> tuple[SumRow, ...]:
    """Add the rows of all sums, and give them. ``units``: of each response its unit, in those of the finest.

    Raises :class:`Refused` where a cell is not the sum of the others.
    """
    found: list[SumRow] = []
    for one in sums:
        shown = list(dict.fromkeys(_of_tables(growing, definitions, shapes, places, one)))
        fine = (*_of_fine(growing, definitions, one), *_of_cycles(growing, definitions, one))
        rows = list(dict.fromkeys((*shown, *fine)))
        own, *others = one.factors or (1,) * len(one.responses)
        if not one.factors:
            _refuse_wrong(growing, shapes, places, one, rows, units)
        for row in rows:
            cells = [(row.total, -own * units[one.total])]
            parts = zip(row.parts, one.parts, others, strict=True)
            cells += [(part, factor * units[of]) for part, of, factor in parts if part >= 0]
            if one.factors and sum(sign * growing.values[cell] for cell, sign in cells):
                continue  # of other records, as where a value is missing
            growing.rows.append(
                (
                    np.array([cell for cell, _ in cells], dtype=np.int64),
                    np.array([sign for _, sign in cells], dtype=np.int64),
                )
            )
        found += shown if one.is_judged else []
    return tuple(found)


def sums_not_judged(rows: Sequence[SumRow], pattern: Flags, tabulated: Flags, some: Flags) -> int:
    """The number of unions of suppressed cells that follow from the rows of sums and that no rule judges.

    `pattern`: the suppressed cells; `tabulated`: those that a table has; `some`: those that are not zero. Of
    one row whose total is published: several parts where another part is published, or a part in no table.
    Where a suppressed cell is in two rows (a chain of sums, or a part of two totals), it drops out of both,
    and what is left of the two may be such a sum: it is counted without further examination.
    """

    def judged(hidden: Collection[int]) -> bool:
        return not hidden or (len(hidden) == 1 and all(tabulated[cell] for cell in hidden))

    number = 0
    rows_of: dict[int, list[set[int]]] = {}
    for row in rows:
        parts = [part for part in row.parts if part >= 0 and some[part]]
        hidden = {part for part in parts if pattern[part]}
        if not pattern[row.total] and (len(hidden) < len(parts) or len(hidden) == 1):
            number += not judged(hidden)
        for cell in hidden | ({row.total} if pattern[row.total] and some[row.total] else set()):
            rows_of.setdefault(cell, []).append({*hidden, row.total} if pattern[row.total] else hidden)
    for cell, own in rows_of.items():
        pairs = combinations(own, 2)
        number += any(not judged((one | other) - {cell}) for one, other in pairs)
    return number


def _of_tables(
    growing: Growing,
    definitions: Definitions,
    shapes: Sequence[Shape],
    places: Sequence[Integers],
    one: SumOf,
) -> list[SumRow]:
    """The rows of the cells of tables of the total."""
    rows = []
    for shape, own in zip(shapes, places, strict=True):
        if shape.response != one.total:
            continue
        if all(part.population == one.total.population for part in one.parts):
            held = own if one.only is None else own[one.only[shape.name]]
            rows += _of_one_population(growing, definitions, held, one)
            continue
        choices = [_restrictions(definitions, shape, axis, one) for axis in range(len(shape.variables))]
        for cell, codes in enumerate(shape.table.codes.tolist()):
            chosen = [choices[axis][code] for axis, code in enumerate(codes)]
            parts = []
            for number, response in enumerate(one.parts):
                restrictions = [(v, sets[number]) for v, sets in zip(shape.variables, chosen, strict=True)]
                if not all(sets for _, sets in restrictions):
                    parts.append(-1)
                    continue
                place = growing.find(definitions.key(response, restrictions))
                if place is None:
                    break
                parts.append(place)
            else:
                rows.append(SumRow(int(own[cell]), tuple(parts)))
    return rows


def _of_one_population(
    growing: Growing, definitions: Definitions, places: Integers, one: SumOf
) -> list[SumRow]:
    """The rows of the cells of tables where total and parts are of the same records.

    Their definitions differ in the response alone.
    """
    numbers = [definitions.response(part) for part in one.parts]
    rows = []
    for cell in np.unique(places).tolist():
        restricted = growing.key(cell)[1:]
        found = [growing.find((number, *restricted)) for number in numbers]
        parts = tuple(place for place in found if place is not None)
        if len(parts) == len(numbers):
            rows.append(SumRow(cell, parts))
    return rows


def _restrictions(definitions: Definitions, shape: Shape, axis: int, one: SumOf) -> list[list[Codes]]:
    """For each category of a dimension the codes that each part has of it."""
    variable = shape.variables[axis]
    known = [definitions.categories(part).codes.get(variable, frozenset()) for part in one.parts]
    return [[codes & own for own in known] for codes in shape.sets[axis]]


def _of_fine(growing: Growing, definitions: Definitions, one: SumOf) -> list[SumRow]:
    """The rows of cells that no table shows, those of cycles apart, where total and parts all have them."""
    if one.only is not None or len({response.population for response in one.responses}) > 1:
        return []
    total, rows = definitions.response(one.total), []
    for cell, restricted in growing.defined.items():
        if growing.response(cell) == total:
            found = [growing.find(definitions.key(part, restricted)) for part in one.parts]
            parts = tuple(place for place in found if place is not None)
            if len(parts) == len(found):
                rows.append(SumRow(cell, parts))
    return rows


def _of_cycles(growing: Growing, definitions: Definitions, one: SumOf) -> list[SumRow]:
    """The rows of the cells of cycles, where total and parts all have them: as cells of the same cycle, or as
    others of the same definition.
    """
    if one.only is not None or len({response.population for response in one.responses}) > 1:
        return []
    cycles = {(cycle.response, cycle.atoms): cycle for cycle in growing.cycles}
    own = [definitions.response(response) for response in one.responses]
    rows = []
    for atoms in dict.fromkeys(atoms for response, atoms in cycles if response in own):
        known = [cycles.get((number, atoms)) for number in own]
        some = np.any([cycle.numbers >= 0 for cycle in known if cycle is not None], axis=0)
        for place in map(tuple, np.argwhere(some).tolist()):
            restricted = [(name, sets[at]) for (name, sets), at in zip(atoms, place, strict=True)]
            found = [
                growing.find(definitions.key(response, restricted)) if cycle is None else cycle.numbers[place]
                for response, cycle in zip(one.responses, known, strict=True)
            ]
            cells = [int(cell) for cell in found if cell is not None]
            if len(cells) == len(found) and cells[0] >= 0:
                rows.append(SumRow(cells[0], tuple(cells[1:])))
    return rows


def _refuse_wrong(
    growing: Growing,
    shapes: Sequence[Shape],
    places: Sequence[Integers],
    one: SumOf,
    rows: Sequence[SumRow],
    units: Mapping[Response, int],
) -> None:
    """Raise :class:`Refused` for cells in which the parts do not add up to the total."""
    wrong = []
    for row in rows:
        parts = zip(row.parts, one.parts, strict=True)
        whole = sum(growing.values[part] * units[own] for part, own in parts if part >= 0)
        difference = whole - growing.values[row.total] * units[one.total]
        if difference:
            wrong.append((row.total, difference))
    if not wrong:
        return
    names = tuple(_name(shapes, places, cell) for cell, _ in wrong[:_LISTED])
    raise Refused(
        error(
            "linked.sum_not_additive",
            total=one.names[0],
            parts=one.names[1:],
            difference=abs(wrong[0][1]),
            cells=names if len(wrong) <= _LISTED else (*names, "…"),
            number=len(wrong),
        )
    )


def _name(shapes: Sequence[Shape], places: Sequence[Integers], cell: int) -> str:
    for shape, own in zip(shapes, places, strict=True):
        found = np.flatnonzero(own == cell)
        if len(found):
            return shape.table.cell_name(int(found[0]))
    return "…"
