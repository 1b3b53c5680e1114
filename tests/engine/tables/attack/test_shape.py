"""The number of independent relations, against the singular values of the whole matrix."""

import numpy as np
from hypothesis import given, settings

from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.part import rank
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.support.tables import branching, flat_50_by_20, gaps, knowledge_of, seeded_pattern, seeded_table


def whole_rank(known: Knowledge) -> int:
    open_ = known.lower < known.upper
    matrix = known.relations.matrix.toarray()[:, open_].astype(float)
    return int(np.linalg.matrix_rank(matrix)) if matrix.size else 0


@settings(max_examples=60, deadline=None)
@given(gaps(3, 8))
def test_the_rank_is_that_of_the_relations_among_unknown_cells(case) -> None:
    table, hidden = case
    lower = np.where(hidden, 0, table.values)
    known = Knowledge(table.relations, lower, np.where(hidden, NO_BOUND, table.values))
    assert rank(known) == whole_rank(known)


def test_the_rank_of_larger_patterns() -> None:
    small_tree = seeded_table([branching("a", (3, 3)), branching("b", (3, 3))], 0)
    for table, hidden in (flat_50_by_20(), (small_tree, seeded_pattern(small_tree, 60, 1, inner=0.5))):
        known = knowledge_of(table, hidden)
        small = known.relations.matrix[:, np.flatnonzero(hidden)]
        rows = np.flatnonzero(np.diff(small.tocsr().indptr))
        assert rank(known) == np.linalg.matrix_rank(small.tocsr()[rows].toarray().astype(float))
