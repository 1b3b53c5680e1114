"""The evidence on tables: lists that are searched, bars, points and curves, each with its data behind it."""

from dataclasses import replace
from math import inf

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from sdc_desktop.engine.verdict import failed, verdict_of
from sdc_desktop.ui.models.listed_cells_model import ListedCellsModel
from sdc_desktop.ui.models.text_table_model import text_of
from sdc_desktop.ui.tabs.tables.evidence_intervals import MOST_BARS, IntervalsPage, thinned
from sdc_desktop.ui.tabs.tables.evidence_methods import Compared, MethodsPage
from sdc_desktop.ui.tabs.tables.evidence_pages import DerivationPage, RedesignPage, SearchPage
from sdc_desktop.ui.tabs.tables.evidence_unsafe import UnsafePage
from sdc_desktop.ui.widgets.plots.intervals_plot import IntervalsPlot, Reach
from sdc_desktop.ui.widgets.tables.cells_view import CellsView
from sdc_desktop.words.tables.figures import decimals_of
from sdc_desktop.words.tables.table_evidence import pattern_of
from tests.ui.tabs.cells.conftest import FAST, GIVEN_AWAY, P15, TABLE_1, counted_and_decided, firms

THIN = "\u202f"
_TESTER = QAbstractItemModelTester.FailureReportingMode.Fatal
RULES = (P15, {"kind": "threshold", "n": 9})


@pytest.fixture(scope="session")
def many_unsafe():
    """Rules strict enough for several unsafe cells."""
    _, _, result = counted_and_decided(
        firms(),
        dimensions=({"variable": "activity"}, {"variable": "region"}),
        value="turnover",
        rules=RULES,
        protect=FAST,
    )
    return result


@pytest.fixture
def shown(qtbot, theme):
    def show(page):
        qtbot.addWidget(page)
        page.resize(800, 320)
        page.show()
        return page

    return show


def texts(model, column):
    return [model.index(row, column).data() for row in range(model.rowCount())]


# the list ----------------------------------------------------------------------------------------------


def test_unsafe_cells_are_listed_with_their_reasons(shown, words, many_unsafe):
    result = many_unsafe
    page = shown(UnsafePage(words))
    page.show_view(result)
    unsafe = [" / ".join(cell.coordinates) for cell in result.cells if cell.status == "unsafe"]
    assert texts(page.model, 0) == unsafe
    row = texts(page.model, 0).index("a1 / north")
    assert texts(page.model, 5)[row].endswith("beside the 2 largest, under 135; contributors: 8, under 9")
    assert str(len(unsafe)) in page.line


def test_words_typed_find_cells_by_category_status_and_rule(qtbot, shown, words, many_unsafe):
    page = shown(UnsafePage(words))
    page.show_view(many_unsafe)
    everything = page.model.rowCount()
    qtbot.keyClicks(page.box, "a1 north P PERCENT")
    assert texts(page.model, 0) == ["a1 / north"]
    assert page.line == f"1 of {everything} cells."
    with qtbot.waitSignal(page.cell_requested) as wanted:
        qtbot.keyClick(page.box, Qt.Key.Key_Return)
    assert wanted.args == [("a1", "north")]
    page.box.clear()
    assert page.model.rowCount() == everything


def test_another_choice_lists_all_that_is_not_published(shown, words, many_unsafe):
    result = many_unsafe
    page = shown(UnsafePage(words))
    page.show_view(result)
    page.which.setCurrentIndex(page.which.findData("hidden"))
    assert page.model.rowCount() == result.losses.cells_lost
    row = next(n for n, cell in enumerate(page.model.cells) if cell.protects)
    assert "protects " in texts(page.model, 5)[row]
    page.which.setCurrentIndex(page.which.findData("failing"))
    assert page.model.rowCount() == 0
    assert "closer than its protection allows" in page.line


def test_the_list_sorts_by_figures_and_goes_back_to_the_order_of_the_table(words, many_unsafe):
    model = ListedCellsModel(words)
    QAbstractItemModelTester(model, _TESTER, model)
    cells = [cell for cell in many_unsafe.cells if cell.published is None]
    model.show(cells, decimals_of(many_unsafe))
    model.sort(2, Qt.SortOrder.DescendingOrder)
    values = [cell.value for cell in model.cells]
    assert values == sorted(values, reverse=True)
    model.sort(-1)
    assert list(model.cells) == cells
    assert text_of(model, [0], [2], words.plain).splitlines()[1] == f"{cells[0].value:.1f}"


# intervals -----------------------------------------------------------------------------------------------


