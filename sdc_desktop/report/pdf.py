"""The report as PDF: A4, bundled fonts embedded, links and bookmarks, and the same bytes on every run.

The document is set in passes until no page number moves: each pass is given the pages that the last found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)

from sdc_desktop.report import model, typography
from sdc_desktop.report.palette import LIGHT
from sdc_desktop.report.pdf_blocks import (
    GAP,
    GUTTER,
    MARGIN,
    WIDTH,
    cover_verdict,
    cover_verdicts,
    draw_text,
    draw_text_right,
    grid,
    padding,
    set_block,
)
from sdc_desktop.report.pdf_style import LINE, STYLES, colour, markup, paragraph
from sdc_desktop.report.typography import BOLD, REGULAR

PAGE_WIDTH, PAGE_HEIGHT = A4
TOP = 30 * mm
BOTTOM = 24 * mm
_MOST_PASSES = 6
_TITLE_ROOM = 80.0  # a title of several lines at the top of a page ends within it
_MOST_WIDE = 20  # entries of the contents that are set widely


@dataclass
class Pages:
    """On which page each section begins, and how many there are: found by one pass, used by the next."""

    begins: dict[str, int] = field(default_factory=dict)
    at_top: set[str] = field(default_factory=set)  # those that begin at the top of their page
    total: int = 0


def pdf_bytes(report: model.Report) -> bytes:
    """The report set as PDF. The same report gives the same bytes."""
    typography.register_fonts()
    known = Pages()
    for _ in range(_MOST_PASSES):
        written, found = _one_pass(report, known)
        if found == known:
            return written
        known = found
    raise RuntimeError("page numbers do not settle")


class _Anchor(Flowable):  # type: ignore[misc]
    """Takes no room below a title; marks the place for links, bookmarks and the contents."""

    keepWithNext = 1  # noqa: N815 - reportlab's name

    def __init__(self, key: str, title: str, level: int, found: Pages) -> None:
        super().__init__()
        self._key, self._title, self._level, self._found = key, title, level, found

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        canvas = self.canv
        canvas.bookmarkHorizontal(self._key, 0, 36)
        canvas.addOutlineEntry(typography.visible(self._title), self._key, level=self._level, closed=False)
        self._found.begins[self._key] = canvas.getPageNumber()
        if canvas.absolutePosition(0, 0)[1] > PAGE_HEIGHT - TOP - _TITLE_ROOM:
            self._found.at_top.add(self._key)


def _one_pass(report: model.Report, known: Pages) -> tuple[bytes, Pages]:
    found = Pages()
    stream = BytesIO()
    document = BaseDocTemplate(
        stream,
        pagesize=A4,
        invariant=1,
        initialFontName=REGULAR,
        title=typography.visible(report.title),
        author=typography.visible(report.author),
        subject=typography.visible(report.subject),
        keywords=[typography.visible(word) for word in (*report.keywords, report.labels.edition)],
        creator=report.labels.producer,
        producer=report.labels.producer,
        lang=report.labels.language,
        displayDocTitle=True,
    )

    def head_and_foot(canvas: Any, _document: Any) -> None:
        found.total = canvas.getPageNumber()
        _head_and_foot(canvas, report, known)

    def cover(canvas: Any, _document: Any) -> None:
        found.total = canvas.getPageNumber()
        _cover_frame(canvas, report, known.total)

    def frame(name: str, top: float) -> Frame:
        height = PAGE_HEIGHT - top - BOTTOM
        return Frame(MARGIN, BOTTOM, WIDTH, height, 0, 0, 0, 0, id=name)

    document.addPageTemplates(
        [
            PageTemplate("cover", [frame("cover", 44 * mm)], onPage=cover),
            PageTemplate("text", [frame("text", TOP)], onPage=head_and_foot),
        ]
    )
    document.build(list(_story(report, known, found)))
    return stream.getvalue(), found


def _head_and_foot(canvas: Any, report: model.Report, known: Pages) -> None:
    canvas.saveState()
    y = PAGE_HEIGHT - 17 * mm
    room = WIDTH / 2 - 8
    title = typography.shortened(report.title, REGULAR, 7.5, room)
    draw_text(canvas, MARGIN, y, title, REGULAR, 7.5, "muted")
    chapter = _chapter_on(canvas.getPageNumber(), report, known)
    right = typography.shortened(chapter, REGULAR, 7.5, room)
    draw_text_right(canvas, PAGE_WIDTH - MARGIN, y, right, REGULAR, 7.5, "muted")
    canvas.setStrokeColor(colour("rule"))
    canvas.setLineWidth(LINE)
    canvas.line(MARGIN, y - 6, PAGE_WIDTH - MARGIN, y - 6)
    _foot(canvas, report, known.total)
    canvas.restoreState()


def _chapter_on(page: int, report: model.Report, known: Pages) -> str:
    """The section that is open at the top of a page."""
    chapter = report.labels.contents
    for number, section in enumerate(report.sections, start=1):
        begins = known.begins.get(section.key, 0)
        if begins > page or (begins == page and section.key not in known.at_top):
            break
        chapter = f"{number}  {section.title}"
    return chapter


def _foot(canvas: Any, report: model.Report, total: int) -> None:
    y = 13 * mm
    number = report.labels.page_of.format(page=canvas.getPageNumber(), pages=total)
    left = f"{report.labels.edition}  ·  {report.labels.producer}"
    draw_text(canvas, MARGIN, y, left, REGULAR, 7.5, "muted")
    draw_text_right(canvas, PAGE_WIDTH - MARGIN, y, number, REGULAR, 7.5, "muted")


def _cover_frame(canvas: Any, report: model.Report, total: int) -> None:
    canvas.saveState()
    canvas.setFillColor(colour("accent"))
    canvas.rect(MARGIN, PAGE_HEIGHT - 34 * mm, 18 * mm, 1.2 * mm, stroke=0, fill=1)
    draw_text(canvas, MARGIN, PAGE_HEIGHT - 30 * mm, report.labels.edition, BOLD, 9, "muted")
    _foot(canvas, report, total)
    canvas.restoreState()


def _story(report: model.Report, known: Pages, found: Pages) -> Iterator[Any]:
    yield from _cover(report)
    yield NextPageTemplate("text")
    yield PageBreak()
    yield paragraph(report.labels.contents, "section")
    yield _Anchor("contents", report.labels.contents, 0, found)
    if report.sections:
        yield _contents(report.sections, known)
    for number, section in enumerate(report.sections, start=1):
        yield PageBreak() if section.begins_page else CondPageBreak(90 * mm)
        yield _section_title(number, section.title)
        yield _Anchor(section.key, f"{number}  {section.title}", 0, found)
        for index, block in enumerate(section.blocks):
            yield from set_block(block, report.labels)
            if isinstance(block, model.Heading):
                yield _Anchor(f"{section.key}-{index}", block.text, 1, found)


def _section_title(number: int, title: str) -> Any:
    style = STYLES["section"]
    said = markup(title, style.fontName, style.fontSize)
    return paragraph(
        f'<font color="{LIGHT["muted"]}">{number}\u00a0\u00a0</font>{said}', "section", marked_up=True
    )


def _cover(report: model.Report) -> Iterator[Any]:
    yield paragraph(report.title, "title")
    yield paragraph(report.subject, "subject")
    if report.purpose:
        yield paragraph(report.purpose, "purpose")
    yield Spacer(1, 1.5 * GAP)
    yield from cover_verdict(report.verdict)
    yield from cover_verdicts(report.verdicts, report.labels)
    yield Spacer(1, 1.5 * GAP)
    yield _cover_fields(report.fields)
    yield Spacer(1, 0.5 * GAP)
    yield paragraph(f"{report.labels.edition}. {report.labels.edition_told}", "small")
    yield KeepTogether([Spacer(1, 52), _signatures(report.signatures)])


def _cover_fields(entries: Sequence[model.CoverField]) -> Any:
    rows = [[paragraph(entry.label, "label"), paragraph(entry.value, "body")] for entry in entries]
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), LINE, colour("rule")),
        ("LINEABOVE", (0, 0), (-1, 0), LINE, colour("rule")),
        *padding(0, 6, 6),
    ]
    heights = [None if entry.value else 30.0 for entry in entries]
    return grid(rows, colWidths=[36 * mm, WIDTH - 36 * mm], rowHeights=heights, style=style)


def _signatures(entries: Sequence[model.CoverField]) -> Any:
    """A line to sign on for each, with the name beneath."""
    each = (WIDTH - (len(entries) - 1) * GUTTER) / len(entries)
    cells: list[Any] = []
    widths: list[float] = []
    style: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), *padding(0, 5, 0)]
    for index, entry in enumerate(entries):
        if index:
            cells.append("")
            widths.append(GUTTER)
        column = 2 * index
        name = [paragraph(entry.value, "small")] if entry.value else []
        cells.append([paragraph(entry.label, "label"), *name])
        widths.append(each)
        style.append(("LINEABOVE", (column, 0), (column, 0), 0.8, colour("muted")))
    return grid([cells], colWidths=widths, style=style)


def _contents(sections: Sequence[model.Section], known: Pages) -> Any:
    rows = []
    for number, section in enumerate(sections, start=1):
        page = known.begins.get(section.key, 0)
        rows.append(
            [
                _linked(str(number), section.key, "body"),
                _linked(section.title, section.key, "body"),
                _linked(str(page), section.key, "body_right"),
            ]
        )
    style = [
        ("VALIGN", (0, 0), (-1, -1), "BASELINE"),
        ("LINEBELOW", (0, 0), (-1, -1), LINE, colour("rule")),
        *(padding(0, 5, 5) if len(sections) <= _MOST_WIDE else padding(0, 1, 1)),
    ]
    return grid(rows, colWidths=[20, WIDTH - 60, 40], style=style)


def _linked(text: str, key: str, style: str) -> Any:
    said = markup(text, STYLES[style].fontName, STYLES[style].fontSize)
    return paragraph(f'<a href="#{key}">{said}</a>', style, marked_up=True)
