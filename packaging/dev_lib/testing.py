"""Running the tests: all that need no screen first, then the end-to-end ones on a virtual screen."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path

from dev_lib import ROOT
from dev_lib.environment import Environment, clean_variables

INTERRUPTED = 2  # pytest's exit codes
NOTHING_COLLECTED = 5  # where no test was selected
# Two processes work off the files. One that dies ends the run with the name of the test that it ran.
WORKERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart", "0")
COVERAGE = ("--cov", "--cov-report", "term:skip-covered")
COUNTS = "SDC_TEST_COUNTS"  # tests/conftest.py writes its counts to the file of this name
_TOGETHER = ("failed", "passed", "skipped", "xfailed", "xpassed", "warnings", "error")


class Extent(Enum):
    """How much is run, as a marker expression."""

    QUICK = "not nightly and not slow"
    SLOW = "not nightly"
    NIGHTLY = ""


def run_tests(
    environment: Environment,
    markers: str,
    arguments: Sequence[str],
    *,
    extent: Extent = Extent.QUICK,
    coverage: bool = False,
    report: Path | None = None,
) -> int:
    """Runs both parts and prints the counts of both together; 0 only if nothing failed.

    What `arguments` name is run in one process. `report` is a file for the durations of the first part.
    """
    began = time.monotonic()
    options = [*(() if arguments else WORKERS), *(COVERAGE if coverage else ())]
    if report is not None:
        options += [f"--junitxml={report}", "-o", "junit_family=xunit1"]
    chosen = both("not e2e and not long", extent.value, markers)
    runs = [_pytest(environment, [*options, "-m", chosen, *arguments], "offscreen")]
    if runs[0][0] == INTERRUPTED:
        return INTERRUPTED
    unable = lacking_for_screen()
    if not unable:
        with virtual_screen() as display:
            print("\nEnd-to-end tests on a virtual screen", flush=True)
            chosen = both("e2e", extent.value, markers)
            runs.append(_pytest(environment, ["-m", chosen, *arguments], "xcb", DISPLAY=display))
    else:
        print(f"End-to-end tests were not run: {' and '.join(unable)} not installed.")
    print(closing_line([counts for _, counts in runs], time.monotonic() - began), flush=True)
    return outcome([code for code, _ in runs])


def both(*expressions: str) -> str:
    """One marker expression of several; those that are empty do not narrow it."""
    found = [expression for expression in expressions if expression]
    return found[0] if len(found) == 1 else " and ".join(f"({expression})" for expression in found)


def without_spark(markers: str) -> str:
    """A marker expression of the user's, without the tests that start Spark."""
    return both("not spark", markers)


def outcome(codes: Sequence[int]) -> int:
    """One exit code for several runs: a part without any test is no failure unless all are so."""
    failures = [code for code in codes if code not in (0, NOTHING_COLLECTED)]
    return failures[0] if failures else min(codes)


def closing_line(parts: Sequence[Mapping[str, int]], seconds: float) -> str:
    """A line like pytest's own last one, for both parts together."""
    totals = {key: sum(part.get(key, 0) for part in parts) for key in _TOGETHER}
    counted = [f"{number} {_plural(key, number)}" for key, number in totals.items() if number]
    text = f" {', '.join(counted) or 'no tests ran'} in {seconds:.2f}s "
    return text.center(80, "=")


def _plural(key: str, number: int) -> str:
    if number == 1:
        return key.removesuffix("s")
    return "errors" if key == "error" else key


def _pytest(
    environment: Environment, arguments: Sequence[str], platform: str, **variables: str
) -> tuple[int, dict[str, int]]:
    """The exit code and the counts of one run; `platform` is Qt's."""
    with tempfile.TemporaryDirectory(prefix="sdc-tests-") as folder:
        counts = Path(folder) / "counts.json"
        done = subprocess.run(
            [str(environment.python), "-m", "pytest", "--benchmark-disable", *arguments],
            cwd=ROOT,
            env=clean_variables(**{COUNTS: str(counts), "QT_QPA_PLATFORM": platform}, **variables),
            stdin=subprocess.DEVNULL,
        )
        return done.returncode, json.loads(counts.read_text()) if counts.is_file() else {}


def lacking_for_screen() -> tuple[str, ...]:
    """What the end-to-end tests need and this machine has not."""
    if not sys.platform.startswith("linux"):
        return ("Xvfb",)
    return tuple(name for name in ("Xvfb", "openbox", "xdotool") if shutil.which(name) is None)


@contextlib.contextmanager
def virtual_screen() -> Iterator[str]:
    """A screen of its own with a window manager, for the time of the block; gives its DISPLAY."""
    with contextlib.ExitStack() as stack:
        end, start = os.pipe()
        server = [
            "Xvfb",
            "-displayfd",
            str(start),
            "-screen",
            "0",
            "1920x1080x24",
            "-noreset",
            "-r",  # a key that a busy machine releases late is still pressed once
            "-nolisten",
            "tcp",
        ]
        stack.enter_context(_running(server, pass_fds=(start,)))
        os.close(start)
        with os.fdopen(end) as shown:
            number = shown.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        display = f":{number}"
        stack.enter_context(_running(["openbox"], env=clean_variables(DISPLAY=display)))
        _wait_for_window_manager(display)
        yield display


def _wait_for_window_manager(display: str) -> None:
    """Windows opened before it would stay without keyboard focus."""
    query = ["xdotool", "get_num_desktops"]
    for _ in range(200):
        if not subprocess.run(query, env=clean_variables(DISPLAY=display), capture_output=True).returncode:
            return
        time.sleep(0.1)
    raise RuntimeError("openbox did not start")


@contextlib.contextmanager
def _running(command: list[str], **options: object) -> Iterator[None]:
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **silent, **options)  # type: ignore[call-overload]
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
