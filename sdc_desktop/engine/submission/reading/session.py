"""The result file of a peer's session, and JSON of its kind: taken as texts and numbers, nothing believed."""

import json
from collections.abc import Mapping
from typing import Any

from sdc_desktop.engine.submission.reading.delimited import decoded
from sdc_desktop.engine.submission.sheets import ReadFile, Unreadable

_MOST_BYTES = 50 * 2**20
_MOST_RESULTS = 10_000
_MOST_TEXT = 20_000
_TEXTS = ("uid", "status", "type", "command", "summary", "timestamp")


def read_json(data: bytes, format: str) -> ReadFile:
    """A peer's session, if the file is one; otherwise a file of JSON that cannot be judged.

    Raises :class:`Unreadable`.
    """
    if len(data) > _MOST_BYTES:
        raise Unreadable("too_large")
    try:
        found = json.loads(decoded(data))
    except (ValueError, RecursionError):
        raise Unreadable("damaged") from None
    if isinstance(found, dict) and "version" in found and isinstance(found.get("results"), dict):
        return ReadFile("session", session=_session(found))
    if isinstance(found, dict) and any(str(key).startswith("safe_") for key in found):
        return ReadFile("session_config", session={"config": _plain(found)})
    return ReadFile(format, refused="unjudged_format")


def _session(found: Mapping[str, Any]) -> dict[str, Any]:
    results = found["results"]
    if len(results) > _MOST_RESULTS:
        raise Unreadable("too_large")
    return {
        "version": str(found["version"])[:40],
        "tool": str(found.get("tool", ""))[:40],
        "results": {
            str(uid)[:200]: _result(result) for uid, result in results.items() if isinstance(result, dict)
        },
    }


def _result(result: Mapping[str, Any]) -> dict[str, Any]:
    properties = result.get("properties")
    comments = result.get("comments")
    files = result.get("files")
    made: dict[str, Any] = {key: _text(result.get(key)) for key in _TEXTS}
    made["exception"] = _text(result.get("exception"))
    made["comments"] = [_text(one) for one in comments] if isinstance(comments, list) else []
    made["properties"] = _plain(properties) if isinstance(properties, dict) else {}
    made["files"] = [_file(one) for one in files if isinstance(one, dict)] if isinstance(files, list) else []
    return made


def _file(one: Mapping[str, Any]) -> dict[str, Any]:
    sdc = one.get("sdc")
    sdc = sdc if isinstance(sdc, dict) else {}
    summary, cells = sdc.get("summary"), sdc.get("cells")
    return {
        "name": _text(one.get("name")),
        "summary": {
            str(key)[:80]: value
            for key, value in (summary.items() if isinstance(summary, dict) else ())
            if isinstance(value, int | float) and not isinstance(value, bool)
        },
        "cells": {
            str(key)[:80]: [place for place in map(_place, value) if place is not None]
            for key, value in (cells.items() if isinstance(cells, dict) else ())
            if isinstance(value, list)
        },
    }


def _place(value: Any) -> list[int] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in value):
        return None
    return value


def _text(value: Any) -> str:
    return "" if value is None else str(value)[:_MOST_TEXT]


def _plain(found: Mapping[str, Any]) -> dict[str, Any]:
    kinds = (str, int, float, bool)
    return {str(key)[:80]: value for key, value in found.items() if isinstance(value, kinds)}
