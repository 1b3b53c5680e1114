"""The budget of pages: twelve up to six jobs. What has no room is in the twin and in annex files.

Heights are estimated in points from the same measures that set the tables and draw the figures.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil

from sdc_desktop.report import figures, model, typography
from sdc_desktop.report.paging import USABLE, Layout, head_height, row_height
from sdc_desktop.report.published_json import inline_height, layout_of
from sdc_desktop.report.typst_json import WIDTH, column_widths, text_measures
from sdc_desktop.sheets import blocks

MOST_PAGES = 12
PAGE = 722.0  # points of text on a page
_LINE, _PLANE_WIDTH = 14.0, 330.0
_BREAK = {"none": 0.0, "half": 0.2, "whole": 0.3, "page": 0.3}  # of a page, lost before a chapter
_COVER = 1.0
_LEAST = 0.2  # of a page, that a chapter of its own fills
_TITLE, _NOTED = 44.0, 48.0  # of a chapter, and caption and note of a published table


def height_of(blocks: Iterable[blocks.Block | blocks.Heading]) -> float:
    """About how much paper some blocks take, in points."""
    return sum(_height(block) for block in blocks)


def pages_of(sections: Iterable[model.Section]) -> float:
    """About how many pages a cover and these chapters take."""
    return _COVER + sum(
        1.0 if section.wide else (40 + height_of(section.blocks)) / PAGE + _BREAK[section.begins]
        for section in sections
    )


def flowing(section: model.Section) -> model.Section:
    """A chapter that would leave its page nearly empty begins on the page before instead."""
    return replace(section, begins="none") if height_of(section.blocks) < _LEAST * PAGE else section


def on_one_page(section: model.Section) -> model.Section:
    """A chapter whose published table is too wide for the text, on one page with it if both have room there;
    else it begins on the page before, which the table would leave nearly empty.
    """
    found = [block for block in section.blocks if isinstance(block, blocks.PublishedTable)]
    if len(found) != 1 or len(found[0].paper) != 1 or found[0].left_out:
        return section
    page, corner = found[0].paper[0], found[0].corner
    if inline_height(page, corner) is not None:
        return section
    layout = layout_of(page, corner)
    heads, rows = (page.rows, page.columns) if layout.transposed else (page.columns, page.rows)
    longest = max((len(head.text) for head in heads), default=0)
    table = head_height(longest, layout.size) + row_height(layout.size) * len(rows) + _NOTED
    others = height_of(block for block in section.blocks if not isinstance(block, blocks.PublishedTable))
    if layout.pages == 1 and _TITLE + others + table <= USABLE[layout.orientation][1]:
        return replace(section, begins="page", wide=layout.orientation)
    return replace(section, begins="none")


def _height(block: blocks.Block | blocks.Heading) -> float:
    match block:
        case blocks.Heading():
            return 34.0
        case blocks.Paragraph():
            return _text(f"{block.lead} {block.text}", WIDTH) + 9
        case blocks.Finding():
            return _text(block.text, WIDTH) + 9
        case blocks.Steps() | blocks.Bullets():
            return sum(_text(f"{item.lead} {item.text}", WIDTH - 18) + 5 for item in block.items) + 12
        case blocks.Note():
            return _text(f"{block.lead} {block.text}", WIDTH - 40) + 38
        case blocks.Verdict():
            return _text(block.text, WIDTH - 60) + 50 + 13.0 * len(block.reasons)
        case blocks.KeyFigures():
            return 68.0 * ceil(len(block.figures) / 3) + 10
        case blocks.Table():
            return _table(block)
        case blocks.Figure():
            return _figure(block)
        case blocks.PublishedTable():
            return sum(_published(page, block.corner) * PAGE for page in block.paper) + 24
        case blocks.Checklist():
            return 40.0 + 22.0 * len(block.questions)
        case blocks.Options():
            return 32.0
        case blocks.SignOff():
            return 92.0


def _text(text: str, room: float) -> float:
    return _LINE * ceil(max(1.0, typography.width(text, typography.REGULAR, 9.5) * 1.03 / room))


def _table(block: blocks.Table) -> float:
    widths = column_widths(block)
    total = 36.0
    for row in block.rows:
        lines = [
            ceil(max(1.0, text_measures(cell, column)[1] / max(1.0, width - 8)))
            for cell, column, width in zip(row, block.columns, widths, strict=True)
        ]
        total += 12.6 * max(lines) + 8
    return total + (_text(block.note, WIDTH * 1.2) + 6 if block.note else 0) + 8


def _figure(block: blocks.Figure) -> float:
    planes = [chart for chart in block.charts if isinstance(chart, blocks.ScatterChart)]
    across = 2 if len(planes) > 1 else 1
    each = WIDTH / 2 if across == 2 else _PLANE_WIDTH if planes else WIDTH
    heights = [figures.drawing(chart, each).height for chart in block.charts]
    rows = [max(heights[at : at + across]) for at in range(0, len(heights), across)]
    return sum(rows) + _text(block.reading, WIDTH * 1.15) + (18 if block.legend else 0) + 34


def _published(page: blocks.PublishedPage, corner: str) -> float:
    """How much paper a block of a published table takes, in pages."""
    inline = inline_height(page, corner)
    if inline is not None:
        return inline / PAGE
    layout: Layout = layout_of(page, corner)
    return float(layout.pages)


def fitting(chapters: Sequence[model.Section], others: float) -> int:
    """How many of the chapters on tables have room, from the first on, beside others of this many pages."""
    room, number = MOST_PAGES - others, 0
    for chapter in chapters:
        room -= pages_of((chapter,)) - _COVER
        if room < 0:
            break
        number += 1
    return number
