"""SAS data sets (.sas7bdat): read whole, or refused, whatever became of their bytes."""

import csv
import io
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.statistics_files import unlabelled_formats
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.words import Words
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.problems.problems import spoken
from tests.support.reading_many import HUNG, ReadingMany, ReasonText
from tests.support.sas_file import HEADER, PAGE, RECORDS_AT, SasColumn, catalog_bytes, sas_bytes

CONTEXT = JobContext()
COLUMNS = (
    SasColumn("age", label="Age in years"),
    SasColumn("born", form="DATE"),
    SasColumn("town", 8, is_text=True, label="Wohnort"),
)
ROWS = [(31.5 + n, float(100 * n), ("Zürich", "Bern", "né")[n % 3]) for n in range(300)]
WHOLE = sas_bytes(COLUMNS, ROWS)
TEXTS = [
    (f"{31.5 + n:g}", str((pd.Timestamp(1960, 1, 1) + pd.Timedelta(days=100 * n)).date()), town)
    for n, (_, _, town) in enumerate(ROWS)
]
DESCRIBED = range(HEADER + PAGE)  # all that is not records
TOLD = [place for place in DESCRIBED if WHOLE[place]]


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadingMany]:
    path = tmp_path_factory.mktemp("sas") / "x.sas7bdat"
    many = ReadingMany("sdc_desktop.engine.data.foreign.statistics_files:read", {"format": "sas7bdat"}, path)
    yield many
    many.end()


def opened_of(folder: Path, content: bytes) -> Opened:
    (folder / "x.sas7bdat").write_bytes(content)
    return open_data(DataSpec(path="x.sas7bdat"), folder, CONTEXT)


def records_of(said: Sequence[ReasonText]) -> list[tuple[str, ...]] | None:
    """The records of a file that was read whole; None where it was refused, or brought its reader down."""
    assert said[-1] != HUNG, "the reader never ends"
    if said[-1][0] in ("refused", "died"):
        code = said[-1][1] if said[-1][0] == "refused" else "data.reader_died"
        assert code in MESSAGES
        return None
    assert said[-1][0] == "done"
    width, blocks = said[0][1], [one for one in said if one[0] == "rows"]
    rows = [tuple(row) for _, text, _, _ in blocks for row in csv.reader(io.StringIO(text.decode()))]
    assert len(rows) == sum(number for _, _, number, _ in blocks)
    assert {len(row) for row in rows} <= {width}
    assert len(said[-1][1]) == width
    return rows


def test_a_data_set_opens_with_its_values_dates_and_labels(tmp_path) -> None:
    opened = opened_of(tmp_path, WHOLE)
    assert opened.data.records == 300
    assert opened.data.window(0, 300) == TEXTS
    assert [column.label for column in opened.columns] == ["Age in years", "", "Wohnort"]
    assert [column.type for column in opened.columns] == ["number", "date", "text"]
    other = pd.read_sas(tmp_path / "x.sas7bdat", encoding="cp1252")  # a reader of its own says the same
    assert list(other["age"]) == [age for age, _, _ in ROWS]


@pytest.mark.parametrize("damaged", [WHOLE[:-PAGE], WHOLE.replace(b"\xf6\xf6\xf6\xf6", b"\0\0\0\0")])
def test_a_damaged_data_set_is_refused_in_plain_words(tmp_path, damaged) -> None:
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, damaged)
    (problem,) = refused.value.problems
    assert problem.code in ("data.not_of_format", "data.damaged", "data.no_columns")
    assert problem.where.file == "x.sas7bdat"
    assert "sas" in spoken(problem, Words()).casefold() or "damaged" in spoken(problem, Words())


def test_a_data_set_cut_off_anywhere_is_refused(reading) -> None:
    edges = {0, 1, 288, HEADER, HEADER + PAGE, HEADER + 2 * PAGE, len(WHOLE) - PAGE}
    cuts = (
        {cut + by for cut in edges for by in (-1, 0, 1)} | set(range(0, len(WHOLE), 611)) | {len(WHOLE) - 1}
    )
    for cut in sorted(cut for cut in cuts if 0 <= cut < len(WHOLE)):
        assert records_of(reading.read(WHOLE[:cut])) is None, f"cut at {cut}"
    assert records_of(reading.read(WHOLE)) == TEXTS


