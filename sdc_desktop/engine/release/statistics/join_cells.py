"""Joining of neighbouring cells until each holds 5 records, as CST requires (Bezzi et al. 2012, section 5).

The source states only that a value with fewer joins "either its preceding or subsequent value". Two rules:

``smaller_neighbour``: while a cell holds fewer than 5 and more than one cell is left, the smallest cell (the
first of equals) joins its smaller neighbour (the preceding one of equals).
``forwards``: the ordered values are joined with the next ones until 5 are reached; the rest joins the last
cell.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.release.spec import Join

FEWEST_IN_A_CELL = 5
_ALMOST = FEWEST_IN_A_CELL - 1


@dataclass(frozen=True)
class JoinedCells:
    """Cells (start, stop) of the ordered values.

    ``moves``: values where one more record might change the cells, in order. For all other values the cells
    remain the same with one more record.
    """

    cells: tuple[tuple[int, int], ...]
    moves: tuple[int, ...]


def join_cells(observed: Sequence[int], join: Join) -> JoinedCells:
    """Cells of the ordered values with these numbers of records, by one of the two rules."""
    return _RULES[join](observed)


def _forwards(observed: Sequence[int]) -> JoinedCells:
    cells: list[tuple[int, int]] = []
    moves: list[int] = []
    start, inside = 0, 0
    for place, count in enumerate(observed):
        if inside + count >= FEWEST_IN_A_CELL:
            if inside == _ALMOST:
                moves.extend(range(start, place))
            cells.append((start, place + 1))
            start, inside = place + 1, 0
        else:
            inside += count
    if start < len(observed):
        if inside == _ALMOST:
            moves.extend(range(start, len(observed)))
        first = cells.pop()[0] if cells else 0
        cells.append((first, len(observed)))
    return JoinedCells(tuple(cells), tuple(moves))


def _smaller_neighbour(observed: Sequence[int]) -> JoinedCells:
    """One more record leaves the cells unchanged where it changes none of the choices made on the way."""
    starts, inside = list(range(len(observed))), list(observed)
    moves: set[int] = set()
    while len(inside) > 1 and (least := min(inside)) < FEWEST_IN_A_CELL:
        place = inside.index(least)
        if least == _ALMOST or inside.count(least) > 1 or least + 1 in inside[:place]:
            moves.update(_values(starts, place, len(observed)))
        other = _smaller_beside(inside, place)
        if 0 < place < len(inside) - 1 and inside[place - 1] - inside[place + 1] in (0, 1):
            moves.update(_values(starts, other, len(observed)))  # one more there, and the other is smaller
        first = min(place, other)
        inside[first] += inside.pop(first + 1)
        del starts[first + 1]
    stops = [*starts[1:], len(observed)]
    return JoinedCells(tuple(zip(starts, stops, strict=True)), tuple(sorted(moves)))


def _smaller_beside(inside: Sequence[int], place: int) -> int:
    """The neighbour with fewer records, the preceding one of equals."""
    if place == 0:
        return 1
    if place == len(inside) - 1:
        return place - 1
    return place - 1 if inside[place - 1] <= inside[place + 1] else place + 1


def _values(starts: Sequence[int], place: int, number: int) -> range:
    """The values in a cell."""
    return range(starts[place], starts[place + 1] if place + 1 < len(starts) else number)


_RULES: Mapping[Join, Callable[[Sequence[int]], JoinedCells]] = {
    "smaller_neighbour": _smaller_neighbour,
    "forwards": _forwards,
}
