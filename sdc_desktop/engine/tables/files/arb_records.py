"""The records that a batch file (.arb) names: read, recoded, and saved as CSV with their hierarchies."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.codes import from_digits, hierarchy_of, parse_hrc
from sdc_desktop.engine.data.argus.grc import Recoding, grc_notes, parse_grc
from sdc_desktop.engine.data.argus.places import file_text, found_file, text_and_encoding
from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable, records_columns
from sdc_desktop.engine.data.csv.write import write_csv, write_rows
from sdc_desktop.engine.data.formats import DecimalMark, Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import TOP, Hierarchy
from sdc_desktop.engine.data.hierarchies.spec import LEAD
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.tables.text_table import text_table

RECORDS = "records.csv"


def decimal_mark(columns: Sequence[Sequence[str]], metadata: Metadata) -> DecimalMark:
    """A comma where a number has one."""
    numeric = (c for v, c in zip(metadata.variables, columns, strict=True) if _is_numeric(v))
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


class Records:
    """Records by column, and what is known of the columns; recoded ones are put beside the others."""

    def __init__(self, data: Path, metadata: Path, description: Metadata, used: frozenset[str]) -> None:
        """``used``: the names, in lower case, of variables whose hierarchies are needed."""
        text, self.encoding = text_and_encoding(data)
        columns = records_columns(text, description, data.name)
        self.decimal = decimal_mark(columns, description)
        self.columns: dict[str, Sequence[str]] = {}
        self.variables: dict[str, Variable] = {}
        self.hierarchies: dict[str, Hierarchy] = {}
        self.notes: list[Problem] = []
        for variable, column in zip(description.variables, columns, strict=True):
            self.columns[variable.name] = column
            self.variables[variable.name] = declared(variable)
            try:
                found = hierarchy_for(variable, sorted(set(column)), metadata)
            except Refused as refusal:
                if variable.name.casefold() in used:
                    raise
                self.notes.append(_unread(variable, metadata, refusal))
                continue
            if found is not None:
                self.hierarchies[variable.name] = found

    def recode(self, name: str, new: str, become: Mapping[str, str], kept: Hierarchy | None) -> None:
        """Put a recoded variable beside the others."""
        self.columns[new] = [become[code] for code in self.columns[name]]
        missing = tuple(sorted({become.get(code, code) for code in self.variables[name].missing}))
        self.variables[new] = Variable(new, "other", "nominal", None, missing)
        if kept is not None:
            self.hierarchies[new] = kept


def _unread(variable: RdaVariable, metadata: Path, refusal: Refused) -> Problem:
    """That a hierarchy which no table uses cannot be read."""
    gone = refusal.problems[0].code == "tauargus.no_file"
    code = "argus.hierarchy_gone" if gone else "argus.hierarchy_unread"
    where = Place(file=metadata.name, variable=variable.name)
    return warning(code, where, name=variable.name, file=variable.argument("HIERCODELIST") or "")


def recoded(name: str, how: str, number: int, records: Records, where: Place, batch: Path) -> str:
    """Recode a variable for one table: to a level of its hierarchy, by a tree recoding, or by groups."""
    hierarchy = records.hierarchies.get(name)
    codes = sorted(set(records.columns[name]))
    if how.isdecimal():
        cut: Recoding | int = int(how)
    else:
        text = file_text(found_file(batch.parent, how))
        cut = parse_grc(text, how, records.decimal)
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
    """The labels of a code without the top label; a code outside the tree is its own label."""
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


def written(records: Records, folder: Path, context: JobContext) -> dict[str, Any]:
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
