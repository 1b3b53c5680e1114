"""Files are dropped anywhere on the window, on text fields too."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,sex\n30,f\n41,m\n", encoding="utf-8")
    return path


def test_a_dropped_file_is_opened(qtbot, window, csv):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(csv))])
    action, button, key = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(QDropEvent(QPointF(QPoint(5, 5)), action, mime, button, key))
    assert window.files.dialog is None, "the program it was dragged from need not wait"
    qtbot.waitUntil(lambda: window.files.dialog is not None)
    assert window.files.dialog.path == csv
    window.files.dialog.reject()


def test_a_file_dropped_on_a_text_field_is_opened_and_text_is_still_dropped_as_text(qtbot, window, csv):
    window.resize(1440, 800)
    field = window.command_field
    qtbot.waitUntil(field.isVisible)
    place = QPointF(field.mapTo(window, field.rect().center()))
    file, text = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(csv))])
    text.setText("age")
    copy, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), copy, file, button, key)
    QCoreApplication.sendEvent(window.windowHandle(), enter)
    assert enter.isAccepted()
    QCoreApplication.sendEvent(window.windowHandle(), QDropEvent(place, copy, file, button, key))
    qtbot.waitUntil(lambda: window.files.dialog is not None)
    assert field.text() == ""
    assert window.files.dialog.path == csv
    window.files.dialog.reject()
    QCoreApplication.sendEvent(
        window.windowHandle(), QDragEnterEvent(place.toPoint(), copy, text, button, key)
    )
    QCoreApplication.sendEvent(window.windowHandle(), QDropEvent(place, copy, text, button, key))
    assert field.text() == "age"
