"""What the program makes of a file of which a public report says that other software read it wrongly."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import read_csv
from sdc_desktop.engine.data.foreign.load import _READERS
from sdc_desktop.engine.data.foreign.parquet import opened_parquet, parquet_columns, select_texts
from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable, _called
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import DialectHints, format_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.words.problems.messages import MESSAGES

_OF_STATISTICS = ("sav", "dta", "sas7bdat")
_ROWS = 10_000


@dataclass(frozen=True)
class Found:
    """A file that was read: names, records as texts, what is known of its variables, warnings, settings."""

    names: tuple[str, ...]
    rows: list[tuple[str, ...]]
    columns: tuple[Column, ...] = ()
    warned: tuple[str, ...] = ()
    settled: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """A report, what must come of its file (records, or the code of a refusal), and its content.

    ``make`` writes the file instead of ``content``; ``file``: its name, where it is not the usual one.
    ``names``, ``types`` and ``warned`` are compared where they are given.
    """

    source: str
    becomes: list[tuple[str, ...]] | str
    content: bytes | str = b""
    make: Callable[[Path], object] | None = None
    file: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    warned: tuple[str, ...] | None = None


def outcome(path: Path, **options: Any) -> Found | str:
    """The file as its reader takes it, in this process; the code of the problem where it is refused."""
    try:
        return _taken(path, options)
    except Unreadable as refusal:
        code = refusal.code
    except Refused as refusal:
        code = refusal.problems[0].code
    assert code in MESSAGES
    return code


def _taken(path: Path, options: Mapping[str, Any]) -> Found:
    ending = path.suffix[1:]
    if ending == "csv":
        table = read_csv(path, path.name, DialectHints(**options), JobContext())
        rows = table.relation.window(0, _ROWS)
        return Found(table.scan.names, rows, warned=tuple(note.code for note in table.scan.notes))
    if ending == "parquet":
        columns = parquet_columns(path, path.name)
        with closing(duckdb.connect()) as connection, opened_parquet(path, path.name, connection):
            rows = connection.execute(select_texts(columns)).fetchall()
        return Found(tuple(column.name for column in columns), rows, columns)
    format = "fixed" if ending == "txt" else format_of(path.name)
    options = {"format": format, **options} if format in _OF_STATISTICS else options
    reader = f"sdc_desktop.engine.data.{_READERS[format]}"
    reading: Reading = _called(reader, str(path), tuple(options.items()))
    rows = [row for block, _ in reading.blocks for row in block]
    columns = reading.columns()
    warned = tuple(one.code for one in reading.warnings())
    assert all(code in MESSAGES for code in warned)
    return Found(tuple(column.name for column in columns), rows, columns, warned, reading.settled)


def check(report: Report, folder: Path, usual: str) -> Found | str:
    """Writes the file of a report, of the `usual` name, reads it, and compares; returns what was read."""
    path = folder / (report.file or usual)
    if report.make is not None:
        report.make(path)
    else:
        content = report.content
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = outcome(path, **report.options)
    if isinstance(found, str) or isinstance(report.becomes, str):
        assert found == report.becomes
        return found
    assert found.rows == report.becomes
    if report.names:
        assert found.names == report.names
    if report.types:
        assert tuple(column.type for column in found.columns) == report.types
    if report.warned is not None:
        assert found.warned == report.warned
    return found


def sources(reports: list[Report]) -> list[str]:
    """The names of the tests of some reports."""
    return [report.source for report in reports]
