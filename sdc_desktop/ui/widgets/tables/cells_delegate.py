"""How cells of a table are drawn: what has a meaning has a colour and a shape."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QWidget

from sdc_desktop.ui.models.cells_model import COLUMN, ROW, CellsModel
from sdc_desktop.ui.theme import Colours, colours_of, step
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.words.tables.cells import LETTERS, Look

_HOTTEST = 0.62  # how much of the colour the highest risk has
_TINT, _HATCH = 0.13, 0.45
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_SELECTED, _CURRENT = QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_HasFocus
_NOTHING = Look("", quiet=True)
_CUT = "\u2026"  # instead of a figure that would be seen in part
_STEEP = 0.35  # small risks are distinguished, too


@dataclass(frozen=True)
class Place:
    """The kind of a cell: a sum, the grand total, selected, current, part of what is marked out."""

    sums: bool = False
    total: bool = False
    selected: bool = False
    current: bool = False
    marked_out: bool = False


@dataclass(frozen=True)
class Inks:
    """What all cells are drawn with: the colours of the theme, fonts, and half a step of the grid."""

    colours: Colours
    font: QFont
    bold: QFont
    gap: int


def inks_of(widget: QWidget) -> Inks:
    """The current inks for a widget, paler where it is outdated; ask again when its looks change."""
    colours = colours_of(widget)
    if not widget.isEnabled():
        pale, grey = colours.control_border, colours.muted
        colours = replace(colours, text=grey, ink=grey, error=grey, accent=grey, vermillion=pale, blue=pale)
    bold = QFont(widget.font())
    bold.setBold(True)
    return Inks(colours, QFont(widget.font()), bold, step(widget, 0.5))


class CellsDelegate(QStyledItemDelegate):
    """Draws what :class:`CellsModel` shows."""

    def __init__(self, cells: CellsModel, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._cells, self._view = cells, view
        self._inks: Inks | None = None
        self.marked_out: frozenset[tuple[int, ...]] = frozenset()  # places of cells to be pointed at

    def forget_inks(self) -> None:
        """The theme or the font has changed."""
        self._inks = None

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if self._inks is None:
            self._inks = inks_of(self._view)
        row, column = index.row(), index.column()
        down, across = self._cells.axis(ROW)[row], self._cells.axis(COLUMN)[column]
        state = option.state
        place = Place(
            down.sums or across.sums,
            (down.sums and not down.depth) or (across.sums and not across.depth),
            bool(state & _SELECTED),
            bool(state & _CURRENT),
            bool(self.marked_out) and self._cells.places(row, column) in self.marked_out,
        )
        look = self._cells.look(row, column) or _NOTHING
        seen = option.rect.intersected(self._view.viewport().rect())
        draw_cell(painter, option.rect, look, place, self._inks, seen)

    def sizeHint(self, option: StyleOption, index: QModelIndex | QPersistentModelIndex) -> QSize:
        look = self._cells.look(index.row(), index.column())
        text = "" if look is None else look.text
        return QSize(cell_width(option.widget, text), option.fontMetrics.height() * 3 // 2)


def cell_width(view: QWidget, text: str) -> int:
    """The width of a cell with this text and room for its marks."""
    return view.fontMetrics().horizontalAdvance(text) + step(view, 2.8)


def draw_cell(
    painter: QPainter, rect: QRect, look: Look, place: Place, inks: Inks, seen: QRect | None = None
) -> None:
    """Draw one cell: ground, hatch, figure, letter, rings. A figure that is not ``seen`` whole is omitted,
    because a part of its digits is another number.
    """
    colours = inks.colours
    painter.fillRect(rect, _ground(look, place, colours))
    if look.mark == "primary" and look.heat is None:
        hatch = QColor(colours.vermillion)
        hatch.setAlphaF(_HATCH)
        painter.fillRect(rect, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
    elif look.mark == "unknown" and look.heat is None:
        painter.fillRect(rect, QBrush(QColor(colours.border), Qt.BrushStyle.FDiagPattern))
    painter.setPen(QColor(colours.grid))
    painter.drawPolyline([rect.bottomLeft(), rect.bottomRight(), rect.topRight()])
    if look.shared:
        _corner(painter, rect.topLeft(), inks, QColor(colours.green))
    if look.recomputed:
        _corner(painter, rect.topRight(), inks, QColor(colours.purple), across=-1)
    _write(painter, rect, look, place, inks, rect if seen is None else seen)
    if look.failing or look.disclosed or place.current or place.marked_out:
        _rings(painter, rect, look, place, colours)


def _ground(look: Look, place: Place, colours: Colours) -> QColor:
    base = QColor(colours.surface if not place.sums else colours.alternate)
    if place.selected:
        base = QColor(colours.selection)
    if look.heat is not None:
        return _mixed(base, QColor(colours.purple), _HOTTEST * look.heat**_STEEP)
    tints = {"primary": colours.vermillion, "secondary": colours.blue}
    tint = tints.get(look.mark)
    return base if tint is None else _mixed(base, QColor(tint), _TINT)


def _write(painter: QPainter, rect: QRect, look: Look, place: Place, inks: Inks, seen: QRect) -> None:
    colours, gap = inks.colours, inks.gap
    letter = LETTERS[look.mark]
    if letter:
        painter.setFont(inks.bold)
        painter.setPen(QColor(colours.error if look.mark == "primary" else colours.accent))
        painter.drawText(rect.adjusted(round(gap * (2.6 if look.disclosed else 1.3)), 0, 0, 0), _LEFT, letter)
    if look.text:
        painter.setFont(inks.bold if place.total else inks.font)
        painter.setPen(QColor(colours.muted if look.quiet else colours.text))
        side = round(gap * (3.2 if look.disclosed else 1.6))  # within the ring
        inside = rect.adjusted(gap, 0, -side, 0)
        width = painter.fontMetrics().horizontalAdvance(look.text)
        if inside.right() - width >= seen.left() and inside.right() <= seen.right():
            painter.drawText(inside, _RIGHT, look.text)
        else:
            painter.drawText(inside.intersected(seen), _RIGHT, _CUT)


def _corner(painter: QPainter, corner: QPoint, inks: Inks, colour: QColor, across: int = 1) -> None:
    """An upper corner that is turned down: the left one of a cell that another table has as well, the right
    one (``across`` -1) of a total that was recomputed.
    """
    side, at = inks.gap * 1.25, QPointF(corner)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([at, at + QPointF(across * side, 0), at + QPointF(0, side)])
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _rings(painter: QPainter, rect: QRect, look: Look, place: Place, colours: Colours) -> None:
    inside = QRectF(rect).adjusted(0, 0, -1, -1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if place.marked_out:
        painter.setPen(QPen(QColor(colours.purple), 2, Qt.PenStyle.DashLine))
        painter.drawRect(inside.adjusted(1, 1, -1, -1))
    if look.failing:
        painter.setPen(QPen(QColor(colours.error), 1))
        painter.drawRect(inside.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.drawRect(inside.adjusted(3.5, 3.5, -3.5, -3.5))
    if look.disclosed:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.ink), 2))
        shrunk = inside.adjusted(6, 4, -6, -4) if look.failing else inside.adjusted(2, 2, -2, -2)
        radius = shrunk.height() / 2
        painter.drawRoundedRect(shrunk, radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if place.current:
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawRect(inside.adjusted(1, 1, 0, 0))


def _mixed(ground: QColor, colour: QColor, share: float) -> QColor:
    parts = [
        round(a + share * (b - a))
        for a, b in zip(ground.getRgb()[:3], colour.getRgb()[:3], strict=True)  # type: ignore[index]  # object in the stub
    ]
    return QColor(*parts)


class LegendMark(QWidget):
    """A small cell that shows one mark, for the line below the table."""

    def __init__(self, look: Look, place: Place | None = None) -> None:
        super().__init__()
        self._look = look
        self._place = place or Place()

    def sizeHint(self) -> QSize:
        return QSize(step(self, 4), step(self, 2.5))

    def paintEvent(self, _event: object) -> None:
        painter, colours = QPainter(self), colours_of(self)
        draw_cell(painter, self.rect(), self._look, self._place, inks_of(self))
        painter.setPen(QColor(colours.grid))
        corner = QPointF(0.0, 0.0)
        painter.drawRect(QRectF(corner, QRectF(self.rect()).adjusted(0, 0, -1, -1).bottomRight()))
