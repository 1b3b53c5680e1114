"""Files that the system asks to open, and the first paint."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui import arrivals


def test_a_file_that_the_system_asks_for_is_opened(qapp, qtbot, tmp_path) -> None:
    opened: list[Path] = []
    receiver = QWidget()
    qtbot.addWidget(receiver)
    receiver.installEventFilter(arrivals.FileRequests(opened.append, receiver))
    plan = tmp_path / "Zoë 岩.sdcplan"
    QCoreApplication.sendEvent(receiver, QFileOpenEvent(str(plan)))
    QCoreApplication.sendEvent(receiver, QEvent(QEvent.Type.User))
    assert opened == [plan]


def test_the_first_paint_is_told_once_and_ends_the_program(qtbot, monkeypatch, capsys) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(arrivals.QCoreApplication, "quit", lambda: ended.append(True))
    widget = QWidget()
    qtbot.addWidget(widget)
    arrivals.FirstPaint(widget)
    assert capsys.readouterr().out == ""
    widget.show()
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    widget.repaint()
    assert float(capsys.readouterr().out) > 0
    assert ended == [True]
