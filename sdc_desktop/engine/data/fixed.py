"""Text in fixed width without a description: how it is read, as given or as its first lines show.

What is given is never questioned. `foreign/fixed_read.py` reads the records.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.sniff import (
    SAMPLE,
    STEP_SNIFF,
    beginning_of,
    checked_encoding,
    find_decimal,
    header_votes,
    preview,
)
from sdc_desktop.engine.data.csv.text import FileBytes, FoundEncoding, find_encoding, words_beyond_ascii
from sdc_desktop.engine.data.fixed_spec import END_OF_FILE, FixedField, detect_fields
from sdc_desktop.engine.data.formats import Dialect, DialectHints, may_be_fixed
from sdc_desktop.engine.problems import Place, Problem, Refused, error

_LINES = 500  # that are looked at
_DECIMAL = re.compile(r"[+-]?\d+,\d+")
_LINE_END = re.compile(r"\r\n|\n|\r")

Fields = tuple[FixedField, ...]


@dataclass(frozen=True)
class FixedLayout:
    """All that is needed to read such a file. Every field has its name."""

    dialect: Dialect
    fields: Fields
    detected: tuple[tuple[str, str], ...]  # (key, what was found)


@dataclass(frozen=True)
class FixedPreview:
    """The first lines of a file, and how they split. ``problems``: why it cannot be read so."""

    layout: FixedLayout
    lines: tuple[str, ...]  # a first line of names among them
    rows: tuple[tuple[str, ...], ...]  # shorter where a line ends before a field begins
    problems: tuple[Problem, ...]

    @property
    def dialect(self) -> Dialect:
        """Its form as a dialect; its separator and quotation mark mean nothing here."""
        return self.layout.dialect

    @property
    def words(self) -> tuple[str, ...]:
        """Some words with signs beyond ASCII, which show whether the encoding is right; none in UTF-8."""
        text = "\n".join(self.lines).encode()
        return () if self.dialect.encoding.startswith("utf") else words_beyond_ascii(text)

    @property
    def names(self) -> tuple[str, ...]:
        """What the fields are called."""
        return tuple(str(field.name) for field in self.layout.fields)


def preview_fixed(path: Path, hints: DialectHints, fields: Fields | None, rows: int = 50) -> FixedPreview:
    """The first lines of a file, from its beginning only. Raises :class:`Refused` (unreadable, no such
    encoding); fields that cannot be are reported in ``problems``.
    """
    shown = path.name
    beginning = beginning_of(path, shown)
    if hints.encoding is None:
        encoding = find_encoding([beginning], whole=len(beginning) < SAMPLE)
    else:
        encoding = checked_encoding(hints.encoding, beginning, shown)
    layout, lines = _sniffed(beginning, encoding, hints, fields)
    body = lines[int(layout.dialect.header) :][:rows]
    return FixedPreview(
        layout,
        tuple(lines[:rows]),
        tuple(_row(line, layout.fields) for line in body),
        tuple(layout_problems(layout.fields, shown)),
    )


def proposed_fixed(path: Path, hints: DialectHints) -> FixedPreview | None:
    """A preview in fixed width where the lines show several fields and no separator divides them; else None.
    Decimal commas are not separators. Raises :class:`Refused`.
    """
    split = preview(path, hints)
    commas = split.dialect.delimiter == "," and hints.delimiter is None
    if len(split.names) != 1 and not commas:
        return None
    found = preview_fixed(path, hints, None)
    if len(found.names) < 2 or (len(split.names) != 1 and not _has_decimal_commas(found)):
        return None
    return found


def looks_fixed(path: Path, shown: str, hints: DialectHints) -> Problem | None:
    """The problem of a text read as delimited that may have fields of fixed width; else None. Such a text has
    no separator in its lines, which are all of one length or whose name implies none. Raises
    :class:`Refused`.
    """
    found = proposed_fixed(path, hints)
    if found is None or len(found.lines) < 2:
        return None
    even = len({len(line) for line in found.lines}) == 1
    if not even and not may_be_fixed(path.name):
        return None
    listed = tuple(f"{field.name} {field.start}\u2013{field.end}" for field in found.layout.fields)
    return error("fixed.not_chosen", Place(key="data.format", file=shown), fields=listed, number=len(listed))


def _has_decimal_commas(found: FixedPreview) -> bool:
    """Whether every comma of the lines is within a number that is a field, and there are some."""
    if not any("," in line for line in found.lines):
        return False
    fields = (field.of(line) for line in found.lines for field in found.layout.fields)
    return all("," not in text or _DECIMAL.fullmatch(text) for text in fields)


def settle_fixed(
    path: Path, shown: str, hints: DialectHints, fields: Fields | None, context: JobContext
) -> FixedLayout:
    """How a file is read, what is not given detected. Raises :class:`Refused`, Cancelled."""
    beginning = beginning_of(path, shown)
    if hints.encoding is None:
        encoding = find_encoding(FileBytes(path, shown).blocks(context, STEP_SNIFF))
    else:
        encoding = checked_encoding(hints.encoding, beginning, shown)
    layout, _ = _sniffed(beginning, encoding, hints, fields)
    problems = tuple(layout_problems(layout.fields, shown))
    if problems:
        raise Refused(problems)
    return layout


def layout_problems(fields: Sequence[FixedField], shown: str) -> Iterator[Problem]:
    """Fields that overlap, names that are given twice, or no field at all."""
    if not fields:
        yield error("fixed.no_fields", Place(key="data.fields", file=shown))
    names: set[str] = set()
    for number, field in enumerate(fields):
        name = str(field.name)
        if name in names:
            yield error("data.name_twice", Place(key=f"data.fields[{number}].name", file=shown), name=name)
        names.add(name)
    placed = sorted(enumerate(fields), key=lambda item: (item[1].start, item[1].end))
    widest = placed[0][1] if placed else None
    for number, field in placed[1:]:
        assert widest is not None
        if field.start <= widest.end:
            where = Place(key=f"data.fields[{number}]", file=shown)
            last = min(field.end, widest.end)
            yield error(
                "fixed.overlap",
                where,
                name=str(field.name),
                other=str(widest.name),
                first=field.start,
                last=last,
            )
        widest = max(widest, field, key=lambda one: one.end)


def _sniffed(
    beginning: bytes, found_encoding: FoundEncoding, hints: DialectHints, given: Fields | None
) -> tuple[FixedLayout, list[str]]:
    encoding = found_encoding.name
    lines = _lines(beginning, encoding)
    fields = given if given is not None else detect_fields(lines[1:] or lines)
    header = hints.header
    if header is None:  # without a majority it is none: most such files have no names
        header = header_votes([_row(line, fields) for line in lines]) > 0
    if given is None and not header:
        fields = detect_fields(lines)
    rows = [_row(line, fields) for line in lines[int(header) :]]
    decimal = hints.decimal or find_decimal(rows, "")
    named = _named(fields, lines[0] if header and lines else "")
    listed = ", ".join(f"{field.name} {field.start}-{field.end}" for field in named)
    found = {
        "fields": (given, listed),
        "encoding": (hints.encoding, encoding),
        "decimal": (hints.decimal, decimal),
        "header": (hints.header, "true" if header else "false"),
    }
    detected = tuple((key, guess) for key, (given, guess) in found.items() if given is None)
    dialect = Dialect(encoding=encoding, decimal=decimal, header=header, doubt=found_encoding.doubt)
    return FixedLayout(dialect, named, detected), lines


def _lines(beginning: bytes, encoding: str) -> list[str]:
    """The first lines, the last of the sample only where it is surely whole; no blank ones at the end."""
    whole = len(beginning) < SAMPLE
    text = codecs.getincrementaldecoder(encoding)("replace").decode(beginning, whole)
    lines = _LINE_END.split(text.rstrip(END_OF_FILE))
    if not whole and len(lines) > 1:
        lines.pop()
    while lines and not lines[-1].strip():
        lines.pop()
    return lines[:_LINES]


def _row(line: str, fields: Sequence[FixedField]) -> tuple[str, ...]:
    """The fields of a line up to the first that it ends before."""
    row = []
    for field in fields:
        if len(line) < field.start:
            break
        row.append(field.of(line))
    return tuple(row)


def _named(fields: Fields, first: str) -> Fields:
    """The fields with their names: as given, else as the first line has them, else field1, field2, ..."""
    words = first.split()
    in_order = list(fields) == sorted(fields, key=lambda field: field.start)
    pieces = words if in_order and len(words) == len(fields) else [field.of(first) for field in fields]
    sound = all(pieces) and len(set(pieces)) == len(pieces)
    names = pieces if sound else [f"field{number}" for number in range(1, len(fields) + 1)]
    return tuple(
        field if field.name is not None else field.model_copy(update={"name": name})
        for field, name in zip(fields, names, strict=True)
    )
