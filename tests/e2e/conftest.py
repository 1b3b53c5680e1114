"""Programs that are started for a test and ended after it; a picture of the screen where it failed."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.e2e.screen import Program, grab

_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Note whether a test failed while it ran."""
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program with these arguments, in the test's folder or another."""
    if os.environ.get("QT_QPA_PLATFORM") != "xcb" or shutil.which("xdotool") is None:
        pytest.skip("needs a virtual screen: packaging/dev.py test")
    request.getfixturevalue("qapp")
    programs: list[Program] = []

    def begin(*arguments: str, folder: Path = tmp_path, under: Sequence[str] = ()) -> Program:
        programs.append(Program(arguments, folder, under))
        return programs[-1]

    yield begin
    if request.node.stash.get(_FAILED, False):
        grab(tmp_path / "failed.png")
        print(f"the screen when it failed: {tmp_path / 'failed.png'}")
        for program in programs:
            print(program.said)
    for program in programs:
        program.stop()
