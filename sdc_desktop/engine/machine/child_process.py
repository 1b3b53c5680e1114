"""Child processes: they start without the current folder, and work is spread over them in order."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from sdc_desktop.engine.context import JobContext

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


T = TypeVar("T")
_POLL_SECONDS = 0.1
_MOST = 8


def usual_workers() -> int:
    """One thread for each processor but one, which is left to the window; at most 8."""
    return min(max((os.cpu_count() or 1) - 1, 1), _MOST)


def in_parallel(
    parts: Sequence[Callable[[JobContext], T]], context: JobContext, step: str, workers: int | None = None
) -> list[T]:
    """What every part gives, in the order of the parts. Each gets a context that tells no progress.

    `step` is the code under which the progress of all is told. Raises Cancelled, and what a part raises.
    """
    silent = replace(context, on_progress=lambda fraction, step: None)
    count = min(workers or usual_workers(), len(parts))
    if count <= 1:
        found = []
        for number, part in enumerate(parts):
            context.progress(number / len(parts), step)
            found.append(part(silent))
        return found
    with ThreadPoolExecutor(count, "sdc-part") as pool:
        futures: list[Future[T]] = [pool.submit(part, silent) for part in parts]
        try:
            waiting = set(futures)
            while waiting:
                context.progress(1 - len(waiting) / len(parts), step)
                done, waiting = wait(waiting, _POLL_SECONDS, FIRST_COMPLETED)
                for future in done:
                    future.result()  # raises what the part raised
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    return [future.result() for future in futures]
