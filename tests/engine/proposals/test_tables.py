"""Protections proposed for a table: judged by what would leave, measured in one way, none cheaper missed."""

import random
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.policy.policy import Policy, policy_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.proposals import tables
from sdc_desktop.engine.proposals.table_ways import ways_barred
from sdc_desktop.engine.proposals.tables import propose_table
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade

REGIONS = [f"{a}{b}{c}" for a in "NS" for b in "12" for c in "xyz"]
HIERARCHY = {"kind": "levels", "path": "h.csv", "header": False, "delimiter": ";"}
THRESHOLD = {"kind": "threshold", "n": 3}
P_PERCENT = {"kind": "p_percent", "p": 10}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proposals")
    draw = random.Random(1)
    rows = [f"{draw.choice(REGIONS)},{draw.choice('abcd')},{draw.randint(1, 90)},{n}" for n in range(150)]
    (folder / "t.csv").write_text("r,c,v,id\n" + "\n".join(rows) + "\n")
    (folder / "h.csv").write_text("".join(f"{one};{one[:2]};{one[0]}\n" for one in REGIONS))
    return folder


@pytest.fixture(scope="module")
def whole(folder):
    """What is proposed for a table with a hierarchy."""
    return proposed(folder, plan_of(table(), hierarchies={"r": HIERARCHY}))


@pytest.fixture(scope="module")
def every(folder):
    """All that was tried of each way for a table without a hierarchy, by family."""
    with pytest.MonkeyPatch.context() as patch:
        return tried(folder, plan_of(table()), patch)


def table(name="t", dimensions=("r", "c"), **params):
    given = {"dimensions": [{"variable": one} for one in dimensions], "rules": [THRESHOLD], **params}
    return {"name": name, "kind": "table", "params": given}


def plan_of(*jobs, hierarchies=None, **data):
    data = {"path": "t.csv", "hierarchies": hierarchies or {}, **data}
    return plan_from_json({"schema": 2, "data": data, "jobs": list(jobs)})


def proposed(folder, plan, held_to=None, name="t", **context):
    return propose_table(plan, name, folder, JobContext(**context), held_to)


def tried(folder, plan, monkeypatch, held_to=None):
    monkeypatch.setattr(tables, "chosen", tuple)
    return {one.family: one for one in proposed(folder, plan, held_to).found}


def verdict_of(folder, plan, name="t"):
    return next(one for one in evaluate_plan(plan, folder, JobContext()).jobs if one.name == name)


def test_every_proposal_passes_and_has_the_verdict_that_its_plan_gets_when_run(folder, whole) -> None:
    assert {"cell_suppression", "coarser"} <= {one.family for one in whole.found}
    assert list(whole.found) == sorted(whole.found, key=lambda one: -one.cost.utility)
    for one in whole.found:
        assert one.passes
        assert one.risk == 0
        assert verdict_of(folder, one.plan).verdict == one.verdict


def test_equal_inputs_give_equal_proposals_and_the_plan_stays_as_it_is(folder) -> None:
    plan = plan_of(table(dimensions=("c",), rules=[{"kind": "threshold", "n": 38}]))
    before = plan_to_text(plan)
    assert proposed(folder, plan) == proposed(folder, plan)
    assert plan_to_text(plan) == before


def test_the_rounding_base_is_the_smallest_that_passes(folder, every) -> None:
    assert every["rounding"].passes
    base = every["rounding"].plan.job("t").params.protect.base
    assert base == 3
    own = plan_of(table(protect={"method": "rounding", "base": 2}))
    assert verdict_of(folder, own).verdict.grade is not Grade.SAFE


def test_levels_that_need_a_larger_base_skip_the_smaller_ones_rightly(folder, monkeypatch) -> None:
    rules = [{"kind": "threshold", "n": 38, "range": 20}]
    found = tried(folder, plan_of(table(dimensions=("c",), rules=rules)), monkeypatch)["rounding"]
    base = found.plan.job("t").params.protect.base
    assert base > 3
    for smaller in (one for one in (2, 3, 5, 10) if one < base):
        protect = {"method": "rounding", "base": smaller}
        own = plan_of(table(dimensions=("c",), rules=rules, protect=protect))
        assert verdict_of(folder, own).verdict.grade is not Grade.SAFE


