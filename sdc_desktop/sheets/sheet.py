"""A sheet: what the result of one kind of job says, as blocks, and who may read each of them.

The window, the internal and the external edition of the report show the same blocks. Readers are stated for
every block, so that nothing reaches the external edition by default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal, cast

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.sheets.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Finding,
    Heading,
    KeyFigures,
    Named,
    Note,
    Paragraph,
    Signed,
    Steps,
    Table,
)
from sdc_desktop.words import Words

if TYPE_CHECKING:  # needs numpy
    from sdc_desktop.engine.data.microdata import Variable

Reader = Literal["window", "internal", "external"]
Readers = tuple[Reader, ...]
EVERYONE: Readers = ("window", "internal", "external")
INSIDE: Readers = ("window", "internal")
WINDOW: Readers = ("window",)
INTERNAL: Readers = ("internal",)
EXTERNAL: Readers = ("external",)
PAPER: Readers = ("internal", "external")


@dataclass(frozen=True)
class For:
    """A block, and who may read it."""

    block: Block | Heading
    readers: Readers


@dataclass(frozen=True)
class About:
    """The params of a job, its result and its ``name``; ``confidential``: variables whose categories stay
    inside.
    ``variables``: those that were counted, if the result does not name them; ``read``: all that were there.
    """

    params: Any
    result: Any
    confidential: frozenset[str] = frozenset()
    variables: tuple[str, ...] = ()
    read: tuple[Variable, ...] = ()
    name: str = ""

    @property
    def total_code(self) -> str:
        """How the job's table codes a total."""
        code: str = getattr(self.params, "total_code", "Total")
        return code


Sheet = Callable[[About, Words], Iterator[For]]


def sheet_of(kind: str) -> Sheet:
    """The sheet of a kind: ``sheet`` of the module of its name, or else of that of its family."""
    own = f"sdc_desktop.sheets.{kind}"
    found = own if find_spec(own) is not None else f"sdc_desktop.sheets.{method_of(kind).family}"
    return cast(Sheet, import_module(found).sheet)


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


def found_text(sheet: Iterable[For], reader: Reader = "window") -> str:
    """What a job found, for one reader, in a sentence or two."""
    return " ".join(findings_of(sheet, reader))


def findings_of(sheet: Iterable[For], reader: Reader = "window") -> tuple[str, ...]:
    """The findings, with which a sheet begins; the other blocks are not made for it."""
    found = takewhile(lambda one: isinstance(one.block, Finding), sheet)
    return tuple(one.text for one in read_by(reader, found) if isinstance(one, Finding))


def tables_in(blocks: Iterable[Block | Heading]) -> list[Table]:
    """The tables among blocks."""
    return [one for one in blocks if isinstance(one, Table)]


def running_text(blocks: Iterable[Block | Heading]) -> str:
    """The texts of blocks as one paragraph."""
    texts: list[str] = []
    for block in blocks:
        match block:
            case Finding(text) | Paragraph(text, ""):
                texts.append(text)
            case Paragraph(text, lead) | Note(_, lead, text):
                texts.append(f"{lead} {text}")
            case Bullets(items) | Steps(items):
                texts += [one.text for one in items]
            case KeyFigures(figures):
                texts += [f"{f'{one.label}: {one.value} {one.reading}'.rstrip()}." for one in figures]
    return " ".join(texts)


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
