"""Tables for tests, small or seeded, and plain enumeration of what an intruder can derive from them."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from hypothesis import strategies as st

from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.dimension import Dimension, from_levels, from_splits
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.engine.tables.table import NO_BOUND, Table, all_codes

# Domingo-Ferrer, Oganian & Torra 2002, table 1; the total of column 4 as the specification corrects it
GOLDEN_ROWS = ("2,3", "4", "5", "6", "7", "Total")
GOLDEN_COLUMNS = ("4", "5", "6", "7", "8", "Total")
GOLDEN_VALUES = (
    (80, 253, 54, 0, 0, 387),
    (641, 3694, 2062, 746, 0, 7143),
    (592, None, 329, None, 1440, 3898),
    (57, None, 946, None, 2027, 4281),
    (78, 0, 890, 1719, 1743, 4430),
    (1448, 4353, 4281, 4847, 5210, 20139),
)


def golden_spec(values=GOLDEN_VALUES) -> TableSpec:
    """The source's table 1 as a plan tells it."""
    return TableSpec(rows=GOLDEN_ROWS, columns=GOLDEN_COLUMNS, values=values)


def flat(name: str, leaves: int) -> Dimension:
    """A total and its parts."""
    labels = ["Total", *(f"{name}{number}" for number in range(leaves))]
    return from_splits(name, labels, [("Total", labels[1:])])


def tree(name: str, groups: Sequence[int]) -> Dimension:
    """A total, groups, and so many leaves in each."""
    tops = [f"{name}{group}" for group in range(len(groups))]
    below = {top: [f"{top}.{leaf}" for leaf in range(size)] for top, size in zip(tops, groups, strict=True)}
    labels = ["Total", *tops, *(leaf for leaves in below.values() for leaf in leaves)]
    return from_splits(name, labels, [("Total", tops), *below.items()])


def crossing(name: str) -> Dimension:
    """Four leaves grouped in two ways that do not nest."""
    splits = [("Total", ["a", "b"]), ("a", ["1", "2"]), ("b", ["3", "4"])]
    splits += [("Total", ["c", "d"]), ("c", ["1", "3"]), ("d", ["2", "4"])]
    return from_splits(name, ["Total", "a", "b", "c", "d", "1", "2", "3", "4"], splits)


def table_of(dimensions: Sequence[Dimension], inner: Sequence[int], unit: Decimal = Decimal(1)) -> Table:
    """The table whose leaf cells have these values, in row-major order."""
    values = np.zeros([len(d) for d in dimensions], dtype=np.int64)
    values[np.ix_(*(d.leaves for d in dimensions))] = np.reshape(inner, [len(d.leaves) for d in dimensions])
    for axis, dimension in enumerate(dimensions):
        along = np.moveaxis(values, axis, 0)
        for place, below in enumerate(dimension.below):
            if place not in dimension.leaves:
                along[place] = sum(along[leaf] for leaf in below)
    cells = values.size
    return Table(
        tuple(dimensions),
        all_codes(dimensions),
        values.ravel(),
        np.ones(cells, dtype=bool),
        np.zeros(cells, dtype=bool),
        product_relations(dimensions),
        unit,
    )


