"""The tabs of evidence: each figure held against a count over the records."""

from collections import Counter
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.jobs import Work
from sdc_desktop.ui.tabs.microdata.evidence.evidence import EvidencePages
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage, FoundPage
from sdc_desktop.ui.tabs.microdata.evidence.records import KeysPage
from sdc_desktop.ui.tabs.microdata.tools import Tools
from tests.ui.tabs.microdata.conftest import Desk


def evidence(desk: Desk):
    return desk.page.answer.evidence


def turn_to(desk: Desk, page: EvidencePage) -> None:
    evidence(desk).turn_to(page)
    desk.rest()


def line(desk: Desk, name: str) -> str:
    """The sentence of a page, as it is shown below it."""
    page = getattr(evidence(desk), name)
    assert page.label.text() == page.line
    return page.line


def suppress(desk: Desk, k: int = 7, **fields: object) -> None:
    desk.page.presenter.try_suppression({"suppress_below": k} | fields)
    desk.page.presenter.settle()
    desk.rest()


def keys_of(desk: Desk) -> list[tuple[str, ...]]:
    """The values of year of birth and marital status of each record, as read."""
    data = desk.controller.opened.data
    places = [data.index("yob"), data.index("ms")]
    return [tuple(row[place] for place in places) for row in data.window(0, data.records)]


def sizes(keys: list[tuple[str, ...]]) -> Counter[int]:
    """How many combinations have each number of records."""
    return Counter(Counter(keys).values())


def test_pages_have_their_tabs_and_suppression_only_when_there_is_some(desk: Desk) -> None:
    bar, found = desk.page.step_tabs.bar, evidence(desk)
    shown = [bar.tabText(i) for i in range(bar.count()) if bar.isTabVisible(i)]
    assert shown == ["Planes", "Risk", "Utility", "Records", "Values", "Hierarchy", "Compare"]
    turn_to(desk, found.keys)
    assert desk.page.step_tabs.tab == "risk"
    assert not found.suppressed.isVisible()
    suppress(desk)
    assert found.suppressed.isVisible()


def test_rare_combinations_count_cells_and_records_apart(desk: Desk) -> None:
    page = evidence(desk).keys
    turn_to(desk, page)
    before = sizes(keys_of(desk))
    cells, records = ({name: was for name, was, _ in plot.pairs} for plot in page.plots)
    assert cells["1"] == records["1"] == before[1]
    assert cells["2"] == before[2]
    assert records["2"] == 2 * before[2]
    assert cells["3\u20134"] == before[3] + before[4]
    assert records["3\u20134"] == 3 * before[3] + 4 * before[4]
    assert sum(records.values()) == 60
    assert sum(after for _, _, after in page.plots[1].pairs) == 60


def test_combinations_and_records_below_the_chosen_k_stand_in_the_sentence(desk: Desk) -> None:
    turn_to(desk, evidence(desk).keys)
    before = sizes(keys_of(desk))
    cells = sum(number for size, number in before.items() if size < 3)
    records = sum(size * number for size, number in before.items() if size < 3)
    text = line(desk, "keys")
    assert f"Classes smaller than 3: {cells} \u2192 0, with {records} \u2192 0 records." in text
    suppress(desk, 7)
    assert "Classes smaller than 7" in line(desk, "keys")
    assert "11 records are wholly suppressed" in line(desk, "keys")


def test_the_table_of_combinations_has_bands_and_thresholds_and_can_be_copied(desk: Desk) -> None:
    suppress(desk, 7)
    page = evidence(desk).keys
    turn_to(desk, page)
    page.frame.data_button.click()
    page.frame.table.selectAll()
    page.frame.table.copy_selection()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0] == [
        "Records sharing it",
        "Combinations before",
        "Combinations after",
        "Records before",
        "Records after",
    ]
    named = {line[0]: line[1:] for line in lines[1:]}
    assert list(named)[-6:] == [
        "fewer than 2",
        "fewer than 3",
        "fewer than 5",
        "fewer than 7",
        "fewer than 10",
        "wholly suppressed",
    ]
    assert named["fewer than 7"][1::2] == ["0", "0"]
    assert named["wholly suppressed"] == ["", "", "", "11"]


