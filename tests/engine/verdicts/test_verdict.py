"""The rules of the verdict: golden cases, brute force over facts, and what a warning does."""

import json
from itertools import product
from pathlib import Path

import pytest

from sdc_desktop.engine.problems import error, note, warning
from sdc_desktop.engine.verdict import (
    HARMLESS,
    NO_LIMITS,
    NOT_CHECKED,
    NOTHING_REQUIRED,
    Grade,
    Limits,
    Reason,
    disclosed_values,
    failed,
    from_warnings,
    overall,
    reserved,
    unjudged,
    verdict_of,
    worst,
)

GOLDEN = json.loads((Path(__file__).parent / "golden_verdicts.json").read_text(encoding="utf-8"))


def reasons_of(facts) -> list[Reason]:
    """The facts of a golden product as the reasons that a kind would give."""
    found = [failed("condition", number=number) for number in range(facts["failed"])]
    found += [reserved("some.warning", number=number) for number in range(facts["warnings"])]
    if not facts["asked"]:
        found.append(unjudged(NOTHING_REQUIRED))
    elif not facts["checked"]:
        found.append(unjudged(NOT_CHECKED))
    most = facts["most_disclosed"]
    limits = NO_LIMITS if most is None else Limits(sensitive_disclosed_at_most=most)
    return [*found, *disclosed_values(facts["disclosed"], limits)]


@pytest.mark.parametrize("case", GOLDEN, ids=[case.get("name", str(at)) for at, case in enumerate(GOLDEN)])
def test_golden_products_get_their_grades(case) -> None:
    verdicts = {str(at): verdict_of(reasons_of(facts)) for at, facts in enumerate(case["products"])}
    others = [reserved("other.warning", number=at) for at in range(case["other_warnings"])]
    assert [verdict.grade for verdict in verdicts.values()] == case["verdicts"]
    assert overall(verdicts, others).grade == case["overall"]


def graded_by_rule(query, fails, checked, warnings, disclosed, most) -> str:
    """The rules as they are written: the first that holds."""
    if fails or disclosed > (0.1 if most is None else most):
        return "unsafe"
    if not query or not checked:
        return "open"
    return "reservations" if warnings or disclosed else "safe"


def test_every_combination_of_facts_gets_the_grade_of_the_first_rule_that_holds() -> None:
    space = product((0, 2), (0, 1), (True, False), (0, 1), (0, 0.05, 0.1, 0.2), (None, 0.0, 0.1, 1.0))
    for query, fails, checked, warnings, disclosed, most in space:
        facts = {
            "asked": query,
            "failed": fails,
            "checked": checked,
            "warnings": warnings,
            "disclosed": disclosed,
            "most_disclosed": most,
        }
        found = verdict_of(reasons_of(facts))
        assert found.grade == graded_by_rule(query, fails, checked, warnings, disclosed, most), facts


def test_a_further_reason_never_raises_a_grade() -> None:
    ranks = list(Grade)
    for before in product((*Grade, None), repeat=2):
        reasons = [Reason("first", grade) for grade in before if grade is not None]
        for grade in Grade:
            after = verdict_of([*reasons, Reason("further", grade)]).grade
            assert ranks.index(after) <= ranks.index(verdict_of(reasons).grade)


def test_no_reason_at_all_is_safe_and_the_worst_comes_first() -> None:
    assert verdict_of([]).grade is Grade.SAFE
    mixed = verdict_of([reserved("a"), failed("b"), unjudged("c"), reserved("a")])
    assert [one.code for one in mixed.reasons] == ["b", "c", "a"]
    assert worst([]) is Grade.SAFE


def test_a_required_grade_is_met_by_itself_and_by_better_ones() -> None:
    met = [[verdict_of([Reason("x", mine)]).meets(required) for required in Grade] for mine in Grade]
    assert met == [[at >= other for other in range(4)] for at in range(4)]


def test_warnings_become_reservations_errors_fail_and_notes_say_nothing() -> None:
    problems = [warning("data.odd", number=3), error("data.bad"), note("data.fine")]
    assert [(one.code, one.grade) for one in from_warnings(problems)] == [
        ("data.odd", Grade.RESERVATIONS),
        ("data.bad", Grade.UNSAFE),
    ]


def test_a_warning_is_dropped_only_where_it_is_declared_harmless() -> None:
    assert not from_warnings([warning(code) for code in HARMLESS])
    assert len(from_warnings([warning("any.other")])) == 1


def test_names_that_a_file_gives_twice_are_weighed_since_roles_go_by_names() -> None:
    (found,) = from_warnings([warning("data.renamed", number=1)])
    assert found.grade is Grade.RESERVATIONS


def test_without_a_product_nothing_is_judged() -> None:
    assert overall({}).grade is Grade.OPEN


def test_the_plan_names_the_job_of_each_reason() -> None:
    found = overall({"a": verdict_of([failed("x")]), "b": verdict_of([reserved("y")])})
    assert [(one.job, one.code) for one in found.reasons] == [("a", "x"), ("b", "y")]
