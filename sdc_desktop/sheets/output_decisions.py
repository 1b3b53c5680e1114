"""What was decided on outputs: decisions with reasons, exceptions, findings, entries of the ledger, hashes.

The tables are of one researcher or of all. Only those without `internal` can be shown to a researcher: they
have no finding, no figure and no account.
"""

from collections.abc import Iterator, Mapping, Sequence

from sdc_desktop.engine.methods.outputs.output_check.result import (
    FileResult,
    FindingResult,
    OutputCheckResult,
    TableResult,
)
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.releasing.decisions import Decision
from sdc_desktop.engine.submission.releasing.packaging import Package
from sdc_desktop.engine.submission.releasing.trail import Entry
from sdc_desktop.sheets.blocks import Column, Table
from sdc_desktop.words.outputs.findings import finding_name, finding_why
from sdc_desktop.words.outputs.outputs import severity_name, verdict_name
from sdc_desktop.words.outputs.outputs_tab import entry_name, entry_time
from sdc_desktop.words.words import N_, Words, whole

NOTHING = "–"
MOST_ROWS = 200
_MOST_CELLS = 12

Row = tuple[str, ...]


def _limited(title: str, columns: Sequence[Column], rows: Sequence[Row], words: Words) -> Table:
    note = ""
    if len(rows) > MOST_ROWS:
        note = words.say(
            N_("{shown} of {number} {number:row|rows}. All are in the result file."),
            shown=whole(MOST_ROWS),
            number=whole(len(rows)),
        )
    return Table(words.say(title), tuple(columns), tuple(rows[:MOST_ROWS]), note)


def _columns(words: Words, *heads: tuple[str, float]) -> tuple[Column, ...]:
    return tuple(Column(words.say(text), share=share) for text, share in heads)


# items -----------------------------------------------------------------------------------------------------


def _items(result: OutputCheckResult, case: Case) -> Iterator[tuple[FileResult, TableResult | None]]:
    """What is decided on of a researcher's files: tables, and what else a file holds."""
    for file in result.files:
        if file.evidence or not case.has(file.path):
            continue
        if file.findings or file.carried or not file.tables:
            yield file, None
        yield from ((file, table) for table in file.tables)


def place_text(file: FileResult, table: TableResult | None) -> str:
    """File, sheet and body."""
    return (
        file.path if table is None else f"{file.path} {table.sheet + '!' if table.sheet else ''}{table.body}"
    )


def decisions(result: OutputCheckResult, case: Case, words: Words, *, internal: bool) -> Table:
    """Each table and file with the decision on it and its reason; inside also what the decision is on."""
    made = {one.item: one for one in result.decisions}
    rows = [_row(file, table, made, words, internal=internal) for file, table in _items(result, case)]
    heads = [(N_("File and table"), 3.0), (N_("Decision"), 1.1), (N_("Reason"), 2.6)]
    if internal:
        heads = [
            (N_("File and table"), 2.6),
            (N_("Proposal"), 0.9),
            (N_("Decision"), 1.1),
            (N_("Reason"), 2.0),
            (N_("Checker"), 1.1),
            (N_("Findings"), 2.6),
        ]
    return _limited(N_("Decisions"), _columns(words, *heads), [row for row in rows if row], words)


def _row(
    file: FileResult,
    table: TableResult | None,
    made: Mapping[str, Decision],
    words: Words,
    *,
    internal: bool,
) -> Row:
    place = place_text(file, table)
    if table is not None and table.not_table:
        return (
            (place, NOTHING, words.say(N_("not a table")), table.not_table, "", NOTHING) if internal else ()
        )
    one = made.get(file.id if table is None else table.id)
    verdict = (file if table is None else table).decision
    only_carried = table is None and one is None and bool(file.tables) and not file.findings
    decision = words.say(N_("omitted in a new file")) if only_carried else verdict_name(verdict, words)
    if not internal:
        reason = "" if one is None else one.reason.strip()
        return () if only_carried else (place, decision, reason or NOTHING)
    excepted = one is not None and one.exception is not None and verdict == "release"
    if excepted:
        decision = words.say(N_("release by exception"))
    reason = "" if one is None else one.exception.reason if one.exception else one.reason
    found = (*file.findings, *file.carried) if table is None else table.findings
    proposal = severity_name((file if table is None else table).verdict, words)
    by = "" if one is None else one.by
    return place, proposal, decision, reason.strip() or NOTHING, by or NOTHING, finding_texts(found, words)


def finding_texts(findings: Sequence[FindingResult], words: Words) -> str:
    """Names of findings with their cells."""
    texts = []
    for one in findings:
        name, cells = finding_name(one.code, words), cells_text(one.cells)
        texts.append(f"{name} ({cells})" if cells else name)
    return "; ".join(texts) or NOTHING


