"""Values of people are looked for wherever the program leaves something besides the files it is asked for."""

import logging
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from sdc_desktop import cli
from sdc_desktop.app import FaultCatcher
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.running import stages
from sdc_desktop.ui.project.step_commands import Chosen
from sdc_desktop.ui.shell.main_window import MainWindow

WAIT = 60_000
SECRETS = tuple(f"{mark}-{number:02}" for mark in ("Zwanziger", "ILLNESS") for number in range(12))
PAY = tuple(f"{71013 + 977 * number}.{13 + number}" for number in range(12))
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The officer's own folder, the only place where the values may lie."""
    made = tmp_path / "own"
    made.mkdir()
    rows = [
        f"{name},{1960 + n % 4},{illness},{pay}"
        for n, (name, illness, pay) in enumerate(zip(SECRETS[:12], SECRETS[12:], PAY, strict=True))
    ]
    text = "\n".join(("name,yob,illness,pay", *rows)) + "\n"
    (made / "people.csv").write_text(text, encoding="utf-8")
    (made / "work.sdcplan").write_text(plan_to_text(plan()), encoding="utf-8")
    return made


def plan():
    """A plan with a job that makes records and one on the sensitive variable."""
    variables = {
        "name": {"role": "direct_identifier"},
        "yob": {"role": "key", "level": "ordinal"},
        "illness": {"role": "sensitive"},
        "pay": {"role": "sensitive", "level": "continuous"},
    }
    years = {"kind": "intervals", "start": 1960, "widths": [2], "end": 1963}
    job = {
        "name": "recode",
        "kind": "recode",
        "params": {"levels": {"yob": 1}},
        "output": {"path": "protected.csv"},
    }
    risk = {"name": "risk", "kind": "risk", "params": {}}
    data = {"path": "people.csv", "variables": variables, "hierarchies": {"yob": years}}
    return plan_from_json({"schema": 2, "data": data, "jobs": [risk, job]})


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, watched."""
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setenv("TMPDIR", str(made))
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    return made


def leaks(*texts: str) -> list[str]:
    """The secrets that stand in a text; of numbers the whole part is enough."""
    shown = "\n".join(texts)
    return [one for one in (*SECRETS, *(pay.partition(".")[0] for pay in PAY)) if one in shown]


def all_below(*folders: Path) -> str:
    """The bytes of all files below some folders, as text."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return "\n".join(path.read_bytes().decode("utf-8", errors="replace") for path in files)


def test_the_search_finds_what_is_stated(folder: Path) -> None:
    assert len(leaks(all_below(folder))) == len(SECRETS) + len(PAY)


def test_the_window_leaves_no_value_behind(
    qtbot, caplog, capfd, monkeypatch, window: MainWindow, folder, elsewhere, own_home
) -> None:
    caplog.set_level(logging.DEBUG)
    assert window.controller.open_plan(folder / "work.sdcplan")
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    window.controller.set_variables(("yob",), level="nominal")
    window.recovery.write()
    recovery = window.recovery.place.read_text(encoding="utf-8")
    window.controller.save_as(folder / "work.sdcproj")
    project = (folder / "work.sdcproj").read_text(encoding="utf-8")
    copied = []
    for copy in (
        partial(window.step_commands.copy_command, Chosen(window.controller.plan, "Step", saved=True)),
        partial(window.step_commands.copy_command, Chosen(window.controller.plan, "Step", saved=False)),
        partial(window.step_commands.copy_python, Chosen(window.controller.plan, "Step")),
        partial(window.step_commands.copy_plan, Chosen(window.controller.plan, "Step")),
    ):
        copy()
        copied.append(QGuiApplication.clipboard().text())
    shown = fault_in_a_job(qtbot, window, folder)
    catcher = FaultCatcher(window.settings.path.parent / "crash-reports")
    catcher.caught.connect(window.report_fault)
    try:
        stumble(window.controller.opened)
    except ValueError as fault:
        catcher.catch(ValueError, fault, fault.__traceback__)
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    window.settings.save()
    kept = all_below(window.settings.path.parent, own_home, elsewhere)
    out, err = capfd.readouterr()
    assert all("people.csv" in text or "work.sdcproj" in text for text in copied)
    assert "ValueError" in kept, "the report of the fault"
    assert "ValueError" in window.log_panel.toPlainText() + caplog.text
    assert leaks(recovery, project) == []
    assert leaks(*copied) == []
    assert leaks(kept) == []
    assert (
        leaks(shown, window.log_panel.toPlainText(), caplog.text, window.notices.text_shown, out, err) == []
    )


