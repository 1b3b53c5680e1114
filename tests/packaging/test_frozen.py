"""The frozen program, where nothing is there to help it: no Python, no network, an empty home with a name
that is not ASCII, a folder that cannot be written to. It tries itself, and gives the source program's bytes.
"""

import contextlib
import csv
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from dev_lib import archives, freezing, packages, product

from sdc_desktop.engine.methods.registry import METHODS

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / "resources" / "self_test" / "anopi.sdcplan"
LIBRARIES = "PySide6/Qt/lib"
PATIENCE = 120  # seconds, for a machine that is busy

pytestmark = pytest.mark.frozen


@pytest.fixture(scope="module")
def program(real_environment):
    """The frozen program, made anew if it is absent or its sources have changed."""
    command = [sys.executable, "packaging/dev.py", "freeze", "--if-changed"]
    done = subprocess.run(
        command, cwd=ROOT, env=real_environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return freezing.executable()


@pytest.fixture
def home(tmp_path):
    """An empty home whose user's name is not ASCII."""
    made = tmp_path / "Zoë Müller 岩"
    made.mkdir()
    return made


@pytest.fixture
def bare(home):
    """The variables of a machine without Python, whose user has an empty home."""
    temporary = home / "temporary"
    temporary.mkdir()
    return {
        "PATH": str(home / "nothing"),
        "HOME": str(home),
        "USERPROFILE": str(home),
        "LANG": "C.UTF-8",
        **dict.fromkeys(("TMPDIR", "TEMP"), str(temporary)),
        "QT_QPA_PLATFORM": "offscreen",
        # Windows starts no program that does not know where Windows is
        **{name: value for name, value in os.environ.items() if name == "SYSTEMROOT"},
    }


def frozen(program, environment, folder, *arguments, before=()):
    return subprocess.run(
        [*before, str(program), *map(str, arguments)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


def from_source(*arguments):
    command = [sys.executable, "-m", "sdc_desktop", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)


def sealed(folder):
    """What to put before a command so that it has no network and cannot write to a folder; () where this
    system lets nobody do so.
    """
    if shutil.which("unshare") is None or shutil.which("mount") is None:
        return ()
    mount = shutil.which("mount")
    script = f'{mount} --bind "$0" "$0" && {mount} -o remount,ro,bind "$0" && exec "$@"'
    before = (shutil.which("unshare"), "-r", "-n", "-m", shutil.which("sh"), "-c", script, str(folder))
    probe = f'! touch "{folder}/probe" 2>{os.devnull}'
    tried = subprocess.run([*before, shutil.which("sh"), "-c", probe], capture_output=True)
    return before if tried.returncode == 0 else ()


def test_it_tries_itself_where_there_is_nothing_to_help_it_and_leaves_nothing(program, bare, home):
    before = sealed(program.parent)
    done = frozen(program, bare, home, "--self-test", before=before)
    assert done.returncode == 0, done.stdout + done.stderr
    text = done.stdout.splitlines()
    files = ("file.sav", "file.dta", "file.xpt", "file.xlsx")
    for name in (*METHODS, *files, "pdf", "html", "imports", "window"):
        assert f"{name}: passed" in text
    assert text[-1] == "self-test passed"
    assert list(Path(bare["TMPDIR"]).iterdir()) == []
    if sys.platform.startswith("linux") and os.geteuid() == 0:
        assert before, "root can take away network and rights, so the test must have done so"


def test_it_gives_the_same_bytes_as_the_source_program(program, bare, tmp_path):
    by_frozen, by_source = tmp_path / "frozen", tmp_path / "source"
    done = frozen(program, bare, tmp_path, "run", PLAN, "--out", by_frozen)
    assert done.returncode == 0, done.stderr
    from_source("run", PLAN, "--out", by_source)
    for name in ("result.json", "protected.csv"):
        assert (by_frozen / name).read_bytes() == (by_source / name).read_bytes(), name


def test_a_file_of_spss_is_read_in_a_child_process_and_a_damaged_one_refused(program, bare, home):
    plan = json.loads((PLAN.parent / "recode.sdcplan").read_text(encoding="utf-8"))
    for path in PLAN.parent.glob("*.csv"):
        shutil.copy(path, home)
    plan["jobs"][0]["output"] = {"path": "Größe.sav"}
    (home / "write.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    from_source("run", home / "write.sdcplan", "--out", home / "made")
    reading = {"schema": 2, "data": {"path": "made/Größe.sav"}, "jobs": []}
    (home / "read.sdcplan").write_text(json.dumps(reading), encoding="utf-8")
    trace = shutil.which("strace")
    before = (trace, "-f", "-e", "trace=execve", "-o", str(home / "trace")) if trace else ()
    done = frozen(program, bare, home, "check", home / "read.sdcplan", before=before)
    assert done.returncode == 0, done.stderr
    if trace:
        assert "--multiprocessing-fork" in (home / "trace").read_text()
    file = home / "made" / "Größe.sav"
    file.write_bytes(file.read_bytes()[:300])
    refused = frozen(program, bare, home, "check", home / "read.sdcplan")
    assert refused.returncode == 2, refused.stderr
    assert "Größe.sav" in refused.stderr


@pytest.fixture
def window(program, bare, home):
    """Starts the window and waits until it has done something that shows."""
    started = []

    def start(*arguments, until):
        process = subprocess.Popen(
            [str(program), *map(str, arguments)],
            cwd=home,
            env=bare,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        end = time.monotonic() + PATIENCE
        while not until():
            assert process.poll() is None, "the program has ended"
            assert time.monotonic() < end, "the window did nothing"
            time.sleep(0.1)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def settings(home):
    return home / ".config" / "sdc-desktop"


def recent(home):
    with contextlib.suppress(OSError):
        return (settings(home) / "settings.ini").read_text(encoding="utf-8")
    return ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at Linux's folders")
def test_a_plan_given_as_argument_opens_and_a_killed_program_leaves_nothing(program, bare, home, window):
    plan = home / "patients.sdcplan"
    for path in filter(Path.is_file, PLAN.parent.iterdir()):
        shutil.copy(path, home)
    shutil.copy(PLAN, plan)
    process = window(plan, until=lambda: "patients.sdcplan" in recent(home))
    process.kill()
    process.wait()
    assert list(Path(bare["TMPDIR"]).iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries lie elsewhere")
def test_a_library_of_qt_can_be_replaced(program, bare, home):
    library = program.parent / "_internal" / LIBRARIES / "libQt6Widgets.so.6"
    kept = library.with_name("kept")
    library.rename(kept)
    try:
        without = frozen(program, bare, home, "--first-window")
        library.write_bytes(kept.read_bytes() + b"built by someone else")
        library.chmod(0o755)
        replaced = frozen(program, bare, home, "--first-window")
    finally:
        kept.replace(library)
    assert without.returncode != 0
    assert "libQt6Widgets" in without.stderr
    assert replaced.returncode == 0, replaced.stderr
    assert all(float(seconds) > 0 for seconds in replaced.stdout.split())
    assert LIBRARIES in (program.parent / "licences" / "REPLACING-QT.txt").read_text()


def test_it_carries_the_licence_of_every_part(program):
    folder = program.parent / "licences"
    named = [line.split(": ")[0] for line in (folder / "LIST.txt").read_text().splitlines() if ": " in line]
    parts = [name.replace(" ", "-") for name in named if (folder / name.replace(" ", "-")).is_dir()]
    assert len(parts) > 10
    assert all(any((folder / part).iterdir()) for part in parts)
    assert sorted(parts) == sorted(path.name for path in folder.iterdir() if path.is_dir())


def test_its_bill_of_materials_names_what_is_in_it(program):
    bill = json.loads((program.parent / freezing.BILL).read_text(encoding="utf-8"))
    found = {one["name"].lower(): one for one in bill["components"]}
    packages_in_it = {
        path.name.split("-")[0].lower() for path in (program.parent / "_internal").glob("*.dist-info")
    }
    assert packages_in_it <= {name.replace("-", "_") for name in found}
    assert {"numpy", "scipy", "pandas", "ortools", "duckdb", "pyreadstat", "qt", "python"} <= set(found)
    assert all(one["hashes"] for one in found.values() if one["purl"].startswith("pkg:pypi/"))
    assert "://" not in json.dumps(bill)
    assert (program.parent / "FOR-THE-IT-DEPARTMENT.txt").read_text().startswith(f"{product.NAME} ")


def test_the_list_of_hashes_is_true_and_the_size_as_wanted(program):
    with (program.parent / freezing.HASHES).open(encoding="utf-8", newline="") as file:
        listed = {row["file"]: row["sha256"] for row in csv.DictReader(file)}
    files = [path for path in program.parent.rglob("*") if path.is_file() and not path.is_symlink()]
    assert {path.relative_to(program.parent).as_posix() for path in files} == {*listed, freezing.HASHES}
    assert all(archives.sha256(program.parent / name) == shown for name, shown in listed.items())
    assert freezing.folder_size(program.parent) <= packages.MOST_UNPACKED


def test_it_has_no_test_tool_and_no_network_library_in_it(program):
    names = {path.name.split(".")[0] for path in program.parent.rglob("*")}
    assert not names & {
        "pytest",
        "_pytest",
        "hypothesis",
        "tkinter",
        "libreadline",
        "libQt6Network",
        "libssl",
    }
