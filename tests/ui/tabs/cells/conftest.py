"""Results of tables to look at: small ones, made by the engine itself."""

from collections.abc import Callable

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts
from tests.support.data import microdata

CONTEXT = JobContext()
P15 = {"kind": "p_percent", "p": 15}
FAST = {"method": "suppression", "solver": "fast"}
TABLE_1 = {
    "rows": ("2,3", "4", "5", "6", "7"),
    "columns": ("4", "5", "6", "7", "8"),
    "values": (
        (80, 253, 54, 0, 0, 387),
        (641, 3694, 2062, 746, 0, 7143),
        (592, None, 329, None, 1440, 3898),
        (57, None, 946, None, 2027, 4281),
        (78, 0, 890, 1719, 1743, 4430),
        (1448, 4353, 4281, 4847, 5210, 20139),
    ),
}
GIVEN_AWAY = {
    "rows": ("a", "b"),
    "columns": ("x", "y"),
    "values": ((None, 5, 9), (3, 4, 7), (7, 9, 16)),
}


def firms() -> Source:
    """Activities in groups, regions, years; the largest firm of a1 in the north has nearly everything."""
    random = np.random.default_rng(4)
    acts, regions, years = ("a1", "a2", "b1", "b2"), ("north", "south", "west"), ("2024", "2025")
    rows = [(a, r, y) for a in acts for r in regions for y in years for _ in range(4)]
    rows = [row for row in rows if row[:2] != ("b2", "west")]
    amounts = random.integers(20, 60, len(rows))
    amounts[rows.index(("a1", "north", "2024"))] = 9000
    columns = {name: [row[i] for row in rows] for i, name in enumerate(("activity", "region", "year"))}
    groups = from_table("activity", [(a, a[0].upper()) for a in acts], ("class", "group"), "activity.csv")
    amount = [f"{value / 10:.1f}" for value in amounts]
    return Source(microdata(columns | {"turnover": amount}), {"activity": groups})


def counted_and_decided(source: Source, **params: object) -> tuple[TableParams, TableCounts, TableResult]:
    spec = TableParams(**params)  # type: ignore[arg-type]
    counted = table_job.counts(spec, source, CONTEXT)
    return spec, counted, table_job.decide(spec, counted, CONTEXT)


@pytest.fixture(scope="session")
def source() -> Source:
    return firms()


@pytest.fixture(scope="session")
def decided(source: Source) -> Callable[..., TableResult]:
    """Makes results of two or more dimensions."""

    def make(*names: str, **params: object) -> TableResult:
        wanted = names or ("activity", "region")
        shown = {
            "dimensions": tuple({"variable": name} for name in wanted),
            "value": "turnover",
            "rules": (P15,),
        }
        return counted_and_decided(source, **(shown | params))[2]

    return make


@pytest.fixture(scope="session")
def open_table(decided) -> TableResult:
    """Not protected yet."""
    return decided()


@pytest.fixture(scope="session")
def protected(decided) -> TableResult:
    return decided(protect=FAST)


@pytest.fixture(scope="session")
def audited() -> Callable[..., AuditResult]:
    def make(table: dict[str, object], **params: object) -> AuditResult:
        spec = AuditParams(table=table, **params)  # type: ignore[arg-type]
        nowhere = firms()
        return audit.decide(spec, audit.counts(spec, nowhere, CONTEXT), CONTEXT)

    return make
