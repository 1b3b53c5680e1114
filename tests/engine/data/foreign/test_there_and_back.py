"""Every format that is read becomes every format that is written and read, and is read again the same."""

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import Format, WrittenFormat, format_of
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.data.target.rules import RULES
from sdc_desktop.engine.running.writing import write_data
from tests.support.in_process import without_children  # noqa: F401 - a fixture for all
from tests.support.round_trips import LABELS, NAMES, SOURCES, make

CONTEXT = JobContext()
WRITTEN = get_args(WrittenFormat)
OTHERS = {"sas7bdat", "counts"}  # formats that no peer here writes, or that have no records
PLACE = NAMES.index("age")


def test_a_survey_is_made_in_every_format_that_is_read() -> None:
    assert {format_of(f"a.{one}", "fixed" if one == "fixed" else None) for one in SOURCES} == {
        *set(get_args(Format)) - OTHERS - {"rda"}
    }


@dataclass(frozen=True)
class Survey:
    """What a program may know of the survey: its values, and of *age* and *sex* label, labels and codes."""

    rows: list[tuple[str, ...]]
    columns: dict[str, Column]
    codes: tuple[str, ...]

    @classmethod
    def of(cls, found: Opened) -> "Survey":
        columns = {column.name: column for column in found.columns}
        return cls(found.data.window(0, 9), columns, found.data.variable("age").missing)


@pytest.fixture(scope="module")
def surveys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Opened]:
    folder = tmp_path_factory.mktemp("sources")
    return {one: open_data(DataSpec.model_validate(make(folder, one)), folder, CONTEXT) for one in SOURCES}


def there_and_back(source: Opened, target: str, folder: Path) -> Opened:
    path = folder / f"out.{target}"
    output = OutputSpec(path=path.name, escape_formulas=False)
    write_data(source.data, path, output, source.style, CONTEXT)
    return open_data(DataSpec(path=path.name), folder, CONTEXT)


def code_in(target: str, code: str) -> str:
    """The text that a missing code, 99 or .a, is in a format."""
    kind, letter = RULES[target].codes, code.startswith(".")
    if kind == "letters":
        return ".A" if target == "xpt" else ".a"
    if kind == "own":
        return "-1" if letter else code
    return "" if letter and target == "parquet" else code


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("source", SOURCES)
def test_values_labels_and_missing_codes_come_back(surveys, source, target, tmp_path) -> None:
    before = Survey.of(surveys[source])
    after = Survey.of(there_and_back(surveys[source], target, tmp_path))
    rules, (code,) = RULES[target], [code for code in before.codes if code]
    new = code_in(target, code)

    def with_code(row: tuple[str, ...]) -> tuple[str, ...]:
        return (*row[:PLACE], new if row[PLACE] == code else row[PLACE], *row[PLACE + 1 :])

    assert after.rows == [with_code(row) for row in before.rows]
    if rules.codes != "none":
        assert new in after.codes
    stated, found = before.columns.get("age", Column("age")), after.columns.get("age", Column("age"))
    assert found.label == (stated.label if rules.longest_label else "")
    labelled = bool(rules.longest_value_label and stated.labels)
    assert dict(found.labels).get(new) == ("refused" if labelled else None)
    if labelled:
        words = {str(value): word for value, word in LABELS["sex"].items()}
        assert dict(after.columns["sex"].labels) == words


@pytest.mark.parametrize("target", [one for one in WRITTEN if RULES[one].longest_value_label])
def test_words_of_a_code_list_of_argus_become_value_labels(target, tmp_path) -> None:
    (tmp_path / "region.cdl").write_text(" 1,Groningen\n10,Zürich\n99,unknown\n", encoding="cp1252")
    (tmp_path / "in.rda").write_text('Region 1 2 99\n  <RECODEABLE>\n  <CODELIST> "region.cdl"\n')
    (tmp_path / "in.asc").write_text(" 1\n10\n99\n")
    found = open_data(DataSpec(path="in.rda"), tmp_path, CONTEXT)
    (region,) = there_and_back(found, target, tmp_path).columns
    words = {"1": "Groningen", "10": "Zürich", code_in(target, "99"): "unknown"}
    assert dict(region.labels) == words
