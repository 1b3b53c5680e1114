"""The report of a plan's results: a cover and ten chapters (`report.sections`), made here."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import ReadFile, atomic_write, refuse_changed
from sdc_desktop.engine.plan import Plan, inputs_of
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.policy.policy import Policy, policy_problems
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors, warning
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.judging import measured_products, products_in
from sdc_desktop.engine.running.scenarios import scenario_reasons, with_scenarios
from sdc_desktop.engine.strategies.comparison import Comparison, compared
from sdc_desktop.project.project import KeptStrategy, ReportFields
from sdc_desktop.project.report_fields import dated
from sdc_desktop.report.alt import with_alts
from sdc_desktop.report.annex.files import annex_files, with_annex, write_with_annex
from sdc_desktop.report.budget import fitting, flowing, on_one_page, pages_of
from sdc_desktop.report.decision import decision_problems
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Edition, Labels, Report, Section
from sdc_desktop.report.parts import JobReport, file_name, job_report
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.sections import (
    before_after,
    closing,
    cover,
    glance,
    linked,
    outputs,
    people,
    policy,
    published,
    reproducibility,
)
from sdc_desktop.report.sections import strategies as strategy_section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.site_font import site_font
from sdc_desktop.sheets.blocks import Block, Heading, PublishedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.strategies import now

_NO_CONTEXT = JobContext()
_EDITION_LABELS: Mapping[Edition, str] = {
    "internal": N_(
        "For internal use under confidentiality. Contains exact counts of rare combinations, protection "
        "levels and seeds that could be used to attack a release."
    ),
    "external": N_(
        "For external use. Omits details that would help an intruder: exact counts of rare combinations, "
        "protection levels, seeds and input checksums."
    ),
}


def build_report(
    result: PlanResult,
    fields: ReportFields,
    words: Words,
    *,
    edition: Edition = "internal",
    context: JobContext = _NO_CONTEXT,
    held_to: Policy | None = None,
) -> Report:
    """The report of what a plan gave, in words.

    ``held_to`` is the active site policy. The external edition omits what would help an intruder: exact small
    counts, seeds and fingerprints of secrets. Nothing of it comes from the clock. Raises :class:`Cancelled`.
    """
    opened, result = result.opened, judged_by(without_figures(result), fields)
    fields = policy.with_texts(fields, held_to)
    jobs = _jobs(result, edition, words, context)
    tables = [(one, published.published_table(one, words)) for one in published.tables_of(jobs)]
    shown, left_out = before_after.chosen(jobs)
    of_records = [one for one in shown if not published.is_table(one)]
    risk, further_risk = before_after.risk(of_records, left_out, words, published.open_cells(shown, words))
    utility, further_utility = before_after.utility(shown, left_out, words, context)
    found = (
        before_after.done(shown, words),
        risk,
        utility,
        *linked.sections(jobs, words),
        *outputs.sections(jobs, words),
    )
    before = (
        glance.section(jobs, result, words),
        people.section(result, jobs, fields, words, context),
        *(found if result.sampled is None else ()),
    )
    after = (
        *((closing.limits(shown, words),) if result.sampled is None else ()),
        closing.conditions(result, jobs, fields, held_to, edition, words),
        closing.checklist(jobs, result, fields, edition, words),
        flowing(reproducibility.section(jobs, result, held_to, edition, words)),
    )
    chapters = (*before, *_table_chapters(tables, pages_of((*before, *after)), words), *after)
    products = [one for one in jobs if one.is_product]
    report = Report(
        title=fields.title or words.say(N_("Disclosure risk report")),
        subject="" if opened.plan.data is None else file_name(opened.plan.data.path),
        author=fields.officer,
        edition=edition,
        fields=cover.fields_of(fields, held_to, words),
        verdict=outputs.with_progress(cover.verdict_of(result, fields, edition, words), jobs, words),
        sections=chapters,
        labels=labels(edition, words),
        date=report_date(fields),
        recommendation=cover.recommendation(products, result.verdict, words),
        figures=cover.key_figures(jobs, words),
        kept=cover.kept_figures(jobs),
        products=cover.products_of(products, result.verdict, words),
        organisation=fields.organisation,
        further=(*further_risk, *further_utility),
        font=policy.font_of(held_to),
        keywords=(words.say(N_("statistical disclosure control")), words.say(N_("disclosure risk"))),
    )
    return with_alts(report, words)


def without_figures(result: PlanResult) -> PlanResult:
    """The result; of a sample for trial without its jobs, whose figures are not figures of the population."""
    return result if result.sampled is None else replace(result, jobs=())


def judged_by(result: PlanResult, fields: ReportFields) -> PlanResult:
    """The result with the verdict on the plan as the scenarios of the fields lower it."""
    products = measured_products(result.opened.plan, result.jobs)
    found = scenario_reasons(fields.scenarios, products) if products else ()
    return replace(result, verdict=with_scenarios(result.verdict, found))


def _table_chapters(
    tables: Sequence[tuple[JobReport, PublishedTable | None]], others: float, words: Words
) -> tuple[Section, ...]:
    """A chapter for each table that has room beside the other chapters, and one for all that have none."""
    alone = [on_one_page(published.section(job, made, words)) for job, made in tables]
    number = fitting(alone, others)
    if number >= len(tables):
        return tuple(alone)
    return (*alone[:number], published.further(tables[number:], words))


def _jobs(result: PlanResult, edition: Edition, words: Words, context: JobContext) -> tuple[JobReport, ...]:
    """What each job reports, in the plan's order."""
    opened = result.opened
    results = {done.name: done for done in result.jobs}
    products = products_in(opened.plan, [opened.plan.job(done.name) for done in result.jobs])
    jobs = []
    for number, done in enumerate(result.jobs, start=1):
        context.checkpoint()
        job = opened.plan.job(done.name)
        subject = Subject(number, job, done, opened, edition, result.released, results, done.name in products)
        jobs.append(job_report(subject, words))
    return tuple(jobs)


