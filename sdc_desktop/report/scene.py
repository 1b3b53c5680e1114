"""A drawing of a few simple shapes, from which PDF and SVG are made. Points, y downwards, colours by name."""

from dataclasses import dataclass
from typing import Literal

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


Shape = Line | Rectangle | Circle | Polygon | Label


@dataclass(frozen=True)
class Scene:
    """A drawing of so many points in width and height."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
