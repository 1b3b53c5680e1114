"""What is decided on, and whether decisions hold: items, exceptions with their exact cells, four eyes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sdc_desktop.engine.problems import Problem, error
from sdc_desktop.engine.submission.judging.rules import NOT_READ, Severity, Spot, worst
from sdc_desktop.engine.submission.submission import (
    CheckedFile,
    CheckedTable,
    FileFinding,
    Submission,
    item_id,
    table_id,
)

Verdict = Literal["release", "change", "refuse"]


@dataclass(frozen=True)
class Item:
    """Something that is decided on: a table, or what else a file holds (a picture, a text, a model)."""

    id: str
    file: int
    table: CheckedTable | None
    findings: tuple[FileFinding, ...] = ()  # of the rest of a file

    @property
    def severity(self) -> Severity:
        """The gravest finding that a decision on it answers. What a file carries is answered by writing it
        again, never by a decision.
        """
        if self.table is not None:
            return self.table.severity
        return worst(one.severity for one in self.findings)

    @property
    def was_read(self) -> bool:
        """Whether all of it was read with certainty."""
        spots = () if self.table is None else self.table.judged.spots
        codes = {*(one.code for one in spots), *(one.code for one in self.findings)}
        return not codes & NOT_READ

    @property
    def place(self) -> str:
        """Where in its file: sheet and body of a table."""
        return "" if self.table is None else place_of(self.table)


def place_of(table: CheckedTable) -> str:
    """Sheet and body of a table."""
    found = table.table
    return f"{found.sheet.name}!{found.address}" if found.sheet.name else found.address


def items_of(submission: Submission) -> tuple[Item, ...]:
    """All items of a submission, in the order of its files."""
    return tuple(item for number, file in enumerate(submission.files) for item in _items(number, file))


def _items(number: int, file: CheckedFile) -> Iterator[Item]:
    if file.evidence:
        return
    for table in file.tables:
        if not table.not_table:
            yield Item(table.id, number, table)
    rest = rest_of(file)
    if rest or file.refused or not any(not table.not_table for table in file.tables):
        yield Item(file.id, number, None, rest)


def rest_of(file: CheckedFile) -> tuple[FileFinding, ...]:
    """Findings on what a file holds beside its tables, and does not carry unseen."""
    return tuple(one for one in file.findings if not one.carried)


@dataclass(frozen=True)
class Exempt:
    """A release against findings: the stated reason, and each rule with its exact cells."""

    reason: str
    findings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """What a checker decided on one item. ``by`` is a name; accounts are known by the ledger alone. ``file``
    and ``place`` are where the item was when it was decided on.
    """

    item: str
    verdict: Verdict
    reason: str = ""
    exception: Exempt | None = None
    by: str = ""
    file: str = ""
    place: str = ""


def against(item: Item) -> dict[str, tuple[str, ...]]:
    """The findings that a release of an item would be an exception to: cells by code."""
    found: dict[str, list[tuple[tuple[int, int], str]]] = {}
    for spot in () if item.table is None else item.table.judged.spots:
        if spot.severity in (Severity.CHANGE, Severity.REFUSE):
            assert item.table is not None
            found.setdefault(spot.code, []).append(((spot.row, spot.column), _address(item.table, spot)))
    for number, one in enumerate(item.findings):
        if one.severity in (Severity.CHANGE, Severity.REFUSE):
            found.setdefault(one.code, []).append(((number, 0), one.where))
    return {code: tuple(address for _, address in sorted(cells)) for code, cells in sorted(found.items())}


def _address(table: CheckedTable, spot: Spot) -> str:
    return table.table.cell(spot.row, spot.column) if spot.row >= 0 else ""


def decision_problems(submission: Submission, decisions: Sequence[Decision]) -> Iterator[Problem]:
    """What is wrong with decisions: unknown items, two on one, no reason, exceptions that do not hold."""
    items = {item.id: item for item in items_of(submission)}
    seen: set[str] = set()
    for one in decisions:
        if one.item in seen:
            yield error("output_check.decided_twice", table=one.item)
        seen.add(one.item)
        item = items.get(one.item)
        if item is None:
            yield _gone(submission, one)
            continue
        name = name_of(submission, item)
        if one.verdict != "release":
            if not one.reason.strip():
                yield error("output_check.no_reason", table=name)
            continue
        wanted = against(item)
        if wanted and one.exception is None:
            yield error("output_check.no_exception", table=name, codes=tuple(wanted))
        elif wanted and one.exception is not None:
            given = {code: tuple(cells) for code, cells in one.exception.findings.items()}
            if not one.exception.reason.strip():
                yield error("output_check.no_reason", table=name)
            elif given != wanted:
                other = (code for code in {**wanted, **given} if wanted.get(code) != given.get(code))
                yield error("output_check.exception_differs", table=name, codes=tuple(other))


def with_known_ids(submission: Submission, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions with the ids that items have: those of files without bytes were once made of paths."""
    ids = {item_id(file.path): file.id for file in submission.submitted if not file.sha256}
    return tuple(replace(one, item=ids.get(one.item, one.item)) for one in decisions)


