"""Arrow files (Feather version 2) and streams, read in the child; also compressed ones."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from backports.zstd import ZstdDecompressor
from lz4.frame import LZ4FrameDecompressor

from sdc_desktop.engine.data.foreign.arrow_layout import Batch, Codec, Field, Kind, Layout, layout_of
from sdc_desktop.engine.data.foreign.arrow_values import (
    Texts,
    buffers_of,
    listed_texts,
    nulls_of,
    places_of,
    texts_of,
    type_and_form,
    valid_of,
)
from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.limits import expanded_limit

_BLOCK = 20_000
_MOST_CELLS = 1_000_000  # of a block
_UNPACKED = -1  # the size that a buffer states which did not become smaller


def read(path: Path) -> Reading:
    """Read a file. Raises :class:`Unreadable`."""
    layout = layout_of(path)
    columns = []
    for number, field in enumerate(layout.fields, start=1):
        known = type_and_form(field.kind)
        if known is None:
            raise Unreadable("data.nested", column=number, variable=field.name, type=field.kind.name)
        kind, form = known
        columns.append(Column(field.name, kind, form="" if kind == "text" else form, origin="parquet"))
    warnings = () if layout.ended else (Unreadable("data.arrow_unended"),)
    return Reading(len(columns), _Records(path, layout).blocks(), lambda: tuple(columns), lambda: warnings)


class _Records:
    """Reads the batches of a file, and requests no more memory than its size allows."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path, self._layout = path, layout
        self._most = expanded_limit(path.stat().st_size)
        self._texts = 0
        self._lists: dict[int, list[str]] = {}

    def blocks(self) -> Iterator[tuple[list[tuple[str, ...]], float]]:
        """The records as texts."""
        fields, batches = self._layout.fields, self._layout.batches
        records = sum(batch.records for batch in batches if batch.dictionary is None)
        listed = sum(batch.records for batch in batches if batch.dictionary is not None)
        self._allow(records * len(fields) + listed)
        at_a_time = max(1, min(_BLOCK, _MOST_CELLS // len(fields)))
        done = 0
        with self._path.open("rb") as file:
            for batch in batches:
                if batch.dictionary is not None:
                    self._read_list(file, batch, batch.dictionary)
                    continue
                columns = list(self._columns(file, batch, fields))
                for start in range(0, batch.records, at_a_time):
                    stop = min(start + at_a_time, batch.records)
                    rows = list(zip(*(column(start, stop) for column in columns), strict=True))
                    done += len(rows)
                    yield rows, done / records

    def _read_list(self, file: BinaryIO, batch: Batch, dictionary: int) -> None:
        kind = next((field.kind for field in self._layout.fields if field.dictionary == dictionary), None)
        if kind is None:
            raise Unreadable("data.damaged")
        (texts,) = self._columns(file, batch, (Field("", kind),))
        before = self._lists.get(dictionary, []) if batch.added else []
        self._lists[dictionary] = before
        before.extend(texts(0, batch.records))

    def _columns(self, file: BinaryIO, batch: Batch, fields: tuple[Field, ...]) -> Iterator[Texts]:
        """The texts of each column of a batch, whose buffers follow one another."""
        buffers, views = iter(self._buffers(file, batch)), iter(batch.views)
        for field, node in zip(fields, batch.nodes, strict=True):
            kind = field.kind if field.index is None else field.index
            further = next(views) if kind.name == "Utf8View" else 0
            wanted = buffers_of(kind) + further
            own = list(islice(buffers, wanted))
            nulls = batch.records if kind.name == "Null" else nulls_of(own[:1], batch.records)
            if len(own) < wanted or further < 0 or node != (batch.records, nulls):
                raise Unreadable("data.damaged")
            yield self._column(field, kind, own, batch.records)

    def _column(self, field: Field, kind: Kind, own: list[bytes], records: int) -> Texts:
        if field.dictionary is None or not records:
            return texts_of(kind, own, records, self._spend)
        valid = valid_of(own[0], records)
        values = self._lists.get(field.dictionary, [])
        return listed_texts(values, places_of(kind, own[1], records), valid, self._spend)

    def _buffers(self, file: BinaryIO, batch: Batch) -> list[bytes]:
        sizes = [self._size(file, batch, *one) for one in batch.buffers]
        self._allow(sum(sizes))
        return [self._buffer(file, batch, *one, size) for one, size in zip(batch.buffers, sizes, strict=True)]

    def _size(self, file: BinaryIO, batch: Batch, place: int, length: int) -> int:
        """The bytes of a buffer once it is expanded, as it states."""
        if not batch.codec or not length:
            return length
        file.seek(place)
        stated = int.from_bytes(file.read(8), "little", signed=True)
        if stated < _UNPACKED or length < 8:
            raise Unreadable("data.damaged")
        return length - 8 if stated == _UNPACKED else stated

    def _buffer(self, file: BinaryIO, batch: Batch, place: int, length: int, size: int) -> bytes:
        file.seek(place)
        raw = file.read(length)
        if not batch.codec or not length:
            return raw
        if int.from_bytes(raw[:8], "little", signed=True) == _UNPACKED:
            return raw[8:]
        return _expanded(batch.codec, raw[8:], size)

    def _spend(self, size: int) -> None:
        """Count the bytes of texts that the file has once and its records repeatedly."""
        self._texts += size
        self._allow(self._texts)

    def _allow(self, size: int) -> None:
        if size > self._most:
            raise Unreadable("data.arrow_inflates", megabytes=self._most // 2**20)


def _expanded(codec: Codec, raw: bytes, size: int) -> bytes:
    """The bytes of a buffer. Raises ValueError where they are more or fewer than it states, before there are
    many more, and the errors of its codec.
    """
    frame = LZ4FrameDecompressor() if codec == "lz4" else ZstdDecompressor()
    made: bytes = frame.decompress(raw, max_length=size + 1)
    if len(made) != size or not frame.eof:
        raise ValueError(size)
    return made
