"""Records in fixed or free format with their description (.rda), read in the child.

Blanks around a field are layout and are removed.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from sdc_desktop.engine.data.argus.beside import columns_of, metadata_of
from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.data.argus.rda import Metadata, records_columns
from sdc_desktop.engine.data.fixed_spec import END_OF_FILE
from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.problems import Refused

_BLOCK = 20_000


def read(path: Path, metadata: str) -> Reading:
    """Read the records that the .rda file `metadata` describes. Raises :class:`Unreadable`."""
    try:
        found = metadata_of(Path(metadata), Path(metadata).name)
        text = file_text(path).rstrip(END_OF_FILE)
        columns = records_columns(_body(text, found), found, path.name)
    except Refused as refusal:
        first = refusal.problems[0]
        place = {} if first.where.line is None else {"line": first.where.line}
        raise Unreadable(first.code, **place, **first.params) from None
    return Reading(len(columns), _blocks(columns), lambda: columns_of(found, Path(metadata).parent))


def _body(text: str, found: Metadata) -> str:
    """The text without a first line of names; blanked, for the lines keep their numbers. Raises
    :class:`Unreadable` where it names another variable of the description: that has another order.
    """
    if "NAMESINFRONT" not in found.header:
        return text
    first, line_end, rest = text.partition("\n")
    if found.separator is not None:
        described = [variable.name for variable in found.variables]
        known = {name.casefold() for name in described}
        for name, stated in zip(described, _fields(first, found.separator), strict=False):
            if stated.casefold() in known - {name.casefold()}:
                raise Unreadable("argus.names_differ", line=1, name=stated, described=name)
    return line_end + rest


def _fields(line: str, separator: str) -> list[str]:
    """The fields of the line of names; none where it is no such line."""
    try:
        return [field.strip() for field in next(csv.reader([line.rstrip("\r")], delimiter=separator), [])]
    except csv.Error:
        return []


def _blocks(columns: tuple[tuple[str, ...], ...]) -> Iterator[tuple[list[tuple[str, ...]], float]]:
    records = len(columns[0])
    for start in range(0, records, _BLOCK):
        parts = [[field.strip() for field in column[start : start + _BLOCK]] for column in columns]
        yield list(zip(*parts, strict=True)), min(start + _BLOCK, records) / records
