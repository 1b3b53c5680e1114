"""Sharing a number of records out among the targets so that the sum of their bits is least.

A target's bits (`waiting_gains`) are nearly, but not quite, convex in the number of its records. Their convex
minorants give a bound from below for every total, which is attained wherever all targets are at a corner;
between, the exact least is found by adding target after target (min-plus convolution).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.engine.release.statistics.critical_values import steps

Integers = npt.NDArray[np.int64]


# Best additions of so many waiting records to a target, for every number of them.
# For a fixed number of records, N KL = sum n log2(n / b) - N log2 N is a sum of convex functions of the
# counts, so that taking the record that adds least, again and again, is optimal for every number at once
# (Gross 1956, Fox 1966: marginal allocation).
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
        """The best set of this many records (values,)."""
        return np.bincount(self.order[:number], minlength=values).astype(np.int64)


def additions(released: Counts, waiting: Counts, baseline: Vector) -> Additions:
    """Counts (values,) of one target released and waiting."""
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


_NEVER = np.inf


@dataclass(frozen=True)
class LeastBits:
    """For 0, 1, ... records in all: no sharing has less bits than ``bound``; ``found`` has one with this
    many.

    ``found`` is infinite where no sharing is known.
    """

    bound: Vector
    found: Vector


def by_minorants(bits: list[Vector], least: list[int]) -> tuple[LeastBits, "Corners"]:
    """Bounds for every total. ``bits[y][k]``: bits of target y with k records more, an array (waiting + 1,)
    for each target; at least ``least[y]`` records.
    """
    slopes, owners, lengths = [], [], []
    for target, own in enumerate(bits):
        corners = convex_minorant(own[least[target] :]) + least[target]
        length = np.diff(corners)
        slopes.append(np.diff(own[corners]) / np.maximum(length, 1))
        lengths.append(length)
        owners.append(np.full(len(length), target))
    slope, owner, length = (np.concatenate(part) for part in (slopes, owners, lengths))
    order = np.argsort(slope, kind="stable")  # a target's own slopes ascend, so its corners stay in order
    owner, length = owner[order], length[order].astype(np.int64)
    start = sum(least)
    base = float(sum(own[few] for own, few in zip(bits, least, strict=True)))
    total = start + int(length.sum())
    bound = np.full(total + 1, _NEVER)
    bound[start:] = base + np.concatenate([[0.0], np.cumsum(np.repeat(slope[order], length))])
    corners_of = Corners(bits, least, owner, length)
    return LeastBits(bound, corners_of.found(total)), corners_of


@dataclass(frozen=True)
class Corners:
    """The targets' minorants walked along by slope: piece i gives ``length[i]`` more to ``owner[i]``."""

    bits: list[Vector]
    least: list[int]
    owner: npt.NDArray[np.int64]
    length: Integers

    def found(self, total: int) -> Vector:
        """Bits (total + 1,) of the sharing that is at corners for all targets but one, for 0 .. `total`
        records.
        """
        found = np.full(total + 1, _NEVER)
        shares = list(self.least)
        reached = sum(shares)
        others = float(sum(own[k] for own, k in zip(self.bits, shares, strict=True)))
        found[reached] = others
        for target, length in zip(self.owner.tolist(), self.length.tolist(), strict=True):
            own, at = self.bits[target], shares[target]
            found[reached : reached + length + 1] = others - own[at] + own[at : at + length + 1]
            others += float(own[at + length] - own[at])
            shares[target] = at + length
            reached += length
        return found

    def sharing(self, number: int) -> list[int]:
        """Records of each target in that sharing of `number` records."""
        shares = list(self.least)
        left = number - sum(shares)
        for target, length in zip(self.owner.tolist(), self.length.tolist(), strict=True):
            more = min(left, length)
            shares[target] += more
            left -= more
        return shares


def exactly(bits: list[Vector], least: list[int], most: int) -> tuple[Vector, list[Integers]]:
    """The least bits for 0 .. `most` records in all, and for each target and total how many are its own.

    Time and memory grow with `most` times the number of records.
    """
    total = np.zeros(1)
    choices: list[Integers] = []
    for own, few in zip(bits, least, strict=True):
        size = min(len(total) + len(own) - 1, most + 1)
        best = np.full(size, _NEVER)
        choice = np.zeros(size, dtype=np.int64)
        for number in range(few, min(len(own), size)):
            part = total[: size - number] + own[number]
            here = best[number : number + len(part)]
            better = part < here
            here[better] = part[better]
            choice[number : number + len(part)][better] = number
        total = best
        choices.append(choice)
    return total, choices


def traced(choices: list[Integers], number: int) -> list[int]:
    """Records of each target in the best sharing of `number` records."""
    shares = []
    for choice in reversed(choices):
        own = int(choice[number])
        shares.append(own)
        number -= own
    return shares[::-1]
