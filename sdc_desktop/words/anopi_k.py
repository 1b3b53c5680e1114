"""What the tab Microdata says of the k of a microaggregated variable: its card, its table, rows of Why."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.recoding.anopi.blocks import KFigures, ReleasedBlock
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.methods.recoding.anopi.k_candidates import KCandidate, block_of
from sdc_desktop.words.anopi_blocks import (
    block_groups,
    block_name,
    block_next_best,
    block_reason,
    told_apart,
)
from sdc_desktop.words.words import N_, Words, listed, whole

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


def asked_text(figures: KFigures, block: ReleasedBlock, words: Words) -> str:
    """Which k a variable's points ask for, and with whom it shares its own."""
    told = words.say(
        N_("k from utility {utility}, from privacy {privacy}, alone {alone}."),
        utility=_or_dash(figures.k_utility),
        privacy=_or_dash(figures.k_privacy),
        alone=_or_dash(figures.k_alone),
    )
    if len(block.variables) == 1:
        return told
    shared = words.say(N_("One block, one k: {names}."), names=listed(block.variables, words))
    return f"{told} {shared}"


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
    chosen, own = told_apart(block.deviation, candidate.deviation, words)
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
