"""Codes of classifications in labels: 10 and 10.1, DE1 and DE11, the range B-C."""

import re
from collections.abc import Iterator, Sequence

from sdc_desktop.engine.submission.sheets import whole_number

_CODE = re.compile(r"[A-Z]{1,4}\d[\dA-Z.]*|[A-Z]|\d{1,6}(?:\.\d{1,4})*\.?")
_RANGE = re.compile(r"([A-Z]|\d{1,4})\s?[-–]\s?([A-Z]|\d{1,4})")
_ROMAN = re.compile(r"[IVX]+")
_AGES = re.compile(r"\bage|\balter|\byears?\b|\bjahr", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_WITHOUT = 2  # lines without a code

Group = tuple[int, Sequence[int]]


def code_groups(labels: Sequence[str], name: str) -> Iterator[Group]:
    """Each code with the codes directly below it, next to it in the order of the lines. ``name``: of the
    labels; ages and years are no codes.
    """
    codes = [_code(label) for label in labels]
    given = [code for code in codes if code]
    if len(given) < 3 or len(codes) - len(given) > _MOST_WITHOUT or _AGES.search(name):
        return
    if all(map(_ROMAN.fullmatch, given)) or all(map(_YEAR.fullmatch, given)):
        return
    children: dict[int, list[int]] = {}
    ranges = [line for line, code in enumerate(codes) if "-" in code]
    lines = {code: line for line, code in reversed(list(enumerate(codes)))}
    for line, code in enumerate(codes):
        shorter = [lines[code[:end]] for end in range(1, len(code)) if code[:end] in lines]
        parent = _parent(codes, line, (*shorter, *ranges)) if code else None
        if parent is not None:
            children.setdefault(parent, []).append(line)
    for parent, own in children.items():
        if _is_run(parent, own, children):
            yield parent, own


def _code(label: str) -> str:
    whole = _RANGE.match(label)
    if whole is not None and not label[whole.end() :][:1].isalnum():
        return f"{whole[1]}-{whole[2]}"
    first = label.split(maxsplit=1)[0].rstrip(":") if label.strip() else ""
    return first.rstrip(".") if _CODE.fullmatch(first) else ""


def _parent(codes: Sequence[str], line: int, others: Sequence[int]) -> int | None:
    """The line of the narrowest code that has this one below it."""
    best: tuple[tuple[int, int], int] | None = None
    for other in others:
        if other == line or codes[other] == codes[line]:
            continue
        rank = _holds(codes[other], codes[line])
        if rank is not None and (best is None or rank > best[0]):
            best = rank, other
    return None if best is None else best[1]


def _holds(code: str, inner: str) -> tuple[int, int] | None:
    """How narrow a code is that has another below it: prefixes by length before ranges by width."""
    low, dash, high = code.partition("-")
    if not dash:
        return (1, len(code)) if inner.startswith(code) and "-" not in inner else None
    first, _, last = inner.partition("-")
    ends = [_number(text, low) for text in (low, high, first, last or first)]
    if any(end is None for end in ends):
        return None
    a, b, c, d = (end for end in ends if end is not None)
    return (0, a - b) if a <= c <= d <= b and (a, b) != (c, d) else None


def _number(code: str, like: str) -> int | None:
    """The place of a code in the order that a range is of: letters, or whole numbers."""
    if like.isdigit():
        return whole_number(code)
    return ord(code[0]) if code[:1].isalpha() and (len(code) == 1 or code[1:2].isdigit()) else None


def _is_run(parent: int, own: Sequence[int], children: dict[int, list[int]]) -> bool:
    """Whether a code and all below it follow one another."""
    below = set(own)
    waiting = list(own)
    while waiting:
        more = children.get(waiting.pop(), [])
        below |= set(more)
        waiting += more
    low, high = min(below), max(below)
    return high - low + 1 == len(below) and (low == parent + 1 or high == parent - 1)
