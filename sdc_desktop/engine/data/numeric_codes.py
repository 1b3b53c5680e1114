"""Numbers that usually mean "missing" in surveys: −9, −8, 99, 998, proposed when a file is first opened.

They are proposed only where they lie outside the other values, with a gap that the others do not have: never
for an age of 99 or a household of nine. A number that is read as a value raises no warning: it may be one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name

NEGATIVE = tuple(f"-{code}" for code in (*range(1, 10), 66, 77, 88, *range(94, 100), 777, 888, 999, 9999))
POSITIVE = (
    *("7", "8", "9"),
    *(digit * times for times in range(2, 9) for digit in "78"),
    *(str(10**times - less) for times in range(2, 10) for less in (4, 3, 2, 1)),
)
_FEW = 30  # different values whose gaps say something; of more the records of the highest do
_EDGE = 64  # values looked at from each end
_SMALLEST_GAP = 3
_CLEAR_GAP = 5  # of one figure: above it also a rare code is one
_FEWEST_RECORDS = 2
_OF_SPAN = 4  # the gap is more than this part of the span of the others
_FAR = 2  # times that span: then a rare code is one
_TIMES = 3  # and this many times their largest gap, where they are few
_SYMMETRIC = 10  # different values that may be a scale from minus to plus
_COUNTS = listed_words(  # names of what is counted or may be 99: only codes of three figures are proposed
    """
    age alter anzahl amount betrag children count day days duration hhsize household kinder
    kinderzahl jahre members month months minutes number persons personen preis price rooms score
    size tage weeks year years
    """
)


@dataclass(frozen=True)
class Values:
    """The numbers of a column with their records, ascending, from both ends; ``texts`` are distinct values
    that are no numbers, ``ranges`` those of them that begin with a figure.
    """

    numbers: int
    texts: int
    ranges: int
    low: tuple[tuple[float, int], ...]
    high: tuple[tuple[float, int], ...]


def numeric_codes(
    relation: Relation,
    column: int,
    name: str,
    missing: Sequence[str],
    decimal: DecimalMark,
    context: JobContext,
) -> dict[str, int]:
    """The numbers in a column that look like missing codes, with the records that have each. Raises
    Cancelled.
    """
    tokens = [text for text in (*NEGATIVE, *POSITIVE) if text not in missing]
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        rows = run(cursor, f"{relation.among(column, tokens, context)} ORDER BY value")
    found = {str(text): int(number) for text, number in rows}
    if not found:
        return {}
    chosen = chosen_codes(name, found, _values(relation, column, missing, decimal, context))
    return {text: number for text, number in found.items() if text in chosen}


def chosen_codes(name: str, found: Mapping[str, int], values: Values) -> tuple[str, ...]:
    """Those of the numbers ``found`` that are codes rather than values."""
    if values.texts:
        worded = not values.ranges and values.texts >= 2 and values.numbers == len(found)
        return tuple(found) if worded else ()
    negative = [text for text in found if text.startswith("-")]
    positive = [text for text in found if not text.startswith("-")]
    return (*_below(negative, values), *_above(name, positive, values))


def _below(found: Sequence[str], values: Values) -> tuple[str, ...]:
    """All negative codes, where all other numbers are at least 0 and one of the codes lies apart."""
    codes = {float(text) for text in found}
    low = [x for x, _ in values.low]
    others = [x for x in low if x not in codes]
    if not codes or values.numbers - len(codes) < 2 or not others or others[0] < 0:
        return ()
    scale = values.numbers - len(codes) <= _SYMMETRIC and values.high[-1][0] == -low[0]
    apart = any(after - before >= 2 for before, after in pairwise(low) if before in codes)
    return tuple(found) if apart and not scale else ()


def _above(name: str, found: Sequence[str], values: Values) -> tuple[str, ...]:
    """The longest run of codes of one length at the upper end that has a gap below it."""
    figures = {float(text): text for text in found}
    high = [one for one in reversed(values.high) if one[0] >= 0]
    block: list[tuple[float, int]] = []
    for one in high:
        if one[0] not in figures or len(figures[one[0]]) != len(figures[high[0][0]]):
            break
        block.append(one)
    for size in range(len(block), 0, -1):
        length = len(figures[block[0][0]])
        if _is_apart(name, block[:size], high[size:], length, values):
            return tuple(figures[x] for x, _ in block[:size])
    return ()


def _is_apart(
    name: str,
    block: Sequence[tuple[float, int]],
    others: Sequence[tuple[float, int]],
    length: int,
    values: Values,
) -> bool:
    """Whether numbers at the upper end lie apart from the others, both descending."""
    if len(others) < 2 or (length < 3 and parts_of_name(name) & _COUNTS):
        return False
    records = sum(number for _, number in block)
    edge, at_edge = others[0]
    gap, lowest = block[-1][0] - edge, next((x for x, _ in values.low if x >= 0), edge)
    if records < _FEWEST_RECORDS or gap < _SMALLEST_GAP or gap * _OF_SPAN <= edge - lowest:
        return False
    if length == 1 and gap < _CLEAR_GAP and records <= at_edge:
        return False
    if values.numbers <= _FEW:
        return gap >= _TIMES * max(before - after for (before, _), (after, _) in pairwise(others))
    return records > at_edge or gap >= _FAR * (edge - lowest)


def _values(
    relation: Relation, column: int, missing: Sequence[str], decimal: DecimalMark, context: JobContext
) -> Values:
    from sdc_desktop.engine.data.detect import number_pattern

    number = f"regexp_full_match(value, {sql_text(number_pattern(decimal))})"
    cast = f"CASE WHEN {number} THEN try_cast(replace(trim(value), {sql_text(decimal)}, '.') AS DOUBLE) END"
    cursor = relation.store.cursor()
    with relation.grouped(column, context) as values, interruptible(cursor, context):
        known = f"FROM {values} WHERE NOT list_contains({sql_texts(missing)}, value)"
        numbers = (
            f"SELECT x, sum(n)::BIGINT AS n FROM (SELECT {cast} AS x, frequency AS n {known}) GROUP BY x"
        )
        counted = only(
            cursor,
            f"SELECT count(DISTINCT {cast}), count(DISTINCT value) FILTER (NOT {number}), "
            "count(DISTINCT value) FILTER "
            f"(NOT {number} AND regexp_full_match(value, '[0-9].*')) {known}",
        )
        ends = [
            run(cursor, f"{numbers} HAVING x IS NOT NULL ORDER BY x {order} LIMIT {_EDGE}")
            for order in ("ASC", "DESC")
        ]
        low, high = ([(float(x), int(n)) for x, n in end] for end in ends)
    numbers_found, texts, ranges = (int(one) for one in counted)
    return Values(numbers_found, texts, ranges, tuple(low), tuple(reversed(high)))
