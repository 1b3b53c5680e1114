"""Variables counted from a level of their hierarchy on: what is recoded to that level or a coarser one is the
same as from the records, and nothing finer is ever judged on such counts.
"""

import json
import random
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import open_counts
from sdc_desktop.engine.data.counts.description import Description
from sdc_desktop.engine.data.counts.variables import CountedTable, read_counts
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running.stages import as_counted
from sdc_desktop.engine.site.applying import refuse_other_data
from sdc_desktop.engine.site.coarse import coarse_levels
from sdc_desktop.engine.site.counting import count_plan
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine
from tests.support.site.counted import as_counts_show

HEAD = ("age", "town", "sex", "ill", "shift")
AS_COUNTED = {"before", "entropy_before", "diversity_before", "anopi", "notes", "warnings"}
OF_FILES = {"applied", "escaped", "files", "format_notes", "sha256", "inputs", "data", "problems"}
BINS = {"kind": "intervals", "start": 0, "end": 80, "widths": [5, 10, 40]}
TOWN = {"kind": "levels", "path": "towns.csv", "header": True, "delimiter": ","}
HIERARCHIES = {"age": BINS, "town": TOWN}
LEVELS = {"age": 1, "town": 1}


def write(folder: Path, jobs: list[dict[str, object]], **changed: object) -> Plan:
    draw = random.Random(3)
    towns = [f"t{number}" for number in range(12)]
    rows = [
        (
            draw.choice((str(draw.randrange(80)), str(draw.randrange(20, 50)), "", "-9")),
            draw.choice((*towns, "")),
            draw.choice("fm"),
            draw.choice("xxxyz"),
            draw.choice("ab"),
        )
        for _ in range(500)
    ]
    lines = [",".join(row) for row in (HEAD, *rows)]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tree = [f"{town},r{place // 3},n{place // 6}" for place, town in enumerate(towns)]
    (folder / "towns.csv").write_text("\n".join(("town,region,part", *tree)) + "\n", encoding="utf-8")
    roles = {"age": "key", "town": "key", "sex": "key", "ill": "sensitive", "shift": "other"}
    variables = {name: {"role": role, "level": "nominal"} for name, role in roles.items()}
    variables["age"] = {"role": "key", "level": "continuous", "missing": ["", "-9"]}
    variables["town"]["missing"] = [""]
    data = {"path": "people.csv", "variables": variables, "hierarchies": HIERARCHIES}
    return plan_from_json({"schema": 2, "data": data | changed, "jobs": jobs})


def job(name: str, kind: str, params: dict[str, object]) -> dict[str, object]:
    return {"name": name, "kind": kind, "params": params}


def recode(name: str, levels: dict[str, int], **params: object) -> dict[str, object]:
    return job(name, "recode", {"levels": levels, **params})


def generalise(name: str, least: dict[str, int], **params: object) -> dict[str, object]:
    most = {"age": 4, "town": 3}
    limits = {name: [level, most[name]] for name, level in least.items()}
    criteria = [{"kind": "k_anonymity", "k": 3}]
    given = {"criteria": criteria, "limits": limits, "suppression_limit": 0.1} | params
    return job(name, "generalise", given)


JOBS = [
    recode("rec", {"age": 1, "town": 1}),
    job("risk", "risk", {}) | {"input": "rec"},
    recode("rare", {"age": 3, "town": 2, "sex": 0}, suppress_below=4),
    recode("cells", {"age": 2, "town": 1}, suppress_below=3, suppress="cells"),
    generalise("gen", LEVELS),
    job("after", "risk", {}) | {"input": "gen"},
    generalise("pairs", LEVELS, loss="discernibility"),
    generalise("size", {"age": 2, "town": 1}, loss="class_size", suppression_limit=0),
    generalise("again", LEVELS, local_recoding="repeat"),
    generalise("parts", LEVELS, local_recoding="mondrian", loss_mean="arithmetic"),
]


