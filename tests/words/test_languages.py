"""Which language a user is spoken to in, and that it is spoken."""

import pytest

from sdc_desktop.words.program.languages import LANGUAGES, VARIABLE, chosen_language, words_in


@pytest.mark.parametrize(
    ("choice", "variables", "language"),
    [
        ("de", {"LANG": "en_GB.UTF-8"}, "de"),
        ("system", {"LANG": "de_AT.UTF-8"}, "de"),
        ("system", {"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ("system", {"LANG": "de_DE", VARIABLE: "en"}, "en"),
        ("system", {"LC_MESSAGES": "German_Germany.1252"}, "de"),
        ("system", {"LANG": "fr_FR.UTF-8"}, "en"),
        ("something else", {"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_choice_counts_then_the_environment_then_english(choice, variables, language) -> None:
    assert chosen_language(choice, variables) == language


def test_german_is_spoken_with_its_plurals() -> None:
    german = words_in("de")
    assert german.say("&Save") == "&Speichern"
    singular, plural = ("{number} record", "{number} records")
    assert german.say_many(singular, plural, 1) == "1 Datensatz"
    assert german.say_many(singular, plural, 2) == "2 Datensätze"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_no_catalogue_knows_is_stated_as_it_is(language) -> None:
    assert words_in(language).say("no such message {x}", x=1) == "no such message 1"


def test_a_singular_and_a_plural_that_are_marked_apart_are_translated() -> None:
    german = words_in("de")
    assert (
        german.say_many("History: {number} change", "History: {number} changes", 6) == "Verlauf: 6 Änderungen"
    )


def test_figures_have_the_decimal_mark_of_the_language() -> None:
    english, german = words_in("en"), words_in("de")
    assert english.percent(0.133) == "13.3\u202f%"
    assert german.percent(0.133) == "13,3\u202f%"
    assert german.figure(1234.5) == "1\u202f234,50"
    assert german.figure(-0.25) == "\u22120,25"
    assert german.short(0.250001) == "0,250001"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("number", "text"), [(-1234.5, "-1234.50"), (0.25, "0.25"), (1e6, "1000000.00")])
def test_a_figure_made_plain_is_what_other_programs_read(language, number, text) -> None:
    words = words_in(language)
    assert words.plain(words.figure(number)) == text
    assert words.plain(f"{words.figure(0.5, 1)}; {words.figure(2.5, 1)}") == "0.5; 2.5"
