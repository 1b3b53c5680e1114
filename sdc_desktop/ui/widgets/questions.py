"""The few questions asked in a box of their own: only where something would be lost for good."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QMessageBox, QWidget

from sdc_desktop import __version__
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed


class Answer(StrEnum):
    """What to do with unsaved work."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


SAVE_CHANGES, SAVE_NEW = N_("Save changes to {name}?"), N_("Save the project as {name}?")


def ask_to_save(name: str, words: Words, parent: QWidget, question: str = SAVE_CHANGES) -> Answer:
    """Ask what to do with the unsaved changes of `name`. Escape stays."""
    box = message_box(
        words.say(question, name=name),
        words.say(
            N_(
                "Your settings and decisions will be lost if you do not save them. The data file is not "
                "affected."
            )
        ),
        parent,
        QMessageBox.Icon.Question,
    )
    box.setWindowTitle(words.say(N_("Unsaved changes")))
    button = QMessageBox.StandardButton
    box.setStandardButtons(button.Save | button.Discard | button.Cancel)
    labels: Mapping[QMessageBox.StandardButton, str] = {
        button.Save: N_("&Save"),
        button.Discard: N_("&Discard changes"),
        button.Cancel: N_("&Cancel"),
    }
    for standard, label in labels.items():
        box.button(standard).setText(words.say(label))
    box.setDefaultButton(button.Save)
    box.setEscapeButton(button.Cancel)
    box.exec()
    pressed = box.standardButton(box.clickedButton())
    return {button.Save: Answer.SAVE, button.Discard: Answer.DISCARD}.get(pressed, Answer.STAY)


def ask_to_stop(titles: Sequence[str], words: Words, parent: QWidget) -> bool:
    """Ask whether running jobs may be stopped to quit. Escape keeps them."""
    box = message_box(
        words.say(N_("Stop {jobs} and quit?"), jobs=listed(titles, words)),
        words.say(N_("What is running is stopped, and its result is lost.")),
        parent,
        QMessageBox.Icon.Question,
    )
    stop = box.addButton(words.say(N_("&Stop and quit")), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(words.say(N_("&Keep running")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    return box.clickedButton() is stop


def ask_to_replace(name: str, words: Words, parent: QWidget) -> bool:
    """Ask whether what is in the file `name` now may be lost. Escape keeps it."""
    box = message_box(
        words.say(N_("Replace {name}?"), name=name),
        words.say(N_("The current contents of the file will be lost.")),
        parent,
    )
    replace = box.addButton(words.say(N_("Replace")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is replace


class Clash(StrEnum):
    """What to do where another person has saved the project's file meanwhile."""

    OTHER_NAME = "other_name"
    REPLACE = "replace"
    STAY = "stay"


def ask_about_clash(name: str, words: Words, parent: QWidget) -> Clash:
    """A box on a file that was saved elsewhere since it was opened. Escape does nothing."""
    box = message_box(
        words.say(N_("{name} was saved by someone else after you opened it."), name=name),
        words.say(
            N_(
                "Replacing the file discards the other changes. Save under another name to keep both "
                "versions."
            )
        ),
        parent,
    )
    box.setWindowTitle(words.say(N_("File changed")))
    other = box.addButton(words.say(N_("Save under another &name…")), QMessageBox.ButtonRole.AcceptRole)
    replace = box.addButton(words.say(N_("&Replace")), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(words.say(N_("&Cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(other)
    box.setEscapeButton(cancel)
    box.exec()
    answers: Mapping[QAbstractButton, Clash] = {other: Clash.OTHER_NAME, replace: Clash.REPLACE}
    return answers.get(box.clickedButton(), Clash.STAY)


def ask_to_copy_data(files: Sequence[str], words: Words, parent: QWidget) -> bool:
    """Ask whether the records themselves should be put beside a copy of the project. Escape does not."""
    box = message_box(
        words.say(N_("The copy will contain the records.")),
        words.say(
            N_(
                "A project normally only links to its data. This copy includes {files}, unprotected and with "
                "every value. Share it only with people authorised to see the data."
            ),
            files=listed(tuple(files), words),
        ),
        parent,
    )
    box.setWindowTitle(words.say(N_("Save copy with data")))
    save = box.addButton(words.say(N_("&Save with data…")), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(words.say(N_("&Cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is save


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
    release = box.addButton(say(N_("&Release safe records")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    meant = box.clickedButton() is release
    return meant, meant and no_more.isChecked()
