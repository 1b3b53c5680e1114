"""Where fields and records end in a piece of delimited text, found for all of the piece at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.csv.text import EDGE, STAND_IN, UNDECODABLE

NUL, NEWLINE, RETURN = 0, 10, 13
_NONE = -1

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]


class Signs:
    """The bytes that mean something in one file: its separator, its quote, line ends, and faults."""

    def __init__(self, delimiter: str, quote: str) -> None:
        self.delimiter = ord(delimiter) if delimiter.isascii() else STAND_IN
        self.quote = ord(quote) if quote else _NONE
        self.beside_quote = _table(self.delimiter, self.quote, NEWLINE, RETURN, EDGE)
        special = _table(self.delimiter, self.quote, NEWLINE, RETURN, NUL, UNDECODABLE)
        self.special = special.tobytes()  # for each byte whether it means something, 0 or 1


def _table(*members: int) -> Bools:
    table = np.zeros(256, dtype=np.bool_)
    table[[member for member in members if member != _NONE]] = True
    return table


class Piece:
    """Canonical text and the bytes on both sides of it (`EDGE` where there are none)."""

    def __init__(
        self, text: bytes, before: int = EDGE, after: int = EDGE, padded: bytes | None = None
    ) -> None:
        self.text = text
        self.before = before
        self.after = after
        self.padded = padded or bytes([before]) + text + bytes([after])


def pieces(blocks: Iterable[bytes]) -> Iterator[Piece]:
    """The blocks cut one byte earlier, so that each piece knows its neighbours. No piece is empty."""
    held = bytes([EDGE])  # the byte before the next piece and, but for the first, the first of it
    for block in blocks:
        padded = held + block
        if len(padded) > 2:
            yield Piece(padded[1:-1], padded[0], padded[-1], padded)
        held = padded[-2:]
    if len(held) > 1:
        yield Piece(held[1:], held[0], EDGE)


@dataclass(frozen=True)
class Marks:
    """The structure of a piece. Places count from its first byte.

    A record ends at its ``\\n``, its lone ``\\r``, or the ``\\r`` of its ``\\r\\n`` (a pair).
    """

    special: Places  # every byte that means something
    kinds: Bytes  # which it is
    bounds: Places  # where fields end, at separators and record ends
    last: Places  # which of the bounds are record ends
    pairs: Bools  # which of the record ends are \r\n
    line_ends: Places  # where physical lines end, within quotes or not
    inner_line_ends: Places  # those within quotes
    last_opening: int | None  # the last quote that opens a field
    quoted: bool  # does the piece end within quotes?
    sound: bool  # no stray quote, no NUL, nothing undecodable; else only special and kinds can be trusted

    @property
    def ends(self) -> Places:
        """Where records end."""
        return self.bounds[self.last]

    @property
    def fields(self) -> Places:
        """How many fields each record has; the first: since the piece began."""
        return np.diff(self.last, prepend=-1)

    @property
    def open_fields(self) -> int:
        """How many separators follow the last record end."""
        return len(self.bounds) - (int(self.last[-1]) + 1 if len(self.last) else 0)


def find_marks(piece: Piece, signs: Signs, quoted: bool = False) -> Marks:
    """The structure of a piece that begins within quotes or not."""
    padded = np.frombuffer(piece.padded, dtype=np.uint8)
    special = np.flatnonzero(np.frombuffer(piece.text.translate(signs.special), dtype=np.bool_))
    kinds = padded[1:-1][special]
    if not quoted and piece.before != RETURN and _is_plain(kinds, signs):
        return _plain_marks(special, kinds)
    sound = not bool(((kinds == NUL) | (kinds == UNDECODABLE)).any())
    inside, last_opening = np.zeros(len(kinds), dtype=np.bool_), None
    quotes = kinds == signs.quote
    if quoted or quotes.any():
        inside = ((np.cumsum(quotes) + quoted) & 1).astype(np.bool_)
        before_opening = padded[special[quotes & inside]]
        after_closing = padded[special[quotes & ~inside] + 2]
        sound = sound and bool(
            signs.beside_quote[before_opening].all() and signs.beside_quote[after_closing].all()
        )
        opening = special[quotes & inside][before_opening != signs.quote]  # the others double a quote
        last_opening = int(opening[-1]) if len(opening) else None
        quoted = bool(inside[-1]) if len(inside) else quoted
    line_ends = (kinds == RETURN) | ((kinds == NEWLINE) & (padded[special] != RETURN))
    separators = (kinds == signs.delimiter) & ~inside
    bounding = (line_ends & ~inside) | separators
    last = np.flatnonzero(~separators[bounding])
    bounds = special[bounding]
    return Marks(
        special=special,
        kinds=kinds,
        bounds=bounds,
        last=last,
        pairs=(padded[bounds[last] + 1] == RETURN) & (padded[bounds[last] + 2] == NEWLINE),
        line_ends=special[line_ends],
        inner_line_ends=special[line_ends & inside],
        last_opening=last_opening,
        quoted=quoted,
        sound=sound,
    )


def _is_plain(kinds: Bytes, signs: Signs) -> bool:
    """Whether there are only separators and newlines, as in most files."""
    return bool(((kinds == signs.delimiter) | (kinds == NEWLINE)).all())


def _plain_marks(special: Places, kinds: Bytes) -> Marks:
    last = np.flatnonzero(kinds == NEWLINE)
    return Marks(
        special=special,
        kinds=kinds,
        bounds=special,
        last=last,
        pairs=np.zeros(len(last), dtype=np.bool_),
        line_ends=special[last],
        inner_line_ends=special[:0],
        last_opening=None,
        quoted=False,
        sound=True,
    )


def split_rows(text: bytes, delimiter: str, quote: str, limit: int | None = None) -> list[tuple[str, ...]]:
    """The records of a short and sound canonical text, as texts; the last may be without its line end."""
    signs = Signs(delimiter, quote)
    marks = find_marks(Piece(text), signs)
    rows: list[tuple[str, ...]] = []
    begin, fields = 0, []
    ends = dict(zip(marks.last.tolist(), marks.pairs.tolist(), strict=True))
    plain = STAND_IN not in text and not (quote and quote.encode() in text)
    for number, bound in enumerate(marks.bounds.tolist()):
        raw = text[begin:bound]
        fields.append(raw.decode("utf-8", "replace") if plain else _field(raw, delimiter, quote))
        begin = bound + 1
        if number in ends:
            rows.append(tuple(fields))
            fields = []
            begin += ends[number]
            if len(rows) == limit:
                return rows
    if begin < len(text) or fields:
        rows.append((*fields, _field(text[begin:], delimiter, quote)))
    return rows


def _field(raw: bytes, delimiter: str, quote: str) -> str:
    text = raw.replace(bytes([STAND_IN]), delimiter.encode()).decode("utf-8", "replace")
    if quote and text.startswith(quote):
        return text[1:].removesuffix(quote).replace(quote * 2, quote)
    return text
