"""Where a project is: its file, and the folder that its plan's paths are relative to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.files import sha256_of
from sdc_desktop.engine.problems import Refused


@dataclass(frozen=True)
class ProjectPlace:
    """`path` is None for a project that was never saved; `digest` is of its file as it was last known."""

    base: Path
    path: Path | None = None
    digest: str | None = None

    @property
    def changed_outside(self) -> bool:
        """Whether somebody else has written the file since."""
        if self.path is None or self.digest is None:
            return False
        now = _digest(self.path)
        return now is not None and now != self.digest


def place_of(path: Path | None, base: Path) -> ProjectPlace:
    """The place of a project whose file has just been read or written."""
    return ProjectPlace(base, path, None if path is None else _digest(path))


def _digest(path: Path) -> str | None:
    try:
        return sha256_of(path)
    except Refused:  # it is not there any more, so nothing of anybody is in the way
        return None
