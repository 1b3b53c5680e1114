"""Digests of decisions: what a ledger and an approval name them by, wherever the project is."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sdc_desktop.engine.submission.releasing.decisions import Decision, against, items_of
from sdc_desktop.engine.submission.submission import Submission, item_id

_NOT_DECIDED = ("file", "place")  # they say what a decision is on, not what it is
Entry = Mapping[str, Any]


def digest(submission: Submission, decisions: Sequence[Decision]) -> str:
    """The SHA-256 of decisions and of what they are on: files by their names within the submission and their
    bytes, tables, and the findings on each. It is the same where the project or its outputs were moved.
    """
    files = sorted((file.name, file.sha256) for file in submission.submitted)
    return _digest(files, submission, decisions, {})


def digests(
    submission: Submission, decisions: Sequence[Decision], entries: Sequence[Entry]
) -> tuple[str, ...]:
    """The digest, and those of the same decisions by an earlier rule: it took paths as the plan has them.
    Where the project was moved since, they are those of a ledger that received the same bytes.
    """
    submitted = submission.submitted
    old_ids = {file.id: item_id(file.path) for file in submitted if not file.sha256}
    now = sorted((file.path, file.sha256) for file in submitted)
    listed = [now, *_received(entries, sorted(file.sha256 for file in submitted))]
    earlier = (_digest(files, submission, decisions, old_ids) for files in listed)
    return (digest(submission, decisions), *earlier)


def _received(entries: Sequence[Entry], hashes: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Paths and hashes of the files that a ledger received, where the bytes are these."""
    for entry in entries:
        if entry.get("what") == "received":
            files = sorted((str(one[0]), str(one[1])) for one in entry.get("files", ()))
            if sorted(sha256 for _, sha256 in files) == hashes:
                yield files


def _digest(
    files: Sequence[tuple[str, str]],
    submission: Submission,
    decisions: Sequence[Decision],
    ids: Mapping[str, str],
) -> str:
    made = (replace(one, item=ids.get(one.item, one.item)) for one in decisions)
    listed = [_decided(one) for one in sorted(made, key=lambda one: one.item)]
    found = {ids.get(item.id, item.id): [item.severity.value, against(item)] for item in items_of(submission)}
    return hashed([files, listed, found])


def _decided(decision: Decision) -> dict[str, Any]:
    return {key: value for key, value in asdict(decision).items() if key not in _NOT_DECIDED}


def hashed(content: object) -> str:
    """The SHA-256 of a content of texts, lists and dictionaries."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def items_entered(submission: Submission, decisions: Sequence[Decision]) -> list[list[Any]]:
    """What a ledger keeps of each decision, so that what changes later can be named: id, file, place in it,
    digest of the decision, severity, codes of the findings, digest of their cells.
    """
    made = {one.item: one for one in decisions}
    rows: list[list[Any]] = []
    for item in items_of(submission):
        decision, found = made.get(item.id), against(item)
        shown = "" if decision is None else hashed(_decided(decision))[:16]
        name = submission.files[item.file].name
        rows.append([item.id, name, item.place, shown, item.severity.value, list(found), hashed(found)[:16]])
    return rows
