"""The styles of the PDF: sizes, colours, and text marked up for reportlab."""

import re
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from sdc_desktop.report import palette, typography
from sdc_desktop.report.typography import BOLD, REGULAR

LINE = 0.5
_THIN = re.compile("\u202f")
_THIN_OF_SPACE = 0.64  # a thin space is so much of Noto's no-break space


def colour(name: str) -> Any:
    """A colour of the light palette."""
    return HexColor(palette.LIGHT[name])


def _style(
    name: str, font: str, size: float, leading: float, ink: str = "ink", **more: Any
) -> ParagraphStyle:
    return ParagraphStyle(
        name,
        fontName=font,
        bulletFontName=font,
        fontSize=size,
        leading=leading,
        textColor=colour(ink),
        **({"alignment": TA_LEFT, "splitLongWords": 1} | more),
    )


STYLES: Mapping[str, Any] = {
    style.name: style
    for style in (
        _style("title", BOLD, 26, 32, spaceAfter=4),
        _style("subject", REGULAR, 13, 18, "muted", spaceAfter=10),
        _style("purpose", REGULAR, 10.5, 16, spaceBefore=4),
        _style("section", BOLD, 17, 22, spaceBefore=28, spaceAfter=12, keepWithNext=1),
        _style("heading", BOLD, 11.5, 15, spaceBefore=8, spaceAfter=5, keepWithNext=1),
        _style("body", REGULAR, 9.5, 14.5, spaceAfter=6),
        _style("verdict", BOLD, 11.5, 16),
        _style("mark", REGULAR, 8, 12, "muted"),
        _style("label", REGULAR, 8, 12, "muted"),
        _style("value", BOLD, 17, 23),
        _style("small", REGULAR, 8, 11.5, "muted"),
        _style("table_title", BOLD, 9, 13, keepWithNext=1),
        _style("head", REGULAR, 8, 11, "muted"),
        _style("head_right", REGULAR, 8, 11, "muted", alignment=TA_RIGHT),
        _style("cell", REGULAR, 8.5, 12),
        _style("figure", REGULAR, 8.5, 12, alignment=TA_RIGHT),
        _style("body_right", REGULAR, 9.5, 14.5, alignment=TA_RIGHT, spaceAfter=6),
        _style("code", REGULAR, 7.2, 12),
    )
}


def paragraph(text: str, style: str, *, marked_up: bool = False) -> Any:
    """A paragraph in a style; the text is escaped unless it is marked up already."""
    chosen = STYLES[style]
    said = text if marked_up else markup(text, chosen.fontName, chosen.fontSize)
    return Paragraph(said, chosen)


def markup(text: str, font: str, size: float) -> str:
    """The text escaped, with the font changed where a character asks for it.

    Narrow no-break spaces become small wide ones: reportlab would break a line there.
    """
    narrow = f'<font size="{_THIN_OF_SPACE * size:.2f}">\u00a0</font>'
    parts = []
    for run in typography.runs(text, font):
        said = _THIN.sub(narrow, escape(run.text))
        parts.append(said if run.font == font else f'<font name="{run.font}">{said}</font>')
    return "".join(parts)
