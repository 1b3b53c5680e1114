"""The Release queue tab, still to come."""

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.widgets.coming_page import ComingPage
from sdc_desktop.words import N_, Words

_SENTENCES = (
    N_(
        "Here records will wait in a queue until those released so far, with the next ones, look "
        "like the whole population."
    ),
    N_("You will see the test behind each decision: released, still waiting, or refused."),
)


class ReleaseQueuePage(ComingPage):
    """Says what the tab will do."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        sentences = [words.say(sentence) for sentence in _SENTENCES]
        super().__init__(words.say(N_("Release records one by one")), sentences, words, parent)
