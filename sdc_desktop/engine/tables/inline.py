"""Tables listed in a plan: their cells, and which are sums of others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

import numpy as np

from sdc_desktop.engine.data.limits import MOST_TABLE_CELLS
from sdc_desktop.engine.json_text import read_text
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.dimension import Dimension, from_splits
from sdc_desktop.engine.tables.files.jj import Instance, parse_jj
from sdc_desktop.engine.tables.files.tab_table import open_tab
from sdc_desktop.engine.tables.recomputed import GivenTotals, not_additive, recomputed
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.rounded_values import base_of, least_behind, refuse_impossible, true_unit
from sdc_desktop.engine.tables.specs.settings import Coordinates, Label, SplitSpec, TableSpec
from sdc_desktop.engine.tables.table import Table, all_codes, in_units, least_known, refuse_too_large, unit_of

ROW, COLUMN = "row", "column"  # the names of the dimensions of a two-way table
Cells = Sequence[tuple[tuple[str, ...], Number | None]]


def inline_table(
    spec: TableSpec,
    relations: Sequence[SplitSpec] = (),
    unit: Number | None = None,
    key: str = "params.table",
    *,
    must_add_up: bool = True,
) -> Table:
    """The table of a plan. Raises :class:`Refused` where its parts do not fit or the known cells do not add
    up.

    ``relations``: codes that are the sums of others, for every dimension that has them all; the total is the
    sum of the codes that are parts of no other. ``unit``: the precision of the values, by default their last
    decimal. Rounded tables need not add up.
    """
    names, listed = _cells_of(spec, key)
    splits = _texts(relations)
    own = {name: _texts(sums) for name, sums in (spec.sums or {}).items()}
    dimensions = _dimensions(names, listed, splits, own, str(spec.total_code), key)
    number = int(np.prod([len(dimension) for dimension in dimensions], dtype=np.float64))
    if number > MOST_TABLE_CELLS:
        raise Refused(error("table.too_many_cells", Place(key=key), number=number, most=MOST_TABLE_CELLS))
    table = _filled(dimensions, listed, unit, key)
    problems = not_additive(table) if must_add_up else ()
    if problems:
        raise Refused(problems)
    return table


def _cells_of(spec: TableSpec, key: str) -> tuple[tuple[str, ...], Cells]:
    return _two_way(spec, key) if spec.rows is not None else _listed(spec, key)


def _texts(relations: Sequence[SplitSpec]) -> list[tuple[str, tuple[str, ...]]]:
    return [(str(parent), tuple(map(str, children))) for parent, children in relations]


def _two_way(spec: TableSpec, key: str) -> tuple[tuple[str, ...], Cells]:
    if spec.columns is None or spec.values is None:
        raise Refused(error("table.lacks_parts", Place(key=key)))
    rows = _with_total(spec.rows or (), len(spec.values), spec.total_code, f"{key}.rows")
    widths = {len(row) for row in spec.values}
    columns = _with_total(spec.columns, max(widths, default=0), spec.total_code, f"{key}.columns")
    cells = []
    for number, (row, values) in enumerate(zip(rows, spec.values, strict=True)):
        if len(values) != len(columns):
            where = Place(key=f"{key}.values[{number}]")
            raise Refused(error("table.wrong_length", where, number=len(values), expected=len(columns)))
        cells += [((row, column), value) for column, value in zip(columns, values, strict=True)]
    return (ROW, COLUMN), cells


def _with_total(labels: Sequence[Label], wanted: int, total: Label, key: str) -> tuple[str, ...]:
    """The labels, with the total's where it was omitted."""
    listed = tuple(map(str, labels))
    listed = (*listed, str(total)) if wanted == len(listed) + 1 else listed
    if len(listed) != wanted:
        raise Refused(error("table.wrong_length", Place(key=key), number=len(listed), expected=wanted))
    return listed


def _listed(spec: TableSpec, key: str) -> tuple[tuple[str, ...], Cells]:
    if spec.dimensions is None or spec.cells is None:
        raise Refused(error("table.lacks_parts", Place(key=key)))
    cells: dict[tuple[str, ...], Number | None] = {}
    for number, (coordinates, value) in enumerate(spec.cells):
        where = Place(key=f"{key}.cells[{number}]")
        place = tuple(map(str, coordinates))
        if len(place) != len(spec.dimensions):
            expected = len(spec.dimensions)
            raise Refused(error("table.wrong_length", where, number=len(place), expected=expected))
        if place in cells:
            raise Refused(error("table.cell_twice", where, cell=" / ".join(place)))
        cells[place] = value
    return tuple(spec.dimensions), list(cells.items())


