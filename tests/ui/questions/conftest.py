"""A question with a fake work, without widgets."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.plan import Job, plan_from_json, plan_to_text
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, State, Work

WAIT = 30_000


@dataclass(frozen=True)
class Result:
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Answer:
    amount: float
    result: Result = field(default_factory=Result)


class Fake(QuestionPresenter[Answer, QuestionView[Answer], Job]):
    """Noise of a plan without data; an amount above 5 is refused, and one above 8 is a fault."""

    source = "fake"
    most_kept = 3

    def __init__(self, controller, jobs, words) -> None:
        super().__init__(controller, jobs, words)
        self.quiet, self.on_request, self.looks = True, False, False
        self.held = threading.Event()  # what runs does not end before this
        self.held.set()
        self.best_so_far = False  # what is stopped gives an answer
        self.begun: list[float] = []
        self.looked: set[str] = set()
        self.there = True
        self.states: list[State] = []
        self.changed.connect(self._note)
        self.refresh()

    @property
    def job(self) -> Job | None:
        return self._partial or next(iter(self._controller.plan.jobs), None)

    def data_key(self, job: Job) -> str | None:
        return "data" if self.there else None

    def work(self, question: Question, *, requested: bool) -> Work | None:
        if self.on_request and not requested:
            return None
        if self.looks and question.key not in self.looked:
            return Work("look", lambda context: "a look", quiet=True)
        return Work("work", lambda context: self._answered(question.job, context), quiet=self.quiet)

    def _answered(self, job: Job, context: JobContext) -> Answer:
        amount = float(job.params.amount)
        self.begun.append(amount)
        while not self.held.wait(0.001):
            try:
                context.checkpoint()
            except Cancelled:
                if self.best_so_far:
                    return Answer(-amount)
                raise
        if amount > 8:
            raise ValueError("a fault")
        if amount > 5:
            raise Refused(error("perturb.not_numbers", Place(key="params.amount"), name="amount", number=1))
        return Answer(amount)

    def answer_of(self, question: Question, found) -> Answer | None:
        if found == "a look":
            self.looked.add(question.key)
            return None
        return found

    def notes_of(self, found) -> tuple[Problem, ...]:
        return () if found == "a look" else found.result.notes

    def view_of(self, shown):
        return shown

    def _note(self, view) -> None:
        if view.state not in self.states[-1:]:
            self.states.append(view.state)


@pytest.fixture
def fake(qtbot, jobs, words, tmp_path: Path) -> Iterator[Fake]:
    controller = ProjectController(jobs, words)
    made = Fake(controller, jobs, words)
    path = tmp_path / "noise.sdcplan"
    job = {"name": "noise", "kind": "noise", "params": {"amount": 0.5}}
    path.write_text(plan_to_text(plan_from_json({"schema": 1, "jobs": [job]})), encoding="utf-8")
    made.rest = lambda: qtbot.waitUntil(lambda: jobs.idle, timeout=WAIT)
    made.until = lambda true: qtbot.waitUntil(true, timeout=WAIT)
    made.open = lambda: controller.open_plan(path)
    yield made
    made.held.set()
    made.rest()


@pytest.fixture
def opened(fake: Fake) -> Fake:
    """Answered: an amount of 0.5."""
    fake.open()
    fake.rest()
    fake.states.clear()
    fake.begun.clear()
    return fake


@pytest.fixture
def slow(fake: Fake) -> Fake:
    """An amount of 0.5, whose answer must be requested."""
    fake.quiet, fake.on_request = False, True
    fake.open()
    fake.rest()
    fake.states.clear()
    return fake
