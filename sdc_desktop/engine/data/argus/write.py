"""Records as mu-ARGUS and tau-ARGUS read them: fixed width, and the .rda file beside that describes them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.beside import argus_paths
from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable, rda_text
from sdc_desktop.engine.data.csv.write import refuse_read_only
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.data.target.fitting import renamed_note
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_WRITE = "writing"
_NOT_IN_NAMES = re.compile(r'[\s"<>]+')
_LINE_ENDS = r"[\r\n\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}]"  # whatever a reader may take for one


@dataclass(frozen=True)
class _Field:
    variable: Variable
    name: str
    width: int
    decimals: int
    numbers: bool


def write_argus(data: Microdata, path: Path, context: JobContext) -> tuple[Problem, ...]:
    """Write records and description, each whole or not at all. Roles, levels and missing codes go into the
    description; names lose blanks and quotation marks, which it cannot hold: returns a note that tells them.
    Raises :class:`Refused`, Cancelled.
    """
    records, described = argus_paths(path)
    for target in (records, described):
        refuse_read_only(target)
    fields = _fields(data, path.name, context)
    widths = [field.width for field in fields]
    with atomic_write(described) as about:
        about.write(rda_text(_metadata(fields)).encode("utf-8"))
        with atomic_write(records) as file:
            done = 0
            for batch in data.batches(context):
                lines = [
                    " ".join(text.strip().rjust(width) for text, width in zip(row, widths, strict=True))
                    for row in batch
                ]
                file.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
                done += len(batch)
                context.progress(done / data.records, STEP_WRITE)
            context.checkpoint()
    return renamed_note(data.names, [field.name for field in fields], path.name)


def _fields(data: Microdata, shown: str, context: JobContext) -> list[_Field]:
    names: list[str] = []
    fields = []
    for number, variable in enumerate(data.variables):
        name = _NOT_IN_NAMES.sub("_", variable.name).strip("_") or "variable"
        name = name if not name.startswith("//") else f"_{name}"
        while name.casefold() in (other.casefold() for other in names):
            name += "_"
        names.append(name)
        width, decimals, ends = _measured(data, number, context)
        if ends:
            raise Refused(error("argus.line_end", Place(file=shown, variable=variable.name)))
        numbers = variable.level == "continuous"
        width = max(width, 1, *map(len, _codes(variable)))  # mu-ARGUS refuses codes longer than their field
        fields.append(_Field(variable, name, width, decimals, numbers))
    return fields


def _measured(data: Microdata, number: int, context: JobContext) -> tuple[int, int, int]:
    """The longest text, the most decimals, and the records with a line end, of one column."""
    mark = "\\" + data.decimal
    query = (
        f"SELECT coalesce(max(length(trim(value))), 0), "
        f"coalesce(max(length(regexp_extract(value, '{mark}(\\d+) *$', 1))), 0), "
        f"count(*) FILTER (regexp_matches(value, '{_LINE_ENDS}')) "
        f"FROM (SELECT DISTINCT c{number} AS value FROM {data.relation.name})"
    )
    cursor = data.relation.store.cursor()
    with interruptible(cursor, context):
        found = only(cursor, query)
    return int(found[0]), int(found[1]), int(found[2])


def _metadata(fields: Sequence[_Field]) -> Metadata:
    variables = []
    start = 1
    for field in fields:
        missing = _codes(field.variable)
        variables.append(RdaVariable(field.name, start, field.width, missing, _tags(field)))
        start += field.width + 1
    return Metadata(None, tuple(variables))


def _codes(variable: Variable) -> tuple[str, ...]:
    """The missing codes that a description can hold: blanks around a field are layout."""
    held = (code.strip() for code in variable.missing)
    return tuple(code for code in held if len(code.splitlines()) == 1 and '"' not in code)


def _tags(field: _Field) -> dict[str, str]:
    role = field.variable.role
    tags: dict[str, str] = {}
    if role == "weight":
        tags["WEIGHT"] = ""
    elif field.numbers:
        tags["NUMERIC"] = ""
    else:
        tags["RECODABLE"] = ""
    if field.decimals and field.numbers:
        tags["DECIMALS"] = str(field.decimals)
    if role == "household":
        tags["HOUSE_ID"] = ""
    if role not in ("weight", "household"):
        tags["IDLEVEL"] = "1" if role == "key" else "0"
    return tags
