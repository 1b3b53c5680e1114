"""Sampling weights as numbers."""

import re
from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.data.guess import number_pattern
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.key_classes import Vector
from sdc_desktop.engine.problems import Place, Problem, error


def weights_of(data: Microdata, name: str, texts: Sequence[str]) -> Vector | Problem:
    """The numbers that distinct texts of a weight say; the problem where one is not a positive number."""
    is_number = re.compile(number_pattern(data.decimal))
    wrong = 0
    values = np.ones(len(texts))
    for place, text in enumerate(texts):
        value = float(text.replace(data.decimal, ".")) if is_number.fullmatch(text) else 0.0
        if value > 0 and np.isfinite(value):
            values[place] = value
        else:
            wrong += 1
    if wrong:
        return error(
            "risk.weight_not_positive", Place(key="params.weight", variable=name), name=name, number=wrong
        )
    return values
