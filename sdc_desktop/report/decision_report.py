"""The report on the decisions on a researcher's outputs: one document for each researcher.

The external edition is for the researcher: their own files, decisions and reasons, without a finding, a
figure, a name or an account. The internal edition is for the audit, and has everything.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK, OutputCheckParams
from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.releasing.case_results import CaseResult
from sdc_desktop.engine.submission.releasing.trail import is_packaged, of_researcher
from sdc_desktop.engine.verdict import Grade, reserved
from sdc_desktop.project.project import ReportFields
from sdc_desktop.project.report_fields import dated
from sdc_desktop.report.assemble import labels, report_date
from sdc_desktop.report.model import Edition, Report, Section
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.sections.checklist import checklist_block
from sdc_desktop.report.sections.output_questions import output_questions
from sdc_desktop.report.sections.policy import font_of
from sdc_desktop.report.sections.verdict import mark_of_grade
from sdc_desktop.sheets import output_decisions as tables
from sdc_desktop.sheets.blocks import Block, CoverField, Heading, KeyFigure, Paragraph, SignOff, Verdict
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.decided import decided_text
from sdc_desktop.words.verdicts.verdict import reason_text
from sdc_desktop.words.words import whole

_EDITIONS: Mapping[Edition, tuple[str, str]] = {
    "external": (
        N_("For the researcher"),
        N_("For the researcher. Without findings and their figures, apart from the reasons entered."),
    ),
    "internal": (
        N_("For the audit"),
        N_("For the audit alone. Contains unsafe and derived figures, names and accounts."),
    ),
}
_MEANING = N_(
    "Release: the table or file is in the package. Change: the request to you says what to change; submit "
    "the file again. Refuse: it is not released, for the reason given."
)
_NAMES: Mapping[Grade, str] = {
    Grade.SAFE: N_("Decided"),
    Grade.RESERVATIONS: N_("Decided with reservations"),
    Grade.OPEN: N_("Not final"),
}


def decision_reports(
    result: PlanResult, fields: ReportFields, words: Words, held_to: Policy | None = None
) -> Mapping[str, bytes]:
    """By path both editions of the reports on the decisions of all output checks of a run, as PDF."""
    made: dict[str, bytes] = {}
    fields, _ = dated(fields, os.environ, date.today())
    for job in result.jobs:
        params = params_of(result.opened.plan.job(job.name), OUTPUT_CHECK)
        if params is None or not params.decisions:
            continue
        for case in params.by_researcher():
            for edition in _EDITIONS:
                report = decision_report(params, job.result, case, fields, words, edition)
                report = replace(report, font=font_of(held_to))
                made[f"{job.name}.decisions{case.ending}.{edition}.pdf"] = pdf_bytes(report)
    return made


def decision_report(
    params: OutputCheckParams,
    result: OutputCheckResult,
    case: Case,
    fields: ReportFields,
    words: Words,
    edition: Edition,
) -> Report:
    """The report on the decisions on one researcher's outputs."""
    found = next(one for one in result.by_case if one.researcher == case.researcher)
    inside = edition == "internal"
    name, label = (words.say(text) for text in _EDITIONS[edition])
    own = (
        _decisions(params, result, case, words, internal=inside),
        _evidence(result, case, found, words, internal=inside),
    )
    audit = (_findings(result, case, words), _closing(result, case, found, words)) if inside else ()
    return Report(
        title=words.say(N_("Decisions on outputs")),
        subject=case.researcher or params.project,
        author=fields.officer if inside else "",
        edition=edition,
        fields=_fields(params, result, case, fields, words, internal=inside),
        verdict=_verdict(result, case, found, words),
        sections=(*own, *audit),
        labels=replace(
            labels(edition, words), edition=name, edition_label=label, verdict=words.say(N_("Decisions"))
        ),
        date=report_date(fields),
        figures=_numbers(found, words),
        organisation=fields.organisation,
        keywords=(words.say(N_("statistical disclosure control")),),
    )


def _fields(
    params: OutputCheckParams,
    result: OutputCheckResult,
    case: Case,
    fields: ReportFields,
    words: Words,
    *,
    internal: bool,
) -> tuple[CoverField, ...]:
    found = [(N_("Project"), params.project), (N_("Researcher"), case.researcher)]
    if internal:
        found += [
            (N_("Decided by"), _named(result.signed.decided_name, result.signed.decided_by)),
            (N_("Approved by"), _named(result.signed.approved_name, result.signed.approved_by)),
        ]
    found.append((N_("Date"), report_date(fields).isoformat()))
    return tuple(CoverField(words.say(label), value) for label, value in found)


