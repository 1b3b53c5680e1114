"""Numbers and names from pasted text: several per line."""

import math
import re
from collections.abc import Collection, Iterator, Sequence

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

_BETWEEN = re.compile(r"[\s;]+")
_OPEN = "-"  # stands where nothing bounds an interval


def rows_of(text: str) -> tuple[tuple[Number, ...], ...]:
    """The numbers of each line that holds any. Between them is a space, a tab or a semicolon, or a comma
    where a line has points in it; else a comma is a decimal mark. Raises :class:`Refused` for what is no
    number.
    """
    rows = []
    for number, parts in _lines(text):
        found = [_number(part) for part in parts]
        wrong = [part for part, value in zip(parts, found, strict=True) if value is None]
        if wrong:
            raise Refused(error("cae.pasted", Place(line=number), line=number, text=wrong[0][:30]))
        rows.append(tuple(value for value in found if value is not None))
    return tuple(rows)


def values_of(text: str) -> tuple[tuple[Number, ...], tuple[Number, ...] | None]:
    """The values of :func:`rows_of`, first in each line, and their probabilities, second in each; None where
    no line has one. Numbers in a single line, however many, are values, unless there are two.

    Raises :class:`Refused` for what is no number, and for a line with too many or too few of them.
    """
    rows = rows_of(text)
    if len(rows) == 1 and len(rows[0]) > 2:
        return rows[0], None
    lengths = [len(row) for row in rows]
    lines = [number for number, _ in _lines(text)]
    for number, length in zip(lines, lengths, strict=True):
        if length > 2:
            raise Refused(error("cae.pasted_values", Place(line=number), line=number, number=length))
        if length != lengths[0]:
            short = lines[lengths.index(1)]
            raise Refused(error("cae.pasted_likely", Place(line=short), line=short))
    if not rows or lengths[0] == 1:
        return tuple(row[0] for row in rows), None
    return tuple(row[0] for row in rows), tuple(row[1] for row in rows)


def text_of(rows: Sequence[Sequence[Number | None]]) -> str:
    """Numbers as they would be pasted: one line per row, a dash for none."""
    return "\n".join(" ".join(_OPEN if value is None else str(value) for value in row) for row in rows)


def bounds_of(text: str) -> tuple[tuple[Number | None, Number | None], ...]:
    """The two bounds of each line that holds any, or one number that is both; None for a dash alone.

    Raises :class:`Refused` for what is no number.
    """
    rows = []
    for number, parts in _lines(text):
        if len(parts) > 2:
            raise Refused(error("cae.pasted_bounds", Place(line=number), line=number))
        found = [None if part in (_OPEN, "\u2013", "\u2212") else _number(part) for part in parts]
        wrong = [part for part, end in zip(parts, found, strict=True) if end is None and len(part) > 1]
        if wrong or (len(parts) == 1 and found[0] is None):
            text = (wrong or parts)[0][:30]
            raise Refused(error("cae.pasted", Place(line=number), line=number, text=text))
        rows.append((found[0], found[-1]))
    return tuple(rows)


def known_of(text: str, names: Collection[str]) -> tuple[int | tuple[str, ...], ...]:
    """What is known, one line each: a number of attributes, or names with commas or semicolons. Only the form
    is checked. Raises :class:`Refused`.
    """
    return tuple(_known_entry(line.strip(), names) for line in text.splitlines() if line.strip())


def known_text(known: Sequence[int | tuple[str, ...]]) -> str:
    """What is known as it would be typed."""
    lines = []
    for entry in known:
        between = "; " if not isinstance(entry, int) and any("," in name for name in entry) else ", "
        lines.append(str(entry) if isinstance(entry, int) else between.join(entry))
    return "\n".join(lines)


def _known_entry(line: str, names: Collection[str]) -> int | tuple[str, ...]:
    if line in names:
        return (line,)
    if line.isascii() and line.isdigit():
        return int(line)
    between = ";" if ";" in line else ","
    return tuple(part.strip() for part in line.split(between) if part.strip())


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line that has any parts, with its number from 1."""
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.replace(",", " ") if "." in line else line
        parts = [part.strip(",") for part in _BETWEEN.split(plain) if part.strip(",")]
        if parts:
            yield number, parts


def _number(text: str) -> Number | None:
    try:
        value = float(text.replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) and "." not in text and "," not in text else value
