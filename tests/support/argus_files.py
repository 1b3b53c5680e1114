"""Files of tau-ARGUS as a source of jobs, and its protected tables to compare with."""

import csv
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.data.argus.rda import Metadata, parse_rda, records_columns
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.arb_records import decimal_mark, declared, hierarchy_for
from sdc_desktop.engine.tables.text_table import text_table


def open_records(data: Path, metadata: Path, context: JobContext) -> tuple[Source, Metadata]:
    """The records of a file and the hierarchies that its metadata name."""
    shown = parse_rda(file_text(metadata), metadata.name)
    columns = records_columns(file_text(data), shown, data.name)
    variables = tuple(declared(variable) for variable in shown.variables)
    records = Microdata(text_table(columns, context), variables, decimal_mark(columns, shown))
    hierarchies = {}
    for variable, column in zip(shown.variables, columns, strict=True):
        found = hierarchy_for(variable, sorted(set(column)), metadata)
        if found is not None:
            hierarchies[variable.name] = found
    return Source(records, hierarchies, data.parent), shown


@dataclass(frozen=True)
class CodeValue:
    """A cell: its codes, its value (None: empty) and status (1 safe, 3 unsafe, 11 secondary, 14 empty)."""

    codes: tuple[str, ...]
    value: Decimal | None
    status: int


def parse_code_value(text: str) -> tuple[CodeValue, ...]:
    """Read a table that tau-ARGUS wrote as codes and values."""
    return tuple(
        CodeValue(tuple(codes), None if value == "-" else Decimal(value), int(status))
        for *codes, value, status in filter(None, csv.reader(text.splitlines()))
    )
