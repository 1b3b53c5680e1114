"""What is seldom wanted of ``anopi``: lower bounds, and the blocks of microaggregated variables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from sdc_desktop.engine.methods.recoding.anopi import ANOPI, DegreeBound
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.forms.editors.blocks import BlocksEditor
from sdc_desktop.ui.forms.field_help import describe_fields, give_field_help
from sdc_desktop.ui.theme import beside, fill, spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_what

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.view import View

_BOUNDS = {"min_utility": N_("Utility of {name}"), "min_privacy": N_("Privacy of {name}")}


class AnopiMore(QWidget):
    """Shows bounds and blocks and reports changes. Made only when it is unfolded: its parts are many."""

    bound_chosen = Signal(str, str, object)  # key, variable, bound
    blocks_requested = Signal(object)  # Blocks

    def __init__(self, variables: tuple[str, ...], words: Words) -> None:
        super().__init__()
        self._words = words
        self.bounds: dict[tuple[str, str], BoundEditor] = {}
        self.blocks = BlocksEditor(
            words,
            out=N_("Recoded, no block ({number})"),
            take_out=N_("Remove from block and recode"),
        )
        about = words.say(N_("Microaggregated variables: one k per block"))
        self._blocks_title = plain_label(about, tone="muted")
        self._blocks_title.setBuddy(self.blocks)
        self.blocks.blocks_requested.connect(self.blocks_requested)
        note = plain_label(words.say(N_("Solutions below this bound are excluded.")), tone="muted")
        parts = self._blocks_title, self.blocks, note, self._grid(variables)
        fill(self, *parts, margin=0.5, spacing=0.5)
        give_field_help(self, ANOPI.kind, {"blocks": self.blocks}, words)
        for (key, _), bound in self.bounds.items():
            describe_fields(self, ANOPI.kind, {key: bound}, words)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return (self.blocks, *(part for bound in self.bounds.values() for part in bound.focus_order))

    def show_view(self, view: View) -> None:
        """Show the current bounds and blocks; no signal is sent."""
        self._show_bounds(view)
        grouped = view.blocks
        self._blocks_title.setVisible(bool(grouped))
        self.blocks.setVisible(bool(grouped))
        left_out = tuple(name for name in view.variables if not any(name in block for block in grouped))
        self.blocks.show_blocks(grouped, left_out, view.measured, view.variables)

    def _grid(self, variables: tuple[str, ...]) -> QGridLayout:
        grid = QGridLayout()
        spread(grid, self, margin=0, spacing=0.5)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 3)
        for name in variables:
            for key, text in _BOUNDS.items():
                label = ElidedLabel(self._words.say(text, name=name))
                editor = BoundEditor(label.text(), self._words)
                label.setBuddy(editor.chooser)
                editor.chosen.connect(partial(self.bound_chosen.emit, key, name))
                row = grid.rowCount()
                grid.addWidget(label, row, 0)
                grid.addWidget(editor, row, 1)
                self.bounds[key, name] = editor
        return grid

    def _show_bounds(self, view: View) -> None:
        answer = view.shown
        for (key, name), editor in self.bounds.items():
            bound = getattr(view.params, key).get(name)
            least = getattr(bound, "degree", 0)
            if view.params.technique_of(name) == "microaggregation":
                editor.show_bound(bound, (), by_k=True)
                continue
            known = answer.anopi_result.candidates.get(name, ()) if answer is not None else ()
            levels = range(1, max(len(known), least) + 1)
            editor.show_bound(bound, [coding_what(level, view.levels(name), self._words) for level in levels])


_NONE, _FIGURE, _FIRST_CODING = 0, 1, 2
_FIRST_K = 3  # to begin with


class BoundEditor(QWidget):
    """Tells the bound that was chosen, once it is meant."""

    chosen = Signal(object)  # None, a number, or a DegreeBound

    def __init__(self, accessible: str, words: Words) -> None:
        super().__init__()
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
        self.figure.entered.connect(self._on_figure)  # also the figure that is shown to begin with
        fill(self, beside(self, (self.chooser, 1), self.figure))

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return self.chooser, self.figure

    def show_bound(
        self, bound: Number | DegreeBound | None, marks: Sequence[str], *, by_k: bool = False
    ) -> None:
        """Show a bound among the levels of these marks, or `by_k` one that may be shown as a k."""
        self._by_k = by_k
        say = self._words.say
        degrees = [say(N_("that of k"))] if by_k else list(marks)
        texts = [say(N_("none")), say(N_("a figure")), *degrees]
        self.chooser.show_texts(texts)
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
        with QSignalBlocker(self.figure):  # rounding is not a choice
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
