"""The bytes of a delimited file as one canonical text in blocks, and the faults found in them.

Three bytes that UTF-8 never uses stand for what the structure pass must see: a byte sequence that the
encoding does not know, a separator beyond ASCII, and the edge of the text.
"""

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.doubtful import WESTERN, other_encodings
from sdc_desktop.engine.data.csv.packed import unpacked
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error

BLOCK = 1 << 20  # bytes decoded and looked through at a time: the window never waits longer than that takes
EDGE = 0xFD  # before the first and after the last byte
STAND_IN = 0xFE  # a separator beyond ASCII
UNDECODABLE = 0xFF  # what the encoding could not read
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE_SAMPLE = 1 << 12  # bytes that show whether every second one is NUL
_NEARLY_ALL = 0.7  # of the signs of a text in UTF-16 have such a byte
_LINE_END = re.compile(rb"\r\n|\r(?!\Z)|\n")
_BEYOND = re.compile(r"[A-Za-z]{0,20}[^\x00-\x7f][A-Za-z\x80-\U0010ffff]{0,20}")
_SEVERAL, _FEW = 100, 4
_MARKER = "\ufffd"
_SURROGATES = re.compile("[\ud800-\udfff]")
_NO_TEXT = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"}


class FileBytes:
    """A file read once from front to end, a block at a time, with the SHA-256 of its bytes. Those of a
    compressed file are unpacked on the way; ``size`` counts what comes of it.
    """

    def __init__(self, path: Path, shown: str) -> None:
        self._path = path
        self._shown = shown
        self._digest = sha256()
        self.size = 0

    def blocks(self, context: JobContext, step: str) -> Iterator[bytes]:
        """The bytes, at most `BLOCK` at a time; reports progress. Raises :class:`Refused`."""
        try:
            for block in unpacked(self._path, self._shown, self._raw(context, step)):
                self.size += len(block)
                yield block
        except OSError as failure:
            raise Refused(unreadable(failure, self._shown)) from None

    def _raw(self, context: JobContext, step: str) -> Iterator[bytes]:
        whole, done = max(self._path.stat().st_size, 1), 0
        with self._path.open("rb") as file:
            while block := file.read(BLOCK):
                self._digest.update(block)
                done += len(block)
                context.progress(done / whole, step)
                yield block

    @property
    def sha256(self) -> str:
        """The digest of all that was read, in hexadecimal."""
        return self._digest.hexdigest()


class HeldText:
    """The canonical text of a file that is small enough, from one pass over it to the next."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._blocks: list[bytes] | None = []
        self._size = 0

    def through(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Passes blocks of bytes on; holds them until they exceed the limit."""
        for block in blocks:
            self._size += len(block)
            if self._size > self._limit:
                self._blocks = None
            if self._blocks is not None:
                self._blocks.append(block)
            yield block

    def taken(self, context: JobContext, step: str) -> Iterator[bytes] | None:
        """The blocks, once; each is released when it was given. None where they were too many."""
        if self._blocks is None:
            return None
        blocks, self._blocks = self._blocks, None
        return self._given(blocks, context, step)

    def _given(self, blocks: list[bytes], context: JobContext, step: str) -> Iterator[bytes]:
        number = len(blocks)
        blocks.reverse()
        while blocks:
            context.progress(1 - len(blocks) / number, step)
            yield blocks.pop()


def unreadable(failure: OSError, shown: str) -> Problem:
    """The problem of a file that the system does not let us read."""
    return error("file.unreadable", Place(file=shown), reason=failure.strerror or "")


def check_encoding(name: str, shown: str) -> str:
    """Python's own name of a text encoding. Raises :class:`Refused` where there is none of that name."""
    sample = 'a,"1;\t|\r\n'
    try:
        found = codecs.lookup(name)
        if found.name.replace("-", "_") in _NO_TEXT or sample.encode(name).decode(name) != sample:
            raise LookupError
    except (LookupError, ValueError):  # UnicodeError, or a NUL in the name, is a ValueError
        raise Refused(error("csv.unknown_encoding", Place(file=shown), encoding=name)) from None
    return found.name


