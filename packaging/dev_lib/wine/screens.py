"""Pictures of the window under Wine on a virtual screen, one for each tab that was clicked on."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from dev_lib import Stop, system
from dev_lib.testing import virtual_screen
from dev_lib.wine.machine import Machine

SCREEN = (*system.VIRTUAL_SCREEN, "imagemagick")
SIZE = (1366, 768)
# Where each tab is in a window of that size: the first is shown at the start.
TABS = {"microdata": 477, "tables": 560, "risk-curves": 651, "release-queue": 765, "output-checking": 894}
_HEIGHT = 50
_PATIENCE = 180.0  # for the window to come, and for a tab to be made
_FIRST = 40.0  # for the first tab: the window is there before it
_PAUSE = 5.0  # between two looks
_LOOKS = 3  # equal ones in a row that show a tab at rest


def take(here: Machine, executable: Path, output: Path) -> list[Path]:
    """Start the program with the demo project, click on each tab and take a picture of it; those that differ
    from all before. Raises :class:`Stop` where no window comes.
    """
    lacking = system.ensure(SCREEN)
    if lacking:
        raise Stop(f"Pictures need {', '.join(lacking)}.")
    project = here.tree / "resources" / "demo" / "patients" / "patients.sdcproj"
    # As on a new computer: numbers of processes repeat under Wine, so that the lock of a program that was
    # killed appears to be held, which brings a banner.
    for settings in here.drive.glob("users/*/AppData/Local/sdc-desktop"):
        shutil.rmtree(settings)
    taken: dict[bytes, Path] = {}
    with virtual_screen() as display:
        here.end()  # what was begun without a screen has none
        variables = here.environment(DISPLAY=display, QT_QPA_PLATFORM="windows")
        program = subprocess.Popen(
            here.command((here.inside(executable), here.inside(project))),
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            window = _window(display)
            width, height = map(str, SIZE)
            _tool(display, "xdotool", "windowmove", "--sync", window, "0", "0")
            _tool(display, "xdotool", "windowsize", window, width, height)
            time.sleep(_FIRST)
            for name, place in TABS.items():
                _tool(display, "xdotool", "mousemove", "--sync", str(place), str(_HEIGHT), "click", "1")
                path = output / f"{name}.png"
                taken.setdefault(_at_rest(display, path), path)
        finally:
            program.kill()
            here.end()
            program.wait()
    return list(taken.values())


def _at_rest(display: str, path: Path) -> bytes:
    """Take a picture again and again until it stays the same; its pixels."""
    looks: list[bytes] = []
    end = time.monotonic() + _PATIENCE
    while len(looks) < _LOOKS or (len({*looks[-_LOOKS:]}) > 1 and time.monotonic() < end):
        time.sleep(_PAUSE)
        _tool(display, "import", "-window", "root", "-crop", f"{SIZE[0]}x{SIZE[1]}+0+0", str(path))
        looks.append(_pixels(path))
    return looks[-1]


def _window(display: str) -> str:
    """The number of the window, once it is there."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        found = _tool(display, "xdotool", "search", "--onlyvisible", "--name", "SDC Desktop").split()
        if found:
            return found[0]
        time.sleep(1)
    raise Stop("The window did not come.")


def _tool(display: str, *command: str) -> str:
    done = subprocess.run(command, env=os.environ | {"DISPLAY": display}, capture_output=True, text=True)
    return done.stdout


def _pixels(path: Path) -> bytes:
    """The pixels of a picture, without its time."""
    return subprocess.run(["convert", str(path), "rgb:-"], capture_output=True).stdout
