"""Batch files (.arb) as plans: a folder with the plan, its records as CSV, and their hierarchies.

The plan is complete: it can be read, changed and run like any other.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.places import file_text, found_file
from sdc_desktop.engine.data.argus.rda import Metadata, parse_rda
from sdc_desktop.engine.data.table_layouts import LIST, TableLayout, endings_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors, warning
from sdc_desktop.engine.running.outputs import move_into, temporary_folder, write_texts
from sdc_desktop.engine.tables.files.apriori import apriori_lines, apriori_text, separator_of
from sdc_desktop.engine.tables.files.arb_records import Records, recoded, written
from sdc_desktop.engine.tables.files.arb_tables import (
    Batch,
    Opened,
    Version,
    Wanted,
    batch_of,
    parse_arb,
    variables_known,
)
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.upgrades import PLAN_SCHEMA

PLAN = "plan.sdcplan"


@dataclass(frozen=True)
class Imported:
    """The plan as JSON data, the files made, and what has no effect or another."""

    plan: Mapping[str, Any]
    files: tuple[str, ...]
    notes: tuple[Problem, ...]


@dataclass
class _Import:
    """Where a batch file lies and what it becomes: the notes, the files of a-priori entries by name, and the
    names of the output files of the tables.
    """

    batch: Path
    out: Path
    notes: list[Problem] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    outputs: set[str] = field(default_factory=set)

    def place(self, line: int) -> Place:
        """A line of the batch file."""
        return Place(file=self.batch.name, line=line)

    def beside(self, path: Path) -> str:
        """The path as the plan has it: no folder of this machine is named where that can be."""
        try:
            return Path(os.path.relpath(path.absolute(), self.out.absolute())).as_posix()
        except ValueError:  # on another drive
            return str(path.absolute())


def import_arb(batch: Path, out: Path, context: JobContext) -> Imported:
    """Translate a batch file and write the plan and what it needs into `out`: all files or none.

    Files named are found beside the batch file, their case apart. Raises :class:`Refused` with file and line
    of what is malformed or missing, Cancelled.
    """
    commands, unknown = parse_arb(file_text(batch), batch.name)
    wanted, notes = batch_of(commands, batch.name)
    files = {one.names: _described(batch.parent, one, wanted) for one in _opened(wanted)}
    refuse_errors(
        [
            p
            for table in wanted.tables
            for p in variables_known(table, files[table.opened.names].rda, batch.name)
        ]
    )
    work = _Import(batch, out, [*unknown, *(n for one in files.values() for n in one.rda.notes), *notes])
    with temporary_folder(out) as folder:
        plan: dict[str, Any] = {"schema": PLAN_SCHEMA}
        if wanted.is_table:
            numbered = [(n, t, files[t.opened.names]) for n, t in enumerate(wanted.tables)]
            jobs = [job for n, table, own in numbered for job in _of_table(table, n, own, work)]
        else:
            (own,) = files.values()
            records = Records(own.data, own.metadata, own.rda, _used(wanted))
            jobs = [
                job for n, t in enumerate(wanted.tables) for job in _of_records(t, n, records, own.rda, work)
            ]
            plan["data"] = written(records, folder, context)
            work.notes += records.notes
        plan["jobs"] = jobs
        write_texts(folder, {PLAN: json.dumps(plan, indent=1, ensure_ascii=False) + "\n", **work.texts})
        made = tuple(sorted(path.name for path in folder.iterdir() if path.is_file()))
        _refuse_overwriting(made, out, batch.parent)
        move_into((folder, out))
    return Imported(plan, made, tuple(work.notes))


@dataclass(frozen=True)
class _Described:
    """A data file with its metadata, as found."""

    data: Path
    metadata: Path
    rda: Metadata


def _opened(wanted: Batch) -> list[Opened]:
    return [table.opened for table in wanted.tables]


def _described(folder: Path, opened: Opened, wanted: Batch) -> _Described:
    metadata = found_file(folder, opened.metadata)
    rda = parse_rda(file_text(metadata), metadata.name, of_table=wanted.is_table)
    return _Described(found_file(folder, opened.data), metadata, rda)


def _used(wanted: Batch) -> frozenset[str]:
    """The variables that span a table."""
    return frozenset(name.casefold() for table in wanted.tables for name in table.variables)


def _refuse_overwriting(files: Sequence[str], out: Path, kept: Path) -> None:
    """Refuses to overwrite files in the folder of the batch file: they may be its own."""
    where = [Place(file=name) for name in files if (out / name).exists() and out.resolve() == kept.resolve()]
    if where:
        raise Refused([error("plan.output_over_input", place, path=place.file or "") for place in where])


def _of_table(table: Wanted, number: int, described: _Described, work: _Import) -> Iterator[dict[str, Any]]:
    if table.recodings:
        raise Refused(error("tauargus.recode_needs_records", work.place(table.recodings[0][2])))
    params = dict(table.params)
    params["table"] = {
        "tab": work.beside(described.data),
        "metadata": work.beside(described.metadata),
    }
    if table.response is not None:
        params["table"]["response"] = table.response
    yield from _jobs(table, number, params, work)


def _of_records(
    table: Wanted, number: int, records: Records, metadata: Metadata, work: _Import
) -> Iterator[dict[str, Any]]:
    names = {name.casefold(): name for name in records.columns}
    dimensions = {name.casefold(): names[name.casefold()] for name in table.variables}
    for name, how, line in table.recodings:
        if name.casefold() not in dimensions:
            raise Refused(error("plan.unknown_variable", work.place(line), name=name))
        old = dimensions[name.casefold()]
        dimensions[name.casefold()] = recoded(old, how, number, records, work.place(line), work.batch)
    params = dict(table.params)
    params["dimensions"] = [{"variable": variable} for variable in dimensions.values()]
    if table.response is not None:
        params["value"] = names[table.response.casefold()]
    if table.shadow is not None:
        params["shadow"] = names[table.shadow.casefold()]
    if params.pop("weight", False):
        params["weight"] = _tagged(metadata, "WEIGHT", table, work)
    for rule in params.get("rules", ()):
        if rule["kind"] == "request":
            rule["variable"] = _tagged(metadata, "REQUEST", table, work)
            codes = metadata.with_tag("REQUEST")[0].arguments("REQUEST")
            rule["codes"] = list(codes or ("1",))
    if table.holding:
        params["holding"] = _tagged(metadata, "HOLDING", table, work)
    cost = None if table.cost_variable is None else names[table.cost_variable.casefold()]
    yield from _jobs(table, number, params, work, cost)


def _jobs(
    table: Wanted,
    number: int,
    params: dict[str, Any],
    work: _Import,
    cost_variable: str | None = None,
) -> Iterator[dict[str, Any]]:
    """A job for each way in which the table is protected, with its output files."""
    apriori = _apriori(table, number, work)
    versions = table.versions or [Version(None)]
    for place, version in enumerate(versions, start=1):
        protect = None if version.protect is None else dict(version.protect)
        if protect is not None and "table" not in params:
            protect |= _costs(table, protect["method"], cost_variable, work)
        if protect is not None and protect["method"] == "suppression" and table.power is not None:
            protect["power"] = table.power
        if apriori is not None:
            protect = _with_apriori(protect, apriori, table, work)
        if table.link and protect is not None and protect["method"] == "suppression":
            protect["link"] = table.link if place == 1 else f"{table.link} ({place})"
        own = params if protect is None else {**params, "protect": protect}
        name = f"table {number + 1}" if len(versions) == 1 else f"table {number + 1} ({place})"
        yield _job(name, own, table, _output(version, work, table.line), work)


def _costs(table: Wanted, method: str, variable: str | None, work: _Import) -> dict[str, Any]:
    if method not in ("suppression", "adjustment"):
        return {}
    if method == "adjustment" and table.cost in ("distance", "variable"):
        part = f"cost {table.cost_variable or '-3'}"
        work.notes.append(warning("tauargus.part_left_out", work.place(table.line), part=part))
        return {"cost": "value"}
    costs: dict[str, Any] = {"cost": table.cost}
    return costs if variable is None or table.cost != "variable" else {**costs, "cost_variable": variable}


def _with_apriori(protect: dict[str, Any] | None, path: str, table: Wanted, work: _Import) -> dict[str, Any]:
    """A-priori entries are part of what protects a table: where nothing does, cells are suppressed."""
    if protect is None:
        where = work.place(table.apriori[0].line)
        parts = {"part": "APRIORI without SUPPRESS", "instead": "fast suppression with its audit"}
        work.notes.append(warning("tauargus.done_otherwise", where, **parts))
        protect = {"method": "suppression", "solver": "fast"}
    return {**protect, "apriori": path}


def _apriori(table: Wanted, number: int, work: _Import) -> str | None:
    """The file of the a-priori entries of a table: the one named, or a new one that holds those of several,
    or of one whose separator does not follow from its first line.
    """
    if not table.apriori:
        return None
    dimensions = len(table.variables)
    found = [(found_file(work.batch.parent, one.file), one.separator) for one in table.apriori]
    texts = [(file_text(path), path, separator) for path, separator in found]
    if len(texts) == 1:
        text, path, separator = texts[0]
        if separator in (None, separator_of(text, dimensions)):
            return work.beside(path)
    lines: list[tuple[int, tuple[str, ...]]] = []
    for text, path, separator in texts:
        lines += apriori_lines(text, dimensions, separator or separator_of(text, dimensions), path.name)
    name = f"apriori_{number + 1}.hst"
    work.texts[name] = apriori_text(lines, table.apriori[0].file)
    return name


def _output(version: Version, work: _Import, line: int) -> dict[str, Any] | None:
    """The first file of a table, and the others beside it."""
    files = [_file(layout, name, work, line) for layout, name in version.outputs]
    if not files:
        return None
    first, *others = files
    return {**first, "also": others} if others else first


def _file(layout: TableLayout, name: str, work: _Import, line: int) -> dict[str, Any]:
    endings = endings_of(layout)
    stem, number = name, 1
    if endings and not name.lower().endswith(endings):
        stem = f"{Path(name).stem}{endings[0]}"
    found = stem
    while found.casefold() in work.outputs:
        number += 1
        found = f"{Path(stem).stem}_{number}{Path(stem).suffix}"
    work.outputs.add(found.casefold())
    if found != name:
        parts = {"part": f"WRITETABLE {name}", "instead": found}
        work.notes.append(warning("tauargus.done_otherwise", work.place(line), **parts))
    return {"path": found} | ({} if layout == LIST else {"layout": layout})


def _job(
    name: str, params: dict[str, Any], table: Wanted, output: dict[str, Any] | None, work: _Import
) -> dict[str, Any]:
    try:
        known = TableParams.model_validate_json(json.dumps(params))
    except ValidationError as failure:
        place = ".".join(str(part) for part in failure.errors()[0]["loc"])
        raise Refused(error("tauargus.malformed", work.place(table.line), text=place)) from None
    job: dict[str, Any] = {
        "name": name,
        "kind": "table",
        "params": known.model_dump(mode="json", by_alias=True, exclude_defaults=True),
    }
    return job if output is None else {**job, "output": output}


def _tagged(metadata: Metadata, tag: str, table: Wanted, work: _Import) -> str:
    found = metadata.with_tag(tag)
    if not found:
        raise Refused(error("tauargus.no_such_tag", work.place(table.line), tag=tag))
    return found[0].name
