"""The critical values of the four tests under given rules (Bezzi et al. 2012, sections 5 and 6)."""

import math
from functools import cache

import numpy as np
from scipy.special import chdtri

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import Test
from sdc_desktop.engine.release.rules import Rules, Vector
from sdc_desktop.engine.release.statistics import dixon
from sdc_desktop.engine.release.statistics.dixon import SampledQuantiles
from sdc_desktop.engine.release.statistics.drawn_store import DrawnStore
from sdc_desktop.engine.release.statistics.first_draws import FirstDraws

_LN2 = math.log(2)


@cache
def chi_square(degrees: int, alpha: float) -> float:
    """The (1 - alpha) quantile of the chi-square law; 0 without degrees of freedom."""
    return float(chdtri(degrees, alpha)) if degrees > 0 else 0.0


class CriticalValues:
    """What statistics have to stay below. What is drawn is drawn when first asked for, then known.

    `store` keeps drawn values from one run to the next; none keeps them in memory only.
    """

    def __init__(
        self, rules: Rules, store: DrawnStore | None = None, context: JobContext | None = None
    ) -> None:
        self.rules = rules
        self._store = store or DrawnStore(None)
        self._draws: dict[str, FirstDraws] = {}
        self._keys: dict[str, str] = {}
        shares: dict[Test, Vector] = {"MIS": rules.shares, "KLD": np.ones(1)}
        for test, by_target in shares.items():
            alpha = rules.alpha.get(test)
            if alpha is None:
                continue
            key = self._store.key("first", rules.seed, rules.draws, alpha, rules.baseline, by_target)
            self._keys[test] = key
            self._draws[test] = FirstDraws(
                rules.baseline, by_target, alpha, rules.draws, rules.seed, self._store.known(key), context
            )
        if "DQT" in rules.alpha:
            alpha = rules.alpha["DQT"]
            self._keys["DQT"] = self._store.key("dixon", rules.seed, dixon.SAMPLES, alpha)
            self._dixon = SampledQuantiles(alpha, rules.seed, known=self._store.known(self._keys["DQT"]))

    def is_drawn(self, records: int) -> bool:
        """Whether the values for MIS and KLD are drawn while so many records are out."""
        return records <= self.rules.last_drawn

    def information_degrees(self, values_seen: int, targets_seen: int) -> int:
        """The degrees of freedom of the mutual information: the baseline is known, so targets count whole."""
        return (self._values(values_seen) - 1) * targets_seen

    def distance_degrees(self, values_seen: int) -> int:
        """The degrees of freedom of a Kullback-Leibler distance."""
        return self._values(values_seen) - 1

    def information(self, records: int, values_seen: int, targets_seen: int) -> float:
        """For MIS, in bits: `records` are out, of so many values and targets."""
        if self.is_drawn(records):
            return self._draws["MIS"].value(records)
        degrees = self.information_degrees(values_seen, targets_seen)
        return chi_square(degrees, self.rules.alpha["MIS"]) / (2 * records * _LN2)

    def distance(self, records: int, of_target: int, values_seen: int) -> float:
        """For KLD, in bits: `records` are out, `of_target` of them of the target looked at."""
        if self.is_drawn(records):
            return self._draws["KLD"].value(of_target)
        degrees = self.distance_degrees(values_seen)
        return chi_square(degrees, self.rules.alpha["KLD"]) / (2 * of_target * _LN2)

    def pearson(self, cells: int) -> float:
        """For CST: so many cells are left after joining."""
        return chi_square(cells - 1, self.rules.alpha["CST"])

    def outlier(self, distances: int) -> float:
        """For DQT: so many different distances; NaN below 3, where nothing can stand out."""
        if distances < dixon.FEWEST:
            return math.nan
        printed = dixon.tabled(distances, self.rules.alpha["DQT"])
        return self._dixon.value(distances) if printed is None else printed

    def keep(self) -> None:
        """Hand what was drawn to the store."""
        for test, draws in self._draws.items():
            self._store.keep(self._keys[test], draws.known)
        if "DQT" in self._keys:
            self._store.keep(self._keys["DQT"], self._dixon.known)

    def _values(self, seen: int) -> int:
        return seen if self.rules.degrees == "seen" else len(self.rules.values)
