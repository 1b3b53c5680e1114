"""A program on a virtual screen, used as an officer does: windows by their titles, keys, mouse, colours.

Everything waits by asking again. Nothing here knows the program's insides but the colour of the button that
is meant to be pressed next.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from PySide6.QtGui import QGuiApplication, QImage
from scipy import ndimage

from sdc_desktop.ui.theme import load_colours

ROOT = Path(__file__).resolve().parents[2]
MAIN = "SDC Desktop$"  # how the title of the main window ends
_PAUSE = 0.05  # seconds between two looks
_SETTLING = 0.5  # seconds
_PATIENCE = 60.0  # seconds, far more than is ever needed
_LEAST_BUTTON = (60, 20)  # width and height in pixels
T = TypeVar("T")


def wait_until(look: Callable[[], T], what: str, patience: float = _PATIENCE) -> T:
    """Look again and again until there is something; what was found. AssertionError when patience ends."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, f"waited {patience:.0f} s in vain for {what}"
        time.sleep(_PAUSE)


def xdotool(*arguments: str) -> str:
    """What xdotool answers; nothing where it finds nothing."""
    done = subprocess.run(["xdotool", *arguments], capture_output=True, text=True, timeout=_PATIENCE)
    return done.stdout.strip() if done.returncode == 0 else ""


def grab(path: Path | None = None) -> QImage:
    """A picture of the whole screen, also written to `path`. Needs a Qt application on the same screen."""
    image = QGuiApplication.primaryScreen().grabWindow(0).toImage()
    if path is not None:
        image.save(str(path))
    return image


class Program:
    """The program in a process of its own, and the hands of who uses it."""

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        command = [sys.executable, "-m", "sdc_desktop", *arguments]
        self._main_buttons: list[tuple[int, int]] = []  # of the main window, when it was last looked at
        self._log = folder / "program.log"
        self.began = time.monotonic()
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])},
                stdout=log,
                stderr=log,
            )

    # what is seen ------------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What the program wrote to the terminal."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def windows(self, title: str = "") -> list[str]:
        """The visible windows of the program whose titles match, lists that have popped up among them."""
        named = ["--name", title] if title else []
        options = ["--all", "--onlyvisible", "--pid", str(self.process.pid)]
        return xdotool("search", *options, *named).split()

    def window(self, title: str = MAIN) -> str:
        """The window whose title matches, once it is there and has the keyboard."""

        def look() -> str:
            assert self.process.poll() is None, f"the program has ended:\n{self.said}"
            active = xdotool("getactivewindow")
            return active if active in self.windows(title) else ""

        return wait_until(look, f"a window titled {title!r}")

    def gone(self, title: str) -> None:
        """Wait until no window has a title that matches."""
        wait_until(lambda: not self.windows(title), f"the end of the window titled {title!r}")

    def buttons(self, title: str = MAIN) -> list[tuple[int, int]]:
        """The middles of the buttons that are meant to be pressed next, from left to right.

        A dialog that is not painted yet shows the main window's buttons, which are left out.
        """
        shape = xdotool("getwindowgeometry", "--shell", self.window(title))
        place = dict(line.split("=", 1) for line in shape.splitlines())
        left, top, width, height = (int(place[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
        image = grab().convertToFormat(QImage.Format.Format_RGB32)
        pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
        shown = pixels[max(top, 0) : top + height, max(left, 0) : left + width] & 0xFFFFFF
        accent = int(load_colours("light").accent[1:], 16)
        areas, _ = ndimage.label(shown == accent)
        middles = []
        for number, (rows, columns) in enumerate(ndimage.find_objects(areas), start=1):
            size = (columns.stop - columns.start, rows.stop - rows.start)
            full = (areas[rows, columns] == number).mean() > 0.5
            if full and size[0] >= _LEAST_BUTTON[0] and size[1] >= _LEAST_BUTTON[1]:
                middle = (columns.start + size[0] // 2, rows.start + size[1] // 2)
                middles.append((max(left, 0) + middle[0], max(top, 0) + middle[1]))
        if title == MAIN:
            self._main_buttons = sorted(middles)
            return self._main_buttons
        width, height = _LEAST_BUTTON
        below = {
            (x, y)
            for x, y in middles
            for left, top in self._main_buttons
            if abs(x - left) < width and abs(y - top) < height
        }
        return sorted(set(middles) - below)

    def _settled_buttons(self, title: str) -> list[tuple[int, int]]:
        """The buttons that are the same for a while: what was changed last may still be computed."""
        seen = self.buttons(title)
        time.sleep(_SETTLING)
        return seen if seen == self.buttons(title) else []

    # what is done ------------------------------------------------------------------------------------

    def keys(self, *keys: str, title: str = MAIN) -> None:
        """Press keys in the window of that title, once it has the keyboard."""
        self.window(title)
        xdotool("key", "--clearmodifiers", "--delay", "20", *keys)

    def type(self, text: str, title: str = MAIN) -> None:
        """Type plain text in the window of that title, once it has the keyboard."""
        self.window(title)
        xdotool("type", "--clearmodifiers", "--delay", "5", text)

    def press(self, title: str = MAIN) -> None:
        """Click on the button that is meant next, the one to the left where there are several."""
        x, y = wait_until(lambda: self._settled_buttons(title), f"a button to press in {title!r}")[0]
        xdotool("mousemove", "--sync", str(x), str(y), "click", "1")
        xdotool("mousemove", "1", "1")  # no tooltip, which would count as a window

    def choose_in_list(self, *keys: str) -> None:
        """Open the list under the cursor, press keys in it, and wait until it has closed."""
        before = len(self.windows())
        self.keys("F2")
        wait_until(lambda: len(self.windows()) > before, "a list")
        xdotool("key", "--clearmodifiers", "--delay", "20", *keys)
        wait_until(lambda: len(self.windows()) <= before, "the end of the list")

    def answer_with_file(self, title: str, path: Path | None = None) -> None:
        """Say a file's path in the file dialog of that title, or take the one it proposes."""
        self.window(title)
        if path is not None:
            self.keys("ctrl+a", title=title)
            self.type(str(path), title=title)
        self.confirm(title)

    def confirm(self, title: str) -> None:
        """Press Enter until the dialog has taken it: a list of file names may have taken the first."""

        def look() -> bool:
            active = xdotool("getactivewindow")
            if active and active in self.windows(title):
                xdotool("key", "--clearmodifiers", "Return")
                time.sleep(_PAUSE)
            return not self.windows(title)

        wait_until(look, f"the end of the dialog {title!r}")

    def save_until(self, project: Path, look: Callable[[Any], object], what: str) -> Any:
        """Save again and again until the saved plan is as it should be; the plan."""

        def saved() -> Any:
            self.keys("ctrl+s")
            plan = json.loads(project.read_text(encoding="utf-8"))["plan"]
            return plan if look(plan) else None

        return wait_until(saved, what)

    def ended(self) -> int:
        """The exit code, once the program has ended."""
        return self.process.wait(_PATIENCE)

    def stop(self) -> None:
        """End the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
