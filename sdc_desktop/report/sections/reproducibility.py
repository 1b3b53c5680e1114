"""What is needed to do the same again and to know that it was the same."""

import hashlib
import platform
from collections.abc import Iterator

import duckdb
import numpy as np
import pydantic

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table.cell_key import CellKeySpec
from sdc_desktop.engine.plan import plan_to_text, without_secrets
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.engine.runner import PlanResult
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.model import Block, Column, Edition, Heading, Paragraph, Section, Table
from sdc_desktop.report.sections.data import file_name
from sdc_desktop.report.sections.format_notes import format_blocks
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import escaped_in


def sections(result: PlanResult, edition: Edition, words: Words) -> tuple[Section, ...]:
    """One section: checksums, versions, and in the internal edition what was drawn from."""
    blocks: list[Block | Heading] = [
        Paragraph(
            words.say(
                N_(
                    "The same plan run on the same files by the same version gives the same bytes. A file "
                    "is the same if its SHA-256 is the same; any tool that computes it will do to check."
                )
            )
        ),
        *_checksums(result, edition, words),
        _versions(words),
        *(_chance(result, words) if edition == "internal" else ()),
    ]
    return (Section(words.say(N_("Reproducibility")), tuple(blocks), "reproducibility"),)


def _checksums(result: PlanResult, edition: Edition, words: Words) -> Iterator[Block]:
    """Guesses at single records could be tested by the checksums of what was read."""
    rows: list[tuple[str, str, str]] = []
    if edition == "internal":
        rows += [(file_name(path), words.say(N_("read")), sha) for path, sha in result.opened.inputs.items()]
        plan = hashlib.sha256(plan_to_text(without_secrets(result.opened.plan)).encode("utf-8")).hexdigest()
        rows.append(
            (words.say(N_("the plan without secrets, as the program writes it")), words.say(N_("run")), plan)
        )
    else:
        yield Paragraph(
            words.say(
                N_(
                    "The checksums of the plan and of the files that were read are in the internal edition: "
                    "with them, guesses at records could be tested."
                )
            )
        )
    for job in result.jobs:
        unknown = words.say(N_("known when the file is written"))
        told = result.opened.plan.job(job.name)
        keys = () if edition == "internal" else method_of(told.kind).further(told.params)
        rows += [
            (path, words.say(N_("written")), sha or unknown)
            for path, sha in job.files.items()
            if path not in keys  # the key of pseudonyms: a guess at it could be tested
        ]
    columns = (
        Column(words.say(N_("File")), share=1.75),
        Column(words.say(N_("Use")), share=0.85),
        Column(words.say(N_("SHA-256")), share=4.5, code=True),
    )
    if rows:
        yield Table(words.say(N_("Files and their checksums")), columns, tuple(rows))
    for job in result.jobs:
        for path, number in job.escaped.items():
            if number:
                yield Paragraph(escaped_in(path, number, words))
    yield from format_blocks(result, words)


def _versions(words: Words) -> Table:
    rows = (
        ("SDC Desktop", ENGINE_VERSION),
        ("Python", platform.python_version()),
        ("NumPy", np.__version__),
        ("DuckDB", duckdb.__version__),
        ("Pydantic", pydantic.VERSION),
    )
    columns = (Column(words.say(N_("Program")), share=1), Column(words.say(N_("Version")), share=2.2))
    return Table(words.say(N_("Versions")), columns, rows)


def _chance(result: PlanResult, words: Words) -> Iterator[Block]:
    rows = tuple(_drawn(result, words))
    if not rows:
        yield Paragraph(words.say(N_("This plan uses no random numbers.")))
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
            order = words.say(N_("order of the records in {file}"), file=output.path)
            yield job.name, order, _mark(done.order, words)


def _mark(known: SecretFacts, words: Words) -> str:
    return known.fingerprint or words.say(N_("weak secret"))
