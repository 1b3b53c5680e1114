"""What persons who know some cells derive, one after another by one program, against all tables that fit."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.moving import Moving
from sdc_desktop.engine.tables.attack.part import part_of
from tests.support.tables import every_table, gaps

MOST = 3


@settings(max_examples=40, deadline=None)
@given(gaps(MOST), st.data())
def test_what_persons_derive_has_one_value_in_all_tables_that_fit(case, data) -> None:
    table, hidden = case
    lower = np.where(hidden, 0, table.values)
    upper = np.where(hidden, np.maximum(MOST, table.values), table.values)
    every = every_table(table, lower, upper)
    tight = propagated(Knowledge(table.relations, lower, upper))
    for cells, rows in components(tight):
        truth, tables = table.values[cells], every[:, cells]
        moving = Moving(part_of(tight, cells, rows), truth)
        places = range(len(cells))
        for known in [
            (),
            *data.draw(st.lists(st.tuples(st.sampled_from(places), st.booleans()), max_size=3)),
        ]:
            ends, fits = {}, np.ones(len(tables), dtype=np.bool_)
            if known:
                place, is_exact = known
                value = int(truth[place])
                ends = {place: (value, value if is_exact else MOST * len(table))}
                fits = tables[:, place] == value if is_exact else tables[:, place] >= value
            single = {own for own in places if len(np.unique(tables[fits, own])) == 1}
            found = moving.settled(list(places), ends, JobContext())
            assert set(found.fixed) <= single <= {*found.fixed, *found.open}
