"""The release log: what was requested and what was released, in a ledger.

Its first entry states the rules. It holds values of records: it is where the officer put it, readable by its
owner alone. Logs of version 1 were written before there were heads, times and accounts; they are continued.
"""

from dataclasses import dataclass
from pathlib import Path

from sdc_desktop import __version__
from sdc_desktop.engine.output.ledger import Entry, Ledger, Seen, create_ledger, open_ledger, read_ledger
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.release.live_setup import LiveSetup, setup_from_json, setup_to_json

FORMAT = "sdc-desktop release log"
VERSION = 2
WITHOUT_HEAD = 1  # the last version whose logs were begun without a head


@dataclass(frozen=True)
class OpenedLog:
    """An open log, the rules in its first entry, the other entries, and what has to be reported of it."""

    ledger: Ledger
    setup: LiveSetup
    entries: tuple[Entry, ...]
    notes: tuple[Problem, ...]


def create_log(path: Path, head: Path, setup: LiveSetup) -> Ledger:
    """A new log. Raises :class:`Refused`."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "setup": setup_to_json(setup),
    }
    return create_ledger(path, head, header)


def open_log(path: Path, head: Path, seen: Seen | None = None) -> OpenedLog:
    """An existing log, compared with its head. Raises :class:`Refused`; for a log of version 1 without a head
    by a code of its own, because no report can have printed its end.
    """
    try:
        opened = open_ledger(path, head, seen)
    except Refused as refusal:
        raise Refused(_of_version_1(problem, path) for problem in refusal.problems) from None
    try:
        header, *entries = opened.entries
        if header.get("format") != FORMAT or header.get("version") not in (WITHOUT_HEAD, VERSION):
            raise Refused(error("release.log_of_another", Place(file=str(path))))
        try:
            setup = setup_from_json(header["setup"])
        except (KeyError, TypeError, ValueError):
            raise Refused(error("release.log_differs", Place(file=str(path), line=1))) from None
    except BaseException:
        opened.ledger.close()
        raise
    return OpenedLog(opened.ledger, setup, tuple(entries), opened.notes)


def end_of_old_log(path: Path) -> Seen:
    """The end of a log of version 1 as it is found: no report can have printed it. Raises :class:`Refused`,
    also for a log of a later version, whose end an officer has to enter.
    """
    entries, head = read_ledger(path)
    if not _is_old(entries[0]):
        raise Refused(error("ledger.no_head", Place(file=str(path))))
    return Seen(head.n, head.hash)


def _of_version_1(problem: Problem, path: Path) -> Problem:
    if problem.code != "ledger.no_head":
        return problem
    entries, head = read_ledger(path)
    if not _is_old(entries[0]):
        return problem
    return error("release.log_without_head", problem.where, number=head.n)


def _is_old(header: Entry) -> bool:
    return (header.get("format"), header.get("version")) == (FORMAT, WITHOUT_HEAD)
