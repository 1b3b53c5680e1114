"""Texts that usually mean "missing" in text files, such as NA of R, a full stop of SAS or NULL of SQL.

Read as values they would make numbers categories and count as sensitive values. Which tokens are proposed for
a column depends on its other values: all tokens where these are numbers or dates, else the unambiguous ones.
Where half of the others are two capital letters, NA may be Namibia: then the user decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.classifications import is_classification
from sdc_desktop.engine.data.detect import figures_of_values, level_of, look_at
from sdc_desktop.engine.data.formats import DecimalMark, Format
from sdc_desktop.engine.data.numeric_codes import numeric_codes
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_text
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.spec import Level

TEXT_FORMATS: frozenset[Format] = frozenset({"csv", "fixed", "xlsx"})  # others declare their missing codes
ALWAYS = (
    "NA",
    "N/A",
    "n/a",
    "#N/A",
    "NaN",
    "nan",
    "NULL",
    "null",
    "<NA>",
    r"\N",
    "(null)",
    ".",
)
OF_NUMBERS = (
    *("None", "none", "-", "--", "?", "..", ":", "x", "X", "missing", "._"),
    *(f".{letter}" for letter in ascii_letters),
)
TOKENS = (*ALWAYS, *OF_NUMBERS)
_WRITTEN = tuple(f"{before}{token}{after}" for token in TOKENS for before in ("", " ") for after in ("", " "))
FEWEST_OTHERS = 2  # different values that show what kind of column it is
_TWO_CAPITALS = "[A-Z]{2}"


@dataclass(frozen=True)
class MissingCodes:
    """Texts of a column that look like missing codes, and how many records have them. ``ambiguous``: they
    may be values, and are not proposed. ``level``: of the column without them; ``as_read``: with them.
    """

    codes: tuple[str, ...]
    number: int
    ambiguous: bool
    level: Level
    as_read: Level
    numeric: tuple[str, ...] = ()  # those that are numbers: read as values they raise no warning


def with_numeric_codes(
    codes: MissingCodes | None,
    relation: Relation,
    column: int,
    name: str,
    missing: Sequence[str],
    decimal: DecimalMark,
    as_read: Level,
    context: JobContext,
) -> MissingCodes | None:
    """The codes of a column with numbers that look like missing codes (−9, 99). Raises Cancelled."""
    texts = () if codes is None else codes.codes
    if codes is not None and codes.ambiguous:
        return codes
    found = numeric_codes(relation, column, name, (*missing, *texts), decimal, context)
    if not found:
        return codes
    number = sum(found.values()) + (0 if codes is None else codes.number)
    looks = look_at(relation, column, (*missing, *texts, *found), decimal, context)
    is_code = looks.distinct == looks.whole and is_classification(name)
    level = "nominal" if is_code else level_of(looks)
    return MissingCodes((*texts, *found), number, False, level, as_read, tuple(found))


def codes_of(
    relation: Relation,
    column: int,
    missing: Sequence[str],
    decimal: DecimalMark,
    as_read: Level,
    context: JobContext,
    values: Sequence[str] = (),
) -> MissingCodes | None:
    """The texts of a column that look like missing codes and are not declared as `missing`; None where there
    are none. ``as_read``: the level of the column with them; ``values``: texts that are none.
    Raises Cancelled.
    """
    found = _found(relation, column, (*missing, *values), context)
    if not found:
        return None
    looks = look_at(relation, column, (*missing, *found), decimal, context)
    typed = looks.distinct in (looks.numbers, looks.dates)
    ambiguous = False
    if looks.distinct < FEWEST_OTHERS or not typed:
        found = {text: number for text, number in found.items() if text.strip() in ALWAYS}
        if not found:
            return None
        looks = look_at(relation, column, (*missing, *found), decimal, context)
        ambiguous = _are_two_capitals(relation, column, (*missing, *found), context)
    return MissingCodes(tuple(found), sum(found.values()), ambiguous, level_of(looks), as_read)


def _found(relation: Relation, column: int, missing: Sequence[str], context: JobContext) -> dict[str, int]:
    """The tokens in a column that are not declared, in text order, with the records that have each."""
    tokens = [text for text in _WRITTEN if text not in missing]
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        rows = run(cursor, f"{relation.among(column, tokens, context)} ORDER BY value")
    return {str(text): int(number) for text, number in rows}


def _are_two_capitals(relation: Relation, column: int, missing: Sequence[str], context: JobContext) -> bool:
    """Whether half of the different values are two capital letters, as codes of countries are."""
    capitals = f"count(DISTINCT value) FILTER (regexp_full_match(trim(value), {sql_text(_TWO_CAPITALS)}))"
    figures = f"count(DISTINCT value), {capitals}"
    different, two = figures_of_values(relation, column, missing, figures, context)
    return 0 < different <= 2 * two
