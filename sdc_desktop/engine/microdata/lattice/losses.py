"""Losses of a generalisation, and their lower bounds before a node has been evaluated.

``loss`` and ``entropy`` are sums or products over variables of the effect on their values: what they are
without any suppression is known for every node at once, and is a lower bound that only rises with the
records suppressed. Records of classes that fail at a node and all finer ones raise it there.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Integers, RollUp, Vector
from sdc_desktop.engine.microdata.lattice.lattice import Lattice, Node, product_of, sum_of

Bounds = npt.NDArray[np.float64]
_DECIMALS = 1e10
_MOST_LISTED = 1 << 20  # records up to which c log c is computed once for every count


class Loss(Protocol):
    """What the search asks of a loss. Arrays of bounds have the lattice's shape; inf marks nodes done."""

    def lower_bounds(self) -> Bounds:
        """The least that each node's loss can be, from counts of single variables alone."""
        ...

    def value(self, node: Node) -> float:
        """The loss of a node; inf where it makes no sense."""
        ...

    def raise_bounds(self, bounds: Bounds, node: Node) -> None:
        """Raise, in place, the bounds of other nodes by what this node has shown."""
        ...


class Parts(Protocol):
    """A loss that is combined from one part per variable."""

    def part(self, variable: int, level: int, suppressed: Integers | None) -> float:
        """What a variable adds at a level when the records counted by category are suppressed."""
        ...

    def least_parts(self, variable: int, low: int, counts: Integers, starts: Integers) -> Vector:
        """At least the parts of a variable at levels from `low` on, when the records counted are suppressed:
        ``counts`` by category, level after level, which begin at ``starts``.
        """
        ...

    def together(self, parts: Sequence[Vector]) -> Bounds:
        """The losses of all combinations of one part a variable, an axis per variable; parts (levels,)."""
        ...


class SeparableLoss:
    """A loss made of parts, over a lattice."""

    def __init__(self, parts: Parts, lattice: Lattice, roll_up: RollUp) -> None:
        self._parts, self._lattice, self._roll_up = parts, lattice, roll_up
        self._upward: dict[tuple[int, int, int, int], tuple[Integers, Integers, int]] = {}
        self._known: tuple[Node, npt.NDArray[np.bool_], list[Integers]] | None = None

    def lower_bounds(self) -> Bounds:
        """Nothing suppressed."""
        return self._parts.together(
            [
                np.array([self._parts.part(variable, level, None) for level in range(low, high + 1)])
                for variable, (low, high) in enumerate(
                    zip(self._lattice.least, self._lattice.most, strict=True)
                )
            ]
        )

    def value(self, node: Node) -> float:
        """With the records of failing classes suppressed."""
        margins = self._margins(node, node.failing.fails)
        vectors = [
            np.array([self._parts.part(variable, level, self._at(node, variable, level, margins))])
            for variable, level in enumerate(node.levels)
        ]
        return float(self._parts.together(vectors).reshape(()))

    def raise_bounds(self, bounds: Bounds, node: Node) -> None:
        """Finer nodes suppress at least the records that surely fail here."""
        if not node.failing.surely.any():
            return
        margins = self._margins(node, node.failing.surely)
        finest = tuple(map(max, node.base.levels, self._lattice.least))
        vectors = []
        for variable, (low, high) in enumerate(zip(finest, node.levels, strict=True)):
            upward, starts, length = self._upward_to(variable, node.base.levels[variable], low, high)
            margin = margins[variable]
            weights = np.broadcast_to(margin, (high - low + 1, len(margin))).ravel()
            counts = np.bincount(upward, weights=weights, minlength=length).astype(np.int64)
            vectors.append(self._parts.least_parts(variable, low, counts, starts))
        part = bounds[self._lattice.between(finest, node.levels)]
        np.maximum(part, self._parts.together(vectors), out=part)

    def _margins(self, node: Node, flags: npt.NDArray[np.bool_]) -> list[Integers]:
        """The margins of the same node and flags are computed once: often all that fails surely fails."""
        if self._known is not None and self._known[0] is node and self._known[1] is flags:
            return self._known[2]
        categories = self._roll_up.categories
        margins = node.margins(
            flags, [categories[variable][level] for variable, level in enumerate(node.base.levels)]
        )
        self._known = (node, flags, margins)
        return margins

    def _upward_to(self, variable: int, base: int, low: int, high: int) -> tuple[Integers, Integers, int]:
        """Into which category each of a level falls at levels from `low` to `high`, one level after the
        other; where each begins; how many categories they have together.
        """
        key = (variable, base, low, high)
        if key not in self._upward:
            lengths = self._roll_up.categories[variable][low : high + 1]
            starts = np.cumsum((0, *lengths))
            upward = [
                self._roll_up.upward(variable, base, level) + start
                for level, start in zip(range(low, high + 1), starts[:-1].tolist(), strict=True)
            ]
            self._upward[key] = np.concatenate(upward), starts[:-1], int(starts[-1])
        return self._upward[key]

    def _at(self, node: Node, variable: int, level: int, margins: Sequence[Integers]) -> Integers:
        """The margin of a variable at a level coarser than the node's base."""
        upward = self._roll_up.upward(variable, node.base.levels[variable], level)
        length = self._roll_up.categories[variable][level]
        return np.bincount(upward, weights=margins[variable], minlength=length).astype(np.int64)


