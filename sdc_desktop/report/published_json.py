"""A published table as the template sets it: in the text where it is small, else on pages of its own.

Rows and columns are exchanged, and the letters are as large, as :mod:`sdc_desktop.report.paging` chooses.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sdc_desktop.report import typography
from sdc_desktop.report.paging import (
    USABLE,
    Layout,
    TableSize,
    best_layout,
    characters,
    column_width,
    label_width,
)
from sdc_desktop.report.shown import shown
from sdc_desktop.sheets.blocks import Head, PublishedCell, PublishedPage, PublishedTable

WIDTH = 470.56  # of the text
_INLINE_ROWS = 30  # of a table in the text
_SIZE = 8.0
_PADDING = 9.0
_INDENT = 6.0
_WIDEST = 1.5  # times its natural width is a table stretched at most


def published_json(table: PublishedTable) -> Iterator[dict[str, Any]]:
    """Each block that is on paper, then what is not."""
    for number, page in enumerate(table.paper):
        title = f"{table.title}: {page.title}" if page.title else table.title
        note = table.note if number == len(table.paper) - 1 else ""
        inline = _inline(page, table.corner)
        if inline is not None:
            yield {"k": "published", "own_page": False, "title": _shown(title), "note": _shown(note)} | inline
            continue
        yield _on_pages(page, table, layout_of(page, table.corner)) | {
            "title": _shown(title),
            "note": _shown(note),
        }
    if table.left_out:
        yield {"k": "text", "lead": "", "text": _shown(table.left_out)}


def layout_of(page: PublishedPage, corner: str) -> Layout:
    """How a page block is set on paper."""
    rows = [max((characters(cell.text) for cell in cells), default=0.0) for cells in page.cells]
    across = list(zip(*page.cells, strict=True)) if page.cells else []
    columns = [max((characters(cell.text) for cell in cells), default=0.0) for cells in across]
    return best_layout(
        TableSize(
            max([characters(head.text) + head.depth for head in page.rows] + [characters(corner)]),
            max((characters(head.text) for head in page.columns), default=0.0),
            tuple(columns),
            tuple(rows),
        )
    )


def _shown(text: str) -> str:
    return typography.unbroken(shown(text))


def _inline(page: PublishedPage, corner: str) -> dict[str, Any] | None:
    """A small table with heads that are read as they lie; None where it is too large for the text."""
    if len(page.rows) > _INLINE_ROWS:
        return None
    label = max(_wide(head.text) + _INDENT * head.depth for head in (*page.rows, Head(corner))) + _PADDING
    columns = [
        max(_wide(head.text), *(_wide(cells[at].text) for cells in page.cells)) + _PADDING
        for at, head in enumerate(page.columns)
    ]
    natural = label + sum(columns)
    if natural > WIDTH:
        return None
    stretch = min(WIDTH, _WIDEST * natural) / natural
    widths = [round(width * stretch, 2) for width in (label, *columns)]
    return _grid(page.rows, page.columns, page.cells, corner, _SIZE) | {"strips": [widths], "turned": False}


def inline_height(page: PublishedPage, corner: str) -> float | None:
    """How much paper a small table takes in the text, in points; None where it has pages of its own."""
    return None if _inline(page, corner) is None else 60.0 + 14.2 * len(page.rows)


def _wide(text: str) -> float:
    return typography.width(_shown(text), typography.BOLD, _SIZE)


def _on_pages(page: PublishedPage, table: PublishedTable, layout: Layout) -> dict[str, Any]:
    rows, columns, cells, corner = page.rows, page.columns, page.cells, table.corner
    if layout.transposed:
        rows, columns, corner = columns, rows, table.turned_corner
        cells = tuple(zip(*cells, strict=True))
    label = label_width(max((characters(head.text) for head in rows), default=0), layout.size)
    usable = USABLE[layout.orientation][0]
    strips = []
    for first, last in layout.strips:
        natural = [
            column_width(max((characters(line[at].text) for line in cells), default=0.0), layout.size)
            for at in range(first, last)
        ]
        room = usable - label
        stretch = min(_WIDEST, room / sum(natural)) if natural else 1.0
        strips.append([round(label, 2), *(round(width * stretch, 2) for width in natural)])
    return _grid(rows, columns, cells, corner, layout.size) | {
        "k": "published",
        "own_page": True,
        "flipped": layout.orientation == "landscape",
        "turned": True,
        "strips": strips,
    }


def _grid(
    rows: Sequence[Head],
    columns: Sequence[Head],
    cells: Sequence[Sequence[PublishedCell]],
    corner: str,
    size: float,
) -> dict[str, Any]:
    return {
        "size": size,
        "corner": _shown(corner),
        "heads": [[_shown(head.text), head.depth] for head in columns],
        "rows": [
            {
                "label": _shown(head.text),
                "depth": head.depth,
                "cells": [[cell.kind, _shown(cell.text)] for cell in line],
            }
            for head, line in zip(rows, cells, strict=True)
        ],
    }
