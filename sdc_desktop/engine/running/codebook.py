"""What the recipient of a protected file may know of its variables: the facts of a codebook.

No role, count, extreme, protection level or parameter is among them: only what the file itself shows, and
which methods changed a variable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import ISO_DATE, number_pattern
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.free_text import is_free_text
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    CoarsenSpec,
    DeriveSpec,
    DropSpec,
    JoinSpec,
    PseudonymiseSpec,
    RecodeMissingSpec,
    RenameSpec,
    ShiftDatesSpec,
)
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.engine.spec import VariableSpec

Content = Literal["categories", "numbers", "dates", "text", "empty"]
Change = Literal["changed", "suppressed", "made"]
MOST_CATEGORIES = 200
_FEW = 30  # different numbers that are still listed
_LEAST = 6  # different values: of fewer a share says nothing


@dataclass(frozen=True)
class VariableEntry:
    """A released variable.

    ``categories``: its values and their labels, of a variable with at most 200; ``missing``: the missing
    codes that occur; ``suppressed``: whether values are suppressed (`*`). ``changes``: the jobs that changed
    it, in order, and how: values changed, values suppressed alone, or the variable made by the job.
    """

    name: str
    label: str
    content: Content
    categories: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    suppressed: bool = False
    changes: tuple[tuple[str, Change], ...] = ()


@dataclass(frozen=True)
class Changes:
    """By variable, the jobs that changed it on the way from the plan's data, and how."""

    by_variable: Mapping[str, tuple[tuple[str, Change], ...]] = field(default_factory=dict)

    def of(self, name: str) -> tuple[tuple[str, Change], ...]:
        """The changes of one variable."""
        return self.by_variable.get(name, ())


def changes_after(
    earlier: Changes, job: Job, before: Microdata, after: Microdata, context: JobContext
) -> Changes:
    """The changes of each variable after one more job; values are compared record by record. Where records
    were removed or the job makes an order of its own, every variable that the job uses counts as changed.
    """
    shared = [name for name in after.names if name in before.names]
    found: dict[str, Change] = dict.fromkeys((name for name in after.names if name not in shared), "made")
    if method_of(job.kind).makes != "records":
        found = dict.fromkeys(after.names, "made")
    elif (params := params_of(job, PREPARE)) is not None:
        found = _prepared(params)
    elif _comparable(job, before, after):
        found |= compared(before, after, shared, context)
    else:
        roles = {one.name: VariableSpec(role=one.role) for one in before.variables}
        used = variables_used(job, roles)
        found |= dict.fromkeys((name for name in shared if name in used), "changed")
    return Changes(
        {
            name: (*earlier.of(name), (job.name, found[name])) if name in found else earlier.of(name)
            for name in after.names
        }
    )


def changes_of_preparing(job: Job | None) -> Changes:
    """The changes of variables by a job that prepares the records; none without one."""
    params = None if job is None else params_of(job, PREPARE)
    if job is None or params is None:
        return Changes()
    return Changes({name: ((job.name, how),) for name, how in _prepared(params).items()})


def _prepared(params: PrepareParams) -> dict[str, Change]:
    """What steps of preparing do to variables, by their names afterwards."""
    found: dict[str, Change] = {}
    for step in params.steps:
        match step:
            case DeriveSpec():
                found[step.derive.name] = "made"
            case JoinSpec():
                found |= dict.fromkeys(step.join.keep, "made")
            case RenameSpec():
                found = {step.rename.get(name, name): how for name, how in found.items()}
                found |= dict.fromkeys(step.rename.values(), "made")
            case DropSpec():
                found = {name: how for name, how in found.items() if name not in step.drop}
            case ShiftDatesSpec():
                found |= _changed(step.shift_dates.variables, found)
            case PseudonymiseSpec():
                found |= _changed(step.pseudonymise.variables, found)
            case RecodeMissingSpec():
                found |= _changed(step.recode_missing.variables or (), found)
            case CoarsenSpec():
                found |= _changed(step.coarsen.variables, found)
    return found


def _changed(names: Sequence[str], found: Mapping[str, Change]) -> dict[str, Change]:
    return {name: found.get(name, "changed") for name in names}


def _comparable(job: Job, before: Microdata, after: Microdata) -> bool:
    same_store = before.relation.store is after.relation.store
    return same_store and before.records == after.records and not method_of(job.kind).own_order