@dataclass(frozen=True)
class MadeReport:
    """A report ready to be saved: its model, and the content of its annex files by name. With the warnings
    and notes on plan, data, date and decision, and what the plan gave.
    """

    report: Report
    annex: Mapping[str, bytes]
    problems: tuple[Problem, ...]
    result: PlanResult


def make_report(
    plan: Plan,
    base: Path,
    fields: ReportFields,
    words: Words,
    context: JobContext,
    *,
    edition: Edition = "internal",
    held_to: Policy | None = None,
    data: str | None = None,
    strategies: Sequence[KeptStrategy] = (),
    read: Sequence[ReadFile] = (),
    has_annex: bool = False,
    known: PlanResult | None = None,
) -> MadeReport:
    """Run a plan without writing the files of its jobs, and make its report, with annex files if it
    ``has_annex``. `data` takes the place of the plan's data file; ``strategies`` are compared with the plan
    in a chapter of their own. ``read`` are files as a window read them: the report is on the same data, or
    refused. ``known``: what this plan gave before, so that it is not run again.

    A plan that deviates from the policy that it is held to, and gives no reason, is refused, and so is a
    decision against the verdict. A report without a date has that of SOURCE_DATE_EPOCH or today's. Raises
    :class:`Refused` or :class:`Cancelled`.
    """
    problems = refuse_errors(policy_problems(plan, held_to))
    refuse_changed(read)
    fields, on_date = dated(fields, os.environ, date.today())
    result = known
    if result is None:
        result = evaluate_plan(plan, base, context.within(0.0, 0.8), data=data, held_to=held_to)
    result = judged_by(without_figures(result), fields)
    on_decision = refuse_errors(decision_problems(fields, result.verdict))
    part = context.within(0.8, 0.85)
    report = build_report(result, fields, words, edition=edition, context=part, held_to=held_to)
    if strategies and result.sampled is None:
        done = {} if data else {job.name: job.result for job in result.jobs}
        named = [(now(words), plan), *((one.name, one.plan) for one in strategies)]
        part = context.within(0.85, 0.9)
        report = _with_strategies(report, named, base, words, part, done)
    files = annex_files(result, report, words) if has_annex else {}
    if files:
        report = with_annex(report, files, words)
    context.progress(0.9, "reporting")
    result.opened.refuse_changed()
    refuse_changed(read)
    notes = (*problems, *on_date, *on_decision, *_cover_notes(fields, held_to, words), *result.notes)
    return MadeReport(report, files, notes, result)


def report_plan(
    plan: Plan,
    base: Path,
    path: Path,
    fields: ReportFields,
    words: Words,
    context: JobContext,
    *,
    edition: Edition = "internal",
    held_to: Policy | None = None,
    data: str | None = None,
    strategies: Sequence[KeptStrategy] = (),
    read: Sequence[ReadFile] = (),
    annex: Path | None = None,
) -> tuple[Problem, ...]:
    """Make the report of a plan (:func:`make_report`) and save it; the notes on plan and data. Its annex
    files go to the folder ``annex``, all or none. Raises :class:`Refused` or :class:`Cancelled`; then `path`
    and the folder are unchanged.
    """
    writer_for(path)
    refuse_report_over_input(plan, base, path, data)
    made = make_report(
        plan,
        base,
        fields,
        words,
        context,
        edition=edition,
        held_to=held_to,
        data=data,
        strategies=strategies,
        read=read,
        has_annex=annex is not None,
    )
    written = writer_for(path)(made.report)
    context.checkpoint()
    write_made(written, path, made.annex, annex)
    return made.problems


