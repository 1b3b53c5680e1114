"""Tables for tests, found and judged in this process: rows of values in, findings by cell out."""

from collections.abc import Mapping, Sequence
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.check import judge_outputs
from sdc_desktop.engine.submission.comparing.compare import compared
from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.judging.judge import Beside, Judged, judge
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.reader import Submitted
from sdc_desktop.engine.submission.received import ReadOutput, ReadOutputs, ReadTable, Settings
from sdc_desktop.engine.submission.sheets import Box, Cell, ReadFile, Sheet
from sdc_desktop.engine.submission.submission import Submission, table_id

Rows = Sequence[Sequence[Any]]


def read_rows(rows: Rows, merges: Sequence[Box] = ()) -> ReadFile:
    """A delimited file with these fields; None and "" leave a cell out."""
    cells = {
        (i, j): Cell(str(value))
        for i, line in enumerate(rows)
        for j, value in enumerate(line)
        if value is not None and str(value)
    }
    return ReadFile("csv", (Sheet("", cells, tuple(merges)),))


def found_table(rows: Rows, merges: Sequence[Box] = ()) -> FoundTable:
    """The only table of these rows."""
    (table,) = find_in(read_rows(rows, merges), Reading()).tables
    return table


def judged_rows(rows: Rows, rules: Rules | None = None, beside: Beside | None = None) -> Judged:
    """The only table of these rows, judged by itself."""
    return judge(found_table(rows), rules or Rules(), beside or Beside(), JobContext())


def codes_at(judged: Judged) -> dict[tuple[int, int], set[str]]:
    """The codes of the findings by cell; (-1, -1) is the table as a whole."""
    found: dict[tuple[int, int], set[str]] = {}
    for spot in judged.spots:
        found.setdefault((spot.row, spot.column), set()).add(spot.code)
    return found


def with_margins(inner: Sequence[Sequence[int]]) -> list[list[int]]:
    """Counts with a total of each row, of each column and of all."""
    made = [[*line, sum(line)] for line in inner]
    return [*made, [sum(line) for line in zip(*made, strict=True)]]


def margins(height: int, width: int) -> tuple[tuple[Total, ...], tuple[Total, ...]]:
    """The totals of a table of this inner size: of rows, and of columns."""
    return (Total(height, tuple(range(height))),), (Total(width, tuple(range(width))),)


def laid_out(shown: Rows, title: str = "Number of persons") -> list[list[Any]]:
    """A table with margins below a title, with labels that add nothing to its figures."""
    header = ["Area", *(f"Class {chr(65 + j)}" for j in range(len(shown[0]) - 1)), "Total"]
    names = [*(f"Area {chr(75 + i)}" for i in range(len(shown) - 1)), "Total"]
    return [[title], header, *([name, *line] for name, line in zip(names, shown, strict=True))]


def judged_files(
    files: Mapping[str, Rows], settings: Settings | None = None, released: Sequence[KnownTable] = ()
) -> Submission:
    """Files of one table each, judged and compared as one submission."""
    settings = settings or Settings()
    listed = []
    for path, rows in files.items():
        read = read_rows(rows)
        found = find_in(read, Reading(settings.style, settings.marks, empty=settings.empty))
        digest = path.encode().hex()
        tables = tuple(ReadTable(one, table_id(digest, "", one.address)) for one in found.tables)
        listed.append(ReadOutput(Submitted(path, digest, 1, read), found, tables, (), evidence=False))
    outputs = ReadOutputs(tuple(listed), ())
    submission, judging = judge_outputs(outputs, settings, JobContext(), released)
    return compared(submission, judging, settings.rules, JobContext(), with_ledger=True)
