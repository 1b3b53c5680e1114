"""The current plan and the strategies kept, side by side: what each risks, what it leaves, what differs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QWidget

from sdc_desktop.engine.methods.experiments.ru_map import RU_MAP
from sdc_desktop.engine.plan import Plan, params_of
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.strategies.comparison import Comparison, compared
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.page_answer import PageAnswer, refusal_text
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program import strategies as phrases
from sdc_desktop.words.tables import table_strategies as given_tables

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.strategies import Strategy
    from sdc_desktop.engine.strategies.table_strategies import TableStrategy


_DIFFERENCE = 5  # the column


class StrategyComparison(QWidget):
    """The plans on the R-U map and in tables, one by one; what was compared stays until it is compared again,
    also where the rest is stopped.
    """

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._words = words
        self._requested: tuple[tuple[str, Plan], ...] = ()
        self.answer = PageAnswer(jobs, words, self._key, self)
        self.answer.answered.connect(self._on_found)
        self.answer.drafted.connect(self._on_found)
        self.answer.changed.connect(self._show_state)
        self.found: tuple[Strategy, ...] = ()
        self.found_tables: tuple[TableStrategy, ...] = ()
        self._why_not: tuple[Problem, ...] = ()  # the records could not be compared
        self._make()
        controller.history_changed.connect(self._on_history)
        controller.project_begun.connect(self._forget)

    def _make(self) -> None:
        say = self._words.say
        self.plot = RuPlot(
            say(N_("Average re-identification risk, %")),
            say(N_("Utility (information retained), %")),
            say(N_("ANOPI's optimum")),
            say(N_("tolerable")),
        )
        self.plot.setAccessibleName(say(N_("Strategies on the R-U map")))
        self.table = TextTable(say(N_("Strategy comparison")), self._words)
        self.table.table.remember("strategies")
        self.tables = TextTable(say(N_("Table comparison by strategy")), self._words)
        self.tables.table.remember("table-strategies")
        self.line = plain_label()
        self.again = push_button(say(N_("&Compare")), weight="primary")
        foot = beside(self, (self.line, 1), self.again)
        fill(self, (self.plot, 3), (self.table, 2), (self.tables, 2), foot, margin=1, spacing=1)
        self.tables.hide()
        self.again.clicked.connect(self.compare)
        self.plot.selected.connect(self._on_selected)
        self.table.row_selected.connect(self._on_row)
        self._on_found(Comparison())
        self._show_state()

    @Slot()
    def compare(self) -> None:
        """Carry all of them through, unless that was done already; what is under way is stopped."""
        if not self.answer.current:
            self._requested = self._strategies()
            self._on_found(Comparison())
            work = partial(compared, self._requested, self._controller.base)
            self.answer.request(work, self._words.say(N_("Comparing strategies")))
        self._show_state()

    def _key(self) -> object:
        """All that the comparison depends on."""
        opened = self._controller.opened
        return self._strategies(), opened and opened.mark

    def _strategies(self) -> tuple[tuple[str, Plan], ...]:
        project = self._controller.project
        kept = tuple((one.name, one.plan) for one in project.strategies)
        return ((phrases.now(self._words), project.plan), *kept)

    @Slot(object)
    def _on_found(self, found: Comparison) -> None:
        self.found, self.found_tables, self._why_not = found.records, found.tables, found.problems
        for part in (self.plot, self.table):
            part.setVisible(bool(found.records))
        self._show_records()
        self._show_tables()

    def _show_records(self) -> None:
        plans = [plan for _, plan in self._requested]
        rows = phrases.rows(self.found, plans, self._words) if self.found else ()
        self.table.show_rows(phrases.header(self._words, self.found or ()), rows, phrases.FIGURES)
        self.table.wrap(_DIFFERENCE)
        self._draw()

    def _show_tables(self) -> None:
        self.tables.setVisible(bool(self.found_tables))
        if not self.found_tables:
            return

        rows = given_tables.rows(self.found_tables, self._words)
        self.tables.show_rows(given_tables.header(self._words), rows, given_tables.FIGURES)
        refused = given_tables.refusals(self.found_tables, self._words)
        self.tables.notify("\n".join((*refused, given_tables.reading(self._words))))

    @Slot()
    def _forget(self) -> None:
        """Another project is open: nothing of the one before stays."""
        self.answer.forget()
        self._requested = ()
        self._on_found(Comparison())
        self._show_state()

    @Slot(object)
    def _on_history(self, _project: object) -> None:
        if self.isVisible():
            self._show_state()

    @property
    def _marked(self) -> list[int]:
        """The rows that have a place on the map."""
        return [row for row, one in enumerate(self.found) if one.place is not None]

    def _draw(self) -> None:
        marks = []
        for row in self._marked:
            one = self.found[row]
            assert one.place is not None
            spot = 100 * one.place.risk, 100 * one.place.utility
            marks.append(RuMark(one.name or phrases.as_is(self._words), spot, best=row == 1))
        found = (params_of(job, RU_MAP) for job in self._controller.plan.jobs)
        most = next((100 * float(params.max_risk) for params in found if params is not None), None)
        self.plot.show_picture(RuPicture(dots=(), front=(), marks=tuple(marks), optimum=None, max_risk=most))

    @Slot()
    def _show_state(self) -> None:
        say, running, current = self._words.say, self.answer.running, self.answer.current
        partial = self.answer.awaited or self.answer.stopped
        self.again.setEnabled(not running and not current)
        for part in (self.plot, self.table, self.tables):
            part.setEnabled(partial or (current and not running))
        if running:
            self.line.setText(say(N_("Applying every strategy to the records…")))
        elif self.answer.refusal:
            self.line.setText(self.answer.refusal)
        elif self.answer.stopped:
            self.line.setText(say(N_("Stopped. What was compared before stays.")))
        elif self.answer.found is None:
            self.line.setText(say(N_("Compares the plan with the original data and every saved strategy.")))
        elif not current:
            self.line.setText(say(N_("The plan or a strategy has changed since this comparison.")))
        else:
            why_not = refusal_text(self._why_not, self._words)
            self.line.setText(why_not or (phrases.reading(self._words) if self.found else ""))

    @Slot(object)
    def _on_selected(self, index: int) -> None:
        if 0 <= index < len(self._marked):
            self.table.table.selectRow(self._marked[index])
            self.plot.select(index)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        if row in self._marked:
            self.plot.select(self._marked.index(row))


def comparison_window(
    controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget
) -> QDialog:
    """A window with the comparison alone."""
    made = Dialog(words.say(N_("Strategy comparison – SDC Desktop")), "project", words, parent)
    comparison = StrategyComparison(controller, jobs, words)
    fill(made, comparison)
    resize_within(made, made.fontMetrics().averageCharWidth() * 132, step(made, 1) * 72)
    made.finished.connect(comparison.answer.stop)
    return made
