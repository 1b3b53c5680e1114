"""Too little memory, said as such: a limit of the process (``ulimit -v``) or an allocation that failed.

Light on purpose: it is asked before NumPy, DuckDB or Qt are imported, which a small limit ends with an
``ImportError`` or at once.
"""

import errno
import os
import sys

from sdc_desktop.engine.problems import Problem, error

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
