"""The layout of published tables: golden cases, and every column is on exactly one strip."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.report.paging import (
    MOST_PAGES,
    SIZES,
    USABLE,
    TableSize,
    best_layout,
    characters,
    column_width,
    label_width,
    layout,
)

GOLDEN = json.loads((Path(__file__).parent / "golden" / "paging.json").read_text(encoding="utf-8"))


def size_of(case: dict[str, Any]) -> TableSize:
    return TableSize(
        case["longest_row_label"],
        case["longest_head"],
        tuple(case["widest_by_column"]),
        tuple(case["widest_by_row"]),
    )


@pytest.mark.parametrize("case", GOLDEN)
def test_golden_layouts_are_chosen(case: dict[str, Any]) -> None:
    best = best_layout(size_of(case))
    assert case["layout"] == {
        "pages": best.pages,
        "size": best.size,
        "orientation": best.orientation,
        "transposed": best.transposed,
        "strips": len(best.strips),
        "rows_a_page": best.rows_a_page,
    }


WIDTHS = st.lists(st.floats(0, 300), min_size=1, max_size=80).map(tuple)


@given(st.builds(TableSize, st.floats(0, 400), st.floats(0, 400), WIDTHS, WIDTHS))
def test_strips_hold_every_column_once_and_fit_the_page(table: TableSize) -> None:
    for orientation in USABLE:
        for size in SIZES:
            for transposed in (False, True):
                found = layout(table, orientation, size, transposed=transposed)
                turned = table.transposed() if transposed else table
                columns = [place for first, end in found.strips for place in range(first, end)]
                assert columns == list(range(len(turned.widest_by_column)))
                for first, end in found.strips:
                    widths = [column_width(each, size) for each in turned.widest_by_column[first:end]]
                    used = label_width(turned.longest_row_label, size) + sum(widths)
                    assert used <= USABLE[orientation][0] + 1e-9 or end == first + 1
                assert found.rows_a_page >= 1
                assert best_layout(table).pages <= found.pages


def test_a_table_of_more_than_four_pages_does_not_go_on_paper_whole() -> None:
    assert [best_layout(size_of(case)).fits for case in GOLDEN] == [
        case["layout"]["pages"] <= MOST_PAGES for case in GOLDEN
    ]


def test_thin_spaces_count_less_than_characters() -> None:
    assert characters("30\u2009162") == pytest.approx(5.4)
