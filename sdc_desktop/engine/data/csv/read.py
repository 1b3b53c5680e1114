"""A delimited file into the store. DuckDB splits the records with every setting given, none detected.

It is fed from memory with the canonical text of :mod:`csv_text`, every record ended by ``\\n``, so that
neither encodings nor line ends are left to it and the disk is not used. What it makes of the text is checked
against what the scanner counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np

from sdc_desktop.engine.child_process import usual_workers
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.marks import NEWLINE, RETURN, Marks, Piece, Signs, find_marks, pieces
from sdc_desktop.engine.data.csv.scan import Scan, scan
from sdc_desktop.engine.data.csv.sniff import beginning_of
from sdc_desktop.engine.data.csv.text import (
    ADDRESS,
    MARK,
    PROTOCOL,
    STAND_IN,
    FileBytes,
    HeldText,
    TextFeed,
    canonical,
    one_file,
    unreadable,
    without_lines,
)
from sdc_desktop.engine.data.csv.unquoted import NA, Unquoted, marking, quotes_texts, settled
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.limits import MAX_HELD_TEXT, MAX_RECORD
from sdc_desktop.engine.data.store.file_relations import room_of
from sdc_desktop.engine.data.store.file_store import FileStore
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_text
from sdc_desktop.engine.data.store.store import Relation, Store, interruptible
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_LOAD = "csv.load"
_BUFFER = 8 * MAX_RECORD


@dataclass(frozen=True)
class CsvTable:
    """The records of a delimited file and what was detected about it."""

    relation: Relation
    scan: Scan
    unquoted: Unquoted | None = None  # where NA without quotation marks is missing


def read_csv(
    path: Path,
    shown: str,
    hints: DialectHints,
    context: JobContext,
    *,
    large: bool | None = False,
    propose: bool = False,
) -> CsvTable:
    """Read a whole delimited file; `shown` is its name in problems. The records of a `large` file are kept
    compressed, in the temporary folder where this is allowed; None: if they would not fit into memory.
    `propose`: NA is missing and "NA" a text where the file is seen to quote texts alone.

    Raises :class:`Refused` with every fault, Cancelled when stopped; then nothing is kept.
    """
    before, held = _stamp(path, shown), HeldText(MAX_HELD_TEXT)
    found = scan(path, shown, hints, context.within(0.0, 0.6), held)
    if large is None:
        large = not room_of(context).takes(found.records, len(found.names), found.size)
    marked = hints.na_unquoted
    if marked is None:
        marked = propose and found.quoted_na and _quotes_texts(path, shown, found)
    marked = marked and bool(found.dialect.quote)
    relation = load(path, shown, found, context.within(0.6, 1.0), large, held, marked=marked)
    if _stamp(path, shown) != before:
        raise Refused(error("csv.changed", Place(file=shown)))
    if not marked:
        return CsvTable(relation, found)
    relation, unquoted = settled(relation, context)
    return CsvTable(relation, found, unquoted)


def _quotes_texts(path: Path, shown: str, found: Scan) -> bool:
    dialect = found.dialect
    first = iter([beginning_of(path, shown)])
    text = b"".join(canonical(first, dialect.encoding, dialect.delimiter, shown))
    return quotes_texts(text, dialect.delimiter, dialect.quote, dialect.first_row)


def _stamp(path: Path, shown: str) -> tuple[int, int]:
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):  # a NUL in the path is a ValueError
        raise Refused(error("csv.no_such_file", Place(file=shown))) from None
    except OSError as failure:
        raise Refused(unreadable(failure, shown)) from None
    return status.st_size, status.st_mtime_ns


def load(
    path: Path,
    shown: str,
    found: Scan,
    context: JobContext,
    large: bool = False,
    held: HeldText | None = None,
    *,
    marked: bool = False,
) -> Relation:
    """The records of a scanned file, whose text may be `held`, in a store of their own; NA without
    quotation marks is `marked`. Raises :class:`Refused` and Cancelled.
    """
    feed = _Feed(path, shown, found, context, held)
    query = f"SELECT {marking(len(found.names)) if marked else '*'} FROM {_call(found, marked)}"

    @contextmanager
    def fed(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        connection.register_filesystem(one_file(lambda: feed, feed.bound))
        try:
            with interruptible(connection, context):
                yield
        except duckdb.Error as failure:  # its text may hold values and is never shown
            raise feed.failure or Refused(refusal(failure, shown)) from None
        finally:
            connection.unregister_filesystem(PROTOCOL)

    def fill(connection: duckdb.DuckDBPyConnection, name: str) -> None:
        # both of two processors open a million records in 2.3 instead of 2.5 s, for 0.3 s of CPU time more
        # that the window lacks (1.2 and 0.9 s in this query)
        run(connection, f"SET threads = {usual_workers()}")
        with fed(connection):
            run(connection, f"CREATE TABLE {name} AS {query}")
        run(connection, "RESET threads")

    columns = len(found.names)
    kept = FileStore(room_of(context)).keep(query, columns, fed) if large else None
    relation = kept or Store().load(columns, fill)
    if not feed.is_same():
        raise Refused(error("csv.changed", Place(file=shown)))
    if relation.records != found.records:
        raise Refused(_disagreement(shown))
    return relation


def refusal(failure: duckdb.Error, shown: str) -> Problem:
    if isinstance(failure, duckdb.OutOfMemoryException):
        return error("csv.no_memory", Place(file=shown))
    return _disagreement(shown)


def _disagreement(shown: str) -> Problem:
    return error("csv.disagreement", Place(file=shown))


def _call(found: Scan, marked: bool) -> str:
    # two readers would have to guess whether they begin within quotes
    dialect, parallel = found.dialect, not len(found.inner_line_ends)
    return reader_call(len(found.names), dialect.delimiter, dialect.quote, parallel=parallel, marked=marked)


def reader_call(columns: int, delimiter: str, quote: str, *, parallel: bool, marked: bool = False) -> str:
    """The call of DuckDB's reader with nothing left to detect. Columns are c0, c1, ...: no names in SQL.
    ``marked``: NA without quotation marks is NULL.
    """
    names = [f"c{number}" for number in range(columns)]
    options = {
        "auto_detect": "false",
        "columns": "{" + ", ".join(f"'{name}': 'VARCHAR'" for name in names) + "}",
        "force_not_null": "[" + ", ".join(f"'{name}'" for name in names) + "]",  # empty stays empty
        "delim": sql_text(delimiter),
        "quote": sql_text(quote),
        "escape": sql_text(quote),
        "comment": "''",
        "new_line": r"'\n'",
        "header": "false",
        "skip": "0",
        "encoding": "'utf-8'",
        "strict_mode": "true",
        "ignore_errors": "false",
        "null_padding": "false",
        "max_line_size": str(2 * MAX_RECORD),
        "buffer_size": str(_BUFFER),
        "parallel": "true" if parallel else "false",
    }
    if marked:
        del options["force_not_null"]
        options |= {"nullstr": sql_text(NA), "allow_quoted_nulls": "false"}
    listed = ", ".join(f"{name} = {value}" for name, value in options.items())
    return f"read_csv('{ADDRESS}', {listed})"


class _Feed(TextFeed):
    """Gives the canonical text of a scanned file: the held one, or while reading the file again."""

    def __init__(
        self, path: Path, shown: str, found: Scan, context: JobContext, held: HeldText | None
    ) -> None:
        self._source: FileBytes | None = None
        self._found = found
        self._delimiter = found.dialect.delimiter
        texts = None if held is None else held.taken(context, STEP_LOAD)
        if texts is None:
            self._source = FileBytes(path, shown)
            blocks = self._source.blocks(context, STEP_LOAD)
            texts = canonical(blocks, found.dialect.encoding, self._delimiter, shown)
            texts = without_lines(texts, found.dialect.first_row - 1)
        self._texts = self._content(texts)
        # at most, where the separator takes more than a byte
        size = (len(MARK) + found.stop - found.start - found.pairs) * len(self._delimiter.encode())
        super().__init__(self._texts, size)

    def is_same(self) -> bool:
        """Whether the file is the one scanned; reads to its end because blank lines may follow."""
        for _ in self._texts:
            pass
        return self._source is None or self._source.sha256 == self._found.sha256

    def _content(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        yield MARK
        for text in self._ended(blocks) if self._found.returns else self._cut(blocks):
            if self._delimiter.isascii():
                yield text
            else:
                yield text.replace(bytes([STAND_IN]), self._delimiter.encode())

    def _cut(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """The records alone, whose ends need no change."""
        offset = 0
        for block in blocks:
            start, stop = max(self._found.start - offset, 0), max(self._found.stop - offset, 0)
            yield block if not start and stop >= len(block) else block[start:stop]
            offset += len(block)

    def _ended(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """The records alone, every one ended by a newline."""
        offset, quoted = 0, False
        signs = Signs(self._delimiter, self._found.dialect.quote)
        for piece in pieces(blocks):
            part = slice(max(self._found.start - offset, 0), max(self._found.stop - offset, 0))
            marks = find_marks(piece, signs, quoted)
            yield _with_newlines(piece, marks, quoted, part)
            quoted = marks.quoted
            offset += len(piece.text)


def _with_newlines(piece: Piece, marks: Marks, quoted: bool, part: slice) -> bytes:
    """A part of a piece with every record ended by a newline alone; line ends within quotes stay."""
    text = np.frombuffer(piece.text, dtype=np.uint8).copy()
    kept = np.ones(len(text) + 1, dtype=np.bool_)
    kept[marks.ends[marks.pairs] + 1] = False
    if piece.before == RETURN and not quoted and text[0] == NEWLINE:
        kept[0] = False
    text[marks.ends] = NEWLINE
    return text[part][kept[:-1][part]].tobytes()
