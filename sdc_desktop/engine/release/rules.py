"""By which rule a release is judged: baseline, targets, significance and the choices left to the officer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.release_spec import Degrees, DixonOn, Join, Test

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
        """As long as no more records than this are released, critical values are drawn (section 6)."""
        return 2 * len(self.values) * len(self.targets)


def step(count: int) -> float:
    """(n + 1) log2(n + 1) - n log2(n), for n = `count`: what one more record adds. Accurate for any n."""
    return math.log2(count + 1) + count * math.log1p(1 / count) / math.log(2) if count else 0.0
