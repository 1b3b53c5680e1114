"""JSON files of the program's own kinds: their text, and the data in it."""

import json
from pathlib import Path
from typing import Any

from sdc_desktop.engine.problems import Place, Refused, error

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
    """JSON with doubled keys and non-finite numbers refused. Raises :class:`Refused`."""
    try:
        return json.loads(
            text, object_pairs_hook=_single_keys, parse_constant=_no_constant, parse_int=_whole_number
        )
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


def _no_constant(name: str) -> float:
    raise Refused(error("plan.not_finite", value=name))


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise Refused(error("plan.too_many_digits", digits=len(digits), most=_MOST_DIGITS))
    return int(digits)
