"""Names that can be ticked."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from sdc_desktop.ui.theme import colours_of, step

_ROWS = 6  # shown without scrolling


class CheckList(QListWidget):
    """A list as high as its names need, up to some rows. Without names it shows `empty`."""

    ticked = Signal(object)  # tuple[str, ...], in the order of the list

    def __init__(self, name: str, empty: str = "") -> None:
        super().__init__()
        self._empty = empty
        self.setAccessibleName(name)
        self.setSpacing(step(self, 0.125))
        self.itemChanged.connect(self._on_changed)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return tuple(self.item(row).text() for row in range(self.count()))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names that are ticked."""
        rows = (self.item(row) for row in range(self.count()))
        return tuple(item.text() for item in rows if item.checkState() is Qt.CheckState.Checked)

    def show_names(self, names: Sequence[str], chosen: Collection[str]) -> None:
        """Show other names or ticks; no signal is sent."""
        with QSignalBlocker(self):
            if self.names != tuple(names):
                self.clear()
                for name in names:
                    item = QListWidgetItem(name, self)
                    item.setFlags(
                        Qt.ItemFlag.ItemIsEnabled
                        | Qt.ItemFlag.ItemIsUserCheckable
                        | Qt.ItemFlag.ItemIsSelectable
                    )
            for row, name in enumerate(names):
                state = Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked
                self.item(row).setCheckState(state)
        height = max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2 * self.spacing()
        shown = min(max(len(names), 1), _ROWS)
        self.setFixedHeight(height * shown + 2 * self.frameWidth())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(colours_of(self).muted))
            area = self.viewport().rect().adjusted(step(self, 0.5), 0, 0, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._empty)
            painter.end()

    @Slot(QListWidgetItem)
    def _on_changed(self, _item: QListWidgetItem) -> None:
        self.ticked.emit(self.chosen)
