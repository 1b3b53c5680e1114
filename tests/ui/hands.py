"""A person at the window: finds what is seen by its words, and uses mouse and keys alone."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.models.variables_model import Column
from sdc_desktop.ui.shell.main_window import MainWindow

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
WAIT = 30_000


def offers(chooser: QComboBox, row: int) -> bool:
    """Whether a row can be chosen; asked of the model, for an item that Qt made is no safe thing to hold."""
    model = chooser.model()
    return bool(model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled)


class FileAnswer(QObject):
    """Waits for a file dialog, types a path into it and presses Enter, until the dialog has taken it.

    A dialog that is still opening may put its own text back, and a list of completions may take the key.
    """

    def __init__(self, qtbot: QtBot, path: Path) -> None:
        super().__init__()
        self._qtbot, self._path = qtbot, str(path)
        self.title = ""
        self._timer = QTimer(self, interval=200)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    @Slot()
    def _look(self) -> None:
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif isinstance(dialog, QFileDialog) and dialog.isVisible():
            field = dialog.findChild(QLineEdit)
            if not field.hasFocus():  # the dialog takes what is typed then for a choice of folders on the way
                dialog.activateWindow()
                field.setFocus()
                return
            self.title = dialog.windowTitle()
            field.selectAll()
            self._qtbot.keyClicks(field, self._path)
            self._qtbot.keyClick(
                field, Qt.Key.Key_Return
            )  # at once: the dialog may put a text of its own there
        elif self.title:
            self._timer.stop()


class Hands:
    """Finds what is seen by its words, and uses it."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self.qtbot, self.window = qtbot, window

    def wait(self, look: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(look()), timeout=WAIT)

    def rest(self) -> None:
        self.wait(lambda: self.window.jobs.idle)

    def find(self, kind: type[QWidget], name: str, within: QWidget | None = None) -> QWidget:
        """The one visible and usable widget of that accessible name, or that text."""

        def found() -> list[QWidget]:
            return [
                widget
                for widget in (within or self.window).findChildren(kind)
                if widget.isVisible()
                and widget.isEnabled()
                and name in (widget.accessibleName(), getattr(widget, "text", str)().replace("&", ""))
            ]

        self.wait(lambda: len(found()) == 1)
        return found()[0]

    def press(self, name: str, within: QWidget | None = None) -> None:
        self.qtbot.mouseClick(self.find(QPushButton, name, within), LEFT)

    def dialog(self) -> QDialog:
        self.wait(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
        return QApplication.activeModalWidget()

    def replace(self, field: QWidget, text: str) -> None:
        field.setFocus()
        self.qtbot.keyClick(field, Qt.Key.Key_A, CONTROL)
        self.qtbot.keyClicks(field, text)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = CONTROL) -> None:
        """Press keys in the window; without a window manager nobody gives it the keyboard back."""
        self.window.activateWindow()
        self.wait(self.window.isActiveWindow)
        self.qtbot.keyClick(self.window.focusWidget() or self.window, key, modifier)

    def card(self, key: str) -> None:
        """A click on a card of the place Microdata."""
        self.qtbot.mouseClick(self.window.microdata_place.page.pipeline.cards.card(key), LEFT)

    def add_step(self, purpose: str) -> None:
        """Add a step by the name of its purpose."""
        self.card("add")
        self.press(purpose)

    def give_role(self, row: int, letter: str) -> None:
        """A click on the role opens the list; a letter finds the role, Enter takes it."""
        table = self.window.data_panel.variables.table
        middle = table.visualRect(table.model().index(row, Column.ROLE)).center()
        self.qtbot.mouseClick(table.viewport(), LEFT, pos=QPoint(middle))
        self.wait(lambda: table.findChild(QComboBox) is not None)
        box = table.findChild(QComboBox)
        self.wait(box.view().isVisible)
        self.qtbot.keyClicks(box.view(), letter)
        self.qtbot.keyClick(box.view(), Qt.Key.Key_Return)
        self.wait(lambda: table.findChild(QComboBox) is None)
