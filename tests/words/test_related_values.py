"""Values of tables that follow from one another, in words."""

import pytest

from sdc_desktop.engine.tables.linked.facts import Related
from sdc_desktop.words import Words
from sdc_desktop.words.tables.linked import related_text


@pytest.mark.parametrize(
    ("related", "text"),
    [
        (Related(("turnover", "wages", "profit")), "turnover = wages + profit."),
        (Related(("a", "b", "c", "d"), (1, 1, -1, 1)), "a = b \u2212 c + d."),
        (Related(("a", "b"), (1, -1)), "a = \u2212 b."),
        (Related(("euro", "thousands"), (1, 1000)), "euro = 1\u202f000\u00a0\u00d7\u00a0thousands."),
        (Related(("", "one"), (1, 1)), "number of records = one."),
        (Related(("y", "y"), (1, 1)), "y weighted and unweighted: equal where all weights are 1."),
    ],
)
def test_each_relation_is_an_equation(related: Related, text: str) -> None:
    assert related_text(related, Words()) == text
