"""The inspector at the width of a narrow dock."""

import pytest
from PySide6.QtGui import QTextDocument

from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words

ROWS = (
    ("Kodierung", "C1  unverändert"),
    ("Stufe", "1 von 7"),
    ("Ausprägungen", "26"),
    ("Nutzen", "81,02 (Optimum 33,69)"),
    ("Abweichung", "39,930"),
    ("Warum nicht", "C4 Gruppen der Breite 5 liegt näher am Optimum: Abweichung 5,090 statt 39,930."),
    "Ein Satz über die ganze Breite.",
)


def broken_words(document: QTextDocument) -> list[str]:
    """The texts whose lines end inside a word."""
    found, block = [], document.begin()
    while block.isValid():
        layout, text = block.layout(), block.text()
        for number in range(layout.lineCount() - 1):
            line = layout.lineAt(number)
            if text[line.textStart() + line.textLength() - 1].isalnum():
                found.append(text)
        block = block.next()
    return found


@pytest.mark.parametrize("width", [170, 240, 400])
def test_no_word_and_no_figure_is_broken(qtbot, width) -> None:
    panel = WhyPanel(Words())
    qtbot.addWidget(panel)
    panel.resize(width, 500)
    panel.show("yob", ROWS)
    panel.show()
    panel.grab()
    assert broken_words(panel._text.document()) == []
    assert (
        panel.text().split()
        == " ".join(["yob", *(one if isinstance(one, str) else " ".join(one) for one in ROWS)]).split()
    )
