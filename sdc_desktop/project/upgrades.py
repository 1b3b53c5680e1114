"""What lifts an older project file to the next schema, by the number it lifts. JSON in, JSON out.

Nothing is checked here: what is no project passes through, and the reader says what is wrong with it.
"""

from collections.abc import Callable, Mapping
from typing import Any


def _notes_into_history(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 2: notes and the report's fields belong to the steps, each said where it changes; strategies are
    kept. In schema 1 they held for the whole history, so its first step gets them.
    """
    whole = {key: data[key] for key in ("notes", "decisions") if key in data}
    rest = {key: value for key, value in data.items() if key not in whole}
    history = data.get("history", [])
    if not isinstance(history, list) or not all(isinstance(step, dict) for step in history):
        return rest | {"schema": 2}
    first = history[0] if history else {"label": "", "plan": data.get("plan", {"schema": 1})}
    return rest | {"schema": 2, "history": [first | whole, *history[1:]]}


UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _notes_into_history}
