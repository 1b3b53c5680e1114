"""What ANOPI refuses, leaves out and says, on small microdata made for it."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients


def decided(source: Source | None = None, **params) -> anopi.AnopiResult:
    spec = AnopiParams(**params)
    return anopi.decide(spec, anopi.counts(spec, source or patients(), JobContext()))


def codes(**params) -> list[str]:
    with pytest.raises(Refused) as refusal:
        decided(**params)
    return [problem.code for problem in refusal.value.problems]


def with_constant() -> Source:
    source = patients()
    columns = {
        name: [row[i] for row in source.data.window(0, 60)] for i, name in enumerate(source.data.names)
    }
    data = microdata(columns | {"land": ["CH"] * 60}, {"yob": "key", "land": "key"})
    land = from_table("land", [("CH", "EU")], ("land", "continent"), "land.csv")
    return Source(data, dict(source.hierarchies) | {"land": land})


def test_points_are_shared_equally_where_none_are_given() -> None:
    result = decided()
    assert result.user_points == result.intruder_points == {"yob": 50.0, "ms": 50.0}


def test_points_that_do_not_sum_to_a_hundred_are_refused() -> None:
    assert codes(user_points={"yob": 60, "ms": 41}) == ["anopi.points_sum"]


def test_thirds_of_a_hundred_are_accepted() -> None:
    third = 100 / 3
    result = decided(with_constant(), user_points={"yob": third, "ms": third, "land": third})
    assert sum(result.user_points.values()) == pytest.approx(100)


def test_a_variable_with_points_takes_part_whatever_its_role() -> None:
    source = patients()
    data = source.data.with_variables([type(v)(v.name) for v in source.data.variables])
    result = decided(source.with_data(data), user_points={"yob": 100}, intruder_points={"yob": 100})
    assert list(result.codings) == ["yob"]


def test_a_constant_variable_is_left_out_with_a_note() -> None:
    result = decided(with_constant(), user_points={"yob": 80, "land": 20}, intruder_points={"yob": 100})
    assert list(result.codings) == ["yob"]
    assert result.user_points == {"yob": 100.0}
    assert "anopi.constant_left_out" in [note.code for note in result.notes]


def test_points_on_constants_alone_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        decided(with_constant(), user_points={"land": 100})
    assert [problem.code for problem in refusal.value.problems] == ["anopi.points_on_constants"]


def test_a_key_variable_without_points_is_released_as_coarsely_as_can_be() -> None:
    result = decided(user_points={"yob": 100}, intruder_points={"yob": 100})
    assert (result.codings["ms"].level, result.codings["ms"].reason) == (3, "no_points")
    assert result.notes[0].code == "anopi.no_points"


def test_with_utility_alone_everything_stays_as_it_is_where_income_reaches() -> None:
    result = decided(alpha=1.0, user_points={"yob": 100}, intruder_points={"yob": 100})
    assert (result.codings["yob"].level, result.codings["yob"].reason) == (1, "only_utility")


def test_with_privacy_alone_the_coding_nearest_in_privacy_is_taken() -> None:
    result = decided(alpha=0.0, user_points={"yob": 100}, intruder_points={"yob": 100})
    assert (result.codings["yob"].level, result.codings["yob"].reason) == (7, "only_privacy")


@pytest.mark.parametrize(
    ("params", "code", "key"),
    [
        ({"user_points": {"age": 100}}, "plan.unknown_variable", "params.user_points.age"),
        ({"user_points": {"disease": 100}}, "anopi.no_hierarchy", "data.hierarchies.disease"),
        ({"override": {"yob": 8}}, "anopi.override_beyond", "params.override.yob"),
        ({"min_utility": {"yob": 1000}}, "anopi.bound_too_high", "params.min_utility.yob"),
        (
            {"min_privacy": {"ms": DegreeBound(degree=4)}},
            "anopi.degree_beyond",
            "params.min_privacy.ms.degree",
        ),
        (
            {"user_points": {"yob": 100}, "min_utility": {"ms": 1}},
            "anopi.bound_without_points",
            "params.min_utility.ms",
        ),
        (
            {"min_utility": {"yob": 60}, "min_privacy": {"yob": 60}},
            "anopi.income_short",
            "params.min_utility",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_place(params, code, key) -> None:
    with pytest.raises(Refused) as refusal:
        decided(**params)
    assert [(problem.code, problem.where.key) for problem in refusal.value.problems] == [(code, key)]


def test_a_bound_holds_for_the_released_coding_too() -> None:
    free = decided(alpha=0.25, user_points={"yob": 50, "ms": 50}, intruder_points={"yob": 50, "ms": 50})
    bound = decided(
        alpha=0.25,
        user_points={"yob": 50, "ms": 50},
        intruder_points={"yob": 50, "ms": 50},
        min_utility={"yob": DegreeBound(degree=3)},
    )
    assert free.codings["yob"].level == 4
    assert bound.codings["yob"].level <= 3
    coding = bound.candidates["yob"][2]
    assert bound.levels["yob"].utility >= coding.utility * (1 - 1e-12)


def test_bounds_that_no_coding_meets_are_refused_with_the_attainable_pairs() -> None:
    utility = decided().candidates["yob"]
    between = (utility[2].utility + utility[3].utility) / 2
    with pytest.raises(Refused) as refusal:
        decided(min_utility={"yob": between}, min_privacy={"yob": utility[3].privacy})
    (problem,) = refusal.value.problems
    assert (problem.code, len(problem.params["pairs"])) == ("anopi.no_coding_in_bounds", 7)


def test_an_override_is_taken_and_stated() -> None:
    result = decided(override={"yob": 5})
    assert (result.codings["yob"].level, result.codings["yob"].reason) == (5, "override")
    assert result.released["yob"].utility == result.candidates["yob"][4].utility


def test_the_next_best_coding_is_named() -> None:
    result = decided()
    for name, choice in result.codings.items():
        deviations = [coding.deviation for coding in result.candidates[name]]
        assert np.argsort(deviations, kind="stable")[:2].tolist() == [choice.level - 1, choice.next_best - 1]


def test_anonymity_counts_records_alone_in_their_class() -> None:
    result = decided(override={"yob": 1, "ms": 1})
    keys = [(row[0], row[1]) for row in patients().data.window(0, 60)]
    alone = sum(keys.count(key) == 1 for key in keys)
    assert (result.after.uniques, result.after.records, result.after.k) == (alone, 60, 1)
    assert result.after.classes == len(set(keys))
    coarsest = decided(override={"yob": 7, "ms": 3}).after
    assert (coarsest.k, coarsest.uniques, coarsest.classes) == (60, 0, 1)


def test_applying_recodes_each_record_and_leaves_the_rest_alone() -> None:
    source, spec = patients(), AnopiParams(override={"yob": 3, "ms": 2})
    counted = anopi.counts(spec, source, JobContext())
    released = anopi.apply(anopi.decide(spec, counted), counted, source, JobContext())
    before, after = source.data.window(0, 60), released.window(0, 60)
    assert before[0] == ("1967", "Married", "Cancer")
    assert after[0] == ("1967-1969", "Been_Married", "Cancer")
    assert [row[2] for row in before] == [row[2] for row in after]


def test_direct_identifiers_are_never_released() -> None:
    source = patients()
    roles = {"yob": "key", "ms": "key", "disease": "direct_identifier"}
    data = source.data.with_variables([type(v)(v.name, roles[v.name]) for v in source.data.variables])
    spec = AnopiParams()
    counted = anopi.counts(spec, source.with_data(data), JobContext())
    released = anopi.apply(anopi.decide(spec, counted), counted, source.with_data(data), JobContext())
    assert released.names == ("yob", "ms")


def test_an_override_of_a_variable_that_takes_no_part_is_stated() -> None:
    result = decided(with_constant(), user_points={"yob": 100}, override={"land": 2, "disease": 2})
    found = [(note.code, note.where.variable) for note in result.notes if note.code.startswith("anopi.over")]
    assert found == [("anopi.override_without_part", "land"), ("anopi.override_without_part", "disease")]
    assert set(result.codings) == {"yob"}


def test_levels_that_do_not_fit_into_one_another_are_allowed_without_a_note() -> None:
    """Only a search over levels needs them nested, and refuses by itself; here each level stands alone."""
    result = decided()
    assert len(result.candidates["yob"]) == 7
    assert [note for note in result.notes if note.code == "hierarchy.not_nested"] == []


def test_a_choice_by_hand_below_a_bound_is_taken_and_stated() -> None:
    utility = decided().candidates["yob"]
    result = decided(override={"yob": 5, "ms": 1}, min_utility={"yob": utility[3].utility})
    assert result.codings["yob"].level == 5
    shown = [(note.code, note.where.key) for note in result.notes if note.code.endswith("missed")]
    assert shown == [("anopi.utility_missed", "params.min_utility.yob")]
    bound = {"ms": DegreeBound(degree=2)}
    result = decided(override={"ms": 1}, min_privacy=bound)
    assert "anopi.privacy_missed" in [note.code for note in result.notes]
    assert not [note for note in decided(min_privacy=bound).notes if note.code.endswith("missed")]


def test_records_that_leave_the_file_miss_no_bound_that_is_not_set() -> None:
    """Without the rare `b` of the common `x`, the areas left are spread more evenly than before."""
    columns = {"area": ["x"] * 9 + ["x"] + ["y"] * 6, "sex": ["a"] * 9 + ["b"] + ["a"] * 6}
    names = {"area": "key", "sex": "key"}
    trees = {
        name: from_table(name, [(one, "*") for one in sorted(set(texts))], ("own", "all"), "tree.csv")
        for name, texts in columns.items()
    }
    left = {"suppress_below": 2, "suppress": "records", "suppressed_records": "delete"}
    result = decided(Source(microdata(columns, names), trees), override={"area": 1, "sex": 1}, **left)
    assert result.released["area"].privacy < 0
    assert "anopi.privacy_missed" not in [note.code for note in result.notes]
