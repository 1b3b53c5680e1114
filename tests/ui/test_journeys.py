"""Journeys of an officer by real clicks on files from outside, with the clicks counted."""

import csv
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.shell.main_window import MainWindow
from tests.engine.tables.files.test_arb_import import SPECIFY, folder_with
from tests.ui.test_whole_way import FileAnswer, Hands

SEXES, REGIONS = ("female", "male"), ("N1", "N2", "S1", "S2")


class CountingHands(Hands):
    """Counts the clicks on buttons and cards."""

    clicks = 0

    def press(self, name: str, within: QWidget | None = None) -> None:
        super().press(name, within)
        self.clicks += 1

    def card(self, key: str) -> None:
        super().card(key)
        self.clicks += 1

    def open_file(self, *paths: Path) -> None:
        """Answer the file dialogs that follow a click on "Open data file"."""
        answers = FileAnswers(self.qtbot, paths)
        self.press("Open data file…")
        self.wait(lambda: answers.done)


class FileAnswers(FileAnswer):
    """Answers one file dialog after the other."""

    def __init__(self, qtbot: QtBot, paths: Sequence[Path]) -> None:
        super().__init__(qtbot, paths[0])
        self._further = list(paths[1:])

    @property
    def done(self) -> bool:
        """Whether all were answered."""
        return bool(self.title) and not self._further

    def _look(self) -> None:
        dialog = QApplication.activeModalWidget()
        another = isinstance(dialog, QFileDialog) and self.title not in ("", dialog.windowTitle())
        if another and self._further:
            self._path = str(self._further.pop(0))
        super()._look()


@pytest.fixture
def hands(qtbot, window: MainWindow) -> CountingHands:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
    return CountingHands(qtbot, window)


def write_arx_files(folder: Path) -> Path:
    """A file with two hierarchies beside it, named and written as ARX does."""
    draw = random.Random(19)
    path = folder / "persons.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, delimiter=";")
        lines.writerow(("sex", "region", "illness"))
        lines.writerows(
            (draw.choice(SEXES), draw.choice(REGIONS), draw.choice(("flu", "asthma", "none")))
            for _ in range(200)
        )
    levels = {
        "sex": [f"{sex};*" for sex in SEXES],
        "region": [f"{one};{one[0]};*" for one in REGIONS],
    }
    for name, rows in levels.items():
        text = "\n".join(rows) + "\n"
        (folder / f"persons_hierarchy_{name}.csv").write_text(text, encoding="utf-8")
    return path


def test_from_a_new_file_with_arx_hierarchies_to_a_protected_file(hands, tmp_path: Path) -> None:
    data = write_arx_files(tmp_path)
    before = data.read_bytes()
    hands.open_file(data)
    dialog = hands.dialog()
    hands.wait(lambda: QApplication.focusWidget() is hands.find(QPushButton, "Open", dialog))
    hands.press("Open", dialog)
    hands.wait(lambda: hands.window.controller.opened)
    hands.rest()
    hands.press("Propose hierarchies")
    hands.rest()
    hands.add_step("Find best recoding")
    hands.press("Export…")
    hands.wait(lambda: hands.window.microdata_place.page.release.report.preview is not None)
    hands.press("Export 3 files")
    protected = tmp_path / "persons_protected.csv"
    hands.wait(protected.is_file)
    hands.rest()
    assert hands.clicks == 7
    assert data.read_bytes() == before
    hierarchies = hands.window.controller.plan.data.hierarchies
    assert {"sex", "region"} <= set(hierarchies)
    assert protected.read_text(encoding="utf-8").count("\n") == 201


def test_from_a_batch_file_of_tau_argus_to_a_protected_table(hands, tmp_path: Path) -> None:
    batch = folder_with(tmp_path, SPECIFY + "<SAFETYRULE> FREQ(3,20)\n<READMICRODATA>\n<SUPPRESS> OPT(1)\n")
    hands.open_file(batch, tmp_path / "plan of the batch")
    hands.wait(lambda: hands.window.controller.plan.jobs)
    place = hands.window.tables_place
    hands.wait(lambda: hands.window.tabs.currentWidget() is place and place.page is not None)
    hands.rest()
    page = place.page
    assert not page.presenter.view.problems
    hands.qtbot.mouseClick(page.question.run, Qt.MouseButton.LeftButton)
    hands.wait(lambda: page.presenter.view.answer is not None)
    hands.rest()
    assert page.verdict.grade_text
    assert hands.clicks + 1 == 2
