"""Styles of a workbook: the number format of each cell style, its indentation, and whether its text has the
colour of its ground.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sdc_desktop.engine.submission.reading.default_names import is_style_name
from sdc_desktop.engine.submission.reading.markup import Node, tree
from sdc_desktop.engine.submission.reading.number_format import BUILT_IN

_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)
_NEAR = 24  # in each of red, green, blue: no reader sees such a text
_INDEXED = {
    0: _BLACK,
    1: _WHITE,
    2: (255, 0, 0),
    8: _BLACK,
    9: _WHITE,
    10: (255, 0, 0),
    64: _BLACK,
    65: _WHITE,
}
_SMALLEST = 2.0  # points
_THEME_ORDER = (1, 0, 3, 2)  # dark and light change places

Colour = tuple[int, int, int]
T = TypeVar("T")


@dataclass(frozen=True)
class Style:
    """The number format of a cell, whether a reader sees its text, and how far that is indented."""

    format: str = "General"
    unseen: bool = False
    indent: int = 0


@dataclass(frozen=True)
class Styles:
    """Styles of cells by number, whether a conditional format changes what is seen, and the names of styles
    that are not built in.
    """

    cells: Sequence[Style] = ()
    changing: frozenset[int] = frozenset()  # conditional formats with a number format or a colour of text
    theme: Sequence[Colour] = ()
    named: Sequence[str] = ()

    def of(self, number: str) -> Style:
        """The style that a cell names; the usual one where there is none."""
        try:
            return self.cells[int(number)] if number else self.cells[0]
        except (ValueError, IndexError):
            return Style()


def read_styles(styles: bytes | None, theme: bytes | None) -> Styles:
    """The styles of a workbook's two parts. Raises :class:`Unreadable`."""
    colours = () if theme is None else tuple(_theme(tree(theme)))
    if styles is None:
        return Styles(theme=colours)
    root = tree(styles)
    formats = dict(BUILT_IN)
    for one in root.all("numFmt"):
        if one.get("numFmtId").isdecimal():
            formats[int(one.get("numFmtId"))] = one.get("formatCode")
    fonts = [_font(node, colours) for node in _children(root, "fonts")]
    fills = [_fill(node, colours) for node in _children(root, "fills")]
    cells = [
        Style(
            formats.get(_number(xf.get("numFmtId")), "General"),
            _is_unseen(_at(fonts, xf.get("fontId")), _at(fills, xf.get("fillId"))),
            _indent(xf),
        )
        for xf in _children(root, "cellXfs")
    ]
    changing = frozenset(
        number
        for number, dxf in enumerate(_children(root, "dxfs"))
        if dxf.first("numFmt") is not None or _coloured(dxf.first("font"))
    )
    names = (node.get("name") for node in _children(root, "cellStyles"))
    named = tuple(name for name in names if name.strip() and not is_style_name(name))
    return Styles(tuple(cells), changing, colours, named)


def _children(root: Node, name: str) -> Iterator[Node]:
    found = root.first(name)
    return iter(()) if found is None else iter(found.children)


def _indent(xf: Node) -> int:
    alignment = xf.first("alignment")
    return 0 if alignment is None else _number(alignment.get("indent"))


def _font(node: Node, theme: Sequence[Colour]) -> tuple[Colour | None, float]:
    colour, size = node.first("color"), node.first("sz")
    return (
        None if colour is None else _colour(colour, theme),
        11.0 if size is None else _size(size.get("val")),
    )


def _fill(node: Node, theme: Sequence[Colour]) -> Colour | None:
    pattern = node.first("patternFill")
    if pattern is None or pattern.get("patternType") != "solid":
        return None
    colour = pattern.first("fgColor")
    return None if colour is None else _colour(colour, theme)


def _is_unseen(font: tuple[Colour | None, float] | None, fill: Colour | None) -> bool:
    colour, size = font or (None, 11.0)
    return size < _SMALLEST or _like(colour or _BLACK, fill or _WHITE)


def _like(one: Colour | None, other: Colour) -> bool:
    return one is not None and all(abs(a - b) < _NEAR for a, b in zip(one, other, strict=True))


def _colour(node: Node, theme: Sequence[Colour]) -> Colour | None:
    rgb = node.get("rgb")
    if len(rgb) in (6, 8):
        return _tinted(_hex(rgb[-6:]), node.get("tint"))
    if node.get("indexed").isdecimal():
        return _INDEXED.get(int(node.get("indexed")))
    number = _number(node.get("theme"), -1)
    if number >= 0:
        number = _THEME_ORDER[number] if number < len(_THEME_ORDER) else number
        usual = (_BLACK, _WHITE)
        found = theme[number] if number < len(theme) else usual[number] if number < 2 else None
        return _tinted(found, node.get("tint"))
    return None


def _tinted(colour: Colour | None, tint: str) -> Colour | None:
    amount = max(-1.0, min(1.0, _size(tint, 0.0)))
    if colour is None or not amount:
        return colour
    end = 255 if amount > 0 else 0
    red, green, blue = (round(one + (end - one) * abs(amount)) for one in colour)
    return red, green, blue


def _theme(root: Node) -> Iterator[Colour]:
    """The colours of a theme: dark, light, dark, light, accents."""
    scheme = root.first("clrScheme")
    for one in () if scheme is None else scheme.children:
        inner = one.children[0] if one.children else None
        text = "" if inner is None else inner.get("lastClr") or inner.get("val")
        yield _hex(text) or _BLACK


def _hex(text: str) -> Colour | None:
    try:
        value = int(text, 16)
    except ValueError:
        return None
    return value >> 16 & 255, value >> 8 & 255, value & 255


def _coloured(font: Node | None) -> bool:
    return font is not None and font.first("color") is not None


def _number(text: str, usual: int = 0) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else usual


def _size(text: str, usual: float = 11.0) -> float:
    try:
        return float(text)
    except ValueError:
        return usual


def _at(listed: Sequence[T], number: str) -> T | None:
    place = _number(number)
    return listed[place] if place < len(listed) else None