def test_a_draft_is_shown_in_the_page_that_is_looked_at(desk: Desk) -> None:
    page = evidence(desk).keys
    turn_to(desk, page)
    settled = page.plots[0].pairs
    desk.page.presenter.try_alpha(1.0)
    desk.rest()
    assert desk.view.draft is not None
    assert page.plots[0].pairs != settled
    desk.page.presenter.try_alpha(0.5)
    desk.rest()
    assert page.plots[0].pairs == settled


class Doubled(FoundPage[int]):
    """Finds twice the number that a test sets."""

    number = 1

    def key(self) -> object:
        return self.number

    def work(self) -> Work:
        number = self.number
        return lambda context: 2 * number if number == 1 else endless(context)

    def draw(self, found: int) -> str:
        return f"twice: {found}"


def endless(context: JobContext) -> None:
    while True:
        context.checkpoint()


def test_the_sentence_of_another_result_goes_where_work_was_stopped(qtbot, jobs, words) -> None:
    page = Doubled(SimpleNamespace(controller=None, jobs=jobs, words=words))
    qtbot.addWidget(page)
    page.bring()
    qtbot.waitUntil(lambda: page.line == "twice: 2")
    page.number = 2
    page.bring()
    page.answer.stop()
    qtbot.waitUntil(lambda: not page.answer.running)
    assert page.line == ""
    page.number = 1
    page.bring()
    assert page.line == "twice: 2"


def test_a_page_turned_to_before_it_was_answered_is_answered_when_seen_again(desk: Desk) -> None:
    found = evidence(desk)
    found.turn_to(found.keys)
    found.turn_to(found.records)  # before the counts are there
    found.turn_to(found.values)
    turn_to(desk, found.keys)
    assert found.keys.plots[0].pairs
    turn_to(desk, found.records)
    assert sum(count for _, count in found.records.plot.bars) == 60


def test_records_show_how_much_each_hides_and_the_mean_is_priv(desk: Desk) -> None:
    page = evidence(desk).records
    turn_to(desk, page)
    assert sum(count for _, count in page.plot.bars) == 60
    priv = sum(level.privacy for level in desk.view.answer.result.released.values())
    assert f"Mean (Priv): {priv:.2f}." in line(desk, "records")


def test_the_records_that_hide_least_are_listed_by_number_alone(desk: Desk) -> None:
    page = evidence(desk).records
    turn_to(desk, page)
    model = page.table.model()
    assert [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())] == [
        "Record",
        "Hides",
    ]
    rows = [(int(model.index(r, 0).data()), float(model.index(r, 1).data())) for r in range(model.rowCount())]
    assert sorted(number for number, _ in rows) == list(range(1, 61))
    assert [hidden for _, hidden in rows] == sorted(hidden for _, hidden in rows)
    values = {value for key in keys_of(desk) for value in key} - {str(number) for number, _ in rows}
    shown = {model.index(r, c).data() for r in range(60) for c in range(2)}
    assert shown.isdisjoint(values)


def test_the_list_is_copied_with_headers(desk: Desk) -> None:
    page = evidence(desk).records
    turn_to(desk, page)
    page.table.setFocus()
    page.table.selectAll()
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Record\tHides"
    assert len(lines) == 61


def test_enter_on_a_record_requests_it(desk: Desk) -> None:
    page = evidence(desk).records
    turn_to(desk, page)
    page.table.setFocus()
    page.table.setCurrentIndex(page.table.model().index(2, 0))
    with desk.qtbot.waitSignal(evidence(desk).record_requested) as wanted:
        QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert wanted.args == [int(page.table.model().index(2, 0).data())]


