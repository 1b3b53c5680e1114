"""In which order the records are requested: random orders, or arrivals with a rate for each target.

Records are told by their cells (target * values + value); one whose value the baseline lacks by -1 - target.
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.rules import Counts, Vector

Cells = npt.NDArray[np.int64]


def population(counts: Counts, unknown: Counts) -> Cells:
    """The records of a file, cell by cell: ``counts`` (targets, values), ``unknown`` (targets,) without
    baseline.
    """
    flat = counts.reshape(-1)
    known = np.repeat(np.arange(len(flat)), flat)
    lost = np.repeat(-1 - np.arange(len(unknown)), unknown)
    return np.concatenate([known, lost]).astype(np.int64)


def random_order(records: Cells, seed: int, number: int) -> Cells:
    """Order number `number` (from 0): all records, each order as likely as any other."""
    return np.random.default_rng([seed, 10, number]).permutation(records)


def arrivals(records: Cells, values: int, rates: Vector, seed: int, number: int) -> Cells:
    """Requests as they arrive: each target's records in random order, times between them exponential with the
    target's rate (targets,), the largest of which sets the unit of time. A rate of 0: nobody asks.
    """
    random = np.random.default_rng([seed, 11, number])
    target_of = np.where(records < 0, -1 - records, records // values)
    asked, times = [], []
    for target, rate in enumerate(rates.tolist()):
        own = random.permutation(records[target_of == target])
        if rate > 0 and len(own):
            asked.append(own)
            times.append(np.cumsum(random.exponential(1 / rate, len(own))))
    if not asked:
        return np.zeros(0, dtype=np.int64)
    return np.concatenate(asked)[np.argsort(np.concatenate(times), kind="stable")]
