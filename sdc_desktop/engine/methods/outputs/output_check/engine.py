"""The stages of an output check: read, judge, and, where a plan says so, enter and package.

Rules: Brandt et al. 2010, Griffiths et al. 2019, the clearance rules of the Australian bureau. Suppressed
cells: the exact engine of tables (`tables/attack`).
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.outputs.output_check import OutputCheckParams
from sdc_desktop.engine.methods.outputs.output_check.result import (
    AWAITED,
    LedgerResult,
    OutputCheckResult,
    result_of,
    with_packages,
)
from sdc_desktop.engine.methods.outputs.output_check.rules import read_rules, rules_problem
from sdc_desktop.engine.output.files import is_for_group
from sdc_desktop.engine.output.ledger import Entry, Seen, account, head_path_in
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, note, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.submission.cases import Case, case_problems, same_file_problems
from sdc_desktop.engine.submission.check import judge_outputs
from sdc_desktop.engine.submission.comparing.compare import compared, known_table, table_name
from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.gathering import Source as FileSource
from sdc_desktop.engine.submission.gathering import gathered
from sdc_desktop.engine.submission.judging.rules import Severity
from sdc_desktop.engine.submission.received import ReadOutputs, Settings, read_outputs
from sdc_desktop.engine.submission.recount import Records
from sdc_desktop.engine.submission.releasing.case_results import items_of_case
from sdc_desktop.engine.submission.releasing.decisions import (
    Decision,
    Exempt,
    Signed,
    approval_problems,
    decision_problems,
    items_of,
    signatures,
    undecided,
    with_known_ids,
)
from sdc_desktop.engine.submission.releasing.digests import digests, items_entered
from sdc_desktop.engine.submission.releasing.lapses import LAPSES, lapses
from sdc_desktop.engine.submission.releasing.packaging import Wanted, planned, read_key, write_packages
from sdc_desktop.engine.submission.releasing.project_ledger import (
    ProjectLedger,
    open_project_ledger,
    released_tables,
    table_entry,
)
from sdc_desktop.engine.submission.releasing.trail import trail
from sdc_desktop.engine.submission.submission import Submission
from sdc_desktop.engine.verdict import Limits, Reason, failed, reserved, unjudged

_KEPT = ("change", "refuse")  # decisions by which something is not released
_MEANINGS: Mapping[str, Any] = {"hidden": "suppressed", "zero": "zero", "none": "none"}


@dataclass(frozen=True)
class Received:
    """What was read: the outputs, open microdata, the entries of the ledger, and where files are."""

    outputs: ReadOutputs
    records: Records | None
    entries: tuple[Mapping[str, Any], ...]
    released: tuple[KnownTable, ...]
    ledger: LedgerResult
    base: Path
    notes: tuple[Problem, ...] = ()


def check(params: OutputCheckParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before anything is read."""
    problems: list[Problem] = []
    try:
        submitted = [one.path for one in gathered(params.outputs, source.base)]
        gathered(params.evidence, source.base, evidence=True)
        problems += case_problems(params.by_researcher(), submitted) if params.cases else ()
    except Refused as refusal:
        problems += refusal.problems
    problems += _published_problems(params, source.base)
    if params.package is not None:
        target = source.base / params.package.path
        where = Place(key="params.package.path", file=params.package.path)
        if target.suffix.lower() != ".zip":
            problems.append(error("output_check.not_zip", where))
        else:
            places = (case.named(target) for case in params.by_researcher())
            problems += (
                error("file.exists", Place(key="params.package.path", file=place.name))
                for place in places
                if place.exists()
            )
        if params.ledger is None:
            problems.append(error("output_check.package_without_ledger", Place(key="params.ledger")))
    return tuple(problems)


def _published_problems(params: OutputCheckParams, base: Path) -> tuple[Problem, ...]:
    if params.published is None:
        return ()
    try:
        found, _ = read_rules(base / params.published, params.published)
    except Refused as refusal:
        return refusal.problems
    return rules_problem(params.rules, found, params.published)


def settings_of(params: OutputCheckParams, records: Records | None) -> Settings:
    """What a check is made by, as the engine takes it."""
    return Settings(
        params.rules.rules(),
        None if params.decimal == "auto" else params.decimal,
        _MEANINGS[params.empty],
        {mark: _MEANINGS[meaning] for mark, meaning in params.marks.items()},
        {
            " ".join(key.casefold().split()): " ".join(one.casefold().split())
            for key, one in params.synonyms.items()
        },
        params.population,
        params.tables,
        records,
        params.whole_numbers,
    )


