"""Which records the bars of a picture stand for. No widgets."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.classes.compared_records import OfValues
from sdc_desktop.words import N_

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.sheets.value_bars import Bars, Spread

OFFER = N_("Double click or Enter: show the records of a bar.")


def of_spread(variable: str, found: Spread, place: int, released: bool, label: str) -> OfValues:
    """The records of a bar; those of missing and of suppressed values follow the values."""
    if place < len(found.names):
        return _of_bar(variable, released, label, place, found.edges, found.members)
    missing = found.missing_before or found.missing_after
    texts = found.absent if missing and place == len(found.names) else (SUPPRESSED,)
    return _of_texts(variable, released, label, texts)


def of_bars(variable: str, found: Bars, place: int, released: bool) -> OfValues | None:
    """The records of a bar of a variable with levels; None where the categories are too many to name."""
    label = found.names[place]
    values = len(found.names) - len(found.apart)
    if place >= values:
        return _of_texts(variable, released, label, found.apart[place - values])
    if not found.edges and not found.members:
        return None
    return _of_bar(variable, released, label, place, found.edges, found.members)


def _of_bar(
    variable: str,
    released: bool,
    label: str,
    place: int,
    edges: tuple[float, ...],
    members: tuple[tuple[str, ...], ...],
) -> OfValues:
    """The first and the last class of numbers also have what lies beyond them by a rounding error."""

    if not edges:
        return _of_texts(variable, released, label, members[place])
    low = edges[place] if place else -inf
    high = edges[place + 1] if place + 2 < len(edges) else inf
    return OfValues(variable, released, label, low=low, high=high)


def _of_texts(variable: str, released: bool, label: str, texts: tuple[str, ...]) -> OfValues:

    return OfValues(variable, released, label, frozenset(texts))
