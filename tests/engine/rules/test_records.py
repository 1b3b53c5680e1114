"""Rules of a policy on the values of a file that leaves."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.rules.records import Leaving, checked
from sdc_desktop.engine.rules.spec import AnswerSpec, RuleSpec
from tests.support.data import microdata

CONTEXT = JobContext()


def rule(kind: str, **settings) -> RuleSpec:
    return RuleSpec.model_validate({"name": "a_rule", "check": {"kind": kind, **settings}})


def found(check: RuleSpec, columns, *, roles=None, answer=None, populations=None):
    answers = {} if answer is None else {"a_rule": AnswerSpec(**answer)}
    result = checked(
        check,
        Leaving(microdata(columns, roles), answers, {} if populations is None else {"a_rule": populations}),
        CONTEXT,
    )
    assert result is not None
    return result


def broken(result):
    return [(one.variable, one.values, one.records) for one in result.variables]


def test_patterns_are_found_in_every_variable_that_leaves_and_in_no_other() -> None:
    columns = {
        "note": ["call 212-555-0199", "none", "none"],
        "link": ["x", "www.example.org", "www.example.org"],
        "mail": ["a@b.org", "c@d.org", "e@f.org"],
    }
    kinds = ["telephone", "url", "e-mail"]
    result = found(rule("patterns", kinds=kinds), columns, roles={"mail": "direct_identifier"})
    assert (result.state, broken(result)) == ("not_met", [("note", 1, 1), ("link", 1, 2)])
    assert found(rule("patterns", kinds=["iban"]), columns).state == "met"


def test_dates_are_found_wherever_they_are() -> None:
    columns = {"year": ["2019", "2020"], "note": ["seen 2019-05-01", "-"], "month": ["2019-05", "2019-06"]}
    result = found(rule("dates", finest="year"), columns)
    assert broken(result) == [("note", 1, 1), ("month", 2, 2)]
    assert broken(found(rule("dates", finest="month"), columns)) == [("note", 1, 1)]


def test_ages_by_name_break_a_rule_and_meet_it_only_once_the_user_names_them() -> None:
    over, top = (
        {"age": ["30", "91", "91"], "v7": ["1", "2", "3"]},
        {"age": ["30", "90", "90"], "v7": ["95", "2", "3"]},
    )
    ages = rule("ages", greatest=89)
    assert broken(found(ages, over)) == [("age", 1, 2)]
    doubtful = found(ages, top)
    assert (doubtful.state, doubtful.open, doubtful.looked_at) == ("not_checked", "not_answered", ("age",))
    assert found(ages, top, answer={"variables": ("age",)}).state == "met"
    assert broken(found(ages, top, answer={"variables": ("age", "v7")})) == [("v7", 1, 1)]


def test_an_age_that_a_text_says_breaks_the_rule_in_any_variable() -> None:
    columns = {"age": ["30", "90"], "note": ["a 93-year-old", "95 days"]}
    result = found(rule("ages", greatest=89), columns, answer={"variables": ("age",)})
    assert (result.state, broken(result)) == ("not_met", [("note", 1, 1)])


def test_a_rule_on_ages_is_met_without_one_only_where_the_user_says_so() -> None:
    ages, columns = rule("ages", greatest=89), {"v7": ["95", "2"]}
    assert found(ages, columns).open == "not_answered"
    assert found(ages, columns, answer={"variables": ()}).state == "met"


def test_missing_and_suppressed_values_break_no_rule() -> None:
    result = found(rule("ages", greatest=89), {"age": ["*", "", "12"]}, answer={"variables": ("age",)})
    assert result.state == "met"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["100", "000"], []),
        (["100", "036"], [("zip", 1, 1)]),
        (["10001", "10001"], [("zip", 1, 2)]),
        (["100", "000", "1000"], [("zip", 1, 1)]),
        (["100", "59"], [("zip", 1, 1)]),  # 059 as a number
        (["100", "0"], []),
        (["1", "3"], []),  # the first figure alone
        (["100**", "101XX"], []),
        (["036**", "100xx"], [("zip", 1, 1)]),
        (["101.0", "36.0"], [("zip", 1, 1)]),
        (["10001.0", "100"], [("zip", 1, 1)]),
        (["10001-1234", "100"], [("zip", 1, 1)]),
        (["100 01", "100"], [("zip", 1, 1)]),
        (["１００", "０３６"], [("zip", 1, 1)]),
    ],
)
def test_post_codes_are_cut_and_rare_ones_hidden(values, expected) -> None:
    codes = rule("postcodes", figures=3, hidden=["036", "059"])
    assert broken(found(codes, {"zip": values}, answer={"variables": ("zip",)})) == expected


def test_areas_need_the_population_that_is_known_of_each() -> None:
    areas, columns = rule("areas", population=100_000), {"region": ["A", "B", "C"]}
    assert found(areas, columns).open == "no_populations"
    known = {"A": 200_000, "B": 99_999, "C": 100_000}
    answer = {"variables": ("region",)}
    assert broken(found(areas, columns, answer=answer, populations=known)) == [("region", 1, 1)]
    assert broken(found(areas, columns, answer=answer, populations={"A": 200_000})) == [("region", 2, 2)]
    assert found(areas, columns, answer={"variables": ()}).state == "met"


def test_other_rules_are_not_about_values() -> None:
    assert checked(rule("random_order"), Leaving(microdata({"x": ["1"]}), {}), CONTEXT) is None
