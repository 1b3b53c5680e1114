"""JSON files of the program's own kinds: their text, and the data in it."""

import json
from pathlib import Path
from typing import Any

from sdc_desktop.engine.problems import Place, Refused, error

_NUL = "\\u0000"  # as JSON writes it; no record holds it, and no system takes it in a path
_MOST_DIGITS = 300  # of a whole number; more than any figure of a plan can mean


def read_text(path: Path) -> str:
    """A JSON file's text. Raises :class:`Refused` where it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as failure:
        raise Refused(
            error("file.unreadable", Place(file=str(path)), reason=failure.strerror or "")
        ) from None
    except UnicodeDecodeError as failure:
        raise Refused(error("file.not_utf8", Place(file=str(path)), byte=failure.start + 1)) from None


def load_json(text: str) -> Any:
    """JSON with doubled keys, non-finite numbers and NUL refused. Raises :class:`Refused`."""
    try:
        data = json.loads(
            text, object_pairs_hook=_single_keys, parse_constant=_no_constant, parse_int=_whole_number
        )
        if _NUL in text:  # or a backslash and the letters after it
            _refuse_nul(data)
        return data
    except json.JSONDecodeError as failure:
        where = Place(line=failure.lineno, column=failure.colno)
        raise Refused(error("plan.not_json", where, reason=failure.msg)) from None
    except RecursionError:
        raise Refused(error("plan.too_deep")) from None


def _single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    single: dict[str, Any] = {}
    for key, value in pairs:
        if key in single:
            raise Refused(error("plan.doubled_key", Place(key=key)))
        single[key] = value
    return single


def _refuse_nul(value: object, key: str = "") -> None:
    if isinstance(value, str):
        if "\0" in value:
            raise Refused(error("plan.nul", Place(key=key or None)))
    elif isinstance(value, dict):
        for name, inside in value.items():
            _refuse_nul(name, key)
            _refuse_nul(inside, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for place, inside in enumerate(value):
            _refuse_nul(inside, f"{key}[{place}]")


def _no_constant(name: str) -> float:
    raise Refused(error("plan.not_finite", value=name))


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise Refused(error("plan.too_many_digits", digits=len(digits), most=_MOST_DIGITS))
    return int(digits)
