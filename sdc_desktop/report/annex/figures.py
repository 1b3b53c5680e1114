"""`report.figures.csv`: the values that the figures of a report are drawn from."""

from collections.abc import Iterator
from math import isfinite

from sdc_desktop.report.annex.csv_text import csv_text
from sdc_desktop.report.model import Report
from sdc_desktop.sheets.blocks import (
    BarChart,
    Chart,
    Figure,
    IntervalChart,
    LineChart,
    LinkChart,
    ScatterChart,
    ShareChart,
)

Value = str | float | None
_OUTSIDE = 3  # significant digits in the external edition


def figures_text(report: Report) -> str:
    """The file's text: figure, series, x, y, in the order of the report and of each figure.

    Numbers have 15 significant digits, in the external edition three. Bars have their category as x;
    intervals have their label as x and the series lower and upper, an open end is empty.
    """
    digits = 15 if report.edition == "internal" else _OUTSIDE
    rows = [
        (figure.title, series, _text(x, digits), _text(y, digits))
        for figure in (*report.blocks(), *report.further)
        if isinstance(figure, Figure)
        for chart in figure.charts
        for series, x, y in _values(chart)
    ]
    return csv_text(("figure", "series", "x", "y"), rows)


def _values(chart: Chart) -> Iterator[tuple[str, Value, Value]]:
    match chart:
        case BarChart():
            for series in chart.series:
                for category, value in zip(chart.categories, series.values, strict=True):
                    yield series.name, category, value
        case LineChart():
            for curve in chart.curves:
                for x, y in curve.points:
                    yield curve.name, x, y
        case ScatterChart():
            for point in chart.points:
                named = (chart.title, point.label or point.mark)
                yield ": ".join(filter(None, named)), point.x, point.y
        case ShareChart():
            for share in chart.shares:
                yield "", share.name, share.number
        case LinkChart():
            for one, other, label in chart.links:
                yield f"{chart.boxes[one][0]}, {chart.boxes[other][0]}", label, None
        case IntervalChart():
            for interval in chart.intervals:
                yield "lower", interval.label, interval.low
                yield "upper", interval.label, interval.high


def _text(value: Value, digits: int) -> str:
    if isinstance(value, str):
        return value
    if value is None or not isfinite(value):
        return ""
    rounded = float(f"{value:.{digits}g}")
    return str(int(rounded)) if rounded.is_integer() and abs(rounded) < 1e15 else repr(rounded)
