"""A real drag with a real mouse: it can only be tried on a screen."""

import os
import shutil
import subprocess

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.forms.editors.blocks import BlocksEditor
from sdc_desktop.words import Words

pytestmark = pytest.mark.e2e


def test_a_variable_is_dragged_to_another_block(qtbot: QtBot) -> None:
    if os.environ.get("QT_QPA_PLATFORM") != "xcb" or shutil.which("xdotool") is None:
        pytest.skip("needs a virtual screen: packaging/dev.py test")
    editor = BlocksEditor(Words())
    qtbot.addWidget(editor)
    wanted = []
    editor.blocks_requested.connect(wanted.append)
    editor.show_blocks((("age", "income"), ("hours",)), (), {}, {"age"})
    editor.resize(300, 300)
    editor.show()
    editor.activateWindow()
    qtbot.waitExposed(editor)
    qtbot.waitUntil(editor.isActiveWindow)

    def on_screen(name: str) -> QPoint:
        return editor.viewport().mapToGlobal(editor.visualItemRect(editor.item_of(name)).center())

    start, end = on_screen("age"), on_screen("hours")
    moves = []
    for part in range(13):
        here = start + (end - start) * min(part, 10) / 10
        moves += ["mousemove", str(here.x()), str(here.y()), "sleep", "0.05"]
        if part == 0:
            moves += ["mousedown", "1", "sleep", "0.05"]
    hand = subprocess.Popen(["xdotool", *moves, "sleep", "0.2", "mouseup", "1"])
    qtbot.waitUntil(lambda: bool(wanted), timeout=20_000)
    assert hand.wait(20) == 0
    assert wanted == [(("income",), ("age", "hours"))]
