"""The R-U map: all levels, techniques and earlier steps on one map, by the points and alpha given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from PySide6.QtCore import Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.ru_map import RU_MAP, RuMapParams
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, AnopiLossSpec, GeneraliseParams
from sdc_desktop.engine.microdata.criteria.spec import KAnonymitySpec
from sdc_desktop.engine.plan import JOB_CLASSES, Job
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.project.chain import first_step
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.ui.questions.page_answer import refusal_text
from sdc_desktop.ui.questions.question import as_work, source_of
from sdc_desktop.ui.tabs.microdata.kit.measure_page import MeasurePage
from sdc_desktop.ui.tabs.microdata.tab_job import anopi_job, job_in
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.experiments.ru_map.engine import RuMapResult
    from sdc_desktop.engine.strategies.strategies import Strategy
    from sdc_desktop.ui.jobs import Work

_CLOUD = 0.4  # of the work
_K = 3  # of the generalisation that is tried
_MOST_STEPS = 6  # of the history that are carried through
_MOST_DOTS = 3000


class MapPage(MeasurePage[RuMapParams, "RuFound"]):
    """Compares when it is requested, for every strategy is carried through; a click shows what a point is."""

    levels_requested = Signal(object)  # {variable: steps above "as is"}
    measures = RU_MAP.kind
    method = RU_MAP
    run_texts = N_("Dra&w the map"), N_("Dra&w the map again")
    running_text = N_("Applying every strategy to the records…")
    idle_text = N_(
        "Plots every combination of levels; recoding, microaggregation and generalisation for your points; "
        "and your steps so far."
    )
    stale_text = N_("Settings have changed since this map was drawn.")
    work_title = N_("Drawing the R-U map")
    report_title = N_("R-U map in the report")

    def __init__(self, tools: Tools) -> None:
        say = tools.words.say
        self._dots: list[int] = []  # numbers of the points of the cloud that are drawn
        self._names: Sequence[str] = ()  # of what was carried through
        self.plot = RuPlot(
            say(N_("Average re-identification risk, %")),
            say(N_("Utility (information retained), %")),
            say(N_("ANOPI's optimum")),
            say(N_("tolerable")),
        )
        super().__init__(tools, self.plot, N_("Risk–utility map"))
        self.use = push_button(say(N_("Use these &levels")), weight="quiet", scale="small")
        self.use.setEnabled(False)
        self.frame.foot.add(self.use, 0)
        self.use.clicked.connect(self._on_use)
        self.plot.selected.connect(self._on_selected)
        self.plot.requested.connect(self._on_use)
        self.frame.row_selected.connect(self._on_selected)
        self.frame.row_requested.connect(self._on_use)
        self._controller.history_changed.connect(self._on_history)

    def first(self) -> RuMapParams:
        return RuMapParams()

    def in_plan(self, params: RuMapParams) -> RuMapParams:
        return spec_of(params, self._anopi_params())

    # inside ------------------------------------------------------------------------------------------

    def _anopi_params(self) -> AnopiParams:
        """The points and alpha last given to ANOPI."""
        project = self._controller.seen_project
        plans = (self._controller.plan, *(s.plan for s in reversed(project.history[: project.position])))
        known = next((job for job in map(anopi_job, plans) if job is not None), None)
        if known is None:
            return begun(AnopiParams(), self._controller.policy)
        return known.params

    def _jobs(self) -> list[tuple[str, str, Job | None]]:
        """What is carried through: a short name for the map, a long one for the table, the job."""
        from sdc_desktop.engine.strategies.strategies import COMPARABLE
        from sdc_desktop.sheets import ru_map

        words, project = self._words, self._controller.seen_project
        now = job_in(self._controller.plan, self._controller.policy)
        found: list[tuple[str, str, Job | None]] = [(ru_map.as_is(words), ru_map.as_is(words), None)]
        if now.kind in COMPARABLE:
            found.append((ru_map.now(words), ru_map.now(words), now))
        for code, job in techniques(self._anopi_params()):
            name = words.say(ru_map.TECHNIQUES[code])
            found.append((name, name, job))
        jobs = [_unnamed(now)]
        data = self._controller.plan.data
        for kept in project.strategies:  # those on other data or other roles are compared in their own window
            own = first_step(kept.plan)
            if own is not None and own.kind in COMPARABLE and kept.plan.data == data:
                jobs.append(_unnamed(own))
                found.append((kept.name, ru_map.strategy_name(kept.name, words), own))
        most = len(found) + _MOST_STEPS
        for number in range(project.position, 0, -1):
            step = project.history[number - 1]
            own = first_step(step.plan)
            if own is None or own.kind not in COMPARABLE or len(found) >= most:
                continue
            if _unnamed(own) not in jobs:
                jobs.append(_unnamed(own))
                found.append((str(number), ru_map.step_name(number, step.label, words), own))
        return found

    def question(self) -> object:
        plan, base = self._controller.plan, self._controller.base
        specs = {} if plan.data is None else plan.data.hierarchies
        hierarchies = sorted(  # saving moves paths, not the files that they mean
            (name, str((base / spec.path).resolve()) if spec.kind == "levels" else "", _plain(spec))
            for name, spec in specs.items()
        )
        jobs = [_plain(job) if job is not None else "" for _, _, job in self._jobs()]
        return str(hierarchies), tuple(jobs)

    def measure(self, opened: Opened, params: RuMapParams) -> Work:
        techniques_compared = self._jobs()
        self._names = [short for short, _, _ in techniques_compared]
        jobs = [(long, job) for _, long, job in techniques_compared]
        return strategies_compared(opened, self._controller.base, params, self._anopi_params(), jobs)

    def draw(self, found: RuFound) -> str:
        from sdc_desktop.sheets.ru_map import compared

        cloud = found.cloud
        points = cloud.points if cloud is not None else ()
        front = cloud.front if cloud is not None else ()
        optimum = None if cloud is None else cloud.anopi
        every = max(len(points) // _MOST_DOTS, 1)
        self._dots = sorted({*range(0, len(points), every), *front, *(() if optimum is None else (optimum,))})
        marks = tuple(
            RuMark(name, _spot(one.place), place == found.best)
            for place, (name, one) in enumerate(zip(self._names, found.strategies, strict=True))
            if one.place is not None
        )
        shown = [points[i] for i in self._dots]
        self.plot.show_picture(
            RuPicture(
                dots=tuple(map(_spot, shown)),
                front=tuple(_spot(points[i]) for i in front),
                marks=marks,
                optimum=None if optimum is None else _spot(points[optimum]),
                max_risk=100 * found.max_risk,
            )
        )
        names = () if cloud is None else cloud.names
        sheet = compared(found.strategies, found.best, found.max_risk, shown, names, self._words)
        line = self.frame.show_sheet(read_by("window", sheet))
        return f"{line} {refusal_text(found.problems, self._words)}" if found.problems else line

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_history(self, _project: object) -> None:
        if self.isVisible():  # a strategy may have been kept
            self.show_state()

    @Slot(object)
    def _on_selected(self, index: int) -> None:
        if self.found is None or not 0 <= index < len(self.frame.rows):
            return
        from sdc_desktop.sheets.ru_map import row_text

        self.plot.select(index)
        self.frame.select_row(index)
        self.use.setEnabled(self._levels(index) is not None)
        self._report_line(row_text(self.frame.rows[index], self._words))

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
        levels = None if index is None or not self.answer.current else self._levels(index)
        if levels is not None:
            self.levels_requested.emit(levels)


def _spot(one: Any) -> tuple[float, float]:
    """Where something of this risk and utility is on the map."""
    return 100 * one.risk, 100 * one.utility


def _unnamed(job: Job) -> Job:
    """A job by what it does alone."""
    return job.model_copy(update={"name": "", "output": None})


def _plain(spec: BaseModel) -> str:
    """A job or a hierarchy without the paths of its files, which change where the project is saved."""
    plain = spec.model_copy(update={key: None for key in ("output", "path") if hasattr(spec, key)})
    return plain.model_dump_json(warnings=False)


@dataclass(frozen=True)
class RuFound:
    """The map of all combinations of levels, the strategies, and the best strategy by points and alpha.
    ``cloud`` is None, with the problems, where the map was refused.
    """

    cloud: RuMapResult | None
    problems: tuple[Problem, ...]
    strategies: tuple[Strategy, ...]
    best: int | None
    max_risk: float


def spec_of(wanted: RuMapParams, anopi: AnopiParams) -> RuMapParams:
    """The map by the user's points and alpha."""
    update = {"family": "recoding", "utility": "points", "anopi": _points_of(anopi)}
    return wanted.model_copy(update=update)


