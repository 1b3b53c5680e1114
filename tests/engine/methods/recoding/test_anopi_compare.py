"""Techniques compared: the same figures as separate runs, ranked by the objective at the levels released."""

from dataclasses import replace
from math import prod

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.compare import compare_techniques, technique_counts
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients

CONTEXT = JobContext()
SIXTY_FORTY = {"user_points": {"yob": 60, "ms": 40}, "intruder_points": {"yob": 60, "ms": 40}}


def source() -> Source:
    """The patients, the year of birth a number."""
    found = patients()
    data = found.data.with_variables(
        [replace(v, level="continuous") if v.name == "yob" else v for v in found.data.variables]
    )
    return found.with_data(data)


def compared(data: Source | None = None, **params):
    spec = AnopiParams(**params)
    return compare_techniques(spec, technique_counts(spec, data or source(), CONTEXT), CONTEXT)


def ran(data: Source, **params) -> anopi.AnopiResult:
    spec = AnopiParams(**params)
    counted = anopi.counts(spec, data, CONTEXT)
    return anopi.settle(spec, anopi.decide(spec, counted), counted, CONTEXT)


def objective(result: anopi.AnopiResult, levels) -> float:
    q, r, alpha = result.user_points, result.intruder_points, result.alpha
    return prod(
        level.utility ** (alpha * q[name] / 100) * max(level.privacy, 0) ** ((1 - alpha) * r[name] / 100)
        for name, level in levels.items()
    )


