"""What a page asks for: one answer at a time, current as long as its question is."""

import threading

import pytest
from PySide6.QtCore import QObject

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.words import Words


class Page(QObject):
    """Asks one question, which a test changes."""

    def __init__(self, jobs: JobManager) -> None:
        super().__init__()
        self.key: object = "first"
        self.answer = PageAnswer(jobs, Words(), lambda: self.key, self)
        self.states: list[tuple[bool, bool]] = []
        self.answer.changed.connect(self.note)

    def note(self) -> None:
        self.states.append((self.answer.running, self.answer.current))


@pytest.fixture
def page(jobs: JobManager) -> Page:
    return Page(jobs)


def until_stopped(context: JobContext) -> None:
    while True:
        context.checkpoint()


def refuse(context: JobContext) -> None:
    raise Refused(error("csv.empty"))


def rest(qtbot, page: Page) -> None:
    qtbot.waitUntil(lambda: not page.answer.running)


def test_an_answer_is_current_while_the_question_is(qtbot, page: Page) -> None:
    assert page.answer.untried
    page.answer.request(lambda context: 1)
    assert page.answer.running
    rest(qtbot, page)
    assert (page.answer.found, page.answer.current, page.answer.untried) == (1, True, False)
    assert page.states == [(True, False), (False, True)]
    page.key = "second"
    assert (page.answer.found, page.answer.current, page.answer.untried) == (1, False, True)
    page.key = "first"
    assert page.answer.current


def test_without_a_question_nothing_is_current_and_nothing_to_be_tried(qtbot, page: Page) -> None:
    page.key = None
    assert not page.answer.untried
    page.answer.request(lambda context: 1)
    rest(qtbot, page)
    assert not page.answer.current


def test_a_refusal_holds_for_its_question_alone(qtbot, page: Page) -> None:
    page.answer.request(refuse)
    rest(qtbot, page)
    assert page.answer.refusal
    assert not page.answer.untried
    page.key = "second"
    assert page.answer.refusal == ""
    assert page.answer.untried


def test_what_was_stopped_is_not_begun_again_by_itself(qtbot, page: Page) -> None:
    page.answer.request(until_stopped, "Long")
    page.answer.follow()
    assert page.answer.running
    page.answer.stop()
    rest(qtbot, page)
    assert not page.answer.untried
    assert page.answer.found is None


def test_work_on_another_question_is_stopped(qtbot, page: Page) -> None:
    page.answer.request(until_stopped)
    page.key = "second"
    page.answer.follow()
    rest(qtbot, page)
    assert page.answer.untried


def test_the_newest_question_is_answered(qtbot, page: Page) -> None:
    page.answer.request(until_stopped)
    page.key = "second"
    page.answer.request(lambda context: 2)
    rest(qtbot, page)
    assert (page.answer.found, page.answer.current) == (2, True)


def test_nothing_is_kept_of_data_that_are_gone(qtbot, jobs: JobManager, page: Page) -> None:
    gate = threading.Event()
    page.answer.request(lambda context: gate.wait() and 1)
    page.answer.forget()
    assert not page.answer.running
    gate.set()
    qtbot.waitUntil(lambda: jobs.idle)
    assert page.answer.found is None
    assert page.answer.untried


def test_with_a_title_the_job_bar_shows_it(qtbot, jobs: JobManager, page: Page) -> None:
    page.answer.request(until_stopped, "Long")
    assert [(job.title, job.quiet) for job in jobs.running] == [("Long", False)]
    page.answer.request(lambda context: 2)
    rest(qtbot, page)
    assert page.answer.found == 2


def test_a_question_may_look_into_its_answer(qtbot, page: Page) -> None:
    answer = page.answer
    answer._key = lambda: ("family", answer.found)
    answer.request(lambda context: 5)
    rest(qtbot, page)
    assert answer.current
