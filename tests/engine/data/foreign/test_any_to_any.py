"""Files of every format that is read become files of every format that is written; peers read these."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import duckdb
import openpyxl
import pyreadstat
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.running.writing import WrittenData, write_data
from tests.support.in_process import without_children  # noqa: F401 - a fixture for all
from tests.support.rds import read_frame
from tests.support.round_trips import NAMES, ROWS, SOURCES, TARGETS, make, read_by_peer, text_of

CONTEXT = JobContext()
TEXTUAL = ("csv", "csv.gz", "rda")
_FIRST = dt.date(1960, 1, 1)  # of Stata


@pytest.fixture(scope="module")
def opened(tmp_path_factory) -> Callable[[str], Opened]:
    folder = tmp_path_factory.mktemp("sources")
    found: dict[str, Opened] = {}

    def get(source: str) -> Opened:
        if source not in found:
            found[source] = open_data(DataSpec.model_validate(make(folder, source)), folder, CONTEXT)
        return found[source]

    return get


def written(source: Opened, target: str, folder: Path) -> tuple[Path, WrittenData]:
    path = folder / f"out.{target}"
    done = write_data(source.data, path, OutputSpec(path=path.name), source.style, CONTEXT)
    return path, done


def expected(name: str, source: str, target: str) -> list[object]:
    """What a peer should read: numbers as floats, dates as such; as texts in formats that have no types."""
    values = [row[NAMES.index(name)] for row in ROWS]
    letters = source == "dta"  # the code is .a there, and 99 elsewhere
    if target in TEXTUAL:
        texts = [text_of(value) or None for value in values]
        texts = ["'" + text if text == "=1+1" and target != "rda" else text for text in texts]
        if name == "age" and letters:
            texts[1] = ".a"
        return texts
    if name == "age":
        return [31.0, _code(letters, target), 47.0, 99.0 if values[3] else None]
    if name == "seen":
        return values
    if name == "clock":
        return [_time(value, target) for value in values]
    return [float(value) if isinstance(value, int) else value or None for value in values]


def _code(letters: bool, target: str) -> object:
    """The missing code as a peer reads it."""
    if target == "dta" or (letters and target == "rds"):
        return "a"
    if target == "xpt":
        return None  # .A, which this peer reads as missing
    if target in ("sav", "zsav"):
        return -1.0 if letters else 99.0
    if letters:
        return None if target == "parquet" else ".a"
    return 99.0


def _time(value: dt.time | None, target: str) -> object:
    if value is None:
        return None
    return dt.datetime.combine(_FIRST, value) if target == "dta" else value


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_peer_reads_the_values_types_missing_codes_and_dates(opened, source, target, tmp_path) -> None:
    path, _ = written(opened(source), target, tmp_path)
    found = read_by_peer(path, target)
    assert tuple(found) == NAMES
    for name in NAMES:
        shown = list(found[name])
        if name == "born" and target in ("xlsx", "ods"):  # these peers know no plain dates
            shown = [one if one is None else one.date() for one in shown]
        if name == "clock" and target == "dta":
            shown = [one if one is None else dt.datetime.combine(_FIRST, _clock(one)) for one in shown]
        assert shown == expected(name, source, target), name


def _clock(value: object) -> dt.time:
    return value.time() if isinstance(value, dt.datetime) else value  # type: ignore[return-value]


@pytest.mark.parametrize("source", SOURCES)
def test_spss_gets_labels_levels_missing_codes_and_formats(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "sav", tmp_path)
    _, about = pyreadstat.read_sav(str(path), user_missing=True)
    code = -1.0 if source == "dta" else 99.0
    assert about.missing_ranges["age"] == [{"lo": code, "hi": code}]
    measure = {"income": "scale", "town": "nominal", "sex": "nominal"}
    assert {name: about.variable_measure[name] for name in measure} == measure
    forms = {"born": "DATE11" if source == "sav" else "SDATE10", "town": "A7", "plz": "A5"}
    assert {name: about.original_variable_types[name] for name in forms} == forms
    assert about.original_variable_types["clock"].startswith("TIME")
    assert about.original_variable_types["seen"].startswith("DATETIME")
    if source in ("sav", "dta", "rds"):
        assert about.column_names_to_labels["age"] == "Age in years"
        assert about.variable_value_labels["age"] == {code: "refused"}
        assert about.variable_value_labels["sex"] == {1.0: "male", 2.0: "female"}


@pytest.mark.parametrize("source", SOURCES)
def test_stata_gets_labels_its_own_missing_codes_and_whole_numbers(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "dta", tmp_path)
    _, about = pyreadstat.read_dta(str(path), user_missing=True)
    assert about.missing_user_values == {"age": ["a"]}
    assert about.readstat_variable_types["id"] == "int32"
    forms = {"born": "%td", "seen": "%tc", "clock": "%tcHH:MM:SS"}
    assert {name: about.original_variable_types[name] for name in forms} == forms
    if source in ("sav", "dta", "rds"):
        assert about.column_names_to_labels["age"] == "Age in years"
        assert about.variable_value_labels["age"] == {"a": "refused"}
        assert about.variable_value_labels["sex"] == {1: "male", 2: "female"}


@pytest.mark.parametrize("source", SOURCES)
def test_sas_gets_labels_formats_and_the_letter_of_the_missing_code(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "xpt", tmp_path)
    _, about = pyreadstat.read_xport(str(path))
    forms = {"born": "YYMMDD10", "seen": "DATETIME20", "clock": "TIME8"}
    if source != "xpt":
        assert {name: about.original_variable_types[name] for name in forms} == forms
    again = open_data(DataSpec(path=path.name), tmp_path, CONTEXT)
    age = next(column for column in again.columns if column.name == "age")
    assert age.missing == (".A",)
    if source in ("sav", "dta", "xpt", "rds"):
        assert about.column_names_to_labels["age"] == "Age in years"


@pytest.mark.parametrize("source", SOURCES)
def test_r_gets_labels_missing_codes_and_classes(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "rds", tmp_path)
    found = read_frame(path)
    kinds = ("integer", "double", "double", "integer", "character", "character", "double", "double", "double")
    labelled = source in ("sav", "dta", "rds")
    assert [one.kind for one in found.values()] == [
        *kinds[:3],
        "double" if labelled else kinds[3],
        *kinds[4:],
    ]
    assert found["seen"].texts("tzone") == ["UTC"]
    age, haven = found["age"], ["haven_labelled", "vctrs_vctr", "double"]
    assert age.texts("class") == ([*haven] if source == "dta" else ["haven_labelled_spss", *haven])
    assert age.texts("na_values") == ([] if source == "dta" else [99.0])
    if labelled:
        assert age.texts("label") == ["Age in years"]
        labels = age.attributes["labels"]
        assert (labels.values, labels.texts("names")) == (["a"] if source == "dta" else [99.0], ["refused"])
        labels = found["sex"].attributes["labels"]
        assert (labels.values, labels.texts("names")) == ([1.0, 2.0], ["male", "female"])


@pytest.mark.parametrize("source", SOURCES)
def test_parquet_gets_types_for_all_columns(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "parquet", tmp_path)
    found = duckdb.connect().execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()
    own = {"age": "INTEGER", "sex": "SMALLINT"} if source == "parquet" else {}
    kinds = ("BIGINT", "BIGINT", "DOUBLE", "BIGINT", "VARCHAR", "VARCHAR", "DATE", "TIMESTAMP", "TIME")
    assert {row[0]: row[1] for row in found} == dict(zip(NAMES, kinds, strict=True)) | own


@pytest.mark.parametrize("source", SOURCES)
def test_a_sheet_gets_cells_of_the_right_types(opened, source, tmp_path) -> None:
    path, _ = written(opened(source), "xlsx", tmp_path)
    _, first, *_ = openpyxl.load_workbook(path).active.iter_rows()
    assert [cell.data_type for cell in first] == ["n", "n", "n", "n", "s", "s", "d", "d", "d"]
    assert [cell.is_date for cell in first][6:] == [True, True, True]


@pytest.mark.parametrize("target", TARGETS)
def test_equal_records_give_equal_bytes(opened, target, tmp_path) -> None:
    sums = []
    for number in ("1", "2"):
        (tmp_path / number).mkdir()
        path, _ = written(opened("sav"), target, tmp_path / number)
        sums.append(path.read_bytes())
    assert sums[0] == sums[1]
