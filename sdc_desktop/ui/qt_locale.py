"""Numbers and times in the window: Qt's own fields, axes and clocks follow the language of the program."""

from PySide6.QtCore import QLocale, QTime
from PySide6.QtGui import QKeySequence

_LOCALES = {"en": "en_GB", "de": "de_DE"}


def follow(language: str) -> None:
    """Let fields that are made from now on show and read numbers as this language writes them, whatever the
    system's; otherwise they and the sentences beside them would differ.
    """
    QLocale.setDefault(QLocale(_LOCALES.get(language, language)))


def decimal_mark() -> str:
    """What stands before the decimals of a number in the window."""
    return QLocale().decimalPoint()


def localised(text: str) -> str:
    """A figure with a decimal point, in the form of the window's language."""
    return text.replace(".", decimal_mark())


def clock(time: QTime) -> str:
    """Hours and minutes."""
    return QLocale().toString(time, QLocale.FormatType.ShortFormat)


def key_names(keys: QKeySequence) -> str:
    """Keys as a keyboard of this language names them; empty without keys."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
