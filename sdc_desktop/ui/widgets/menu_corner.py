"""The right end of the menu bar: a row to which the composer of the window adds small things."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QWidget

from sdc_desktop.ui.qt_types import layout_of
from sdc_desktop.ui.theme import step


class MenuCorner(QWidget):
    """Things side by side, in the order in which they are added."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, step(self, 0.4), step(self), 0)
        row.setSpacing(step(self))

    def add(self, widget: QWidget) -> None:
        """Add a widget at the right end."""
        layout_of(self).addWidget(widget)
        self.fit()

    def fit(self) -> None:
        """Have the bar give room again: it does so only when its corner is set, which hides it."""
        layout_of(self).activate()
        bar = self.parentWidget()
        if isinstance(bar, QMenuBar) and self.sizeHint() != self.size():
            bar.setCornerWidget(self, Qt.Corner.TopRightCorner)
            self.show()


def menu_corner(bar: QMenuBar) -> MenuCorner:
    """The corner of a menu bar; made on first use."""
    there = bar.cornerWidget(Qt.Corner.TopRightCorner)
    if isinstance(there, MenuCorner):
        return there
    made = MenuCorner(bar)
    bar.setCornerWidget(made, Qt.Corner.TopRightCorner)
    return made