def decisions_of(params: OutputCheckParams) -> tuple[Decision, ...]:
    """The decisions of a plan; accounts that it names are not used."""
    return tuple(
        Decision(
            one.table,
            one.verdict,
            one.reason,
            None if one.exception is None else Exempt(one.exception.reason, dict(one.exception.findings)),
            one.by,
            one.file,
            one.place,
        )
        for one in params.decisions
    )


# stages ---------------------------------------------------------------------------------------------------


def counts(params: OutputCheckParams, source: Source, context: JobContext) -> Received:
    """Read all files, and the ledger. Raises :class:`Refused`, Cancelled."""
    return received(params, source, context)


def received(
    params: OutputCheckParams, source: Source, context: JobContext, known: Received | None = None
) -> Received:
    """Read all files, and the ledger; files unchanged since an earlier reading, ``known``, are reused.

    Raises :class:`Refused`, Cancelled.
    """
    entries, released, state, notes = _earlier(params, source.base, context)
    records = Records(source, settings_of(params, None).synonyms, context)
    before = None if known is None else known.outputs
    outputs = read_outputs(sources_of(params, source.base), settings_of(params, records), context, before)
    read = [(one.submitted.path, one.submitted.sha256) for one in outputs.files if not one.evidence]
    refuse_errors(tuple(same_file_problems(params.by_researcher(), read)))
    usable = records if records.is_usable else None
    return Received(outputs, usable, entries, released, state, source.base, notes)


def sources_of(params: OutputCheckParams, base: Path) -> tuple[FileSource, ...]:
    """The files of the outputs, and those that help the check. Raises :class:`Refused`."""
    return (*gathered(params.outputs, base), *gathered(params.evidence, base, evidence=True))


def _earlier(
    params: OutputCheckParams, base: Path, context: JobContext
) -> tuple[tuple[Entry, ...], tuple[KnownTable, ...], LedgerResult, tuple[Problem, ...]]:
    """Entries, released tables and end of the project's ledger, and notes on it; nothing without one."""
    if params.ledger is None:
        return (), (), LedgerResult("none", 0, ""), ()
    with ledger_of(params, base, context) as ledger:
        head = ledger.head
        state = LedgerResult("new", 0, "") if head is None else LedgerResult("verified", head.n, head.hash)
        return ledger.own_entries, released_tables(ledger.entries, ledger.path), state, ledger.notes


def ledger_of(
    params: OutputCheckParams, base: Path, context: JobContext, seen: Seen | None = None
) -> ProjectLedger:
    """The project's ledger, to be closed after use. ``seen``: its end as an earlier report printed it, where
    its head is gone. Raises :class:`Refused`.
    """
    if params.ledger is None:
        raise Refused(error("output_check.package_without_ledger", Place(key="params.ledger")))
    path = base / params.ledger
    if params.head is not None:
        head = base / params.head
    elif context.heads is not None:
        head = head_path_in(context.heads, path)
    else:
        raise Refused(error("output_check.no_head", Place(key="params.head")))
    if head.resolve().parent == path.resolve().parent:
        raise Refused(error("output_check.head_beside", Place(key="params.head", file=head.name)))
    return open_project_ledger(path, head, params.project, seen, shared=params.shared)


def decide(params: OutputCheckParams, counted: Received, context: JobContext) -> OutputCheckResult:
    """Judge everything, and hold the decisions of the plan against it. Raises :class:`Refused`, Cancelled."""
    submission, decisions = judged(params, counted, context)
    refuse_errors(tuple(decision_problems(submission, decisions)))
    return found_of(params, counted, submission, decisions)


def found_of(
    params: OutputCheckParams, counted: Received, submission: Submission, decisions: Sequence[Decision]
) -> OutputCheckResult:
    """The result of decisions that hold: who signed them by the ledger, and what made those entered lapse."""
    accepted = digests(submission, decisions, counted.entries)
    signed = signatures(counted.entries, accepted)
    changed = lapses(submission, decisions, counted.entries)
    return result_of(
        submission,
        decisions,
        counted.ledger,
        signed,
        accepted,
        four_eyes=params.four_eyes,
        notes=(*counted.notes, *changed, *_awaited(params, signed, accepted[0], counted.base)),
        cases=params.by_researcher(),
        entries=counted.entries,
    )


