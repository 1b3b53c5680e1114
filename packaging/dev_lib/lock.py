"""The one lock file and its parts: what the program needs to run, to be made, to be developed."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_MARKER = re.compile(r"(\w+) (==|!=|<|>=) '([^']+)'")
_VIA = re.compile(r"\s*#\s+(?:via\s+)?(\S+)")


@dataclass(frozen=True)
class Pin:
    """One package of the lock: its name, its unchanged lines, and the names of what requires it."""

    name: str
    text: str
    wanted_by: frozenset[str]


def normalised(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(text: str) -> tuple[Pin, ...]:
    """The pins of a lock as `uv pip compile` writes it, in its order. Raises ValueError on a strange line."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            blocks.append([])
        elif not line.strip():
            continue
        elif not blocks:
            raise ValueError(f"a lock does not begin with: {line!r}")
        blocks[-1].append(line)
    return tuple(_pin(block) for block in blocks)


def _pin(lines: list[str]) -> Pin:
    found = _NAME.match(lines[0])
    if found is None or "==" not in lines[0]:
        raise ValueError(f"not a pinned package: {lines[0]!r}")
    via = [_VIA.match(line) for line in lines[1:] if line.lstrip().startswith("#")]
    wanted_by = frozenset(normalised(match[1]) for match in via if match and match[1] != "via")
    return Pin(normalised(found[0]), "\n".join(lines) + "\n", wanted_by)


def closure(pins: Iterable[Pin], roots: Iterable[str]) -> frozenset[str]:
    """The roots and all that they require, directly or not. Raises ValueError for a root outside the lock."""
    pins = tuple(pins)
    chosen = {normalised(root) for root in roots}
    lacking = chosen - {pin.name for pin in pins}
    if lacking:
        raise ValueError(f"the lock lacks {', '.join(sorted(lacking))}; make it anew: dev.py lock")
    while True:
        more = {pin.name for pin in pins if pin.wanted_by & chosen} - chosen
        if not more:
            return frozenset(chosen)
        chosen |= more


def subset(lock_text: str, roots: Iterable[str] | None) -> str:
    """The part of the lock that the roots need, hashes and all; the whole lock for None."""
    if roots is None:
        return lock_text
    pins = read_lock(lock_text)
    names = closure(pins, roots)
    return "".join(pin.text for pin in pins if pin.name in names)


def roots_of(pyproject: Path, extras: Iterable[str] = ()) -> tuple[str, ...]:
    """Names of the packages that pyproject requires: its dependencies and those of the extras given."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    query = list(project["dependencies"])
    for extra in extras:
        query += project["optional-dependencies"][extra]
    return tuple(normalised(_NAME.match(item)[0]) for item in query)  # type: ignore[index]


def for_system(pins: Iterable[Pin], system: str, python: str) -> tuple[Pin, ...]:
    """The pins that a system (``sys.platform``) and a Python (3.12.9) install, without their conditions.

    Raises ValueError on a condition of another form than a lock has.
    """
    facts = {
        "sys_platform": system,
        "python_full_version": python,
        "platform_python_implementation": "CPython",
    }
    chosen = []
    for pin in pins:
        head, _, rest = pin.text.partition("\n")
        package, mark, condition = head.rstrip("\\ ").partition(" ; ")
        if not mark or all(_holds(part, facts) for part in condition.split(" and ")):
            chosen.append(Pin(pin.name, f"{package} \\\n{rest}", pin.wanted_by))
    return tuple(chosen)


def _holds(condition: str, facts: Mapping[str, str]) -> bool:
    found = _MARKER.fullmatch(condition.strip())
    if found is None or found[1] not in facts:
        raise ValueError(f"a lock has no condition of the form {condition!r}")
    fact, how, wanted = facts[found[1]], found[2], found[3]
    if how in ("<", ">="):
        return (_figures(fact) < _figures(wanted)) == (how == "<")
    same = fact.startswith(wanted[:-1]) if wanted.endswith(".*") else fact == wanted
    return same == (how == "==")


def _figures(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
