"""Child processes: a Python of their own, which imports nothing from the current folder."""

import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

_SAFE = "PYTHONSAFEPATH"  # as the option -P, for a parent that was started without it
_starting = threading.Lock()


def pipe(duplex: bool = True) -> tuple[Connection, Connection]:
    """Both ends of a pipe to a child; with ``duplex=False`` the first receives and the second sends."""
    return multiprocessing.get_context("spawn").Pipe(duplex)


def start_child(target: Callable[..., None], arguments: tuple[Any, ...]) -> Any:
    """Starts ``target(*arguments)`` in a process of its own, which ends with this one; returns the process.

    Without the option, a child of ``python -c`` or of a console script would search the current folder for
    the modules it loads first, such as ``pickle``.
    """
    child = multiprocessing.get_context("spawn").Process(target=target, args=arguments, daemon=True)
    with _starting:
        before = os.environ.get(_SAFE)
        os.environ[_SAFE] = "1"
        try:
            child.start()
        finally:
            if before is None:
                del os.environ[_SAFE]
            else:
                os.environ[_SAFE] = before
    return child
