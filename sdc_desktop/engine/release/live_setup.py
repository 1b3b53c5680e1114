"""The settings of a live release, and their form in its log's first line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np

from sdc_desktop import __version__
from sdc_desktop.engine.output.ledger import Entry, Ledger, Seen, create_ledger, open_ledger, read_ledger
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.release.rules import Rules
from sdc_desktop.engine.release.spec import TESTS, Join, Policy, Test


@dataclass(frozen=True)
class LiveSetup:
    """The variables of the requests, the rules, the tests that must all hold, and the policy.

    ``data_name`` and ``data_sha256`` identify the file whose records are requested; empty where there is
    none.
    """

    attribute: str
    target: str
    rules: Rules
    tests: tuple[Test, ...]
    policy: Policy = "oldest_first"
    data_name: str = ""
    data_sha256: str = ""


def refuse_other_data(setup: LiveSetup, sha256: str) -> None:
    """Raise :class:`Refused` where the release began with another file than that with this SHA-256."""
    if setup.data_sha256 not in ("", sha256):
        raise Refused(error("release.data_changed", name=setup.data_name))


def setup_to_json(setup: LiveSetup) -> dict[str, Any]:
    """Plain JSON data; floats in full."""
    rules = asdict(setup.rules)
    rules |= {key: rules[key].tolist() for key in ("baseline", "shares")}
    stated = {"attribute": setup.attribute, "target": setup.target}
    data = {"data": {"name": setup.data_name, "sha256": setup.data_sha256}} if setup.data_sha256 else {}
    return {**stated, "rules": rules, "tests": list(setup.tests), "policy": setup.policy, **data}


def setup_from_json(data: Mapping[str, Any]) -> LiveSetup:
    """The setup that was given in this form. KeyError, TypeError or ValueError where it is none."""
    rules: dict[str, Any] = {"join": "forwards", **data["rules"]}  # the only rule before it was a setting
    rules |= {key: tuple(map(str, rules[key])) for key in ("values", "targets")}
    rules |= {key: np.array(rules[key], dtype=np.float64) for key in ("baseline", "shares")}
    tests = tuple(data["tests"])
    if (
        rules["join"] not in get_args(Join)
        or data["policy"] not in get_args(Policy)
        or not tests
        or not set(tests) <= set(TESTS)
    ):
        raise ValueError
    of_file = data.get("data", {"name": "", "sha256": ""})
    return LiveSetup(
        data["attribute"],
        data["target"],
        Rules(**rules),
        tests,
        data["policy"],
        str(of_file["name"]),
        str(of_file["sha256"]),
    )


FORMAT = "sdc-desktop release log"
VERSION = 2
WITHOUT_HEAD = 1  # the last version whose logs were begun without a head


# The release log: what was requested and what was released, in a ledger.
# Its first entry states the rules. It holds values of records: it is where the officer put it, readable by
# its owner alone. Logs of version 1 were written before there were heads, times and accounts; they are
# continued.
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
    """The end of a log of version 1, unchanged: no report can have printed it. Raises :class:`Refused`, also
    for a log of a later version, whose end the user must enter.
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
