"""Words that change beside others that must not move: their place is as wide as the widest of them."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget


def _widest(widget: QWidget, texts: tuple[str, ...]) -> int:
    """The width of the widest of some texts in bold."""
    bold = QFont(widget.font())
    bold.setBold(True)
    return max(QFontMetrics(bold).horizontalAdvance(text) for text in texts)


class SteadyButton(QPushButton):
    """A flat button that wants room for each text it may have; where there is none, for the one shown."""

    _wide = 0

    def reserve(self, *texts: str) -> None:
        """Want room for these texts."""
        self.setProperty("weight", "quiet")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._wide = _widest(self, texts) + 2 * self.fontMetrics().height()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(self._wide, 0))

    def minimumSizeHint(self) -> QSize:
        return super().sizeHint()


class SteadyLabel(QLabel):
    """A label that wants room for each text that it may have."""

    _wide = 0

    def reserve(self, *texts: str) -> None:
        """Want room for these texts."""
        self._wide = _widest(self, texts)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(self._wide, 0))

    def minimumSizeHint(self) -> QSize:
        return super().sizeHint()
