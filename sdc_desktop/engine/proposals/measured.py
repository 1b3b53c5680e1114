"""What a protection that was carried through costs, and the risk that it leaves."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.utility.pairs import Pair
from sdc_desktop.engine.proposals.proposal import Cost
from sdc_desktop.engine.proposals.score import score_of
from sdc_desktop.engine.proposals.utility import mean_variation, pairs_of
from sdc_desktop.engine.strategies.trail import Trail, origin_after


def cost_of(trail: Trail, context: JobContext) -> Cost:
    """The cost of the last records of a trail. U is None where records have no counterpart. Raises
    :class:`Refused`, Cancelled.
    """
    steps = len(trail.jobs)
    before, after = trail.after(0).data, trail.after(steps).data
    pairs = pairs_of(before, after, context)
    keys = tuple(variable.name for variable in before.with_role("key"))
    removed = max(0, before.records - after.records)
    values, of_released = trail.steps[0].values, trail.steps[-1]
    changed = of_released.values if of_released.changed is None else of_released.changed
    names = values // max(before.records, 1)
    cost = Cost(
        before.records,
        removed + _without_keys(pairs, keys),
        values,
        min(values, changed + removed * names),
        1 - mean_variation(before, after, pairs, context),
    )
    origin = origin_after(trail, steps)
    return cost if origin is None else replace(cost, score=score_of(pairs, keys, origin))


def _without_keys(pairs: Mapping[str, Pair], keys: tuple[str, ...]) -> int:
    """The released records without any key value."""
    known = [pairs[name] for name in keys if name in pairs]
    if not known:
        return 0
    hidden = np.ones(len(known[0].released), dtype=np.bool_)
    for pair in known:
        hidden &= np.array([text == SUPPRESSED for text in pair.texts], dtype=np.bool_)[pair.released]
    return int(hidden.sum())


def risk_of(trail: Trail) -> float:
    """The average risk of the last records, 0 to 1; where values are drawn, the largest that was measured."""
    for job, done in zip(reversed(trail.jobs), reversed(trail.made), strict=True):
        risks = getattr(None if done is None else done.result, "risks", None)
        if method_of(job.kind).draws(job.params) and isinstance(risks, Mapping) and risks:
            return float(max(risks.values()))
    return trail.steps[-1].risk or 0.0
