"""Views of a live release: what waits and why, what is released, its course, what could be released next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.release.release.replay import courses_of
from sdc_desktop.ui.frame.views import Views, ViewTabs
from sdc_desktop.ui.tabs.release.play_views import CoursesView, DistributionView, PanelsView
from sdc_desktop.ui.theme import fill, spread
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release import explanation_texts, together_text
from sdc_desktop.words.release.release_live import request_header, set_header
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sdc_desktop.engine.release.live import Request
    from sdc_desktop.ui.tabs.release.live_presenter import LiveView
    from sdc_desktop.ui.tabs.release.live_work import LiveState


class LiveEvidence(QWidget):
    """Tables and pictures, one at a time."""

    explain_requested = Signal(object)  # str: the key of a record that is not out
    together_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._state: LiveState | None = None
        say = words.say
        header = ("", "", "")
        self.waiting = SavedTable(say(N_("Waiting, oldest first. Choose one to see why.")), header, words)
        self.released = SavedTable(say(N_("Released, newest first")), header, words)
        self.denied = SavedTable(say(N_("Denied, newest first. Choose one to see why.")), header, words)
        self.why, self.why_denied = plain_label(selectable=True), plain_label(selectable=True)
        self.courses = CoursesView(words)
        self.distributions = DistributionView(words)
        self.together_button = QPushButton(say(N_("Find &jointly releasable records")))
        self.together_line = plain_label(selectable=True)
        self.together = SavedTable(say(N_("Jointly releasable now")), header, words, (2,))
        pages = {
            N_("Waiting"): (self.waiting, self.why),
            N_("Released"): (self.released,),
            N_("Denied"): (self.denied, self.why_denied),
            N_("Test statistics"): (self.courses,),
            N_("Distributions"): (self.distributions,),
            N_("Jointly releasable"): (self.together_button, self.together_line, self.together),
        }
        self.tabs = ViewTabs("release_log", say(N_("Views of the release")), list(map(say, pages)), range(3))
        fill(self, Views(self.tabs, [_page(*parts) for parts in pages.values()]))
        self.waiting.row_selected.connect(self._on_waiting)
        self.denied.row_selected.connect(self._on_denied)
        self.together_button.clicked.connect(self.together_requested)

    @property
    def figures(self) -> tuple[SavedFigure, ...]:
        """All pictures."""
        return self.courses.figure, self.distributions.figure

    @property
    def tables(self) -> tuple[SavedTable, ...]:
        """All tables that can be saved."""
        return self.waiting, self.released, self.denied, self.together

    def show_view(self, view: LiveView) -> None:
        """Show how a release stands."""
        state = view.state
        assert state is not None
        self.together_button.setEnabled(view.is_open and not view.busy)
        if state is not self._state:
            self._state = state
            self._show_state(state)
        text = ""
        if view.explained is not None:
            texts = explanation_texts(view.explained.explanation, self._words)
            text = self._words.say(N_("Record {key}:"), key=view.explained.key) + " " + " ".join(texts)
        for line in (self.why, self.why_denied):
            line.setText(text)
            line.setAccessibleName(text)
        self._show_together(view)

    def _show_state(self, state: LiveState) -> None:
        header = request_header(state.setup, self._words)
        for table, requests in (
            (self.waiting, state.waiting),
            (self.released, state.released[::-1]),
            (self.denied, state.denied[::-1]),
        ):
            table.model.show(len(requests), _rows(requests), header)
        for place, requests in enumerate((state.waiting, state.released, state.denied)):
            self.tabs.show_count(place, len(requests))
        denies = state.setup.policy == "deny"
        self.tabs.setTabVisible(0, not denies)
        self.tabs.setTabVisible(2, denies)
        self.courses.show_courses(courses_of(state.setup, state.steps))
        setup, rules = state.setup, state.setup.rules
        self.distributions.show_names(
            rules.targets, rules.values, rules.baseline, setup.attribute, setup.target
        )
        self.distributions.show_counts(state.table)

    def _show_together(self, view: LiveView) -> None:
        state, found = view.state, view.together
        assert state is not None
        self.together_line.setText("" if found is None else together_text(found, self._words))
        self.together_line.setAccessibleName(self.together_line.text())
        rows: list[tuple[str, str, str]] = []
        if found is not None:
            rules = state.setup.rules
            for y, x in np.argwhere(found.counts).tolist():
                rows.append((rules.targets[y], rules.values[x], whole(int(found.counts[y, x]))))
        self.together.model.show(len(rows), lambda n: rows[n], set_header(state.setup, self._words))

    @Slot(object)
    def _on_waiting(self, row: int) -> None:
        if self._state is not None and row < len(self._state.waiting):
            self.explain_requested.emit(self._state.waiting[row].key)

    @Slot(object)
    def _on_denied(self, row: int) -> None:
        if self._state is not None and row < len(self._state.denied):
            self.explain_requested.emit(self._state.denied[-1 - row].key)


def _rows(requests: Sequence[Request]) -> Callable[[int], tuple[str, ...]]:
    def row(number: int) -> tuple[str, ...]:
        one = requests[number]
        return one.key, one.target, one.value

    return row


def _page(*parts: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    spread(column, page, margin=1, spacing=0.5)
    for part in parts:
        column.addWidget(part, int(isinstance(part, SavedTable | PanelsView)))
    return page
