"""Forms of the columns of a file: those that their values can have, and the records read by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.text import LISTED
from sdc_desktop.engine.data.detect import records_where
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.forms.forms import TEXT, Form, read
from sdc_desktop.engine.data.forms.readings import readings
from sdc_desktop.engine.data.missing_codes import TOKENS
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible

_FIRST = 500  # records whose values show whether all of them are worth a look
_TOKENS = frozenset(TOKENS)


@dataclass(frozen=True)
class Misfits:
    """The records of a column without a value of its form: how many, and the first of them, from 0."""

    number: int
    records: tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """The forms that a column can have. ``expected``: the only form that its first records show, where later
    ones, the ``misfits``, have values of another.
    """

    forms: tuple[Form, ...]
    expected: Form = TEXT
    misfits: Misfits | None = None


def readings_of(
    relation: Relation, column: int, missing: Sequence[str], decimal: DecimalMark, context: JobContext
) -> Seen:
    """The forms that all values of a column can have but its missing codes and texts that look like such
    (:func:`readings`). Raises Cancelled.
    """
    first = _values(relation, relation.first(column, _FIRST, context), missing, context)
    early = readings(first, decimal)
    if first and not early:
        return Seen(())
    values = _values(relation, relation.values(column, context), missing, context)
    forms = readings(values, decimal)
    if forms or len(early) != 1:
        return Seen(forms)
    other = [value for value in values if read(early[0], value, decimal) is None]
    return Seen((), early[0], _misfits(relation, column, other, context)) if other else Seen(())


def read_columns(
    relation: Relation,
    forms: Mapping[int, Form],
    missing: Mapping[int, Sequence[str]],
    decimal: DecimalMark,
    context: JobContext,
) -> tuple[Relation, dict[int, Misfits]]:
    """The records with the values of some columns read by their forms, and the columns that have others,
    which stay, as missing codes and texts that look like them do. Raises Cancelled.
    """
    labels: dict[int, dict[str, str]] = {}
    others = {}
    for column, form in forms.items():
        values = _values(relation, relation.values(column, context), missing[column], context)
        made = {value: read(form, value, decimal) for value in values}
        labels[column] = {value: text for value, text in made.items() if text is not None and text != value}
        other = [value for value, text in made.items() if text is None]
        if other:
            others[column] = _misfits(relation, column, other, context)
    changed = {column: made for column, made in labels.items() if made}
    return relation.store.recoded(relation, changed, context) if changed else relation, others


def _misfits(relation: Relation, column: int, values: Sequence[str], context: JobContext) -> Misfits:
    condition = f"list_contains({sql_texts(values)}, c{column})"
    return Misfits(*records_where(relation, condition, LISTED, context))


def _values(relation: Relation, query: str, missing: Sequence[str], context: JobContext) -> tuple[str, ...]:
    """The different values that a query gives, without those that have no form."""
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        rows = run(cursor, f"SELECT DISTINCT value FROM ({query}) WHERE trim(value) <> '' ORDER BY value")
    without = frozenset(missing)
    values = (str(row[0]) for row in rows)
    return tuple(value for value in values if value not in without and value.strip() not in _TOKENS)
