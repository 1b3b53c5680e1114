"""The report's fields of project files up to schema 2, where decision and date were free texts."""

import re
from typing import Any

from sdc_desktop.engine.report_spec import DECISIONS, MOST_CHARACTERS, day_of

_MONTHS = (
    ("january", "januar", "jänner"),
    ("february", "februar"),
    ("march", "märz"),
    ("april",),
    ("may", "mai"),
    ("june", "juni"),
    ("july", "juli"),
    ("august",),
    ("september",),
    ("october", "oktober"),
    ("november",),
    ("december", "dezember"),
)
_WITH_NAME = re.compile(r"(\d{1,2})\.?\s+(\w+)\s+(\d{4})")
_WITH_NUMBER = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")


def fields_of_schema_2(data: Any) -> Any:
    """The fields in schema 3, as JSON data.

    A decision that is none of the three words, and a date that names no day, become the reason; empty texts
    are dropped, long ones end in an ellipsis. Data of another shape pass through: the reader refuses them.
    """
    if not isinstance(data, dict):
        return data
    new = {key: _cut(value) for key, value in data.items() if value != ""}
    left = []
    if isinstance(decision := new.get("decision"), str) and decision not in DECISIONS:
        left.append(new.pop("decision"))
    if isinstance(date := new.get("date"), str):
        if found := _iso(date):
            new["date"] = found
        else:
            left.append(new.pop("date"))
    return new | {"reason": _cut("; ".join(left))} if left else new


def _cut(value: Any) -> Any:
    is_long = isinstance(value, str) and len(value) > MOST_CHARACTERS
    return f"{value[: MOST_CHARACTERS - 1]}…" if is_long else value


def _iso(text: str) -> str | None:
    """The day as YYYY-MM-DD, of the forms in which English and German write one; None for other texts."""
    plain = text.strip()
    if found := _WITH_NUMBER.fullmatch(plain):
        day, month, year = map(int, found.groups())
    elif found := _WITH_NAME.fullmatch(plain):
        day, year = int(found[1]), int(found[3])
        named = [number for number, names in enumerate(_MONTHS, 1) if found[2].lower() in names]
        month = named[0] if named else 0
    else:
        return plain if day_of(plain) else None
    iso = f"{year:04}-{month:02}-{day:02}"
    return iso if day_of(iso) else None
