"""The program's entry: a verb goes to the batch command, anything else to the window.

Each is imported only when it is needed: the batch command never loads Qt, the window starts without what only
the batch command needs, and the version is stated before anything is loaded.
"""

# ruff: noqa: E402 - the module path is cleaned before anything else is imported
from sdc_desktop.safe_path import leave_current_folder

leave_current_folder()

import io
import multiprocessing
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from sdc_desktop import __version__

VERBS = (
    "run",
    "report",
    "check",
    "propose",
    "compare",
    "schema",
    "secret",
    "without-secrets",
    "import-arb",
    "ledger",
    "perturbation-table",
    "counts",
    "apply",
)
OPTIONS = ("--version", "--help", "-h")
SELF_TEST = "--self-test"
REFUSED = 2
WINDOW_PACKAGES = ("PySide6", "shiboken6", "pyqtgraph")  # those of the extra `window`


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments say (those of the process by default); the exit code."""
    multiprocessing.freeze_support()  # first: a child process of the frozen program comes this way too
    settle_output()
    arguments = sys.argv[1:] if argv is None else argv
    if arguments == ["--version"]:
        print(f"SDC Desktop {__version__}")  # noqa: T201 - a window on Windows has no stream, and it is silent
        return 0
    from sdc_desktop.engine.child_process import is_out_of_memory, memory_problem, start_problem
    from sdc_desktop.memory_notice import report_problem

    batch = bool(arguments) and arguments[0] in (*VERBS, *OPTIONS, SELF_TEST)
    problem = start_problem()
    if problem is None:
        try:
            return _batch(arguments) if batch else _window(arguments)
        except (ImportError, MemoryError, OSError, RuntimeError) as fault:
            if not is_out_of_memory(fault):
                raise
            problem = memory_problem()

    report_problem(problem, arguments, window=not batch)
    return REFUSED


def settle_output() -> None:
    """Pipes and files get UTF-8, whatever code page the system has; a terminal keeps its own, and a mark for
    each character that it has not. PYTHONIOENCODING is obeyed.
    """
    for stream in (sys.stdout, sys.stderr):  # None in a window on Windows
        if isinstance(stream, io.TextIOWrapper) and not os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _batch(arguments: list[str]) -> int:
    if arguments == [SELF_TEST]:
        from sdc_desktop.self_test import run_self_test

        return run_self_test(sys.stdout)
    for number in (signal.SIGINT, signal.SIGTERM):  # while modules load; cli.py has its own ways
        signal.signal(number, _leave)
    from sdc_desktop.cli_arguments import parsed

    given = parsed(arguments)
    from sdc_desktop import cli

    return cli.carry_out(given, take_signals=True)


def _window(arguments: list[str]) -> int:
    try:
        from sdc_desktop import app
    except ModuleNotFoundError as fault:
        package = (fault.name or "").partition(".")[0]
        if package not in WINDOW_PACKAGES:
            raise

        from sdc_desktop.engine.problems import Place, error
        from sdc_desktop.memory_notice import report_problem

        problem = error("program.no_window", Place(file="sdc-desktop"), package=package)
        report_problem(problem, arguments, window=False)
        return REFUSED
    return app.main(arguments)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Stopped before any work was begun."""
    raise SystemExit(130)


if __name__ == "__main__":
    sys.exit(main())
