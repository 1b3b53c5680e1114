"""What the values of a column are, so that a format's own types can be chosen; from its distinct values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.foreign.texts import ColumnType, pattern_of
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible

_DATED: tuple[ColumnType, ...] = ("date", "datetime", "time", "boolean")
_REAL: Mapping[ColumnType, str] = MappingProxyType({"date": "DATE", "datetime": "TIMESTAMP"})
_OF_A_DAY = r"([01]\d|2[0-3]):.*"


@dataclass(frozen=True)
class Numbers:
    """Values that are all numbers. ``digits``: the most significant figures that one of them has;
    ``decimals``: the most after the mark; ``padded``: how many begin with needless zeros, as codes do.
    """

    whole: bool
    padded: int
    digits: int
    decimals: int
    low: float
    high: float
    least: float  # the smallest of them that is not 0, without its sign


@dataclass(frozen=True)
class Facts:
    """What the values of a column are that are neither empty nor missing codes nor suppressed.

    ``kind``: the type that all of them have; text where they have none in common, None where there are no
    values. ``codes``: the missing codes that occur, and the sign of suppression. ``longest`` and ``bytes``:
    characters and UTF-8 bytes of the longest text, codes included. ``blanks``: values with blanks at their
    end. ``first`` and ``last``: of dates, in text order. ``beyond_day``: spans of time of a day and longer,
    or below 0, are among them. ``empty``: some records have no value at all.
    """

    kind: ColumnType | None
    codes: tuple[str, ...]
    longest: int
    bytes: int
    blanks: int
    numbers: Numbers | None = None
    first: str = ""
    last: str = ""
    beyond_day: bool = False
    empty: bool = False


def facts_of(
    relation: Relation,
    column: int,
    missing: Collection[str],
    kind: ColumnType | None,
    decimal: DecimalMark,
    context: JobContext,
) -> Facts:
    """The facts of a column. ``kind``: the type that its file gives it; None where any may be found.

    Values of another type than ``kind`` make the column text. Raises Cancelled.
    """
    look = _Look(relation, column, decimal, context)
    codes = tuple(dict.fromkeys(code for code in (*missing, SUPPRESSED) if code))
    present = look.present(codes)
    count, longest, size, blanks, empty = look.sizes(present)
    found = look.kind(present, count, kind) if count and kind != "text" else None
    made = Facts(found, present, longest, size, blanks, empty=empty > 0)
    if kind == "text" or found == "text":
        declared = set(missing)
        return replace(made, kind="text", codes=tuple(code for code in present if code in declared))
    if found in ("integer", "number"):
        return replace(made, numbers=look.numbers(present))
    if found is None:
        return made
    first, last = look.ends(present)
    return replace(made, first=first, last=last, beyond_day=found == "time" and look.beyond_day(present))


class _Look:
    """Asks one column."""

    def __init__(self, relation: Relation, column: int, decimal: DecimalMark, context: JobContext) -> None:
        self._relation, self._context, self._decimal = relation, context, decimal
        self._all = f"({relation.values(column, context)})"

    def _rows_of(self, query: str) -> list[tuple[object, ...]]:
        cursor = self._relation.store.cursor()
        with interruptible(cursor, self._context):
            return run(cursor, query)

    def present(self, codes: Sequence[str]) -> tuple[str, ...]:
        """Those of some codes that occur, in the order given."""
        if not codes:
            return ()
        query = f"SELECT DISTINCT value FROM {self._all} WHERE list_contains({sql_texts(codes)}, value)"
        found = {str(row[0]) for row in self._rows_of(query)}
        return tuple(code for code in codes if code in found)

    def _values(self, present: Sequence[str]) -> str:
        listed = sql_texts(("", *present))
        return f"FROM {self._all} WHERE NOT list_contains({listed}, value)"

    def sizes(self, present: Sequence[str]) -> tuple[int, ...]:
        """Numbers of values: not codes, ending in blanks, empty; and the greatest lengths."""
        query = (
            f"SELECT count(*) FILTER (NOT list_contains({sql_texts(('', *present))}, value)), "
            "coalesce(max(length(value)), 0), coalesce(max(strlen(value)), 0), "
            f"count(*) FILTER (value LIKE '% '), count(*) FILTER (value = '') FROM {self._all}"
        )
        return _integers(self._rows_of(query)[0])

    def kind(self, present: Sequence[str], count: int, kind: ColumnType | None) -> ColumnType:
        """The type that all values have."""
        number = number_pattern(self._decimal)
        patterns: dict[ColumnType, str] = {"number": number, **{one: pattern_of(one) for one in _DATED}}
        if kind is not None:
            own = pattern_of(kind)
            patterns = {kind: number if kind == "number" else own, **patterns}
            if kind == "integer":
                patterns["number"] = number
        tests = {one: f"regexp_full_match(value, {sql_text(text)})" for one, text in patterns.items()}
        for one, real in _REAL.items():  # 30 February is none
            tests[one] += f" AND TRY_CAST(value AS {real}) IS NOT NULL"
        kinds = list(tests)
        for together in (kinds[:1], kinds[1:]):  # most columns have the first, and the others take longer
            counted = ", ".join(f"count(*) FILTER ({tests[one]})" for one in together)
            matches = _integers(self._rows_of(f"SELECT {counted} {self._values(present)}")[0])
            for one, found in zip(together, matches, strict=True):
                if found == count:
                    return one
        return "text"

    def numbers(self, present: Sequence[str]) -> Numbers:
        """What values that are all numbers are like."""
        mark = "\\" + self._decimal
        bare = "trim(value)"
        mantissa = f"regexp_extract({bare}, '^[+-]?([^eE]*)', 1)"
        figures = f"regexp_replace({mantissa}, '{mark}', '')"
        significant = f"rtrim(ltrim({figures}, '0'), '0')"
        value = f"TRY_CAST(replace({bare}, {sql_text(self._decimal)}, '.') AS DOUBLE)"
        whole = rf"regexp_full_match({bare}, '[+-]?\d+({mark}0*)?')"
        query = (
            f"SELECT count(*) FILTER (NOT {whole}), "
            rf"count(*) FILTER (regexp_full_match({bare}, '[+-]?0\d.*')), "
            f"max(CASE WHEN {whole} THEN length(ltrim(regexp_extract({bare}, '^[+-]?(\\d+)', 1), '0')) "
            f"ELSE length({significant}) END), "
            f"max(length(rtrim(regexp_extract({mantissa}, '{mark}(\\d*)$', 1), '0'))), "
            f"min({value}), max({value}), min(abs(nullif({value}, 0))) {self._values(present)}"
        )
        broken, padded, digits, decimals, low, high, least = self._rows_of(query)[0]
        return Numbers(
            whole=broken == 0,
            padded=int(str(padded)),
            digits=int(str(digits)),
            decimals=int(str(decimals)),
            low=float(str(low)),
            high=float(str(high)),
            least=float(str(least or 0)),
        )

    def beyond_day(self, present: Sequence[str]) -> bool:
        """Whether a span of time is no time of day."""
        query = f"SELECT count(*) {self._values(present)} AND NOT regexp_full_match(value, '{_OF_A_DAY}')"
        return _integers(self._rows_of(query)[0])[0] > 0

    def ends(self, present: Sequence[str]) -> tuple[str, str]:
        """The first and the last value in text order."""
        low, high = self._rows_of(f"SELECT min(value), max(value) {self._values(present)}")[0]
        return str(low), str(high)


def _integers(row: Sequence[object]) -> tuple[int, ...]:
    return tuple(int(str(one)) for one in row)


def values_of(relation: Relation, column: int, context: JobContext) -> frozenset[str]:
    """The distinct values of a column that are not empty. Raises Cancelled."""
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        rows = run(cursor, f"SELECT DISTINCT value FROM ({relation.values(column, context)})")
    return frozenset(str(row[0]) for row in rows if row[0] != "")


def occurring(
    relation: Relation, column: int, texts: Collection[str], decimal: DecimalMark | None, context: JobContext
) -> frozenset[str]:
    """Those of some texts that are values of a column; of one of numbers, which has a `decimal` mark, also as
    the same number (1 and 1.0). Raises Cancelled.
    """
    present = f"SELECT DISTINCT value FROM ({relation.values(column, context)})"
    query = f"SELECT text FROM wanted WHERE text IN ({present})"
    if decimal is not None:
        number = f"TRY_CAST(replace(trim({{}}), {sql_text(decimal)}, '.') AS DOUBLE)"
        own, other = number.format("value"), number.format("text")
        query += f" OR {other} IN (SELECT {own} FROM ({present}) WHERE {own} IS NOT NULL)"
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        rows = run(cursor, f"WITH wanted AS (SELECT unnest({sql_texts(texts)}) AS text) {query}")
    return frozenset(str(row[0]) for row in rows)


def between(
    relation: Relation,
    column: int,
    codes: Sequence[str],
    bounds: tuple[float, float],
    decimal: DecimalMark,
    context: JobContext,
) -> int:
    """The number of distinct values within bounds, both included, apart from these codes."""
    value = f"TRY_CAST(replace(trim(value), {sql_text(decimal)}, '.') AS DOUBLE)"
    query = (
        f"SELECT count(*) FROM ({relation.values(column, context)}) "
        f"WHERE NOT list_contains({sql_texts(('', *codes))}, value) "
        f"AND {value} BETWEEN {bounds[0]!r} AND {bounds[1]!r}"
    )
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        found = only(cursor, query)
    return int(found[0])