def cells_text(cells: Sequence[str]) -> str:
    """Addresses of cells; of very many the first."""
    named = [cell for cell in cells if cell]
    return ", ".join(named[:_MOST_CELLS]) + (", …" if len(named) > _MOST_CELLS else "")


def exceptions(result: OutputCheckResult, case: Case, words: Words) -> Table | None:
    """Releases against findings: each rule with its exact cells, and the reason; None without any."""
    made = {one.item: one for one in result.decisions}
    rows: list[Row] = []
    for file, table in _items(result, case):
        one = made.get(file.id if table is None else table.id)
        if one is None or one.exception is None or one.verdict != "release":
            continue
        for code, cells in one.exception.findings.items():
            shown = ", ".join(filter(None, cells)) or NOTHING
            rows.append((place_text(file, table), finding_name(code, words), shown, one.exception.reason))
    if not rows:
        return None
    heads = (N_("File and table"), 2.4), (N_("Rule"), 1.4), (N_("Cells"), 1.4), (N_("Reason"), 2.6)
    return _limited(N_("Releases by exception"), _columns(words, *heads), rows, words)


def examined(result: OutputCheckResult, case: Case) -> int:
    """How many tables and files are released with findings that a person examined, without an exception."""
    excepted = {one.item for one in result.decisions if one.exception is not None}
    items = (file if table is None else table for file, table in _items(result, case))
    return sum(one.decision == "release" and bool(one.findings) and one.id not in excepted for one in items)


def findings(result: OutputCheckResult, case: Case, words: Words) -> Table | None:
    """Every finding with its cell and its figures, derived values among them: for the audit alone."""
    rows: list[Row] = []
    for file, table in _items(result, case):
        if table is not None and table.not_table:
            continue
        found = (*file.findings, *file.carried) if table is None else table.findings
        for one in found:
            for cell, figures in zip(one.cells, one.figures, strict=True):
                why = finding_why(one.code, figures, words)
                rows.append((place_text(file, table), cell or NOTHING, finding_name(one.code, words), why))
    if not rows:
        return None
    heads = (N_("File and table"), 2.2), (N_("Cell"), 0.9), (N_("Finding"), 1.5), (N_("Figures"), 3.2)
    return _limited(N_("Findings with their figures"), _columns(words, *heads), rows, words)


# the ledger and the hashes ---------------------------------------------------------------------------------


def signatures(log: Sequence[Entry], words: Words, *, internal: bool) -> Table | None:
    """When what was entered in the ledger, inside with accounts and names; None before the first entry."""
    rows: list[Row] = []
    for entry in log:
        row: Row = (entry_time(entry), entry_name(entry, words))
        if internal:
            text = entry.get("reason") or entry.get("name") or entry.get("researcher") or NOTHING
            row = (str(entry.get("n", NOTHING)), *row, str(entry.get("by", NOTHING)), str(text))
        rows.append(row)
    if not rows:
        return None
    heads = [(N_("Time (UTC)"), 1.4), (N_("Entry"), 3.0)]
    if internal:
        heads = [(N_("Line"), 0.6), *heads[:1], (N_("Entry"), 1.2), (N_("Account"), 1.2)]
        heads.append((N_("Name or reason"), 2.6))
    return _limited(N_("Entries of the ledger on these decisions"), _columns(words, *heads), rows, words)


def received(result: OutputCheckResult, case: Case, words: Words) -> Table:
    """The files that were checked, with their SHA-256."""
    own = [file for file in result.files if not file.evidence and case.has(file.path)]
    rows = [(file.path, whole(file.bytes), file.sha256 or NOTHING) for file in own]
    columns = (
        Column(words.say(N_("File")), share=2.4),
        Column(words.say(N_("Bytes")), "right", share=0.8),
        Column(words.say(N_("SHA-256")), share=4.5, code=True),
    )
    return _limited(N_("Files received"), columns, rows, words)


def packaged(packages: Sequence[Package], log: Sequence[Entry], words: Words) -> Table | None:
    """The packages and the files in them, with their SHA-256; of earlier packages the entry in the
    ledger. None where there are none.
    """
    rows: list[Row] = []
    for one in packages:
        rows.append((one.path, one.sha256))
        rows += [(f"{one.path}: {path}", sha256) for path, sha256 in one.files]
    known = {one.sha256 for one in packages}
    for entry in log:
        if entry.get("what") == "packaged" and entry.get("package") not in known:
            rows.append((str(entry.get("name", "")), str(entry.get("package", ""))))
    if not rows:
        return None
    columns = (
        Column(words.say(N_("Package and files in it")), share=2.6),
        Column(words.say(N_("SHA-256")), share=4.5, code=True),
    )
    return _limited(N_("Files released"), columns, rows, words)
