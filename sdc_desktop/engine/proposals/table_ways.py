"""The ways to protect a table that are tried, as params of its job with what these set already."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun, within
from sdc_desktop.engine.proposals.proposal import Family
from sdc_desktop.engine.proposals.table_costs import Coarser
from sdc_desktop.engine.proposals.table_together import PROTECTING
from sdc_desktop.engine.tables.attack.part import is_unimodular
from sdc_desktop.engine.tables.cells import counted_once
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.protection import AdjustmentSpec, RedesignSpec, RoundingSpec
from sdc_desktop.engine.tables.specs.rules import ThresholdSpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams

EFFORT = 5_000_000  # of each search, where the job names none: about ten seconds of a processor
USUAL_N = 3
_STEPS = (1, 2, 3, 5)  # times a power of ten: bases of rounding
_MOST_BASES = 5  # that are rounded to
_MORE_STEPS = 3  # multiples that controlled rounding may move a cell further where it must
_VARIANCES = (2, 3, 4, 5)  # of cell keys

S = TypeVar("S")


@dataclass(frozen=True)
class Way:
    """A way to protect, as settings from the mildest on: the first that pass are proposed.

    ``best_reserved``: at best it is safe with reservations.
    """

    family: Family
    settings: Iterable[TableParams]
    best_reserved: bool = False


def with_rules(params: TableParams, plan: Plan, held_to: Policy | None) -> TableParams:
    """The params, with rules where they have none: those of new jobs under the policy, or else a threshold of
    the plan's k or of 3. A given table and one with manual statuses state what is unsafe.
    """
    if params.rules or params.table is not None or params.cells:
        return params
    rules = begun(TableParams(), held_to).rules
    usual = ThresholdSpec(kind="threshold", n=plan.k or USUAL_N)
    return params.model_copy(update={"rules": rules or (usual,)})


def unprotected(params: TableParams) -> TableParams:
    """The params without protection."""
    return _with(params, None)


def suppression(params: TableParams, held_to: Policy | None) -> Way:
    """The cheapest suppression that is found within the effort, also with contributors protected from one
    another where the job leaves them out. One of a job that is protected together with others stays: they
    must have the same search.
    """
    spec = _own(SuppressionSpec, params, held_to) or SuppressionSpec(method="suppression")
    found = [spec]
    if spec.link is None:
        own = spec.model_copy(update={"solver": "optimal", "effort": spec.effort or EFFORT})
        found = [own, own.model_copy(update=PROTECTING)]
    return Way("cell_suppression", _within([_with(params, one) for one in found], held_to))


def rounding(
    params: TableParams, original: TableResult, pattern: TableResult | None, held_to: Policy | None
) -> Way:
    """Rounding to the smallest base that passes, of 1, 2, 3, 5 times a power of ten. ``pattern``: the
    suppressed table, which has the protection levels; bases whose intervals are shorter than these fail
    without being tried.
    """
    spec = _own(RoundingSpec, params, held_to) or RoundingSpec(method="rounding", base=1)
    spec = spec.model_copy(update={"controlled": True, "effort": spec.effort or EFFORT})
    units = list(_bases(original, pattern, spec))[:_MOST_BASES]
    found = [spec.model_copy(update={"base": original.table.number(base)}) for base in units]
    reserved = params.value is not None and original.risks.unsafe > 0
    return Way("rounding", _within([_with(params, one) for one in found], held_to), reserved)


def adjustment(params: TableParams, held_to: Policy | None) -> Way:
    """The nearest adjusted table that is found within the effort."""
    spec = _own(AdjustmentSpec, params, held_to) or AdjustmentSpec(method="adjustment")
    found = spec.model_copy(update={"effort": spec.effort or EFFORT})
    return Way("adjustment", _within([_with(params, found)], held_to), best_reserved=True)


def cell_keys(params: TableParams, held_to: Policy | None) -> Way:
    """The cell key method with the least variance that passes; a perturbation table of a file stays."""
    spec = _own(CellKeySpec, params, held_to) or CellKeySpec(method="cell_key", monotone=True)
    spec = spec.with_figures()
    own = float(spec.variance or 0)
    more = [one for one in _VARIANCES if one > own] if spec.ptable is None and params.value is None else []
    found = [spec, *(spec.model_copy(update={"variance": one}) for one in more)]
    return Way("cell_keys", _within([_with(params, one) for one in found], held_to), params.value is not None)


def merged(params: TableParams, name: str, coarser: Coarser, held_to: Policy | None) -> Way:
    """The finest categories of a dimension merged into those above them."""
    groups: dict[str, list[str]] = {}
    for label, (parent, _) in coarser.becomes.items():
        groups.setdefault(parent, []).append(label)
    merge = {name: tuple(tuple(one) for one in groups.values() if len(one) > 1)}
    spec = RedesignSpec(method="redesign", merge=merge)
    return Way("coarser", _within([_with(params, spec)], held_to))


def ways_barred(params: TableParams) -> frozenset[Family]:
    """The ways that a table cannot take, or not without losing what its settings respect: earlier releases,
    the entries of an a-priori file.
    """
    barred: set[Family] = set()
    spec = params.protect
    if params.table is not None or (params.weight and params.value):
        barred.add("cell_keys")
    if params.table is not None and params.table.rounded is not None:
        barred |= {"rounding", "adjustment", "coarser"}
    if isinstance(spec, SuppressionSpec) and spec.released:
        barred |= {"rounding", "adjustment", "cell_keys", "coarser"}
    if getattr(spec, "apriori", None) is not None or params.cells:
        barred |= {"cell_keys", "coarser"}
    return frozenset(barred)


def _with(params: TableParams, spec: Any) -> TableParams:
    """The params with another protection, by the same contributors and the same a-priori file."""
    update: dict[str, Any] = {"protect": spec, "holding": params.contributor}
    apriori = getattr(params.protect, "apriori", None)
    if apriori is not None and "apriori" in getattr(type(spec), "model_fields", {}):
        update["protect"] = spec.model_copy(update={"apriori": apriori})
    return params.model_copy(update=update)


def _own(kind: type[S], params: TableParams, held_to: Policy | None) -> S | None:
    """The protection of this kind that the job has, or new jobs get under the policy."""
    for spec in (params.protect, begun(TableParams(), held_to).protect):
        if isinstance(spec, kind):
            return spec
    return None


def _within(settings: Iterable[TableParams], held_to: Policy | None) -> Iterator[TableParams]:
    """The settings within the limits of the policy, as far as they keep their method then."""
    seen: list[TableParams] = []
    for params in settings:
        found = params
        for limit in () if held_to is None else held_to.spec.limits:
            if limit.kind == TABLE.kind and limit.param != "protect.method":
                found = within(found, limit)
        if found not in seen:
            seen.append(found)
            yield found


def _bases(original: TableResult, pattern: TableResult | None, spec: RoundingSpec) -> Iterator[int]:
    """Bases in units of the table, above 1 unit, up to beyond its largest value.

    Behind a value rounded to b with s steps lie at most those from r - (b - 1) - s b to r + (b - 1) + s b: an
    interval shorter than a protection level cannot meet it.
    """
    table = original.table
    steps = spec.steps + (0 if is_unimodular(table) else _MORE_STEPS)
    required = _longest(pattern) / float(table.unit)
    largest = int(abs(table.values).max(initial=0))
    power = 1
    while power <= max(largest, 1):
        for base in (step * power for step in _STEPS):
            if base > 1 and 2 * (base - 1) + 2 * steps * base >= required:
                yield base
        power *= 10


def _longest(pattern: TableResult | None) -> float:
    cells = () if pattern is None else counted_once(pattern.cells)
    levels = [cell.asked for cell in cells if cell.asked is not None]
    return max((max(float(one.below + one.above), float(one.length)) for one in levels), default=0.0)
