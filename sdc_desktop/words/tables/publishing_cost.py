"""What it costs to publish a suppressed cell, in words."""

from collections.abc import Iterator

from sdc_desktop.engine.running.publishing_cost import PublishingCost
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.tables.figures import number_text
from sdc_desktop.words.tables.tables import cell_name
from sdc_desktop.words.words import N_, Words, listed, whole

_NAMED = 5  # cells that a sentence names; the rest are counted
UNPROTECTABLE = "suppression.unprotectable"


def cost_line(cost: PublishingCost, words: Words) -> str:
    """The finding in a few words: `costs +600 015`."""
    if cost.difference is None:
        return words.say(N_("Cannot be published"))
    return words.say(N_("Publishing costs {cost}"), cost=signed(cost.difference, words))


def signed(cost: float, words: Words) -> str:
    """A difference of costs with its sign; that of two sums is rounded to what values can differ by."""
    found = round(cost, 6) or 0
    return f"+{number_text(found, words)}" if found > 0 else number_text(found, words)


def cost_rows(cost: PublishingCost, cell: CellResult, words: Words) -> Iterator[tuple[str, str] | str]:
    """What it would disclose; whether it overrules a rule, and how sure the cost is."""
    say = words.say
    if cost.difference is None:
        yield from _obstacles(cost, words)
        return
    by_hand_alone = bool(cell.reason) and all(one.kind == "manual" for one in cell.reason)
    if cell.status == "unsafe" and not by_hand_alone:
        yield say(
            N_("Publishing it overrules what calls it unsafe: the verdict is then at most with reservations.")
        )
    if not cost.exact:
        yield say(N_("The cost of publishing it compares patterns that need not be the cheapest."))


def _obstacles(cost: PublishingCost, words: Words) -> Iterator[str]:
    names = [cell_name(one, words) for one in cost.exposed]
    others = [one for one in cost.problems if one.code != UNPROTECTABLE]
    for one in cost.problems:
        cells = one.params.get("cells")
        if one.code == UNPROTECTABLE and isinstance(cells, tuple):
            names += map(str, cells)
    if names:
        shown = listed(names[:_NAMED], words)
        if len(names) > _NAMED:
            left = whole(len(names) - _NAMED)
            shown = words.say(N_("{names} and {number} more"), names=", ".join(names[:_NAMED]), number=left)
        yield words.say(N_("Publishing it would disclose {cells}."), cells=shown)
    elif others:
        yield from (spoken(one, words) for one in others)
    else:
        yield words.say(N_("With it published, the tables are not safe."))
