"""Counting the values a cell can have where some between the ends of its interval may be impossible.

In three dimensions and more the possible values may have gaps (De Loera & Onn 2006).
"""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.intervals import Interval
from sdc_desktop.engine.tables.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.part import part_of
from sdc_desktop.engine.tables.whole_attack import ask_whole

MOST_VALUES = 500  # that are tried for one cell
STEP = "counting_values"


def possible_values(
    known: Knowledge, found: Mapping[int, Interval], wanted: Sequence[int], context: JobContext
) -> Mapping[int, int]:
    """For each cell wanted how many whole numbers it can be, each tried with CP-SAT.

    Cells with more than MOST_VALUES between their ends, or with a value that stays undecided, are left out.
    Raises Cancelled.
    """
    tight = propagated(known)
    counts: dict[int, int] = {}
    chosen = set(wanted)
    for cells, rows in components(tight):
        part = part_of(tight, cells, rows)
        for unknown, cell in enumerate(cells.tolist()):
            if cell not in chosen:
                continue
            context.progress(len(counts) / len(chosen), STEP)
            lower, upper = found[cell].lower, found[cell].upper
            if lower is None or upper is None or upper - lower >= MOST_VALUES:
                continue
            inner = range(int(lower) + 1, int(upper))
            seen: set[int] = {int(lower), int(upper)}
            decided = True
            for value in inner:
                answer = ask_whole(part, unknown, "largest", None, context, value)
                if answer.table is not None:
                    seen.add(value)
                decided &= answer.table is not None or answer.impossible
            if decided and found[cell].attained:
                counts[cell] = len(seen)
    return counts
