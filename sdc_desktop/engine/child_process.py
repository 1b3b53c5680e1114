"""Child processes: they start without the current folder, and work is spread over them in order."""

import errno
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any, TypeVar

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem, error

_SAFE = "PYTHONSAFEPATH"  # as the option -P, for a parent that was started without it
_starting = threading.Lock()


def pipe(duplex: bool = True) -> tuple[Connection, Connection]:
    """Both ends of a pipe to a child; with ``duplex=False`` the first receives and the second sends."""
    return multiprocessing.get_context("spawn").Pipe(duplex)


def start_child(target: Callable[..., None], arguments: tuple[Any, ...]) -> Any:
    """Starts ``target(*arguments)`` in a process of its own, which ends with this one; returns the process.

    Without the option, a child of ``python -c`` or of a console script would search the current folder for
    the modules it loads first, such as ``pickle``. The child does not import the main module: a user's script
    that calls the engine as a library would run again in it.
    """
    child = multiprocessing.get_context("spawn").Process(target=target, args=arguments, daemon=True)
    with _starting:
        before = os.environ.get(_SAFE)
        main = sys.modules["__main__"]
        os.environ[_SAFE] = "1"
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            child.start()
        finally:
            sys.modules["__main__"] = main
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
    """What every part gives, in the order of the parts; the parts run without reports of progress.

    `step` is the code under which the progress of all is reported. Raises Cancelled, and what a part raises.
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


_MEGABYTE = 2**20
_LEAST = 1024 * _MEGABYTE  # address space: small plans run with half of it, if not always
_EACH_PROCESSOR = 16 * _MEGABYTE  # for the stacks of its threads
_SIGNS = (  # texts of exceptions, none of which holds a value; the linker's first
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "out of memory",
    "bad allocation",
    "bad_alloc",
)


# Too little memory, said as such: a limit of the process (``ulimit -v``) or an allocation that failed.
# Light on purpose: it is asked before NumPy, DuckDB or Qt are imported, which a small limit ends with an
# ``ImportError`` or at once.
def process_limit() -> int | None:
    """The bytes of memory that the system allows this process; None where there is no such limit."""
    if sys.platform == "win32":
        return None
    import resource

    kinds = (resource.RLIMIT_AS, resource.RLIMIT_DATA)
    limits = [limit for limit, _ in map(resource.getrlimit, kinds) if limit != resource.RLIM_INFINITY]
    return min(limits, default=None)


def least() -> int:
    """The bytes of address space with which the program is started."""
    return _LEAST + _EACH_PROCESSOR * (os.cpu_count() or 1)


def start_problem() -> Problem | None:
    """What is wrong with starting at all: a limit below what the libraries take."""
    limit = process_limit()
    needed = least()
    if limit is None or limit >= needed:
        return None
    return error("program.memory_limit", megabytes=limit // _MEGABYTE, least=needed // _MEGABYTE)


def memory_problem() -> Problem:
    """That there was too little memory, with the limit of the process if it has one."""
    limit = process_limit()
    if limit is None:
        return error("program.no_memory")
    return error("program.no_memory_limited", megabytes=limit // _MEGABYTE)


def with_limit(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Problems, and beside records that do not fit the limit of the process that keeps them from it."""
    if process_limit() is None or all(problem.code != "csv.no_memory" for problem in problems):
        return problems
    return (*problems, memory_problem())


def is_out_of_memory(fault: BaseException) -> bool:
    """Whether an exception, or one that it followed from, comes of too little memory."""
    seen: set[int] = set()
    link: BaseException | None = fault
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        if _is_memory(link):
            return True
        link = link.__cause__ or link.__context__
    return False


def _is_memory(fault: BaseException) -> bool:
    if isinstance(fault, MemoryError) or type(fault).__name__ == "OutOfMemoryException":  # DuckDB's
        return True
    if isinstance(fault, OSError) and fault.errno == errno.ENOMEM:
        return True
    return isinstance(fault, ImportError | OSError | RuntimeError) and any(
        sign in str(fault).lower() for sign in _SIGNS
    )
