"""The figures that a chart keeps: its cache, as a sheet with a column for each series."""

from sdc_desktop.engine.submission.reading.markup import Node, tree
from sdc_desktop.engine.submission.reading.number_format import normal
from sdc_desktop.engine.submission.sheets import Cell, Sheet, whole_number

_MOST_POINTS = 100_000


def chart_sheet(data: bytes, name: str) -> Sheet | None:
    """The cached points of a chart; None where it keeps none. Raises :class:`Unreadable`."""
    root = tree(data)
    cells: dict[tuple[int, int], Cell] = {}
    title = root.first("title")
    if title is not None and title.whole_text().strip():
        cells[0, 0] = Cell(" ".join(title.whole_text().split()))
    first = 2 if cells else 0
    for number, series in enumerate(root.all("ser")):
        _series(series, number, first, cells)
    label = name.rpartition("/")[2].removesuffix(".xml")
    return Sheet(label, cells, kind="chart") if any(cell.stored for cell in cells.values()) else None


def _series(series: Node, number: int, first: int, cells: dict[tuple[int, int], Cell]) -> None:
    named = series.first("tx")
    text = " ".join(named.whole_text().split()) if named is not None else ""
    cache = None if named is None else named.first("v")
    cells[first, number + 1] = Cell((cache.text.strip() if cache is not None else text) or f"[{number + 1}]")
    for key, column in (("cat", 0), ("xVal", 0), ("val", number + 1), ("yVal", number + 1)):
        part = next((child for child in series.children if child.name == key), None)
        for point in () if part is None else part.all("pt"):
            index, value = point.get("idx"), point.first("v")
            place = whole_number(index)
            if place is None or place >= _MOST_POINTS or value is None:
                continue
            at = (first + 1 + place, column)
            is_figure = column > 0 and normal(value.text.strip()) is not None
            cells.setdefault(at, Cell(value.text.strip(), value.text.strip() if is_figure else ""))
