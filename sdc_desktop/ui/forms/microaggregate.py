"""The question of ``microaggregate``: blocks of variables, least number of records in a group, method."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.forms.blocks import apart, together
from sdc_desktop.ui.forms.blocks_editor import BlocksEditor
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.method_form import labelled, number_field
from sdc_desktop.ui.forms.parts import dress_more, framed, told_line
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.grouping_question import METHODS, MISSING_CHOICES, proposal_text, waiting_text

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.grouping_view import GroupingView

_METHODS = ("mdav", "optimal_univariate")
_RULES = ("keep", "patterns", "suppress")
_STRATA_ROWS = 5  # shown without scrolling


class MicroaggregateForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    blocks_wanted = Signal(object)  # Blocks
    k_moved = Signal(object)  # int
    settled = Signal()
    k_wanted = Signal()  # from ANOPI
    other_wanted = Signal(object)  # (key of the params, value)
    group_wanted = Signal()
    stop_wanted = Signal()
    selected = Signal(object)  # variable

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._view: GroupingView | None = None
        say = words.say
        self.blocks = BlocksEditor(words)
        self.together = QPushButton(say(N_("Single block")))
        self.apart = QPushButton(say(N_("One block per variable")))
        self.k = CalmSpinBox()
        self.by_anopi = QPushButton(say(N_("k from ANOPI")))
        self.proposal = told_line()
        self.proposal.hide()
        self.method = CalmComboBox()
        self.rule = CalmComboBox()
        self._rule_label = QLabel(say(N_("Missing values")))
        self.more = QToolButton()
        self.standardise = QCheckBox(say(N_("Standardise variables")))
        self.strata = QListWidget()
        self.tolerable_risk = number_field(0, 100, 1, say(N_("Maximum tolerable risk")), say(N_("\u2009%")))
        self.tolerable_risk.setSpecialValueText(say(N_("not set")))
        self.group = QPushButton(say(N_("Gro&up records")))
        self._problems = ProblemLines(words)
        self._more_area = QWidget()
        self._name_parts()
        self._fill_choices()
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "microaggregate",
            {
                "blocks": self.blocks,
                "k": self.k,
                "method": self.method,
                "missing": self.rule,
                "standardise": self.standardise,
                "strata": self.strata,
                "tolerable_risk": self.tolerable_risk,
            },
            self._words,
        )

    @property
    def problems_text(self) -> str:
        """What is said beneath the form; empty where all is well."""
        return self._problems.text()

    def show_view(self, view: GroupingView) -> None:
        """Show a question as it stands; nothing is told of it."""
        self._view = view
        params = view.params
        self.blocks.show_blocks(view.blocks, view.left_out, view.levels, view.key_variables)
        self.together.setEnabled(len(view.blocks) > 1)
        self.apart.setEnabled(any(len(block) > 1 for block in view.blocks))
        with QSignalBlocker(self.k):
            self.k.setMaximum(max(view.records, params.k, 1))
        self.k.show_value(params.k)
        self.by_anopi.setEnabled(bool(view.blocks))
        self._show_proposal(view)
        self._show_method(view)
        self.rule.setCurrentIndex(_RULES.index(params.missing))
        for part in (self._rule_label, self.rule):
            part.setVisible(view.lacking or params.missing != "keep")
        with QSignalBlocker(self.standardise):
            self.standardise.setChecked(params.standardise)
        self._show_strata(view)
        self.tolerable_risk.show_value(100 * (params.tolerable_risk or 0))
        self._show_button(view)
        self._problems.show_problems(view.problems)

    # showing -----------------------------------------------------------------------------------------

    def _show_proposal(self, view: GroupingView) -> None:
        told = view.proposal
        if told is not None:
            found = told.found
            self.proposal.setText(proposal_text(found.blocks, found.raised, told.own_points, self._words))
        self.proposal.setVisible(told is not None)

    def _show_method(self, view: GroupingView) -> None:
        """The optimal method can be chosen where it can be used; else its tooltip says why not."""
        self.method.setCurrentIndex(_METHODS.index(view.params.method))
        item = self.method.model().item(1)  # type: ignore[attr-defined]
        item.setEnabled(view.may_be_optimal or view.params.method == _METHODS[1])
        help_text = N_("Optimal groups for blocks of one continuous variable.")
        if not view.may_be_optimal:
            help_text = N_("Requires one continuous variable per block.")
        item.setToolTip(self._words.say(help_text))

    def _show_strata(self, view: GroupingView) -> None:
        names = list(view.may_divide)
        with QSignalBlocker(self.strata):
            if [self.strata.item(row).text() for row in range(self.strata.count())] != names:
                self.strata.clear()
                for name in names:
                    item = QListWidgetItem(name, self.strata)
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            for row, name in enumerate(names):
                chosen = Qt.CheckState.Checked if name in view.strata else Qt.CheckState.Unchecked
                self.strata.item(row).setCheckState(chosen)
        row_height = max(self.strata.sizeHintForRow(0), self.fontMetrics().height())
        shown = min(max(len(names), 1), _STRATA_ROWS)
        self.strata.setFixedHeight(row_height * shown + 2 * self.strata.frameWidth())

    def _show_button(self, view: GroupingView) -> None:
        say = self._words.say
        self.group.setText(say(N_("Stop grouping")) if view.running else say(N_("Gro&up records")))
        self.group.setToolTip(waiting_text(view.records, self._words))
        self.group.setProperty("weight", "" if view.running else "primary")
        self.group.style().polish(self.group)
        self.group.setVisible(view.waiting or view.running)

    # building ----------------------------------------------------------------------------------------

    def _name_parts(self) -> None:
        say = self._words.say
        self.k.setDecimals(0)
        self.k.setMinimum(1)
        self.k.setAccessibleName(say(N_("Minimum group size, k")))
        self.k.setToolTip(say(N_("Each record shares its values with at least k - 1 others.")))
        self.by_anopi.setToolTip(
            say(N_("The k that balances utility and privacy by the points given to ANOPI, or by equal ones."))
        )
        self.method.setAccessibleName(say(N_("Grouping method")))
        self.rule.setAccessibleName(say(N_("Treatment of missing values")))
        self.strata.setAccessibleName(say(N_("Strata: groups never cross the values of these variables")))
        self.standardise.setToolTip(
            say(N_("Scales each variable to mean 0 and variance 1 before distances are computed."))
        )
        self.more.setText(say(N_("More: strata, standardising")))
        dress_more(self.more)
        for button in (self.together, self.apart, self.by_anopi):
            button.setProperty("scale", "small")
            button.setProperty("weight", "quiet")

    def _fill_choices(self) -> None:
        self.method.addItems([self._words.say(METHODS[method]) for method in _METHODS])
        self.rule.addItems([self._words.say(MISSING_CHOICES[rule]) for rule in _RULES])

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        spread(column, self, margin=0)
        column.addWidget(self._blocks_card())
        column.addWidget(self._groups_card())
        column.addWidget(self.more)
        column.addWidget(self._more_area)
        column.addStretch(1)
        area = QVBoxLayout(self._more_area)
        spread(area, self, margin=0.5, spacing=0.5)
        label = QLabel(self._words.say(N_("Strata")))
        label.setBuddy(self.strata)
        area.addWidget(self.standardise)
        area.addWidget(label)
        area.addWidget(self.strata)
        area.addWidget(labelled(self._words.say(N_("Tolerable risk")), self.tolerable_risk))
        area.addWidget(self.tolerable_risk)
        self._more_area.hide()
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self._problems)
        outer.addWidget(self.group)
        order = (self.blocks, self.together, self.apart, self.k, self.by_anopi, self.method, self.rule)
        for first, second in pairwise(
            (*order, self.more, self.standardise, self.strata, self.tolerable_risk, self.group)
        ):
            QWidget.setTabOrder(first, second)

    def _blocks_card(self) -> QFrame:
        card = framed()
        title = QLabel(self._words.say(N_("Variable blocks")))
        title.setProperty("tone", "strong")
        title.setBuddy(self.blocks)
        buttons = QHBoxLayout()
        buttons.addWidget(self.together)
        buttons.addWidget(self.apart)
        buttons.addStretch(1)
        column = QVBoxLayout(card)
        spread(column, self, spacing=0.5)
        column.addWidget(title)
        column.addWidget(self.blocks)
        column.addLayout(buttons)
        return card

    def _groups_card(self) -> QFrame:
        say = self._words.say
        card = framed()
        title = QLabel(say(N_("Group size")))
        title.setProperty("tone", "strong")
        at_least = QLabel(say(N_("Minimum, k")))
        at_least.setBuddy(self.k)
        method = QLabel(say(N_("Method")))
        method.setBuddy(self.method)
        self._rule_label.setBuddy(self.rule)
        grid = QGridLayout()
        spread(grid, self, margin=0, spacing=0.5)
        grid.addWidget(at_least, 0, 0)
        grid.addWidget(self.k, 0, 1)
        grid.addWidget(self.by_anopi, 0, 2)
        grid.addWidget(self.proposal, 1, 0, 1, 3)
        grid.addWidget(method, 2, 0)
        grid.addWidget(self.method, 2, 1, 1, 2)
        grid.addWidget(self._rule_label, 3, 0)
        grid.addWidget(self.rule, 3, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(card)
        spread(column, self, spacing=0.5)
        column.addWidget(title)
        column.addLayout(grid)
        return card

    def _connect(self) -> None:
        self.blocks.blocks_wanted.connect(self.blocks_wanted)
        self.blocks.selected.connect(self.selected)
        self.together.clicked.connect(self._on_together)
        self.apart.clicked.connect(self._on_apart)
        self.k.moved.connect(self._on_k)
        self.k.settled.connect(self.settled)
        self.by_anopi.clicked.connect(self.k_wanted)
        self.method.activated.connect(self._on_method)
        self.rule.activated.connect(self._on_rule)
        self.standardise.clicked.connect(self._on_standardise)
        self.strata.itemChanged.connect(self._on_strata)
        self.tolerable_risk.settled.connect(self._on_tolerable)
        self.more.toggled.connect(self._on_more)
        self.group.clicked.connect(self._on_group)

    # telling -----------------------------------------------------------------------------------------

    @Slot()
    def _on_together(self) -> None:
        self.blocks_wanted.emit(together(self.blocks.blocks))

    @Slot()
    def _on_apart(self) -> None:
        self.blocks_wanted.emit(apart(self.blocks.blocks))

    @Slot(object)
    def _on_k(self, k: float) -> None:
        self.k_moved.emit(round(k))

    @Slot(int)
    def _on_method(self, index: int) -> None:
        self.other_wanted.emit(("method", _METHODS[index]))

    @Slot(int)
    def _on_rule(self, index: int) -> None:
        self.other_wanted.emit(("missing", _RULES[index]))

    @Slot()
    def _on_standardise(self) -> None:
        self.other_wanted.emit(("standardise", self.standardise.isChecked()))

    @Slot()
    def _on_tolerable(self) -> None:
        self.other_wanted.emit(("tolerable_risk", round(self.tolerable_risk.value() / 100, 6) or None))

    @Slot(QListWidgetItem)
    def _on_strata(self, _item: QListWidgetItem) -> None:
        rows = (self.strata.item(row) for row in range(self.strata.count()))
        chosen = tuple(item.text() for item in rows if item.checkState() is Qt.CheckState.Checked)
        self.other_wanted.emit(("strata", chosen))

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self._more_area.setVisible(shown)

    @Slot()
    def _on_group(self) -> None:
        if self._view is not None and self._view.running:
            self.stop_wanted.emit()
        else:
            self.group_wanted.emit()
