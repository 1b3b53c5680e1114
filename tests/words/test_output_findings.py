"""Findings on outputs: each code that the engine gives has its words."""

import re
from pathlib import Path

from sdc_desktop.engine import submission
from sdc_desktop.engine.submission.judging.rules import NOT_READ
from sdc_desktop.words.outputs.findings import FINDINGS

_GIVEN = re.compile(r'\b(?:look|change|refuse|_if|Spot|FileFinding|Difference)\(\s*"([a-z_0-9]+)"')


def test_every_finding_that_is_given_has_words() -> None:
    sources = Path(submission.__file__).parent.rglob("*.py")
    given = {code for source in sources for code in _GIVEN.findall(source.read_text(encoding="utf-8"))}
    assert len(given) > 40
    assert given <= set(FINDINGS)


def test_every_finding_on_what_was_not_read_has_words() -> None:
    assert set(FINDINGS) >= NOT_READ
