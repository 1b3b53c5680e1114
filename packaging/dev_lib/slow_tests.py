"""The list of slow tests: `dev.py test` skips them, so that it ends in minutes.

It is made from the durations of a whole run: what takes longest is listed, until the rest is short enough.
"""

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path

from dev_lib import ROOT

LIST = ROOT / "tests" / "slow_tests.txt"
BUDGET = 700.0  # seconds that all tests not listed take together, in two processes half of it
LONG_SET_UP = 20.0  # seconds: a test that takes longer likely sets up what others of its file use too


def durations(report: Path) -> dict[str, list[float]]:
    """The seconds of each test, by file and function (`tests/test_a.py::test_b`), from a JUnit report."""
    found: dict[str, list[float]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        path, name = case.get("file") or "", (case.get("name") or "").partition("[")[0]
        inside = _classes(path, case.get("classname") or "")
        found.setdefault("::".join([path, *inside, name]), []).append(float(case.get("time") or 0))
    return found


def _classes(path: str, classname: str) -> list[str]:
    """The classes around a test: what its dotted name has after that of its file."""
    module = path.removesuffix(".py").replace("/", ".")
    return [part for part in classname.removeprefix(module).split(".") if part]


def slow_tests(durations: Mapping[str, list[float]], budget: float = BUDGET) -> list[str]:
    """Functions and whole files that are slow, by name: the longest ones, until the rest keeps the budget."""
    totals: dict[str, float] = {}
    whole = {name.partition("::")[0] for name, each in durations.items() if max(each) > LONG_SET_UP}
    for name, each in durations.items():
        path = name.partition("::")[0]
        unit = path if path in whole else name
        totals[unit] = totals.get(unit, 0.0) + sum(each)
    rest, listed = sum(totals.values()), []
    for unit, seconds in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
        if rest <= budget:
            break
        listed.append(unit)
        rest -= seconds
    return sorted(listed)


def write_slow_tests(report: Path) -> str:
    """Write the list again from a report; a line that says what it holds."""
    found = durations(report)
    listed = slow_tests(found)
    LIST.write_text("".join(f"{name}\n" for name in listed), encoding="utf-8")
    return f"{len(listed)} of {len(found)} test functions and files are listed as slow in {LIST.name}."
