"""Faults of the program, told without a single value of the data: type and place of the exception only."""

import platform
import traceback
from pathlib import Path

from sdc_desktop import __version__
from sdc_desktop.engine.machine.child_process import is_out_of_memory, memory_problem
from sdc_desktop.engine.problems import Problem, error


def fault_problem(fault: BaseException) -> Problem:
    """The problem `program.fault`: the exception's type and where in the code it came up, never its text; or
    that there was too little memory.
    """
    if is_out_of_memory(fault):
        return memory_problem()
    return error("program.fault", fault=type(fault).__name__, place=fault_place(fault))


def fault_place(fault: BaseException) -> str:
    """File and line of the innermost frame: `store.py, line 120`; empty where there is none."""
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return ""
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"


def fault_report(fault: BaseException) -> str:
    """Versions, and the frames of the exception and of what caused it; no messages, no values."""
    lines = [f"SDC Desktop {__version__}, Python {platform.python_version()}, {platform.platform()}"]
    seen: set[int] = set()
    link: BaseException | None = fault
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        lines.append(type(link).__name__)
        for frame in traceback.extract_tb(link.__traceback__):
            lines.append(f"  {_short(frame.filename)}:{frame.lineno} {frame.name}")
        link = link.__cause__ or link.__context__
    return "\n".join(lines) + "\n"


def _short(filename: str) -> str:
    """The last parts of a path: enough to find the file, too little to tell whose machine it was."""
    return "/".join(Path(filename).parts[-3:])
