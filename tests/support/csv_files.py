"""Delimited files made of bytes, read and refused."""

from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import CsvTable, read_csv
from sdc_desktop.engine.data.formats import Dialect, DialectHints
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Row
from sdc_desktop.engine.problems import Problem, Refused

NO_HINTS = DialectHints()
CONTEXT = JobContext()


def put(folder: Path, content: bytes | str, name: str = "data.csv") -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(folder: Path, content: bytes | str, hints: DialectHints = NO_HINTS) -> CsvTable:
    """The content read as a file."""
    return read_csv(put(folder, content), "data.csv", hints, CONTEXT)


def rows(table: CsvTable) -> list[Row]:
    """All records."""
    return table.relation.window(0, table.relation.records)


def refusal(folder: Path, content: bytes | str, hints: DialectHints = NO_HINTS) -> tuple[Problem, ...]:
    """The problems for which the content is refused; empty if it is read."""
    try:
        read(folder, content, hints)
    except Refused as refused:
        return refused.problems
    return ()


def placed(problems: tuple[Problem, ...]) -> list[tuple[str, int | None, int | None]]:
    """Code, line and field of each problem."""
    return [(problem.code, problem.where.line, problem.where.column) for problem in problems]


def hints_of(dialect: Dialect) -> DialectHints:
    """Everything a dialect says, told."""
    return DialectHints(dialect.delimiter, dialect.quote, dialect.encoding, dialect.decimal, dialect.header)


def microdata_of(table: CsvTable) -> Microdata:
    """The table with all variables nominal."""
    return Microdata(table.relation, tuple(Variable(name) for name in table.scan.names))
