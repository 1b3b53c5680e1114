"""Conditions that almost no file fails, of jobs of all kinds: one that is set so wide judges nothing.

Where no file at all can fail any condition, nothing is required (`criteria/spec.py`: is_met_by_any). Those
here are a reservation that names them: a verdict cannot rest on them.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sdc_desktop.engine.methods.outputs.output_check import OutputCheckParams
from sdc_desktop.engine.methods.outputs.output_check.rules import RulesSpec
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.microdata.criteria.empty_criteria import is_met_by_any
from sdc_desktop.engine.microdata.criteria.spec import (
    AverageRiskSpec,
    BetaLikenessSpec,
    CriterionSpec,
    DeltaDisclosureSpec,
    JournalistRiskSpec,
    PopulationUniquenessSpec,
    TClosenessSpec,
)
from sdc_desktop.engine.setting import setting_of
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.protection import RoundingSpec
from sdc_desktop.engine.tables.specs.rules import (
    DominanceSpec,
    PPercentSpec,
    PQSpec,
    RequestSpec,
    Rule,
    ThresholdSpec,
)
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import Reason, reserved

NEARLY_ALL = 0.99  # of a share or a distance, 0 to 1
_LEAST_PERCENT = 1  # of an estimate, in percent of the contribution
_WIDEST_BETA = 1000  # a value of one record in a thousand may be all of a class
_WIDEST_DELTA = 10  # its base 2 logarithm
_LARGEST_EPSILON = 20  # by which a factor of e^20 is allowed between neighbours


def empty_conditions(params: Any, result: Any) -> Iterator[Reason]:
    """A reservation for each condition of a job that judges nothing, with its name (a mark)."""
    for name in dict.fromkeys(_names(params, result)):
        yield reserved("condition_judges_nothing", criterion=name)


def _names(params: Any, result: Any) -> Iterator[str]:
    criteria = getattr(params, "criteria", None) or ()
    if not all(is_met_by_any(one) for one in criteria):
        yield from (type(one).title for one in criteria if _is_empty_criterion(one))
    for key in ("tolerable_risk", "tolerable", "tolerable_attribution", "tolerable_replicated", "max_risk"):
        limit = getattr(params, key, None)
        if limit is not None and NEARLY_ALL <= limit < 1:
            yield _label(params, key)
    if isinstance(params, TableParams):
        yield from _of_table(params)
    if isinstance(params, OutputCheckParams):
        yield from _of_outputs(params.rules)
    if isinstance(params, PrivateTableParams):
        limit = params.most_epsilon
        if result.epsilon > _LARGEST_EPSILON or (limit is not None and limit > _LARGEST_EPSILON):
            yield _label(params, "most_epsilon")


def _of_table(params: TableParams) -> Iterator[str]:
    yield from (type(one).title for one in params.rules if _is_empty_rule(one))
    if params.value is not None:
        yield from (_label(one, "range") for one in params.rules if _is_narrow(one))
        if 0 < params.manual_range < _LEAST_PERCENT:
            yield _label(params, "manual_range")
    spec = params.protect
    if isinstance(spec, CellKeySpec) and spec.most_certain >= NEARLY_ALL:
        yield _label(spec, "most_certain")
    if isinstance(spec, RoundingSpec) and spec.base < _threshold(params.rules):
        yield _label(spec, "base")


def _of_outputs(rules: RulesSpec) -> Iterator[str]:
    if rules.threshold <= 1:
        yield _label(rules, "threshold")
    if rules.p_percent is not None and rules.p_percent < _LEAST_PERCENT:
        yield _label(rules, "p_percent")
    if any(one.k >= 100 * NEARLY_ALL for one in rules.dominance):
        yield _label(rules, "dominance")


def _threshold(rules: Iterable[Rule]) -> int:
    return max((one.n for one in rules if isinstance(one, ThresholdSpec)), default=0)


def _is_empty_rule(rule: Rule) -> bool:
    if isinstance(rule, ThresholdSpec):
        return rule.n <= 1
    if isinstance(rule, DominanceSpec):
        return rule.k >= 100 * NEARLY_ALL
    if isinstance(rule, PQSpec):
        return 100 * rule.p < _LEAST_PERCENT * rule.q
    return isinstance(rule, PPercentSpec) and rule.p < _LEAST_PERCENT


def _is_narrow(rule: Rule) -> bool:
    """Whether a range protects nearly nothing; a range of 0 is a reservation of its own."""
    found = rule.range if isinstance(rule, ThresholdSpec | RequestSpec) else None
    return found is not None and 0 < found < _LEAST_PERCENT


def _is_empty_criterion(spec: CriterionSpec) -> bool:
    if isinstance(spec, TClosenessSpec):
        return spec.t >= NEARLY_ALL
    if isinstance(spec, AverageRiskSpec | JournalistRiskSpec | PopulationUniquenessSpec):
        return spec.max >= NEARLY_ALL
    if isinstance(spec, BetaLikenessSpec):
        return spec.beta >= _WIDEST_BETA
    if isinstance(spec, DeltaDisclosureSpec):
        return spec.delta >= _WIDEST_DELTA
    return is_met_by_any(spec)


def _label(params: Any, key: str) -> str:
    setting = setting_of(type(params), key)
    assert setting is not None
    return setting.label
