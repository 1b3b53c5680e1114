"""A page of the guide can be read in some minutes: a bound on its words. A new page brings its own."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "resources" / "help"
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)  # formulas, figures of examples, plans
MOST_ON_A_PAGE = 1_550
REFERENCE = {"glossary": 2_000}  # looked up, not read


def words(path: Path) -> int:
    """Number of words of a page, without its fences."""
    return len(FENCE.sub("", path.read_text(encoding="utf-8")).split())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_stays_short(language) -> None:
    counts = {path.stem: words(path) for path in (GUIDE / language).glob("*.md")}
    long = {page: count for page, count in counts.items() if count > REFERENCE.get(page, MOST_ON_A_PAGE)}
    assert long == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_headings_and_paragraphs_stand_apart(language) -> None:
    joined = []
    for path in (GUIDE / language).glob("*.md"):
        lines = FENCE.sub("", path.read_text(encoding="utf-8")).splitlines()
        pairs = pairwise(lines)
        joined += [(path.name, below) for above, below in pairs if above and below.startswith("#")]
    assert joined == []