def _named(name: str, account: str) -> str:
    return f"{name} ({account})" if name and account else account


def _numbers(found: CaseResult, words: Words) -> tuple[KeyFigure, ...]:
    figures = (
        (N_("To be released"), found.release),
        (N_("To be changed"), found.change),
        (N_("Refused"), found.refuse),
    )
    of = words.say(N_("of {number} {number:table or file|tables and files}"), number=whole(found.items))
    return tuple(KeyFigure(words.say(label), whole(number), of) for label, number in figures)


def _verdict(result: OutputCheckResult, case: Case, found: CaseResult, words: Words) -> Verdict:
    """What is decided and what is open. It is on the decisions, not on what was submitted."""
    examined = tables.examined(result, case)
    reasons = [reserved("outputs_exceptions", number=found.exceptions)] if found.exceptions else []
    reasons += [reserved("outputs_examined", number=examined)] if examined else []
    reasons += [] if result.four_eyes else [reserved("outputs_one_person")]
    grade = _grade(result, reserved=bool(reasons))
    texts = tuple(reason_text(one, words, internal=True) for one in reasons)
    return Verdict(decided_text(result, words, found), mark_of_grade(grade), words.say(_NAMES[grade]), texts)


def _grade(result: OutputCheckResult, *, reserved: bool) -> Grade:
    if result.undecided or result.signed.sent_back or not result.signed.decided_by:
        return Grade.OPEN
    if result.four_eyes and not result.signed.approved_by:
        return Grade.OPEN
    return Grade.RESERVATIONS if reserved else Grade.SAFE


def _decisions(
    params: OutputCheckParams, result: OutputCheckResult, case: Case, words: Words, *, internal: bool
) -> Section:
    rules = N_(
        "Rules: at least {number} {number:contributor|contributors} for each figure, "
        "{dof} {dof:degree|degrees} of freedom for each model."
    )
    text = words.say(rules, number=params.rules.threshold, dof=params.rules.dof)
    blocks: list[Block | Heading] = [
        tables.decisions(result, case, words, internal=internal),
        Paragraph(text),
    ]
    if not internal:
        blocks.insert(1, Paragraph(words.say(_MEANING)))
    excepted = tables.exceptions(result, case, words) if internal else None
    if excepted is not None:
        blocks.append(excepted)
    return Section(words.say(N_("Decisions")), tuple(blocks), key="decisions", begins="page")


def _evidence(
    result: OutputCheckResult, case: Case, found: CaseResult, words: Words, *, internal: bool
) -> Section:
    """Who signed when, and the hashes of what was received and released."""
    log = of_researcher(result.log, case.researcher)
    packages = () if found.package is None else (found.package,)
    made = (
        tables.signatures(log, words, internal=internal),
        tables.received(result, case, words),
        tables.packaged(packages, log, words),
    )
    blocks: list[Block | Heading] = [one for one in made if one is not None]
    if not log:
        blocks.append(Paragraph(words.say(N_("The decisions are not in a ledger yet."))))
    if internal:
        sealed = words.say(N_("SHA-256 of the decisions."))
        blocks.append(Paragraph(result.digest, sealed))
    if internal and result.ledger.n:
        end = words.say(N_("Line {n}, hash {hash}."), n=whole(result.ledger.n), hash=result.ledger.hash)
        blocks.append(Paragraph(end, words.say(N_("End of the ledger."))))
    return Section(words.say(N_("Entries and checksums")), tuple(blocks), key="evidence", begins="half")


def _findings(result: OutputCheckResult, case: Case, words: Words) -> Section:
    table = tables.findings(result, case, words)
    block = Paragraph(words.say(N_("No findings"))) if table is None else table
    return Section(words.say(N_("Findings")), (block,), key="findings")


def _closing(result: OutputCheckResult, case: Case, found: CaseResult, words: Words) -> Section:
    packaged = found.package is not None or is_packaged(of_researcher(result.log, case.researcher))
    questions = output_questions(
        (result,), found.exceptions, words, examined=tables.examined(result, case), packaged=packaged
    )
    block = checklist_block(tuple(questions), words)
    signed = result.signed
    people = (N_("Decided by"), signed.decided_name), (N_("Approved by"), signed.approved_name)
    title = words.say(N_("Checklist and sign-off"))
    lines = tuple(CoverField(words.say(label), name) for label, name in people)
    signs = SignOff(lines, words.say(N_("Place, date, signature")))
    return Section(title, (block, signs), key="checklist", begins="whole")
