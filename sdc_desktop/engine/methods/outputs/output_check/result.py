"""The immutable result of an output check: codes and figures for the result file, report and window."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Param, Problem
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.judging.rules import Severity, Spot
from sdc_desktop.engine.submission.judging.suppressed import Used
from sdc_desktop.engine.submission.releasing.case_results import CaseResult, case_result
from sdc_desktop.engine.submission.releasing.decisions import Decision, Signed, items_of, rest_of, undecided
from sdc_desktop.engine.submission.releasing.packaging import Package
from sdc_desktop.engine.submission.releasing.trail import Entry, trail
from sdc_desktop.engine.submission.submission import (
    CheckedFile,
    CheckedTable,
    FileFinding,
    Submission,
    item_id,
)


@dataclass(frozen=True)
class FindingResult:
    """A finding: its cells as addresses, and the figures at each of them."""

    code: str
    severity: str
    cells: tuple[str, ...]
    figures: tuple[Mapping[str, Param], ...]


@dataclass(frozen=True)
class RelationResult:
    """A sum with suppressed cells. ``total``: its cell, or file and place of the number; ``parts``: cells.
    ``rest``: what it leaves for those that are suppressed.
    """

    source: str
    certain: bool
    number: float | None
    total: str
    parts: tuple[str, ...]
    rest: float | None


@dataclass(frozen=True)
class StatementResult:
    """A number of persons that is stated for a table; ``used``: a finding or a relation takes it."""

    n: int
    place: str
    certain: bool
    used: bool


@dataclass(frozen=True)
class TableResult:
    """A table: ranges and labels, what was found, and the decision on it."""

    id: str
    sheet: str
    body: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    totals: Mapping[str, tuple[tuple[int, tuple[int, ...]], ...]]
    counts_from: tuple[str, ...]
    population: str
    rounded: int
    verdict: str
    findings: tuple[FindingResult, ...]
    not_judged: tuple[tuple[str, tuple[str, ...]], ...]
    statements: tuple[StatementResult, ...]
    intervals: tuple[tuple[str, float | None, float | None, int | None, float | None], ...]
    relations: tuple[RelationResult, ...]
    corrected: bool
    not_table: str
    decision: str


@dataclass(frozen=True)
class FileResult:
    """A file: what it is, what it carries, its tables, and the decision on the rest of it."""

    id: str
    path: str
    sha256: str
    bytes: int
    format: str
    verdict: str
    evidence: bool
    findings: tuple[FindingResult, ...]
    carried: tuple[FindingResult, ...]
    tables: tuple[TableResult, ...]
    decision: str
    coverage: Mapping[str, int]
    peer: Mapping[str, Any] | None


@dataclass(frozen=True)
class DifferenceResult:
    """What follows from two tables."""

    code: str
    here: str
    there: str
    cells: tuple[str, ...]
    difference: float | None
    earlier: bool


@dataclass(frozen=True)
class LedgerResult:
    """The end of the ledger: number and hash of its last line. ``state``: none, new, verified."""

    state: str
    n: int
    hash: str


@dataclass(frozen=True)
class OutputCheckResult:
    """All that an output check found and decided. ``digest``: the SHA-256 of the decisions."""

    worst: str
    files: tuple[FileResult, ...]
    findings: tuple[FindingResult, ...]
    differences: tuple[DifferenceResult, ...]
    ledger: LedgerResult
    package: Package | None
    digest: str
    undecided: int
    exceptions: int
    signed: Signed
    four_eyes: bool
    peer_policies: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[Problem, ...] = ()
    submission: Submission | None = field(default=None, metadata=REDACTED, repr=False, compare=False)
    decisions: tuple[Decision, ...] = field(default=(), metadata=REDACTED, repr=False, compare=False)
    waiting: bool = False  # the decisions were entered, the approval is not there yet
    by_case: tuple[CaseResult, ...] = field(default=(), metadata=REDACTED)
    log: tuple[Entry, ...] = field(default=(), metadata=REDACTED, repr=False)  # on these decisions
    cases: tuple[CaseResult, ...] | None = field(default=None, metadata=IF_THERE)  # where the plan has any

    @property
    def packages(self) -> tuple[Package, ...]:
        """The packages made: one for each researcher."""
        return tuple(one.package for one in self.by_case if one.package is not None)

    def tables(self) -> Iterator[tuple[FileResult, TableResult]]:
        """All tables that are submitted, with their files."""
        for file in self.files:
            if not file.evidence:
                yield from ((file, table) for table in file.tables if not table.not_table)


def result_of(
    submission: Submission,
    decisions: Sequence[Decision],
    ledger: LedgerResult,
    signed: Signed,
    digest: str,
    *,
    four_eyes: bool,
    notes: Sequence[Problem] = (),
    cases: Sequence[Case] = (Case(""),),
    entries: Sequence[Entry] = (),
) -> OutputCheckResult:
    """The result of a judged submission."""
    verdicts = {one.item: one.verdict for one in decisions}
    files = tuple(_file(file, verdicts) for file in submission.files)
    names = {table.id: name for table, name in _names(submission)}
    differences = tuple(
        DifferenceResult(
            one.code, names.get(one.here, one.here), one.there_name, one.cells, one.difference, one.earlier
        )
        for one in submission.differences
    )
    excepted = sum(one.exception is not None and one.verdict == "release" for one in decisions)
    by_case = tuple(case_result(case, submission, decisions) for case in cases)
    return OutputCheckResult(
        submission.severity.value,
        files,
        tuple(_grouped_files(submission.findings)),
        differences,
        ledger,
        None,
        digest,
        len(undecided(submission, decisions)),
        excepted,
        signed,
        four_eyes,
        tuple({"folder": one.folder, "version": one.version, **one.policy} for one in submission.sessions),
        tuple(notes),
        submission,
        tuple(decisions),
        by_case=by_case,
        log=trail(entries, digest),
        cases=by_case if cases[0].paths is not None else None,
    )


def with_packages(result: OutputCheckResult, made: Mapping[str, Package]) -> OutputCheckResult:
    """The result with the package of each researcher, as far as there is one."""
    by_case = tuple(replace(one, package=made.get(one.researcher)) for one in result.by_case)
    if result.cases is None:
        return replace(result, by_case=by_case, package=by_case[0].package)
    return replace(result, by_case=by_case, cases=by_case)


def _names(submission: Submission) -> Iterator[tuple[CheckedTable, str]]:
    for file in submission.files:
        for table in file.tables:
            sheet = table.table.sheet.name
            yield table, f"{file.path} {sheet + '!' if sheet else ''}{table.table.address}"


def _file(file: CheckedFile, verdicts: Mapping[str, str]) -> FileResult:
    peer = file.peer
    shown = None
    if peer is not None:
        shown = {
            "uid": peer.uid,
            "status": peer.status,
            "type": peer.type,
            "exception": peer.exception,
            "flagged": {key: len(cells) for key, cells in peer.flagged.items()},
        }
    own = item_id(file.sha256 or file.path)
    return FileResult(
        own,
        file.path,
        file.sha256,
        file.bytes,
        file.format,
        file.severity.value,
        file.evidence,
        tuple(_grouped_files(rest_of(file))),
        tuple(_grouped_files(file.carried)),
        tuple(_table(table, verdicts) for table in file.tables),
        verdicts.get(own, ""),
        {"figures": file.coverage.figures, **asdict(file.coverage)},
        shown,
    )


def _grouped_files(findings: Sequence[FileFinding]) -> Iterator[FindingResult]:
    by_code: dict[tuple[str, str], list[FileFinding]] = {}
    for one in findings:
        by_code.setdefault((one.code, one.severity.value), []).append(one)
    for (code, severity), listed in by_code.items():
        yield FindingResult(
            code, severity, tuple(one.where for one in listed), tuple(dict(one.figures) for one in listed)
        )


def _table(checked: CheckedTable, verdicts: Mapping[str, str]) -> TableResult:
    table, judged = checked.table, checked.judged

    def address(row: int, column: int) -> str:
        return table.cell(row, column) if row >= 0 else ""

    intervals = tuple(
        (address(one.row, one.column), one.lower, one.upper, one.possible, one.risk)
        for one in judged.intervals
    )
    not_judged = tuple((code, tuple(address(*cell) for cell in cells)) for code, cells in judged.not_judged())
    sources = dict.fromkeys(f"{one.source}: {_place(one.where)}" for one in judged.counts.values())
    return TableResult(
        checked.id,
        table.sheet.name,
        table.address,
        table.title,
        table.rows,
        table.columns,
        table.kinds,
        {
            "rows": tuple((one.line, one.parts) for one in table.row_totals),
            "columns": tuple((one.line, one.parts) for one in table.column_totals),
        },
        tuple(sources)[:20],
        checked.population.replace("|", " ").strip(),
        table.rounded,
        Severity.RELEASE.value if checked.not_table else judged.severity.value,
        tuple(grouped(judged.spots, address)),
        not_judged,
        tuple(StatementResult(one.n, one.place, one.certain, one in judged.used) for one in table.statements),
        intervals,
        tuple(_relation(one, address) for one in judged.relations),
        checked.corrected,
        checked.not_table,
        verdicts.get(checked.id, ""),
    )


def _relation(used: Used, address: Callable[[int, int], str]) -> RelationResult:
    one = used.relation
    total = one.place if one.total is None else address(*one.total)
    parts = tuple(address(*part) for part in one.parts)
    return RelationResult(one.source, one.certain, used.number, total, parts, used.rest)


def _place(where: str) -> str:
    """A place without its cell: file and sheet."""
    head, mark, _ = where.rpartition("!")
    return head + mark if mark else where


def grouped(spots: Sequence[Spot], address: Any) -> Iterator[FindingResult]:
    """Findings by code and severity, cells in the order of rows and columns."""
    by_code: dict[tuple[str, Severity], list[Spot]] = {}
    for spot in spots:
        by_code.setdefault((spot.code, spot.severity), []).append(spot)
    for (code, severity), listed in sorted(by_code.items(), key=lambda one: (one[0][0], one[0][1].value)):
        ordered = sorted(listed, key=lambda spot: (spot.row, spot.column))
        yield FindingResult(
            code,
            severity.value,
            tuple(address(spot.row, spot.column) for spot in ordered),
            tuple(dict(spot.figures) for spot in ordered),
        )


def severities(result: OutputCheckResult) -> Mapping[str, int]:
    """How many items are proposed for release, a look, a change, refusal."""
    numbers = dict.fromkeys((one.value for one in Severity), 0)
    if result.submission is not None:
        for item in items_of(result.submission):
            numbers[item.severity.value] += 1
    return numbers
