"""The queries of a count, for a person to read before they are run: names of variables alone, no value,
label, secret or place. No record is read for them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sdc_desktop.engine.data.foreign.parquet import parquet_columns
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.site.largest_amounts import largest_of
from sdc_desktop.engine.site.needed import wanted_joints
from sdc_desktop.engine.spec import NEVER_RELEASED, VariableSpec

_TABLE = "records"
_Variables = Mapping[str, VariableSpec]


def count_queries(plan: Plan, base: Path, data: str | None, jobs: Sequence[Job]) -> str:
    """What is counted for jobs of a plan, as SQL: each set of variables that is counted together, and each
    other variable on its own. Of Parquet data the names of all columns are read; of others those are listed
    that the plan declares. Raises :class:`Refused`.
    """
    if plan.data is None:
        raise Refused(error("plan.no_data", Place(key="data")))
    names = _columns(base / (data or plan.data.path), data or plan.data.path, plan)
    declared = plan.data.variables
    variables = {name: declared.get(name, VariableSpec()) for name in names or declared}
    return "\n".join(_lines(plan, variables, jobs, whole=bool(names))) + "\n"


def _columns(path: Path, shown: str, plan: Plan) -> tuple[str, ...]:
    """The names of the columns of Parquet data; none for all others."""
    if plan.data is None or format_of(shown, plan.data.format) != "parquet" or not path.exists():
        return ()
    files = data_files(path) if path.is_dir() else (path,)
    return tuple(column.name for column in parquet_columns(files[0], shown, values=False)) if files else ()


def _lines(plan: Plan, variables: _Variables, jobs: Sequence[Job], *, whole: bool) -> Iterator[str]:
    yield '-- All texts are compared byte by byte (PostgreSQL: COLLATE "C").'
    if not whole:
        yield "-- Variables that the plan does not declare are each counted like the last ones below."
    together = wanted_joints(plan, variables, jobs)
    for names, listed in together.items():
        yield f"-- Saved in the counts file, for {_listed(listed)}:"
        yield _query(names)
        amounts = largest_of(plan, variables, names, listed)
        if amounts is not None:
            largest = f"the {amounts.number} largest"
            if amounts.weight is not None:
                largest = f"the largest that make up {amounts.number} by {_listed([amounts.weight])}"
            kept = f"{largest}, and of the others their number and sum"
            yield f"-- Of {_listed([amounts.name])} are saved, for each combination of the others, {kept}."
    held = {name for names in together for name in names}
    direct = [name for name, one in variables.items() if one.settled_role in NEVER_RELEASED]
    for name in variables:
        if name not in held and name not in direct:
            yield "-- No value is saved, but how many values there are and how many occur once:"
            yield _query((name,))
    if direct:
        yield f"-- Never counted: {_listed(direct)}"


def _query(names: Sequence[str]) -> str:
    listed = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
    return f"SELECT {listed}, count(*) AS n FROM {_TABLE} GROUP BY {listed};"


def _listed(names: Sequence[str]) -> str:
    """Names in a comment, which no line end in a name can leave."""
    return ", ".join(json.dumps(name) for name in names)
