"""Running the tests: all that need no screen first, then the end-to-end ones on a virtual screen.

Those without a screen are in parts, which two processes at a time work off.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dev_lib import ROOT
from dev_lib.environment import Environment, clean_variables

INTERRUPTED = 2  # pytest's exit codes
NOTHING_COLLECTED = 5  # where no test was selected
# The dearest first, so that both ends come together. Each is a process of its own: hundreds of windows that
# were closed in one part are not in the way of those of the next. What no part names is one more.
PARTS = (
    ("tests/packaging",),
    ("tests/ui/microdata",),
    ("tests/engine/release", "tests/conformance"),
    tuple(f"tests/ui/{folder}" for folder in ("cae", "cells", "release", "tables")),
    ("tests/engine/data", "tests/engine/microdata"),
    ("tests/benchmarks", "tests/report", "tests/project", "tests/words"),
)
COUNTS = "SDC_TEST_COUNTS"  # tests/conftest.py writes its counts to the file of this name
_TOGETHER = ("failed", "passed", "skipped", "xfailed", "xpassed", "rerun", "warnings", "error")


def run_tests(environment: Environment, markers: str, arguments: Sequence[str]) -> int:
    """Run both parts and say the counts of both together; 0 only if nothing failed."""
    began = time.monotonic()
    quiet = ["--benchmark-disable"]
    codes, parts, notes = [], [], []
    for code, counts in _without_screen(
        environment, [*quiet, "-m", both("not e2e and not long", markers)], arguments
    ):
        codes.append(code)
        parts.append(counts)
    if INTERRUPTED in codes:
        return INTERRUPTED
    unable = lacking_for_screen()
    if unable:
        notes.append(f"End-to-end tests were not run: {' and '.join(unable)} not installed.")
    else:
        with virtual_screen() as display:
            print("\nEnd-to-end tests on a virtual screen", flush=True)
            second, counts = _pytest(
                environment,
                [*quiet, "-m", both("e2e", markers), *arguments],
                DISPLAY=display,
                QT_QPA_PLATFORM="xcb",
            )
        codes.append(second)
        parts.append(counts)
    for line in [*notes, conformance_line(parts), closing_line(parts, time.monotonic() - began)]:
        print(line, flush=True)
    return outcome(codes)


def both(ours: str, theirs: str) -> str:
    """One marker expression of ours and of what the user asked for, which may be empty."""
    return f"({ours}) and ({theirs})" if theirs else ours


def outcome(codes: Sequence[int]) -> int:
    """One exit code for several runs: a part without any test is no failure unless all are so."""
    failures = [code for code in codes if code not in (0, NOTHING_COLLECTED)]
    return failures[0] if failures else min(codes)


def conformance_line(parts: Sequence[Mapping[str, int]]) -> str:
    """How many tests read the shared inputs, and how many could not."""
    ran, skipped = (
        sum(part.get(key, 0) for part in parts) for key in ("conformance_ran", "conformance_skipped")
    )
    return f"conformance tests: {ran} ran, {skipped} skipped"


def closing_line(parts: Sequence[Mapping[str, int]], seconds: float) -> str:
    """A line like pytest's own last one, for all parts together."""
    totals = {key: sum(part.get(key, 0) for part in parts) for key in _TOGETHER}
    told = [f"{number} {_plural(key, number)}" for key, number in totals.items() if number]
    text = f" {', '.join(told) or 'no tests ran'} in {seconds:.2f}s "
    return text.center(80, "=")


def _plural(key: str, number: int) -> str:
    if number == 1:
        return key.removesuffix("s")
    return {"error": "errors", "rerun": "reruns"}.get(key, key)


def parts() -> list[list[str]]:
    """What each part is called with; together they are all tests, each once."""
    named = [path for part in PARTS for path in part]
    return [*map(list, PARTS[:3]), ["tests", *(f"--ignore={path}" for path in named)], *map(list, PARTS[3:])]


def _without_screen(
    environment: Environment, options: Sequence[str], arguments: Sequence[str]
) -> list[tuple[int, dict[str, int]]]:
    """Run what needs no screen, two parts at a time, unless the user said what to run."""
    if arguments:
        return [_pytest(environment, [*options, *arguments], QT_QPA_PLATFORM="offscreen")]
    waiting = deque(parts())

    def work_off(output: int | None) -> list[tuple[int, dict[str, int]]]:
        found = []
        with contextlib.suppress(IndexError):  # both take from what is waiting until nothing is
            while True:
                part = waiting.popleft()
                found.append(_pytest(environment, [*options, *part], output, QT_QPA_PLATFORM="offscreen"))
        return found

    with ThreadPoolExecutor(1) as beside, tempfile.TemporaryFile("w+") as said:
        others = beside.submit(work_off, said.fileno())
        found = [*work_off(None), *others.result()]
        said.seek(0)
        print(f"\nParts that were run beside those above\n{said.read()}", flush=True)
    return found


def _pytest(
    environment: Environment, arguments: list[str], output: int | None = None, **variables: str
) -> tuple[int, dict[str, int]]:
    """The exit code and the counts; what pytest says goes to the terminal or to an open file."""
    with tempfile.TemporaryDirectory(prefix="sdc-tests-") as folder:
        counts = Path(folder) / "counts.json"
        for again in (True, False):
            done = subprocess.run(
                [str(environment.python), "-m", "pytest", *arguments],
                cwd=ROOT,
                env=clean_variables(**{COUNTS: str(counts)}, **variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
            )
            if done.returncode >= 0 or not again:
                break
            print(
                f"\nThe tests were brought down by signal {-done.returncode}; they run once more.", flush=True
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
            "-nolisten",
            "tcp",
        ]
        stack.enter_context(_running(server, pass_fds=(start,)))
        os.close(start)
        with os.fdopen(end) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        display = f":{number}"
        stack.enter_context(_running(["openbox"], env=clean_variables(DISPLAY=display)))
        _wait_for_window_manager(display)
        yield display


def _wait_for_window_manager(display: str) -> None:
    """Windows opened before it would stay without keyboard focus."""
    asked = ["xdotool", "get_num_desktops"]
    for _ in range(200):
        if not subprocess.run(asked, env=clean_variables(DISPLAY=display), capture_output=True).returncode:
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
