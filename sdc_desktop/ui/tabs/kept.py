"""The last so many answers, for undo and redo and to compare."""

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


def keep(kept: dict[Key, Answer], key: Key, answer: Answer, most: int) -> None:
    """Keep an answer as the newest; the oldest gives way."""
    kept.pop(key, None)
    kept[key] = answer
    while len(kept) > most:
        del kept[next(iter(kept))]
