"""k in words: figures that differ are told so that one sees it."""

from sdc_desktop.words import Words
from sdc_desktop.words.microdata.anopi_k import distinct_texts, k_title, k_tooltip


def test_figures_have_as_many_decimals_as_it_takes_to_see_that_they_differ() -> None:
    assert distinct_texts(0.5, 0.25, Words()) == ("0.500", "0.250")
    assert distinct_texts(0.31171, 0.31219, Words()) == ("0.3117", "0.3122")
    assert distinct_texts(0.25, 0.25, Words()) == ("0.250", "0.250")


def test_a_k_of_one_is_as_is() -> None:
    words = Words()
    assert k_title(1234, words) == "k = 1\u202f234"
    assert k_tooltip(1, words) == "k = 1: as is"
    assert k_tooltip(7, words) == "k = 7: groups of 7 or more records"
