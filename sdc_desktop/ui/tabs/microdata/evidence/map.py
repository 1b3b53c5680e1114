"""The R-U map: all levels, techniques and earlier steps on one map, by the user's points and alpha."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.experiments.ru_map import RU_MAP, RuMapParams
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.tabs.microdata.evidence.ru_work import RuFound, compared, spec_of, techniques
from sdc_desktop.ui.tabs.microdata.page_job import PageJob, refusal_text
from sdc_desktop.ui.tabs.microdata.tab_job import anopi_job, job_in, tab_job
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.plan import Job
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.ui.jobs import JobManager
    from sdc_desktop.ui.project.project_controller import ProjectController

_MOST_STEPS = 6  # of the history that are carried through
_MOST_DOTS = 3000


class MapPage(EvidencePage):
    """Compares on request, because every strategy is carried through; a click shows what a point is."""

    levels_requested = Signal(object)  # {variable: steps above "as is"}
    title = N_("R-U map")
    measures = RU_MAP.kind
    tall = True

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        say = words.say
        self._controller = controller
        self._known: object = None
        self._refused: tuple[object, str] | None = None  # what was asked, and why there is no answer
        self.found: RuFound | None = None
        self._dots: list[int] = []  # numbers of the points of the cloud that are drawn
        self._rows: Sequence[Sequence[str]] = ()
        self.job = PageJob(jobs, self)
        self.form = SettingsForm(RU_MAP, words, pairs=2)
        self.plot = RuPlot(
            say(N_("Average re-identification risk, %")),
            say(N_("Utility (information retained), %")),
            say(N_("ANOPI's optimum")),
            say(N_("tolerable")),
        )
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Risk–utility map")))
        self.compare, self.use = QPushButton(say(N_("&Compare"))), QPushButton(say(N_("Use these &levels")))
        self.use.setEnabled(False)
        self.report = QPushButton(say(N_("Add to the &report")))
        for button in (self.use, self.report):
            button.setProperty("scale", "small")
            button.setProperty("weight", "quiet")
        self.frame.foot.add(self.use, 0)
        self.frame.foot.add(self.report, 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.form)
        column.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.frame, 1)
        self.form.changed.connect(self._on_changed)
        self.compare.clicked.connect(self._on_compare)
        self.use.clicked.connect(self._on_use)
        self.report.clicked.connect(self._on_report)
        self.plot.selected.connect(self._on_selected)
        self.plot.requested.connect(self._on_use)
        self.frame.row_selected.connect(self._on_selected)
        self.frame.row_requested.connect(self._on_use)
        self.job.found.connect(self._on_found)
        self.job.failed.connect(self._on_failed)
        self.job.changed.connect(self._show_state)
        controller.history_changed.connect(self._on_history)

    @property
    def _params(self) -> RuMapParams:
        plan, policy = self._controller.plan, self._controller.policy
        params: RuMapParams = measure_params(plan, RU_MAP, RuMapParams(), policy)
        return params

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was compared is still of the current settings."""
        self.form.show_params(self._params, Choices())
        self.report.setVisible(measure_job(self._controller.plan, RU_MAP) is None)
        if self.job.running and self.job.key != self._key():
            self.job.stop()
        self._show_state()

    # inside ------------------------------------------------------------------------------------------

    def _anopi_params(self) -> AnopiParams:
        """The user's points and alpha: those last given to ANOPI."""
        project = self._controller.seen_project
        plans = (self._controller.plan, *(s.plan for s in reversed(project.history[: project.position])))
        known = next((job for job in map(anopi_job, plans) if job is not None), None)
        if known is None:
            return begun(AnopiParams(), self._controller.policy)
        return known.params

    def _jobs(self) -> list[tuple[str, str, Job | None]]:
        """What is carried through: a short name for the map, a long one for the table, the job."""
        from sdc_desktop.engine.strategies.strategies import COMPARABLE
        from sdc_desktop.words.risk import ru_tab

        words, project = self._words, self._controller.seen_project
        now = job_in(self._controller.plan, self._controller.policy)
        found: list[tuple[str, str, Job | None]] = [(ru_tab.as_is(words), ru_tab.as_is(words), None)]
        if now.kind in COMPARABLE:
            found.append((ru_tab.now(words), ru_tab.now(words), now))
        for code, job in techniques(self._anopi_params()):
            name = words.say(ru_tab.TECHNIQUES[code])
            found.append((name, name, job))
        jobs = [now.model_copy(update={"name": "", "output": None})]
        data = self._controller.plan.data
        for kept in project.strategies:  # those on other data or other roles are compared in their own window
            own = tab_job(kept.plan)
            if own is not None and own.kind in COMPARABLE and kept.plan.data == data:
                jobs.append(own.model_copy(update={"name": "", "output": None}))
                found.append((kept.name, ru_tab.strategy_name(kept.name, words), own))
        most = len(found) + _MOST_STEPS
        for number in range(project.position, 0, -1):
            step = project.history[number - 1]
            own = tab_job(step.plan)
            if own is None or own.kind not in COMPARABLE or len(found) >= most:
                continue
            plain = own.model_copy(update={"name": "", "output": None})
            if plain not in jobs:
                jobs.append(plain)
                found.append((str(number), ru_tab.step_name(number, step.label, words), own))
        return found

    def _key(self) -> object:
        opened, plan = self._controller.opened, self._controller.plan
        if opened is None or plan.data is None:
            return None
        base = self._controller.base  # saving moves paths, not the files that they mean
        hierarchies = sorted(
            (name, str((base / spec.path).resolve()) if spec.kind == "levels" else "", _plain(spec))
            for name, spec in plan.data.hierarchies.items()
        )
        jobs = [_plain(job) if job is not None else "" for _, _, job in self._jobs()]
        return data_key(opened), str(hierarchies), self._params.model_dump_json(), tuple(jobs)

    def _up_to_date(self) -> bool:
        return self.found is not None and self._known == self._key()

    @Slot()
    def _show_state(self) -> None:
        say, running = self._words.say, self.job.running
        texts = N_("Dra&w the map") if self.found is None else N_("Dra&w the map again")
        self.compare.setText(say(N_("&Stop") if running else texts))
        self.compare.setVisible(running or not self._up_to_date())
        self.compare.setProperty("weight", "" if running or self.found else "primary")
        self.compare.style().polish(self.compare)
        self.frame.setEnabled(self._up_to_date())
        if running:
            self._report_line(say(N_("Applying every strategy to the records…")))
        elif self._refused is not None and self._refused[0] == self._key():
            self._report_line(self._refused[1])
        elif self.found is None:
            self._report_line(
                say(
                    N_(
                        "Plots every combination of levels; recoding, microaggregation and generalisation "
                        "for your points; and your steps so far."
                    )
                )
            )
        elif not self._up_to_date():
            self._report_line(say(N_("Settings have changed since this map was drawn.")))
        else:
            self._show_best()

    def _show_best(self) -> None:
        from sdc_desktop.words.risk import ru_tab

        assert self.found is not None
        line = ru_tab.best_line(self.found.strategies, self.found.best, self.found.max_risk, self._words)
        if self.found.problems:
            line = f"{line} {refusal_text(self.found.problems, self._words)}"
        self._report_line(line)

    def _draw(self, names: Sequence[str]) -> None:
        from sdc_desktop.words.risk import ru_tab

        found = self.found
        assert found is not None
        placed = [
            (name, one, place == found.best)
            for place, (name, one) in enumerate(zip(names, found.strategies, strict=True))
            if one.place is not None
        ]
        cloud = found.cloud
        points = cloud.points if cloud is not None else ()
        every = max(len(points) // _MOST_DOTS, 1)
        self._dots = list(range(0, len(points), every))
        if cloud is not None:
            self._dots = sorted(
                {*self._dots, *cloud.front, *([cloud.anopi] if cloud.anopi is not None else [])}
            )
        optimum = points[cloud.anopi] if cloud is not None and cloud.anopi is not None else None
        self.plot.show_picture(
            RuPicture(
                dots=tuple((100 * points[i].risk, 100 * points[i].utility) for i in self._dots),
                front=tuple(
                    (100 * points[i].risk, 100 * points[i].utility) for i in (cloud.front if cloud else ())
                ),
                marks=tuple(
                    RuMark(name, (100 * one.place.risk, 100 * one.place.utility), best)
                    for name, one, best in placed
                    if one.place is not None
                ),
                optimum=None if optimum is None else (100 * optimum.risk, 100 * optimum.utility),
                max_risk=100 * found.max_risk,
            )
        )
        rows = [ru_tab.strategy_row(one, self._words) for _, one, _ in placed]
        if cloud is not None:
            rows += [ru_tab.point_row(points[i], cloud.names, self._words) for i in self._dots]
        self._rows = rows
        header = ru_tab.header([one for _, one, _ in placed], self._words)
        self.frame.show_table(header, rows, ru_tab.FIGURES)

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_history(self, _project: object) -> None:
        if self.isVisible():  # a strategy may have been kept
            self._show_state()

    @Slot()
    def _on_compare(self) -> None:
        opened = self._controller.opened
        if self.job.running:
            self.job.stop()
        elif opened is not None:
            techniques_compared = self._jobs()
            jobs = [(long, job) for _, long, job in techniques_compared]
            work = compared(opened, self._controller.base, self._params, self._anopi_params(), jobs)
            self._names = [short for short, _, _ in techniques_compared]
            self.job.start(self._words.say(N_("Drawing the R-U map")), self._key(), work)

    @Slot(object)
    def _on_found(self, found: tuple[object, RuFound]) -> None:
        self._known, self.found = found
        self._draw(self._names)
        self._show_state()

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._refused = self.job.key, refusal_text(problems, self._words)
        self._show_state()

    @Slot(object)
    def _on_selected(self, index: int) -> None:
        if self.found is None or not 0 <= index < len(self._rows):
            return
        from sdc_desktop.words.risk import ru_tab

        self.plot.select(index)
        self.frame.select_row(index)
        self.use.setEnabled(self._levels(index) is not None)
        self._report_line(ru_tab.row_text(self._rows[index], self._words))

    def _levels(self, index: int) -> Mapping[str, int] | None:
        """The levels of a dot, 0 = as is; None of anything else."""
        found = self.found
        dot = index - (len(self.plot.spots()) - len(self._dots))
        if found is None or found.cloud is None or not 0 <= dot < len(self._dots):
            return None
        levels = found.cloud.points[self._dots[dot]].levels
        return None if levels is None else dict(zip(found.cloud.names, levels, strict=True))

    @Slot()
    def _on_use(self, *_: object) -> None:
        index = self.plot.selection
        levels = None if index is None or not self._up_to_date() else self._levels(index)
        if levels is not None:
            self.levels_requested.emit(levels)

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        params = RuMapParams.model_validate(self._params.model_dump() | dict(fields))
        if params != self._params:
            label = change_label(RU_MAP, "max_risk", self._words)
            plan = with_params(self._controller.plan, RU_MAP, spec_of(params, self._anopi_params()))
            self._controller.change_plan(label, plan)

    @Slot()
    def _on_report(self) -> None:
        label = self._words.say(N_("R-U map in the report"))
        plan = with_params(self._controller.plan, RU_MAP, spec_of(self._params, self._anopi_params()))
        self._controller.change_plan(label, plan)


def _plain(spec: BaseModel) -> str:
    """A job or a hierarchy without the paths of its files, which change where the project is saved."""
    plain = spec.model_copy(update={key: None for key in ("output", "path") if hasattr(spec, key)})
    return plain.model_dump_json(warnings=False)
