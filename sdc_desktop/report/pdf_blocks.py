"""The blocks of a report as platypus sets them: text, verdicts, key figures, tables and figures."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from sdc_desktop.report import figures, marks, model, typography
from sdc_desktop.report.marks import Circle, Label, Line, Polygon, Rectangle, Scene, Shape
from sdc_desktop.report.pdf_style import LINE, STYLES, colour, markup, paragraph
from sdc_desktop.report.typography import BOLD, REGULAR, width
from sdc_desktop.words.words import whole


class SceneFlowable(Flowable):  # type: ignore[misc]
    """A drawing as platypus sets it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        return self._scene.width, self._scene.height

    def draw(self) -> None:
        self.canv.saveState()
        for shape in self._scene.shapes:
            _draw(self.canv, shape, self._scene.height)
        self.canv.restoreState()


def draw_text(canvas: Any, x: float, y: float, text: str, font: str, size: float, ink: str) -> None:
    """A line of text from x on, font by font."""
    canvas.setFillColor(colour(ink))
    for run in typography.runs(text, font):
        canvas.setFont(run.font, size)
        canvas.drawString(x, y, run.text)
        x += typography.width(run.text, run.font, size)


def draw_text_right(canvas: Any, x: float, y: float, text: str, font: str, size: float, ink: str) -> None:
    """A line of text that ends at x."""
    draw_text(canvas, x - typography.width(text, font, size), y, text, font, size, ink)


def _draw(canvas: Any, shape: Shape, height: float) -> None:
    match shape:
        case Line():
            canvas.setStrokeColor(colour(shape.colour))
            canvas.setLineWidth(shape.width)
            canvas.line(shape.x1, height - shape.y1, shape.x2, height - shape.y2)
        case Label():
            _draw_label(canvas, shape, height)
        case _:
            _draw_outline(canvas, shape, height)


def _draw_outline(canvas: Any, shape: Rectangle | Circle | Polygon, height: float) -> None:
    filled, stroked = int(bool(shape.fill)), int(bool(shape.stroke))
    if filled:
        canvas.setFillColor(colour(shape.fill))
    if stroked:
        canvas.setStrokeColor(colour(shape.stroke))
        canvas.setLineWidth(shape.line_width)
    match shape:
        case Rectangle():
            y = height - shape.y - shape.height
            canvas.rect(shape.x, y, shape.width, shape.height, stroke=stroked, fill=filled)
        case Circle():
            canvas.circle(shape.x, height - shape.y, shape.radius, stroke=stroked, fill=filled)
        case Polygon():
            path = canvas.beginPath()
            path.moveTo(shape.points[0][0], height - shape.points[0][1])
            for x, y in shape.points[1:]:
                path.lineTo(x, height - y)
            path.close()
            canvas.drawPath(path, stroke=stroked, fill=filled)


def _draw_label(canvas: Any, label: Label, height: float) -> None:
    font = BOLD if label.bold else REGULAR
    wide = typography.width(label.text, font, label.size)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    canvas.saveState()
    canvas.translate(label.x, height - label.y)
    if label.upwards:
        canvas.rotate(90)
    draw_text(canvas, -back, 0, label.text, font, label.size, label.colour)
    canvas.restoreState()


MARGIN = 24 * mm
WIDTH = A4[0] - 2 * MARGIN
GUTTER = 14.0
GAP = 12.0
_SHORT = 280.0  # a table lower than this stays on one page
_MOST_ROWS = 1000  # of a table on paper
_SIDES = 9.0  # of a cell, left and right of its text
_STOOD_OFF = 19.0  # the same where words stand beside figures
_WORD_SHARE = 0.35  # of a table that a single word may ask for
_MOST_SMALL = 5  # verdicts on the first page at all
_WORST_FIRST: Mapping[model.Mark, int] = {"unsafe": 0, "open": 1, "reservations": 2, "safe": 3, "measured": 4}


class _LongTable(Table):  # type: ignore[misc]
    """A table whose title says on every page after the first that it goes on."""

    continued: Any = None  # the title there

    def split(self, available_width: float, available_height: float) -> Any:
        parts = super().split(available_width, available_height)
        for part in parts[1:]:
            part.continued = self.continued
            if self.continued is not None:  # rows that come again are shared: a new one
                part._cellvalues[0] = [[self.continued], *part._cellvalues[0][1:]]
        return parts


def set_block(block: model.Block | model.Heading, labels: model.Labels) -> Iterator[Any]:
    """A block of the model as what platypus sets."""
    match block:
        case model.Heading():
            yield paragraph(block.text, "heading")
        case model.Paragraph():
            yield _paragraph(block)
        case model.Verdict():
            yield from _verdict(block)
        case model.KeyFigures():
            yield from _key_figures(block)
        case model.Table():
            yield from _table(block, labels)
        case model.Figure():
            yield from _figure(block, labels.decimal_mark)


