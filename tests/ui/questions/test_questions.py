"""The state machine of a question, with a fake work and without widgets: every transition."""

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.questions import presenter
from sdc_desktop.ui.questions.question import State
from tests.ui.questions.conftest import Answer, Fake, Result


def moved(fake: Fake, amount: float) -> None:
    job = fake.job
    params = job.params.model_copy(update={"amount": amount})
    fake.try_out(job.model_copy(update={"params": params}), "moved")


def steps(fake: Fake) -> int:
    return len(fake._controller.project.history)


def codes(fake: Fake) -> list[str]:
    return [problem.code for problem in fake._controller.problems if problem.severity == "error"]


# ----- from a question to its answer


def test_without_a_question_it_is_idle(fake: Fake) -> None:
    assert (fake.view.state, fake.view.answer, fake.view.stale) == (State.IDLE, None, True)
    fake.run()
    fake.stop()
    assert fake.view.state is State.IDLE


def test_a_quick_answer_follows_its_question_quietly(fake: Fake, jobs) -> None:
    shown = []
    jobs.started.connect(lambda job: shown.append(job.quiet))
    fake.open()
    assert fake.view.state is State.COMPUTING
    fake.rest()
    assert (fake.view.state, fake.view.answer, fake.view.ready) == (State.ANSWERED, Answer(0.5), True)
    assert shown == [True]


def test_what_takes_a_while_is_shown_in_the_job_bar(fake: Fake, jobs) -> None:
    fake.quiet = False
    fake.held.clear()
    fake.open()
    assert fake.view.state is State.RUNNING
    assert fake.view.long_running
    assert [(job.title, job.quiet) for job in jobs.running] == [("work", False)]
    fake.held.set()
    fake.rest()
    assert fake.view.state is State.ANSWERED


def test_what_must_be_requested_waits(slow: Fake) -> None:
    assert (slow.view.state, slow.begun) == (State.WAITING, [])
    slow.run()
    slow.run()  # is under way
    slow.rest()
    assert slow.begun == [0.5]
    assert slow.states == [State.RUNNING, State.ANSWERED]
    slow.run()  # is known
    slow.rest()
    assert slow.begun == [0.5]


def test_a_look_prepares_what_is_shown_next(fake: Fake, jobs) -> None:
    shown = []
    jobs.started.connect(lambda job: shown.append((job.title, job.quiet)))
    fake.looks, fake.quiet = True, False
    fake.open()
    fake.rest()
    assert shown == [("", True), ("work", False)]
    assert fake.states == [State.IDLE, State.COMPUTING, State.RUNNING, State.ANSWERED]


def test_another_question_keeps_the_answer_before_as_stale(opened: Fake) -> None:
    opened.held.clear()
    opened.change({"amount": 0.7})
    assert (opened.view.answer, opened.view.stale, opened.view.ready) == (Answer(0.5), True, False)
    opened.held.set()
    opened.rest()
    assert (opened.view.answer, opened.view.stale) == (Answer(0.7), False)
    assert opened.states == [State.COMPUTING, State.ANSWERED]


def test_an_answer_of_another_kind_is_not_shown(opened: Fake) -> None:
    swapped = plan_from_json({"schema": 1, "jobs": [{"name": "noise", "kind": "swap"}]})
    opened.held.clear()
    opened._controller.change_plan("Swap", swapped)
    assert (opened.view.state, opened.view.answer) == (State.COMPUTING, None)
    opened.stop()


def test_too_little_for_a_question_is_idle_again(opened: Fake) -> None:
    opened.there = False
    opened.refresh()
    assert (opened.view.state, opened.view.stale) == (State.IDLE, True)


# ----- stopping


