"""The window's entry: application, fonts, theme, what happens to faults, and the file to begin with."""

import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QLibraryInfo, QObject, QTimer, QTranslator, Signal, Slot
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop import __version__
from sdc_desktop.engine.child_process import is_out_of_memory, memory_problem
from sdc_desktop.engine.output.own_parts import sweep_noted
from sdc_desktop.engine.problems import Problem
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.jobs import fault_report
from sdc_desktop.ui.qt_locale import follow
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.successor import retire, successor
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.program.languages import chosen_language, words_in


class FileRequests(QObject):
    """macOS hands over the file that was double-clicked as an event, not as an argument."""

    def __init__(self, open_path: Callable[[Path], None], parent: QObject) -> None:
        super().__init__(parent)
        self._open_path = open_path

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open what is requested; everything else goes its way."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open_path(Path(event.file()))
            return True
        return super().eventFilter(watched, event)


class FirstPaint(QObject):
    """Says when a widget has been painted for the first time (on the machine's clock, and how many seconds of
    processor that took), and closes its window.

    Benchmarks start the installed program with ``--first-window`` and take the difference.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for one paint."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.notify)  # after the paint, when the screen has it
        return super().eventFilter(watched, event)

    @Slot()
    def notify(self) -> None:
        """Print the seconds and close the window, which waits for what is under way."""
        print(f"{time.monotonic():.3f} {time.process_time():.3f}", flush=True)  # noqa: T201 - its one output
        self._widget.window().close()


_EVERY_MILLISECONDS = 100


# Python's collector of cyclic garbage, held to the GUI thread.
# Left alone it runs in whatever thread happens to allocate, also in a worker's; what is left of a closed
# dialog or a finished job is then destroyed there, and Qt objects destroyed outside their thread bring the
# program down.
class GarbageCollector(QObject):
    """Between :meth:`start` and :meth:`stop` a timer of this object's thread alone collects garbage."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=_EVERY_MILLISECONDS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Take the collecting over from Python."""
        gc.disable()
        self._timer.start()

    def stop(self, *, with_set_aside: bool = True) -> None:
        """Collect what there is, also what was set aside, and give the collecting back."""
        self._timer.stop()
        if with_set_aside:
            gc.unfreeze()
        gc.collect()
        gc.enable()

    @Slot()
    def set_aside(self) -> None:
        """Never look again at what there is now: modules stay, and a pass over them all takes 80 ms."""
        gc.freeze()

    @Slot()
    def set_aside_again(self) -> None:
        """Collects everything once, such as a window that was replaced, and sets the rest aside."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that Python would have collected by now, and all younger ones."""
        for generation, (count, threshold) in reversed(
            tuple(enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)))
        ):
            if threshold and count > threshold:
                gc.collect(generation)
                return


_KEPT_REPORTS = 20
_AFTER_FIRST_PAINT = 100  # milliseconds
FIRST_WINDOW = "--first-window"
_log = logging.getLogger(__name__)


class FaultCatcher(QObject):
    """Takes exceptions that no one caught: a report without values, the log, a signal to the window."""

    caught = Signal(object)  # Path of the report, or None where it could not be written
    short_of_memory = Signal(object)  # Problem: not an internal error

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder

    def install(self) -> None:
        """Become the handler of every exception that nothing caught, in any thread."""
        sys.excepthook = self.catch
        threading.excepthook = self._catch_in_thread

    def catch(self, _kind: type[BaseException], fault: BaseException, _trace: TracebackType | None) -> None:
        """The exception hook. Ctrl+C in a terminal is no fault: the program ends."""
        if isinstance(fault, KeyboardInterrupt):
            QApplication.quit()
            return
        if is_out_of_memory(fault):
            _log.error("too little memory")
            self.short_of_memory.emit(memory_problem())
            return
        report = fault_report(fault)
        _log.error("fault\n%s", report)
        self.caught.emit(self._write(report))

    def _catch_in_thread(self, hooked: threading.ExceptHookArgs) -> None:
        if hooked.exc_value is not None:
            self.catch(hooked.exc_type, hooked.exc_value, hooked.exc_traceback)

    def _write(self, report: str) -> Path | None:
        """Into the first free of some numbered files: the first faults are kept, not the last."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for number in range(1, _KEPT_REPORTS + 1):
                path = self._folder / f"crash-{number}.txt"
                if not path.exists():
                    path.write_text(report, encoding="utf-8")
                    return path
        except OSError:
            _log.warning("the crash report could not be written")
        return None


class WindowKeeper(QObject):
    """The main window, replaced when another language is chosen. Internal errors and files that the system
    opens reach the current one.
    """

    replaced = Signal()

    def __init__(self, application: QApplication, settings: Settings, catcher: FaultCatcher) -> None:
        super().__init__(application)
        self._application = application
        self._catcher = catcher
        self.window = make_window(
            application, settings, words_in(chosen_language(settings.language, os.environ))
        )
        self._follow()

    def open_path(self, path: Path) -> None:
        """Open a file in the window."""
        self.window.files.open_path(path)

    def _follow(self) -> None:
        self._catcher.caught.connect(self.window.report_fault)
        self._catcher.short_of_memory.connect(MemoryTeller(self.window).notify)
        self.window.language.requested.connect(self._change_language)

    @Slot(str)
    def _change_language(self, language: str) -> None:
        old = self.window
        words = words_in(language)
        speak(self._application, words)
        self.window = successor(old, words)
        self._follow()
        self.window.show()
        retire(old)
        QTimer.singleShot(0, self, self.replaced.emit)


class MemoryTeller(QObject):
    """Says in a notice that there was too little memory."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot(object)
    def notify(self, problem: Problem) -> None:
        """Say it."""
        text = sentence(problem, self._window.words)
        self._window.notices.notify(
            self._window.words.say(N_("{message} \u2013 {remedy}."), message=text.message, remedy=text.remedy)
        )


