"""What the tab lets run beside the window. No Qt: these functions call the engine alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK, OutputCheckParams, PackageSpec
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.sheets.sheet import About, For, found_text, read_by, running_text, sheet_of
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.words import Words

if TYPE_CHECKING:  # numpy and duckdb are needed only when something is checked
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.outputs.output_check.engine import Received
    from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
    from sdc_desktop.engine.output.ledger import Seen
    from sdc_desktop.engine.source import Source
    from sdc_desktop.engine.submission.cases import Case
    from sdc_desktop.engine.submission.reader import Submitted
    from sdc_desktop.engine.submission.submission import Submission
    from sdc_desktop.project.project import ReportFields
    from sdc_desktop.report.model import Edition

_MOST_STAMPS = 10_000
_NOT_READ = {"decisions", "approval", "package", "four_eyes"}  # settings that no judging depends on


@dataclass(frozen=True)
class Place:
    """Where a check works: the open microdata, the folder of the plan's paths, the folder of heads."""

    opened: Opened | None
    base: Path
    heads: Path

    def source(self) -> Source:
        """The source of the job."""
        from sdc_desktop.engine.source import Source

        if self.opened is None:
            return Source.without_records(self.base)
        return Source(self.opened.data, {}, self.base)

    def within(self, context: JobContext) -> JobContext:
        """The context with the folder of heads."""
        return replace(context, heads=self.heads)


@dataclass(frozen=True)
class Answer:
    """A submission as read, judged and decided on. ``lapsed``: decisions of the plan that do not hold any
    more, because their table or its findings changed; they are not part of the result.
    """

    params: OutputCheckParams
    read_key: str
    received: Received
    submission: Submission
    result: OutputCheckResult
    lapsed: tuple[str, ...] = ()

    def finding(self, words: Words) -> str:
        """What was found and is left to decide."""
        return found_text(self._sheet(words))

    def signed(self, words: Words) -> str:
        """Who decided and approved, by the ledger."""
        blocks = read_by("window", self._sheet(words))
        return running_text(block for block in blocks if isinstance(block, Paragraph))

    def _sheet(self, words: Words) -> Iterator[For]:
        return sheet_of(OUTPUT_CHECK.kind)(About(self.params, self.result), words)


def read_key(params: OutputCheckParams, base: Path, of_data: str, times: int) -> str:
    """A text that changes when files must be read or judged again; ``times`` counts the readings."""
    settings = params.model_dump(mode="json", exclude=_NOT_READ)
    return json.dumps([settings, stamps(params, base), of_data, times], sort_keys=True)


def stamps(params: OutputCheckParams, base: Path) -> list[list[object]]:
    """What shows that a submitted file was changed: path, time and size of each; archives are not opened."""
    found: list[list[object]] = []
    for path in (*params.outputs, *params.evidence):
        whole = base / path
        below = sorted(whole.rglob("*")) if whole.is_dir() else [whole]
        for one in below[: _MOST_STAMPS - len(found)]:
            try:
                state = one.lstat()
            except OSError:
                continue
            found.append([str(one), state.st_mtime_ns, state.st_size])
    return found


@as_work
def check(
    context: JobContext, place: Place, params: OutputCheckParams, key: str, known: Answer | None
) -> Answer:
    """Work that reads and judges, as far as that is not ``known``, and holds the decisions against it."""
    from sdc_desktop.engine.methods.outputs.output_check import engine

    context = place.within(context)
    if known is not None and known.read_key == key:
        received, submission = known.received, known.submission
    else:
        refuse_errors(engine.check(params.model_copy(update={"package": None}), place.source()))
        before = None if known is None else known.received
        received = engine.received(params, place.source(), context.within(0.0, 0.6), before)
        submission, _ = engine.judged(params, received, context.within(0.6, 1.0))
    return _decided(params, key, received, submission)


