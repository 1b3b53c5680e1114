"""Tables of tau-ARGUS (.tab with .rda) as tables to judge, protect and audit.

The table includes the statuses, costs, protection levels, frequencies and largest contributions of the lines.
A total that is not listed is computed from its parts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np

from sdc_desktop.engine.data.argus.codes import parse_hrc
from sdc_desktop.engine.data.argus.places import file_text, found_file
from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable, parse_rda
from sdc_desktop.engine.data.limits import MOST_TABLE_CELLS
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.dimension import TOTAL, Dimension, from_splits
from sdc_desktop.engine.tables.files.jj import Instance
from sdc_desktop.engine.tables.files.tab import TabCell, explanatory, parse_tab
from sdc_desktop.engine.tables.recomputed import GivenTotals, not_additive, recomputed
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations, product_relations
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, all_codes, refuse_too_large, unit_of

_PARTS = ("SHADOW", "COSTVAR", "FREQUENCY", "MAXSCORE", "LOWERPL", "UPPERPL", "STATUS", "WEIGHT")
_LEAD = "@"
Parents = Mapping[str, str]  # code -> the code it is part of


@dataclass(frozen=True)
class TabTable:
    """A table from a file. ``instance``: None where some values are not given. ``behind``: None where the
    file has no frequencies; ``places``: how many of the largest contributions it has. ``read``: the variables
    of the values and of what they consist of.
    """

    table: Table
    instance: Instance | None
    behind: Contributions | None
    places: int
    notes: tuple[Problem, ...]
    read: tuple[str, ...] = ()
    recomputed: GivenTotals = field(default_factory=dict)


def open_tab(
    tab: Path,
    metadata: Path,
    response: str | None = None,
    *,
    must_add_up: bool = True,
    unit: Decimal | None = None,
    recompute: bool = False,
    rounded_to: Number | None = None,
) -> TabTable:
    """Read a table; its unit is `unit`, or the last decimal of its values. Raises :class:`Refused` where a
    file is malformed, where codes do not fit the hierarchies, and where the values do not add up; with
    ``recompute`` only where rounding (to ``rounded_to``) does not explain it.
    """
    rda = parse_rda(file_text(metadata), metadata.name, of_table=True)
    cells = parse_tab(file_text(tab), rda, tab.name)
    if not cells:
        raise Refused(error("tauargus.no_cells", Place(file=tab.name)))
    variables = explanatory(rda)
    if not variables:
        raise Refused(error("tauargus.no_codes", Place(file=metadata.name)))
    dimensions = tuple(
        _dimension(variable, list(dict.fromkeys(cell.codes[axis] for cell in cells)), metadata)
        for axis, variable in enumerate(variables)
    )
    number = float(np.prod([float(len(dimension)) for dimension in dimensions]))
    if number > MOST_TABLE_CELLS:
        raise Refused(
            error("table.too_many_cells", Place(file=tab.name), number=number, most=MOST_TABLE_CELLS)
        )
    grid = _Grid(cells, dimensions, tab.name)
    value = _response(rda, response, metadata.name)
    stated, listed, summed = _table(grid, value, unit)
    whole = recomputed(stated, rounded_to, listed & stated.known) if recompute else None
    table = stated if whole is None else whole.table
    problems = not_additive(table) if must_add_up else ()
    if problems:
        raise Refused(problems)
    instance = _instance(grid, rda, table) if table.known.all() else None
    read = tuple(dict.fromkeys((value, *(v.name for tag in _PARTS for v in rda.with_tag(tag)))))
    sums = np.minimum(np.abs(table.values), np.abs(stated.values))
    behind, places, notes = _behind(grid, rda, table, sums, listed, summed)
    given, recomputing = ({}, ()) if whole is None else (whole.given, whole.notes)
    return TabTable(table, instance, behind, places, (*rda.notes, *recomputing, *notes), read, given)


class _Grid:
    """The lines of a file at their cells: each cell's number among all combinations of categories."""

    def __init__(self, cells: Sequence[TabCell], dimensions: tuple[Dimension, ...], file: str) -> None:
        self.cells, self.dimensions, self.file = cells, dimensions, file
        shape = [len(dimension) for dimension in dimensions]
        self.size = int(np.prod(shape))
        self.relations = product_relations(dimensions)
        codes = [
            [dimension.places[cell.codes[axis]] for cell in cells]
            for axis, dimension in enumerate(dimensions)
        ]
        self.places: Integers = np.ravel_multi_index(tuple(map(np.array, codes)), shape).astype(np.int64)

    def numbers(self, name: str) -> list[Decimal | None]:
        """The numbers of a variable, line by line."""
        return [cell.numbers[name] for cell in self.cells]

    def spread(self, name: str, unit: Decimal) -> Integers:
        """The numbers of a variable in units over all cells; 0 where none is given."""
        found = np.zeros(self.size, dtype=np.int64)
        units = [0 if v is None else int((v / unit).to_integral_value()) for v in self.numbers(name)]
        refuse_too_large(max(map(abs, units), default=0), Place(file=self.file))
        found[self.places] = units
        return found

    def statuses(self, *wanted: str) -> Flags:
        """The cells of one of these statuses."""
        flags = np.zeros(self.size, dtype=np.bool_)
        for place, cell in zip(self.places.tolist(), self.cells, strict=True):
            flags[place] |= cell.status in wanted
        return flags


