"""What a sample tells: the values of the records in it; of the others, that any value may be theirs."""

from math import floor

import numpy as np

from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.scenarios.told import Told


def sample(records: int, percent: float, chance: np.random.Generator) -> Integers:
    """The numbers of the records in a simple random sample without replacement, ascending.

    It has `percent` of all records, rounded, halves up.
    """
    size = min(floor(records * percent / 100 + 0.5), records)
    return np.sort(chance.choice(records, size, replace=False))


def told_by_sample(values: Integers, domain: int, sampled: Integers) -> Told:
    """``values`` (records,) are places in the domain. The intruder knows how many match in the original:
    p_d = f_d/|M_o| + (|M_o| - |M_s|)/|M_o| 1/|D| (Alfalayleh & Brankovic 2014, appendix).
    """
    kinds = np.full(len(values), domain)
    kinds[sampled] = values[sampled]
    return Told(kinds, np.vstack([np.eye(domain), np.full((1, domain), 1 / domain)]))
