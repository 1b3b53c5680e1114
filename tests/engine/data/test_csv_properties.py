"""Whatever is written is read back; whatever is read is opened or refused; Python's reader agrees."""

import contextlib
import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.data.csv import text as csv_text
from sdc_desktop.engine.data.csv.marks import pieces
from sdc_desktop.engine.data.csv.read import CsvTable, read_csv
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.formats import Dialect, DialectHints
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Row
from sdc_desktop.engine.problems import Problem, Refused
from tests.support.csv_files import CONTEXT, hints_of, put, read, rows
from tests.support.data import microdata

SIGNS = ",;\t|\"'\n\r\\ =-+@#0a1.éß€\ufeff\u2028\x1f\x7f😀"
TEXT = st.text(st.sampled_from(SIGNS), max_size=6) | st.text(
    st.characters(blacklist_characters="\0", blacklist_categories=["Cs"]), max_size=6
)


@st.composite
def tables(draw: st.DrawFn) -> list[Row]:
    width = draw(st.integers(1, 4))
    return draw(st.lists(st.tuples(*[TEXT] * width), min_size=1, max_size=8))


DIALECTS = st.builds(
    Dialect,
    delimiter=st.sampled_from([",", ";", "\t", "|", " ", "a", "\\", "é", "😀", "\x1f"]),
    quote=st.sampled_from(['"', "'", '"', "~"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "gb18030", "utf-7"]),
    decimal=st.just("."),
    header=st.booleans(),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
)


def _data(table: list[Row]) -> Microdata:
    return microdata({f"V{i + 1}": column for i, column in enumerate(zip(*table, strict=True))})


def _written_and_read(table: list[Row], dialect: Dialect) -> list[Row]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "out.csv"
        write_csv(_data(table), path, dialect, False, CONTEXT)
        found = read_csv(path, "out.csv", hints_of(dialect), CONTEXT)
        assert found.scan.names == tuple(f"V{i + 1}" for i in range(len(table[0])))
        return rows(found)


@settings(max_examples=100, deadline=None)
@given(tables(), DIALECTS)
def test_what_is_written_is_read_back_identically(table: list[Row], dialect: Dialect) -> None:
    assert _written_and_read(table, dialect) == table


@settings(max_examples=50, deadline=None)
@given(tables(), DIALECTS)
def test_a_file_without_quotes_is_read_back_or_not_written(table: list[Row], dialect: Dialect) -> None:
    plain = Dialect(dialect.delimiter, "", dialect.encoding, ".", dialect.header, dialect.newline)
    try:
        found = _written_and_read(table, plain)
    except Refused as refused:
        codes = {problem.code for problem in refused.problems}
        found = table if codes == {"csv.cannot_quote"} else []
    assert found == table


@settings(max_examples=50, deadline=None)
@given(tables(), DIALECTS)
def test_what_is_written_twice_is_the_same_bytes(table: list[Row], dialect: Dialect) -> None:
    with TemporaryDirectory() as folder:
        first, second = Path(folder) / "a.csv", Path(folder) / "b.csv"
        write_csv(_data(table), first, dialect, False, CONTEXT)
        found = read_csv(first, "a.csv", hints_of(dialect), CONTEXT)
        data = Microdata(found.relation, tuple(Variable(name) for name in found.scan.names))
        # the line ends of a file that has none cannot be found out
        assume(found.scan.dialect.newline == dialect.newline)
        write_csv(data, second, found.scan.dialect, False, CONTEXT)
        assert first.read_bytes() == second.read_bytes()


@settings(max_examples=100, deadline=None)
@given(tables(), st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_the_reader_agrees_with_pythons(table: list[Row], quoting: int, newline: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, quoting=quoting, lineterminator=newline).writerows(table)
    content = text.getvalue()
    assume(not content.startswith("\ufeff"))
    expected = [tuple(row) for row in csv.reader(io.StringIO(content, newline=""), strict=True)]
    # Python 3.11 leaves a lone \r unquoted
    assume(all(row and len(row) == len(expected[0]) for row in expected))
    with TemporaryDirectory() as folder:
        hints = DialectHints(",", '"', "utf-8", ".", False)
        assert rows(read(Path(folder), content, hints)) == expected


HOSTILE = st.lists(
    st.sampled_from([b",", b";", b'"', b"'", b"\n", b"\r", b"\r\n", b"\0", b"a", b"1", b"\xe9", b"\xc3\xa9"])
    | st.binary(max_size=4),
    max_size=40,
).map(b"".join)
SOME_HINTS = st.builds(
    DialectHints,
    delimiter=st.sampled_from([None, None, ",", "\t", "é", '"']),
    quote=st.sampled_from([None, None, "", "'"]),
    encoding=st.sampled_from(
        [None, None, None, "utf-8", "utf-16", "utf-7", "shift_jis", "iso2022_jp", "hz", "cp037", "big5"]
    ),
    decimal=st.sampled_from([None, ","]),
    header=st.sampled_from([None, False, True]),
)


@settings(max_examples=200, deadline=None)
@given(HOSTILE, SOME_HINTS)
def test_arbitrary_bytes_are_opened_or_refused(content: bytes, hints: DialectHints) -> None:
    with TemporaryDirectory() as folder:
        outcome = _outcome(Path(folder), content, hints)
    if isinstance(outcome, CsvTable):
        assert len(rows(outcome)) == outcome.scan.records > 0
        assert all("\0" not in text for row in rows(outcome) for text in row)
    else:
        assert outcome
        assert "csv.disagreement" not in {problem.code for problem in outcome}


@settings(max_examples=66, deadline=None)
@given(HOSTILE, SOME_HINTS)
def test_a_preview_of_arbitrary_bytes_is_shown_or_refused(content: bytes, hints: DialectHints) -> None:
    with TemporaryDirectory() as folder:
        path = put(Path(folder), content)
        with contextlib.suppress(Refused):
            assert len(preview(path, hints).rows) <= 50


@settings(max_examples=66, deadline=None)
@given(HOSTILE, st.integers(1, 9))
def test_blocks_of_any_size_give_the_same(content: bytes, size: int) -> None:
    hints = DialectHints(",", '"', "utf-8", ".", False)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        found = [_outcome(Path(folder), content, hints)]
        patch.setattr(csv_text, "BLOCK", size)
        found.append(_outcome(Path(folder), content, hints))
    whole, cut = ((rows(one), _facts(one)) if isinstance(one, CsvTable) else one for one in found)
    assert whole == cut


def _facts(table: CsvTable) -> tuple[object, ...]:
    return table.scan.sha256, table.scan.dialect, table.scan.notes, table.scan.inner_line_ends.tolist()


def _outcome(folder: Path, content: bytes, hints: DialectHints) -> CsvTable | tuple[Problem, ...]:
    try:
        return read(folder, content, hints)
    except Refused as refused:
        return refused.problems


@given(st.lists(st.binary(max_size=3), max_size=6))
def test_pieces_are_the_blocks_again_with_true_neighbours(blocks: list[bytes]) -> None:
    cut = list(pieces(blocks))
    whole = b"".join(blocks)
    assert b"".join(piece.text for piece in cut) == whole
    place = 0
    for piece in cut:
        end = place + len(piece.text)
        assert piece.text
        assert piece.before == (whole[place - 1] if place else csv_text.EDGE)
        assert piece.after == (whole[end] if end < len(whole) else csv_text.EDGE)
        place = end
