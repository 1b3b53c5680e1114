"""What an insider that the plan names derives of a published table."""

from dataclasses import replace
from math import ceil, floor

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.coarser import knowledge_of
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.tables.attack.insider import insider_result
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.protection.protected_table import Protected
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts


def with_insider(
    params: TableParams,
    counted: TableCounts,
    judged: Judged,
    done: Protected,
    precision: int,
    result: TableResult,
    context: JobContext,
) -> TableResult:
    """The result with what the insider of the plan derives; the same where there is none, or where it is not
    known of every cell what anyone derives. Raises :class:`Refused`, Cancelled.
    """
    known = None if params.insider is None else _known(counted, judged, done, precision)
    if params.insider is None or known is None:
        return result
    table = counted.table
    found = insider_result(
        params.insider,
        table,
        known,
        done.intervals,
        context,
        truth=table.values if counted.table.base == 1 else None,
        precision=precision,
    )
    return replace(result, insider=found)


def _known(counted: TableCounts, judged: Judged, done: Protected, precision: int) -> Knowledge | None:
    if done.status in ("safe", "secondary", "merged"):
        return knowledge_of(done, counted, judged, precision)
    if len(done.intervals) < len(counted.table):
        return None
    ends = [done.intervals[cell] for cell in range(len(counted.table))]
    lower = [-NO_BOUND if end.lower is None else ceil(end.lower) for end in ends]
    upper = [NO_BOUND if end.upper is None else floor(end.upper) for end in ends]
    return Knowledge(counted.table.relations, np.array(lower), np.array(upper))
