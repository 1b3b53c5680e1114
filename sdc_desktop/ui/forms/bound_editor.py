"""A lower bound: none, that of a coding or of a k, or a figure."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sdc_desktop.engine.methods.recoding.anopi import DegreeBound
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words

_NONE, _FIGURE, _FIRST_CODING = 0, 1, 2
_FIRST_K = 3  # to begin with


class BoundEditor(QWidget):
    """Tells the bound that was chosen, once it is meant."""

    chosen = Signal(object)  # None, a number, or a DegreeBound

    def __init__(self, accessible: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._by_k = False
        self.chooser = CalmComboBox()
        self.chooser.setAccessibleName(accessible)
        self.chooser.setMinimumContentsLength(4)
        self.figure = CalmSpinBox()
        self.figure.setRange(0.0, 100_000.0)
        self.figure.setDecimals(2)
        self.figure.setAccessibleName(accessible)
        self.chooser.activated.connect(self._on_choice)
        self.figure.settled.connect(self._on_figure)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.chooser, 1)
        row.addWidget(self.figure)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return self.chooser, self.figure

    def show_bound(
        self, bound: Number | DegreeBound | None, marks: Sequence[str], *, by_k: bool = False
    ) -> None:
        """Show a bound among the codings of these marks, or `by_k` one that may be told as a k."""
        self._by_k = by_k
        say = self._words.say
        degrees = [say(N_("that of k"))] if by_k else list(marks)
        texts = [say(N_("none")), say(N_("a figure")), *degrees]
        if [self.chooser.itemText(index) for index in range(self.chooser.count())] != texts:
            self.chooser.clear()
            self.chooser.addItems(texts)
        if bound is None:
            self.chooser.setCurrentIndex(_NONE)
        elif isinstance(bound, DegreeBound):
            self.chooser.setCurrentIndex(_FIRST_CODING + (0 if by_k else bound.degree - 1))
        else:
            self.chooser.setCurrentIndex(_FIGURE)
        self._dress()
        if isinstance(bound, DegreeBound):
            self.figure.show_value(bound.degree)
        elif bound is not None:
            self.figure.show_value(float(bound))

    def _dress(self) -> None:
        """The field holds a figure, or a k; else it is not shown."""
        index = self.chooser.currentIndex()
        is_k = self._by_k and index == _FIRST_CODING
        self.figure.setVisible(index == _FIGURE or is_k)
        with QSignalBlocker(self.figure):  # a value that is rounded is nobody's wish
            self.figure.setDecimals(0 if is_k else 2)

    @Slot(int)
    def _on_choice(self, index: int) -> None:
        self._dress()
        if index == _FIGURE:
            self.figure.setFocus()
            self.figure.selectAll()
        elif self._by_k and index == _FIRST_CODING:
            self.chosen.emit(DegreeBound(degree=_FIRST_K))
        else:
            self.chosen.emit(None if index == _NONE else DegreeBound(degree=index - _FIRST_CODING + 1))

    @Slot()
    def _on_figure(self) -> None:
        if self._by_k and self.chooser.currentIndex() == _FIRST_CODING:
            self.chosen.emit(DegreeBound(degree=max(round(self.figure.value()), 1)))
            return
        value = round(self.figure.value(), 2)
        self.chosen.emit(int(value) if value.is_integer() else value)
