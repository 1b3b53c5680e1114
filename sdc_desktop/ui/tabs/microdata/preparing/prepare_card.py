"""The card Prepare: actions that make the records fit for the work, tried on the real records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.write import write_key
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams, key_files
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.methods.preparing.prepare.changes import Changes
from sdc_desktop.engine.methods.preparing.prepare.engine import Prepared, PrepareResult
from sdc_desktop.engine.methods.preparing.prepare.outline import Variables, after
from sdc_desktop.engine.output.files import refuse_changed
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.running.preparation import prepare_job, prepare_name, with_prepare
from sdc_desktop.engine.source import Source
from sdc_desktop.project.prepared import without_prepare
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.sheets.prepare import sheet
from sdc_desktop.sheets.sheet import About, read_by, running_text
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.data_reader import DATA_FILES
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.microdata.preparing.prepare_form import PrepareForm
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.message_area import MessageArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, without_letter
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken

_STEP = re.compile(r"params\.steps\[(\d+)\]")


@dataclass(frozen=True)
class Preview:
    """What the steps did up to the first that was refused, and what stopped them."""

    params: PrepareParams
    result: PrepareResult | None = None  # None where the first step was refused
    changes: tuple[Changes, ...] = ()  # the first of each step
    problems: tuple[Problem, ...] = ()


@as_work
def preview(context: JobContext, file: Opened, params: PrepareParams, job: str, base: Path) -> Preview:
    """Work that applies the steps to the file's records, drawing as the job of that name does. Where a step
    is refused, those before it count. Second files are found from the folder `base`.
    """
    own = context.of_job(job)
    changes: list[Changes] = []
    try:
        done = _taken(file, params, base, own, changes)
    except Refused as refusal:
        number = _place(refusal.problems[0])
        if not number:
            return Preview(params, problems=refusal.problems)
        before = params.model_copy(update={"steps": params.steps[:number]})
        changes.clear()
        done = _taken(file, before, base, own, changes)
        found = prepare.decide(before, done, own)
        return Preview(params, found, tuple(changes), refusal.problems)
    return Preview(params, prepare.decide(params, done, own), tuple(changes))


@as_work
def key_work(
    context: JobContext,
    file: Opened,
    params: PrepareParams,
    job: str,
    base: Path,
    key: str,
    target: Path,
    kept: tuple[Path, ...],
    protected: tuple[str, ...] = (),
) -> Path:
    """Work that exports one table of keys to `target`, with the bytes of a batch run. Another file there is
    never overwritten. Files of the names `protected` must not be beside it.
    """
    if target.exists() or any(path.resolve() == target.resolve() for path in kept):
        raise Refused(error("prepare.key_exists", Place(file=target.name), path=target.name))
    if any((target.parent / name).exists() for name in protected):
        raise Refused(error("prepare.key_beside_data", Place(file=target.name), path=target.name))
    done = _taken(file, params, base, context.of_job(job))
    refuse_changed(file.files)
    write_key(target, prepare.key_files_of(done)[key], context)
    return target


def _taken(
    file: Opened,
    params: PrepareParams,
    base: Path,
    context: JobContext,
    changes: list[Changes] | None = None,
) -> Prepared:
    return prepare.counts(params, Source(file.data, {}, base, file.dialect), context, changes)


_REST_MS = 250


class PrepareCard(QWidget):
    """The actions of the plan's prepare job, and what they do. Each change that is complete and can be
    applied becomes the plan's, as one change; the file itself is never changed.
    """

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._words = words
        self._file: Opened | None = None
        self._shown: Preview | None = None
        self._taken: object = None  # the actions of the plan that are shown
        say = words.say
        self.form = PrepareForm(words)
        self.settings = self.form.settings
        for part in (self, self.settings):
            part.setProperty("helpPage", PREPARE.kind)
        self.total = plain_label(tone="strong")
        self.message = MessageArea(say(N_("Messages about the actions")))
        self.key = QPushButton(without_letter(say(N_("Export &key…"))))
        self.back = QPushButton(without_letter(say(N_("Revert to &file records"))))
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._drafts = DraftRunner(jobs, self)
        self._keys = DraftRunner(jobs, self)
        self._lay_out()
        self._connect()
        self.follow()

    def _lay_out(self) -> None:
        last = beside(self, (self.total, 1), self.back, self.key, spacing=1)
        fill(self, (self.form, 1), self.message, last, margin=1, spacing=1)

    def _connect(self) -> None:
        self.form.changed.connect(self._on_changed)
        self.form.refused.connect(self._on_refused)
        self.form.file_requested.connect(self._ask_file)
        self._rest.timeout.connect(self._look)
        self._drafts.answered.connect(self._on_preview)
        self._drafts.failed.connect(self._on_refused)
        self._keys.answered.connect(self._on_key)
        self._keys.failed.connect(self._on_refused)
        self.back.clicked.connect(self._on_back)
        self.key.clicked.connect(self._ask_key)
        controller = self._controller
        for signal in (controller.plan_changed, controller.data_opened, controller.data_closed):
            signal.connect(self.follow)
        controller.settle_requested.connect(self.form.settle)

    @property
    def _name(self) -> str:
        job = self._job
        return prepare_name(self._controller.whole_plan) if job is None else job.name

    @property
    def _job(self) -> MethodJob[PrepareParams] | None:
        return prepare_job(self._controller.whole_plan)

    @Slot()
    def follow(self) -> None:
        """Show the actions of the plan, unless those shown became the plan's."""
        file, job = self._controller.file_opened, self._job
        steps = () if job is None else job.params.steps
        other = file is not None and (self._file is None or file.sha256 != self._file.sha256)
        self.back.setVisible(job is not None)
        if not other and steps == self._taken:
            self._file = file
            return
        self._drop()
        self._file, self._taken = file, steps
        if file is not None:
            self.form.begin(file.data)
            self.form.show_steps(steps)
            self._look()

    def _drop(self) -> None:
        self._rest.stop()
        self._drafts.drop()
        self._keys.drop()
        self._shown = None

    # what the steps do -------------------------------------------------------------------------------

    @property
    def shown(self) -> Preview | None:
        """What is known of the current steps; None while it is being detected."""
        return None if self._rest.isActive() or self._drafts.busy else self._shown

    @Slot()
    def _on_changed(self) -> None:
        self._show(stale=True)
        self._rest.start()

    @Slot()
    def _look(self) -> None:
        self._rest.stop()
        params = self.form.params
        if params is None or self._file is None:
            self._drafts.drop()
            self._shown = None
            self._show(stale=False)
            self._take(None)
            return
        self._show(stale=True)
        self._drafts.request(preview(self._file, params, self._name, self._controller.base))

    @Slot()
    def _ask_file(self) -> None:
        title, filters = self._words.say(N_("Second file")), self._words.say(DATA_FILES)
        folder = str(self._controller.data_folder)
        name, _ = QFileDialog.getOpenFileName(self, title, folder, filters)
        if name:
            self.form.set_file(relative_path(Path(name), self._controller.base))

    @Slot(object)
    def _on_preview(self, found: Preview) -> None:
        self._shown = found
        self._show(stale=self._rest.isActive())
        if not self._rest.isActive() and not found.problems and self.form.complete:
            self._take(found.params)

    def _take(self, params: PrepareParams | None) -> None:
        """Make these actions the plan's: one change; None: none."""
        controller, job = self._controller, self._job
        if self._file is None or (self.form.editors and params is None):
            return
        plan, say = controller.whole_plan, self._words.say
        self._taken = () if params is None else params.steps
        if params is None and job is not None:
            controller.change_whole_plan(say(N_("Revert to original records")), without_prepare(plan))
        elif params is not None and (job is None or params.steps != job.params.steps):
            given = _with_declared(params, job, self._file.data.variables)
            made = JOB_CLASSES[PREPARE.kind](name=self._name, params=given)
            if job is not None:
                made = job.model_copy(update={"params": given})
            controller.change_whole_plan(say(N_("Prepare records")), with_prepare(plan, made))

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.message.set_text("\n".join(spoken(one, self._words) for one in problems))

    def _show(self, *, stale: bool) -> None:
        found = self._shown
        steps = () if found is None else found.params.steps
        figures = () if found is None or found.result is None else found.result.steps
        self.form.show_figures(steps, figures, stale)
        self.form.show_changes(() if found is None else found.changes, stale)
        good = found is not None and not found.problems and not stale and self.form.complete
        self.key.setVisible(found is not None and bool(key_files(found.params)))
        self.key.setEnabled(good)
        self.total.setText(self._total(found, stale))
        self.total.setEnabled(not stale)
        if stale:
            return
        lines = [] if found is None else [_of_step(one, self._words) for one in found.problems]
        if not lines and self.form.editors and not self.form.complete:
            lines = [self._words.say(N_("An action is incomplete. Fill in its fields or remove it."))]
        self.message.set_text("\n".join(lines))

    def _total(self, found: Preview | None, stale: bool) -> str:
        words = self._words
        if self._file is None:
            return ""
        data = self._file.data
        if found is None or found.result is None:
            return words.say(
                N_("{records} and {variables} in the file."),
                records=words.say_many(N_("{number} record"), N_("{number} records"), data.records),
                variables=words.say_many(N_("{number} variable"), N_("{number} variables"), len(data.names)),
            )
        about = About(found.params, found.result, read=data.variables)
        return running_text(read_by("window", sheet(about, words)))

    # the key -----------------------------------------------------------------------------------------

    @Slot()
    def _ask_key(self) -> None:
        found = self.shown
        if found is None or self._file is None:
            return
        key = key_files(found.params)[0]
        folder = output_folder(self._file.path.parent)
        title = self._words.say(N_("Export the key of {names}"), names=key)
        options = QFileDialog.Option.DontConfirmOverwrite  # another file is never written over
        name, _ = QFileDialog.getSaveFileName(
            self, title, str(folder / Path(key).name), "*.csv", options=options
        )
        if name:
            self.write_key(key, Path(name))

    def write_key(self, key: str, target: Path) -> None:
        """Write a table of keys beside the window."""
        if self._shown is not None and self._file is not None:
            kept, outputs = (self._file.path,), _protected(self._controller.whole_plan)
            params = self._shown.params
            base = self._controller.base
            self._keys.request(key_work(self._file, params, self._name, base, key, target, kept, outputs))

    @Slot(object)
    def _on_key(self, target: Path) -> None:
        self.message.set_text(self._words.say(N_("Written: {name}."), name=target.name))

    @Slot()
    def _on_back(self) -> None:
        plan = without_prepare(self._controller.whole_plan)
        self._controller.change_whole_plan(self._words.say(N_("Revert to original records")), plan)


def _protected(plan: Plan) -> tuple[str, ...]:
    """The names of the files that the jobs of a plan write."""
    outputs = (output_of(job) for job in plan.jobs)
    return tuple(Path(output.path).name for output in outputs if output is not None)


def _with_declared(
    params: PrepareParams, job: MethodJob[PrepareParams] | None, variables: Variables
) -> PrepareParams:
    """The steps with what was said before of the variables that they still leave."""
    if job is None:
        return params
    for one in params.steps:
        variables = after(one, variables)
    names = {v.name for v in variables}
    specs = {name: spec for name, spec in job.params.variables.items() if name in names}
    hierarchies = {name: spec for name, spec in job.params.hierarchies.items() if name in names}
    return params.model_copy(update={"variables": specs, "hierarchies": hierarchies})


def _of_step(problem: Problem, words: Words) -> str:
    """A problem with the number of its step, for the list numbers them from 1."""
    text, place = spoken(problem, words), _place(problem)
    return text if place is None else words.say(N_("Action {number}: {text}"), number=place + 1, text=text)


def _place(problem: Problem) -> int | None:
    """The place of the step that a problem is about, from 0; None where it is about none."""
    found = _STEP.match(problem.where.key or "")
    return None if found is None else int(found[1])
