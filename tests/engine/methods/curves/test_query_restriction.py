"""What sum queries tell: the closed form of chains, linear programmes, logs of queries."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.curves.cae_experiment.cases import ask, bounds, places_between
from sdc_desktop.engine.methods.curves.cae_experiment.query_log import read_queries
from sdc_desktop.engine.problems import Refused
from tests.support.data import microdata

CONTEXT = JobContext()


def runs(order, block: int) -> list[np.ndarray]:
    """The queries of a chain, as the source describes them: Q = 2l consecutive records, l further each."""
    count = 2 * len(order) // (2 * block) - 1
    return [order[start * block : start * block + 2 * block] for start in range(max(count, 0))]


def cold(values, queries, least, most) -> tuple[list[float], list[float]]:
    """Each record's bounds from two linear programmes of their own."""
    matrix = np.zeros((len(queries), len(values)))
    for row, members in enumerate(queries):
        matrix[row, members] = 1
    system = {"A_eq": matrix, "b_eq": matrix @ values} if queries else {}
    ends: tuple[list[float], list[float]] = ([], [])
    for record in range(len(values)):
        for direction, found in zip((1, -1), ends, strict=True):
            aim = np.zeros(len(values))
            aim[record] = direction
            found.append(direction * linprog(aim, bounds=(least, most), **system).fun)
    return ends


CHAINS = st.tuples(st.integers(0, 10**6), st.integers(1, 24), st.integers(1, 5), st.booleans())


def drawn(seed: int, records: int, whole: bool):
    chance = np.random.default_rng(seed)
    values = chance.integers(1, 12, records).astype(float) if whole else chance.uniform(1, 11, records)
    return values, chance.permutation(records)


@settings(deadline=None, max_examples=40)
@given(CHAINS)
def test_the_closed_form_of_a_chain_is_what_linear_programmes_give(chain) -> None:
    seed, records, block, whole = chain
    values, order = drawn(seed, records, whole)
    found = ask(values, order, block, 1, 11)
    lowest, highest = cold(values, runs(order, block), 1, 11)
    assert found.lowest == pytest.approx(lowest, abs=1e-6)
    assert found.highest == pytest.approx(highest, abs=1e-6)
    assert found.queries == len(runs(order, block))


@settings(deadline=None, max_examples=40)
@given(CHAINS)
def test_the_warm_programmes_give_the_closed_form(chain) -> None:
    seed, records, block, whole = chain
    values, order = drawn(seed, records, whole)
    found, shown = ask(values, order, block, 1, 11), bounds(values, runs(order, block), 1, 11, CONTEXT)
    assert shown.lowest == pytest.approx(found.lowest, abs=1e-9)
    assert shown.highest == pytest.approx(found.highest, abs=1e-9)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(0, 9))
def test_any_system_has_the_bounds_of_cold_programmes(seed, records, count) -> None:
    chance = np.random.default_rng(seed)
    values = chance.uniform(-5, 5, records)
    queries = [np.flatnonzero(chance.random(records) < 0.5) for _ in range(count)]
    queries = [members for members in queries if len(members)]
    lowest, highest = cold(values, queries, -5, 5)
    found = bounds(values, queries, -5, 5, CONTEXT)
    assert found.lowest == pytest.approx(lowest, abs=1e-6)
    assert found.highest == pytest.approx(highest, abs=1e-6)


@given(CHAINS)
def test_the_truth_and_the_estimate_lie_within_the_bounds(chain) -> None:
    seed, records, block, whole = chain
    values, order = drawn(seed, records, whole)
    found = ask(values, order, block, 1, 11)
    for inside in (values, found.estimate):
        assert (inside >= found.lowest - 1e-9).all()
        assert (inside <= found.highest + 1e-9).all()


def test_estimates_answer_every_query_of_the_chain_rightly() -> None:
    values, order = drawn(4, 23, True)
    found = ask(values, order, 3, 1, 11)
    for members in runs(order, 3):
        assert found.estimate[members].sum() == pytest.approx(values[members].sum())


def test_records_in_no_query_keep_the_whole_domain() -> None:
    values = np.array([3.0, 4, 5, 6, 7])
    found = ask(values, np.arange(5), 2, 1, 11)
    assert (found.lowest[4], found.highest[4]) == (1, 11)
    nobody = ask(values, np.arange(5), 3, 1, 11)  # 2 * 5 / 6 - 1 = 0 queries
    assert (nobody.queries, nobody.lowest.tolist(), nobody.highest.tolist()) == (0, [1] * 5, [11] * 5)


def test_extreme_values_side_by_side_give_a_whole_chain_of_pairs_away() -> None:
    values = np.array([5.0, 7, 7, 4])
    found = ask(values, np.arange(4), 1, 1, 7)
    assert found.lowest.tolist() == found.highest.tolist() == values.tolist()


def test_values_of_the_domain_within_bounds_are_counted_with_both_ends() -> None:
    domain = np.array([10.0, 20, 30, 40])
    first, last = places_between(domain, np.array([10, 20 + 1e-12, 21]), np.array([40, 30 - 1e-12, 35]))
    assert (first.tolist(), last.tolist()) == ([0, 1, 2], [3, 2, 2])


def test_programmes_can_be_stopped() -> None:
    values, order = drawn(4, 23, True)
    query = iter([False] * 5 + [True])
    with pytest.raises(Cancelled):
        bounds(values, runs(order, 2), 1, 11, JobContext(is_cancelled=lambda: next(query)))


# ----- logs


DATA = microdata({"age": ["30", "41", "", "30", "55"], "sex": ["f", "m", "f", "m", "m"]})


def log(tmp_path, text: str) -> list[list[int]]:
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    return [members.tolist() for members in read_queries(path, "log.csv", DATA, CONTEXT)]


def refused(tmp_path, text: str) -> list[tuple[str, int | None]]:
    with pytest.raises(Refused) as refusal:
        log(tmp_path, text)
    return [(problem.code, problem.where.line) for problem in refusal.value.problems]


def test_a_log_may_list_the_records_of_each_query(tmp_path) -> None:
    assert log(tmp_path, "query,record\na,1\nb,5\na,2\nb,1\nb,5\n") == [[0, 1], [0, 4]]


def test_a_log_may_say_conditions(tmp_path) -> None:
    text = "age,sex\n30..50,\n,f|m\n30,m\n30|55,\n60..70,\n"
    assert log(tmp_path, text) == [[0, 1, 3], [0, 1, 2, 3, 4], [3], [0, 3, 4]]


def test_faults_of_a_log_are_stated_with_their_line(tmp_path) -> None:
    assert refused(tmp_path, "query,record\na,1\na,6\nb,0\nb,x\n") == [
        ("cae.query_record", 3),
        ("cae.query_record", 4),
        ("cae.query_record", 5),
    ]
    assert refused(tmp_path, "age,sex\n30..x,\n,x\n30,f\n") == [
        ("cae.query_condition", 2),
        ("cae.query_condition", 3),
    ]
    assert refused(tmp_path, "age,wage\n30,5\n") == [("plan.unknown_variable", None)]
    assert refused(tmp_path, "age,sex\n")[0][0] == "csv.header_only"
