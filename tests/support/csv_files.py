"""Delimited files: made of bytes, read and refused; a million records for measuring; an officer's survey."""

import random
from pathlib import Path

import numpy as np

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


RECORDS = 1_000_000


def write_million(path: Path) -> Path:
    """Write a million records of an identifier, a measure, a year and seven growing codes; the path."""
    random = np.random.default_rng(1)
    columns = [
        random.integers(0, 10**9, RECORDS).astype(str),
        np.char.mod("%.4f", random.normal(size=RECORDS)),
        random.integers(1920, 2006, RECORDS).astype(str),
        *(np.char.add("v", random.integers(0, 4**i, RECORDS).astype(str)) for i in range(1, 8)),
    ]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(f"c{i}" for i in range(len(columns))) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*columns, strict=True))
    return path


_SURVEYED = 120
_FIRST = ("Anna", "José", "Zoë", "Jörg", "Hélène", "Bob")
_LAST = ("Müller", "Ångström", "García", "Weiß", "Dupré", "Smith")
_LEVELS = "single;alone;*\r\nmarried;together;*\r\ndivorced;alone;*\r\nwidowed;alone;*\r\n"  # as ARX writes


def write_survey(folder: Path) -> Path:
    """Write `survey.csv` and the levels of its status, `status.csv`, into a folder; the survey's path.

    Windows-1252, semicolons, decimal commas, leading zeros, missing values.
    """
    chance = random.Random(7)
    lines = ["name;place;born;status;income;disease"]
    for _ in range(_SURVEYED):
        record = (
            f"{chance.choice(_FIRST)} {chance.choice(_LAST)}",
            chance.choice(("007", "012", "110")),
            str(chance.randint(1961, 1990)),
            chance.choice(("single", "married", "divorced", "widowed")),
            "" if chance.random() < 0.1 else f"{chance.uniform(900, 6000):.2f}".replace(".", ","),
            chance.choice(("flu", "asthma", "none", "")),
        )
        lines.append(";".join(record))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "survey.csv"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode("cp1252"))
    (folder / "status.csv").write_bytes(_LEVELS.encode("ascii"))
    return path
