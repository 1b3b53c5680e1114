"""The exports of the place: protected file, codebook and report, as ticked on the card Release."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, key_files
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Plan, params_of
from sdc_desktop.engine.plan_secrets import ORDER
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.running.outputs import output_problems, proposed_output
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.ui.dialogs.report import ReportView
from sdc_desktop.ui.jobs import Job
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.questions.question import with_job
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.release.settings import PLAN, ReleaseSettings, save_plan_as
from sdc_desktop.ui.tabs.microdata.release.work import Exported, Steps, Wanted, exported, paths_of_file
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.questions import ask_to_replace
from sdc_desktop.words import N_
from sdc_desktop.words.problems.problems import noted, sentence, spoken
from sdc_desktop.words.verdicts.verdict import verdict_text
from sdc_desktop.words.words import escaped_line, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description
    from sdc_desktop.engine.verdict import Verdict

AT_SITE = N_("Not judged: the steps need the records. The run at the site judges them.")
JUDGING = N_("Judging the protected file…")


class Exports(QObject):
    """What the bar's buttons do. Export leads to the card Release; there it exports what is ticked, once the
    verdict on what is on the screen is known.
    """

    changed = Signal()  # folder, ticks or output
    release_requested = Signal()
    report_requested = Signal()

    def __init__(
        self,
        presenter: MicrodataPresenter,
        tools: Tools,
        verdict: Callable[[], Verdict | None],
        view: ReportView,
        settings: ReleaseSettings,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        controller, jobs, words = tools.controller, tools.jobs, tools.words
        self._controller, self._jobs, self._words = controller, jobs, words
        self._window, self._presenter, self._view, self._settings = parent, presenter, view, settings
        self._folder: Path | None = None  # None: beside the data
        self._site_plan: Path | None = None  # the plan saved for the site
        self._ticked = {"file": True, "codebook": True, "report": True, "annex": False}
        self._why_not_ready, self._on_card = words.say(N_("No data file open")), False
        self._verdict = verdict
        self._stated: Verdict | None = None  # not safe, and stated since Export was pressed
        self._awaited = False  # what is on the screen is exported once its verdict is known
        self._running: Job | None = None
        self.report = Reports(
            controller, jobs, presenter.settled_plan, words, parent, show=self.report_requested.emit
        )
        self.report.outcome.setContentsMargins(step(parent), 0, step(parent), step(parent, 0.5))
        self.write_button = push_button(weight="primary")
        self.write_button.clicked.connect(self.ask_write)
        controller.project_begun.connect(self._forget)
        controller.steps.changed.connect(self._go_on)
        settings.folder_chosen.connect(self._on_folder)
        settings.output_changed.connect(self._on_output)
        settings.secret.chosen.connect(self._on_secret)
        self._show_button()

    # what is exported --------------------------------------------------------------------------------

    @property
    def _job(self) -> TabJob:
        """The job whose file is exported: the last step that is on."""
        steps = self._controller.steps.steps
        return steps[-1] if steps else self._presenter.job

    @property
    def output(self) -> OutputSpec:
        """How the file is exported: by the plan, else as proposed."""
        output = self._job.output or proposed_output(self._controller.plan)
        shuffled = self._controller.persons.found.repeat and not method_of(self._job.kind).own_order
        return output.model_copy(update={"order": "random"}) if shuffled and output.order is None else output

    @property
    def folder(self) -> Path:
        """The folder of the exported files."""
        return self._folder or output_folder(self._controller.data_folder)

    @property
    def target(self) -> Path:
        """The protected file."""
        return self.folder / Path(self.output.path).name

    @property
    def _report_path(self) -> Path:
        opened = self._controller.opened
        return self.folder / f"{'risk' if opened is None else opened.path.stem}_report.pdf"

    def name_of(self, file: str) -> str:
        """The name of one of the files that can be ticked."""
        names = {
            "file": self.target.name,
            "codebook": f"{self.target.name}.codebook.html",
            "report": self._report_path.name,
        }
        return names.get(file, f"{self._report_path.stem}-annex")

    def is_ticked(self, file: str) -> bool:
        """Whether a file is exported."""
        return self._ticked[file] and self.can_tick(file)

    def can_tick(self, file: str) -> bool:
        """A codebook belongs to a file, annex files to a report."""
        needed = {"codebook": "file", "annex": "report"}.get(file)
        return needed is None or self._ticked[needed]

    @Slot(object)
    def tick(self, ticked: tuple[str, bool]) -> None:
        """Export a file, or not."""
        file, on = ticked
        self._ticked[file] = on
        self._view.annex.setChecked(self.is_ticked("annex"))
        self._show_button()
        self.changed.emit()

    def steps(self) -> Steps:
        """The steps whose file is exported, and what is known of them."""
        controller = self._controller
        steps, file = controller.steps, controller.file_opened
        assert file is not None
        names = tuple(job.name for job in steps.steps)
        plan = controller.completed(controller.whole(controller.plan))
        trail = steps.trail if steps.current else None
        left = None if steps.trail is None else steps.trail.left
        return Steps(plan, names, controller.base, controller.policy, file, trail, left)

    @property
    def sampled(self) -> str:
        """Why nothing is exported from a sample for trial; empty where the data are none."""
        opened = self._controller.opened
        try:
            refuse_sampled(() if opened is None else opened.notes, "")
        except Refused as refusal:
            return spoken(refusal.problems[0], self._words)
        return ""

    @property
    def _counted(self) -> Description | None:
        opened = self._controller.opened
        return None if opened is None else opened.counted

    # showing -----------------------------------------------------------------------------------------

    def show_ready(self, why: str) -> None:
        """Why there is nothing to write; empty where there is something."""
        self._why_not_ready = why
        self.report.show_ready(not why)
        self._show_button()

    def look(self, on_card: bool) -> None:
        """Whether the card Release is chosen."""
        self._on_card = on_card
        self._awaited = self._awaited and on_card
        self._stated = None
        self._show_button()

    def _show_button(self) -> None:
        say, number = self._words.say, sum(map(self.is_ticked, self._ticked))
        text = say(N_("E&xport…"))
        if self._counted is not None:
            text = say(N_("Save &plan…"))
        elif self._on_card and number:
            text = self._words.say_many(N_("E&xport {number} file"), N_("E&xport {number} files"), number)
        self.write_button.setText(text)
        why = self._why_not_ready
        if not why and self._on_card and self._counted is None:
            why = self.objection or ("" if number else say(N_("Tick a file to export.")))
        self.write_button.setToolTip(why)
        busy = self._awaited or self._running is not None
        self.write_button.setEnabled(not why and not busy)

    def show_settings(self) -> None:
        """Show how the file is exported, or what the site gets."""
        opened, counted = self._controller.opened, self._counted
        self._show_unsafe()
        if opened is not None and counted is not None:
            key = verdict_key(self._controller, self._job)
            known = self._controller.verdicts.known(self._job.name, key)
            verdict = self._words.say(AT_SITE) if known is None else verdict_text(known, self._words)
            self._settings.show_site(self._plan_path, opened.path.name, counted, verdict)
            self._show_button()
            return
        self._settings.show_site(None, "", None, "")
        secret = self._controller.secrets().of_order(self._job.name)
        output = self.output.model_copy(update={"path": self.target.name or self.output.path})
        self._settings.show_output(self.folder, output, None if secret is None else secret.facts)
        self._settings.show_note(self.objection or self._remark)
        self._show_button()

    @property
    def _remark(self) -> str:
        say, there = self._words.say, [path.name for path in self._paths if _is_there(path)]
        if there:
            return say(N_("{name} already exists and will be replaced."), name=there[0])
        if self.target.suffix.casefold() == ".xpt":
            return say(N_("A SAS transport file: SAS reads it. SAS data sets (.sas7bdat) cannot be written."))
        return ""

    @property
    def objection(self) -> str:
        """Why the files cannot be exported as the settings are; empty where they can."""
        opened = self._controller.opened
        return "" if opened is None else self._objection(self.target, self.output)

    def _objection(self, target: Path, output: OutputSpec) -> str:
        say = self._words.say
        if sampled := self.sampled:
            return sampled
        if not target.name:
            return say(N_("Enter a file name."))
        keys = _key_names(self._controller.whole_plan)
        beside = [name for name in keys if _is_there(target.parent / name)]
        if beside:
            return say(N_("The key file {name} is in this folder. Choose another folder."), name=beside[0])
        for problem in self._output_problems(output.model_copy(update={"path": target.name})):
            text = sentence(problem, self._words)
            return say(N_("{message} – {remedy}."), message=text.message, remedy=text.remedy)
        inputs = [path.resolve() for path in self._inputs()]
        for written in self._paths:
            if written.resolve() in inputs:
                return say(N_("{name} is an input file. Choose another name."), name=written.name)
        if _is_there(target, Path.is_dir):
            return say(N_("{name} is a folder. Choose a file name."), name=target.name)
        if not _is_there(target.absolute().parent, Path.is_dir):
            return say(N_("The folder {name} does not exist."), name=str(target.parent))
        return ""

    @property
    def _paths(self) -> tuple[Path, ...]:
        """The files that are exported."""
        found: tuple[Path, ...] = ()
        if self.is_ticked("file") and self.target.name:
            found = paths_of_file(self.target, codebook=self.is_ticked("codebook"))
        return (*found, self._report_path) if self.is_ticked("report") else found

    def _inputs(self) -> list[Path]:
        opened = self._controller.opened
        data = None if opened is None else opened.path
        paths = [path for path in (data, self._controller.path) if path is not None]
        for spec in self._presenter.view.hierarchies.values():
            if spec.kind == "levels":
                paths.append(self._controller.base / spec.path)
        return paths

    def _output_problems(self, output: OutputSpec) -> tuple[Problem, ...]:
        """What the plan has against this output: a name that another job writes, or none that a file can
        have.
        """
        job = self._job.model_copy(update={"output": output})
        found = output_problems(self._controller.whole(with_job(self._controller.plan, job)))
        return tuple(p for p in found if job.name in (p.where.job, p.params.get("name")))

    # settings ----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_folder(self, folder: Path) -> None:
        self._folder = folder
        self.changed.emit()

    @Slot(object)
    def _on_output(self, fields: dict[str, object]) -> None:
        if fields.get("path") == "":
            self.changed.emit()
            return
        self._change(self.output.model_copy(update=fields))
        self.changed.emit()

    def _change(self, output: OutputSpec) -> None:
        """How the file is exported becomes part of the plan: one change."""
        label = self._words.say(N_("Protected file {name}"), name=Path(output.path).name)
        job = self._job.model_copy(update={"output": output})
        self._controller.change_plan(label, with_job(self._controller.plan, job))

    @Slot(object)
    def _on_secret(self, digits: str) -> None:
        self._controller.set_secret(f"{self._job.name}{ORDER}", digits)
        self.changed.emit()

    # exporting ---------------------------------------------------------------------------------------

    @Slot()
    def ask_write(self) -> None:
        """Lead to the card Release; on it export what is ticked, or save the plan for the site."""
        self._controller.settle()
        if self._controller.opened is None:
            return
        if not self._on_card:
            self.release_requested.emit()
        elif self._counted is not None:
            path = save_plan_as(self._plan_path, self._controller.export_plan, self._words, self._window)
            if path is not None:
                self._on_plan_saved(path)
        elif self.write_button.isEnabled():
            if self._ticked["file"] and self._job.output is None:
                self._change(self.output)
            self._awaited = True
            self._go_on()

    @property
    def _plan_path(self) -> Path:
        opened = self._controller.opened
        stem = "plan" if opened is None else opened.path.stem
        return self._site_plan or self.folder / f"{stem}{PLAN}"

    def _on_plan_saved(self, path: Path) -> None:
        self._site_plan = path
        self.report.report_written(path)
        self.changed.emit()

    @Slot()
    def _go_on(self) -> None:
        """Export once the steps on the screen have been applied and judged."""
        steps = self._controller.steps
        if not self._awaited:
            return
        if steps.problems or not steps.steps:
            self._awaited = False
            self.report.report_not_written(steps.problems)
        elif steps.current:
            self._awaited = False
            if self._is_stated():
                self._export()
        else:
            self.report.notify(self._words.say(JUDGING))
        self._show_button()

    def _is_stated(self) -> bool:
        """Whether the file is exported now: one that is not safe only after that was stated on the card."""
        verdict, stated = self._verdict() if self.is_ticked("file") else None, self._stated
        unagreed = verdict is not None and verdict.grade is Grade.UNSAFE and verdict != stated
        self._stated = verdict if unagreed else None  # each export is agreed to on its own
        self._show_unsafe()
        return not unagreed

    def _show_unsafe(self) -> None:
        """Say plainly on the card that the file is not safe, and once Export was pressed, what exports it."""
        verdict, say, text = self._verdict() if self.is_ticked("file") else None, self._words.say, ""
        if verdict is not None and verdict.grade is Grade.UNSAFE:
            text = say(N_("The verdict on this file is: not safe."))
            if verdict == self._stated:
                text += " " + say(N_("Press Export again to export it all the same."))
        self._settings.show_unsafe(text)

    def _export(self) -> None:
        refused = self._controller.refused_by_policy(self._controller.plan)
        if refused:
            self.report.report_not_written(refused)
            return
        there = [path.name for path in self._paths if _is_there(path)]
        if there and not ask_to_replace(listed(tuple(there), self._words), self._words, self._window):
            return
        report, make, annex = None, None, None
        if self.is_ticked("report"):
            report, shown = self._report_path, self._view.preview
            make = self._view.work() if shown is None else lambda _context: shown
            annex = report.with_name(self.name_of("annex")) if self.is_ticked("annex") else None
        target = self.target if self.is_ticked("file") else None
        self._start(Wanted(target, self.is_ticked("codebook"), report, make, annex))

    def _start(self, wanted: Wanted) -> None:
        name = next(path.name for path in (wanted.target, wanted.report) if path is not None)
        work = exported(self.steps(), wanted, recipients_of(self._controller, self._words))
        job = self._jobs.start(self._words.say(N_("Writing {name}"), name=name), work, self._on_exported)
        self.report.follow(job)
        self._running = job
        job.finished.connect(self._on_ended)
        self._show_button()

    @Slot()
    def _on_ended(self) -> None:
        self._running = None
        self._show_button()
        self.changed.emit()

    @Slot(object)
    def _on_exported(self, found: Exported) -> None:
        names = listed(found.names, self._words)
        written = found.written
        if written is None:
            self.report.notify(self._words.say(N_("Written: {name}."), name=names))
            return
        text = self._words.say_many(
            N_("Written: {name}, {number} record."),
            N_("Written: {name}, {number} records."),
            written.records,
            name=names,
        )
        notes = (noted(note, self._words) for note in written.notes)
        lines = (text, escaped_line(written.escaped, self._words), *notes)
        self.report.notify(" ".join(filter(None, lines)), written.notes)

    def take_over(self, other: Exports) -> None:
        """Continue for another window: where files are exported, and which."""
        self._folder, self._site_plan = other._folder, other._site_plan
        for file, on in other._ticked.items():
            self.tick((file, on))

    @Slot()
    def _forget(self) -> None:
        """Another project: its folder and files are others."""
        self._awaited, self._folder, self._site_plan = False, None, None
        self._ticked = {"file": True, "codebook": True, "report": True, "annex": False}
        self._view.annex.setChecked(False)


def _key_names(plan: Plan) -> tuple[str, ...]:
    """The names of the key files that a plan's steps make."""
    prepared = (params_of(job, PREPARE) for job in plan.jobs)
    return tuple(Path(path).name for params in prepared if params is not None for path in key_files(params))


def _is_there(path: Path, question: Callable[[Path], bool] = Path.exists) -> bool:
    """Whether a path is there; of one that is too long for the system Python raises an error."""
    try:
        return question(path)
    except OSError:
        return False
