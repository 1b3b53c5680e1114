"""Of the amounts of a table a counts file has the largest of each cell: results are those of records."""

import json
import random
from pathlib import Path

import duckdb
import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import open_counts
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.site.applying import refuse_other_data
from sdc_desktop.engine.site.counting import count_plan
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine
from sdc_desktop.engine.site.largest_amounts import Largest, Texts, with_largest_alone
from sdc_desktop.engine.tables.attack.singleton_audit import lone_contributors
from sdc_desktop.engine.tables.contributions import Records, contributions, equal_records
from sdc_desktop.engine.tables.dimension import from_levels
from sdc_desktop.engine.tables.record_keys import amounts
from tests.engine.site.test_plans_on_counts import result, without_files

GOLDEN = Path(__file__).parents[1] / "golden" / "site" / "leaf_cells.json"
HEAD = ("region", "branch", "size", "turnover", "waives", "weight")
RULES = [
    {"kind": "threshold", "n": 3},
    {"kind": "p_percent", "p": 15},
    {"kind": "dominance", "n": 2, "k": 85},
]
SUPPRESSED = {"method": "suppression", "solver": "fast"}


def table(name: str, *dimensions: str, **params) -> dict[str, object]:
    listed = [{"variable": one} for one in dimensions]
    return {"name": name, "kind": "table", "params": {"dimensions": listed, "rules": RULES, **params}}


def amount(draw: random.Random) -> str:
    """Many small amounts, few large ones, some below zero, some missing."""
    kind = draw.random()
    if kind < 0.05:
        return draw.choice(("", "-9", "0", "-0", "000"))
    size = int(draw.paretovariate(0.7)) * draw.choice((1, 1, 1, 1, -1))
    return draw.choice((f"{size}", f"{size}.50", f"{size}.5", f"+{abs(size)}", f"{size}.125"))


