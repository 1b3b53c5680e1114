"""What made decisions lapse: which file changed, which finding is new, which decision was changed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sdc_desktop.engine.problems import Problem, note
from sdc_desktop.engine.submission.releasing.decisions import Decision
from sdc_desktop.engine.submission.releasing.digests import digests, items_entered
from sdc_desktop.engine.submission.submission import Submission

LAPSES = "output_check.since_"  # the codes of what changed since decisions were entered begin with this
Entry = Mapping[str, Any]
_MOST = 20  # that are named


class _Signature(NamedTuple):
    """Who entered or approved decisions, and on which day."""

    by: str
    at: str


def lapses(
    submission: Submission, decisions: Sequence[Decision], entries: Sequence[Entry]
) -> tuple[Problem, ...]:
    """Why the decisions that the ledger has last are not those of the plan; nothing where they are, where
    they were packaged, or where they are on another submission.
    """
    places = [at for at, entry in enumerate(entries) if entry.get("what") == "decided"]
    if not places:
        return ()
    after = entries[places[-1] + 1 :]
    entered, accepted = entries[places[-1]], digests(submission, decisions, entries)
    if entered.get("decisions") in accepted or any(one.get("what") == "packaged" for one in after):
        return ()
    before = [one for one in entries[: places[-1]] if one.get("what") == "received"]
    files = before[-1].get("files", ()) if before else ()
    rows = items_entered(submission, decisions)
    last = _last_signature(entered, after)
    who = _Signature(str(last.get("by", "")), str(last.get("at", ""))[:10])
    if not _is_same_submission(submission, files, entered, rows):
        ours = any(entry.get("decisions") in accepted for entry in entries)
        return (note("output_check.since_others", by=who.by, at=who.at),) if ours else ()
    found = [*_files(submission, files, who), *_items(entered, rows, who)]
    return tuple(found[:_MOST]) or (note("output_check.since_unknown", by=who.by, at=who.at),)


def _last_signature(entered: Entry, after: Sequence[Entry]) -> Entry:
    """The approval of these decisions, or who entered them."""
    approved = (
        one
        for one in after
        if one.get("what") == "approved" and one.get("decisions") == entered.get("decisions")
    )
    return next(approved, entered)


def _name(file: Sequence[Any]) -> str:
    """The name of a received file within its submission; older entries have its path alone."""
    return str(file[3] if len(file) > 3 else file[0])


def _is_same_submission(
    submission: Submission, files: Sequence[Sequence[Any]], entered: Entry, rows: Sequence[Sequence[Any]]
) -> bool:
    decided = {one[0] for one in entered.get("verdicts", ())}
    if decided & {row[0] for row in rows}:
        return True
    names = {_name(file) for file in files}
    return any(one in names for file in submission.submitted for one in (file.name, file.path))


def _files(submission: Submission, files: Sequence[Sequence[Any]], who: _Signature) -> Iterator[Problem]:
    """Files that changed, came or went since the decisions were entered."""
    then = {_name(file): str(file[1]) for file in files}
    now = {file.name if file.name in then else file.path: file for file in submission.submitted}
    if not set(now) & set(then):  # entered before names were, and moved since
        now = {file.name: file for file in submission.submitted}
        then = {name.rpartition("/")[2]: sha256 for name, sha256 in then.items()}
    for name, file in sorted(now.items(), key=lambda one: one[1].name):
        if name not in then:
            yield note("output_check.since_new_file", file=file.name, by=who.by, at=who.at)
        elif then[name] != file.sha256:
            yield note("output_check.since_file", file=file.name, by=who.by, at=who.at)
    for name in sorted(set(then) - set(now)):
        yield note("output_check.since_gone_file", file=name, by=who.by, at=who.at)


def _items(entered: Entry, rows: Sequence[Sequence[Any]], who: _Signature) -> Iterator[Problem]:
    """Decisions and findings that are others than those entered."""
    then = {one[0]: one for one in entered.get("items", ())}
    for id, file, place, decision, severity, codes, cells in rows:
        if id not in then:
            continue
        table = f"{file} {place}".strip()
        _, _, _, was_decision, was_severity, was_codes, was_cells = then[id]
        if decision != was_decision:
            yield note("output_check.since_decision", table=table, by=who.by, at=who.at)
        if (severity, cells) != (was_severity, was_cells):
            new = tuple(code for code in codes if code not in was_codes) or tuple(codes)
            yield note("output_check.since_finding", table=table, codes=new, by=who.by, at=who.at)
