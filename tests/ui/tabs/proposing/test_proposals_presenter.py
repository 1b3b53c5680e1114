"""Proposals from the request to the one that is used, without a widget."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.proposals.proposal import Proposals
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.read_verdict import without_steps
from sdc_desktop.ui.tabs.proposing.presenter import ProposalsPresenter, ProposalsView, Request
from tests.support.proposals import two


@dataclass
class Bench:
    """A presenter over a small file, what it is to find, and its views."""

    controller: ProjectController
    rest: Callable[[], None]
    until: Callable[[Callable[[], bool]], None]
    propose: Callable[[Any, JobContext], Proposals] = lambda plan, _: two(plan)
    calls: int = 0
    views: list[ProposalsView] = field(default_factory=list)
    presenter: Any = None

    @property
    def view(self) -> ProposalsView:
        return self.presenter.view

    def request(self) -> Request | None:
        opened = self.controller.opened
        return None if opened is None else Request(without_steps(self.controller))

    def work(self, request: Request, _file: object) -> Callable[[JobContext], Proposals]:
        self.calls += 1
        return lambda context: self.propose(request.plan, context)

    def found(self) -> "Bench":
        self.presenter.propose()
        self.rest()
        return self


@pytest.fixture
def bench(qtbot, jobs, words, tmp_path: Path) -> Bench:
    controller = ProjectController(jobs, words)

    def rest() -> None:
        qtbot.waitUntil(lambda: not controller.reading and jobs.idle)

    made = Bench(controller, rest, qtbot.waitUntil)
    made.presenter = ProposalsPresenter(controller, jobs, words, made.request, made.work)
    made.presenter.changed.connect(made.views.append)
    (tmp_path / "a.csv").write_text(
        "age,sex\n" + "\n".join(f"{n // 4},m" for n in range(60)), encoding="utf-8"
    )
    controller.open_data(tmp_path / "a.csv")
    rest()
    controller.set_variables(("age", "sex"), role="key")
    return made


def test_without_a_file_nothing_can_be_proposed(qtbot, jobs, words) -> None:
    controller = ProjectController(jobs, words)
    alone = Bench(controller, lambda: None, qtbot.waitUntil)
    alone.presenter = ProposalsPresenter(controller, jobs, words, alone.request, alone.work)
    alone.presenter.propose()
    assert (alone.view, alone.calls) == (ProposalsView(), 0)


def test_what_is_found_stays_and_is_not_found_twice(bench: Bench) -> None:
    assert bench.found().view.found == two(bench.request().plan)
    bench.found()
    assert (bench.calls, bench.view.may_use, bench.view.used) == (1, True, None)


def test_using_one_is_one_step_and_undo_takes_it_back(bench: Bench) -> None:
    bench.found()
    before, steps = bench.controller.plan, len(bench.controller.project.history)
    bench.presenter.use(1)
    assert [job.params.k for job in bench.controller.plan.jobs] == [5]
    assert len(bench.controller.project.history) == steps + 1
    assert bench.controller.project.history[-1].label == "Use proposal: Optimal recoding"
    assert (bench.view.used, bench.view.stale) == (1, False)
    bench.controller.undo()
    assert (bench.controller.plan, bench.view.used, bench.view.stale) == (before, None, False)


def test_another_can_be_used_instead(bench: Bench) -> None:
    bench.found()
    for place in (1, 0):
        bench.presenter.use(place)
        assert bench.view.used == place
    assert [job.params.k for job in bench.controller.plan.jobs] == [3]
    assert bench.calls == 1


def test_after_another_role_none_can_be_used(bench: Bench) -> None:
    bench.found()
    bench.controller.set_variables(("sex",), role="other")
    plan = bench.controller.plan
    bench.presenter.use(0)
    assert (bench.view.stale, bench.view.may_use, bench.controller.plan) == (True, False, plan)
    bench.controller.undo()
    assert bench.view.may_use


def test_each_is_shown_as_it_ends_and_stopping_keeps_those_found(bench: Bench) -> None:
    goes_on = threading.Event()

    def slow(plan: Any, context: JobContext) -> Proposals:
        context.on_draft(Proposals(two(plan).found[:1], tried=1))
        while not goes_on.wait(0.01):
            context.checkpoint()
        return two(plan)

    bench.propose = slow
    bench.presenter.propose()
    bench.until(lambda: bench.view.found is not None)
    assert (len(bench.view.found.found), bench.view.running, bench.view.may_use) == (1, True, True)
    bench.presenter.stop()
    bench.rest()
    assert (len(bench.view.found.found), bench.view.running, bench.view.stopped) == (1, False, True)
    bench.presenter.use(0)
    assert bench.view.used == 0
    bench.propose = lambda plan, _: two(plan)
    bench.controller.undo()
    assert len(bench.found().view.found.found) == 2, "stopped work can be begun again"


def test_one_is_used_while_others_are_still_looked_for(bench: Bench) -> None:
    goes_on = threading.Event()

    def slow(plan: Any, context: JobContext) -> Proposals:
        context.on_draft(Proposals(two(plan).found[:1], tried=1))
        goes_on.wait(30)
        return two(plan)

    bench.propose = slow
    bench.presenter.propose()
    bench.until(lambda: bench.view.found is not None)
    bench.presenter.use(0)
    assert bench.view.running
    goes_on.set()
    bench.rest()
    assert (len(bench.view.found.found), bench.view.used, bench.view.stale) == (2, 0, False)


def test_a_refusal_is_shown_and_nothing_is_kept(bench: Bench) -> None:
    def refused(_plan: Any, _context: JobContext) -> Proposals:
        raise Refused(error("recode.no_variables"))

    bench.propose = refused
    bench.found()
    assert bench.view.refusal
    assert (bench.view.found, bench.view.may_use) == (None, False)


def test_another_project_has_none_of_them(bench: Bench) -> None:
    bench.found()
    bench.controller.new()
    bench.rest()
    assert bench.view == ProposalsView()