class ShareParts:
    """``loss``: how much of a variable's domain a record's value covers, in the geometric mean.

    a = sum over kept records of the share of the hierarchy's rows that their category covers, plus the
    suppressed records; v = max(0, (a - N/D)/(N - N/D)) floored to 10 decimals, D the hierarchy's rows;
    loss = prod (v + 1)^(w / sum w) - 1, or if ``arithmetic`` sum v w / sum w. All sums are of whole numbers,
    so that order decides nothing.
    """

    def __init__(
        self,
        counts: Sequence[Sequence[Integers]],
        rows: Sequence[Sequence[Integers]],
        domains: Sequence[int],
        weights: Vector,
        *,
        arithmetic: bool = False,
    ) -> None:
        """``counts`` and ``rows``: records and hierarchy rows by variable, level and category. ``domains``:
        all rows of each hierarchy, also of values that are absent from the data.
        """
        self._records = int(counts[0][0].sum())
        self._domains = list(domains)
        self._plain = [
            [int((n * r).sum()) for n, r in zip(ns, rs, strict=True)]
            for ns, rs in zip(counts, rows, strict=True)
        ]
        self._lacking = [
            [domain - r for r in by_level] for domain, by_level in zip(self._domains, rows, strict=True)
        ]
        self._exponents = weights / weights.sum()
        self._arithmetic = arithmetic

    def part(self, variable: int, level: int, suppressed: Integers | None) -> float:
        """(v + 1)^(w / sum w), or v w / sum w in the arithmetic mean."""
        domain = self._domains[variable]
        covered = self._plain[variable][level]
        if suppressed is not None:
            covered += int((suppressed * self._lacking[variable][level]).sum())
        most = self._records * (domain - 1)
        lost = max(0.0, (covered - self._records) / most) if most else 0.0
        floored = np.floor(lost * _DECIMALS) / _DECIMALS
        if self._arithmetic:
            return float(floored * self._exponents[variable])
        return float((floored + 1) ** self._exponents[variable])

    def least_parts(self, variable: int, low: int, counts: Integers, starts: Integers) -> Vector:
        """The parts themselves."""
        by_level = np.split(counts, starts[1:])
        return np.array([self.part(variable, level, found) for level, found in enumerate(by_level, low)])

    def together(self, parts: Sequence[Vector]) -> Bounds:
        """The product, less 1; the sum in the arithmetic mean."""
        return sum_of(parts) if self._arithmetic else product_of(parts) - 1


class EntropyParts:
    """``entropy``: the bits that generalisation and suppression take, summed over variables (non-uniform
    entropy): - sum over records of log2(count of its value as is / count of its category), plus the entropy
    of the categories of the suppressed records, which become one.
    """

    def __init__(
        self,
        counts: Sequence[Sequence[Integers]],
        members: Sequence[Sequence[Integers]],
        weights: Vector,
    ) -> None:
        """``counts`` by variable, level and category; ``members``: each own category's at every level."""
        self._weights = weights
        self._plain = [
            [_bits_lost(ns[0], ns[level][member]) for level, member in enumerate(by_level)]
            for ns, by_level in zip(counts, members, strict=True)
        ]
        self._in_bits = _in_bits(np.arange(min(int(counts[0][0].sum()), _MOST_LISTED) + 1))

    def part(self, variable: int, level: int, suppressed: Integers | None) -> float:
        """The bits of a variable, times its weight."""
        bits = self._plain[variable][level]
        if suppressed is not None:
            there = suppressed[suppressed > 0]
            bits += float(np.sum(there * (np.log2(np.maximum(there.sum(keepdims=True), 1)) - np.log2(there))))
        return float(bits * self._weights[variable])

    def least_parts(self, variable: int, low: int, counts: Integers, starts: Integers) -> Vector:
        """The parts themselves, but for rounding: of n records in categories of c, n log n - sum c log c."""
        records = counts[: starts[1] if len(starts) > 1 else None].sum()
        listed = self._in_bits[counts] if records < len(self._in_bits) else _in_bits(counts)
        bits = np.array(self._plain[variable][low : low + len(starts)])
        bits += _in_bits(np.array([records]))[0] - np.add.reduceat(listed, starts)
        return np.asarray(bits * self._weights[variable], dtype=np.float64)

    def together(self, parts: Sequence[Vector]) -> Bounds:
        """The sum."""
        return sum_of(parts)


