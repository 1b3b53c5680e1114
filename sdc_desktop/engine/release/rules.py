"""The rules of a release (baseline, targets, significance, choices), and the counts released so far."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.spec import Degrees, DixonOn, Join, Test

Vector = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
EQUAL = 1e-12  # statistics, critical values and distances nearer than this are equal, and equal is not safe


@dataclass(frozen=True)
class Rules:
    """``baseline`` (values,) is positive and sums to 1; ``shares`` (targets,) sum to 1.

    Cells are numbered target by target: cell = target * len(values) + value. Tables of counts are
    (targets, values).
    """

    values: tuple[str, ...]
    targets: tuple[str, ...]
    baseline: Vector
    shares: Vector  # by which the target of a first record is drawn
    alpha: Mapping[Test, float]
    degrees: Degrees = "baseline"
    draws: int = 10_000
    seed: int = 0
    dixon_on: DixonOn = "kl"
    join: Join = "smaller_neighbour"

    @property
    def last_drawn(self) -> int:
        """The most released records up to which critical values are drawn (section 6)."""
        return 2 * len(self.values) * len(self.targets)


def step(count: int) -> float:
    """(n + 1) log2(n + 1) - n log2(n), for n = `count`: what one more record adds. Accurate for any n."""
    return math.log2(count + 1) + count * math.log1p(1 / count) / math.log(2) if count else 0.0


class Released:
    """Counts of released records. A record only matters by its cell: target * values + value.

    ``gain[cell]`` is what one more record in the cell adds to ``sum n log2(n / b)`` of its target;
    ``bits[target]`` is N(y) KL(y) = sum n log2(n / b) - N(y) log2 N(y), ``all_bits`` its sum, N I.
    """

    def __init__(self, rules: Rules, counts: Counts) -> None:
        self.rules = rules
        self.values = len(rules.values)
        self.targets = len(rules.targets)
        flat = np.asarray(counts, dtype=np.int64).reshape(-1)
        self.counts: list[int] = flat.tolist()
        self.surprise: list[float] = (-np.log2(rules.baseline)).tolist()
        self.of_target: list[int] = counts.sum(axis=1).tolist()
        self.of_value: list[int] = counts.sum(axis=0).tolist()
        self.records = int(flat.sum())
        self.values_seen = int(np.count_nonzero(self.of_value))
        self.targets_seen = int(np.count_nonzero(self.of_target))
        terms = np.where(flat > 0, flat * np.log2(np.maximum(flat, 1)), 0.0).reshape(counts.shape)
        totals = np.array(self.of_target, dtype=np.float64)
        whole = np.where(totals > 0, totals * np.log2(np.maximum(totals, 1)), 0.0)
        self.bits: list[float] = ((terms - counts * np.log2(rules.baseline)).sum(axis=1) - whole).tolist()
        self.all_bits = float(sum(self.bits))
        self.gain = np.array(
            [step(n) + self.surprise[cell % self.values] for cell, n in enumerate(self.counts)]
        )

    def table(self) -> Counts:
        """The counts (targets, values), a copy."""
        return np.array(self.counts, dtype=np.int64).reshape(self.targets, self.values)

    def column(self, target: int) -> slice:
        """The cells of one target."""
        return slice(target * self.values, (target + 1) * self.values)

    def added_bits(self, cell: int) -> float:
        """What one more record in the cell adds to `bits` of its target, and to `all_bits`."""
        return float(self.gain[cell]) - step(self.of_target[cell // self.values])

    def add(self, cell: int) -> bool:
        """Count one more record; True where its value or its target had not been seen before."""
        target, value = divmod(cell, self.values)
        more = self.added_bits(cell)
        self.bits[target] += more
        self.all_bits += more
        count = self.counts[cell] + 1
        self.counts[cell] = count
        self.gain[cell] = step(count) + self.surprise[value]
        new_value, new_target = not self.of_value[value], not self.of_target[target]
        self.of_value[value] += 1
        self.of_target[target] += 1
        self.records += 1
        self.values_seen += new_value
        self.targets_seen += new_target
        return new_value or new_target
