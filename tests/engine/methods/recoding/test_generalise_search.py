"""The search for the optimal generalisation against trying every node, and against what must not matter."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.microdata.classes.key_classes import Pairs
from sdc_desktop.engine.microdata.criteria.criteria import Judge
from sdc_desktop.engine.microdata.lattice import search as lattice_search
from sdc_desktop.engine.problems import Refused
from tests.support.generalising import criterion, every_node, listed_source

CONTEXT = JobContext()
TREES = {
    "a": [(v, g, "*") for v, g in zip("abcdef", "xxxyyz", strict=True)],
    "b": [(v, g, h, "*") for v, g, h in zip("pqrstu", "112334", "mmmnnn", strict=True)],
    "c": [("0", "*"), ("1", "*"), ("2", "*")],
}
SENSITIVE_TREE = [(v, g, "all") for v, g in zip("1234", "lhhl", strict=True)]
ORDER = (("1", "2", "3", "4"),)
LOSSES = ("loss", "arithmetic", "entropy", "discernibility", "class_size")
ABOUT = {"attribute": "s"}


@st.composite
def criteria(draw):
    choices = {
        "k": st.builds(lambda k: criterion("k_anonymity", k=k), st.integers(1, 5)),
        "distinct": st.builds(
            lambda l: criterion("distinct_l_diversity", l=l, **ABOUT),  # noqa: E741
            st.integers(1, 3),
        ),
        "entropy": st.builds(
            lambda l, e: criterion("entropy_l_diversity", l=l, estimator=e, **ABOUT),  # noqa: E741
            st.sampled_from([1, 1.5, 2, 2.5, 3]),
            st.sampled_from(["shannon", "grassberger", "grassberger_2003"]),
        ),
        "recursive": st.builds(
            lambda c, l: criterion("recursive_cl_diversity", c=c, l=l, **ABOUT),  # noqa: E741
            st.sampled_from([0.5, 1, 2, 3]),
            st.integers(1, 3),
        ),
        "t": st.builds(
            lambda t, d: criterion("t_closeness", t=t, distance=d, **ABOUT),
            st.sampled_from([0.1, 0.2, 0.25, 0.5]),
            st.sampled_from(["equal", "ordered", "hierarchical"]),
        ),
        "p": st.builds(lambda p: criterion("p_sensitive", p=p, **ABOUT), st.integers(1, 3)),
        "beta": st.builds(
            lambda b, e: criterion("beta_likeness", beta=b, enhanced=e, **ABOUT),
            st.sampled_from([0.25, 0.5, 1, 2]),
            st.booleans(),
        ),
        "delta": st.builds(
            lambda d, e: criterion("delta_disclosure", delta=d, strict=e, **ABOUT),
            st.sampled_from([0.5, 0.8, 1, 2]),
            st.booleans(),
        ),
        "risk": st.builds(lambda m: criterion("average_risk", max=m), st.sampled_from([0.1, 0.3, 0.5, 0.9])),
    }
    names = draw(st.lists(st.sampled_from(sorted(choices)), min_size=1, max_size=3, unique=True))
    return tuple(draw(choices[name]) for name in names)


@st.composite
def files(draw):
    size = draw(st.integers(1, 24))
    values = {"a": "abcdef", "b": "pqrstu", "c": "012", "s": "1234"}
    return {
        name: draw(st.lists(st.sampled_from(texts), min_size=size, max_size=size))
        for name, texts in values.items()
    }


def searched(columns, query, loss, limit, weights, **more):
    if loss == "arithmetic":
        loss, more = "loss", more | {"loss_mean": "arithmetic"}
    source = listed_source(columns, TREES | {"s": SENSITIVE_TREE}, "s", ORDER[0])
    params = GeneraliseParams(
        criteria=query, loss=loss, suppression_limit=limit, weights=weights, sensitive=("s",), **more
    )
    return generalise.decide(params, generalise.counts(params, source, CONTEXT), CONTEXT)


def tried(columns, query, loss, weights):
    names = ("a", "b", "c")
    records = list(zip(*(columns[name] for name in names), strict=True))
    sensitive = [{"s": value} for value in columns["s"]]
    return every_node(
        query,
        loss,
        records,
        sensitive,
        [TREES[name] for name in names],
        [weights.get(name, 1) for name in names],
        (tuple(value for value in ORDER[0] if value in columns["s"]),),
        SENSITIVE_TREE,
    )


@given(files(), criteria(), st.sampled_from(LOSSES), st.sampled_from([0, 0.1, 0.29, 0.5, 1]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_the_optimum_is_that_of_trying_every_node(columns, asked, loss, limit, weighted) -> None:
    weights = {"a": 3, "c": 0.5} if weighted and loss in ("loss", "arithmetic", "entropy") else {}
    nodes = tried(columns, asked, loss, weights)
    allowed = math.floor(len(columns["a"]) * round(limit * 100) / 100 + 1e-9)
    possible = {
        levels: shown for levels, shown in nodes.items() if shown[0] <= allowed and shown[1] < math.inf
    }
    if not possible:
        with pytest.raises(Refused):
            searched(columns, asked, loss, limit, weights)
        return
    result = searched(columns, asked, loss, limit, weights)
    least = min(value for _, value in possible.values())
    assert result.proven
    assert result.loss == pytest.approx(least, rel=1e-9, abs=1e-9)
    assert possible[tuple(result.levels.values())][0] == result.suppressed
    tied = {levels for levels, (_, value) in possible.items() if value <= least + 1e-9 * max(1, least)}
    near = {levels for levels, (_, value) in possible.items() if value <= least + 3e-9 * max(1, least)}
    assert tied <= {tie.levels for tie in result.ties} <= near or len(near) > len(tied)


@given(files(), st.integers(1, 6), st.sampled_from([0.1, 0.5, 1]))
@settings(max_examples=120, deadline=None)
def test_the_least_average_size_of_groups_is_that_of_trying_every_node(columns, k, limit) -> None:
    query = (criterion("k_anonymity", k=k),)
    allowed = math.floor(len(columns["a"]) * round(limit * 100) / 100 + 1e-9)
    nodes = tried(columns, query, "class_size", {}).values()
    possible = [value for gone, value in nodes if gone <= allowed and value < math.inf]
    if not possible:
        with pytest.raises(Refused):
            searched(columns, query, "class_size", limit, {})
        return
    assert searched(columns, query, "class_size", limit, {}).loss == pytest.approx(min(possible), rel=1e-9)


@given(
    files(),
    criteria(),
    st.sampled_from(LOSSES),
    st.sampled_from([0, 0.2, 1]),
    st.tuples(st.integers(0, 2), st.integers(2, 3)),
)
@settings(max_examples=150, deadline=None)
def test_limits_and_rolling_up_all_the_time_change_nothing(columns, asked, loss, limit, bounds) -> None:
    """Small lattices would else never be rolled up on the way."""
    nodes = tried(columns, asked, loss, {})
    allowed = int(len(columns["a"]) * limit + 1e-9)
    possible = [
        value
        for levels, (suppressed, value) in nodes.items()
        if bounds[0] <= levels[1] <= bounds[1]
        and levels[2] == 0
        and suppressed <= allowed
        and value < math.inf
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lattice_search, "_EVERY", 1)
        patch.setattr(lattice_search, "_WORTH_KEEPING", 2.0)
        limits = {"b": bounds, "c": (0, 0)}
        if not possible:
            with pytest.raises(Refused):
                searched(columns, asked, loss, limit, {}, limits=limits)
            return
        result = searched(columns, asked, loss, limit, {}, limits=limits)
    assert result.proven
    assert result.loss == pytest.approx(min(possible), rel=1e-9, abs=1e-9)


@given(files(), criteria(), st.sampled_from(LOSSES))
@settings(max_examples=60, deadline=None)
def test_every_node_is_stated_as_it_is(columns, asked, loss) -> None:
    nodes = tried(columns, asked, loss, {})
    try:
        result = searched(columns, asked, loss, 1, {}, explore="all")
    except Refused:
        assert all(value == math.inf for _, value in nodes.values())
        return
    shown = result.evaluated
    assert len(shown.losses) == len(nodes) == result.lattice
    for levels, suppressed, value in zip(
        shown.levels.tolist(), shown.suppressed.tolist(), shown.losses.tolist(), strict=True
    ):
        assert suppressed == nodes[tuple(levels)][0]
        assert value == pytest.approx(nodes[tuple(levels)][1], rel=1e-9, abs=1e-9)


@given(files(), criteria(), st.sampled_from(LOSSES), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_order_of_records_decides_nothing(columns, asked, loss, seed) -> None:
    order = list(range(len(columns["a"])))
    random.Random(seed).shuffle(order)
    shuffled = {name: [values[place] for place in order] for name, values in columns.items()}
    try:
        result = searched(columns, asked, loss, 0.3, {})
    except Refused:
        with pytest.raises(Refused):
            searched(shuffled, asked, loss, 0.3, {})
        return
    again = searched(shuffled, asked, loss, 0.3, {})
    for name in ("levels", "suppressed", "loss", "ties", "nodes", "after", "check", "diversity"):
        assert getattr(again, name) == getattr(result, name)


@given(files(), criteria(), st.sampled_from(["none", "repeat", "mondrian"]))
@settings(max_examples=120, deadline=None)
def test_what_is_released_meets_the_criteria(columns, asked, local) -> None:
    try:
        result = searched(columns, asked, "loss", 0.6, {}, local_recoding=local)
    except Refused:
        return
    assert all(one.passed or one.by_suppressed for one in result.check.criteria)
    assert result.after.records == len(columns["a"])
    assert result.check.suppressed == result.hidden
    if local == "none":
        assert result.hidden == result.suppressed
    if all(spec.kind in ("k_anonymity", "distinct_l_diversity") for spec in asked):
        assert result.hidden <= result.suppressed


def test_a_limit_is_the_decimal_as_it_is_written() -> None:
    columns = {"a": ["a"] * 71 + ["d"] * 29, "b": ["p"] * 100, "c": ["0"] * 100, "s": ["1"] * 100}
    result = searched(columns, (criterion("k_anonymity", k=30),), "discernibility", 0.29, {})
    assert (result.limit, result.suppressed) == (29, 29)


@pytest.mark.parametrize("estimator", ["shannon", "grassberger", "grassberger_2003"])
def test_classes_of_more_than_131072_records_are_counted_whole(estimator) -> None:
    """Sizes whose squares overflow 32 bits, beyond the tables that others keep of G."""
    size = 200_000
    pairs = Pairs(np.array([0, 0]), np.array([0, 1]), np.array([size // 2, size // 2]), 2)
    found = Judge((), {}, 2 * size).entropies(pairs, 1, estimator)
    assert found[0] == pytest.approx(math.log(2), abs=1e-9)
    columns = {"a": ["a"] * size + ["d"] * size, "b": ["p"] * 2 * size, "c": ["0"] * 2 * size}
    columns["s"] = ["1", "2"] * size
    query = (criterion("entropy_l_diversity", l=2, estimator=estimator, attribute="s"),)
    result = searched(columns, query, "discernibility", 0, {})
    assert (tuple(result.levels.values()), result.loss) == ((0, 0, 0), 2.0 * size * size)
