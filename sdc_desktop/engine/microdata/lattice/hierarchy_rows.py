"""How many rows of a hierarchy a category covers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy
from sdc_desktop.engine.microdata.classes.key_classes import Integers
from sdc_desktop.engine.microdata.recoding import RecodedVariable


@dataclass(frozen=True)
class HierarchyRows:
    """How many rows of a hierarchy each category covers, by level; ``domain``: all its rows."""

    rows: tuple[Integers, ...]
    domain: int


def hierarchy_rows(
    variable: RecodedVariable, hierarchy: Hierarchy | None, missing: Sequence[str]
) -> HierarchyRows:
    """The rows of an explicit hierarchy, and one for each missing code of the data outside it. For a
    hierarchy that is a rule, or for none, one row for each value of the data.
    """
    own = variable.codings.labels
    if hierarchy is None or not hierarchy.rows:
        counted = [Counter(labels) for labels in own]
        domain = len(own[0])
    else:
        apart = [place for place, text in enumerate(own[0]) if text in missing and text not in hierarchy.rows]
        counted = [Counter(row[level] for row in hierarchy.rows.values()) for level in range(variable.levels)]
        for level, labels in enumerate(own):
            counted[level].update(labels[place] for place in apart)
        domain = len(hierarchy.rows) + len(apart)
    rows = []
    for level, (labels, count) in enumerate(zip(own, counted, strict=True)):
        of_category = np.zeros(variable.categories(level), dtype=np.int64)
        of_category[variable.members[level]] = [count[label] for label in labels]
        rows.append(of_category)
    return HierarchyRows(tuple(rows), domain)
