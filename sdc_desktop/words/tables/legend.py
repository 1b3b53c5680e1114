"""The marks of a displayed table: what each means, and which of them a result has to have explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from sdc_desktop.words.tables.cells import (
    NOTHING,
    WITHHELD,
    Look,
    interval_text,
    is_disclosed,
    is_failing,
    is_open,
    is_primary,
)
from sdc_desktop.words.tables.figures import decimals_of, value_text
from sdc_desktop.words.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.words.tables.cells import Shown

LEGEND = {
    "withheld": (Look(WITHHELD, quiet=True), N_("suppressed")),
    "primary": (Look("", "primary"), N_("unsafe")),
    "secondary": (Look("", "secondary"), N_("secondary suppression")),
    "unknown": (Look("", "unknown"), N_("not published")),
    "disclosed": (Look("", disclosed=True), N_("exactly disclosed")),
    "failing": (Look("", failing=True), N_("protection level not met")),
    "heat": (Look("", heat=0.5), N_("stronger colour: higher risk")),
    "shared": (Look("", shared=True), N_("shared")),
    "recomputed": (Look("", recomputed=True), N_("recomputed")),
    "empty": (Look(NOTHING, quiet=True), N_("no contributors")),
    "equation": (Look(""), N_("in the equation explained")),
}


def marks_present(cells: Collection[CellResult]) -> dict[str, int]:
    """The keys of the legend with the number of these cells that each is of; one cell of each sort is
    examined, and the rows that repeat one are not counted.
    """
    sorts: dict[object, CellResult] = {}
    numbers: Counter[object] = Counter()
    for c in cells:
        kinds = (is_primary(c), is_open(c), is_disclosed(c), is_failing(c))
        sort = (c.status, bool(c.reason), kinds, c.published is None)
        sorts[sort] = c
        numbers[sort] += not c.repeats
    found: Counter[str] = Counter()
    for kind, cell in sorts.items():
        tests = {
            "secondary": cell.status == "secondary",
            "unknown": cell.status == "suppressed",
            "primary": is_primary(cell),
            "disclosed": is_disclosed(cell),
            "failing": is_failing(cell),
            "withheld": cell.published is None,
            "open": is_open(cell),
        }
        found.update({name: numbers[kind] for name, is_so in tests.items() if is_so})
    return found


def marks_explained(present: frozenset[str], shown: Shown) -> frozenset[str]:
    """What of the legend is needed where a result is shown this way."""
    if shown == "published":
        unsafe = {"primary"} if "open" in present else set()
        return (present & {"withheld", "disclosed", "failing", "shared", "recomputed", "empty"}) | unsafe
    wanted = present - {"withheld", "open"}
    if shown == "risk":
        heat = {"heat"} if present - {"empty", "open", "shared", "recomputed"} else set()
        return (wanted - {"empty", "unknown"}) | heat
    return wanted


def widest_figure(
    result: TableResult | AuditResult, cells: Collection[CellResult], shown: Shown, words: Words
) -> str:
    """The widest figure of a result, of the cells examined: the numbers with the most digits."""
    import numpy as np

    table = result.table
    assert table is not None
    if shown == "risk":
        return words.say(N_("disclosed"))
    decimals = decimals_of(result)
    ends = [table.values.min(initial=0), table.values.max(initial=0)]
    texts = [value_text(table.number(int(np.asarray(end))), decimals.value, words) for end in ends]
    if shown == "intervals":
        examined = [cell for cell in cells if cell.possible is not None or cell.risk is not None]
        examined.sort(key=lambda cell: abs(cell.upper or 0) + abs(cell.lower or 0), reverse=True)
        texts += [interval_text(cell, decimals, words) for cell in examined[:20]]
    return max(texts, key=len)