def test_each_unsafe_cell_has_a_bar_that_reaches_what_its_level_requires(qtbot, shown, words, many_unsafe):
    result = many_unsafe
    page = shown(IntervalsPage(words))
    page.show_view(result)
    unsafe = [cell for cell in result.cells if cell.status == "unsafe"]
    assert len(page.plot.reaches) == len(page.frame.rows) == len(unsafe)
    assert all(one.below >= 1 and one.above >= 1 and not one.failing for one in page.plot.reaches)
    shortest = [min(one.below, one.above) for one in page.plot.reaches]
    assert shortest == sorted(shortest)
    page.plot.setFocus()
    qtbot.keyClick(page.plot, Qt.Key.Key_Right)
    assert "required: " in page.line
    with qtbot.waitSignal(page.cell_requested) as wanted:
        qtbot.keyClick(page.plot, Qt.Key.Key_Return)
    assert " / ".join(wanted.args[0]) == page.frame.rows[0][0]
    page.show_cell(("a1", "north"))
    assert page.frame.rows[page.plot.selection][0] == "a1 / north"


def test_a_bar_that_is_too_short_fails_and_stands_first(shown, words, many_unsafe):
    result = many_unsafe
    number = next(n for n, cell in enumerate(result.cells) if cell.coordinates == ("a1", "north"))
    short = replace(result.cells[number], upper=result.cells[number].value, upper_met=False, lower=None)
    cells = (*result.cells[:number], short, *result.cells[number + 1 :])
    page = shown(IntervalsPage(words))
    page.show_view(replace(result, cells=cells, safe=False))
    first = page.plot.reaches[0]
    assert (first.failing, first.above, first.below) == (True, 0.0, inf)
    assert page.frame.rows[0][-1] == "not met"
    assert page.line.startswith("1 of ")


def test_a_length_requested_stands_beside_the_length_reached_and_is_stated_where_it_requests_more(
    shown, words, many_unsafe
):
    result = many_unsafe
    cells = tuple(
        replace(cell, asked=replace(own, length=5 * (own.below + own.above))) if (own := cell.asked) else cell
        for cell in result.cells
    )
    page = shown(IntervalsPage(words))
    page.show_view(replace(result, cells=cells))
    asked_below, asked_above = (number(row) for row in (page.frame.rows[0][2], page.frame.rows[0][4]))
    reached = number(page.frame.rows[0][3]) + number(page.frame.rows[0][5])
    assert number(page.frame.rows[0][6]) == pytest.approx(5 * (asked_below + asked_above))
    assert number(page.frame.rows[0][7]) == pytest.approx(reached)
    page.plot.selected.emit(0)
    assert f"The interval has to be {page.frame.rows[0][6]} long at least." in page.line
    page.show_view(replace(result, stopped=True))
    page.plot.selected.emit(0)
    assert "long at least" not in page.line


def number(text):
    return float(text.replace("\u202f", ""))


def test_of_very_many_bars_those_that_fail_stay_and_the_rest_is_thinned():
    kept = thinned(list(range(5000)), failing=30)
    assert len(kept) == MOST_BARS
    assert kept[:30] == list(range(30))
    assert max(kept) > 4900
    assert thinned(list(range(MOST_BARS)), 0) == list(range(MOST_BARS))
    assert thinned(list(range(5000)), failing=4000) == list(range(MOST_BARS))


# methods ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def results(decided, open_table, protected):
    rounding = decided(protect={"method": "rounding", "base": 20})
    safe, unsafe = verdict_of(()), verdict_of((failed("table.levels", number=2),))
    return [
        Compared("as it is", open_table, unsafe),
        Compared("suppression", protected, safe, current=True),
        Compared("rounding", rounding, None),
    ]


def test_each_method_has_a_card_with_its_verdict_its_cells_and_its_cost(qtbot, shown, words, results):
    page = shown(MethodsPage(words))
    page.show_view(results)
    raw, hidden, rounded = page.cards
    assert raw.line.text().startswith("Not safe: 2 unsafe cells")
    assert hidden.line.text() == "Safe: all conditions set are met."
    assert rounded.line.text() == "Not judged."
    lost = results[1].result.losses
    assert hidden.cost.text() == f"{lost.cells_lost} of {lost.cells} cells not published"
    assert hidden.share.text() == f"{100 * lost.value_lost:.1f}{THIN}% of the value"
    assert f"{results[2].result.losses.cells_changed} of" in rounded.cost.text()
    assert [card.use.isHidden() for card in page.cards] == [False, True, False]
    with qtbot.waitSignal(page.method_requested) as wanted:
        qtbot.mouseClick(rounded.use, Qt.MouseButton.LeftButton)
    assert wanted.args == [2]
    page.show_view(results[:1])
    assert len(page.cards) == 1
    assert page.line.startswith("Protect the table by several methods")


def test_the_squares_are_the_cells_by_what_was_done_to_them(results):
    """Counted by hand from the cells themselves."""
    raw, hidden, rounded = (one.result for one in results)
    for result in (raw, hidden, rounded):
        squares = [sort for line in pattern_of(result) for sort in line]
        assert len(squares) == len(result.cells)
    unsafe = sum(cell.status == "unsafe" for cell in raw.cells)
    assert sum(sort == 5 for line in pattern_of(raw) for sort in line) == unsafe  # published as it is
    secondary = sum(cell.status == "secondary" for cell in hidden.cells)
    found = [sort for line in pattern_of(hidden) for sort in line]
    assert (found.count(1), found.count(2), found.count(5)) == (unsafe, secondary, 0)
    changed = sum(cell.published != cell.value for cell in rounded.cells)
    assert sum(sort in (3, 4) for line in pattern_of(rounded) for sort in line) <= changed


