"""The level of measurement of variables for which none is declared."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.data.suspicion import Suspicion, could_be_named, suspicion
from sdc_desktop.engine.spec import Level, Role

FEW = 30  # distinct whole numbers that still look like grades, counts of children, years of a survey
_DIGITS = 15  # more than a double holds exactly: then the figures are a code
ISO_DATE = (
    r"\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])"
    r"([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?"
)
FIGURES = r"\d+"
WHOLE = r" *[+-]?\d+ *"
_YEAR = 4  # figures of a date that is a whole number


def number_pattern(decimal: DecimalMark) -> str:
    """The regular expression of a number as text: spaces around it, a sign and an exponent allowed."""
    mark = "\\" + decimal
    return rf" *[+-]?(\d+({mark}\d*)?|{mark}\d+)([eE][+-]?\d+)? *"


@dataclass(frozen=True)
class Texts:
    """What the distinct values of a column look like; missing codes are not among them."""

    distinct: int
    numbers: int
    whole: int
    padded: int  # whole numbers with leading zeros
    dates: int
    longest: int  # figures of a whole number
    records: int  # that have one of the values


def level_of(texts: Texts) -> Level:
    """The level that such values suggest.

    - No values, or any that is neither a number nor all ISO dates: nominal.
    - ISO dates (2024-05-01, 2024-05, also with a time): ordinal.
    - Numbers with leading zeros (007) or of more than 15 figures are codes: nominal.
    - Numbers with decimals, or more than 30 different whole numbers: continuous.
    - Two different whole numbers stand for yes and no, a single one for nothing: nominal.
    - Three to 30 different whole numbers: ordinal.
    """
    if not texts.distinct:
        return "nominal"
    if texts.dates == texts.distinct:
        return "ordinal"
    if texts.numbers < texts.distinct or texts.padded:
        return "nominal"
    if texts.whole < texts.distinct:
        return "continuous"
    if texts.longest > _DIGITS:
        return "nominal"
    if texts.distinct > FEW:
        return "continuous"
    return "ordinal" if texts.distinct > 2 else "nominal"


def look_at(
    relation: Relation, column: int, missing: Sequence[str], decimal: DecimalMark, context: JobContext
) -> Texts:
    """The form of a column's distinct values, without missing codes. Raises Cancelled."""
    cursor = relation.store.cursor()
    with relation.grouped(column, context) as values, interruptible(cursor, context):
        found = only(
            cursor,
            "SELECT count(*), count(*) FILTER (number), count(*) FILTER (whole), count(*) FILTER (padded), "
            f"count(*) FILTER (date), coalesce(max(digits), 0), coalesce(sum(frequency), 0)::BIGINT "
            f"FROM ({_looks(values, missing, decimal)})",
        )
    return Texts(*(int(number) for number in found))


def _looks(values: str, missing: Sequence[str], decimal: DecimalMark) -> str:
    """The query that gives what each of the values looks like, without missing codes. There may be a million:
    a pattern is only tried where a cheaper one leaves it open.
    """
    figures, whole, number, date = (
        f"regexp_full_match(value, {sql_text(pattern)})"
        for pattern in (FIGURES, WHOLE, number_pattern(decimal), ISO_DATE)
    )
    around = "left(value, 1) IN (' ', '+', '-') OR right(value, 1) = ' '"
    bare = "CASE WHEN figures THEN value ELSE trim(value, ' +-') END"
    return (
        "SELECT frequency, whole, number, "
        "CASE WHEN whole THEN starts_with(bare, '0') AND strlen(bare) > 1 ELSE false END AS padded, "
        f"CASE WHEN number AND NOT (whole AND strlen(value) = {_YEAR}) THEN false ELSE {date} END AS date, "
        "CASE WHEN whole THEN strlen(bare) ELSE 0 END AS digits "
        f"FROM (SELECT value, frequency, whole, {bare} AS bare, "
        f"CASE WHEN whole THEN true ELSE {number} END AS number "
        "FROM (SELECT value, frequency, figures, "
        f"CASE WHEN figures THEN true WHEN {around} THEN {whole} ELSE false END AS whole "
        f"FROM (SELECT value, frequency, {figures} AS figures FROM {values} "
        f"WHERE NOT list_contains({sql_texts(missing)}, value))))"
    )