def test_stopping_keeps_the_answer_before_and_begins_nothing_by_itself(opened: Fake) -> None:
    opened.quiet = False
    opened.held.clear()
    opened.change({"amount": 0.7})
    opened.until(lambda: opened.begun == [0.7])
    opened.stop()
    assert opened.view.state is State.STOPPING
    opened.rest()
    assert (opened.view.state, opened.view.answer, opened.view.stale) == (State.WAITING, Answer(0.5), True)
    opened.held.set()
    opened.refresh()
    opened.rest()
    assert opened.begun == [0.7]
    opened.run()
    opened.rest()
    assert (opened.view.state, opened.view.answer) == (State.ANSWERED, Answer(0.7))
    assert opened.states == [State.RUNNING, State.STOPPING, State.WAITING, State.RUNNING, State.ANSWERED]


def test_quiet_work_is_stopped_too(opened: Fake) -> None:
    opened.held.clear()
    opened.change({"amount": 0.7})
    opened.stop()
    assert opened.view.state is State.WAITING
    opened.rest()
    assert opened.view.answer == Answer(0.5)


def test_what_is_stopped_in_the_job_bar_is_not_begun_again(opened: Fake, jobs) -> None:
    opened.quiet = False
    opened.held.clear()
    opened.change({"amount": 0.7})
    jobs.cancel_all()
    opened.rest()
    opened.refresh()
    assert opened.view.state is State.WAITING
    assert opened.begun == [0.7]


def test_what_is_being_stopped_can_be_requested_again(slow: Fake) -> None:
    slow.held.clear()
    slow.run()
    slow.stop()
    slow.run()
    assert slow.view.state is State.RUNNING
    slow.held.set()
    slow.rest()
    assert slow.view.answer == Answer(0.5)


def test_a_search_that_is_stopped_gives_its_best(slow: Fake) -> None:
    slow.held.clear()
    slow.best_so_far = True
    slow.run()
    slow.stop()
    slow.rest()
    assert (slow.view.state, slow.view.answer) == (State.ANSWERED, Answer(-0.5))


def test_the_answer_to_an_earlier_question_is_dropped(slow: Fake) -> None:
    slow.held.clear()
    slow.best_so_far = True
    slow.run()
    slow.until(lambda: slow.begun == [0.5])
    slow.change({"amount": 0.7})
    assert slow.view.state is State.WAITING
    slow.rest()
    assert slow.view.answer is None
    slow._controller.undo()
    assert (slow.view.state, slow.view.answer) == (State.WAITING, None)


# ----- refusals and faults


def test_a_refusal_is_placed_and_not_run_again_by_itself(opened: Fake) -> None:
    opened.change({"amount": 6})
    opened.rest()
    assert (opened.view.state, opened.view.answer, opened.view.stale) == (State.REFUSED, Answer(0.5), True)
    assert [problem.where.key for problem in opened.view.problems] == ["jobs[0].params.amount"]
    opened.refresh()
    opened.rest()
    assert (opened.view.state, opened.begun, codes(opened)) == (State.REFUSED, [6], ["perturb.not_numbers"])
    opened.run()
    opened.rest()
    assert (opened.view.state, opened.begun) == (State.REFUSED, [6, 6])


def test_an_answer_after_a_refusal_clears_its_problems(opened: Fake) -> None:
    opened.change({"amount": 6})
    opened.rest()
    opened._controller.undo()
    assert (opened.view.state, codes(opened), opened.begun) == (State.ANSWERED, [], [6])
    opened._controller.redo()
    opened.rest()
    assert (opened.view.state, codes(opened), opened.begun) == (State.REFUSED, ["perturb.not_numbers"], [6])


def test_a_question_that_waits_has_no_problems_of_the_one_before(slow: Fake) -> None:
    slow.change({"amount": 6})
    slow.run()
    slow.rest()
    assert slow.view.failed
    slow.change({"amount": 0.7})
    assert (slow.view.state, slow.view.problems, codes(slow)) == (State.WAITING, (), [])


def test_a_fault_in_the_work_is_a_problem(opened: Fake) -> None:
    for quiet, amount in ((True, 9), (False, 10)):
        opened.quiet = quiet
        opened.change({"amount": amount})
        opened.rest()
        assert opened.view.state is State.REFUSED
        assert [problem.code.split(".")[0] for problem in opened.view.problems] == ["program"]
        assert opened.view.answer == Answer(0.5)


