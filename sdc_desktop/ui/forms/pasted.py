"""Numbers as they are pasted: one or two in a line. No Qt."""

import math
import re
from collections.abc import Sequence

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

_BETWEEN = re.compile(r"[\s;]+")


def rows_of(text: str) -> tuple[tuple[Number, ...], ...]:
    """The numbers of each line that holds any. Between them is a space, a tab or a semicolon, or a comma
    where a line has points in it; else a comma is a decimal mark. Raises :class:`Refused` for what is no
    number.
    """
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        parts = _parts(line)
        if not parts:
            continue
        found = [_number(part) for part in parts]
        wrong = [part for part, value in zip(parts, found, strict=True) if value is None]
        if wrong:
            raise Refused(error("cae.pasted", Place(line=number), line=number, text=wrong[0][:30]))
        rows.append(tuple(value for value in found if value is not None))
    return tuple(rows)


def text_of(rows: Sequence[Sequence[Number]]) -> str:
    """Numbers as they would be pasted: a line a row."""
    return "\n".join(" ".join(str(value) for value in row) for row in rows)


def _parts(line: str) -> list[str]:
    if "." in line:
        line = line.replace(",", " ")
    return [part.strip(",") for part in _BETWEEN.split(line) if part.strip(",")]


def _number(text: str) -> Number | None:
    try:
        value = float(text.replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) and "." not in text and "," not in text else value
