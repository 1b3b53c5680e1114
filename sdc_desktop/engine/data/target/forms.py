"""The own ways of formats to store and show values (`Column.form`), taken over or made again."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sdc_desktop.engine.data.foreign.texts import ColumnType
from sdc_desktop.engine.data.formats import WrittenFormat
from sdc_desktop.engine.data.target.facts import Facts, Numbers

_Forms = Mapping[ColumnType, str]
_SAV: _Forms = {"date": "SDATE10", "datetime": "DATETIME20", "time": "TIME8", "boolean": "F1.0"}
_USUAL: Mapping[str, _Forms] = MappingProxyType(
    {
        "sav": _SAV,
        "zsav": _SAV,
        "dta": {"date": "%td", "datetime": "%tc", "time": "%tcHH:MM:SS", "boolean": "%8.0g"},
        "xpt": {"date": "YYMMDD10", "datetime": "DATETIME20", "time": "TIME8"},
        "parquet": {
            "integer": "BIGINT",
            "number": "DOUBLE",
            "boolean": "BOOLEAN",
            "date": "DATE",
            "datetime": "TIMESTAMP",
            "time": "TIME",
        },
        "rds": {
            "integer": "numeric",
            "number": "numeric",
            "boolean": "logical",
            "date": "Date",
            "datetime": "POSIXct",
            "time": "hms",
        },
    }
)
_INTEGERS = {"TINYINT": 7, "SMALLINT": 15, "INTEGER": 31, "BIGINT": 63}
_WIDEST_SPSS, _MOST_DECIMALS_SPSS = 40, 16
_MOST_DECIMALS_STATA = 8
_DIGITS_OF_FLOAT = 7
_TIMED = re.compile(r"DATETIME|YMDHMS|%-?tc|TIMESTAMP|E8601DT|B8601DT", re.IGNORECASE)


def stored_as(kind: ColumnType, form: str, format: WrittenFormat) -> ColumnType:
    """How a format keeps values of a type that are shown in its own way `form`: dates also with a time."""
    return "datetime" if kind == "date" and _TIMED.match(form) else kind


def form_of(kind: ColumnType, form: str, facts: Facts, format: WrittenFormat) -> str:
    """The way that a format stores and shows a variable: its own one, where the values still go into it."""
    if kind == "text":
        return ""
    if format == "parquet":
        return form if form and _goes_into(form, facts.numbers) else _parquet(kind, facts.numbers)
    if form:
        return form
    usual = _USUAL.get(format, {}).get(kind)
    if usual is not None:
        return usual
    if kind not in ("integer", "number") or facts.numbers is None:
        return ""
    return {"sav": _spss, "zsav": _spss, "dta": _stata}.get(format, _none)(facts.numbers, facts.codes)


def _none(numbers: Numbers, codes: tuple[str, ...]) -> str:
    return ""


def _size(numbers: Numbers, codes: tuple[str, ...]) -> int:
    """Characters of the longest number before its mark."""
    size = max((len(str(int(value))) for value in (numbers.low, numbers.high)), default=1)
    return max(size + (-1 < numbers.low < 0), *(len(code) for code in codes), 1)


def _spss(numbers: Numbers, codes: tuple[str, ...]) -> str:
    decimals = 0 if numbers.whole else min(max(numbers.decimals, 1), _MOST_DECIMALS_SPSS)
    width = _size(numbers, codes) + (decimals + 1 if decimals else 0)
    return f"F{min(max(width, decimals + 2), _WIDEST_SPSS)}.{decimals}"


def _stata(numbers: Numbers, codes: tuple[str, ...]) -> str:
    size = _size(numbers, codes)
    if numbers.whole:
        return f"%{max(size, 8)}.0g" if size <= 12 else "%16.0g"
    if 0 < numbers.decimals <= _MOST_DECIMALS_STATA and size <= 12:
        return f"%{max(size + numbers.decimals + 1, 9)}.{numbers.decimals}f"
    return "%10.0g"


def _goes_into(form: str, numbers: Numbers | None) -> bool:
    """Whether a type of Parquet holds the numbers without changing them."""
    if numbers is None:
        return True
    exact = re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", form)
    if exact is not None:
        precision, scale = int(exact[1]), int(exact[2])
        return numbers.decimals <= scale and max(abs(numbers.low), abs(numbers.high)) < 10.0 ** (
            precision - scale
        )
    if form in ("FLOAT", "DOUBLE"):
        return form == "DOUBLE" or numbers.digits <= _DIGITS_OF_FLOAT
    bits = _INTEGERS.get(form.removeprefix("U"))
    if bits is None or not numbers.whole:
        return False
    low, high = (0.0, 2.0 ** (bits + 1)) if form.startswith("U") else (-(2.0**bits), 2.0**bits)
    return low <= numbers.low and numbers.high < high


def _parquet(kind: ColumnType, numbers: Numbers | None) -> str:
    if kind == "integer" and numbers is None:
        return "BIGINT"
    if kind == "integer" and numbers is not None and not _goes_into("BIGINT", numbers):
        return "DOUBLE"
    return _USUAL["parquet"][kind]
