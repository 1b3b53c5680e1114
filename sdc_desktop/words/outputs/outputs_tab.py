"""Words of the tab Output checking: items of the queue, rows of its tables, explanations of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from sdc_desktop.engine.methods.outputs.output_check.result import AWAITED, OutputCheckResult
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.judging.behind import Count
from sdc_desktop.engine.submission.judging.judge import Judged
from sdc_desktop.engine.submission.judging.rules import Spot
from sdc_desktop.engine.submission.judging.suppressed import CellInterval
from sdc_desktop.engine.submission.releasing.decisions import Item
from sdc_desktop.engine.submission.releasing.lapses import LAPSES
from sdc_desktop.engine.submission.spec import KINDS
from sdc_desktop.engine.submission.submission import CheckedFile, CheckedTable, FileFinding, Submission
from sdc_desktop.words.outputs.findings import FINDINGS, finding_name, finding_remedy, finding_why
from sdc_desktop.words.outputs.outputs import severity_name, verdict_name
from sdc_desktop.words.outputs.stated import derivation, sums_with
from sdc_desktop.words.problems.problems import sentence, spoken
from sdc_desktop.words.words import N_, Words, listed, whole

Row = tuple[str, ...]
_FORMS: Mapping[str, str] = {
    "survival": N_("survival table"),
    "coefficients": N_("coefficients of a model"),
    "summary": N_("summary"),
    "records": N_("records"),
    "correlation": N_("correlations"),
}
_SOURCES: Mapping[str, str] = {
    "column": N_("in the table itself"),
    "stated": N_("stated with the table"),
    "companion": N_("in another table"),
    "corrected": N_("given by the checker"),
    "microdata": N_("counted in the open microdata"),
    "suppressed": N_("suppressed"),
}
_COUNTS_SHOWN: Mapping[str, str] = {
    "note": N_("Counts: by the note {place}."),
    "sheet": N_("Counts: by the name of the sheet, {place}."),
    "file": N_("Counts: by the name of the file, {place}."),
    "stated": N_("Counts: their sum is the number of persons stated in {place}."),
    "sum": N_("Counts: the counts in {place} have the same sum."),
    "margin": N_("Counts: the rows add up to the counts in {place}."),
    "heads": N_("Counts: the headings are words for persons ({place})."),
    "share": N_("Counts: their shares are in the column {place}."),
    "cells": N_("Counts: the same figures are counts in {place}."),
}
_ENTRIES: Mapping[str, str] = {
    "received": N_("Received"),
    "corrected": N_("Corrected"),
    "decided": N_("Decided"),
    "approved": N_("Approved"),
    "sent_back": N_("Sent back"),
    "packaged": N_("Packaged"),
    "withdrawn": N_("Withdrawn"),
}


def item_title(item: Item, submission: Submission, words: Words) -> str:
    """What an item is called in the queue."""
    path = submission.files[item.file].path.rpartition("/")[2]
    if item.table is None:
        return path
    found = item.table.table
    place = f"{found.sheet.name}!{found.address}" if found.sheet.name else found.address
    title = " ".join(found.title.split())
    return f"{title} ({place})" if title else f"{path} {place}"


def kind_text(item: Item, words: Words) -> str:
    """What the figures of a table are, or what a file is."""
    if item.table is None:
        is_text = any(one.code == "few_in_text" for one in item.findings)
        return words.say(N_("text with figures") if is_text else N_("file without tables"))
    found = item.table.table
    if found.form in _FORMS:
        return words.say(_FORMS[found.form])
    kinds = dict.fromkeys(kind for kind in found.kinds if kind in KINDS)
    return listed([words.say(KINDS[kind].label) for kind in kinds], words)


def item_name(item: Item, submission: Submission, words: Words) -> str:
    """What an item is called below its file."""
    if item.table is None:
        rest = submission.files[item.file].tables
        return words.say(N_("other content")) if rest else kind_text(item, words)
    found = item.table.table
    return " ".join(found.title.split()) or f"{found.address} {kind_text(item, words)}"


def proposal_text(item: Item, verdict: str, words: Words) -> str:
    """The proposal on an item, or the decision with a tick before it."""
    if verdict:
        return f"\u2713 {verdict_name(verdict, words)}"
    return severity_name(item.severity.value, words)


_PROPOSALS: Mapping[str, str] = {
    "release": N_("Proposal: release"),
    "look": N_("Proposal: examine, then decide"),
    "change": N_("Proposal: ask for a change"),
    "refuse": N_("Proposal: refuse"),
}
_DECIDED: Mapping[str, str] = {
    "": N_("Not decided yet."),
    "release": N_("Decided: release."),
    "change": N_("Decided: ask for a change."),
    "refuse": N_("Decided: refuse."),
}


def proposal_line(item: Item, words: Words) -> str:
    """The proposal on an item, whole."""
    return words.say(_PROPOSALS[item.severity.value])


def decided_line(verdict: str, by: str, words: Words) -> str:
    """The decision on an item, and who made it."""
    text = words.say(_DECIDED[verdict])
    return f"{text} {words.say(N_('Checker'))}: {by}" if verdict and by else text


def ledger_text(result: OutputCheckResult, name: str, words: Words) -> str:
    """The end of the ledger, or that there is none."""
    end = result.ledger
    if end.state == "none":
        return words.say(N_("No ledger: earlier releases are not compared, and no package can be written."))
    if end.state == "new":
        return words.say(N_("Ledger {name}: new."), name=name)
    return words.say(
        N_("Ledger {name}: {number} {number:entry|entries}, checksum {hash}."),
        name=name,
        number=whole(end.n),
        hash=end.hash,
    )


def awaited_text(result: OutputCheckResult, words: Words) -> str:
    """Whose approval decisions wait for, and what to do for it."""
    return " ".join(spoken(note, words) for note in result.notes if note.code in AWAITED)


def approval_barred(result: OutputCheckResult | None, account: str, words: Words) -> str:
    """Why this account cannot approve now; empty where it can."""
    if result is not None and result.signed.approved_by:
        return words.say(N_("The decisions are approved."))
    if result is not None and result.signed.decided_by not in ("", account):
        return ""
    awaited = "" if result is None else awaited_text(result, words)
    if awaited:
        return awaited
    changed = [] if result is None else [one for one in result.notes if one.code.startswith(LAPSES)]
    if changed:
        return " ".join(spoken(one, words) for one in changed)
    return words.say(N_("Choose Write package first: it enters the decisions for approval."))


def signature_lines(result: OutputCheckResult, why: Sequence[Problem], account: str, words: Words) -> str:
    """What lapsed and why, and whose approval is missing, one per line; empty where nothing is."""
    changed = (*why, *(one for one in result.notes if one.code.startswith(LAPSES)))
    lines = [sentence(one, words).message for one in changed]
    awaited = [one for one in result.notes if one.code in AWAITED]
    signed = result.signed
    if awaited and signed.decided_by != account:
        yours = N_(
            "Decided by {name} (account {by}). Check the decisions, then choose Approve under Package."
        )
        lines.append(words.say(yours, name=signed.decided_name or signed.decided_by, by=signed.decided_by))
    else:
        lines += [spoken(one, words) for one in awaited]
    return "\n".join(line[:1].upper() + line[1:] for line in lines)


# rows of the evidence --------------------------------------------------------------------------------------


def finding_rows(item: Item, words: Words) -> Iterator[tuple[Row, tuple[int, int] | str | None]]:
    """Findings on an item: severity, name, cell, what it says; and the place in the table, or the address of
    what is outside of tables.
    """
    for one in item.findings:
        yield _file_row(one, words), one.where or None
    if item.table is None:
        return
    order = {"refuse": 0, "change": 1, "look": 2}
    spots = sorted(item.table.judged.spots, key=lambda s: (order.get(s.severity.value, 3), s.row, s.column))
    for spot in spots:
        place = None if spot.row < 0 else (spot.row, spot.column)
        yield _spot_row(item.table, spot, words), place


def _spot_row(table: CheckedTable, spot: Spot, words: Words) -> Row:
    where = "" if spot.row < 0 else table.table.cell(spot.row, spot.column)
    text = finding_why(spot.code, spot.figures, words)
    if spot.code == "disclosed":
        text = "\n".join(filter(None, (text, _derived(table, spot, words))))
    return severity_name(spot.severity.value, words), finding_name(spot.code, words), where, text


def _derived(table: CheckedTable, spot: Spot, words: Words) -> str:
    """How a suppressed figure follows, where that is known."""
    at = spot.row, spot.column
    one = next((one for one in table.judged.intervals if (one.row, one.column) == at), None)
    return "" if one is None else derivation(table, one, words)


def _file_row(one: FileFinding, words: Words) -> Row:
    text = finding_why(one.code, one.figures, words)
    return severity_name(one.severity.value, words), finding_name(one.code, words), one.where, text


def carried_rows(file: CheckedFile, words: Words) -> list[Row]:
    """What a file carries unseen: severity, name, place, what goes with it."""
    return [
        (
            severity_name(one.severity.value, words),
            finding_name(one.code, words),
            one.where,
            finding_remedy(one.code, words),
        )
        for one in file.carried
    ]


def count_rows(judged: Judged, words: Words) -> list[Row]:
    """The counts behind the figures of a table: cell, label, number, where it is from."""
    table = judged.table
    return [
        (table.cell(row, column), table.label(row, column), _number(count), source_text(count, words))
        for (row, column), count in sorted(judged.counts.items())
    ]


def _number(count: Count) -> str:
    return (
        whole(count.low)
        if count.low == count.high
        else f"{whole(count.low)}\u202f\u2013\u202f{whole(count.high)}"
    )


def source_text(count: Count, words: Words) -> str:
    """Where a count is from."""
    name = words.say(_SOURCES.get(count.source, N_("in the table itself")))
    return f"{name}: {count.where}" if count.where else name


def difference_rows(submission: Submission, table: str, words: Words) -> list[Row]:
    """What follows from a table and others: rule, other table, when, cells."""
    rows: list[Row] = []
    for one in submission.differences:
        if table not in (one.here, one.there):
            continue
        when = N_("released earlier") if one.earlier else N_("same submission")
        other = one.there_name if one.here == table else _name_of(submission, one.here)
        rows.append((finding_name(one.code, words), other, words.say(when), ", ".join(one.cells)))
    return rows


def _name_of(submission: Submission, id: str) -> str:
    for file in submission.files:
        for table in file.tables:
            if table.id == id:
                sheet = table.table.sheet.name
                return f"{file.path} {sheet + '!' if sheet else ''}{table.table.address}"
    return id


def entry_name(entry: Mapping[str, object], words: Words) -> str:
    """What an entry of the ledger records."""
    return words.say(_ENTRIES[str(entry["what"])])


def entry_time(entry: Mapping[str, object]) -> str:
    """When an entry was made."""
    return _when(str(entry.get("at", "")))


def log_rows(entries: Sequence[Mapping[str, object]], words: Words) -> list[Row]:
    """The entries of the ledger, newest first: when, what, account, name or reason."""
    rows: list[Row] = []
    for entry in reversed(entries):
        what = str(entry.get("what", ""))
        if what not in _ENTRIES:
            continue
        text = entry.get("reason") or entry.get("name") or entry.get("researcher") or ""
        rows.append(
            (_when(str(entry.get("at", ""))), words.say(_ENTRIES[what]), str(entry.get("by", "")), str(text))
        )
    return rows


def _when(text: str) -> str:
    try:
        return datetime.fromisoformat(text).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return text


def finding_line(row: Row) -> str:
    """A finding as one text: its cell or place, its name, and why."""
    _, name, where, why = row
    return f"{where}  {name}\n{why}" if where else f"{name}\n{why}"


def about_rows(item: Item, submission: Submission, words: Words) -> list[tuple[str, str] | str]:
    """How an item is classified: file, kinds, population, totals, rounding; what a peer's session reports."""
    say = words.say
    file = submission.files[item.file]
    rows: list[tuple[str, str] | str] = [(say(N_("File")), file.path)]
    if item.table is not None:
        table, found = item.table, item.table.table
        rows.append((say(N_("Figures")), found.address))
        if len(set(found.kinds)) == 1:
            rows.append((say(N_("Kind")), kind_text(item, words)))
        else:
            named = zip(found.columns, found.kinds, strict=True)
            rows += [
                (name or say(N_("Column")), say(KINDS[kind].label)) for name, kind in named if kind in KINDS
            ]
        totals = [found.row_name(one.line) for one in found.row_totals]
        totals += [found.column_name(one.line) for one in found.column_totals]
        rows.append((say(N_("Totals")), ", ".join(totals) or say(N_("none"))))
        if table.population.strip("| "):
            rows.append((say(N_("Population")), table.population.replace("|", " ").strip()))
        if found.rounded:
            rows.append((say(N_("Rounded to")), whole(found.rounded)))
        if table.corrected:
            rows.append(say(N_("Corrected by the checker.")))
    if file.peer is not None:
        rows.append((say(N_("Status in the session")), file.peer.status))
        if file.peer.exception:
            rows.append(say(N_("Request of the researcher: {text}"), text=file.peer.exception))
        for check, cells in file.peer.flagged.items():
            if cells:
                rows.append((check, whole(len(cells))))
        rows.append(say(N_("The session states this itself. Shown for comparison, not used.")))
    return rows


