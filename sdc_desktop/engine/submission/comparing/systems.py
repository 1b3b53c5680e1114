"""Tables as cells of a common definition, brought into one system of relations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.comparing.definitions import Definition
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import MOST, NO_BOUND

Key = Definition | tuple[int, int]  # of a cell in the system: its definition, or its place in a table
MOST_CELLS = 50_000  # of a component that is audited


@dataclass(frozen=True)
class KnownCell:
    """A cell of a table: its definition, its value (None: suppressed), bounds that its mark states, and the
    count behind it where it is no count.
    """

    definition: Definition
    value: Decimal | None
    address: str = ""
    low: int | None = None
    high: int | None = None
    behind: int | None = None
    unread: tuple[str, str] = ("", "")  # of the labels of its row and column, in its own table


@dataclass(frozen=True)
class KnownTable:
    """A table that is submitted or was released. ``relations``: numbers of a total and its parts.
    ``statements``: numbers of persons stated for it, each with the words around it.
    """

    id: str
    name: str
    earlier: bool
    cells: tuple[KnownCell, ...]
    relations: tuple[tuple[int, tuple[int, ...]], ...] = ()
    rounded: int = 0
    statements: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Follows:
    """A cell that is suppressed in one table and follows with another: numbers of the cell in table
    ``here``, the other table, and whether it is published there.
    """

    here: int
    cell: int
    there: int
    published: bool
    value: Decimal


@dataclass
class _Node:
    value: Decimal | None = None
    by: int = -1  # the table that publishes it
    low: int = 0
    high: int | None = None
    hidden: list[tuple[int, int]] = field(default_factory=list)  # (table, cell) where it is suppressed
    tables: set[int] = field(default_factory=set)


def following(
    tables: Sequence[KnownTable], context: JobContext
) -> tuple[list[Follows], list[tuple[int, list[int]]]]:
    """Suppressed cells that are published elsewhere or follow jointly; and the components that are too large
    to be audited, each with its size and tables. Raises Cancelled.
    """
    nodes, places = _nodes(tables)
    found = list(_published(nodes, tables))
    known = {(one.here, one.cell) for one in found}
    sizes: list[tuple[int, list[int]]] = []
    for component in _components(nodes, places, tables):
        if len(component.nodes) > MOST_CELLS:
            sizes.append((len(component.nodes), sorted(_tables_of(component, nodes))))
            continue
        context.checkpoint()
        for one in _derived(component, nodes, tables, context):
            if (one.here, one.cell) not in known:
                found.append(one)
    return found, sizes


def _nodes(tables: Sequence[KnownTable]) -> tuple[dict[Key, _Node], list[list[Key]]]:
    """Cells of equal definition as one node; a cell that is published with two values stays that of its
    table, as do those of rounded tables.
    """
    values: dict[Definition, set[Decimal]] = {}
    for table in tables:
        for cell in () if table.rounded else table.cells:
            if cell.value is not None:
                values.setdefault(cell.definition, set()).add(cell.value)
    nodes: dict[Key, _Node] = {}
    places: list[list[Key]] = []
    for number, table in enumerate(tables):
        own: list[Key] = []
        for place, cell in enumerate(table.cells):
            unclear = table.rounded or len(values.get(cell.definition, ())) > 1
            key: Key = (number, place) if unclear else cell.definition
            own.append(key)
            if table.rounded:
                continue
            node = nodes.setdefault(key, _Node())
            node.tables.add(number)
            if cell.value is not None:
                if node.value is None:
                    node.value, node.by = cell.value, number
            else:
                node.hidden.append((number, place))
                node.low = max(node.low, cell.low or 0)
                if cell.high is not None:
                    node.high = cell.high if node.high is None else min(node.high, cell.high)
        places.append(own)
    return nodes, places


def _published(nodes: Mapping[Key, _Node], tables: Sequence[KnownTable]) -> Iterator[Follows]:
    for node in nodes.values():
        if node.value is None:
            continue
        for table, cell in node.hidden:
            if table != node.by and not (tables[table].earlier and tables[node.by].earlier):
                yield Follows(table, cell, node.by, True, node.value)


@dataclass
class _Component:
    nodes: list[Key]
    rows: list[tuple[list[Key], list[int]]]


def _components(
    nodes: Mapping[Key, _Node], places: Sequence[Sequence[Key]], tables: Sequence[KnownTable]
) -> Iterator[_Component]:
    """Groups of relations joined by suppressed cells, of several tables and with something new in them."""
    rows: list[tuple[list[Key], list[int]]] = []
    parent: dict[Key, Key] = {}

    def root(key: Key) -> Key:
        while (above := parent.get(key, key)) != key:
            parent[key] = parent.get(above, above)
            key = above
        return key

    seen: set[tuple[Key, ...]] = set()
    for number, table in enumerate(tables):
        if table.rounded:
            continue
        for total, parts in table.relations:
            keys = [places[number][one] for one in (total, *parts)]
            open_ = [key for key in keys if nodes[key].value is None]
            if not open_ or tuple(keys) in seen:
                continue
            seen.add(tuple(keys))
            rows.append((keys, [-1, *(1,) * len(parts)]))
            first = root(open_[0])
            for key in open_[1:]:
                parent[root(key)] = first
    groups: dict[Key, _Component] = {}
    for keys, signs in rows:
        first = root(next(key for key in keys if nodes[key].value is None))
        group = groups.setdefault(first, _Component([], []))
        group.rows.append((keys, signs))
    for group in groups.values():
        group.nodes = list(dict.fromkeys(key for keys, _ in group.rows for key in keys))
        involved = _tables_of(group, nodes)
        if len(involved) > 1 and any(not tables[one].earlier for one in involved):
            yield group


def _derived(
    component: _Component, nodes: Mapping[Key, _Node], tables: Sequence[KnownTable], context: JobContext
) -> Iterator[Follows]:
    numbers = {key: number for number, key in enumerate(component.nodes)}
    values = [nodes[key].value for key in component.nodes]
    decimals = max((_decimals(value) for value in values if value is not None), default=0)
    lower = np.zeros(len(values), dtype=np.int64)
    upper = np.full(len(values), NO_BOUND, dtype=np.int64)
    for number, (key, value) in enumerate(zip(component.nodes, values, strict=True)):
        node = nodes[key]
        if value is not None:
            units = int(value.scaleb(decimals))
            if abs(units) > MOST:
                return
            lower[number] = upper[number] = units
            continue
        lower[number] = node.low * 10**decimals
        if node.high is not None:
            upper[number] = node.high * 10**decimals
    if any(value is not None and value < 0 for value in values):
        lower = np.where(lower == 0, -NO_BOUND, lower)
    rows = [([numbers[key] for key in keys], signs) for keys, signs in component.rows]
    open_ = [number for number, value in enumerate(values) if value is None]
    known = Knowledge(relations_of(len(values), rows), lower, upper)
    try:
        found = intervals(known, open_, context)
    except Contradiction:
        return
    for number, one in zip(open_, found, strict=True):
        if one.lower is None or one.lower != one.upper:
            continue
        node = nodes[component.nodes[number]]
        value = Decimal(int(one.lower)).scaleb(-decimals)
        for table, cell in node.hidden:
            others = sorted(_tables_of(component, nodes) - {table})
            if others:
                there = next((one for one in others if tables[one].earlier), others[0])
                yield Follows(table, cell, there, False, value)


def _tables_of(component: _Component, nodes: Mapping[Key, _Node]) -> set[int]:
    """The tables with an open cell, and those with a value for a cell suppressed elsewhere."""
    own = [nodes[key] for key in component.nodes]
    found = {one for node in own if node.value is None for one in node.tables}
    return found | {node.by for node in own if node.value is not None and node.hidden}


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return min(max(0, -exponent), 9) if isinstance(exponent, int) else 0


def by_cell(tables: Iterable[KnownTable]) -> Iterator[tuple[int, int, KnownCell]]:
    """All cells with the numbers of their table and within it."""
    for number, table in enumerate(tables):
        for place, cell in enumerate(table.cells):
            yield number, place, cell
