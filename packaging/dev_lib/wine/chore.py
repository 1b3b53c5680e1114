"""`dev.py windows`: each step says in a line what it did and how many seconds it took."""

import contextlib
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from dev_lib import ROOT, Stop, freezing, msi, packages, product, system
from dev_lib.environment import RUNTIME, Environment, clean_variables, set_up
from dev_lib.foreign_wheels import PYTHON
from dev_lib.testing import virtual_screen
from dev_lib.wine import cache, contents, installer, machine, screens, tests
from dev_lib.wine.comparison import compare
from dev_lib.wine.machine import Machine

OUTPUT = ROOT / "build" / "windows"  # logs, pictures, the MSI
TRIALS = "packaging/dev_lib/wine/trials.py"
DEMOS = ("enterprises", "episodes", "patients", "salaries", "soldiers")
DAY = "1767225600"  # of reports: 1 January 2026


def windows(given: Path | None, *, quick: bool, with_tests: bool, with_installer: bool) -> int:
    """Build and try the Windows program; the exit code. Raises :class:`Stop`."""
    lacking = machine.obstacles()
    if lacking:
        raise Stop(f"The Windows program cannot be tried here: {'; '.join(lacking)}.")
    OUTPUT.mkdir(parents=True, exist_ok=True)
    system.ensure(system.QT)
    environment = set_up(".venv", RUNTIME, given)
    here = Machine(cache())
    python = prepare(here, environment)
    if with_tests:
        return tests.run_tests(here, environment, python, OUTPUT)
    failed = [from_source(here, environment, python)]
    if not quick:
        failed += [frozen(here), installed(here), shown(here)]
    if with_installer:
        failed.append(set_up_and_removed(here))
    print(f"Logs and pictures are in {OUTPUT.relative_to(ROOT)}.", flush=True)
    return 1 if any(failed) else 0


def prepare(here: Machine, environment: Environment) -> str:
    """Everything that is kept; the Python of the environment for Windows. Raises :class:`Stop`."""
    if not here.root.is_dir():
        with step("a root of Debian with Wine"):
            machine.make_root(here)
    if not (here.drive / "windows" / "system32" / "ucrtwine.dll").is_file():
        with step("Windows' folders"):
            machine.make_prefix(here)
    if not (here.drive / contents.FOLDER / "python.exe").is_file():
        with step(f"Python {PYTHON} for Windows"):
            contents.install_python(here, environment)
    with step("the sources and their packages"):
        contents.copy_sources(here)
        return contents.make_environment(here, environment)


def from_source(here: Machine, environment: Environment, python: str) -> bool:
    """Demo plans and all trials of the self-test on both systems, compared; whether something failed."""
    ours, theirs = OUTPUT / "trials-linux", here.root / "tmp" / "trials"
    for folder in (ours, theirs):
        shutil.rmtree(folder, ignore_errors=True)
    with step("trials on Linux") as remark:
        command = [str(environment.python), "-P", TRIALS, str(ours)]
        variables = clean_variables(QT_QPA_PLATFORM="offscreen", SOURCE_DATE_EPOCH=DAY)
        done = subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, capture_output=True)
        (OUTPUT / "trials-linux.log").write_bytes(done.stdout + done.stderr)
        remark(f"{done.returncode} failed")
    with step("the same trials on Windows, from source") as remark:
        log = OUTPUT / "trials-windows.log"
        arguments = ("-P", TRIALS, here.inside(theirs))
        code, _ = here.run(python, *arguments, place=here.tree, log=log, SOURCE_DATE_EPOCH=DAY)
        found = compare(ours, theirs)
        remark(f"{code} failed; {found.text()}")
    return bool(done.returncode or code or found.different or not found.equal)


def frozen(here: Machine) -> bool:
    """The one-folder program, its self-test, and the demo plans compared; whether something failed."""
    python = f"C:\\{contents.FOLDER}\\python.exe"
    with step("the frozen program, and its self-test") as remark:
        command = (python, "packaging/dev.py", "freeze", "--if-changed")
        text = here.must(*command, place=here.tree, log=OUTPUT / "freeze.log", PYTHONUTF8="1")
        passed = sum(line.rstrip().endswith(": passed") for line in text.splitlines())
        remark(f"{passed} trials passed" if passed else "up to date")
    program = here.tree / "dist" / "sdc-desktop"
    return demos_differ(here, program / f"{product.CONSOLE}.exe", "the frozen program")


