"""The guide's page on data states the limits of readers as the program has them."""

import re
from pathlib import Path

import pytest

from sdc_desktop.engine.data import limits

GUIDE = Path(__file__).parents[2] / "resources" / "help"
MEGABYTE = 2**20
FIGURES = (
    limits.MOST_RATIO,
    limits.FREE_BYTES // MEGABYTE,
    limits.MOST_ROWS,
    limits.MOST_COLUMNS,
    limits.MAX_FIELDS,
    limits.MAX_RECORD // MEGABYTE,
    limits.MOST_TABLE_CELLS,
    limits.FREE_MEMORY // MEGABYTE,
    limits.MEMORY_RATIO,
    limits.PROVEN_BYTES // MEGABYTE,
)


@pytest.mark.parametrize(("language", "head"), [("en", "**Limits.**"), ("de", "**Grenzen.**")])
def test_the_guide_states_each_limit_in_order(language, head) -> None:
    lines = (GUIDE / language / "data.md").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(head))
    plain = re.sub(r"(?<=\d)[,\s\u2009\u202f](?=\d{3})", "", line)
    assert tuple(map(int, re.findall(r"\d+", plain))) == FIGURES
