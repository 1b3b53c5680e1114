"""Two folders of files, one made on each system: equal byte by byte, but for what is listed here."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DIGITS = 12  # in which figures have to be equal where the last ones are not
_NAMED = 12  # different files that are named
TIMED = "run.log"  # its last line says how long the run took
# What no two runs have in common: ledgers have a random name, and settings the size of the window.
NEVER = {".ledger", ".head", ".ini"}


@dataclass(frozen=True)
class Comparison:
    """Names of files: equal, equal but for the last digits of figures, and different or on one side alone."""

    equal: tuple[str, ...]
    late_digits: tuple[str, ...]
    different: tuple[str, ...]

    def text(self) -> str:
        """It in a sentence."""
        late = f"; equal to {DIGITS} digits: {', '.join(self.late_digits)}" if self.late_digits else ""
        more = f" and {len(self.different) - _NAMED} more" if len(self.different) > _NAMED else ""
        other = f"; DIFFERENT: {', '.join(self.different[:_NAMED])}{more}" if self.different else ""
        return f"{len(self.equal)} files are equal byte by byte{late}{other}"


def compare(ours: Path, theirs: Path) -> Comparison:
    """All files of two folders."""
    found: dict[str, list[str]] = {"equal": [], "late_digits": [], "different": []}
    names = sorted({*_names(ours), *_names(theirs)})
    for name in names:
        found[_grade(ours / name, theirs / name)].append(name)
    return Comparison(*(tuple(found[key]) for key in ("equal", "late_digits", "different")))


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in NEVER:
            yield path.relative_to(folder).as_posix()


def _grade(ours: Path, theirs: Path) -> str:
    if not (ours.is_file() and theirs.is_file()):
        return "different"
    first, second = _content(ours), _content(theirs)
    if first == second:
        return "equal"
    if ours.suffix == ".json" and _rounded(json.loads(first)) == _rounded(json.loads(second)):
        return "late_digits"
    return "different"


def _content(path: Path) -> bytes:
    data = path.read_bytes()
    if path.name != TIMED:
        return data
    return b"\n".join(line for line in data.splitlines() if not line.startswith(b"took "))


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value
