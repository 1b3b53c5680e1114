"""Changes to techniques, k and blocks: other params, and the step's name (`changes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, Technique
from sdc_desktop.ui.forms.points import moved, points_of, shares_of
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.techniques import blocks_label, both_points_label, k_label, technique_label

if TYPE_CHECKING:  # numpy is wanted only when a file is open
    from sdc_desktop.engine.microdata.recoding import RecodingCounts

Blocks = tuple[tuple[str, ...], ...]
Change = tuple[AnopiParams, str]


def to_technique(
    params: AnopiParams,
    names: Sequence[str],
    name: str,
    technique: Technique,
    counted: RecodingCounts | None,
    words: Words,
) -> Change:
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
) -> Change:
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


def to_k(params: AnopiParams, names: Sequence[str], name: str, k: int | None, words: Words) -> Change:
    """This k for the block that a variable is in, whatever ANOPI says; None leaves it to ANOPI."""
    from sdc_desktop.engine.methods.recoding.anopi.blocks import blocks_of

    block = next((block for block in blocks_of(params, names) if name in block), (name,))
    override = {other: chosen for other, chosen in params.override.items() if other not in block}
    if k is not None:
        override[name] = k
    return params.model_copy(update={"override": override}), k_label(block, k, words)


def to_points_of(
    params: AnopiParams, names: Sequence[str], name: str, tenths: tuple[int, int], words: Words
) -> Change:
    """These utility and privacy points of one variable, in tenths; the others share what is left in
    proportion.
    """

    updates = {}
    for side, points in zip(("user_points", "intruder_points"), tenths, strict=True):
        before = shares_of(getattr(params, side), names)
        after = moved(before, name, points)
        updates[side] = points_of(after) if after != before else getattr(params, side)
    return params.model_copy(update=updates), both_points_label(name, tenths, words)
