"""One file with missing key values, one rule: every view has the same unique records and names the rule."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sdc_desktop.cli import main
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import RunOptions, audit_of, counts, run_plan
from sdc_desktop.engine.strategies.trail import trail_of
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import report_plan
from sdc_desktop.sheets.risk import compared
from sdc_desktop.ui.tabs.microdata.evidence.risk import risk_of
from sdc_desktop.words import Words
from sdc_desktop.words.program.run_log import run_log
from sdc_desktop.words.risk import first_look as first_words
from sdc_desktop.words.risk.risk_tab import risk_rows
from sdc_desktop.words.verdicts.verdict import reason_texts
from tests.support.reports import HtmlPage
from tests.support.secret import digits

CONTEXT, WORDS = JobContext(), Words()
KEYS = ("a", "b", "c")
NAMED = {
    "none": "A missing value counts as agreeing with no value.",
    "all": "A missing value counts as agreeing with every value.",
    0.5: "An agreement that rests on a missing value counts as 0.50 of a record.",
}
ALPHAS = {"none": 0.0, "all": 1.0, 0.5: 0.5}


def rows() -> list[tuple[str, ...]]:
    random = np.random.default_rng(5)
    drawn = [random.choice(["u", "v", "w", "x", ""], 90, p=[0.3, 0.3, 0.2, 0.08, 0.12]) for _ in KEYS]
    return [tuple(str(text) for text in row) for row in zip(*drawn, strict=True)]


def sums(records, alpha) -> list[float]:
    """By record the sum of its matches, by loops over all pairs."""
    found = []
    for i, one in enumerate(records):
        total = 1.0
        for j, other in enumerate(records):
            pairs = list(zip(one, other, strict=True))
            if i != j and not any(x and y and x != y for x, y in pairs):
                total += 1.0 if all(x and y for x, y in pairs) else alpha
        found.append(total)
    return found


def write(folder: Path) -> list[tuple[str, ...]]:
    records = rows()
    ill = ["flu", "cold", "gout"]
    lines = [",".join((*KEYS, "ill")), *(",".join((*one, ill[n % 3])) for n, one in enumerate(records))]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return records


def plan_of(rule):
    variables = {name: {"role": "key"} for name in KEYS} | {"ill": {"role": "sensitive"}}
    criteria = [{"kind": "k_anonymity", "k": 2}]
    jobs = [
        {"name": "kept", "kind": "recode", "params": {"levels": {}}, "output": {"path": "kept.csv"}},
        {
            "name": "risk",
            "kind": "risk",
            "input": "kept",
            "params": {"criteria": criteria, "tolerable": 0.5, "suda_size": 3},
        },
    ]
    data = {"path": "d.csv", "variables": variables}
    return plan_from_json(
        {"schema": 2, "data": data, "missing": rule, "jobs": jobs, "secrets": {"kept": digits()}}
    )


@pytest.mark.parametrize("rule", ["none", "all", 0.5])
def test_every_view_has_the_same_unique_records(tmp_path, rule) -> None:
    found = sums(write(tmp_path), ALPHAS[rule])
    alone, least = sum(f <= 1 + 1e-9 for f in found), min(found)
    assert 0 < alone < 60
    plan = plan_of(rule)
    done = run_plan(
        plan, tmp_path, tmp_path / "out", CONTEXT, RunOptions(log=lambda result: run_log(result, 1.0, WORDS))
    )
    kept, risk = done.jobs
    numbers = {
        "result": risk.result.uniques,
        "below": risk.result.below[0].records if rule != 0.5 else alone,
        "file": kept.hiding.uniques,
        "first look": first_look(done.opened.source.data, KEYS, (), CONTEXT, plan.missing_rule).uniques,
        "step": trail_of(plan, ["kept"], tmp_path, CONTEXT, None).steps[-1].uniques,
    }
    assert numbers == dict.fromkeys(numbers, alone)
    assert (risk.result.k, kept.hiding.k, risk.result.check.criteria[0].worst) == (least,) * 3
    below = sum(f < 2 - 1e-9 for f in found)
    assert risk.result.check.criteria[0].failing_records == below
    # the verdicts on file, measure and plan, and what is written of them
    for verdict in (kept.verdict, risk.verdict, done.verdict):
        reasons = [one for one in verdict.reasons if one.code == "records_alone"]
        assert [one.figures["number"] for one in reasons] == [alone]
        assert reasons[0].figures["missing_rule"] == rule
        assert any(NAMED[rule] in text for text in reason_texts(verdict, WORDS))
    written = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    by_name = written["jobs"]
    assert by_name["risk"]["result"]["uniques"] == by_name["kept"]["hiding"]["uniques"] == alone
    assert {by_name["risk"]["result"]["missing"], by_name["kept"]["hiding"]["missing"]} == {rule}
    log = (tmp_path / "out" / "run.log").read_text(encoding="utf-8")
    counted = f"{below} records are in classes" if below > 1 else "1 record is in a class"
    assert f"{counted} with fewer than 2 records. {NAMED[rule]}" in log
    # the tab Risk
    counted = counts(plan.jobs[0], done.opened.source, CONTEXT)
    made = SimpleNamespace(job=plan.jobs[0], counts=counted, result=kept.result)
    shown = risk_of(done.opened.opened, tmp_path, made, plan.jobs[1].params, "key", None)(CONTEXT)
    assert (shown.known.result.uniques, shown.after.uniques) == (alone, alone)
    assert risk_rows(shown.known.result, shown.after, WORDS)[0][1:] == (str(alone),) * 2
    bands = list(zip(shown.bands_before, shown.bands_after, strict=True))
    sentence = next(compared(shown.known.result, shown.after, bands, WORDS)).block
    assert NAMED[rule] in sentence.text
    look = first_look(done.opened.source.data, KEYS, (), CONTEXT, rule)
    assert NAMED[rule] in first_words.verdict(look, WORDS)
    # the report
    path = tmp_path / "r.html"
    report_plan(plan, tmp_path, path, ReportFields(), WORDS, CONTEXT, edition="internal")
    text = HtmlPage(path.read_text(encoding="utf-8")).text
    assert f"{alone} of 90 records" in text
    assert NAMED[rule] in text
    assert "no unique records" not in text.lower()
    assert "Yes: smallest class" not in text


METHODS = {
    "recode": {"levels": {}},
    "local_suppression": {"k": 2},
    "generalise": {"criteria": [{"kind": "k_anonymity", "k": 2}], "suppression_limit": 1.0},
    "microaggregate": {"k": 2, "blocks": [list(KEYS)]},
}


def recoded_plan(kind, risk: dict[str, object] | None):
    """A plan that names no rule: a method, and a measure of its file with a rule of its own, or without."""
    variables = {name: {"role": "key", "level": "nominal"} for name in KEYS} | {"ill": {"role": "other"}}
    jobs = [{"name": "made", "kind": kind, "params": METHODS[kind], "output": {"path": "made.csv"}}]
    if risk is not None:
        jobs.append({"name": "risk", "kind": "risk", "input": "made", "params": risk})
    data = {"path": "d.csv", "variables": variables}
    return {"schema": 2, "data": data, "jobs": jobs, "secrets": {"made": digits()}}


@pytest.mark.parametrize("risk", [None, {}, {"missing": "all"}])
@pytest.mark.parametrize("kind", METHODS)
def test_a_plan_without_a_rule_has_one_all_the_same(tmp_path, capsys, kind, risk) -> None:
    """That of its first measure, else none: verdicts, files, steps, report and window follow it."""
    write(tmp_path)
    given = recoded_plan(kind, risk)
    plan = plan_from_json(given)
    rule = "none" if not risk else "all"
    assert plan.missing_rule == rule
    (tmp_path / "p.sdcplan").write_text(json.dumps(given), encoding="utf-8")
    assert main(["run", str(tmp_path / "p.sdcplan"), "--out", str(tmp_path / "out")]) == 0
    said = "".join(capsys.readouterr())
    released = (tmp_path / "out" / "made.csv").read_text(encoding="utf-8").splitlines()[1:]
    found = sums([tuple(line.split(",")[:3]) for line in released], ALPHAS[rule])
    alone = sum(f <= 1 + 1e-9 for f in found)
    assert rule == "all" or alone > 0
    # result.json, run.log and the command line
    made = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]
    figures = [made["made"]["hiding"], made["made"]["result"]["after"]]
    figures += [made["risk"]["result"]] if risk is not None else []
    assert [one["uniques"] for one in figures] == [alone] * len(figures)
    assert [one["k"] for one in figures] == [min(found)] * len(figures)
    reasons = [one for one in made["made"]["verdict"]["reasons"] if one["code"] == "records_alone"]
    assert [one["figures"]["number"] for one in reasons] == [alone] * bool(alone)
    log = (tmp_path / "out" / "run.log").read_text(encoding="utf-8")
    for text in (said, log):  # each names the first reason, which is this one where the criteria are met
        named = set(re.findall(r"(\d+) records? (?:is|are) unique", text))
        assert named <= {str(alone)}
        assert not named or NAMED[rule] in text
        assert named or kind != "generalise" or not alone
    # what the window has made beside it, and the trail of its steps
    audit = audit_of(plan, plan.jobs[0], tmp_path, CONTEXT)
    assert audit is not None
    assert audit.hiding == run_plan(plan, tmp_path, tmp_path / "again", CONTEXT).jobs[0].hiding
    steps = trail_of(plan, ["made"], tmp_path, CONTEXT, None)
    assert steps.steps[-1].uniques == alone
    assert [one.figures["number"] for one in steps.verdict.reasons if one.code == "records_alone"] == [
        alone
    ] * bool(alone)
    # the report
    path = tmp_path / "r.html"
    report_plan(plan, tmp_path, path, ReportFields(), WORDS, CONTEXT, edition="internal")
    text = HtmlPage(path.read_text(encoding="utf-8")).text
    if alone:
        assert "no unique records" not in text.lower()
        assert "No record is unique" not in text
        assert "Yes: smallest class" not in text


def persons_of(records) -> list[int]:
    """Of 60 persons, half of them with two records."""
    return [n % 60 for n in range(len(records))]


def fewest(records, alpha) -> list[float]:
    """By person the fewest persons who fit one of its records, by loops: itself, 1 for another one with a
    record that agrees where nothing is missing, alpha for one with a record that agrees otherwise.
    """
    own, found = persons_of(records), dict[int, float]()
    for one, person in zip(records, own, strict=True):
        fits = {person: 1.0}
        for other, else_ in zip(records, own, strict=True):
            pairs = list(zip(one, other, strict=True))
            if else_ != person and not any(x and y and x != y for x, y in pairs):
                adds = 1.0 if all(x and y for x, y in pairs) else alpha
                fits[else_] = max(fits.get(else_, 0.0), adds)
        found[person] = min(found.get(person, 90.0), sum(fits.values()))
    return list(found.values())


@pytest.mark.parametrize("kind", METHODS)
@pytest.mark.parametrize("rule", ["none", "all", 0.5])
def test_every_view_has_the_same_unique_persons(tmp_path, rule, kind) -> None:
    records = write(tmp_path)
    lines = (tmp_path / "d.csv").read_text(encoding="utf-8").splitlines()
    numbers = ["pid", *map(str, persons_of(records))]
    rows_of = [f"{one},{line}" for one, line in zip(numbers, lines, strict=True)]
    (tmp_path / "d.csv").write_text("\n".join(rows_of) + "\n", encoding="utf-8")
    given = recoded_plan(kind, None) | {"missing": rule}
    given["data"]["variables"]["pid"] = {"role": "person"}
    plan = plan_from_json(given)
    done = run_plan(plan, tmp_path, tmp_path / "out", CONTEXT)
    look = first_look(done.opened.source.data, KEYS, (), CONTEXT, plan.missing_rule)
    expected = fewest(records, ALPHAS[rule])
    assert (look.uniques, look.k) == (sum(one <= 1 + 1e-9 for one in expected), pytest.approx(min(expected)))
    (made,) = done.jobs
    step = trail_of(plan, ["made"], tmp_path, CONTEXT, None).steps[-1]
    assert made.hiding is not None
    assert made.persons is not None
    after = made.result.after
    alone = (step.uniques, made.hiding.uniques, after.uniques, made.persons.knowledge["1"].uniques)
    assert len(set(alone)) == 1
    assert step.risk == pytest.approx(after.average)
    assert step.risk == pytest.approx(made.hiding.risks[0])
    assert step.by_size == after.by_size
    for verdict in (made.verdict, done.verdict):
        reasons = [one for one in verdict.reasons if one.code == "records_alone"]
        assert [one.figures["number"] for one in reasons] == [alone[0]] * bool(alone[0])
        assert all(one.figures["missing_rule"] == rule for one in reasons)
        assert all(one.figures["persons"] == 60 for one in reasons)
        said = " ".join(reason_texts(verdict, WORDS))
        assert not alone[0] or NAMED[rule] in said
        assert not alone[0] or "No person" not in said


@pytest.mark.parametrize("rule", ["none", "all"])
def test_a_step_after_the_one_that_suppresses_below_k_keeps_its_condition(tmp_path, rule) -> None:
    write(tmp_path)
    given = recoded_plan("local_suppression", None) | {"missing": rule, "k": 2}
    first, output = given["jobs"][0], {"path": "last.csv"}
    last = {"name": "last", "kind": "recode", "input": "made", "params": {"levels": {}}, "output": output}
    given = given | {"jobs": [first, last], "secrets": {"made": digits(), "last": digits()}}
    made, done = run_plan(plan_from_json(given), tmp_path, tmp_path / "out", CONTEXT).jobs
    codes = [{one.code for one in job.verdict.reasons} for job in (made, done)]
    assert "nothing_required" not in codes[1]
    assert {"records_alone", "classes_below"} & codes[0] == {"records_alone", "classes_below"} & codes[1]
    assert made.hiding.uniques == done.hiding.uniques