def demos_differ(here: Machine, executable: Path, called: str) -> bool:
    """Whether the demo plans give a program other bytes than Linux."""
    failed = False
    with step(f"five demo plans, {called}") as remark:
        theirs = here.root / "tmp" / "demo"
        shutil.rmtree(theirs, ignore_errors=True)
        for name in DEMOS:
            plan = here.tree / "resources" / "demo" / name / f"{name}.sdcplan"
            arguments = ("run", here.inside(plan), "--out", here.inside(theirs / name), "--quiet")
            code, _ = here.run(here.inside(executable), *arguments, log=OUTPUT / f"demo-{name}.log")
            found = compare(OUTPUT / "trials-linux" / "demo" / name, theirs / name)
            failed |= bool(code or found.different or not found.equal)
            if code or found.different:
                remark(f"{name}: exit code {code}; {found.text()}")
        remark("not all equal" if failed else "equal to Linux byte by byte")
    return failed


def installed(here: Machine) -> bool:
    """The MSI, installed silently, tried and removed; whether something failed."""
    with step("the MSI") as remark:
        made = msi.make_msi(here.tree / "dist" / "sdc-desktop", here.root / "tmp")
        if made is None:
            raise Stop("wixl is missing, which makes the MSI.")
        target = OUTPUT / made.name
        shutil.copy(made, target)
        remark(f"{made.stat().st_size / 1e6:.1f} MB")
    problems = packages.problems_of_size(freezing.folder_size(here.tree / "dist" / "sdc-desktop"), [target])
    print(*problems, sep="\n", end="\n" if problems else "")
    place = here.drive / "Program Files" / product.NAME
    with step("the MSI installed"):
        here.must("msiexec", "/i", here.inside(made), "/qn", log=OUTPUT / "msi-installed.log")
    failed = demos_differ(here, place / f"{product.CONSOLE}.exe", "the installed program")
    with step("the MSI removed") as remark:
        here.must("msiexec", "/x", here.inside(made), "/qn", log=OUTPUT / "msi-removed.log")
        left = sorted(path.name for path in place.rglob("*")) if place.exists() else []
        remark(f"left: {', '.join(left)}" if left else "nothing is left")
    return failed or bool(left) or bool(problems)


def shown(here: Machine) -> bool:
    """The window on a virtual screen, four of its tabs clicked on; whether something failed."""
    with step("pictures of four tabs") as remark:
        taken = screens.take(here, here.tree / "dist" / "sdc-desktop" / f"{product.COMMAND}.exe", OUTPUT)
        remark(", ".join(path.name for path in taken))
    return len(taken) < len(screens.TABS)


def set_up_and_removed(here: Machine) -> bool:
    """Inno Setup's installer, made, run for all users and for one, and removed; whether something failed."""
    with step("the installer") as remark:
        made = installer.make(here, here.tree / "dist" / "sdc-desktop", OUTPUT)
        remark(f"{made.stat().st_size / 1e6:.1f} MB")
    silent = ("/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART")
    system.ensure(system.VIRTUAL_SCREEN)
    failed = False
    with virtual_screen() as display:  # it makes windows, though it shows none
        for users, switch, folder in installer.WAYS:
            with step(f"the installer run for {users}"):
                here.end()
                here.must(here.inside(made), switch, *silent, DISPLAY=display)
            (place,) = here.drive.glob(f"{folder}/{product.NAME}")
            failed |= tried_and_removed(here, place, silent, display)
    return failed


def tried_and_removed(here: Machine, place: Path, silent: tuple[str, ...], display: str) -> bool:
    """The program that was set up tried, and removed by its uninstaller; whether something failed."""
    failed = demos_differ(here, place / f"{product.CONSOLE}.exe", "the program set up")
    with step("the program removed") as remark:
        here.must(here.inside(place / "unins000.exe"), *silent, DISPLAY=display)
        end = time.monotonic() + installer.PATIENCE
        while place.exists() and time.monotonic() < end:  # a copy of it does the work
            time.sleep(1)
        remark("something is left" if place.exists() else "nothing is left")
    return failed or place.exists()


class Remarks:
    """What a step says of itself."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def __call__(self, text: str) -> None:
        self.words.append(text)


@contextlib.contextmanager
def step(name: str) -> Iterator[Remarks]:
    """A step: its seconds, its name and what was remarked."""
    remarks, began = Remarks(), time.monotonic()
    try:
        yield remarks
    except BaseException:
        print(f"{time.monotonic() - began:6.0f} s  {name}: FAILED", flush=True)
        raise
    shown = f": {'; '.join(remarks.words)}" if remarks.words else ""
    print(f"{time.monotonic() - began:6.0f} s  {name}{shown}", flush=True)


def not_cached() -> str:
    """Why a trial would take more than minutes, or cannot be made; empty where all is there."""
    if not (Machine(cache()).tree / ".venv-freeze" / contents.STAMP).is_file():
        return f"there is no Wine with its Python in {cache()}, which `dev.py windows` makes"
    return "; ".join(machine.obstacles())
