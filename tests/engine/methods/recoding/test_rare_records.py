"""Suppression of rare records as part of the recoding jobs: what is released, and what is said of it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.methods.recoding.recode import engine as recode
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients

CONTEXT = JobContext()


def run(kind, params, source: Source):
    counted = kind.counts(params, source, CONTEXT)
    result = kind.decide(params, counted, CONTEXT)
    released = kind.apply(result, counted, source, CONTEXT)
    return result, released.window(0, released.records)


def test_whole_records_lose_every_key_value_and_keep_the_rest() -> None:
    source = patients()
    params = RecodeParams(levels={"yob": 2}, suppress_below=3)
    result, rows = run(recode, params, source)
    plain, _ = run(recode, RecodeParams(levels={"yob": 2}), source)
    stars = [row for row in rows if row[:2] == ("*", "*")]
    sizes = Counter(row[:2] for row in rows if row[:2] != ("*", "*"))
    assert result.suppressed == len(stars) > 0
    assert min(sizes.values()) >= 3
    assert [row[2] for row in rows] == [row[2] for row in source.data.window(0, 60)]
    every = (*sizes.values(), len(stars))
    assert (result.after.k, result.after.classes) == (min(every), len(every))
    assert plain.suppressed == 0


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=4, max_size=30), st.integers(2, 4))
def test_after_cells_are_suppressed_every_record_shares_its_key(rows, k) -> None:
    columns = {name: [row[i] for row in rows] for i, name in enumerate("xyz")}
    source = Source(microdata(columns, dict.fromkeys("xyz", "key")), {})
    result, released = run(recode, RecodeParams(levels={}, suppress_below=k, suppress="cells"), source)
    sizes = Counter(row for row in released if row != ("*", "*", "*"))
    assert all(size >= k for size in sizes.values())
    assert result.suppressed == sum("*" in row for row in released)
    assert result.suppression.figures.cells == sum(row.count("*") for row in released)


def test_released_levels_are_those_of_the_file_really_released() -> None:
    params = AnopiParams(override={"yob": 3, "ms": 1}, suppress_below=3, suppress="cells")
    result, rows = run(anopi, params, patients())
    for index, name in enumerate(("yob", "ms")):
        left = entropy(list(Counter(row[index] for row in rows).values()))
        own = result.candidates[name][0].utility / 50
        assert result.released[name].utility == pytest.approx(50 * left)
        assert result.released[name].privacy == pytest.approx(50 * (own - left))


def test_importance_says_which_cells_are_rather_kept() -> None:
    cells = {}
    for weight in (0.01, 100):
        params = RecodeParams(
            levels={"yob": 3}, suppress_below=3, suppress="cells", importance={"yob": weight}
        )
        cells[weight] = run(recode, params, patients())[0].suppression.figures.cells_by_variable["yob"]
    assert cells[0.01] > cells[100]


def test_nothing_is_suppressed_unless_requested() -> None:
    result, _ = run(anopi, AnopiParams(), patients())
    assert result.suppression is None


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"suppress_below": 61}, "suppression.k_beyond_records"),
        ({"suppress_below": 3, "importance": {"age": 1}}, "suppression.importance_unknown"),
        ({"suppress_below": 60}, "suppression.nothing_left"),
    ],
)
def test_what_makes_no_sense_is_refused(more, code) -> None:
    with pytest.raises(Refused) as refusal:
        run(recode, RecodeParams(levels={}, **more), patients())
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_the_result_tells_figures_and_no_pattern_of_cells() -> None:
    result, _ = run(recode, RecodeParams(levels={}, suppress_below=3), patients())
    shown = to_json(result)["suppression"]
    assert set(shown) >= {"k", "rule", "cost", "bound", "proven", "figures"}
    assert not {"classes", "treatment"} & set(shown)
