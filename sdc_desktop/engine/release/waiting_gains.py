"""Best additions of so many waiting records to a target, for every number of them.

For a fixed number of records, N KL = sum n log2(n / b) - N log2 N is a sum of convex functions of the counts,
so that taking the record that adds least, again and again, is optimal for every number at once (Gross 1956,
Fox 1966: marginal allocation).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.first_draws import steps
from sdc_desktop.engine.release.rules import Counts, Vector

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Additions:
    """The least N KL in bits of one target with 0, 1, ... waiting records added: ``bits`` (waiting + 1,).

    ``order`` (waiting,) are the values of the records, each number's best set being a beginning of it.
    """

    bits: Vector
    order: Integers

    @property
    def most(self) -> int:
        """How many records wait."""
        return len(self.order)

    def counts(self, number: int, values: int) -> Counts:
        """The best set of so many records (values,)."""
        return np.bincount(self.order[:number], minlength=values).astype(np.int64)


def additions(released: Counts, waiting: Counts, baseline: Vector) -> Additions:
    """Counts (values,) of one target that are out and that wait."""
    step = steps(int(released.sum() + waiting.sum()) + 1)
    value = np.repeat(np.arange(len(released)), waiting)
    first = np.concatenate([[0], np.cumsum(waiting)[:-1]])
    place = np.arange(len(value)) - first[value] + released[value]  # so many are there before it
    adds = step[place] - np.log2(baseline)[value]
    order = np.argsort(adds, kind="stable")
    here = released[released > 0]
    total = int(released.sum())
    bits = float((here * np.log2(here / (max(total, 1) * baseline[released > 0]))).sum())
    with_more = np.cumsum(adds[order] - step[total : total + len(value)])
    return Additions(np.concatenate([[bits], bits + with_more]), value[order])


def convex_minorant(values: Vector) -> Integers:
    """The places of the lower convex hull of the points (i, values[i]), first and last among them."""
    hull: list[int] = []
    listed = values.tolist()
    for place, value in enumerate(listed):
        while len(hull) >= 2:
            a, b = hull[-2], hull[-1]
            if (listed[b] - listed[a]) * (place - a) >= (value - listed[a]) * (b - a):
                hull.pop()
            else:
                break
        hull.append(place)
    return np.array(hull, dtype=np.int64)
