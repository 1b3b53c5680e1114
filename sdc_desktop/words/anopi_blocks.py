"""What ANOPI says of microaggregated variables: why this k, and what the next best would cost."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.recoding.anopi.blocks import ReleasedBlock
from sdc_desktop.words.microaggregation import size_range
from sdc_desktop.words.words import N_, Words, listed, whole

_REASONS: Mapping[str, str] = {
    "least_deviation": N_(
        "Of all k from {least} to {most}, which is what the points ask for, {k} comes nearest to the optimum."
    ),
    "tie": N_(
        "Of all k from {least} to {most}, which is what the points ask for, several come equally near to the "
        "optimum; {k} is the smallest of them."
    ),
    "raised": N_(
        "The points ask for a k from {least} to {most}, but no group so small keeps what must be kept; {k} "
        "is the least that does."
    ),
    "lowered": N_(
        "The points ask for a k from {least} to {most}, but no group so large keeps the lower bounds; {k} is "
        "the greatest that does."
    ),
    "no_points": N_("No variable has points that count, so all records with a value form one group of {k}."),
    "override": N_("You chose this k, {k}, yourself."),
}


def block_name(block: ReleasedBlock, words: Words) -> str:
    """The variables of a block."""
    return listed(block.variables, words)


def block_reason(block: ReleasedBlock, words: Words) -> str:
    """Why a block has its k."""
    least, most = (0 if end is None else end for end in (block.least, block.most))
    return words.say(_REASONS[block.reason], k=whole(block.k), least=whole(least), most=whole(most))


def block_next_best(block: ReleasedBlock, words: Words) -> str:
    """What the next best k would have been, and how much farther from the optimum it lies."""
    if block.next_best is None or block.deviation is None or block.next_deviation is None:
        return words.say(N_("There is no other k to choose from."))
    text = N_("Next best: k = {k}, deviation {other} instead of {chosen}.")
    if block.reason == "override":
        text = N_("ANOPI would choose {k}: deviation {other} instead of {chosen}.")
    chosen, other = told_apart(block.deviation, block.next_deviation, words)
    return words.say(text, k=whole(block.next_best), other=other, chosen=chosen)


def told_apart(one: float, other: float, words: Words) -> tuple[str, str]:
    """Two figures with as many decimals as it takes to see that they differ, from three to nine."""
    for decimals in range(3, 10):
        texts = words.figure(one, decimals), words.figure(other, decimals)
        if texts[0] != texts[1]:
            return texts
    return words.figure(one, 3), words.figure(other, 3)


def block_groups(block: ReleasedBlock, words: Words) -> str:
    """What was formed: `35 groups of 5 to 8 records`; what will be, before that."""
    if block.formed is None:
        return words.say(N_("groups of {k} or more records"), k=whole(block.k))
    return words.say_many(
        N_("{number} group of {sizes} records"),
        N_("{number} groups of {sizes} records"),
        block.formed.groups,
        sizes=size_range(tuple(block.formed.sizes), words),
    )


def released_as(block: ReleasedBlock, words: Words) -> str:
    """How a variable of the block is released."""
    if block.k == 1:
        return words.say(N_("as is (k = 1)"))
    return words.say(N_("value of its group, k = {k}"), k=whole(block.k))