def compared(
    before: Microdata, after: Microdata, names: Sequence[str], context: JobContext
) -> dict[str, Change]:
    """By variable that changed, record by record, whether values are changed, or only
    suppressed. Both have the same records in the same order. Raises Cancelled.
    """
    pairs = [(name, f"b.c{before.index(name)}", f"a.c{after.index(name)}") for name in names]
    counted = ", ".join(
        f"count(*) FILTER ({old} <> {new}), count(*) FILTER ({old} <> {new} AND {new} <> '{SUPPRESSED}')"
        for _, old, new in pairs
    )
    if not pairs or before.relation.name == after.relation.name:
        return {}
    ours, theirs = before.relation, after.relation
    joined = f"{ours.name} b POSITIONAL JOIN {theirs.name} a"
    if ours.beyond_memory or theirs.beyond_memory:  # views give their rows in no order
        joined = f"{ours.name} b JOIN {theirs.name} a ON a.rowid = b.rowid"
    query = f"SELECT {counted} FROM {joined}"
    cursor = after.relation.store.cursor()
    with interruptible(cursor, context):
        row = only(cursor, query)
    found: dict[str, Change] = {}
    for place, name in enumerate(names):
        different, replaced = int(row[2 * place]), int(row[2 * place + 1])
        if different:
            found[name] = "changed" if replaced else "suppressed"
    return found


def entries_of(
    released: Microdata, columns: Sequence[Column], changes: Changes, context: JobContext
) -> tuple[VariableEntry, ...]:
    """The variables of a protected file, in its order. ``columns``: what the file of the plan's data states
    of its variables. Raises Cancelled.
    """
    known = {column.name: column for column in columns}
    return tuple(_entry(released, name, known.get(name), changes, context) for name in released.names)


def _entry(
    released: Microdata, name: str, column: Column | None, changes: Changes, context: JobContext
) -> VariableEntry:
    variable, place = released.variable(name), released.index(name)
    if variable.words is not None:
        column = (column or Column(name)).with_words(variable.words)
    missing = tuple(dict.fromkeys((*variable.missing, *(column.missing if column else ()))))
    codes = (*missing, SUPPRESSED)
    values = f"SELECT DISTINCT c{place} AS value FROM {released.relation.name}"
    found = [
        row[0] for row in _rows(released, f"{values} WHERE list_contains({sql_texts(codes)}, value)", context)
    ]
    values += f" WHERE NOT list_contains({sql_texts(codes)}, value)"
    content = _content(released, variable, values, context)
    categories: tuple[tuple[str, str], ...] = ()
    if content == "categories":
        labels = dict(column.labels) if column else {}
        texts = _in_order([row[0] for row in _rows(released, values, context)], variable.order)
        categories = tuple((text, labels.get(text, "")) for text in texts)
    return VariableEntry(
        name,
        column.label if column else "",
        content,
        categories,
        tuple(code for code in missing if code in found),
        SUPPRESSED in found and SUPPRESSED not in missing,
        changes.of(name),
    )


def _content(released: Microdata, variable: Variable, values: str, context: JobContext) -> Content:
    """What kind of values they are. Values that (nearly) each record has for itself are not listed."""
    number = f"regexp_full_match(value, {sql_text(number_pattern(released.decimal))})"
    date = f"regexp_full_match(value, {sql_text(ISO_DATE)})"
    query = f"SELECT count(*), count(*) FILTER ({number}), count(*) FILTER ({date}) FROM ({values})"
    [(distinct, numbers, dates)] = _rows(released, query, context)
    if not distinct:
        return "empty"
    if dates == distinct:
        return "dates"
    if numbers == distinct and (variable.level == "continuous" or distinct > _FEW):
        return "numbers"
    is_own = distinct >= _LEAST and 2 * distinct > released.records
    if is_own or distinct > MOST_CATEGORIES:
        return "text"
    place = released.index(variable.name)
    return "text" if is_free_text(released.relation, place, variable.missing, context) else "categories"


def _rows(released: Microdata, query: str, context: JobContext) -> list[tuple[Any, ...]]:
    cursor = released.relation.store.cursor()
    with interruptible(cursor, context):
        return run(cursor, query)


def _in_order(texts: Sequence[str], order: Sequence[str] | None) -> list[str]:
    """Declared values in their order, numbers by size, other texts by their characters."""
    places = {text: place for place, text in enumerate(order or ())}

    def key(text: str) -> tuple[float, float, str]:
        return (places.get(text, len(places)), _number(text), text)

    return sorted(texts, key=key)


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return inf
