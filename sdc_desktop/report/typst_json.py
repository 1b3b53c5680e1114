"""The model of a report as the JSON that the template `resources/report/report.typ` lays down.

Everything that is said travels as a string and is set letter by letter; nothing is ever read as markup. The
widths of columns are found here, by the fonts' own measures, so that no word and no figure is torn apart.
"""

import json
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

from sdc_desktop.report import figures, model, palette, typography
from sdc_desktop.report.marks import Circle, Label, Line, Polygon, Polyline, Rectangle, Scene, Shape
from sdc_desktop.report.published_json import published_json
from sdc_desktop.report.shown import further_glyphs, shown_in_columns
from sdc_desktop.sheets import blocks

PAGE_WIDTH, MARGIN = 595.28, 62.36  # points; A4 less margins of 22 mm
WIDTH = PAGE_WIDTH - 2 * MARGIN
PLANE = 330.0  # width of a single plane
GUTTER = 14.0
_BREAK = "\u200b"
_CELL, _HEAD, _CODE = 8.3, 7.4, 6.6  # sizes of letters in tables
_SIDES = 8.2  # of a cell, left and right of its text
_SIGN = 14.5  # room for the sign of a grade
MOST_PRODUCTS = 5  # on the cover
_MOST_ROWS = 1000  # of a table on paper
_COVER, _PRODUCT = 565.0, 26.0  # room on the cover beside heading and edition, height of a product's row


def report_json(report: model.Report, family: str = "", codes: frozenset[int] = frozenset()) -> str:
    """The report as one JSON text. The same report gives the same text. A further font has the name of its
    ``family`` and these code points.
    """
    with further_glyphs(codes) as lacking:
        fields = _fields(report, "")
        if lacking:
            fields = _fields(report, report.labels.lacking_glyphs)
        fields["families"] = [family] if family else []
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _fields(report: model.Report, lacking: str) -> dict[str, Any]:
    """The whole report. ``lacking``: the note on characters that no font has, where there are any."""
    labels = report.labels
    title, product, verdict, recommendation = labels.products
    columns = (
        blocks.Column(product, share=2.2),
        blocks.Column(verdict, share=1.2),
        blocks.Column(recommendation, share=2.4),
    )
    rows = _fitting(tuple(_product(one) for one in report.products[:MOST_PRODUCTS]), report, lacking)
    left = len(report.products) - len(rows)
    note = labels.further_products.replace("{number}", str(left)) if left else ""
    products = blocks.Table(title, columns, rows, note)
    cover: dict[str, Any] = {
        "title": _text(report.title or labels.producer),
        "subject": _text(report.subject),
        "organisation": _text(report.organisation),
        "label": _text(labels.verdict),
        "verdict": _verdict(report.verdict),
        "recommendation": _text(report.recommendation),
        "figures": [_key_figure(one) for one in report.figures],
        "fields": [[_text(one.label), _text(one.value)] for one in report.fields],
        "products": _table(products, labels) if rows else None,
        "lacking": _text(lacking),
    }
    return {
        "language": labels.language,
        "date": [report.date.year, report.date.month, report.date.day],
        "author": _text(report.author),
        "keywords": [_text(word) for word in (*report.keywords, labels.edition)],
        "edition": _text(labels.edition),
        "edition_label": _text(labels.edition_label),
        "producer": _text(labels.producer),
        "contents": _text(labels.contents),
        "page_of": _text(labels.page_of),
        "palette": palette.LIGHT,
        "cover": cover,
        "sections": [_section(section, labels) for section in report.sections],
    }


def _fitting(
    rows: tuple[tuple[blocks.Cell, ...], ...], report: model.Report, lacking: str
) -> tuple[tuple[blocks.Cell, ...], ...]:
    """The products that have room on the cover beside verdict, figures, fields and contents."""
    room = _COVER - 14.2 * ceil(len(report.sections) / 2) - (72 if report.figures else 8)
    room -= _lines(f"{report.verdict.text} {report.recommendation}", 9.8, WIDTH - 30) * 15
    room -= sum(_lines(reason, 9, WIDTH - 45) * 14.5 for reason in report.verdict.reasons)
    room -= _lines(lacking, 7.6, WIDTH) * 12 if lacking else 0
    texts = [max(_lines(one.value, 8.6, 150), _lines(one.label, 8.6, 70)) for one in report.fields]
    room -= sum(max(pair) * 11.5 + 9 for pair in zip(texts[::2], [*texts[1::2], 1], strict=False))
    return rows[: max(0, floor(room / _PRODUCT))]


def _lines(text: str, size: float, room: float) -> int:
    return ceil(max(1.0, typography.width(text, typography.REGULAR, size) * 1.05 / room))


def _product(product: model.Product) -> tuple[blocks.Cell, ...]:
    return (
        blocks.Named(product.name, product.file),
        blocks.Signed(product.mark, product.mark_name),
        product.recommendation,
    )