class PartSweeper(QObject):
    """Removes what a killed process left of files that it wrote, beside the window: a folder may be far."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._jobs = window.jobs

    @Slot()
    def begin(self) -> None:
        """Begin, once."""
        self._jobs.start("", lambda _: sweep_noted(), quiet=True)


class FirstFile(QObject):
    """What is opened once the window is there."""

    def __init__(self, window: MainWindow, path: Path | None, demo: bool) -> None:
        super().__init__(window)
        self._window = window
        self._path = path
        self._demo = demo

    @Slot()
    def open(self) -> None:
        """Open it."""
        if self._demo:
            self._window.open_demo("patients")
        elif self._path is not None:
            self._window.files.open_path(self._path)


def make_application(argv: Sequence[str]) -> QApplication:
    """The QApplication with its names, style and icon."""
    application = QApplication(list(argv))
    application.setApplicationName("SDC Desktop")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("sdc-desktop")
    application.setStyle("Fusion")
    application.setWindowIcon(QIcon(str(resource_path("icons", "sdc-desktop.svg"))))
    return application


def make_window(application: QApplication, settings: Settings, words: Words) -> MainWindow:
    """The window, dressed, not yet shown."""
    speak(application, words)
    theme = Theme(application, settings.theme)
    window = MainWindow(settings, theme, words)
    window.installEventFilter(theme)
    return window


def speak(application: QApplication, words: Words) -> None:
    """Makes new fields and Qt's own dialogs follow the language of the words."""
    follow(words.language)
    for before in application.findChildren(QTranslator):
        application.removeTranslator(before)
        before.deleteLater()
    _translate_qt(application, words.language)


def _translate_qt(application: QApplication, language: str) -> None:
    """Qt's dialogs are English without a translator."""
    translator = QTranslator(application)
    if language != "en" and translator.load(f"qtbase_{language}", _qt_translations()):
        application.installTranslator(translator)


def _qt_translations() -> str:
    return QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)


def main(argv: Sequence[str]) -> int:
    """Show the window, with the file that `argv` (without the program's name) may hold; `--demo`: the demo;
    `--first-window`: end when it has been painted, and say when that was.

    Returns the exit code of the event loop.
    """
    logging.getLogger("sdc_desktop").setLevel(logging.INFO)
    application = make_application([sys.argv[0]])
    collector = GarbageCollector(application)
    collector.start()
    settings = Settings()
    catcher = FaultCatcher(settings.path.parent / "crash-reports", application)
    keeper = WindowKeeper(application, settings, catcher)
    keeper.replaced.connect(collector.set_aside_again)
    window = keeper.window
    catcher.install()
    paths = [Path(argument) for argument in argv if not argument.startswith("-")]
    first = FirstFile(window, paths[0] if paths else None, "--demo" in argv)
    window.policy.begin()
    if sys.platform == "darwin":  # there only: a filter of the application sees every event
        application.installEventFilter(FileRequests(keeper.open_path, application))
    if FIRST_WINDOW in argv:
        FirstPaint(window)  # with all its children, which are painted in one go
    window.show()
    QTimer.singleShot(0, first.open)
    window.loading.loaded.connect(collector.set_aside)
    QTimer.singleShot(_AFTER_FIRST_PAINT, window.loading.begin)
    QTimer.singleShot(_AFTER_FIRST_PAINT, PartSweeper(window).begin)
    code = application.exec()
    keeper.window.jobs.end_all()
    return code
