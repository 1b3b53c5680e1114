"""Rounding of numbers to d significant digits, halves to the even one (Garfinkel 2019).

For a number x other than 0, b = 10^(floor(log10 |x|) - d + 1) is the power of ten of its d-th digit. It
becomes the nearest multiple of b, in the middle of two the even one. It moves by b / 2 at most, which is at
most 5 10^-d of it. 0 stays 0.
"""

from decimal import ROUND_HALF_EVEN, Context

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages
from sdc_desktop.engine.methods.perturbation.significant_digits import SignificantDigitsParams
from sdc_desktop.engine.microdata.classes.key_classes import Vector

_BATCH = 10_000


def changed(params: SignificantDigitsParams, read: NumberColumns, context: JobContext) -> list[Vector]:
    """The rounded values (records,) of each variable; nothing is drawn. Raises Cancelled.

    All figures of a text are read in decimal arithmetic: a double would put some numbers in the middle.
    """
    decimals, values = Context(prec=params.digits, rounding=ROUND_HALF_EVEN), []
    for column in read.columns:
        numbers = column.numbers.copy()
        for nth, place in enumerate(np.flatnonzero(numbers).tolist()):  # missing ones are 0
            if nth % _BATCH == 0:
                context.checkpoint()
            text = column.texts[place].replace(read.decimal, ".")
            numbers[place] = float(decimals.create_decimal(text))
        values.append(numbers[column.codes])
    return values


STAGES = number_stages(changed, lambda params: "nearest")
