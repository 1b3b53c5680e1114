"""Reading of submitted files, from the parent's side: a child process serves them one after another.

A child that dies or takes too long is replaced, and its file is refused. What it sends is JSON of a known
form, so that a reader that was taken over by its file can send no more than texts and numbers.
"""

import contextlib
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from sdc_desktop.engine.child_process import pipe, start_child
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.reading.worker import NOT_LIMITED, serve
from sdc_desktop.engine.submission.sheets import ReadFile, unpacked

_POLL_SECONDS = 0.02
_GRACE_SECONDS = 0.2
_PATIENCE_SECONDS = 5.0
MOST_SECONDS = 120.0  # for one file


@dataclass(frozen=True)
class Submitted:
    """One file of a submission: its path as submitted, its bytes' SHA-256 and number, and what was read."""

    path: str
    sha256: str
    bytes: int
    read: ReadFile


class Reader:
    """Reads files in a child process. A context manager; the child ends with it."""

    def __init__(
        self, target: Callable[[Connection], None] = serve, most_seconds: float = MOST_SECONDS
    ) -> None:
        self._target, self._most_seconds = target, most_seconds
        self._child: Any = None
        self._ours: Connection | None = None
        self.started = 0  # children, for tests
        self.limited = True  # whether the system limits the child's memory, as far as it has answered

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, path: str, data: bytes, context: JobContext) -> Submitted:
        """A file of this path with these bytes. Raises Cancelled; any other fault is in the result."""
        return Submitted(path, hashlib.sha256(data).hexdigest(), len(data), self._read(path, data, context))

    def close(self) -> None:
        """End the child."""
        if self._ours is not None:
            with contextlib.suppress(OSError):
                self._ours.close()
        if self._child is not None:
            self._child.join(_GRACE_SECONDS)
            if self._child.is_alive():
                self._child.kill()
            self._child.join(_PATIENCE_SECONDS)
        self._child = self._ours = None

    def _read(self, path: str, data: bytes, context: JobContext) -> ReadFile:
        context.checkpoint()
        ours = self._connected()
        try:
            ours.send_bytes(path.rpartition("/")[2][-1000:].encode("utf-8", "replace"))
            ours.send_bytes(data)
            answer = self._answer(ours, context)
            given = json.loads(answer.decode("utf-8", "surrogatepass"))
            self.limited = self.limited and not given.get(NOT_LIMITED, False)
            return unpacked(given)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, MemoryError):
            self.close()
            return ReadFile("", refused="reader_died")
        except BaseException:
            self.close()
            raise

    def _answer(self, ours: Connection, context: JobContext) -> bytes:
        until = time.monotonic() + self._most_seconds
        while not ours.poll(_POLL_SECONDS):
            context.checkpoint()
            if time.monotonic() > until:
                raise EOFError
        return ours.recv_bytes()

    def _connected(self) -> Connection:
        if self._ours is None or not self._child.is_alive():
            self.close()
            self._ours, theirs = pipe()
            self._child = start_child(self._target, (theirs,))
            theirs.close()
            self.started += 1
        return self._ours