# ----- changes


def test_a_change_is_one_step_and_the_same_is_none(opened: Fake) -> None:
    before = steps(opened)
    opened.change({"amount": 0.5})
    opened.change({})
    assert steps(opened) == before
    opened.change({"amount": 0.7})
    assert steps(opened) == before + 1
    assert opened._controller.project.history[-1].label.startswith("Noise")


def test_what_is_not_a_value_is_refused_and_no_step(opened: Fake) -> None:
    before = steps(opened)
    opened.change({"amount": -1})
    assert (steps(opened), opened.view.failed, opened.view.state) == (before, True, State.ANSWERED)
    opened.change({"amount": 0.5})
    assert not opened.view.failed


def test_another_secret_is_another_question(opened: Fake) -> None:
    opened.change({"secret": "12" * 32})
    opened.rest()
    assert opened.begun == [0.5]


def test_undo_brings_the_answer_back_and_the_oldest_is_forgotten(opened: Fake) -> None:
    for amount in (0.6, 0.7, 0.8):  # three are kept
        opened.change({"amount": amount})
        opened.rest()
    opened.begun.clear()
    for _ in range(2):
        opened._controller.undo()
    opened.rest()
    assert (opened.view.answer, opened.begun) == (Answer(0.6), [])
    opened._controller.undo()
    opened.rest()
    assert (opened.view.answer, opened.begun) == (Answer(0.5), [0.5])


# ----- drafts


def test_a_draft_is_answered_and_becomes_one_step_without_another_run(opened: Fake) -> None:
    before = steps(opened)
    moved(opened, 0.7)
    assert (opened.view.drafting, opened.view.ready, opened.view.state) == (True, False, State.COMPUTING)
    opened.rest()
    assert (opened.view.draft, opened.view.answer, opened.view.stale) == (Answer(0.7), Answer(0.5), False)
    assert steps(opened) == before
    assert opened.drafted_plan.jobs[0].params.amount == 0.7
    opened.settle()
    opened.rest()
    assert (opened.view.answer, opened.view.ready, steps(opened)) == (Answer(0.7), True, before + 1)
    assert (opened.begun, opened.drafted_plan) == ([0.7], None)


def test_a_draft_moved_back_is_no_step(opened: Fake) -> None:
    before = steps(opened)
    moved(opened, 0.7)
    moved(opened, 0.5)
    opened.settle()
    opened.rest()
    assert (steps(opened), opened.view.drafting, opened.view.ready) == (before, False, True)


def test_of_a_steady_drag_the_first_and_the_newest_are_answered(opened: Fake) -> None:
    opened.held.clear()
    drafts = []
    opened.changed.connect(lambda view: drafts.append(view.draft))
    for tenth in range(1, 5):
        moved(opened, tenth / 10)
    opened.held.set()
    opened.rest()
    assert opened.begun == [0.1, 0.4]
    assert list(dict.fromkeys(drafts)) == [None, Answer(0.1), Answer(0.4)]


def test_a_refused_draft_reports_to_its_own_form_alone(opened: Fake) -> None:
    moved(opened, 6)
    opened.rest()
    assert (opened.view.state, opened.view.draft, codes(opened)) == (State.REFUSED, None, [])
    assert opened.view.failed
    opened.settle()
    assert (opened.view.state, codes(opened), opened.begun) == (State.REFUSED, ["perturb.not_numbers"], [6])


def test_a_draft_of_what_must_be_requested_is_not_run(slow: Fake) -> None:
    slow.run()
    slow.rest()
    moved(slow, 0.7)
    slow.rest()
    assert (slow.view.drafting, slow.view.draft, slow.begun) == (True, None, [0.5])
    slow.run()  # settles it first
    slow.rest()
    assert (slow.view.answer, slow.begun) == (Answer(0.7), [0.5, 0.7])


