"""The content of a cell of a displayed table, and its marks: the same in window and tooltip.

Importing this is cheap: windows are made with it before any table is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sdc_desktop.words.tables.figures import Decimals, value_text
from sdc_desktop.words.words import N_, Words, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.cells import CellResult

Shown = Literal["published", "known", "intervals", "risk"]
Mark = Literal["", "primary", "secondary", "unknown"]
LETTERS: Mapping[str, str] = {"": "", "primary": "p", "secondary": "s", "unknown": ""}
NOTHING = "\u2013"  # printed where nobody contributes
WITHHELD = "x"  # printed instead of a suppressed value, as in every export
_DASH = "\u202f\u2013\u202f"


@dataclass(frozen=True)
class Look:
    """How a cell is shown.

    ``mark``: why it is unsafe or suppressed; ``disclosed``: exactly disclosed; ``failing``: its interval is
    shorter than required; ``heat``: its risk, 0 to 1; ``quiet``: it is of little interest and shown paler;
    ``shared``: another table has it as well; ``recomputed``: a total given with another value.
    """

    text: str
    mark: Mark = ""
    disclosed: bool = False
    failing: bool = False
    heat: float | None = None
    quiet: bool = False
    shared: bool = False
    recomputed: bool = False


def look(cell: CellResult, shown: Shown, decimals: Decimals, words: Words) -> Look:
    """How a cell is shown."""
    found = _LOOKS[shown](cell, decimals, words)
    if cell.given is not None:
        found = replace(found, recomputed=True)
    return replace(found, shared=True) if cell.tables else found


def interval_text(cell: CellResult, decimals: Decimals, words: Words) -> str:
    """The feasibility interval of a cell, as short as possible: `0 – 406`."""
    if cell.lower is None and cell.upper is None:
        return words.say(N_("any value"))
    if cell.lower is None or cell.upper is None:
        sign, end = ("\u2264", cell.upper) if cell.lower is None else ("\u2265", cell.lower)
        return f"{sign}\u202f{value_text(end or 0, decimals.bound, words)}"
    if cell.lower == cell.upper:
        return value_text(cell.lower, decimals.bound, words)
    lower, upper = (value_text(end, decimals.bound, words) for end in (cell.lower, cell.upper))
    return f"{lower}{_DASH}{upper}"


def is_primary(cell: CellResult) -> bool:
    """Whether a cell is unsafe on its own, whatever its final status."""
    by_itself = cell.status == "unsafe" or bool(cell.reason) or cell.lower_met is not None
    return by_itself or cell.overruled is not None


def is_open(cell: CellResult) -> bool:
    """Whether a cell is published though it is unsafe."""
    overruled = cell.overruled is not None and cell.status in ("safe", "zero")
    return cell.published is not None and (cell.status == "unsafe" or overruled)


def is_failing(cell: CellResult) -> bool:
    """Whether an intruder comes closer to a cell than its protection levels allow, by this table or by the
    tables that are released with it.
    """
    return cell.lower_met is False or cell.upper_met is False or cell.joint is not None


def is_disclosed(cell: CellResult) -> bool:
    """Whether a cell has one possible value, by this table or by the tables that are released with it."""
    return cell.disclosed or (cell.joint is not None and cell.joint[0] == cell.joint[1])


def tip(cell: CellResult, decimals: Decimals, words: Words) -> str:
    """A cell in a few lines, for the pointer that rests on it."""
    from sdc_desktop.words.tables.tables import (
        ALSO_IN,
        BY_CONTRIBUTOR,
        SAME_AS,
        cell_name,
        ends,
        reason,
        risk,
        set_by_hand,
        status,
    )

    lines = [
        cell_name(cell.coordinates, words),
        words.say(N_("Status: {status}"), status=status(cell, words)),
    ]
    if cell.value is not None:
        lines.append(
            words.say(N_("True value: {value}"), value=value_text(cell.value, decimals.value, words))
        )
    if cell.given is not None:
        given = value_text(cell.given, decimals.value, words)
        lines.append(words.say(N_("Recomputed total; given as {value}"), value=given))
    if cell.published is not None and cell.published != cell.value:
        lines.append(
            words.say(N_("Published: {value}"), value=value_text(cell.published, decimals.published, words))
        )
    lines += [*set_by_hand(cell, words), *(reason(one, words) for one in cell.reason)]
    if is_disclosed(cell):
        lines.append(words.say(N_("Exactly disclosed.")))
    elif cell.possible is not None or cell.risk is not None:
        text = words.say(N_("Feasibility interval: {ends}"), ends=ends(cell, decimals.bound, words))
        lines += [text, words.say(N_("Disclosure risk: {risk}"), risk=risk(cell, words))]
    if is_failing(cell):
        lines.append(words.say(N_("Protection level not met.")))
    if cell.by_contributor:
        lines.append(words.say(BY_CONTRIBUTOR))
    if cell.same_as:
        lines.append(words.say(SAME_AS, cell=cell_name(cell.same_as, words)))
    if cell.tables:
        lines.append(words.say(ALSO_IN, tables=listed(cell.tables, words)))
    return "\n".join(lines)


def _published(cell: CellResult, decimals: Decimals, words: Words) -> Look:
    """The look in print: of marks only those of what should not be released so."""
    faults = (is_disclosed(cell), is_failing(cell))
    if cell.status == "empty":
        return Look(NOTHING, quiet=True)
    if cell.published is None:
        return Look(WITHHELD, "", *faults, quiet=not is_disclosed(cell))
    return Look(
        value_text(cell.published, decimals.published, words), "primary" if is_open(cell) else "", *faults
    )


def _known(cell: CellResult, decimals: Decimals, words: Words) -> Look:
    """True values, with the marks of status."""
    if cell.status == "empty":
        return Look(NOTHING, quiet=True)
    value = cell.value if cell.value is not None else cell.published
    text = WITHHELD if value is None else value_text(value, decimals.value, words)
    quiet = cell.status in ("merged", "zero")
    return Look(text, _mark(cell), is_disclosed(cell), is_failing(cell), quiet=quiet)


def _intervals(cell: CellResult, decimals: Decimals, words: Words) -> Look:
    """The feasibility intervals of cells without an exact published value; the others as published, paler."""
    if cell.status == "empty":
        return Look(NOTHING, quiet=True)
    if cell.joint is not None:
        cell = replace(cell, lower=cell.joint[0], upper=cell.joint[1])
    elif cell.possible is None and cell.risk is None and cell.published is not None:
        mark: Mark = "primary" if is_open(cell) else ""
        return Look(value_text(cell.published, decimals.published, words), mark, quiet=not mark)
    return Look(interval_text(cell, decimals, words), _mark(cell), is_disclosed(cell), is_failing(cell))


def _risk(cell: CellResult, decimals: Decimals, words: Words) -> Look:
    """The disclosure risk as a figure and as heat; nothing where the value is published anyway."""
    if is_disclosed(cell):
        return Look(words.say(N_("disclosed")), _mark(cell), True, is_failing(cell), heat=1.0)
    if cell.risk is None:
        return Look("", quiet=True)
    from sdc_desktop.words.tables.tables import risk

    failing = is_failing(cell)
    return Look(risk(cell, words), _mark(cell), failing=failing, heat=min(1.0, cell.risk))


def _mark(cell: CellResult) -> Mark:
    if is_primary(cell):
        return "primary"
    if cell.status == "secondary":
        return "secondary"
    return "unknown" if cell.status == "suppressed" else ""


_LOOKS: Mapping[str, Callable[[CellResult, Decimals, Words], Look]] = {
    "published": _published,
    "known": _known,
    "intervals": _intervals,
    "risk": _risk,
}
