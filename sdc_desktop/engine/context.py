"""What a job knows of the world around it: a seed, a way to tell progress, a way to be stopped."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path


class Cancelled(Exception):  # noqa: N818 - being stopped is no error
    """The job was asked to stop and did, leaving nothing half-done."""


def _silent(fraction: float, step: str) -> None:
    """Progress that nobody listens to."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class JobContext:
    """Given to every stage of every job; made by the window's worker, by the batch command and by tests.

    ``on_progress(fraction, step)`` gets a fraction 0..1 and the code of a step that `words` names;
    ``is_cancelled()`` may be set from another thread. ``cache`` is a folder for figures that take long
    to draw and say nothing of any data; none keeps nothing.
    """

    seed: int = 0
    on_progress: Callable[[float, str], None] = _silent
    is_cancelled: Callable[[], bool] = _never
    cache: Path | None = None

    def checkpoint(self) -> None:
        """Raise :class:`Cancelled` if the job should stop. Called at least every 0.1 s of work."""
        if self.is_cancelled():
            raise Cancelled

    def progress(self, fraction: float, step: str) -> None:
        """Tell how far the job is (fraction 0..1, clipped) and check whether it should stop."""
        self.checkpoint()
        self.on_progress(min(max(fraction, 0.0), 1.0), step)

    def within(self, start: float, end: float) -> "JobContext":
        """A context whose 0..1 is this one's start..end, for a part of the job."""

        def scaled(fraction: float, step: str) -> None:
            self.on_progress(start + (end - start) * fraction, step)

        return replace(self, on_progress=scaled)
