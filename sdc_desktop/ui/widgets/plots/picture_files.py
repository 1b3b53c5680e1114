"""A plot and the table behind it as files: PNG, SVG, PDF, CSV, each whole or not at all."""

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.words import Words

SUFFIXES = (".png", ".svg", ".pdf", ".csv")
_FINE = 3  # pixels of a PNG for each of the screen
_POINTS = 0.75  # of a pixel on paper


def save_picture(
    path: Path, plot: QGraphicsView, header: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Write a plot, or for .csv its table, by the suffix of the path. Raises Refused and KeyError."""
    suffix = path.suffix.casefold()
    made = (
        _csv(header, rows) if suffix == ".csv" else {".png": _png, ".svg": _svg, ".pdf": _pdf}[suffix](plot)
    )
    with atomic_write(path) as file:
        file.write(made)


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


def _png(plot: QGraphicsView) -> bytes:
    image = QImage(plot.size() * _FINE, QImage.Format.Format_ARGB32)
    image.fill(plot.backgroundBrush().color())
    painter = QPainter(image)
    _paint(plot, painter, image.size())
    buffer = _opened()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub takes bytes alone
    return bytes(buffer.data().data())


def _svg(plot: QGraphicsView) -> bytes:
    buffer = _opened()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(plot.size())
    generator.setViewBox(plot.rect())
    painter = QPainter(generator)
    _paint(plot, painter, plot.size())
    return bytes(buffer.data().data())


def _pdf(plot: QGraphicsView) -> bytes:
    buffer = _opened()
    writer = QPdfWriter(buffer)
    size = QSizeF(plot.size()) * _POINTS
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(288)
    painter = QPainter(writer)
    _paint(plot, painter, QSize(writer.width(), writer.height()))
    return bytes(buffer.data().data())


def _paint(plot: QGraphicsView, painter: QPainter, size: QSize) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plot.render(
        painter, QRectF(0, 0, size.width(), size.height()), plot.rect(), Qt.AspectRatioMode.KeepAspectRatio
    )
    painter.end()


def _opened() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
