"""The choices of the tab Tables, and what the steps of the history are called. Loads no arithmetic."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.tables.table.protection import (
    AdjustmentSpec,
    CellKeySpec,
    Protect,
    RoundingSpec,
    SuppressionSpec,
)
from sdc_desktop.words.tables.cells import Shown
from sdc_desktop.words.words import N_, Words, whole

WAYS: Mapping[str, str] = {
    "table": N_("Table from the open file"),
    "audit": N_("Audit a published table"),
    "linked_audit": N_("Audit linked tables"),
}
PLACES: Sequence[str] = (N_("Rows"), N_("Columns"), N_("Pages"))
SHOWN: Mapping[Shown, str] = {  # what is shown of each cell
    "published": N_("As published"),
    "known": N_("True values"),
    "intervals": N_("Intervals"),
    "risk": N_("Risk"),
}
WISHES: Mapping[str, str] = {
    "rules": N_("by the rules"),
    "unsafe": N_("unsafe"),
    "safe": N_("safe"),
    "frozen": N_("never suppressed"),
}
# how many cells an optimal search was seen to take seconds and minutes for: of two dimensions, of more
_SECONDS, _MINUTES = (4_000, 120), (15_000, 350)


def way_label(way: str, words: Words) -> str:
    """The step's name when something else is asked."""
    return words.say(WAYS[way])


def place_word(place: int, words: Words) -> str:
    """Where the categories of dimension number `place` (from 0) stand in the table."""
    if place < len(PLACES):
        return words.say(PLACES[place])
    return words.say(N_("Pages {number}"), number=place - 1)


def protection_label(protect: Protect | None, words: Words) -> str:
    """A method with its most telling setting, for a point in a picture."""
    say = words.say
    if protect is None:
        return say(N_("as it is"))
    if isinstance(protect, SuppressionSpec):
        return say(N_("cell suppression") if protect.solver == "optimal" else N_("cell suppression, fast"))
    if isinstance(protect, RoundingSpec):
        return say(N_("rounding to {base}"), base=protect.base)
    if isinstance(protect, CellKeySpec):
        return say(N_("noise up to {most}"), most=protect.maximum)
    return say(N_("adjustment") if isinstance(protect, AdjustmentSpec) else N_("redesign"))


def effort(
    method: str, solver: str, dimensions: int, cells: int | None, unsafe: int | None, words: Words
) -> str:
    """What protecting so many cells will take."""
    if method == "none":
        return words.say(N_("The table is shown as it is, with its unsafe cells marked."))
    if cells is None or unsafe is None:
        return ""
    if unsafe == 0:
        return words.say(N_("Under the rules set, no cell is unsafe."))
    told = whole(cells)
    sort = 1 if dimensions > 2 else 0
    if method == "suppression" and solver == "optimal":
        if cells <= _SECONDS[sort]:
            return words.say(N_("{cells} cells: takes seconds."), cells=told)
        if cells <= _MINUTES[sort]:
            return words.say(N_("{cells} cells: takes several minutes. You can stop the search."), cells=told)
        return words.say(N_("{cells} cells: may take very long. The heuristic is recommended."), cells=told)
    if method == "rounding" and cells > _MINUTES[0]:
        return words.say(N_("{cells} cells: may take minutes. You can stop the search."), cells=told)
    return words.say(N_("{cells} cells: takes seconds."), cells=told)
