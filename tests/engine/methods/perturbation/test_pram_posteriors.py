"""What a post-randomised file reveals: the largest posterior is judged, and no value is in a result."""

import json
import random
from collections import Counter
from fractions import Fraction
from typing import cast

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.methods.perturbation.pram.engine import PramResult, PramVariable
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan, to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Grade, Reason
from sdc_desktop.report.chapters import pram
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.pram import pram_sentence, sheet
from sdc_desktop.sheets.sheet import About, read_by, running_text
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_text, verdict_lines
from tests.support.data import microdata
from tests.support.secret import digits, drawing

WORDS = Words()
RARE = ["hiv"] * 5 + ["neg"] * 95
RARE_MATRIX = {"hiv": {"hiv": 0.9, "neg": 0.1}, "neg": {"neg": 0.4, "hiv": 0.6}}


def drawn(columns: dict[str, list[str]], roles: dict[str, str] | None = None, **given: object) -> PramResult:
    params, source = (
        PramParams.model_validate({"variables": ["v"], **given}),
        Source(microdata(columns, roles), {}),
    )
    context = drawing(3)
    return PRAM.stages.decide(params, PRAM.stages.counts(params, source, context), context)


def judged(result: PramResult, limit: float) -> list[Reason]:
    found = PRAM.stages.verdict(PramParams(tolerable_risk=limit), result, NO_LIMITS)
    return [one for one in found if one.code == "risk_above_true_share"]


def by_enumeration(values: list[str], matrix: dict[str, dict[str, float]]) -> dict[tuple[str, str], float]:
    """Posterior by true and shown value, of the joint probabilities added up."""
    shares = {value: Fraction(number, len(values)) for value, number in Counter(values).items()}
    joint = {
        (true, shown): shares[true] * Fraction(matrix[true].get(shown, 0))
        for true in shares
        for shown in shares
    }
    sums = {shown: sum(joint[true, shown] for true in shares) for shown in shares}
    return {pair: float(chance / sums[pair[1]]) for pair, chance in joint.items() if chance}


@pytest.mark.parametrize("seed", range(12))
def test_the_largest_posterior_is_that_of_an_enumeration(seed) -> None:
    draw = random.Random(seed)
    names = "abcde"[: draw.randint(2, 5)]
    values = [*names, *draw.choices(names, [draw.random() for _ in names], k=40)]
    matrix = {}
    for name in names:
        weights = [draw.choice((0, 1, 2, 3, 8)) for _ in names]
        weights[draw.randrange(len(names))] += 1
        matrix[name] = {other: w / sum(weights) for other, w in zip(names, weights, strict=True)}
    (one,) = drawn({"v": values}, matrix={"v": matrix}).variables.values()
    expected = by_enumeration(values, matrix)
    assert one.true_share == pytest.approx(max(expected.values()))
    assert expected[one.true, one.shown] == pytest.approx(one.true_share)
    prior = values.count(one.true) / len(values)
    assert one.prior == pytest.approx(prior)
    assert one.gain == pytest.approx((one.true_share - prior) / (1 - prior))
    assert one.commonest == pytest.approx(Counter(values).most_common(1)[0][1] / len(values))
    assert one.true_share >= one.commonest - 1e-12
    assert one.mean == pytest.approx(sum(matrix[value].get(value, 0) for value in values) / len(values))


def test_a_mean_hides_that_one_shown_value_is_nearly_certain() -> None:
    result = drawn({"v": RARE}, matrix={"v": RARE_MATRIX})
    (one,) = result.variables.values()
    assert (one.true, one.shown) == ("neg", "neg")
    assert result.risks["true_share"] == one.true_share == pytest.approx(0.987012987012987, abs=1e-12)
    assert one.mean == pytest.approx(0.425)
    assert one.gain == pytest.approx(0.7402597403, abs=1e-9)
    (reason,) = judged(result, 0.5)
    assert reason.grade is Grade.UNSAFE
    assert reason.figures["prior_share"] == pytest.approx(0.95)
    assert reason.figures["mean_share"] == pytest.approx(0.425)
    assert "No transition matrix leads below 95.0" in reason_text(reason, WORDS).replace("\u202f", " ")
    assert judged(result, 0.988) == []