class FoundEncoding(NamedTuple):
    """A codec; ``doubt``: others that the texts look like, perhaps none, if it is doubtful."""

    name: str
    doubt: tuple[str, ...] | None = None


def find_encoding(blocks: Iterable[bytes], whole: bool = True) -> FoundEncoding:
    """The encoding of a file: by its byte-order mark, else UTF-8 where strictly so, else Windows-1252.

    With `whole` false the blocks are only the file's beginning, which may be cut within a character.

    A file with a few bad bytes among many good accents in UTF-8 stays UTF-8: as Windows-1252 it would open
    with every accent broken, without a message.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    accents, block = 0, b""
    for number, block in enumerate(blocks):
        if number == 0:
            marked = next((name for mark, name in BYTE_ORDER_MARKS if block.startswith(mark)), None)
            marked = marked or _unmarked_utf_16(block[:_WIDE_SAMPLE])
            if marked is not None:
                return FoundEncoding(marked)
        try:
            text = decoder.decode(block)
        except UnicodeDecodeError:
            text = block.decode("utf-8", "replace")
            bad = text.count(_MARKER)
            accents += len(text) - len(text.encode("ascii", "ignore")) - bad
            return FoundEncoding("utf-8") if accents > bad else _by_bytes(block, begins_within=number > 0)
        if not text.isascii():
            accents += len(text) - len(text.encode("ascii", "ignore"))
    cut = bool(decoder.getstate()[0])  # a character that is not whole: not UTF-8, or only its beginning
    return _by_bytes(block, begins_within=True) if cut and whole and not accents else FoundEncoding("utf-8")


def _by_bytes(block: bytes, *, begins_within: bool) -> FoundEncoding:
    return FoundEncoding(WESTERN, other_encodings(block, begins_within=begins_within))


def _unmarked_utf_16(beginning: bytes) -> str | None:
    """UTF-16 without a byte-order mark, where every second byte of nearly all signs is NUL."""
    pairs = len(beginning) // 2
    low, high = beginning[0 : 2 * pairs : 2].count(0), beginning[1 : 2 * pairs : 2].count(0)
    if pairs and not low and high > _NEARLY_ALL * pairs:
        return "utf-16-le"
    return "utf-16-be" if pairs and not high and low > _NEARLY_ALL * pairs else None


def without_lines(blocks: Iterator[bytes], number: int) -> Iterator[bytes]:
    """Canonical text without its first lines."""
    if not number:
        yield from blocks
        return
    held = b""
    for block in blocks:
        held += block
        ends = [found.end() for found, _ in zip(_LINE_END.finditer(held), range(number), strict=False)]
        if len(ends) == number:
            yield held[ends[-1] :]
            yield from blocks
            return


def words_beyond_ascii(text: bytes) -> tuple[str, ...]:
    """Some different words of canonical text that have signs beyond ASCII."""
    found = (one[0] for one in _BEYOND.finditer(text.decode("utf-8", "replace")))
    return tuple(dict.fromkeys(islice(found, _SEVERAL)))[:_FEW]


def canonical(blocks: Iterable[bytes], encoding: str, delimiter: str, shown: str) -> Iterator[bytes]:
    """The text of the blocks in UTF-8, without a byte-order mark, never cut within a character.

    Undecodable bytes become `UNDECODABLE`, a separator beyond ASCII becomes `STAND_IN`. Raises
    :class:`Refused` where the encoding cannot begin to read the file.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    stand_in = None if delimiter.isascii() else delimiter.encode()
    first = True
    for block in _with_end(blocks):
        try:
            text, faulty = _decoded(decoder, block)
        except UnicodeError:
            raise Refused(error("csv.wrong_encoding", Place(file=shown), encoding=encoding)) from None
        if first and text:
            text, first = text.removeprefix("\ufeff"), False
        piece = _encoded(text, faulty)
        yield piece if stand_in is None else piece.replace(stand_in, bytes([STAND_IN]))


def _with_end(blocks: Iterable[bytes]) -> Iterator[bytes | None]:
    yield from blocks
    yield None


