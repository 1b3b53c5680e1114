"""The small signs of the report: what is safe, what is chosen. Each has its own shape, not only a colour."""

from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal

from sdc_desktop.sheets.blocks import Mark

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str = "rule"
    width: float = 0.5


@dataclass(frozen=True)
class Rectangle:
    """A rectangle; `fill` or `stroke` may be empty."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    line_width: float = 0.8


@dataclass(frozen=True)
class Circle:
    """A circle; `fill` or `stroke` may be empty."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    line_width: float = 0.9


@dataclass(frozen=True)
class Polygon:
    """A closed outline."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    stroke: str = ""
    line_width: float = 0.9


@dataclass(frozen=True)
class Label:
    """A line of text on its base line; `upwards` turns it to be read from below."""

    x: float
    y: float
    text: str
    size: float = 8.0
    anchor: Anchor = "start"
    bold: bool = False
    colour: str = "ink"
    upwards: bool = False


@dataclass(frozen=True)
class Polyline:
    """An open line through two points or more."""

    points: tuple[tuple[float, float], ...]
    colour: str = "ink"
    width: float = 1.4


Shape = Line | Rectangle | Circle | Polygon | Polyline | Label


@dataclass(frozen=True)
class Scene:
    """A drawing of this many points in width and height."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


HATCH = 5.0  # points between the lines of a hatching


def verdict_mark(mark: Mark, size: float = 16.0) -> Scene:
    """A ticked disc (safe), a triangle (reservations), a crossed octagon (unsafe), a ring with a dash (open)
    or a disc with an i (measured).
    """
    middle = size / 2
    shapes: tuple[Shape, ...]
    if mark == "safe":
        tick = ((0.27, 0.52), (0.43, 0.68), (0.74, 0.34))
        shapes = (Circle(middle, middle, middle, fill=mark), *_stroke(tick, size))
    elif mark == "reservations":
        triangle = ((middle, 0.04 * size), (size, 0.94 * size), (0.0, 0.94 * size))
        shapes = (Polygon(triangle, fill=mark), *_exclamation(size))
    elif mark == "unsafe":
        corners = tuple(_on_circle(middle, middle, (2 * i + 1) * pi / 8) for i in range(8))
        cross = (((0.32, 0.32), (0.68, 0.68)), ((0.68, 0.32), (0.32, 0.68)))
        shapes = (Polygon(corners, fill=mark), *(line for pair in cross for line in _stroke(pair, size)))
    elif mark == "open":
        ring = Circle(middle, middle, 0.42 * size, fill="paper", stroke=mark, line_width=0.12 * size)
        dash = Line(0.3 * size, middle, 0.7 * size, middle, mark, 0.12 * size)
        shapes = (ring, dash)
    else:
        stem = ((0.5, 0.46), (0.5, 0.74))
        shapes = (
            Circle(middle, middle, middle, fill=mark),
            Circle(middle, 0.29 * size, 0.075 * size, fill="paper"),
            *_stroke(stem, size),
        )
    return Scene(size, size, shapes)


def point_mark(mark: str, x: float, y: float, radius: float = 3.2) -> tuple[Shape, ...]:
    """The mark of a point or an interval.

    A hollow disc (candidate), a filled one (chosen), a cross (optimum), a hatched square (forbidden); of
    intervals a bar, a bracket (asked), a dumb-bell (required_length).
    """
    if mark == "interval":
        return (Rectangle(x - 5, y - 2.5, 10, 5, "accent"),)
    if mark == "asked":
        return bracket(x - 5, x, x + 5, y)
    if mark == "required_length":
        return dumb_bell(x - 5, x + 5, y)
    if mark == "chosen":
        return (Circle(x, y, radius + 0.8, fill="accent", stroke="accent"),)
    if mark == "optimum":
        r = radius + 1.2
        return (
            Line(x - r, y - r, x + r, y + r, "second", 1.6),
            Line(x - r, y + r, x + r, y - r, "second", 1.6),
        )
    if mark == "forbidden":
        return (*hatched(x - 4, y - 4, 8, 8), Rectangle(x - 4, y - 4, 8, 8, stroke="muted", line_width=0.5))
    return (Circle(x, y, radius, fill="paper", stroke="ink"),)


def bracket(low: float, value: float, high: float, y: float) -> tuple[Shape, ...]:
    """A line from end to end with a stroke across each, and a disc where the value lies."""
    return (
        Line(low, y, high, y, "ink", 0.9),
        Line(low, y - 2, low, y + 2, "ink", 0.9),
        Line(high, y - 2, high, y + 2, "ink", 0.9),
        Circle(value, y, 1.5, fill="ink"),
    )


def dumb_bell(low: float, high: float, y: float) -> tuple[Shape, ...]:
    """A line between two hollow discs: a length, which may lie anywhere."""
    return (
        Line(low, y, high, y, "muted", 0.9),
        Circle(low, y, 1.5, fill="paper", stroke="muted"),
        Circle(high, y, 1.5, fill="paper", stroke="muted"),
    )


def hatched(
    x: float, y: float, width: float, height: float, colour: str = "rule", gap: float = HATCH
) -> tuple[Shape, ...]:
    """A rectangle hatched from lower left to upper right."""
    lines = []
    offset = gap / 2
    while offset < width + height:
        x1, y1 = x + max(0.0, offset - height), y + min(offset, height)
        x2, y2 = x + min(offset, width), y + max(0.0, offset - width)
        lines.append(Line(x1, y1, x2, y2, colour, 0.6))
        offset += gap
    return tuple(lines)


def _stroke(points: tuple[tuple[float, float], ...], size: float) -> tuple[Shape, ...]:
    pairs = pairwise(points)
    width = 0.1 * size
    return tuple(Line(a * size, b * size, c * size, d * size, "paper", width) for (a, b), (c, d) in pairs)


def _exclamation(size: float) -> tuple[Shape, ...]:
    return (
        *_stroke(((0.5, 0.36), (0.5, 0.64)), size),
        Circle(0.5 * size, 0.78 * size, 0.06 * size, fill="paper"),
    )


def _on_circle(middle: float, radius: float, angle: float) -> tuple[float, float]:
    return middle + radius * cos(angle), middle + radius * sin(angle)
