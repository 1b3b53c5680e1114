"""A sign with the number of notices: it moves nothing, and opens where it must be answered."""

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget
from shiboken6 import Shiboken

from sdc_desktop.ui.widgets.notices import Notices


@pytest.fixture
def row(qtbot, theme, words) -> QWidget:
    """A sign before another thing."""
    made = QWidget()
    box = QHBoxLayout(made)
    made.sign, made.beside = Notices(words), QPushButton("policy")
    box.addStretch(1)
    box.addWidget(made.sign)
    box.addWidget(made.beside)
    qtbot.addWidget(made)
    made.resize(900, 60)
    made.show()
    qtbot.waitExposed(made)
    return made


def labels(sign: Notices) -> list[str]:
    return [one.text() for one in sign.popover.findChildren(QLabel) if one.isVisibleTo(sign.popover)]


def button(sign: Notices, text: str) -> QPushButton:
    found = [one for one in sign.popover.findChildren(QPushButton) if one.isVisibleTo(sign.popover)]
    return next(one for one in found if one.text() == text)


def test_the_sign_takes_the_same_room_with_and_without_notices(row) -> None:
    before = row.beside.geometry()
    for number in range(1, 10):
        row.sign.notify(f"news {number}", *([("Do it", lambda: None)] if number == 5 else []))
        QApplication.processEvents()
        assert row.beside.geometry() == before
        assert row.sign.isVisible()
        assert row.sign.width() >= row.sign.sizeHint().width()
    row.sign.clear()
    QApplication.processEvents()
    assert not row.sign.isVisible()
    assert row.beside.geometry() == before


def test_notices_are_listed_newest_first_each_once_and_the_oldest_go(qtbot, row) -> None:
    sign = row.sign
    for number in range(10):
        sign.notify(str(number))
    sign.notify("5")
    assert sign.texts == ("2", "3", "4", "6", "7", "8", "9", "5")
    sign.click()
    assert sign.popover.isVisible()
    assert labels(sign) == list(reversed(sign.texts))
    sign.popover.hide()


def test_a_choice_is_made_and_ends_its_notice_alone(row) -> None:
    sign, done = row.sign, []
    sign.notify("first", ("Do it", lambda: done.append("first")))
    sign.notify("second")
    assert sign.text().startswith("△")
    button(sign, "Do it").click()
    assert (done, sign.texts) == (["first"], ("second",))
    assert sign.text() == "○ 1"
    away = [one for one in sign.popover.findChildren(QToolButton) if one.isVisibleTo(sign.popover)]
    away[0].click()
    assert sign.texts == ()


def test_the_newest_is_given_to_the_status_bar_until_it_is_withdrawn(qtbot, row) -> None:
    given = []
    row.sign.newest_changed.connect(given.append)
    row.sign.notify("one")
    row.sign.notify("two")
    row.sign.withdraw("two")
    row.sign.withdraw("unknown")
    row.sign.mention("in passing")
    assert given == ["one", "two", "one", "in passing"]
    assert row.sign.texts == ("one",)


def test_only_what_must_be_answered_opens_by_itself_and_once(qtbot, row) -> None:
    sign = row.sign
    sign.notify("news")
    qtbot.wait(30)
    assert not sign.popover.isVisible()
    sign.notify("to be answered", ("Recover", lambda: None), urgent=True)
    qtbot.waitUntil(sign.popover.isVisible)
    sign.popover.hide()
    qtbot.wait(30)
    assert not sign.popover.isVisible()
    assert "to be answered" in sign.texts


def test_what_had_the_focus_may_be_gone_when_the_notices_close(qtbot, row) -> None:
    row.activateWindow()
    row.beside.setFocus()
    qtbot.waitUntil(row.beside.hasFocus)
    row.sign.notify("the file was changed")
    row.sign.open()
    qtbot.waitUntil(row.sign.popover.isVisible)
    Shiboken.delete(row.beside)
    row.sign.popover.hide()
    assert not row.sign.popover.isVisible()


def test_a_notice_of_a_success_goes_and_any_other_stays(qtbot, row, monkeypatch) -> None:
    monkeypatch.setattr("sdc_desktop.ui.widgets.notices.PASSING_MS", 20)
    row.sign.notify("no memory left")
    row.sign.notify("saved", passing=True)
    assert row.sign.texts == ("no memory left", "saved")
    qtbot.waitUntil(lambda: row.sign.texts == ("no memory left",))
