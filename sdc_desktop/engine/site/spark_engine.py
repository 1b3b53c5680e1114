"""The engine of clusters: Apache Spark counts, and DuckDB makes texts of what it counted.

Spark reads Parquet files, groups by their own typed values and writes what it counted as Parquet into a
folder that driver and executors share. There DuckDB reads it with the expressions that make texts of any
Parquet file, so that Spark's own texts of numbers never matter. No value of the records and no setting of a
plan is ever a literal in a query of Spark: its plans, its window and its event log name columns alone. One of
two modules that know pyspark.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.description import Audit, CountedBy
from sdc_desktop.engine.data.counts.variables import facts_of
from sdc_desktop.engine.data.foreign.load import folder_columns
from sdc_desktop.engine.data.foreign.parquet import parquet_columns, text_of
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.data.store.file_relations import room_of
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Refused, error, refuse_errors
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.site.counting import DataFacts
from sdc_desktop.engine.site.driver_memory import refuse_beyond_memory
from sdc_desktop.engine.site.needed import joints_of, needs_records, wanted_joints
from sdc_desktop.engine.site.profile import ColumnCounts, audit_of, opened_without_records
from sdc_desktop.engine.site.spark_frames import Frame, rows_of
from sdc_desktop.engine.site.spark_session import refusing, spark_path
from sdc_desktop.engine.site.spark_store import SparkStore
from sdc_desktop.engine.spec import NEVER_RELEASED, VariableSpec

_COUNTABLE = ("text", "integer", "number", "boolean", "date", "datetime")
MOST_COMBINATIONS = 2**28  # that are counted unless more are expected
_PADDED = "__CHAR_VARCHAR_TYPE_STRING"  # what Spark says of a column of texts of a fixed length
_SCHEME = "^file:/+"
_NOT_SPARKS = ("TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "TIME", "UUID", "HUGEINT", "UHUGEINT")


@dataclass
class SparkEngine:
    """A plan's data, read by a session of Spark. ``staging``: a folder that driver and executors share."""

    session: Any
    plan: Plan
    base: Path
    data: str | None
    staging: Path
    applies: bool = False  # whether the plan is applied, and not only counted for
    jobs: tuple[Job, ...] = ()  # that are counted for; none: all of the plan that work on counts
    large: bool = False  # whether any number of combinations is counted
    _made: dict[tuple[str, ...], Path] = field(default_factory=dict)
    opened: OpenedPlan = field(init=False)
    facts: DataFacts = field(init=False)

    def begun(self, context: JobContext) -> "SparkEngine":
        """Read the columns, and what has to be known of each variable. Raises :class:`Refused`, Cancelled."""
        spec = self.plan.data
        if spec is None:
            raise Refused(error("plan.no_data", Place(key="data")))
        if self.applies:
            refuse_errors(tuple(needs_records(self.plan, self.plan.jobs, elsewhere=True)))
        shown = self.data or spec.path
        path = self.base / shown
        if format_of(shown, spec.format) != "parquet":
            raise Refused(error("site.parquet_alone", Place(file=shown)))
        if spec.forms:
            raise Refused(error("forms.not_at_site", Place(key="data.forms")))
        sha256 = sha256_of(path, shown)
        self._memory = room_of(context).memory
        folder = path.is_dir()
        self._files = data_files(path) if folder else (path,)
        columns = (
            folder_columns(path, shown, context, values=False)
            if folder
            else parquet_columns(path, shown, values=False)
        )
        with refusing():
            self._read = frame = self.session.read.parquet(*map(spark_path, self._files))
            self._refuse_collations(frame)
            self._frame = frame.toDF(*(f"v{number}" for number in range(len(columns))))
            columns = tuple(self._with_dates(columns))
        self._columns = columns
        self._records = rows_of(self._files)
        if not self._records:
            raise Refused(error("data.no_records", Place(file=shown)))
        declared = {column.name: spec.variables.get(column.name, VariableSpec()) for column in columns}
        self._wanted = tuple(self._joints(declared))
        self._refuse_many()
        for names in self._wanted:
            self._counted(names, context)  # before single variables, whose counts follow from these
        self._counts = counts = _Counts(self, duckdb.connect(":memory:"), self._records)
        spec = spec.model_copy(update={"path": shown})
        plan = self.plan.model_copy(update={"data": spec})
        self.opened = opened_without_records(plan, self.base, columns, sha256, counts, context)
        by = CountedBy("spark", self.session.version)
        size = sum(file.stat().st_size for file in self._files)
        self.facts = DataFacts(by, len(self._files), size, sha256, self._records)
        return self

    def _joints(self, declared: Mapping[str, VariableSpec]) -> Iterable[tuple[str, ...]]:
        """The variables that are counted together. Where the plan is applied a job may count none."""
        if self.applies:
            return joints_of(self.plan, declared, self.plan.jobs)
        return wanted_joints(self.plan, declared, self.jobs or self.plan.jobs)

    def _refuse_many(self) -> None:
        """Raises :class:`Refused` where many more combinations would be counted than a file should hold. It
        is an estimate in one pass, made only for more than MOST_COMBINATIONS records.
        """
        if self.large or self.applies or not self._wanted or self._records <= MOST_COMBINATIONS:
            return
        from pyspark.sql import functions

        known = [column.name for column in self._columns]
        with refusing():
            together = (
                functions.struct(*(f"v{known.index(name)}" for name in names)) for names in self._wanted
            )
            found = self._frame.agg(*map(functions.approx_count_distinct, together)).collect()[0]
        for names, number in zip(self._wanted, found, strict=True):
            if number > MOST_COMBINATIONS:
                figures = {"number": int(number), "most": MOST_COMBINATIONS}
                raise Refused(error("site.many", Place(variable=names[0]), names=names, **figures))

    def _with_dates(self, columns: Sequence[Column]) -> list[Column]:
        """The columns; one of dates with times that are all midnight becomes one of dates."""
        from pyspark.sql import functions

        times = [number for number, column in enumerate(columns) if column.type == "datetime"]
        times = [number for number in times if columns[number].form not in _NOT_SPARKS]
        if not times:
            return list(columns)
        midnight = [
            functions.bool_and(functions.col(f"v{k}") == functions.date_trunc("day", functions.col(f"v{k}")))
            for k in times
        ]
        found = dict(zip(times, self._frame.agg(*midnight).collect()[0], strict=True))
        return [replace(c, type="date") if found.get(k) else c for k, c in enumerate(columns)]

    def combinations(
        self, connection: duckdb.DuckDBPyConnection, names: Sequence[str], context: JobContext
    ) -> str:
        """The table of the combinations of some variables: counted by Spark, texts by DuckDB.

        Raises :class:`Refused`, Cancelled.
        """
        return self.texts(connection, "joint", names, names, context)

    def with_records(self, context: JobContext) -> OpenedPlan:
        """The plan as if its data had been opened here: the records stay with Spark. Raises
        :class:`Refused`, Cancelled.
        """
        read = self.opened.opened
        assert read is not None
        variables, names = read.data.variables, read.data.names
        for variable in variables:
            if variable.role not in NEVER_RELEASED:
                self._refuse_type(self._column(variable.name))
        for listed in self._wanted:
            rows = rows_of(data_files(self._counted(listed, context)))
            refuse_beyond_memory(rows, listed, self._memory, worked_on=True)
        audit = self.audit(context.within(0.0, 0.5))
        assert audit is not None
        wanted = self._wanted or (self._shortest(variables[-1].name),)
        facts = facts_of(audit, {one.name: one.missing for one in variables}, names)

        def fill(connection: duckdb.DuckDBPyConnection, number: int, table: str) -> None:
            self.texts(connection, table, wanted[number], wanted[number], context.within(0.5, 1.0))

        store = SparkStore(self.session, self.staging, self._values, self._memory)
        joints = [[names.index(name) for name in listed] for listed in wanted]
        own = tuple(None if column.form == "VARCHAR" else column for column in self._columns)
        relation = store.over(names, joints, fill, facts, Frame(self._numbered(own), own))
        data = replace(read.data, relation=relation)
        source = self.opened.source.with_data(data)
        return replace(self.opened, opened=replace(read, data=data), source=source)

    def _numbered(self, own: Sequence[Column | None]) -> Any:
        """The frame of all records with their numbers; what is null in a text column becomes empty."""
        listed = sql_texts(str(file) for file in self._files)
        connection = duckdb.connect(":memory:")
        query = f"SELECT file_name, num_rows FROM parquet_file_metadata({listed})"
        records: dict[str, int] = dict(run(connection, query))
        path = Path(tempfile.mkdtemp(prefix="files-", dir=self.staging)) / "rows.parquet"
        columns = [f"v{number}" for number in range(len(self._columns))]
        with refusing():
            # what Spark calls the files
            called = {
                _place_of(address): re.sub(_SCHEME, "/", address) for address in self._read.inputFiles()
            }
            starts, reached = [], 0
            for file in self._files:
                starts.append((called.get(str(file.absolute()), ""), reached))
                reached += int(records[str(file)])
            rows = ", ".join(f"({sql_text(name)}, {start})" for name, start in starts)
            run(
                connection,
                f"COPY (SELECT name AS file, start::BIGINT AS start FROM (VALUES {rows}) t(name, start)) "
                f"TO {sql_text(str(path))} (FORMAT parquet)",
            )
            known = self.session.read.schema("file STRING, start BIGINT").parquet(spark_path(path))
            frame = self._read.select("*", "_metadata.row_index", "_metadata.file_path")
            frame = frame.toDF(*columns, "row", "file")
            frame = frame.selectExpr(*columns, "row", f"regexp_replace(file, '{_SCHEME}', '/') AS file")
            frame = frame.join(known, "file", "left")
            texts = (
                f"coalesce({v}, '') AS {v}" if column is None else v
                for v, column in zip(columns, own, strict=True)
            )
            return frame.selectExpr("start + row AS number", *texts)

    def _values(self, number: int) -> Any:
        """The frame (v) of the different values of a column of the data."""
        folder = self._counted(self.holding(self._columns[number].name), JobContext())
        with refusing():
            counted = self.session.read.parquet(spark_path(folder))
            return counted.selectExpr(f"v{number} AS v").distinct()

    def audit(self, context: JobContext) -> Audit | None:
        """How far variables distinguish records: from the values of single variables, and of a few together.

        Raises :class:`Refused`, Cancelled.
        """

        def unique(names: Sequence[str]) -> int:
            table = self.texts(self._counts.connection, "together", names, names, context)
            found = only(self._counts.connection, f"SELECT count(*) FROM {table} WHERE n = 1")
            return int(found[0])

        return audit_of(self.opened.source.data.variables, self._counts, unique, context)

    def texts(
        self,
        connection: duckdb.DuckDBPyConnection,
        table: str,
        counted: Sequence[str],
        names: Sequence[str],
        context: JobContext,
    ) -> str:
        """Make the table (c0, c1, ..., n) of the combinations of some of the variables `counted` together.
        Raises :class:`Refused` where these are too many for this computer, Cancelled.
        """
        files = data_files(self._counted(tuple(counted), context))
        parts = sql_texts(map(str, files))
        texts = [text_of(list(counted).index(name), self._column(name)) for name in names]
        columns = ", ".join(f"{text} AS c{place}" for place, text in enumerate(texts))
        refuse_beyond_memory(rows_of(files), names, self._memory, worked_on=False)
        listed = ", ".join(f"v{place}" for place in range(len(counted)))
        with interruptible(connection, context):
            run(
                connection,
                f"CREATE TABLE {table} AS SELECT * EXCLUDE n, sum(n)::BIGINT AS n FROM "
                f"(SELECT {columns}, n FROM read_parquet({parts}, hive_partitioning = false) t({listed}, n)) "
                "GROUP BY ALL",
            )
        found = only(connection, f"SELECT sum(n) FROM {table}")
        if found[0] != self._records:
            raise Refused(error("csv.changed", Place(file=self.data or self._files[0].name)))
        return table

    def holding(self, name: str) -> tuple[str, ...]:
        """The smallest set of variables counted together so far that includes a variable; else itself."""
        return min((names for names in self._made if name in names), key=len, default=(name,))

    def _shortest(self, name: str) -> tuple[str, ...]:
        """The variables counted so far with the fewest combinations; a variable where there are none."""
        return min(self._made, key=lambda names: rows_of(data_files(self._made[names])), default=(name,))

    def _counted(self, names: tuple[str, ...], context: JobContext) -> Path:
        """The folder with the combinations of some variables as Spark has counted them, once."""
        if names not in self._made:
            known = [column.name for column in self._columns]
            for name in names:
                self._refuse_type(self._column(name))
            folder = Path(tempfile.mkdtemp(prefix="joint-", dir=self.staging))
            context.checkpoint()
            with refusing():
                grouped = self._frame.groupBy(*(f"v{known.index(name)}" for name in names)).count()
                grouped.write.mode("overwrite").parquet(spark_path(folder))
            context.checkpoint()
            self._made[names] = folder
        return self._made[names]

    def _column(self, name: str) -> Column:
        return next(column for column in self._columns if column.name == name)

    def _refuse_collations(self, frame: Any) -> None:
        """Texts of a fixed length, and texts that are equal though they differ, are other values in Spark."""
        for named in frame.schema:
            kind = named.dataType.simpleString()
            if kind.startswith(("string collate", "char(", "varchar(")) or _PADDED in named.metadata:
                raise Refused(error("site.collation", Place(variable=named.name), name=named.name))

    def _refuse_type(self, column: Column) -> None:
        if column.type not in _COUNTABLE or column.form in _NOT_SPARKS:
            raise Refused(error("site.type", Place(variable=column.name), name=column.name, type=column.form))


@dataclass
class _Counts(ColumnCounts):
    """The values of single columns, counted by Spark when they are needed."""

    engine: SparkEngine
    connection: duckdb.DuckDBPyConnection
    records: int
    _made: dict[str, str] = field(default_factory=dict)

    def table(self, name: str, context: JobContext) -> str:
        """The table (c0, n) of a variable's values."""
        if name not in self._made:
            table = f"single{len(self._made)}"
            together = self.engine.holding(name)
            self._made[name] = self.engine.texts(self.connection, table, together, [name], context)
        return self._made[name]

    def first_values(self, number: int, most: int, context: JobContext) -> str:
        """The query of the first values of a column, in the order of the files."""
        parts = sql_texts(str(file) for file in self.engine._files)
        column = self.engine._columns[number]
        listed = ", ".join(f"v{place}" for place in range(len(self.engine._columns)))
        return (
            f"SELECT {text_of(number, column)} AS value, 1 AS frequency FROM (SELECT v{number} FROM "
            f"read_parquet({parts}, hive_partitioning = false) t({listed}) LIMIT {most})"
        )


def _place_of(address: str) -> str:
    """The path of a file that Spark names by an address."""
    return unquote(re.sub(_SCHEME, "/", address))