def _text(text: str) -> str:
    """A text as the template sets it: nothing hides in it, and no figure is torn apart."""
    return typography.hyphenated(typography.unbroken(shown_in_columns(text)))


def _section(section: model.Section, labels: model.Labels) -> dict[str, Any]:
    return {
        "title": _text(section.title),
        "begins": section.begins,
        "wide": section.wide,
        "blocks": [made for block in section.blocks for made in _block(block, labels)],
    }


def _block(block: blocks.Block | blocks.Heading, labels: model.Labels) -> Iterator[dict[str, Any]]:
    match block:
        case blocks.Heading():
            yield {"k": "heading", "text": _text(block.text)}
        case blocks.Paragraph():
            yield {"k": "text"} | _led(block)
        case blocks.Steps():
            yield {"k": "steps", "items": [_led(item) for item in block.items]}
        case blocks.Bullets():
            yield {"k": "bullets", "items": [_led(item) for item in block.items]}
        case blocks.Note():
            yield {"k": "note", "mark": block.mark, "lead": _text(block.lead), "text": _text(block.text)}
        case blocks.Finding():
            yield {"k": "text", "lead": "", "text": _text(block.text)}
        case blocks.Verdict():
            yield {"k": "verdict"} | _verdict(block)
        case blocks.KeyFigures():
            yield {"k": "figures", "figures": [_key_figure(one) for one in block.figures]}
        case blocks.Table():
            yield _table(block, labels)
        case blocks.Figure():
            yield _figure(block, labels.decimal_mark)
        case blocks.PublishedTable():
            yield from published_json(block)
        case blocks.Checklist():
            yield {
                "k": "checklist",
                "title": _text(block.title),
                "heads": [_text(head) for head in block.heads],
                "rows": [[_text(one.text), _cell(one.answer)] for one in block.questions],
            }
        case blocks.Options():
            yield {"k": "options", "options": [[_text(text), ticked] for text, ticked in block.options]}
        case blocks.SignOff():
            people = [[_text(one.label), _text(one.value)] for one in block.people]
            yield {"k": "sign", "people": people, "below": _text(block.below)}


def _led(block: blocks.Paragraph) -> dict[str, str]:
    return {"lead": _text(block.lead), "text": _text(block.text)}


def _key_figure(one: blocks.KeyFigure) -> list[str]:
    return [_text(one.label), _text(one.value), _text(one.reading)]


def _verdict(verdict: blocks.Verdict) -> dict[str, Any]:
    return {
        "mark": verdict.mark,
        "name": _text(verdict.mark_name),
        "text": _text(verdict.text),
        "reasons": [_text(reason) for reason in verdict.reasons],
    }


def _table(block: blocks.Table, labels: model.Labels) -> dict[str, Any]:
    rows = block.rows[:_MOST_ROWS]
    left = len(block.rows) - len(rows)
    notes = [labels.rows_left_out.format(left=f"{left:,}".replace(",", "\u202f"))] if left else []
    return {
        "k": "table",
        "title": _text(block.title),
        "heads": [_text(column.head) for column in block.columns],
        "right": [column.align == "right" for column in block.columns],
        "code": [column.code for column in block.columns],
        "widths": column_widths(block),
        "rows": [[_cell(cell) for cell in row] for row in rows],
        "note": _text(" ".join([*notes, block.note]).strip()),
    }


def _cell(cell: blocks.Cell) -> str | dict[str, str]:
    if isinstance(cell, blocks.Signed):
        return {"mark": cell.mark, "text": _text(cell.text)}
    if isinstance(cell, blocks.Named):
        return {"name": _text(cell.name), "below": _text(cell.below)}
    return _text(cell)


def column_widths(block: blocks.Table, room: float = WIDTH) -> list[float]:
    """The widths of a table's columns in points, `room` in all.

    Each gets the room of its longest word or figure; what is left is shared out by what their texts would
    take in one line, and by their shares. Where even the words have no room, all are cut equally.
    """
    sides = [_SIDES] * len(block.columns)
    least, whole_lines = [], []
    for at, column in enumerate(block.columns):
        words, lines = _measures(block, at, column)
        least.append(words + sides[at])
        whole_lines.append(lines + sides[at])
    if sum(whole_lines) <= room:
        given = whole_lines
    elif sum(least) < room:
        wanted = [max(0.0, full - need) for full, need in zip(whole_lines, least, strict=True)]
        weights = [want**0.5 * column.share for want, column in zip(wanted, block.columns, strict=True)]
        given = _shared_out(least, wanted, weights, room - sum(least))
    else:
        given = least
    spare = room - sum(given)
    if spare > 0:
        shares = [0.0 if column.code else column.share for column in block.columns]
        total = sum(shares) or 1.0
        given = [has + spare * share / total for has, share in zip(given, shares, strict=True)]
    total = sum(given)
    return [round(room * has / total, 2) for has in given]


