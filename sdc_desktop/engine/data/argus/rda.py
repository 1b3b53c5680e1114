"""Metadata (.rda): the variables of a file of records or of a table, and what their tags say.

Fixed format: name, first place, length, missing codes. Free format, a SEPARATOR first: name, length, missing
codes for records, without the length for tables.

Source: the manual of mu-ARGUS 5.1, "Meta data file", and that of tau-ARGUS 4.2, on metadata of tables.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning

KNOWN_TAGS = frozenset(
    {
        "CODELIST", "COSTVAR", "DECIMALS", "DISTANCE", "FREQUENCY", "HIERARCHICAL", "HIERCODELIST",
        "HIERLEADSTRING", "HIERLEVELS", "HOLDING", "HOUSEHOLD", "HOUSE_ID", "IDLEVEL", "LOWERPL", "MAXSCORE",
        "NAMESINFRONT", "NUMERIC", "PROTECT", "RECODABLE", "RECODE", "RECODEABLE", "RELATED", "REQUEST",
        "SAFE", "SEPARATOR", "SHADOW", "STATUS", "SUPPRESSPRIORITY", "SUPPRESSWEIGHT", "TOTCODE", "TRUNCABLE",
        "UNSAFE", "UPPERPL", "WAIVER", "WEIGHT",
    }
)  # fmt: skip
_TAG = re.compile(r"<([A-Za-z_]+)>([^<]*)")
_QUOTED = re.compile(r'"([^"]*)"')
_WORD = re.compile(r'"[^"]*"|\S+')


@dataclass(frozen=True)
class RdaVariable:
    """A variable. ``start`` (from 1): None in free format; ``length``: None where it is not given.
    ``tags``: TAG -> its argument.
    """

    name: str
    start: int | None
    length: int | None
    missing: tuple[str, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    def argument(self, tag: str) -> str | None:
        """The argument of a tag without quotation marks; None for a variable without the tag."""
        given = self.tags.get(tag)
        return None if given is None else given.strip().strip('"')

    def arguments(self, tag: str) -> tuple[str, ...]:
        """All arguments of a tag."""
        given = self.tags.get(tag, "")
        return tuple(_QUOTED.findall(given)) or tuple(given.split())


@dataclass(frozen=True)
class Metadata:
    """``separator``: None in fixed format. ``notes``: tags that this program does not know."""

    separator: str | None
    variables: tuple[RdaVariable, ...]
    notes: tuple[Problem, ...] = ()
    header: Mapping[str, str] = field(default_factory=dict)

    def with_tag(self, tag: str) -> tuple[RdaVariable, ...]:
        """The variables that have a tag."""
        return tuple(variable for variable in self.variables if tag in variable.tags)

    def variable(self, name: str) -> RdaVariable | None:
        """The variable of that name, its case apart."""
        same = (v for v in self.variables if v.name.casefold() == name.casefold())
        return next(same, None)


def parse_rda(text: str, file: str, *, of_table: bool = False) -> Metadata:
    """Read metadata. Raises :class:`Refused` with file and line where they are malformed; tags that are not
    known are reported in notes. ``of_table``: they describe a table, whose variables have no length.
    """
    separator: str | None = None
    header: dict[str, str] = {}
    variables: list[RdaVariable] = []
    notes: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped, where = line.strip(), Place(file=file, line=number)
        if not stripped or stripped.startswith("//"):
            continue
        if not stripped.startswith("<"):
            variables.append(_variable(stripped, separator is not None, of_table, where))
            continue
        tags = {tag.upper(): argument.strip() for tag, argument in _TAG.findall(stripped)}
        if not tags:
            raise Refused(error("tauargus.malformed", where, text=stripped))
        if not variables:
            header |= tags
            separator = tags["SEPARATOR"].strip('"') if "SEPARATOR" in tags else separator
            if tags.pop("SEPARATOR", None) is not None and not _separates(separator):
                raise Refused(error("csv.bad_delimiter", where))
        else:
            last = variables[-1]
            variables[-1] = RdaVariable(
                last.name, last.start, last.length, last.missing, {**last.tags, **tags}
            )
        for tag in sorted(set(tags) - KNOWN_TAGS):
            notes.append(warning("tauargus.unknown_tag", where, tag=tag))
    if not variables:
        raise Refused(error("tauargus.no_variables", Place(file=file)))
    return Metadata(separator, tuple(variables), tuple(notes), header)


def _separates(separator: str | None) -> bool:
    """Whether fields can be cut at a separator: one character, no quotation mark or line end."""
    return separator is not None and len(separator) == 1 and separator not in '"\r\n'


def _variable(line: str, free: bool, of_table: bool, where: Place) -> RdaVariable:
    """A number after the name of a variable in free format is its length; missing codes may be quoted."""
    name, *rest = _WORD.findall(line)
    if free:
        length = int(rest.pop(0)) if not of_table and rest and rest[0].isdecimal() else None
        return RdaVariable(name, None, length, _codes(rest))
    start, width = ([part.strip('"') for part in rest] + ["", ""])[:2]
    if not start.isdecimal() or not width.isdecimal() or not int(start):
        raise Refused(error("tauargus.malformed", where, text=line))
    return RdaVariable(name, int(start), int(width), _codes(rest[2:]))


def _codes(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.strip('"') for word in words)


def rda_text(metadata: Metadata) -> str:
    """The metadata as a file."""
    lines = [f'   <SEPARATOR> "{metadata.separator}"'] if metadata.separator is not None else []
    for variable in metadata.variables:
        quoted = metadata.separator is not None
        missing = [f'"{code}"' if quoted or not _WORD.fullmatch(code) else code for code in variable.missing]
        places = [str(place) for place in (variable.start, variable.length) if place is not None]
        lines.append(" ".join([variable.name, *places, *missing]))
        lines += [f"    <{tag}> {argument}".rstrip() for tag, argument in variable.tags.items()]
    return "\n".join(lines) + "\n"


def fixed_columns(text: str, variables: Sequence[RdaVariable], file: str) -> tuple[tuple[str, ...], ...]:
    """The fields of a file in fixed format, one column per variable. Raises :class:`Refused` for short
    lines.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    columns: list[list[str]] = [[] for _ in variables]
    for number, line in lines:
        for column, variable in zip(columns, variables, strict=True):
            assert variable.start is not None
            assert variable.length is not None
            field_ = line[variable.start - 1 : variable.start - 1 + variable.length]
            if not field_:
                raise Refused(error("tauargus.short_line", Place(file=file, line=number), name=variable.name))
            column.append(field_)
    return tuple(tuple(column) for column in columns)


def records_columns(text: str, metadata: Metadata, file: str) -> tuple[tuple[str, ...], ...]:
    """The fields of a file of records, one column per variable, unchanged. Raises :class:`Refused`."""
    found = _columns(text, metadata, file)
    if not found or not found[0]:
        raise Refused(error("table.no_records", Place(file=file), name=file))
    return found


def _columns(text: str, metadata: Metadata, file: str) -> tuple[tuple[str, ...], ...]:
    if metadata.separator is None:
        return fixed_columns(text, metadata.variables, file)
    columns: list[list[str]] = [[] for _ in metadata.variables]
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=metadata.separator), start=1):
        if not row:
            continue
        if len(row) != len(columns):
            raise Refused(
                error(
                    "tauargus.fields", Place(file=file, line=number), number=len(row), expected=len(columns)
                )
            )
        for column, text_of in zip(columns, row, strict=True):
            column.append(text_of)
    return tuple(tuple(column) for column in columns)
