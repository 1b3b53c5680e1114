"""A variable as a format gets it. Light: children that write load it."""

from dataclasses import dataclass

from sdc_desktop.engine.data.foreign.texts import ColumnType, Measure
from sdc_desktop.engine.data.formats import DecimalMark


@dataclass(frozen=True)
class Fitted:
    """A variable as a format gets it.

    ``type``: what its texts are; ``stored``: how the format keeps them (a date among dates with times).
    ``codes``: what a missing code becomes: a number, ``.a``, or nothing. ``missing`` and ``ranges``: what the
    format declares as missing. ``labels`` pairs each exported value with its words. ``width``: bytes of the
    longest text. ``whole``: all numbers are whole ones of at most nine figures. ``levels``: of a factor
    of R, the values that occur, in order.
    """

    name: str
    type: ColumnType = "text"
    stored: ColumnType = "text"
    form: str = ""
    label: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    ranges: tuple[tuple[float, float], ...] = ()
    measure: Measure = ""
    width: int = 1
    whole: bool = False
    levels: tuple[str, ...] = ()
    decimal: DecimalMark = "."
