"""Hidden information of single records where ANOPI microaggregates (as :mod:`hidden_information`).

Groups are formed of records, not of combinations of values, so that this looks at each record: the sum over
its variables of r_i (log10 frequency of its released value - log10 frequency of its own value).
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.methods.recoding.anopi.groups import recoded_columns
from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenByRecord
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords


def hidden_by_record_of(result: AnopiResult, counted: AnopiCounts) -> HiddenByRecord:
    """The same for each record, in file order."""
    if not result.settled or not result.columns:
        raise ValueError("no groups were formed")
    names = counted.keys.variables
    steps = {name: choice.steps for name, choice in result.codings.items()}
    released = recoded_columns(counted, steps, [name for name in names if name not in result.columns])
    suppressed = suppressed_cells(result.suppression, counted.keys.records, len(names))
    total = np.zeros(counted.keys.records)
    for index, name in enumerate(names):
        column = result.columns.get(name) or released[name]
        star = len(column.texts)
        if "*" in column.texts:  # a coding may call its only category so
            star = column.texts.index("*")
        codes = np.where(suppressed[:, index], star, column.codes)
        shown = np.log10(np.bincount(codes)[codes])
        own = np.log10(counted.keys.margin(index)[counted.codes[name]])
        total += result.intruder_points.get(name, 0.0) * (shown - own)
    # rounded, so that equal records get equal figures whatever the order of the sums
    return HiddenByRecord(np.round(total, 12) + 0.0)


def suppressed_cells(rare: RareRecords | None, records: int, variables: int) -> npt.NDArray[np.bool_]:
    """Which cells of each record are suppressed: the rows of a treatment take the records of their class in
    file order, row after row.
    """
    cells = np.zeros((records, variables), dtype=np.bool_)
    if rare is None:
        return cells
    treatment, class_of = rare.treatment, rare.classes.class_of
    taken = np.zeros(len(rare.classes.sizes), dtype=np.int64)
    np.add.at(taken, treatment.classes, treatment.records)
    by_class = np.argsort(class_of, kind="stable")
    starts = np.cumsum(rare.classes.sizes) - rare.classes.sizes
    places = np.arange(records) - starts[class_of[by_class]]
    rows = np.argsort(treatment.classes, kind="stable")
    treated = by_class[places < taken[class_of[by_class]]]
    cells[treated] = treatment.cells[np.repeat(rows, treatment.records[rows])]
    return cells
