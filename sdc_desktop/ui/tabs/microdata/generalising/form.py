"""The form of ``generalise``: its settings, the messages, and the buttons of the search."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.theme import beside
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.plain_parts import push_button, weigh
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.generalising.presenter import GeneralisingView


class GeneraliseForm(QWidget):
    """Shows a search and reports the user's changes; decides nothing."""

    search_requested = Signal()
    stop_requested = Signal()
    keep_requested = Signal()  # the best so far is to be the answer
    hierarchy_requested = Signal(object)  # variable

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._view: GeneralisingView | None = None
        self.setProperty("helpPage", GENERALISE.kind)
        self.settings = SettingsForm(GENERALISE, words)
        self.changed = self.settings.changed
        self.file_requested = self.settings.file_requested
        self.hierarchy = QPushButton()
        self.search = QPushButton()
        self.keep = push_button(words.say(N_("Keep be&st so far")), weight="primary")
        self.problems = ProblemLines(words)
        foot = (self.problems, self.keep, self.search)
        self.area = fill_scrolling(self, self.settings, beside(self, self.hierarchy, 1), 1, foot=foot)
        for button in (self.hierarchy, self.search, self.keep):
            button.hide()
        self.hierarchy.clicked.connect(self._on_hierarchy)
        self.search.clicked.connect(self._on_search)
        self.keep.clicked.connect(self.keep_requested)

    def show_view(self, view: GeneralisingView) -> None:
        """Show a search; no signal is sent."""
        if view.params is None:
            return
        self._view = view
        self.settings.show_params(view.params, self._choices(view))
        self.problems.show_problems(view.problems)
        self._show_hierarchy(view)
        self._show_buttons(view)

    def _choices(self, view: GeneralisingView) -> Choices:
        known = [n for n in view.variables if n in view.level_names and n not in view.lacking]
        assert view.params is not None
        most = int(Decimal(str(view.params.suppression_limit)) * view.records)
        allowed = self._words.say_many(
            N_("At most {number} of {records} records"),
            N_("At most {number} of {records} records"),
            most,
            records=whole(view.records),
        )
        return Choices(
            offered={"criteria.attribute": view.attributes, "weights": tuple(known)},
            level_names={name: view.level_titles(name, self._words) for name in known},
            finest_levels=view.counted_from,
            notes={"suppression_limit": allowed},
        )

    def _show_hierarchy(self, view: GeneralisingView) -> None:
        """A button for the hierarchy that blocks the search, if any."""
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
        weigh(self.search, "" if view.running or ended else "primary")
        self.search.setVisible(view.running or ended or (view.waiting and not failed))
        self.keep.setVisible(view.interrupted and not view.running)

    @Slot()
    def _on_hierarchy(self) -> None:
        if self._view is not None:
            name = self._view.torn or next(iter(self._view.lacking), None)
            if name is not None:
                self.hierarchy_requested.emit(name)

    @Slot()
    def _on_search(self) -> None:
        if self._view is not None and self._view.running:
            self.stop_requested.emit()
        else:
            self.search_requested.emit()
