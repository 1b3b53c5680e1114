"""A program on a virtual screen, used as an officer does: windows by their titles, buttons by name.

Every key and click goes through the screen. What is shown is asked of a witness in the program's process, and
nothing is pressed before the program has come to rest: no job is running and two looks are the same.
"""

import contextlib
import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtGui import QGuiApplication

ROOT = Path(__file__).resolve().parents[2]
MAIN = "SDC Desktop$"  # how the title of the main window ends
_PAUSE = 0.05  # seconds between two looks
_PATIENCE = 180.0  # seconds, far more than is ever needed
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


def xdotool(*arguments: str) -> None:
    """Act on the screen."""
    subprocess.run(["xdotool", *arguments], check=True, capture_output=True, timeout=_PATIENCE)


def grab(path: Path) -> None:
    """Write a picture of the whole screen. Needs a Qt application on the same screen."""
    QGuiApplication.primaryScreen().grabWindow(0).toImage().save(str(path))


class Program:
    """The program in a process of its own, and the hands of who uses it."""

    def __init__(self, arguments: Sequence[str], folder: Path, under: Sequence[str] = ()) -> None:
        """Start the program in a folder; `under` is a command that runs another, as under an account."""
        self._log = folder / "program.log"
        self.began = time.monotonic()
        self.clicks = 0
        asked, asking = os.pipe()
        answered, answering = os.pipe()
        self._requests, self._answers = os.fdopen(asking, "wb", buffering=0), os.fdopen(answered, "rb")
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*under, sys.executable, "-m", "tests.e2e.witness", str(asked), str(answering), *arguments],
                cwd=folder,
                env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])},
                stdout=log,
                stderr=log,
                pass_fds=(asked, answering),
            )
        os.close(asked)
        os.close(answering)

    # what is seen ------------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What the program wrote to the terminal."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def look(self) -> dict[str, Any]:
        """What the program shows now; AssertionError when it has ended."""
        line = b""
        with contextlib.suppress(BrokenPipeError):
            self._requests.write(b"?")
            assert select.select([self._answers], [], [], _PATIENCE)[0], "the program does not answer"
            line = self._answers.readline()
        assert line, f"the program has ended:\n{self.said}"
        shown: dict[str, Any] = json.loads(line)
        assert "failed" not in shown, shown["failed"]
        return shown

    def window(self, title: str = MAIN) -> dict[str, Any]:
        """The window whose title matches, once it has the keyboard."""

        def active() -> dict[str, Any] | None:
            shown = self.look()
            return shown if re.search(title, shown["active"]) else None

        return wait_until(active, f"a window titled {title!r}")

    def at_rest(self, title: str = MAIN) -> dict[str, Any]:
        """The window whose title matches, once it has the keyboard and the program has nothing left to do."""

        def same_twice() -> dict[str, Any] | None:
            first = self.window(title)
            time.sleep(_PAUSE)
            return first if not first["busy"] and self.look() == first else None

        return wait_until(same_twice, f"rest in the window titled {title!r}")

    def names(self) -> list[str]:
        """The names of what can be pressed in the main window, once it is at rest."""
        return [place["name"] for place in self.at_rest()["places"]]

    def gone(self, title: str) -> None:
        """Wait until no window has a title that matches."""
        wait_until(
            lambda: not any(re.search(title, shown) for shown in self.look()["windows"]),
            f"the end of the window titled {title!r}",
        )

    # what is done ------------------------------------------------------------------------------------

    def keys(self, *keys: str, title: str = MAIN, at_work: bool = False) -> None:
        """Press keys in the window of that title, once the program is at rest or while it is `at_work`."""
        if at_work:
            self.window(title)
        else:
            self.at_rest(title)
        xdotool("key", "--clearmodifiers", "--delay", "20", *keys)

    def type(self, text: str, title: str = MAIN) -> None:
        """Type plain text in the window of that title, once a field has the keyboard."""
        wait_until(lambda: self.at_rest(title)["typing"], f"a field to type into in {title!r}")
        xdotool("type", "--clearmodifiers", "--delay", "5", text)

    def press(self, name: str, title: str = MAIN) -> None:
        """Click on the button or field of that name, the first one from the left."""

        def place() -> list[int] | None:
            places = [shown["at"] for shown in self.at_rest(title)["places"] if shown["name"] == name]
            return min(places, default=None)

        x, y = wait_until(place, f"{name!r} in the window titled {title!r}")
        xdotool("mousemove", "--sync", str(x), str(y), "click", "1")
        self.clicks += 1

    def choose(self, name: str, *keys: str, title: str = MAIN) -> None:
        """Open the list of that name with a click, press keys in it, and wait until it has closed."""
        self.press(name, title)
        wait_until(lambda: self.look()["list"], "a list")
        xdotool("key", "--clearmodifiers", "--delay", "20", *keys, "Return")
        wait_until(lambda: not self.look()["list"], "the end of the list")

    def choose_in_list(self, *keys: str, opener: str = "F2") -> None:
        """Open the list under the cursor, press keys in it, and wait until it has closed."""
        self.keys(opener)
        wait_until(lambda: self.look()["list"], "a list")
        xdotool("key", "--clearmodifiers", "--delay", "20", *keys)
        wait_until(lambda: not self.look()["list"], "the end of the list")

    def answer_with_file(self, title: str, path: Path | None = None) -> None:
        """Say a file's path in the file dialog of that title, or take the one it proposes."""
        if path is not None:
            self.keys("ctrl+a", title=title)
            self.type(str(path), title=title)
        self.press_enter_until_gone(title)

    def press_enter_until_gone(self, title: str) -> None:
        """Press Enter until the dialog has taken it: a list of file names may have taken the first."""

        def ended() -> bool:
            shown = self.look()
            if re.search(title, shown["active"]):
                xdotool("key", "--clearmodifiers", "Return")
            return not any(re.search(title, window) for window in shown["windows"])

        wait_until(ended, f"the end of the dialog {title!r}")

    def save_until(self, project: Path, look: Callable[[Any], object], what: str) -> Any:
        """Save again and again until the saved plan is what it should be; the plan."""

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
        self._requests.close()
        self._answers.close()
