"""What a ``prepare`` job did: its sheet, who uses the records, and limits."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams, key_files
from sdc_desktop.engine.methods.preparing.prepare.steps import KeepOneSpec, PseudonymiseSpec, ShiftDatesSpec
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: what is left, each step with records and variables before and after, the variables."""
    title = words.say(N_("Preparing the records: {name}"), name=subject.job.name)
    used = _used_by(subject, words)
    return chapter(subject, words, _limits(subject, words), done=(), title=title, worked_on=used)


def balance(subject: Subject, result: Any, words: Words) -> None:
    """No row: it makes the records that others are measured on."""


def _params(subject: Subject) -> PrepareParams:
    params = params_of(subject.job, PREPARE)
    assert params is not None
    return params


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
