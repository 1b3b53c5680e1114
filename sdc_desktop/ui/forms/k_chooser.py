"""The k of a microaggregated variable's block: ANOPI's, or one by hand; and what the points ask for."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words

_BY_ANOPI, _MANUAL = 0, 1


class KChooser(QWidget):
    """Tells which k is wanted. Only its parts are shown, where their owner puts them."""

    moved = Signal(object)  # int: a k by hand, being moved
    settled = Signal()
    chosen = Signal(object)  # int, or None for ANOPI's

    def __init__(self, name: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = words.say
        self._words = words
        self._k = 1
        self.hide()
        self.chooser = CalmComboBox()
        self.chooser.setAccessibleName(say(N_("Choice of k for {name}"), name=name))
        self.chooser.addItems([say(N_("By ANOPI")), say(N_("Manual k"))])
        self.figure = CalmSpinBox()
        self.figure.setDecimals(0)
        self.figure.show_range(1, 1)  # told of to nobody
        self.figure.setAccessibleName(say(N_("k of {name}"), name=name))
        self.figure.setToolTip(say(N_("Minimum group size. One k applies to the whole block.")))
        self.asked = QLabel()
        self.asked.setWordWrap(True)
        self.asked.setTextFormat(Qt.TextFormat.PlainText)
        self.asked.setProperty("tone", "muted")
        self.asked.setProperty("scale", "small")
        self.asked.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.chooser.activated.connect(self._on_choice)
        self.figure.moved.connect(self._on_figure)
        self.figure.settled.connect(self.settled)

    @property
    def parts(self) -> Sequence[QWidget]:
        """What takes the focus, in order."""
        return self.chooser, self.figure

    def show_k(self, by_anopi: str, k: int, most: int, manual: bool, asked: str) -> None:
        """Show the k of the block, of at most so many records, whoever chose it."""
        self._k = k
        self.chooser.setItemText(_BY_ANOPI, by_anopi)
        self.chooser.setCurrentIndex(_MANUAL if manual else _BY_ANOPI)
        self.chooser.setToolTip(self.chooser.currentText())
        self.figure.show_range(1, max(most, k))
        self.figure.show_value(k)
        self.asked.setText(asked)

    def show_parts(self, shown: bool) -> None:
        """Show or hide all of it."""
        self.chooser.setVisible(shown)
        self.figure.setVisible(shown and self.chooser.currentIndex() == _MANUAL)
        self.asked.setVisible(shown and bool(self.asked.text()))

    @Slot(int)
    def _on_choice(self, index: int) -> None:
        self.figure.setVisible(index == _MANUAL)
        self.chosen.emit(self._k if index == _MANUAL else None)

    @Slot(object)
    def _on_figure(self, value: float) -> None:
        self.moved.emit(round(value))