def _shared_out(
    least: Sequence[float], wanted: Sequence[float], weights: Sequence[float], spare: float
) -> list[float]:
    """`least` and shares of `spare` by weight; no column gets more than the width it is given in `wanted`."""
    given = list(least)
    open_ones = {at for at, want in enumerate(wanted) if want > 0}
    while open_ones and spare > 1e-6:
        total = sum(weights[at] for at in open_ones) or 1.0
        parts = {at: spare * weights[at] / total for at in open_ones}
        full = {at for at in open_ones if given[at] + parts[at] >= least[at] + wanted[at]}
        for at in full or open_ones:
            part = least[at] + wanted[at] - given[at] if full else parts[at]
            given[at] += part
            spare -= part
        if not full:
            break
        open_ones -= full
    return given


def _measures(block: blocks.Table, at: int, column: blocks.Column) -> tuple[float, float]:
    """How wide the longest word of a column is, and its longest text in one line."""
    word, line = _text_measures(column.head, typography.BOLD, _HEAD)
    for row in block.rows[:_MOST_ROWS]:
        wide_word, wide_line = text_measures(row[at], column, bold=at == 0)
        word, line = max(word, wide_word), max(line, wide_line)
    return word, line


def text_measures(cell: blocks.Cell, column: blocks.Column, *, bold: bool = False) -> tuple[float, float]:
    """How wide the longest word of a cell is, and its text in one line; figures are never torn apart."""
    text, sign = _text_of(cell)
    font = typography.BOLD if sign or bold else typography.REGULAR
    word, line = _text_measures(text, font, _CODE if column.code else _CELL)
    if column.align == "right" and any(map(str.isdigit, text)):
        word = max(word, line)
    return word + sign, line + sign


def _text_of(cell: blocks.Cell) -> tuple[str, float]:
    """The text of a cell, and the room for its sign."""
    if isinstance(cell, blocks.Signed):
        return cell.text, _SIGN
    if isinstance(cell, blocks.Named):
        return max(cell.name, cell.below, key=len), 0.0
    return cell, 0.0


def _text_measures(text: str, font: str, size: float) -> tuple[float, float]:
    stated = _text(text)
    broken = stated.replace("-", f"-{_BREAK}").replace(typography.SOFT_HYPHEN, f"-{_BREAK}")
    words = (part for word in broken.split(" ") for part in word.split(_BREAK))
    longest = max((typography.width(word, font, size) for word in words), default=0.0)
    whole = stated.replace(_BREAK, "").replace(typography.SOFT_HYPHEN, "")
    return longest, typography.width(whole, font, size)


def _figure(block: blocks.Figure, mark: str) -> dict[str, Any]:
    """Bars have the whole width; planes are two in a row, a single one in the middle width."""
    planes = [chart for chart in block.charts if isinstance(chart, blocks.ScatterChart)]
    across = 2 if len(planes) > 1 else 1
    each = (WIDTH - GUTTER) / 2 if across == 2 else PLANE if planes else WIDTH
    scenes = [_scene(figures.drawing(chart, each, mark)) for chart in block.charts]
    legend = _scene(figures.legend(block.legend, WIDTH)) if block.legend else None
    return {
        "k": "figure",
        "title": _text(block.title),
        "across": across,
        "scenes": scenes,
        "legend": legend,
        "alt": _text(block.alt or block.title),
        "reading": _text(block.reading),
    }


def _scene(scene: Scene) -> dict[str, Any]:
    return {"w": _n(scene.width), "h": _n(scene.height), "s": [_shape(shape) for shape in scene.shapes]}


def _shape(shape: Shape) -> list[Any]:
    match shape:
        case Line():
            return ["l", *map(_n, (shape.x1, shape.y1, shape.x2, shape.y2)), shape.colour, _n(shape.width)]
        case Rectangle():
            place = map(_n, (shape.x, shape.y, shape.width, shape.height))
            return ["r", *place, shape.fill, shape.stroke, _n(shape.line_width)]
        case Circle():
            place = map(_n, (shape.x, shape.y, shape.radius))
            return ["c", *place, shape.fill, shape.stroke, _n(shape.line_width)]
        case Polygon():
            return ["p", _points(shape.points), shape.fill, shape.stroke, _n(shape.line_width)]
        case Polyline():
            return ["q", _points(shape.points), shape.colour, _n(shape.width)]
        case Label():
            place = map(_n, (shape.x, shape.y, shape.size))
            return ["t", *place, _text(shape.text), shape.anchor, shape.bold, shape.colour, shape.upwards]


def _points(points: Sequence[tuple[float, float]]) -> list[list[float]]:
    return [[_n(x), _n(y)] for x, y in points]


def _n(number: float) -> float:
    return round(number, 2)
