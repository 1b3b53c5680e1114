"""What a file shows before it is protected, against counting by hand."""

from collections import Counter

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.first_look import first_look
from tests.support.data import microdata, patients


def uniques(rows: list[tuple[str, ...]]) -> int:
    return sum(count == 1 for count in Counter(rows).values())


def test_the_patients_have_their_known_figures() -> None:
    look = first_look(patients().data, ("yob", "ms"), ("disease",), JobContext())
    assert (look.records, look.uniques, look.k) == (60, look.below[0].records, 1)
    assert [small.k for small in look.below] == [2, 3, 5]
    assert set(look.disclosed) == {"disease"}


@pytest.mark.parametrize("seed", range(5))
def test_all_figures_equal_those_counted_by_hand(seed: int) -> None:
    draws = np.random.default_rng(seed)
    columns = {name: [str(v) for v in draws.integers(0, 4, 40)] for name in ("a", "b", "c", "s")}
    look = first_look(microdata(columns), ("a", "b", "c"), ("s",), JobContext())
    keys = list(zip(columns["a"], columns["b"], columns["c"], strict=True))
    sizes = Counter(keys)
    for small in look.below:
        assert small.classes == sum(size < small.k for size in sizes.values())
        assert small.records == sum(size for size in sizes.values() if size < small.k)
    assert look.classes == len(sizes)
    for one in look.contributions:
        place = "abc".index(one.variable)
        assert one.adds == uniques(keys) - uniques([key[:place] + key[place + 1 :] for key in keys])
        assert one.alone == uniques([(key[place],) for key in keys])
    assert [one.adds for one in look.contributions] == sorted(
        (o.adds for o in look.contributions), reverse=True
    )
    known = {key: {s for k, s in zip(keys, columns["s"], strict=True) if k == key} for key in sizes}
    assert look.disclosed["s"].records == sum(sizes[key] for key, values in known.items() if len(values) == 1)


def test_a_single_key_variable_adds_all_its_uniques() -> None:
    look = first_look(microdata({"a": ["1", "2", "2"]}), ("a",), (), JobContext())
    assert (look.uniques, look.contributions[0].adds, look.contributions[0].alone) == (1, 1, 1)
