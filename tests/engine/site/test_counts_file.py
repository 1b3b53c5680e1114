"""The counts file: what is in it, who may read it, and that anything else is refused."""

import io
import random
import shutil
import stat
import sys
import zipfile
import zlib
from collections import Counter
from hashlib import sha256

import duckdb
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts import counts_file
from sdc_desktop.engine.data.counts.container import Part, ending, local_header, local_size
from sdc_desktop.engine.data.counts.counts_file import CountsFile, open_counts
from sdc_desktop.engine.data.counts.description import description_text
from sdc_desktop.engine.data.counts.variables import BYTES_EACH, read_counts
from sdc_desktop.engine.problems import Refused
from tests.support.site.counting import HEAD, counted, rows, write_plan

MUTANTS = 1_000


@pytest.fixture
def folder(tmp_path):
    write_plan(tmp_path)
    counted(tmp_path, tmp_path / "c.sdccounts")
    return tmp_path


def opened(path) -> CountsFile:
    return open_counts(path, path.name, JobContext())


def rows_of(found: CountsFile, number: int = 0) -> list[tuple[object, ...]]:
    connection = duckdb.connect(":memory:")
    found.load(connection, found.description.joints[number], "joint", JobContext())
    return connection.execute("SELECT * FROM joint").fetchall()


def code_of(path) -> str:
    with pytest.raises(Refused) as refused:
        opened(path)
    return refused.value.problems[0].code


def forged(path, edit) -> None:
    """Write a file of which all digests are right again after an edit of manifest and entries."""
    with zipfile.ZipFile(path) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    parts = edit(parts)
    text, listed = b"", []
    for name, data in parts.items():
        header = local_header(name, len(data), zlib.crc32(data))
        listed.append(Part(name, len(data), zlib.crc32(data), len(text) + local_size(name)))
        text += header + data
    path.write_bytes(text + ending(listed, parts["manifest.json"]))


def test_the_file_holds_the_combinations_of_the_records(folder) -> None:
    found = opened(folder / "c.sdccounts")
    joint = found.description.joint_of(("town", "sex"))
    assert joint is not None
    places = [HEAD.index(name) for name in joint.variables]
    wanted = Counter(tuple(row[place] for place in places) for row in rows())
    assert rows_of(found) == sorted(((*key, n) for key, n in wanted.items()), key=_bytes)
    assert joint.rows == len(wanted)
    assert found.description.data.records == 200
    assert found.description.data.sha256 == sha256((folder / "people.csv").read_bytes()).hexdigest()
    assert [variable.name for variable in found.description.variables] == list(HEAD)


def _bytes(row) -> list[bytes]:
    return [text.encode() for text in row[:-1]]


def test_combinations_beyond_the_memory_are_refused_with_figures_and_not_before(folder) -> None:
    path = folder / "c.sdccounts"
    needed = BYTES_EACH * max(joint.rows for joint in opened(path).description.joints)
    read_counts(path, path.name, {}, (), JobContext(memory=needed))
    with pytest.raises(Refused) as refused:
        read_counts(path, path.name, {}, (), JobContext(memory=needed - 1))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.file) == ("counts.too_many", path.name)
    assert dict(problem.params) == {"number": needed // BYTES_EACH, "wanted": 0.0, "memory": 0.0}


def test_a_variable_that_no_job_counts_is_named_only(folder) -> None:
    found = opened(folder / "c.sdccounts").description
    assert "pay" in [variable.name for variable in found.variables]
    assert not any("pay" in joint.variables for joint in found.joints)
    assert found.joint_of(("pay",)) is None


def test_equal_data_give_equal_bytes(folder, tmp_path) -> None:
    counted(folder, tmp_path / "again.sdccounts")
    assert (tmp_path / "again.sdccounts").read_bytes() == (folder / "c.sdccounts").read_bytes()


def test_the_file_is_for_its_owner_alone_whatever_stood_there(folder) -> None:
    path = folder / "c.sdccounts"
    path.chmod(0o666)
    counted(folder, path)
    if sys.platform != "win32":  # which has other rights
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in folder.iterdir() if one.name.startswith(".")] == []


def test_any_zip_program_lists_the_file(folder) -> None:
    with zipfile.ZipFile(folder / "c.sdccounts") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["manifest.json", "joint-0.parquet"]
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}


