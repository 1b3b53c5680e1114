"""Which file of levels is read or written."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from sdc_desktop.ui.dialogs.questions import with_suffix
from sdc_desktop.words import N_, Words

_SUFFIXES = (".csv", ".txt", ".tsv")


def ask_for_levels(base: Path, words: Words, parent: QWidget) -> Path | None:
    """Ask for a file of levels to read; None where there is to be none."""
    name, _ = QFileDialog.getOpenFileName(
        parent,
        words.say(N_("Import a file of levels")),
        str(base),
        words.say(N_("Files of levels (*.csv *.txt *.tsv *.hrc);;All files (*)")),
    )
    return Path(name) if name else None


def ask_for_target(title: str, base: Path, variable: str, words: Words, parent: QWidget) -> Path | None:
    """Ask where to write a file of levels; one called after the variable is proposed."""
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in variable)
    name, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        str(base / f"{stem}_levels.csv"),
        words.say(N_("Text files (*.csv *.txt *.tsv);;All files (*)")),
    )
    return with_suffix(Path(name), _SUFFIXES, words, parent) if name else None
