"""Frames of records: their texts, and what is drawn by identifiers, in expressions without literal values."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from sdc_desktop.engine.data.foreign.parquet import text_of
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.store.keyed_draws import RANGE_BITS, Draws
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.site.spark_session import refusing

SPARKS = {  # types of what DuckDB gives to Spark
    "VARCHAR": "STRING",
    "BIGINT": "BIGINT",
    "VARCHAR[]": "ARRAY<STRING>",
    "BIGINT[]": "ARRAY<BIGINT>",
}
KEY_DIGITS = 8  # hexadecimal, of a record key
_BLOCK_BYTES = 64  # of SHA-256
_BLANKS = "".join(sign for sign in map(chr, range(0x3001)) if sign.isspace())  # what Python strips of a text


@dataclass(frozen=True)
class Frame:
    """A frame of Spark with the columns ``number``, v0, v1, ...; ``own``: by column the column of the data
    whose values it has, None where it has texts.
    """

    frame: Any
    own: tuple[Column | None, ...]

    def text(self, place: int) -> str:
        """The text of a column in DuckDB's SQL."""
        column = self.own[place]
        return f"v{place}" if column is None else text_of(place, column)


def with_texts(frame: Any, held: Frame, texts: Mapping[int, str]) -> Frame:
    """A frame whose columns `texts` are given by expressions of Spark; the others are those of `held`."""
    listed = [
        f"{texts[place]} AS v{place}" if place in texts else f"v{place}" for place in range(len(held.own))
    ]
    with refusing():
        made = frame.selectExpr("number", *listed)
    return Frame(made, tuple(None if place in texts else own for place, own in enumerate(held.own)))


def identified(held: Frame, place: int, name: str) -> str:
    """The text of an identifier in Spark's SQL, the same as DuckDB's. Raises :class:`Refused` for types whose
    texts differ.
    """
    own = held.own[place]
    if own is None:
        return f"v{place}"
    if own.type != "integer":
        raise Refused(error("site.identifier_type", Place(variable=name), name=name, type=own.form))
    return f"coalesce(CAST(v{place} AS STRING), '')"


def drawn_texts(
    session: Any,
    frame: Any,
    held: Frame,
    shown: tuple[int, str],
    identifier: str,
    draws: Draws,
) -> Frame:
    """A column drawn by identifiers (:mod:`keyed_draws`). The frame has the columns of `held` and also
    ``limits`` and ``becomes``, null where a value stays; ``shown``: the column, and what has its text.
    """
    column, known = shown
    places = [f"v{place}" for place in range(len(held.own))]
    rest = ["number", "limits", "becomes", *({known} - set(places)), *places]
    frame = _with_macs(session, frame, rest, identifier, draws.key, draws.begun)
    with refusing():
        frame = frame.selectExpr(*rest, f"{_first_digits(RANGE_BITS // 4)} AS drawn")
    found = "element_at(becomes, size(filter(limits, each -> each <= drawn)) + 1)"
    return with_texts(frame, held, {column: f"CASE WHEN limits IS NULL THEN {known} ELSE {found} END"})


def key_sums(session: Any, held: Frame, columns: Sequence[int], identifier: str, key: bytes) -> Any:
    """The frame (v.., n, s) of the combinations of columns: how many records have each, and the sum of their
    record keys (:func:`record_keys`).
    """
    listed = [f"v{column}" for column in columns]
    frame = _with_macs(session, held.frame, listed, identifier, key, b"")
    with refusing():
        frame = frame.selectExpr(*listed, f"{_first_digits(KEY_DIGITS)} AS record_key")
        summed = frame.groupBy(*listed).agg({"record_key": "sum", "*": "count"})
        return summed.selectExpr(*listed, "`count(1)` AS n", "`sum(record_key)` AS s")


def _with_macs(
    session: Any, frame: Any, kept: Sequence[str], identifier: str, key: bytes, begun: bytes
) -> Any:
    """The columns `kept` of a frame, and as ``mac`` the HMAC-SHA-256(key, begun + identifier) in hexadecimal.

    It is composed of SHA-256, as not every version of Spark has it. The key is a row of a frame that is
    neither in a plan nor in a file.
    """
    padded = (hashlib.sha256(key).digest() if len(key) > _BLOCK_BYTES else key).ljust(_BLOCK_BYTES, b"\0")
    inner, outer = (bytes(one ^ pad for one in padded) for pad in (0x36, 0x5C))
    mac = f"sha2(concat(outer, unhex(sha2(concat(inner, encode({identifier}, 'UTF-8')), 256))), 256)"
    with refusing():
        frame = frame.crossJoin(_row_of(session, frame, inner + begun, outer))
        return frame.selectExpr(*kept, f"{mac} AS mac")


def _first_digits(number: int) -> str:
    """The whole number of the first hexadecimal digits of a mac, in Spark's SQL."""
    return f"CAST(conv(substring(mac, 1, {number}), 16, 10) AS BIGINT)"


def unidentified(held: Frame, identifier: str, codes: Any) -> tuple[int, int]:
    """How many records have no identifier (nothing but blanks, or a text of the frame ``codes``), and how
    many one that another record has as well.
    """
    with refusing():
        counted = held.frame.selectExpr(f"{identifier} AS code").groupBy("code").count()
        blank = f"trim(BOTH '{_BLANKS}' FROM code) = ''"
        known = counted.where(f"NOT ({blank})").join(codes, "code", "leftanti")
        found = known.selectExpr(
            "coalesce(sum(count), 0) AS present",
            "coalesce(sum(CASE WHEN count > 1 THEN count END), 0) AS twice",
        ).collect()[0]
        records = counted.selectExpr("coalesce(sum(count), 0) AS n").collect()[0]["n"]
        return int(records) - int(found["present"]), int(found["twice"])


def _row_of(session: Any, frame: Any, inner: bytes, outer: bytes) -> Any:
    """A frame of one row, made by Spark itself: one that Python makes starts Python on the executors."""
    java = session._jvm
    values = session._sc._gateway.new_array(java.java.lang.Object, 2)
    values[0], values[1] = bytearray(inner), bytearray(outer)
    rows = java.java.util.ArrayList()
    rows.append(java.org.apache.spark.sql.RowFactory.create(values))
    types = session.range(0).selectExpr("X'' AS inner", "X'' AS outer")._jdf.schema()
    return type(frame)(session._jsparkSession.createDataFrame(rows, types), session)


def parts_of(folder: Path) -> str:
    """The files of a folder of Spark, as a list in SQL."""
    return sql_texts(str(part) for part in data_files(folder))


def rows_of(files: Iterable[Path]) -> int:
    """How many rows Parquet files have, by their footers."""
    query = f"SELECT coalesce(sum(num_rows), 0) FROM parquet_file_metadata({sql_texts(map(str, files))})"
    found = only(duckdb.connect(":memory:"), query)
    return int(found[0])
