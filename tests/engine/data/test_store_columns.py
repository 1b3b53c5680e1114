"""Codes of a column, whole columns replaced, records picked."""

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from tests.support.data import microdata

CONTEXT = JobContext()
COLUMNS = {"a": ["x", "é", "x", "'", ""], "b": ["1", "2", "3", "4", "5"]}


def test_codes_number_the_distinct_texts_in_record_order() -> None:
    relation = microdata(COLUMNS).relation
    texts, _ = relation.frequencies(0, CONTEXT)
    assert [texts[code] for code in relation.codes(0, CONTEXT)] == COLUMNS["a"]


def test_a_replaced_column_has_the_label_of_each_code_and_the_others_stay() -> None:
    data = microdata(COLUMNS)
    codes = np.array([2, 0, 1, 1, 2])
    released = data.replaced({"a": (codes, ["null", "it's", "\u00fc"])}, CONTEXT)
    assert [row[0] for row in released.window(0, 5)] == ["\u00fc", "null", "it's", "it's", "\u00fc"]
    assert [row[1] for row in released.window(0, 5)] == COLUMNS["b"]
    assert [row[0] for row in data.window(0, 5)] == COLUMNS["a"]


def test_many_labels_keep_their_places() -> None:
    n = 25_000
    data = microdata({"a": ["0"]})
    data = data.picked(np.zeros(n, dtype=np.int64), CONTEXT)
    codes = np.random.default_rng(0).permutation(n)
    released = data.replaced({"a": (codes, [f"t{i}" for i in range(n)])}, CONTEXT)
    assert [row[0] for row in released.window(0, n)] == [f"t{i}" for i in codes]


def test_no_column_to_replace_gives_the_same_records() -> None:
    data = microdata(COLUMNS)
    assert data.replaced({}, CONTEXT).window(0, 5) == data.window(0, 5)


def test_picked_records_come_in_the_order_requested() -> None:
    data = microdata(COLUMNS).picked(np.array([4, 0, 2]), CONTEXT)
    assert data.window(0, 3) == [("", "5"), ("x", "1"), ("x", "3")]
    assert data.records == 3


def test_cancel_makes_no_new_records() -> None:
    data = microdata(COLUMNS)
    stop = JobContext(is_cancelled=lambda: True)
    with pytest.raises(Cancelled):
        data.picked(np.array([0]), stop)
    with pytest.raises(Cancelled):
        data.replaced({"a": (np.zeros(5, dtype=np.int64), ["y"])}, stop)