def test_two_values_that_never_stay_are_known() -> None:
    values = ["female"] * 4 + ["male"] * 8
    result = drawn({"v": values}, retain=0, method="uniform")
    (one,) = result.variables.values()
    assert {one.true, one.shown} == {"female", "male"}
    assert (one.true_share, one.gain, one.mean, one.certain) == (1, 1, 0, 12)
    assert [found.grade for found in judged(result, 0.5)] == [Grade.UNSAFE]


def test_a_permutation_of_values_is_known() -> None:
    turned = {"a": {"b": 1}, "b": {"c": 1}, "c": {"a": 1}}
    (one,) = drawn({"v": list("aaabbc")}, matrix={"v": turned}).variables.values()
    assert (one.true_share, one.mean, one.certain) == (1, 0, 6)


def test_values_of_similar_frequency_pass_a_limit_above_their_posteriors() -> None:
    values = ["a"] * 70 + ["b"] * 65 + ["c"] * 65
    result = drawn({"v": values}, retain=0.3)
    assert result.risks["true_share"] == pytest.approx(0.545)
    assert judged(result, 0.6) == []


def test_a_variable_of_one_value_is_not_judged_and_one_without_values_neither() -> None:
    for values in (["a"] * 6, [""] * 6):
        result = drawn({"v": values})
        assert "true_share" not in result.risks
        assert result.variables["v"].certain == 0
        assert judged(result, 0.1) == []


def households(members: int = 6, number: int = 40, *, shared: bool = True) -> dict[str, list[str]]:
    draw = random.Random(4)
    hh = [f"H{n // members:02}" for n in range(members * number)]
    of = {name: draw.choice("NESW") for name in hh}
    return {"hh": hh, "v": [of[name] if shared else draw.choice("NESW") for name in hh]}


def test_the_draws_of_a_household_are_judged_together() -> None:
    columns = households()
    result = drawn(columns, {"hh": "household"}, retain=0.5)
    one = result.variables["v"]
    together = one.together["hh"]
    assert (one.by, one.true_share) == ("hh", together.largest)
    assert one.true_share > 0.99
    assert (one.shown, one.true) == ("", "")
    assert together.records == 240
    told = [one.texts[place] for place in together.values if place >= 0]
    assert len(told) == together.filled
    assert set(told) <= set("NESW")
    assert together.filled > 100
    assert together.right >= 0.9 * together.filled
    (reason,) = judged(result, 0.95)
    assert reason.figures["by"] == ("hh",)
    for internal in (True, False):
        text = reason_text(reason, WORDS, internal=internal)
        assert text.startswith("From the draws of one household (hh), a value of v can be inferred")


@pytest.mark.parametrize(
    ("columns", "roles"),
    [
        (households(), {"hh": "other"}),
        (households(shared=False), {"hh": "household"}),
        (households(1, 240), {"hh": "household"}),
        ({**households(), "hh": [""] * 240}, {"hh": "household"}),
        ({**households(), "hh": [" "] * 6 + [str(number) for number in range(234)]}, {"hh": "household"}),
    ],
    ids=["no household", "members differ", "of one member", "no numbers", "blanks"],
)
def test_without_shared_values_each_draw_is_judged_alone(columns, roles) -> None:
    one = drawn(columns, roles, retain=0.5).variables["v"]
    assert (one.by, dict(one.together)) == ("", {})
    assert one.true_share < 0.7


def plan_json(limit: float | None, **params: object) -> dict[str, object]:
    roles = {"hh": "household", "v": "sensitive", "pid": "direct_identifier"}
    job = {"name": "d", "kind": "pram", "output": {"path": "d.csv"}}
    job["params"] = {"variables": ["v"], "retain": 0.5, "tolerable_risk": limit, **params}
    data = {
        "path": "p.csv",
        "variables": {name: {"role": role, "level": "nominal"} for name, role in roles.items()},
    }
    return {"schema": 2, "data": data, "secrets": {"*": digits()}, "jobs": [job]}


