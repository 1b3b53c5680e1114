"""Suppression in sentences."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.recoding import recoding_counts
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords, rare_records
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.microdata.suppression.suppression import figures, whole_records
from sdc_desktop.engine.source import Source
from sdc_desktop.words import Words
from sdc_desktop.words.microdata import suppression as said
from sdc_desktop.words.microdata.recoding import verdict
from sdc_desktop.words.program.step_labels import suppression_label
from tests.support.data import microdata
from tests.support.suppression import classes_of

WORDS = Words()
RECORDS = [("a", "x")] * 4 + [("a", "y")] + [("b", "x")] * 5


def test_whole_records_are_stated_with_their_share() -> None:
    classes = classes_of(RECORDS)
    shown = figures(classes, whole_records(classes, 2), 2)
    sentence = said.records_suppressed(shown, 2, 10, WORDS)
    assert (
        sentence
        == "1 of 10 records (10.0\u202f%) was in a class smaller than 2; its key values are suppressed."
    )
    nothing = figures(classes, whole_records(classes, 1), 1)
    assert said.records_suppressed(nothing, 1, 10, WORDS) == "No class is smaller than 1: nothing suppressed."


def test_cells_are_stated_with_their_records_and_what_is_proven() -> None:
    result = local_suppression(classes_of(RECORDS), 2, {}, "kept", JobContext())
    assert said.cells_suppressed(result, 10, WORDS) == "1 cell is suppressed in 1 record (10.0\u202f%)."
    assert said.optimality(result, WORDS) == "Proven optimal: no cheaper suppression exists."
    assert said.stricter(result, WORDS) == (
        "Records in classes smaller than 2 if a suppressed value counts as a category of its own: 1; "
        "if it matches no value: 1."
    )
    assert said.common_suppressed(result, WORDS) is None


@pytest.mark.parametrize("rule", ["kept", "wildcard", "category"])
def test_the_rule_is_always_stated(rule) -> None:
    result = local_suppression(classes_of(RECORDS), 2, {}, rule, JobContext())
    assert "2" in said.rule(result, WORDS)


def test_records_that_only_give_company_are_stated() -> None:
    result = local_suppression(classes_of([("a",)] * 4 + [("b",)] * 20), 5, {}, "wildcard", JobContext())
    assert said.common_suppressed(result, WORDS) == (
        "1 of these records was common enough; it gives rarer ones company."
    )


def rare(suppress: str, rule: str = "category", becomes: str = "keep") -> RareRecords:
    """What becomes of the ten records, decided as a job does."""
    columns = dict(zip(("v0", "v1"), (list(c) for c in zip(*RECORDS, strict=True)), strict=True))
    counts = recoding_counts(Source(microdata(columns), {}), ("v0", "v1"), JobContext())
    params = SuppressionParams(
        suppress_below=2, suppress=suppress, suppressed_as=rule, suppressed_records=becomes
    )
    found = rare_records(params, counts, {}, JobContext())
    assert found is not None
    return found


def test_the_verdict_says_what_is_left_and_what_was_suppressed_for_it() -> None:
    found = rare("records", becomes="delete")
    shown = verdict(found.figures.after, ("v0", "v1"), WORDS, found)
    assert shown == (
        "No unique records: every record matches at least 3 others on v0 and v1. "
        "1 of 10 records (10.0\u202f%) was in a class smaller than 2; its key values are suppressed."
    )
    assert verdict(found.figures.after, ("v0", "v1"), WORDS) == shown.split(" 1 of 10")[0]
    kept = rare("records")  # the suppressed record is a class of its own
    assert verdict(kept.figures.after, ("v0", "v1"), WORDS, kept).startswith("At risk: 1 of 10 records")


def test_the_verdict_under_a_weaker_rule_says_the_rule_and_what_the_strict_one_would_say() -> None:
    found = rare("cells", "kept")
    shown = verdict(found.figures.after, ("v0", "v1"), WORDS, found)
    assert found.figures.below.as_category == 1
    assert shown.startswith("What each record still shows is shared by at least 2 records")
    assert "1 cell is suppressed in 1 record" in shown
    assert "a category of its own: 1;" in shown


def test_the_verdict_where_nothing_had_to_be_suppressed_is_the_plain_one() -> None:
    from dataclasses import replace

    found = rare("records")
    none = replace(found, figures=replace(found.figures, cells=0))
    assert verdict(none.figures.after, ("v0",), WORDS, none) == verdict(none.figures.after, ("v0",), WORDS)


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        ({}, {"suppress_below": 5}, "Suppression below k = 5: whole records"),
        ({"suppress_below": 5}, {}, "Suppression: off"),
        (
            {"suppress_below": 5},
            {"suppress_below": 5, "suppress": "cells", "suppressed_as": "wildcard"},
            "Suppression below k = 5: fewest values, * matches any value",
        ),
        (
            {"suppress_below": 5, "suppress": "cells"},
            {"suppress_below": 5, "suppress": "cells", "importance": {"a": 2.5}},
            "Importance of a: 1.0 \u2192 2.5",
        ),
    ],
)
def test_steps_are_named_after_what_changed(before, after, label) -> None:
    assert suppression_label(SuppressionParams(**before), SuppressionParams(**after), WORDS) == label


def test_every_choice_of_the_engine_has_its_words() -> None:
    rules, ways = (SuppressionParams.settings[key].choices for key in ("suppressed_as", "suppress"))
    helps = [WORDS.say(one.hint, k=7) for one in (*rules.values(), *ways.values())]
    assert len(set(helps)) == 6
    in_the_card = [*helps[:3], WORDS.say(ways["records"].hint)]
    assert all(len(text) <= 50 for text in in_the_card), "they have one line"
