"""A sheet: what the result of one kind of job says, as blocks, and who may read each of them.

The window, the internal and the external edition of the report show the same blocks. Readers are stated for
every block, so that nothing reaches the external edition by default.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from sdc_desktop.sheets.blocks import Block, Cell, Column, Heading, Named, Signed, Table
from sdc_desktop.words import Words

Reader = Literal["window", "internal", "external"]
Readers = tuple[Reader, ...]
EVERYONE: Readers = ("window", "internal", "external")
INSIDE: Readers = ("window", "internal")
WINDOW: Readers = ("window",)
INTERNAL: Readers = ("internal",)
PAPER: Readers = ("internal", "external")


@dataclass(frozen=True)
class For:
    """A block, and who may read it."""

    block: Block | Heading
    readers: Readers


def read_by(reader: Reader, sheet: Iterable[For]) -> Iterator[Block | Heading]:
    """The blocks of one reader, in order."""
    return (one.block for one in sheet if reader in one.readers)


def table(
    title: str,
    heads: Iterable[str],
    rows: Iterable[tuple[str, ...]],
    words: Words,
    note: str = "",
    wide: float = 2,
) -> Table:
    """A table whose first column is a name and whose others are figures."""
    columns = [
        Column(words.say(head), "right" if place else "left", 1 if place else wide)
        for place, head in enumerate(heads)
    ]
    return Table(title, tuple(columns), tuple(rows), note)


def plain_rows(block: Table) -> list[tuple[str, ...]]:
    """The cells of a table as texts, which a sortable table of the window shows."""
    return [tuple(map(_plain, row)) for row in block.rows]


def _plain(cell: Cell) -> str:
    match cell:
        case Signed(_, text):
            return text
        case Named(name, below):
            return f"{name} ({below})"
    return cell
