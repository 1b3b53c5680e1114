"""Records into a delimited file in the form of its source. Every value is read again identically."""

import codecs
import hashlib
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.csv.packed import Sink, packing
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.store import JOINT
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_WRITE = "writing"
_BATCH = 10_000  # rows written between two looks whether to stop

Row = Sequence[str]


def write_csv(
    data: Microdata, path: Path, dialect: Dialect, escape_formulas: bool, context: JobContext
) -> int:
    """Write all records, whole or not at all; returns how many texts got a leading apostrophe.

    With `escape_formulas` these are the texts that a spreadsheet would run (:mod:`csv.formulas`). Raises
    :class:`Refused` where the system, the encoding or a file without quotes cannot take it, and Cancelled;
    then the target is unchanged.
    """
    refuse_read_only(path)
    with atomic_write(path, keep_beside=True) as file:
        with packing(file, path.name) as sink:
            changed = _write_all(sink, data, path.name, dialect, escape_formulas, context)
        context.checkpoint()
    return changed


def write_rows(path: Path, rows: Sequence[Row], dialect: Dialect, context: JobContext) -> None:
    """Export rows of texts, unchanged, without header, whole or not at all. Raises as `write_csv` does."""
    refuse_read_only(path)
    with atomic_write(path, keep_beside=True) as file:
        _write_rows(file, rows, path.name, dialect, context)


def write_key(path: Path, rows: Sequence[Row], context: JobContext) -> None:
    """Export a key file of pseudonyms for its owner alone (mode 0600). A text that a spreadsheet would run
    gets a leading apostrophe. Raises what `write_csv` raises.
    """
    refuse_read_only(path)
    with atomic_write(path, keep_beside=True, private=True) as file:
        _write_rows(file, rows, path.name, Dialect(), context, escape_formulas=True)


def digest_csv(
    data: Microdata, shown: str, dialect: Dialect, escape_formulas: bool, context: JobContext
) -> tuple[str, int]:
    """The SHA-256 of the file that `write_csv` would write, without writing it, and what `write_csv` returns.
    Raises as it does.
    """
    digest = _Digest()
    with packing(digest, shown) as sink:
        changed = _write_all(sink, data, shown, dialect, escape_formulas, context)
    return digest.hexadecimal(), changed


def digest_key(rows: Sequence[Row], shown: str, context: JobContext) -> str:
    """The SHA-256 of the file that `write_key` would write, without writing it. Raises as it does."""
    digest = _Digest()
    _write_rows(digest, rows, shown, Dialect(), context, escape_formulas=True)
    return digest.hexadecimal()


