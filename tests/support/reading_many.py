"""Many damaged files read by the very code of the reading child, in one process that is not the test's: a
file may bring its reader down, or never let it end.
"""

import contextlib
import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign import reading_child

ReasonText = tuple[Any, ...]
DIED: ReasonText = ("died",)
HUNG: ReasonText = ("hung",)


class _Kept:
    """Stands for the pipe to the parent: keeps what is sent."""

    def __init__(self) -> None:
        self.said: list[ReasonText] = []

    def send(self, text: ReasonText) -> None:
        self.said.append(text)

    def close(self) -> None:
        """There is nothing to close."""


def _read_all(pipe: Connection, reader: str, options: tuple[tuple[str, Any], ...], path: str) -> None:
    while True:
        content = pipe.recv_bytes()
        Path(path).write_bytes(content)
        kept = _Kept()
        reading_child._serve(kept, reader, path, options)  # type: ignore[arg-type]
        pipe.send(kept.said)


class ReadingMany:
    """Reads one content after the other; a process that died or hangs is ended, and the next one begun."""

    def __init__(self, reader: str, options: dict[str, Any], path: Path, patience: float = 60.0) -> None:
        self._arguments = (reader, tuple(options.items()), str(path))
        self._patience = patience
        self._child: Any = None

    def read(self, content: bytes) -> Sequence[ReasonText]:
        """What the child says of this content."""
        if self._child is None:
            self._begin()
        self._pipe.send_bytes(content)
        if not self._pipe.poll(self._patience):
            self.end()
            return [HUNG]
        try:
            text: Sequence[ReasonText] = self._pipe.recv()
        except (EOFError, OSError):
            self.end()
            return [DIED]
        return text

    def _begin(self) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawning.Pipe()
        self._child = spawning.Process(target=_read_all, args=(theirs, *self._arguments), daemon=True)
        self._child.start()
        theirs.close()

    def end(self) -> None:
        """End the process, if there is one."""
        if self._child is not None:
            with contextlib.suppress(OSError):
                self._pipe.close()
            self._child.kill()
            self._child.join()
            self._child = None
