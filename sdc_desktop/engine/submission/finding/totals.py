"""Totals by arithmetic: which lines of a table are sums of others.

Line i is the total of the last L lines that are not yet part of another one, if it equals their sum in every
column whose parts are all known. Forwards, then backwards and forwards on what is left, and the same begun
backwards: the reading that explains more lines is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

Line = Sequence[int | None]  # units by column; None where not known
_MOST = 2**62
MOST_LINES = 2_000  # beyond them totals are found by their words alone


@dataclass(frozen=True)
class Total:
    """One relation: the number of a line, and of the lines whose sum it is, ascending."""

    line: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """The lines of a table along one axis. ``taking``: whether a line can be a part or a total. ``named``:
    whether its label has a word for total. ``groups``: lines of different groups never add up.
    """

    lines: Sequence[Line]
    taking: Sequence[bool]
    named: Sequence[bool]
    groups: Sequence[object]
    decimals: int = 0
    base: int = 0  # of rounding, in units; 0: not rounded

    @cached_property
    def units(self) -> npt.NDArray[Any]:
        """The lines as numbers, (lines, figures), 0 where not known: int64, or objects beyond 64 bits."""
        units = [[value or 0 for value in line] for line in self.lines]
        largest = max((abs(value) for line in units for value in line), default=0)
        return np.array(units, dtype=np.int64 if largest * len(units) < _MOST else object)

    @cached_property
    def known(self) -> npt.NDArray[np.bool_]:
        """Which figures are known: (lines, figures)."""
        return np.array([[value is not None for value in line] for line in self.lines], dtype=np.bool_)


@dataclass(frozen=True)
class Answer:
    """The relations found, and whether totals leave suppressed parts out."""

    totals: tuple[Total, ...] = ()
    without_suppressed: bool = False


def find_totals(question: Question) -> Answer:
    """The totals of a table along one axis."""
    numbers = [i for i, takes in enumerate(question.taking) if takes]
    if len(numbers) > MOST_LINES or len(numbers) < 3:
        return Answer()
    best: tuple[int, tuple[Total, ...]] = (0, ())
    for first in (1, -1):
        found = _reading(question, numbers, first)
        explained = len({line for total in found for line in (total.line, *total.parts)})
        if explained > best[0]:
            best = explained, tuple(sorted(found, key=lambda total: total.line))
    return _with_suppressed(question, best[1], numbers)


def _reading(question: Question, numbers: Sequence[int], first: int) -> list[Total]:
    """Three passes in changing directions, each on the lines that are not yet part of another."""
    found: list[Total] = []
    for direction in (first, -first, first):
        used = {part for total in found for part in total.parts}
        known = {total.line for total in found}
        left = [number for number in numbers if number not in used]
        found += _pass(question, left if direction > 0 else left[::-1], known)
    return found


def _pass(question: Question, numbers: Sequence[int], known: set[int]) -> list[Total]:
    found: list[Total] = []
    open_: list[int] = []
    for number in numbers:
        length = 0 if number in known else _length(question, number, open_)
        if length:
            parts = open_[-length:]
            del open_[-length:]
            found.append(Total(number, tuple(sorted(parts))))
        open_.append(number)
    return found


def _length(question: Question, number: int, open_: Sequence[int]) -> int:
    """Of how many of the last open lines a line is the total; 0 where of none. The longest is used."""
    group, named = question.groups[number], question.named[number]
    run = list(takewhile(lambda part: question.groups[part] == group, reversed(open_)))
    if len(run) < 2 or (question.base and not named):
        return 0
    line, parts = question.units[number], question.units[run]
    known = question.known[number] & np.logical_and.accumulate(question.known[run], axis=0)
    lengths = np.arange(1, len(run) + 1)
    slack = _tolerance(question, 1) * (lengths + 1) / 2
    misses = np.abs(parts.cumsum(axis=0) - line) > slack[:, np.newaxis]
    equal = (known & (line != 0)).sum(axis=1)
    enough = (equal >= 2) | ((equal == 1) & (named | ((line.size == 1) & (lengths >= 3))))
    fitting = lengths[~(known & misses).any(axis=1) & enough & (lengths > 1)]
    return int(fitting[-1]) if fitting.size else 0


def _tolerance(question: Question, length: int) -> float:
    if question.base:
        return (length + 1) * question.base / 2
    return (length + 1) / 2 if question.decimals else 0


def _with_suppressed(question: Question, totals: tuple[Total, ...], numbers: Sequence[int]) -> Answer:
    """Adds lines with a word for total whose parts are in part suppressed, unless totals exclude these."""
    totals = tuple(total for total in totals if not _leaves_out(question, total))
    left_out = _all_leave_out(question, numbers)
    if left_out:
        kept = tuple(total for total in totals if not _has_suppressed(question, total))
        return Answer(kept, True)
    part = {one for total in totals for one in total.parts}
    known = {total.line for total in totals}
    more: list[Total] = []
    for number in numbers:
        if number in known or not question.named[number]:
            continue
        above = _above(number, (*totals, *more))
        parts = tuple(one for one in _open_before(question, numbers, number, part, known) if one not in above)
        if len(parts) > 1 and _not_under(question, number, parts):
            more.append(Total(number, parts))
            part |= set(parts)
    return Answer(tuple(sorted((*totals, *more), key=lambda total: total.line)), False)


def _above(number: int, totals: Sequence[Total]) -> set[int]:
    """The lines that a line is part of, directly or by totals between."""
    found: set[int] = set()
    waiting = [number]
    while waiting:
        part = waiting.pop()
        more = {total.line for total in totals if part in total.parts} - found
        found |= more
        waiting += more
    return found


def _leaves_out(question: Question, total: Total) -> bool:
    """Whether a relation was found on columns without suppressed parts, and others contradict it."""
    lines = question.lines
    for column, value in enumerate(lines[total.line]):
        parts = [lines[part][column] for part in total.parts]
        known = sum(part for part in parts if part is not None)
        if value is not None and None in parts and value + _tolerance(question, len(parts)) < known:
            return True
    return False


def _all_leave_out(question: Question, numbers: Sequence[int]) -> bool:
    """Whether every named total over suppressed parts equals the sum of what is published."""
    named = [number for number in numbers if question.named[number]]
    seen = False
    for number in named:
        parts = [
            one for one in numbers if one not in named and question.groups[one] == question.groups[number]
        ]
        for column, value in enumerate(question.lines[number]):
            values = [question.lines[part][column] for part in parts]
            if value is None or None not in values:
                continue
            known = [one for one in values if one is not None]
            if not known or abs(value - sum(known)) > _tolerance(question, len(parts)):
                return False
            seen = True
    return seen


def _has_suppressed(question: Question, total: Total) -> bool:
    return any(value is None for part in total.parts for value in question.lines[part])


def _open_before(
    question: Question, numbers: Sequence[int], number: int, part: set[int], known: set[int]
) -> tuple[int, ...]:
    """The lines before a named total, or after one that is first, that are not part of another total."""
    place = numbers.index(number)
    usable = [
        one
        for one in (numbers[:place] or numbers[place + 1 :])
        if one not in part and question.groups[one] == question.groups[number]
        and not (question.named[one] and one not in known)
    ]  # fmt: skip
    return tuple(usable)


def _not_under(question: Question, number: int, parts: Sequence[int]) -> bool:
    """Whether a line is nowhere less than the sum of its known parts, with some of them suppressed."""
    lines = question.lines
    suppressed = False
    for column, value in enumerate(lines[number]):
        values = [lines[part][column] for part in parts]
        known = sum(one for one in values if one is not None)
        if value is None:
            continue
        if None not in values:
            if abs(value - known) > _tolerance(question, len(parts)):
                return False
        elif value + _tolerance(question, len(parts)) < known:
            return False
        else:
            suppressed = True
    return suppressed
