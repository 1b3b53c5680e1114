"""The lines of key variables: the level or k of one and its points, and below them what they come from."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from sdc_desktop.engine.methods.recoding.anopi import ANOPI, Technique
from sdc_desktop.ui.forms.field_help import describe_fields, give_field_help
from sdc_desktop.ui.tabs.microdata.anopi.work import Facts
from sdc_desktop.ui.theme import beside, fill, spread
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button, weigh
from sdc_desktop.ui.widgets.plots.points_editor import PointsEditor
from sdc_desktop.ui.widgets.setting_line import SettingLine
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.microdata_tab import facts_text

UTILITY, PRIVACY = "user_points", "intruder_points"
_LABELS = {UTILITY: N_("Utility"), PRIVACY: N_("Privacy")}
_TECHNIQUES: Mapping[Technique, str] = {
    "recoding": N_("Recoding"),
    "microaggregation": N_("Microaggregation"),
}
_TECHNIQUE_HELP = N_(
    "Recoding: replaces values with broader categories from a hierarchy. Microaggregation: replaces the "
    "values of similar records with a group value; needs no hierarchy."
)
_HELP = {
    UTILITY: N_("Importance of this variable to data users. The points of all variables add up to 100."),
    PRIVACY: N_("Usefulness of this variable to an intruder. The points of all variables add up to 100."),
}


class LevelsLine(SettingLine):
    """One variable whose levels are chosen: its facts, and its hierarchy or that it has none."""

    settled = Signal()
    coding_chosen = Signal(str, object)  # variable, level from 1 or k, or None for ANOPI's choice
    hierarchy_requested = Signal(object)  # str: variable
    selected = Signal(str)
    orders_tabs = False  # the form does

    def __init__(self, name: str, words: Words, lacking: str, aside: QWidget | None = None) -> None:
        self._inside = QWidget()
        super().__init__(name, self._inside, aside=aside)
        self.variable, self._words = name, words
        self._facts = plain_label(tone="muted", scale="small", narrow=True)
        self._lacking = plain_label(words.say(lacking), narrow=True)
        self.hierarchy = push_button(scale="small", weight="quiet")
        self.hierarchy.clicked.connect(self._on_hierarchy)
        self._foot = beside(self, self.hierarchy, (self._facts, 1), spacing=0.5)

    def show_facts(self, facts: Facts | None) -> None:
        """Show number of values and entropy, once they are known."""
        if facts is not None:
            self._facts.setText(facts_text(facts.categories, facts.entropy, self._words))

    def show_hierarchy(self, known: bool) -> None:
        """Show whether there is a hierarchy to choose levels from."""
        say = self._words.say
        text = say(N_("Edit hierarchy\u2026")) if known else say(N_("Add hierarchy\u2026"))
        self.hierarchy.setText(text)
        self.hierarchy.setAccessibleName(say(N_("{action} of {name}"), action=text, name=self.variable))
        weigh(self.hierarchy, "quiet" if known else "")
        self._lacking.setVisible(not known)

    def report_selection(self, parts: Iterable[QWidget]) -> None:
        """Report that the line is selected when one of these parts gets the focus."""
        for part in parts:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.selected.emit(self.variable)
        return False

    @Slot()
    def _on_hierarchy(self) -> None:
        self.hierarchy_requested.emit(self.variable)


class VariableLine(LevelsLine):
    """Shows one variable and reports changes to it; decides nothing."""

    points_moved = Signal(str, str, int)  # side, variable, tenths
    technique_chosen = Signal(str, object)  # variable, Technique
    k_moved = Signal(str, int)

    def __init__(self, name: str, words: Words) -> None:
        self._points = plain_label(tone="muted", scale="small")
        self._points.setWordWrap(False)
        super().__init__(name, words, N_("No hierarchy. Add one to allow recoding."), self._points)
        self._tenths = {UTILITY: 0, PRIVACY: 0}
        self.editors = {side: self._editor(side) for side in (UTILITY, PRIVACY)}
        self.coding = CalmComboBox()
        self.coding.fit_contents()
        self.coding.setAccessibleName(words.say(N_("Coding of {name}"), name=name))
        self.coding.activated.connect(self._on_coding)
        self.technique = CalmComboBox()
        self.technique.setSizeAdjustPolicy(
            CalmComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.technique.addItems([words.say(text) for text in _TECHNIQUES.values()])
        self.technique.setAccessibleName(words.say(N_("Technique of {name}"), name=name))
        self.technique.setToolTip(words.say(_TECHNIQUE_HELP))
        self.technique.activated.connect(self._on_technique)
        self.k = KChooser(name, words, self)
        self.k.chosen.connect(partial(self.coding_chosen.emit, name))
        self.k.moved.connect(partial(self.k_moved.emit, name))
        self.k.settled.connect(self.settled)
        self._keeps = QLabel(words.say(N_("keep")))
        self._keeps.setProperty("scale", "small")
        self._lay_out()
        give_field_help(self, ANOPI.kind, {side: each.field for side, each in self.editors.items()}, words)
        describe_fields(self, ANOPI.kind, {side: each.slider for side, each in self.editors.items()}, words)
        describe_fields(self, ANOPI.kind, {"technique": self.technique, "override": self.coding}, words)
        self.report_selection(self.focus_order)

    def show_points(self, side: str, tenths: int, variables: int) -> None:
        """Show the points of one side among this many variables."""
        self.editors[side].show_points(tenths, variables)
        self._keeps.setVisible(variables > 2)
        self._tenths[side] = tenths
        points = [f"{self._tenths[one] / 10:.0f}" for one in (UTILITY, PRIVACY)]
        self._points.setText(" / ".join(points))
        text = N_("Points: {utility} for utility, {privacy} for privacy")
        self._points.setToolTip(self._words.say(text, utility=points[0], privacy=points[1]))

    def show_codings(self, by_anopi: str, codings: list[str], level: int | None) -> None:
        """Offer the levels, ANOPI's choice first; `level` is the one chosen instead, if any."""
        texts = [by_anopi, *codings]
        self.coding.show_texts(texts)
        self.coding.setCurrentIndex(level if level is not None and level < len(texts) else 0)
        self.coding.setToolTip(self.coding.currentText())

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        points = (part for e in self.editors.values() for part in (e.slider, e.field, e.keep))
        return (self.button, *points, self.technique, *self.k.parts, self.coding, self.hierarchy)

    def show_technique(self, technique: Technique, hierarchy: bool) -> None:
        """Show the technique of the variable, and whether there is a hierarchy to choose levels from."""
        self.technique.setCurrentIndex(list(_TECHNIQUES).index(technique))
        self.technique.setMinimumContentsLength(len(self.technique.currentText()))
        recoded = technique == "recoding"
        self.show_hierarchy(hierarchy)
        self.hierarchy.setVisible(recoded)
        self._lacking.setVisible(recoded and not hierarchy)
        self.coding.setVisible(recoded and hierarchy)
        self.k.show_parts(not recoded)

    def locked(self, side: str) -> bool:
        """Whether these points stay while others are moved."""
        return self.editors[side].locked

    def unlock(self) -> None:
        """Let all points move with others."""
        for editor in self.editors.values():
            editor.keep.setChecked(False)

    def _editor(self, side: str) -> PointsEditor:
        say = self._words.say
        editor = PointsEditor(say(_LABELS[side]), say(N_("keep")), self)
        setting = say(ANOPI.params.settings[side].label)
        editor.name(
            say(N_("{setting} of {name}"), setting=setting, name=self.variable),
            say(N_("Lock these points")),
        )
        editor.keep.setText("")  # above it, once for both
        for part in (editor.label, editor.slider, editor.field):
            part.setToolTip(say(_HELP[side]))
        editor.moved.connect(partial(self.points_moved.emit, side, self.variable))
        editor.settled.connect(self.settled)
        return editor

    def _lay_out(self) -> None:
        grid = QGridLayout()
        spread(grid, self, margin=0, spacing=0.5)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._keeps, 0, 2, 1, 2, Qt.AlignmentFlag.AlignRight)
        for row, side in enumerate((UTILITY, PRIVACY), start=1):
            self.editors[side].hide()  # only its parts are shown, in the grid of both
            self.editors[side].place(grid, row)
        choosers = (self.technique, self.coding, self.k.chooser, self.k.figure, self.k.basis)
        fill(self._inside, self._lacking, grid, *choosers, self._foot, spacing=0.5)

    @Slot(int)
    def _on_technique(self, index: int) -> None:
        self.technique_chosen.emit(self.variable, list(_TECHNIQUES)[index])

    @Slot(int)
    def _on_coding(self, index: int) -> None:
        self.coding_chosen.emit(self.variable, index if index > 0 else None)


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
        self.chooser.fit_contents()
        self.chooser.setAccessibleName(say(N_("Choice of k for {name}"), name=name))
        self.chooser.addItems([say(N_("By ANOPI")), say(N_("Manual k"))])
        self.figure = CalmSpinBox()
        self.figure.setDecimals(0)
        self.figure.show_range(1, 1)  # not reported
        self.figure.setAccessibleName(say(N_("k of {name}"), name=name))
        self.figure.setToolTip(say(N_("Minimum group size. One k applies to the whole block.")))
        self.basis = plain_label(tone="muted", scale="small", narrow=True)
        self.chooser.activated.connect(self._on_choice)
        self.figure.moved.connect(self._on_figure)
        self.figure.settled.connect(self.settled)

    @property
    def parts(self) -> Sequence[QWidget]:
        """What takes the focus, in order."""
        return self.chooser, self.figure

    def show_k(self, by_anopi: str, k: int, most: int, manual: bool, basis: str) -> None:
        """Show the k of the block, of at most this many records, whatever chose it."""
        self._k = k
        self.chooser.setItemText(_BY_ANOPI, by_anopi)
        self.chooser.setCurrentIndex(_MANUAL if manual else _BY_ANOPI)
        self.chooser.setToolTip(self.chooser.currentText())
        self.figure.show_range(1, max(most, k))
        self.figure.show_value(k)
        self.basis.setText(basis)

    def show_parts(self, shown: bool) -> None:
        """Show or hide all of it."""
        self.chooser.setVisible(shown)
        self.figure.setVisible(shown and self.chooser.currentIndex() == _MANUAL)
        self.basis.setVisible(shown and bool(self.basis.text()))

    @Slot(int)
    def _on_choice(self, index: int) -> None:
        self.figure.setVisible(index == _MANUAL)
        self.chosen.emit(self._k if index == _MANUAL else None)

    @Slot(object)
    def _on_figure(self, value: float) -> None:
        self.moved.emit(round(value))