# explanations ----------------------------------------------------------------------------------------------


def explained(
    table: CheckedTable, row: int, column: int, words: Words
) -> tuple[str, list[tuple[str, str] | str]]:
    """Title and rows of the explanation of a cell: its figure, what is behind it, every finding."""
    found = table.table
    figure = found.figure(row, column)
    rows: list[tuple[str, str] | str] = [(words.say(N_("Cell")), found.cell(row, column))]
    if figure is not None:
        rows.append((words.say(N_("As submitted")), figure.shown))
    kinds = [words.say(KINDS[kind].label) for kind in found.kinds_at(row, column) if kind in KINDS]
    if kinds:
        rows.append((words.say(N_("Kind")), listed(kinds, words)))
    rows += _counts_shown(found, column, words)
    count = table.judged.counts.get((row, column))
    if count is not None:
        rows.append((words.say(N_("Contributors")), f"{_number(count)} ({source_text(count, words)})"))
    for one in table.judged.intervals:
        if (one.row, one.column) == (row, column):
            rows += _interval_rows(table, one, words)
    for spot in table.judged.spots:
        if (spot.row, spot.column) == (row, column):
            rows.append((finding_name(spot.code, words), severity_name(spot.severity.value, words)))
            rows.append(finding_why(spot.code, spot.figures, words))
            rows.append(words.say(N_("Remedy: {text}"), text=finding_remedy(spot.code, words)))
    return found.label(row, column) or found.cell(row, column), rows


