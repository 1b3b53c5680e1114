"""Drawings in the PDF: the shapes of a scene on reportlab's canvas, in bundled fonts only."""

from typing import Any

from reportlab.platypus import Flowable

from sdc_desktop.report import typography
from sdc_desktop.report.pdf_style import colour
from sdc_desktop.report.scene import Circle, Label, Line, Polygon, Rectangle, Scene, Shape
from sdc_desktop.report.typography import BOLD, REGULAR


class SceneFlowable(Flowable):  # type: ignore[misc]
    """A drawing as platypus sets it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        return self._scene.width, self._scene.height

    def draw(self) -> None:
        self.canv.saveState()
        for shape in self._scene.shapes:
            _draw(self.canv, shape, self._scene.height)
        self.canv.restoreState()


def draw_text(canvas: Any, x: float, y: float, text: str, font: str, size: float, ink: str) -> None:
    """A line of text from x on, font by font."""
    canvas.setFillColor(colour(ink))
    for run in typography.runs(text, font):
        canvas.setFont(run.font, size)
        canvas.drawString(x, y, run.text)
        x += typography.width(run.text, run.font, size)


def draw_text_right(canvas: Any, x: float, y: float, text: str, font: str, size: float, ink: str) -> None:
    """A line of text that ends at x."""
    draw_text(canvas, x - typography.width(text, font, size), y, text, font, size, ink)


def _draw(canvas: Any, shape: Shape, height: float) -> None:
    match shape:
        case Line():
            canvas.setStrokeColor(colour(shape.colour))
            canvas.setLineWidth(shape.width)
            canvas.line(shape.x1, height - shape.y1, shape.x2, height - shape.y2)
        case Label():
            _draw_label(canvas, shape, height)
        case _:
            _draw_outline(canvas, shape, height)


def _draw_outline(canvas: Any, shape: Rectangle | Circle | Polygon, height: float) -> None:
    filled, stroked = int(bool(shape.fill)), int(bool(shape.stroke))
    if filled:
        canvas.setFillColor(colour(shape.fill))
    if stroked:
        canvas.setStrokeColor(colour(shape.stroke))
        canvas.setLineWidth(shape.line_width)
    match shape:
        case Rectangle():
            y = height - shape.y - shape.height
            canvas.rect(shape.x, y, shape.width, shape.height, stroke=stroked, fill=filled)
        case Circle():
            canvas.circle(shape.x, height - shape.y, shape.radius, stroke=stroked, fill=filled)
        case Polygon():
            path = canvas.beginPath()
            path.moveTo(shape.points[0][0], height - shape.points[0][1])
            for x, y in shape.points[1:]:
                path.lineTo(x, height - y)
            path.close()
            canvas.drawPath(path, stroke=stroked, fill=filled)


def _draw_label(canvas: Any, label: Label, height: float) -> None:
    font = BOLD if label.bold else REGULAR
    wide = typography.width(label.text, font, label.size)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    canvas.saveState()
    canvas.translate(label.x, height - label.y)
    if label.upwards:
        canvas.rotate(90)
    draw_text(canvas, -back, 0, label.text, font, label.size, label.colour)
    canvas.restoreState()
