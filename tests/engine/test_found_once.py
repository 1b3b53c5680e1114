"""Counts and results that two parts of the program need at a time: found once, never of other work."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.plan_secrets import Secrets
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.running.found_once import FoundOnce

WAIT = 20
KEYS = {"step": "records"}


def job(k: int = 3, name: str = "step"):
    settings = {"key_variables": ["age"], "k": k}
    kind = LOCAL_SUPPRESSION.kind
    return JOB_CLASSES[kind].model_validate({"name": name, "kind": kind, "params": settings})


class Slow:
    """Work that begins, waits until it may end, and is stopped as an engine's is."""

    def __init__(self, gives: object = "found") -> None:
        self.gives, self.runs = gives, 0
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, context: JobContext) -> object:
        self.runs += 1
        self.begun.set()
        context.progress(0.5, "deciding")
        while not self.may_end.wait(0.01):
            context.checkpoint()
            if context.is_enough():
                return f"so far {self.gives}"
        if isinstance(self.gives, Refused):
            raise self.gives
        return self.gives


@pytest.fixture
def two():
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_the_second_waits_for_the_first_and_hears_of_its_progress(two) -> None:
    once, slow, heard = FoundOnce().of(KEYS), Slow(), threading.Event()
    first = two.submit(once, "decide", job(), slow, JobContext())
    assert slow.begun.wait(WAIT)
    listening = JobContext(on_progress=lambda _fraction, _step: heard.set())
    second = two.submit(once, "decide", job(), Slow("another"), listening)
    assert not second.done()
    slow.may_end.set()
    assert (first.result(WAIT), second.result(WAIT)) == ("found", "found")
    assert slow.runs == 1
    assert once("decide", job(), Slow("another"), JobContext()) == "found"


@pytest.mark.parametrize(
    "other",
    [
        ("decide", job(k=4), JobContext(), KEYS),
        ("settle", job(), JobContext(), KEYS),
        ("decide", job(), JobContext(secrets=Secrets({"step": "1" * 64})), KEYS),
        ("decide", job(), JobContext(seed=2), KEYS),
        ("decide", job(), JobContext(), {"step": "other records"}),
        ("decide", job(name="other"), JobContext(), KEYS),
    ],
)
def test_other_settings_stages_secrets_and_records_are_other_work(other) -> None:
    stage, asked, context, keys = other
    found = FoundOnce()
    assert found.of(KEYS)("decide", job(), lambda _: "first", JobContext()) == "first"
    assert found.of(keys)(stage, asked, lambda _: "second", context) == "second"


def test_a_refusal_is_found_once_as_well() -> None:
    once, refusal = FoundOnce().of(KEYS), Refused(error("counts.coarse_hierarchy"))
    slow = Slow(refusal)
    slow.may_end.set()
    for _ in range(2):
        with pytest.raises(Refused):
            once("decide", job(), slow, JobContext())
    assert slow.runs == 1


def test_the_second_searches_where_the_first_was_stopped(two) -> None:
    once, slow, stop, own = FoundOnce().of(KEYS), Slow(), threading.Event(), Slow("own")
    first = two.submit(once, "decide", job(), slow, JobContext(is_cancelled=stop.is_set))
    assert slow.begun.wait(WAIT)
    own.may_end.set()
    second = two.submit(once, "decide", job(), own, JobContext())
    stop.set()
    with pytest.raises(Cancelled):
        first.result(WAIT)
    assert second.result(WAIT) == "own"


def test_one_that_waits_can_be_stopped_alone(two) -> None:
    once, slow, stop = FoundOnce().of(KEYS), Slow(), threading.Event()
    first = two.submit(once, "decide", job(), slow, JobContext())
    assert slow.begun.wait(WAIT)
    second = two.submit(once, "decide", job(), Slow(), JobContext(is_cancelled=stop.is_set))
    stop.set()
    with pytest.raises(Cancelled):
        second.result(WAIT)
    slow.may_end.set()
    assert first.result(WAIT) == "found"
    assert slow.runs == 1


def test_the_best_so_far_is_of_the_one_who_had_enough_alone(two) -> None:
    once, slow, enough = FoundOnce().of(KEYS), Slow(), threading.Event()
    first = two.submit(once, "decide", job(), slow, JobContext())
    assert slow.begun.wait(WAIT)
    slow.begun.clear()
    second = two.submit(once, "decide", job(), Slow("own"), JobContext(is_enough=enough.is_set))
    enough.set()
    assert second.result(WAIT) == "so far found"
    assert slow.begun.wait(WAIT)  # the first searches to the end
    slow.may_end.set()
    assert first.result(WAIT) == "found"


def test_one_that_waits_and_had_enough_gets_what_a_stopped_search_found_and_the_first_goes_on(two) -> None:
    begun, stop, may_end, runs = threading.Event(), threading.Event(), threading.Event(), []

    def best_so_far(context: JobContext) -> str:
        runs.append(1)
        begun.set()
        while not may_end.wait(0.01):
            if context.is_cancelled():
                return "best so far"
        return "whole"

    once = FoundOnce().of(KEYS)
    first = two.submit(once, "decide", job(), best_so_far, JobContext())
    assert begun.wait(WAIT)
    second = two.submit(
        once, "decide", job(), best_so_far, JobContext(is_cancelled=stop.is_set, is_enough=stop.is_set)
    )
    stop.set()
    assert second.result(WAIT) == "best so far"
    may_end.set()
    assert first.result(WAIT) == "whole"
    assert len(runs) == 2


def test_work_that_ends_itself_is_not_begun_again() -> None:
    def ends(_: JobContext) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        FoundOnce().of(KEYS)("decide", job(), ends, JobContext())


def test_what_was_stopped_early_is_not_kept() -> None:
    once = FoundOnce().of(KEYS)
    assert once("decide", job(), Slow("early"), JobContext(is_enough=lambda: True)) == "so far early"
    assert (
        once("decide", job(), lambda _: "best so far", JobContext(is_cancelled=lambda: True)) == "best so far"
    )
    assert once("decide", job(), lambda _: "whole", JobContext()) == "whole"


def test_the_last_results_alone_are_kept_and_none_once_they_are_forgotten() -> None:
    found, runs = FoundOnce(), []
    once = found.of(KEYS)
    for k in (2, 3, 4, 5, 6, 6, 2):
        once("decide", job(k), lambda _, k=k: runs.append(k) or k, JobContext())
    assert runs == [2, 3, 4, 5, 6, 2]
    found.forget()
    once("decide", job(6), lambda _: runs.append(6) or 6, JobContext())
    assert runs == [2, 3, 4, 5, 6, 2, 6]
