"""Compressed text is read as the text in it; what is damaged, too large or of another kind is refused."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from backports import zstd

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import DataSpec, OutputSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import digest_data, write_data

CONTEXT = JobContext()
TEXT = "town;size\nZürich;12\nBern;7\n"
LONG = ("a;b\n" + "".join(f"{n};{n * n}\n" for n in range(150_000))).encode()


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


def opened(path: Path, **shown: object) -> Opened:
    return open_data(DataSpec(path=path.name, **shown), path.parent, CONTEXT)


def code_of(path: Path, **shown: object) -> str:
    with pytest.raises(Refused) as refused:
        opened(path, **shown)
    return refused.value.problems[0].code


PACKED = {
    "a.csv.gz": gzip.compress(TEXT.encode()),
    "b.gz": gzip.compress(TEXT[:9].encode()) + gzip.compress(TEXT[9:].encode()) + b"\0\0",
    "c.txt.gz": gzip.compress(TEXT.encode("cp1252")),
    "d.csv.zst": zstd.compress(TEXT.encode()),
    "e.zst": zstd.compress(TEXT[:9].encode()) + zstd.compress(TEXT[9:].encode()),
    "f.tsv.zst": b"\x50\x2a\x4d\x18\x03\0\0\0abc" + zstd.compress(TEXT.encode()),  # a frame to be skipped
    "d.zip": zipped(("folder/", b""), ("folder/x.csv", TEXT.encode()), ("__MACOSX/._x.csv", b"?")),
    "e.csv.zip": zipped(("x.txt", TEXT.encode("utf-16")), method=zipfile.ZIP_STORED),
}


@pytest.mark.parametrize("name", PACKED)
def test_a_compressed_text_is_read_as_the_text_in_it(tmp_path, name) -> None:
    (tmp_path / name).write_bytes(PACKED[name])
    found = opened(tmp_path / name)
    assert found.data.names == ("town", "size")
    assert found.data.window(0, 9) == [("Zürich", "12"), ("Bern", "7")]
    assert found.sha256 == sha256_of(tmp_path / name)
    assert preview(tmp_path / name, DialectHints()).names == ("town", "size")


@pytest.mark.parametrize("large", [False, True])
def test_a_long_text_is_unpacked_block_by_block(tmp_path, large) -> None:
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(LONG))
    (tmp_path / "b.zip").write_bytes(zipped(("b.csv", LONG)))
    (tmp_path / "c.zst").write_bytes(zstd.compress(LONG))
    for name in ("a.csv.gz", "b.zip", "c.zst"):
        found = opened(tmp_path / name, large=large)
        assert found.data.records == 150_000
        assert found.data.window(149_999, 150_001) == [("149999", str(149_999**2))]


def test_fixed_width_is_read_from_a_compressed_file(tmp_path) -> None:
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"Bern  12\nThun   7\n"))
    found = opened(tmp_path / "a.txt.gz", format="fixed")
    assert found.data.window(0, 9) == [("Bern", "12"), ("Thun", "7")]


@pytest.mark.parametrize(  # made by the test: archives hold the time, and their names differed by process
    ("name", "make", "code"),
    [
        ("a.csv.gz", lambda: gzip.compress(TEXT.encode())[:-9], "data.damaged"),
        ("a.csv.gz", lambda: gzip.compress(TEXT.encode())[:-8] + b"\1" * 8, "data.damaged"),
        ("a.csv.gz", lambda: b"no gzip at all", "data.damaged"),
        ("a.csv.gz", lambda: b"", "data.damaged"),
        ("a.zip", lambda: b"no archive", "data.damaged"),
        ("a.zip", lambda: PACKED["d.zip"].replace(b"folder/x.csv", b"folder/y.sav"), "data.packed_format"),
        ("a.zip", lambda: zipped(("a.csv", b"a"), ("b.csv", b"b")), "data.zip_entries"),
        ("a.zip", lambda: zipped(), "data.zip_entries"),
        ("a.sav.gz", lambda: gzip.compress(b"x"), "data.packed_format"),
        ("a.rds.gz", lambda: gzip.compress(b"x"), "data.packed_format"),
        ("a.parquet.gz", lambda: gzip.compress(b"x"), "data.packed_format"),
        ("a.csv.gz", lambda: gzip.compress(b"0,0\n" * (20 * 2**20)), "data.inflates"),
        ("a.zip", lambda: zipped(("a.csv", b"0,0\n" * (20 * 2**20))), "data.inflates"),
        ("a.csv.zst", lambda: zstd.compress(b"0,0\n" * (20 * 2**20)), "data.inflates"),
        ("a.csv.zst", lambda: zstd.compress(TEXT.encode())[:-1], "data.damaged"),
        ("a.csv.zst", lambda: zstd.compress(TEXT.encode()) + b"more", "data.damaged"),
        ("a.csv.zst", lambda: b"not Zstandard", "data.damaged"),
        ("a.csv.zst", lambda: b"", "data.damaged"),
        ("a.sav.zst", lambda: zstd.compress(b"x"), "data.packed_format"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(tmp_path, name, make, code) -> None:
    (tmp_path / name).write_bytes(make())
    assert code_of(tmp_path / name) == code


def test_a_changed_byte_in_an_archive_is_noticed(tmp_path) -> None:
    raw = bytearray(zipped(("a.csv", TEXT.encode()), method=zipfile.ZIP_STORED))
    raw[raw.index(b"Bern")] += 1
    (tmp_path / "a.zip").write_bytes(raw)
    assert code_of(tmp_path / "a.zip") == "data.damaged"


@pytest.mark.parametrize(
    ("name", "whose"),
    [("a.fst", "R"), ("a.FST", "R"), ("a.fst.gz", "R")],
)
def test_formats_of_other_programs_are_refused_by_name(tmp_path, name, whose) -> None:
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(Refused) as refused:
        opened(tmp_path / name)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["whose"]) == ("data.unsupported", whose)


def test_a_compressed_file_is_written_with_equal_bytes_and_its_digest_is_known_before(tmp_path) -> None:
    (tmp_path / "in.csv").write_text(TEXT, encoding="utf-8")
    found = opened(tmp_path / "in.csv")
    output = OutputSpec(path="out.csv.gz")
    write_data(found.data, tmp_path / "out.csv.gz", output, found.style, CONTEXT)
    assert gzip.decompress((tmp_path / "out.csv.gz").read_bytes()).decode() == TEXT
    assert digest_data(found.data, output, found.style, CONTEXT).sha256 == sha256_of(tmp_path / "out.csv.gz")
    write_data(found.data, tmp_path / "out.tsv.gz", OutputSpec(path="out.tsv.gz"), found.style, CONTEXT)
    assert gzip.decompress((tmp_path / "out.tsv.gz").read_bytes()).startswith(b"town\tsize\n")
