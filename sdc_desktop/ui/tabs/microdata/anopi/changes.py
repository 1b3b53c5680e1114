"""Changes to the tab's job: from the current params to others, and the step's name."""

from collections.abc import Collection, Mapping, Sequence

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.forms.points import moved, points_of, shares_of
from sdc_desktop.words import Words
from sdc_desktop.words.program.step_labels import (
    alpha_label,
    bound_label,
    level_label,
    override_label,
    points_label,
    suppression_label,
)

Params = AnopiParams | RecodeParams
Change = tuple[Params, str]


def to_alpha(params: AnopiParams, alpha: float, words: Words) -> Change:
    """Another weight of utility."""
    return params.model_copy(update={"alpha": alpha}), alpha_label(params.alpha, alpha, words)


def to_points(
    params: AnopiParams,
    variables: Sequence[str],
    side: str,
    name: str,
    tenths: int,
    locked: Collection[str],
    words: Words,
) -> Change:
    """Other points (`user_points` or `intruder_points`) of one variable; the others share what is left."""
    before = shares_of(getattr(params, side), variables)
    after = moved(before, name, tenths, locked)
    points = points_of(after) if after != before else getattr(params, side)
    label = points_label(side, name, before[name], after[name], words)
    return params.model_copy(update={side: points}), label


def to_override(params: AnopiParams, name: str, level: int | None, words: Words) -> Change:
    """This level (1 = as is) whatever ANOPI says; None leaves it to ANOPI."""
    override = {other: chosen for other, chosen in params.override.items() if other != name}
    if level is not None:
        override[name] = level
    changed = params.model_copy(update={"override": override})
    return changed, override_label(changed, name, words)


def to_bound(
    params: AnopiParams, key: str, name: str, bound: Number | DegreeBound | None, words: Words
) -> Change:
    """Another lower bound (`min_utility` or `min_privacy`) of a variable; None takes it away."""
    bounds = {other: kept for other, kept in getattr(params, key).items() if other != name}
    if bound is not None:
        bounds[name] = bound
    by_k = params.technique_of(name) == "microaggregation"
    return params.model_copy(update={key: bounds}), bound_label(key, name, bound, words, by_k=by_k)


def to_level(params: RecodeParams, name: str, level: int, words: Words) -> Change:
    """This level (1 = as is) of a variable, by hand."""
    levels = params.levels | {name: level - 1}
    return params.model_copy(update={"levels": levels}), level_label(name, level, words)


def to_suppression(params: Params, fields: Mapping[str, object], words: Words) -> Change:
    """Other fields of what is to become of rare records."""
    changed = params.model_copy(update=dict(fields))
    return changed, suppression_label(params, changed, words)
