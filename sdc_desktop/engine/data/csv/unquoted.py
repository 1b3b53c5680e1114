"""NA without quotation marks, which is missing, beside "NA" in them, which is a text, as R writes them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.preamble import FIGURE
from sdc_desktop.engine.data.csv.text import without_lines
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_text
from sdc_desktop.engine.data.store.store import Relation, interruptible

NA = "NA"
_UNQUOTED = "\ufdd0NA\ufdd1"  # noncharacters, which no file is exchanged with
_WORDS = frozenset((NA, "NaN", "Inf", "-Inf", "TRUE", "FALSE", ""))


class SeenText:
    """Whether some bytes occur in the blocks that are passed on."""

    def __init__(self, searched: bytes) -> None:
        self._searched = searched
        self.found = False

    def through(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Passes blocks of bytes on."""
        end = b""
        for block in blocks:
            if not self.found:
                self.found = self._searched in block or self._searched in end + block[: len(self._searched)]
                end = block[-len(self._searched) :]
            yield block


def quotes_texts(beginning: bytes, delimiter: str, quote: str, header: int) -> bool:
    """Whether the records below the line `header`, from 1, quote texts: all that is not quoted is a figure or
    stands for one.
    """
    text = beginning.decode("utf-8", "replace")
    mark, sign = re.escape(quote), re.escape(delimiter)
    field = rf"(?:^|{sign})(?:({mark}(?:[^{mark}]|{mark}{mark})*{mark})|([^{sign}\r\n]*))"
    lines = re.split(r"\r\n|\r|\n", text)[header:-1]  # the last may be cut
    found = [cell for line in lines for cell in re.findall(field, line)]
    plain = [bare for quoted, bare in found if not quoted]
    return any(quoted for quoted, _ in found) and all(
        bare in _WORDS or bool(FIGURE.fullmatch(bare)) for bare in plain
    )


def with_na_marked(text: bytes, dialect: Dialect) -> bytes:
    """Canonical text from its header on, in which NA in quotation marks is a text with them."""
    mark, sign = re.escape(dialect.quote), re.escape(dialect.delimiter)
    found = rf"(?<![^{sign}\r\n]){mark}{NA}{mark}(?![^{sign}\r\n])".encode()
    made = f"{dialect.quote * 3}{NA}{dialect.quote * 3}".encode()
    below = b"".join(without_lines(iter([text]), dialect.first_row - 1))
    return re.sub(found, made, below)


def marking(columns: int) -> str:
    """What the columns c0, c1, ... are selected as where NULL stands for NA without quotation marks."""
    return ", ".join(f"coalesce(c{n}, {sql_text(_UNQUOTED)}) AS c{n}" for n in range(columns))


@dataclass(frozen=True)
class Unquoted:
    """Columns in which NA is missing, and those that have "NA" as a text as well: the missing are empty."""

    missing: frozenset[int]
    emptied: frozenset[int]


def settled(relation: Relation, context: JobContext) -> tuple[Relation, Unquoted]:
    """The records with NA instead of the mark, or an empty text where the column also has "NA"."""
    both: dict[int, set[str]] = {}
    cursor = relation.store.cursor()
    with interruptible(cursor, context):
        for column in range(relation.columns):
            rows = run(cursor, relation.among(column, (_UNQUOTED, NA), context))
            both[column] = {str(value) for value, _ in rows}
    emptied = frozenset(column for column, found in both.items() if len(found) > 1)
    missing = frozenset(column for column, found in both.items() if found == {_UNQUOTED})
    labels = {column: {_UNQUOTED: "" if column in emptied else NA} for column in emptied | missing}
    made = relation.store.recoded(relation, labels, context) if labels else relation
    return made, Unquoted(missing, emptied)
