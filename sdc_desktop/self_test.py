"""The program tries itself: one small job of every kind, every kind of file, both reports, child processes
that import its libraries in both orders, and the window, each said in a line.

Meant for the frozen program (``sdc-desktop --self-test``): it shows that the program is complete. The jobs go
through the batch command, the same door as for all others; what they read is in resources/self_test.
"""

import gc
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TextIO, get_args

from sdc_desktop import cli
from sdc_desktop.engine.child_process import start_child
from sdc_desktop.engine.data.formats import WrittenFormat
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.import_trial import LATE, LIBRARIES, import_all
from sdc_desktop.resources import resource_path
from sdc_desktop.words import N_, Words


def run_self_test(out: TextIO) -> int:
    """Try everything in a temporary folder, one line each to `out`; return 0 if all passed, else 1."""
    words = Words()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="sdc-desktop-self-test-") as folder:
        for name, trial in trials(Path(folder)):
            reason = _tried(trial)
            failed += reason is not None
            message = N_("{name}: passed") if reason is None else N_("{name}: FAILED ({reason})")
            print(words.say(message, name=name, reason=reason), file=out, flush=True)
    if failed:
        print(words.say_many(N_("{number} trial failed"), N_("{number} trials failed"), failed), file=out)
    else:
        print(words.say(N_("self-test passed")), file=out)
    return 1 if failed else 0


def trials(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is tried, by name; a trial raises where it fails."""
    for kind in METHODS:
        yield kind, partial(_run_kind, kind, folder / kind)
    for ending in get_args(WrittenFormat):
        yield f"file.{ending}", partial(_write_and_read, ending, folder / ending)
    yield "counts", partial(_decide_on_counts, folder / "counts")
    for form in ("pdf", "html"):
        yield form, partial(_make_report, folder / f"report.{form}")
    imports = {"imports": LIBRARIES, "imports.reversed": LIBRARIES[::-1], "imports.late": LATE}
    for name, libraries in imports.items():
        yield name, partial(_import_in_child, libraries)
    yield "window", partial(_show_window, folder / "window")


def _tried(trial: Callable[[], None]) -> str | None:
    """None if the trial passed, else the reason. Every exception counts as a failure."""
    try:
        trial()
    except Exception as failure:  # noqa: BLE001
        return f"{type(failure).__name__}: {failure}"
    return None


class _NotMadeError(Exception):
    """A trial ended without what it should have made."""


def plan_of(kind: str) -> Path:
    """The plan with which a kind of job is tried."""
    return resource_path("self_test", f"{kind}.sdcplan")


def _run_kind(kind: str, out: Path) -> None:
    keys = str(out.with_name(f"{out.name} keys"))
    plan = _charged_plan(kind, out) if METHODS[kind].budgeted else plan_of(kind)
    _batch("run", str(plan), "--out", str(out), "--keys", keys, "--quiet")
    text = (out / "result.json").read_text(encoding="utf-8")
    if f'"kind": "{kind}"' not in text:
        raise _NotMadeError(f"result.json tells no job of kind {kind}")


def _charged_plan(kind: str, out: Path) -> Path:
    """A copy of the plan that writes its file, in a folder that takes the ledger, and one for its head."""
    folder, heads = out.with_name(f"{out.name} plan"), out.with_name(f"{out.name} heads")
    folder.mkdir(parents=True)
    heads.mkdir()
    plan = json.loads(plan_of(kind).read_text(encoding="utf-8"))
    shutil.copy(plan_of(kind).parent / plan["data"]["path"], folder)
    job = plan["jobs"][0]
    job["params"]["head"] = f"../{heads.name}/budget.head"
    job["output"] = {"path": "made.csv"}
    path = folder / "plan.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def _write_and_read(ending: str, out: Path) -> None:
    """A protected file in another format, and whether it can be opened."""
    out.mkdir()
    plan = json.loads(plan_of(RECODE.kind).read_text(encoding="utf-8"))
    for path in plan_of(RECODE.kind).parent.glob("*.csv"):
        shutil.copy(path, out)
    plan["jobs"][0]["output"] = {"path": f"made.{ending}"}
    (out / "write.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    _batch("run", str(out / "write.sdcplan"), "--out", str(out / "made"), "--quiet")
    made = {"schema": plan["schema"], "data": {"path": f"made/made.{ending}"}, "jobs": []}
    (out / "read.sdcplan").write_text(json.dumps(made), encoding="utf-8")
    _batch("check", str(out / "read.sdcplan"), "--quiet")


def _decide_on_counts(folder: Path) -> None:
    """A plan counted, decided on its counts and applied to its records, with the result of a plain run."""
    shutil.copytree(plan_of(RECODE.kind).parent, folder)
    plan, counts = str(folder / plan_of(RECODE.kind).name), str(folder / "site.sdccounts")
    _batch("counts", plan, "--out", counts, "--quiet")
    on_counts = ("run", plan, "--data", counts)
    applied = ("apply", plan, "--counts", counts)
    found = []
    for verb in (("run", plan), on_counts, applied):
        out = folder / f"made {len(found)}"
        _batch(*verb, "--out", str(out), "--keys", str(folder / f"keys {len(found)}"), "--quiet")
        found.append(json.loads((out / "result.json").read_text(encoding="utf-8")))
    decided = [[job["result"] for job in result["jobs"].values()] for result in found]
    judged = [_reasons_on_counts(result["verdict"]) for result in found]
    if found[2] != found[0] or decided[1] != decided[0] or judged[1] != judged[0]:
        raise _NotMadeError("the result on counts differs from the one on records")


def _reasons_on_counts(verdict: dict[str, Any]) -> list[Any]:
    """The reasons of a verdict that counts show too: what values reveal is audited on records alone."""
    of_records = ("inference_", "inferred_", "outlier_")
    return [one for one in verdict["reasons"] if not one["code"].startswith(of_records)]


def _make_report(file: Path) -> None:
    _batch("report", str(plan_of(next(iter(METHODS)))), "--out", str(file), "--quiet")
    if file.stat().st_size < 1000:
        raise _NotMadeError(f"{file.name} is too short for a report")


def _import_in_child(libraries: tuple[str, ...]) -> None:
    child = start_child(import_all, (libraries,))
    child.join()
    if child.exitcode != 0:
        raise _NotMadeError(f"the child process ended with {child.exitcode}")


def _batch(*arguments: str) -> None:
    code = cli.main(list(arguments))
    if code != 0:
        raise _NotMadeError(f"exit code {code}")


def _show_window(folder: Path) -> None:
    """Show the window once on a screen that is none. Qt comes in here only, by way of app."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    import shiboken6

    from sdc_desktop import app
    from sdc_desktop.ui.settings import Settings

    application = app.make_application(["sdc-desktop"])
    window = app.make_window(application, Settings(folder / "settings.ini"), Words())
    window.show()
    application.processEvents()
    if window.grab().isNull():
        raise _NotMadeError("the window shows nothing")
    window.close()
    application.processEvents()
    shiboken6.delete(window)
    del window
    gc.collect()  # its lock lies in the folder that is about to go
