"""A vector of a data frame as a variable: its type, labels, missing codes, and the texts of its values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.texts import (
    Column,
    ColumnType,
    days_text,
    duration_text,
    number_text,
    seconds_text,
)
from sdc_desktop.engine.data.rdata.items import (
    DOUBLE,
    INTEGER,
    LIST,
    LOGICAL,
    NAMES,
    NO_INTEGER,
    NO_LONG,
    NO_LONGS_OF_TEXT,
    TEXT,
    Vector,
)
from sdc_desktop.engine.data.rdata.numbers import (
    Texts,
    by_value,
    is_whole,
    listed,
    of_doubles,
    of_whole,
    tag_text,
    tags_of,
)

_DAY = date(1970, 1, 1)
_TIME = datetime(1970, 1, 1)
_UTC = frozenset({"UTC", "GMT", "Etc/UTC", "Etc/GMT", "Zulu"})
_FACTOR, _LABELLED = "factor", ("haven_labelled", "labelled")
_PLAIN = frozenset(  # classes that say no more of the values than their vector does
    {"AsIs", "noquote", "vctrs_vctr", "haven_labelled", "haven_labelled_spss", "labelled", "labelled_spss"}
    | {"character", "numeric", "integer", "integer64", "double", "logical", "factor", "ordered"}
)
_MOST_MONTHS = 2**36  # from 1970: whole numbers of R give fewer
_LARGEST = float(np.finfo(np.float64).max)
_NUMBERS = (LOGICAL, INTEGER, DOUBLE)


@dataclass(frozen=True)
class Read:
    """A variable, the texts of its values, and what must be reported of it: a code and its words."""

    column: Column
    texts: Texts
    notes: tuple[tuple[str, str], ...] = ()


def read_column(name: str, vector: Any, place: int, records: int) -> Read:
    """The variable at a place, from 1, of a data frame with `records` records. Raises :class:`Unreadable`
    where it has no single values.
    """
    found = _of_kind(vector, records)
    if found is None:
        raise Unreadable("data.nested", column=place, variable=name, type=type_name(vector))
    label = vector.texts("label")
    return replace(found, column=replace(found.column, name=name, label=label[0] if label else ""))


def type_name(item: Any) -> str:
    """What R calls the type of an object: its class, else what typeof() says."""
    if item is None:
        return "NULL"
    if isinstance(item, Vector):
        if item.classes:
            return item.classes[0]
        if "dim" in item.attributes:
            return "matrix" if len(item.attributes["dim"]) == 2 else "array"
        return NAMES.get(item.code, "vector")
    classes = getattr(item, "attributes", {}).get("class")
    if isinstance(classes, Vector) and classes.code == TEXT and len(classes):
        return str(classes.values[0])
    return NAMES.get(getattr(item, "code", 0), "pairlist")


def _of_kind(vector: Any, records: int) -> Read | None:
    """A variable without its name; None where its values are not single ones."""
    if not isinstance(vector, Vector):
        return None
    classes = vector.classes
    if "POSIXlt" in classes and vector.code == LIST:
        return _of_parts(vector, records)
    dim = vector.attributes.get("dim")
    if isinstance(dim, Vector) and any(int(one) != 1 for one in dim.values[1:]):
        return None
    if vector.code not in (*_NUMBERS, TEXT):
        return None
    if len(vector) != records:
        raise Unreadable("data.damaged")
    if _FACTOR in classes:
        return _factor(vector)
    if vector.code == TEXT:
        return _text(vector)
    own = (*classes, *vector.texts(".S3Class"))  # of S4, what it extends
    made_of = next((read for known, read in _CLASSES.items() if known in own), _number)
    found = made_of(vector)
    if made_of not in (_number, _long):
        return found
    others = [one for one in classes if one not in _PLAIN]
    return replace(found, notes=(*found.notes, ("r.as_numbers", others[0]))) if others else found


def _made(kind: ColumnType, texts: Texts, notes: tuple[tuple[str, str], ...] = (), **more: Any) -> Read:
    return Read(Column("", kind, origin="r", **more), texts, notes)


# texts and categories ---------------------------------------------------------------------------------


def _factor(vector: Vector) -> Read:
    """Its categories in their order; those of an ordered one are of the ordinal level."""
    levels = list(vector.texts("levels"))
    codes = _integers(vector)
    there = codes != NO_INTEGER
    if there.any() and not (codes[there].min() >= 1 and codes[there].max() <= len(levels)):
        raise Unreadable("data.damaged")
    ordered = "ordered" in vector.classes
    return _made(
        "text",
        listed(np.where(there, codes - 1, -1), levels),
        measure="ordinal" if ordered else "nominal",
        levels=tuple(dict.fromkeys(level for level in levels if level)),
    )


def _text(vector: Vector) -> Read:
    values = vector.values

    def taken(start: int, stop: int) -> list[str]:
        return [text or "" for text in values[start:stop]]

    labels = _labels(vector, lambda value: value or "")
    missing = tuple(text for text in vector.texts("na_values") if text)
    return _made("text", taken, labels=labels, missing=missing)


# numbers ----------------------------------------------------------------------------------------------


def _number(vector: Vector) -> Read:
    if vector.code == LOGICAL:
        values = _integers(vector)
        codes = np.where(values == NO_INTEGER, -1, values != 0)
        return _made("boolean", listed(codes, ["false", "true"]))
    numbers = doubles_of(vector)
    if vector.code == INTEGER:
        values = _integers(vector)
        kind, texts = "integer", of_whole(values, values != NO_INTEGER)
    else:
        kind, texts = "integer" if is_whole(numbers) else "number", of_doubles(numbers)
    missing, ranges = _missing(vector, numbers)
    return _made(
        kind,  # type: ignore[arg-type]
        texts,
        _infinite(numbers),
        labels=_labels(vector, number_text),
        missing=missing,
        ranges=ranges,
    )


def doubles_of(vector: Vector) -> npt.NDArray[np.float64]:
    """The numbers of a vector (records,), NA as NaN."""
    if vector.code == DOUBLE:
        return np.asarray(vector.values, dtype=np.float64)
    values = _integers(vector)
    return np.where(values == NO_INTEGER, np.nan, values.astype(np.float64))


def _integers(vector: Vector) -> npt.NDArray[np.int32]:
    if vector.code not in (LOGICAL, INTEGER):
        raise Unreadable("data.damaged")
    return np.asarray(vector.values, dtype=np.int32)


def _labels(vector: Vector, text: Callable[[Any], str]) -> tuple[tuple[str, str], ...]:
    """The words for values of a labelled vector, a tagged NA by its letter."""
    found = vector.attributes.get("labels")
    if not isinstance(found, Vector) or not any(one in vector.classes for one in _LABELLED):
        return ()
    words = found.texts("names")
    if len(words) != len(found) or (found.code == TEXT) != (vector.code == TEXT):
        return ()
    if found.code == TEXT:
        return tuple((text(value), word) for value, word in zip(found.values, words, strict=True))
    if found.code not in _NUMBERS:
        return ()
    numbers = doubles_of(found)
    letters = tags_of(numbers).tolist()
    pairs = zip(numbers.tolist(), letters, words, strict=True)
    named = ((tag_text(letter) if letter else text(value), word) for value, letter, word in pairs)
    return tuple((value, word) for value, word in named if value)


def _missing(
    vector: Vector, numbers: npt.NDArray[np.float64]
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The texts that mean missing, and the range that the file names for them: tagged NA, single values, and
    the values found in a range.
    """
    codes = [tag_text(int(letter)) for letter in np.unique(tags_of(numbers)) if letter]
    codes += [value for value, _ in _labels(vector, number_text) if value.startswith(".") and len(value) == 2]
    single = vector.attributes.get("na_values")
    if isinstance(single, Vector) and single.code in _NUMBERS:
        codes += [number_text(value) for value in doubles_of(single).tolist()]
    ranges: tuple[tuple[str, str], ...] = ()
    bounds = vector.attributes.get("na_range")
    if isinstance(bounds, Vector) and bounds.code in _NUMBERS and len(bounds) == 2:
        low, high = np.clip(doubles_of(bounds), -_LARGEST, _LARGEST).tolist()
        inside = np.unique(numbers[(numbers >= low) & (numbers <= high)])
        codes += [number_text(value) for value in inside.tolist()]
        ranges = ((repr(low), repr(high)),) if low < high else ()
    return tuple(dict.fromkeys(code for code in codes if code)), ranges


