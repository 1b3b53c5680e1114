"""What the drawings of charts have in common: round steps, ticks, and planes with a grid."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, floor, log10

from sdc_desktop.report import typography
from sdc_desktop.report.scene import Label, Line, Shape
from sdc_desktop.words.words import figure

SMALL = 8.0
_NOTHING = 1e-12  # a range no larger than this is rounding only


def tick_step(greatest: float, most: int) -> float:
    """The least round step (1, 2, 2.5 or 5 times a power of ten) that reaches `greatest` in `most` steps."""
    rough = greatest / most
    if rough <= _NOTHING:
        return 1.0
    power = 10.0 ** floor(log10(rough))
    return next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * (1 - 1e-9))


def top_of(greatest: float, most: int) -> tuple[float, float]:
    """A round step, and the multiple of it that an axis from zero ends at."""
    step = tick_step(greatest, most)
    return step, max(step, ceil(greatest / step - 1e-9) * step)


def ticks(step: float, top: float, mark: str, first: float = 0.0) -> Iterator[tuple[float, str]]:
    """Values from `first` on over a length of `top`, with their texts; `mark` stands before decimals."""
    places = decimals(step)
    for index in range(round(top / step) + 1):
        value = first + index * step
        yield value, figure(value if abs(value) > _NOTHING else 0.0, places, mark)


def decimals(step: float) -> int:
    """So many that no two ticks read alike."""
    return len(f"{step:.14f}".rstrip("0").partition(".")[2])


def wide(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, in points."""
    return typography.width(text, typography.BOLD if bold else typography.REGULAR, size)


@dataclass(frozen=True)
class Frame:
    """A plane with both axes from zero."""

    left: float
    top: float
    right: float
    bottom: float
    x_scale: float
    y_scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the plane lies."""
        return self.left + x * self.x_scale, self.bottom - y * self.y_scale

    def grid(
        self, x_ticks: Iterable[tuple[float, str]], y_ticks: Iterable[tuple[float, str]]
    ) -> Iterator[Shape]:
        """Thin lines with their figures."""
        for value, text in x_ticks:
            x, _ = self.at(value, 0)
            yield Line(x, self.top, x, self.bottom, "rule")
            yield Label(x, self.bottom + 11, text, SMALL, "middle", colour="muted")
        for value, text in y_ticks:
            _, y = self.at(0, value)
            yield Line(self.left, y, self.right, y, "rule")
            yield Label(self.left - 5, y + 2.8, text, SMALL, "end", colour="muted")

    def axes(self) -> Iterator[Shape]:
        """The two axes, over what is drawn."""
        yield Line(self.left, self.bottom, self.right, self.bottom, "muted", 0.8)
        yield Line(self.left, self.top, self.left, self.bottom, "muted", 0.8)


def frame_for(left: float, top: float, right: float, bottom: float, x_top: float, y_top: float) -> Frame:
    """The plane between these edges whose axes end at x_top and y_top."""
    return Frame(left, top, right, bottom, (right - left) / x_top, (bottom - top) / y_top)