def every_table(table: Table, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Every additive table of whole numbers within the bounds, (tables, cells): all leaf cells are tried."""
    leaves = leaf_cells(table)
    ranges = [np.arange(low, high + 1) for low, high in zip(lower[leaves], upper[leaves], strict=True)]
    assert np.prod([float(len(r)) for r in ranges]) <= 3e6
    inner = np.stack([axis.ravel() for axis in np.meshgrid(*ranges, indexing="ij")], axis=1)
    sums = np.stack([table_of(table.dimensions, unit).values for unit in np.eye(len(leaves), dtype=int)])
    every = inner @ sums
    return every[((every >= lower) & (every <= upper)).all(axis=1)]


def leaf_cells(table: Table) -> np.ndarray:
    """The numbers of the cells that are not sums."""
    places = np.arange(len(table)).reshape([len(d) for d in table.dimensions])
    return places[np.ix_(*(d.leaves for d in table.dimensions))].ravel()


SHAPES = (
    (flat("a", 2), flat("b", 2)),
    (flat("a", 2), flat("b", 3)),
    (tree("a", (2, 2)), flat("b", 2)),
    (tree("a", (2, 1, 2)), flat("b", 2)),
    (tree("a", (2, 2)), tree("b", (2, 1))),
    (crossing("a"), flat("b", 2)),
    (flat("a", 2), flat("b", 2), flat("c", 2)),
    (flat("a", 2), flat("b", 2), tree("c", (2, 1))),
    (flat("a", 2), flat("b", 2), flat("c", 2), flat("d", 2)),
)


@st.composite
def small_tables(draw: st.DrawFn, most: int = 3, least: int = 0) -> Table:
    """Additive tables of small whole numbers in two, three and four dimensions, with hierarchies."""
    dimensions = draw(st.sampled_from(SHAPES))
    leaves = int(np.prod([len(d.leaves) for d in dimensions]))
    inner = draw(st.lists(st.integers(least, most), min_size=leaves, max_size=leaves))
    return table_of(dimensions, inner)


@st.composite
def gaps(draw: st.DrawFn, most: int = 3, leaves: int = 6) -> tuple[Table, np.ndarray]:
    """A small table, and which of its cells are not published: at most so many leaf cells among them."""
    table = draw(small_tables(most))
    inner = leaf_cells(table)
    chosen = draw(st.lists(st.sampled_from(inner.tolist()), min_size=1, max_size=leaves, unique=True))
    sums = sorted(set(range(len(table))) - set(inner.tolist()))
    chosen += draw(st.lists(st.sampled_from(sums), max_size=len(sums), unique=True))
    hidden = np.zeros(len(table), dtype=bool)
    hidden[chosen] = True
    return table, hidden


def branching(name: str, widths: Sequence[int]) -> Dimension:
    """A total and so many parts below each category, level by level."""
    number = int(np.prod(widths))
    levels = [[f"{name}{leaf}" for leaf in range(number)]]
    size = 1
    for width in reversed(widths[1:]):
        size *= width
        levels.append([f"{name}{leaf // size}x{size}" for leaf in range(number)])
    return from_levels(name, [levels])


def seeded_table(dimensions: Sequence[Dimension], seed: int) -> Table:
    """Leaf cells of 1 to 999."""
    leaves = int(np.prod([len(d.leaves) for d in dimensions]))
    return table_of(dimensions, np.random.default_rng(seed).integers(1, 1000, leaves))


def seeded_pattern(table: Table, number: int, seed: int, *, inner: float = 0.1) -> np.ndarray:
    """Which `number` cells are suppressed: blocks of categories by categories, of which the share `inner`
    is of categories that are sums themselves, each with a chain of its parts.

    As suppression leaves them: no relation has a single suppressed cell, which it would give away.
    """
    random = np.random.default_rng(seed)
    hidden = np.zeros([len(d) for d in table.dimensions], dtype=bool)
    while hidden.sum() < number:
        block = hidden.copy()
        block[np.ix_(*(_line(dimension, random, inner) for dimension in table.dimensions))] = True
        if block.sum() <= number:
            hidden = block
    return hidden.ravel()


def _line(dimension: Dimension, random: np.random.Generator, inner: float) -> list[int]:
    """Two parts of one category, and of each that is a sum one part, down to the leaves."""
    parts_of = {split.parent: split.children for split in dimension.splits}
    lowest = [s for s in dimension.splits if not any(child in parts_of for child in s.children)]
    splits = dimension.splits if random.random() < inner else lowest
    found = random.choice(splits[random.integers(len(splits))].children, 2, replace=False).tolist()
    for place in found:  # it grows while it is gone through
        if place in parts_of:
            found.append(int(random.choice(parts_of[place])))
    return found


def knowledge_of(table: Table, hidden: np.ndarray) -> Knowledge:
    """What an intruder knows who knows that no value is negative."""
    return Knowledge(
        table.relations, np.where(hidden, 0, table.values), np.where(hidden, NO_BOUND, table.values)
    )


def flat_50_by_20() -> tuple[Table, np.ndarray]:
    """50 x 20 leaf cells, 167 suppressed."""
    table = seeded_table([branching("a", (50,)), branching("b", (20,))], 0)
    return table, seeded_pattern(table, 167, 1)


def hierarchical_3655() -> tuple[Table, np.ndarray]:
    """85 x 43 cells (1 + 4 + 16 + 64 by 1 + 6 + 36), 824 suppressed."""
    table = seeded_table([branching("a", (4, 4, 4)), branching("b", (6, 6))], 0)
    return table, seeded_pattern(table, 824, 1)