def suspicion_of(
    relation: Relation,
    column: int,
    name: str,
    level: Level,
    missing: Sequence[str],
    looks: Texts | None,
    context: JobContext,
    role: Role | None = None,
) -> Suspicion | None:
    """Why a column may be a direct identifier; ``looks``: what its distinct values look like, where known.
    Numbers with a `role` of their own are suspected only by their name.
    """
    continuous, own = level == "continuous", role not in (None, "other", "direct_identifier", "not_released")
    if continuous and own and not could_be_named(name):
        return None
    if looks is None:
        looks = _distinct(relation, column, missing, context)
    whole = looks.whole == looks.distinct
    if continuous and not whole and not could_be_named(name):
        return None
    return suspicion(name, continuous=continuous, distinct=looks.distinct, records=looks.records, whole=whole)


def _distinct(relation: Relation, column: int, missing: Sequence[str], context: JobContext) -> Texts:
    """How many different values a column has, in how many records, and how many are whole numbers."""
    whole = f"count(DISTINCT value) FILTER (regexp_full_match(value, {sql_text(WHOLE)}))"
    figures = f"count(DISTINCT value), {whole}, coalesce(sum(frequency), 0)"
    distinct, wholes, records = figures_of_values(relation, column, missing, figures, context)
    return Texts(distinct, 0, wholes, 0, 0, 0, records)


def figures_of_values(
    relation: Relation, column: int, missing: Sequence[str], figures: str, context: JobContext
) -> tuple[int, ...]:
    """Whole numbers that the SQL ``figures`` gives of the values of a column, each with its ``frequency``.
    Missing codes are excluded. Raises Cancelled.
    """
    cursor = relation.store.cursor()
    with relation.grouped(column, context) as values, interruptible(cursor, context):
        found = only(
            cursor, f"SELECT {figures} FROM {values} WHERE NOT list_contains({sql_texts(missing)}, value)"
        )
    return tuple(int(number) for number in found)


def not_numbers(
    relation: Relation,
    column: int,
    missing: Sequence[str],
    decimal: DecimalMark,
    limit: int,
    context: JobContext,
) -> tuple[int, tuple[int, ...]]:
    """How many records have a value that is no number, and the first `limit` of them, counted from 0."""
    is_missing, is_number = _missing_and_number(column, missing, decimal)
    return records_where(relation, f"NOT {is_missing} AND NOT {is_number}", limit, context)


def not_positive(
    relation: Relation,
    column: int,
    missing: Sequence[str],
    decimal: DecimalMark,
    limit: int,
    context: JobContext,
) -> tuple[int, tuple[int, ...]]:
    """How many records have no number above zero, and the first `limit` of them, counted from 0."""
    is_missing, is_number = _missing_and_number(column, missing, decimal)
    number = f"TRY_CAST(replace(c{column}, {sql_text(decimal)}, '.') AS DOUBLE)"
    is_positive = f"{is_number} AND coalesce({number} > 0 AND isfinite({number}), false)"
    return records_where(relation, f"{is_missing} OR NOT ({is_positive})", limit, context)


def _missing_and_number(column: int, missing: Sequence[str], decimal: DecimalMark) -> tuple[str, str]:
    is_missing = f"list_contains({sql_texts(missing)}, c{column})"
    return is_missing, f"regexp_full_match(c{column}, {sql_text(number_pattern(decimal))})"


def records_where(
    relation: Relation, condition: str, limit: int, context: JobContext
) -> tuple[int, tuple[int, ...]]:
    """How many records meet a condition in SQL, and the first `limit` of them, counted from 0."""
    chosen = f"FROM {relation.name} WHERE {condition}"
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        counted = only(cursor, f"SELECT count(*) {chosen}")
        rows = run(cursor, f"SELECT rowid {chosen} ORDER BY rowid LIMIT {limit}")
    return int(counted[0]), tuple(int(row[0]) for row in rows)


def ranks_of(
    texts: Sequence[str], order: Sequence[str] | None, decimal: DecimalMark
) -> Sequence[float] | None:
    """The ranks of some texts in text order, none of them missing; None where they have no order. They are
    ordered as declared, else by size, else as ISO dates.
    """
    if order is not None:
        declared = {text: float(place) for place, text in enumerate(order)}
        return [declared[text] for text in texts] if set(texts) <= set(declared) else None
    is_number = re.compile(number_pattern(decimal))
    if all(is_number.fullmatch(text) for text in texts):
        return [float(text.replace(decimal, ".")) for text in texts]
    is_date = re.compile(ISO_DATE)
    return list(range(len(texts))) if all(is_date.fullmatch(text) for text in texts) else None
