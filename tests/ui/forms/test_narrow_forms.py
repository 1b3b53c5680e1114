"""In the narrowest panel every form shows all of its texts, whatever is chosen, in both languages."""

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.ui.forms.pair_grid import LABELS, PairGrid
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.words.program.languages import words_in
from tests.ui.forms.narrow_forms import Narrow, choices_for, variants


@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # parts that are not complete yet
@pytest.mark.parametrize("language", ["en", "de"])
def test_in_the_narrowest_panel_no_text_of_a_form_is_cut(qtbot, theme, language) -> None:
    cut = {}
    for kind, method in METHODS.items():
        choices = choices_for(method)
        form = SettingsForm(method, words_in(language))
        narrow = Narrow(form)
        qtbot.addWidget(narrow.area)
        for chosen, params in variants(method, choices):
            form.show_params(params, choices)
            cut |= dict.fromkeys(narrow.cut(), (kind, chosen))
        narrow.area.hide()
    assert not cut


def grid_of(qtbot, labels: list[str], width: int) -> tuple[PairGrid, list[tuple[QLabel, QLineEdit]]]:
    grid = PairGrid()
    pairs = [(QLabel(text), QLineEdit()) for text in labels]
    for label, field in pairs:
        grid.add_pair(label, field)
    qtbot.addWidget(grid)
    grid.resize(width, 300)
    grid.show()
    qtbot.waitUntil(lambda: pairs[-1][1].width() < width or pairs[-1][1].y() > 0)
    return grid, pairs


def test_the_labels_of_a_group_have_one_width_and_a_longer_one_is_above_its_field(qtbot) -> None:
    texts = ["Short", "Not as short", "A label that is much longer than its share of the width"]
    grid, pairs = grid_of(qtbot, texts, 300)
    (_, first), (_, second), (label, third) = pairs
    qtbot.waitUntil(lambda: third.x() == 0)
    assert first.x() == second.x() <= LABELS * grid.width() + 10
    assert third.y() > label.y()
    assert third.width() == grid.width()


def test_labels_move_beside_their_fields_where_the_panel_is_wider(qtbot) -> None:
    grid, [(label, field)] = grid_of(qtbot, ["A label of some length"], 160)
    qtbot.waitUntil(lambda: field.x() == 0)
    grid.resize(600, 300)
    qtbot.waitUntil(lambda: field.x() > label.x())
    assert field.y() <= label.geometry().bottom()
