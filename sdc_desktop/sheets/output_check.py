"""What an ``output_check`` job found: files and tables with findings and decisions, ledger and package."""

from collections import Counter
from collections.abc import Iterator

from sdc_desktop.engine.methods.outputs.output_check.result import (
    FindingResult,
    OutputCheckResult,
    TableResult,
    severities,
)
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.output_decisions import MOST_ROWS, NOTHING
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, INTERNAL, PAPER, WINDOW, About, For
from sdc_desktop.words.outputs.decided import decided_text
from sdc_desktop.words.outputs.findings import finding_name
from sdc_desktop.words.outputs.outputs import severity_name
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import N_, Words, whole

_NAMING = frozenset({"account", "by", "file", "owner", "table"})  # figures that are for inside
_GRAVE = ("change", "refuse")


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding and numbers of findings for all; names, places and values for the internal edition."""
    result: OutputCheckResult = about.result
    yield For(Finding(decided_text(result, words)), EVERYONE)
    yield For(Finding(_outcome(result, words)), WINDOW)
    for text in _to_do(result, words):
        yield For(Finding(text), WINDOW)
    yield For(_key_figures(result, words), PAPER)
    yield For(_numbers(result, words), PAPER)
    yield For(Paragraph(_read(result, words)), PAPER)
    inside = (
        *_coverage(result, words),
        *_assumptions(result, words),
        *_differences(result, words),
        *_peers(result, words),
    )
    for block in inside:
        yield For(block, INTERNAL)
    yield from _signatures(result, words)
    for note in result.notes:
        readers = INTERNAL if _NAMING & set(note.params) else PAPER
        yield For(Paragraph(sentence(note, words).message, words.say(N_("Note."))), readers)


def _outcome(result: OutputCheckResult, words: Words) -> str:
    """What the check proposes, in one sentence, whatever was decided since."""
    numbers = severities(result)
    return words.say(
        N_(
            "Tables and files: {number}. Proposed by the check: {change} to be changed, {refuse} to be "
            "refused, {look} to be examined."
        ),
        number=whole(sum(numbers.values())),
        change=whole(numbers["change"]),
        refuse=whole(numbers["refuse"]),
        look=whole(numbers["look"]),
    )


def _to_do(result: OutputCheckResult, words: Words) -> Iterator[str]:
    """What the checker has to see before the decisions."""
    submitted = (file for file in result.files if not file.evidence)
    carrying = [file for file in submitted if any(one.severity in _GRAVE for one in file.carried)]
    if carrying:
        message = N_(
            "Files that carry unseen content: {number}. Only their tables can be released, in new files."
        )
        yield words.say(message, number=whole(len(carrying)))


def _key_figures(result: OutputCheckResult, words: Words) -> KeyFigures:
    numbers, say = severities(result), words.say
    files = sum(not file.evidence for file in result.files)
    return KeyFigures(
        (
            KeyFigure(say(N_("Files")), whole(files), say(N_("submitted"))),
            KeyFigure(say(N_("Tables")), whole(sum(1 for _ in result.tables())), say(N_("found and judged"))),
            KeyFigure(say(N_("Change")), whole(numbers["change"] + numbers["refuse"]), say(N_("or refused"))),
            KeyFigure(say(N_("Look")), whole(numbers["look"]), say(N_("by the checker"))),
        )
    )


def _numbers(result: OutputCheckResult, words: Words) -> Table:
    """How often each finding was made."""
    numbers: Counter[tuple[str, str]] = Counter()
    for one in _all_findings(result):
        numbers[one.code, one.severity] += len(one.cells)
    rows = sorted(
        (finding_name(code, words), severity_name(severity, words), whole(number))
        for (code, severity), number in numbers.items()
    )
    columns = (
        Column(words.say(N_("Finding")), share=3),
        Column(words.say(N_("Severity")), share=2),
        Column(words.say(N_("Times")), "right"),
    )
    none = (words.say(N_("No findings")), NOTHING, "0")
    return Table(words.say(N_("Findings")), columns, tuple(rows) or (none,))


def _all_findings(result: OutputCheckResult) -> Iterator[FindingResult]:
    for file in result.files:
        if not file.evidence:
            yield from (*file.findings, *file.carried)
            yield from (one for table in file.tables if not table.not_table for one in table.findings)
    yield from result.findings


def _read(result: OutputCheckResult, words: Words) -> str:
    """How many figures of the submission were read, and how many not with certainty."""
    totals: Counter[str] = Counter()
    for file in result.files:
        if not file.evidence:
            totals.update(file.coverage)
    return words.say(
        N_("Figures in the files: {figures}, of these examined: {examined}, not read: {not_read}."),
        figures=whole(totals["figures"]),
        examined=whole(totals["figures"] - totals["not_read"]),
        not_read=whole(totals["not_read"]),
    )


def _coverage(result: OutputCheckResult, words: Words) -> Iterator[Block | Heading]:
    """For each file its figures, those examined, and those not read."""
    files = [file for file in result.files if not file.evidence and file.coverage["figures"]]
    if not files:
        return
    columns = (
        Column(words.say(N_("File")), share=3),
        Column(words.say(N_("Figures")), "right"),
        Column(words.say(N_("Of these examined")), "right"),
        Column(words.say(N_("Not read")), "right"),
    )
    files.sort(key=lambda file: -file.coverage["not_read"])  # those that a person examines come first
    rows = tuple(
        (
            file.path,
            whole(file.coverage["figures"]),
            whole(file.coverage["figures"] - file.coverage["not_read"]),
            whole(file.coverage["not_read"]),
        )
        for file in files[:MOST_ROWS]
    )
    yield Heading(words.say(N_("Figures read")))
    yield Table(words.say(N_("Figures of each file")), columns, rows)


def _assumptions(result: OutputCheckResult, words: Words) -> Iterator[Block | Heading]:
    """Numbers that only an assumption makes the total of a table."""
    found = dict.fromkeys(
        (f"{file.path} {table.sheet} {table.body}".replace("  ", " "), whole(int(number)), place)
        for file in result.files
        if not file.evidence
        for table in file.tables
        for number, place in _assumed(table)
    )
    if not found:
        return
    columns = (
        Column(words.say(N_("Table")), share=2),
        Column(words.say(N_("Number")), "right"),
        Column(words.say(N_("Place")), share=2),
    )
    yield Heading(words.say(N_("Assumptions made")))
    rows = tuple(found)[:MOST_ROWS]
    yield Table(words.say(N_("Numbers taken for totals without certainty")), columns, rows)


def _assumed(table: TableResult) -> Iterator[tuple[float, str]]:
    """The assumed totals of a table, each with its place."""
    yield from ((one.n, one.place) for one in table.statements if one.used and not one.certain)
    yield from (
        (one.number, one.total) for one in table.relations if one.number is not None and not one.certain
    )


def _differences(result: OutputCheckResult, words: Words) -> Iterator[Block | Heading]:
    if not result.differences:
        return
    columns = (
        Column(words.say(N_("Table")), share=2),
        Column(words.say(N_("Compared with")), share=2),
        Column(words.say(N_("Cells"))),
        Column(words.say(N_("Finding")), share=1.5),
    )
    rows = tuple(
        (one.here, one.there, ", ".join(one.cells) or NOTHING, finding_name(one.code, words))
        for one in result.differences[:MOST_ROWS]
    )
    yield Heading(words.say(N_("Comparison of tables")))
    yield Table(words.say(N_("Tables that reveal more together")), columns, rows)


def _peers(result: OutputCheckResult, words: Words) -> Iterator[Block | Heading]:
    rows = tuple(
        (file.path, str(file.peer["status"]), severity_name(file.verdict, words))
        for file in result.files
        if file.peer is not None
    )
    if rows:
        columns = (
            Column(words.say(N_("File")), share=3),
            Column(words.say(N_("Status in the session"))),
            Column(words.say(N_("Proposal"))),
        )
        yield Table(words.say(N_("Sessions of another tool")), columns, rows[:MOST_ROWS])


def _signatures(result: OutputCheckResult, words: Words) -> Iterator[For]:
    """Who decided and approved, by name inside; the ledger and the package."""
    say, signed = words.say, result.signed
    if signed.sent_back:
        yield For(Paragraph(say(N_("Sent back: {reason}"), reason=signed.sent_back)), WINDOW)
    elif signed.decided_by and not (signed.approved_by and result.four_eyes):
        text = N_("Decided by {name} (account {account}).")
        if result.four_eyes:
            text = N_("Decided by {name} (account {account}). Approval by a second person is required.")
        name = signed.decided_name or signed.decided_by
        yield For(Paragraph(say(text, name=name, account=signed.decided_by)), WINDOW)
    if not result.four_eyes:
        text = say(N_("One person decides, without an approval by a second one."))
        yield For(Paragraph(text), PAPER)
    elif signed.approved_by:
        names = say(
            N_("Decided by {decided} (account {first}), approved by {approved} (account {second})."),
            decided=signed.decided_name or NOTHING,
            first=signed.decided_by,
            approved=signed.approved_name,
            second=signed.approved_by,
        )
        yield For(Paragraph(names), INSIDE)
        yield For(Paragraph(say(N_("Decided by one person and approved by another one."))), EXTERNAL)
    else:
        yield For(Paragraph(say(N_("The decisions have no approval by a second person."))), PAPER)
    if result.ledger.n:
        line = say(N_("Line {n}, hash {hash}."), n=whole(result.ledger.n), hash=result.ledger.hash)
        yield For(Paragraph(line, say(N_("End of the ledger."))), INTERNAL)
    for one in result.packages:
        sealed = N_("sealed") if one.sealed else N_("not sealed")
        package = say(
            N_("{name}, SHA-256 {hash}, {sealed}."), name=one.path, hash=one.sha256, sealed=say(sealed)
        )
        yield For(Paragraph(package, say(N_("Package."))), INTERNAL)
