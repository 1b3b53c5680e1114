"""What a chain of overlapping sum queries tells, in closed form.

Records r_1..r_n stand in a random order and fall into blocks of l; each query asks for the sum over a block
and the next, Q = 2l records (Alfalayleh & Brankovic 2014, appendix, query restriction). So the sum of one
block fixes those of all: b_t + d for odd t, b_t - d for even t, with a single unknown d (0 is the truth).
Each block's sum lies between l d_min and l d_max, which bounds d; the rest of a block then bounds each
record.
"""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.microdata.distances import Integers


@dataclass(frozen=True)
class Chain:
    """What the queries leave open: the value of each record lies in [``lowest``, ``highest``] (records,), in
    file order. ``estimate`` (records,) shares the middle of what each block's sum may be equally.
    """

    lowest: Vector
    highest: Vector
    estimate: Vector
    queries: int


def ask(values: Vector, order: Integers, block: int, least: float, most: float) -> Chain:
    """The answers to the chain of queries over records in this `order`, `block` = Q/2 records a block.

    ``values`` (records,) lie between `least` and `most`, the ends of the domain.
    """
    records = len(values)
    lowest, highest = np.full(records, float(least)), np.full(records, float(most))
    estimate = np.full(records, (least + most) / 2)
    blocks = records // block
    if blocks < 2:  # 2 records / Q - 1 <= 0: no query
        return Chain(lowest, highest, estimate, 0)
    members = order[: blocks * block].reshape(blocks, block)
    sums = values[members].sum(axis=1)
    signs = np.where(np.arange(blocks) % 2 == 0, 1.0, -1.0)
    down, up = _slack(sums, signs, block * least, block * most)
    # an even block falls as d rises
    sum_low = sums + np.where(signs > 0, down, -up)
    sum_high = sums + np.where(signs > 0, up, -down)
    lowest[members] = np.maximum(least, sum_low - (block - 1) * most)[:, None]
    highest[members] = np.minimum(most, sum_high - (block - 1) * least)[:, None]
    estimate[members] = ((sum_low + sum_high) / (2 * block))[:, None]
    return Chain(lowest, highest, estimate, blocks - 1)


def _slack(sums: Vector, signs: Vector, least: float, most: float) -> tuple[float, float]:
    """From where to where d may go, 0 within, so that every block's sum stays between `least` and `most`."""
    below, above = np.maximum(sums - least, 0.0), np.maximum(most - sums, 0.0)
    odd = signs > 0
    down = -min(below[odd].min(), above[~odd].min())
    up = min(above[odd].min(), below[~odd].min())
    return float(down), float(up)


def places_between(
    domain: Vector, lowest: Vector, highest: Vector, slack: float = 1e-9
) -> tuple[Integers, Integers]:
    """The first and the last place of the ascending `domain` within bounds (records,), which are exact but
    for `slack` times the greatest figure of the domain.
    """
    allowed = slack * max(float(domain[-1] - domain[0]), abs(float(domain[0])), abs(float(domain[-1])))
    first = np.searchsorted(domain, lowest - allowed, side="left")
    last = np.searchsorted(domain, highest + allowed, side="right") - 1
    return first, last
