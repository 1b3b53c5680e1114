"""Numbers of persons that headings, labels, titles and notes state, and the cells that each counts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sdc_desktop.engine.submission.finding.statement_words import (
    BASE_BEFORE,
    EQUALS_BEFORE,
    MONTH_AROUND,
    NO_BASE_BEFORE,
    NOT_AFTER,
    NOT_AFTER_IN_TITLES,
    NOT_BEFORE,
    RANGE_BEFORE,
    SIZE,
    SUPERLATIVE,
    THINGS,
    UNIT,
    WEAK_BASES,
)
from sdc_desktop.engine.submission.finding.words import kind_of

Scope = Literal["columns", "rows", "table", "pool"]
Source = Literal["head", "label", "heading", "count_row", "corner", "title", "note", "text"]

MOST_STATED = 10**15
_NUMBER = re.compile(
    r"(?<![\w.,'’])(?:[1-9]\d{0,2}(?P<sign>[ \u00a0\u2009\u202f\u2007'’.,])\d{3}(?:(?P=sign)\d{3})*|\d+)"
    r"(?![\w'’]|[.,]\d)"
)
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_LEAST_ASSUMED = 10  # of other whole numbers beside a statement
_BEFORE = 40  # characters before a number that can say what it is
_AROUND = 60  # characters of the words around a statement
_STATISTICS = ("sd", "endpoint", "position", "mean", "percent", "ratio", "correlation", "p_value", "gini")


@dataclass(frozen=True)
class Statement:
    """A stated number of persons. ``place``: the address of its cell or line, with the sheet before it;
    ``text``: the words around it. ``scope``: whole columns or rows of a table by ``lines``, all of its
    count cells, or any table of the submission (pool). ``certain``: no other number is stated for the scope.
    ``source``: where it is; a label is of a row with figures, a heading is of the rows below it.
    ``is_size``: that it is few means that the persons of its scope are few.
    """

    n: int
    place: str
    text: str
    scope: Scope
    lines: tuple[int, ...] = ()
    certain: bool = True
    source: Source = "text"
    is_size: bool = False


class Stated(NamedTuple):
    """A number of persons in a text. ``sign``: its thousands sign. ``direct``: it has words for persons;
    other numbers are beside such a one. ``is_size``: these words can mean nothing else.
    """

    n: int
    start: int
    end: int
    sign: str
    direct: bool
    is_size: bool

    def around(self, text: str) -> str:
        """The words around it."""
        first = max(0, self.start - _AROUND // 2)
        first = text.rfind(" ", 0, first) + 1
        return " ".join(text[first : max(self.end, first + _AROUND)].split())


def stated_in(
    text: str, *, is_label: bool = False, is_title: bool = False, least: int = _LEAST_ASSUMED
) -> Iterator[Stated]:
    """The numbers of persons that a line states, in their order; `MOST_STATED` + 1 for any larger one.
    ``is_label``: it is a head or label, whose other numbers are categories. ``least``: of other numbers.
    """
    found: list[Stated] = []
    others: list[Stated] = []
    for match in _NUMBER.finditer(text):
        one = _stated(text, match, is_label=is_label, is_title=is_title)
        if one is not None and (one.direct or one.n >= least):
            (found if one.direct else others).append(one)
    if found and not is_label:
        found += others
    return iter(sorted(found, key=lambda one: one.start))


def thousands_votes(texts: Iterable[str]) -> tuple[int, int, int]:
    """Votes of stated numbers on the decimals of their file, as `votes` counts: persons are whole, so that
    the sign in 1,204 patients is one of thousands.
    """
    signs = [
        one.sign
        for text in texts
        if any(sign in text for sign in ".,")
        for one in stated_in(text)
        if one.direct and one.sign in (".", ",")
    ]
    return signs.count(","), signs.count("."), -len(signs)


def _stated(text: str, match: re.Match[str], *, is_label: bool, is_title: bool) -> Stated | None:
    start, end = match.span()
    digits = "".join(sign for sign in match[0] if sign.isdigit())
    before = text[max(0, start - _BEFORE) : start]
    number = int(digits) if len(digits) <= len(str(MOST_STATED)) else MOST_STATED + 1
    if NOT_BEFORE.match(text, end) or _is_other(before, is_label or is_title):
        return None
    stated = Stated(number, start, end, match["sign"] or "", True, True)
    if EQUALS_BEFORE.search(before):
        return stated
    unit = UNIT.match(text, end)
    if unit is not None and not (unit["between"] and SUPERLATIVE.fullmatch(unit["between"])):
        words = before.strip()
        is_category = not words or (words[-1] != "(" and SIZE.search(unit[0]) is not None)
        return None if is_label and is_category else stated
    base = BASE_BEFORE.search(before)
    is_year = _FIRST_YEAR <= number <= _LAST_YEAR and not match["sign"]
    if is_year or THINGS.match(text, end):
        return None
    if base is not None and not _is_of_statistic(before[: base.start()]):
        return stated._replace(is_size=" ".join(base["word"].lower().split()) not in WEAK_BASES)
    near = text[max(0, start - 12) : start], text[end : end + 12]
    if any(MONTH_AROUND.search(part) for part in near):
        return None
    return stated._replace(direct=False, is_size=False)


def _is_other(before: str, is_heading: bool) -> bool:
    """Whether the words before a number show that it is none of persons."""
    patterns = (NOT_AFTER, RANGE_BEFORE, NO_BASE_BEFORE, *((NOT_AFTER_IN_TITLES,) if is_heading else ()))
    return any(pattern.search(before) for pattern in patterns)


def _is_of_statistic(before: str) -> bool:
    """Whether a number belongs to a statistic: a median of 52."""
    words = before.split()
    return bool(words) and kind_of(words[-1].strip("(),;:")) in _STATISTICS