def test_no_suppression_costs_less_than_the_one_proposed(folder) -> None:
    found = proposed(folder, plan_of(table(value="v", rules=[THRESHOLD, P_PERCENT])))
    own = next(one for one in found.found if one.family == "cell_suppression")
    spec = {"method": "suppression", "effort": 2_000_000_000}
    best = verdict_of(folder, plan_of(table(value="v", rules=[THRESHOLD, P_PERCENT], protect=spec))).result
    assert best.proven
    assert own.gap == 0
    assert verdict_of(folder, own.plan).result.cost == best.cost


def test_utility_is_the_mean_relative_deviation_with_suppressed_cells_in_the_middle(folder, every) -> None:
    own = every["cell_suppression"]
    cells = verdict_of(folder, own.plan).result.cells
    finest = [cell for cell in cells if "Total" not in cell.coordinates and cell.value]
    middle = {c.coordinates: c.value if c.published is not None else (c.lower + c.upper) / 2 for c in finest}
    off = [min(1, abs(middle[c.coordinates] - c.value) / c.value) for c in finest]
    assert own.cost.utility == pytest.approx(1 - sum(off) / len(off))
    hidden = sum(cell.published is None for cell in cells)
    assert (own.cost.units, own.cost.suppressed, own.cost.changed) == (len(cells), hidden, hidden)


def test_a_coarser_table_is_measured_by_equal_shares_of_what_it_still_shows(folder, whole) -> None:
    own = next(one for one in whole.found if one.family == "coarser")
    original = verdict_of(folder, plan_of(table(), hierarchies={"r": HIERARCHY})).result
    values = {cell.coordinates: cell.value for cell in original.cells}
    finest = [(r, c) for r in REGIONS for c in "abcd" if values.get((r, c))]
    off = [min(1, abs(values[r[:2], c] / 3 - values[r, c]) / values[r, c]) for r, c in finest]
    assert own.cost.utility == pytest.approx(1 - sum(off) / len(off))
    assert own.cost.suppressed == 0
    gone = sum(label in REGIONS and value is not None for (label, _), value in values.items())
    assert own.cost.changed == gone


def test_a_coarser_table_with_unsafe_cells_is_recoded_and_suppressed(folder) -> None:
    rules = [{"kind": "threshold", "n": 38}]
    plan = plan_of(table(dimensions=("r",), rules=rules), hierarchies={"r": HIERARCHY})
    found = proposed(folder, plan)
    own = next(one for one in found.found if one.family == "coarser")
    assert own.steps == ("t coarser", "t")
    assert [job.name for job in own.plan.jobs] == ["t coarser", "t"]
    assert verdict_of(folder, own.plan).verdict == own.verdict
    assert own.cost.suppressed > 0


def test_adjustment_and_amounts_without_suppression_never_pass(folder, monkeypatch) -> None:
    ways = [("rounding", {"base": 50}), ("adjustment", {}), ("cell_key", {"variance": 2, "maximum": 5})]
    for method, more in ways:
        rules = [{"kind": "threshold", "n": 38}]
        params = table(dimensions=("c",), value="v", rules=rules, protect={"method": method, **more})
        plan = replace_secret(plan_of(params))
        assert verdict_of(folder, plan).verdict.grade is not Grade.SAFE
    families = tried(folder, plan_of(table(dimensions=("c",), value="v", rules=rules)), monkeypatch)
    assert set(families) == {"cell_suppression"}  # the others would be dropped, and are not tried


def replace_secret(plan):
    return plan.model_copy(update={"secrets": {"t": "0123456789abcdef" * 4}})


def test_a_table_without_rules_gets_those_of_a_new_one(folder) -> None:
    found = proposed(folder, plan_of(table(rules=[])))
    rules = {one.plan.job("t").params.rules for one in found.found}
    assert [(rule.kind, rule.n) for own in rules for rule in own] == [("threshold", 3)]


def test_cell_keys_get_a_secret_and_a_given_table_none(folder, monkeypatch) -> None:
    identified = plan_of(table(), variables={"id": {"role": "direct_identifier"}})
    keyed = tried(folder, identified, monkeypatch)["cell_keys"]
    assert len(keyed.plan.secrets["t"]) == 64
    given = {"rows": ["a", "b", "Total"], "columns": ["x", "y", "Total"]}
    given["values"] = [[1, 5, 6], [7, 4, 11], [8, 9, 17]]
    job = {"name": "t", "kind": "table", "params": {"table": given}}
    job["params"]["cells"] = [{"cell": ["a", "x"], "status": "unsafe"}]
    found = tried(folder, plan_from_json({"schema": 2, "jobs": [job]}), monkeypatch)
    assert set(found) <= {"cell_suppression", "rounding", "adjustment"}
    assert found["cell_suppression"].cost.suppressed == 4