def _awaited(params: OutputCheckParams, signed: Signed, made: str, base: Path) -> Iterator[Problem]:
    """Whose approval decisions wait for, and whether another account can give it."""
    if params.ledger is None or not params.four_eyes or not signed.decided_by:
        return
    if signed.approved_by or signed.sent_back:
        return
    name = signed.decided_name or signed.decided_by
    if os.name != "nt" and not is_for_group(base / params.ledger):
        yield note("output_check.not_shared", by=signed.decided_by)  # before what it bars
    yield note("output_check.waiting", by=signed.decided_by, name=name, decisions=made)


def _signed_result(
    params: OutputCheckParams, result: OutputCheckResult, signed: Signed, base: Path
) -> OutputCheckResult:
    """The result once the decisions are entered: what made earlier ones lapse is past."""
    notes = (one for one in result.notes if not one.code.startswith((LAPSES, *AWAITED)))
    awaited = _awaited(params, signed, result.digest, base)
    return replace(result, signed=signed, notes=(*notes, *awaited))


def judged(
    params: OutputCheckParams, counted: Received, context: JobContext
) -> tuple[Submission, tuple[Decision, ...]]:
    """The judged submission and the decisions of the plan. Raises Cancelled."""
    settings = settings_of(params, counted.records)
    submission, judging = judge_outputs(counted.outputs, settings, context.within(0.0, 0.8), counted.released)
    with_ledger = params.ledger is not None
    submission = compared(
        submission, judging, settings.rules, context.within(0.8, 1.0), with_ledger=with_ledger
    )
    return submission, with_known_ids(submission, decisions_of(params))


def apply(result: OutputCheckResult, counted: Received, source: Source, context: JobContext) -> Microdata:
    """A check makes no records. Raises :class:`Refused`."""
    raise Refused(no_records())


# entering and packaging -----------------------------------------------------------------------------------


def finish(
    params: OutputCheckParams, result: OutputCheckResult, source: Source, context: JobContext
) -> OutputCheckResult:
    """Enter decisions and approval into the ledger, and write the package, where the plan has one.

    Under four eyes the first run enters the decisions with the account of the system and waits; a run from
    another account enters the approval that the plan has, and packages. Raises :class:`Refused`; then there
    is no package.
    """
    if params.package is None or result.submission is None:
        return result
    submission, decisions = result.submission, result.decisions
    open_ = undecided(submission, decisions)
    if open_:
        raise Refused(error("output_check.undecided", Place(key="params.decisions"), number=len(open_)))
    with ledger_of(params, source.base, context) as ledger:
        ledger.accept()
        signed = enter_decisions(ledger, params, result)
        if params.four_eyes and not signed.approved_by:
            if params.approval is None or signed.decided_by == account():
                waiting = _signed_result(params, result, signed, source.base)
                return _with_end(replace(waiting, waiting=True), ledger)
            signed = approve(ledger, params.approval.by, params.approval.decisions, result)
        entered = _signed_result(params, result, signed, source.base)
        return package(ledger, params, entered, source.base, context)


def signed_in(ledger: ProjectLedger, result: OutputCheckResult) -> Signed:
    """Who decided and approved these decisions, by the entries that the ledger has now."""
    return signatures(ledger.own_entries, _digests(ledger, result))


def _digests(ledger: ProjectLedger, result: OutputCheckResult) -> tuple[str, ...]:
    assert result.submission is not None
    return digests(result.submission, result.decisions, ledger.own_entries)


def enter_decisions(ledger: ProjectLedger, params: OutputCheckParams, result: OutputCheckResult) -> Signed:
    """Enter what was received, corrected and decided, unless the ledger has these decisions already."""
    assert result.submission is not None
    signed = signed_in(ledger, result)
    if signed.decided_by and not signed.sent_back:
        return signed
    files = [[file.path, file.sha256, file.bytes, file.name] for file in result.submission.submitted]
    for case in params.by_researcher():
        own = [file for file in files if case.has(str(file[0]))]
        ledger.add("received", researcher=case.researcher, files=own)
    if params.tables:
        listed = [[one.file, one.sheet, one.body, sorted(one.model_fields_set)] for one in params.tables]
        ledger.add("corrected", tables=listed)
    names = list(dict.fromkeys(one.by for one in result.decisions if one.by))
    ledger.add(
        "decided",
        decisions=result.digest,
        name=", ".join(names),
        verdicts=[[one.item, one.verdict, sorted(against_codes(one))] for one in result.decisions],
        items=items_entered(result.submission, result.decisions),
    )
    return signed_in(ledger, result)


