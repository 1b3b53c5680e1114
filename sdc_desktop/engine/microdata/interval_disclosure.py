"""Interval disclosure: how often an original value lies in a rank interval around its released value.

Released values of a variable are ranked; around each lies the interval of the values whose ranks differ by at
most w % of the records. The share of originals within it, the mean over variables and w = 1, ..., 10
(Domingo-Ferrer & Torra 2001).
"""

import numpy as np

from sdc_desktop.engine.microdata.key_classes import Vector

WIDTHS = tuple(range(1, 11))


def interval_disclosure(original: Vector, released: Vector) -> float:
    """Of two files (records, variables), records in the same order; 0 to 1."""
    records, variables = original.shape
    if not records or not variables:
        return 0.0
    inside = 0
    for variable in range(variables):
        order = np.argsort(released[:, variable], kind="stable")
        ranked, own = released[order, variable], original[order, variable]
        places = np.arange(records)
        for width in WIDTHS:
            half = width * records // 100
            low = ranked[np.maximum(places - half, 0)]
            high = ranked[np.minimum(places + half, records - 1)]
            inside += int(((low <= own) & (own <= high)).sum())
    return float(inside / (records * variables * len(WIDTHS)))
