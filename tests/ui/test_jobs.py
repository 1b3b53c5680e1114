"""Jobs: one outcome, then finished; in the GUI thread; held until the end."""

import os
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from sdc_desktop.engine.context import Cancelled, JobContext, State
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager, Progress, Throttle


class Diary(QObject):
    """Writes down what a job says, and in which thread it was heard."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[tuple[str, object]] = []
        self.threads: set[QThread] = set()

    def follow(self, job: Job) -> Job:
        job.progressed.connect(self.progressed)
        job.succeeded.connect(self.succeeded)
        job.failed.connect(self.failed)
        job.cancelled.connect(self.cancelled)
        job.finished.connect(self.finished)
        return job

    def note(self, name: str, value: object = None) -> None:
        self.entries.append((name, value))
        self.threads.add(QThread.currentThread())

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.entries if name != "progressed"]

    @Slot(object)
    def progressed(self, progress: Progress) -> None:
        self.note("progressed", progress)

    @Slot(object)
    def succeeded(self, result: object) -> None:
        self.note("succeeded", result)

    @Slot(object)
    def failed(self, problems: object) -> None:
        self.note("failed", problems)

    @Slot()
    def cancelled(self) -> None:
        self.note("cancelled")

    @Slot()
    def finished(self) -> None:
        self.note("finished")


@pytest.fixture
def jobs(qtbot) -> Iterator[JobManager]:
    manager = JobManager()
    yield manager
    manager.cancel_all()
    qtbot.waitUntil(lambda: manager.idle)


def until_stopped(context: JobContext) -> None:
    while True:
        context.checkpoint()
        threading.Event().wait(0.005)


def test_success_is_stated_once_and_then_finished(qtbot, jobs):
    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("add", lambda context: 2 + 3))
    assert diary.entries == [("succeeded", 5), ("finished", None)]


def test_a_refusal_gives_its_problems(qtbot, jobs):
    problem = error("csv.empty")

    def refuse(context: JobContext) -> None:
        raise Refused(problem)

    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("refuse", refuse))
    assert diary.entries == [("failed", (problem,)), ("finished", None)]


def test_a_fault_tells_type_and_place_but_no_value(qtbot, jobs, caplog):
    def stumble(context: JobContext) -> None:
        raise ValueError("Jane Doe, 1961")

    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("stumble", stumble))
    ((name, problems), last) = diary.entries
    assert (name, last) == ("failed", ("finished", None))
    assert problems[0].code == "program.fault"
    assert problems[0].params["fault"] == "ValueError"
    assert problems[0].params["place"].startswith("test_jobs.py:")
    assert "stumble" in caplog.text
    assert "Jane" not in caplog.text + repr(problems)


def test_too_little_memory_is_stated_as_such_and_as_no_fault(qtbot, jobs, monkeypatch):
    def swell(context: JobContext) -> None:
        raise MemoryError

    def refuse(context: JobContext) -> None:
        raise Refused(error("csv.no_memory"))

    def stated(work) -> list[str]:
        diary = Diary()
        with qtbot.waitSignal(jobs.all_idle):
            diary.follow(jobs.start("", work))
        ((_, problems), _) = diary.entries
        return [problem.code for problem in problems]

    monkeypatch.setattr("sdc_desktop.engine.child_process.process_limit", lambda: None)
    assert stated(swell) == ["program.no_memory"]
    assert stated(refuse) == ["csv.no_memory"]
    monkeypatch.setattr("sdc_desktop.engine.child_process.process_limit", lambda: 2**30)
    assert stated(swell) == ["program.no_memory_limited"]
    assert stated(refuse) == ["csv.no_memory", "program.no_memory_limited"]


def test_even_an_exit_in_the_work_ends_the_job(qtbot, jobs):
    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("leave", lambda context: sys.exit(3)))
    assert diary.names == ["failed", "finished"]


def test_cancel_stops_a_running_job(qtbot, jobs):
    diary = Diary()
    job = diary.follow(jobs.start("wait", until_stopped))
    with qtbot.waitSignal(jobs.all_idle):
        job.cancel()
    assert diary.names == ["cancelled", "finished"]


def test_a_search_that_is_to_finish_gives_what_it_has_and_its_states_were_stated_in_order(qtbot, jobs):
    def search(context: JobContext) -> str:
        for bound in range(3):
            context.on_state(State(bound, 10.0))
        inner = context.until_enough()
        try:
            until_stopped(inner)
        except Cancelled:
            context.checkpoint()
        return "the best so far"

    shown = []
    diary = Diary()
    job = diary.follow(jobs.start("search", search))
    job.searched.connect(shown.append)
    with qtbot.waitSignal(jobs.all_idle):
        job.finish()
    assert diary.names == ["succeeded", "finished"]
    assert shown == [State(0, 10.0), State(1, 10.0), State(2, 10.0)]


def test_cancel_after_the_work_is_done_still_tells_the_result(qtbot, jobs):
    done = threading.Event()

    def work(context: JobContext) -> str:
        done.set()
        return "written"

    diary = Diary()
    job = diary.follow(jobs.start("write", work))
    done.wait()
    with qtbot.waitSignal(jobs.all_idle):
        job.cancel()
    assert diary.entries == [("succeeded", "written"), ("finished", None)]


def test_many_jobs_each_end_once_and_are_let_go(qtbot, jobs):
    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle, timeout=20_000):
        for number in range(40):
            diary.follow(jobs.start("count", lambda context, number=number: number))
        assert len(jobs.running) == 40
    results = [value for name, value in diary.entries if name == "succeeded"]
    assert sorted(results) == list(range(40))
    assert diary.names.count("finished") == 40
    assert jobs.running == ()


def test_everything_is_heard_in_the_gui_thread_and_worked_in_another(qtbot, jobs):
    def work(context: JobContext) -> QThread:
        context.progress(0.5, "step")
        return QThread.currentThread()

    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("look", work))
    assert diary.threads == {QThread.currentThread()}
    assert dict(diary.entries)["succeeded"] != QThread.currentThread()
    assert diary.entries[0] == ("progressed", Progress(0.5, "step"))


def test_each_step_is_named_however_soon_it_follows(qtbot, jobs):
    def work(context: JobContext) -> None:
        for step in ("counting", "counting", "adjusting"):
            context.progress(0.0, step)

    diary = Diary()
    with qtbot.waitSignal(jobs.all_idle):
        diary.follow(jobs.start("look", work))
    steps = [value.step for name, value in diary.entries if name == "progressed"]
    assert steps == ["counting", "adjusting"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt gives threads their priority")
def test_work_gives_way_to_the_window(qtbot, jobs):
    def niceness(_context: JobContext) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    own, found = niceness(JobContext()), []
    job = jobs.start("Work", niceness, found.append)
    with qtbot.waitSignal(job.finished):
        pass
    assert found == [min(own + 5, 19)]
    assert niceness(JobContext()) == own


def test_the_window_lives_while_a_job_works(qtbot, jobs):
    beats = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(1))
    timer.start(1)
    job = jobs.start("wait", until_stopped)
    qtbot.waitUntil(lambda: len(beats) > 5)
    assert not jobs.idle
    job.cancel()
    qtbot.waitUntil(lambda: jobs.idle)


def test_cancel_all_stops_every_job_and_then_tells_idle(qtbot, jobs):
    diary = Diary()
    for _ in range(5):
        diary.follow(jobs.start("wait", until_stopped))
    with qtbot.waitSignal(jobs.all_idle):
        jobs.cancel_all()
    assert diary.names.count("cancelled") == 5


def test_work_begun_after_the_event_loop_is_stopped_and_waited_for(qtbot, jobs):
    ended = threading.Event()

    def work(context: JobContext) -> None:
        try:
            until_stopped(context)
        finally:
            ended.set()

    jobs.start("late", work)
    jobs.end_all()
    assert ended.is_set()


def test_a_listener_that_stumbles_does_not_keep_the_job(qtbot, jobs):
    class Clumsy(QObject):
        @Slot(object)
        def take(self, result: object) -> None:
            raise RuntimeError

    clumsy = Clumsy()
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(jobs.all_idle):
        jobs.start("give", lambda context: 1).succeeded.connect(clumsy.take)
    assert [kind for kind, *_ in caught] == [RuntimeError]
    assert jobs.idle


def test_progress_is_let_through_at_most_twenty_times_a_second():
    now = iter(range(1000))
    is_time = Throttle(0.05, clock=lambda: next(now) / 1000)
    assert sum(is_time() for _ in range(1000)) == 20


def test_no_reference_to_none_is_lost_by_calls_of_qt():
    """PySide6 6.12.0 loses one a call and aborts in the end; see CONTRIBUTING."""

    class Bell(QObject):
        rung = Signal(object)

    bell, timer = Bell(), QTimer()
    before = sys.getrefcount(None)
    for _ in range(500):
        bell.blockSignals(False)
        bell.rung.emit(True)
        timer.setObjectName("canary")
        timer.stop()
    assert before - sys.getrefcount(None) < 100


class Answers(QObject):
    """Collects what a draft runner says."""

    def __init__(self, drafts: DraftRunner) -> None:
        super().__init__()
        self.answers: list[object] = []
        self.failures: list[object] = []
        self.busy: list[object] = []
        drafts.answered.connect(self.answer)
        drafts.failed.connect(self.failure)
        drafts.busy_changed.connect(self.busy_change)

    @Slot(object)
    def answer(self, value: object) -> None:
        self.answers.append(value)

    @Slot(object)
    def failure(self, value: object) -> None:
        self.failures.append(value)

    @Slot(object)
    def busy_change(self, value: object) -> None:
        self.busy.append(value)


def test_the_newest_draft_wins_and_those_between_never_run(qtbot, jobs):
    drafts = DraftRunner(jobs)
    heard = Answers(drafts)
    ran: list[int] = []
    gate = threading.Event()

    def draft(number: int):
        def work(context: JobContext) -> int:
            ran.append(number)
            gate.wait()
            return number

        return work

    for number in range(10):
        drafts.request(draft(number))
    gate.set()
    qtbot.waitUntil(lambda: not drafts.busy)
    assert heard.answers == [9]  # draft 0 answered too, but late
    assert ran in ([0, 9], [9])
    assert heard.busy == [True, False]


def test_a_new_draft_stops_the_one_that_runs(qtbot, jobs):
    drafts = DraftRunner(jobs)
    heard = Answers(drafts)
    drafts.request(until_stopped)
    drafts.request(lambda context: "new")
    qtbot.waitUntil(lambda: not drafts.busy)
    assert heard.answers == ["new"]


def test_a_draft_that_is_refused_says_so_and_the_next_one_runs(qtbot, jobs):
    drafts = DraftRunner(jobs)
    heard = Answers(drafts)

    def refuse(context: JobContext) -> None:
        raise Refused(error("csv.empty"))

    drafts.request(refuse)
    qtbot.waitUntil(lambda: not drafts.busy)
    drafts.request(lambda context: 1)
    qtbot.waitUntil(lambda: not drafts.busy)
    assert [problems[0].code for problems in heard.failures] == ["csv.empty"]
    assert heard.answers == [1]


def test_a_late_refusal_is_dropped(qtbot, jobs):
    drafts = DraftRunner(jobs)
    heard = Answers(drafts)
    gate = threading.Event()

    def refuse(context: JobContext) -> None:
        gate.wait()
        raise Refused(error("csv.empty"))

    drafts.request(refuse)
    drafts.request(lambda context: 2)
    gate.set()
    qtbot.waitUntil(lambda: not drafts.busy)
    assert (heard.failures, heard.answers) == ([], [2])


def test_dropped_drafts_answer_nothing(qtbot, jobs):
    drafts = DraftRunner(jobs)
    heard = Answers(drafts)
    drafts.request(until_stopped)
    drafts.request(lambda context: 1)
    drafts.drop()
    qtbot.waitUntil(lambda: not drafts.busy)
    assert heard.answers == []


def test_closing_waits_for_a_draft_too(qtbot, jobs):
    drafts = DraftRunner(jobs)
    drafts.request(until_stopped)
    assert not jobs.idle
    with qtbot.waitSignal(jobs.all_idle):
        jobs.cancel_all()
    assert not drafts.busy
