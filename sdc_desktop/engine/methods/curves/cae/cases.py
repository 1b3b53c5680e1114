"""The records behind the cases of a risk curve."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.methods.curves.cae.engine import CaeResult


def records_of_cases(result: CaeResult, data: Microdata, context: JobContext) -> tuple[tuple[int, ...], ...]:
    """The numbers (from 1) of the records with the known values, for each case of a result."""
    columns = [data.index(name) for name in result.known]
    codes = np.column_stack([data.relation.codes(column, context) for column in columns])
    places = [
        {text: code for code, text in enumerate(data.relation.frequencies(column, context)[0])}
        for column in columns
    ]
    found, where, counts = distinct_rows(codes)
    context.checkpoint()
    parts = np.split(np.argsort(where, kind="stable") + 1, np.cumsum(counts)[:-1])
    records = {tuple(row): tuple(part.tolist()) for row, part in zip(found.tolist(), parts, strict=True)}
    known = (zip(places, case.known, strict=True) for case in result.cases)
    return tuple(records[tuple(place[text] for place, text in one)] for one in known)
