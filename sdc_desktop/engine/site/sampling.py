"""A sample of a plan's records, to try settings on where all of them are too many: never to release.

The records of least keyed hash are picked: HMAC-SHA-256, with the plan's secret, of the number of a record
(from 0, in file order). The same secret and data give the same sample, on every engine.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.load import sample_notes
from sdc_desktop.engine.data.foreign.reading_child import answer_of_child
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.foreign.write import write_foreign
from sdc_desktop.engine.data.formats import Format, format_of
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.sampled import MARK, Sampled, refuse_sampled
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.output.files import atomic_path
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_secrets import ALL, Secret
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.secret_stream import keyed
from sdc_desktop.engine.spec import NEVER_RELEASED

ENDING = ".parquet"
_AT_ONCE = 2**18
Numbers = npt.NDArray[np.int64]


def sample_plan(plan: Plan, opened: OpenedPlan, out: Path, number: int, context: JobContext) -> Sampled:
    """Write that many records of a plan's data as Parquet, for their owner alone, with a mark that says what
    they are. Direct identifiers are replaced by running numbers. Raises :class:`Refused`, Cancelled.
    """
    assert opened.opened is not None
    data, shown = opened.opened.data, opened.opened.spec.path
    if out.suffix.lower() != ENDING:
        raise Refused(error("site.sample_ending", Place(file=out.name), ending=ENDING))
    refuse_sampled(opened.notes, shown)
    if not 0 < number < data.records:
        raise Refused(error("site.sample_all", Place(file=shown), number=data.records))
    numbers = sampled_numbers(_secret(plan), data.records, number, context.within(0.0, 0.6))
    made = Sampled(number, data.records)
    picked = without_identifiers(_held_here(data.picked(numbers, context), context), context)
    columns = _columns(opened.opened.columns, data)
    with atomic_path(out, private=True) as file:
        marks = {MARK: made.text}
        write_foreign(picked, file, out.name, "parquet", columns, context.within(0.6, 1.0), marks)
        opened.refuse_changed()
        context.checkpoint()
    return made


def refuse_sample(path: Path, shown: str, format: Format | None, context: JobContext) -> None:
    """Raises :class:`Refused` where the records at a path are a sample: no plan is applied to one."""
    if format_of(shown, format) != "parquet" or not path.is_file():
        return
    answer_of_child("sdc_desktop.engine.data.foreign.parquet:prove", path, shown, context)
    refuse_sampled(sample_notes(path, shown), shown)


def sampled_numbers(secret: Secret, records: int, number: int, context: JobContext) -> Numbers:
    """The numbers of the records of least keyed hash, ascending, (number,). Raises Cancelled."""
    kept, draws = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64)
    for start in range(0, records, _AT_ONCE):
        context.progress(start / records, "counts.sample")
        found = np.arange(start, min(start + _AT_ONCE, records), dtype=np.int64)
        own = keyed(secret, "sample", "", [str(one) for one in found.tolist()], context)[:, 0]
        kept, draws = np.concatenate((kept, found)), np.concatenate((draws, own))
        least = np.argsort(draws, kind="stable")[:number]  # ties by number
        least.sort()
        kept, draws = kept[least], draws[least]
    return kept


def _held_here(data: Microdata, context: JobContext) -> Microdata:
    """The few records of a sample in a store of this process, wherever they were picked."""
    rows = np.array([row for batch in data.batches(context) for row in batch], dtype=object)
    columns = {f"c{place}": rows[:, place] for place in range(len(data.names))}

    def fill(connection: duckdb.DuckDBPyConnection, name: str) -> None:
        connection.register("picked", columns)
        listed = ", ".join(f"CAST({column} AS VARCHAR) AS {column}" for column in columns)
        run(connection, f"CREATE TABLE {name} AS SELECT {listed} FROM picked")
        connection.unregister("picked")

    return replace(data, relation=Store().load(len(columns), fill))


def without_identifiers(data: Microdata, context: JobContext) -> Microdata:
    """The records with 1, 2, ... instead of the values of each direct identifier."""
    names = [variable.name for variable in data.with_role(*NEVER_RELEASED)]
    numbers = np.arange(data.records, dtype=np.int64)
    labels = [str(one + 1) for one in numbers.tolist()]
    return data.replaced(dict.fromkeys(names, (numbers, labels)), context)


def _columns(columns: Sequence[Column], data: Microdata) -> tuple[Column, ...]:
    """The types of the source; those of direct identifiers are texts."""
    direct = {variable.name for variable in data.with_role(*NEVER_RELEASED)}
    return tuple(replace(one, type="text", form="") if one.name in direct else one for one in columns)


def _secret(plan: Plan) -> Secret:
    found = plan.own_secrets.of_job("")
    if found is None:
        raise Refused(error("secret.missing", Place(key="secrets"), name=ALL))
    return found
