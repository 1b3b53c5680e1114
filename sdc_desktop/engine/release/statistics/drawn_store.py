"""Drawn critical values, kept from one run to the next: in a folder of the caller's, or in memory only.

A file is named by a hash of the parameters that its numbers depend on, and holds these numbers alone: neither
the baseline nor any other value of the data can be read from it. A file that is damaged counts as absent.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sdc_desktop.engine.output import own_parts
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.problems import Refused


def cache_folder() -> Path | None:
    """Where this system keeps what programs can compute again; None where no folder can be made."""
    return own_parts.cache_folder("drawn")


class DrawnStore:
    """Lists of critical values by key. `folder` must exist; None keeps nothing on disk."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, tuple[float, ...]] = {}

    def key(self, *parameters: object) -> str:
        """The name of what depends on these parameters (numbers, texts, arrays) and on NumPy's generator."""
        told = [p.tolist() if isinstance(p, np.ndarray) else p for p in (np.__version__, *parameters)]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def known(self, key: str) -> tuple[float, ...]:
        """What is kept under this key; nothing where nothing usable is."""
        if key not in self._known and self._folder is not None:
            self._known[key] = _read(self._folder / f"{key}.json")
        return self._known.get(key, ())

    def keep(self, key: str, values: Sequence[float]) -> None:
        """Keep these values where they are more than what is kept. A disk that refuses is no misfortune."""
        if len(values) <= len(self.known(key)):
            return
        self._known[key] = tuple(values)
        if self._folder is None:
            return
        text = json.dumps(list(values))
        try:
            with atomic_write(self._folder / f"{key}.json") as file:
                file.write(json.dumps({"values": text, "sha256": _digest(text)}).encode())
        except Refused:
            self._folder = None


def _read(path: Path) -> tuple[float, ...]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["sha256"] != _digest(found["values"]):
            return ()
        return tuple(float(value) for value in json.loads(found["values"]))
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
