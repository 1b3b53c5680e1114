"""Records as a data frame of R (.rds), variable by variable and some thousand values at a time.

Labels and missing codes are those of the package haven; R without it shows the values, and NA for letters.
Equal records give equal bytes.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.rdata.items import DOUBLE, INTEGER, LIST, LOGICAL, NO_INTEGER, TEXT
from sdc_desktop.engine.data.rdata.serialise import (
    HEAD,
    LONGEST,
    NO_NUMBER_BITS,
    NO_TEXT,
    Attributes,
    Item,
    Serialiser,
    bits_of,
    characters,
    doubles_item,
    texts_item,
    whole_numbers,
)
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.values import Value, number_of, written_value
from sdc_desktop.engine.problems import Place, Refused, error

STEP_WRITE = "writing"
_GZIP, _LEVEL = 31, 4
_CACHED = 1 << 16  # values of a variable whose bytes or numbers are remembered
_OF_FORMS: dict[str, Attributes] = {
    "Date": (("class", texts_item("Date")),),
    "POSIXct": (("class", texts_item("POSIXct", "POSIXt")), ("tzone", texts_item("UTC"))),
    "hms": (("units", texts_item("secs")), ("class", texts_item("hms", "difftime"))),
}


def write_rds(
    path: Path, data: Microdata, columns: Sequence[Fitted], shown: str, context: JobContext
) -> None:
    """Write all records. Raises :class:`Refused`, Cancelled."""
    try:
        if data.records > LONGEST:
            raise ValueError
        with path.open("wb") as file:
            packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
            for block in _frame(data, columns, context):
                file.write(packer.compress(block))
            file.write(packer.flush())
    except (ValueError, KeyError):  # whose text may hold values
        raise Refused(error("data.not_writable", Place(file=shown))) from None


def _frame(data: Microdata, columns: Sequence[Fitted], context: JobContext) -> Iterator[bytes]:
    """Raises ValueError or KeyError where a value is none of its variable's type, Cancelled."""
    rows = (NO_INTEGER, -data.records) if data.records else ()
    about = (
        ("names", texts_item(*(column.name for column in columns))),
        ("class", texts_item("data.frame")),
        ("row.names", Item(INTEGER, len(rows), whole_numbers(*rows))),
    )
    made = Serialiser()
    yield HEAD + made.beginning(LIST, len(columns), about)
    done = 0
    for place, column in enumerate(columns):
        vector = _Vector(column)
        yield made.beginning(vector.kind, data.records, vector.attributes)
        for texts in data.relation.texts(place, context):
            yield vector.bytes_of(texts)
            done += len(texts)
            context.progress(done / (data.records * len(columns)), STEP_WRITE)
        yield made.attributes(vector.attributes)
    yield made.attributes(about)


class _Vector:
    """A variable as a vector: its kind, its attributes, and ``bytes_of``, which makes bytes of texts."""

    def __init__(self, column: Fitted) -> None:
        self._column = column
        self._labelled = bool(column.labels or column.missing or column.ranges)
        number = number_of(column, "rds")
        self._number: Callable[[str], float] = number if number is float else lru_cache(_CACHED)(number)
        self._special = {"": NO_NUMBER_BITS}
        if column.type != "text":
            self._special |= {code: bits_of(self._value(written)) for code, written in column.codes}
        self.kind, self.bytes_of = self._writer()
        self.attributes = tuple(self._attributes())

    def _value(self, written: str) -> Value:
        return written_value(self._column, "rds", written)

    def _writer(self) -> tuple[int, Callable[[Sequence[str]], bytes]]:
        column = self._column
        if column.levels:
            codes = {level: code for code, level in enumerate(column.levels, start=1)}
            codes |= dict.fromkeys(("", *dict(column.codes)), NO_INTEGER)
            return INTEGER, lambda texts: whole_numbers(*map(codes.__getitem__, texts))
        if column.type == "text":
            one = lru_cache(_CACHED)(lambda text: characters(text) if text else NO_TEXT)
            return TEXT, lambda texts: b"".join(map(one, texts))
        if column.type == "boolean":
            return LOGICAL, self._integers
        if column.whole and not self._labelled and set(self._special.values()) == {NO_NUMBER_BITS}:
            return INTEGER, self._integers
        return DOUBLE, self._doubles

    def _integers(self, texts: Sequence[str]) -> bytes:
        numbers, empty = self._numbers(texts)
        numbers[empty] = NO_INTEGER
        return numbers.astype(">i4").tobytes()

    def _doubles(self, texts: Sequence[str]) -> bytes:
        numbers, special = self._numbers(texts)
        bits = numbers.view(np.uint64)
        bits[special] = [self._special[texts[place]] for place in special]
        return bits.astype(">u8").tobytes()

    def _numbers(self, texts: Sequence[str]) -> tuple[npt.NDArray[np.float64], list[int]]:
        """The numbers (texts,) of texts, 0 for those that are none, and the places of these."""
        special, number = self._special, self._number
        places = [place for place, text in enumerate(texts) if text in special]
        values = (0.0 if text in special else number(text) for text in texts)
        return np.fromiter(values, np.float64, len(texts)), places

    def _attributes(self) -> Iterator[tuple[str, Item]]:
        column = self._column
        if column.levels:
            ordered = ("ordered",) if column.measure == "ordinal" else ()
            yield "levels", texts_item(*column.levels)
            yield "class", texts_item(*ordered, "factor")
        elif self._labelled:
            yield from self._labels()
        else:
            yield from _OF_FORMS.get(column.form, ())
        if column.label:
            yield "label", texts_item(column.label)

    def _labels(self) -> Iterator[tuple[str, Item]]:
        column = self._column
        labels = {}
        for written, word in column.labels:
            try:
                labels[written] = self._value(written), word
            except ValueError:
                continue  # a label for a value that the protected variable can no longer have
        if labels:
            values, words = zip(*labels.values(), strict=True)
            yield "labels", replace(self._vector_of(values), attributes=(("names", texts_item(*words)),))
        if column.missing:
            yield "na_values", self._vector_of([self._value(code) for code in column.missing])
        for bounds in column.ranges:
            yield "na_range", doubles_item(bounds)
        spss = ("haven_labelled_spss",) if column.missing or column.ranges else ()
        base = "character" if column.type == "text" else "double"
        yield "class", texts_item(*spss, "haven_labelled", "vctrs_vctr", base)

    def _vector_of(self, values: Sequence[Value]) -> Item:
        return texts_item(*map(str, values)) if self._column.type == "text" else doubles_item(values)
