"""The amounts that texts say, exactly: whole numbers of their own last decimal."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.dialect import DecimalMark
from sdc_desktop.engine.data.guess import number_pattern
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.relations import Flags, Integers

_BATCH = 20_000
_MOST_PLACES = 15  # decimals, and figures before the decimal mark


@dataclass(frozen=True)
class Amounts:
    """What each of some texts says, in units of ``unit`` (1, 0.1, 0.01, ...); 0 where it means "missing"."""

    units: Integers
    missing: Flags
    unit: Decimal


def amounts(
    texts: Sequence[str], decimal: DecimalMark, missing: Collection[str], name: str, context: JobContext
) -> Amounts:
    """Read the distinct texts of variable `name`. Raises :class:`Refused` where some are no numbers, or have
    more figures than can be reckoned with exactly, and tells how many; Cancelled.
    """
    is_number = re.compile(number_pattern(decimal))
    absent = np.array([text in missing for text in texts], dtype=np.bool_)
    wrong = 0
    whole = np.zeros(len(texts), dtype=np.int64)
    broken: dict[int, Decimal] = {}  # numbers with decimals or an exponent, by place
    for start in range(0, len(texts), _BATCH):
        context.checkpoint()
        for place, text in enumerate(texts[start : start + _BATCH], start=start):
            if absent[place]:
                continue
            if not is_number.fullmatch(text):
                wrong += 1
            elif len(text) <= _MOST_PLACES and text.strip(" +-").isdecimal():
                whole[place] = int(text)
            else:
                broken[place] = Decimal(text.strip().replace(decimal, "."))
    where = Place(variable=name)
    if wrong:
        raise Refused(error("table.not_numbers", where, name=name, number=wrong))
    places = max(
        (-int(value.normalize().as_tuple().exponent) for value in broken.values() if value), default=0
    )
    places = max(places, 0)
    scale = 10**places
    large = [value for value in broken.values() if value and value.adjusted() >= _MOST_PLACES]
    if places > _MOST_PLACES or large or int(np.abs(whole).max(initial=0)) > 2**62 // scale:
        raise Refused(error("table.too_many_figures", where, name=name, most=_MOST_PLACES))
    whole *= scale
    for place, value in broken.items():
        units = int(value.scaleb(places))
        if abs(units) > 2**62:
            raise Refused(error("table.too_many_figures", where, name=name, most=_MOST_PLACES))
        whole[place] = units
    return Amounts(whole, absent, Decimal(1).scaleb(-places))
