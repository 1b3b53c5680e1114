"""The golden tables of Bezzi et al. 2012 (counts by age and location), rules for small tests, logs."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sdc_desktop.engine.output.ledger import Entry, Seen, head_path_in, read_ledger
from sdc_desktop.engine.release import live
from sdc_desktop.engine.release.live_setup import LiveSetup
from sdc_desktop.engine.release.rules import Counts, Rules, Vector
from sdc_desktop.engine.release.spec import TESTS, Policy, Test

AGES = ("<18", "18-19", "20-24", "25-29", "30-34", "35-39", "40-44", "45-49", "50-54", ">=55")
LOCATIONS = ("L1", "L2", "L3", "L4", "L5")
_ROWS: Mapping[str, tuple[tuple[int, ...], ...]] = {  # a row an age, a column a location
    "full": (
        (72, 26, 38, 47, 73),
        (151, 53, 82, 140, 223),
        (539, 147, 449, 505, 736),
        (452, 114, 370, 418, 613),
        (335, 213, 234, 318, 501),
        (321, 238, 277, 332, 538),
        (128, 219, 122, 162, 220),
        (20, 205, 50, 49, 76),
        (9, 71, 28, 34, 31),
        (2, 13, 2, 2, 2),
    ),
    "mis": (
        (9, 5, 7, 8, 11),
        (23, 11, 12, 19, 29),
        (80, 30, 68, 70, 109),
        (71, 18, 55, 58, 88),
        (51, 30, 43, 47, 74),
        (55, 28, 46, 50, 76),
        (25, 24, 23, 25, 38),
        (2, 10, 11, 11, 13),
        (2, 8, 4, 5, 6),
        (1, 1, 0, 0, 0),
    ),
    "kld": (
        (12, 4, 6, 5, 16),
        (25, 11, 18, 18, 43),
        (86, 29, 90, 72, 141),
        (66, 19, 65, 67, 112),
        (56, 31, 37, 49, 94),
        (57, 29, 55, 51, 115),
        (19, 18, 19, 27, 47),
        (9, 8, 8, 4, 13),
        (2, 4, 6, 2, 7),
        (0, 1, 1, 1, 0),
    ),
    "cst": (
        (13, 0, 8, 6, 4),
        (25, 1, 13, 35, 35),
        (92, 0, 80, 100, 135),
        (74, 0, 76, 94, 117),
        (65, 3, 55, 63, 98),
        (64, 38, 48, 71, 94),
        (32, 7, 21, 29, 41),
        (3, 3, 11, 13, 18),
        (0, 0, 3, 8, 4),
        (0, 0, 0, 0, 0),
    ),
    "dqt": (
        (14, 3, 5, 8, 15),
        (36, 10, 10, 34, 43),
        (104, 30, 77, 84, 176),
        (96, 18, 73, 76, 134),
        (69, 50, 48, 77, 109),
        (64, 32, 49, 64, 120),
        (0, 36, 18, 30, 42),
        (0, 34, 17, 10, 18),
        (3, 14, 5, 6, 4),
        (1, 3, 0, 1, 0),
    ),
}


def golden(name: str) -> Counts:
    """The counts (locations, ages) of one golden table: full, mis, kld, cst, dqt."""
    return np.ascontiguousarray(np.array(_ROWS[name], dtype=np.int64).T)


def soldiers(alpha: float = 0.2, **choices: object) -> Rules:
    """The rules of the source: the ages of all soldiers are the baseline, their locations the targets."""
    full = golden("full")
    settled = {
        "values": AGES,
        "targets": LOCATIONS,
        "shares": full.sum(axis=1) / full.sum(),
        "degrees": "seen",
    }
    return small_rules(full.sum(axis=0) / full.sum(), len(LOCATIONS), alpha, **(settled | choices))


def small_rules(baseline: Vector, targets: int, alpha: float = 0.2, /, **choices: object) -> Rules:
    """Rules with numbers for names and equal shares of the targets."""
    settled: dict[str, object] = {
        "values": tuple(map(str, range(len(baseline)))),
        "targets": tuple(map(str, range(targets))),
        "baseline": np.asarray(baseline, dtype=np.float64),
        "shares": np.full(targets, 1 / targets),
        "alpha": dict.fromkeys(TESTS, alpha),
    } | choices
    return Rules(**settled)  # type: ignore[arg-type]


def live_setup(
    attribute: str,
    target: str,
    baseline: Mapping[str, float],
    targets: tuple[str, ...],
    tests: tuple[Test, ...],
    alpha: Mapping[Test, float],
    shares: Mapping[str, float] | None = None,
    **choices: Any,
) -> LiveSetup:
    """A setup from what the user enters: all targets are declared, with equal shares unless given.

    ``choices``: policy, degrees, draws, seed, dixon_on, join.
    """
    weights = np.ones(len(targets)) if shares is None else np.array([float(shares[name]) for name in targets])
    values = np.array([float(share) for share in baseline.values()])
    policy: Policy = choices.pop("policy", "oldest_first")
    rules = Rules(
        tuple(baseline),
        tuple(targets),
        values / values.sum(),
        weights / weights.sum(),
        dict(alpha),
        **choices,
    )
    return LiveSetup(attribute, target, rules, tests, policy)


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
    path.write_bytes("".join(lines).encode())
    return path
