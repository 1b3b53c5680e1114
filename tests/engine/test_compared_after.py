"""Records before and after of every method that makes a file of records: what a run exports."""

import csv
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods import grouping, perturbation, recoding, suppression
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.compared_records import OfState, chosen_records
from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.strategies.trail import compared_after, trail_of
from tests.support import every_kind

PLAN = plan_from_json(every_kind.plan_json())


def chain(name: str) -> list[str]:
    """The job and those whose records it reads, the first of them first."""
    names = [name]
    while PLAN.job(names[0]).input != "data":
        names.insert(0, PLAN.job(names[0]).input)
    return names


def protects(name: str) -> bool:
    """Whether the records of a job are those of the data, changed."""
    kinds = [PLAN.job(one).kind for one in chain(name)]
    return all(method_of(kind).makes == "records" and not method_of(kind).own_order for kind in kinds) and (
        "prepare" not in kinds
    )


NAMES = [job.name for job in PLAN.jobs if protects(job.name)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("every")
    every_kind.write_data(place)
    run_plan(PLAN, place, place / "out", JobContext(), RunOptions(names=NAMES))
    return place


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_are_the_data_and_the_exported_file(folder: Path, name: str) -> None:
    trail, job = trail_of(PLAN, chain(name), folder, JobContext(), None), PLAN.job(name)
    found = compared_after(trail, len(chain(name)), JobContext())
    if method_of(job.kind).synthetic:
        assert found is None
        return
    assert found is not None
    with (folder / "out" / output_of(job).path).open(encoding="utf-8", newline="") as file:
        head, *exported = csv.reader(file, delimiter=";")
    assert [one.name for one in found.variables] == head
    places = [every_kind.HEAD.index(one.name) for one in found.variables]
    original = [[row[place] for place in places] for row in every_kind.records()]
    pairs = [
        (
            [one.texts[int(one.original[row])] for one in found.variables],
            [one.texts[int(one.released[row])] for one in found.variables],
        )
        for row in range(found.records)
    ]
    assert [own for own, _ in pairs] == original
    shown = [made for (_, made), kept in zip(pairs, found.kept, strict=True) if kept]
    assert (sorted(shown) if output_of(job).order == "random" else shown) == (
        sorted(exported) if output_of(job).order == "random" else exported
    )


@pytest.mark.parametrize("rule", ["all", "none"])
@pytest.mark.parametrize("name", NAMES)
def test_records_count_small_classes_as_the_figures_of_the_step_do(
    folder: Path, name: str, rule: str
) -> None:
    plan = PLAN.model_copy(update={"missing": rule})
    trail = trail_of(plan, chain(name), folder, JobContext(), None)
    found, figures = compared_after(trail, len(chain(name)), JobContext()), trail.steps[-1]
    if found is not None and found.key_variables:
        assert found.persons is None
        assert int(found.is_small.sum()) == figures.below
        assert len(chosen_records(found, OfState("unique"), JobContext())) == figures.uniques


@pytest.mark.parametrize("name", NAMES)
def test_as_many_values_are_changed_as_the_figures_of_the_step_say(folder: Path, name: str) -> None:
    trail = trail_of(PLAN, chain(name), folder, JobContext(), None)
    found, figures = compared_after(trail, len(chain(name)), JobContext()), trail.steps[-1]
    changed = None if found is None else sum(one.changed for one in found.variables)
    assert figures.changed == changed


def test_values_of_the_records_that_are_left_are_counted_where_others_were_removed(folder: Path) -> None:
    """Levels by hand remove rare records, and later steps change what is left of the others."""
    data = plan_to_json(PLAN)
    jobs = {job["name"]: job for job in data["jobs"]}
    rare = {"suppress_below": 12, "suppressed_records": "delete"}
    by_hand = jobs["by hand"] | {"params": jobs["by hand"]["params"] | rare}
    plan = plan_from_json(data | {"jobs": [by_hand, jobs["rare cells"]]})
    trail = trail_of(plan, ["by hand", "rare cells"], folder, JobContext(), None)
    for steps in (1, 2):
        found, figures = compared_after(trail, steps, JobContext()), trail.steps[steps]
        assert found is not None
        assert 0 < figures.records == int(found.kept.sum()) < found.records
        changed = [int((one.differs() & found.kept).sum()) for one in found.variables]
        assert figures.changed == sum(changed) > 0


def test_methods_of_every_family_are_compared() -> None:
    kinds = {PLAN.job(name).kind for name in NAMES}
    families = (grouping, perturbation, recoding, suppression)
    assert {method.kind for family in families for method in family.METHODS} <= kinds
