"""Records beyond memory: the same figures and files as in memory, and no other file within reach."""

from pathlib import Path

import duckdb
import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store import file_store
from sdc_desktop.engine.data.store.file_relations import FileRelation, Room
from sdc_desktop.engine.data.store.file_store import FileStore
from sdc_desktop.engine.data.store.held_file import HeldFile
from sdc_desktop.engine.data.store.packed_codes import PackedCodes
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.runner import counts
from sdc_desktop.engine.source import Source

RecodeJob = JOB_CLASSES["recode"]

CONTEXT = JobContext()
RECORDS = 3_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large")
    query = f"""SELECT
        CASE WHEN hash(i) % 11 = 0 THEN NULL ELSE (hash(i) % 7)::INTEGER END AS "whole",
        CASE hash(i + 1) % 5 WHEN 0 THEN 'NaN'::DOUBLE WHEN 1 THEN NULL WHEN 2 THEN -0.0
            ELSE hash(i) % 4 / 2 END AS "half",
        DATE '2024-02-27' + (hash(i + 2) % 4)::INTEGER AS "day",
        CASE hash(i + 3) % 6 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'é, "q"' ELSE '007' END AS "it's",
        hash(i + 4) % 3 = 0 AS "yes",
        (hash(i + 5) % 100000 / 100)::DECIMAL(9, 2) AS "amount",
        'r' || i AS "id"
        FROM range({RECORDS}) r(i)"""
    connection = duckdb.connect()
    connection.execute(f"COPY ({query}) TO '{path / 'data.parquet'}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
    connection.execute(f"COPY ({query}) TO '{path / 'data.csv'}' (FORMAT csv, HEADER)")
    return path


@pytest.fixture(params=["data.parquet", "data.csv"])
def pair(request: pytest.FixtureRequest, folder: Path) -> tuple[Opened, Opened]:
    name = str(request.param)
    return _opened(folder / name, large=False), _opened(folder / name, large=True)


def _opened(path: Path, context: JobContext = CONTEXT, *, large: bool | None) -> Opened:
    return open_data(DataSpec(path=path.name, large=large), path.parent, context)


def test_a_large_file_is_opened_as_a_small_one(pair: tuple[Opened, Opened]) -> None:
    small, large = pair
    assert isinstance(large.data.relation.store, FileStore)
    assert not isinstance(small.data.relation.store, FileStore)
    assert large.data.variables == small.data.variables
    assert (large.sha256, large.data.records) == (small.sha256, RECORDS)
    assert large.data.window(2_040, 2_060) == small.data.window(2_040, 2_060)
    assert [row for rows in large.data.batches(CONTEXT) for row in rows] == small.data.window(0, RECORDS)


def test_counts_of_a_large_file_are_those_of_a_small_one(pair: tuple[Opened, Opened]) -> None:
    small, large = pair
    for names in (("it's",), ("half", "whole"), ("whole", "half", "day", "it's", "yes"), small.data.names):
        wanted, found = small.data.counts(names, CONTEXT), large.data.counts(names, CONTEXT)
        assert found.categories == wanted.categories
        assert np.array_equal(found.codes, wanted.codes)
        assert found.codes.dtype == wanted.codes.dtype
        assert np.array_equal(found.frequencies, wanted.frequencies)
    for column in range(len(small.data.names)):
        one, other = small.data.relation, large.data.relation
        assert np.array_equal(one.codes(column, CONTEXT), other.codes(column, CONTEXT))
        assert np.array_equal(one.multiplicities(column, CONTEXT), other.multiplicities(column, CONTEXT))


def test_what_is_derived_from_a_large_file_is_what_is_derived_from_a_small_one(
    pair: tuple[Opened, Opened],
) -> None:
    found = []
    for opened in pair:
        data = opened.data
        data = data.recoded(
            {"whole": {"1": "low", "2": "low", "": "none"}, "it's": {"007": "agent"}}, CONTEXT
        )
        data = data.recoded({"whole": {"low": "few", "5": "many"}}, CONTEXT)
        store = data.relation.store
        data = data.with_variables(data.variables)
        relation = store.selected(data.relation, [3, 0, 1], CONTEXT)
        codes, frequencies = relation.combinations([1, 0], CONTEXT)
        texts = [relation.frequencies(column, CONTEXT)[0] for column in (1, 0)]
        keys = {1: texts[0], 0: texts[1]}
        common = np.argsort(-frequencies, kind="stable")[:4]
        cells = np.array([[True, False], [False, True], [True, True], [False, True]])
        spans = np.array([[0, 5], [3, 9], [0, int(frequencies[common[2]])], [1, 2]])
        hidden = store.suppressed(relation, keys, codes[common].astype(np.int64), cells, spans, CONTEXT)
        recoded = store.recoded(hidden, {2: {"0": "zero"}}, CONTEXT)
        replaced = store.replaced(recoded, {1: (np.arange(RECORDS) % 3, ["a", "b", "c"])}, CONTEXT)
        picked = store.picked(replaced, np.arange(RECORDS)[::-7].copy(), CONTEXT)
        for made in (relation, hidden, recoded, replaced, picked):
            rows = [row for batch in made.batches(CONTEXT, 700) for row in batch]
            counts = made.combinations([0, 1, 2], CONTEXT)
            found.append((rows, *(array.tolist() for array in counts), made.codes(2, CONTEXT).tolist()))
    assert found[: len(found) // 2] == found[len(found) // 2 :]


def test_relations_nobody_holds_leave_nothing_in_the_database(folder: Path) -> None:
    data = _opened(folder / "data.parquet", large=True).data
    store = data.relation.store

    def things() -> int:
        query = (
            "SELECT (SELECT count(*) FROM duckdb_tables()) + count(*) FROM duckdb_views() WHERE NOT internal"
        )
        return int((store.cursor().execute(query).fetchone() or (0,))[0])

    def derive() -> None:
        derived = data.recoded({"whole": {"1": "one"}}, CONTEXT)
        derived = derived.replaced({"yes": (np.zeros(RECORDS, dtype=np.int64), ["no"])}, CONTEXT)
        derived.counts(("whole", "yes"), CONTEXT)

    derive()
    derive()
    before = things()
    for _ in range(3):
        derive()
    assert things() == before


def test_no_other_file_can_be_read_or_written(folder: Path, tmp_path: Path) -> None:
    for name in ("data.parquet", "data.csv"):
        cursor = _opened(folder / name, large=True).data.relation.store.cursor()
        other = folder / ("data.csv" if name == "data.parquet" else "data.parquet")
        for query in (
            f"SELECT * FROM '{other}'",
            f"SELECT * FROM read_text('{other}')",
            f"SELECT * FROM glob('{folder}/*')",
            f"COPY (SELECT 1) TO '{tmp_path / 'out.csv'}'",
            f"ATTACH '{tmp_path / 'out.db'}'",
            "SET allowed_paths = []",
            "SET enable_external_access = true",
            "INSTALL httpfs",
        ):
            with pytest.raises(duckdb.Error, match=r"disabled by configuration|locked"):
                cursor.execute(query).fetchall()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_changes_while_it_is_open_is_noticed(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "a=b" / "odd [1]*'.parquet"
    path.parent.mkdir()
    path.write_bytes((folder / "data.parquet").read_bytes())
    data = _opened(path, large=True).data
    assert data.counts(("yes",), CONTEXT).records == RECORDS
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(Refused, match=r"csv\.changed"):
        data.counts(("yes",), CONTEXT)


def test_memory_decides_what_is_large_where_nobody_says(folder: Path) -> None:
    little, much = JobContext(memory=500_000), JobContext(memory=2**30)
    for name in ("data.parquet", "data.csv"):
        spec = DataSpec(path=name)
        if name == "data.csv":  # with so little DuckDB's own reader of text does not even begin
            with pytest.raises(Refused, match=r"csv\.no_memory"):
                open_data(spec, folder, little)
        opened = open_data(spec, folder, much)
        assert not isinstance(opened.data.relation.store, FileStore)
        assert opened.spec.large is None
    assert not Room(500_000).takes(RECORDS, 7)
    assert Room(2**30).takes(RECORDS, 7)


def test_a_count_that_does_not_fit_is_made_in_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = (_opened(folder / "data.parquet", large=kind).data for kind in (False, True))
    whole = FileRelation._combined
    tried: list[tuple[int, int]] = []

    def scarce(relation, codings, bounds, context):  # type: ignore[no-untyped-def]
        tried.append(bounds)
        if len(tried) in (1, 3):
            raise Refused(error("csv.no_memory"))
        return whole(relation, codings, bounds, context)

    monkeypatch.setattr(FileRelation, "_combined", scarce)
    names = ("id", "whole", "half")
    found, wanted = large.counts(names, CONTEXT), small.counts(names, CONTEXT)
    assert len(tried) > 16
    assert np.array_equal(found.codes, wanted.codes)
    assert np.array_equal(found.frequencies, wanted.frequencies)


def test_a_copy_that_memory_does_not_hold_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_store, "HeldFile", lambda _most: HeldFile(1_000))
    with pytest.raises(Refused, match=r"csv\.no_memory"):
        _opened(folder / "data.csv", large=True)


def test_a_job_on_single_records_says_before_it_starts_that_they_do_not_fit(folder: Path) -> None:
    data = _opened(folder / "data.parquet", JobContext(memory=64 * 2**20), large=True).data
    assert data.relation.by_record_problems() == ()
    data.relation.records = 2**20
    (problem,) = data.relation.by_record_problems()
    assert (problem.code, dict(problem.params)) == (
        "data.by_record",
        {"records": 2**20, "wanted": 0.1, "memory": 0.1},
    )
    source = Source(data, {}, folder)
    grouped = JOB_CLASSES["microaggregate"](name="m", params={"variables": ["amount"], "k": 3})  # type: ignore[arg-type]
    with pytest.raises(Refused, match=r"data\.by_record"):
        counts(grouped, source, CONTEXT)
    with pytest.raises(Refused) as refusal:  # for want of levels alone
        counts(RecodeJob(name="r", params={"levels": {}}), source, CONTEXT)  # type: ignore[arg-type]
    assert "data.by_record" not in str(refusal.value)


def test_a_variable_called_as_the_row_numbers_are_keeps_a_file_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    query = "SELECT 5 - i AS File_Row_Number, i AS b FROM range(3) r(i)"
    duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    data = _opened(path, large=True).data
    assert data.window(0, 3) == [("5", "0"), ("4", "1"), ("3", "2")]


def test_combinations_too_many_for_one_integer_are_packed_into_several() -> None:
    sizes = (2**31, 2**31, 2**31, 7)
    packed = PackedCodes(sizes)
    assert packed.names == "p0, p1"
    codes = np.array([[1, 0, 2**31 - 1, 6], [2**31 - 1, 2**31 - 1, 0, 3]])
    columns = {f"c{place}": codes[:, place] for place in range(4)}
    found = duckdb.execute(f"SELECT {packed.selected(list(columns))} FROM columns").fetchnumpy()
    assert packed.unpacked(found).tolist() == codes.tolist()


def test_cancel_stops_a_large_file(folder: Path) -> None:
    data = _opened(folder / "data.parquet", large=True).data
    stop = JobContext(is_cancelled=lambda: True)
    with pytest.raises(Cancelled):
        data.counts(("whole",), stop)
    with pytest.raises(Cancelled):
        list(data.batches(stop))
    with pytest.raises(Cancelled):
        _opened(folder / "data.csv", stop, large=True)