def against_codes(decision: Decision) -> Sequence[str]:
    """The rules that a decision excepts."""
    return () if decision.exception is None else tuple(decision.exception.findings)


def approve(ledger: ProjectLedger, name: str, approved: str, result: OutputCheckResult) -> Signed:
    """Enter an approval of these decisions by the account of the system. Raises :class:`Refused`."""
    signed = signed_in(ledger, result)
    if approved not in _digests(ledger, result):
        raise Refused(error("output_check.approval_lapsed", Place(key="params.approval.decisions")))
    refuse_errors(tuple(approval_problems(signed, account(), name)))
    ledger.add("approved", decisions=result.digest, name=name)
    return signed_in(ledger, result)


def send_back(ledger: ProjectLedger, name: str, reason: str, result: OutputCheckResult) -> Signed:
    """Enter that a second person sends decisions back. Raises :class:`Refused`."""
    signed = signed_in(ledger, result)
    refuse_errors(tuple(approval_problems(signed, account(), name)))
    if not reason.strip():
        raise Refused(error("output_check.no_reason", table=""))
    ledger.add("sent_back", decisions=result.digest, name=name, reason=reason.strip())
    return signed_in(ledger, result)


def withdraw(ledger: ProjectLedger, package_hash: str, name: str, reason: str) -> None:
    """Enter that a package was withdrawn. Its tables stay known: they were released. Raises
    :class:`Refused`.
    """
    known = {entry.get("package") for entry in ledger.own_entries if entry.get("what") == "packaged"}
    gone = {entry.get("package") for entry in ledger.own_entries if entry.get("what") == "withdrawn"}
    if package_hash not in known:
        raise Refused(error("output_check.unknown_package", package=package_hash[:16]))
    if package_hash in gone:
        raise Refused(error("output_check.withdrawn_before", package=package_hash[:16]))
    if not reason.strip():
        raise Refused(error("output_check.no_reason", table=package_hash[:16]))
    ledger.add("withdrawn", package=package_hash, name=name, reason=reason.strip(), placed=True)


def package(
    ledger: ProjectLedger,
    params: OutputCheckParams,
    result: OutputCheckResult,
    base: Path,
    context: JobContext,
) -> OutputCheckResult:
    """Write the package of each researcher of a decided, and under four eyes approved, submission; all or
    none. Researchers without a released item have none. Raises :class:`Refused`.
    """
    assert params.package is not None
    packing = [_packing(case, ledger, params, result, base, context) for case in params.by_researcher()]
    wanted = [one for one in packing if one[1].plan.files] or packing[:1]
    key = None if params.package.key is None else read_key(base / params.package.key, params.package.key)
    entered: list[str] = []

    def enter(hashes: Sequence[str]) -> None:
        _refuse_unsigned(ledger, params, result)
        for (case, one), sha256 in zip(wanted, hashes, strict=True):
            tables = _released(params, result, context, {id for file in one.plan.files for id in file.items})
            of_case = {"researcher": case.researcher} if params.cases else {}
            known = [table_entry(table) for table in tables]
            ledger.add("packaged", package=sha256, name=one.target.name, tables=known, **of_case)
            entered.append(sha256)

    try:
        made = write_packages([one for _, one in wanted], key, enter, context)
    except BaseException:
        for (_, one), sha256 in zip(wanted, entered, strict=False):
            if not one.target.exists():
                ledger.add("withdrawn", package=sha256, name="", reason="not written", placed=False)
        raise
    by_case = dict(zip([case.researcher for case, _ in wanted], made, strict=True))
    return _with_end(replace(with_packages(result, by_case), waiting=False), ledger)


def _packing(
    case: Case,
    ledger: ProjectLedger,
    params: OutputCheckParams,
    result: OutputCheckResult,
    base: Path,
    context: JobContext,
) -> tuple[Case, Wanted]:
    """What the package of a researcher would be, with their own files and decisions alone."""
    assert params.package is not None
    assert result.submission is not None
    sources = {one.path: one for one in gathered(params.outputs, base)}
    plan = planned(
        result.submission,
        result.decisions,
        params.package.form,
        lambda path: sources[path].load(),
        context,
        case.has,
    )
    target = case.named(base / params.package.path)
    return case, Wanted(plan, target, _facts(case, params, result, ledger))


