"""What the first records of a file show of each column: its kind, missing codes and the forms it can have."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sdc_desktop.engine.data.detect import ISO_DATE, number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.forms.forms import DATE_FORMS, TEXT, Form, read
from sdc_desktop.engine.data.forms.readings import readings
from sdc_desktop.engine.data.missing_codes import TOKENS

Kind = Literal["numbers", "dates", "yes_no", "text", "empty", "uncertain"]
_TOKENS = frozenset(TOKENS)
_YES_NO = frozenset(("true", "false", "t", "f"))
_MOST_CODES = 3


@dataclass(frozen=True)
class ColumnLook:
    """``forms``: those that the values can have, a single one if it is certain; ``examples``: a value,
    where possible one of different readings, and what each form makes of it. ``missing``: texts that
    look like missing codes.
    """

    kind: Kind
    forms: tuple[Form, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()


def looks_of(
    rows: Sequence[Sequence[str]], columns: int, decimal: DecimalMark, chosen: dict[int, Form]
) -> tuple[ColumnLook, ...]:
    """What some records show of each column; ``chosen``: forms that are given, by column."""
    return tuple(
        _look([row[column] for row in rows if len(row) > column], decimal, chosen.get(column))
        for column in range(columns)
    )


def _look(cells: Sequence[str], decimal: DecimalMark, chosen: Form | None) -> ColumnLook:
    missing = tuple(dict.fromkeys(cell.strip() for cell in cells if cell.strip() in _TOKENS))[:_MOST_CODES]
    values = tuple(dict.fromkeys(cell for cell in cells if cell.strip() and cell.strip() not in _TOKENS))
    forms = readings(values, decimal)
    certain = chosen or (forms[0] if len(forms) == 1 else None)
    if chosen is not None and chosen != TEXT:
        kind: Kind = "dates" if chosen in DATE_FORMS else "numbers"
    elif certain is not None and certain != TEXT:
        kind = "dates" if certain in DATE_FORMS else "numbers"
    else:
        kind = "uncertain" if forms and chosen is None else _plain_kind(values, decimal)
    return ColumnLook(kind, forms, tuple(_examples(values, forms, decimal)), missing)


def _examples(values: Sequence[str], forms: Sequence[Form], decimal: DecimalMark) -> list[tuple[str, str]]:
    def different(value: str) -> int:
        return len({read(form, value, decimal) for form in forms})

    best = max(values[:50], key=different, default="")
    return [(best, str(read(form, best, decimal))) for form in forms]


def _plain_kind(values: Sequence[str], decimal: DecimalMark) -> Kind:
    if not values:
        return "empty"
    if {value.strip().casefold() for value in values} <= _YES_NO:
        return "yes_no"
    for kind, pattern in (("numbers", number_pattern(decimal)), ("dates", ISO_DATE)):
        if all(re.fullmatch(pattern, value) for value in values):
            return "numbers" if kind == "numbers" else "dates"
    return "text"
