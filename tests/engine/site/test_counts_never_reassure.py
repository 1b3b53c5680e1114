"""Forged, stale and poor counts files: refused, or the verdict is no better than what is known."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import write_counts
from sdc_desktop.engine.data.counts.description import CountedPolicy, Description
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.site.counting import plan_digest
from sdc_desktop.engine.verdict import Grade
from tests.engine.site.test_plans_on_counts import counted, people

CONTEXT = JobContext()


def relation(*joints: tuple[list[int], list[tuple[object, ...]]]):
    """A relation of three columns whose joints have these rows, the number of records last."""

    def fill(connection: duckdb.DuckDBPyConnection, number: int, table: str) -> None:
        columns, rows = joints[number]
        listed = ", ".join(f"c{place} VARCHAR" for place in range(len(columns)))
        connection.execute(f"CREATE TABLE {table} ({listed}, n BIGINT)")
        for row in rows:
            values = ", ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in row)
            connection.execute(f"INSERT INTO {table} VALUES ({values})")

    return CountedStore().counted(("a", "b", "c"), [columns for columns, _ in joints], fill)


@pytest.mark.parametrize(
    "second",
    [
        [("x", "p", 3), ("y", "p", 1)],  # rare combinations are left out
        [("x", "p", 3), ("y", "p", 2)],  # as many records, of other values
        [("x", "p", 3), ("z", "p", 1), ("y", "p", 1)],
        [("x", "p", 6), ("y", "p", -1)],
    ],
)
def test_joints_of_other_records_are_refused(second) -> None:
    first = ([0, 1], [("x", "u", 3), ("x", "v", 1), ("y", "v", 1)])
    with pytest.raises(Refused, match=r"counts\.torn"):
        relation(first, ([0, 2], second))


def test_whatever_needs_single_records_is_refused() -> None:
    found = relation(([0, 1], [("x", "u", 3), ("y", "v", 1)]))
    for act in (
        lambda: found.name,
        lambda: found.codes(0, CONTEXT),
        lambda: found.window(0, 1),
        lambda: found.batches(CONTEXT),
        lambda: found.lines(CONTEXT),
        lambda: found.store.picked(found, [0], CONTEXT),
        lambda: found.store.replaced(found, {0: ([0], ["x"])}, CONTEXT),
    ):
        with pytest.raises(Refused, match=r"counts\.no_records"):
            act()
    with pytest.raises(Refused, match=r"counts\.lacks"):
        found.combinations([0, 2], CONTEXT)


def forged(path: Path, folder: Path, change) -> None:
    """The counts file written again with another description."""
    import zipfile

    entries = []
    with zipfile.ZipFile(path) as archive:
        from sdc_desktop.engine.data.counts.description import parse_description

        description = parse_description(archive.read("manifest.json").decode())
        for joint in description.joints:
            entries.append(folder / joint.entry)
            entries[-1].write_bytes(archive.read(joint.entry))
    changed: Description = change(description)
    path.unlink()
    write_counts(path, entries, lambda _facts: changed)


def judged(plan: Plan, folder: Path, data: str, held_to=None) -> PlanResult:
    return evaluate_plan(plan, folder, CONTEXT, data=data, held_to=held_to)


def codes(result: PlanResult) -> set[str]:
    return {reason.code for reason in result.verdict.reasons}


def test_without_the_audit_of_other_variables_nothing_is_judged(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    assert "released_not_audited" not in codes(judged(plan, tmp_path, path.name))
    forged(path, tmp_path, lambda found: replace(found, audit=None))
    result = judged(plan, tmp_path, path.name)
    assert "released_not_audited" in codes(result)
    rec = next(job for job in result.jobs if job.name == "rec")
    assert rec.verdict.grade in (Grade.OPEN, Grade.UNSAFE)


def test_a_variable_that_became_other_after_the_count_is_not_judged(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    variables = {**plan.data.variables}
    variables["day"] = variables["day"].model_copy(update={"role": "direct_identifier"})
    before = plan.model_copy(update={"data": plan.data.model_copy(update={"variables": variables})})
    path = counted(before, tmp_path)
    result = judged(plan, tmp_path, path.name)
    rec = next(job for job in result.jobs if job.name == "rec")
    assert rec.released.unknown == ("day",)
    assert rec.verdict.grade in (Grade.OPEN, Grade.UNSAFE)


def test_other_missing_codes_than_those_of_the_count_are_not_judged(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    variables = {**plan.data.variables}
    variables["pay"] = variables["pay"].model_copy(update={"missing": ("", "100.5")})
    changed = plan.model_copy(update={"data": plan.data.model_copy(update={"variables": variables})})
    rec = next(job for job in judged(changed, tmp_path, path.name).jobs if job.name == "rec")
    assert rec.released.unknown == ("pay",)


def test_another_site_policy_than_that_of_the_count_is_a_reservation(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    policy = CountedPolicy("House", "0" * 64)
    forged(path, tmp_path, lambda found: replace(found, policy=policy))
    assert "counts.other_policy" in codes(judged(plan, tmp_path, path.name))


def test_a_plan_that_declares_variables_otherwise_is_a_reservation(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    assert "counts.other_plan" not in codes(judged(plan, tmp_path, path.name))
    for change in ({"role": "other"}, {"missing": ("", "m")}):
        variables = plan.data.variables | {"sex": plan.data.variables["sex"].model_copy(update=change)}
        other = plan.model_copy(update={"data": plan.data.model_copy(update={"variables": variables})})
        (found,) = {
            reason.figures["names"]
            for reason in judged(other, tmp_path, path.name).verdict.reasons
            if reason.code == "counts.other_plan"
        }
        assert found == ("sex",)


def test_a_count_of_the_same_plan_with_the_data_elsewhere_is_that_plans(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    (tmp_path / "moved").mkdir()
    shutil.copy(tmp_path / "people.csv", tmp_path / "moved" / "census.csv")
    moved = {"path": "moved/census.csv", "format": "csv", "sha256": None}
    elsewhere = plan.model_copy(update={"data": plan.data.model_copy(update=moved)})
    assert plan_digest(elsewhere) == plan_digest(plan)
    other = plan.model_copy(update={"jobs": plan.jobs[:1]})
    assert plan_digest(other) != plan_digest(plan)
    found = judged(elsewhere, tmp_path, path.name)
    assert not {code for code in codes(found) if code.startswith("counts.")}
    assert found.verdict.grade == judged(plan, tmp_path, path.name).verdict.grade


def test_fewer_records_than_the_file_states_are_refused(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    path = counted(plan, tmp_path)
    more = lambda found: replace(found, data=replace(found.data, records=found.data.records + 1))  # noqa: E731
    forged(path, tmp_path, more)
    with pytest.raises(Refused, match=r"counts\.(torn|not_one|changed)"):
        open_data(DataSpec(path=path.name), tmp_path, CONTEXT)


def test_numbers_that_are_none_are_refused_without_a_record(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(2))
    counted(plan, tmp_path)
    spec = DataSpec.model_validate(
        {"path": "counted.sdccounts", "variables": {"region": {"role": "key", "level": "continuous"}}}
    )
    with pytest.raises(Refused, match=r"counts\.not_numbers"):
        open_data(spec, tmp_path, CONTEXT)


@pytest.mark.parametrize("level", ["nominal", "ordinal", None])
@pytest.mark.parametrize("absent", [1, 15])
def test_free_text_is_found_in_counts_as_in_the_records_whatever_is_missing(
    tmp_path: Path, level: str | None, absent: int
) -> None:
    """Twenty remarks; of those left after the missing codes, six are free text and five are labels."""
    remarks = [f"spoke to patient number {n} on the phone" for n in range(20)]
    lines = [f"{'mf'[n % 2]};{text}" for n, text in enumerate(remarks)]
    (tmp_path / "people.csv").write_text("\n".join(["sex;text", *lines]) + "\n", encoding="utf-8")
    variables = {"sex": {"role": "key"}, "text": {"role": "key"}}
    data = {"path": "people.csv", "variables": variables}
    job = {"name": "risk", "kind": "risk", "params": {}}
    counted(plan_from_json({"schema": 2, "data": data, "jobs": [job]}), tmp_path)
    variables["text"] |= {"missing": remarks[:absent]} | ({} if level is None else {"level": level})
    on_records, on_counts = (
        open_data(DataSpec.model_validate(data | {"path": path}), tmp_path, CONTEXT).data.variables[1]
        for path in ("people.csv", "counted.sdccounts")
    )
    assert (on_counts.level, on_counts.free_text) == (on_records.level, on_records.free_text)
    assert on_records.free_text is (level != "ordinal" and absent < 15)
