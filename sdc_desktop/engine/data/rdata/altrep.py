"""Vectors that R saves in short (ALTREP): sequences by their ends, texts by the numbers they come from."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.rdata.items import DOUBLE, INTEGER, NO_INTEGER, NO_NUMBER, TEXT, Pairs, Vector

_DIGITS = 15  # of a double as text
_SIZE = 8  # bytes of a number


def written_out(about: Any, state: Any, attributes: Mapping[str, Any], most: int) -> Vector:
    """The vector (values,) that the class named in `about` makes of its state, in at most `most` bytes.
    Raises :class:`Unreadable` where the class is not known.
    """
    cells = about.cells if isinstance(about, Pairs) else ()
    name = str(cells[0][1]) if cells else ""
    if name in ("compact_intseq", "compact_realseq"):
        made = _sequence(state, name == "compact_intseq", most)
    elif name == "deferred_string":
        made = _texts(state)
    elif name.startswith("wrap_"):
        wrapped = state.cells[0][1] if isinstance(state, Pairs) else state.values[0]
        made = Vector(wrapped.code, wrapped.values)
    else:
        package = str(cells[1][1]) if len(cells) > 1 else ""
        raise Unreadable("r.unknown_vector", name=name, package=package)
    made.attributes = attributes
    return made


def _sequence(state: Any, whole: bool, most: int) -> Vector:
    number, first, step = (float(one) for one in state.values)
    if not 0 <= number * _SIZE <= most:
        raise Unreadable("data.inflates", megabytes=most // 2**20)
    values = first + step * np.arange(int(number), dtype=np.float64)
    if not whole:
        return Vector(DOUBLE, values)
    if not (np.abs(values) < -NO_INTEGER).all():
        raise Unreadable("data.damaged")
    return Vector(INTEGER, values.astype(np.int32))


def _texts(state: Any) -> Vector:
    """The texts of numbers, as as.character() gives them."""
    numbers, penalty = state.cells[0][1], int(state.end.values[0])
    if numbers.code == DOUBLE:
        lows = (numbers.values.view(np.uint64) & 0xFFFFFFFF).tolist()
        texts = [
            (None if low == NO_NUMBER else "NaN") if math.isnan(value) else double_text(value, penalty)
            for value, low in zip(numbers.values.tolist(), lows, strict=True)
        ]
        return Vector(TEXT, texts)
    if numbers.code != INTEGER:
        raise Unreadable("data.damaged")
    return Vector(TEXT, [None if one == NO_INTEGER else str(one) for one in numbers.values.tolist()])


def double_text(value: float, penalty: int = 0) -> str:
    """A double in at most 15 digits, in the shorter of its two forms; `penalty` is added to the length of
    the one with an exponent.
    """
    if math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.{_DIGITS - 1}e}".partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    power = int(exponent)
    decimals = max(0, len(mantissa.lstrip("-").replace(".", "")) - 1 - power)
    plain = f"{value:.{decimals}f}"
    short = f"{mantissa}e{'-' if power < 0 else '+'}{abs(power):02}"
    return plain if len(plain) <= len(short) + penalty else short
