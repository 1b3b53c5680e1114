"""The Tables tab, still to come."""

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.widgets.coming_page import ComingPage
from sdc_desktop.words import N_, Words

_SENTENCES = (
    N_(
        "Here you will lay out a table by its rows, its columns and its value, and choose the "
        "rules that say which cells are unsafe."
    ),
    N_(
        "You will then see which further cells must be hidden, how wide an intruder's guess at "
        "each hidden cell still is, and what the protection costs."
    ),
)


class TablesPage(ComingPage):
    """Says what the tab will do."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        sentences = [words.say(sentence) for sentence in _SENTENCES]
        super().__init__(words.say(N_("Protect a table")), sentences, words, parent)