def write(folder, columns: dict[str, list[str]]) -> None:
    names = ["pid", *columns]
    rows = zip(map(str, range(len(columns["v"]))), *columns.values(), strict=True)
    (folder / "p.csv").write_text("\n".join(map(",".join, [names, *rows])) + "\n", encoding="utf-8")


@pytest.mark.parametrize("large", [False, True])
def test_draws_by_identifier_are_judged_together_as_well(tmp_path, large) -> None:
    columns = households()
    write(tmp_path, columns)
    given = plan_json(0.95, identifier="pid")
    given["data"]["large"] = large
    run_plan(plan_from_json(given), tmp_path, tmp_path / "out", JobContext())
    released = [line.split(",") for line in (tmp_path / "out" / "d.csv").read_text().splitlines()]
    assert released[0] == ["hh", "v"]
    found = json.loads((tmp_path / "out" / "result.json").read_text())["jobs"]["d"]
    (reason,) = (one for one in found["verdict"]["reasons"] if one["code"] == "risk_above_true_share")
    assert reason["figures"]["by"] == ["hh"]
    shares = {value: number / 240 for value, number in Counter(columns["v"]).items()}
    largest = 0.0
    for name in set(columns["hh"]):
        shown = [value for household, value in released[1:] if household == name]
        weights = []
        for true, share in shares.items():
            for value in shown:
                share *= 0.5 * (value == true) + 0.5 * shares[value]
            weights.append(share)
        largest = max(largest, max(weights) / sum(weights))
    assert found["result"]["variables"]["v"]["true_share"] == pytest.approx(largest)
    assert found["result"]["risks"]["true_share"] == pytest.approx(largest)


def test_no_category_is_in_a_result_or_in_a_reason(tmp_path) -> None:
    columns = households()
    columns["v"] = [f"zq-{value}" for value in columns["v"]]
    write(tmp_path, columns)
    result = run_plan(plan_from_json(plan_json(0.3)), tmp_path, tmp_path / "out", JobContext())
    assert result.jobs[0].verdict.grade is Grade.UNSAFE
    assert "zq-" not in (tmp_path / "out" / "result.json").read_text(encoding="utf-8")
    assert not [line for line in verdict_lines(result, WORDS) if "zq-" in line]
    assert "zq-" not in json.dumps(to_json(drawn({"v": columns["v"]})))


def test_the_window_names_the_values_and_other_views_do_not() -> None:
    one: PramVariable = drawn({"v": RARE}, matrix={"v": RARE_MATRIX}).variables["v"]
    window = pram_sentence("v", one, WORDS, named=True).replace("\u202f", " ")
    assert "on average, 42.5 % of released values are true" in window
    assert "A released neg is truly neg with probability 98.7 %; 95.0 % of records have it." in window
    other = pram_sentence("v", one, WORDS).replace("\u202f", " ")
    assert "neg" not in other
    assert "A value is inferred with probability 98.7 % at most" in other


def test_all_views_state_one_risk(tmp_path) -> None:
    write(tmp_path, households())
    plan = plan_from_json(plan_json(0.95))
    (done,) = evaluate_plan(plan, tmp_path, JobContext()).jobs
    (reason,) = (one for one in done.verdict.reasons if one.code == "risk_above_true_share")
    share = done.result.variables["v"].true_share
    assert reason.figures["risk"] == done.result.risks["true_share"] == share
    spoken = (
        reason_text(reason, WORDS),
        *(
            running_text(read_by(reader, sheet(About(None, done.result), WORDS)))
            for reader in ("window", "internal", "external")
        ),
        pram.balance(cast(Subject, None), done.result, WORDS).risk_after,
    )
    assert [text for text in spoken if WORDS.percent(share) not in text] == []
