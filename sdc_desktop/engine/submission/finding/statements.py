"""Numbers of persons that headings, labels, titles and notes state, and the cells that each counts."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["columns", "rows", "table", "pool"]


@dataclass(frozen=True)
class Statement:
    """A stated number of persons. ``place``: the address of its cell or line, with the sheet before it;
    ``text``: the words around it. ``scope``: whole columns or rows of a table by ``lines``, all of its
    count cells, or any table of the submission (pool). ``certain``: no other number is stated for the scope.
    """

    n: int
    place: str
    text: str
    scope: Scope
    lines: tuple[int, ...] = ()
    certain: bool = True
