"""The common measure of utility: how far all tables of two released variables are from those of the original.

That of the job `utility` with its defaults: numbers in ten classes of equally many original records, weighted
where the data have a weight (Karr and others 2006; total variation).
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.experiments.utility import UtilityParams
from sdc_desktop.engine.methods.experiments.utility.engine import names_of
from sdc_desktop.engine.microdata.utility.pairs import Pair, Vector, pair_of
from sdc_desktop.engine.microdata.utility.tables import Column, table_distance

_BINS = UtilityParams().bins
_MOST_CELLS = 1 << 20  # of a table whose cells are counted one by one


def pairs_of(original: Microdata, released: Microdata, context: JobContext) -> dict[str, Pair]:
    """The variables that are compared, and the weight, in both files. Raises :class:`Refused`, Cancelled."""
    weights = [variable.name for variable in original.with_role("weight")[:1]]
    names = dict.fromkeys([*names_of(UtilityParams(), original), *weights])
    return {name: pair_of(original, released, name, context) for name in names if name in released.names}


def mean_variation(
    original: Microdata, released: Microdata, pairs: Mapping[str, Pair], context: JobContext
) -> float:
    """The mean total variation, 0 to 1, over all tables of two variables; of the only one alone. 1 where no
    record or variable is left. Raises Cancelled.
    """
    names = [name for name in names_of(UtilityParams(), original) if name in pairs]
    if not names or not original.records or not released.records:
        return 1.0
    weights = _weights(original, pairs)
    columns = [pairs[name].column(_BINS) for name in names]
    found = []
    for own in combinations(columns, min(2, len(columns))):
        context.checkpoint()
        found.append(_variation(own, weights))
    return sum(found) / len(found)


def _weights(original: Microdata, pairs: Mapping[str, Pair]) -> tuple[Vector, Vector] | None:
    """The weights of both files; None where a file has none, or some are no positive numbers."""
    weight = next((variable.name for variable in original.with_role("weight")), "")
    if weight not in pairs or pairs[weight].numbers is None:
        return None
    values = pairs[weight].values
    return values if all(bool((one > 0).all()) for one in values) else None


def _variation(columns: tuple[Column, ...], weights: tuple[Vector, Vector] | None) -> float:
    """The total variation of a table: as :func:`table_distance`, and faster where there are few cells."""
    cells = 1
    for column in columns:
        cells *= column.levels
    if cells > _MOST_CELLS:
        return table_distance(columns, *(weights or (None, None))).variation
    shares = []
    for side in ("original", "released"):
        places = np.zeros(len(getattr(columns[0], side)), dtype=np.int64)
        for column in columns:
            places = places * column.levels + getattr(column, side)
        own = None if weights is None else weights[side == "released"]
        counts = np.bincount(places, own, cells)
        shares.append(counts / counts.sum())
    return float(np.abs(shares[0] - shares[1]).sum() / 2)
