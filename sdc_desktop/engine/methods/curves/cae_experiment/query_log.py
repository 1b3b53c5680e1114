"""A log of sum queries from a delimited file: which records each query asked about.

Either one line a record of a query, with the columns ``query`` and ``record`` (numbers from 1, in the order
of the data); or one line a query, with variables of the data as columns and conditions as cells: empty for
any value, ``20..30`` for a range of numbers, else the values themselves with ``|`` between them.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import CsvTable, read_csv
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.curves.attributes import read_numbers
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error

_LISTED = 20  # faults listed one by one


def read_queries(path: Path, shown: str, data: Microdata, context: JobContext) -> tuple[Integers, ...]:
    """The records (numbers from 0, ascending) of each query that has any, in the order of the file. Raises
    :class:`Refused` with every fault.
    """
    table = read_csv(path, shown, DialectHints(header=True), context)
    rows = [row for batch in table.relation.batches(context) for row in batch]
    if set(table.scan.names) == {"query", "record"}:
        queries = _by_record(table, rows, shown, data.records)
    else:
        queries = _by_condition(table, rows, shown, data, context)
    return tuple(query for query in queries if len(query))


def _by_record(table: CsvTable, rows: Sequence[Sequence[str]], shown: str, records: int) -> list[Integers]:
    query, record = table.scan.names.index("query"), table.scan.names.index("record")
    members: dict[str, set[int]] = {}
    problems: list[Problem] = []
    for number, row in enumerate(rows):
        text = row[record].strip()
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= records):
            where = Place(file=shown, line=table.scan.line(number), column=record + 1)
            problems.append(error("cae.query_record", where, records=records))
            continue
        members.setdefault(row[query], set()).add(int(text) - 1)
    if problems:
        raise Refused(problems[:_LISTED])
    return [np.array(sorted(found), dtype=np.int64) for found in members.values()]


def _by_condition(
    table: CsvTable, rows: Sequence[Sequence[str]], shown: str, data: Microdata, context: JobContext
) -> list[Integers]:
    unknown = [name for name in table.scan.names if name not in data.names]
    if unknown:
        where = Place(file=shown)
        raise Refused([error("plan.unknown_variable", where, name=name) for name in unknown])
    columns = [_Column(data, name, context) for name in table.scan.names]
    problems: list[Problem] = []
    queries: list[Integers] = []
    for number, row in enumerate(rows):
        context.checkpoint()
        chosen = np.ones(data.records, dtype=np.bool_)
        for place, (column, cell) in enumerate(zip(columns, row, strict=True)):
            fits = column.fits(cell.strip())
            if fits is None:
                line = table.scan.line(number)
                where = Place(file=shown, line=line, column=place + 1, variable=column.name)
                problems.append(error("cae.query_condition", where, name=column.name))
            else:
                chosen &= fits[column.codes]
        queries.append(np.flatnonzero(chosen))
    if problems:
        raise Refused(problems[:_LISTED])
    return queries


class _Column:
    """A variable whose values conditions are tried on."""

    def __init__(self, data: Microdata, name: str, context: JobContext) -> None:
        self.name = name
        number, variable = data.index(name), data.variable(name)
        self.codes = data.relation.codes(number, context)
        self._texts, _ = data.relation.frequencies(number, context)
        self._numbers, _ = read_numbers(self._texts, variable, data.decimal, context)
        self._decimal = data.decimal

    def fits(self, cell: str) -> npt.NDArray[np.bool_] | None:
        """Whether each distinct text meets the condition; None where the cell is no condition on them."""
        if not cell:
            return np.ones(len(self._texts), dtype=np.bool_)
        low, dots, high = cell.partition("..")
        if dots:
            try:
                ends = [float(end.replace(self._decimal, ".")) for end in (low, high)]
            except ValueError:
                return None
            return (self._numbers >= ends[0]) & (self._numbers <= ends[1])
        wanted = {text.strip() for text in cell.split("|")}
        found = np.array([text in wanted for text in self._texts], dtype=np.bool_)
        return found if found.any() else None