def test_other_tables_of_the_plan_stay_and_are_audited_with_it(folder) -> None:
    other = table("other", ("r",), rules=[THRESHOLD], protect={"method": "suppression"})
    found = proposed(folder, plan_of(table(), other))
    for one in found.found:
        assert one.plan.job("other") == plan_of(other).job("other")
        assert verdict_of(folder, one.plan).verdict == one.verdict


def test_what_a_policy_forbids_is_not_proposed(folder) -> None:
    limits = [{"kind": "table", "param": "protect.method", "one_of": ["rounding"]}]
    limits.append({"kind": "table", "param": "rules[threshold].n", "at_least": 4})
    spec = {"schema": 2, "name": "P", "version": "1", "limits": limits}
    found = proposed(folder, plan_of(table()), Policy(policy_from_json(spec), "0" * 64, "p.json"))
    assert {one.family for one in found.found} == {"rounding"}
    assert [rule.n for rule in found.found[0].plan.job("t").params.rules] == [4]


def test_earlier_releases_are_not_forgotten_for_another_method(folder) -> None:
    spec = {"method": "suppression", "released": [{"path": "result.json", "job": "t"}]}
    params = plan_of(table(protect=spec)).job("t").params
    assert ways_barred(params) == {"rounding", "adjustment", "cell_keys", "coarser"}


def test_drafts_come_one_by_one_and_an_early_end_keeps_them(folder) -> None:
    drafts = []
    found = proposed(folder, plan_of(table()), on_draft=drafts.append, is_enough=lambda: len(drafts) > 0)
    assert found.ended
    assert replace(found, ended=False) == drafts[0]
    assert [one.family for one in found.found] == ["cell_suppression"]


def test_what_is_no_table_is_refused(folder) -> None:
    risk = {"name": "risk", "kind": "risk", "params": {}}
    for name, code in (("risk", "proposals.not_a_table"), ("none", "plan.no_such_job")):
        with pytest.raises(Refused) as refused:
            proposed(folder, plan_of(risk, variables={"r": {"role": "key"}}), name=name)
        assert [one.code for one in refused.value.problems] == [code]


def test_a_table_protected_together_with_others_keeps_its_search(folder) -> None:
    spec = {"method": "suppression", "solver": "fast", "link": "both"}
    both = [table("t", ("c",), rules=[{"kind": "threshold", "n": 38}], protect=spec)]
    both += [table("other", ("r",), rules=[{"kind": "threshold", "n": 8}], protect=spec)]
    found = {one.family: one for one in proposed(folder, plan_of(*both)).found}
    assert found["cell_suppression"].plan.job("t").params.protect == plan_of(*both).job("t").params.protect
    assert found["cell_suppression"].passes


def test_tables_that_are_not_safe_apart_are_suppressed_together(folder) -> None:
    one = table("t", ("c",), rules=[{"kind": "threshold", "n": 38}])
    other = table("other", ("c", "r"), rules=[THRESHOLD], protect={"method": "suppression"})
    (found,) = [o for o in proposed(folder, plan_of(one, other)).found if o.family == "cell_suppression"]
    assert found.passes
    assert found.steps == ("t", "other")
    specs = [found.plan.job(name).params.protect for name in ("t", "other")]
    assert specs[0].link == specs[1].link is not None
    assert verdict_of(folder, found.plan).verdict == found.verdict
    apart = plan_of(
        table("t", ("c",), rules=one["params"]["rules"], protect={"method": "suppression"}), other
    )
    assert verdict_of(folder, apart).verdict.grade is Grade.UNSAFE


def test_a_proposal_is_not_safe_where_it_reveals_what_another_table_suppresses(folder, monkeypatch) -> None:
    rules = [{"kind": "threshold", "n": 8}]
    other = table("other", ("r",), rules=rules, protect={"method": "suppression"})
    found = tried(folder, plan_of(table("t", ("c", "r")), other), monkeypatch)
    reasons = {(one.code, one.job) for one in found["rounding"].verdict.reasons}
    assert ("linked.other_method", "other") in reasons
    assert not found["rounding"].passes
