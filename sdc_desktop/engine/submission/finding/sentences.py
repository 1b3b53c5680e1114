"""Sentences of texts: whether one states few persons, alone, as a difference or as a percentage."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import chain, pairwise
from typing import NamedTuple

from sdc_desktop.engine.submission.finding.statement_words import (
    NOT_AFTER,
    NUMBER_WORD,
    NUMBER_WORDS,
    OF_ONE,
    PERCENT,
    THINGS,
    UNIT,
    VALUES_OF,
)
from sdc_desktop.engine.submission.finding.statements import MOST_STATED, stated_in
from sdc_desktop.engine.submission.finding.words import kind_of, kinds_in
from sdc_desktop.engine.submission.sheets import whole_number

_ALL_BUT = re.compile(
    r"\b(?:all but|all except|alle bis auf|bis auf|alle außer)\s+(?P<number>\w+)", re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?])(?<!\.\.)(?<![Nn][or]\.)\s+(?=[A-ZÄÖÜ0-9\"(„»])|\n+")
_LISTED = re.compile(  # North: 120, South (80) and East 3; a line of dots between
    r"(?:^|[\n,;:.(]|\band\b|\bund\b)[\s*•-]*(?P<label>[^\W\d_][^\n\d,;:.=()]*?)(?:\s*[:=(]|\s\.*)\s*"
    r"(?P<number>\d{1,9})(?=\)?\s*(?:[\n,;]|\.(?!\d)|and\b|und\b|$))"
)
_LEADING = re.compile(r"(?:^|[\n,])[(\[](?P<number>\d{1,9})[)\]] [^\W\d_]")  # among them: (3) East
_NUMBERED = re.compile(r"\s*[:=(]|\s\.{2,}")  # between a label and its number, which is no number of order
_LEAST_LABEL = 3  # letters: no df, SD or CI
_OTHER_DIGIT = re.compile(r"(?<!\w)[¹²³⁴-⁹₁-₉①-⑨⑴-⑼❶-❾](?!\w)")  # not behind a word, as in m² or a mark
_BEFORE = 40  # characters before a number word that can say what it is
_HUNDRED = Decimal(100)


class Sentence(NamedTuple):
    """A sentence of a text, and where it begins in it. ``few``: the number of persons that it leaves few."""

    start: int
    text: str
    few: int | None

    @property
    def has_endpoint(self) -> bool:
        """Whether it has a word for a minimum or maximum, which is the value of one person, and a figure."""
        return any(map(str.isdigit, self.text)) and "endpoint" in kinds_in(self.text)


def sentences(text: str, is_few: Callable[[float], bool], *, is_title: bool = False) -> Iterator[Sentence]:
    """The sentences of a text. A percentage is of the number stated last, in its sentence or before; a
    difference is of numbers of persons in one sentence or in two that follow one another.
    """
    start, last = 0, None
    before: list[int] = []  # numbers of persons in the sentence before
    for end, following in [
        *((one.start(), one.end()) for one in _END.finditer(text)),
        (len(text), len(text)),
    ]:
        sentence = _OTHER_DIGIT.sub(lambda one: str(unicodedata.digit(one[0])), text[start:end])
        stated = [one for one in stated_in(sentence, is_title=is_title, least=1) if one.n <= MOST_STATED]
        numbers = sorted({one.n for one in stated} | set(_in_words(sentence)))
        persons = [one.n for one in stated if one.direct]
        found = chain(
            numbers,
            _differences([*numbers, *before] if persons else numbers),
            _in_percentages(sentence, persons or ([] if last is None else [last])),
            _listed(sentence),
            [1] if _is_of_one(sentence) else [],
        )
        if sentence.strip():
            yield Sentence(start, sentence, next(filter(is_few, found), None))
        start, last, before = following, persons[-1] if persons else last, persons


def _in_words(sentence: str) -> Iterator[int]:
    """Numbers in words before a unit: three patients."""
    for found in NUMBER_WORD.finditer(sentence):
        before = sentence[max(0, found.start() - _BEFORE) : found.start()]
        if UNIT.match(sentence, found.end()) and not NOT_AFTER.search(before):
            word = found["word"] or found["roman"] or "one"
            yield NUMBER_WORDS.get(word.lower(), 1)
    for found in _ALL_BUT.finditer(sentence):
        word = found["number"].lower()
        number = NUMBER_WORDS.get(word, whole_number(word))
        if number is not None:
            yield number


def _differences(numbers: list[int]) -> Iterator[int]:
    yield from (b - a for a, b in pairwise(sorted(numbers)))


def _listed(sentence: str) -> list[int]:
    """Numbers that a sentence lists, each behind what it counts: several, or one behind a sign."""
    found = [one for one in _LISTED.finditer(sentence) if _counts(sentence, one)]
    numbers = [int(one["number"]) for one in (*found, *(_LEADING.finditer(sentence) if found else ()))]
    alone = len(found) == 1 and _NUMBERED.match(sentence, found[0].end("label"))
    return numbers if len(set(numbers)) > 1 or alone else []


def _counts(sentence: str, one: re.Match[str]) -> bool:
    """Whether a listed number can be one of persons by its label."""
    label = one["label"].strip()
    before = sentence[max(0, one.start("number") - _BEFORE) : one.start("number")].rstrip(" .:=(") + " "
    if len(label) < _LEAST_LABEL or NOT_AFTER.search(before) or THINGS.search(f" {label}"):
        return False
    return kind_of(label) in (None, "count")


def _is_of_one(sentence: str) -> bool:
    """Whether a sentence is about a single person, by a number or a day of birth, or lists values of each."""
    if OF_ONE.search(sentence):
        return True
    return VALUES_OF.search(sentence) is not None and not {"mean", "position", "sd"} & {*kinds_in(sentence)}


def _in_percentages(sentence: str, bases: list[int]) -> Iterator[int]:
    """The least numbers that a percentage of a stated number can be, or can leave."""
    for found in PERCENT.finditer(sentence):
        written = found["number"].replace(",", ".")
        percent, half = Decimal(written), Decimal(5).scaleb(-len(written.partition(".")[2]) - 1)
        for base in bases:
            if not 0 < percent < _HUNDRED:
                continue
            low = ((percent - half) * base / _HUNDRED).to_integral_value(ROUND_CEILING)
            high = ((percent + half) * base / _HUNDRED).to_integral_value(ROUND_FLOOR)
            if low <= high:
                yield from (max(1, int(low)), base - min(base - 1, int(high)))