def _gone(submission: Submission, decision: Decision) -> Problem:
    """Why the item of a decision is gone, where the decision says which file it was in."""
    table = f"{decision.file} {decision.place}".strip()
    if not table:
        return error("output_check.unknown_table", table=decision.item)
    file = next((one for one in submission.submitted if one.name == decision.file), None)
    if file is None:
        return error("output_check.file_gone", table=table, file=decision.file)
    sheet, _, body = decision.place.rpartition("!")
    if table_id(file.sha256, sheet, body) == decision.item:
        return error("output_check.read_otherwise", table=table, file=decision.file)
    return error("output_check.file_changed", table=table, file=decision.file)


def undecided(submission: Submission, decisions: Sequence[Decision]) -> tuple[Item, ...]:
    """The items without a decision."""
    decided = {one.item for one in decisions}
    return tuple(item for item in items_of(submission) if item.id not in decided)


def name_of(submission: Submission, item: Item) -> str:
    """File, sheet and body of an item."""
    return f"{submission.files[item.file].path} {item.place}".strip()


@dataclass(frozen=True)
class Signed:
    """What the ledger says of the signatures on the current decisions: accounts are those of the system."""

    decided_by: str = ""
    decided_name: str = ""
    approved_by: str = ""
    approved_name: str = ""
    sent_back: str = ""  # the reason with which they were sent back


def signatures(entries: Sequence[Mapping[str, object]], decisions: Collection[str]) -> Signed:
    """Who decided and approved the decisions of any of these digests, by the entries of a ledger. A later
    decision or a sending back lapses an approval.
    """
    found = Signed()
    for entry in entries:
        what = entry.get("what")
        same = entry.get("decisions") in decisions
        by, name = str(entry.get("by", "")), str(entry.get("name", ""))
        if what == "decided":
            found = Signed(by, name) if same else Signed()
        elif what == "approved" and same and found.decided_by:
            found = Signed(found.decided_by, found.decided_name, by, name)
        elif what == "sent_back" and same and found.decided_by:
            found = Signed(found.decided_by, found.decided_name, sent_back=str(entry.get("reason", "")))
    return found


def approval_problems(signed: Signed, account: str, name: str) -> Iterator[Problem]:
    """Why this account and name cannot approve: they must be other ones than those that decided."""
    if not signed.decided_by:
        yield error("output_check.not_submitted")
    if signed.decided_by == account:
        yield error("output_check.same_account", account=account)
    if " ".join(signed.decided_name.casefold().split()) == " ".join(name.casefold().split()):
        yield error("output_check.same_name", name=name)
    if not name.strip():
        yield error("output_check.no_name")
