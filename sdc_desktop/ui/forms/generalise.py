"""The question of ``generalise``: criteria, what may be suppressed, which loss, which levels are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.forms.criteria_editor import CriteriaEditor
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.levels_allowed import LevelsAllowed
from sdc_desktop.ui.forms.parts import dress_more, framed, told_line
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.tab_order import order_tabs
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.generalise_choices import LOCAL, LOCAL_HELP, LOSSES, LOSSES_HELP
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.generalising_view import GeneralisingView

_WEIGHED = ("loss", "entropy", "anopi")


class GeneraliseForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # {key of the params: value}, one step
    search_wanted = Signal()
    stop_wanted = Signal()
    keep_wanted = Signal()  # the best so far is to be the answer
    hierarchy_wanted = Signal(object)  # variable

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._view: GeneralisingView | None = None
        self._order: tuple[QWidget, ...] = ()
        say = words.say
        self.criteria = CriteriaEditor(words)
        self.limit = CalmSpinBox()
        self.limit_text = told_line()
        self.loss = CalmComboBox()
        self.local = CalmComboBox()
        self.local_text = told_line()
        self.more = QToolButton()
        self.levels = LevelsAllowed(words)
        self._levels_card = framed()
        self.hierarchy = QPushButton()
        self.search = QPushButton()
        self.keep = QPushButton(say(N_("Keep be&st so far")))
        self._problems = ProblemLines(words)
        self._name_parts()
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "generalise",
            {
                "suppression_limit": self.limit,
                "loss": self.loss,
                "local_recoding": self.local,
                "limits": self.levels,
            },
            self._words,
        )

    @property
    def problems_text(self) -> str:
        """What is said beneath the form; empty where all is well."""
        return self._problems.text()

    def show_view(self, view: GeneralisingView) -> None:
        """Show a question as it stands; nothing is told of it."""
        params = view.params
        if params is None:
            return
        self._view = view
        self.criteria.show_criteria(params.criteria, view.attributes)
        self.limit.show_value(round(float(params.suppression_limit) * 100, 10))
        self._show_limit(view)
        self.loss.setCurrentIndex(list(LOSSES).index(params.loss))
        self.loss.setToolTip(self._words.say(LOSSES_HELP[params.loss]))
        self.local.setCurrentIndex(list(LOCAL).index(params.local_recoding))
        self.local_text.setText(self._words.say(LOCAL_HELP[params.local_recoding]))
        titles = {name: view.level_titles(name, self._words) for name in view.level_names}
        weighed = params.loss in _WEIGHED
        self.levels.show_limits(
            view.variables, titles, view.lacking, params.limits, params.weights, weighed=weighed
        )
        self._problems.show_problems(view.problems)
        self._show_hierarchy(view)
        self._show_buttons(view)
        self._order_tabs()

    # showing -----------------------------------------------------------------------------------------

    def _show_limit(self, view: GeneralisingView) -> None:
        assert view.params is not None
        from decimal import Decimal

        most = int(Decimal(str(view.params.suppression_limit)) * view.records)
        self.limit_text.setText(
            self._words.say_many(
                N_("{number} of {records} records"),
                N_("{number} of {records} records"),
                most,
                records=whole(view.records),
            )
        )

    def _order_tabs(self) -> None:
        middle = (self.limit, self.loss, self.local, self.hierarchy, self.more)
        order = (*self.criteria.focus_order, *middle, *self.levels.focus_order, self.keep, self.search)
        if order != self._order:
            self._order = order
            order_tabs(order, self.limit)

    def _show_hierarchy(self, view: GeneralisingView) -> None:
        """A button for the hierarchy that stands in the way, if one does."""
        say, lacking = self._words.say, view.lacking
        self.hierarchy.setVisible(view.torn is not None or bool(lacking))
        if view.torn is not None:
            self.hierarchy.setText(say(N_("Change hierarchy of {name}\u2026"), name=view.torn))
        elif lacking:
            self.hierarchy.setText(say(N_("Add hierarchy of {name}\u2026"), name=lacking[0]))

    def _show_buttons(self, view: GeneralisingView) -> None:
        say, params = self._words.say, view.params
        assert params is not None
        ended = view.interrupted or params.max_nodes is not None
        failed = any(problem.severity == "error" for problem in view.problems)
        text = N_("&Search")
        if view.running:
            text = N_("&Stop searching")
        elif ended:
            text = N_("Sear&ch to the end")
        self.search.setText(say(text))
        tip = N_("Shows the best combination found so far.") if view.running else ""
        self.search.setToolTip(say(tip) if tip else "")
        self.search.setProperty("weight", "" if view.running or ended else "primary")
        self.search.style().polish(self.search)
        self.search.setVisible(view.running or ended or (view.waiting and not failed))
        self.keep.setVisible(view.interrupted and not view.running)

    # building ----------------------------------------------------------------------------------------

    def _name_parts(self) -> None:
        say = self._words.say
        self.limit.setDecimals(2)
        self.limit.show_range(0, 100)
        self.limit.setSuffix("\u2009%")
        self.limit.setAccessibleName(say(N_("Maximum share of suppressed records")))
        self.limit.setToolTip(say(N_("Records in failing classes show * in every key variable.")))
        self.loss.setAccessibleName(say(N_("Loss measure to minimise")))
        self.local.setAccessibleName(say(N_("Treatment of failing records")))
        for chooser, texts, helps in ((self.loss, LOSSES, LOSSES_HELP), (self.local, LOCAL, LOCAL_HELP)):
            chooser.addItems([say(text) for text in texts.values()])
            for row, text in enumerate(helps.values()):
                chooser.setItemData(row, say(text), Qt.ItemDataRole.ToolTipRole)
        self.more.setText(say(N_("More: levels allowed, weights")))
        dress_more(self.more)
        self.keep.setProperty("weight", "primary")
        for button in (self.hierarchy, self.search, self.keep):
            button.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        spread(column, self, margin=0)
        column.addWidget(self._criteria_card())
        column.addWidget(self._price_card())
        column.addWidget(self.hierarchy, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.more)
        column.addWidget(self._levels_card)
        column.addStretch(1)
        inside = QVBoxLayout(self._levels_card)
        spread(inside, self, margin=0.75, spacing=0.5)
        inside.addWidget(self.levels)
        self._levels_card.hide()
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self._problems)
        outer.addWidget(self.keep)
        outer.addWidget(self.search)

    def _criteria_card(self) -> QFrame:
        card = framed()
        title = QLabel(self._words.say(N_("Privacy criteria")))
        title.setProperty("tone", "strong")
        column = QVBoxLayout(card)
        spread(column, self, margin=0.75, spacing=0.5)
        column.addWidget(title)
        column.addWidget(self.criteria)
        return card

    def _price_card(self) -> QFrame:
        say = self._words.say
        card = framed()
        title = QLabel(say(N_("Suppression and loss")))
        title.setProperty("tone", "strong")
        grid = QGridLayout(card)
        spread(grid, self, margin=0.75, spacing=0.5)
        grid.addWidget(title, 0, 0, 1, 3)
        labels = (
            (1, N_("Suppression limit"), self.limit),
            (2, N_("Loss measure"), self.loss),
            (3, N_("Failing records"), self.local),
        )
        for row, text, field in labels:
            label = QLabel(say(text))
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
        grid.addWidget(self.limit, 1, 1)
        grid.addWidget(self.limit_text, 1, 2)
        grid.addWidget(self.loss, 2, 1, 1, 2)
        grid.addWidget(self.local, 3, 1, 1, 2)
        grid.addWidget(self.local_text, 4, 0, 1, 3)
        grid.setColumnStretch(2, 1)
        return card

    def _connect(self) -> None:
        self.criteria.criteria_wanted.connect(self._on_criteria)
        self.limit.settled.connect(self._on_limit)
        self.loss.activated.connect(self._on_loss)
        self.local.activated.connect(self._on_local)
        self.levels.limits_wanted.connect(self._on_limits)
        self.levels.weights_wanted.connect(self._on_weights)
        self.levels.hierarchy_wanted.connect(self.hierarchy_wanted)
        self.hierarchy.clicked.connect(self._on_hierarchy)
        self.more.toggled.connect(self._on_more)
        self.search.clicked.connect(self._on_search)
        self.keep.clicked.connect(self.keep_wanted)

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_criteria(self, criteria: object) -> None:
        self.changed.emit({"criteria": criteria})

    @Slot()
    def _on_limit(self) -> None:
        share = round(self.limit.value() / 100, 6)
        self.changed.emit({"suppression_limit": int(share) if share in (0, 1) else share})

    @Slot(int)
    def _on_loss(self, row: int) -> None:
        self.changed.emit({"loss": list(LOSSES)[row]})

    @Slot(int)
    def _on_local(self, row: int) -> None:
        self.changed.emit({"local_recoding": list(LOCAL)[row]})

    @Slot(object)
    def _on_limits(self, limits: object) -> None:
        self.changed.emit({"limits": limits})

    @Slot(object)
    def _on_weights(self, weights: object) -> None:
        self.changed.emit({"weights": weights})

    @Slot()
    def _on_hierarchy(self) -> None:
        if self._view is not None:
            name = self._view.torn or next(iter(self._view.lacking), None)
            if name is not None:
                self.hierarchy_wanted.emit(name)

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self._levels_card.setVisible(shown)

    @Slot()
    def _on_search(self) -> None:
        if self._view is not None and self._view.running:
            self.stop_wanted.emit()
        else:
            self.search_wanted.emit()
