"""Files of SPSS, Stata and SAS in the encoding of their texts, which may be another than they state."""

import codecs
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable

_UTF8 = "UTF-8"
_ASSUMED = "cp1252"  # of Stata files that state none
_ONE_BYTE = ("cp125", "iso8859")
_TAGGED, _FIRST_UNICODE = b"<stata_dta><header><release>", 118
_FAULTS = ("convert string", "character set")  # in the messages of the reader

Read = Callable[..., tuple[Mapping[str, Any], Any]]


def iconv_name(encoding: str) -> str:
    """A codec's name as the reader knows it."""
    name = codecs.lookup(encoding).name
    return _UTF8 if name.startswith("utf-8") else name.replace("iso8859-", "ISO-8859-").upper()


def values_in_their_encoding(
    read: Read, fault: type[Exception], path: Path, format: str, options: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Any, dict[str, object]]:
    """The values of a file, what it states of them, and the encoding that a plan must state for it: UTF-8,
    where all its texts are and it states another or none. What is given is never questioned. Raises
    :class:`Unreadable`, and ``fault`` as the reader does.
    """
    given = options["encoding"]
    try:
        values, found = read(str(path), **options)
    except (fault, UnicodeDecodeError) as failure:
        if isinstance(failure, fault) and not any(part in str(failure) for part in _FAULTS):
            raise
        if given is not None:
            raise Unreadable("csv.undecodable", encoding=given) from None
        try:
            values, found = read(str(path), **{**options, "encoding": _UTF8})
        except (fault, UnicodeDecodeError):
            raise Unreadable("data.texts_undecodable") from None
        return values, found, {"encoding": "utf-8"}
    if given is None and _are_utf8(values, found, _stated(path, format, found)):
        values, found = read(str(path), **{**options, "encoding": _UTF8})
        return values, found, {"encoding": "utf-8"}
    return values, found, {}


def _stated(path: Path, format: str, found: Any) -> str:
    """The codec in which the texts were read, if each of its characters is one byte; else empty."""
    name = found.file_encoding or ""
    if format == "dta":
        with path.open("rb") as file:
            begun = file.read(len(_TAGGED) + 3)
        number = begun.removeprefix(_TAGGED)
        unicode = begun.startswith(_TAGGED) and number.isdigit() and int(number) >= _FIRST_UNICODE
        name = "" if unicode else _ASSUMED
    try:
        known = codecs.lookup(name).name if name else ""
    except LookupError:
        return ""
    return known if known.startswith(_ONE_BYTE) else ""


def _are_utf8(values: Mapping[str, Any], found: Any, encoding: str) -> bool:
    """Whether texts beyond ASCII that were read in an encoding are all UTF-8 in truth: no words are so by
    chance.
    """
    if not encoding:
        return False
    beyond = False
    for text in _texts(values, found):
        if text.isascii():
            continue
        beyond = True
        try:
            text.encode(encoding).decode("utf-8")
        except UnicodeError:
            return False
    return beyond


def _texts(values: Mapping[str, Any], found: Any) -> Iterator[str]:
    yield from (label for label in found.column_labels if label)
    for labels in found.variable_value_labels.values():
        yield from map(str, labels.values())
    for name, column in values.items():
        if found.readstat_variable_types.get(name) == "string":
            yield from (text for text in column if isinstance(text, str))
