"""A plan's data are counted where they are, and the counts are saved as a counts file."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import duckdb

from sdc_desktop import __version__
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import ENDING, write_counts
from sdc_desktop.engine.data.counts.description import (
    Audit,
    CoarseVariable,
    CountedBy,
    CountedData,
    CountedPolicy,
    CountedVariable,
    Description,
    Joint,
    Noted,
)
from sdc_desktop.engine.data.roles import CODES
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.output.own_parts import OwnPlace
from sdc_desktop.engine.plan import Job, Plan, plan_to_json, without_secrets
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.site.coarse import coarse_variable, count_coarsely, refuse_levels, values_of
from sdc_desktop.engine.site.largest_amounts import Largest, largest_of, texts_of, with_largest_alone
from sdc_desktop.engine.site.needed import needs_records, wanted_joints

STEP_COUNT = "counts.count"
ROW_GROUP = 122_880
_LEVEL = 3  # of zstd


@dataclass(frozen=True)
class DataFacts:
    """What an engine knows of the data and the plan's opened source does not say."""

    by: CountedBy
    files: int
    bytes: int
    sha256: str
    records: int


class Engine(Protocol):
    """What counts: an engine that holds the plan's data open."""

    opened: OpenedPlan  # the plan with the variables as found; its records may be elsewhere
    facts: DataFacts

    def combinations(
        self, connection: duckdb.DuckDBPyConnection, names: Sequence[str], context: JobContext
    ) -> str:
        """Count the combinations of some variables into a table of the connection: texts c0, c1, ... and n,
        one row for each, in any order. Gives its name. Raises :class:`Refused`, Cancelled.
        """

    def audit(self, context: JobContext) -> Audit | None:
        """How far variables outside all conditions distinguish records; None where it is not counted. Without
        it no verdict on a file of records is better than not judged. Raises :class:`Refused`, Cancelled.
        """


@dataclass(frozen=True)
class Counted:
    """The description of the file, and notes on jobs whose decisions need records."""

    description: Description
    notes: tuple[Problem, ...]


def count_plan(
    plan: Plan,
    begun: Callable[[JobContext], Engine],
    out: Path,
    context: JobContext,
    *,
    names: Sequence[str] = (),
    kept: Sequence[Path] = (),
    held_to: Policy | None = None,
    spill: Path | None = None,
    coarse: Mapping[str, int] = MappingProxyType({}),
) -> Counted:
    """Count what the jobs of a plan need and write it to `out`, a counts file, whole or not at all.

    `begun` opens the data on an engine. ``names`` chooses jobs, which must all work on counts; without them
    all jobs that do are counted for, and notes name those that do not. ``kept`` are files that must not be
    overwritten; ``held_to`` is the active site policy; ``coarse``: variables that are counted from a level of
    their hierarchy on (:mod:`coarse`). Raises :class:`Refused`, Cancelled.
    """
    jobs = chosen_jobs(plan, names)
    lacking = tuple(needs_records(plan, jobs))
    if names and lacking:
        raise Refused(lacking)
    _refuse_target(out, kept)
    engine = begun(context.within(0.0, 0.3))
    opened = engine.opened
    assert opened.opened is not None
    wanted = wanted_joints(plan, opened.opened.spec.variables, jobs)
    refuse_levels(coarse, opened, {name for names in wanted for name in names})
    with parts_folder(out.parent) as folder:
        connection = duckdb.connect(":memory:", config={"temp_directory": str(spill or "")})
        entries, rows, summed = [], [], list[Largest | None]()
        coarser: dict[str, CoarseVariable] = {}
        for place, variables in enumerate(wanted):
            part = context.within(0.3 + 0.6 * place / len(wanted), 0.3 + 0.6 * (place + 1) / len(wanted))
            part.progress(0.0, STEP_COUNT)
            table = engine.combinations(connection, variables, part)
            for name in coarse:
                if name in variables and name not in coarser:
                    values = values_of(connection, table, variables.index(name), part)
                    coarser[name] = coarse_variable(name, coarse[name], values, opened)
            count_coarsely(connection, table, variables, tuple(coarser.values()), part)
            alone = largest_of(plan, opened.opened.spec.variables, variables, wanted[variables])
            texts = texts_of(opened, alone)
            summed.append(
                alone if with_largest_alone(connection, table, variables, alone, texts, part) else None
            )
            entries.append(folder / f"joint-{place}.parquet")
            rows.append(write_joint(connection, table, len(variables), entries[-1], part))
        connection.close()
        audit = engine.audit(context.within(0.9, 1.0))
        opened.refuse_changed()

        def described(facts: Sequence[tuple[int, str]]) -> Description:
            joints = [
                Joint(
                    f"joint-{place}.parquet",
                    variables,
                    count,
                    size,
                    digest,
                    for_jobs,
                    None if alone is None else alone.name,
                    0 if alone is None else alone.number,
                    None if alone is None else alone.weight,
                )
                for place, ((variables, for_jobs), count, alone, (size, digest)) in enumerate(
                    zip(wanted.items(), rows, summed, facts, strict=True)
                )
            ]
            own = tuple(coarser[name] for name in opened.source.data.names if name in coarser)
            return replace(_description(plan, engine, joints, held_to), audit=audit, coarse=own)

        made = write_counts(out, entries, described)
    skipped = tuple(note(one.code, one.where, **one.params) for one in lacking)
    return Counted(made, (*opened.notes, *skipped))