def _counts_shown(table: FoundTable, column: int, words: Words) -> Iterator[str]:
    """What showed that whole figures without a word for counts are counts."""
    code, place = table.counts_shown
    if code and table.kinds[column] == "count":
        yield words.say(_COUNTS_SHOWN[code], place=place)


def _interval_rows(table: CheckedTable, one: CellInterval, words: Words) -> Iterator[tuple[str, str] | str]:
    yield words.say(N_("Possible values")), interval_text(one, words)
    derived = derivation(table, one, words)
    if derived:
        yield words.say(N_("Derivation")), derived
    else:
        yield from sums_with(table, (one.row, one.column), words)


def interval_text(one: CellInterval, words: Words) -> str:
    """The interval of a suppressed cell; one value where it follows."""
    low = "\u2212\u221e" if one.lower is None else words.short(one.lower)
    high = "\u221e" if one.upper is None else words.short(one.upper)
    return low if low == high else f"{low}\u202f\u2013\u202f{high}"


def usual_reason(item: Item, words: Words) -> str:
    """The reason of a change or refusal that its findings give; empty where there is none."""
    codes = [] if item.table is None else [spot.code for spot in item.table.judged.spots]
    codes += [one.code for one in item.findings]
    names = dict.fromkeys(words.say(FINDINGS[code].name) for code in codes if code in FINDINGS)
    text = listed(list(names), words)
    return text[:400]