def test_a_record_requested_is_shown_on_the_card_file(qtbot, window, tmp_path) -> None:
    csv = tmp_path / "people.csv"
    csv.write_text("a;b\n" + "".join(f"{i};x\n" for i in range(50)), encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    qtbot.waitUntil(lambda: window.jobs.idle)
    window.show_record(17)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    table = window.data_panel.records.table
    qtbot.waitUntil(lambda: table.isVisibleTo(window))
    assert window.microdata_place.page.card == "file"
    assert table.currentIndex().row() == 16


def test_by_hand_each_variable_counts_alike(desk: Desk) -> None:
    desk.page.choose_way("recode")
    desk.rest()
    turn_to(desk, evidence(desk).records)
    counts, levels = desk.view.answer.counted.counts, desk.view.answer.levels
    held = sum(v.entropies[0] - v.entropies[levels[v.name] - 1] for v in counts.variables)
    assert f"Mean: {held:.3f}." in line(desk, "records")


def test_bars_after_suppression_show_what_is_really_released(desk: Desk) -> None:
    suppress(desk, 7)
    turn_to(desk, evidence(desk).values)
    bars = dict(evidence(desk).values.plots[2].bars)
    assert bars["*"] == 11
    assert sum(bars.values()) == 60
    assert "*" not in dict(evidence(desk).values.plots[1].bars)


@pytest.mark.parametrize("way", ["records", "cells"])
def test_the_effect_of_suppression_is_that_of_the_result(desk: Desk, way: str) -> None:
    suppress(desk, 7, suppress=way)
    page = evidence(desk).suppressed
    turn_to(desk, page)
    result = desk.view.answer.result
    for plot, side in zip(page.plots, ("utility", "privacy"), strict=True):
        assert plot.pairs == tuple(
            (name, getattr(result.codings[name], side), getattr(result.released[name], side))
            for name in ("yob", "ms")
        )
    assert page.frame.table.model().index(1, 1).data() == str(
        result.suppression.figures.cells_by_variable["ms"]
    )
    assert str(result.suppression.figures.records) in line(desk, "suppressed")


def test_by_hand_the_effect_is_on_the_entropy(desk: Desk) -> None:
    desk.page.choose_way("recode")
    desk.rest()
    suppress(desk, 7)
    page = evidence(desk).suppressed
    turn_to(desk, page)
    released = desk.view.answer.result.released["ms"]
    variable = desk.view.answer.counted.counts.variable("ms")
    assert page.plots[0].pairs[1] == ("ms", float(variable.entropies[1]), released.entropy)
    assert page.frame.table.model().headerData(2, Qt.Orientation.Horizontal) == "Kept before"


def test_when_suppression_is_taken_back_its_page_is_hidden(desk: Desk) -> None:
    suppress(desk, 7)
    turn_to(desk, evidence(desk).suppressed)
    desk.controller.undo()
    desk.rest()
    assert not evidence(desk).suppressed.isVisible()


def test_models_behave(desk: Desk) -> None:
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    found = evidence(desk)
    tables = [found.keys.frame.table, found.records.frame.table, found.records.table]
    testers = [QAbstractItemModelTester(table.model(), mode) for table in tables]
    for page in (found.keys, found.records):
        turn_to(desk, page)
    suppress(desk, 7)
    assert len(testers) == 3


def test_pages_are_turned_with_the_keys_and_all_that_takes_the_focus_has_a_name(desk: Desk) -> None:
    found = evidence(desk)
    bar = desk.page.step_tabs.bar
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert desk.page.step_tabs.tab == "risk"
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert desk.page.step_tabs.tab == "utility"
    turn_to(desk, found.keys)
    assert bar.accessibleName()
    assert found.records.table.accessibleName()
    assert found.records.plot.accessibleName()
    assert all(plot.accessibleName() for plot in found.keys.plots)


def test_pages_are_prepared_once_and_a_page_that_is_taken_is_not_prepared_again(desk: Desk) -> None:
    before = set(QApplication.allWidgets())
    pages = EvidencePages(Tools(desk.controller, desk.jobs, desk.page._words, desk.why, QWidget(desk.page)))
    first = pages.take("keys")
    for step in (*pages.steps(), *pages.steps()):
        step()
    made = set(QApplication.allWidgets()) - before
    prepared = [page for page in made if isinstance(page, KeysPage)]
    assert prepared == [first]
    values = pages.take("values")
    assert values in QApplication.allWidgets()
    assert pages.take("values") is not values