def chosen_jobs(plan: Plan, names: Sequence[str]) -> tuple[Job, ...]:
    """The jobs of these names; without names all. Raises :class:`Refused` for a name of no job."""
    unknown = [name for name in names if name not in {job.name for job in plan.jobs}]
    if unknown:
        raise Refused([error("plan.no_such_job", Place(key="jobs"), name=name) for name in unknown])
    return tuple(job for job in plan.jobs if not names or job.name in names)


def _refuse_target(out: Path, kept: Sequence[Path]) -> None:
    if out.suffix.lower() != ENDING:
        raise Refused(error("counts.ending", Place(file=out.name), ending=ENDING))
    refuse_kept(out, kept)


def refuse_kept(out: Path, kept: Sequence[Path]) -> None:
    """Raises :class:`Refused` where `out` is a file that must stay unchanged."""
    if any(out.exists() and path.exists() and out.samefile(path) for path in kept):
        raise Refused(error("plan.output_over_input", Place(file=out.name), path=out.name))


def write_joint(
    connection: duckdb.DuckDBPyConnection, table: str, columns: int, entry: Path, context: JobContext
) -> int:
    """Write the rows of a table as Parquet, in text order, the same bytes for the same rows; how many."""
    listed = ", ".join(f"c{place}" for place in range(columns))
    options = f"FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL {_LEVEL}, ROW_GROUP_SIZE {ROW_GROUP}"
    entry.touch(mode=0o600)
    (threads,) = only(connection, "SELECT current_setting('threads')")
    run(connection, "SET threads = 1")  # else row groups may differ
    with interruptible(connection, context):
        query = f"SELECT {listed}, n FROM {table} ORDER BY {listed}"
        run(connection, f"COPY ({query}) TO {sql_text(str(entry))} ({options}, USE_TMP_FILE false)")
    (rows,) = only(connection, f"SELECT count(*) FROM {table}")
    run(connection, f"DROP TABLE {table}")
    run(connection, f"SET threads = {threads}")
    return int(rows)


def _description(plan: Plan, engine: Engine, joints: Sequence[Joint], held_to: Policy | None) -> Description:
    read, facts = engine.opened.opened, engine.facts
    assert read is not None
    columns: Mapping[str, object] = {column.name: column for column in read.columns}
    variables = [
        CountedVariable.of(variable, columns.get(variable.name))  # type: ignore[arg-type]
        for variable in read.data.variables
    ]
    return Description(
        program=__version__,
        on=facts.by,
        plan=plan_digest(plan),
        data=CountedData(
            path=read.spec.path,
            files=facts.files,
            bytes=facts.bytes,
            records=facts.records,
            sha256=facts.sha256,
            decimal=read.dialect.decimal,
        ),
        policy=None if held_to is None else CountedPolicy(held_to.title, held_to.sha256),
        variables=tuple(variables),
        notes=tuple(Noted.of(one) for one in read.notes if one.code not in CODES),
        joints=tuple(joints),
    )


def plan_digest(plan: Plan) -> str:
    """The SHA-256 of a plan's canonical text, without its secrets, the outputs of its jobs and the place of
    its data: the same plan for records that were moved, cut or saved in another format has the same.
    """
    bare = without_secrets(plan)
    jobs = tuple(job.model_copy(update={"output": None}) for job in bare.jobs)
    data = bare.data and DataSpec(
        path="data",
        missing=bare.data.missing,
        variables=bare.data.variables,
        hierarchies=bare.data.hierarchies,
    )
    bare = bare.model_copy(update={"jobs": jobs, "data": data})
    text = json.dumps(plan_to_json(bare), sort_keys=True, ensure_ascii=True, allow_nan=False)
    return sha256(text.encode()).hexdigest()


@contextmanager
def parts_folder(parent: Path) -> Iterator[Path]:
    """A folder for parts, which only its owner can enter and which goes at the end. What a killed process
    left goes at the next start (:mod:`own_parts`). Raises :class:`Refused`.
    """
    try:
        place = OwnPlace(parent)
    except OSError as failure:
        raise Refused(write_problem(parent, failure)) from None
    try:
        place.folder.mkdir(mode=0o700)
        yield place.folder
    finally:
        place.close()
