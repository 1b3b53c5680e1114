"""The program's entry: a verb goes to the batch command, anything else to the window.

Neither is imported before it is known which one is wanted: the batch command never loads Qt, and the window
starts without what only the batch command needs.
"""

import multiprocessing
import signal
import sys
from types import FrameType
from typing import NoReturn

VERBS = ("run", "report", "check", "schema", "secret", "without-secrets", "import-arb")
OPTIONS = ("--version", "--help", "-h")


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments say (those of the process by default); the exit code."""
    multiprocessing.freeze_support()  # first: a child process of the frozen program comes this way too
    arguments = sys.argv[1:] if argv is None else argv
    if arguments and arguments[0] in (*VERBS, *OPTIONS):
        for number in (signal.SIGINT, signal.SIGTERM):  # while modules load; cli.py has its own ways
            signal.signal(number, _leave)
        from sdc_desktop import cli

        return cli.main(arguments)
    if arguments == ["--self-test"]:
        from sdc_desktop.self_test import run_self_test

        return run_self_test(sys.stdout)
    from sdc_desktop import app

    return app.main(arguments)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Stopped before any work was begun."""
    raise SystemExit(130)


if __name__ == "__main__":
    sys.exit(main())
