"""What a file of another program says of a variable, besides its values."""

from dataclasses import dataclass
from typing import Literal

ColumnType = Literal["text", "integer", "number", "boolean", "date", "datetime", "time"]


@dataclass(frozen=True)
class Column:
    """A variable as its file has it.

    ``labels`` pairs the text of a value with the words for it; ``missing`` are the texts that mean that the
    answer is missing; ``form`` is the format's own way to show or store it (SPSS ``F8.2``, Stata ``%td``,
    DuckDB ``DECIMAL(9,2)``).
    """

    name: str
    type: ColumnType = "text"
    label: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    form: str = ""
