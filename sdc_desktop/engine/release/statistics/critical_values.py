"""The critical values of the four tests under given rules (Bezzi et al. 2012, sections 5 and 6)."""

import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.release.rules import EQUAL, Rules, Vector
from sdc_desktop.engine.release.spec import Test
from sdc_desktop.engine.release.statistics import dixon
from sdc_desktop.engine.release.statistics.dixon import SampledQuantiles, rank


# Drawn critical values, kept from one run to the next: in a folder of the caller's, or in memory only.
# A file is named by a hash of the parameters that its numbers depend on, and holds these numbers alone:
# neither the baseline nor any other value of the data can be read from it. A file that is damaged counts as
# absent.
class DrawnStore:
    """Lists of critical values by key. `folder` must exist; None keeps nothing on disk."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, tuple[float, ...]] = {}

    def key(self, *parameters: object) -> str:
        """The name of what depends on these parameters (numbers, texts, arrays) and on NumPy's generator."""
        stated = [p.tolist() if isinstance(p, np.ndarray) else p for p in (np.__version__, *parameters)]
        return hashlib.sha256(json.dumps(stated).encode()).hexdigest()

    def known(self, key: str) -> tuple[float, ...]:
        """What is kept under this key; nothing where nothing usable is."""
        if key not in self._known and self._folder is not None:
            self._known[key] = _read(self._folder / f"{key}.json")
        return self._known.get(key, ())

    def keep(self, key: str, values: Sequence[float]) -> None:
        """Keep these values where they are more than what is kept. A disk that refuses is no misfortune."""
        if len(values) <= len(self.known(key)):
            return
        self._known[key] = tuple(values)
        if self._folder is None:
            return
        text = json.dumps(list(values))
        try:
            with atomic_write(self._folder / f"{key}.json") as file:
                file.write(json.dumps({"values": text, "sha256": _digest(text)}).encode())
        except Refused:
            self._folder = None


def _read(path: Path) -> tuple[float, ...]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["sha256"] != _digest(found["values"]):
            return ()
        return tuple(float(value) for value in json.loads(found["values"]))
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


MOST_COUNTS = 60_000_000  # held at a time: draws times cells, of four bytes each


# Critical values for the first records, drawn (Bezzi et al. 2012, section 6).
# While few records are released, the chi-square law of the mutual information does not hold yet. The critical
# value for n released records is then the (1 - alpha) quantile of the statistic over samples of n records, X
# drawn from the baseline and, independently, Y from the shares of the targets. A single target gives the
# value for a Kullback-Leibler distance.
class FirstDraws:
    """Draws for samples of 1, 2, 3, ... records.

    Sample i of n + 1 records is sample i of n records and one more, so that each size costs one record per
    sample. The value for n depends on the arguments alone, never on earlier calls. `known` are values kept
    from an earlier time with the same arguments; beyond them all is drawn again.
    """

    def __init__(
        self,
        baseline: Vector,
        shares: Vector,
        alpha: float,
        draws: int,
        seed: int,
        known: Sequence[float] = (),
        context: JobContext | None = None,
    ) -> None:
        self._rank = rank(alpha, draws)
        self._draws = draws
        self._random = np.random.default_rng([seed, 1 if len(shares) == 1 else 2])
        self._values = len(baseline)
        self._targets = len(shares)
        self._to_value = np.cumsum(baseline[:-1])
        self._to_target = np.cumsum(shares[:-1])
        self._surprise = -np.log2(baseline)
        self._context = context or JobContext()
        self.known = list(known)  # for 1, 2, ... records
        self._reached = 0
        self._cells = np.zeros(0, dtype=np.int32)  # (draws * cells,), made when first needed
        self._of_target = np.zeros(0, dtype=np.int32)
        self._bits = np.zeros(draws)  # records times statistic
        self._steps = np.zeros(0)

    def value(self, records: int) -> float:
        """The critical value for this many records, at least 1: safe is less, by more than EQUAL. In bits."""
        if records > len(self.known):
            while self._reached < records:
                self._context.checkpoint()
                self._draw()
                if self._reached > len(self.known):
                    self.known.append(self._quantile())
        return self.known[records - 1]

    def _draw(self) -> None:
        if not self._reached:
            self._cells = np.zeros(self._draws * self._values * self._targets, dtype=np.int32)
            self._of_target = np.zeros(self._draws * self._targets, dtype=np.int32)
        if self._reached >= len(self._steps):
            self._steps = steps(2 * self._reached + 16)
        value = np.searchsorted(self._to_value, self._random.random(self._draws), side="right")
        row = np.arange(self._draws) * self._targets
        if self._targets > 1:
            row += np.searchsorted(self._to_target, self._random.random(self._draws), side="right")
        cell = row * self._values + value
        self._bits += self._steps[self._cells[cell]] + self._surprise[value]
        self._bits -= self._steps[self._of_target[row]]
        self._cells[cell] += 1  # one cell a sample, so none is meant twice
        self._of_target[row] += 1
        self._reached += 1

    def _quantile(self) -> float:
        statistics = self._bits / self._reached
        critical = np.partition(statistics, self._rank)[self._rank]
        return float(statistics[statistics >= critical - EQUAL].min())


def steps(number: int) -> Vector:
    """(n + 1) log2(n + 1) - n log2(n) for n = 0, 1, ... number - 1, (number,), in bits."""
    counts = np.arange(1, number, dtype=np.float64)
    return np.concatenate([[0.0], np.log2(counts + 1) + counts * np.log1p(1 / counts) / np.log(2)])


_LN2 = math.log(2)


@cache
def chi_square(degrees: int, alpha: float) -> float:
    """The (1 - alpha) quantile of the chi-square law; 0 without degrees of freedom."""
    from scipy.special import chdtri  # a slow import

    return float(chdtri(degrees, alpha)) if degrees > 0 else 0.0


class CriticalValues:
    """The values that statistics must stay below. Random ones are drawn on first use, then known.

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
        """Whether the values for MIS and KLD are drawn while this many records are released."""
        return records <= self.rules.last_drawn

    def information_degrees(self, values_seen: int, targets_seen: int) -> int:
        """The degrees of freedom of the mutual information: the baseline is known, so targets count whole."""
        return (self._values(values_seen) - 1) * targets_seen

    def distance_degrees(self, values_seen: int) -> int:
        """The degrees of freedom of a Kullback-Leibler distance."""
        return self._values(values_seen) - 1

    def information(self, records: int, values_seen: int, targets_seen: int) -> float:
        """For MIS, in bits: `records` released, of this many values and targets."""
        if self.is_drawn(records):
            return self._draws["MIS"].value(records)
        degrees = self.information_degrees(values_seen, targets_seen)
        return chi_square(degrees, self.rules.alpha["MIS"]) / (2 * records * _LN2)

    def distance(self, records: int, of_target: int, values_seen: int) -> float:
        """For KLD, in bits: `records` released, `of_target` of them of the target examined."""
        if self.is_drawn(records):
            return self._draws["KLD"].value(of_target)
        degrees = self.distance_degrees(values_seen)
        return chi_square(degrees, self.rules.alpha["KLD"]) / (2 * of_target * _LN2)

    def pearson(self, cells: int) -> float:
        """For CST: this many cells are left after joining."""
        return chi_square(cells - 1, self.rules.alpha["CST"])

    def outlier(self, distances: int) -> float:
        """For DQT: this many different distances; NaN below 3, where nothing can stand out."""
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
