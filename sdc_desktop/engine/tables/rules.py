"""Which cells are unsafe by rule, why, and how far an intruder must be kept from them.

X is the sum of absolute contributions, x1 >= x2 >= ... the contributions (or holdings). After Hundepool et
al., Handbook on Statistical Disclosure Control, and the tau-ARGUS manual. Comparisons are of whole numbers.

With waivers s, the largest that does not waive, stands instead of x1, and the largest others in those of
x2, x3, ...; where all waive no such rule applies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.specs.rules import (
    DominanceSpec,
    PPercentSpec,
    PQSpec,
    RequestSpec,
    Rule,
    ThresholdSpec,
)
from sdc_desktop.engine.tables.table import Levels, Reason

_EXACT = 2**62  # products below fit into 64 bits


@dataclass(frozen=True)
class Sensitivity:
    """What the rules say of every cell. ``by_rule`` (rules, cells); ``zero``: unsafe because it is zero.

    ``own``: the contributions to the values where `behind` is of a shadow variable; None where the values
    themselves are judged. ``without_shadow``: cells with a value and nothing of the shadow, which no rule can
    judge: they are unsafe. ``amounts``: the values are no counts.
    """

    rules: tuple[Rule, ...]
    behind: Contributions
    by_rule: Flags
    zero: Flags
    without_shadow: Flags
    own: Contributions | None = None
    amounts: bool = True

    @property
    def unsafe(self) -> Flags:
        """Which cells (cells,) any rule calls unsafe."""
        return self.zero | self.by_rule.any(axis=0) | self.without_shadow

    def reasons(self, cell: int) -> tuple[Reason, ...]:
        """The rules that call a cell unsafe, with their figures."""
        found = [
            _reason(rule, self.behind, cell)
            for rule, flags in zip(self.rules, self.by_rule, strict=True)
            if flags[cell]
        ]
        if self.without_shadow[cell]:
            least = next((rule.n for rule in self.rules if isinstance(rule, ThresholdSpec)), 1)
            found.append(Reason("threshold", {"contributors": 0.0, "n": float(least)}))
        return (*found, Reason("zero", {})) if self.zero[cell] else tuple(found)

    def levels(self, cell: int) -> Levels:
        """The protection levels of an unsafe cell: the largest that any of its rules requires."""
        upper = Fraction(0)
        for rule, flags in zip(self.rules, self.by_rule, strict=True):
            if flags[cell]:
                upper = max(upper, _upper_level(rule, self.behind, cell, amounts=self.amounts))
        if self.own is not None and upper:
            upper *= Fraction(int(self.own.magnitudes[cell]), int(self.behind.magnitudes[cell]))
        return Levels(upper, upper).at_least_a_unit()


def sensitivity(
    rules: Sequence[Rule],
    behind: Contributions,
    *,
    zeros_unsafe: bool = False,
    exempt: Flags | None = None,
    own: Contributions | None = None,
    amounts: bool = True,
) -> Sensitivity:
    """Judge every cell. ``zeros_unsafe``: cells whose contributors all contribute nothing; no other rule
    judges those. ``exempt`` (cells,): those of missing codes, which are safe. ``own``: the contributions to
    the values where `behind` is of a shadow variable, whose levels become the same shares of the values.
    ``amounts``: the values are no counts. The contributions hold the `places_of(rules)` largest at least.
    """
    judged = behind.magnitudes > 0
    has_value = judged if own is None else own.magnitudes > 0
    zero = ~has_value & (behind.contributors > 0) & zeros_unsafe
    if exempt is not None:
        judged, zero = judged & ~exempt, zero & ~exempt
    flags = [_breaks(rule, behind) & judged for rule in rules]
    by_rule = np.array(flags, dtype=np.bool_).reshape(len(rules), len(judged))
    bare = np.zeros_like(judged)
    if own is not None and rules:
        bare = has_value & (behind.magnitudes == 0)
        bare = bare if exempt is None else bare & ~exempt
    return Sensitivity(tuple(rules), behind, by_rule, zero, bare, own, amounts)


def insider_bound(behind: Contributions, cell: int) -> int:
    """What the second largest contributor knows the largest to have at most: X - x2, in units."""
    return int(behind.magnitudes[cell] - behind.largest[cell, 1])


def leading(behind: Contributions, places: int) -> Integers:
    """The largest that does not waive and the largest others, `places` in all, summed: one sum per cell."""
    largest, first = behind.largest, behind.largest_open
    if places == 1:
        return first
    shorter, longer = largest[:, : places - 1].sum(axis=1), largest[:, :places].sum(axis=1)
    return np.asarray(np.where(first >= largest[:, places - 2], longer, first + shorter), dtype=np.int64)


def _breaks(rule: Rule, behind: Contributions) -> Flags:
    """The cells that a rule calls unsafe."""
    whole, first = behind.magnitudes, behind.largest_open
    if isinstance(rule, ThresholdSpec):
        if rule.weighted:
            return np.asarray(behind.weighted < rule.n * behind.weight_one)
        return np.asarray(behind.contributors < rule.n)
    if isinstance(rule, DominanceSpec):  # 100 lead > k X
        return _less(whole, _exact(rule.k), leading(behind, rule.n), Fraction(100)) & (first > 0)
    if isinstance(rule, RequestSpec):
        assert behind.largest_asking is not None
        requests = (behind.largest_asking == behind.largest[:, 0]) & (behind.largest_asking > 0)
        much = _less(whole, _exact(rule.share), behind.largest[:, 0], Fraction(100))
        return np.asarray(requests & much)
    rest = whole - leading(behind, rule.colluders + 1)
    return _less(rest, Fraction(1), first, _share(rule)) & (first > 0)


def _upper_level(rule: Rule, behind: Contributions, cell: int, *, amounts: bool) -> Fraction:
    """UPL of a cell that the rule calls unsafe, in units."""
    whole = Fraction(int(behind.magnitudes[cell]))
    if isinstance(rule, ThresholdSpec):
        return _exact(rule.level(amounts=amounts)) / 100 * whole
    if isinstance(rule, RequestSpec):
        return _exact(rule.range) / 100 * whole
    one = _one_cell(behind, cell)
    if isinstance(rule, DominanceSpec):
        return 100 / _exact(rule.k) * int(leading(one, rule.n)[0]) - whole
    rest = whole - int(leading(one, rule.colluders + 1)[0])
    return _share(rule) * int(one.largest_open[0]) - rest


def _reason(rule: Rule, behind: Contributions, cell: int) -> Reason:
    one = _one_cell(behind, cell)
    whole = int(one.magnitudes[0])
    if isinstance(rule, ThresholdSpec):
        number = one.weighted[0] / one.weight_one if rule.weighted else int(one.contributors[0])
        return Reason(rule.kind, {"contributors": float(number), "n": rule.n})
    if isinstance(rule, DominanceSpec):
        share = float(Fraction(100 * int(leading(one, rule.n)[0]), whole))
        return Reason(rule.kind, {"share": share, "n": rule.n, "k": float(rule.k)})
    if isinstance(rule, RequestSpec):
        share = float(Fraction(100 * int(one.largest[0, 0]), whole))
        return Reason(rule.kind, {"share": share, "limit": float(rule.share)})
    rest = whole - int(leading(one, rule.colluders + 1)[0])
    first = int(one.largest_open[0])
    figures = {
        "rest": float(rest),
        "bound": float(_share(rule) * first),
        "percent": float(Fraction(100 * rest, first)),
        "p": float(rule.p),
        "colluders": float(rule.colluders),
    }
    return Reason(rule.kind, figures | ({"q": float(rule.q)} if isinstance(rule, PQSpec) else {}))


def _one_cell(behind: Contributions, cell: int) -> Contributions:
    here = slice(cell, cell + 1)
    asking = behind.largest_asking
    return Contributions(
        behind.values[here],
        behind.magnitudes[here],
        behind.contributors[here],
        behind.weighted[here],
        behind.negative[here],
        behind.largest[here],
        behind.largest_open[here],
        None if asking is None else asking[here],
        behind.weight_one,
    )


def _share(rule: PPercentSpec | PQSpec) -> Fraction:
    return _exact(rule.p) / (_exact(rule.q) if isinstance(rule, PQSpec) else 100)


def _exact(number: Number) -> Fraction:
    """The number of the plan as a fraction, exactly as stated there."""
    return Fraction(str(number))


def _less(left: Integers, left_by: Fraction, right: Integers, right_by: Fraction) -> Flags:
    """Whether left * left_by < right * right_by, exactly."""
    a = left_by.numerator * right_by.denominator
    b = right_by.numerator * left_by.denominator
    most = max(int(np.abs(left).max(initial=0)) * a, int(np.abs(right).max(initial=0)) * b)
    if most < _EXACT:
        return np.asarray(left * a < right * b)
    return np.asarray(left.astype(object) * a < right.astype(object) * b, dtype=np.bool_)
