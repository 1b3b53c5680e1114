"""The sentence beside the grade of a method that changes values."""

from types import SimpleNamespace

from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.sheets.perturbation import sheet
from sdc_desktop.sheets.sheet import About, read_by
from sdc_desktop.words import Words

WORDS = Words()


def result(changed: int) -> SimpleNamespace:
    return SimpleNamespace(
        changed={"income": changed, "hours": 0}, records=10, score=None, risks={"dld": 0.25}
    )


def findings(changed: int) -> list[str]:
    shown = read_by("window", sheet(About(None, result(changed)), WORDS))
    return [block.text for block in shown if isinstance(block, Finding)]


def test_the_largest_risk_is_a_finding_of_its_own() -> None:
    changed, risk = findings(4)
    assert "4 of 20 values" in changed
    assert "25.0" not in changed
    assert risk.startswith("Largest risk measured: 25.0")


def test_of_values_that_did_not_change_no_risk_is_claimed() -> None:
    assert findings(0) == ["Nothing was changed in 10 records."]