def _dimensions(
    names: Sequence[str],
    cells: Cells,
    splits: Sequence[tuple[str, tuple[str, ...]]],
    of_one: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]],
    total: str,
    key: str,
) -> tuple[Dimension, ...]:
    """The dimensions, each with the splits whose codes it has, its own (``of_one``) and that of its total."""
    found, used = [], set()
    for axis, name in enumerate(names):
        labels = list(dict.fromkeys(coordinates[axis] for coordinates, _ in cells))
        own = [split for split in splits if {split[0], *split[1]} <= set(labels)]
        used |= set(own)
        own += of_one.get(name, ())
        last = labels[-1] if names == (ROW, COLUMN) and labels and total not in labels else total
        found.append(from_splits(name, labels, [*own, *_total_split(labels, own, last)]))
    unused = [split for split in splits if split not in used]
    if unused:
        raise Refused(error("table.relation_unknown", Place(key="params.relations"), label=unused[0][0]))
    return tuple(found)


def _total_split(
    labels: Sequence[str], splits: Sequence[tuple[str, tuple[str, ...]]], total: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The total as the sum of what is part of nothing else, unless the plan says otherwise."""
    parts = {part for _, children in splits for part in children}
    children = tuple(label for label in labels if label != total and label not in parts)
    is_given = any(parent == total for parent, _ in splits)
    if total in labels and not is_given and children:
        yield total, children


def _filled(dimensions: tuple[Dimension, ...], cells: Cells, unit: Number | None, key: str) -> Table:
    decimals = [Decimal(str(value)) for _, value in cells if value is not None]
    step = unit_of(decimals) if unit is None else Decimal(str(unit))
    shape = tuple(len(dimension) for dimension in dimensions)
    values = np.zeros(shape, dtype=np.int64)
    known, empty = np.zeros(shape, dtype=np.bool_), np.ones(shape, dtype=np.bool_)
    refuse_too_large(max((abs(int(value / step)) for value in decimals), default=0), Place(key=key))
    for coordinates, value in cells:
        place = tuple(d.places[label] for d, label in zip(dimensions, coordinates, strict=True))
        empty[place] = False
        if value is None:
            continue
        units = in_units(value, step)
        name = " / ".join(coordinates)
        if units is None:
            raise Refused(
                error("table.no_multiple", Place(key=key), cell=name, value=value, unit=float(step))
            )
        if known[place] and values[place] != units:  # one category under two codes
            raise Refused(error("table.one_cell_two_values", Place(key=key), cell=name))
        values[place], known[place] = units, True
    return Table(
        dimensions,
        all_codes(dimensions),
        values.ravel(),
        (known | empty).ravel(),
        empty.ravel(),
        product_relations(dimensions),
        step,
    )


def cell_numbers(
    table: Table, listed: Sequence[tuple[Sequence[Label], Number]], key: str
) -> Mapping[int, Number]:
    """Numbers given cell by cell, by the cells' own numbers. Raises :class:`Refused` for unknown ones."""
    found: dict[int, Number] = {}
    for place, (coordinates, value) in enumerate(listed):
        found[cell_at(table, coordinates, f"{key}[{place}]")] = value
    return found


def cell_at(table: Table, coordinates: Sequence[Label], key: str) -> int:
    """The number of the cell with these coordinates. Raises :class:`Refused` where there is none."""
    cell = table.find(tuple(map(str, coordinates)))
    if cell is None:
        raise Refused(error("table.no_such_cell", Place(key=key), cell=" / ".join(map(str, coordinates))))
    return cell


_KEY = "params.table"


@dataclass(frozen=True)
class OpenedTable:
    """A table; an instance also has costs, statuses, bounds and levels. ``behind``: the contributions for
    rules, with this number of ``places`` of the largest; None where nothing is known of them. ``read``: the
    variables that a file of tau-ARGUS has for its values and what they consist of; None of other tables.
    ``shown_as``: rows without a value whose cell another row shows, because a category is the only part of
    another. ``lower``, ``upper``: what signs of suppressed cells state of their values.
    """

    table: Table
    instance: Instance | None = None
    behind: Contributions | None = None
    places: int = 0
    notes: tuple[Problem, ...] = ()
    read: tuple[str, ...] | None = None
    shown_as: tuple[tuple[str, ...], ...] = ()
    lower: tuple[tuple[Coordinates, Number], ...] = ()
    upper: tuple[tuple[Coordinates, Number], ...] = ()
    recomputed: GivenTotals = field(default_factory=dict)


def open_table(
    spec: TableSpec,
    base: Path,
    relations: Sequence[SplitSpec] = (),
    unit: Number | None = None,
    *,
    must_add_up: bool = True,
) -> OpenedTable:
    """The table given, or that of the file named; paths are relative to `base`. Rounded tables, by the spec
    or otherwise (`must_add_up`), need not add up. Raises :class:`Refused`.
    """
    rounded_to = spec.rounded
    if rounded_to is None:
        return _judged_least(_opened(spec, base, relations, unit, must_add_up=must_add_up), spec.rounded_to)
    if spec.instance is not None:
        raise Refused(error("table.rounded_instance", Place(key=f"{_KEY}.rounded_to")))
    if spec.tab is None and unit is None:
        unit = float(true_unit(rounded_to))
    opened = _opened(spec, base, relations, unit, must_add_up=False)
    rounding = base_of(opened.table, rounded_to)
    refuse_impossible(opened.table, rounding, least_known(None, opened.table, opened.table.known))
    rounded = note("table.rounded_to", Place(key=f"{_KEY}.rounded_to"), base=rounded_to)
    table = replace(opened.table, base=rounding)
    behind = None if opened.behind is None else least_behind(opened.behind, rounding)
    return replace(opened, table=table, behind=behind, notes=(rounded, *opened.notes))


def _judged_least(opened: OpenedTable, rounded_to: Number | None) -> OpenedTable:
    """A table whose totals were recomputed, with its contributions by the least sums behind rounded values.
    Raises :class:`Refused` where values are no multiples.
    """
    if rounded_to is None or rounded_to <= opened.table.unit:
        return opened
    rounding = base_of(opened.table, rounded_to)
    behind = None if opened.behind is None else least_behind(opened.behind, rounding)
    return replace(opened, behind=behind)


def _shown_as(spec: TableSpec, table: Table) -> tuple[tuple[str, ...], ...]:
    """The rows of cells without a value that are known all the same, by another row."""
    if not any(dimension.twins for dimension in table.dimensions):
        return ()
    hidden = (place for place, value in _cells_of(spec, _KEY)[1] if value is None)
    return tuple(place for place in hidden if table.known[cell_at(table, place, _KEY)])


def _opened(
    spec: TableSpec,
    base: Path,
    relations: Sequence[SplitSpec],
    unit: Number | None,
    *,
    must_add_up: bool,
) -> OpenedTable:
    named = [path for path in (spec.instance, spec.tab) if path is not None]
    if not named:
        table = inline_table(spec, relations, unit, _KEY, must_add_up=must_add_up and spec.totals is None)
        if spec.totals is None:
            return OpenedTable(table, shown_as=_shown_as(spec, table))
        whole = recomputed(table, spec.rounded_to)
        shown = _shown_as(spec, whole.table)
        return OpenedTable(whole.table, notes=whole.notes, shown_as=shown, recomputed=whole.given)
    if len(named) > 1 or spec.rows or spec.cells or relations or unit is not None:
        raise Refused(error("table.instance_and_more", Place(key=_KEY)))
    if spec.tab is not None:
        if spec.metadata is None:
            raise Refused(error("tauargus.no_metadata", Place(key=f"{_KEY}.metadata")))
        fine = None if spec.rounded is None else true_unit(spec.rounded)
        found = open_tab(
            base / spec.tab,
            base / spec.metadata,
            spec.response,
            must_add_up=must_add_up,
            unit=fine,
            recompute=spec.totals is not None,
            rounded_to=spec.rounded_to,
        )
        return OpenedTable(
            found.table,
            found.instance,
            found.behind,
            found.places,
            found.notes,
            read=found.read,
            recomputed=found.recomputed,
        )
    assert spec.instance is not None
    if spec.totals is not None:
        raise Refused(error("table.totals_of_instance", Place(key=f"{_KEY}.totals")))
    instance = parse_jj(read_text(base / spec.instance), spec.instance)
    return OpenedTable(instance.table, instance)
