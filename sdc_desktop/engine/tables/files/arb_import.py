"""Batch files (.arb) as plans: a folder with the plan, its records as CSV, and their hierarchies.

The plan stands on its own: it can be looked at, changed and run like any other.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.write import write_csv, write_rows
from sdc_desktop.engine.data.formats import DecimalMark, Dialect
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.engine.microdata.hierarchies.hierarchy import TOP, Hierarchy
from sdc_desktop.engine.microdata.hierarchies.spec import LEAD
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.running.outputs import move_into, temporary_folder, write_texts
from sdc_desktop.engine.tables.files.arb_tables import Wanted, batch_of, parse_arb, variables_known
from sdc_desktop.engine.tables.files.codes import (
    Recoding,
    from_digits,
    grc_notes,
    hierarchy_of,
    parse_grc,
    parse_hrc,
)
from sdc_desktop.engine.tables.files.places import file_text, found_file, text_and_encoding
from sdc_desktop.engine.tables.files.rda import Metadata, RdaVariable, parse_rda, records_columns
from sdc_desktop.engine.tables.text_table import text_table
from sdc_desktop.engine.upgrades import PLAN_SCHEMA


def decimal_mark(columns: Sequence[Sequence[str]], told: Metadata) -> DecimalMark:
    """A comma where a number has one."""
    numeric = (c for v, c in zip(told.variables, columns, strict=True) if _is_numeric(v))
    return "," if any("," in field for column in numeric for field in column) else "."


def _is_numeric(variable: RdaVariable) -> bool:
    return "NUMERIC" in variable.tags or "WEIGHT" in variable.tags


def declared(variable: RdaVariable) -> Variable:
    """What the metadata say of a variable; missing codes are padded as the field is."""
    width = variable.length or 0
    missing = {padded for code in variable.missing for padded in (code, code.rjust(width))}
    numeric = _is_numeric(variable)
    blank = {"", " " * width} if numeric else {""}
    level = "continuous" if numeric else "nominal"
    return Variable(variable.name, "other", level, None, tuple(sorted(missing | blank)))  # type: ignore[arg-type]


def hierarchy_for(variable: RdaVariable, categories: Sequence[str], metadata: Path) -> Hierarchy | None:
    """The hierarchy that the metadata name for a variable; None where they name none. Raises
    :class:`Refused`.
    """
    listed = variable.argument("HIERCODELIST")
    if listed is not None:
        path = found_file(metadata.parent, listed)
        lead = variable.argument("HIERLEADSTRING") or LEAD
        nodes = parse_hrc(file_text(path), lead, path.name)
        return hierarchy_of(variable.name, nodes, categories, path.name)
    widths = [int(part) for part in variable.arguments("HIERLEVELS") if part.isdecimal()]
    if sum(width > 0 for width in widths) > 1:
        return from_digits(variable.name, widths, categories, metadata.name)
    return None


PLAN = "plan.sdcplan"
RECORDS = "records.csv"


@dataclass(frozen=True)
class Imported:
    """The plan as JSON data, the files written, and what has no effect or another."""

    plan: Mapping[str, Any]
    files: tuple[str, ...]
    notes: tuple[Problem, ...]


class _Records:
    """Records by column, and what is known of the columns; recoded ones are put beside the others."""

    def __init__(self, data: Path, metadata: Path, told: Metadata) -> None:
        text, self.encoding = text_and_encoding(data)
        columns = records_columns(text, told, data.name)
        self.decimal = decimal_mark(columns, told)
        self.columns: dict[str, Sequence[str]] = {}
        self.variables: dict[str, Variable] = {}
        self.hierarchies: dict[str, Hierarchy] = {}
        self.notes: list[Problem] = []
        for variable, column in zip(told.variables, columns, strict=True):
            self.columns[variable.name] = column
            self.variables[variable.name] = declared(variable)
            found = hierarchy_for(variable, sorted(set(column)), metadata)
            if found is not None:
                self.hierarchies[variable.name] = found

    def recode(self, name: str, new: str, become: Mapping[str, str], kept: Hierarchy | None) -> None:
        """Put a recoded variable beside the others."""
        self.columns[new] = [become[code] for code in self.columns[name]]
        missing = tuple(sorted({become.get(code, code) for code in self.variables[name].missing}))
        self.variables[new] = Variable(new, "other", "nominal", None, missing)
        if kept is not None:
            self.hierarchies[new] = kept


def import_arb(batch: Path, out: Path, context: JobContext) -> Imported:
    """Translate a batch file and write the plan and what it needs into `out`: all files or none.

    Files named are found beside the batch file, their case apart. Raises :class:`Refused` with file and line
    of what is malformed or missing, Cancelled.
    """
    commands, unknown = parse_arb(file_text(batch), batch.name)
    wanted, notes = batch_of(commands, batch.name)
    data = found_file(batch.parent, wanted.data)
    metadata = found_file(batch.parent, wanted.metadata)
    told = parse_rda(file_text(metadata), metadata.name)
    refuse_errors(tuple(variables_known(wanted, told, batch.name)))
    with temporary_folder(out) as folder:
        plan: dict[str, Any] = {"schema": PLAN_SCHEMA}
        if wanted.is_table:
            jobs = [_table_job(table, n, data, metadata, batch, out) for n, table in enumerate(wanted.tables)]
        else:
            records = _Records(data, metadata, told)
            jobs = [_records_job(t, n, records, told, batch, out) for n, t in enumerate(wanted.tables)]
            plan["data"] = _written(records, folder, context)
            notes = (*notes, *records.notes)
        plan["jobs"] = jobs
        write_texts(folder, {PLAN: json.dumps(plan, indent=1, ensure_ascii=False) + "\n"})
        files = tuple(sorted(path.name for path in folder.iterdir() if path.is_file()))
        _refuse_overwriting(files, out, batch.parent)
        move_into((folder, out))
    return Imported(plan, files, (*unknown, *told.notes, *notes))


def _refuse_overwriting(files: Sequence[str], out: Path, kept: Path) -> None:
    """The folder of the batch file is not written into where it has such files: they may be its own."""
    where = [Place(file=name) for name in files if (out / name).exists() and out.resolve() == kept.resolve()]
    if where:
        raise Refused([error("plan.output_over_input", place, path=place.file or "") for place in where])


def _table_job(
    table: Wanted, number: int, data: Path, metadata: Path, batch: Path, out: Path
) -> dict[str, Any]:
    if table.recodings:
        raise Refused(
            error("tauargus.recode_needs_records", Place(file=batch.name, line=table.recodings[0][2]))
        )
    params = dict(table.params)
    params["table"] = {"tab": _from(out, data), "metadata": _from(out, metadata)}
    if table.response is not None:
        params["table"]["response"] = table.response
    return _job(table, number, params, batch, out)


def _records_job(
    table: Wanted, number: int, records: _Records, told: Metadata, batch: Path, out: Path
) -> dict[str, Any]:
    names = {name.casefold(): name for name in records.columns}
    dimensions = {name.casefold(): names[name.casefold()] for name in table.variables}
    for name, how, line in table.recodings:
        if name.casefold() not in dimensions:
            raise Refused(error("plan.unknown_variable", Place(file=batch.name, line=line), name=name))
        old = dimensions[name.casefold()]
        dimensions[name.casefold()] = _recoded(
            old, how, number, records, Place(file=batch.name, line=line), batch
        )
    params = dict(table.params)
    params["dimensions"] = [{"variable": variable} for variable in dimensions.values()]
    if table.response is not None:
        params["value"] = names[table.response.casefold()]
    if params.pop("weight", False):
        params["weight"] = _tagged(told, "WEIGHT", table, batch)
    for rule in params.get("rules", ()):
        if rule["kind"] == "request":
            rule["variable"] = _tagged(told, "REQUEST", table, batch)
            codes = told.with_tag("REQUEST")[0].arguments("REQUEST")
            rule["codes"] = list(codes or ("1",))
    if table.holding and isinstance(params.get("protect"), dict):
        params["protect"]["holding"] = _tagged(told, "HOLDING", table, batch)
    protect = params.get("protect")
    if protect is not None and protect["method"] in ("suppression", "adjustment"):
        protect["cost"] = table.cost
    return _job(table, number, params, batch, out)


def _job(table: Wanted, number: int, params: dict[str, Any], batch: Path, out: Path) -> dict[str, Any]:
    apriori = params.pop("apriori", None)
    if apriori is not None:
        path = _from(out, found_file(batch.parent, apriori))
        protect = params.setdefault("protect", {"method": "suppression", "solver": "fast"})
        if protect["method"] == "suppression":
            protect["apriori"] = path
        else:
            raise Refused(
                error("tauargus.apriori_needs_suppression", Place(file=batch.name, line=table.line))
            )
    known = TableParams.model_validate_json(json.dumps(params))
    job: dict[str, Any] = {
        "name": f"table {number + 1}",
        "kind": "table",
        "params": known.model_dump(mode="json", by_alias=True, exclude_defaults=True),
    }
    if table.output is not None:
        job["output"] = {"path": Path(table.output.replace("\\", "/")).name}
    return job


def _tagged(told: Metadata, tag: str, table: Wanted, batch: Path) -> str:
    found = told.with_tag(tag)
    if not found:
        raise Refused(error("tauargus.no_such_tag", Place(file=batch.name, line=table.line), tag=tag))
    return found[0].name


def _recoded(name: str, how: str, number: int, records: _Records, where: Place, batch: Path) -> str:
    """Recode a variable for one table: to a level of its hierarchy, by a tree recoding, or by groups."""
    hierarchy = records.hierarchies.get(name)
    codes = sorted(set(records.columns[name]))
    if how.isdecimal():
        cut: Recoding | int = int(how)
    else:
        text = file_text(found_file(batch.parent, how))
        cut = parse_grc(text, how)
        records.notes += grc_notes(text, how)
    if (isinstance(cut, int) or cut.cut) and hierarchy is None:
        raise Refused(error("tauargus.recode_needs_hierarchy", where, name=name))
    new = f"{name} (table {number + 1})"
    if isinstance(cut, Recoding) and not cut.cut:
        records.recode(name, new, {code: cut.code_of(code) for code in codes}, None)
        return new
    assert hierarchy is not None
    become: dict[str, str] = {}
    rows: dict[str, tuple[str, ...]] = {}
    for code in codes:
        row = _levels(hierarchy, code)
        chain = list(dict.fromkeys(reversed(row)))  # from the top down
        stop = _stop(chain, cut)
        become[code] = stop
        kept = chain[: chain.index(stop) + 1]
        rows[stop] = tuple(label if label in kept else stop for label in row)
    rows = _finer_first(rows)
    width = len(next(iter(rows.values())))
    records.recode(name, new, become, Hierarchy(new, hierarchy.level_names[:width], rows))
    return new


def _stop(chain: Sequence[str], cut: Recoding | int) -> str:
    """The category of a chain, from the top down, at which it ends."""
    if isinstance(cut, int):
        return chain[min(max(cut, 1), len(chain)) - 1]
    closed = {code.strip() for code in cut.cut}
    return next((label for label in chain if label.strip() in closed), chain[-1])


def _levels(hierarchy: Hierarchy, code: str) -> tuple[str, ...]:
    """The labels of a code without that of everything; a code that the tree lacks stands for itself."""
    row = hierarchy.rows.get(code)
    if row is None:
        return (code,) * max(1, hierarchy.levels - (hierarchy.level_names[-1] == TOP))
    return row[:-1] if hierarchy.level_names[-1] == TOP else row


def _finer_first(rows: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Without the finest levels that are all the same as the next."""
    listed = dict(rows)
    while all(len(row) > 1 and row[0] == row[1] for row in listed.values()):
        listed = {code: row[1:] for code, row in listed.items()}
    return listed


