"""Files that the system asks to open, and the first paint."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop import app


def test_a_file_that_the_system_requests_is_opened(qapp, qtbot, tmp_path) -> None:
    opened: list[Path] = []
    receiver = QWidget()
    qtbot.addWidget(receiver)
    receiver.installEventFilter(app.FileRequests(opened.append, receiver))
    plan = tmp_path / "Zoë 岩.sdcplan"
    QCoreApplication.sendEvent(receiver, QFileOpenEvent(str(plan)))
    QCoreApplication.sendEvent(receiver, QEvent(QEvent.Type.User))
    assert opened == [plan]


def test_the_first_paint_is_stated_once_and_closes_the_window(qtbot, capsys) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    app.FirstPaint(widget)
    assert capsys.readouterr().out == ""
    widget.show()
    qtbot.waitUntil(lambda: not widget.isVisible(), timeout=20_000)
    widget.show()
    widget.repaint()
    moment, processor = capsys.readouterr().out.split()
    assert float(moment) > 0
    assert float(processor) > 0
