"""The exports of the tab: the protected file and the report, saved beside the window; and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.engine.data.formats import ending_of
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, key_files
from sdc_desktop.engine.plan import Plan, params_of
from sdc_desktop.engine.plan_secrets import ORDER
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.outputs import output_problems
from sdc_desktop.project.chain import active_steps, chain_of, has_steps
from sdc_desktop.ui.dialogs.site_command import SiteCommandDialog
from sdc_desktop.ui.jobs import Job, JobManager, Work
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.questions.question import with_job
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from sdc_desktop.ui.tabs.microdata.anopi.work import Written, write
from sdc_desktop.ui.tabs.microdata.pipeline.work import measured, written
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob
from sdc_desktop.ui.tabs.microdata.write_dialog import JUDGING, WriteDialog
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.verdicts.verdict import verdict_text
from sdc_desktop.words.words import escaped_line

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.running.writing import WrittenFile
    from sdc_desktop.engine.strategies.trail import Trail
    from sdc_desktop.engine.verdict import Verdict

AT_SITE = N_("Not judged: the steps need the records. The run at the site judges them.")


class Exports(QObject):
    """What the bar's buttons write: the protected file, and the report."""

    def __init__(
        self,
        presenter: MicrodataPresenter,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._presenter = presenter
        self._controller = controller
        self._words = words
        self._jobs = jobs
        self._target = Path()  # the file written last
        self._is_ready = False
        self._judging: Job | None = None  # finds the verdict on the file that would be written
        self._requested: tuple[str, str] | None = None  # the job and its key, while that is under way
        controller.project_begun.connect(self._drop)
        self.dialog: WriteDialog | None = None
        self.site_dialog: SiteCommandDialog | None = None
        self.report = Reports(controller, jobs, presenter.settled_plan, words, parent)
        self.write_button = QPushButton(words.say(N_("E&xport…")))
        self.write_button.setProperty("weight", "primary")
        self.write_button.clicked.connect(self.ask_write)

    def show_ready(self, ready: bool) -> None:
        """Whether there is something to write."""
        self._is_ready = ready
        self.write_button.setEnabled(ready and self._judging is None)
        label = N_("Save &plan…") if self._counted else N_("E&xport…")
        self.write_button.setText(self._words.say(label))
        self.report.show_ready(ready)

    @property
    def _counted(self) -> bool:
        opened = self._controller.opened
        return opened is not None and opened.counted is not None

    def write(self, target: Path, output: OutputSpec, secret: str | None = None) -> Job | None:
        """Export the protected file in the background; the outcome is shown above the buttons. `secret`:
        another one for the order.
        """
        problems = self._output_problems(output)
        if problems:
            self.report.report_not_written(problems)
            return None
        job = self._started(target, output, secret)
        if job is not None:
            self._target = target
            job.succeeded.connect(self._on_written)
            self.report.follow(job)
        elif refused := self._controller.refused_by_policy(self._controller.plan):
            self.report.report_not_written(refused)
        return job

    @property
    def _exported(self) -> TabJob:
        """The job whose file is exported: the last of several steps, else the tab's."""
        steps = active_steps(self._controller.plan)
        return steps[-1] if has_steps(self._controller.plan) else self._presenter.job

    def _output_problems(self, output: OutputSpec) -> tuple[Problem, ...]:
        """What the plan has against this output: a name that another job writes, or none that a file can
        have.
        """
        job = self._exported.model_copy(update={"output": output})
        found = output_problems(self._controller.whole(with_job(self._controller.plan, job)))
        return tuple(p for p in found if job.name in (p.where.job, p.params.get("name")))

    def _started(self, target: Path, output: OutputSpec, secret: str | None) -> Job | None:
        """Begin to export the file of the last step; its settings become part of the plan. None without a
        result, and where the policy forbids it.
        """
        controller, opened = self._controller, self._controller.opened
        if opened is None or self._presenter.view.stage is not Stage.READY:
            return None
        if chain_of(controller.plan) and not active_steps(controller.plan):
            return None  # all steps are switched off
        self._presenter.settle()
        job = self._exported.model_copy(update={"output": output})
        plan = with_job(controller.plan, job)
        if secret is not None:
            plan = plan.model_copy(update={"secrets": {**plan.secrets, f"{job.name}{ORDER}": secret}})
        controller.change_plan(self._words.say(N_("Protected file {name}"), name=target.name), plan)
        if controller.refused_by_policy(controller.plan):
            return None
        names, base = [one.name for one in active_steps(controller.plan)], controller.base
        recipients = recipients_of(controller, self._words)
        writing: Work
        if has_steps(controller.plan):
            plan = controller.whole_plan
            writing = written(plan, names, base, opened, target, controller.policy, recipients)
        else:
            writing = write(opened, base, job, target, recipients)
        return self._jobs.start(self._words.say(N_("Writing {name}"), name=target.name), writing)

    @Slot()
    def ask_write(self) -> None:
        """Ask where and how to export the protected file, once its verdict is known."""
        self._controller.settle()
        if self._controller.opened is not None and self._judging is None:
            self._with_verdict(self._proposed_output(), self._open)

    def _proposed_output(self) -> OutputSpec:
        """How the file would be exported by default."""
        order = "as_is" if self._counted else "random"  # the site gets the plan as it is
        return self._exported.output or OutputSpec(path="protected.csv", order=order)

    def _with_verdict(self, output: OutputSpec, then: Callable[[Verdict], None]) -> None:
        """Have the verdict on the file with this output, of the current plan; it may be found beside the
        window first.
        """
        controller = self._controller
        job = self._exported.model_copy(update={"output": output})
        plan = with_job(controller.plan, job)
        key = verdict_key(controller, job)
        known = controller.verdicts.known(job.name, key)
        if known is not None:
            then(known)
            return
        refused = controller.refused_by_policy(controller.plan)
        if refused:
            self.report.report_not_written(refused)
            return
        several = active_steps(plan) if has_steps(plan) else (job,)
        names = [one.name for one in several]
        whole = controller.completed(controller.whole(plan))
        work = measured(whole, names, controller.base, controller.policy, controller.file_opened, None)
        self._requested = job.name, key
        self._judging = self._jobs.start(self._words.say(JUDGING), work)
        self.report.follow(self._judging)
        self.report.notify(self._words.say(JUDGING))
        self.write_button.setEnabled(False)
        self._judging.succeeded.connect(self._on_judged)
        self._judging.failed.connect(self._on_refused)
        self._judging.finished.connect(self._on_judging_ended)

    @Slot(object)
    def _on_judged(self, trail: Trail) -> None:
        if self._requested is not None:
            job, key = self._requested
            assert trail.verdict is not None
            self._controller.verdicts.note(job, trail.verdict, key)

    @Slot()
    def _on_refused(self) -> None:
        """Steps that counts are not enough for are judged at the site."""
        opened = self._controller.opened
        if self._requested is not None and opened is not None and opened.counted is not None:
            self._requested = None
            self.report.notify("")
            self.report.outcome.hide()
            self._ask_site(opened, opened.counted, self._words.say(AT_SITE))

    @Slot()
    def _on_judging_ended(self) -> None:
        """Continue where the verdict was found; what has changed since then is judged again."""
        self._judging = None
        self.write_button.setEnabled(self._is_ready)
        requested, self._requested = self._requested, None
        if requested is None or self._controller.verdicts.known(*requested) is None:
            if self.dialog is not None:
                self.dialog.reject()
            return
        self.report.outcome.hide()
        if self.dialog is not None:
            self._judge_again()
        elif self._is_ready:
            self.ask_write()

    @Slot()
    def _drop(self) -> None:
        """The verdict is not wanted any more."""
        self._requested = None
        if self._judging is not None:
            self._judging.cancel()

    def _open(self, judged: Verdict) -> None:
        opened = self._controller.opened
        assert opened is not None
        if opened.counted is not None:
            self._ask_site(opened, opened.counted, verdict_text(judged, self._words))
            return
        output = self._exported.output
        name = (
            Path(output.path).name
            if output is not None
            else f"{opened.path.stem}_protected{ending_of(opened.format, opened.path.name)}"
        )
        known = self._controller.secrets().of_order(self._exported.name)
        dialog = WriteDialog(
            output_folder(opened.path.parent) / name,
            output,
            self._inputs(),
            self._output_problems,
            self._words,
            self._window,
            None if known is None else known.facts,
            _key_names(self._controller.whole_plan),
            verdict_text(judged, self._words),
        )
        dialog.chosen.connect(self._on_chosen)
        dialog.order_changed.connect(self._judge_again)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    @Slot()
    def _judge_again(self) -> None:
        """The verdict on the records in the order that the dialog has now."""
        if self.dialog is None:
            return
        self.dialog.show_verdict("")
        if self._judging is None:
            self._with_verdict(self.dialog.output, self._show_verdict)

    def _show_verdict(self, judged: Verdict) -> None:
        if self.dialog is not None:
            self.dialog.show_verdict(verdict_text(judged, self._words))

    def _ask_site(self, opened: Opened, counted: Description, verdict: str) -> None:
        """The plan for the site, where the records are."""
        proposal = output_folder(opened.path.parent) / f"{opened.path.stem}.sdcplan"
        self.site_dialog = dialog = SiteCommandDialog(
            proposal,
            opened.path.name,
            counted,
            verdict,
            self._controller.export_plan,
            self._words,
            self._window,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    def _inputs(self) -> tuple[Path, ...]:
        opened = self._controller.opened
        data = None if opened is None else opened.path
        paths = [path for path in (data, self._controller.path) if path is not None]
        for spec in self._presenter.view.hierarchies.values():
            if spec.kind == "levels":
                paths.append(self._controller.base / spec.path)
        return tuple(paths)

    @Slot(object)
    def _on_chosen(self, chosen: tuple[Path, OutputSpec, str | None]) -> None:
        self.write(*chosen)

    @Slot(int)
    def _forget_dialog(self, _result: int) -> None:
        self._drop()
        self.dialog = self.site_dialog = None

    @Slot(object)
    def _on_written(self, written: Written | WrittenFile) -> None:
        text = self._words.say_many(
            N_("Written: {name}, {number} record."),
            N_("Written: {name}, {number} records."),
            written.records,
            name=self._target.name,
        )
        notes = (noted(note, self._words) for note in written.notes)
        lines = (text, escaped_line(written.escaped, self._words), *notes)
        self.report.notify(" ".join(filter(None, lines)), written.notes)


def _key_names(plan: Plan) -> tuple[str, ...]:
    """The names of the key files that a plan's steps make."""
    prepared = (params_of(job, PREPARE) for job in plan.jobs)
    return tuple(Path(path).name for params in prepared if params is not None for path in key_files(params))