def refuse_report_over_input(plan: Plan, base: Path, path: Path, data: str | None = None) -> None:
    """Raise :class:`Refused` where a report would overwrite a file that its plan reads."""
    kept = {(base / read).resolve() for read in (*inputs_of(plan), *([data] if data else []))}
    if path.resolve() in kept:
        raise Refused(error("plan.output_over_input", Place(file=path.name), path=path.name))


def write_made(written: bytes, path: Path, annex: Mapping[str, bytes], folder: Path | None) -> None:
    """Write the bytes of a report, and its annex files into a folder, all or none.

    Raises :class:`Refused`.
    """

    def write() -> None:
        with atomic_write(path, keep_beside=True) as file:
            file.write(written)

    if folder is None:
        write()
    else:
        write_with_annex(annex, folder, write)


def _cover_notes(fields: ReportFields, held_to: Policy | None, words: Words) -> list[Problem]:
    """Warnings for cover fields that the policy requires and that are empty: the report has blank lines. And
    for a font of the policy that cannot be read: the report has codes.
    """
    missing = policy.cover_missing(policy.with_texts(fields, held_to), held_to, words)
    named = "" if held_to is None else held_to.title
    notes = [warning("policy.cover", Place(key="cover"), policy=named, field=field) for field in missing]
    font = policy.font_of(held_to)
    if font and site_font(font) is None:
        notes.append(warning("policy.font", Place(key="report.font"), policy=named, path=font))
    return notes


def _with_strategies(
    report: Report,
    named: Sequence[tuple[str, Plan]],
    base: Path,
    words: Words,
    context: JobContext,
    done: Mapping[str, Any],
) -> Report:
    """The report with strategies at the end of the chapter on utility. ``done``: results of the first plan's
    jobs.
    """
    try:
        found = compared(named, base, context, done)
    except Refused as refusal:
        found = Comparison(problems=refusal.problems)
    blocks: list[Block | Heading] = []
    if found.records:
        blocks += strategy_section.records(found.records, [plan for _, plan in named], report.edition, words)
    if found.problems:
        blocks += strategy_section.refused(found.problems, words)
    if found.tables:
        blocks += strategy_section.tables(found.tables, report.edition, words)
    if found.ended:
        blocks += strategy_section.ended(words)
    more = strategy_section.headed(blocks, words)
    sections = (
        replace(one, blocks=(*one.blocks, *more)) if one.key == "utility" else one for one in report.sections
    )
    return replace(report, sections=tuple(sections))


def write_report(report: Report, path: Path) -> None:
    """Save the report as PDF or HTML, by the suffix of `path`, whole or not at all.

    Raises :class:`Refused` for another suffix and where the file cannot be saved.
    """
    write_made(writer_for(path)(report), path, {}, None)


def writer_for(path: Path) -> Callable[[Report], bytes]:
    """What turns a report into the bytes of a file, by its suffix. Raises :class:`Refused` for another."""
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        raise Refused(error("report.suffix", Place(file=str(path)), suffix=path.suffix))
    return writer


def _pdf(report: Report) -> bytes:

    return pdf_bytes(report)


def _html(report: Report) -> bytes:

    return html_text(report).encode("utf-8")


_WRITERS: Mapping[str, Callable[[Report], bytes]] = {".pdf": _pdf, ".html": _html}


def report_date(fields: ReportFields) -> date:
    """The day that the report is of: today's only where nothing else dated it (:func:`dated`)."""
    return date.fromisoformat(fields.date) if fields.date else date.today()


def labels(edition: Edition, words: Words) -> Labels:
    """The words that the typesetting needs."""
    editions = {"internal": N_("Internal edition"), "external": N_("External edition")}
    return Labels(
        contents=words.say(N_("Contents")),
        page_of=words.say(N_("{page} of {pages}")),
        edition=words.say(editions[edition]),
        edition_label=words.say(_EDITION_LABELS[edition]),
        rows_left_out=words.say(N_("Further rows, in the HTML report only: {left}.")),
        verdict=words.say(N_("Overall verdict")),
        products=(
            words.say(N_("Released files")),
            words.say(N_("File")),
            words.say(N_("Verdict")),
            words.say(N_("Recommendation")),
        ),
        further_products=words.say(N_("Further files in chapter 1: {number}.")),
        skip=words.say(N_("Skip to the findings")),
        scrolls=words.say(N_("{title}, scrolls sideways")),
        producer=f"SDC Desktop {ENGINE_VERSION}",
        language=words.language,
        decimal_mark=words.decimal_mark,
        lacking_glyphs=words.say(
            N_(
                "Characters that no font of the report has are shown by their codes, as ‹U+65E5›. A site "
                "policy can name a font for them: report.font."
            )
        ),
    )
