"""Small tables for tests, and plain enumeration of what an intruder can derive from them."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from hypothesis import strategies as st

from sdc_desktop.engine.methods.tables.settings import TableSpec
from sdc_desktop.engine.tables.dimension import Dimension, from_splits
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.table import Table, all_codes

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
