"""What live use lets run beside the window. No Qt. One piece of work at a time touches a release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.output.ledger import Head, Seen, head_path_in
from sdc_desktop.engine.output.own_parts import drawn_folder
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.release.explanation import Explanation
from sdc_desktop.engine.release.live import (
    Answer,
    LiveRelease,
    LiveStep,
    Request,
    begin,
    requests_by_key,
    requests_of,
    resume,
    setup_of_file,
    verdict_on_log,
)
from sdc_desktop.engine.release.live_setup import LiveSetup, end_of_old_log, refuse_other_data
from sdc_desktop.engine.release.most_records import LargestSet
from sdc_desktop.engine.release.rules import Counts
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.engine.release.statistics.critical_values import DrawnStore
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Verdict
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import write_report
from sdc_desktop.report.log_report import log_report
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.words import Words


@dataclass(frozen=True)
class LiveState:
    """The state of a release; ``is_open``: whether more can be requested; ``head``: the end of its log."""

    path: Path
    head: Head
    setup: LiveSetup
    released: tuple[Request, ...]
    waiting: tuple[Request, ...]
    denied: tuple[Request, ...]
    table: Counts
    steps: tuple[LiveStep, ...]
    overtaken: tuple[str, ...]
    verdict: Verdict
    notes: tuple[Problem, ...]
    is_open: bool


@dataclass(frozen=True)
class Session:
    """A release that is open, and how it stands."""

    live: LiveRelease
    state: LiveState


@dataclass(frozen=True)
class Outcome:
    """The outcome of requests, and the state of the release after them."""

    answers: tuple[Answer, ...]
    state: LiveState


@dataclass(frozen=True)
class Explained:
    """Why the record of a key waits or is denied."""

    key: str
    explanation: Explanation


@dataclass(frozen=True)
class Adopted:
    """A log without a usable head, continued unchanged or after comparison with what was entered."""

    seen: Seen | None


def state_of(live: LiveRelease, path: Path) -> LiveState:
    """How a release stands."""
    return LiveState(
        path,
        live.head,
        live.setup,
        live.released(),
        live.waiting(),
        live.denied(),
        live.counts(),
        live.steps(),
        live.overtaken(),
        verdict_on_log(live),
        live.notes,
        live.is_open,
    )


@as_work
def start(
    context: JobContext,
    opened: Opened,
    base: Path,
    params: ReleaseParams,
    seed: int | None,
    path: Path,
    heads: Path,
) -> Session:
    """Work that begins a release of the open file with a new log; its head is put into the folder `heads`."""
    source = Source(opened.data, {}, base)
    seeded = params if params.seed is not None else params.model_copy(update={"seed": seed or 0})
    setup = setup_of_file(seeded, source, opened.path.name, opened.sha256, context)
    live = begin(path, head_path_in(heads, path), setup, DrawnStore(drawn_folder()))
    return Session(live, state_of(live, path))


@as_work
def reopen(
    context: JobContext, opened: Opened | None, path: Path, heads: Path, adopted: Adopted | None = None
) -> Session:
    """Work that continues a log. Refuses where the open file is not the one it began with."""
    seen = None
    if adopted is not None:
        seen = adopted.seen or end_of_old_log(path)
    live = resume(path, head_path_in(heads, path), DrawnStore(drawn_folder()), seen=seen)
    try:
        if opened is not None:
            refuse_other_data(live.setup, opened.sha256)
    except Refused:
        live.close()
        raise
    return Session(live, state_of(live, path))


@as_work
def look_up(
    context: JobContext, opened: Opened | None, setup: LiveSetup, keys: Sequence[str], key: str | None
) -> tuple[Request, ...]:
    """Work that finds records of the open file by their key, or by number where `key` is None."""
    return requests_by_key(keys, _data(opened, setup), key, setup, context)


@as_work
def read_batch(
    context: JobContext, opened: Opened | None, setup: LiveSetup, path: Path, key: str | None
) -> tuple[Request, ...]:
    """Work that reads a file of requests: with target and value in it, or keys of records of the open file.

    The key is in the column named as the key variable, else in the first that is neither of the two.
    """
    listed = open_data(DataSpec(path=path.name), path.parent, context).data
    pair = (setup.target, setup.attribute)
    others = [name for name in listed.names if name not in pair]
    column = key if key in listed.names else next(iter(others), None)
    where = Place(key="requests", file=path.name)
    if column is None:
        raise Refused(error("release.no_key", where))
    if not listed.records:
        raise Refused(error("release.no_requests", where))
    if all(name in listed.names for name in pair):
        return requests_of(listed, column, *pair, context)
    place = listed.index(column)
    keys = [row[place] for rows in listed.batches(context) for row in rows]
    return requests_by_key(keys, _data(opened, setup), key, setup, context)


@as_work
def ask(context: JobContext, live: LiveRelease, path: Path, requests: Sequence[Request]) -> Outcome:
    """Work that requests records, one after another."""
    answers = live.ask(requests, context)
    return Outcome(answers, state_of(live, path))


def explain(live: LiveRelease, key: str) -> Callable[[JobContext], Explained]:
    """Work that says why a record is not out."""
    return lambda context: Explained(key, live.explain(key, context))


def together(live: LiveRelease) -> Callable[[JobContext], LargestSet]:
    """Work that finds what could be released together now."""
    return lambda context: live.could_go_together()


@as_work
def report(
    context: JobContext, live: LiveRelease, name: str, path: Path, fields: ReportFields, words: Words
) -> Path:
    """Work that exports the report on a log as PDF or HTML."""
    write_report(log_report(live, name, fields, words), path)
    return path


def _data(opened: Opened | None, setup: LiveSetup) -> Microdata:
    if opened is None:
        raise Refused(error("plan.no_data", Place(key="data")))
    refuse_other_data(setup, opened.sha256)
    return opened.data
