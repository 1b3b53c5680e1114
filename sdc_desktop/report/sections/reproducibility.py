"""Chapter 10, the annex: what is needed to reproduce the results and to verify that they are equal."""

import hashlib
from collections.abc import Collection, Iterator, Sequence

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import plan_to_text, without_secrets
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.report.model import Edition, Section
from sdc_desktop.report.parts import JobReport, file_name
from sdc_desktop.report.sections import policy
from sdc_desktop.report.sections.settings import settings_of
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import escaped_in

_MOST_SETTINGS = 24
_RENAMED, _CODES = "write.renamed", "write.codes"


def section(
    jobs: Sequence[JobReport], result: PlanResult, held_to: Policy | None, edition: Edition, words: Words
) -> Section:
    """Chapter 10: settings that differ from their defaults, files with checksums, and random draws inside."""
    blocks: list[Block | Heading] = [*_settings(jobs, words)]
    blocks += _checksums(result, held_to, edition, words)
    if edition == "internal":
        blocks += _chance(result, words)
    blocks.append(
        Paragraph(
            words.say(
                N_(
                    "The same plan, files and version ({version}) give the same bytes. A file is the same "
                    "if its SHA-256 is the same."
                ),
                version=f"SDC Desktop {ENGINE_VERSION}",
            )
        )
    )
    return Section(words.say(N_("Annex")), tuple(blocks), key="annex", begins="half")


def _settings(jobs: Sequence[JobReport], words: Words) -> Iterator[Block]:
    found = [(one.title, *row) for one in jobs for row in settings_of(one.subject, words, only_changed=True)]
    rows = tuple(
        (title if at == 0 or found[at - 1][0] != title else "", *row)
        for at, (title, *row) in enumerate(found)
    )
    if not rows:
        yield Paragraph(words.say(N_("All settings have their defaults.")))
        return
    left = len(rows) - _MOST_SETTINGS
    one, many = (
        N_("{number} further setting is in the annex files."),
        N_("{number} further settings are in the annex files."),
    )
    note = words.say_many(one, many, left) if left > 0 else ""
    columns = (
        Column(words.say(N_("Step")), share=1.2),
        Column(words.say(N_("Setting")), share=1.5),
        Column(words.say(N_("Value")), share=2),
    )
    title = words.say(N_("Settings that differ from their defaults"))
    yield Table(title, columns, tuple((a, b, c) for a, b, c in rows[:_MOST_SETTINGS]), note)


def _checksums(result: PlanResult, held_to: Policy | None, edition: Edition, words: Words) -> Iterator[Block]:
    """Guesses at single records could be tested by the checksums of what was read."""
    rows: list[tuple[str, str, str]] = []
    if edition == "internal":
        rows += [(file_name(path), words.say(N_("read")), sha) for path, sha in result.opened.inputs.items()]
        plan = hashlib.sha256(plan_to_text(without_secrets(result.opened.plan)).encode("utf-8")).hexdigest()
        rows.append((words.say(N_("plan without secrets")), words.say(N_("run")), plan))
        rows += policy.file_row(held_to, edition, words)
    for job in result.jobs:
        unknown = words.say(N_("known when the file is written"))
        planned = result.opened.plan.job(job.name)
        keys = () if edition == "internal" else method_of(planned.kind).further(planned.params)
        rows += [
            (file_name(path), words.say(N_("written")), sha or unknown)
            for path, sha in job.files.items()
            if path not in keys  # the key of pseudonyms: a guess at it could be tested
        ]
    columns = (
        Column(words.say(N_("File")), share=1.75),
        Column(words.say(N_("Use")), share=0.85),
        Column(words.say(N_("SHA-256")), share=4.5, code=True),
    )
    note = ""
    if edition == "external":
        note = words.say(N_("The checksums of what was read are in the internal edition."))
    if rows:
        yield Table(words.say(N_("Files and their checksums")), columns, tuple(rows), note)
    for job in result.jobs:
        for path, number in job.escaped.items():
            if number:
                yield Paragraph(escaped_in(file_name(path), number, words))
    yield from _format_blocks(result, words)


def _format_blocks(result: PlanResult, words: Words) -> Iterator[Block]:
    """For each file a table of old and new names, one of missing codes, and a sentence for what else differs.
    Codes of sensitive variables are omitted, as all their values are.
    """
    data = None if result.opened.opened is None else result.opened.opened.data
    secret = set() if data is None else {one.name for one in data.with_role("sensitive")}
    for job in result.jobs:
        for note in job.format_notes:
            file = note.where.file or job.name
            if note.code == _RENAMED:
                yield _names(note, file, words)
            elif note.code == _CODES:
                yield from _codes(note, file, secret, words)
            else:
                message = sentence(note, words).message
                yield Paragraph(words.say(N_("{name}: {message}."), name=file, message=message))


def _names(note: Problem, file: str, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Name in the data")), share=1),
        Column(words.say(N_("Name in the file")), share=1),
    )
    rows = tuple(zip(_texts(note, "old"), _texts(note, "new"), strict=True))
    return Table(words.say(N_("Names changed in {file}"), file=file), columns, rows)


def _codes(note: Problem, file: str, secret: Collection[str], words: Words) -> Iterator[Table]:
    listed = zip(_texts(note, "variables"), _texts(note, "old"), _texts(note, "new"), strict=True)
    rows = tuple(row for row in listed if row[0] not in secret)
    columns = (
        Column(words.say(N_("Variable")), share=2),
        Column(words.say(N_("Missing code in the data")), share=1),
        Column(words.say(N_("In the file")), share=1),
    )
    if rows:
        yield Table(words.say(N_("Missing codes in {file}"), file=file), columns, rows)


def _texts(note: Problem, name: str) -> tuple[str, ...]:
    found = note.params[name]
    assert isinstance(found, tuple)
    return found


def _chance(result: PlanResult, words: Words) -> Iterator[Block]:
    rows = tuple(_drawn(result, words))
    if not rows:
        return
    columns = (
        Column(words.say(N_("Job")), share=1.5),
        Column(words.say(N_("What was drawn")), share=2.2),
        Column(words.say(N_("Seed, or fingerprint of the secret")), "right", share=1.5),
    )
    yield Table(words.say(N_("Random draws")), columns, rows)
    yield Paragraph(
        words.say(
            N_(
                "The same draws need the same secret. Its fingerprint shows which secret was used and does "
                "not reveal it."
            )
        )
    )


def _drawn(result: PlanResult, words: Words) -> Iterator[tuple[str, ...]]:
    for done in result.jobs:
        job = result.opened.plan.job(done.name)
        if done.seed is not None:
            yield job.name, words.say(method_of(job.kind).chance), str(done.seed)
        if done.secret is not None:
            keys = isinstance(getattr(job.params, "protect", None), CellKeySpec)
            what = N_("the record keys") if keys else method_of(job.kind).chance
            yield job.name, words.say(what), _mark(done.secret, words)
        output = output_of(job)
        if output is not None and done.order is not None:
            order = words.say(N_("order of the records in {file}"), file=file_name(output.path))
            yield job.name, order, _mark(done.order, words)


def _mark(known: SecretFacts, words: Words) -> str:
    return known.fingerprint or words.say(N_("weak secret"))