def count(plan: Plan, folder: Path, name: str, coarse: dict[str, int]) -> Path:
    out = folder / name
    begun = lambda part: DuckdbEngine(plan, folder, None, part)  # noqa: E731
    count_plan(plan, begun, out, JobContext(), coarse=coarse)
    return out


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The records, and what was counted of them from level 1 on of two variables."""
    made = tmp_path_factory.mktemp("coarse")
    count(write(made, JOBS), made, "c.sdccounts", LEVELS)
    return made


def result(plan: Plan, folder: Path, data: str) -> dict[str, object]:
    out = folder / f"of {data}"
    run_plan(plan, folder, out, JobContext(), RunOptions(data=data))
    return as_counts_show(json.loads((out / "result.json").read_text(encoding="utf-8"))["jobs"])


def without(found: object, keys: set[str]) -> object:
    if isinstance(found, dict):
        return {key: without(value, keys) for key, value in found.items() if key not in keys}
    return [without(value, keys) for value in found] if isinstance(found, list) else found


def refusals(plan: Plan, folder: Path) -> set[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        run_plan(plan, folder, folder / "refused", JobContext(), RunOptions(data="c.sdccounts"))
    assert not (folder / "refused" / "result.json").exists()
    return {(problem.code, problem.where.variable) for problem in refused.value.problems}


def test_what_is_recoded_to_these_levels_is_that_of_the_records(folder: Path) -> None:
    plan = write(folder, JOBS)
    ours, theirs = (result(plan, folder, data) for data in ("c.sdccounts", "people.csv"))
    assert without(ours, AS_COUNTED | OF_FILES) == without(theirs, AS_COUNTED | OF_FILES)
    assert ours["gen"]["result"]["proven"] is True
    count(plan, folder, "fine.sdccounts", {})
    rows = [opened(folder / name).joints[0].rows for name in ("c.sdccounts", "fine.sdccounts")]
    assert rows[0] < rows[1]


def opened(path: Path) -> Description:
    return open_counts(path, path.name, JobContext()).description


@pytest.mark.parametrize(
    ("jobs", "variable"),
    [
        ([recode("rec", {"age": 1, "town": 0})], "town"),
        ([recode("rec", {"age": 1})], "town"),  # a key variable that stays as is
        ([generalise("gen", {"age": 1, "town": 0})], "town"),
        ([generalise("gen", {"age": 1})], "town"),
        ([job("risk", "risk", {})], "age"),
        ([job("cells", "local_suppression", {"k": 3})], "town"),
        ([job("cae", "cae", {"attribute": "town"})], "town"),
        ([job("tab", "table", {"dimensions": [{"variable": "town"}]})], "town"),
        ([job("tab", "table", {"dimensions": [{"variable": "sex"}], "value": "age"})], "age"),
        (  # what a job leaves as it was counted is not read by the next one
            [
                generalise("gen", {"age": 1}, key_variables=["age", "sex"]),
                recode("rec", {"age": 0, "town": 0}) | {"input": "gen"},
            ],
            "town",
        ),
        (  # whether its values are disclosed follows from all of them
            [generalise("gen", {"age": 1}, key_variables=["age", "sex"], sensitive=["town"])],
            "town",
        ),
    ],
)
def test_finer_values_than_were_counted_are_never_judged(folder: Path, jobs, variable: str) -> None:
    assert ("counts.coarse_values", variable) in refusals(write(folder, jobs), folder)


def test_a_sensitive_variable_is_not_judged_on_coarser_values(folder: Path) -> None:
    plan = write(folder, [recode("rec", LEVELS)])
    town = plan.data.variables["town"].model_copy(update={"role": "sensitive"})
    data = plan.data.model_copy(update={"variables": {**plan.data.variables, "town": town}})
    found = refusals(plan.model_copy(update={"data": data}), folder)
    assert ("counts.coarse_values", "town") in found


@pytest.mark.parametrize("loss", ["entropy", "anopi"])
def test_losses_of_finer_levels_are_refused(folder: Path, loss: str) -> None:
    assert refusals(write(folder, [generalise("gen", LEVELS, loss=loss)]), folder) == {
        ("counts.coarse_loss", None)
    }


def test_a_hierarchy_that_tells_a_group_apart_is_refused(folder: Path) -> None:
    plan = write(
        folder, [recode("rec", LEVELS)], hierarchies=HIERARCHIES | {"age": BINS | {"widths": [4, 8, 40]}}
    )
    assert refusals(plan, folder) == {("counts.coarse_hierarchy", "age")}
    plan = write(folder, [recode("rec", LEVELS)])
    age = plan.data.variables["age"].model_copy(update={"missing": ("", "-9", "33")})
    data = plan.data.model_copy(update={"variables": {**plan.data.variables, "age": age}})
    assert ("counts.coarse_hierarchy", "age") in refusals(plan.model_copy(update={"data": data}), folder)


def test_applying_counts_as_coarsely_and_refuses_finer_plans_and_other_records(folder: Path) -> None:
    def problems(plan: Plan, data: str) -> set[str]:
        engine = DuckdbEngine(plan, folder, data, JobContext())
        with pytest.raises(Refused) as refused:
            refuse_other_data(folder / "c.sdccounts", engine, folder, JobContext())
        return {problem.code for problem in refused.value.problems}

    plan = write(folder, JOBS)
    refuse_other_data(
        folder / "c.sdccounts", DuckdbEngine(plan, folder, None, JobContext()), folder, JobContext()
    )
    finer = [recode("rec", {"age": 1, "town": 1}), recode("fine", {"age": 0, "town": 1})]
    assert problems(write(folder, finer), "people.csv") == {"counts.coarse_values"}
    text = (folder / "people.csv").read_text(encoding="utf-8").replace("\n21,", "\n22,")  # the same group
    (folder / "other.csv").write_text(text, encoding="utf-8")
    assert problems(plan, "other.csv") == {"counts.other_data"}


def test_the_file_says_what_was_counted_together(folder: Path) -> None:
    found = opened(folder / "c.sdccounts")
    age, town = found.coarse
    assert (age.name, age.level, town.name, town.level) == ("age", 1, "town", 1)
    assert [group.label for group in town.groups] == ["", "r0", "r3", "r1", "r2"]
    assert ("-9",) in [group.values for group in age.groups]
    assert ("t0", "t1", "t2") in [group.values for group in town.groups]
    names, rows = read(folder).relation.rarest(3)
    assert {row[names.index("town")] for row in rows} <= {"", "r0", "r1", "r2", "r3"}
    notes = {(one.code, one.params["name"]) for one in read(folder).notes if one.code == "counts.coarse"}
    assert notes == {("counts.coarse", "age"), ("counts.coarse", "town")}


def test_what_no_coarse_file_gave_stays_as_it_is(folder: Path) -> None:
    """The records of a cluster are counted relations, too, and more."""
    relation = CountedStore().counted(("a",), [[0]], one_row)
    data = Microdata(relation, (Variable("a", "key", "nominal", None, ()),))
    assert as_counted(data) is data
    coarse = read(folder).relation.from_levels([0])
    assert coarse.holds(0)
    assert not as_counted(Microdata(coarse, read(folder).variables)).relation.holds(0)


def one_row(connection, number: int, table: str) -> None:
    connection.execute(f"CREATE TABLE {table} AS SELECT 'x' AS c0, 1::BIGINT AS n")


def read(folder: Path) -> CountedTable:
    return read_counts(folder / "c.sdccounts", "c.sdccounts", {}, (), JobContext())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "site.coarse_file"),
        ('{"age": 0}', "site.coarse_file"),
        ('{"age": true}', "site.coarse_file"),
        ("[]", "site.coarse_file"),
        ('{"age": 5}', "site.coarse_level"),
        ('{"sex": 1}', "site.coarse_level"),
        ('{"shift": 1}', "site.coarse_not_counted"),
    ],
)
def test_a_file_of_levels_that_makes_no_sense_is_refused(folder: Path, text: str, code: str) -> None:
    levels = folder / "levels.json"
    levels.write_text(text, encoding="utf-8")
    plan = write(folder, [recode("rec", LEVELS)])
    with pytest.raises(Refused) as refused:
        count(plan, folder, "no.sdccounts", dict(coarse_levels(levels)))
    assert {problem.code for problem in refused.value.problems} == {code}
    assert not (folder / "no.sdccounts").exists()


def test_the_command_counts_from_the_levels_of_a_file(folder: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "levels.json").write_text(json.dumps(LEVELS), encoding="utf-8")
    plan, out = tmp_path / "plan.sdcplan", tmp_path / "c.sdccounts"
    plan.write_text(json.dumps(plan_to_json(write(tmp_path, JOBS))), encoding="utf-8")
    given = ["--coarse", str(tmp_path / "levels.json"), "--out", str(out), "--quiet"]
    assert cli.main(["counts", str(plan), *given]) == 0
    assert opened(out).coarse == opened(folder / "c.sdccounts").coarse
