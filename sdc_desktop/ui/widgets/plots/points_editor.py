"""Points of one variable: a slider in whole points, a field in tenths, and a lock."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from sdc_desktop.ui.widgets.steady_inputs import CalmSlider, CalmSpinBox


class PointsEditor(QWidget):
    """Reports what is moved, in tenths of a point; the listener shows what follows from it."""

    moved = Signal(object)  # int: tenths
    settled = Signal()

    def __init__(self, label: str, keep: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(label)
        self.slider = CalmSlider()
        self.slider.setRange(0, 100)
        self.slider.setPageStep(5)
        self.field = CalmSpinBox()
        self.field.setRange(0.0, 100.0)
        self.field.setDecimals(1)
        self.keep = QCheckBox(keep)
        self.label.setBuddy(self.field)
        self.slider.moved.connect(self._on_slider)
        self.slider.settled.connect(self.settled)
        self.field.moved.connect(self._on_field)
        self.field.settled.connect(self.settled)

    def place(self, grid: QGridLayout, row: int) -> None:
        """Put the parts into a row of a grid, so that several editors are aligned."""
        for column, part in enumerate((self.label, self.slider, self.field, self.keep)):
            grid.addWidget(part, row, column)

    def name(self, accessible: str, keep_help: str) -> None:
        """Name the parts for a person who does not see them."""
        self.slider.setAccessibleName(accessible)
        self.field.setAccessibleName(accessible)
        self.keep.setAccessibleName(f"{accessible}: {self.keep.text()}")
        self.keep.setToolTip(keep_help)

    @property
    def locked(self) -> bool:
        """Whether these points stay while others are moved."""
        return self.keep.isChecked()

    def show_points(self, tenths: int, variables: int) -> None:
        """Show points among this many variables: one alone cannot move, two need no lock."""
        self.slider.show_value(round(tenths / 10))
        self.field.show_value(tenths / 10)
        for part in (self.slider, self.field):
            part.setEnabled(variables > 1)
        self.keep.setVisible(variables > 2)
        if variables <= 2:
            self.keep.setChecked(False)

    @Slot(object)
    def _on_slider(self, points: int) -> None:
        self.moved.emit(points * 10)

    @Slot(object)
    def _on_field(self, points: float) -> None:
        self.moved.emit(round(points * 10))
