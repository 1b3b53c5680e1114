"""Every problem that the program can raise has words, and its words find the figures they name."""

import ast
import string
from functools import cache
from pathlib import Path

import pytest

import sdc_desktop
from sdc_desktop.engine.problems import Place, error, warning
from sdc_desktop.words import Words
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.problems.problems import problem_json, sentence, spoken

PACKAGE = Path(sdc_desktop.__file__).parent
MAKERS = {"error", "warning", "note"}
CODE = "abcdefghijklmnopqrstuvwxyz_0123456789."


@cache
def raised() -> dict[str, list[set[str] | None]]:
    """Code -> the sets of figures it is raised with (None where they are not written out)."""
    found: dict[str, list[set[str] | None]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS
            ):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                names = {keyword.arg for keyword in node.keywords}
                given = None if None in names else names - {"where"}
                found.setdefault(node.args[0].value, []).append(given)
    return found


@cache
def mentioned() -> set[str]:
    """Every text in the engine, project, report and window that looks like the code of a problem."""
    heads = {code.partition(".")[0] for code in MESSAGES}
    texts = set()
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "words"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and set(node.value) <= set(CODE)
            ):
                head, _, rest = node.value.partition(".")
                if head in heads and rest:
                    texts.add(node.value)
    return texts


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def test_every_problem_raised_has_a_message_and_a_remedy() -> None:
    assert sorted(set(raised()) - set(MESSAGES)) == []


def test_no_message_is_left_over() -> None:
    assert sorted(set(MESSAGES) - mentioned()) == []


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_the_words_of_a_problem_find_the_figures_they_name(code) -> None:
    needed = placeholders(MESSAGES[code][0]) | placeholders(MESSAGES[code][1])
    for given in raised().get(code, []):
        assert given is None or needed <= given, f"{needed - given} never given"


def test_a_problem_is_stated_as_one_line_with_place_message_and_remedy() -> None:
    problem = error("anopi.points_sum", Place(key="jobs[0].params.user_points", job="a"), total=101.0)
    assert sentence(problem, Words()).line() == (
        "error: jobs[0].params.user_points: the points add up to 101 instead of 100 - "
        "distribute exactly 100 points"
    )


@pytest.mark.parametrize(
    ("total", "said"),
    [(33.333333333333336, "33.333"), (100.00001, "100.00001"), (0.0004, "0.0004"), (1e22, "1e+22")],
)
def test_figures_are_rounded_in_sentences_but_never_to_a_whole_they_are_not(total, said) -> None:
    problem = error("anopi.points_sum", total=total)
    assert sentence(problem, Words()).message == f"the points add up to {said} instead of 100"
    assert problem_json(problem, Words())["params"] == {"total": total}


def test_a_problem_can_be_spoken_in_sentences_that_leave_names_as_they_are() -> None:
    points = error("anopi.points_sum", total=101.0)
    assert (
        spoken(points, Words()) == "The points add up to 101 instead of 100. Distribute exactly 100 points."
    )
    strange = error("csv.unknown_encoding", encoding="klingon")
    assert spoken(strange, Words()).startswith("klingon is not a known encoding.")


def test_a_place_in_a_file_is_stated_with_line_field_and_variable() -> None:
    place = Place(file="a.csv", line=3, column=2, variable="age")
    assert sentence(warning("file.is_folder", place), Words()).where == "a.csv, line 3, field 2, variable age"


def test_a_problem_as_json_has_the_code_the_figures_and_the_words() -> None:
    problem = error("hierarchy.lacks", Place(variable="age"), values=("a", "b"), number=2)
    data = problem_json(problem, Words())
    assert data["params"] == {"values": ["a", "b"], "number": 2}
    assert data["message"] == "values missing from the hierarchy (2 in total): a, b"


def test_line_ends_and_terminal_signs_in_a_name_are_shown_not_done() -> None:
    line = sentence(error("data.unknown_variable", Place(key="a\nb"), name="x\x1b[2J\u2028é"), Words()).line()
    assert line.isprintable()
    assert "a\\nb" in line
    assert "x\\x1b[2J\\u2028é" in line


def test_a_share_of_households_is_a_percentage() -> None:
    rare = warning("swap_households.mostly_rare", Place(key="params.k"), share=0.853, number=597)
    assert "597 households (85.3\u202f% of all)" in sentence(rare, Words()).message


def test_numbers_that_are_expected_stay_numbers() -> None:
    words = Words()
    found = sentence(error("tauargus.too_few_largest", Place(), number=2, expected=3), words)
    assert found.message == "the rules use the 3 largest contributions; the file has 2 of them"
    for code in ("table.wrong_length", "pasted_table.uneven", "tauargus.fields"):
        assert "5" in sentence(error(code, Place(), number=4, expected=5), words).message
    assert (
        "write a number"
        in sentence(error("plan.type", Place(), value="x", expected="float_type"), words).remedy
    )
