"""Which tables are linked: those that have cells in common, or that others link."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.levels import joined, levels_of
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Flags


@dataclass(frozen=True)
class Published:
    """A table with what is published of it: the cells that it does not show."""

    shape: Shape
    hidden: Flags

    @property
    def hides_total(self) -> bool:
        """Whether the sum over all categories is not shown."""
        totals = [dimension.total for dimension in self.shape.table.dimensions]
        if any(total is None for total in totals):
            return False
        at_total = (self.shape.table.codes == np.array(totals)).all(axis=1)
        return bool((self.hidden & at_total).any())


def linked_groups(
    tables: Sequence[Published], definitions: Definitions, sums: Iterable[Collection[Response]] = ()
) -> list[tuple[int, ...]]:
    """The tables in groups of two or more, by their numbers: those of one response with cells in common. They
    may have these by way of others. The grand total alone counts where a table suppresses it. ``sums``: sets
    of responses, each with a total and its parts.
    """
    groups: list[set[int]] = []
    responses = dict.fromkeys(table.shape.response for table in tables)
    for response in responses:
        members = [number for number, table in enumerate(tables) if table.shape.response == response]
        shapes = [tables[number].shape for number in members]
        _, edges = levels_of(shapes, definitions.categories(response))
        found = [{members[place] for place in group} for group in joined(edges)]
        groups += found
        if any(tables[number].hides_total for number in members):
            groups.append(set(members))
    for together in sums:
        groups.append({number for number, table in enumerate(tables) if table.shape.response in together})
    return sorted(tuple(sorted(group)) for group in _merged(groups) if len(group) > 1)


def _merged(groups: Iterable[set[int]]) -> list[set[int]]:
    """The groups, with those that overlap merged."""
    found: list[set[int]] = []
    for group in groups:
        overlapping = [own for own in found if own & group]
        found = [own for own in found if not own & group]
        found.append(group.union(*overlapping))
    return found