def write(folder: Path, seed: int, jobs: list[dict[str, object]], records: int = 400) -> Plan:
    draw = random.Random(seed)
    rows = [
        (
            "NESW"[draw.randrange(4)],
            draw.choice("abc"),
            draw.choice("xyyyy"),
            amount(draw),
            draw.choice("0001"),
        )
        for _ in range(records)
    ]
    weigh = random.Random(seed)
    weights = ("0.25", "1", "2.50", "7", "0.5")
    lines = [",".join(row) for row in (HEAD, *((*row, weigh.choice(weights)) for row in rows))]
    (folder / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    variables = {name: {"level": "nominal"} for name in HEAD}
    variables["turnover"] = {"level": "continuous", "missing": ["", "-9"]}
    (folder / "regions.csv").write_text("region,part\nN,north\nE,north\nS,south\nW,south\n", encoding="utf-8")
    region = {"kind": "levels", "path": "regions.csv", "header": True, "delimiter": ","}
    data = {"path": "firms.csv", "variables": variables, "hierarchies": {"region": region}}
    return plan_from_json({"schema": 2, "data": data, "jobs": jobs})


def counted(plan: Plan, folder: Path, name: str = "counted.sdccounts") -> Path:
    out = folder / name
    count_plan(plan, lambda part: DuckdbEngine(plan, folder, None, part), out, JobContext())
    return out


def joints(path: Path) -> list[tuple[str | None, int, int]]:
    found = open_counts(path, path.name, JobContext()).description.joints
    return [(joint.amounts, joint.largest, joint.rows) for joint in found]


def on(plan: Plan, folder: Path, data: str) -> dict[str, object]:
    return without_files(result(plan, folder, folder / f"of {data}", data))


def refusal(plan: Plan, folder: Path, data: str) -> set[str]:
    with pytest.raises(Refused) as refused:
        run_plan(plan, folder, folder / "refused", JobContext(), RunOptions(data=data))
    return {problem.code for problem in refused.value.problems}


@pytest.mark.parametrize("seed", range(8))
def test_contributions_to_all_cells_are_those_of_all_records(seed: int) -> None:
    draw = random.Random(seed)
    mark, kept = ".,"[seed % 2], draw.choice((1, 2, 5))
    rows = [
        ("NESW"[draw.randrange(4)], draw.choice("ab"), draw.choice((amount(draw), "2e3")).replace(".", mark))
        for _ in range(300)
    ]
    if seed % 4 > 1:  # zeros leave a contributor alone
        rows = [
            (a, b, text.partition(mark)[0] if draw.random() < 0.03 else f"0{mark}0") for a, b, text in rows
        ]
    texts = Texts(mark, ("", "-9", "3", "0"))
    connection = duckdb.connect(":memory:")
    connection.execute("CREATE TABLE given (c0 VARCHAR, c1 VARCHAR, c2 VARCHAR)")
    connection.executemany("INSERT INTO given VALUES (?, ?, ?)", rows)
    connection.execute("CREATE TABLE joint AS SELECT *, count(*)::BIGINT AS n FROM given GROUP BY ALL")
    want = behind(connection, texts, kept)
    before = connection.execute("SELECT count(*) FROM joint").fetchone()
    wanted = Largest("c", kept)
    assert with_largest_alone(connection, "joint", ("a", "b", "c"), wanted, texts, JobContext())
    after = connection.execute("SELECT count(*) FROM joint").fetchone()
    assert after[0] < before[0] or seed % 4 > 1
    assert behind(connection, texts, kept) == want
    assert (seed % 4 > 1) == any(amount is not None for amount in want[-1])


def behind(connection: duckdb.DuckDBPyConnection, texts: Texts, places: int) -> list[object]:
    """All that is behind the cells of a table, its unit, how many amounts are missing, and the amount of a
    contributor that is alone in a cell.
    """
    rows = connection.execute("SELECT c0, c1, c2, n FROM joint").fetchall()
    read = amounts([row[2] for row in rows], texts.decimal, texts.missing, "c", JobContext())
    dimensions = [from_levels("a", [[list("NESW"), list("nnss")]], "Total")]
    dimensions.append(from_levels("b", [[["a", "b"]]], "Total"))
    codes = np.array(
        [[dimensions[0].places[row[0]], dimensions[1].places[row[1]]] for row in rows], dtype=np.int32
    )
    which, times = equal_records(np.array([row[3] for row in rows], dtype=np.int64))
    present = ~read.missing[which]
    which, times = which[present], times[present]
    records = Records(codes[which], read.units[which], times=times)
    found = contributions(records, dimensions, places, JobContext())
    parts = (
        found.values,
        found.magnitudes,
        found.contributors,
        found.weighted,
        found.negative,
        found.largest,
    )
    missing = sum(row[3] for row, absent in zip(rows, read.missing, strict=True) if absent)
    alone = lone_contributors(records, dimensions).tolist()
    lone = [None if record < 0 else int(records.amounts[record]) for record in alone]
    return [*(part.tolist() for part in parts), str(read.unit), missing, lone]


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_tables_of_amounts_have_the_results_of_the_records(seed: int, tmp_path: Path) -> None:
    jobs = [
        table("plain", "region", "branch", value="turnover"),
        table("counts", "size", "branch"),
    ]
    if seed % 2:
        spec = SUPPRESSED | {"waiver": "waives", "waiver_codes": ["1"]}
        jobs[0] = table("plain", "region", "branch", value="turnover", protect=spec)
        jobs.append(table("other", "region", "size", value="turnover", protect=SUPPRESSED))
    plan = write(tmp_path, seed, jobs)
    path = counted(plan, tmp_path)
    assert [one for *one, _ in joints(path)] == [["turnover", 5]]
    assert on(plan, tmp_path, path.name) == on(plan, tmp_path, "firms.csv")


@pytest.mark.parametrize("seed", [10, 11])
def test_weighted_tables_have_the_results_of_the_records(seed: int, tmp_path: Path) -> None:
    rules = [*RULES[1:], {"kind": "threshold", "n": 3}]
    jobs = [
        table("plain", "region", "branch", value="turnover", weight="weight", rules=rules),
        table("bare", "region", value="turnover", protect=SUPPRESSED),  # unweighted, of the same amounts
        table("safe", "region", "size", value="turnover", weight="weight", protect=SUPPRESSED),
    ]
    plan = write(tmp_path, seed, jobs, 1_200)
    path = counted(plan, tmp_path)
    (joint,) = open_counts(path, path.name, JobContext()).description.joints
    assert (joint.amounts, joint.largest, joint.weight) == ("turnover", 5, "weight")
    assert on(plan, tmp_path, path.name) == on(plan, tmp_path, "firms.csv")
    other = write(tmp_path, seed, [table("other", "region", value="turnover", weight="size")], 1_200)
    assert refusal(other, tmp_path, path.name) == {"counts.lacks"}


def test_the_golden_leaf_cells_are_those_of_all_records() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    connection = duckdb.connect(":memory:")
    connection.execute("CREATE TABLE given (c0 VARCHAR, c1 VARCHAR, c2 VARCHAR)")
    texts = [(cell, str(units), f"{weight / 100:.2f}") for cell, units, weight in golden["records"]]
    connection.executemany("INSERT INTO given VALUES (?, ?, ?)", texts)
    connection.execute("CREATE TABLE joint AS SELECT *, count(*)::BIGINT AS n FROM given GROUP BY ALL")
    wanted, names = Largest("units", 2, "weight"), ("cell", "units", "weight")
    assert with_largest_alone(connection, "joint", names, wanted, Texts(".", ()), JobContext())
    rows = connection.execute("SELECT c0, c1::BIGINT, c2, n FROM joint").fetchall()
    assert set(map(tuple, golden["sent_largest"])) <= {
        (cell, units, round(100 * float(weight))) for cell, units, weight, _ in rows
    }
    dimension = from_levels("cell", [[list("pqrs"), list("xxyy")]], "Total")
    which, times = equal_records(np.array([row[3] for row in rows], dtype=np.int64))
    records = Records(
        np.array([[dimension.places[rows[one][0]]] for one in which], dtype=np.int32),
        np.array([rows[one][1] for one in which], dtype=np.int64),
        np.array([round(100 * float(rows[one][2])) for one in which], dtype=np.int64),
        100,
        times=times,
    )
    found = contributions(records, [dimension], 2, JobContext())
    for key in ("values", "weighted", "contributors", "largest"):
        assert getattr(found, key).tolist() == golden[key]


def test_weights_that_are_not_above_zero_keep_each_amount() -> None:
    connection = duckdb.connect(":memory:")
    connection.execute("CREATE TABLE joint (c0 VARCHAR, c1 VARCHAR, n BIGINT)")
    connection.executemany("INSERT INTO joint VALUES (?, ?, 1)", [("1", "0"), ("2", "1")])
    wanted = Largest("units", 1, "weight")
    assert not with_largest_alone(
        connection, "joint", ("units", "weight"), wanted, Texts(".", ()), JobContext()
    )
    assert connection.execute("SELECT count(*) FROM joint").fetchone() == (2,)


def test_the_file_grows_with_the_cells_and_not_with_the_amounts(tmp_path: Path) -> None:
    jobs, rows = [table("plain", "region", "branch", value="turnover")], []
    for records in (500, 2_000):
        (tmp_path / str(records)).mkdir()
        plan = write(tmp_path / str(records), 3, jobs, records)
        rows += [number for *_, number in joints(counted(plan, tmp_path / str(records)))]
    assert max(rows) <= 4 * 3 * (2 * (5 + 2) + 4 + 1)  # cells; signs, largest and rest; missing; finest


def test_more_largest_than_were_kept_are_refused(tmp_path: Path) -> None:
    rules = [{"kind": "dominance", "n": 5, "k": 90}]
    plan = write(tmp_path, 5, [table("plain", "region", value="turnover")])
    path = counted(plan, tmp_path)
    within = write(tmp_path, 5, [table("plain", "region", value="turnover", rules=rules)])
    assert on(within, tmp_path, path.name) == on(within, tmp_path, "firms.csv")
    rules[0]["n"] = 6
    beyond = write(tmp_path, 5, [table("plain", "region", value="turnover", rules=rules)])
    assert refusal(beyond, tmp_path, path.name) == {"counts.largest"}
    assert joints(counted(beyond, tmp_path, "again.sdccounts"))[0][:2] == ("turnover", 6)


@pytest.mark.parametrize(
    "job",
    [
        {"name": "other", "kind": "risk", "params": {"key_variables": ["region", "turnover"]}},
        table("other", "region", "turnover"),
        table("other", "region", value="turnover", weight="size"),
        table("other", "region", value="turnover", shadow="turnover"),
        {"name": "other", "kind": "cae", "params": {"attribute": "turnover"}},
    ],
    ids=["key", "dimension", "weight", "shadow", "attribute"],
)
def test_whatever_else_needs_the_amounts_is_refused(job: dict[str, object], tmp_path: Path) -> None:
    plan = write(tmp_path, 6, [table("plain", "region", "size", value="turnover")])
    path = counted(plan, tmp_path)
    other = write(tmp_path, 6, [job])
    assert refusal(other, tmp_path, path.name) == {"counts.lacks"}
    assert [one for *one, _ in joints(counted(other, tmp_path, "own.sdccounts"))] == [[None, 0]]


def test_amounts_that_mean_missing_only_now_are_not_distinguished_from_the_others(tmp_path: Path) -> None:
    plan = write(tmp_path, 7, [table("plain", "region", value="turnover")])
    path = counted(plan, tmp_path)
    data = plan.data.model_copy(
        update={
            "variables": {
                **plan.data.variables,
                "turnover": plan.data.variables["turnover"].model_copy(update={"missing": ("", "-9", "1")}),
            }
        }
    )
    assert refusal(plan.model_copy(update={"data": data}), tmp_path, path.name) == {"counts.lacks"}


def test_applying_counts_the_same_again(tmp_path: Path) -> None:
    plan = write(tmp_path, 8, [table("plain", "region", value="turnover")])
    path, context = counted(plan, tmp_path), JobContext()
    engine = DuckdbEngine(plan, tmp_path, None, context)
    refuse_other_data(path, engine, tmp_path, context)
    lines = (tmp_path / "firms.csv").read_text(encoding="utf-8").splitlines()
    lines[5] = ",".join([*lines[5].split(",")[:3], "77", "0", "1"])
    (tmp_path / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        refuse_other_data(path, DuckdbEngine(plan, tmp_path, None, context), tmp_path, context)
    assert refused.value.problems[0].code == "counts.other_data"
