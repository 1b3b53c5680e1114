"""The layouts in which a plan writes a table, and the files that each of them takes."""

from pathlib import PurePosixPath
from typing import Literal

TableLayout = Literal["list", "publication", "cross_table", "pivot", "code_value", "sbs", "tab", "jj"]
LIST: TableLayout = "list"  # a line per cell, with names
TAB: TableLayout = "tab"
PUBLICATION: TableLayout = "publication"  # with title, notes and source, as an office sends it out
NOT_FOR_PUBLICATION: frozenset[TableLayout] = frozenset({"sbs", "tab", "jj"})  # rules of cells, true values
ENDINGS: dict[TableLayout, tuple[str, ...]] = {
    "tab": (".tab",),
    "jj": (".jj",),
    "publication": (".xlsx", ".csv"),
}
TEXT_ENDINGS = (".csv", ".txt")
VALUE, STATUS, RATIO = "value", "status", "ratio"  # columns of a list beside the dimensions


def endings_of(layout: TableLayout) -> tuple[str, ...]:
    """The endings that the name of a file in a layout may have; the list takes any format."""
    return () if layout == LIST else ENDINGS.get(layout, TEXT_ENDINGS)


def layout_paths(path: str, layout: TableLayout, dimensions: int) -> tuple[str, ...]:
    """All files that a layout may take, the one named first: a .tab has metadata, and a tree for each
    dimension with a hierarchy.
    """
    if layout != TAB:
        return (path,)
    named = PurePosixPath(path)
    trees = (f"{named.stem}_{number}.hrc" for number in range(1, dimensions + 1))
    beside = (named.with_name(name).as_posix() for name in (f"{named.stem}.rda", *trees))
    return (path, *beside)
