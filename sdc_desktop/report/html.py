"""The report as one HTML file: style and drawings inside, nothing fetched, nothing run, light and dark."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from sdc_desktop.report import figures, marks, model, palette, typography
from sdc_desktop.report.marks import Circle, Label, Line, Polygon, Polyline, Rectangle, Scene, Shape
from sdc_desktop.report.palette import LIGHT
from sdc_desktop.report.shown import shown_in_html
from sdc_desktop.sheets import blocks


def _colours(chosen: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in chosen.items())


_PAINTS = "".join(
    f"svg .{use}-{name}{{{use}:var(--{name})}}" for name in palette.LIGHT for use in ("fill", "stroke")
)
STYLE = f"""
:root{{{_colours(palette.LIGHT)}color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{{_colours(palette.DARK)}}}}}
@media print{{:root{{{_colours(palette.LIGHT)}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;padding:4rem 2rem 3rem;max-width:54rem;background:var(--paper);color:var(--ink);
font:1rem/1.6 "Noto Sans",system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}}
h1{{font-size:2.4rem;line-height:1.2;margin:.4rem 0 .2rem}}
h2{{font-size:1.6rem;line-height:1.3;margin:3.5rem 0 1rem}}
h2 .number{{color:var(--muted);font-weight:400;margin-right:.4rem}}
h3{{font-size:1.1rem;margin:2rem 0 .5rem}}
p{{margin:.5rem 0}}
.skip{{position:absolute;left:-100vw;background:var(--paper);color:var(--accent);padding:.5rem 1rem}}
.skip:focus{{left:1rem;top:1rem}}
a:focus-visible,[tabindex]:focus-visible{{outline:3px solid var(--accent);outline-offset:2px}}
main:focus{{outline:none}}
.masthead{{display:flex;justify-content:space-between;gap:1rem;border-bottom:3px solid var(--accent)}}
.masthead p{{margin:0 0 .3rem}}
.organisation{{font-weight:700}}
.edition{{color:var(--muted)}}
.subject{{color:var(--muted);font-size:1.15rem;margin-bottom:1.5rem}}
.verdict{{display:flex;gap:1rem;align-items:flex-start;margin:1.2rem 0;padding:.9rem 1.2rem;
background:var(--measured_tint);border-left:4px solid var(--measured)}}
.verdict.safe{{background:var(--safe_tint);border-color:var(--safe)}}
.verdict.unsafe{{background:var(--unsafe_tint);border-color:var(--unsafe)}}
.verdict.reservations{{background:var(--reservations_tint);border-color:var(--reservations)}}
.verdict.open{{background:var(--open_tint);border-color:var(--open)}}
.verdict p{{margin:0}}
.verdict ul{{margin:.4rem 0 0;padding-left:1.2rem;font-size:.92rem}}
.verdict span,.overall h2 span{{display:block;color:var(--muted);font-size:.8rem;font-weight:400}}
.verdict svg{{flex:none;width:24px;height:24px;margin-top:.35rem}}
.overall svg{{width:36px;height:36px}}
.overall h2{{margin:0 0 .4rem;font-size:1.5rem}}
.overall.safe h2{{color:var(--safe)}}
.overall.unsafe h2{{color:var(--unsafe)}}
.overall.reservations h2{{color:var(--reservations)}}
.fields{{margin:2rem 0;border-top:1px solid var(--rule)}}
.fields div{{display:flex;gap:1rem;padding:.5rem 0;border-bottom:1px solid var(--rule);min-height:2.8rem}}
.fields dt{{flex:0 0 9rem;color:var(--muted)}}
.fields dd,.figures dd{{margin:0}}
.signatures{{display:flex;flex-wrap:wrap;gap:2rem;margin-top:2rem}}
.signatures div{{flex:1 1 10rem}}
.signatures span,.below{{display:block;color:var(--muted);font-size:.85rem;font-weight:400}}
.signatures .line{{border-top:1px solid var(--muted);margin-top:3rem;padding-top:.3rem;
color:var(--muted);font-size:.85rem}}
.options{{display:flex;flex-wrap:wrap;gap:2rem;list-style:none;padding:0}}
nav ol{{padding-left:1.6rem}}
nav a{{display:inline-block;min-height:24px;color:inherit;
text-decoration-color:var(--rule);text-underline-offset:.2em}}
nav a:hover,nav a:focus{{text-decoration-color:var(--accent)}}
nav li{{padding:.25rem 0}}
nav li::marker{{color:var(--muted)}}
.figures{{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1.5rem 0}}
.figures div{{flex:1 1 10rem;border-top:2px solid var(--accent);padding-top:.5rem}}
.figures dt,.figures .reading,.note{{color:var(--muted);font-size:.87rem}}
.figures .value{{font-size:1.6rem;font-weight:700;line-height:1.4}}
.table{{overflow-x:auto;margin:1.5rem 0}}
table{{border-collapse:collapse;width:100%;font-size:.92rem}}
caption,figcaption{{text-align:left;font-weight:700;padding-bottom:.4rem}}
thead th{{font-weight:700;color:var(--muted);font-size:.87rem;vertical-align:bottom;text-align:left;
border-bottom:1px solid var(--muted)}}
tbody th{{font-weight:700;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}}
td{{vertical-align:top;border-bottom:1px solid var(--rule)}}
td svg{{vertical-align:-1px}}
.published{{width:auto;font-size:.8rem}}
.published th,.published td{{padding:.15rem .45rem;white-space:nowrap;text-align:right;font-weight:400}}
.published th:first-child{{text-align:left;position:sticky;left:0;background:var(--paper)}}
.published .depth-0,.published .depth-0 th,.published .depth-0 td{{font-weight:700}}
.published .depth-1 th{{padding-left:1.2rem}}
.published .depth-2 th{{padding-left:2.2rem}}
.published .depth-3 th{{padding-left:3.2rem}}
.published .depth-4 th{{padding-left:4.2rem}}
.published td.unsafe{{background:var(--unsafe_tint);color:var(--unsafe);font-weight:700}}
.published td.secondary,.published td.withheld{{background:var(--pale)}}
th,td{{padding:.35rem .6rem;overflow-wrap:break-word}}
th:first-child,td:first-child{{padding-left:0}}
th:last-child,td:last-child{{padding-right:0}}
th.right,td.right{{text-align:right;white-space:nowrap}}
th.right{{white-space:normal}}
td.right+td:not(.right),th.right+th:not(.right){{padding-left:1.4rem}}
td.code{{font-size:.72rem;line-height:2.1;overflow-wrap:anywhere}}
.dense{{font-size:.84rem}}
.dense th{{font-size:.8rem;hyphens:auto}}
.dense th,.dense td{{padding-left:.35rem;padding-right:.35rem}}
.dense th:first-child,.dense td:first-child{{padding-left:0}}
.dense th:last-child,.dense td:last-child{{padding-right:0}}
figure{{margin:1.5rem 0}}
figure svg{{display:block;overflow:visible;width:100%;
max-width:44rem;height:auto;font-family:"Noto Sans",system-ui,sans-serif}}
.charts{{display:flex;flex-wrap:wrap;gap:1.5rem}}
.charts svg{{flex:1 1 20rem}}
.charts svg:not(:only-child){{max-width:calc(50% - .75rem)}}
.narrow{{display:none}}
{_PAINTS}
footer{{margin-top:4rem;padding-top:.8rem;
border-top:1px solid var(--rule);color:var(--muted);font-size:.85rem}}
@media screen and (max-width:40rem){{
body{{padding:2rem 1.25rem}}
h1{{font-size:1.8rem}}
h2{{font-size:1.35rem;margin-top:2.5rem}}
.wide{{display:none}}
.narrow{{display:block}}
.charts svg:not(:only-child){{max-width:100%}}
.stacked,.stacked caption,.stacked tbody,.stacked tr,.stacked td{{display:block}}
.stacked thead{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.stacked tr{{border-bottom:1px solid var(--muted);padding:.5rem 0}}
.stacked tr:first-child{{border-top:1px solid var(--muted)}}
.stacked td,.stacked td.right,.stacked td.right+td:not(.right){{display:flex;
gap:1rem;justify-content:space-between;
border:0;padding:.15rem 0;text-align:left;white-space:normal}}
.stacked td:not(.right){{justify-content:flex-start}}
.stacked td::before{{content:attr(data-head) / "";flex:0 0 38%;color:var(--muted);text-align:left}}
.stacked tbody th{{display:block;border:0;padding:.15rem 0}}
.stacked td:empty{{display:none}}
.stacked td.code{{line-height:1.5}}
}}
@media print{{
html{{font-size:9.5pt}}
body{{padding:0;max-width:none}}
@page{{size:A4;margin:22mm 20mm;@bottom-right{{content:counter(page) " / " counter(pages);
font:8pt "Noto Sans",sans-serif}}}}
@page:first{{@bottom-right{{content:none}}}}
header{{break-after:page}}
.chapter{{break-before:page}}
h2,h3,caption{{break-after:avoid}}
tr,figure,.verdict,.figures div,.signatures{{break-inside:avoid}}
.chapter h2{{margin-top:0}}
thead{{display:table-header-group}}
tbody tr:first-child{{break-before:avoid}}
.note{{break-before:avoid}}
.table{{overflow:visible}}
}}
"""


CHART_WIDTH = 470.0
PLANE_WIDTH = 330.0
NARROW = 290.0  # of everything drawn, where the page is narrow: its letters stay large enough to be read
_DENSE = 7  # columns from which on letters are smaller
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_text(report: model.Report) -> str:
    """The report as an HTML document. The same report gives the same text."""
    title = report.title or report.labels.producer
    whole_title = f"{title} \u2013 {report.subject}" if report.subject else title
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{_attribute(report.labels.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_attribute(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="author" content="{_attribute(report.author)}">',
        f'<meta name="description" content="{_attribute(report.labels.edition_label)}">',
        f'<meta name="keywords" content="{_attribute(", ".join(report.keywords))}">',
        f'<meta name="generator" content="{_attribute(report.labels.producer)}">',
        f"<title>{_text(whole_title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f'<a class="skip" href="#main">{_text(report.labels.skip)}</a>',
        *_cover(report, title),
        *_contents(report),
        '<main id="main" tabindex="-1">',
        *(
            line
            for number, part in enumerate(report.sections, 1)
            for line in _section(number, part, report.labels)
        ),
        "</main>",
        f"<footer>{_text(report.labels.producer)} · {_text(report.labels.edition)}</footer>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _cover(report: model.Report, title: str) -> Iterator[str]:
    labels = report.labels
    yield '<header><div class="masthead">'
    yield f'<p class="organisation">{_text(report.organisation)}</p>'
    yield f'<p class="edition">{_text(labels.edition)}</p></div>'
    yield f"<h1>{_text(title)}</h1>"
    yield f'<p class="subject">{_text(report.subject)}</p>'
    yield from _overall(report)
    if report.figures:
        yield from _key_figures(blocks.KeyFigures(report.figures))
    yield '<dl class="fields">'
    for entry in report.fields:
        yield f"<div><dt>{_text(entry.label)}</dt><dd>{_text(entry.value)}</dd></div>"
    yield "</dl>"
    if report.products:
        name, *heads = labels.products
        columns = tuple(blocks.Column(head) for head in heads)
        rows = tuple(
            (blocks.Named(one.name, one.file), blocks.Signed(one.mark, one.mark_name), one.recommendation)
            for one in report.products
        )
        yield from _table(blocks.Table(name, columns, rows), labels)
    yield f'<p class="note">{_text(labels.edition_label)}</p></header>'


def _overall(report: model.Report) -> Iterator[str]:
    """The verdict on the whole, with the recommendation and the reasons."""
    verdict = report.verdict
    yield f'<section class="verdict overall {verdict.mark}" aria-labelledby="verdict">'
    yield f"{svg(marks.verdict_mark(verdict.mark, 36))}<div>"
    yield f'<h2 id="verdict"><span>{_text(report.labels.verdict)}</span> {_text(verdict.mark_name)}</h2>'
    advice = f" <strong>{_text(report.recommendation)}</strong>" if report.recommendation else ""
    yield f"<p>{_text(verdict.text)}{advice}</p>{_listed(verdict.reasons)}</div></section>"


def _listed(reasons: Sequence[str]) -> str:
    items = "".join(f"<li>{_text(reason)}</li>" for reason in reasons)
    return f"<ul>{items}</ul>" if items else ""


def _contents(report: model.Report) -> Iterator[str]:
    title = _text(report.labels.contents)
    yield f'<nav aria-labelledby="contents"><h2 id="contents">{title}</h2><ol>'
    for section in report.sections:
        yield f'<li><a href="#{_attribute(section.key)}">{_text(section.title)}</a></li>'
    yield "</ol></nav>"


def _section(number: int, section: model.Section, labels: model.Labels) -> Iterator[str]:
    key = _attribute(section.key)
    chapter = ' class="chapter"' if section.begins == "page" else ""
    yield f'<section id="{key}" aria-labelledby="{key}-title"{chapter}>'
    yield f'<h2 id="{key}-title"><span class="number">{number}</span> {_text(section.title)}</h2>'
    for block in section.blocks:
        yield from _set(block, labels)
    yield "</section>"


def _set(block: blocks.Block | blocks.Heading, labels: model.Labels) -> Iterator[str]:
    match block:
        case blocks.Heading():
            yield f"<h3>{_text(block.text)}</h3>"
        case blocks.Paragraph():
            yield f"<p>{_led(block)}</p>"
        case blocks.Finding():
            yield f"<p>{_text(block.text)}</p>"
        case blocks.Steps():
            yield f"<ol>{''.join(f'<li>{_led(item)}</li>' for item in block.items)}</ol>"
        case blocks.Bullets():
            yield f"<ul>{''.join(f'<li>{_led(item)}</li>' for item in block.items)}</ul>"
        case blocks.Note():
            text = f"<p><strong>{_text(block.lead)}</strong> {_text(block.text)}</p>"
            yield f'<div class="verdict {block.mark}">{svg(marks.verdict_mark(block.mark, 18))}{text}</div>'
        case blocks.Verdict():
            yield from _verdict(block)
        case blocks.KeyFigures():
            yield from _key_figures(block)
        case blocks.Table():
            yield from _table(block, labels)
        case blocks.Figure():
            yield from _figure(block, labels.decimal_mark)
        case blocks.PublishedTable():
            yield from published_html(block, labels)
        case blocks.Checklist():
            yield from _checklist(block, labels)
        case blocks.Options():
            yield from _options(block)
        case blocks.SignOff():
            yield from _sign_off(block)


def _led(block: blocks.Paragraph) -> str:
    lead = f"<strong>{_text(block.lead)}</strong> " if block.lead else ""
    return f"{lead}{_text(block.text)}"


def _verdict(block: blocks.Verdict) -> Iterator[str]:
    mark = svg(marks.verdict_mark(block.mark, 18))
    text = f"<span>{_text(block.mark_name)}</span> <strong>{_text(block.text)}</strong>"
    yield f'<div class="verdict {block.mark}">{mark}<div><p>{text}</p>{_listed(block.reasons)}</div></div>'


def _key_figures(block: blocks.KeyFigures) -> Iterator[str]:
    yield '<dl class="figures">'
    for entry in block.figures:
        reading = f'<dd class="reading">{_text(entry.reading)}</dd>' if entry.reading else ""
        value = f'<dd class="value">{_text(entry.value)}</dd>'
        yield f"<div><dt>{_text(entry.label)}</dt>{value}{reading}</div>"
    yield "</dl>"


def _table(block: blocks.Table, labels: model.Labels) -> Iterator[str]:
    kinds = [_class(column) for column in block.columns]
    many = len(block.columns)
    shape = ' class="dense stacked"' if many >= _DENSE else ' class="stacked"' if many > 2 else ""
    yield f"{scrolling(block.title, labels)}<table{shape}><caption>{_text(block.title)}</caption><thead><tr>"
    for column, kind in zip(block.columns, kinds, strict=True):
        yield f'<th scope="col"{kind}>{_text(column.head)}</th>'
    yield "</tr></thead><tbody>"
    heads = [f' data-head="{_attribute(column.head)}"' if many > 2 else "" for column in block.columns]
    for row in block.rows:
        first, *others = zip(row, kinds, heads, strict=True)
        cells = "".join(f"<td{kind}{head}>{_cell(cell)}</td>" for cell, kind, head in others)
        yield f'<tr><th scope="row"{first[1]}>{_cell(first[0])}</th>{cells}</tr>'
    yield "</tbody></table></div>"
    if block.note:
        yield f'<p class="note">{_text(block.note)}</p>'


def scrolling(title: str, labels: model.Labels) -> str:
    """The beginning of a region that scrolls sideways and can have the focus."""
    name = labels.scrolls.replace("{title}", title)
    return f'<div class="table" role="region" tabindex="0" aria-label="{_attribute(name)}">'


def _cell(cell: blocks.Cell) -> str:
    if isinstance(cell, blocks.Signed):
        return f"{svg(marks.verdict_mark(cell.mark, 12))} <strong>{_text(cell.text)}</strong>"
    if isinstance(cell, blocks.Named):
        below = f' <span class="below">{_text(cell.below)}</span>' if cell.below else ""
        return f"{_text(cell.name)}{below}"
    return _text(cell)


def _class(column: blocks.Column) -> str:
    if column.code:
        return ' class="code"'
    return ' class="right"' if column.align == "right" else ""


def published_html(block: blocks.PublishedTable, labels: model.Labels) -> Iterator[str]:
    """The whole published table, a table for each of its blocks."""
    for page in block.pages:
        title = f"{block.title}: {page.title}" if page.title else block.title
        yield f'{scrolling(title, labels)}<table class="published"><caption>{_text(title)}</caption>'
        heads = "".join(f'<th scope="col"{_depth(head)}>{_text(head.text)}</th>' for head in page.columns)
        yield f'<thead><tr><th scope="col">{_text(block.corner)}</th>{heads}</tr></thead><tbody>'
        for head, cells in zip(page.rows, page.cells, strict=True):
            line = "".join(f'<td class="{cell.kind}">{_text(cell.text)}</td>' for cell in cells)
            yield f'<tr{_depth(head)}><th scope="row">{_text(head.text)}</th>{line}</tr>'
        yield "</tbody></table></div>"
    yield f'<p class="note">{_text(block.note)}</p>'


def _depth(head: blocks.Head) -> str:
    return f' class="depth-{min(head.depth, 4)}"'


def _checklist(block: blocks.Checklist, labels: model.Labels) -> Iterator[str]:
    number, *heads = block.heads
    columns = (blocks.Column(number), *(blocks.Column(head) for head in heads))
    rows = tuple((str(at), one.text, one.answer, "") for at, one in enumerate(block.questions, start=1))
    yield from _table(blocks.Table(block.title, columns, rows), labels)


def _options(block: blocks.Options) -> Iterator[str]:
    signs = {True: "\u2612", False: "\u2610"}
    items = "".join(
        f"<li>{signs[ticked]} {f'<strong>{_text(text)}</strong>' if ticked else _text(text)}</li>"
        for text, ticked in block.options
    )
    yield f'<ul class="options">{items}</ul>'


def _sign_off(block: blocks.SignOff) -> Iterator[str]:
    people = "".join(
        f"<div><span>{_text(one.label)}</span> <strong>{_text(one.value)}</strong>"
        f'<p class="line">{_text(block.below)}</p></div>'
        for one in block.people
    )
    yield f'<div class="signatures">{people}</div>'


def _figure(block: blocks.Figure, mark: str) -> Iterator[str]:
    """The figure drawn twice, for wide and for narrow pages; the style sheet shows one of the two."""
    name = f"{block.title}. {block.alt}" if block.alt else block.title
    yield f'<figure role="img" aria-label="{_attribute(name)}"><figcaption>{_text(block.title)}</figcaption>'
    for kind, most in (("wide", CHART_WIDTH), ("narrow", NARROW)):
        yield f'<div class="{kind}"><div class="charts">'
        for chart in block.charts:
            plane = isinstance(chart, blocks.ScatterChart)
            width = min(PLANE_WIDTH, most) if plane else most
            yield svg(figures.drawing(chart, width, mark))
        yield "</div>"
        if block.legend:
            yield svg(figures.legend(block.legend, most))
        yield "</div>"
    yield f'</figure><p class="note">{_text(block.reading)}</p>'


def svg(scene: Scene) -> str:
    """A drawing as inline SVG; its colours are those of the document and follow light and dark. What it shows
    is reported beside it.
    """
    attributes = ' aria-hidden="true"'
    size = f'width="{_n(scene.width)}" height="{_n(scene.height)}"'
    view = f'viewBox="0 0 {_n(scene.width)} {_n(scene.height)}"'
    shapes = "".join(_shape(shape) for shape in scene.shapes)
    return f"<svg {size} {view}{attributes}>{shapes}</svg>"


def _shape(shape: Shape) -> str:
    match shape:
        case Line():
            ends = f'x1="{_n(shape.x1)}" y1="{_n(shape.y1)}" x2="{_n(shape.x2)}" y2="{_n(shape.y2)}"'
            return f"<line {ends} {_paint('', shape.colour, shape.width)}/>"
        case Rectangle():
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}"'
            size = f'width="{_n(shape.width)}" height="{_n(shape.height)}"'
            return f"<rect {place} {size} {_paint(shape.fill, shape.stroke, shape.line_width)}/>"
        case Circle():
            place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
            return f"<circle {place} {_paint(shape.fill, shape.stroke, shape.line_width)}/>"
        case Polygon():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            return f'<polygon points="{points}" {_paint(shape.fill, shape.stroke, shape.line_width)}/>'
        case Polyline():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            return f'<polyline points="{points}" {_paint("", shape.colour, shape.width)}/>'
        case Label():
            return _label(shape)


def _label(label: Label) -> str:
    turn = f' transform="rotate(-90 {_n(label.x)} {_n(label.y)})"' if label.upwards else ""
    weight = ' font-weight="700"' if label.bold else ""
    place = f'x="{_n(label.x)}" y="{_n(label.y)}" font-size="{_n(label.size)}" text-anchor="{label.anchor}"'
    return f"<text {place}{weight}{turn} {_paint(label.colour, '', 0)}>{_text(label.text)}</text>"


def _paint(fill: str, stroke: str, width: float) -> str:
    """How a shape is painted: classes follow light and dark, attributes are for readers without them."""
    inside = f'fill="{LIGHT[fill]}"' if fill else 'fill="none"'
    outline = f' stroke="{LIGHT[stroke]}" stroke-width="{_n(width)}"' if stroke else ""
    names = [f"fill-{fill}"] * bool(fill) + [f"stroke-{stroke}"] * bool(stroke)
    return f'{inside}{outline} class="{" ".join(names)}"'


def _n(number: float) -> str:
    """A coordinate in its shortest form."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Text escaped, with invisible characters made visible."""
    return escape(typography.unbroken(shown_in_html(text)))


def _attribute(text: str) -> str:
    return escape(typography.unbroken(shown_in_html(text)), quote=True)
