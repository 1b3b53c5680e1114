"""The records behind the cases of a risk curve."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.curves.cae.engine import CaeResult


def records_of_cases(result: CaeResult, data: Microdata, context: JobContext) -> tuple[tuple[int, ...], ...]:
    """The numbers (from 1) of the records with the known values, for each case of a result."""
    columns = [data.index(name) for name in result.known]
    codes = np.column_stack([data.relation.codes(column, context) for column in columns])
    places = [
        {text: code for code, text in enumerate(data.relation.frequencies(column, context)[0])}
        for column in columns
    ]
    found, where = np.unique(codes, axis=0, return_inverse=True)
    context.checkpoint()
    order = np.argsort(where.reshape(-1), kind="stable")
    parts = np.split(order + 1, np.cumsum(np.bincount(where.reshape(-1)))[:-1])
    by_codes = {tuple(row): part for row, part in zip(found.tolist(), parts, strict=True)}
    numbers = []
    for case in result.cases:
        key = tuple(place[text] for place, text in zip(places, case.known, strict=True))
        numbers.append(tuple(by_codes[key].tolist()))
    return tuple(numbers)
