"""The texts of the form of a microaggregation beyond its settings: blocks, the k that ANOPI proposes.

It is wanted when the window is made, so that nothing here needs the engine.
"""

from collections.abc import Sequence

from sdc_desktop.words.words import N_, Words, whole


def block_name(number: int, words: Words) -> str:
    """A block by its number, from 1."""
    return words.say(N_("Block {number}"), number=number)


def proposal_text(
    blocks: Sequence[int | None], raised: Sequence[bool], own_points: bool, words: Words
) -> str:
    """What k ANOPI proposes for each block, and from what."""
    sentences_of_k = [
        words.say(N_("{block}: {k}"), block=block_name(number, words), k="\u2013" if k is None else whole(k))
        for number, k in enumerate(blocks, start=1)
    ]
    if not any(blocks):
        return words.say(N_("ANOPI has no k for these variables: they are constant or have no points."))
    sentences = [words.say(N_("k set by ANOPI: {told}."), told=", ".join(sentences_of_k))]
    if len(blocks) == 1:
        sentences = [words.say(N_("k by ANOPI: {k}."), k=whole(blocks[0] or 0))]
    elif len({k for k in blocks if k is not None}) > 1:
        sentences.append(words.say(N_("The greatest is taken.")))
    if any(raised):
        sentences.append(words.say(N_("No smaller k keeps any privacy.")))
    source = (
        N_("From your points and weight of utility.") if own_points else N_("From equal points, alpha 0.5.")
    )
    return " ".join([*sentences, words.say(source)])


def waiting_text(records: int, words: Words) -> str:
    """How long grouping takes, where it was stopped."""
    return words.say_many(
        N_("Grouping {number} record takes a while. It can be stopped."),
        N_("Grouping {number} records takes a while. It can be stopped."),
        records,
    )