def _paragraph(block: model.Paragraph) -> Any:
    style = STYLES["body"]
    said = markup(block.text, style.fontName, style.fontSize)
    if block.lead:
        said = f'<font name="{BOLD}">{markup(block.lead, BOLD, style.fontSize)}</font> {said}'
    return paragraph(said, "body", marked_up=True)


def _verdict(block: model.Verdict) -> Iterator[Any]:
    mark = SceneFlowable(marks.verdict_mark(block.mark, 18))
    said = [paragraph(block.mark_name, "mark"), paragraph(block.text, "verdict")]
    said += [paragraph(f"\u2022 {reason}", "cell") for reason in block.reasons]
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("BACKGROUND", (0, 0), (-1, -1), colour("tint")),
        ("LINEBEFORE", (0, 0), (0, -1), 3, colour(block.mark)),
        ("LEFTPADDING", (0, 0), (0, -1), 14),
        ("RIGHTPADDING", (0, 0), (0, -1), 0),
        ("LEFTPADDING", (1, 0), (1, -1), 6),
        ("RIGHTPADDING", (1, 0), (1, -1), 14),
        ("TOPPADDING", (0, 0), (0, -1), 13),
        ("TOPPADDING", (1, 0), (1, -1), 9),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 11),
    ]
    yield grid([[mark, said]], colWidths=[42, WIDTH - 42], style=style)
    yield Spacer(1, GAP)


def cover_verdict(verdict: model.Verdict) -> Iterator[Any]:
    """The verdict on the plan, large."""
    yield from _verdict(verdict)


def cover_verdicts(verdicts: Sequence[model.Verdict], labels: model.Labels) -> Iterator[Any]:
    """The verdicts on the jobs on the first page: one per line, the worst first."""
    if not verdicts:
        return
    ordered = sorted(verdicts, key=lambda verdict: _WORST_FIRST[verdict.mark])
    rows = [
        [
            SceneFlowable(marks.verdict_mark(verdict.mark, 12)),
            [paragraph(verdict.mark_name, "mark"), paragraph(verdict.text, "cell")],
        ]
        for verdict in ordered[:_MOST_SMALL]
    ]
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("BACKGROUND", (0, 0), (-1, -1), colour("tint")),
        ("LINEBELOW", (0, 0), (-1, -2), LINE, colour("rule")),
        *(
            ("LINEBEFORE", (0, at), (0, at), 3, colour(each.mark))
            for at, each in enumerate(ordered[: len(rows)])
        ),
        *padding(10, 5, 5),
        ("TOPPADDING", (0, 0), (0, -1), 8),
    ]
    yield grid(rows, colWidths=[32, WIDTH - 32], style=style)
    if len(ordered) > len(rows):
        yield Spacer(1, 3)
        more = labels.more_verdicts.format(number=whole(len(ordered) - len(rows)))
        yield paragraph(more, "small")


def _key_figures(block: model.KeyFigures) -> Iterator[Any]:
    across = 4 if len(block.figures) == 4 else 3
    yield Spacer(1, 0.5 * GAP)
    for start in range(0, len(block.figures), across):
        yield _figures_row(block.figures[start : start + across], (WIDTH - (across - 1) * GUTTER) / across)
        yield Spacer(1, 0.5 * GAP)
    yield Spacer(1, 0.5 * GAP)


def _figures_row(chosen: Sequence[model.KeyFigure], each: float) -> Any:
    cells: list[Any] = []
    style: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), *padding(0, 7, 4)]
    for index, entry in enumerate(chosen):
        if index:
            cells.append("")
        reading = [paragraph(entry.reading, "small")] if entry.reading else []
        cells.append([paragraph(entry.label, "label"), paragraph(entry.value, "value"), *reading])
        style.append(("LINEABOVE", (2 * index, 0), (2 * index, 0), 1.2, colour("accent")))
    widths = [GUTTER if index % 2 else each for index in range(len(cells))]
    return grid([cells], colWidths=widths, style=style, hAlign="LEFT")


def _table(block: model.Table, labels: model.Labels) -> Iterator[Any]:
    """Title and head are rows of the table, so that both come again on every page it runs over."""
    widths = _column_widths(block)
    heads = [paragraph(c.head, "head_right" if c.align == "right" else "head") for c in block.columns]
    title = _filled([paragraph(block.title, "table_title")], len(block.columns))
    rows = [
        [paragraph(text, _cell_style(column)) for text, column in zip(row, block.columns, strict=True)]
        for row in block.rows[:_MOST_ROWS]
    ]
    last = len(block.columns) - 1
    style = [
        ("SPAN", (0, 0), (-1, 0)),
        ("VALIGN", (0, 0), (-1, 1), "BOTTOM"),
        ("VALIGN", (0, 2), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 1), (-1, 1), 0.8, colour("muted")),
        ("LINEBELOW", (0, 2), (-1, -1), LINE, colour("rule")),
        *padding(4, 4, 4),
        *_left_after_right(block.columns),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (last, 0), (last, -1), 0),
    ]
    table = grid(
        [title, heads, *rows], kind=_LongTable, colWidths=widths, repeatRows=2, splitInRow=1, style=style
    )
    table.continued = paragraph(labels.continued.format(title=block.title), "table_title")
    is_short = table.wrap(WIDTH, _SHORT)[1] < _SHORT
    if is_short:
        table.splitByRow = table.splitInRow = 0
    left = len(block.rows) - len(rows)
    notes = [labels.rows_left_out.format(left=whole(left))] if left else []
    notes += [block.note] if block.note else []
    said = [Spacer(1, 3), paragraph(" ".join(notes), "small")] if notes else []
    if is_short and said:
        yield KeepTogether([table, *said])
    else:
        yield from (table, *said)
    yield Spacer(1, GAP)


