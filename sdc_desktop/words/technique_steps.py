"""What the steps of the history are called that choose techniques, k, blocks, or points from the map."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.recoding.anopi import Technique
from sdc_desktop.words.step_labels import points_text
from sdc_desktop.words.words import N_, Words, listed, whole

_TECHNIQUES: Mapping[Technique, str] = {
    "recoding": N_("{name}: recoding"),
    "microaggregation": N_("{name}: microaggregation"),
}


def technique_label(name: str, technique: Technique, words: Words) -> str:
    """The step's name when a variable got another technique."""
    return words.say(_TECHNIQUES[technique], name=name)


def combination_label(name: str, words: Words) -> str:
    """The step's name when a combination of techniques was taken; `name` as the comparison calls it."""
    return words.say(N_("Techniques: {name}"), name=name)


def k_label(block: Sequence[str], k: int | None, words: Words) -> str:
    """The step's name when the k of a block was chosen or left to ANOPI again."""
    names = listed(tuple(block), words)
    if k is None:
        return words.say(N_("k of {names}: chosen by ANOPI"), names=names)
    return words.say(N_("k of {names}: {k}"), names=names, k=whole(k))


def blocks_label(blocks: Sequence[Sequence[str]], words: Words) -> str:
    """The step's name when variables went to other blocks."""
    if not blocks:
        return words.say(N_("Recode all variables"))
    together = "; ".join(listed(tuple(block), words) for block in blocks)
    return words.say(N_("Blocks: {blocks}"), blocks=together)


def both_points_label(name: str, tenths: tuple[int, int], words: Words) -> str:
    """The step's name when both points of a variable were taken from the map."""
    user, intruder = (points_text(each, words) for each in tenths)
    return words.say(
        N_("Points of {name}: utility {user}, privacy {intruder}"), name=name, user=user, intruder=intruder
    )
