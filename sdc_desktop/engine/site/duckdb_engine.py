"""The reference of all engines: DuckDB on one computer, through the store that every job reads."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.description import Audit, CountedBy
from sdc_desktop.engine.data.released import Stage, released_variables
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import insert_labels
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Place, Refused, error, refuse_errors
from sdc_desktop.engine.running.checking import OpenedPlan, check_plan, open_plan
from sdc_desktop.engine.site.counting import DataFacts


class DuckdbEngine:
    """The data of a plan, opened as for any run; files too large for memory stay in place."""

    def __init__(self, plan: Plan, base: Path, data: str | None, context: JobContext) -> None:
        """Raises :class:`Refused` with the problems of plan or data."""
        if plan.data is None:
            raise Refused(error("plan.no_data", Place(key="data")))
        self.opened: OpenedPlan = open_plan(plan, base, context, data=data)
        refuse_errors(check_plan(self.opened))
        read = self.opened.opened
        assert read is not None
        by = CountedBy("duckdb", duckdb.__version__)
        files = data_files(read.path) if read.path.is_dir() else (read.path,)
        size = sum(file.stat().st_size for file in files)
        self.facts = DataFacts(by, len(files), size, read.sha256, read.data.records)

    def combinations(
        self, connection: duckdb.DuckDBPyConnection, names: Sequence[str], context: JobContext
    ) -> str:
        """The table of the combinations of some variables: codes of the store, with dictionaries of texts.

        Raises :class:`Refused`, Cancelled.
        """
        keys = self.opened.source.data.counts(names, context)
        dictionaries = []
        for place, texts in enumerate(keys.categories):
            dictionaries.append(f"d{place}")
            run(connection, f"CREATE TABLE d{place} (code BIGINT, label VARCHAR)")
            insert_labels(connection, f"d{place}", texts, context)
        columns = {f"k{place}": np.ascontiguousarray(codes) for place, codes in enumerate(keys.codes.T)}
        connection.register("keys", columns | {"n": keys.frequencies})
        listed = ", ".join(f"d{place}.label AS c{place}" for place in range(len(names)))
        joins = " ".join(f"JOIN d{place} ON d{place}.code = t.k{place}" for place in range(len(names)))
        try:
            with interruptible(connection, context):
                run(connection, f"CREATE TABLE joint AS SELECT {listed}, t.n FROM keys t {joins}")
        finally:
            connection.unregister("keys")
            for dictionary in dictionaries:
                run(connection, f"DROP TABLE {dictionary}")
        return "joint"

    def audit(self, context: JobContext) -> Audit:
        """How far the released variables distinguish records. Raises :class:`Refused`, Cancelled."""
        return Audit.of(released_variables([Stage(self.opened.source.data)], context))


def large(plan: Plan) -> Plan:
    """The plan with records that stay in their file, whatever the memory."""
    if plan.data is None or plan.data.large is not None:
        return plan
    return plan.model_copy(update={"data": plan.data.model_copy(update={"large": True})})
