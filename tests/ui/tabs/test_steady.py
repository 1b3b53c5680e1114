"""What an officer is about to press or to choose stays where it is while the program computes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.ui.tabs.microdata.first_look import FirstLookView
from sdc_desktop.ui.widgets.tables.choice_delegate import ChoiceDelegate
from sdc_desktop.words import Words
from tests.support.data import microdata

CHOICES = Qt.ItemDataRole.UserRole + 1


def test_a_refresh_of_the_model_keeps_a_choice_in_progress(qtbot) -> None:
    model = QStandardItemModel(1, 1)
    item = QStandardItem()
    item.setData((("key", "Key"), ("other", "Other"), ("sensitive", "Sensitive")), CHOICES)
    item.setData("other", Qt.ItemDataRole.EditRole)
    model.setItem(0, 0, item)
    place, delegate, parent = model.index(0, 0), ChoiceDelegate(CHOICES, "Role"), QWidget()
    qtbot.addWidget(parent)
    box = delegate.createEditor(parent, QStyleOptionViewItem(), place)
    assert isinstance(box, QComboBox)
    delegate.setEditorData(box, place)
    assert box.currentData() == "other"
    box.setCurrentIndex(box.findData("key"))
    delegate.setEditorData(box, place)
    assert box.currentData() == "key", "the model still has what was there before"
    item.setData("sensitive", Qt.ItemDataRole.EditRole)
    delegate.setEditorData(box, place)
    assert box.currentData() == "sensitive", "the model has another value by now"


def test_the_button_for_hierarchies_has_one_place_before_and_after_the_count(
    qtbot,
) -> None:
    look = first_look(microdata({"born": ["1", "2", "2"]}), ("born",), (), JobContext())
    view = FirstLookView(Words())
    qtbot.addWidget(view)
    view.resize(640, 700)
    view.show()
    view.show_look(None, "born has no hierarchy yet.", "Counting")
    qtbot.waitExposed(view)
    assert not view.frame.isVisible()
    assert view.button.isVisible()
    before = view.button.geometry()
    view.show_look(look, "born has no hierarchy yet.", "Counting")
    qtbot.waitUntil(view.frame.isVisible)
    view.layout().activate()
    assert view.button.geometry() == before
