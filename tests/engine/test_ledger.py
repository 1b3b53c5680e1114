"""Ledgers and their heads: what is cut, changed or reordered is noticed, and nothing is lost in a crash."""

import json
import os
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sdc_desktop.engine.output import ledger
from sdc_desktop.engine.output.ledger import (
    Head,
    Seen,
    create_ledger,
    handed_path,
    head_at,
    head_path_in,
    open_ledger,
    read_ledger,
)
from sdc_desktop.engine.problems import Refused

WORDS = ("first", "second", "third")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a folder for heads."""
    (tmp_path / "heads").mkdir()
    return tmp_path


def head_of(path: Path) -> Path:
    return head_path_in(path.parent / "heads", path)


def written(place: Path, words=WORDS) -> Path:
    """A closed ledger with a header and these entries."""
    path = place / "log"
    made = create_ledger(path, head_of(path), {"format": "test"})
    for word in words:
        made.append({"what": word})
    made.close()
    return path


def opened(path: Path, seen: Seen | None = None):
    """Entries and codes of the notes; the ledger is accepted and closed."""
    found = open_ledger(path, head_of(path), seen)
    found.ledger.accept()
    found.ledger.close()
    return [entry.get("what") for entry in found.entries], [problem.code for problem in found.notes]


def refusal(path: Path, seen: Seen | None = None) -> str:
    with pytest.raises(Refused) as refused:
        open_ledger(path, head_of(path), seen)
    return refused.value.problems[0].code


# ----- what belongs there


def test_entries_are_read_again_with_time_and_account(place) -> None:
    path = written(place)
    entries, head = read_ledger(path)
    assert [entry.get("what") for entry in entries] == [None, *WORDS]
    assert all(entry["by"] == ledger.account() for entry in entries)
    assert all(
        len(entry["at"]) == len("2026-01-31T12:00:00Z") and entry["at"].endswith("Z") for entry in entries
    )
    assert head_at(head_of(path)) == head
    assert head.n == 4
    assert opened(path) == ([None, *WORDS], [])


def test_a_head_holds_no_more_than_it_should(place) -> None:
    path = written(place)
    _, head = read_ledger(path)
    shown = json.loads(head_of(path).read_text(encoding="utf-8"))
    assert shown == {"schema": 1, "ledger": head.ledger, "n": 4, "hash": head.hash}


def test_ledgers_begun_with_equal_headers_differ(place) -> None:
    first = create_ledger(place / "a", head_of(place / "a"), {})
    second = create_ledger(place / "b", head_of(place / "b"), {})
    assert first.head.ledger != second.head.ledger
    first.close()
    second.close()


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_only_the_owner_may_read_a_ledger(place) -> None:
    assert stat.S_IMODE(written(place).stat().st_mode) == 0o600


# ----- shared by a group


@pytest.fixture
def shared(place: Path) -> Path:
    """A folder that its group may write in, with a shared ledger; `other` is the folder of other heads."""
    (place / "other").mkdir()
    folder = place / "group"
    folder.mkdir()
    folder.chmod(0o2770)
    made = create_ledger(folder / "log", place / "heads" / "log.head", {"format": "test"}, shared=True)
    made.append({"what": "first"})
    made.close()
    return folder / "log"


def notes_of(path: Path, head: Path) -> list[str]:
    """The codes of notes on a shared ledger, for the account whose head is there."""
    found = open_ledger(path, head, shared=True)
    found.ledger.close()
    return [problem.code for problem in found.notes]


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_the_group_may_read_and_write_a_shared_ledger_and_its_handed_head(shared, place) -> None:
    for path in (shared, handed_path(shared)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
    assert head_at(handed_path(shared)) == head_at(place / "heads" / "log.head")


def test_an_account_without_a_head_begins_with_the_handed_one_and_then_has_its_own(shared, place) -> None:
    own = place / "other" / "log.head"
    assert notes_of(shared, own) == ["ledger.handed"]
    assert notes_of(shared, own) == []
    assert head_at(own) == head_at(handed_path(shared))


def test_a_cut_that_also_forges_the_handed_head_is_noticed_by_accounts_with_a_head(shared, place) -> None:
    own = place / "other" / "log.head"
    notes_of(shared, own)
    first, _ = shared.read_bytes().splitlines(keepends=True)
    shared.write_bytes(first)
    digest = first[:64].decode()
    ledger.write_head(handed_path(shared), Head(digest, 1, digest))
    with pytest.raises(Refused) as refused:
        notes_of(shared, own)
    assert refused.value.problems[0].code == "ledger.shorter"
    own.unlink()  # but not by an account that opens it for the first time
    assert notes_of(shared, own) == ["ledger.handed"]


def test_a_cut_that_leaves_the_handed_head_is_noticed_by_everyone(shared, place) -> None:
    shared.write_bytes(shared.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(Refused) as refused:
        notes_of(shared, place / "other" / "log.head")
    assert refused.value.problems[0].code == "ledger.shorter"


def test_a_shared_ledger_that_was_removed_is_not_begun_again(shared, place) -> None:
    shared.unlink()
    with pytest.raises(Refused) as refused:
        create_ledger(shared, place / "other" / "log.head", {}, shared=True)
    assert refused.value.problems[0].code == "ledger.missing"


def test_of_two_accounts_that_begin_a_ledger_at_once_one_does(place, monkeypatch) -> None:
    path, place_new = place / "log", ledger.place_new

    def overtaken(part: Path, target: Path) -> None:
        monkeypatch.setattr(ledger, "place_new", place_new)
        create_ledger(path, place / "heads" / "first.head", {"format": "first"}).close()
        place_new(part, target)

    monkeypatch.setattr(ledger, "place_new", overtaken)
    with pytest.raises(Refused) as refused:
        create_ledger(path, place / "heads" / "second.head", {"format": "second"})
    assert refused.value.problems[0].code == "ledger.exists"
    assert read_ledger(path)[0][0]["format"] == "first"
    assert not (place / "heads" / "second.head").exists()


def test_two_accounts_append_at_once_and_nothing_is_lost(shared, place) -> None:
    def append(account: str) -> None:
        for number in range(10):
            found = open_ledger(shared, place / "other" / f"{account}.head", shared=True, patience=60)
            found.ledger.append({"what": f"{account} {number}"})
            found.ledger.close()

    with ThreadPoolExecutor() as pool:
        list(pool.map(append, ("anna", "ben")))
    entries, head = read_ledger(shared)
    texts = [entry["what"] for entry in entries[2:]]
    assert sorted(texts) == sorted(
        f"{account} {number}" for account in ("anna", "ben") for number in range(10)
    )
    assert head_at(handed_path(shared)) == head


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_a_folder_that_its_group_may_not_write_in_is_refused(place) -> None:
    (place / "own").mkdir(mode=0o700)
    with pytest.raises(Refused) as refused:
        create_ledger(place / "own" / "log", head_of(place / "log"), {}, shared=True)
    assert refused.value.problems[0].code == "ledger.folder_not_shared"


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_a_ledger_of_its_owner_alone_is_shared_when_it_is_continued(place) -> None:
    path = written(place)
    place.chmod(0o2770)
    found = open_ledger(path, head_of(path), shared=True)
    found.ledger.append({"what": "fourth"})
    found.ledger.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    assert head_at(handed_path(path)) == found.ledger.head


# ----- what is noticed


def test_every_changed_byte_of_the_ledger_is_noticed(place) -> None:
    path = written(place)
    data = path.read_bytes()
    for at in range(len(data)):
        for other in {data[at] ^ 1, data[at] ^ 0x20, 0x0A} - {data[at]}:
            path.write_bytes(data[:at] + bytes([other]) + data[at + 1 :])
            assert refusal(path) in ("ledger.damaged", "ledger.shorter", "ledger.other")
    path.write_bytes(data)
    assert opened(path)[1] == []


def test_every_cut_of_the_ledger_is_noticed_and_the_file_left_as_it_is(place) -> None:
    path = written(place)
    data = path.read_bytes()
    for end in range(len(data)):
        path.write_bytes(data[:end])
        assert refusal(path) in ("ledger.damaged", "ledger.shorter")
        assert path.read_bytes() == data[:end]  # nothing is cut off before it is refused
    for start in range(1, len(data)):
        path.write_bytes(data[start:])
        assert refusal(path) == "ledger.damaged"


def test_every_removed_or_added_byte_is_noticed(place) -> None:
    path = written(place)
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + data[at + 1 :])
        assert refusal(path) in ("ledger.damaged", "ledger.shorter")
        path.write_bytes(data[:at] + b"0" + data[at:])
        assert refusal(path) in ("ledger.damaged", "ledger.shorter")
    path.write_bytes(data + b"0")
    assert opened(path)[1] == ["ledger.torn"]
    assert path.read_bytes() == data


def test_every_removed_doubled_or_moved_line_is_noticed(place) -> None:
    path = written(place)
    lines = path.read_bytes().splitlines(keepends=True)
    for one in range(len(lines)):
        for changed in (lines[:one] + lines[one + 1 :], lines[:one] + [lines[one]] * 2 + lines[one + 1 :]):
            path.write_bytes(b"".join(changed))
            assert refusal(path) in ("ledger.damaged", "ledger.shorter")
        for other in range(one):
            moved = lines.copy()
            moved[one], moved[other] = moved[other], moved[one]
            path.write_bytes(b"".join(moved))
            assert refusal(path) == "ledger.damaged"


def test_every_changed_removed_or_added_byte_of_the_head_is_noticed(place) -> None:
    path = written(place)
    head = head_of(path)
    data = head.read_bytes()
    codes = {"ledger.head_damaged", "ledger.shorter", "ledger.other"}
    for at in range(len(data)):
        for other in {data[at] ^ 1, data[at] ^ 0x20, 0x31} - {data[at]}:
            head.write_bytes(data[:at] + bytes([other]) + data[at + 1 :])
            assert refusal(path) in codes
        head.write_bytes(data[:at] + data[at + 1 :])
        assert refusal(path) in codes
        head.write_bytes(data[:at] + b"0" + data[at:])
        assert refusal(path) in codes
        head.write_bytes(data[:at])
        assert refusal(path) in codes
    head.write_bytes(data)
    assert opened(path)[1] == []


def test_a_ledger_written_again_with_right_hashes_is_noticed(place) -> None:
    path = written(place, WORDS * 20)
    head = head_of(path).read_bytes()
    path.unlink()
    head_of(path).unlink()
    written(place, WORDS * 19)
    head_of(path).write_bytes(head)
    assert refusal(path) == "ledger.other"


def test_fifty_lines_cut_from_the_end_are_noticed(place) -> None:
    path = written(place, map(str, range(60)))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-50]))
    with pytest.raises(Refused) as refused:
        open_ledger(path, head_of(path))
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.params)) == ("ledger.shorter", {"number": 11, "known": 61})


def test_a_ledger_that_is_gone_is_not_begun_again(place) -> None:
    path = written(place)
    path.unlink()
    with pytest.raises(Refused, match=r"ledger\.missing"):
        create_ledger(path, head_of(path), {})
    head_of(path).write_bytes(b"nothing")
    with pytest.raises(Refused, match=r"ledger\.head_damaged"):
        create_ledger(path, head_of(path), {})
    assert not path.exists()


def test_an_older_copy_is_noticed_in_any_place(place) -> None:
    path = written(place)
    older = b"".join(path.read_bytes().splitlines(keepends=True)[:-1])
    (place / "copy").write_bytes(older)
    path.unlink()
    assert refusal(place / "copy") == "ledger.shorter"  # the head is that of another place


# ----- what continues


def test_a_ledger_that_was_moved_is_continued(place) -> None:
    path = written(place)
    moved = path.rename(place / "moved")
    assert opened(moved) == ([None, *WORDS], [])
    assert head_at(head_of(moved)) == head_at(head_of(path))


def test_colleagues_continue_a_ledger_with_heads_of_their_own(place) -> None:
    path = written(place)
    colleague = place / "other-heads"
    shutil.copytree(place / "heads", colleague)
    for number in range(3):
        theirs = open_ledger(path, head_path_in(colleague, path)).ledger
        theirs.append({"what": f"theirs {number}"})
        theirs.close()
    found = open_ledger(path, head_of(path))
    assert [(note.code, note.params["number"]) for note in found.notes] == [("ledger.ahead", 3)]
    found.ledger.append({"what": "mine"})
    found.ledger.close()
    assert head_at(head_of(path)).n == 8
    assert head_at(head_path_in(colleague, path)).n == 7


def test_a_crash_between_entry_and_head_moves_the_head_on(place, monkeypatch) -> None:
    path = written(place)
    found = open_ledger(path, head_of(path))
    monkeypatch.setattr(ledger, "write_head", _crash)
    with pytest.raises(KeyboardInterrupt):
        found.ledger.append({"what": "last"})
    monkeypatch.undo()
    assert not found.ledger.is_open
    assert head_at(head_of(path)).n == 4
    assert opened(path) == ([None, *WORDS, "last"], ["ledger.ahead"])
    assert head_at(head_of(path)).n == 5
    assert opened(path)[1] == []


def _crash(*_: object, **_options: object) -> None:
    raise KeyboardInterrupt


def test_a_line_cut_short_by_a_crash_is_removed_and_a_whole_one_kept(place) -> None:
    path = written(place)
    before, head = path.read_bytes(), head_of(path).read_bytes()
    found = open_ledger(path, head_of(path))
    found.ledger.append({"what": "last"})
    found.ledger.close()
    whole = path.read_bytes()
    for end in range(len(before), len(whole)):
        path.write_bytes(whole[:end])
        head_of(path).write_bytes(head)
        words, notes = opened(path)
        if end == len(whole) - 1:  # only its line end is missing
            assert (words, notes, path.read_bytes()) == ([None, *WORDS, "last"], ["ledger.ahead"], whole)
        else:
            torn = ["ledger.torn"] if end > len(before) else []
            assert (words, notes, path.read_bytes()) == ([None, *WORDS], torn, before)


def test_a_crash_while_a_ledger_is_begun_leaves_the_name_free(place, monkeypatch) -> None:
    path = place / "log"
    monkeypatch.setattr(ledger, "place_new", _crash)  # the head is written before it
    with pytest.raises(KeyboardInterrupt):
        create_ledger(path, head_of(path), {})
    monkeypatch.undo()
    assert head_at(head_of(path)).n == 1
    create_ledger(path, head_of(path), {}).close()
    assert opened(path) == ([None], [])


def test_nothing_is_changed_until_a_ledger_is_accepted(place) -> None:
    path = written(place)
    data = path.read_bytes() + b"torn"
    path.write_bytes(data)
    head = head_of(path).read_bytes()
    found = open_ledger(path, head_of(path))
    found.ledger.close()
    assert (path.read_bytes(), head_of(path).read_bytes()) == (data, head)


# ----- without a head


def test_without_a_head_lines_and_hash_of_the_last_report_are_needed(place) -> None:
    path = written(place)
    hashes = [line[:64].decode() for line in path.read_bytes().splitlines()]
    head_of(path).unlink()
    assert refusal(path) == "ledger.no_head"
    assert refusal(path, Seen(4, hashes[2])) == "ledger.other"
    assert refusal(path, Seen(5, hashes[3])) == "ledger.shorter"
    assert refusal(path, Seen(0, hashes[3])) == "ledger.other"
    assert refusal(path, Seen(-1, hashes[2])) == "ledger.other"
    assert not head_of(path).exists()
    assert opened(path, Seen(4, f" {hashes[3].upper()} ")) == ([None, *WORDS], ["ledger.adopted"])
    assert opened(path)[1] == []


def test_the_report_may_be_older_than_the_ledger(place) -> None:
    path = written(place)
    hashes = [line[:64].decode() for line in path.read_bytes().splitlines()]
    head_of(path).write_bytes(b"damaged")
    assert refusal(path) == "ledger.head_damaged"
    assert opened(path, Seen(2, hashes[1]))[1] == ["ledger.adopted", "ledger.ahead"]
    assert head_at(head_of(path)) == Head(hashes[0], 4, hashes[3])


def test_what_is_entered_does_not_outrank_a_head(place) -> None:
    path = written(place)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    assert refusal(path, Seen(2, lines[1][:64].decode())) == "ledger.shorter"


def test_a_missing_folder_of_heads_is_not_a_missing_head(place) -> None:
    path = written(place)
    _, end = read_ledger(path)
    head_of(path).unlink()
    (place / "heads").rmdir()
    assert refusal(path, Seen(end.n, end.hash)) == "ledger.no_folder"
    with pytest.raises(Refused, match=r"ledger\.no_folder"):
        create_ledger(place / "new", head_of(place / "new"), {})


# ----- one writer


def test_a_second_officer_is_refused_and_sees_who_has_it_open(place) -> None:
    path = written(place)
    first = open_ledger(path, head_of(path)).ledger
    with pytest.raises(Refused) as refused:
        open_ledger(path, head_of(path))
    (problem,) = refused.value.problems
    assert problem.code == "ledger.in_use_by"
    assert problem.params["by"] == ledger.account()
    (place / "log.lock").unlink()
    assert refusal(path) == "ledger.in_use"
    first.close()
    assert opened(path)[1] == []
    assert not (place / "log.lock").exists()


def test_a_writer_whom_the_lock_did_not_keep_away_is_noticed(place) -> None:
    path = written(place)
    first = open_ledger(path, head_of(path)).ledger
    data = path.read_bytes()
    path.write_bytes(data + b"more\n")
    with pytest.raises(Refused, match=r"ledger\.changed"):
        first.append({"what": "mine"})
    assert path.read_bytes() == data + b"more\n"
    assert not first.is_open
    with pytest.raises(Refused, match=r"ledger\.closed"):
        first.append({"what": "mine"})


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_a_ledger_replaced_by_another_file_is_noticed(place) -> None:
    path = written(place)
    first = open_ledger(path, head_of(path)).ledger
    shutil.copy(path, place / "copy")
    (place / "copy").replace(path)
    with pytest.raises(Refused, match=r"ledger\.changed"):
        first.append({"what": "mine"})


def test_a_full_disk_leaves_the_ledger_as_it_was(place, monkeypatch) -> None:
    path = written(place)
    data, head = path.read_bytes(), head_of(path).read_bytes()

    def full(file, line) -> None:
        file.write(line[:20])
        raise OSError(28, "No space left on device")

    first = open_ledger(path, head_of(path)).ledger
    monkeypatch.setattr(ledger, "write_through", full)
    with pytest.raises(Refused, match=r"file\.disk_full"):
        first.append({"what": "mine"})
    assert (path.read_bytes(), head_of(path).read_bytes()) == (data, head)
