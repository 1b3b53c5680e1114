"""A protection in steps: the steps to the left, the settings of one in the middle, the trail to the right.

What is changed here is a draft until *Use steps*, which is one step of the history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.project.free_name import free_name
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.tabs.microdata.records.dialog import RecordsDialog
from sdc_desktop.ui.tabs.microdata.records.work import of_trail
from sdc_desktop.ui.tabs.microdata.steps import work
from sdc_desktop.ui.tabs.microdata.steps.chain import chain_of, linked, with_chain
from sdc_desktop.ui.tabs.microdata.steps.offered import begun_step, changed, offered, shown_params
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import steps as phrases

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.trail import Left, Trail

_ROW = Qt.ItemDataRole.UserRole


class StepsDialog(QDialog):
    """Edits the steps of the plan; the one of the name `first` is selected to begin with. Where the plan has
    none, the job `shown` is the first.
    """

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
        first: str = "",
        shown: Job | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self.steps: list[Job] = list(chain_of(controller.plan) or filter(None, (shown,)))
        self.trail: Trail | None = None
        self._left: Left | None = None  # of the last trail
        self._forms: dict[str, SettingsForm] = {}
        self._runner = DraftRunner(jobs, self)
        self._levels: Mapping[str, tuple[str, ...]] = {}  # the names of the levels of hierarchies
        self._level_runner = DraftRunner(jobs, self)
        say = words.say
        self.setWindowTitle(say(N_("Steps of protection")))
        give_help(self, "steps", words)
        self.verdict = VerdictBar()
        self.list = QListWidget()
        self.list.setAccessibleName(say(N_("Steps of protection")))
        self.method = QComboBox()
        self.method.setAccessibleName(say(N_("Method of the new step")))
        for kind in WAYS:
            self.method.addItem(say(method_of(kind).title), kind)
        self.add = self._button(N_("Add step"), self._on_add)
        self.up = self._button(N_("Move up"), self._on_up)
        self.down = self._button(N_("Move down"), self._on_down)
        self.remove = self._button(N_("Remove step"), self._on_remove)
        self.records = self._button(N_("Records…"), self._on_records)
        self.records.setToolTip(say(N_("Original records beside those after the selected step.")))
        self.records_dialog: RecordsDialog | None = None
        self.problems = ProblemLines(words)
        named = phrases.pictured(None, words)
        self.plots = tuple(BarsPlot(unit, dark=False) for unit, _ in named)
        self._pictures = SideBySide(self.plots, stacked=True)
        for place, (_, text) in enumerate(named):
            self._pictures.name(place, text)
        self.frame = FigureFrame(self._pictures, words)
        self.frame.show_title(say(N_("Risk and loss: original (0) and after each step")))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.use = self.buttons.addButton(say(N_("Use steps")), QDialogButtonBox.ButtonRole.AcceptRole)
        self.use.setProperty("weight", "primary")
        self.use.style().polish(self.use)
        self.use.setDefault(True)
        self._lay_out()
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemChanged.connect(self._on_item)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._runner.answered.connect(self._on_trail)
        self._runner.failed.connect(self._on_failed)
        self._level_runner.answered.connect(self._on_levels)
        self._fill(next((row for row, job in enumerate(self.steps) if job.name == first), 0))
        if controller.opened is not None:
            self._level_runner.request(work.level_names(controller.opened, controller.base))
        self._measure()

    @property
    def drafted(self) -> Plan:
        """The plan with the steps of the list."""
        return with_chain(self._controller.plan, self.steps)

    def done(self, result: int) -> None:
        self._runner.drop()
        self._level_runner.drop()
        super().done(result)

    # layout ------------------------------------------------------------------------------------------

    def _button(self, text: str, slot: object) -> QPushButton:
        button = QPushButton(self._words.say(text))
        button.setProperty("scale", "small")
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        below = QGridLayout()
        below.addWidget(self.up, 0, 0)
        below.addWidget(self.down, 0, 1)
        below.addWidget(self.method, 1, 0, 1, 2)
        below.addWidget(self.remove, 2, 0)
        below.addWidget(self.add, 2, 1)
        self.method.setMinimumContentsLength(12)
        self.method.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        below.addWidget(self.records, 3, 0)
        left.addLayout(below)
        self._place = QWidget()
        self._form_column = QVBoxLayout(self._place)
        self._form_column.setContentsMargins(0, 0, 0, 0)
        self._form_column.addStretch(1)
        area = QScrollArea()
        area.setAccessibleName(self._words.say(N_("Settings of the step")))
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._place)
        area.setMinimumWidth(step(self, 52))
        middle = QVBoxLayout()
        self.title = QLabel()
        self.title.setProperty("tone", "strong")
        middle.addWidget(self.title)
        middle.addWidget(area, 1)
        middle.addWidget(self.problems)
        columns = QHBoxLayout()
        columns.setSpacing(step(self, 1.5))
        columns.addLayout(left, 3)
        columns.addLayout(middle, 5)
        columns.addWidget(self.frame, 4)
        column = QVBoxLayout(self)
        spread(column, self, margin=1.5, spacing=1)
        column.addWidget(self.verdict)
        column.addLayout(columns, 1)
        column.addWidget(self.buttons)
        resize_within(self, step(self, 186), step(self, 92))

    # the steps ---------------------------------------------------------------------------------------

    def _fill(self, row: int) -> None:
        """List the steps, this row selected."""
        self.steps = list(linked(self.steps, chain_of(self._controller.plan)))
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for place, job in enumerate(self.steps):
            item = QListWidgetItem(phrases.step_row(place + 1, job.kind, self._words), self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked if job.off else Qt.CheckState.Checked)
            item.setToolTip(self._words.say(N_("Clear the box to switch the step off.")))
        self.list.blockSignals(blocked)
        self.list.setCurrentRow(min(row, len(self.steps) - 1))
        self._on_row()

    @property
    def _row(self) -> int:
        return self.list.currentRow()

    @Slot()
    def _on_row(self) -> None:
        row, some = self._row, bool(self.steps) and self._row >= 0
        self.up.setEnabled(some and row > 0)
        self.down.setEnabled(some and row < len(self.steps) - 1)
        self.remove.setEnabled(some and len(self.steps) > 1)
        self.use.setEnabled(bool(self.steps))
        self._show_offered()
        self._show_form()

    def _show_form(self) -> None:
        for form in self._forms.values():
            form.hide()
        opened = self._controller.opened
        if not self.steps or self._row < 0 or opened is None:
            self.title.setText("")
            return
        job = self.steps[self._row]
        self.title.setText(phrases.step_title(job.kind, self._words))
        if job.kind not in self._forms:
            self._forms[job.kind] = self._made_form(job.kind)
        form = self._forms[job.kind]
        choices = offered(job.params, opened, self._levels, self._words)
        form.show_params(shown_params(job.params, opened.data), choices)
        form.show()

    def _made_form(self, kind: str) -> SettingsForm:
        form = SettingsForm(method_of(kind), self._words)
        form.changed.connect(self._on_changed)
        form.refused.connect(self._refuse)
        self._form_column.insertWidget(0, form)
        return form

    @Slot(QListWidgetItem)
    def _on_item(self, item: QListWidgetItem) -> None:
        row = self.list.row(item)
        off = item.checkState() == Qt.CheckState.Unchecked
        self._put(row, self.steps[row].model_copy(update={"off": off}))

    @Slot(object)
    def _on_changed(self, fields: dict[str, object]) -> None:
        job = self.steps[self._row]
        given = {key: value for key, value in fields.items() if key != "secret"}
        if not given:
            return
        given = dict(changed(job.params, given))
        try:
            params = type(job.params).model_validate(job.params.model_dump() | given)
        except ValidationError as failure:
            self._refuse(spec_problems(failure, given, "params"))
            return
        self._put(self._row, job.model_copy(update={"params": params}))

    def _put(self, row: int, job: Job) -> None:
        self.steps[row] = job
        self._fill(row)
        self._measure()

    @Slot()
    def _on_add(self) -> None:
        kind, opened = self.method.currentData(), self._controller.opened
        if opened is None:
            return
        name = free_name(kind, {job.name for job in (*self._controller.plan.jobs, *self.steps)})
        params = begun_step(kind, opened.data, first=not self.steps)
        self.steps.append(JOB_CLASSES[kind](name=name, params=params))
        self._fill(len(self.steps) - 1)
        self._measure()

    @Slot()
    def _on_up(self) -> None:
        self._move(-1)

    @Slot()
    def _on_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        row = self._row
        self.steps[row], self.steps[row + by] = self.steps[row + by], self.steps[row]
        self._fill(row + by)
        self._measure()

    @Slot()
    def _on_remove(self) -> None:
        del self.steps[self._row]
        self._fill(self._row)
        self._measure()

    @Slot(object)
    def _on_levels(self, levels: Mapping[str, tuple[str, ...]]) -> None:
        self._levels = levels
        self._show_form()

    # the trail ---------------------------------------------------------------------------------------

    def _names(self) -> Sequence[str]:
        return [job.name for job in self.steps if not job.off]

    def _measure(self) -> None:
        self.trail = None
        self._show_offered()
        if not self.steps:
            for plot in self.plots:
                plot.show_bars((), ())
            self.frame.show_table((), (), ())
            self.verdict.notify(Mark.NONE, self._words.say(N_("Add a first step.")))
            return
        self.verdict.notify(Mark.NONE, self._words.say(N_("Applying the steps…")))
        controller = self._controller
        plan = controller.completed(controller.whole(self.drafted))
        given = self._names(), controller.base, controller.policy, controller.file_opened, self._left
        self._runner.request(work.measured(plan, *given))

    @Slot(object)
    def _on_trail(self, trail: Trail) -> None:
        self.trail, self._left, words = trail, trail.left, self._words
        self._show_offered()
        self.problems.show_problems(())
        names = [str(place) for place in range(len(trail.steps))]
        figures = [
            [one.uniques or 0 for one in trail.steps],
            [one.below or 0 for one in trail.steps],
            [one.changed or 0 for one in trail.steps],
        ]
        pictured = phrases.pictured(trail, words)
        for place, (plot, counts) in enumerate(zip(self.plots, figures, strict=True)):
            plot.setLabel("left", pictured[place][0])
            self._pictures.name(place, pictured[place][1])
            plot.show_bars(names, counts)
        self.frame.show_table(phrases.header(words), phrases.rows(trail, words), phrases.FIGURES)
        self.verdict.judge(trail.verdict, phrases.finding(trail, words), words)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._refuse(problems)
        self.verdict.notify(Mark.NONE, self._words.say(N_("The steps give no result. See the messages.")))

    @Slot(object)
    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        self.problems.show_problems(problems)

    def _show_offered(self) -> None:
        """Offer the records after a step that has been applied."""
        row = self._row
        applied = self.trail is not None and 0 <= row < len(self.steps) and not self.steps[row].off
        self.records.setEnabled(applied)

    @Slot()
    def _on_records(self) -> None:

        if self.trail is None or not self.records.isEnabled():
            return
        number = sum(not job.off for job in self.steps[: self._row + 1])
        title = phrases.step_row(number, self.steps[self._row].kind, self._words)
        title = self._words.say(N_("Records before and after: {step}"), step=title)
        comparing = of_trail(self.trail, number)
        self.records_dialog = RecordsDialog(title, comparing, self._jobs, self._words, self)
        self.records_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.records_dialog.finished.connect(self._forget_records)
        self.records_dialog.open()

    @Slot(int)
    def _forget_records(self, _result: int) -> None:
        self.records_dialog = None

    # the end -----------------------------------------------------------------------------------------

    @Slot()
    def _accept(self) -> None:
        label = self._words.say(N_("Steps of protection"))
        self._controller.settle()
        self._controller.change_plan(label, self.drafted)
        if self.trail is not None:
            last = next(job for job in self._controller.plan.jobs if job.name == self._names()[-1])
            key = verdict_key(self._controller, last)
            self._controller.verdicts.note(last.name, self.trail.verdict, key)
        self.accept()
