"""What holds for every test: no network, no real home, no screen; what reads the shared inputs is counted."""

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

ROOT = Path(__file__).resolve().parents[1]
CHILD_GUARD = ROOT / "tests" / "support" / "child_guard"
SHARED = ROOT.parent / "shared"  # inputs of the conformance tests; absent where only the program was fetched
REAL_ENVIRONMENT = dict(os.environ)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_INTERNET = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
_FOLDERS = count()
_watch: dict[str, list[str]] = {}  # "attempts" is there while a test runs


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    """Python tells every socket and name look-up here, also those made by other packages in C."""
    if not event.startswith("socket.") or "attempts" not in _watch:
        return
    if event in _INTERNET or (event == "socket.__new__" and int(arguments[1]) != _unix()):  # type: ignore[call-overload]
        _watch["attempts"].append(event)
        raise PermissionError(f"a test tried to reach the network ({event})")


def _unix() -> int:
    import socket

    return int(getattr(socket, "AF_UNIX", -1))


sys.addaudithook(_audit)  # for good: hooks cannot be taken away, but this one sleeps between tests


@pytest.fixture(autouse=True)
def no_network(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[str]]:
    """Refuse every socket but local ones, and fail the test that tried, also if it caught the refusal.

    Every Python that a test starts does the same (spawned readers and solvers too), unless the test gives it
    variables without ours: the frozen program has its network taken away by the system instead, and what is
    installed as its user would has to be free.
    """
    attempts: list[str] = []
    by_children = tmp_path_factory.getbasetemp() / "network-of-children"
    monkeypatch.setenv("SDC_TEST_NETWORK", str(by_children))
    paths = (str(CHILD_GUARD), *filter(None, [os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    _watch["attempts"] = attempts
    yield attempts
    _watch.pop("attempts", None)
    if by_children.exists():
        attempts += by_children.read_text(encoding="utf-8").splitlines()
        by_children.unlink()
    if attempts:
        pytest.fail(f"the test tried to reach the network: {', '.join(attempts)}")


def _numbered(folders: pytest.TempPathFactory, name: str) -> Path:
    """A new folder. pytest's own look for their number among those of all earlier tests, up to 10 ms each."""
    made = folders.getbasetemp() / "counted" / f"{name}{next(_FOLDERS)}"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the test's own, named after it."""
    return _numbered(tmp_path_factory, re.sub(r"\W", "_", request.node.name)[:30])


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test, so that none reads or writes the settings of a real user."""
    home = _numbered(tmp_path_factory, "home")
    monkeypatch.setenv("SDC_DESKTOP_LANGUAGE", "en")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in (
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
        "XDG_STATE_HOME",
        "APPDATA",
        "LOCALAPPDATA",
    ):
        folder = home / name.lower()
        folder.mkdir()
        monkeypatch.setenv(name, str(folder))
    _move_settings(home)
    monkeypatch.delenv("SDC_DESKTOP_POLICY", raising=False)
    monkeypatch.setattr("sdc_desktop.project.policy_location.system_folder", lambda: home / "system")
    return home


def _move_settings(home: Path) -> None:
    """Qt looks for the settings' folder only once in a process; tell it the new one."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None:
        for form in (core.QSettings.Format.NativeFormat, core.QSettings.Format.IniFormat):
            core.QSettings.setPath(form, core.QSettings.Scope.UserScope, str(home / "xdg_config_home"))


@pytest.fixture(scope="session")
def qapp() -> "QApplication":
    """The application as the program makes it; Qt is imported here only."""
    from PySide6.QtWidgets import QApplication

    from sdc_desktop.app import make_application

    return QApplication.instance() or make_application(["sdc-desktop"])  # type: ignore[return-value]


@pytest.fixture
def qtbot(qtbot: "QtBot") -> "QtBot":
    """Waits for a state up to a minute where pytest-qt waits 5 s: a busy machine is not a fault."""
    for wait in ("waitActive", "waitExposed", "waitSignal", "waitUntil"):
        setattr(qtbot, wait, partial(getattr(qtbot, wait), timeout=60_000))
    return qtbot


@pytest.fixture(scope="session")
def real_environment() -> dict[str, str]:
    """The variables of the user, for the few tests that install the program as they would."""
    return dict(REAL_ENVIRONMENT)


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of the shared inputs; the test is skipped where there is none."""
    if not SHARED.is_dir():
        pytest.skip("the shared inputs are not here")
    return SHARED


class Conformance:
    """Counts the tests that read the shared inputs; fails the run if one could not though they are there."""

    def __init__(self, shared: Path) -> None:
        self.shared = shared
        self.ran: set[str] = set()
        self.skipped: set[str] = set()

    @property
    def failed(self) -> bool:
        """Whether a test was skipped although the shared inputs are there."""
        return self.shared.is_dir() and bool(self.skipped)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what became of a test."""
        if "conformance" in report.keywords:
            if report.skipped and not hasattr(report, "wasxfail"):
                self.skipped.add(report.nodeid)
            elif report.when == "call":
                self.ran.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file of conformance tests that was skipped as a whole."""
        if report.skipped and "conformance" in report.nodeid:
            self.skipped.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say the counts, if there are any."""
        if not (self.ran or self.skipped):
            return
        line = f"conformance tests: {len(self.ran)} ran, {len(self.skipped)} skipped"
        terminalreporter.write_line(line, red=self.failed)
        if self.failed:
            terminalreporter.write_line("The shared inputs are there, so none may be skipped.", red=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run if need be, and leave the counts to dev.py, which adds those of its two runs."""
        if self.failed and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        wanted = os.environ.get("SDC_TEST_COUNTS")
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if wanted and reporter is not None:
            counts = {key: len(found) for key, found in reporter.stats.items() if key}
            with contextlib.suppress(OSError):
                Path(wanted).write_text(json.dumps(counts), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Count from the start. Hypothesis sets no deadline: a busy machine is not a fault."""
    settings.register_profile("suite", deadline=None)
    settings.load_profile("suite")
    if not hasattr(config, "workerinput"):  # the reports of all workers come together in one process
        config.pluginmanager.register(Conformance(SHARED), "sdc-conformance")


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what the markers do not choose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and put their files first, so that both workers end together."""
    listed = _slow_tests()
    for item in items:
        path, _, name = item.nodeid.partition("[")[0].partition("::")
        if path in listed or f"{path}::{name}" in listed:
            item.add_marker("slow")
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def _slow_tests() -> frozenset[str]:
    """Files and functions listed by `dev.py test --time`."""
    listed = Path(__file__).with_name("slow_tests.txt")
    return frozenset(listed.read_text(encoding="utf-8").split()) if listed.is_file() else frozenset()
