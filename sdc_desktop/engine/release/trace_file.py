"""The trace of a simulation as records: what went out in the first order, and how near it came."""

import math
from collections.abc import Iterator, Mapping, Sequence

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Store, sql_texts
from sdc_desktop.engine.release.assessment import Assessed, Finding
from sdc_desktop.engine.release.rules import Rules
from sdc_desktop.engine.release.simulation import Run

COLUMNS = ("tests", "released", "request", "target", "value", "test", "statistic", "critical")
_BATCH = 5_000
Line = tuple[str, ...]


def trace_data(
    rules: Rules, runs: Sequence[Run], assessment: Mapping[str, Assessed] | None, context: JobContext
) -> Microdata:
    """A record for each release and test; for an assessment one for each finding. Raises Cancelled.

    ``released`` and ``request`` count from 1. Numbers are written in full, with a point; where there is
    nothing to test they are empty.
    """
    lines = _assessed(assessment) if assessment is not None else _traced(rules, runs)

    def fill(connection: duckdb.DuckDBPyConnection, table: str) -> None:
        names = ", ".join(f"c{i} VARCHAR" for i in range(len(COLUMNS)))
        connection.execute(f"CREATE TABLE {table} ({names})")
        batch: list[Line] = []
        for line in lines:
            batch.append(line)
            if len(batch) == _BATCH:
                context.checkpoint()
                _insert(connection, table, batch)
                batch = []
        _insert(connection, table, batch)

    relation = Store().load(len(COLUMNS), fill)
    return Microdata(relation, tuple(Variable(name) for name in COLUMNS))


def _traced(rules: Rules, runs: Sequence[Run]) -> Iterator[Line]:
    values = len(rules.values)
    for run in runs:
        trace = run.played[0].trace
        assert trace is not None
        told = "+".join(run.tests)
        places = zip(trace.requests.tolist(), trace.cells.tolist(), trace.readings.tolist(), strict=True)
        for number, (request, cell, readings) in enumerate(places, start=1):
            target, value = divmod(cell, values)
            for test, (statistic, critical) in zip(run.tests, readings, strict=True):
                yield (
                    told,
                    str(number),
                    str(request + 1),
                    rules.targets[target],
                    rules.values[value],
                    test,
                    _written(statistic),
                    _written(critical),
                )


def _assessed(assessment: Mapping[str, Assessed]) -> Iterator[Line]:
    for test, found in assessment.items():
        findings = {"": found} if isinstance(found, Finding) else found.targets
        for target, one in findings.items():
            yield ("", "", "", target, "", test, _written(one.statistic), _written(one.critical))


def _written(number: float) -> str:
    return repr(number) if math.isfinite(number) else ""


def _insert(connection: duckdb.DuckDBPyConnection, table: str, lines: Sequence[Line]) -> None:
    if lines:
        columns = ", ".join(f"unnest({sql_texts(column)})" for column in zip(*lines, strict=True))
        connection.execute(f"INSERT INTO {table} SELECT {columns}")
