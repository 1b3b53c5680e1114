"""A choice whose text gives way: what does not fit is cut with an ellipsis and shown whole in the tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QStyle, QStyleOptionButton

_LEAST = 8  # letters that are always shown


class ElidedRadioButton(QRadioButton):
    """One of several choices in one line; `whole` is its text."""

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
        return QSize(_LEAST * self.fontMetrics().averageCharWidth(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_RadioButtonContents
        room = self.style().subElementRect(part, option, self).width()
        shown = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)
        self.setToolTip(self._reason or (self.whole if shown != self.whole else ""))
        self.setText(shown.replace("&", "&&"))
