"""The entries of a ledger on the current decisions: what was received, who signed, what was packaged."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
_SIGNED = ("approved", "sent_back")


def trail(entries: Sequence[Entry], decisions: Collection[str]) -> tuple[Entry, ...]:
    """The entries that belong to decisions of any of these digests: those on what they are on, and what
    followed from them; nothing where other decisions were entered later.
    """
    received: list[Entry] = []
    found: list[Entry] = []
    for entry in entries:
        what = entry.get("what")
        if what == "decided":
            same = entry.get("decisions") in decisions
            found = [*received, entry] if same else []
            received = []
        elif what in ("received", "corrected"):
            received.append(entry)
        elif found and _follows(entry, found, decisions):
            found.append(entry)
    return tuple(found)


def _follows(entry: Entry, found: Sequence[Entry], decisions: Collection[str]) -> bool:
    what = entry.get("what")
    if what == "withdrawn":
        return any(one.get("package") == entry.get("package") for one in found)
    return what == "packaged" or (what in _SIGNED and entry.get("decisions") in decisions)


def is_packaged(entries: Sequence[Entry]) -> bool:
    """Whether there is a package that was not withdrawn."""
    gone = {one.get("package") for one in entries if one.get("what") == "withdrawn"}
    return any(one.get("what") == "packaged" and one.get("package") not in gone for one in entries)


def of_researcher(entries: Sequence[Entry], researcher: str) -> tuple[Entry, ...]:
    """The entries on a researcher, or on all: nothing that was received from or packed for another."""
    own = [one for one in entries if str(one.get("researcher", researcher)) == researcher]
    packages = {one["package"] for one in own if one.get("what") == "packaged"}
    return tuple(one for one in own if one.get("what") != "withdrawn" or one.get("package") in packages)
