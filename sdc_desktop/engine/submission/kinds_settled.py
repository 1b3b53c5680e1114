"""Whole figures that no heading calls counts: settled by what else the submission shows, else by the plan."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from sdc_desktop.engine.submission.finding.closed_words import is_unit
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import is_money, is_total_label, kind_of
from sdc_desktop.engine.submission.judging.behind import numerator_columns
from sdc_desktop.engine.submission.judging.rules import Severity
from sdc_desktop.engine.submission.received import ReadOutput, ReadOutputs, ReadTable, Settings
from sdc_desktop.engine.submission.submission import FileFinding

_LEAST_EQUAL = 3  # cells that two tables share
_APART = re.compile(r"[\W_]+")

_NOTHING: tuple[str, str] = ("", "")
Cells = frozenset[tuple[str, str, Decimal]]  # row, column and value
Sums = Mapping[str, Decimal | None]  # by row; None where a cell is not known


def with_kinds_settled(outputs: ReadOutputs, settings: Settings) -> ReadOutputs:
    """What was read with the kinds of whole figures settled by what else it shows, else by the plan, and
    a finding on the submission where neither does.
    """
    tables = [table.table for file in outputs.files for table in file.tables]
    if not any(table.assumed for table in tables):
        return outputs
    shown = _Shown(outputs, [table for table in tables if not table.assumed])
    files, left = [], 0
    for file in outputs.files:
        own = tuple(_settled(read, file, shown, settings) for read in file.tables)
        left += 0 if file.evidence else sum(bool(read.table.assumed) for read in own)
        files.append(replace(file, tables=own))
    findings = outputs.findings
    if left:
        findings = (*findings, FileFinding("whole_numbers", Severity.LOOK, figures={"number": left}))
    return replace(outputs, files=tuple(files), findings=findings)


def _settled(read: ReadTable, file: ReadOutput, shown: "_Shown", settings: Settings) -> ReadTable:
    table = read.table
    if not table.assumed:
        return read
    evidence = shown.evidence(table, file)
    if evidence == _NOTHING and settings.whole_numbers == "sums":
        kinds = tuple("sum" if column in table.assumed else kind for column, kind in enumerate(table.kinds))
        table = replace(table, kinds=kinds)
    if evidence == _NOTHING and settings.whole_numbers == "ask":
        return read
    return replace(read, table=replace(table, assumed=frozenset(), counts_shown=evidence))


class _Shown:
    """What a submission shows of its whole figures."""

    def __init__(self, outputs: ReadOutputs, certain: Sequence[FoundTable]) -> None:
        self._stated = dict(_statements(outputs))
        self._sums: dict[Decimal, str] = {}
        self._cells: list[tuple[str, Cells]] = []
        self._margins: list[tuple[str, Sums]] = []
        for table in certain:
            counts = _count_columns(table)
            total = _leaf_sum(table, counts)
            if total:
                self._sums.setdefault(total, table.address)
            self._cells.append((table.address, _cells(table, counts)))
            self._margins += ((table.address, _row_sums(table, frozenset({column}))) for column in counts)

    def evidence(self, table: FoundTable, file: ReadOutput) -> tuple[str, str]:
        """What shows that the whole figures of a table are counts, as a code and a place."""
        tests: Sequence[Callable[[], tuple[str, str]]] = (
            lambda: _by_word(table, file),
            lambda: self._by_sum(table),
            lambda: _by_persons(table, file),
            lambda: _by_share(table),
            lambda: self._by_cells(table),
            lambda: self._by_margin(table),
        )
        return next((found for test in tests if (found := test()) != _NOTHING), _NOTHING)

    def _by_sum(self, table: FoundTable) -> tuple[str, str]:
        total = _leaf_sum(table, table.assumed)
        if total and total in self._stated:
            return "stated", self._stated[total]
        return ("sum", self._sums[total]) if total in self._sums else _NOTHING

    def _by_cells(self, table: FoundTable) -> tuple[str, str]:
        own = _cells(table, table.assumed)
        found = (place for place, cells in self._cells if len(own & cells) >= _LEAST_EQUAL)
        place = next(found, "")
        return ("cells", place) if place else _NOTHING

    def _by_margin(self, table: FoundTable) -> tuple[str, str]:
        """A column of counts with the same rows, to which the known rows of a table add up."""
        own = _row_sums(table, table.assumed)
        found = (
            place for place, margin in self._margins if own.keys() == margin.keys() and _agree(own, margin)
        )
        place = next(found, "")
        return ("margin", place) if place else _NOTHING


def _statements(outputs: ReadOutputs) -> Iterator[tuple[Decimal, str]]:
    """The numbers of persons that files and their tables state, each with its place."""
    for file in outputs.files:
        for own in (file.found.statements, *(read.table.statements for read in file.tables)):
            for one in own:
                yield Decimal(one.n), one.place


def _by_word(table: FoundTable, file: ReadOutput) -> tuple[str, str]:
    """A word for counts in the notes, or in the name of the sheet or file."""
    name = file.submitted.path.rpartition("/")[2].rpartition(".")[0]
    for place, text in (
        ("note", table.notes),
        ("sheet", table.sheet.name),
        ("file", name),
    ):
        if any(kind_of(_APART.sub(" ", line).strip()) == "count" for line in text.splitlines()):
            return place, text.splitlines()[0]
    return _NOTHING


def _by_persons(table: FoundTable, file: ReadOutput) -> tuple[str, str]:
    """Headings that are words for persons, beside their total: all, women, men. Under a title, or a file or
    sheet with a word for amounts, something else of them may be added up.
    """
    heads = [(column, table.columns[column]) for column in sorted(table.assumed)]
    parts = [label for column, label in heads if not is_total_label(label)]
    whole = {total.line for total in table.column_totals}
    named = len(parts) > 1 and all(map(is_unit, parts)) and len(parts) < len(heads)
    added = all(column in whole for column, label in heads if is_total_label(label))
    about = f"{file.submitted.path} {table.sheet.name}"
    return (
        ("heads", ", ".join(parts))
        if named and added and not table.title and not is_money(about)
        else _NOTHING
    )


def _by_share(table: FoundTable) -> tuple[str, str]:
    """A column of percentages that are the shares of the figures."""
    found = numerator_columns(table, sorted(table.assumed))
    if set(found.values()) >= table.assumed:
        return "share", table.columns[min(found)]
    return _NOTHING


def _count_columns(table: FoundTable) -> frozenset[int]:
    counts = table.form == "table" and not table.row_kinds
    return frozenset(column for column, kind in enumerate(table.kinds) if counts and kind == "count")


def _leaf_sum(table: FoundTable, columns: frozenset[int]) -> Decimal | None:
    """The sum of the cells of these columns without totals; None where a cell is not known."""
    rows = {total.line for total in table.row_totals}
    totals = {total.line for total in table.column_totals}
    values = [
        None if figure.status not in ("value", "zero") or figure.parts else figure.value
        for (row, column), figure in table.figures.items()
        if column in columns and column not in totals and row not in rows and row not in table.row_kinds
        and not is_total_label(table.rows[row].split(" / ")[-1])
    ]  # fmt: skip
    if not values or None in values:
        return None
    return sum((value for value in values if value is not None), Decimal(0))


def _row_sums(table: FoundTable, columns: frozenset[int]) -> Sums:
    """The sum of the cells of these columns without totals, for each row."""
    totals = {total.line for total in table.column_totals}
    parts = sorted(columns - totals or columns)
    sums: dict[str, Decimal | None] = {}
    for row, label in enumerate(table.rows):
        values = [_count_at(table, row, column) for column in parts]
        sums[_plain(label)] = (
            None if None in values else sum((one for one in values if one is not None), Decimal(0))
        )
    return sums


def _count_at(table: FoundTable, row: int, column: int) -> Decimal | None:
    figure = table.figure(row, column)
    return None if figure is None or figure.parts or row in table.row_kinds else figure.value


def _agree(own: Sums, margin: Sums) -> bool:
    """Whether sums that are known in both are equal, and one such is not 0."""
    known = [(a, b) for row, a in own.items() if a is not None and (b := margin[row]) is not None]
    return all(a == b for a, b in known) and any(a > 0 for a, _ in known)


def _cells(table: FoundTable, columns: frozenset[int]) -> Cells:
    """The cells of these columns: labels of row and column, and value."""
    return frozenset(
        (_plain(table.rows[row]), _plain(table.columns[column]), figure.value)
        for (row, column), figure in table.figures.items()
        if column in columns and figure.value is not None and not figure.parts
    )


def _plain(label: str) -> str:
    return " ".join(label.casefold().split())
