"""One pass over a whole delimited file, a piece at a time, that finds every fault of its structure.

Sound pieces are scanned by whole arrays. A piece with a fault is scanned again mark by mark, to give the line
and field of the fault and to continue with the next line after it.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.marks import (
    NEWLINE,
    NUL,
    RETURN,
    Marks,
    Piece,
    Signs,
    find_marks,
    pieces,
    split_rows,
)
from sdc_desktop.engine.data.csv.sniff import name_columns, settle
from sdc_desktop.engine.data.csv.text import (
    UNDECODABLE,
    Faults,
    FileBytes,
    HeldText,
    canonical,
    without_lines,
)
from sdc_desktop.engine.data.csv.unquoted import SeenText
from sdc_desktop.engine.data.formats import Dialect, DialectHints
from sdc_desktop.engine.data.limits import MAX_FIELDS, MAX_RECORD
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note

STEP_SCAN = "csv.scan"
_STRIDE = 50_000  # marks walked between two looks at whether to stop


@dataclass(frozen=True)
class Scan:
    """What is known of a sound file after the pass. Offsets count bytes of its canonical text."""

    dialect: Dialect
    detected: tuple[tuple[str, str], ...]  # (key of the data's spec, what was found)
    names: tuple[str, ...]
    records: int  # without the header
    size: int  # of the file
    sha256: str
    start: int  # where the first record begins
    stop: int  # where the last record ends, its line end included
    pairs: int  # record ends between start and stop that are \r\n
    returns: bool  # is there any \r?
    inner_line_ends: npt.NDArray[np.int64]  # for each line end within quotes its record, the header included
    notes: tuple[Problem, ...]
    quoted_na: bool  # whether a field may be NA in quotation marks

    def line(self, record: int) -> int:
        """The physical line, from 1, on which a record (from 0, without the header) begins."""
        place = record + int(self.dialect.header)
        return self.dialect.first_row + place + int(np.searchsorted(self.inner_line_ends, place, side="left"))


def scan(
    path: Path, shown: str, hints: DialectHints, context: JobContext, held: HeldText | None = None
) -> Scan:
    """Find the layout of a file and go through all of it.

    `shown` is how the file is called in problems; `held` takes its canonical text. Raises
    :class:`Refused` with every fault found, and Cancelled.
    """
    dialect, detected = settle(path, shown, hints, context)
    source = FileBytes(path, shown)
    scanner = _Scanner(dialect, shown)
    blocks = source.blocks(context, STEP_SCAN)
    texts = canonical(blocks, dialect.encoding, dialect.delimiter, shown)
    texts = without_lines(texts, dialect.first_row - 1)
    seen = SeenText(f"{dialect.quote}NA{dialect.quote}".encode())
    if dialect.quote:
        texts = seen.through(texts)
    for piece in pieces(texts if held is None else held.through(texts)):
        scanner.take(piece, context)
    return scanner.finish(detected, source, seen.found)


class _Scanner:
    """The state of the pass between two pieces."""

    def __init__(self, dialect: Dialect, shown: str) -> None:
        self._dialect = dialect
        self._shown = shown
        self._signs = Signs(dialect.delimiter, dialect.quote)
        self._faults = Faults(shown)
        self._offset = 0  # of the piece, in the canonical text
        self._line = dialect.first_row  # the physical line
        self._unnamed = int(dialect.row_names == "short")  # fields that the header has fewer
        self._quoted = False
        self._opening = (1, 1)  # line and field of the last quote that opened a field
        self._start = 0  # where the record under way begins
        self._start_line = self._line
        self._separators = 0  # seen in the record under way
        self._skipping = False  # the record under way is faulty: its physical line is passed over
        self._reported: set[str] = set()  # faults of the current record that are reported already
        self._records = 0  # the header included
        self._expected: int | None = None  # fields of the first record
        self._first_text = b""
        self._first = (0, 0, 0)  # where the first record begins and ends, and where its line end does
        self._stop = 0
        self._blank: list[int] = []  # blank lines that no record has followed yet
        self._line_ends = {"\n": 0, "\r\n": 0, "\r": 0}
        self._returns = False
        self._inner: list[npt.NDArray[np.int64]] = []

    def take(self, piece: Piece, context: JobContext) -> None:
        """Look through the next piece."""
        if not self._records and len(self._first_text) <= MAX_RECORD:
            self._first_text += piece.text
        marks = find_marks(piece, self._signs, self._quoted)
        self._returns = self._returns or bool((marks.kinds == RETURN).any())
        if not self._pass_over(piece, marks):
            self._walk(piece, marks, context)
        self._offset += len(piece.text)
        if self._offset - self._start > MAX_RECORD and not self._skipping:
            self._fault("csv.long_record", self._start_line, limit=MAX_RECORD)

    def _pass_over(self, piece: Piece, marks: Marks) -> bool:
        """Take a piece without fault as a whole; False, and nothing done, if it may have one."""
        if not marks.sound or self._skipping:
            return False
        ends, fields = marks.ends + self._offset, marks.fields
        if len(ends):
            starts = np.concatenate(([self._start], (ends + 1 + marks.pairs)[:-1]))
            lengths = ends - starts
            fields[0] += self._separators + (0 if self._records else self._unnamed)
            expected = fields[0] if self._expected is None else self._expected
            if (
                bool((fields != expected).any())
                or int(lengths.min()) == 0
                or int(lengths.max()) > MAX_RECORD - 2
                or expected > MAX_FIELDS
            ):
                return False
            self._separators = 0
        self._note_quotes(marks)
        if len(ends):
            self._flush_blank()
            self._expected = int(expected)
            if not self._records:
                self._first = (self._start, int(ends[0]), int(ends[0]) + 1 + int(marks.pairs[0]))
            self._reported.clear()
            self._records += len(ends)
            self._stop = self._start = int(ends[-1]) + 1 + int(marks.pairs[-1])
            self._start_line = self._line + int(np.searchsorted(marks.line_ends, marks.ends[-1], "right"))
            self._count_line_ends(piece, marks)
        self._separators += marks.open_fields
        self._quoted = marks.quoted
        self._line += len(marks.line_ends)
        return True

    def _note_quotes(self, marks: Marks) -> None:
        if marks.last_opening is not None:
            line = self._line + int(np.searchsorted(marks.line_ends, marks.last_opening))
            self._opening = (line, self._separators + marks.open_fields + 1)
        if len(marks.inner_line_ends):
            self._inner.append(self._records + np.searchsorted(marks.ends, marks.inner_line_ends))

    def _count_line_ends(self, piece: Piece, marks: Marks) -> None:
        if not self._returns:
            self._line_ends["\n"] += len(marks.ends)
            return
        pairs = int(marks.pairs.sum())
        returns = int((np.frombuffer(piece.text, dtype=np.uint8)[marks.ends] == RETURN).sum())
        self._line_ends["\r\n"] += pairs
        self._line_ends["\r"] += returns - pairs
        self._line_ends["\n"] += len(marks.ends) - returns

    def _walk(self, piece: Piece, marks: Marks, context: JobContext) -> None:
        """Take a piece mark by mark, telling its faults."""
        text, signs = piece.text, self._signs
        kinds = marks.kinds
        faulty = (kinds == NUL) | (kinds == UNDECODABLE)
        first = np.ones(len(kinds), dtype=np.bool_)
        first[1:] = ~(faulty[1:] & (kinds[1:] == kinds[:-1]))  # of a run of NULs, perhaps millions, the first
        for number, (place, kind) in enumerate(
            zip(marks.special[first].tolist(), kinds[first].tolist(), strict=True)
        ):
            if number % _STRIDE == 0:
                context.checkpoint()
            before = text[place - 1] if place else piece.before
            after = text[place + 1] if place + 1 < len(text) else piece.after
            if kind in (NEWLINE, RETURN):
                if kind == RETURN or before != RETURN:
                    pair = kind == RETURN and after == NEWLINE
                    self._line_end(self._offset + place, "\r\n" if pair else chr(kind))
            elif self._skipping:
                continue
            elif kind == signs.delimiter:
                self._separators += not self._quoted
            elif kind == signs.quote:
                self._quote(before, after)
            else:
                self._unreadable("csv.nul" if kind == NUL else "csv.undecodable")

    def _line_end(self, place: int, newline: str) -> None:
        if self._quoted:
            self._inner.append(np.array([self._records]))
            if place - self._start > MAX_RECORD:
                self._fault("csv.long_record", self._start_line, limit=MAX_RECORD)
        if not self._quoted:
            self._end_record(place, newline)
        self._line += 1
        if self._start > place:
            self._start_line = self._line

    def _end_record(self, place: int, newline: str) -> None:
        after = place + len(newline)
        if place == self._start:
            self._blank.append(self._line)
        else:
            self._flush_blank()
            if not self._skipping:
                self._check_record(after)
            if not self._records:
                self._first = (self._start, place, after)
            self._records += 1
            self._stop = after
            if newline:
                self._line_ends[newline] += 1
        self._start, self._separators, self._skipping = after, 0, False
        self._reported.clear()

    def _check_record(self, after: int) -> None:
        found = self._separators + 1 + (0 if self._records else self._unnamed)
        if after - self._start > MAX_RECORD:
            self._faults.add("csv.long_record", self._start_line, limit=MAX_RECORD)
        if self._expected is None:
            self._expected = found
            if found > MAX_FIELDS:
                self._faults.add("csv.too_many_fields", self._start_line, found=found, limit=MAX_FIELDS)
        elif found != self._expected:
            field = min(found, self._expected) + 1  # the first that lacks, or the first too many
            self._faults.add("csv.ragged", self._start_line, field, found=found, wanted=self._expected)

    def _quote(self, before: int, after: int) -> None:
        field = self._separators + 1
        if self._quoted:
            self._quoted = False
            if not self._signs.beside_quote[after]:
                self._fault("csv.text_after_quote", self._line, field)
        elif self._signs.beside_quote[before]:
            self._quoted = True
            if before != self._signs.quote:
                self._opening = (self._line, field)
        else:
            self._fault("csv.stray_quote", self._line, field)

    def _unreadable(self, code: str) -> None:
        """A sign that no text can hold: given once per record."""
        if code not in self._reported:
            self._reported.add(code)
            self._faults.add(code, self._line, self._separators + 1, encoding=self._dialect.encoding)

    def _fault(self, code: str, line: int, field: int | None = None, **figures: int) -> None:
        """A fault after which nothing is sure before the physical line ends."""
        self._faults.add(code, line, field, **figures)
        self._skipping, self._quoted = True, False

    def _flush_blank(self) -> None:
        for line in self._blank:
            self._faults.add("csv.blank_line", line)
        self._blank.clear()

    def finish(self, detected: tuple[tuple[str, str], ...], source: FileBytes, quoted_na: bool) -> Scan:
        """What was found in a sound file. Raises :class:`Refused`."""
        if self._quoted:
            self._fault("csv.unclosed_quote", *self._opening)
        if self._offset > self._start:
            self._end_record(self._offset, "")
        if self._expected == 1:
            self._flush_blank()  # perhaps a missing value: no record is dropped unasked
        header = self._dialect.header
        if not self._records:
            raise Refused(error("csv.empty", Place(file=self._shown)))
        begin, end, after = self._first
        first = split_rows(self._first_text[begin:end], self._dialect.delimiter, self._dialect.quote) or [()]
        names = name_columns(first[0], self._dialect, self._faults)
        if self._faults:
            raise Refused(self._faults.problems())
        if header and self._records == 1:
            raise Refused(error("csv.header_only", Place(file=self._shown)))
        used = [newline for newline, number in self._line_ends.items() if number]
        newline = max(self._line_ends, key=lambda name: self._line_ends[name])
        return Scan(
            dialect=replace(self._dialect, newline=newline),
            detected=detected,
            names=names,
            records=self._records - header,
            size=source.size,
            sha256=source.sha256,
            start=after if header else 0,
            stop=self._stop,
            pairs=self._line_ends["\r\n"] - int(header and after - end == 2),
            returns=self._returns,
            inner_line_ends=np.concatenate([np.empty(0, dtype=np.int64), *self._inner]),
            notes=tuple(self._notes(len(used) > 1)),
            quoted_na=quoted_na,
        )

    def _notes(self, mixed: bool) -> list[Problem]:
        where = Place(file=self._shown)
        found = []
        if self._dialect.first_row > 1:
            lines = self._dialect.first_row - 1
            found.append(note("csv.first_lines", Place(file=self._shown, line=1), number=lines))
        if self._dialect.row_names:
            found.append(note("csv.row_names", where))
        if mixed:
            found.append(note("csv.mixed_line_ends", where))
        if self._blank:
            where = Place(file=self._shown, line=self._blank[0])
            found.append(note("csv.blank_at_end", where, number=len(self._blank)))
        return found
