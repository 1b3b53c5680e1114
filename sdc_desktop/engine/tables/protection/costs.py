"""What it costs to suppress or change each cell."""

import numpy as np

from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.suppression_problem import Vector
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts


def cell_costs(counted: TableCounts, judged: Judged, by: str, power: float | None = None) -> Vector:
    """What each cell costs: the officer's own costs first, then an instance's, then those `by` says.

    ``power``: all but the officer's own raised to it, 0 for the logarithm of 1 + the cost (the lambda
    transformation of tau-ARGUS).
    """
    table, behind = counted.table, counted.behind
    values = np.abs(table.values).astype(np.float64) * float(table.unit)
    if counted.instance is not None:
        found = counted.instance.costs.copy()
    elif by == "value":
        found = values
    elif by == "log":
        found = np.log1p(values)
    elif by == "contributors" and behind is not None:
        found = behind.contributors.astype(np.float64)
    elif by == "distance":
        found = distances(table, judged.unsafe)
    elif by == "variable" and counted.costs is not None:
        found = counted.costs
    else:
        found = np.ones(len(table))
    if power is not None:
        found = np.log1p(found) if power == 0 else found ** float(power)
    return np.where(np.isnan(judged.costs), found, judged.costs)


def distances(table: Table, unsafe: Flags) -> Vector:
    """For each cell how far the next unsafe one is: over each dimension in which they differ 1 and the leaf
    categories between the two, in the order of the categories; so secondaries stay near what they protect.
    """
    apart = [_apart(dimension) for dimension in table.dimensions]
    nearest = np.full(len(table), np.iinfo(np.int64).max // 2, dtype=np.int64)
    for cell in np.flatnonzero(unsafe).tolist():
        steps = sum(own[table.codes[cell, axis]][table.codes[:, axis]] for axis, own in enumerate(apart))
        nearest = np.minimum(nearest, steps)
    return np.where(unsafe.any(), nearest, 1).astype(np.float64)


def _apart(dimension: Dimension) -> Integers:
    """(categories, categories): 0 for the same one, else 1 and how many leaves lie between their leaves."""
    order = {leaf: place for place, leaf in enumerate(dimension.leaves)}
    spans = [[order[leaf] for leaf in below] for below in dimension.below]
    first, last = np.array([min(span) for span in spans]), np.array([max(span) for span in spans])
    between = np.maximum(first[:, None] - last[None, :], first[None, :] - last[:, None]) - 1
    found = 1 + np.maximum(between, 0)
    np.fill_diagonal(found, 0)
    return np.asarray(found, dtype=np.int64)
