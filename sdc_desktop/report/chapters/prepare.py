"""What a ``prepare`` job did to the records, step by step. Never a value of a respondent.

How many records a step took away, and how far dates move, is for the internal edition.
"""

from collections.abc import Iterator

from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams, key_files
from sdc_desktop.engine.methods.preparing.prepare.engine import PrepareResult, after_all
from sdc_desktop.engine.methods.preparing.prepare.outline import after
from sdc_desktop.engine.methods.preparing.prepare.steps import KeepOneSpec, PseudonymiseSpec, ShiftDatesSpec
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.confidential import CONFIDENTIAL
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.program.preparing import effect_text, step_text
from sdc_desktop.words.program.variables import level_word, role_word
from sdc_desktop.words.words import listed, whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: what is left, each step with records and variables before and after, the variables."""
    result: PrepareResult = subject.result.result
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        _figures(subject, result, words),
        Heading(words.say(N_("Method"))),
        _used_by(subject, words),
        *_remarks(subject, result, words),
        _steps(subject, result, words),
        *_variables(subject, result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(subject, words),
    ]
    title = words.say(N_("Preparing the records: {name}"), name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


def balance(subject: Subject, result: PrepareResult, words: Words) -> None:
    """No row: it makes the records that others are measured on."""


def _params(subject: Subject) -> PrepareParams:
    params = params_of(subject.job, PREPARE)
    assert params is not None
    return params


def _finding(subject: Subject, result: PrepareResult, words: Words) -> Finding:
    first = result.steps[0]
    variables = whole(len(result.variables))
    if subject.is_internal:
        text = words.say(
            N_(
                "The records were prepared: {after} of {before} records and {variables} variables were "
                "kept. Whether they are safe to release is not judged here."
            ),
            after=whole(result.records),
            before=whole(first.records_before),
            variables=variables,
        )
    else:
        text = words.say(
            N_(
                "The records were prepared: {after} records and {variables} variables were kept. "
                "Whether they are safe to release is not judged here."
            ),
            after=whole(result.records),
            variables=variables,
        )
    return Finding(text)


def _figures(subject: Subject, result: PrepareResult, words: Words) -> KeyFigures:
    first, before = result.steps[0], N_("before the steps: {number}")
    return KeyFigures(
        (
            KeyFigure(
                words.say(N_("Records")),
                whole(result.records),
                words.say(before, number=whole(first.records_before))
                if subject.is_internal
                else words.say(N_("after the steps")),
            ),
            KeyFigure(
                words.say(N_("Variables")),
                whole(len(result.variables)),
                words.say(before, number=whole(first.variables_before)),
            ),
            KeyFigure(
                words.say(N_("Steps")), whole(len(result.steps)), words.say(N_("in their order below"))
            ),
        )
    )


def _used_by(subject: Subject, words: Words) -> Paragraph:
    users = [job.name for job in subject.opened.plan.jobs if job.input == subject.job.name]
    keys = key_files(_params(subject))
    output = output_of(subject.job)
    parts = []
    if subject.job.input != "data":
        message = N_("The job works on the records that the job {name} made.")
        parts.append(words.say(message, name=subject.job.input))
    if users:
        message = N_("The prepared records are what these jobs work on: {jobs}.")
        parts.append(words.say(message, jobs=listed(users, words)))
    if output is not None:
        parts.append(words.say(N_("The prepared records are written to {file}."), file=output.path))
    if keys and subject.is_internal:
        message = N_("The key file of the pseudonyms is {files}.")
        parts.append(words.say(message, files=listed(keys, words)))
    return Paragraph(" ".join(parts) or words.say(N_("No other job works on the prepared records.")))


def _remarks(subject: Subject, result: PrepareResult, words: Words) -> Iterator[Paragraph]:
    if result.left_out:
        yield Paragraph(
            words.say(
                N_("Direct identifiers are removed after the last step: {names}."),
                names=listed(result.left_out, words),
            )
        )
    for problem in result.notes if subject.is_internal else ():
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def _steps(subject: Subject, result: PrepareResult, words: Words) -> Table:
    internal = subject.is_internal
    counted = (
        Column(words.say(N_("Effect")), share=2.2),
        Column(words.say(N_("Records before")), "right"),
        Column(words.say(N_("after")), "right", share=0.8),
    )
    columns = (
        Column(words.say(N_("Step")), share=3.4),
        *(counted if internal else ()),
        Column(words.say(N_("Variables before")), "right"),
        Column(words.say(N_("after")), "right", share=0.8),
    )
    rows, variables = [], subject.source.data.variables
    for number, (step, given) in enumerate(zip(_params(subject).steps, result.steps, strict=True), start=1):
        hidden = {v.name for v in variables if v.role in CONFIDENTIAL}
        text = step_text(step, words, hidden, protection=internal)
        records = (effect_text(given, words), whole(given.records_before), whole(given.records_after))
        rows.append(
            (
                words.say(N_("{number}. {step}"), number=number, step=text),
                *(records if internal else ()),
                whole(given.variables_before),
                whole(given.variables_after),
            )
        )
        variables = after(step, variables)
    return Table(words.say(N_("The steps")), columns, tuple(rows))


def _variables(subject: Subject, result: PrepareResult, words: Words) -> Iterator[Table]:
    left = {v.name: v for v in after_all(_params(subject), subject.source.data.variables)}
    columns = (
        Column(words.say(N_("Variable")), share=2),
        Column(words.say(N_("Role")), share=1.5),
        Column(words.say(N_("Level")), share=1.5),
    )
    rows = tuple(
        (name, role_word(left[name].role, words), level_word(left[name].level, words))
        for name in result.variables
    )
    yield Table(words.say(N_("Variables after preparation")), columns, rows)


def _limits(subject: Subject, words: Words) -> Iterator[Paragraph]:
    steps = _params(subject).steps
    yield Paragraph(
        words.say(N_("Preparing changes the records but does not protect them. Risk is judged afterwards."))
    )
    if any(isinstance(step, KeepOneSpec) for step in steps):
        yield Paragraph(
            words.say(N_("One record of each person was kept. Counts and averages are of these records."))
        )
    if any(isinstance(step, ShiftDatesSpec) for step in steps):
        yield Paragraph(
            words.say(
                N_(
                    "Dates of a person were shifted together, so the intervals between "
                    "them are unchanged. Anyone who knows one true date of a person can "
                    "derive the others. Anyone who has the secret can undo the shift."
                )
            )
        )
    if any(isinstance(step, PseudonymiseSpec) for step in steps):
        yield Paragraph(
            words.say(
                N_(
                    "Pseudonyms still show which records belong together. The key file and "
                    "the secret lead back to the identifiers. Keep both apart from the "
                    "protected file."
                )
            )
        )
