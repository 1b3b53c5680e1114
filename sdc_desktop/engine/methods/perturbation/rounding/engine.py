"""Rounding of numbers to multiples of a base b (Willenborg and de Waal 2001; Cox and Kim 2006).

For a number x, u = b floor(x / b) and u + b are the multiples next to it, and r = (x - u) / b is its share of
the base above u. The nearest multiple is u + b for r > 1/2, and for r = 1/2 the one farther from 0. At
random, x becomes u + b with probability r, otherwise u: its expectation is x, its variance r (1 - r) b^2.
Multiples of b stay unchanged.
"""

from decimal import Decimal, localcontext

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages, same_draws
from sdc_desktop.engine.methods.perturbation.rounding import RoundingParams
from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.secret_stream import stream

PURPOSE = "rounding"  # of the draws
_FIGURES = 600  # decimal figures that hold the quotient of any two numbers
_BATCH = 10_000


def changed(params: RoundingParams, read: NumberColumns, context: JobContext) -> list[Vector]:
    """The rounded values. At random: a uniform number from the job's secret for each record and variable, in
    file order, one for equal numbers of a person. Raises :class:`Refused` without a secret.
    """
    values = []
    for column in read.columns:
        below, above, share = neighbours(column.numbers, params.base, context)
        if params.method == "random":
            draws = stream(context, PURPOSE, column.name).uniforms(0, len(column.codes))
            up = draws[same_draws(column, read.persons)] < share[column.codes]
        else:
            up = ((share > 0.5) | ((share == 0.5) & (column.numbers > 0)))[column.codes]
        values.append(np.where(up, above[column.codes], below[column.codes]))
    return values


def neighbours(numbers: Vector, base: float, context: JobContext) -> tuple[Vector, Vector, Vector]:
    """The multiples below (or equal to) and above each number, and the share of the base between the lower
    one and the number (0 to 1); each of the shape of `numbers`. In decimal arithmetic, as texts have them:
    0.15 lies in the middle of 0.1 and 0.2. Raises Cancelled.
    """
    width, found = Decimal(repr(base)), np.empty((3, len(numbers)))
    with localcontext(prec=_FIGURES):
        for place, number in enumerate(numbers.tolist()):
            if place % _BATCH == 0:
                context.checkpoint()
            times, rest = divmod(Decimal(repr(number)), width)  # towards 0
            if rest < 0:
                times, rest = times - 1, rest + width
            found[:, place] = times * width, (times + 1) * width, rest / width
    return found[0], found[1], found[2]


STAGES = number_stages(changed, lambda params: params.method)
