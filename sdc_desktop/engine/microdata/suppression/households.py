"""Local suppression of households together: what members share is suppressed in all of them.

A member who still shows the value would reveal it of the others. After each suppression the households are
completed, which makes other classes smaller; these are suppressed in turn, until nothing is added.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.households import households_of
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.microdata.classes.key_classes import row_numbers
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords, with_figures
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.microdata.suppression.suppression import (
    Flags,
    Integers,
    ReleasedClasses,
    Treatment,
    running_totals,
)

CONSTANT = 0.95  # of the households with several members: those with one value


@dataclass(frozen=True)
class Members:
    """``household`` (records,): the number of each record's household; ``codes`` (records, variables): its
    key values, as the labels of the classes are numbered.
    """

    household: Integers
    codes: Integers


def members_of(data: Microdata, household: str, names: Sequence[str], context: JobContext) -> Members:
    """The households of records. One whose household is missing is its own household."""
    columns = [data.relation.codes(data.index(name), context) for name in names]
    return Members(households_of(data, household, context).numbers, np.column_stack(columns))


def constant_variables(members: Members) -> Flags:
    """Which variables (variables,) have one value in 95 % of the households with several members."""
    sizes = np.bincount(members.household)
    several = sizes > 1
    found = np.zeros(members.codes.shape[1], dtype=np.bool_)
    if not several.any():
        return found
    for place, column in enumerate(members.codes.T):
        least, most = np.full(len(sizes), np.iinfo(np.int64).max), np.full(len(sizes), -1)
        np.minimum.at(least, members.household, column)
        np.maximum.at(most, members.household, column)
        found[place] = float((least == most)[several].mean()) >= CONSTANT
    return found


def together_suppressed(
    params: SuppressionParams, classes: ReleasedClasses, members: Members, context: JobContext
) -> RareRecords:
    """Local suppression after which a suppressed value that is constant in households is suppressed in all
    their members. ``classes`` are those of the original records. Raises :class:`Refused`, Cancelled.
    """
    k = params.suppress_below
    assert k is not None
    constant = np.flatnonzero(constant_variables(members))
    cells = np.zeros(members.codes.shape, dtype=np.bool_)
    bound: float | None = None
    while True:
        shown, of_record = _shown(classes, members, cells)
        found = local_suppression(shown, k, params.importance, params.suppressed_as, context)
        bound = found.bound if bound is None else bound
        cells |= _cells_of(shown, found.treatment, of_record)
        before = int(cells.sum())
        for place in constant:
            whole = np.zeros(int(members.household.max(initial=-1)) + 1, dtype=np.bool_)
            whole[members.household[cells[:, place]]] = True
            cells[:, place] |= whole[members.household]
        if int(cells.sum()) == before:
            break
    treatment = _treatment(classes, members, cells)
    cost = sum(
        float(params.importance.get(name, 1)) * int(column.sum())
        for name, column in zip(classes.names, cells.T, strict=True)
    )
    made = with_figures(params, classes, treatment, (cost, bound, cost <= bound + 1e-9))
    return replace(made, by_record=cells)


def _shown(classes: ReleasedClasses, members: Members, cells: Flags) -> tuple[ReleasedClasses, Integers]:
    """The classes of records with some cells suppressed, and the number of each record's (records,)."""
    labels, codes = [], members.codes.copy()
    for place, texts in enumerate(classes.labels):
        star = texts.index(SUPPRESSED) if SUPPRESSED in texts else len(texts)
        labels.append(texts if star < len(texts) else (*texts, SUPPRESSED))
        codes[cells[:, place], place] = star
    of_record, count = row_numbers(codes, [len(texts) for texts in labels])
    first = np.full(count, -1, dtype=np.int64)
    first[of_record[::-1]] = np.arange(len(codes))[::-1]
    sizes = np.bincount(of_record, minlength=count)
    made = ReleasedClasses(classes.names, tuple(labels), codes[first], sizes, np.arange(count))
    return made, of_record


def _cells_of(classes: ReleasedClasses, treatment: Treatment, of_record: Integers) -> Flags:
    """Which cells of each record (records, variables) a treatment suppresses: its rows take the records of
    their class in file order, row after row.
    """
    cells = np.zeros((len(of_record), len(classes.names)), dtype=np.bool_)
    order = np.argsort(of_record, kind="stable")
    starts = np.cumsum(classes.sizes) - classes.sizes
    stops = running_totals(treatment)
    for row, (one, records, stop) in enumerate(
        zip(treatment.classes.tolist(), treatment.records.tolist(), stops.tolist(), strict=True)
    ):
        begin = int(starts[one])
        cells[order[begin + stop - records : begin + stop]] = treatment.cells[row]
    return cells


def _treatment(classes: ReleasedClasses, members: Members, cells: Flags) -> Treatment:
    """The treatment by class that suppresses the values `cells` (records, variables)."""
    of_record = row_numbers(members.codes, [len(texts) for texts in classes.labels])[0]
    touched = np.flatnonzero(cells.any(axis=1))
    rows = np.column_stack([of_record[touched], cells[touched].astype(np.int64)])
    distinct, _, records = distinct_rows(rows)
    return Treatment(distinct[:, 0], distinct[:, 1:].astype(np.bool_), records)
