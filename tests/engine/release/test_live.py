"""Live use: what is answered, logged, rebuilt and explained."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.output import ledger
from sdc_desktop.engine.output.ledger import Head, read_ledger, write_head
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.release.assessment import TargetFindings, assess
from sdc_desktop.engine.release.explanation import explain
from sdc_desktop.engine.release.live import Request, requests_by_key, requests_of
from sdc_desktop.engine.release.live_setup import (
    end_of_old_log,
    refuse_other_data,
    setup_from_json,
    setup_to_json,
)
from sdc_desktop.engine.release.queue import Gate
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.data import microdata
from tests.support.release import begin, head_of, live_setup, resume, small_rules, timeless, without_head

CONTEXT = JobContext()
VALUES, TARGETS = ("a", "b", "c"), ("x", "y")


def setup(tests=("MIS",), policy="oldest_first", **choices):
    settled = {"alpha": dict.fromkeys(TESTS, 0.3), "draws": 100, "policy": policy} | choices
    return live_setup("v", "t", {"a": 0.5, "b": 0.3, "c": 0.2}, TARGETS, tuple(tests), **settled)


def requests(cells, start: int = 0) -> list[Request]:
    return [
        Request(f"r{start + number}", TARGETS[cell // 4], (*VALUES, "no baseline")[cell % 4])
        for number, cell in enumerate(cells)
    ]


def state(live):
    return live.released(), live.waiting(), live.denied(), live.counts().tolist()


many = st.lists(st.integers(0, 7), min_size=1, max_size=40)
some_tests = st.lists(st.sampled_from(TESTS), min_size=1, max_size=2, unique=True)
policies = st.sampled_from(("deny", "oldest_first", "most_records"))


@given(cells=many, tests=some_tests, policy=policies, cut=st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_a_release_goes_on_another_day_as_if_it_had_never_stopped(
    tmp_path_factory, cells, tests, policy, cut
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    once, twice = begin(folder / "once", setup(tests, policy)), begin(folder / "twice", setup(tests, policy))
    query = requests(cells)
    answers = once.ask(query, CONTEXT)
    first = twice.ask(query[:cut], CONTEXT)
    twice.close()
    again = resume(folder / "twice")
    assert again.notes == ()
    then, states = again.ask(query[cut:], CONTEXT), (state(again), state(once))
    once.close()
    again.close()
    assert repr(first + then) == repr(answers)  # NaN reads like NaN
    assert states[0] == states[1]
    assert timeless(folder / "once") == timeless(folder / "twice")


@given(cells=many, tests=some_tests, policy=policies)
@settings(max_examples=60, deadline=None)
def test_every_answer_can_be_accounted_for(tmp_path_factory, cells, tests, policy) -> None:
    live = begin(tmp_path_factory.mktemp("logs") / "log", setup(tests, policy))
    answers = live.ask(requests(cells), CONTEXT)
    out = [key for answer in answers for step in answer.went_out for key in step]
    assert out == [request.key for request in live.released()]
    assert len(set(out)) == len(out)
    assert len(live.released()) + len(live.waiting()) + len(live.denied()) == len(cells)
    for answer in answers:
        assert all(reading.safe for step in answer.readings for reading in step)
        assert (answer.state == "released") == any(answer.request.key in step for step in answer.went_out)
    if policy == "deny":
        assert live.waiting() == ()
    live.close()


@given(cells=many, data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_log_cut_anywhere_is_that_of_an_earlier_moment(tmp_path_factory, cells, data) -> None:
    path = tmp_path_factory.mktemp("logs") / "log"
    live = begin(path, setup(("KLD",)))
    moments = [state(live)]
    sizes = [path.stat().st_size]
    for request in requests(cells):
        live.ask([request], CONTEXT)
        moments.append(state(live))
        sizes.append(path.stat().st_size)
    live.close()
    written, before = path.read_bytes(), timeless(path)
    cut = data.draw(st.integers(sizes[0], len(written)))
    path.write_bytes(written[:cut])
    if cut < len(written):
        assert refusal(path)[0] == "ledger.shorter"  # the head knows of more
    assert path.read_bytes() == written[:cut]
    ended = sum(size <= cut for size in sizes)
    head_then(path, data.draw(st.integers(max(1, ended - 1), ended)))
    again = resume(path)
    whole = sum(size - 1 <= cut for size in sizes) - 1  # a line is whole also without its end
    assert state(again) == moments[whole]
    again.ask(requests(cells[whole:], whole), CONTEXT)
    assert state(again) == moments[-1]
    again.close()
    assert timeless(path) == before


def head_then(path, lines: int) -> None:
    """Put the head back to the moment when the log had so many lines."""
    hashes = [line[:64].decode() for line in path.read_bytes().splitlines()]
    write_head(head_of(path), Head(hashes[0], lines, hashes[lines - 1]))


def log_of(tmp_path, cells, tests=("MIS",), policy="oldest_first"):
    live = begin(tmp_path / "log", setup(tests, policy))
    live.ask(requests(cells), CONTEXT)
    live.close()
    return tmp_path / "log"


def refusal(path) -> tuple[str, int | None]:
    with pytest.raises(Refused) as refused:
        resume(path)
    (problem,) = refused.value.problems
    return problem.code, problem.where.line


@pytest.mark.parametrize("line", [1, 2, 5])
def test_a_changed_byte_is_found_wherever_it_is(tmp_path, line) -> None:
    path = log_of(tmp_path, [0, 1, 2, 4])
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))
    assert refusal(path) == ("ledger.damaged", line)


def test_a_line_left_out_is_found(tmp_path) -> None:
    path = log_of(tmp_path, [0, 1, 2, 4])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    assert refusal(path) == ("ledger.damaged", 3)


def forged(path, change) -> None:
    """Write the log again with changed entries and right hashes, and its head as well."""
    last, lines = "0" * 64, []
    for number, line in enumerate(path.read_text().splitlines()):
        entry = json.loads(line[65:])
        change(number, entry)
        text = ledger._text(entry)
        last = ledger._chained(last, text)
        lines.append(f"{last} {text}\n")
    path.write_bytes("".join(lines).encode())
    write_head(head_of(path), Head(lines[0][:64], len(lines), last))


@pytest.mark.parametrize(
    "change",
    [
        lambda n, e: e.update(out=[["r7"]]) if n == 2 else None,
        lambda n, e: e.update(key="r0") if n == 2 else None,
        lambda n, e: e.update(n=5) if n == 2 else None,
        lambda n, e: e.update(value="c") if n == 2 and e["out"] else None,
        lambda n, e: e["read"][0][0].__setitem__(3, 0.0) if e.get("read") else None,
        lambda n, e: e.update(out=[[e["key"]], [e["key"]]]) if e.get("out") else None,
        lambda n, e: e.update(target="z") if n == 1 else None,
    ],
    ids=["never asked", "asked twice", "number", "another value", "not safe", "out twice", "target"],
)
def test_entries_that_cannot_be_true_are_refused(tmp_path, change) -> None:
    path = log_of(tmp_path, [0, 0, 0, 4, 4, 1])
    assert any(json.loads(line[65:]).get("out") for line in path.read_text().splitlines())
    forged(path, change)
    assert refusal(path)[0] == "release.log_differs"


def test_critical_values_that_are_drawn_otherwise_now_are_stated_not_refused(tmp_path) -> None:
    path = log_of(tmp_path, [0, 0, 1, 4])

    def lower(number, entry) -> None:
        for step in entry.get("read", ()):
            for reading in step:
                reading[3] = reading[3] + 0.01

    forged(path, lower)
    live = resume(path)
    assert [problem.code for problem in live.notes] == ["release.critical_moved"]
    live.close()


def test_a_log_of_version_1_is_continued_by_its_rules_once_it_is_adopted(tmp_path) -> None:
    path = without_head(log_of(tmp_path, [0, 1, 4, 5], ("CST",)), tmp_path / "old")
    assert refusal(path)[0] == "release.log_without_head"
    live = resume(path, end_of_old_log(path))
    assert [problem.code for problem in live.notes] == ["ledger.adopted"]
    assert live.setup.rules.join == "forwards"
    live.ask(requests([0, 1], 9), CONTEXT)
    live.close()
    entries, end = read_ledger(path)
    assert [entry.get("by") for entry in entries] == [None] * 5 + [ledger.account()] * 2
    again = resume(path)
    assert (again.notes, again.head) == ((), end)
    again.close()


def test_only_a_log_of_version_1_is_adopted_as_found(tmp_path) -> None:
    path = log_of(tmp_path, [0, 1])
    head_of(path).unlink()
    assert refusal(path)[0] == "ledger.no_head"
    with pytest.raises(Refused, match=r"ledger\.no_head"):
        end_of_old_log(path)


def test_twenty_released_records_cannot_be_forgotten(tmp_path) -> None:
    """50 lines were cut from the end of a log, and it opened without a word."""
    live = begin(tmp_path / "log", setup(("CST",)))
    live.ask(requests([0, 1, 2] * 30), CONTEXT)
    released = len(live.released())
    live.close()
    lines = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    gone = sum(len(step) for line in lines[-50:] for step in json.loads(line[65:])["out"])
    assert gone >= 20
    (tmp_path / "log").write_bytes(b"".join(lines[:-50]))
    assert refusal(tmp_path / "log")[0] == "ledger.shorter"
    (tmp_path / "log").write_bytes(b"".join(lines))
    again = resume(tmp_path / "log")
    assert len(again.released()) == released
    again.close()


def test_a_log_keeps_the_rule_by_which_it_joins_cells(tmp_path) -> None:
    for rule in ("smaller_neighbour", "forwards"):
        live = begin(tmp_path / rule, setup(("CST",), join=rule))
        live.close()
        again = resume(tmp_path / rule)
        assert again.setup.rules.join == rule
        again.close()


def test_a_head_is_not_moved_to_entries_that_cannot_be_true(tmp_path) -> None:
    path = log_of(tmp_path, [0, 1])
    head = head_of(path).read_bytes()
    added = ledger.open_ledger(path, tmp_path / "heads" / "mine").ledger
    added.append({"n": 2, "key": "r2", "target": "x", "value": "a", "out": [["r9"]], "read": [[]]})
    added.close()
    (tmp_path / "heads" / "mine").unlink()
    assert refusal(path) == ("release.log_differs", 4)
    assert head_of(path).read_bytes() == head


def test_other_files_are_no_logs(tmp_path) -> None:
    other = tmp_path / "other"
    other.write_text("name,age\n")
    assert refusal(other) == ("ledger.damaged", 1)
    other.write_text("")
    assert refusal(other) == ("ledger.damaged", 1)
    foreign = tmp_path / "foreign"
    ledger.create_ledger(foreign, head_of(foreign), {"format": "another"}).close()
    assert refusal(tmp_path / "foreign")[0] == "release.log_of_another"
    assert refusal(tmp_path / "absent")[0] == "file.unreadable"


def test_a_log_has_one_writer_and_is_never_begun_twice(tmp_path) -> None:
    live = begin(tmp_path / "log", setup())
    assert refusal(tmp_path / "log")[0] == "ledger.in_use_by"
    live.close()
    with pytest.raises(Refused, match=r"ledger\.exists"):
        begin(tmp_path / "log", setup())
    resume(tmp_path / "log").close()


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_only_the_owner_may_read_the_log(tmp_path) -> None:
    begin(tmp_path / "log", setup()).close()
    assert (tmp_path / "log").stat().st_mode & 0o077 == 0


def test_a_full_disk_ends_the_release_and_leaves_the_log_as_it_was(tmp_path, monkeypatch) -> None:
    live = begin(tmp_path / "log", setup())
    live.ask(requests([0, 4]), CONTEXT)
    before = (tmp_path / "log").read_bytes()

    def full(file, data) -> None:
        file.write(data[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger, "write_through", full)
    with pytest.raises(Refused, match=r"file\.disk_full"):
        live.ask(requests([0], 9), CONTEXT)
    with pytest.raises(Refused, match=r"ledger\.closed"):
        live.ask(requests([0], 10), CONTEXT)
    monkeypatch.undo()
    assert (tmp_path / "log").read_bytes() == before
    again = resume(tmp_path / "log")
    assert len(again.released()) + len(again.waiting()) == 2
    again.close()


def test_a_key_requested_before_is_answered_and_not_counted_again(tmp_path) -> None:
    live = begin(tmp_path / "log", setup())
    (first,) = live.ask(requests([0]), CONTEXT)
    (second,) = live.ask(requests([0]), CONTEXT)
    assert (first.state, first.requested_before) == (second.state, False)
    assert second.requested_before
    assert len(live.released()) + len(live.waiting()) == 1
    live.close()


def test_a_batch_with_a_request_that_cannot_be_taken_does_nothing(tmp_path) -> None:
    live = begin(tmp_path / "log", setup())
    batch = [Request("a", "x", "a"), Request("", "nowhere", "a"), Request("a", "x", "b")]
    with pytest.raises(Refused) as refused:
        live.ask(batch, CONTEXT)
    found = [(problem.code, problem.where.line) for problem in refused.value.problems]
    assert found == [
        ("release.no_key", 2),
        ("release.unknown_target", 2),
        ("release.request_differs", 3),
    ]
    assert state(live)[:2] == ((), ())
    live.close()


def test_a_setup_survives_its_log() -> None:
    shown = setup(("KLD", "DQT"), "deny", shares={"x": 3, "y": 1}, degrees="seen", seed=4, dixon_on="pearson")
    again = setup_from_json(json.loads(json.dumps(setup_to_json(shown))))
    assert setup_to_json(again) == setup_to_json(shown)
    assert again.rules.shares.tolist() == [0.75, 0.25]


# ----- explanations


def test_a_value_without_baseline_is_explained(tmp_path) -> None:
    live = begin(tmp_path / "log", setup())
    live.ask(requests([3]), CONTEXT)
    shown = live.explain("r0", CONTEXT)
    assert (shown.has_baseline, shown.readings, shown.first) == (False, (), None)
    live.close()


@given(tests=some_tests, data=st.data())
@settings(max_examples=80, deadline=None)
def test_what_has_to_go_out_first_makes_the_record_safe(tests, data) -> None:
    rules = small_rules(np.array([0.5, 0.3, 0.2]), 3, 0.2, draws=100)
    criticals = CriticalValues(rules)
    gate = Gate(criticals, tests)
    for cell in data.draw(st.lists(st.integers(0, 8), max_size=60)):
        if gate.safe[cell]:
            gate.add(cell)
    counts = gate.released.table()
    blocked = np.flatnonzero(~gate.safe).tolist()
    if not blocked:
        return
    cell = data.draw(st.sampled_from(blocked))
    shown = explain(counts, cell, tests, criticals, CONTEXT)
    assert not all(reading.safe for reading in shown.readings)
    for reading in shown.readings:
        more = counts.copy()
        more.reshape(-1)[cell] += 1
        found = assess(more, reading.test, criticals)
        own = found.targets[reading.target] if isinstance(found, TargetFindings) else found
        assert reading.safe == own.safe
    if shown.first is not None:
        assert shown.first
        for one in shown.first:
            counts[int(one.target), int(one.value)] += one.records
        assert Gate(criticals, tests, counts).safe[cell]


def test_a_batch_of_requests_comes_from_a_file(tmp_path) -> None:
    data = microdata({"age": ["a", "b"], "id": ["k1", "k2"], "place": ["x", "y"], "other": ["1", "2"]})
    found = requests_of(data, "id", "place", "age", CONTEXT)
    assert found == (Request("k1", "x", "a"), Request("k2", "y", "b"))
    live = begin(tmp_path / "log", setup())
    assert [answer.request.key for answer in live.ask(found, CONTEXT)] == ["k1", "k2"]
    live.close()
    with pytest.raises(Refused, match=r"plan\.unknown_variable"):
        requests_of(data, "nobody", "place", "age", CONTEXT)


def test_a_fault_within_an_answer_ends_the_release_and_only_the_log_counts(tmp_path, monkeypatch) -> None:
    live = begin(tmp_path / "log", setup())
    live.ask(requests([0]), CONTEXT)

    def broken(*_) -> None:
        raise MemoryError

    monkeypatch.setattr("sdc_desktop.engine.release.live.step_readings", broken)
    monkeypatch.setattr("sdc_desktop.engine.release.live._ask_entry", broken)
    with pytest.raises(MemoryError):
        live.ask(requests([0], 1), CONTEXT)
    with pytest.raises(Refused, match=r"ledger\.closed"):
        live.ask(requests([0], 2), CONTEXT)
    monkeypatch.undo()
    again = resume(tmp_path / "log")
    assert len(again.released()) + len(again.waiting()) == 1
    again.close()


def test_a_batch_can_be_stopped_between_two_answers_which_are_kept(tmp_path) -> None:
    query = []

    def stop() -> bool:
        query.append(1)
        return len(query) > 2

    live = begin(tmp_path / "log", setup())
    with pytest.raises(Cancelled):
        live.ask(requests([0, 4, 0, 4]), JobContext(is_cancelled=stop))
    assert len(live.released()) + len(live.waiting()) == 2
    rest = live.ask(requests([0, 4, 0, 4]), CONTEXT)
    assert [answer.requested_before for answer in rest] == [True, True, False, False]
    live.close()
    resume(tmp_path / "log").close()


def test_a_log_remembers_its_file_and_refuses_another(tmp_path) -> None:
    shown = replace(setup(), data_name="people.csv", data_sha256="abc")
    begin(tmp_path / "log", shown).close()
    again = resume(tmp_path / "log")
    again.close()
    assert (again.setup.data_name, again.setup.data_sha256) == ("people.csv", "abc")
    refuse_other_data(again.setup, "abc")
    with pytest.raises(Refused) as refusal:
        refuse_other_data(again.setup, "abd")
    assert refusal.value.problems[0].code == "release.data_changed"
    refuse_other_data(setup(), "abd")  # one that began without a file


def test_the_steps_of_a_release_are_those_of_its_answers_on_any_day(tmp_path) -> None:
    live = begin(tmp_path / "log", setup(("MIS", "KLD")))
    answers = live.ask(requests([0, 1, 2, 4, 5, 6, 0, 0, 1, 4, 4, 2]), CONTEXT)
    shown = [readings for answer in answers for readings in answer.readings]
    assert [step.readings for step in live.steps()] == shown
    assert [step.released for step in live.steps()] == list(range(1, len(live.released()) + 1))
    assert live.is_open
    live.close()
    assert not live.is_open
    again = resume(tmp_path / "log")
    assert repr(again.steps()) == repr(live.steps())
    again.close()


def test_requests_are_found_by_key_or_number_and_refused_where_they_are_not_one(tmp_path) -> None:
    data = microdata({"id": ["k1", "k2", "k2"], "t": ["x", "y", "x"], "v": ["a", "b", "c"]})
    assert requests_by_key(["k1"], data, "id", setup(), CONTEXT) == (Request("k1", "x", "a"),)
    assert requests_by_key(["3", "02"], data, None, setup(), CONTEXT) == (
        Request("3", "x", "c"),
        Request("2", "y", "b"),
    )
    wrong = (("k2", "id", "key_of_several"), ("k9", "id", "no_such_record"), ("0", None, "no_such_record"))
    for key, variable, code in (*wrong, ("4", None, "no_such_record"), ("one", None, "no_such_record")):
        with pytest.raises(Refused) as refusal:
            requests_by_key([key], data, variable, setup(), CONTEXT)
        assert refusal.value.problems[0].code == f"release.{code}"
