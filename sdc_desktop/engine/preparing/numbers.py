"""Texts as exact decimal numbers."""

import re
from collections.abc import Callable
from decimal import Decimal

from sdc_desktop.engine.data.dialect import DecimalMark
from sdc_desktop.engine.data.guess import number_pattern
from sdc_desktop.engine.spec import Number


def number_reader(decimal: DecimalMark) -> Callable[[str], Decimal | None]:
    """A function that gives the number a text tells; None where it tells none."""
    pattern = re.compile(number_pattern(decimal), re.ASCII)

    def read(text: str) -> Decimal | None:
        return Decimal(text.strip(" ").replace(decimal, ".")) if pattern.fullmatch(text) else None

    return read


def exact(number: Number) -> Decimal:
    """A number of the plan as it is written there."""
    return Decimal(repr(number))