def test_without_results_there_is_nothing_to_compare(shown, words):
    page = shown(MethodsPage(words))
    page.show_view([])
    assert page.cards == []
    assert page.line.startswith("Protect the table by several methods")


# the search ------------------------------------------------------------------------------------------------


def test_the_search_is_followed_until_it_is_proven(shown, words):
    page = shown(SearchPage(words))
    assert page.line.startswith("No optimal search")
    page.show_view([(0.5, inf, 10.0)])
    assert page.line == "After 0.5 s nothing is found yet; nothing costs less than 10."
    page.show_view([(0.5, inf, 10.0), (1.0, 40.0, 30.0)])
    assert page.line == "After 1.0 s the best found costs 40; at most 25.0 % of it could still be saved."
    page.show_view([(0.5, None, 10.0), (1.0, 40.0, 30.0), (2.0, 36.0, 36.0)])
    assert page.line == "After 2.0 s the best is proven: it costs 36."
    assert [one.cost for one in page.plot.moments] == [None, 40.0, 36.0]
    assert page.frame.rows[0][1:] == ("\u2013", "10", "\u2013")


def test_a_long_search_is_drawn_by_few_of_its_moments(shown, words):
    page = shown(SearchPage(words))
    page.show_view([(n / 100, 2000.0 - n / 50, n / 50) for n in range(50_000)])
    drawn = page.plot.getPlotItem().curves
    assert all(len(curve.getData()[0]) < 10_000 for curve in drawn)
    assert len(page.frame.rows) == 500


# equations -------------------------------------------------------------------------------------------------


def test_the_equations_of_a_cell_point_at_its_cells(shown, words, audited):
    result = audited(GIVEN_AWAY)
    page, view = shown(DerivationPage(words)), shown(CellsView(words))
    view.show_table(result, "known")
    page.cells_marked.connect(view.mark_out)
    page.show_view(result)
    assert page.text.toPlainText().splitlines()[0] == "a / x is 4, for:"
    assert "= [a / x] + " in page.text.toPlainText()
    places = {one.name: one.places for one in result.table.dimensions}
    assert (places["row"]["a"], places["column"]["x"]) in view.table.delegate.marked_out
    assert len(view.table.delegate.marked_out) == 3
    view.show_table(audited(TABLE_1), "known")
    assert not view.table.delegate.marked_out, "these were places of another table"


def test_a_table_that_gives_nothing_away_has_no_equations(shown, words, protected):
    page = shown(DerivationPage(words))
    page.show_view(protected)
    assert page.text.toPlainText() == ""
    assert page.line.startswith("No cell can be derived")


# looks -----------------------------------------------------------------------------------------------------


def test_every_page_is_drawn_anew_in_the_dark(qtbot, shown, words, theme, many_unsafe, results):
    result = many_unsafe
    pages = [shown(page(words)) for page in (IntervalsPage, MethodsPage, SearchPage)]
    view = shown(CellsView(words))
    pages[0].show_view(result)
    pages[1].show_view(results)
    pages[2].show_view([(0.5, 40.0, 10.0), (1.0, 30.0, 20.0)])
    view.show_table(result, "known")
    before = [page.grab().toImage() for page in (*pages, view)]
    theme.choose("dark")
    try:
        qtbot.waitUntil(
            lambda: all(page.grab().toImage().pixelColor(5, 5).lightness() < 128 for page in (*pages, view))
        )
        after = [page.grab().toImage() for page in (*pages, view)]
    finally:
        theme.choose("light")
    assert all(one != other for one, other in zip(before, after, strict=True))


# redesign --------------------------------------------------------------------------------------------------


def test_merged_categories_are_joined_to_what_they_became(shown, words, decided, protected):
    page = shown(RedesignPage(words))
    merge = {"region": (("north", "west"),)}
    result = decided("region", "year", protect={"method": "redesign", "merge": merge})
    page.show_view(result)
    assert page.picture.merges == (("region", ("north", "west"), "north+west"),)
    assert [row[1] for row in page.frame.rows] == ["north", "west"]
    assert page.line.startswith("6 cells are published no more.")
    page.show_view(protected)
    assert page.picture.merges == ()
    assert page.line == "No categories were merged."


@pytest.mark.parametrize(("height", "named"), [(500, 9), (150, 4), (90, 3)])
def test_a_low_picture_of_intervals_names_fewer_levels(qtbot, theme, height: int, named: int) -> None:
    plot = IntervalsPlot("cells", "reach", "true value", "required")
    qtbot.addWidget(plot)
    plot.resize(400, height)
    plot.show_reaches([Reach(1.0, 1.0, failing=False)])
    plot.show()
    qtbot.waitUntil(lambda: len(plot.named) == named)