def _decoded(decoder: codecs.IncrementalDecoder, block: bytes | None) -> tuple[str, bool]:
    """The text, and whether part of it could not be decoded (it is then marked)."""
    data, final = (b"", True) if block is None else (block, False)
    state = decoder.getstate()
    try:
        return decoder.decode(data, final), False
    except UnicodeDecodeError:
        decoder.setstate(state)
        decoder.errors = "replace"
        text = decoder.decode(data, final)
        decoder.errors = "strict"
        return text, True


def _encoded(text: str, faulty: bool) -> bytes:
    try:
        piece = text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, as UTF-7 lets through
        piece, faulty = _SURROGATES.sub(_MARKER, text).encode(), True
    return piece.replace(_MARKER.encode(), bytes([UNDECODABLE])) if faulty else piece


LISTED = 20  # faults of one kind that are listed one by one


class Faults:
    """Collects the faults of one file."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._listed: dict[str, list[Problem]] = {}
        self._counts: dict[str, int] = {}

    def add(self, code: str, line: int | None = None, field: int | None = None, **params: Param) -> None:
        """Note a fault, on that physical line and in that field, both counted from 1."""
        self._counts[code] = self._counts.get(code, 0) + 1
        listed = self._listed.setdefault(code, [])
        if len(listed) < LISTED:
            listed.append(error(code, Place(file=self._shown, line=line, column=field), **params))

    def __bool__(self) -> bool:
        return bool(self._counts)

    def problems(self) -> tuple[Problem, ...]:
        """All of them by line; after the last listed of a kind, how many more of it there are."""
        found = [problem for listed in self._listed.values() for problem in listed]
        for code, listed in self._listed.items():
            rest = self._counts[code] - len(listed)
            if rest:
                last = listed[-1].where
                found.append(
                    error("csv.more", Place(file=self._shown), number=rest, line=last.line, kind=code)
                )
        return tuple(sorted(found, key=_order))


def _order(problem: Problem) -> tuple[int, int, int]:
    after = problem.code == "csv.more"
    line = problem.params["line"] if after else problem.where.line
    return (int(str(line or 0)), after, problem.where.column or 0)


PROTOCOL = "records"
ADDRESS = f"{PROTOCOL}://text"
MARK = "\ufeff".encode()  # DuckDB drops one from the beginning: so it gets one that is no value's


class TextFeed(io.RawIOBase):
    """A file object that gives blocks of bytes as they come; ``bound`` is their maximum number of bytes."""

    def __init__(self, blocks: Iterator[bytes], bound: int) -> None:
        self._blocks = blocks
        self.bound = bound
        self._held = b""
        self._given = 0
        self.failure: BaseException | None = None  # DuckDB would wrap it

    def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        parts, length = [self._held], len(self._held)
        try:
            while length < size and (text := next(self._blocks, None)) is not None:
                parts.append(text)
                length += len(text)
        except BaseException as failure:
            self.failure = failure
            raise
        whole = b"".join(parts)
        given, self._held = whole[:size], whole[size:]
        self._given += len(given)
        return given

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Only to where it stands: the text is made once, from front to end."""
        if whence != io.SEEK_SET or offset != self._given:
            raise io.UnsupportedOperation
        return offset

    def tell(self) -> int:
        """How much was read."""
        return self._given


def one_file(opened: Callable[[], io.RawIOBase], size: int) -> Any:
    """A file system for DuckDB with a single file, which `opened` gives."""
    from fsspec import AbstractFileSystem  # not needed before a file is opened

    class OneFile(AbstractFileSystem):  # type: ignore[misc]
        protocol = PROTOCOL
        cachable = False

        def _open(self, path: str, *_: Any, **__: Any) -> io.RawIOBase:
            return opened()

        def info(self, path: str, **_: Any) -> dict[str, Any]:
            return {"name": path, "size": size, "type": "file"}

        def modified(self, path: str) -> datetime:
            return datetime(1970, 1, 1, tzinfo=UTC)  # nothing is kept between two reads

        def glob(self, path: str, **_: Any) -> list[str]:
            return [path]

    return OneFile()
