"""Sentences where persons have several records: none counts records, all say what is known of a person."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.strategies.strategies import Strategy, measured
from sdc_desktop.engine.strategies.trail import trail_of
from sdc_desktop.sheets import risk
from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.sheets.sheet import For
from sdc_desktop.words import Words
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.microdata import recoding, steps
from sdc_desktop.words.program import strategies
from sdc_desktop.words.program.persons import released_text
from sdc_desktop.words.program.variables import ROLE_HELP
from sdc_desktop.words.risk import first_look as look_words
from sdc_desktop.words.verdicts.verdict import reason_text, verdict_lines

SECRETS = {"*": "92798203b864400ebd9e465e2c336cff796279d6b7786af79b5b3cef3cb798bf"}
WARDS = {"a": "WX", "b": "WX", "c": "WW", "d": "WX", "e": "Z"}
MODULES = (
    "words.counted",
    "words.microdata.generalising",
    "words.microdata.microaggregation",
    "words.microdata.recoding",
    "words.microdata.suppression",
    "words.risk.first_look",
    "words.risk.risk_tab",
    "report.chapters.recoding",
    "report.sections.records",
    "sheets.risk",
)


def found_text(sheet: Iterator[For]) -> str:
    return " ".join(one.block.text for one in sheet if isinstance(one.block, Finding))


def done(folder: Path, known: Any, **params: Any) -> PlanResult:
    rows = [f"{person},{ward}" for person, wards in WARDS.items() for ward in wards]
    (folder / "d.csv").write_text("\n".join(["id,ward", *rows, ""]), encoding="utf-8")
    recode = {"name": "m", "kind": "recode", "params": {"levels": {}} | params}
    output = {"path": "m.csv", "order": "random"}
    data = {
        "path": "d.csv",
        "variables": {"id": {"role": "person"}, "ward": {"role": "key"}},
        "persons": {"known": known},
    }
    jobs = [
        recode | {"output": output},
        {"name": "r", "kind": "risk", "input": "m", "params": {"tolerable": 0.5}},
    ]
    plan = plan_from_json({"schema": 2, "data": data, "jobs": jobs, "secrets": SECRETS})
    return evaluate_plan(plan, folder, JobContext())


@pytest.mark.parametrize("name", MODULES)
def test_each_message_on_records_has_a_twin_that_names_persons(name: str) -> None:
    module = importlib.import_module(f"sdc_desktop.{name}")
    found = [one for one in vars(module).values() if isinstance(one, Counted)]
    assert found
    for one in found:
        texts = (one.persons,) if isinstance(one.persons, str) else one.persons
        assert all("person" in text.lower() for text in texts), one


@pytest.mark.parametrize(
    ("known", "unique", "phrase"),
    [(1, 1, "one record"), (2, 2, "two records"), (3, 2, "three records"), ("all", 2, "all records")],
)
def test_what_is_unique_says_how_many_records_are_known(
    tmp_path: Path, known: Any, unique: int, phrase: str
) -> None:
    result = done(tmp_path, known)
    first, second = (job.result for job in result.jobs)
    verb = "is" if unique == 1 else "are"
    assert recoding.verdict(first.after, ["ward"], Words()) == (
        f"At risk: {unique} of 5 persons {verb} unique on ward ({phrase} known)."
    )
    assert f"{unique} of 5 persons" in risk.finding(second, Words())
    assert f"({phrase} known)" in risk.finding(second, Words())
    line = found_text(risk.compared(second, second, [(0, 0)] * 7, Words()))
    assert line.startswith(f"Unique persons ({phrase} known): {unique} before")
    assert line.endswith("of 5 persons.")
    source = result.opened.source
    assert source is not None
    look = first_look(source.data, ["ward"], [], JobContext())
    assert f"{unique} of 5 persons" in look_words.verdict(look, Words())
    assert f"({phrase} known)" in look_words.small_title(look, Words())
    (alone,) = [one for one in result.verdict.reasons if one.code == "records_alone"]
    assert (
        reason_text(alone, Words()) == f"Unique persons on the key variables ({phrase} known): {unique} of 5."
    )
    assert reason_text(alone, Words(), internal=False) == "Some persons are unique on the key variables."
    persons = result.jobs[0].persons
    assert persons is not None
    by = {"two records": "two", "three records": "three", "all records": "all"}.get(phrase, phrase)
    assert f" {persons.knowledge[str(persons.known)].k} by {by}" in released_text(
        "m", persons.knowledge, Words()
    )


def test_strategies_and_steps_count_persons(tmp_path: Path) -> None:
    opened = done(tmp_path, 2).opened
    assert opened.source is not None
    data = opened.source.data
    place = measured(data, data, ["ward"], None, JobContext())
    assert (place.uniques, place.smallest, place.persons) == (2, 1, 5)
    assert "Unique persons" in strategies.header(Words(), [Strategy("s", None, place)])
    assert "Unique records" in strategies.header(Words())
    trail = trail_of(opened.plan, ["m"], tmp_path, JobContext(), None)
    assert [(one.uniques, one.below, one.units) for one in trail.steps] == [(2, 2, 5)] * 2
    assert steps.finding(trail, Words()).startswith("Unique persons as shown (two records known): 2 → 2.")


def test_log_and_terminal_have_the_persons_removed(tmp_path: Path) -> None:
    lines = verdict_lines(done(tmp_path, 2, suppress_below=2, suppress="persons"), Words())
    assert lines[2] == "m: 2 persons were removed with all their records (3 of 9, 33.3\u202f%)."
    assert not any("removed" in one for one in verdict_lines(done(tmp_path, 2), Words()))


def test_the_default_role_claims_no_judgement() -> None:
    """Nobody may have looked at the variable."""
    assert ROLE_HELP["other"].startswith("Not declared")
