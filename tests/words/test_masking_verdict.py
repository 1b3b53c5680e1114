"""The sentence beside the grade of a method that changes values."""

from types import SimpleNamespace

from sdc_desktop.words import Words
from sdc_desktop.words.microdata.masking_methods import verdict

WORDS = Words()


def result(changed: int) -> SimpleNamespace:
    return SimpleNamespace(changed={"income": changed, "hours": 0}, records=10, risks={"dld": 0.25})


def test_the_largest_risk_is_stated_unless_a_reason_states_it() -> None:
    whole, short = verdict(result(4), WORDS), verdict(result(4), WORDS, with_risk=False)
    assert whole.startswith(short)
    assert "4 of 20 values" in short
    assert "Largest risk measured: 25.0" in whole
    assert "25.0" not in short


def test_of_values_that_did_not_change_no_risk_is_claimed() -> None:
    assert verdict(result(0), WORDS) == "Nothing was changed."
