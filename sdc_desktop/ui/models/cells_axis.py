"""The categories of a dimension as they stand along one side of a table: a tree that folds."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.dimension import Dimension


@dataclass(frozen=True)
class Entry:
    """One row of a category: its number among the dimension's rows, how deep it lies, whether it is the sum
    of others (``sums``), whether it can be folded, whether its parts are shown (``is_open``), and whether it
    is folded over unsafe cells (``covers``).
    """

    place: int
    label: str
    depth: int
    sums: bool = False
    folds: bool = False
    is_open: bool = False
    covers: bool = False


def parts_of(dimension: Dimension) -> dict[int, list[int]]:
    """For each row that is a sum, the rows of the parts of all its splits, in order."""
    return {parent: list(children) for parent, children in dimension.row_parts.items()}


def entries(
    dimension: Dimension,
    opened: Set[int],
    *,
    total_last: bool = False,
    gone: Set[int] = frozenset(),
    over_unsafe: Set[int] = frozenset(),
) -> tuple[Entry, ...]:
    """The categories in view: roots, and the parts of those that are opened, beneath them.

    With `total_last`, for dimensions without a hierarchy, the total stands behind its parts and nothing
    folds. Categories `gone` are left out; those of `over_unsafe` have unsafe cells beneath them. A category
    that is a part of two others stands beneath both.
    """
    parts = {
        parent: [place for place in places if place not in gone]
        for parent, places in parts_of(dimension).items()
    }
    below = {place for places in parts.values() for place in places}
    names = dimension.rows
    roots = [place for place in range(len(names)) if place not in below and place not in gone]
    if total_last:
        first = [Entry(place, names[place], 0) for root in roots for place in parts.get(root, ())]
        return (*first, *(Entry(root, names[root], 0, sums=bool(parts.get(root))) for root in roots))
    found: list[Entry] = []
    stack = [(root, 0) for root in reversed(roots)]
    while stack:
        place, depth = stack.pop()
        beneath = parts.get(place, [])
        sums = bool(beneath)
        is_open = sums and place in opened
        covers = sums and not is_open and place in over_unsafe
        found.append(Entry(place, names[place], depth, sums, sums, is_open, covers))
        if is_open:
            stack.extend((child, depth + 1) for child in reversed(beneath))
    return tuple(found)


def opened_at_first(dimension: Dimension, most: int) -> frozenset[int]:
    """What is open before anybody has touched anything: the roots, and further levels while not more than
    `most` categories come into view.
    """
    parts = parts_of(dimension)
    below = {place for places in parts.values() for place in places}
    layer = [place for place in parts if place not in below]
    opened = frozenset(layer)
    while layer:
        layer = [child for place in layer for child in parts[place] if child in parts]
        wider = opened | frozenset(layer)
        if len(entries(dimension, wider)) > most:
            break
        opened = wider
    return opened


def way_to(dimension: Dimension, place: int) -> frozenset[int]:
    """The categories that have to be open for a category to be in view."""
    parts = parts_of(dimension)
    parent_of: dict[int, int] = {}
    for parent, children in parts.items():
        for child in children:
            parent_of.setdefault(child, parent)
    way: set[int] = set()
    while place in parent_of:
        place = parent_of[place]
        way.add(place)
    return frozenset(way)


def above(dimension: Dimension, places: Set[int]) -> frozenset[int]:
    """The categories that have one of these among their parts, or the parts' parts."""
    parents_of: dict[int, list[int]] = {}
    for parent, children in dimension.row_parts.items():
        for child in children:
            parents_of.setdefault(child, []).append(parent)
    found: set[int] = set()
    waiting = list(places)
    while waiting:
        for parent in parents_of.get(waiting.pop(), ()):
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)
