"""Identifying texts are found wherever they are in a value, and ordinary values are not taken for them."""

from random import Random

import pytest

from sdc_desktop.engine.rules.patterns import PATTERN_KINDS, contains
from tests.engine.rules.corpus import FOUND, ORDINARY
from tests.engine.rules.made_numbers import MADE


def lines(texts):
    return [text for text in texts.split("\n") if text]


@pytest.mark.parametrize("kind", PATTERN_KINDS)
def test_every_form_of_a_kind_is_found_alone_and_in_a_text(kind) -> None:
    forms = lines(FOUND[kind])
    in_texts = [f"see {form}, then" for form in forms]
    assert [text for text in (*forms, *in_texts) if not contains(kind, text)] == []


@pytest.mark.parametrize("kind", PATTERN_KINDS)
def test_ordinary_values_of_statistics_are_of_no_kind(kind) -> None:
    assert [text for text in lines(ORDINARY) if contains(kind, text)] == []


@pytest.mark.parametrize(("name", "make"), MADE.items())
def test_numbers_with_valid_check_digits_are_found_and_most_others_are_not(name, make) -> None:
    kind = name.partition(" ")[0]
    draws = Random(f"47 {name}")
    made = [make(draws) for _ in range(60)]
    assert [text for text, _ in made if not contains(kind, text)] == []
    at_most = 10 if kind == "national_number" else 0  # valid in another country
    assert sum(contains(kind, text) for _, text in made) <= at_most