def test_a_changed_file_is_refused_or_equal(folder, monkeypatch) -> None:
    """A byte changed, a stretch dropped, doubled or cut off: everything is checked before rows are read."""
    monkeypatch.setattr(counts_file, "answer_of_child", lambda *_: True)  # it reads what was checked
    path = folder / "c.sdccounts"
    whole, found = path.read_bytes(), opened(path).description
    draws = random.Random(20)
    for _ in range(MUTANTS):
        mutant = _mutant(whole, draws)
        path.write_bytes(mutant)
        if mutant != whole:
            assert code_of(path).startswith("counts.")
        else:
            assert opened(path).description == found


def _mutant(whole: bytes, draws: random.Random) -> bytes:
    start, length = draws.randrange(len(whole)), draws.randrange(1, 40)
    way = draws.randrange(4)
    if way == 0:
        return whole[:start] + bytes([draws.randrange(256)]) + whole[start + 1 :]
    if way == 1:
        return whole[:start] + whole[start + length :]
    if way == 2:
        return whole[:start] + whole[start : start + length] + whole[start:]
    return whole[:start]


def test_a_file_of_another_kind_is_refused(tmp_path) -> None:
    path = tmp_path / "c.sdccounts"
    for data in (b"", b"PK", b"town,sex\n" * 20, io.BytesIO().getvalue()):
        path.write_bytes(data)
        assert code_of(path) == "counts.not_one"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", "{}")
    assert code_of(path) == "counts.not_one"


def test_a_later_schema_and_another_engine_are_stated(folder) -> None:
    path, kept = folder / "c.sdccounts", folder / "kept"
    shutil.copy(path, kept)
    forged(path, lambda parts: _edited(parts, b'"schema": 1', b'"schema": 2'))
    assert code_of(path) == "counts.newer"
    shutil.copy(kept, path)
    version = opened(path).description.program.encode()
    forged(path, lambda parts: _edited(parts, b'"program": "' + version, b'"program": "99.0.0'))
    assert code_of(path) == "counts.other_engine"


def _edited(parts, old: bytes, new: bytes):
    assert old in parts["manifest.json"]
    return {**parts, "manifest.json": parts["manifest.json"].replace(old, new)}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("SELECT * REPLACE (n + 1 AS n) FROM joint", "counts.torn"),
        ("SELECT * REPLACE (CASE WHEN rowid = 0 THEN 0 ELSE n END AS n) FROM joint", "counts.changed"),
        ("SELECT * REPLACE (CASE WHEN rowid > 0 THEN c0 END AS c0) FROM joint", "counts.changed"),
        ("SELECT * REPLACE ('a' AS c0) FROM joint", "counts.changed"),
        ("SELECT * FROM joint LIMIT 3", "counts.changed"),
        ("SELECT n FROM joint", "counts.changed"),
        ("SELECT * REPLACE (n / 1 AS n) FROM joint", "counts.changed"),
    ],
)
def test_forged_rows_are_refused_even_with_right_digests(folder, query, code) -> None:
    path = folder / "c.sdccounts"
    found = opened(path)
    connection = duckdb.connect(":memory:")
    found.load(connection, found.description.joints[0], "joint", JobContext())
    other = folder / "other.parquet"
    connection.execute(f"COPY ({query}) TO '{other}' (FORMAT parquet)")
    data = other.read_bytes()
    joint = found.description.joints[0]
    text = description_text(found.description).replace(joint.sha256, sha256(data).hexdigest())
    text = text.replace(f'"bytes": {joint.bytes}', f'"bytes": {len(data)}')
    forged(path, lambda parts: {"manifest.json": text.encode(), "joint-0.parquet": data})
    assert code_of(path) == code


def test_a_file_that_is_no_parquet_is_refused_even_with_right_digests(folder) -> None:
    path = folder / "c.sdccounts"
    found = opened(path).description
    joint, data = found.joints[0], b"PAR1" + b"\xff" * 60 + b"PAR1"
    text = description_text(found).replace(joint.sha256, sha256(data).hexdigest())
    text = text.replace(f'"bytes": {joint.bytes}', f'"bytes": {len(data)}')
    forged(path, lambda parts: {"manifest.json": text.encode(), "joint-0.parquet": data})
    assert code_of(path) == "counts.changed"


def test_a_file_that_changes_after_it_was_opened_is_refused(folder) -> None:
    path = folder / "c.sdccounts"
    found = opened(path)
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(Refused) as refused:
        rows_of(found)
    assert refused.value.problems[0].code == "csv.changed"
