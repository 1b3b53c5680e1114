"""The objects of a file of R, item after item. What holds no values (functions, environments, code) is read
past; every length is compared with what is left of the file before memory is requested.
"""

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.limits import expanded_limit
from sdc_desktop.engine.data.rdata import items
from sdc_desktop.engine.data.rdata.altrep import written_out
from sdc_desktop.engine.data.rdata.items import (
    HAS_ATTRIBUTES,
    HAS_TAG,
    IS_LATIN1,
    IS_UTF8,
    Other,
    Pairs,
    Vector,
)
from sdc_desktop.engine.data.rdata.stream import Ascii, Binary, Stream, decoded, expanded

_VERSIONS = (2, 3)
_UTF8, _WINDOWS = "utf-8", "cp1252"  # of files that state no encoding
_UNDECODABLE = "data.texts_undecodable"
_DEEPEST = 250
_BYTES_OF_ITEM = 16  # at least, of all items of a file: vectors of nothing would exhaust memory
_CALLS = 3000  # of Python, some for each level of depth
_SAVED = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n", b"RDB2\n", b"RDB3\n")  # of save()
_CELLS = frozenset(
    {items.PAIRLIST, items.LANGUAGE, items.CLOSURE, items.PROMISE, items.DOTS}
    | {items.ATTRIBUTED_PAIRS, items.ATTRIBUTED_CALL}
)
_NAMED = frozenset({items.PERSISTENT, items.PACKAGE, items.NAMESPACE})
_ALONE = frozenset(
    {items.BASE_ENVIRONMENT, items.EMPTY_ENVIRONMENT, items.BASE_NAMESPACE, items.GLOBAL_ENVIRONMENT}
    | {items.MISSING_ARGUMENT, items.UNBOUND}
)
_CODE_CELLS = frozenset(
    {items.LANGUAGE, items.PAIRLIST, items.ATTRIBUTED_CALL, items.ATTRIBUTED_PAIRS}
    | {items.SEEN_CODE, items.SHARED_CODE}
)


def objects_of(path: Path, encoding: str | None = None) -> tuple[Any, bool, str]:
    """The object of a file, or the pairlist of its objects, whether these are named, as save() does, and the
    encoding of texts that is neither stated nor UTF-8, else nothing. ``encoding``: of texts that do not state
    one. Raises :class:`Unreadable`, or anything of a damaged file.
    """
    content = expanded(path)
    start = len(_SAVED[0]) if content.startswith(_SAVED) else 0
    most = expanded_limit(path.stat().st_size)
    sys.setrecursionlimit(max(_CALLS, sys.getrecursionlimit()))
    reader = _Reader(_stream_of(content, start), most, encoding)
    try:
        return reader.whole(), start > 0, ""
    except Unreadable as refusal:
        if refusal.code != _UNDECODABLE or reader.stated:
            raise
    return _OnWindows(_stream_of(content, start), most, _WINDOWS).whole(), start > 0, _WINDOWS


def _stream_of(content: bytes, start: int) -> Stream:
    ways = {b"X\n": ">", b"B\n": "<"}
    way = content[start : start + 2]
    if way in ways:
        return Binary(content, start + 2, ways[way])
    if way in (b"A\n", b"A\r"):  # saved by R on Windows without compression
        return Ascii(content, start + 2)
    raise Unreadable("data.not_of_format", format="rds")