class _Digest:
    """Takes the bytes of a file that is not exported."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def write(self, data: bytes, /) -> None:
        self._digest.update(data)

    def hexadecimal(self) -> str:
        return self._digest.hexdigest()


def _write_all(
    file: Sink, data: Microdata, shown: str, dialect: Dialect, escape_formulas: bool, context: JobContext
) -> int:
    writer = _Writer(dialect, data.names, shown, escape_formulas)
    if dialect.header:
        writer.write(file, [data.names])
    done = 0
    for lines in data.lines(context):
        if writer.takes(lines):
            writer.write_lines(file, lines)
        else:
            writer.write(file, data.window(done, done + len(lines)))
        done += len(lines)
        context.progress(done / data.records, STEP_WRITE)
    writer.end(file)
    return writer.changed


def _write_rows(
    file: Sink,
    rows: Sequence[Row],
    shown: str,
    dialect: Dialect,
    context: JobContext,
    *,
    escape_formulas: bool = False,
) -> None:
    names = [f"V{number}" for number in range(1, len(rows[0]) + 1)] if rows else []
    writer = _Writer(dialect, names, shown, escape_formulas)
    for start in range(0, len(rows), _BATCH):
        context.checkpoint()
        writer.write(file, rows[start : start + _BATCH])
    writer.end(file)


def refuse_read_only(path: Path) -> None:
    """A file marked read-only is refused everywhere equally: some systems would let us replace it."""
    try:
        writable = not path.exists() or path.stat().st_mode & stat.S_IWUSR
    except (OSError, ValueError):
        return  # atomic_write says what is wrong with it
    if not writable:
        raise Refused(error("file.not_writable", Place(file=path.name)))
    if path.is_dir():
        raise Refused(error("file.is_folder", Place(file=path.name)))


class _Unwritable(Exception):  # noqa: N818 - becomes a refusal where the line is known
    def __init__(self, code: str, column: int) -> None:
        super().__init__(code)
        self.code = code
        self.column = column


class _Writer:
    """Turns rows into bytes; knows how far the file has come."""

    def __init__(self, dialect: Dialect, names: Sequence[str], shown: str, escape_formulas: bool) -> None:
        self._dialect = dialect
        self._names = names
        self._shown = shown
        self._escaper = FormulaEscaper(dialect.decimal, dialect.delimiter) if escape_formulas else None
        self._encoder = codecs.getincrementalencoder(dialect.encoding)()
        self._line = 1  # the physical line that comes next

    @property
    def changed(self) -> int:
        """How many texts got an apostrophe so far."""
        return 0 if self._escaper is None else self._escaper.changed

    def write(self, file: Sink, rows: Sequence[Row]) -> None:
        """Write some rows. Raises :class:`Refused`."""
        if self._escaper is not None:
            rows = [self._escaper.row(row) for row in rows]
        lines: list[str] = []
        try:
            for row in rows:
                joined = self._joined(row, first=self._line == 1 and not lines)
                lines.append(joined + self._dialect.newline)
        except _Unwritable as refused:
            line = self._line + _line_ends("".join(lines))
            raise Refused(error(refused.code, self._place(line, refused.column))) from None
        text = "".join(lines)
        try:
            file.write(self._encoder.encode(text))
        except UnicodeError:
            raise Refused(self._not_encodable(rows, lines)) from None
        self._line += _line_ends(text)

    def takes(self, lines: Sequence[str]) -> bool:
        """Whether `write_lines` takes these: not where values hold NUL, which no file of text can."""
        return "".join(lines).count(JOINT) == len(lines) * (len(self._names) - 1)

    def write_lines(self, file: Sink, lines: Sequence[str]) -> None:
        """Write some records, each given as its values joined by `JOINT`: as `write` does, but only those
        that need more than separators are split. Raises :class:`Refused`.
        """
        made = list(lines)
        try:
            apart = sorted(self._not_plain(lines))
            for number in apart:
                row: Row = lines[number].split(JOINT)
                if self._escaper is not None:
                    row = self._escaper.row(row)
                made[number] = self._joined(row, first=self._line == 1 and not number)
            newline = self._dialect.newline
            text = newline.join(made) + newline
            file.write(self._encoder.encode(text.replace(JOINT, self._dialect.delimiter)))
        except (_Unwritable, UnicodeError):
            self.write(file, [line.split(JOINT) for line in lines])  # which says where, and why
        self._line += len(lines) + sum(_line_ends(made[number]) for number in apart)

    def _not_plain(self, lines: Sequence[str]) -> set[int]:
        """The records with a value that may have to be quoted or escaped."""
        found: set[int] = set()
        text = "\n".join(lines)
        for sign in (self._dialect.delimiter, self._dialect.quote, "\r"):
            if sign and sign in text:
                found.update(number for number, line in enumerate(lines) if sign in line)
        if text.count("\n") >= len(lines):
            broken = {number for number, line in enumerate(lines) if "\n" in line}
            text = "\n".join("" if number in broken else line for number, line in enumerate(lines))
            found |= broken
        if len(self._names) == 1:
            found.update(number for number, line in enumerate(lines) if not line)
        if self._line == 1 and lines[0].startswith("\ufeff"):
            found.add(0)
        return found if self._escaper is None else found | self._escaper.suspected(text)

    def end(self, file: Sink) -> None:
        """Write what the encoding still holds back."""
        file.write(self._encoder.encode("", final=True))

    def _joined(self, row: Row, first: bool) -> str:
        """A record without its line end, each field quoted where it must be."""
        delimiter, quote = self._dialect.delimiter, self._dialect.quote
        text = delimiter.join(row)
        if (
            text.count(delimiter) == len(row) - 1
            and (not quote or quote not in text)
            and text
            and "\n" not in text
            and "\r" not in text
            and "\0" not in text
            and not (first and text[0] == "\ufeff")
        ):
            return text
        return delimiter.join(self._fields(row, first))

    def _fields(self, row: Row, first: bool) -> Iterator[str]:
        delimiter, quote = self._dialect.delimiter, self._dialect.quote
        for column, field in enumerate(row):
            special = (
                delimiter in field
                or (quote and quote in field)
                or "\n" in field
                or "\r" in field
                or (not field and len(row) == 1)  # else the line would be blank
                or (first and column == 0 and field.startswith("\ufeff"))  # else a byte-order mark
            )
            if "\0" in field or (special and not quote):
                raise _Unwritable("csv.cannot_write_nul" if "\0" in field else "csv.cannot_quote", column)
            yield quote + field.replace(quote, quote * 2) + quote if special else field

    def _not_encodable(self, rows: Sequence[Row], lines: Sequence[str]) -> Problem:
        """The first field that the encoding cannot hold."""
        line = self._line
        for row, text in zip(rows, lines, strict=True):
            for column, field in enumerate(row):
                sign = _first_refused(field, self._dialect.encoding)
                if sign is not None:
                    return error(
                        "csv.not_encodable",
                        self._place(line, column),
                        encoding=self._dialect.encoding,
                        sign=f"U+{ord(sign):04X}",
                    )
            line += _line_ends(text)
        return error("csv.cannot_encode", Place(file=self._shown), encoding=self._dialect.encoding)

    def _place(self, line: int, column: int) -> Place:
        return Place(file=self._shown, line=line, column=column + 1, variable=self._names[column])


def _first_refused(field: str, encoding: str) -> str | None:
    try:
        field.encode(encoding)
    except UnicodeEncodeError as failure:
        return field[failure.start]
    except UnicodeError:
        return field[:1]
    return None


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