def many(number: int) -> Source:
    """So many variables that can be recoded and microaggregated."""
    columns = {f"v{i}": [str((n * (i + 2)) % 11) for n in range(40)] for i in range(number)}
    data = microdata(columns, dict.fromkeys(columns, "key"))
    rows = [(str(n), str(n // 2), str(n // 4)) for n in range(11)]
    hierarchies = {name: from_table(name, rows, ("one", "two", "four"), "h.csv") for name in columns}
    return Source(data, hierarchies)


@pytest.mark.parametrize("more", [{}, {"blocks": [["yob"], ["ms"]]}, {"suppress_below": 3}], ids=str)
def test_each_combination_has_the_figures_of_a_run_of_its_own(more) -> None:
    found = compared(alpha=0.4, **SIXTY_FORTY, **more)
    assert found.exhaustive
    assert len(found.combinations) == 4
    for each in found.combinations:
        own = dict(more)
        if "blocks" in more:
            own["blocks"] = [[name] for name in ("yob", "ms") if each.technique[name] == "microaggregation"]
        alone = ran(source(), alpha=0.4, technique=dict(each.technique), **SIXTY_FORTY, **own)
        assert each.released == alone.released
        assert each.after == alone.after
        assert each.levels == {name: choice.level for name, choice in alone.codings.items()}
        assert each.k == {name: block.k for block in alone.blocks for name in block.variables}
        assert each.objective == pytest.approx(objective(alone, alone.released), abs=1e-12)
        assert found.objective == pytest.approx(objective(alone, alone.levels))
        assert each.share == pytest.approx(each.objective / found.objective)


@pytest.mark.parametrize("alpha", [0.1, 0.25, 0.5, 0.75, 0.9])
def test_no_combination_beats_the_optimum_and_the_best_comes_first(alpha) -> None:
    found = compared(alpha=alpha, **SIXTY_FORTY)
    shares = [each.share for each in found.combinations]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] >= 0
    assert shares[0] <= 1 + 1e-12
    assert found.best is found.combinations[0]


def test_combinations_without_any_objective_are_ranked_by_misplaced_entropy() -> None:
    found = compared(alpha=0.25, **SIXTY_FORTY)
    nothing = [each.misplaced for each in found.combinations if each.share == 0]
    assert len(nothing) == 3
    assert nothing == sorted(nothing)
    equal = [len(each.k) for each in found.combinations if each.misplaced == pytest.approx(nothing[0])]
    assert equal == sorted(equal)


def test_the_entropy_misplaced_is_what_lies_elsewhere_than_the_optimum_wants_it() -> None:
    for each in compared(**SIXTY_FORTY).combinations:
        alone = ran(source(), technique=dict(each.technique), **SIXTY_FORTY)
        moved = sum(
            abs(best.utility - alone.released[name].utility) / alone.user_points[name]
            + abs(best.privacy - alone.released[name].privacy) / alone.intruder_points[name]
            for name, best in alone.levels.items()
        )
        assert each.misplaced == pytest.approx(moved)


def test_what_was_chosen_by_hand_is_left_aside() -> None:
    assert compared(override={"yob": 1}) == compared()


def test_a_variable_with_one_technique_keeps_it_and_says_why() -> None:
    spec = AnopiParams()
    counts = technique_counts(spec, patients(), CONTEXT)
    assert counts.possible["yob"] == ("recoding", "microaggregation")
    without = Source(source().data, {"ms": patients().hierarchies["ms"]})
    counts = technique_counts(spec, without, CONTEXT)
    assert counts.possible == {"yob": ("microaggregation",), "ms": ("recoding", "microaggregation")}
    assert counts.hindrances["yob"].code == "anopi.no_hierarchy"
    found = compare_techniques(spec, counts, CONTEXT)
    assert {each.technique["yob"] for each in found.combinations} == {"microaggregation"}
    assert len(found.combinations) == 2


def test_a_variable_to_which_nothing_can_be_done_is_refused() -> None:
    data = source().data
    lacking = microdata({"yob": ["much", "1962"], "ms": ["Single", "Married"]}, {"yob": "key", "ms": "key"})
    lacking = lacking.with_variables(
        [replace(v, level=data.variable(v.name).level) for v in lacking.variables]
    )
    with pytest.raises(Refused) as refusal:
        technique_counts(AnopiParams(), Source(lacking, patients().hierarchies), CONTEXT)
    codes = [problem.code for problem in refusal.value.problems]
    assert codes == ["hierarchy.lacks", "microaggregate.not_numbers"]


def test_bounds_rule_out_the_combinations_that_cannot_meet_them() -> None:
    free = compared(**SIXTY_FORTY)
    recoded = next(each for each in free.combinations if not each.k)
    bound = recoded.released["ms"].privacy + 0.5  # more than has-been-married hides, less than nothing told
    found = compared(**SIXTY_FORTY, min_privacy={"ms": bound}, min_utility={"ms": 1.0})
    assert {each.technique["ms"] for each in found.combinations} == {"microaggregation"}
    assert {each.problems[0].code for each in found.refused} == {"anopi.no_coding_in_bounds"}


def test_a_bound_given_as_a_degree_is_the_same_level_for_every_combination() -> None:
    found = compared(**SIXTY_FORTY, min_privacy={"yob": DegreeBound(degree=4)})
    level = found.optimum["yob"].privacy
    hidden = ran(source(), **SIXTY_FORTY).candidates["yob"][3].privacy
    assert level >= hidden * (1 - 1e-12)
    for each in found.combinations:
        if "yob" in each.levels:
            assert each.released["yob"].privacy >= hidden * (1 - 1e-12)


def test_of_many_variables_only_uniform_techniques_and_single_changes_are_tried() -> None:
    assert len(compared(many(3)).combinations) == 8
    mixed = {"v0": "microaggregation", "v1": "microaggregation"}
    found = compared(many(7), technique=mixed)
    tried = [sorted(each.k) for each in (*found.combinations, *found.refused)]
    names = [f"v{i}" for i in range(7)]
    expected = [[], *([name] for name in names), names, *([n for n in names if n != name] for name in names)]
    assert sorted(tried) == sorted([*expected, ["v0", "v1"]])
    assert not found.exhaustive


def test_a_comparison_tells_its_progress_and_can_be_stopped() -> None:
    spec, shown = AnopiParams(), []
    counts = technique_counts(spec, source(), CONTEXT)
    compare_techniques(spec, counts, JobContext(on_progress=lambda fraction, _: shown.append(fraction)))
    assert shown == sorted(shown)
    assert shown[-1] == 1.0
    stops = iter([False] * 3)
    with pytest.raises(Cancelled):
        compare_techniques(spec, counts, JobContext(is_cancelled=lambda: next(stops, True)))
