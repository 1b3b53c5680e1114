"""How the values of a variable that ANOPI microaggregates lie before and after. No widgets here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sdc_desktop.engine.methods.recoding.anopi.engine import suppressed_cells
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.tabs.microdata.grouping.spread import Spread, spread_between


def spread_of(answer: Answer, name: str) -> Spread:
    """The spread of a variable whose groups are formed; cells suppressed afterwards are counted apart."""
    counts, released = answer.anopi_counts, answer.anopi_result.columns[name]
    column, place = counts.columns[name], counts.keys.variables.index(name)
    absent = {text for text, none in zip(column.texts, column.absent.tolist(), strict=True) if none}
    known = {text: float(number) for text, number in zip(column.texts, column.numbers, strict=True)}
    numbers = np.array([known.get(text, _number(text, counts.decimal)) for text in released.texts])
    missing = np.array([text in absent for text in released.texts])[released.codes]
    cells = suppressed_cells(answer.result.suppression, len(released.codes), len(counts.keys.variables))
    hidden = cells[:, place]
    after = numbers[released.codes][~missing & ~hidden]
    found = spread_between(column, after, int(np.count_nonzero(missing & ~hidden)))
    return replace(found, suppressed=int(hidden.sum()))


def _number(text: str, decimal: str) -> float:
    """The number of a mean's text; NaN for a missing value."""
    try:
        return float(text.replace(decimal, "."))
    except ValueError:  # what is missing says no number
        return float("nan")
