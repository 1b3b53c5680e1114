"""A plot and the table behind it as files: PNG, SVG, PDF, CSV, each whole or not at all."""

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPageSize, QPainter, QPalette, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.ui.widgets.plots.plot_style import Redrawn
from sdc_desktop.words import Words

SUFFIXES = (".png", ".svg", ".pdf", ".csv")
_FINE = 2  # pixels of a PNG for each of the screen
_EDGE = 8  # pixels beside the caption
_INCH = 72  # points


def save_picture(
    path: Path,
    plot: QGraphicsView,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str = "",
    line: str = "",
) -> None:
    """Write a plot with its title above and a line below, its figures and what it is about, or for .csv its
    table, by the suffix of the path. Raises Refused and KeyError.
    """
    suffix = path.suffix.casefold()
    if suffix == ".csv":
        made = _csv(header, rows)
    else:
        made = {".png": _png, ".svg": _svg, ".pdf": _pdf}[suffix](_Sheet(plot, title, line))
    with atomic_write(path) as file:
        file.write(made)


class _Sheet:
    """A plot without its cross-hair between the lines of its caption, in pixels of the screen."""

    def __init__(self, plot: QGraphicsView, title: str, line: str) -> None:
        self._plot, self._title, self._line = plot, title, line
        if isinstance(plot, Redrawn):
            plot.bring_up_to_date()
        self._bold = QFont(plot.font())
        self._bold.setBold(True)
        width = plot.width() - 2 * _EDGE
        self._above = _height_of(title, self._bold, plot, width)
        self._below = _height_of(line, plot.font(), plot, width)
        self.size = QSize(plot.width(), self._above + plot.height() + self._below)
        self.ground = plot.backgroundBrush().color()
        self.dots = plot.logicalDpiX()  # of an inch: a file with others has axes of another size than bars

    def paint(self, painter: QPainter, size: QSize) -> None:
        """Draw all of it in a size."""
        plot, width = self._plot, self.size.width()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size.width() / width, size.height() / self.size.height())
        painter.fillRect(QRectF(0, 0, width, self.size.height()), self.ground)
        painter.setPen(plot.palette().color(QPalette.ColorRole.Text))
        flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        inner = width - 2 * _EDGE
        if self._above:
            painter.setFont(self._bold)
            painter.drawText(QRectF(_EDGE, 0, inner, self._above), flags, self._title)
        if self._below:
            painter.setFont(plot.font())
            top = self._above + plot.height()
            painter.drawText(QRectF(_EDGE, top, inner, self._below), flags, self._line)
        place = QRectF(0, self._above, width, plot.height())
        moving = [item for item in getattr(plot, "moving", ()) if item.isVisible()]
        for item in moving:
            item.hide()
        try:
            plot.render(painter, place, plot.rect(), Qt.AspectRatioMode.IgnoreAspectRatio)
        finally:
            for item in moving:
                item.show()
        painter.end()


def _height_of(text: str, font: QFont, plot: QGraphicsView, width: int) -> int:
    """The height of a wrapped text with its edges; 0 where there is none. The font in pixels of the plot."""
    if not text:
        return 0
    metrics = QFontMetrics(font, plot)
    room = metrics.boundingRect(0, 0, width, 10_000, int(Qt.TextFlag.TextWordWrap), text)
    return room.height() + _EDGE


def save_rows(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table as CSV, figures as other programs read them. Raises Refused."""
    made = _csv(header, rows)
    with atomic_write(path) as file:
        file.write(made)


def plain_rows(
    rows: Iterable[Sequence[str]], figures: Collection[int], words: Words
) -> Iterator[tuple[str, ...]]:
    """Rows as files hold them: the columns of figures as other programs read them."""
    for row in rows:
        yield tuple(words.plain(cell) if column in figures else cell for column, cell in enumerate(row))


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    escaper = FormulaEscaper(percent=True)
    writer.writerow(escaper.row(header))
    writer.writerows([escaper.row([_plain(cell) for cell in row]) for row in rows])
    return text.getvalue().encode("utf-8")


def _plain(cell: str) -> str:
    """A figure as other programs read it."""
    return cell.replace("\u202f", "").replace("\u2009", "").replace("\u2212", "-")


def _png(sheet: _Sheet) -> bytes:
    image = QImage(sheet.size * _FINE, QImage.Format.Format_ARGB32)
    image.fill(sheet.ground)
    sheet.paint(QPainter(image), image.size())
    buffer = _opened()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub takes bytes alone
    return bytes(buffer.data().data())


def _svg(sheet: _Sheet) -> bytes:
    buffer = _opened()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(sheet.size)
    generator.setViewBox(QRect(QPoint(), sheet.size))
    generator.setResolution(sheet.dots)
    sheet.paint(QPainter(generator), sheet.size)
    return bytes(buffer.data().data())


def _pdf(sheet: _Sheet) -> bytes:
    buffer = _opened()
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QSizeF(sheet.size) * (_INCH / sheet.dots), QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(sheet.dots)
    sheet.paint(QPainter(writer), QSize(writer.width(), writer.height()))
    return bytes(buffer.data().data())


def _opened() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