def _decided(params: OutputCheckParams, key: str, received: Received, submission: Submission) -> Answer:
    from sdc_desktop.engine.methods.outputs.output_check.engine import decisions_of
    from sdc_desktop.engine.methods.outputs.output_check.result import result_of
    from sdc_desktop.engine.submission.releasing.decisions import decision_problems, digest, signatures

    given = {one.item: one for one in decisions_of(params)}  # the last one on an item counts
    held = tuple(one for one in given.values() if not any(decision_problems(submission, (one,))))
    lapsed = tuple(item for item in given if item not in {one.item for one in held})
    made = digest(submission, held)
    result = result_of(
        submission,
        held,
        received.ledger,
        signatures(received.entries, made),
        made,
        four_eyes=params.four_eyes,
        notes=received.notes,
        cases=params.by_researcher(),
        entries=received.entries,
    )
    return Answer(params, key, received, submission, result, lapsed)


@as_work
def read_one(context: JobContext, place: Place, params: OutputCheckParams, path: str) -> Submitted | None:
    """Work that reads one file with its cells."""
    from sdc_desktop.engine.methods.outputs.output_check.engine import sources_of
    from sdc_desktop.engine.submission.received import read_file

    return read_file(sources_of(params, place.base), path, context)


@as_work
def package(
    context: JobContext,
    place: Place,
    params: OutputCheckParams,
    path: Path,
    form: Literal["as_is", "anew", "csv"],
) -> OutputCheckResult:
    """Work that checks everything again, enters the decisions and, once approved, writes the package.

    Nothing that the window shows is trusted: files are read and judged again as in a run of the plan.
    """
    from sdc_desktop.engine.methods.outputs.output_check import engine

    whole = params.model_copy(update={"package": PackageSpec(path=str(path), form=form)})
    context, source = place.within(context), place.source()
    refuse_errors(engine.check(whole, source))
    received = engine.received(whole, source, context.within(0.0, 0.4))
    result = engine.decide(whole, received, context.within(0.4, 0.6))
    return engine.finish(whole, result, source, context.within(0.6, 1.0))


@as_work
def decision_report(
    context: JobContext,
    answer: Answer,
    case: Case,
    fields: ReportFields,
    words: Words,
    edition: Edition,
    path: Path,
) -> Path:
    """Work that exports the report on the decisions on a researcher's outputs as PDF."""
    import os
    from datetime import date

    from sdc_desktop.project.report_fields import dated
    from sdc_desktop.report.assemble import write_report
    from sdc_desktop.report.decision_report import decision_report as made

    fields, _ = dated(fields, os.environ, date.today())
    write_report(made(answer.params, answer.result, case, fields, words, edition), path)
    return path


def approve(
    place: Place, params: OutputCheckParams, result: OutputCheckResult, name: str
) -> Callable[[JobContext], None]:
    """Work that enters an approval of these decisions by the account of the system."""
    return _entering(
        place, params, lambda engine, ledger: engine.approve(ledger, name, result.digest, result)
    )


def send_back(
    place: Place, params: OutputCheckParams, result: OutputCheckResult, name: str, reason: str
) -> Callable[[JobContext], None]:
    """Work that records the refusal by a second person."""
    return _entering(place, params, lambda engine, ledger: engine.send_back(ledger, name, reason, result))


def adopt(place: Place, params: OutputCheckParams, seen: Seen) -> Callable[[JobContext], None]:
    """Work that continues a ledger without a usable head, after comparison with what was entered."""
    return _entering(place, params, lambda engine, ledger: ledger.accept(), seen)


@as_work
def _entering(
    context: JobContext,
    place: Place,
    params: OutputCheckParams,
    act: Callable[[Any, Any], object],
    seen: Seen | None = None,
) -> None:
    """Work on the ledger of a check; ``act`` is given the engine and the ledger."""
    from sdc_desktop.engine.methods.outputs.output_check import engine

    with engine.ledger_of(params, place.base, place.within(context), seen) as ledger:
        act(engine, ledger)
