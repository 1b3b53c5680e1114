"""The presenters of all tabs: the same questions of each, answered without a widget."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import State
from sdc_desktop.ui.tabs.cae.presenter import CaePresenter
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.checking.presenter import CheckingPresenter
from sdc_desktop.ui.tabs.microdata.generalising.presenter import GeneralisingPresenter
from sdc_desktop.ui.tabs.microdata.grouping.presenter import GroupingPresenter
from sdc_desktop.ui.tabs.microdata.masking.presenter import MaskingPresenter
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.outputs.presenter import OutputPresenter
from sdc_desktop.ui.tabs.release.live_presenter import LivePresenter
from sdc_desktop.ui.tabs.release.presenter import ReleasePresenter
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from tests.support.every_kind import plan_json, write_data

MODULES = (
    "cae.presenter",
    "microdata.anopi.presenter",
    "microdata.checking.presenter",
    "microdata.generalising.presenter",
    "microdata.grouping.presenter",
    "microdata.masking.presenter",
    "microdata.proposing",
    "outputs.presenter",
    "proposing.presenter",
    "release.live_presenter",
    "release.presenter",
    "tables.presenter",
)
HEAVY = ("PySide6.QtWidgets", "pyqtgraph", "numpy", "duckdb")
PRESENTERS: dict[str, Callable[[ProjectController, Any, Any], Any]] = {
    "anopi": lambda *made: MicrodataPresenter(Tools(*made, why=None, shelf=None)),  # type: ignore[arg-type]
    "cae": CaePresenter,
    "check": lambda *made: CheckingPresenter(Tools(*made, why=None, shelf=None)),  # type: ignore[arg-type]
    "generalise": lambda *made: GeneralisingPresenter(Tools(*made, why=None, shelf=None)),  # type: ignore[arg-type]
    "microaggregate": lambda *made: GroupingPresenter(Tools(*made, why=None, shelf=None)),  # type: ignore[arg-type]
    "output_check": OutputPresenter,
    "pram": lambda *made: MaskingPresenter(Tools(*made, why=None, shelf=None)),  # type: ignore[arg-type]
    "release": ReleasePresenter,
    "table": TablesPresenter,
}
_TABLE = {"dimensions": [{"variable": "sex"}, {"variable": "town"}], "rules": [{"kind": "threshold", "n": 5}]}
JOBS: dict[str, dict[str, Any]] = {  # of the plan that each is opened with
    "anopi": {"alpha": 0.4},
    "cae": {"attribute": "pay", "known": ["town"]},
    "generalise": {"criteria": [{"kind": "k_anonymity", "k": 2}], "suppression_limit": 0.2},
    "microaggregate": {"variables": ["born"], "k": 3},
    "output_check": {"outputs": ["submitted.csv"], "population": "people"},
    "pram": {"variables": ["town"], "retain": 0.7},
    "release": {"attribute": "town", "target": "sex", "tests": ["MIS"], "orders": 2, "draws": 100},
    "table": _TABLE,
}
CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {  # a change, and one that is not possible
    "anopi": ({"alpha": 0.7}, {"alpha": 7}),
    "cae": ({"known": ("sex",)}, {"step": "wide"}),
    "generalise": ({"suppression_limit": 0.1}, {"suppression_limit": 7}),
    "microaggregate": ({"k": 4}, {"k": -1}),
    "output_check": ({"population": "firms"}, {"outputs": 7}),
    "pram": ({"retain": 0.9}, {"retain": 7}),
    "release": ({"draws": 200}, {"draws": -1}),
    "table": ({"rules": ({"kind": "threshold", "n": 3},)}, {"rules": ({"kind": "threshold", "n": -1},)}),
}


@dataclass
class Bench:
    """A presenter over the people of `every_kind`, and all its views."""

    controller: ProjectController
    presenter: Any
    folder: Path
    rest: Callable[[], None]
    views: list[Any] = field(default_factory=list)

    @property
    def view(self) -> Any:
        return self.presenter.view

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.view.problems or self.controller.problems

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)

    def open(self, kind: str) -> None:
        """Open a plan with one job, and wait for what answers it by itself."""
        write_data(self.folder)
        whole = plan_json()
        whole["jobs"] = [{"name": kind, "kind": kind, "params": JOBS[kind]}] if kind in JOBS else []
        path = self.folder / "plan.sdcplan"
        path.write_text(plan_to_text(plan_from_json(whole)), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.rest()

    def answer(self) -> None:
        """Request the answer, and wait."""
        self.presenter.run()
        self.rest()


def widgets() -> set[int]:
    """All widgets there are, by their addresses: Python's wrappers of one may come and go."""
    return {Shiboken.getCppPointer(widget)[0] for widget in QApplication.allWidgets()}


