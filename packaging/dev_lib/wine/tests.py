"""The tests of files, formats, names, ledgers, kills and batch, run by Windows' Python under Wine."""

import re
from pathlib import Path

from dev_lib.environment import Environment
from dev_lib.wine import contents
from dev_lib.wine.machine import Machine

# One process each: what a crash of one leaves untried is no more than the rest of its part.
# Those left out start hundreds of processes, which takes Wine an hour.
PARTS = {
    "hostile files": (
        *("tests/engine/test_process_limits.py", "tests/engine/submission/test_hostile_files.py"),
        "tests/engine/data/foreign/test_hostile_sheets.py",
    ),
    "files and names": (
        *(
            "tests/engine/test_files.py",
            "tests/engine/test_outputs.py",
            "tests/engine/data/test_csv_write.py",
        ),
        "tests/engine/data/target/test_names.py",
    ),
    "kills": ("tests/engine/test_own_parts.py", "tests/engine/data/test_spill.py"),
    "ledgers": ("tests/engine/test_ledger.py", "tests/engine/release/test_live.py"),
    "formats": (
        *(
            f"tests/engine/data/foreign/test_{name}.py"
            for name in ("times_of_writing", "same_bytes_of_sheets", "sas_data_sets")
        ),
    ),
    "round trips": ("tests/engine/data/foreign/test_round_trips.py",),
    "tables": ("tests/cli/test_output_encoding.py", "tests/cli/test_tables.py"),
    "batch": ("tests/cli/test_cli.py",),
}
LONGEST = 900.0  # seconds of a part, after which it is ended
_COUNTED = re.compile(r"^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s", re.MULTILINE)
_DOTS = re.compile(r"^[.sFExX]+(?: +\[ *\d+%\])?$")
_SKIPPED = re.compile(r"^SKIPPED (\[\d+\] .+)$", re.MULTILINE)
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+)$", re.MULTILINE)


def run_tests(here: Machine, environment: Environment, python: str, output: Path) -> int:
    """Run all parts; 1 if a test failed. The list of what was skipped and why is in the logs and printed."""
    from dev_lib.wine.chore import step

    with step("packages for tests"):
        packages = contents.make_test_packages(here, environment)
    failed = False
    for name, places in PARTS.items():
        with step(f"tests of {name}") as remark:
            log = output / f"tests-{name.replace(' ', '-')}.log"
            arguments = ("-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", "--benchmark-disable")
            code, text = here.run(
                python,
                *arguments,
                *("-m", "not nightly", *places),
                place=here.tree,
                log=log,
                seconds=LONGEST,
                PYTHONPATH=f"{here.inside(packages)};{here.inside(here.tree)}",
            )
            counted = _COUNTED.findall(text)
            remark(
                counted[-1] if counted else f"ended with {code} before its last test, {_passed(text)} passed"
            )
        failed |= bool(code)
        for line in (*_FAILED.findall(text), *_SKIPPED.findall(text)):
            print(f"          {line}", flush=True)
    return 1 if failed else 0


def _passed(text: str) -> int:
    """How many tests passed, by the dots of pytest."""
    return sum(line.partition(" [")[0].count(".") for line in text.splitlines() if _DOTS.match(line))