def _response(metadata: Metadata, name: str | None, file: str) -> str:
    if name is not None:
        variable = metadata.variable(name)
        if variable is None or ("NUMERIC" not in variable.tags and "FREQUENCY" not in variable.tags):
            raise Refused(error("tauargus.no_response", Place(file=file), name=name))
        return variable.name
    plain = (
        v for v in metadata.variables if "NUMERIC" in v.tags and not any(tag in v.tags for tag in _PARTS)
    )
    found = next(plain, None) or next(iter(metadata.with_tag("FREQUENCY")), None)
    if found is None:
        raise Refused(error("tauargus.no_response", Place(file=file), name=""))
    return found.name


def _dimension(variable: RdaVariable, labels: list[str], metadata: Path) -> Dimension:
    """The categories of a variable: the total, the tree of the metadata, and codes outside the tree. Codes
    outside the tree are directly below the total. Codes are matched without their padding.
    """
    total = next((x for x in labels if x.strip() == (variable.argument("TOTCODE") or TOTAL).strip()), None)
    bare = {label.strip(): label for label in labels}
    parents = _parents(variable, list(bare), metadata)
    children: dict[str, list[str]] = {}
    for code, label in bare.items():
        above = parents.get(code)
        while above is not None and above not in bare:  # a level that the file leaves out
            above = parents.get(above)
        parent = total if above is None else bare[above]
        if parent is not None and label != parent:
            children.setdefault(parent, []).append(label)
    return from_splits(variable.name, labels, list(children.items()))


def _parents(variable: RdaVariable, codes: Sequence[str], metadata: Path) -> Parents:
    listed = variable.argument("HIERCODELIST")
    if listed is not None:
        path = found_file(metadata.parent, listed)
        lead = variable.argument("HIERLEADSTRING") or _LEAD
        return dict(_of_tree(path, lead))
    widths = [int(part) for part in variable.arguments("HIERLEVELS") if part.isdecimal()]
    cuts = [sum(widths[: place + 1]) for place in range(len(widths)) if widths[place]]
    return {code: code[:cut] for code in codes for cut in cuts if cut < len(code)}


def _of_tree(path: Path, lead: str) -> Iterator[tuple[str, str]]:
    above: list[str] = []
    for node in parse_hrc(file_text(path), lead, path.name):
        code = node.code.strip()
        above = [*above[: node.depth], code]
        if node.depth:
            yield code, above[node.depth - 1]


def _table(grid: _Grid, response: str, unit: Decimal | None) -> tuple[Table, Flags, list[int]]:
    """The table, which of its cells the file lists, and the relations that give totals it does not list. A
    `unit` is made as fine as the contributions.
    """
    numbers = grid.numbers(response)
    finest = unit_of([value for value in numbers if value is not None])
    if unit is None:
        unit = finest
    else:
        every = (value for cell in grid.cells for value in cell.numbers.values())
        unit = min(unit, unit_of([value for value in every if value is not None]))
    where = Place(file=grid.file)
    refuse_too_large(
        max((abs(int(value / unit)) for value in numbers if value is not None), default=0), where
    )
    values = np.zeros(grid.size, dtype=np.int64)
    listed, known = np.zeros(grid.size, dtype=np.bool_), np.zeros(grid.size, dtype=np.bool_)
    for place, cell, value in zip(grid.places.tolist(), grid.cells, numbers, strict=True):
        if listed[place] and (known[place], values[place]) != (value is not None, int((value or 0) / unit)):
            raise Refused(error("table.cell_twice", where, cell=" / ".join(cell.codes)))
        listed[place], known[place] = True, value is not None
        values[place] = 0 if value is None else int(value / unit)
    reckoned, open_, summed = _reckon(grid.relations, values, known, listed)
    empty = (~listed & ~reckoned & ~open_) | (grid.statuses("empty") & (values == 0))
    table = Table(
        grid.dimensions,
        all_codes(grid.dimensions),
        values,
        known | empty | reckoned,
        empty,
        grid.relations,
        unit,
    )
    return table, listed, summed


