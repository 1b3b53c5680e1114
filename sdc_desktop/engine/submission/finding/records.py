"""Records among outputs: rows of single persons or firms, in visible or invisible sheets and logs."""

import re
from collections.abc import Sequence

from sdc_desktop.engine.submission.sheets import Box, Sheet, whole_number

LEAST_ROWS = 10
_CODE = re.compile(r"[A-Za-z]{0,6}[-_/ .]?\d+[-_/ .]?[A-Za-z0-9]*|[0-9a-f]{8}-?[0-9a-f-]+|[A-Z0-9]{5,}")
_CLASS = re.compile(r"\d+|[A-Za-z]+")
_DIGITS = re.compile(r"\d+")
_LEAST_DIGITS = 3


def has_records(columns: Sequence[Sequence[str]], rows: int, *, with_totals: bool) -> bool:
    """Whether columns of texts are those of records: 10 rows, 2 columns or more, no totals, and a column all
    different of one pattern of letters and digits.
    """
    if rows < LEAST_ROWS or len(columns) < 2 or with_totals:
        return False
    return any(_is_identifier(column, rows) for column in columns)


def _is_identifier(texts: Sequence[str], rows: int) -> bool:
    filled = [text.strip() for text in texts if text.strip()]
    if len(filled) < max(LEAST_ROWS, rows * 9 // 10) or len(set(filled)) != len(filled):
        return False
    patterns = {_pattern(text) for text in filled}
    return len(patterns) <= 2 and all(_CODE.fullmatch(text) for text in filled) and _looks_coded(filled)


def _pattern(text: str) -> str:
    """Letters and digits by class, with the length of digits where they are padded."""
    return _CLASS.sub(lambda found: "9" if found[0].isdigit() else "a", text)


def _looks_coded(texts: Sequence[str]) -> bool:
    """Whether codes are more than the numbers of lines, weeks, years or bands: at least three digits each, as
    many in all of them.
    """
    digits = ["".join(_DIGITS.findall(text)) for text in texts]
    if min(map(len, digits)) < _LEAST_DIGITS or len({len(one) for one in digits}) > 1:
        return False
    if any(not sign.isdigit() and not sign.isalpha() for sign in texts[0]) and not _has_letters(texts[0]):
        return False
    return _has_letters(texts[0]) or (len(digits[0]) > _LEAST_DIGITS and not _are_years(digits))


def _has_letters(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _are_years(digits: Sequence[str]) -> bool:
    return all(1800 <= (whole_number(one) or 0) <= 2200 for one in digits)


def columns_of(sheet: Sheet, box: Box) -> list[list[str]]:
    """The texts of each column of a box, from its first row on."""
    cells = sheet.cells
    return [
        [cells[row, column].shown if (row, column) in cells else "" for row in range(box[0], box[2] + 1)]
        for column in range(box[1], box[3] + 1)
    ]
