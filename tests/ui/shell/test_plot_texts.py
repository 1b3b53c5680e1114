"""What is written on and beside plots: no text over another, none cut off, no more room than it needs."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot, Stack, StacksPlot
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelLine, PanelsPlot
from sdc_desktop.ui.widgets.plots.plot_style import LocalAxis
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words.words import THIN_SPACE

np = pytest.importorskip("numpy")


def texts_of(axis: LocalAxis) -> list[tuple[QRectF, str]]:
    """The texts that the axis draws, with their places."""
    image = QImage(800, 800, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    painter.setFont(axis.style["tickFont"])
    found = axis.generateDrawSpecs(painter)
    painter.end()
    assert found is not None
    return [(rect, text) for rect, _, text in found[2]]


def shown(qtbot, plot, width: int, height: int):
    qtbot.addWidget(plot)
    plot.resize(width, height)
    plot.show()
    qtbot.waitExposed(plot)
    plot.grab()
    return plot


def are_apart(texts: list[tuple[QRectF, str]]) -> bool:
    return not any(
        one.intersects(other) for place, (one, _) in enumerate(texts) for other, _ in texts[place + 1 :]
    )


@pytest.mark.parametrize("height", [70, 90, 120, 300])
def test_ticks_of_a_logarithmic_panel_never_lie_over_one_another(qtbot, height) -> None:
    x = np.geomspace(1, 10_000, 50)
    plot = PanelsPlot("records", logarithmic=True)
    plot.show_panels([Panel("A", (PanelLine("a", x, 1 / x),))])
    shown(qtbot, plot, 300, height)
    axis = plot._plots[0].getAxis("left")
    axis.setTicks([[(-2.0, "0.01"), (-1.95, "0.011"), (-1.9, "0.012"), (-1.0, "0.1")]])
    texts = texts_of(axis)
    assert texts
    assert are_apart(texts)


def test_counts_beside_bars_are_written_as_the_ticks_are(qtbot) -> None:
    plot = BarsPlot("records", False)
    plot.show_bars(["a", "b"], [5411, 5999])
    shown(qtbot, plot, 400, 300)
    texts = {text for _, text in texts_of(plot.getAxis("left"))}
    assert f"4{THIN_SPACE}000" in texts
    assert not any(len(text) == 4 and text.isdecimal() for text in texts)


@pytest.mark.parametrize("height", range(60, 130, 6))
def test_no_tick_is_cut_by_the_edge_of_a_low_picture(qtbot, height) -> None:
    plot = BarsPlot("records", False)
    plot.show_bars(["Female", "Male"], [9782, 20380])
    shown(qtbot, plot, 300, height)
    axis = plot.getPlotItem().getAxis("left")
    texts = [axis.mapRectToScene(rect) for rect, _ in texts_of(axis)]
    assert texts
    assert all(rect.top() + rect.height() / 5 >= 0 for rect in texts)


def test_ticks_are_kept_whatever_the_data_are(qtbot) -> None:
    plot = BarsPlot("records", False)
    plot.show_bars(["a", "b"], [7, 5])
    shown(qtbot, plot, 300, 400)
    texts = {text for _, text in texts_of(plot.getAxis("left"))}
    assert {"0", "2", "4", "6"} <= texts


def test_counts_along_bars_are_written_as_those_in_them(qtbot) -> None:
    plot = StacksPlot(["released", "waiting"])
    plot.show_stacks([Stack("L1", (1206, 823))], 3000)
    shown(qtbot, plot, 500, 200)
    texts = {text for _, text in texts_of(plot.getAxis("bottom"))}
    assert f"1{THIN_SPACE}000" in texts


@pytest.mark.parametrize("width", [260, 400, 700])
def test_the_name_of_a_mark_at_the_edge_of_the_map_is_whole(qtbot, width) -> None:
    plot = RuPlot("Risk", "Utility", "optimum", "tolerable")
    marks = (RuMark("Optimal generalisation", (100.0, 20.0), False), RuMark("ANOPI", (5.0, 80.0), True))
    plot.show_picture(RuPicture((), (), marks, None, None))
    shown(qtbot, plot, width, 300)
    box = plot.getPlotItem().getViewBox()
    for label in plot._labels:
        left = box.mapFromView(label.pos()).x() - label.anchor.x() * label.boundingRect().width()
        assert left >= 0
        assert left + label.boundingRect().width() <= box.width()


def test_a_title_that_wrapped_is_a_line_again_when_there_is_room(qtbot) -> None:
    title = WholeLabel()
    qtbot.addWidget(title)
    title.resize(90, 20)
    title.show()
    title.show_text("Requested records. Filled: released. Hatched: waiting.")
    narrow = title.minimumHeight()
    title.resize(700, narrow)
    assert title.minimumHeight() < narrow / 2
    assert title.minimumHeight() >= title.fontMetrics().height()


@pytest.mark.parametrize("height", [70, 100, 160])
def test_a_label_longer_than_the_picture_ends_in_an_ellipsis(qtbot, height) -> None:
    plot = BarsPlot("Combinations of all values", False)
    plot.show_bars(["a", "b"], [5411, 5999])
    shown(qtbot, plot, 300, height)
    axis = plot.getAxis("left")
    text = axis.label.toPlainText().strip()
    assert text == axis.labelText or text.endswith("\u2026")
    assert axis.mapRectToScene(axis.label.mapRectToParent(axis.label.boundingRect())).top() >= -6


def test_the_last_name_below_bars_is_whole(qtbot) -> None:
    plot = BarsPlot("records", False)
    plot.show_bars(["1", "2", "3", "a long last name"], [4, 3, 2, 1])
    shown(qtbot, plot, 420, 200)
    axis = plot.getAxis("bottom")
    rights = [axis.mapRectToScene(rect).right() for rect, _ in texts_of(axis)]
    assert max(rights) <= plot.width()
