"""What the experiment on entropy l-diversity says: nothing that it did not find."""

from types import SimpleNamespace

import pytest

from sdc_desktop.sheets.diversity_experiment import line
from sdc_desktop.words import Words

SAME = "Plain and corrected entropy need the same generalisation."


def stated(*verdicts: str) -> str:
    comparisons = [SimpleNamespace(l=2.0 + at, verdict=verdict) for at, verdict in enumerate(verdicts)]
    points = [SimpleNamespace(proven=True)]
    return line(SimpleNamespace(comparisons=comparisons, points=points), Words())


@pytest.mark.parametrize(
    ("verdicts", "text"),
    [
        (("same", "same"), SAME),
        (("same", "neither"), f"{SAME} No generalisation meets the criterion at l = 3."),
        (("neither",), "No generalisation meets the criterion at l = 2."),
        (("less", "same"), "Corrected, the entropy needs less generalisation at l = 2."),
        ((), ""),
    ],
)
def test_estimators_are_called_equal_only_where_both_met_the_criterion(verdicts, text) -> None:
    assert stated(*verdicts) == f"{text} All optima are proven.".strip()
