"""The chapter on the decisions on outputs: what was decided and why, by whom and when, and all hashes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.sections.output_questions import are_outputs
from sdc_desktop.sheets import output_decisions
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table, Verdict
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.decided import decided_text, progress_text
from sdc_desktop.words.words import whole


def sections(jobs: Sequence[JobReport], words: Words) -> tuple[Section, ...]:
    """The chapter, for the internal edition of a plan that checks outputs; it names researchers and files."""
    blocks = [block for one in jobs if one.subject.is_internal for block in _of_job(one, words)]
    title = words.say(N_("Decisions on outputs"))
    return (Section(title, tuple(blocks), key="decisions", begins="half"),) if blocks else ()


def with_progress(verdict: Verdict, jobs: Sequence[JobReport], words: Words) -> Verdict:
    """The verdict of the cover, which says first what is decided and what is open, where only outputs of
    researchers are released.
    """
    if not are_outputs(jobs):
        return verdict
    texts = [decided_text(one.subject.result.result, words) for one in jobs if one.is_product]
    return replace(verdict, text=" ".join((*texts, verdict.text)))


def _of_job(job: JobReport, words: Words) -> Iterator[Block | Heading]:
    params = params_of(job.subject.job, OUTPUT_CHECK)
    if params is None:
        return
    result: OutputCheckResult = job.subject.result.result
    every = Case(params.researcher)
    if params.cases:
        yield _cases(result, words)
    made = (
        output_decisions.decisions(result, every, words, internal=True),
        output_decisions.exceptions(result, every, words),
        output_decisions.signatures(result.log, words, internal=True),
        output_decisions.received(result, every, words),
        output_decisions.packaged(result.packages, result.log, words),
    )
    yield from (one for one in made if one is not None)
    yield Paragraph(result.digest, words.say(N_("SHA-256 of the decisions.")))


def _cases(result: OutputCheckResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Researcher")), share=2),
        Column(words.say(N_("Decided"))),
        Column(words.say(N_("To be released")), "right"),
        Column(words.say(N_("To be changed")), "right"),
        Column(words.say(N_("Refused")), "right"),
    )
    rows = tuple(
        (one.researcher, progress_text(one, words), *map(whole, (one.release, one.change, one.refuse)))
        for one in result.by_case
    )
    return Table(words.say(N_("Cases")), columns, rows)
