"""What stands behind cells, against adding up record by record."""

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.contributions import Records, contributions
from tests.support.tables import crossing, tree

DIMENSIONS = (crossing("x"), tree("y", (2, 1)))
PLACES = 3
ONE = 10  # weights are told in tenths

records = st.lists(
    st.tuples(
        st.sampled_from(DIMENSIONS[0].leaves),
        st.sampled_from(DIMENSIONS[1].leaves),
        st.integers(-5, 20),
        st.integers(3, 25),
        st.integers(0, 3),
        st.booleans(),
    ),
    min_size=1,
    max_size=15,
)


def found_for(rows, weighted=False, holdings=False, flagged=False):
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return contributions(
        Records(
            np.stack(columns[:2], axis=1).astype(np.int32),
            columns[2].astype(np.int64),
            columns[3].astype(np.int64) if weighted else None,
            ONE if weighted else 1,
            columns[4].astype(np.int64) if holdings else None,
            columns[5].astype(bool) if flagged else None,
            columns[5].astype(bool) if flagged else None,
        ),
        DIMENSIONS,
        PLACES,
        JobContext(),
    )


def by_cell(rows):
    """Number of the cell -> its records, for every cell that has some."""
    found = defaultdict(list)
    for row in rows:
        for a, below_a in enumerate(DIMENSIONS[0].below):
            for b, below_b in enumerate(DIMENSIONS[1].below):
                if row[0] in below_a and row[1] in below_b:
                    found[a * len(DIMENSIONS[1]) + b].append(row)
    return found


def filled(sizes) -> list[int]:
    return [*sorted(sizes, reverse=True), 0, 0, 0][:PLACES]


@given(records)
def test_sums_and_largest_are_those_of_the_records(rows) -> None:
    found = found_for(rows, flagged=True)
    members_of = by_cell(rows)
    for cell in range(len(found.values)):
        members = members_of[cell]
        amounts = [row[2] for row in members]
        flagged = [abs(row[2]) for row in members if row[5]]
        assert found.values[cell] == sum(amounts)
        assert found.magnitudes[cell] == sum(map(abs, amounts))
        assert found.contributors[cell] == found.weighted[cell] == len(members)
        assert found.negative[cell] == any(amount < 0 for amount in amounts)
        assert found.largest[cell].tolist() == filled(map(abs, amounts))
        assert found.largest_open[cell] == found.largest_asking[cell] == max(flagged, default=0)


@given(records)
def test_one_of_weight_w_stands_w_times_the_last_part_fractional(rows) -> None:
    found = found_for(rows, weighted=True)
    for cell, members in by_cell(rows).items():
        tenths = []
        for row in sorted(members, key=lambda row: -abs(row[2])):
            tenths += [abs(row[2])] * row[3]
        expected = [sum(tenths[place * ONE : (place + 1) * ONE]) for place in range(PLACES)]
        assert found.largest[cell].tolist() == expected
        assert found.values[cell] == sum(row[2] * row[3] for row in members)
        assert found.contributors[cell] == len(members)
        assert found.weighted[cell] == sum(row[3] for row in members)


@given(records)
def test_a_holding_counts_once_with_its_sum(rows) -> None:
    found = found_for(rows, holdings=True, flagged=True)
    flagged = {row[4] for row in rows if row[5]}
    for cell, members in by_cell(rows).items():
        sums: dict[int, int] = defaultdict(int)
        for row in members:
            sums[row[4]] += row[2]
        assert found.largest[cell].tolist() == filled(abs(amount) for amount in sums.values())
        assert found.contributors[cell] == len(sums)
        assert found.magnitudes[cell] == sum(abs(amount) for amount in sums.values())
        assert found.negative[cell] == any(amount < 0 for amount in sums.values())
        assert found.values[cell] == sum(sums.values())
        most = max((abs(amount) for holding, amount in sums.items() if holding in flagged), default=0)
        assert found.largest_open[cell] == most


@given(records)
def test_weighted_holdings_count_with_their_weighted_sums(rows) -> None:
    found = found_for(rows, weighted=True, holdings=True)
    for cell, members in by_cell(rows).items():
        sums: dict[int, int] = defaultdict(int)
        for row in members:
            sums[row[4]] += row[2] * row[3]
        assert found.largest[cell].tolist() == filled(abs(amount) for amount in sums.values())
