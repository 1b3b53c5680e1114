"""A hierarchy as a table that can be edited: one row per value, one column per level. Tables never change;
each edit gives a new one.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sdc_desktop.engine.data.hierarchies.hierarchy import (
    TOP,
    Hierarchy,
    Labels,
    category_labels,
    from_table,
    lacking_problem,
)
from sdc_desktop.engine.problems import Refused


@dataclass(frozen=True)
class LevelTable:
    """``columns[0]`` are the values, each once; ``columns[step]`` their labels that far above "as is"."""

    columns: tuple[Labels, ...]

    @property
    def values(self) -> Labels:
        """The values, as the rows have them."""
        return self.columns[0]

    @property
    def steps(self) -> int:
        """How many levels there are above "as is"."""
        return len(self.columns) - 1

    def rows(self) -> list[Labels]:
        """A row a value, fine to coarse."""
        return list(zip(*self.columns, strict=True))

    def groups(self, step: int) -> Labels:
        """The labels of a level, each once, as they first appear."""
        return tuple(dict.fromkeys(self.columns[step]))


def arx_rows(hierarchy: Hierarchy, categories: Sequence[str], missing: Sequence[str]) -> list[Labels]:
    """The rows of an ARX file: the values that the hierarchy lists, then those that only the data have, the
    missing ones among them (ARX wants a row for each); the last level is of one category.

    Raises :class:`Refused` where values of the data are missing from the hierarchy.
    """
    values = list(dict.fromkeys((*hierarchy.rows, *categories)))
    found = category_labels(hierarchy, values, missing)
    rows = [labels for labels in found if labels is not None]
    if len(rows) < len(values):
        lacking = [value for value, labels in zip(values, found, strict=True) if labels is None]
        raise Refused(lacking_problem(hierarchy, lacking))
    return rows


def level_table(hierarchy: Hierarchy, categories: Sequence[str], missing: Sequence[str]) -> LevelTable:
    """The table of a hierarchy to be edited: its values and those of the data but the missing ones.

    A value outside the hierarchy is a category of its own at every level but the last, where all share one. A
    last level ``*`` is dropped: it is added again where it is needed.
    """
    apart = set(missing)
    values = [v for v in dict.fromkeys((*hierarchy.rows, *categories)) if v not in apart]
    found = category_labels(hierarchy, values, ())
    last = next((labels[-1:] for labels in found if labels is not None), ())
    alone = hierarchy.levels - len(last) if hierarchy.levels > 1 else 1
    rows = [
        labels or ((value,) * alone + last)[: hierarchy.levels]
        for value, labels in zip(values, found, strict=True)
    ]
    columns = tuple(zip(*rows, strict=True)) if rows else ((),) * hierarchy.levels
    topped = hierarchy.levels > 1 and hierarchy.level_names[-1] == TOP
    return LevelTable(columns[:-1] if topped else columns)


def plain_table(values: Sequence[str]) -> LevelTable:
    """A table to begin with: the values unchanged, and a level with one category per value."""
    return LevelTable((tuple(values), tuple(values)))


def hierarchy_of(variable: str, table: LevelTable, names: Sequence[str] = ()) -> Hierarchy:
    """The hierarchy that a table means, as if read from a file of it."""
    names_of_levels = names or tuple(str(number) for number in range(1, len(table.columns) + 1))
    return from_table(variable, table.rows(), names_of_levels, "")


def renamed(table: LevelTable, step: int, group: str, label: str) -> LevelTable:
    """A group of a level under another name; if another group has it already, the two become one."""
    return _with(table, step, tuple(label if one == group else one for one in table.columns[step]))


def moved(table: LevelTable, step: int, rows: Collection[int], group: str) -> LevelTable:
    """The values of some rows (numbers from 0) in another group of a level, an old or a new one.

    At the coarser levels they follow the group, as far as its members are together there; into a new group
    they take their coarser labels along. So a nested table stays nested, unless a finer group is torn apart.
    """
    chosen = set(rows)
    members = [row for row, label in enumerate(table.columns[step]) if label == group and row not in chosen]
    columns = list(table.columns)
    columns[step] = _put(columns[step], chosen, group)
    for coarser in range(step + 1, len(columns)):
        labels = {columns[coarser][row] for row in members}
        if len(labels) == 1:
            columns[coarser] = _put(columns[coarser], chosen, labels.pop())
    return LevelTable(tuple(columns))


def with_level(table: LevelTable, step: int) -> LevelTable:
    """A new level this many steps above "as is" (at least 1), with the groups of the level below it."""
    columns = table.columns
    return LevelTable((*columns[:step], columns[step - 1], *columns[step:]))


def without_level(table: LevelTable, step: int) -> LevelTable:
    """The table without a level (at least 1 step above "as is")."""
    return LevelTable((*table.columns[:step], *table.columns[step + 1 :]))


def _with(table: LevelTable, step: int, labels: Labels) -> LevelTable:
    return replace(table, columns=(*table.columns[:step], labels, *table.columns[step + 1 :]))


def _put(labels: Labels, rows: Collection[int], label: str) -> Labels:
    changed = list(labels)
    for row in rows:
        changed[row] = label
    return tuple(changed)