class _Reader:
    """Reads items; `most`: the bytes that a vector may have which the file holds in short. ``stated``: the
    file or its user states the encoding.
    """

    def __init__(self, stream: Stream, most: int, encoding: str | None) -> None:
        self._stream, self._most = stream, most
        self._native = encoding or _UTF8
        self._given = encoding is not None
        self.stated = self._given
        self._seen: list[Any] = []  # what references refer to
        self._items = 0

    def whole(self) -> Any:
        """The object, after what the file says of itself."""
        version = self._stream.integer()
        if version not in _VERSIONS:
            raise Unreadable("r.version", number=version)
        self._stream.integers(2)  # the versions of R that saved it, and that can read it
        if version == _VERSIONS[-1]:
            name = self._stream.octets(self._stream.integer()).decode("ascii")
            self.stated = True
            if not self._given:
                self._native = _codec(name)
        return self._item(0)

    def _item(self, depth: int) -> Any:
        return self._after(self._stream.integer(), depth)

    def _after(self, flags: int, depth: int) -> Any:
        """The item whose first number was read."""
        code = flags & 0xFF
        if depth > _DEEPEST:
            raise Unreadable("r.too_deep")
        self._items += 1
        if self._items * _BYTES_OF_ITEM > self._most:
            raise Unreadable("r.too_many", most=self._most // _BYTES_OF_ITEM)
        if code == items.NOTHING:
            return None
        if code in _ALONE:
            return Other(items.ENVIRONMENT)
        if code in _CELLS:
            return self._cells(flags, depth)
        if code == items.REFERENCE:
            return self._referred(flags >> 8 or self._stream.integer())
        if code == items.SYMBOL:
            name = self._item(depth + 1)
            if not isinstance(name, str):
                raise Unreadable("data.damaged")
            self._seen.append(name)
            return name
        if code in _NAMED:
            self._stream.integer()
            self._seen.append(Other(items.ENVIRONMENT))
            for _ in range(self._stream.integer()):
                self._item(depth + 1)
            return self._seen[-1]
        if code == items.ENVIRONMENT:
            self._stream.integer()
            self._seen.append(Other(items.ENVIRONMENT))
            place = len(self._seen) - 1
            for _ in range(4):  # around it, in it, in its table, attributes
                self._item(depth + 1)
            return self._seen[place]
        if code == items.ALTREP:
            about, state, attributes = (self._item(depth + 1) for _ in range(3))
            return written_out(about, state, _attributes(attributes), self._most)
        if code == items.CHARACTER:
            return self._text(flags, depth)
        return self._with_attributes(flags, depth)

    def _referred(self, number: int) -> Any:
        if not 1 <= number <= len(self._seen):
            raise Unreadable("data.damaged")
        return self._seen[number - 1]

    def _with_attributes(self, flags: int, depth: int) -> Any:
        code = flags & 0xFF
        made: Vector | Other
        if code in (items.SPECIAL, items.BUILTIN):
            self._stream.octets(self._stream.integer())
            return Other(items.CLOSURE)
        if code in (items.POINTER, items.WEAK_REFERENCE):
            made = Other(items.ENVIRONMENT)
            self._seen.append(made)
            if code == items.POINTER:
                self._item(depth + 1)
                self._item(depth + 1)
        elif code == items.BYTECODE:
            self._stream.integer()
            self._bytecode(depth + 1)
            made = Other(items.BYTECODE)
        elif code == items.S4:
            made = Other(items.S4)
        else:
            made = Vector(code, self._values(code, depth))
        if flags & HAS_ATTRIBUTES:
            made.attributes = _attributes(self._item(depth + 1))
        return made

    def _values(self, code: int, depth: int) -> Any:
        number = self._length()
        if code in (items.LOGICAL, items.INTEGER):
            return self._stream.integers(number)
        if code == items.DOUBLE:
            return self._stream.doubles(number)
        if code == items.COMPLEX:
            return self._stream.doubles(2 * number)
        if code == items.RAW:
            return self._stream.raw(number)
        if code == items.TEXT:
            texts = self._stream.plain_texts(number, self._decode)
            while len(texts) < number:
                texts.append(self._item(depth + 1))
            return texts
        if code in (items.LIST, items.EXPRESSION):
            return [self._item(depth + 1) for _ in range(number)]
        raise Unreadable("data.damaged")

    def _length(self) -> int:
        number = self._stream.integer()
        if number == -1:  # of a long vector
            high, low = (int(part) for part in self._stream.integers(2))
            number = (high << 32) + (low & 0xFFFFFFFF)
        if number < 0:
            raise Unreadable("data.damaged")
        return number

    def _text(self, flags: int, depth: int) -> str | None:
        length = self._stream.integer()
        text = None if length == -1 else self._decode(flags, self._stream.octets(length))
        if text is not None and "\0" in text:
            raise Unreadable("data.nul")
        if flags & HAS_ATTRIBUTES:
            self._item(depth + 1)
        return text

    def _decode(self, flags: int, content: bytes) -> str:
        try:
            return decoded(flags, content, self._native)
        except UnicodeDecodeError:
            if self._given:
                raise Unreadable("csv.undecodable", encoding=self._native) from None
            raise Unreadable(_UNDECODABLE) from None

    def _cells(self, flags: int, depth: int) -> Any:
        """A pairlist or call, cell after cell, or the three parts of a function or promise."""
        first, cells = flags & 0xFF, []
        while flags & 0xFF in _CELLS:
            if flags & HAS_ATTRIBUTES or flags & 0xFF in (items.ATTRIBUTED_PAIRS, items.ATTRIBUTED_CALL):
                self._item(depth + 1)
            tag = self._item(depth + 1) if flags & HAS_TAG else None
            cells.append((tag, self._item(depth + 1)))
            flags = self._stream.integer()
        end = self._after(flags, depth + 1)
        return Pairs(cells, end) if first in (items.PAIRLIST, items.ATTRIBUTED_PAIRS) else Other(first)

    def _bytecode(self, depth: int) -> None:
        """Read past compiled code: its instructions and its constants."""
        if depth > _DEEPEST:
            raise Unreadable("r.too_deep")
        self._item(depth + 1)
        for _ in range(self._stream.integer()):
            code = self._stream.integer()
            if code == items.BYTECODE:
                self._bytecode(depth + 1)
            elif code in _CODE_CELLS:
                self._code_cells(code, depth + 1)
            else:
                self._item(depth + 1)

    def _code_cells(self, code: int, depth: int) -> None:
        while True:
            if depth > _DEEPEST:
                raise Unreadable("r.too_deep")
            if code == items.SHARED_CODE:
                self._stream.integer()
                code = self._stream.integer()
            if code == items.SEEN_CODE:
                self._stream.integer()
                return
            if code not in _CODE_CELLS:
                self._item(depth + 1)
                return
            if code in (items.ATTRIBUTED_CALL, items.ATTRIBUTED_PAIRS):
                self._item(depth + 1)
            self._item(depth + 1)  # the tag
            self._code_cells(self._stream.integer(), depth + 1)
            code = self._stream.integer()


class _OnWindows(_Reader):
    """Reads items of a file that states no encoding, and is not all UTF-8: as old R on Windows saves it, so
    that no text is UTF-8.
    """

    def _decode(self, flags: int, content: bytes) -> str:
        if not flags & (IS_LATIN1 | IS_UTF8) and not content.isascii() and _is_utf8(content):
            raise Unreadable(_UNDECODABLE)
        return super()._decode(flags, content)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True


def _attributes(found: Any) -> dict[str, Any]:
    cells: Sequence[tuple[Any, Any]] = found.cells if isinstance(found, Pairs) else ()
    return {str(tag): value for tag, value in cells}


def _codec(name: str) -> str:
    """Python's name of the encoding that R names; UTF-8 where Python does not know it."""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return _UTF8
    return _WINDOWS if found == "iso8859-1" else found
