"""ANOPI by microaggregation: the source's k through whole plans, and what is really released."""

import csv
import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.source import Source
from tests.engine.methods.recoding.golden_anopi import WINE_K
from tests.support.data import WINE_FILE, csv_columns, microdata, patients
from tests.support.plain_mdav import quick_mdav
from tests.support.secret import ALL

WINE = csv_columns(WINE_FILE)
CONTEXT = JobContext()
RECORDS = 178


def points(first: float, second: float) -> dict[str, float]:
    return {"alcohol": first, "malic_acid": second}


def wine(**changed) -> Source:
    data = microdata(WINE | changed, dict.fromkeys(WINE, "key"))
    return Source(data.with_variables([replace(v, level="continuous") for v in data.variables]), {})


def decided(source: Source, technique="microaggregation", **params) -> anopi.AnopiResult:
    spec = AnopiParams(technique=technique, **params)
    return anopi.decide(spec, anopi.counts(spec, source, CONTEXT))


def ran(source: Source, technique="microaggregation", **params):
    """The settled result and the released columns."""
    spec = AnopiParams(technique=technique, **params)
    counted = anopi.counts(spec, source, CONTEXT)
    result = anopi.settle(spec, anopi.decide(spec, counted), counted, CONTEXT)
    released = anopi.apply(result, counted, source, CONTEXT)
    rows = released.window(0, released.records)
    return result, dict(zip(released.names, map(list, zip(*rows, strict=True)), strict=True))


def refusals(source: Source, technique="microaggregation", **params) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refusal:
        decided(source, technique, **params)
    return [(problem.code, problem.where.key) for problem in refusal.value.problems]


def notes(result: anopi.AnopiResult) -> list[str]:
    return [problem.code for problem in result.notes]


def entropy_of(values: list[str]) -> float:
    return entropy(np.unique(values, return_counts=True)[1])


# ----- the source's table, through the door that window and batch use


def test_plans_over_the_wine_data_give_the_k_of_the_source(tmp_path) -> None:
    shutil.copy(WINE_FILE, tmp_path / "wine.csv")
    jobs = []
    for number, (alpha, q1, q2, r1, r2, *_) in enumerate(WINE_K):
        params = {
            "technique": "microaggregation",
            "alpha": alpha,
            "user_points": points(q1, q2),
            "intruder_points": points(r1, r2),
        }
        jobs.append({"name": f"block {number}", "kind": "anopi", "params": params})
        alone = params | {"blocks": [["alcohol"], ["malic_acid"]]}
        jobs.append({"name": f"alone {number}", "kind": "anopi", "params": alone})
    roles = {name: {"role": "key"} for name in WINE}
    plan = {"schema": 2, "data": {"path": "wine.csv", "variables": roles}, "jobs": jobs}
    run_plan(plan_from_json(plan), tmp_path, tmp_path / "out", CONTEXT)
    shown = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]
    for number, row in enumerate(WINE_K):
        block, alone = (shown[f"{name} {number}"]["result"] for name in ("block", "alone"))
        found = [[block["k"][name][key] for name in WINE] for key in ("k_utility", "k_privacy", "k_alone")]
        assert [*found[0], *found[1], *found[2]] == list(row[5:11])
        assert [(b["variables"], b["k"]) for b in block["blocks"]] == [(["alcohol", "malic_acid"], row[11])]
        each = [(b["variables"], b["k"]) for b in alone["blocks"]]
        assert each == [(["alcohol"], row[9]), (["malic_acid"], row[10])]
        assert block["settled"]
        assert "columns" not in block