def _reckon(
    relations: Relations, values: Integers, known: Flags, listed: Flags
) -> tuple[Flags, Flags, list[int]]:
    """Totals that are not listed, from their parts (leaves that are not listed are empty): which of them are
    not zero, which cannot be computed because a part is not given, and the relations used, in their order.
    """
    summed: list[int] = []
    reckoned = np.zeros(len(values), dtype=np.bool_)
    parents = relations.cells[relations.starts[:-1]]  # of all combinations: the sum comes first
    ready = ~listed
    ready[parents] = False
    ready |= known
    waiting = np.flatnonzero(~listed[parents]).tolist()
    changed = True
    while changed:
        changed = False
        for row in waiting:
            cells, signs = relations.row(row)
            parent, parts = int(cells[0]), cells[1:]
            if not ready[parent] and ready[parts].all():
                values[parent] = int(signs[1:] @ values[parts])
                reckoned[parent] = values[parent] != 0
                ready[parent] = changed = True
                summed.append(row)
    return reckoned, ~listed & ~ready, summed


def _instance(grid: _Grid, rda: Metadata, table: Table) -> Instance:
    unsafe, secondary = grid.statuses("unsafe"), grid.statuses("secondary")
    costs = np.abs(table.values).astype(np.float64) * float(table.unit)
    for variable in rda.with_tag("COSTVAR")[:1]:
        for place, value in zip(grid.places.tolist(), grid.numbers(variable.name), strict=True):
            costs[place] = costs[place] if value is None else max(0.0, float(value))
    least = -NO_BOUND if (table.values < 0).any() else 0
    levels = {int(cell): Levels() for cell in np.flatnonzero(unsafe)}
    sides = {side: rda.with_tag(tag)[:1] for side, tag in (("upper", "UPPERPL"), ("lower", "LOWERPL"))}
    for place, cell in zip(grid.places.tolist(), grid.cells, strict=True):
        if unsafe[place]:
            fields = {
                side: Fraction((cell.numbers[v[0].name] if v else None) or 0) / Fraction(table.unit)
                for side, v in sides.items()
            }
            levels[place] = Levels(fields["upper"], fields["lower"])
    return Instance(
        table,
        costs,
        unsafe,
        (grid.statuses("frozen") | table.empty | (table.values == 0)) & ~unsafe & ~secondary,
        np.full(len(table), least),
        np.full(len(table), NO_BOUND),
        levels,
        secondary if secondary.any() else None,
        stated=bool(rda.with_tag("STATUS")),
    )


def _behind(
    grid: _Grid,
    metadata: Metadata,
    table: Table,
    sums: Integers,
    listed: Flags,
    summed: Sequence[int],
) -> tuple[Contributions | None, int, tuple[Problem, ...]]:
    """The contributions that rules need, the number of largest contributions in the file, and a warning where
    frequencies do not add up. The sum of contributions is the shadow variable's if there is one, else that of
    ``sums`` (cells,).
    """
    frequencies = metadata.with_tag("FREQUENCY")
    if not frequencies:
        return None, 0, ()
    counts = grid.spread(frequencies[0].name, Decimal(1))
    shadow = metadata.with_tag("SHADOW")
    whole = np.abs(grid.spread(shadow[0].name, table.unit)) if shadow else sums
    tops = [np.abs(grid.spread(v.name, table.unit)) for v in metadata.with_tag("MAXSCORE")]
    stated_places = len(tops)
    tops += [np.zeros(grid.size, dtype=np.int64)] * (2 - stated_places)
    largest = np.stack(tops, axis=1)
    notes = tuple(_wrong_frequencies(grid, frequencies[0].name, table, counts, listed))
    magnitudes = np.where(listed, whole, sums)
    for row in summed:  # totals that the file does not list have the contributors of their parts
        parent, *parts = table.relations.row(row)[0].tolist()
        counts[parent], magnitudes[parent] = counts[parts].sum(), magnitudes[parts].sum()
        largest[parent] = -np.sort(-largest[parts].ravel())[: largest.shape[1]]
    behind = Contributions(
        values=table.values,
        magnitudes=magnitudes,
        contributors=counts,
        weighted=counts,
        negative=table.values < 0,
        largest=largest,
        largest_open=largest[:, 0],
        largest_asking=None,
        weight_one=1,
    )
    return behind, stated_places, notes


def _wrong_frequencies(
    grid: _Grid, name: str, table: Table, counts: Integers, listed: Flags
) -> Iterator[Problem]:
    """A warning where the frequencies of cells do not add up to those of a total."""
    shown = listed | table.empty
    wrong = table.relations.differences(counts) * table.relations.complete(shown)
    rows = np.flatnonzero(wrong).tolist()
    if rows:
        cell = table.relations.parent(rows[0])
        yield warning(
            "tauargus.frequencies",
            Place(file=grid.file),
            name=name,
            cell=table.cell_name(cell),
            value=int(counts[cell]),
            difference=abs(int(wrong[rows[0]])),
            number=len(rows),
        )
