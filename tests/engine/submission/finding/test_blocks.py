"""Blocks of cells, against filling each from its first cell; rows that look like headers."""

import random

import pytest

from sdc_desktop.engine.submission.finding.blocks import blocks_of
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.sheets import Box, Cell, Sheet
from tests.support.outputs.cells import found_table, read_rows

Place = tuple[int, int]


def filled(cells: set[Place], merges: list[Box]) -> list[Box]:
    """The boxes of cells that touch, also at a corner, joined ones over all their cells; overlapping boxes
    become one.
    """
    cells = cells | {
        (row, column)
        for a, b, c, d in merges
        if (a, b) in cells
        for row in range(a, c + 1)
        for column in range(b, d + 1)
    }
    boxes = []
    while cells:
        waiting, block = [cells.pop()], set()
        while waiting:
            row, column = waiting.pop()
            block.add((row, column))
            near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & cells
            cells -= near
            waiting += near
        rows, columns = zip(*block, strict=True)
        boxes.append((min(rows), min(columns), max(rows), max(columns)))
    while True:
        pair = next(
            (
                (one, other)
                for place, one in enumerate(boxes)
                for other in boxes[place + 1 :]
                if one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
            ),
            None,
        )
        if pair is None:
            return sorted(boxes)
        one, other = pair
        boxes = [box for box in boxes if box not in pair]
        boxes.append((*map(min, one[:2], other[:2]), *map(max, one[2:], other[2:])))


def test_blocks_are_the_cells_that_touch() -> None:
    draws = random.Random(1)
    for _ in range(600):
        cells = {(draws.randrange(9), draws.randrange(9)) for _ in range(draws.randint(1, 12))}
        merges = []
        if draws.random() < 0.5:  # one joined cell, over no other
            a, b = draws.choice(sorted(cells))
            c, d = a + draws.randrange(3), b + draws.randrange(3)
            inside = {(row, column) for row in range(a, c + 1) for column in range(b, d + 1)}
            if inside & cells == {(a, b)}:
                merges = [(a, b, c, d)]
        sheet = Sheet("", {place: Cell("1") for place in sorted(cells)}, tuple(merges))
        blocks = blocks_of(sheet, lambda _: True)
        assert [block.box for block in blocks] == filled(cells, merges)


def test_a_row_of_marks_below_a_header_is_suppressed_and_a_row_of_texts_is_a_header() -> None:
    rows = [["Area", "Men", "Women"], ["N", "x", "x"], ["S", 40, 50], ["E", 60, 70]]
    table = found_table(rows)
    statuses = {table.place(*at): figure.status for at, figure in table.figures.items()}
    assert statuses[1, 1] == statuses[1, 2] == "suppressed"
    assert {statuses[i, j] for i in (2, 3) for j in (1, 2)} == {"value"}
    rows[1] = [None, "number", "share"]
    table = found_table(rows)
    assert {table.place(*at) for at in table.figures} == {(2, 1), (2, 2), (3, 1), (3, 2)}


@pytest.mark.parametrize(("head", "tables"), [(["Area", "n", "m"], 2), ([None, "n", None], 1)])
def test_only_a_header_of_several_cells_that_is_repeated_begins_a_table(head, tables) -> None:
    rows = [head, ["A", 5, 6], ["B", 15, 16], head, ["C", 7, 8], ["D", 17, 18]]
    assert len(find_in(read_rows(rows), Reading()).tables) == tables


@pytest.mark.parametrize(
    ("height", "width", "is_whole"), [(50, 100, True), (100, 50, True), (3, 1667, False)]
)
def test_a_joined_cell_is_taken_whole_up_to_five_thousand_cells(height, width, is_whole) -> None:
    joined = (3, 2, 3 + height - 1, 2 + width - 1)
    (block,) = blocks_of(Sheet("", {(3, 2): Cell("1")}, (joined,)), lambda _: True)
    assert block.box == (joined if is_whole else (3, 2, 3, 2))