_PLACES = st.one_of(st.sampled_from(TOLD), st.sampled_from(DESCRIBED), st.integers(0, len(WHOLE) - 1))
_BYTES = st.one_of(st.sampled_from((0, 1, 127, 128, 255)), st.integers(0, 255))


@given(st.lists(st.tuples(_PLACES, _BYTES), min_size=1, max_size=4))
@example([(RECORDS_AT, 1), (RECORDS_AT + 1, 0)])  # one record
@example([(RECORDS_AT + 3, 127)])  # two thousand million
@example([(204, 255), (207, 255)])  # four thousand million pages
@example([(200, 0), (201, 0)])  # of no bytes
@example([(HEADER + 20, 255), (HEADER + 21, 255)])  # more descriptions than a page holds
@example([(1685, 255), (RECORDS_AT + 4, 255)])  # some of which were deleted
@example([(HEADER + PAGE + 18, 1)])  # a page that says it has fewer records
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_bytes_are_changed_all_records_are_read_or_none(reading, changes) -> None:
    content = bytearray(WHOLE)
    for place, byte in changes:
        content[place] = byte
    rows = records_of(reading.read(bytes(content)))
    if rows is not None:
        text, deleted = struct.unpack_from("<II", content, RECORDS_AT)
        assert len(rows) in (text, text - deleted, len(ROWS))


# labels -----------------------------------------------------------------------------------------------

SEXES = {1.0: "male", 2.0: "female", -1.5: "half", "R": "refused"}
LABELLED = (
    SasColumn("sex", form="SEX8"),
    SasColumn("age"),
    SasColumn("land", 2, is_text=True, form="$LAND2"),
)
CATALOG = catalog_bytes({"SEX": SEXES, "$LAND": {"CH": "Schweiz", "AT": "Österreich"}})


def labels_of(folder: Path, **shown: object) -> dict[str, dict[str, str]]:
    raw = sas_bytes(LABELLED, [(1.0, 31.0, "CH"), (2.0, 47.0, "AT")])
    (folder / "x.sas7bdat").write_bytes(raw)
    found = open_data(DataSpec(path="x.sas7bdat", **shown), folder, CONTEXT)
    return {column.name: dict(column.labels) for column in found.columns}


WORDS = {
    "sex": {"1": "male", "2": "female", "-1.5": "half", ".R": "refused"},
    "land": {"CH": "Schweiz", "AT": "Österreich"},
    "age": {},
}


@pytest.mark.parametrize("name", ["x.sas7bcat", "FORMATS.sas7bcat", "X.SAS7BCAT"])
def test_labels_come_from_the_catalogue_beside_the_data_set(tmp_path, name) -> None:
    (tmp_path / name).write_bytes(CATALOG)
    assert labels_of(tmp_path) == WORDS
    found = open_data(DataSpec(path="x.sas7bdat"), tmp_path, CONTEXT)
    assert ("data.catalog", name) in found.detected
    assert found.spec.catalog == name
    assert [path.name for path, _ in found.files] == ["x.sas7bdat", name]


def test_labels_come_from_the_catalogue_that_the_plan_names(tmp_path) -> None:
    (tmp_path / "other.sas7bcat").write_bytes(CATALOG)
    assert labels_of(tmp_path)["sex"] == {}
    assert labels_of(tmp_path, catalog="other.sas7bcat") == WORDS
    (tmp_path / "other.sas7bcat").write_bytes(CATALOG[:500])
    with pytest.raises(Refused) as refused:
        labels_of(tmp_path, catalog="other.sas7bcat")
    assert [one.code for one in refused.value.problems] == ["data.catalog"]


def test_formats_that_are_none_of_sas_are_stated(tmp_path) -> None:
    (tmp_path / "x.sas7bdat").write_bytes(sas_bytes(LABELLED, [(1.0, 31.0, "CH")]))
    assert unlabelled_formats(tmp_path / "x.sas7bdat") == ("SEX", "$LAND")
    (tmp_path / "y.sas7bdat").write_bytes(WHOLE)
    assert unlabelled_formats(tmp_path / "y.sas7bdat") == ()