def _long(vector: Vector) -> Read:
    """Whole numbers of 64 bits (bit64), which R keeps in the bits of doubles."""
    if vector.code != DOUBLE:
        raise Unreadable("data.damaged")
    values = np.asarray(vector.values, dtype=np.float64).view(np.int64)
    if np.isin(values, NO_LONGS_OF_TEXT).any():
        raise Unreadable("r.longs_as_text")
    return _made("integer", of_whole(values, values != NO_LONG))


# dates and times --------------------------------------------------------------------------------------


def _date(vector: Vector) -> Read:
    return _dated("date", doubles_of(vector), lambda days: days_text(np.floor(days), _DAY))


def _moment(vector: Vector) -> Read:
    """A date with a time, which R keeps in UTC; it shows the time of a zone."""
    zones = vector.texts("tzone")
    zone = zones[0] if zones else ""
    found = _dated("datetime", doubles_of(vector), lambda one: seconds_text(one, _TIME))
    return found if zone in _UTC else replace(found, notes=(*found.notes, ("r.time_zone", zone)))


def _of_parts(vector: Vector, records: int) -> Read:
    """A date with a time in parts (POSIXlt), in the local time of its zone. Parts may be beyond their usual
    bounds: the 14th month is the second of the next year.
    """
    names = vector.texts("names")
    parts = dict(zip(names, vector.values, strict=False))
    wanted = [parts.get(name) for name in ("year", "mon", "mday", "hour", "min", "sec")]
    if not all(isinstance(part, Vector) and part.code in _NUMBERS for part in wanted):
        raise Unreadable("data.damaged")
    numbers = [doubles_of(part) for part in wanted if isinstance(part, Vector)]
    if not all(len(part) in (1, records) for part in numbers):
        raise Unreadable("data.damaged")
    year, month, day, hour, minute, second = (np.resize(part, records) for part in numbers)
    with np.errstate(invalid="ignore"):  # NA
        months = (year - 70) * 12 + month
        there = np.abs(months) < _MOST_MONTHS
        first = np.where(there, months, 0).astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
        days = np.where(there, first, np.nan) + day - 1
        seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return _dated("datetime", seconds, lambda one: seconds_text(one, _TIME))


def _clock(vector: Vector) -> Read:
    return _dated("time", doubles_of(vector), duration_text)


def _dated(kind: ColumnType, values: npt.NDArray[np.float64], text: Callable[[float], str]) -> Read:
    """Dates or times by their numbers (records,)."""
    return _made(kind, by_value(values, text), _infinite(values))


def _infinite(values: npt.NDArray[np.float64]) -> tuple[tuple[str, str], ...]:
    """What must be reported of infinite numbers (records,)."""
    number = int(np.isinf(values).sum())
    return (("r.infinite", str(number)),) if number else ()


def _span(vector: Vector) -> Read:
    """A difference of times: a number of its unit, but that of the package hms a time."""
    if "hms" in vector.classes:
        return _clock(vector)
    units = vector.texts("units")
    found = _number(vector)
    return replace(found, notes=(*found.notes, ("r.units", units[0] if units else "")))


_CLASSES: Mapping[str, Callable[[Vector], Read]] = {
    "integer64": _long,
    "Date": _date,
    "IDate": _date,
    "POSIXct": _moment,
    "difftime": _span,
    "ITime": _clock,
}