def techniques(anopi: AnopiParams) -> tuple[tuple[str, Job], ...]:
    """ANOPI with every variable recoded, with every variable microaggregated, and the optimal generalisation
    for k = 3; by code.
    """
    plain = anopi.model_copy(
        update={"override": {}, "min_utility": {}, "min_privacy": {}, "suppress_below": None}
    )
    found: list[tuple[str, Job]] = []
    for technique in ("recoding", "microaggregation"):
        params = plain.model_copy(update={"technique": technique, "blocks": None})
        found.append((technique, JOB_CLASSES[ANOPI.kind](name=technique, params=params)))
    criteria = (KAnonymitySpec(kind="k_anonymity", k=_K),)
    search = GeneraliseParams(criteria=criteria, loss="anopi", anopi=_points_of(anopi))
    found.append((GENERALISE.kind, JOB_CLASSES[GENERALISE.kind](name=GENERALISE.kind, params=search)))
    return tuple(found)


def _points_of(anopi: AnopiParams) -> AnopiLossSpec:
    return AnopiLossSpec(
        alpha=anopi.alpha, user_points=anopi.user_points, intruder_points=anopi.intruder_points
    )


@as_work
def strategies_compared(
    context: JobContext,
    opened: Opened,
    base: Path,
    wanted: RuMapParams,
    anopi: AnopiParams,
    jobs: Sequence[tuple[str, Job | None]],
) -> RuFound:
    """Work that draws the cloud and carries every strategy through. ``jobs`` by name."""
    from sdc_desktop.engine.methods.experiments.ru_map import engine as ru_map
    from sdc_desktop.engine.strategies import strategies

    source = source_of(opened, base, context)
    spec = spec_of(wanted, anopi)
    cloud: RuMapResult | None = None
    problems: tuple[Problem, ...] = ()
    try:
        part = context.within(0.0, _CLOUD)
        cloud = ru_map.decide(spec, ru_map.counts(spec, source, part), part)
    except Refused as refusal:
        problems = refusal.problems
    names = [v.name for v in opened.data.with_role("key")]
    rest = context.within(_CLOUD, 1.0)
    found = strategies.compared(jobs, source, names, anopi.user_points, rest)
    best = strategies.best_of(found, anopi.alpha, spec.max_risk)
    return RuFound(cloud, problems, found, best, float(spec.max_risk))
