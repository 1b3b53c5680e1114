"""The few questions asked in a box of their own: only where something would be lost for good."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed


class Answer(StrEnum):
    """What the officer wants done with unsaved work."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


def ask_to_save(name: str, words: Words, parent: QWidget) -> Answer:
    """Ask what becomes of the unsaved changes of `name`. Escape stays."""
    box = _box(
        words.say(N_("The work on {name} is not saved."), name=name),
        words.say(
            N_("What you set and chose is lost if you do not save it. The data file itself is not changed.")
        ),
        parent,
        QMessageBox.Icon.Question,
    )
    box.setWindowTitle(words.say(N_("Unsaved changes")))
    button = QMessageBox.StandardButton
    box.setStandardButtons(button.Save | button.Discard | button.Cancel)
    labels: Mapping[QMessageBox.StandardButton, str] = {
        button.Save: N_("&Save"),
        button.Discard: N_("&Do not save"),
        button.Cancel: N_("&Cancel"),
    }
    for standard, label in labels.items():
        box.button(standard).setText(words.say(label))
    box.setDefaultButton(button.Save)
    box.setEscapeButton(button.Cancel)
    box.exec()
    pressed = box.standardButton(box.clickedButton())
    return {button.Save: Answer.SAVE, button.Discard: Answer.DISCARD}.get(pressed, Answer.STAY)


def ask_to_replace(name: str, words: Words, parent: QWidget) -> bool:
    """Ask whether what is in the file `name` now may be lost. Escape keeps it."""
    box = _box(
        words.say(N_("Replace {name}?"), name=name),
        words.say(N_("What is in the file now cannot be brought back.")),
        parent,
    )
    replace = box.addButton(words.say(N_("Replace")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is replace


class Clash(StrEnum):
    """What is to be done where somebody else has written the project's file meanwhile."""

    OTHER_NAME = "other_name"
    REPLACE = "replace"
    STAY = "stay"


def ask_about_clash(name: str, words: Words, parent: QWidget) -> Clash:
    """Ask what to do with a file that was written elsewhere since it was opened. Escape does nothing."""
    box = _box(
        words.say(N_("Somebody else has saved {name} since you opened it."), name=name),
        words.say(
            N_(
                "If you replace it, what was saved there is lost. Under another name both are kept, and you "
                "can open the two side by side."
            )
        ),
        parent,
    )
    box.setWindowTitle(words.say(N_("Changed elsewhere")))
    other = box.addButton(words.say(N_("Save under another &name …")), QMessageBox.ButtonRole.AcceptRole)
    replace = box.addButton(words.say(N_("&Replace")), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(words.say(N_("&Cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(other)
    box.setEscapeButton(cancel)
    box.exec()
    answers: Mapping[QAbstractButton, Clash] = {other: Clash.OTHER_NAME, replace: Clash.REPLACE}
    return answers.get(box.clickedButton(), Clash.STAY)


def ask_to_copy_data(files: Sequence[str], words: Words, parent: QWidget) -> bool:
    """Ask whether the records themselves are to be put beside a copy of the project. Escape does not."""
    box = _box(
        words.say(N_("The copy will hold the records themselves.")),
        words.say(
            N_(
                "A project knows where its data are; it does not hold them. Beside this copy lie {files}, "
                "with every value in them, unprotected. Give it only to somebody who may see them."
            ),
            files=listed(tuple(files), words),
        ),
        parent,
    )
    box.setWindowTitle(words.say(N_("Copy with the data")))
    save = box.addButton(words.say(N_("&Save with the data \u2026")), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(words.say(N_("&Cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is save


def with_suffix(path: Path, suffixes: tuple[str, ...], words: Words, parent: QWidget) -> Path | None:
    """The path with the first of these suffixes if it has none of them. The file dialog asked about the name
    that was typed, not about this one: if there is such a file, ask. None where it is to be kept.
    """
    if path.suffix.casefold() in suffixes:
        return path
    longer = path.with_name(path.name + suffixes[0])
    return longer if not longer.exists() or ask_to_replace(longer.name, words, parent) else None


def _box(
    text: str, remark: str, parent: QWidget, icon: QMessageBox.Icon = QMessageBox.Icon.Warning
) -> QMessageBox:
    """A question without its buttons; names in it are never taken for markup."""
    box = QMessageBox(parent)
    box.finished.connect(box.deleteLater)
    box.setIcon(icon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(remark)
    return box