@pytest.fixture
def make(qtbot, jobs, words, tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Makes a presenter; at the end there are no more widgets than before."""
    before = widgets()

    def made(presenter: Callable[[ProjectController, Any, Any], Any]) -> Bench:
        controller = ProjectController(jobs, words)

        def rest() -> None:
            qtbot.waitUntil(lambda: not controller.reading and jobs.idle)

        bench = Bench(controller, presenter(controller, jobs, words), tmp_path, rest)
        bench.presenter.changed.connect(bench.views.append)
        return bench

    yield made
    jobs.cancel_all()
    qtbot.waitUntil(lambda: jobs.idle)
    assert widgets() <= before


def test_no_presenter_imports_widgets() -> None:
    lines = (
        "import importlib, sys",
        f"for name in {MODULES}: importlib.import_module('sdc_desktop.ui.tabs.' + name)",
        f"sys.exit(any(name in sys.modules for name in {HEAVY}))",
    )
    assert subprocess.run([sys.executable, "-c", "\n".join(lines)], check=False).returncode == 0


@pytest.mark.parametrize("kind", PRESENTERS)
def test_without_data_nothing_is_computed(make: Callable[..., Bench], kind: str) -> None:
    bench = make(PRESENTERS[kind])
    bench.presenter.run()
    assert (bench.view.state, bench.view.answer, bench.presenter.verdict()) == (State.IDLE, None, None)


@pytest.mark.parametrize("kind", JOBS)
def test_the_answer_to_the_plan_has_the_verdict_of_the_engine(make: Callable[..., Bench], kind: str) -> None:
    bench = make(PRESENTERS[kind])
    bench.open(kind)
    bench.answer()
    assert (bench.view.state, bench.view.ready, bench.view.stale) == (State.ANSWERED, True, False)
    bench.rest()  # the audit of the released variables
    shown = bench.presenter.verdict()
    assert shown == bench.controller.verdicts.known(kind)
    of_a_run = evaluate_plan(bench.controller.whole_plan, bench.folder, JobContext()).jobs[-1].verdict
    assert (shown.grade, shown.reasons) == (of_a_run.grade, of_a_run.reasons)


@pytest.mark.parametrize("kind", JOBS)
def test_a_change_is_one_step_and_undo_computes_nothing(make: Callable[..., Bench], kind: str) -> None:
    bench = make(PRESENTERS[kind])
    bench.open(kind)
    bench.answer()
    steps, before = bench.steps, bench.view.answer
    bench.presenter.change(CHANGES[kind][0])
    assert bench.steps == steps + 1
    assert bench.view.stale
    bench.answer()
    assert bench.view.ready
    assert bench.view.answer is not before
    bench.controller.undo()
    assert (bench.view.state, bench.view.answer) == (State.ANSWERED, before)


@pytest.mark.parametrize("kind", JOBS)
def test_what_is_not_possible_is_refused_and_the_answer_stays(make: Callable[..., Bench], kind: str) -> None:
    bench = make(PRESENTERS[kind])
    bench.open(kind)
    bench.answer()
    steps, before = bench.steps, bench.view.answer
    bench.presenter.change(CHANGES[kind][1])
    assert bench.problems[-1].severity == "error"
    assert (bench.steps, bench.view.answer) == (steps, before)


@pytest.mark.parametrize("kind", JOBS)
def test_a_late_change_of_a_form_that_is_no_longer_shown_changes_nothing(
    make: Callable[..., Bench], kind: str
) -> None:
    bench = make(PRESENTERS[kind])
    bench.open(kind)
    bench.answer()
    steps, before = bench.steps, bench.view
    own = type(bench.controller.plan.jobs[0].params).model_fields
    others = {key: value for job in JOBS.values() for key, value in job.items() if key not in own}
    for key, value in others.items():
        bench.presenter.change({key: value})
    bench.presenter.change(others)
    assert (bench.steps, bench.view) == (steps, before)


def test_an_audit_that_lacks_its_table_takes_no_late_rows_of_a_table(make: Callable[..., Bench]) -> None:
    bench = make(PRESENTERS["table"])
    bench.open("table")
    bench.presenter.choose_way("audit")
    steps, before = bench.steps, bench.presenter.fields
    bench.presenter.change({"dimensions": _TABLE["dimensions"]})
    bench.presenter.try_fields({"dimensions": _TABLE["dimensions"]})
    assert (bench.presenter.way, bench.presenter.fields) == ("audit", before)
    assert (bench.steps, bench.problems) == (steps, ())


@pytest.mark.parametrize("kind", JOBS)
def test_a_new_project_has_no_answer_of_the_one_before(make: Callable[..., Bench], kind: str) -> None:
    bench = make(PRESENTERS[kind])
    bench.open(kind)
    bench.answer()
    bench.controller.new()
    bench.rest()
    assert not bench.view.ready
    assert bench.presenter.verdict() is None


def test_a_check_is_made_only_while_it_is_shown(make: Callable[..., Bench]) -> None:
    bench = make(PRESENTERS["check"])
    bench.open("check")
    assert bench.view.answer is None
    steps = bench.steps
    bench.presenter.look(True)
    bench.rest()
    assert bench.view.ready
    checked = bench.view.answer
    bench.presenter.set_released(True)
    bench.rest()
    assert bench.view.answer is not checked
    assert bench.steps == steps


def test_a_live_release_answers_and_is_closed(make: Callable[..., Bench]) -> None:
    bench = make(LivePresenter)
    bench.open("release")
    assert not bench.view.may_start
    bench.presenter.ask_by(bench.controller.plan.jobs[0].params)
    assert bench.view.may_start
    bench.presenter.start(bench.folder / "day.sdclog")
    bench.rest()
    assert bench.view.is_open
    found: list[Any] = []
    bench.presenter.confirm_requested.connect(found.append)
    bench.presenter.find(("name",), "1")
    bench.rest()
    assert found == []
    assert bench.problems
    bench.presenter.close()
    bench.rest()
    assert not bench.view.is_open
