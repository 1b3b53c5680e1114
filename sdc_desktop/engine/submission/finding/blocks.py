"""Blocks of touching cells in a sheet, and the texts around them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from sdc_desktop.engine.submission.sheets import UNSEEN, Box, Cell, Sheet, around

MOST_BLOCKS = 5_000
_MOST_MERGED = 5_000  # cells of one joined cell that count as touched
_AROUND = 2  # rows between a block and its title or notes
_MOST_HEADER = 4

Place = tuple[int, int]


@dataclass
class Block:
    """A block: its box, and the texts above and below it."""

    box: Box
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)


class TooManyBlocks(Exception):  # noqa: N818 - becomes a finding on the sheet
    """A sheet of scattered cells that no table has."""


def blocks_of(sheet: Sheet, is_figure: Callable[[Place], bool]) -> list[Block]:
    """The blocks of a sheet that hold a figure, from top to bottom, each with its texts.

    Raises :class:`TooManyBlocks`.
    """
    boxes = _overlapping(_touching(sheet))
    if len(boxes) > MOST_BLOCKS:
        raise TooManyBlocks
    figures = _count(boxes, filter(is_figure, sheet.cells))
    boxes, figures = _bridged(boxes, figures, sheet)
    blocks = [Block(box) for box, number in zip(boxes, figures, strict=True) if number]
    for box, number in zip(boxes, figures, strict=True):
        if not number:
            _give(box, blocks, sheet)
    return sorted(blocks, key=lambda block: block.box)


def _touching(sheet: Sheet) -> list[Box]:
    """The boxes of cells that touch, joined cells over their span."""
    places = set(sheet.cells)
    for top, left, bottom, right in sheet.merges:
        if (top, left) in sheet.cells and (bottom - top + 1) * (right - left + 1) <= _MOST_MERGED:
            places.update(product(range(top, bottom + 1), range(left, right + 1)))
    runs = _runs(places)
    by_row: dict[int, list[int]] = {}
    for number, run in enumerate(runs):
        by_row.setdefault(run[0], []).append(number)
    parent = list(range(len(runs)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for row, numbers in by_row.items():
        above = by_row.get(row - 1, [])
        first = 0
        for number in numbers:
            _, left, right = runs[number]
            while first < len(above) and runs[above[first]][2] < left - 1:
                first += 1
            for other in above[first:]:
                if runs[other][1] > right + 1:
                    break
                parent[root(number)] = root(other)
    boxes: dict[int, list[int]] = {}
    for number, (row, left, right) in enumerate(runs):
        box = boxes.setdefault(root(number), [row, left, row, right])
        box[0], box[1] = min(box[0], row), min(box[1], left)
        box[2], box[3] = max(box[2], row), max(box[3], right)
    return [(a, b, c, d) for a, b, c, d in boxes.values()]


def _runs(places: Iterable[Place]) -> list[tuple[int, int, int]]:
    """Row, first and last column of neighbours in a row, in order."""
    runs: list[tuple[int, int, int]] = []
    row = left = right = -2
    for at_row, column in sorted(places):
        if at_row == row and column == right + 1:
            right = column
            continue
        if row >= 0:
            runs.append((row, left, right))
        row, left, right = at_row, column, column
    if row >= 0:
        runs.append((row, left, right))
    return runs


def _overlapping(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap become one."""
    while True:
        made: list[list[int]] = []
        active: list[int] = []
        joined = False
        for box in sorted(boxes):
            active = [place for place in active if made[place][2] >= box[0]]
            hit = next(
                (place for place in active if made[place][1] <= box[3] and made[place][3] >= box[1]), None
            )
            if hit is None:
                active.append(len(made))
                made.append(list(box))
                if len(active) > MOST_BLOCKS:
                    raise TooManyBlocks
                continue
            joined = True
            one = made[hit]
            one[1], one[2], one[3] = min(one[1], box[1]), max(one[2], box[2]), max(one[3], box[3])
        boxes = [(a, b, c, d) for a, b, c, d in made]
        if not joined:
            return boxes


def _count(boxes: list[Box], places: Iterable[Place]) -> list[int]:
    """How many of these places are in each box."""
    by_row: dict[int, list[int]] = {}
    for number, (top, _, bottom, _) in enumerate(boxes):
        for row in range(top, bottom + 1):
            by_row.setdefault(row, []).append(number)
    counts = [0] * len(boxes)
    for row, column in places:
        for number in by_row.get(row, ()):
            if boxes[number][1] <= column <= boxes[number][3]:
                counts[number] += 1
                break
    return counts


def _bridged(boxes: list[Box], figures: list[int], sheet: Sheet) -> tuple[list[Box], list[int]]:
    """Joins headers and label columns that one empty row or column divides from their figures."""
    listed = sorted(zip(boxes, figures, strict=True))
    by_top: dict[int, list[int]] = {}
    by_left: dict[int, list[int]] = {}
    for number, (box, _) in enumerate(listed):
        by_top.setdefault(box[0], []).append(number)
        by_left.setdefault(box[1], []).append(number)
    target: dict[int, int] = {}
    for number, (box, count) in enumerate(listed):
        if count:
            continue
        below = [
            one for one in by_top.get(box[2] + 2, ()) if listed[one][1] and _is_header(box, listed[one][0])
        ]
        right = [
            one for one in by_left.get(box[3] + 2, ()) if listed[one][1] and _is_labels(box, listed[one][0])
        ]
        if below or right:
            target[number] = (below or right)[0]
    joined: dict[int, list[Box]] = {}
    for number, into in target.items():
        joined.setdefault(into, []).append(listed[number][0])
    made = [
        (around((box, *joined.get(number, ()))), count)
        for number, (box, count) in enumerate(listed)
        if number not in target
    ]
    merged = _overlapping([box for box, _ in made])
    if len(merged) == len(made):
        return [box for box, _ in made], [count for _, count in made]
    return merged, [sum(count for box, count in made if _inside(box, whole)) for whole in merged]


def _is_header(box: Box, body: Box) -> bool:
    wide = box[3] > box[1]
    return wide and box[3] == body[3] and 0 <= box[1] - body[1] <= 1 and box[2] - box[0] < _MOST_HEADER


def _is_labels(box: Box, body: Box) -> bool:
    tall = box[2] > box[0]
    return tall and box[2] == body[2] and 0 <= box[0] - body[0] <= _MOST_HEADER


def _inside(box: Box, whole: Box) -> bool:
    return whole[0] <= box[0] and whole[1] <= box[1] and whole[2] >= box[2] and whole[3] >= box[3]


def _give(box: Box, blocks: list[Block], sheet: Sheet) -> None:
    """Gives a block of text to the blocks above and below it that are near."""
    text = text_in(sheet.cells, box)
    for block in blocks:
        if block.box[1] > box[3] + 1 or block.box[3] < box[1]:
            continue
        if 0 < block.box[0] - box[2] <= _AROUND + 1:
            block.above.append(text)
        elif 0 < box[0] - block.box[2] <= _AROUND + 1:
            block.below.append(text)


def text_in(cells: Mapping[Place, Cell], box: Box) -> str:
    """The texts of a box that are seen, one line for each row."""
    lines = []
    for row in range(box[0], min(box[2], box[0] + 50) + 1):
        parts = [
            cells[row, column].shown
            for column in range(box[1], min(box[3], box[1] + 50) + 1)
            if (row, column) in cells and not cells[row, column].flags & UNSEEN
        ]
        if parts:
            lines.append(" ".join(parts))
    return "\n".join(lines)
