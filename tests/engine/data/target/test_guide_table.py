"""The guide's table of written formats states what the rules of each format hold."""

from pathlib import Path

import pytest

from sdc_desktop.engine.data.target.rules import RULES
from sdc_desktop.resources import resource_path

NOTHING = {"en": ("none", "any"), "de": ("nichts", "beliebig")}
VALUES = {"en": "values", "de": "Werte"}


def _rows(language: str) -> dict[str, list[str]]:
    """The cells after the first, by format."""
    page = Path(resource_path("help", language, "data.md")).read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for line in page.splitlines():
        if line.startswith("| ."):
            files, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            found |= {file.removeprefix("."): cells for file in files.split(", ")}
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_of_written_formats_states_their_rules(language: str) -> None:
    rows = _rows(language)
    assert set(rows) == set(RULES) | {"tsv", "csv.gz"}
    no_labels, any_name = NOTHING[language]
    for format, rules in RULES.items():
        _types, labels, codes, first_date, names = rows[format]
        assert (labels == no_labels) == (rules.longest_label == 0), format
        assert (VALUES[language] in labels) == (rules.longest_value_label > 0), format
        assert (codes[0] == ".") == (rules.codes == "letters"), format
        if rules.typed:
            assert first_date == rules.dates[0], format
        length = any_name if rules.names is None else str(rules.names.longest)
        assert names.split()[0] == length, format
