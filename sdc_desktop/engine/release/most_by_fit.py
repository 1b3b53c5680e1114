"""Which waiting records can go out together by CST alone, target by target.

A target's joined cells and their critical value depend on its own records only, so that each target can be
searched by itself. The sets tried are those that depart least from the baseline, from many records to few.
"""

import numpy as np

from sdc_desktop.engine.release.assessment import below, pearson
from sdc_desktop.engine.release.critical_values import CriticalValues
from sdc_desktop.engine.release.rules import Counts
from sdc_desktop.engine.release.waiting_gains import additions

_TRIES = 64  # numbers of records of a target


class FitSets:
    """Searches targets, and knows what it found of each: after most requests only one target has changed."""

    def __init__(self, criticals: CriticalValues) -> None:
        self._criticals = criticals
        self._known: dict[int, tuple[bytes, Counts]] = {}

    def largest(self, released: Counts, waiting: Counts) -> Counts:
        """The largest safe sets found (targets, values) of counts that are out and that wait."""
        found = np.zeros_like(waiting)
        for target in np.flatnonzero(waiting.any(axis=1)).tolist():
            key = released[target].tobytes() + waiting[target].tobytes()
            known = self._known.get(target)
            if known is None or known[0] != key:
                known = (key, self._search(released[target], waiting[target]))
                self._known[target] = known
            found[target] = known[1]
        return found

    def _search(self, released: Counts, waiting: Counts) -> Counts:
        rules = self._criticals.rules
        baseline = rules.baseline
        added = additions(released, waiting, baseline)
        tried = np.unique(np.linspace(1, added.most, min(added.most, _TRIES)).astype(int))
        for number in tried[::-1].tolist():
            more = added.counts(number, len(baseline))
            statistic, cells = pearson((released + more).tolist(), baseline, rules.join)
            if cells == 1 or below(statistic, self._criticals.pearson(cells)):
                return more
        return np.zeros_like(waiting)