def _refuse_unsigned(ledger: ProjectLedger, params: OutputCheckParams, result: OutputCheckResult) -> None:
    """Raise :class:`Refused` unless the ledger itself has the signatures that a package needs."""
    signed = signed_in(ledger, result)
    if not signed.decided_by or (params.four_eyes and not signed.approved_by):
        raise Refused(error("output_check.not_approved"))


def _facts(
    case: Case, params: OutputCheckParams, result: OutputCheckResult, ledger: ProjectLedger
) -> dict[str, Any]:
    assert result.submission is not None
    head = ledger.head
    own = {item.id for item in items_of_case(case, result.submission)}
    made = [one for one in result.decisions if one.item in own]
    return {
        "project": params.project,
        **({"researcher": case.researcher} if params.cases else {}),
        "decisions": result.digest,
        "verdicts": [[one.item, one.verdict, sorted(against_codes(one))] for one in made],
        "rules": params.rules.model_dump(mode="json"),
        "four_eyes": params.four_eyes,
        "ledger": None if head is None else {"n": head.n, "hash": head.hash},
    }


def _released(
    params: OutputCheckParams, result: OutputCheckResult, context: JobContext, items: set[str]
) -> list[KnownTable]:
    """The released tables with the cells that are seen, for the ledger."""
    assert result.submission is not None
    cells = result.submission.definitions
    listed = []
    for item in items_of(result.submission):
        if item.table is None or item.id not in items:
            continue
        known = known_table(item.table, table_name(result.submission, item.table), cells[item.id])
        listed.append(known)
    return listed


def _with_end(result: OutputCheckResult, ledger: ProjectLedger) -> OutputCheckResult:
    head = ledger.head
    end = LedgerResult("new", 0, "") if head is None else LedgerResult("verified", head.n, head.hash)
    return replace(result, ledger=end, log=trail(ledger.own_entries, _digests(ledger, result)))


# verdict --------------------------------------------------------------------------------------------------


def verdict(params: OutputCheckParams, result: OutputCheckResult, limits: Limits) -> Iterable[Reason]:
    """Reasons against the release that was decided, each code once with the number of its cells."""
    yield from _of_findings(result)
    if result.undecided:
        yield unjudged("outputs_undecided", number=result.undecided)
    elif result.waiting or (params.four_eyes and result.signed.decided_by and not result.signed.approved_by):
        yield unjudged("outputs_waiting")
    if result.exceptions:
        yield reserved("outputs_exceptions", number=result.exceptions)
    if not params.four_eyes:
        yield reserved("outputs_one_person")
    if not any(not file.evidence for file in result.files):
        yield unjudged("outputs_nothing")
    elif not result.undecided and not any(one.release for one in result.by_case):
        yield unjudged("outputs_none_released")


def _of_findings(result: OutputCheckResult) -> Iterator[Reason]:
    """The findings on what is released or not decided yet. What a decision keeps back is no reason against
    the release of the rest, nor is what a file carries: a new file omits it.
    """
    numbers: dict[tuple[str, str], int] = {}
    for file in result.files:
        if file.evidence:
            continue
        tables = [table for table in file.tables if not table.not_table]
        rewritten = bool(tables) and all(table.decision for table in tables)
        own = (
            *(() if file.decision in _KEPT else file.findings),
            *(() if rewritten or (not tables and file.decision in _KEPT) else file.carried),
            *(f for table in tables if table.decision not in _KEPT for f in table.findings),
        )
        for one in own:
            key = (one.code, one.severity)
            numbers[key] = numbers.get(key, 0) + len(one.cells)
    for one in result.findings:
        numbers[one.code, one.severity] = numbers.get((one.code, one.severity), 0) + len(one.cells)
    for (code, severity), number in numbers.items():
        grade = failed if severity in (Severity.CHANGE.value, Severity.REFUSE.value) else reserved
        yield grade(f"outputs.{code}", number=number)


STAGES = Stages(check=check, counts=counts, decide=decide, apply=apply, verdict=verdict, finish=finish)
