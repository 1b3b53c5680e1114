"""Texts of a window that are not seen whole: wider than their place, or behind an edge."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionHeader,
    QTabBar,
    QWidget,
)

from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabBar

SMALL = 0.88  # of the style's three sizes


def cut_texts(window: QWidget) -> list[str]:
    """Each cut text of the widgets that are seen, as `class: text (pixels there, pixels needed)`."""
    return sorted({found for widget in _seen(window) for found in _cut(widget)})


def _seen(window: QWidget) -> Iterator[QWidget]:
    yield from (widget for widget in window.findChildren(QWidget) if widget.isVisibleTo(window))


def _told(widget: QWidget, text: str, room: int, needed: int) -> Iterator[str]:
    if needed > room:
        short = " ".join(text.split())
        yield f"{type(widget).__name__}: {short[:60]} ({room}, {needed})"


def _cut(widget: QWidget) -> Iterator[str]:
    if widget.property("elided") and widget.toolTip():  # a summary, whole in its tooltip
        return
    if isinstance(widget, ElidedLabel):
        text = widget.text()
        yield from _told(
            widget, text, widget.contentsRect().width(), widget.fontMetrics().horizontalAdvance(text)
        )
    elif isinstance(widget, QLabel):
        yield from _cut_label(widget)
    elif isinstance(widget, QComboBox):
        yield from _cut_choice(widget)
    elif isinstance(widget, QTabBar):
        yield from _cut_tabs(widget)
    elif isinstance(widget, QAbstractButton):
        yield from _cut_button(widget)
    elif isinstance(widget, QHeaderView):
        yield from _cut_header(widget)
    if isinstance(widget, QAbstractButton | QLabel | QComboBox) and _text_of(widget):
        yield from _behind_edge(widget)


def _text_of(widget: QWidget) -> str:
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()  # type: ignore[attr-defined, no-any-return]


def _cut_label(label: QLabel) -> Iterator[str]:
    text = label.text()
    if not text:
        return
    if label.wordWrap():
        longest = max((label.fontMetrics().horizontalAdvance(word) for word in text.split()), default=0)
        if label.textFormat() != Qt.TextFormat.RichText and "<" not in text:
            yield from _told(label, text, label.contentsRect().width() + 1, longest)
        yield from _told(label, text, label.height() + 1, label.heightForWidth(label.width()))
    else:
        yield from _told(label, text, label.width() + 1, label.minimumSizeHint().width())


def _cut_choice(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    rect, text = box.style().subControlRect(control, option, part, box), box.currentText()
    room = rect.width()
    wrapped = box.fontMetrics().boundingRect(rect.adjusted(3, 0, 0, 0), int(Qt.TextFlag.TextWordWrap), text)
    if wrapped.height() <= rect.height() + 4 and wrapped.width() <= room:
        return
    yield from _told(box, text, room, box.fontMetrics().horizontalAdvance(text))


def _cut_tabs(bar: QTabBar) -> Iterator[str]:
    if isinstance(bar, FoldingTabBar) and bar.folded:  # a list is shown in its place
        return
    shown = [place for place in range(bar.count()) if bar.isTabVisible(place)]
    upright = bar.shape() in (QTabBar.Shape.RoundedEast, QTabBar.Shape.RoundedWest)
    for place in shown:
        rect = bar.tabRect(place)
        behind = rect.right() > bar.width() or rect.left() < 0
        if behind or (upright and rect.bottom() > bar.height()):
            yield from _told(bar, bar.tabText(place), bar.width(), max(rect.right(), bar.width() + 1))
        text = bar.tabText(place).replace("&", "")
        length = rect.height() if upright else rect.width()
        yield from _told(bar, text, length, _drawn(bar).horizontalAdvance(text))


def _drawn(bar: QTabBar) -> QFontMetrics:
    """The font of a current tab: the style makes it bold, and small where the bar is small."""
    font = bar.font()
    font.setBold(True)
    if bar.property("scale") == "small":
        font.setPointSizeF(font.pointSizeF() * SMALL)
    return QFontMetrics(font)


def _cut_button(button: QAbstractButton) -> Iterator[str]:
    text = button.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    if not text:
        return
    needed = max(map(button.fontMetrics().horizontalAdvance, text.split("\n")))
    if isinstance(button, QPushButton):
        needed = min(button.minimumSizeHint().width(), button.sizeHint().width()) - 2
    yield from _told(button, text, button.width(), needed)
    yield from _told(button, text, button.height() + 1, button.fontMetrics().height())


def _cut_header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None or header.orientation() == Qt.Orientation.Vertical:
        return
    for section in range(header.count()):
        if header.isSectionHidden(section):
            continue
        text = str(model.headerData(section, header.orientation()) or "")
        option = QStyleOptionHeader()
        header.initStyleOption(option)
        option.rect = QRect(0, 0, header.sectionSize(section), header.height())
        label = header.style().subElementRect(QStyle.SubElement.SE_HeaderLabel, option, header)
        lines = max((header.fontMetrics().horizontalAdvance(line) for line in text.split("\n")), default=0)
        yield from _told(header, text, label.width(), lines)


def _behind_edge(widget: QWidget) -> Iterator[str]:
    """What a parent that does not scroll cuts off."""
    parent, rect = widget.parentWidget(), widget.geometry()
    while parent is not None and not parent.isWindow():
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            area = parent.parentWidget()
            bars = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if area.horizontalScrollBarPolicy() != bars:
                return
            yield from _told(widget, "behind the edge: " + _text_of(widget), parent.width(), rect.right() + 1)
            return
        yield from _told(widget, "behind the edge: " + _text_of(widget), parent.width(), rect.right() + 1)
        yield from _told(widget, "below the edge: " + _text_of(widget), parent.height(), rect.bottom() + 1)
        rect = QRect(rect.topLeft() + parent.pos(), rect.size())
        parent = parent.parentWidget()
