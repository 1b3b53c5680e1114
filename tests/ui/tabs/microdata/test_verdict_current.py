"""The verdict in the bar is that of a run of the plan, whatever was changed last, for each kind of step."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Verdict
from sdc_desktop.project.persons import of_persons
from sdc_desktop.project.remedies import Remedy
from sdc_desktop.ui.project import released_audits
from tests.ui.tabs.microdata.conftest import Desk

TOWNS = {"North": ("Aldby", "Borby"), "South": ("Celby", "Dorby"), "West": ("Elby", "Fenby")}
AGES = [str(age) for age in range(0, 60, 5)]
SECRET = "8f2c19d07ab64e53b1d8f6027c9ae41563d70f8eab295c14e07b36d2f98a4c61"
ONE_STEP: dict[str, dict[str, Any]] = {
    "anopi": {},
    "recode": {"levels": {"region": 1}, "suppress_below": 3},
    "microaggregate": {"k": 3, "blocks": [["pay"]]},
    "generalise": {"criteria": [{"kind": "k_anonymity", "k": 3}], "suppression_limit": 0.5},
    "local_suppression": {"k": 3},
    "pram": {"variables": ["region"]},
}


def rows() -> Iterator[str]:
    """Persons whose town tells their region, and whose tax tells their pay; of some the sex is not known."""
    draws = np.random.default_rng(4)
    yield "region,town,sex,age,pay,tax,job,hh"
    for number in range(90):
        region = str(draws.choice(list(TOWNS), p=[0.6, 0.3, 0.1]))
        pay = 1000 + 37 * int(draws.integers(0, 60))
        place = f"{region},{draws.choice(TOWNS[region])},{draws.choice(['f', 'm', ''])}"
        yield f"{place},{draws.choice(AGES)},{pay},{2 * pay},{draws.choice(list('abc'))},{number // 2}"


def plan_of(kind: str) -> Plan:
    """A plan with one step on these persons."""
    orders = {"region": list(TOWNS), "sex": ["f", "m"], "age": AGES}
    variables: dict[str, dict[str, Any]] = {name: {"role": "other"} for name in ("town", "job", "hh")}
    variables |= {name: {"role": "other", "level": "continuous"} for name in ("pay", "tax")}
    variables |= {
        name: {"role": "key", "level": "ordinal", "order": order, "missing": [""]}
        for name, order in orders.items()
    }
    groups = {"region": [["North", "South"], ["West"]], "sex": [["f", "m"]], "age": [AGES[:6], AGES[6:]]}
    hierarchies = {name: {"kind": "order", "groups": [given]} for name, given in groups.items()}
    data = {"path": "towns.csv", "variables": variables, "hierarchies": hierarchies}
    output = {"path": "out.csv", "order": "as_is"}
    job = {"name": kind, "kind": kind, "params": ONE_STEP[kind], "output": output}
    return plan_from_json({"schema": 2, "data": data, "secrets": {kind: SECRET}, "jobs": [job]})


def omit(desk: Desk) -> tuple[str, ...]:
    """Follow the first link of the bar that omits variables; which."""
    bar = desk.page.verdict
    for link in bar.links:
        if isinstance(link.target, Remedy) and link.target.code == "omit":
            bar.follow(link)
            return link.target.variables
    raise LookupError("no remedy omits a variable")


class Bar:
    """What the bar of a page was given to judge last; None where it shows no verdict now."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.verdict: Verdict | None = None
        bar = desk.page.verdict
        judge, notify = bar.judge, bar.notify

        def judged(verdict: Verdict | None, *given: Any) -> None:
            judge(verdict, *given)
            self.verdict = verdict

        def notified(*given: Any) -> None:
            self.verdict = None
            notify(*given)

        monkeypatch.setattr(bar, "judge", judged)
        monkeypatch.setattr(bar, "notify", notified)


def stated(verdict: Verdict | None) -> set[str]:
    """The reasons of a verdict with their figures."""
    assert verdict is not None
    return {f"{one.grade} {one.code} {sorted(one.figures.items())}" for one in verdict.reasons}


def changes(desk: Desk) -> Iterator[str]:
    """Changes of the plan that may change what is judged, one after the other."""
    controller = desk.controller
    yield "as opened"
    names = omit(desk)
    yield "a variable is omitted"
    assert controller.opened is not None
    assert not set(names) & set(controller.opened.data.names)
    controller.set_variables(("hh",), role="not_released")
    yield "a variable of the prepared records is not released"
    controller.undo()
    controller.undo()
    yield "both are back"
    for name, role in (("job", "sensitive"), ("age", "other")):
        controller.set_variables((name,), role=role)
        yield f"{name} is {role}"
    controller.change_whole_plan("k", controller.whole_plan.model_copy(update={"k": 4}))
    yield "with a k of the plan"
    controller.undo()
    whole = plan_to_json(controller.whole_plan)
    whole["jobs"][-1]["output"]["order"] = "random"
    whole["missing"] = "all"
    controller.change_whole_plan("order", plan_from_json(whole))
    yield "in random order, and missing values match all"
    controller.undo()
    controller.change_whole_plan("persons", of_persons(controller.whole_plan, "hh"))
    yield "of persons"


@pytest.mark.parametrize("kind", ONE_STEP)
def test_after_every_change_the_bar_judges_as_a_run(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (desk.folder / "towns.csv").write_text("\n".join(rows()) + "\n", encoding="utf-8")
    bar = Bar(desk, monkeypatch)
    desk.open_plan(plan_of(kind))
    desk.choose_step()
    shown, found = judged_both_ways(desk, bar)
    assert shown == found


def test_a_large_file_after_a_step_that_is_off_is_judged_as_a_run(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(released_audits, "QUICK_RECORDS", 0)  # its audit is made beside the window
    (desk.folder / "towns.csv").write_text("\n".join(rows()) + "\n", encoding="utf-8")
    bar, plan = Bar(desk, monkeypatch), plan_to_json(plan_of("recode"))
    off = {"name": "off", "kind": "local_suppression", "off": True, "no_file": True, "params": {"k": 3}}
    recode = plan["jobs"][0] | {"input": "off"}
    desk.open_plan(plan_from_json(plan | {"jobs": [off, recode]}))
    desk.choose_step(1)
    shown, found = judged_both_ways(desk, bar)
    assert shown == found


def judged_both_ways(desk: Desk, bar: Bar) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """After each change the reasons that the bar shows, and those of a run of the plan."""
    shown, found = {}, {}
    for change in changes(desk):
        desk.qtbot.waitUntil(lambda: not desk.controller.reading)
        desk.rest()
        run = evaluate_plan(desk.controller.whole_plan, desk.controller.base, JobContext())
        shown[change], found[change] = stated(bar.verdict), stated(run.jobs[-1].verdict)
    return shown, found
