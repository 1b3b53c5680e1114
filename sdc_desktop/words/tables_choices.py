"""The choices of the tab Tables, and what the steps of the history are called. Loads no arithmetic."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.tables.table_job_spec import (
    AdjustmentSpec,
    CellKeySpec,
    Protect,
    RoundingSpec,
    SuppressionSpec,
)
from sdc_desktop.words.cells import Shown
from sdc_desktop.words.words import N_, Words, whole

WAYS: Mapping[str, str] = {
    "table": N_("Table from the open file"),
    "audit": N_("Audit a published table"),
    "linked_audit": N_("Audit linked tables"),
}
METHODS: Mapping[str, str] = {
    "none": N_("none yet"),
    "suppression": N_("Cell suppression"),
    "rounding": N_("Rounding"),
    "adjustment": N_("Controlled tabular adjustment"),
    "cell_key": N_("Cell key method"),
    "redesign": N_("Table redesign"),
}
SOLVERS: Mapping[str, str] = {
    "optimal": N_("Optimal (proven minimum cost)"),
    "fast": N_("Heuristic (fast)"),
}
COSTS: Mapping[str, str] = {
    "value": N_("cell value"),
    "contributors": N_("number of contributors"),
    "cells": N_("equal for all cells"),
    "log": N_("logarithm of the cell value"),
}
SUPPRESSION_COSTS: Mapping[str, str] = {
    **COSTS,
    "distance": N_("distance from unsafe cells"),
    "variable": N_("total of a variable"),
}
INSIDERS: Mapping[str, str] = {  # what a contributor derives who is alone in suppressed cells
    "protect": N_("protect"),
    "tell": N_("reported only"),
    "ignore": N_("not examined"),
}
UNIONS: Mapping[str, str] = {  # sums of suppressed cells that break a rule
    "protect": N_("protect"),
    "tell": N_("reported only"),
    "ignore": N_("not examined"),
}
ROUNDINGS: Mapping[str, str] = {
    "controlled": N_("controlled (additive)"),
    "conventional": N_("conventional (nearest multiple)"),
    "random": N_("random"),
}
PUBLISHED_ROUNDINGS: Mapping[str, str] = {
    "none": N_("not rounded"),
    "conventional": N_("conventional (nearest multiple)"),
    "random": N_("random"),
    "controlled": N_("controlled (additive)"),
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
_FIELDS: Mapping[str, str] = {
    "dimensions": N_("Table: {value}"),
    "value": N_("Value of the table: {value}"),
    "weight": N_("Weight: {value}"),
    "rules": N_("Rules for unsafe cells"),
    "zeros_unsafe": N_("Whether zeros are unsafe"),
    "missing_safe": N_("Whether cells of missing codes are safe"),
    "cells": N_("Status of a cell"),
    "protect": N_("How the table is protected"),
    "max_risk": N_("Highest risk allowed: {value}"),
    "published_unit": N_("Published in multiples of: {value}"),
    "total_code": N_("Code of the total: {value}"),
    "table": N_("Table to audit"),
    "integer": N_("Whether values are whole units"),
    "unit": N_("Unit: {value}"),
    "lower": N_("Least value that is known: {value}"),
    "upper": N_("Greatest value that is known: {value}"),
    "rounding": N_("Rounding of the table"),
    "insider": N_("What an insider knows"),
    "relations": N_("Additive relations"),
    "scenarios": N_("Tables released together"),
}
# how many cells an optimal search was seen to take seconds and minutes for: of two dimensions, of more
_SECONDS, _MINUTES = (4_000, 120), (15_000, 350)


def way_label(way: str, words: Words) -> str:
    """The step's name when something else is asked."""
    return words.say(WAYS[way])


def field_label(key: str, value: object, words: Words) -> str:
    """The step's name when a field of the question was changed."""
    if key == "dimensions" and isinstance(value, tuple | list):
        value = " \u00d7 ".join(getattr(entry, "variable", str(entry)) for entry in value)
    shown = words.say(N_("none")) if value is None or value == "" else str(value)
    return words.say(_FIELDS[key], value=shown)


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
