"""Variables in blocks, and how they move from one to another. A block is never empty."""

from collections.abc import Collection, Sequence

Blocks = tuple[tuple[str, ...], ...]
NEW, OUT = -1, -2  # places besides the numbers of blocks: a new block at the end, none at all


def moved(blocks: Blocks, names: Collection[str], place: int, before: str | None = None) -> Blocks:
    """The blocks after some variables went to a place: the number of a block, NEW or OUT.

    They keep the order they come in, and stand before a variable of that block, or at its end.
    """
    kept = [[name for name in block if name not in names] for block in blocks]
    if place == NEW:
        kept.append(list(names))
    elif place != OUT:
        target = kept[place]
        at = target.index(before) if before in target else len(target)
        target[at:at] = names
    return tuple(tuple(block) for block in kept if block)


def together(blocks: Blocks) -> Blocks:
    """One block of all variables that are in some."""
    every = tuple(name for block in blocks for name in block)
    return (every,) if every else ()


def apart(blocks: Blocks) -> Blocks:
    """A block for each variable that is in some."""
    return tuple((name,) for block in blocks for name in block)


def place_of(blocks: Blocks, name: str) -> int:
    """The number of a variable's block, or OUT."""
    return next((number for number, block in enumerate(blocks) if name in block), OUT)


def next_place(blocks: Blocks, names: Sequence[str], down: bool) -> int | None:
    """Where variables go by one step down or up: from block to block, to a new one, out; None at either end.

    The way is that of the first of them. Nothing goes to a new block that is a whole block already.
    """
    here = place_of(blocks, names[0])
    last = len(blocks) - 1
    if here == OUT:
        return None if down else (NEW if last < 0 else last)
    if not down:
        return here - 1 if here > 0 else None
    if here < last:
        return here + 1
    return OUT if set(blocks[here]) <= set(names) else NEW
