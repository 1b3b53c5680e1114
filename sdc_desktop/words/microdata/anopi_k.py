"""Texts on the k of microaggregated variables: card, table, rows of Why, the cost of the next best."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.recoding.anopi.blocks import KFigures, ReleasedBlock
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.methods.recoding.anopi.k_candidates import KCandidate, block_of
from sdc_desktop.words.microdata.microaggregation import size_range
from sdc_desktop.words.words import N_, Words, listed, whole

_REASONS: Mapping[str, str] = {
    "least_deviation": N_(
        "Of all k from {least} to {most}, the range that the points require, "
        "{k} comes nearest to the optimum."
    ),
    "tie": N_(
        "Of all k from {least} to {most}, the range that the points require, several come "
        "equally near to the optimum; {k} is the smallest of them."
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
    chosen, other = distinct_texts(block.deviation, block.next_deviation, words)
    return words.say(text, k=whole(block.next_best), other=other, chosen=chosen)


def distinct_texts(one: float, other: float, words: Words) -> tuple[str, str]:
    """Two figures with the decimals needed to show that they differ, from three to nine."""
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


Rows = tuple[tuple[str, str], ...]


def k_title(k: int, words: Words) -> str:
    """What a k is called: `k = 7`."""
    return words.say(N_("k = {k}"), k=whole(k))


def k_tooltip(k: int, words: Words) -> str:
    """A k and what it means."""
    if k == 1:
        return words.say(N_("k = 1: as is"))
    return words.say(N_("k = {k}: groups of {k} or more records"), k=whole(k))


def chosen_k_text(block: ReleasedBlock, words: Words) -> str:
    """What ANOPI is choosing, for the chooser's first entry."""
    return words.say(N_("By ANOPI: {title}"), title=k_title(block.k, words))


def required_text(figures: KFigures, block: ReleasedBlock, words: Words) -> str:
    """The k that a variable's points require, and the variables that have the same k."""
    text = words.say(
        N_("k from utility {utility}, from privacy {privacy}, alone {alone}."),
        utility=_or_dash(figures.k_utility),
        privacy=_or_dash(figures.k_privacy),
        alone=_or_dash(figures.k_alone),
    )
    if len(block.variables) == 1:
        return text
    shared = words.say(N_("One block, one k: {names}."), names=listed(block.variables, words))
    return f"{text} {shared}"


def _or_dash(k: int | None) -> str:
    return "–" if k is None else whole(k)


def k_why_title(variable: str, k: int, words: Words) -> str:
    """What the Why panel is about."""
    return words.say(N_("{variable}, {title}"), variable=variable, title=k_title(k, words))


def k_why_rows(result: AnopiResult, variable: str, candidate: KCandidate, words: Words) -> Rows:
    """All that is known of one k: figures, the optimum they are held against, why it is (not) chosen."""
    block, optimum, figures = block_of(result, variable), result.levels[variable], result.k[variable]
    say, k = words.say, candidate.k
    rows = [
        (say(N_("k from utility")), _or_dash(figures.k_utility)),
        (say(N_("k from privacy")), _or_dash(figures.k_privacy)),
        (say(N_("k alone")), _or_dash(figures.k_alone)),
        (say(N_("Utility promised")), _against(candidate.utility, optimum.utility, words)),
        (say(N_("Privacy promised")), _against(candidate.privacy, optimum.privacy, words)),
    ]
    if k == block.k and result.settled:
        released = result.released[variable]
        rows += [
            (say(N_("Utility released")), _against(released.utility, optimum.utility, words)),
            (say(N_("Privacy released")), _against(released.privacy, optimum.privacy, words)),
        ]
    if len(block.variables) > 1:
        rows.insert(0, (say(N_("Block")), block_name(block, words)))
    rows.append((say(N_("Deviation")), words.figure(candidate.deviation, 3)))
    if k == block.k:
        rows += [
            (say(N_("Groups")), block_groups(block, words)),
            (say(N_("Why this one")), block_reason(block, words)),
            (say(N_("What else")), block_next_best(block, words)),
        ]
    elif not candidate.allowed:
        text = N_("A variable of its block would have less than no privacy, or miss a lower bound.")
        rows.append((say(N_("Why not")), say(text)))
    else:
        rows.append((say(N_("Why not")), _why_not(block, candidate, words)))
    return tuple(rows)


def _against(value: float, optimum: float, words: Words) -> str:
    return words.say(
        N_("{value} (optimum {optimum})"), value=words.figure(value), optimum=words.figure(optimum)
    )


def _why_not(block: ReleasedBlock, candidate: KCandidate, words: Words) -> str:
    k = whole(block.k)
    if block.reason == "override" or block.deviation is None:
        return words.say(
            N_("You chose k = {k}.") if block.reason == "override" else N_("k = {k} is used."), k=k
        )
    if block.least is not None and not block.least <= candidate.k <= (block.most or block.least):
        return words.say(
            N_("The points ask for a k from {least} to {most}."),
            least=whole(block.least),
            most=whole(block.most or block.least),
        )
    chosen, own = distinct_texts(block.deviation, candidate.deviation, words)
    if chosen == own:
        return words.say(N_("It is as near to the optimum; of such k the smallest, {k}, is used."), k=k)
    text = N_("k = {k} is nearer to the optimum: deviation {chosen} instead of {own}.")
    return words.say(text, k=k, chosen=chosen, own=own)


def k_header(words: Words) -> tuple[str, ...]:
    """The columns of the table of candidates."""
    return tuple(words.say(title) for title in (N_("k"), N_("Utility"), N_("Privacy"), N_("Deviation")))


def k_rows(
    candidates: Sequence[KCandidate], block: ReleasedBlock, words: Words
) -> tuple[tuple[str, ...], ...]:
    """The table of candidates, one row a k; beside it, whether it is chosen or ruled out."""
    return tuple(
        (
            _noted(one, block, words),
            words.figure(one.utility),
            words.figure(one.privacy),
            words.figure(one.deviation, 3),
        )
        for one in candidates
    )


def _noted(one: KCandidate, block: ReleasedBlock, words: Words) -> str:
    if one.k == block.k:
        return words.say(N_("chosen: {k}"), k=whole(one.k))
    return whole(one.k) if one.allowed else words.say(N_("ruled out: {k}"), k=whole(one.k))


def promise_text(blocks: Sequence[ReleasedBlock], words: Words) -> str:
    """What is promised while groups are not formed: `k = 7 for yob; k = 5 for ms and sex`."""
    return "; ".join(
        words.say(N_("k = {k} for {names}"), k=whole(block.k), names=block_name(block, words))
        for block in blocks
    )
