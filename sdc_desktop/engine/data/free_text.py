"""Columns of free text: words that each record has for itself, which may name persons.

A value is worded if it has four words or more than 60 characters. A column is free text where at least six
different worded values are found and half of them occur once, among its first 100,000 records. Long names of
categories occur more often than that.
"""

from collections.abc import Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible

_LEAST = 6
_LONGEST = 60
_SHORTEST = 7  # least number of bytes of four words
LOOKED_AT = 100_000
_FOUR_WORDS = r"\S+\s+\S+\s+\S+\s+\S"


def is_free_text(relation: Relation, column: int, missing: Sequence[str], context: JobContext) -> bool:
    """Whether a column holds free text, missing codes excluded. Raises Cancelled."""
    worded = f"length(value) > {_LONGEST} OR regexp_matches(value, {sql_text(_FOUR_WORDS)})"
    values = relation.first(column, LOOKED_AT, context)
    counted = (
        f"SELECT value, sum(frequency) AS records FROM ({values}) WHERE strlen(value) >= {_SHORTEST} "
        f"AND ({worded}) AND NOT list_contains({sql_texts(missing)}, value) GROUP BY value"
    )
    query = f"SELECT count(*), count(*) FILTER (records = 1) FROM ({counted})"
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        found = only(cursor, query)
    different, once = (int(number) for number in found)
    return different >= _LEAST and 2 * once >= different