def test_records_before_and_after_leave_no_value_on_disk(
    qtbot, caplog, capfd, window: MainWindow, folder, elsewhere, own_home
) -> None:
    caplog.set_level(logging.DEBUG)
    assert window.controller.open_plan(folder / "work.sdcplan")
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=WAIT)
    page = window.microdata_place.page
    qtbot.waitUntil(lambda: page.card == "step:recode" and window.jobs.idle, timeout=WAIT)
    page.step_tabs.turn_to_tab("records")
    records = page.step_tabs.records
    qtbot.waitUntil(lambda: records.compared is not None and window.jobs.idle, timeout=WAIT)
    model = records.model
    shown = [model.index(row, column).data() for row in range(12) for column in range(model.columnCount())]
    assert leaks(*map(str, shown)) != [], "the values are on the screen"
    while_open = all_below(window.settings.path.parent, own_home, elsewhere)
    window.recovery.write()
    window.controller.save_as(folder / "work.sdcproj")
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    window.settings.save()
    kept = all_below(window.settings.path.parent, own_home, elsewhere)
    out, err = capfd.readouterr()
    assert leaks(while_open) == []
    assert leaks(kept) == []
    assert leaks((folder / "work.sdcproj").read_text(encoding="utf-8")) == []
    assert leaks(window.log_panel.toPlainText(), caplog.text, window.notices.text_shown, out, err) == []
    assert {path.name for path in folder.iterdir()} == {"people.csv", "work.sdcplan", "work.sdcproj"}


def stumble(opened) -> None:
    """Fall over a record and tell all of it in the exception, as libraries do."""
    rows = records_stated(opened.data)
    raise ValueError(f"cannot convert {rows}") from KeyError(rows)


def records_stated(data) -> str:
    """All records in a text, as a library may put them into a message."""
    text = str(list(data.batches(JobContext())))
    assert leaks(text) != []
    return text


def fault_in_a_job(qtbot, window: MainWindow, folder: Path) -> str:
    """Have a job stumble in the middle of its work; what the window says of it."""
    opened = window.controller.opened
    job = window.jobs.start("Stumbling", lambda _context: stumble(opened))
    with qtbot.waitSignal(job.failed, timeout=WAIT) as failed:
        pass
    problems = failed.args[0]
    window.controller.report_problems("fault", problems)
    assert "program.fault" in [problem.code for problem in problems]
    return " ".join(str(problem) for problem in problems)


def test_the_batch_command_leaves_no_value_behind(folder, elsewhere, own_home, capfd, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    out = folder / "results"
    assert cli.main(["run", str(folder / "work.sdcplan"), "--out", str(out)]) == 0
    assert cli.main(["check", str(folder / "work.sdcplan")]) == 0
    text = "".join(capfd.readouterr())
    assert "protected.csv" in (out / "run.log").read_text(encoding="utf-8")
    assert "ILLNESS-03" in (out / "protected.csv").read_text(encoding="utf-8")
    for name in ("run.log", "result.json"):
        assert leaks((out / name).read_text(encoding="utf-8")) == [], name
    assert leaks(text, caplog.text, all_below(elsewhere, own_home)) == []


def test_a_fault_in_the_middle_of_a_batch_leaves_no_value_behind(
    folder, elsewhere, own_home, capfd, caplog, monkeypatch
) -> None:
    real = stages.applied

    def stumbling(*arguments, **options):
        released = real(*arguments, **options)
        raise ValueError(f"cannot convert {records_stated(released.data)}")

    monkeypatch.setattr(stages, "applied", stumbling)
    code = cli.main(["run", str(folder / "work.sdcplan"), "--out", str(folder / "results")])
    text = "".join(capfd.readouterr())
    assert code == cli.FAILED
    assert "ValueError" in text
    assert leaks(text, caplog.text, all_below(elsewhere, own_home)) == []
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "work.sdcplan"]


@pytest.mark.parametrize("cut", ["12,1,x\n", '"open', "\x00"])
def test_a_file_that_cannot_be_read_is_stated_without_its_values(folder, capfd, cut) -> None:
    file = folder / "people.csv"
    file.write_text(file.read_text(encoding="utf-8") + cut, encoding="utf-8")
    code = cli.main(["check", str(folder / "work.sdcplan"), "--problems", "json"])
    text = "".join(capfd.readouterr())
    assert code in (cli.DONE, cli.REFUSED)
    assert leaks(text) == []


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such signal")
def test_a_crash_of_the_process_itself_tells_no_value(folder, elsewhere) -> None:
    probe = (
        "import faulthandler, os, signal, sys; from pathlib import Path\n"
        "faulthandler.enable()\n"
        "from sdc_desktop.engine.running import stages; from sdc_desktop import cli\n"
        "stages.applied = lambda *_: os.kill(os.getpid(), signal.SIGSEGV)\n"
        "cli.main(['run', sys.argv[1], '--out', sys.argv[2]])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, str(folder / "work.sdcplan"), str(folder / "results")],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])},
        capture_output=True,
        text=True,
    )
    assert done.returncode < 0
    assert "Segmentation fault" in done.stderr
    assert leaks(done.stdout, done.stderr, all_below(elsewhere)) == []
