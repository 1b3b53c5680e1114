"""The records in their store: counts against a plain count, recoding, order, stopping."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.secret_stream import SecretStream, order_stream
from tests.support.data import microdata
from tests.support.secret import digits

CONTEXT = JobContext()


def order(number: int) -> SecretStream:
    return order_stream(Secret.of(digits(number)))


texts = st.sampled_from(["", "a", "b", "é", "10", "10.0", "007", "O'Neill", "x\ny", "Z"])
tables = st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=40)


def columns(rows):
    return {name: [row[i] for row in rows] for i, name in enumerate(("a", "b", "c"))}


@settings(max_examples=40, deadline=None)
@given(tables)
def test_key_counts_are_those_of_a_plain_count(rows) -> None:
    counts = microdata(columns(rows)).counts(["c", "a"], CONTEXT)
    found = {
        tuple(counts.categories[i][code] for i, code in enumerate(codes)): int(frequency)
        for codes, frequency in zip(counts.codes, counts.frequencies, strict=True)
    }
    assert found == Counter((row[2], row[0]) for row in rows)
    assert counts.records == len(rows)
    assert [list(values) for values in counts.categories] == [
        sorted({row[2] for row in rows}),
        sorted({row[0] for row in rows}),
    ]
    assert np.array_equal(counts.codes, np.array(sorted(counts.codes.tolist())).reshape(-1, 2))


@settings(max_examples=40, deadline=None)
@given(tables)
def test_margins_are_the_counts_of_one_variable(rows) -> None:
    counts = microdata(columns(rows)).counts(["a", "b"], CONTEXT)
    expected = Counter(row[1] for row in rows)
    assert counts.margin(1).tolist() == [expected[value] for value in counts.categories[1]]


@settings(max_examples=40, deadline=None)
@given(tables)
def test_recoding_changes_the_named_values_and_nothing_else(rows) -> None:
    data = microdata(columns(rows))
    recoded = data.recoded({"b": {"a": "A", "": "(none)"}}, CONTEXT)
    labels = {"a": "A", "": "(none)"}
    assert recoded.window(0, len(rows)) == [(a, labels.get(b, b), c) for a, b, c in rows]
    assert data.window(0, len(rows)) == rows


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(0, 2**31))
def test_a_random_order_keeps_every_record_and_depends_on_the_secret_alone(rows, seed) -> None:
    data = microdata(columns(rows))
    shuffled = data.shuffled(order(seed), CONTEXT).window(0, len(rows))
    assert Counter(shuffled) == Counter(rows)
    assert shuffled == data.shuffled(order(seed), CONTEXT).window(0, len(rows))


def test_different_secrets_give_different_orders() -> None:
    data = microdata({"a": [str(i) for i in range(100)]})
    orders = [data.shuffled(order(seed), CONTEXT).window(0, 100) for seed in (0, 1)]
    assert orders[0] != orders[1]


def test_any_window_of_rows_can_be_had() -> None:
    data = microdata({"a": [str(i) for i in range(25_000)]})
    assert data.window(24_990, 25_010) == [(str(i),) for i in range(24_990, 25_000)]
    assert [len(batch) for batch in data.batches(CONTEXT)] == [10_000, 10_000, 5_000]
    assert [row for batch in data.batches(CONTEXT) for row in batch] == data.window(0, 25_000)


def test_counting_stops_when_cancelled() -> None:
    data = microdata({"a": ["x", "y"]})
    with pytest.raises(Cancelled):
        data.counts(["a"], JobContext(is_cancelled=lambda: True))


def test_the_store_reaches_neither_files_nor_network() -> None:
    cursor = microdata({"a": ["x"]}).relation.store.cursor()
    for query in (
        "SELECT * FROM read_csv('/etc/hostname')",
        "COPY (SELECT 1) TO '/tmp/never.csv'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
    ):
        with pytest.raises(Exception, match=r"(?i)disabled|cannot|locked|not allowed"):
            cursor.execute(query)


def tables(data) -> int:
    found = data.relation.store.cursor().execute("SELECT count(*) FROM duckdb_tables()").fetchone()
    return int(found[0])


def test_records_that_nobody_holds_any_more_leave_the_memory() -> None:
    data = microdata({"a": ["x", "y", "z"], "b": ["1", "2", "3"]}, {"b": "direct_identifier"})
    context = JobContext()
    after = []
    for seed in range(4):
        released = data.recoded({"a": {"x": "*"}}, context).without_direct_identifiers(context)
        released.counts(["a"], context)
        shuffled = released.shuffled(order(seed), context).window(0, 3)
        assert Counter(shuffled) == Counter([("*",), ("y",), ("z",)])
        after.append(tables(data))
    assert after[1:] == after[:-1]


def test_records_still_held_are_kept_while_others_go() -> None:
    data = microdata({"a": ["x", "y"]})
    first = data.recoded({"a": {"x": "1"}}, JobContext())
    for label in ("2", "3"):
        data.recoded({"a": {"x": label}}, JobContext())
    assert first.window(0, 2) == [("1",), ("y",)]
    assert data.window(0, 2) == [("x",), ("y",)]
