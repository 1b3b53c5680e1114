"""The choices of the tab Tables. Loads no arithmetic."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.setting import default_of
from sdc_desktop.engine.tables.specs.protection import Protect
from sdc_desktop.words.setting_words import value_words
from sdc_desktop.words.tables.cells import Shown
from sdc_desktop.words.words import N_, Words, whole

PLACES: Sequence[str] = (N_("Rows"), N_("Columns"), N_("Pages"))
SHOWN: Mapping[Shown, str] = {  # what is shown of each cell
    "published": N_("Published"),
    "known": N_("True values"),
    "intervals": N_("Intervals"),
    "risk": N_("Risk"),
}
STATUS_SET: Mapping[str | None, str] = {  # what was done to a cell by hand, by its status
    "frozen": N_("Keep published: {cell}"),
    "unsafe": N_("Suppress: {cell}"),
    "safe": N_("Call safe: {cell}"),
    None: N_("Status by the rules: {cell}"),
}
# how many cells an optimal search was seen to take seconds and minutes for: of two dimensions, of more
_SECONDS, _MINUTES = (4_000, 120), (15_000, 350)


def place_word(place: int, words: Words) -> str:
    """The place in the table of the categories of dimension number `place` (from 0)."""
    if place < len(PLACES):
        return words.say(PLACES[place])
    return words.say(N_("Pages {number}"), number=place - 1)


def protection_label(protect: Protect | None, words: Words) -> str:
    """A method with its first setting, unless that has its default, for a point in a picture."""
    if protect is None:
        return words.say(N_("as it is"))
    title = words.say(protect.title)
    key, setting = next(iter(protect.settings.items()))
    value = getattr(protect, key)
    shown = value_words(setting, value, words)
    if value == default_of(type(protect), key) or shown is None:
        return title
    return f"{title}: {shown}" if setting.choices else f"{title}: {words.say(setting.field_label)} {shown}"


def effort(
    method: str, solver: str, dimensions: int, cells: int | None, unsafe: int | None, words: Words
) -> str:
    """What protecting this many cells will take."""
    if method == "none":
        return words.say(N_("The original table is shown, with its unsafe cells marked."))
    if cells is None or unsafe is None:
        return ""
    if unsafe == 0:
        return words.say(N_("Under the rules set, no cell is unsafe."))
    count = whole(cells)
    sort = 1 if dimensions > 2 else 0
    if method == "suppression" and solver == "optimal":
        if cells <= _SECONDS[sort]:
            return words.say(N_("{cells} {cells:cell|cells}: takes seconds."), cells=count)
        if cells <= _MINUTES[sort]:
            return words.say(
                N_("{cells} {cells:cell|cells}: takes several minutes. You can stop the search."), cells=count
            )
        return words.say(
            N_("{cells} {cells:cell|cells}: may take very long. The heuristic is recommended."), cells=count
        )
    if (method == "rounding" and cells > _MINUTES[sort]) or (method == "adjustment" and cells > _MINUTES[1]):
        return words.say(
            N_("{cells} {cells:cell|cells}: may take minutes. You can stop the search."), cells=count
        )
    return words.say(N_("{cells} {cells:cell|cells}: takes seconds."), cells=count)


def dimensions_text(params: object) -> str:
    """The dimensions of a table: `region × size`; empty where it has none of its own."""
    dimensions = [str(getattr(one, "variable", one)) for one in getattr(params, "dimensions", ())]
    return " \u00d7 ".join(dimensions)


def table_title(name: str, params: object, words: Words) -> str:
    """A table by the name of its job and its dimensions: `table 2: region × size`."""
    dimensions = dimensions_text(params)
    return words.say(N_("{name}: {dimensions}"), name=name, dimensions=dimensions) if dimensions else name