def test_two_runs_of_the_batch_command_give_equal_bytes(tmp_path) -> None:
    shutil.copy(WINE_FILE, tmp_path / "wine.csv")
    roles = {name: {"role": "key"} for name in WINE}
    job = {
        "name": "a",
        "kind": "anopi",
        "params": {"technique": "microaggregation", "suppress_below": 20, "suppress": "cells"},
        "output": {"path": "out.csv", "order": "random"},
    }
    data = {"path": "wine.csv", "variables": roles}
    plan = {"schema": 2, "data": data, "secrets": ALL, "jobs": [job]}
    (tmp_path / "wine.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    written = []
    for name in ("one", "two"):
        assert (
            cli.main(["run", str(tmp_path / "wine.sdcplan"), "--out", str(tmp_path / name), "--quiet"]) == 0
        )
        written.append([(tmp_path / name / file).read_bytes() for file in ("result.json", "out.csv")])
    assert written[0] == written[1]
    with (tmp_path / "one" / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    result = json.loads(written[0][0])["jobs"]["a"]["result"]
    for place, name in enumerate(WINE):
        shown = result["released"][name]["utility"] / result["user_points"][name]
        assert shown == pytest.approx(entropy_of([row[place] for row in rows]), abs=1e-12)


# ----- what is released


def test_released_levels_are_those_of_the_texts_released_and_not_of_the_promise() -> None:
    promised = decided(wine())
    result, released = ran(wine())
    (block,) = result.blocks
    assert not promised.settled
    assert promised.released == promised.blocks[0].promised
    for name in WINE:
        own, left = entropy_of(WINE[name]), entropy_of(released[name])
        shown = result.information[name]
        assert (shown.categories_as_is, shown.categories) == (len(set(WINE[name])), len(set(released[name])))
        assert result.information[name].entropy_as_is == pytest.approx(own)
        assert result.released[name].utility == pytest.approx(50 * left)
        assert result.released[name].privacy == pytest.approx(50 * (own - left))
    assert result.released != promised.released
    assert block.promised == promised.released


def test_records_are_grouped_by_mdav_in_one_block() -> None:
    result, released = ran(wine(), override={"alcohol": 5})
    columns = [np.array(WINE[name], dtype=float) for name in WINE]
    standard = [(column - column.mean()) / column.std() for column in columns]
    labels = quick_mdav(np.column_stack(standard), 5)
    for name, column in zip(WINE, columns, strict=True):
        means = np.array([column[labels == label].mean() for label in labels])
        assert np.array(released[name], dtype=float) == pytest.approx(means, abs=1e-12)
    assert result.after.k == 5
    assert result.blocks[0].formed.groups == RECORDS // 5 == result.after.classes


def test_each_block_is_grouped_by_itself_with_its_own_k() -> None:
    result, released = ran(wine(), blocks=[["malic_acid"], ["alcohol"]], override={"alcohol": 9})
    assert [(block.variables, block.reason) for block in result.blocks] == [
        (("malic_acid",), "least_deviation"),
        (("alcohol",), "override"),
    ]
    for block in result.blocks:
        sizes = np.unique(released[block.variables[0]], return_counts=True)[1]
        assert sizes.min() >= block.k
    assert result.after.k < 9  # taken together the blocks hide less


def test_one_variable_is_recoded_and_the_other_microaggregated() -> None:
    source = patients()
    data = source.data.with_variables(
        [replace(v, level="continuous") if v.name == "yob" else v for v in source.data.variables]
    )
    mixed = {"yob": "microaggregation"}
    result, released = ran(source.with_data(data), mixed, user_points={"yob": 60, "ms": 40})
    assert result.technique == {"yob": "microaggregation", "ms": "recoding"}
    assert (list(result.codings), list(result.k)) == (["ms"], ["yob"])
    labels = dict(zip(csv_column("ms"), released["ms"], strict=True))
    assert [labels[text] for text in csv_column("ms")] == released["ms"]
    assert np.unique(released["yob"], return_counts=True)[1].min() >= result.blocks[0].k
    keys = list(zip(released["yob"], released["ms"], strict=True))
    sizes = [keys.count(key) for key in set(keys)]
    assert (result.after.k, result.after.classes) == (min(sizes), len(sizes))
    assert result.after.uniques == sizes.count(1)
    for name in ("yob", "ms"):
        left = result.released[name].utility / result.user_points[name]
        assert left == pytest.approx(entropy_of(released[name]))


def csv_column(name: str) -> list[str]:
    data = patients().data
    return [row[data.index(name)] for row in data.window(0, data.records)]


def test_a_microaggregated_variable_needs_no_hierarchy_and_its_own_is_not_looked_at() -> None:
    source = patients()  # the tree of ms lacks nothing, that of yob would lack the year 1900
    columns = {name: csv_column(name) for name in source.data.names}
    columns["yob"][0] = "1900"
    data = microdata(columns, {"yob": "key", "ms": "key"})
    data = data.with_variables(
        [replace(v, level="continuous") if v.name == "yob" else v for v in data.variables]
    )
    hierarchies = dict(source.hierarchies)
    both = {"yob": "microaggregation", "ms": "microaggregation"}
    assert decided(Source(data, hierarchies), {"yob": "microaggregation"}).k["yob"].k_alone
    assert decided(Source(data, {}), both).k["ms"].k_alone


def test_a_constant_variable_is_left_out_of_the_blocks_with_a_note() -> None:
    source = wine(malic_acid=["1"] * RECORDS)
    result, released = ran(source)
    assert [block.variables for block in result.blocks] == [("alcohol",)]
    assert "anopi.constant_left_out" in notes(result)
    assert set(released["malic_acid"]) == {"1"}
    assert decided(source, blocks=[["malic_acid"], ["alcohol"]]).blocks == decided(source).blocks


def test_a_block_without_any_points_becomes_a_single_group() -> None:
    params = {"user_points": points(100, 0), "intruder_points": points(100, 0)}
    result, released = ran(wine(), blocks=[["alcohol"], ["malic_acid"]], **params)
    assert (result.blocks[1].k, result.blocks[1].reason) == (RECORDS, "no_points")
    assert len(set(released["malic_acid"])) == 1
    assert result.k["malic_acid"] == anopi.KFigures(None, None, None)


# ----- missing values


def test_missing_values_stay_missing_and_it_is_stated_that_k_is_not_given() -> None:
    values = list(WINE["alcohol"])
    for place in (3, 50, 99):
        values[place] = ""
    result, released = ran(wine(alcohol=values))
    assert [i for i, text in enumerate(released["alcohol"]) if text == ""] == [3, 50, 99]
    assert "anopi.missing_kept" in notes(result)
    assert result.blocks[0].formed.missing == 3
    keys = list(zip(*released.values(), strict=True))
    below = sum(keys.count(key) < result.blocks[0].k for key in keys)
    assert result.blocks[0].formed.records_below_k == below > 3
    assert result.after.k <= 3
    assert result.information["alcohol"].entropy_as_is == pytest.approx(entropy_of(values))


def test_a_k_beyond_the_records_that_have_a_value_is_refused() -> None:
    values = ["1", "2", "3"] + [""] * (RECORDS - 3)
    where = "params.override.alcohol"
    found = refusals(
        wine(alcohol=values), blocks=[["alcohol"], ["malic_acid"]], override={"alcohol": 4, "malic_acid": 2}
    )
    assert found == [("anopi.k_beyond_values", where)]


# ----- by hand and within bounds


def test_a_k_by_hand_is_that_of_the_whole_block_and_its_cost_is_stated() -> None:
    own = decided(wine()).blocks[0]
    result = decided(wine(), override={"malic_acid": 7})
    (block,) = result.blocks
    assert (block.k, block.reason, block.next_best) == (7, "override", own.k)
    assert block.next_deviation == own.deviation < block.deviation
    again = decided(wine(), override={"malic_acid": own.k}).blocks[0]
    assert (again.deviation, again.next_best) == (own.deviation, own.next_best)


def test_k_one_leaves_the_records_as_they_are_and_says_so() -> None:
    result, released = ran(wine(), override={"alcohol": 1})
    assert released == WINE
    assert "anopi.k_is_one" in notes(result)
    assert result.released["alcohol"].privacy == pytest.approx(0)


@pytest.mark.parametrize(
    ("params", "code", "key"),
    [
        ({"override": {"alcohol": 3, "malic_acid": 4}}, "anopi.override_differs", "params.override.alcohol"),
        ({"override": {"alcohol": 179}}, "anopi.override_k_beyond", "params.override.alcohol"),
        ({"technique": {"ash": "microaggregation"}}, "plan.unknown_variable", "params.technique.ash"),
        ({"technique": {"alcohol": "microaggregation"}}, "anopi.no_hierarchy", "data.hierarchies.malic_acid"),
        ({"blocks": [["alcohol"]]}, "anopi.in_no_block", "params.blocks"),
        ({"blocks": [["alcohol", "malic_acid"], []]}, "microaggregate.no_variables", "params.blocks[1]"),
        (
            {"blocks": [["alcohol", "malic_acid"], ["alcohol"]]},
            "microaggregate.doubled",
            "params.blocks[1]",
        ),
        ({"blocks": [["alcohol", "malic_acid", "ash"]]}, "plan.unknown_variable", "params.blocks[0]"),
        ({"min_utility": {"alcohol": 1000}}, "anopi.bound_too_high", "params.min_utility.alcohol"),
        (
            {"min_privacy": {"alcohol": DegreeBound(degree=179)}},
            "anopi.k_bound_beyond",
            "params.min_privacy.alcohol.degree",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_place(params, code, key) -> None:
    assert (code, key) in refusals(wine(), **params)


def test_a_recoded_variable_in_a_block_is_refused() -> None:
    found = refusals(patients(), "recoding", blocks=[["yob"]])
    assert found == [("anopi.recoded_in_block", "params.blocks[0]")]


def test_a_variable_that_takes_no_part_can_stand_in_no_block_and_its_technique_is_stated() -> None:
    source = patients()
    assert refusals(source, {"yob": "recoding"}, blocks=[["disease"]]) == [
        ("anopi.block_without_part", "params.blocks[0]")
    ]
    assert "anopi.technique_without_part" in notes(decided(source, {"disease": "microaggregation"}))


def test_values_that_are_no_numbers_are_refused_before_anything_is_decided() -> None:
    values = ["much", *WINE["alcohol"][1:]]
    with pytest.raises(Refused) as refusal:
        anopi.counts(AnopiParams(technique="microaggregation"), wine(alcohol=values), CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == ["microaggregate.not_numbers"]


def test_a_bound_given_as_k_keeps_groups_no_larger_than_that() -> None:
    free = decided(wine(), alpha=0.25)
    bound = decided(wine(), alpha=0.25, min_utility={"alcohol": DegreeBound(degree=6)})
    assert free.blocks[0].k > 6 >= bound.blocks[0].k
    promised = bound.blocks[0].promised["alcohol"].utility
    assert promised >= 50 * (np.log10(RECORDS) - np.log10(6)) * (1 - 1e-12)
    assert bound.levels["alcohol"].utility >= promised * (1 - 1e-9) or bound.blocks[0].k < 6


def test_bounds_that_no_k_meets_are_refused_with_what_can_be_had() -> None:
    own = decided(wine()).information["alcohol"].entropy_as_is
    # together they ask for a little more than the variable tells, though the income would reach
    bounds = {
        "min_utility": {"alcohol": 50 * own * 0.52},
        "min_privacy": {"alcohol": 50 * own * 0.52},
    }
    with pytest.raises(Refused) as refusal:
        decided(wine(), **bounds)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where.variable) == ("anopi.no_k_in_bounds", "alcohol")
    assert problem.params["pairs"][-1].startswith("(178, 0, ")


def test_bounds_on_which_a_block_cannot_agree_are_refused_and_hold_apart() -> None:
    bounds = {
        "min_utility": {"alcohol": DegreeBound(degree=3)},
        "min_privacy": {"malic_acid": DegreeBound(degree=30)},
    }
    assert refusals(wine(), **bounds) == [("anopi.no_k_for_block", "params.blocks")]
    apart = decided(wine(), blocks=[["alcohol"], ["malic_acid"]], **bounds)
    assert apart.blocks[0].k <= 3
    assert apart.blocks[1].k >= 30


def test_a_k_raised_so_that_no_privacy_is_negative_is_stated() -> None:
    # with utility alone, privacy asks for 178 / 10^H = 116.3 records, rounded to one that promises too much
    values = ["1"] * 151 + ["2"] * 27
    least = RECORDS / 10 ** entropy_of(values)
    assert 0 < least % 1 < 0.5
    result = decided(wine(alcohol=values), alpha=1.0, blocks=[["alcohol"], ["malic_acid"]])
    assert (result.blocks[0].reason, result.blocks[0].k) == ("raised", int(np.ceil(least)))
    assert result.k["alcohol"].k_privacy == int(least)
    assert "anopi.k_raised" in notes(result)


# ----- rare records


@pytest.mark.parametrize("suppress", ["records", "cells"])
def test_rare_combinations_of_group_values_are_suppressed(suppress) -> None:
    source = wine()
    apart = {"blocks": [["alcohol"], ["malic_acid"]], "alpha": 0.4}
    before, _ = ran(source, **apart)
    result, released = ran(source, **apart, suppress_below=4, suppress=suppress)
    assert before.after.k < 4
    keys = list(zip(released["alcohol"], released["malic_acid"], strict=True))
    sizes = [keys.count(key) for key in set(keys)]
    assert (result.after.k, result.after.records, result.after.classes) == (
        min(sizes),
        len(keys),
        len(sizes),
    )
    assert all(keys.count(key) >= 4 for key in set(keys) - {("*", "*")})
    for name in WINE:
        assert result.information[name].entropy == pytest.approx(entropy_of(released[name]))
    assert result.suppression.figures.records == sum("*" in key for key in keys)


def test_nothing_is_suppressed_before_the_groups_are_formed() -> None:
    assert decided(wine(), suppress_below=RECORDS + 1).suppression is None
    with pytest.raises(Refused):
        ran(wine(), suppress_below=RECORDS + 1)


# ----- stages


def test_records_of_a_decision_that_is_not_settled_cannot_be_made() -> None:
    spec = AnopiParams(technique="microaggregation")
    counted = anopi.counts(spec, wine(), CONTEXT)
    with pytest.raises(ValueError, match="still to be formed"):
        anopi.apply(anopi.decide(spec, counted), counted, wine(), CONTEXT)


def test_a_decision_without_microaggregation_is_settled_as_it_comes() -> None:
    spec = AnopiParams()
    counted = anopi.counts(spec, patients(), CONTEXT)
    result = anopi.decide(spec, counted)
    assert anopi.settle(spec, result, counted, CONTEXT) is result


def test_forming_groups_can_be_stopped() -> None:
    spec = AnopiParams(technique="microaggregation")
    counted = anopi.counts(spec, wine(), CONTEXT)
    result = anopi.decide(spec, counted)
    with pytest.raises(Cancelled):
        anopi.settle(spec, result, counted, JobContext(is_cancelled=lambda: True))


def test_a_bound_that_the_groups_fall_short_of_is_stated_with_what_was_reached() -> None:
    values = [str(n % 5) for n in range(RECORDS)]  # five values: groups of 40 promise more than four tell
    bounds = {"min_utility": {"malic_acid": 32.0}}
    apart = {"blocks": [["alcohol"], ["malic_acid"]]}
    result, _ = ran(wine(malic_acid=values), **apart, **bounds)
    reached = result.released["malic_acid"].utility
    assert result.blocks[1].promised["malic_acid"].utility >= 32.0 > reached
    (shown,) = (problem for problem in result.notes if problem.code == "anopi.utility_missed")
    assert (shown.where.key, shown.params["reached"]) == ("params.min_utility.malic_acid", reached)
