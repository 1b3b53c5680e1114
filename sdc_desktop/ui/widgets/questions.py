"""The few questions asked in a box of their own: only where something would be lost for good."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QMessageBox, QPushButton, QWidget

from sdc_desktop import __version__
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed

_BUTTON, _ROLE = QMessageBox.StandardButton, QMessageBox.ButtonRole


class Answer(StrEnum):
    """What to do with unsaved work."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


class UnsavedWork(QObject):
    """What a page may hold that is neither in the plan nor in a file. The window searches for this class,
    which loads nothing of the engine.
    """

    def __init__(
        self, name: str, is_there: Callable[[], bool], save: Callable[[], object], page: QWidget
    ) -> None:
        super().__init__(page)
        self.name, self.is_there, self.save = name, is_there, save


SAVE_CHANGES, SAVE_NEW = N_("Save changes to {name}?"), N_("Save the project as {name}?")


def ask_to_save(name: str, words: Words, parent: QWidget, question: str = SAVE_CHANGES) -> Answer:
    """Ask what to do with the unsaved changes of `name`. Escape stays."""
    say = words.say
    remark = N_(
        "Your settings and decisions will be lost if you do not save them. The data file is not affected."
    )
    box = message_box(say(question, name=name), say(remark), parent, QMessageBox.Icon.Question)
    box.setWindowTitle(say(N_("Unsaved changes")))
    texts = N_("&Save"), N_("&Discard changes"), N_("&Cancel")
    save, discard, cancel = (box.addButton(one) for one in (_BUTTON.Save, _BUTTON.Discard, _BUTTON.Cancel))
    for button, text in zip((save, discard, cancel), texts, strict=True):
        button.setText(say(text))
    pressed = _pressed(box, save, cancel)
    return Answer.SAVE if pressed is save else Answer.DISCARD if pressed is discard else Answer.STAY


def ask_to_stop(titles: Sequence[str], words: Words, parent: QWidget) -> bool:
    """Ask whether running jobs may be stopped to quit. Escape keeps them."""
    box = message_box(
        words.say(N_("Stop {jobs} and quit?"), jobs=listed(titles, words)),
        words.say(N_("What is running is stopped, and its result is lost.")),
        parent,
        QMessageBox.Icon.Question,
    )
    stop = box.addButton(words.say(N_("&Stop and quit")), _ROLE.DestructiveRole)
    keep = box.addButton(words.say(N_("&Keep running")), _ROLE.RejectRole)
    return _pressed(box, keep, keep) is stop


def ask_to_replace(name: str, words: Words, parent: QWidget) -> bool:
    """Ask whether what is in the file `name` now may be lost. Escape keeps it."""
    remark = words.say(N_("The current contents of the file will be lost."))
    box = message_box(words.say(N_("Replace {name}?"), name=name), remark, parent)
    replace = box.addButton(words.say(N_("Replace")), _ROLE.AcceptRole)
    cancel = box.addButton(_BUTTON.Cancel)
    return _pressed(box, cancel, cancel) is replace


class Clash(StrEnum):
    """What to do where another person has saved the project's file meanwhile."""

    OTHER_NAME = "other_name"
    REPLACE = "replace"
    STAY = "stay"


def ask_about_clash(name: str, words: Words, parent: QWidget) -> Clash:
    """A box on a file that was saved elsewhere since it was opened. Escape does nothing."""
    say = words.say
    text = N_("{name} was saved by someone else after you opened it.")
    remark = N_(
        "Replacing the file discards the other changes. Save under another name to keep both versions."
    )
    box = message_box(say(text, name=name), say(remark), parent)
    box.setWindowTitle(say(N_("File changed")))
    other = box.addButton(say(N_("Save under another &name…")), _ROLE.AcceptRole)
    replace = box.addButton(say(N_("&Replace")), _ROLE.DestructiveRole)
    cancel = box.addButton(say(N_("&Cancel")), _ROLE.RejectRole)
    pressed = _pressed(box, other, cancel)
    return Clash.OTHER_NAME if pressed is other else Clash.REPLACE if pressed is replace else Clash.STAY


def ask_to_copy_data(files: Sequence[str], words: Words, parent: QWidget) -> bool:
    """Ask whether the records themselves should be put beside a copy of the project. Escape does not."""
    say = words.say
    remark = N_(
        "A project normally only links to its data. This copy includes {files}, unprotected and with "
        "every value. Share it only with people authorised to see the data."
    )
    text = say(N_("The copy will contain the records."))
    box = message_box(text, say(remark, files=listed(tuple(files), words)), parent)
    box.setWindowTitle(say(N_("Save copy with data")))
    save = box.addButton(say(N_("&Save with data…")), _ROLE.AcceptRole)
    cancel = box.addButton(say(N_("&Cancel")), _ROLE.RejectRole)
    return _pressed(box, cancel, cancel) is save


def _pressed(box: QMessageBox, default: QPushButton, escape: QPushButton) -> QAbstractButton:
    """Ask, and give the button that was pressed."""
    box.setDefaultButton(default)
    box.setEscapeButton(escape)
    box.exec()
    return box.clickedButton()


def with_suffix(path: Path, suffixes: tuple[str, ...], words: Words, parent: QWidget) -> Path | None:
    """The path with the first of these suffixes if it has none of them. The file dialog asked about the name
    that was typed, not about this one: if there is such a file, ask. None where it will be kept.
    """
    if path.suffix.casefold() in suffixes:
        return path
    longer = path.with_name(path.name + suffixes[0])
    return longer if not longer.exists() or ask_to_replace(longer.name, words, parent) else None


def message_box(
    text: str, remark: str, parent: QWidget, icon: QMessageBox.Icon = QMessageBox.Icon.Warning
) -> QMessageBox:
    """A message box without its buttons; names in it are never interpreted as markup."""
    box = QMessageBox(parent)
    box.finished.connect(box.deleteLater)
    box.setIcon(icon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(remark)
    return box


_TEXT = N_(
    "SDC Desktop {version}\n\nStatistical disclosure control: microdata, tables, risk curves, release "
    "queues and output checking.\n\nEverything is done on this computer; nothing is sent anywhere."
)


class AboutCommand(QObject):
    """Tells about the program when asked."""

    def __init__(self, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._words = words
        self._window = window

    @Slot()
    def notify(self) -> None:
        """Show a box with the version."""
        box = QMessageBox(self._window)
        box.setWindowTitle(self._words.say(N_("About SDC Desktop")))
        box.setText(self._words.say(_TEXT, version=__version__))
        box.open()


def ask_to_release(text: str, words: Words, parent: QWidget) -> tuple[bool, bool]:
    """Whether it is meant, and whether to ask no more while this log is open. Escape releases nothing."""
    say = words.say
    remark = N_(
        "Safe records are released immediately, together with waiting records that become safe. "
        "Every release is written to the release log and cannot be recalled. Unsafe records wait or "
        "are denied."
    )
    box = message_box(text, say(remark), parent)
    box.setWindowTitle(say(N_("Releasing cannot be undone")))
    no_more = QCheckBox(say(N_("&Do not ask again while this log is open")), box)
    box.setCheckBox(no_more)
    release = box.addButton(say(N_("&Release safe records")), _ROLE.AcceptRole)
    cancel = box.addButton(_BUTTON.Cancel)
    meant = _pressed(box, cancel, cancel) is release
    return meant, meant and no_more.isChecked()
