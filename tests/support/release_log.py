"""Release logs with their heads in a folder beside them."""

import hashlib
import json
from pathlib import Path

from sdc_desktop.engine.output.ledger import Entry, Seen, head_path_in, read_ledger
from sdc_desktop.engine.release import live
from sdc_desktop.engine.release.live_setup import LiveSetup


def head_of(log: Path) -> Path:
    """Where the head of this log is; its folder is made."""
    folder = log.parent / "heads"
    folder.mkdir(exist_ok=True)
    return head_path_in(folder, log)


def begin(log: Path, setup: LiveSetup) -> live.LiveRelease:
    """A new release."""
    return live.begin(log, head_of(log), setup)


def resume(log: Path, seen: Seen | None = None) -> live.LiveRelease:
    """The release of this log."""
    return live.resume(log, head_of(log), seen=seen)


def timeless(log: Path) -> list[Entry]:
    """The entries of a log without their times, and without what identifies the log."""
    entries, _ = read_ledger(log)
    return [{key: value for key, value in entry.items() if key not in ("at", "id")} for entry in entries]


def without_head(log: Path, path: Path) -> Path:
    """The log as version 1 of its format wrote it at `path`: no rule for joining cells, times or accounts."""
    last, lines = "0" * 64, []
    for entry in timeless(log):
        old = {key: value for key, value in entry.items() if key != "by"}
        if not lines:
            rules = {key: value for key, value in old["setup"]["rules"].items() if key != "join"}
            old = old | {"version": 1, "setup": old["setup"] | {"rules": rules}}
        text = json.dumps(old, ensure_ascii=False, separators=(",", ":"))
        last = hashlib.sha256(f"{last}\n{text}".encode()).hexdigest()
        lines.append(f"{last} {text}\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path
