"""What the verdict says: every reason has words, and the external ones reveal no figures."""

import ast
from pathlib import Path

import pytest

import sdc_desktop
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.verdict import (
    NO_LIMITS,
    Grade,
    Reason,
    disclosed_values,
    failed,
    reserved,
    unjudged,
    verdict_of,
)
from sdc_desktop.words import Words
from sdc_desktop.words.microdata import recoding
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.verdicts.reasons import OF_A_WARNING, REASONS
from sdc_desktop.words.verdicts.verdict import EXTERNAL_FIGURES, reason_text, reason_texts, verdict_text
from tests.support.guide import placeholders

ENGINE = Path(sdc_desktop.__file__).parent / "engine"
MAKERS = ("reason", "failed", "unjudged", "reserved", "Reason")


def constants() -> dict[str, str]:
    """Module constants of the engine that are texts, for codes that are given by name."""
    found = {}
    for path in ENGINE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)):
                continue
            if isinstance(node.value.value, str):  # a number elsewhere may have the same name
                found |= {name.id: node.value.value for name in node.targets if isinstance(name, ast.Name)}
    return found


def codes() -> set[str]:
    """Every code that the engine makes a reason with, outside the module that defines reasons."""
    known, found = constants(), set()
    for path in ENGINE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "sdc_desktop.engine.verdict import" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            if node.func.id in MAKERS:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(first.value)
                elif isinstance(first, ast.Name) and first.id in known:
                    found.add(known[first.id])
    return found


def test_every_reason_of_the_engine_has_words() -> None:
    assert codes() - set(REASONS) - set(MESSAGES) == set()
    assert len(codes()) >= 5


@pytest.mark.parametrize("code", sorted(REASONS))
def test_the_external_sentence_has_shares_and_names_only(code) -> None:
    assert placeholders(REASONS[code].external) <= EXTERNAL_FIGURES
    assert placeholders(REASONS[code].by) <= EXTERNAL_FIGURES


def test_a_figure_that_is_not_for_outside_cannot_be_stated_there() -> None:
    text = reason_text(
        failed("disclosed_values", variable="salary", records=3, share=0.001), Words(), internal=False
    )
    assert "3" not in text


def test_small_shares_are_not_stated_exactly_outside() -> None:
    (found,) = disclosed_values(0.0004, NO_LIMITS, variable="salary")
    words = Words()
    assert "0.0" in reason_text(found, words) or "0.04" in reason_text(found, words)
    assert "0.0" not in reason_text(found, words, internal=False)


def test_a_warning_without_words_of_its_own_is_named_outside_without_its_figures() -> None:
    figures = {"name": "w-07", "number": 3, "record": 2}
    found = Reason("data.weights_not_positive", Grade.RESERVATIONS, figures)
    assert "in w-07," in reason_text(found, Words())
    assert reason_text(found, Words(), internal=False) == OF_A_WARNING


def test_the_line_has_the_grade_the_gravest_reason_and_how_many_more() -> None:
    verdict = verdict_of([reserved("several_tables", tables=("a", "b")), unjudged("nothing_required")])
    text = verdict_text(verdict, Words())
    assert text == "Not judged: No condition is set for the released file. 1 further reason."


def test_both_editions_have_as_many_reasons() -> None:
    verdict = verdict_of(
        [
            *disclosed_values(0.1, NO_LIMITS, variable="a"),
            *disclosed_values(0.2, NO_LIMITS, variable="b"),
            Reason("risk.missing_values", Grade.RESERVATIONS, {"names": "x"}),
            Reason("data.weights_not_positive", Grade.RESERVATIONS, {"name": "w", "number": 2, "record": 1}),
        ]
    )
    words = Words()
    assert len(reason_texts(verdict, words)) == len(reason_texts(verdict, words, internal=False)) == 4


def test_counts_of_models_are_not_shown_as_shares() -> None:
    found = reserved("population_models_differ", fewest=1.4, greatest=12.0)
    text = reason_text(found, Words())
    assert "1.4 to 12" in text
    assert "%" not in text


def test_a_brief_reason_names_three_variables_and_how_many_more() -> None:
    names = tuple(f"v{number}" for number in range(10))
    reason = reserved("key_variables_left_out", variables=names)
    assert reason_text(reason, Words(), brief=True).endswith("v0, v1, v2 and 7 more.")
    assert reason_text(reason, Words()).endswith("v8 and v9.")


def test_findings_name_three_variables_and_how_many_more() -> None:
    names = tuple(f"v{number}" for number in range(10))
    text = recoding.verdict(Anonymity(1, 20, 20, 20), names, Words())
    assert "unique on v0, v1, v2 and 7 more." in text
