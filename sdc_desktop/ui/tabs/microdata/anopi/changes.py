"""Changes to the tab's job: from the current params to others, and the step's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound, Technique
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.spec import Number
from sdc_desktop.project.points import moved, points_of, shares_of
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.techniques import blocks_label, both_points_label, k_label, technique_label
from sdc_desktop.words.program.step_labels import (
    alpha_label,
    bound_label,
    level_label,
    override_label,
    points_label,
    suppression_label,
)

if TYPE_CHECKING:  # numpy is wanted only when a file is open
    from sdc_desktop.engine.microdata.recoding import RecodingCounts
    from sdc_desktop.words.microdata.hierarchies import Known

Params = AnopiParams | RecodeParams
Change = tuple[Params, str]
AnopiChange = tuple[AnopiParams, str]
Blocks = tuple[tuple[str, ...], ...]


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


def to_override(params: AnopiParams, name: str, level: int | None, known: Known, words: Words) -> Change:
    """This level (1 = as is) whatever ANOPI says; None leaves it to ANOPI."""
    override = {other: chosen for other, chosen in params.override.items() if other != name}
    if level is not None:
        override[name] = level
    changed = params.model_copy(update={"override": override})
    return changed, override_label(changed, name, known, words)


def to_bound(
    params: AnopiParams, key: str, name: str, bound: Number | DegreeBound | None, words: Words
) -> Change:
    """Another lower bound (`min_utility` or `min_privacy`) of a variable; None takes it away."""
    bounds = {other: kept for other, kept in getattr(params, key).items() if other != name}
    if bound is not None:
        bounds[name] = bound
    by_k = params.technique_of(name) == "microaggregation"
    return params.model_copy(update={key: bounds}), bound_label(key, name, bound, words, by_k=by_k)


def to_level(params: RecodeParams, name: str, level: int, known: Known, words: Words) -> Change:
    """This level (1 = as is) of a variable, by hand."""
    levels = params.levels | {name: level - 1}
    return params.model_copy(update={"levels": levels}), level_label(name, level, known, words)


def to_suppression(params: Params, fields: Mapping[str, object], words: Words) -> Change:
    """Other fields of what is to become of rare records."""
    changed = params.model_copy(update=dict(fields))
    return changed, suppression_label(params, changed, words)


def to_technique(
    params: AnopiParams,
    names: Sequence[str],
    name: str,
    technique: Technique,
    counted: RecodingCounts | None,
    words: Words,
) -> AnopiChange:
    """Another technique for one of the variables `names`."""
    from sdc_desktop.engine.methods.recoding.anopi.compare import with_techniques

    every = {other: params.technique_of(other) for other in names} | {name: technique}
    return with_techniques(params, every, counted), technique_label(name, technique, words)


def to_blocks(
    params: AnopiParams,
    names: Sequence[str],
    blocks: Blocks,
    counted: RecodingCounts | None,
    words: Words,
) -> AnopiChange:
    """Other blocks of microaggregated variables; those of `names` in none of them are recoded.

    One block of them all in file order is what no blocks mean. Of several k by hand in one block none stays.
    """
    from sdc_desktop.engine.methods.recoding.anopi.compare import with_techniques

    grouped = [name for block in blocks for name in block]
    every: dict[str, Technique] = {
        name: "microaggregation" if name in grouped else "recoding" for name in names
    }
    changed = with_techniques(params, every, counted)
    all_in_one = (tuple(name for name in names if name in grouped),)
    override = dict(changed.override)
    for block in blocks:
        if len({override[name] for name in block if name in override}) > 1:
            for name in block:
                override.pop(name, None)
    given = None if not blocks or blocks == all_in_one else blocks
    return changed.model_copy(update={"blocks": given, "override": override}), blocks_label(blocks, words)


def to_k(params: AnopiParams, names: Sequence[str], name: str, k: int | None, words: Words) -> AnopiChange:
    """This k for the block that a variable is in, whatever ANOPI says; None leaves it to ANOPI."""
    from sdc_desktop.engine.methods.recoding.anopi.blocks import blocks_of

    block = next((block for block in blocks_of(params, names) if name in block), (name,))
    override = {other: chosen for other, chosen in params.override.items() if other not in block}
    if k is not None:
        override[name] = k
    return params.model_copy(update={"override": override}), k_label(block, k, words)


def to_points_of(
    params: AnopiParams, names: Sequence[str], name: str, tenths: tuple[int, int], words: Words
) -> AnopiChange:
    """These utility and privacy points of one variable, in tenths; the others share what is left in
    proportion.
    """
    updates = {}
    for side, points in zip(("user_points", "intruder_points"), tenths, strict=True):
        before = shares_of(getattr(params, side), names)
        after = moved(before, name, points)
        updates[side] = points_of(after) if after != before else getattr(params, side)
    return params.model_copy(update=updates), both_points_label(name, tenths, words)