def _written(records: _Records, folder: Path, context: JobContext) -> dict[str, Any]:
    """Write the records and their hierarchies; what the plan says of them."""
    dialect = Dialect(delimiter=";", encoding=records.encoding, decimal=records.decimal)
    relation = text_table(list(records.columns.values()), context)
    data = Microdata(relation, tuple(records.variables.values()), records.decimal)
    write_csv(data, folder / RECORDS, dialect, escape_formulas=False, context=context)
    variables: dict[str, Any] = {}
    hierarchies: dict[str, Any] = {}
    for number, (name, variable) in enumerate(records.variables.items(), start=1):
        variables[name] = {"level": variable.level, "missing": list(variable.missing)}
        hierarchy = records.hierarchies.get(name)
        if hierarchy is not None:
            path = f"hierarchy_{number}.csv"
            present = sorted(set(records.columns[name]) - set(variable.missing))
            rows = [_levels(hierarchy, code) for code in present]
            write_rows(folder / path, rows, dialect, context)
            hierarchies[name] = {
                "kind": "levels",
                "path": path,
                "header": False,
                "delimiter": ";",
                "encoding": records.encoding,
            }
    return {
        "path": RECORDS,
        "delimiter": ";",
        "quote": '"',
        "encoding": records.encoding,
        "decimal": records.decimal,
        "header": True,
        "variables": variables,
        "hierarchies": hierarchies,
    }


def _from(out: Path, path: Path) -> str:
    """The path as the plan says it: the plan then names no folder of this machine where that can be."""
    try:
        return Path(os.path.relpath(path.absolute(), out.absolute())).as_posix()
    except ValueError:  # on another drive
        return str(path.absolute())
