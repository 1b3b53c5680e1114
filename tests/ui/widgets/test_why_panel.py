"""Explanations: numbers stay whole, short values are beside their names."""

import pytest
from PySide6.QtGui import QTextDocument

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.why_panel import WhyPanel, rows_html
from sdc_desktop.words import Words


def test_the_space_within_a_number_is_not_broken() -> None:
    document = QTextDocument()
    document.setHtml(
        rows_html(["is at most 5\u202f755.0, which", ("Values", "2\u202f974"), ("a", "1\u202f000 to 2")])
    )
    assert document.toPlainText().count("\u202f") == 3


@pytest.mark.parametrize("value", ["sensitive", "continuous"])
def test_a_short_value_is_on_the_line_of_its_name(qtbot, theme, value: str) -> None:
    why = WhyPanel(Words())
    qtbot.addWidget(why)
    why.resize(step(why, 30), 200)
    why.show()
    heights = []
    for text in ("key", value):
        why.show("cost", (("Role", text),))
        heights.append(why._text.document().size().height())
    assert heights[0] == heights[1]
