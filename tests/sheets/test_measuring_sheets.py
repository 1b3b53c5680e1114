"""Sheets of kinds that measure: the external edition has no exact count and no risk of a single record."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets import diversity_experiment, risk, ru_map, utility
from sdc_desktop.sheets.blocks import Block, Figure, Finding, Heading, Table
from sdc_desktop.sheets.sheet import About, For, Reader, read_by
from sdc_desktop.words import Words

WORDS = Words()
SHEETS: dict[str, Callable[..., Iterator[For]]] = {
    "risk": risk.sheet,
    "ru_map": ru_map.sheet,
    "diversity_experiment": diversity_experiment.sheet,
}
Blocks = list[Block | Heading]


def result_of(kind: str, **params: Any) -> Any:
    path = resource_path("self_test", f"{kind}.sdcplan")
    plan = json.loads(path.read_text("utf-8"))
    job = next(job for job in plan["jobs"] if job["kind"] == kind)
    job["params"] |= params
    done = evaluate_plan(plan_from_json(plan), Path(path).parent, JobContext())
    return next(one.result for one in done.jobs if one.name == job["name"])


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return {kind: result_of(kind) for kind in SHEETS}


def sheet(results: dict[str, Any], kind: str) -> list[For]:
    return list(SHEETS[kind](About(None, results[kind]), WORDS))


def texts(value: Any) -> Iterator[str]:
    """Every text and every number of blocks."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, float):
        yield repr(value)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def external(results: dict[str, Any], kind: str) -> Blocks:
    return list(read_by("external", sheet(results, kind)))


@pytest.mark.parametrize("kind", SHEETS)
def test_every_block_names_its_readers(results: dict[str, Any], kind: str) -> None:
    for one in sheet(results, kind):
        assert one.readers
        assert len(set(one.readers)) == len(one.readers)


@pytest.mark.parametrize("kind", SHEETS)
def test_both_editions_begin_with_one_finding(results: dict[str, Any], kind: str) -> None:
    for reader in ("internal", "external"):
        blocks = list(read_by(reader, sheet(results, kind)))
        assert isinstance(blocks[0], Finding)
        assert sum(isinstance(one, Finding) for one in blocks) == 1


@pytest.mark.parametrize("kind", SHEETS)
def test_what_is_outside_is_inside_too_by_title(results: dict[str, Any], kind: str) -> None:
    inside = list(read_by("internal", sheet(results, kind)))
    titles = {one.title for one in inside if isinstance(one, Table | Figure)}
    assert {one.title for one in external(results, kind) if isinstance(one, Table | Figure)} <= titles


def test_outside_no_risk_has_a_decimal_and_no_record_is_counted(results: dict[str, Any]) -> None:
    found = results["risk"]
    assert found.uniques
    assert found.suda is not None
    assert found.check is not None
    assert found.population is not None
    shown = " ".join(texts(external(results, "risk")))
    percents = re.findall(r"([\d.]+)\u202f%", shown)
    assert percents
    assert not any("." in one for one in percents[:1])
    tables = [one for one in external(results, "risk") if isinstance(one, Table)]
    assert [[column.head for column in one.columns] for one in tables] == [["Attacker model", "Average"]]
    assert not any(isinstance(one, Figure) for one in external(results, "risk"))
    for number in (found.uniques, found.records, found.below[0].units):
        assert not re.search(rf"(?<![\d.]){number}(?![\d.\u202f]*%)(?!\d)", shown), number


def test_a_small_average_is_under_one_per_cent_outside() -> None:
    found = result_of("risk")
    small = type(found.prosecutor)(**vars(found.prosecutor) | {"average": 0.004})
    changed = type(found)(**vars(found) | {"prosecutor": small})
    shown = list(texts(list(read_by("external", risk.sheet(About(None, changed), WORDS)))))
    assert sum(one.startswith("under 1") for one in shown) == 2
    assert not any("0.4" in one for one in shown)


def test_outside_the_map_has_whole_risks_and_no_records(results: dict[str, Any]) -> None:
    (figure,) = [one for one in external(results, "ru_map") if isinstance(one, Figure)]
    (inside,) = [one for one in read_by("internal", sheet(results, "ru_map")) if isinstance(one, Figure)]
    assert all(point.x == round(point.x) for point in figure.charts[0].points)
    assert not all(point.x == round(point.x) for point in inside.charts[0].points)
    (table,) = [one for one in external(results, "ru_map") if isinstance(one, Table)]
    assert [column.head for column in table.columns] == ["Setting", "Risk", "Utility"]
    assert {len(row) for row in table.rows} == {3}


def test_outside_the_experiment_shows_no_suppression(results: dict[str, Any]) -> None:
    (table,) = [one for one in external(results, "diversity_experiment") if isinstance(one, Table)]
    assert "Suppressed" not in [column.head for column in table.columns]
    assert {len(row) for row in table.rows} == {len(table.columns)} == {5}
    inside = list(read_by("window", sheet(results, "diversity_experiment")))
    assert "Suppressed" in [column.head for one in inside if isinstance(one, Table) for column in one.columns]


def test_before_and_after_is_for_the_window_alone(results: dict[str, Any]) -> None:
    found = results["risk"]
    bands = [(1, 2)] * (len(risk.BANDS) + 1)
    for one in risk.compared(found, found, bands, WORDS):
        assert one.readers == ("window",)


def test_window_and_report_call_an_attacker_the_same(results: dict[str, Any]) -> None:
    found = results["risk"]
    bands = [(0, 0)] * (len(risk.BANDS) + 1)
    rows = [
        row[0] for one in risk.compared(found, found, bands, WORDS) for row in getattr(one.block, "rows", ())
    ]
    (table,) = [one for one in external(results, "risk") if isinstance(one, Table)]
    assert f"{table.rows[0][0]}: maximum" in rows


@pytest.mark.parametrize("reader", ["internal", "external"])
def test_the_report_has_no_coefficients_of_a_hidden_variable(reader: Reader) -> None:
    found = result_of("utility", models=[{"outcome": "yob", "terms": ["ms"]}], variables=["yob", "ms"])
    title = utility.model_name(found.models[0], WORDS)

    def titles(reader: Reader, *hidden: str) -> list[str]:
        blocks = read_by(reader, utility.sheet(About(None, found, frozenset(hidden)), WORDS))
        return [one.title for one in blocks if isinstance(one, Table)]

    assert title in titles(reader)
    assert title in titles(reader, "disease")
    assert title not in titles(reader, "ms")
    assert title not in titles(reader, "yob")
    assert title in titles("window", "ms")
