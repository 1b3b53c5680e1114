"""Labels and choices that give way: an ellipsis is where they are cut, the whole text in the tooltip."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QRadioButton, QSizePolicy, QStyle, QStyleOptionButton

_LEAST, _LEAST_CHOICE = 14, 8  # characters that are always shown


class ElidedLabel(QLabel):
    """One line of plain text."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = min(metrics.horizontalAdvance(self.text()) + 2, metrics.averageCharWidth() * _LEAST)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_whole()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._show_whole()  # another text may come without another size
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self._shown())
        painter.end()

    def _show_whole(self) -> None:
        whole = self.text() if self._shown() != self.text() else ""
        if whole != self.toolTip():
            self.setToolTip(whole)

    def _shown(self) -> str:
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width()
        )


class FittingLabel(ElidedLabel):
    """Shows the longest of some texts that fits; the first of them is in the tooltip."""

    def __init__(self) -> None:
        super().__init__("")
        self._texts: tuple[str, ...] = ("",)

    def show_texts(self, *texts: str) -> None:
        """Show one of these, the longest first."""
        self._texts = texts
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._texts[0]) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._texts[-1]) + 2
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fit()  # letters may have changed
        super().paintEvent(event)

    def _fit(self) -> None:
        room = self.contentsRect().width()
        fitting = (text for text in self._texts if self.fontMetrics().horizontalAdvance(text) <= room)
        text = next(fitting, self._texts[-1])
        if text != self.text():
            self.setText(text)

    def _show_whole(self) -> None:
        whole = self._texts[0] if self._shown() != self._texts[0] else ""
        if whole != self.toolTip():
            self.setToolTip(whole)


def with_count(text: str, metrics: QFontMetrics, room: int) -> str:
    """A text cut to a room in pixels; a count in brackets at its end stays."""
    whole, count = text, re.search(r" \([^()]*\)$", text)
    if metrics.horizontalAdvance(whole) <= room or count is None:
        return metrics.elidedText(whole, Qt.TextElideMode.ElideRight, room)
    left = room - metrics.horizontalAdvance(count[0])
    return metrics.elidedText(whole[: count.start()], Qt.TextElideMode.ElideRight, left) + count[0]


class ElidedRadioButton(QRadioButton):
    """One of several choices in one line, a count at its end always shown; `whole` is its text."""

    def __init__(self) -> None:
        super().__init__()
        self.whole, self._reason = "", ""
        self.setProperty("elided", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, reason: str = "") -> None:
        """Show a text; with a `reason` it cannot be chosen."""
        self.whole, self._reason = text, reason
        self.setAccessibleName(text)
        self.setEnabled(not reason)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(
            _LEAST_CHOICE * self.fontMetrics().averageCharWidth(), super().minimumSizeHint().height()
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_RadioButtonContents
        room = self.style().subElementRect(part, option, self).width()
        shown = with_count(self.whole, self.fontMetrics(), room)
        self.setToolTip(self._reason or (self.whole if shown != self.whole else ""))
        self.setText(shown.replace("&", "&&"))