def test_the_job_of_the_plan_goes_on_beside_a_draft(slow: Fake) -> None:
    slow.held.clear()
    slow.run()
    moved(slow, 0.7)
    assert (slow.view.drafting, slow.view.long_running) == (True, True)
    slow.held.set()
    slow.rest()
    assert (slow.view.answer, slow.view.ready, slow.begun) == (Answer(0.5), False, [0.5])
    moved(slow, 0.5)
    slow.settle()
    assert slow.view.ready


def test_a_step_stops_the_job_of_the_question_before(slow: Fake) -> None:
    slow.held.clear()
    slow.run()
    moved(slow, 0.7)
    slow.settle()
    assert slow.view.state is State.WAITING
    slow.rest()
    assert slow.view.answer is None


# ----- what is specified too little


def test_what_is_specified_too_little_becomes_a_step_once_it_is_enough(opened: Fake) -> None:
    before, job = steps(opened), opened.job
    opened.there = False
    opened.specify(job.model_copy(update={"params": job.params.model_copy(update={"amount": 0.7})}), "more")
    assert (steps(opened), opened.view.state, opened.job.params.amount) == (before, State.IDLE, 0.7)
    opened.there = True
    opened.specify(job.model_copy(update={"params": job.params.model_copy(update={"amount": 0.8})}), "enough")
    opened.rest()
    assert (steps(opened), opened.view.answer) == (before + 1, Answer(0.8))


def test_another_plan_drops_what_is_specified_too_little(opened: Fake) -> None:
    job = opened.job
    opened.change({"amount": 0.6})
    opened.there = False
    opened.specify(job.model_copy(update={"params": job.params.model_copy(update={"amount": 0.7})}), "more")
    opened.there = True
    opened._controller.undo()
    assert (opened.job.params.amount, opened.view.answer) == (0.5, Answer(0.5))


# ----- the verdict


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """The results that the engine was given to judge."""
    results: list[Result] = []

    def verdict_on(controller: object, job: object, result: Result, counted: object = None) -> int:
        results.append(result)
        return 1

    monkeypatch.setattr(presenter, "verdict_on", verdict_on)
    return results


def test_the_verdict_is_that_of_the_current_answer_alone(opened: Fake, judged: list[Result]) -> None:
    assert opened.verdict() == 1
    assert judged == [Result()]
    opened.held.clear()
    moved(opened, 0.7)
    assert opened.verdict() is None  # something is being moved
    opened.settle()
    assert opened.verdict() is None  # of an earlier question
    opened.held.set()
    opened.rest()
    assert opened.verdict() == 1
    opened.change({"amount": 6})
    opened.rest()
    assert opened.verdict() is None
    assert len(judged) == 2


def test_a_finding_is_marked_as_that_of_a_draft_or_of_earlier_settings(slow: Fake, words) -> None:
    assert slow.view.qualified("A.", words) == "Previous result: A."
    slow.run()
    slow.rest()
    assert slow.view.qualified("A.", words) == "A."
    moved(slow, 0.7)
    assert slow.view.qualified("A.", words) == "Previous result: A."
    slow.settle()
    slow.held.clear()
    slow.run()
    assert slow.view.qualified("A.", words) == "Computing… Previous result: A."
    assert slow.view.qualified("A.", words, "Busy: {verdict}") == "Busy: A."
    slow.held.set()
    slow.rest()
    slow.on_request, slow.quiet = False, True
    moved(slow, 0.8)
    slow.rest()
    assert slow.view.qualified("A.", words) == "Draft: A."


# ----- the project


def test_answers_about_closed_data_are_not_kept(opened: Fake) -> None:
    opened._controller.data_closed.emit()
    opened.rest()
    assert opened.begun == [0.5]


def test_other_data_may_answer_what_was_refused(opened: Fake) -> None:
    opened.change({"amount": 6})
    opened.rest()
    opened._controller.data_opened.emit(None)
    opened.rest()
    assert opened.begun == [6, 6]