def _column_widths(block: model.Table) -> list[float]:
    """The columns' shares, save that a column too narrow for a word takes from those with room to spare."""
    shares = sum(column.share for column in block.columns)
    given = [WIDTH * column.share / shares for column in block.columns]
    least = [min(_longest_word(block, at), WIDTH * _WORD_SHARE) for at in range(len(given))]
    lacking = [max(0.0, need - has) for need, has in zip(least, given, strict=True)]
    spare = [max(0.0, has - need) for need, has in zip(least, given, strict=True)]
    moved = min(sum(lacking), sum(spare))
    if moved == 0:
        return given
    got, lent = moved / sum(lacking), moved / sum(spare)
    return [has + got * lack - lent * room for has, lack, room in zip(given, lacking, spare, strict=True)]


def _longest_word(block: model.Table, at: int) -> float:
    """How wide a column must be so that no word of it is torn apart."""
    column = block.columns[at]
    style = STYLES[_cell_style(column)]
    words = (word for row in block.rows[:_MOST_ROWS] for word in row[at].split())
    head, cell = max(column.head.split(), key=len, default=""), max(words, key=len, default="")
    text = max(width(head, REGULAR, STYLES["head"].fontSize), width(cell, REGULAR, style.fontSize))
    return text + (_SIDES if at == 0 or block.columns[at - 1].align == column.align else _STOOD_OFF)


def _cell_style(column: model.Column) -> str:
    if column.code:
        return "code"
    return "figure" if column.align == "right" else "cell"


def _left_after_right(columns: Sequence[model.Column]) -> Iterator[tuple[Any, ...]]:
    """A column of words beside one of figures stands off from it."""
    for index, (before, column) in enumerate(pairwise(columns), start=1):
        if before.align == "right" and column.align == "left":
            yield ("LEFTPADDING", (index, 1), (index, -1), 14)


def _figure(block: model.Figure, mark: str) -> Iterator[Any]:
    """Bars take the whole width; planes stand two in a row, one alone in the middle width."""
    planes = [chart for chart in block.charts if isinstance(chart, model.ScatterChart)]
    across = 2 if len(planes) > 1 else 1
    each = (WIDTH - GUTTER) / 2 if across == 2 else WIDTH if not planes else 0.7 * WIDTH
    drawn: list[Any] = [SceneFlowable(figures.drawing(chart, each, mark)) for chart in block.charts]
    widths = [each + GUTTER / 2 * (across - 1)] * across
    rows = [
        grid(
            [_filled(drawn[at : at + across], across)],
            colWidths=widths,
            style=padding(0, 0, 6),
            hAlign="LEFT",
        )
        for at in range(0, len(drawn), across)
    ]
    yield from _bound(paragraph(block.title, "table_title"), Spacer(1, 4), rows[0], bound_on=len(rows) == 1)
    yield from rows[1:-1]
    legend = [SceneFlowable(figures.legend(block.legend, WIDTH)), Spacer(1, 4)] if block.legend else []
    yield from _bound(*rows[1:][-1:], *legend, paragraph(block.reading, "small"))
    yield Spacer(1, GAP)


def _filled(cells: list[Any], number: int) -> list[Any]:
    return [*cells, *[""] * (number - len(cells))]


def _bound(*flowables: Any, bound_on: bool = False) -> Iterator[Any]:
    """These stay on one page, and with `bound_on` what follows with them."""
    for index, flowable in enumerate(flowables):
        flowable.keepWithNext = int(bound_on or index < len(flowables) - 1)
        yield flowable


def grid(rows: list[list[Any]], *, style: list[Any], kind: Any = Table, **more: Any) -> Any:
    """A table; even its empty cells are in a bundled font."""
    return kind(rows, style=[("FONTNAME", (0, 0), (-1, -1), REGULAR), *style], **more)


def padding(sides: float, top: float, bottom: float) -> list[tuple[Any, ...]]:
    everywhere = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *everywhere, sides),
        ("RIGHTPADDING", *everywhere, sides),
        ("TOPPADDING", *everywhere, top),
        ("BOTTOMPADDING", *everywhere, bottom),
    ]
