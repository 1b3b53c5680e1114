"""The check of the product's English: what it finds, what it lets pass, and what it says."""

import csv
import json
from pathlib import Path

import pytest
from language import check

with (Path(__file__).parent / "language_cases.csv").open(encoding="utf-8", newline="") as file:
    CASES = [(row["text"], row["names"]) for row in csv.DictReader(file)]
TOLD = "The value is told to the reader."


def text(line: str, kind: str = "guide") -> check.Text:
    return check.Text(kind, "page.md:7", line)


@pytest.fixture
def exceptions(monkeypatch):
    """Replaces the list of exceptions; gives a function that takes its rows."""
    rows = check._rows

    def allow(*given: tuple[str, str]) -> None:
        own = [{"text": part, "name": name, "reason": "test"} for part, name in given]
        monkeypatch.setattr(check, "_rows", lambda name: own if name == "allowed.csv" else rows(name))

    allow()
    return allow


@pytest.mark.parametrize(("line", "names"), CASES, ids=range(len(CASES)))
def test_each_case_triggers_its_patterns_and_no_other(line, names) -> None:
    assert " ".join(pattern.name for pattern in check.found(line)) == names


def test_code_fences_and_placeholders_do_not_count() -> None:
    assert check.plain("as `told` {told}") == "as code N"
    assert check.plain("one\n```\ntold\n```\ntwo").splitlines() == ["one", "", "", "", "two"]


def test_a_hit_names_file_line_pattern_and_replacement(exceptions) -> None:
    hits, faults = check.judge([text(TOLD)])
    assert faults == []
    message = str(hits[0])
    assert message.startswith("page.md:7: told: ")
    assert "specified" in message


def test_an_exception_lets_its_text_pass_and_one_that_is_not_needed_is_a_fault(exceptions) -> None:
    exceptions((TOLD, "told"), ("nowhere", "told"))
    hits, faults = check.judge([text(TOLD)])
    assert hits == []
    assert ["nowhere" in fault for fault in faults] == [True]


def test_more_exceptions_than_the_limit_are_a_fault(exceptions) -> None:
    exceptions(*((f"told {number}", "told") for number in range(check.MOST_ALLOWED + 1)))
    _, faults = check.judge(text(f"told {number}") for number in range(check.MOST_ALLOWED + 1))
    assert any("more than" in fault for fault in faults)


def test_more_hits_than_the_bound_are_reported_and_as_many_are_not(exceptions) -> None:
    hits, _ = check.judge([text(TOLD), text("Cells are drawn anew.")])
    counts = check.count(hits)
    assert counts == {"guide fail": 2}
    assert list(check.exceeded(hits, counts, counts)) == []
    reported = list(check.exceeded(hits, counts, {"guide fail": 1}))
    assert "at most 1 allowed" in reported[0]
    assert len(reported) == 3


@pytest.mark.parametrize(
    ("subject", "faults"),
    [
        ("Tables: show feasibility intervals next to protection levels", 0),
        ("x" * 73, 1),
        ("One thing; another thing.", 2),
    ],
)
def test_the_subject_of_a_commit_is_short_and_one_sentence(subject, faults) -> None:
    assert len(check.subject_faults(subject)) == faults


def test_each_place_of_the_product_is_read() -> None:
    kinds = {one.kind for one in check.all_texts(check.ROOT)}
    assert kinds == {"messages", "docstrings", "guide", "pages", "names", "comments", "test names"}
    assert set(json.loads(check.BOUNDS.read_text(encoding="utf-8"))) <= {
        f"{kind} {level}" for kind in kinds for level in ("fail", "fall", "terms")
    }


def test_names_are_checked_by_word_and_comments_by_what_is_never_right(exceptions) -> None:
    names = [text(name, "names") for name in ("_told", "asked_before", "untold", "masked", "requested")]
    hits, _ = check.judge(names)
    assert [hit.text.line for hit in hits] == ["_told", "asked_before"]
    hits, _ = check.judge(
        [text("the value is told", "comments"), text("the officer asks for it", "comments")]
    )
    assert [(hit.text.line, hit.pattern.level) for hit in hits] == [("the value is told", "fail")]


def test_names_comments_and_tests_are_read_from_the_files(tmp_path) -> None:
    for folder in ("sdc_desktop", "packaging", "tests"):
        (tmp_path / folder).mkdir()
    source = "def asks(told):\n    said.whoever = told  # told once\n    return 'no # told comment'\n"
    (tmp_path / "sdc_desktop" / "one.py").write_text(source, encoding="utf-8")
    (tmp_path / "tests" / "test_one.py").write_text(
        "def test_it_is_told():\n    told = 1\n", encoding="utf-8"
    )
    found = {(one.kind, one.place, one.line) for one in check.all_texts(tmp_path)}
    assert found == {
        ("names", "sdc_desktop/one.py:1", "asks"),
        ("names", "sdc_desktop/one.py:1", "told"),
        ("names", "sdc_desktop/one.py:2", "whoever"),
        ("comments", "sdc_desktop/one.py:2", "told once"),
        ("test names", "tests/test_one.py:1", "test_it_is_told"),
    }
