"""The guided demos as a newcomer goes through them: by clicks and keys, every step done before the next."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QPushButton,
    QSlider,
    QTabBar,
    QTabWidget,
    QWidget,
)

from sdc_desktop.ui.dialogs.report import ReportDialog
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.tour import Pointer, find_part, seen_of
from sdc_desktop.words.guide.tours import TOURS
from tests.ui.hands import LEFT, Hands

PATIENCE_MS = 300_000
pytestmark = pytest.mark.nightly


class Newcomer(Hands):
    """Goes through a demo, and counts the clicks."""

    clicks = 0
    name = ""

    def wait(self, look: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(look()), timeout=PATIENCE_MS)

    def begin(self, name: str, button: str) -> None:
        self.name = name
        self.click(self.find(QWidget, button, self.window.start_page))
        self.wait(lambda: self.tour.running and self.part(TOURS[name][0].place) is not None)
        self.rest()

    @property
    def tour(self):
        return self.window.tour

    def part(self, path: str) -> QWidget | None:
        return find_part(self.window, path)

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """On what is seen of a widget alone."""
        region = widget.visibleRegion()
        place = region.boundingRect().center() if place is None else place
        assert region.contains(place), f"{widget} is not seen there"
        self.qtbot.mouseClick(widget, LEFT, pos=place)
        self.clicks += 1

    def click_row(self, view: QAbstractItemView, row: int, column: int = 0) -> None:
        self.wait(lambda: view.model().rowCount() > row)
        self.click(view.viewport(), view.visualRect(view.model().index(row, column)).center())

    def click_tab(self, tabs: QTabWidget | QTabBar, name: str) -> None:
        bar = tabs if isinstance(tabs, QTabBar) else tabs.tabBar()
        place = next(n for n in range(tabs.count()) if tabs.tabText(n).replace("&", "").startswith(name))
        if not getattr(bar, "folded", False):
            self.click(bar, bar.tabRect(place).center())
            return
        self.choose(bar.list, bar.list.findData(place))

    def choose(self, box: QComboBox, row: int) -> None:
        """Open a list with a click and go to a row by keys."""
        self.click(box)
        self.wait(box.view().isVisible)
        self.qtbot.keyClick(box.view(), Qt.Key.Key_Home)
        for _ in range(row):
            self.qtbot.keyClick(box.view(), Qt.Key.Key_Down)
        self.qtbot.keyClick(box.view(), Qt.Key.Key_Return)
        self.wait(lambda: box.currentIndex() == row)

    def type_number(self, field: QWidget, text: str) -> None:
        self.click(field)
        self.replace(field, text)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)

    def look_at_report(self) -> None:
        self.wait(lambda: self.window.findChild(ReportDialog) is not None)
        self.click(self.find(QPushButton, "Close", self.window.findChild(ReportDialog)))

    def walk(self, *doing: Callable[[], object]) -> None:
        """Do each step of the demo once its part is visible and framed, then press Next."""
        steps = TOURS[self.name]
        assert len(doing) == len(steps)
        for number, (step, do) in enumerate(zip(steps, doing, strict=True)):
            assert self.tour.number == number
            self.wait(lambda step=step: self.is_framed(step.place))
            do()
            if step.done != "read":
                self.wait(lambda number=number: number in self.tour.done)
            self.rest()
            self.click(self.tour.panel.next)
        assert not self.tour.running
        assert self.tour.done == set(range(len(steps)))
        assert not self.window.notices.texts

    def is_framed(self, place: str) -> bool:
        part, pointer = self.part(place), self.window.findChild(Pointer)
        if part is None or pointer.isHidden():
            return False
        seen = seen_of(part)
        return not seen.isEmpty() and pointer.geometry().contains(seen)


@pytest.fixture
def newcomer(qtbot, window: MainWindow) -> Newcomer:
    window.resize(1366, 738)
    window.activateWindow()
    qtbot.waitActive(window)
    hands = Newcomer(qtbot, window)
    hands.wait(window.start_page.isVisible)
    return hands


def nothing() -> None:
    """The step is to be read."""


def test_the_patients(newcomer: Newcomer) -> None:
    newcomer.begin("patients", "Patients")
    table = newcomer.window.data_panel.variables.table
    newcomer.wait(lambda: newcomer.part("microdata_place.page.answer") is not None)
    page = newcomer.part("microdata_place.page")
    newcomer.wait(lambda: page.answer.planes)

    def other_points() -> None:
        newcomer.type_number(newcomer.find(QAbstractSpinBox, "Privacy points of yob"), "70")

    def more_private() -> None:
        slider = page.form.alpha_slider
        assert isinstance(slider, QSlider)
        newcomer.click(slider, QPoint(slider.width() - 12, slider.height() // 2))
        QTest.keyClick(slider, Qt.Key.Key_Right)

    def to_file() -> None:
        newcomer.click(page.exports.write_button)

    newcomer.walk(
        lambda: newcomer.click_row(table, 1),
        nothing,
        more_private,
        other_points,
        lambda: newcomer.click_tab(page.step_tabs.bar, "Risk"),
        lambda: newcomer.key(Qt.Key.Key_Z),
        to_file,
    )
    assert newcomer.clicks == 13


def test_the_episodes(newcomer: Newcomer) -> None:
    newcomer.begin("episodes", "Hospital stays")
    table = newcomer.window.data_panel.variables.table
    newcomer.wait(lambda: newcomer.part("microdata_place.page.answer") is not None)
    page = newcomer.part("microdata_place.page")
    newcomer.wait(page.levels.recode.isVisible)

    def larger_classes() -> None:
        number = page.levels.recode.suppression.findChildren(QAbstractSpinBox)[0]
        page.levels.recode.area.ensureWidgetVisible(number)
        newcomer.rest()
        newcomer.type_number(number, "9")

    def to_file() -> None:
        newcomer.click(page.exports.write_button)

    newcomer.walk(
        lambda: newcomer.click_row(table, 0),
        nothing,
        larger_classes,
        lambda: newcomer.click_tab(page.step_tabs.bar, "Risk"),
        lambda: newcomer.key(Qt.Key.Key_Z),
        to_file,
    )


def test_the_enterprises(newcomer: Newcomer) -> None:
    newcomer.begin("enterprises", "Enterprises")
    page = newcomer.part("tables_place.page")
    newcomer.wait(lambda: page.answer.cells.isVisible())
    newcomer.rest()

    def suppressed_cell() -> None:
        table = page.answer.cells.table
        model = table.model()
        marked = next(
            model.index(row, column)
            for row in range(model.rowCount())
            for column in range(model.columnCount())
            if (cell := model.cell(row, column)) is not None and cell.status in ("unsafe", "secondary")
        )
        table.scrollTo(marked)
        newcomer.click(table.viewport(), table.visualRect(marked).center())
        newcomer.wait(lambda: "Status" in page.why.text())

    def one_more() -> None:
        number = page.question.rules.findChildren(QAbstractSpinBox)[0]
        newcomer.type_number(number, "4")

    newcomer.walk(
        nothing,
        nothing,
        suppressed_cell,
        one_more,
        lambda: newcomer.click(page.question.run),
        lambda: newcomer.click_tab(page.evidence.bar, "Intervals"),
    )
    assert newcomer.clicks == 11


def test_the_salaries(newcomer: Newcomer) -> None:
    newcomer.begin("salaries", "Salaries")
    page = newcomer.part("cae_place.page")
    newcomer.wait(lambda: page.presenter.view.ready)

    def one_less() -> None:
        names = page.question.curve.parts["known"].names
        row = names.visualItemRect(names.item(0))
        newcomer.click(names.viewport(), QPoint(row.left() + 14, row.center().y()))  # on its tick

    def most_exposed() -> None:
        newcomer.click_tab(page.tabs, "Cases")
        newcomer.click_row(page.curve.table, 0)

    def experiment() -> None:
        newcomer.click(page.cards.card("sampling"))
        newcomer.click(page.question.run)

    def report() -> None:
        newcomer.click(page.report.report_button)
        newcomer.look_at_report()

    newcomer.walk(
        lambda: newcomer.click_row(newcomer.window.data_panel.variables.table, 0),
        nothing,
        one_less,
        most_exposed,
        experiment,
        report,
    )
    assert newcomer.clicks == 14


def test_the_soldiers(newcomer: Newcomer) -> None:
    newcomer.begin("soldiers", "Soldiers")
    page = newcomer.part("release_place.page")

    def stricter() -> None:
        newcomer.type_number(page.question.form.parts["alpha"], "10")

    def report() -> None:
        newcomer.click(page.report.report_button)
        newcomer.look_at_report()

    newcomer.walk(
        nothing,
        stricter,
        lambda: newcomer.click(page.question.run),
        nothing,
        lambda: newcomer.click_tab(page.simulation.tabs.bar, "Distributions"),
        report,
    )
    assert newcomer.clicks == 12