def _in_bits(counts: Integers) -> Vector:
    """c log2 c of some counts, 0 of 0."""
    return np.asarray(counts * np.log2(np.maximum(counts, 1)), dtype=np.float64)


def _bits_lost(counts: Integers, among: Integers) -> float:
    there = counts > 0
    return float(np.sum(counts[there] * (np.log2(among[there]) - np.log2(counts[there]))))


class FixedParts:
    """Parts by level that no suppression changes: ``anopi``, each level's deviation from the optimum."""

    def __init__(self, parts: Sequence[Vector], weights: Vector) -> None:
        self._values = [vector * weight for vector, weight in zip(parts, weights, strict=True)]

    def part(self, variable: int, level: int, suppressed: Integers | None) -> float:
        """The part of a level."""
        return float(self._values[variable][level])

    def least_parts(self, variable: int, low: int, counts: Integers, starts: Integers) -> Vector:
        """The parts themselves."""
        return np.asarray(self._values[variable][low : low + len(starts)], dtype=np.float64)

    def together(self, parts: Sequence[Vector]) -> Bounds:
        """The sum."""
        return sum_of(parts)


class Discernibility:
    """sum |class|^2 over kept classes + suppressed records * N.

    A class never becomes smaller when levels become coarser, and a suppressed record counts for no less than
    in its class: coarser nodes lose at least the squares of a finer one. Where records surely fail at all
    finer levels, those nodes lose N for each.
    """

    def __init__(self, lattice: Lattice, roll_up: RollUp, records: int) -> None:
        self._lattice, self._roll_up, self._records = lattice, roll_up, records

    def lower_bounds(self) -> Bounds:
        """N^2 / classes, when there are as many as categories allow and all are of one size."""
        return self._records**2 / np.minimum(most_classes(self._lattice, self._roll_up), self._records)

    def value(self, node: Node) -> float:
        """Exact in whole numbers below 2**63."""
        kept = node.sizes[~node.failing.fails]
        return float(int((kept * kept).sum()) + node.suppressed * self._records)

    def raise_bounds(self, bounds: Bounds, node: Node) -> None:
        """Coarser nodes by the squares, finer ones by what surely fails."""
        coarser = bounds[self._lattice.between(node.levels, self._lattice.most)]
        np.maximum(coarser, float((node.sizes * node.sizes).sum()), out=coarser)
        surely = node.surely_suppressed
        finer = bounds[self._lattice.between(self._lattice.least, node.levels)]
        np.maximum(finer, float(surely * self._records + self._records - surely), out=finer)


class ClassSize:
    """Kept records / classes / k, k = 1 where none is asked; inf where nothing is kept.

    ``only_small_fail``: k is the only criterion. Then what fails is smaller than what stays, and a node has
    at least its average size without suppression; else it has at least (N - limit) / classes. Coarser nodes
    have no more classes.
    """

    def __init__(
        self, lattice: Lattice, roll_up: RollUp, records: int, limit: int, k: int, only_small_fail: bool
    ) -> None:
        self._lattice, self._roll_up, self._k = lattice, roll_up, k
        self._only_small_fail = only_small_fail
        self._kept = records if only_small_fail else records - limit

    def lower_bounds(self) -> Bounds:
        """The loss of every node with the most classes that its categories allow."""
        return self._kept / most_classes(self._lattice, self._roll_up) / self._k

    def value(self, node: Node) -> float:
        """The average size of the classes kept, in k."""
        kept = node.sizes[~node.failing.fails]
        return float(kept.sum() / len(kept) / self._k) if len(kept) else float("inf")

    def raise_bounds(self, bounds: Bounds, node: Node) -> None:
        """Raise the bounds of coarser nodes, which have no more classes than this one.

        Where k is the only criterion, each of their kept classes holds a class kept here, or at least k
        records that fail here, so that their number is limited.
        """
        coarser = bounds[self._lattice.between(node.levels, self._lattice.most)]
        least = self._kept / len(node.sizes) / self._k
        if self._only_small_fail:
            kept = node.sizes[~node.failing.fails]
            further = node.suppressed // self._k
            classes = len(kept) + further
            records = int(kept.sum()) + self._k * further
            least = max(least, records / classes / self._k) if classes else np.inf
        np.maximum(coarser, least, out=coarser)


def most_classes(lattice: Lattice, roll_up: RollUp) -> Bounds:
    """The most classes that the categories of all variables allow, for every node of the lattice."""
    return product_of(
        [
            np.array(roll_up.categories[variable][low : high + 1], dtype=np.float64)
            for variable, (low, high) in enumerate(zip(lattice.least, lattice.most, strict=True))
        ]
    )


def category_counts(members: Sequence[Integers], frequencies: Integers) -> list[Integers]:
    """Records by category at every level of a variable."""
    return [np.bincount(member, weights=frequencies).astype(np.int64) for member in members]
