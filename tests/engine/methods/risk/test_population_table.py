"""Risk against a population table: golden figures, plain counting, recoding, refusals and verdicts."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk.result import PopulationTableRisk
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan

GOLDEN = Path(__file__).parents[2] / "golden" / "population"
CONTEXT = JobContext()
TOWNS = ["value,side", "n,land", "s,land", "i,sea"]


def write(folder: Path, people, records, head=("sex", "town")) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "towns.csv").write_text("\n".join(TOWNS) + "\n", encoding="utf-8")
    for name, rows, columns in (("p.csv", people, (*head, "number")), ("d.csv", records, head)):
        lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(folder: Path, out: str, *jobs, number="number"):
    made = {"table": "p.csv", "number": number}
    measured = {"kind": "risk", "params": {"population": made, "thresholds": [2, 5]}}
    plan = {
        "schema": 2,
        "data": {
            "path": "d.csv",
            "variables": {"sex": {"role": "key", "level": "nominal"}, "town": {"role": "key"}},
            "hierarchies": {"town": {"kind": "levels", "path": "towns.csv", "header": True}},
        },
        "jobs": [*jobs, {"name": "risk", "input": jobs[-1]["name"] if jobs else "data", **measured}],
    }
    return run_plan(plan_from_json(plan), folder, folder / out, CONTEXT).jobs[-1]


def found(folder: Path, *jobs, number="number") -> PopulationTableRisk:
    table = run(folder, "out", *jobs, number=number).result.population_table
    assert table is not None
    return table


def refused(folder: Path, **more) -> str:
    with pytest.raises(Refused) as one:
        run(folder, "out", **more)
    return one.value.problems[0].code


PEOPLE = [("m", "n", 6), ("m", "s", 3), ("f", "n", 5), ("f", "i", 1), ("m", "i", 0)]


def test_golden_figures_are_met(tmp_path) -> None:
    wanted = json.loads((GOLDEN / "kmap_figures.json").read_text())
    with (GOLDEN / "kmap_population.csv").open(encoding="utf-8") as lines:
        people = [tuple(row.values()) for row in csv.DictReader(lines)]
    with (GOLDEN / "kmap_sample.csv").open(encoding="utf-8") as lines:
        records = [(row["a"], row["b"], row["c"]) for row in csv.DictReader(lines)]
    write(tmp_path, people, records, ("a", "b", "c"))
    plan = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": {name: {"role": "key"} for name in "abc"}},
        "jobs": [
            {
                "name": "risk",
                "kind": "risk",
                "params": {"population": {"table": "p.csv", "number": "number"}, "thresholds": [5]},
            }
        ],
    }
    table = (
        run_plan(plan_from_json(plan), tmp_path, tmp_path / "out", CONTEXT).jobs[0].result.population_table
    )
    assert (table.size, table.k_map) == (wanted["population"], wanted["k_map"])
    assert table.below[0].records == wanted["records_below_5_map"]
    assert table.journalist.highest == wanted["journalist_highest"]
    assert table.journalist.average == pytest.approx(wanted["journalist_average"], rel=1e-12)
    for key, one in (("sample", table.sample_presence), ("all_population", table.presence)):
        assert [one.least, one.most] == pytest.approx(wanted[f"delta_presence_{key}_classes"])


@settings(deadline=None, max_examples=25)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from("mf"), st.sampled_from("nsi")), st.integers(0, 9), min_size=1, max_size=6
    ),
    st.data(),
)
def test_figures_are_those_of_plain_counting(tmp_path_factory, people, data) -> None:
    classes = [one for one, number in people.items() if number]
    if not classes:
        return
    drawn = data.draw(st.lists(st.sampled_from(classes), min_size=1, max_size=20))
    sample = {one: min(number, people[one]) for one, number in Counter(drawn).items()}
    records = [one for one, number in sample.items() for _ in range(number)]
    folder = tmp_path_factory.mktemp("counted")
    write(folder, [(*one, number) for one, number in people.items()], records)
    table = found(folder)
    shares = [sample.get(one, 0) / people[one] for one in classes]
    assert table.k_map == min(people[one] for one in sample)
    assert table.classes == len(classes)
    assert table.journalist.average == pytest.approx(sum(1 / people[one] for one in records) / len(records))
    assert [table.presence.least, table.presence.most] == pytest.approx([min(shares), max(shares)])
    assert table.unique == sum(people[one] == 1 for one in records)
    assert table.complete == sum(people[one] == sample[one] for one in records)


def test_a_row_for_each_person_says_the_same(tmp_path) -> None:
    records = [("m", "n"), ("m", "n"), ("f", "n"), ("m", "s")]
    write(tmp_path / "counts", PEOPLE, records)
    write(tmp_path / "rows", [(*row[:2], 7) for row in PEOPLE for _ in range(row[2])], records)
    one, two = found(tmp_path / "counts"), found(tmp_path / "rows", number=None)
    assert (one.k_map, one.presence, one.size) == (two.k_map, two.presence, two.size)


def test_the_table_is_recoded_with_the_file(tmp_path) -> None:
    write(tmp_path, PEOPLE, [("m", "n"), ("m", "s"), ("f", "i")])
    recoded = {
        "name": "coarse",
        "kind": "recode",
        "params": {"levels": {"town": 1}},
        "output": {"path": "o.csv"},
    }
    table = found(tmp_path, recoded)
    assert table.levels == {"sex": 0, "town": 1}
    assert table.k_map == 1  # f on the sea
    assert table.sample_presence.least == pytest.approx(2 / 9)  # m on land


def test_suppressed_records_are_in_no_class(tmp_path) -> None:
    write(tmp_path, PEOPLE, [("m", "n"), ("m", "n"), ("m", "n"), ("f", "i"), ("m", "s")])
    rare = {
        "name": "rare",
        "kind": "recode",
        "params": {"levels": {}, "suppress_below": 3, "suppress": "records"},
        "output": {"path": "o.csv"},
    }
    table = found(tmp_path, rare)
    assert table.suppressed in (0, 2)  # whole records go, or show * alone
    assert table.k_map == 6


@pytest.mark.parametrize(
    ("people", "records", "code"),
    [
        (PEOPLE, [("f", "s")], "risk.population_lacks_classes"),
        (PEOPLE, [("m", "i")], "risk.population_lacks_classes"),
        (PEOPLE, [("x", "n")], "risk.population_lacks_values"),
        (PEOPLE, [("f", "i"), ("f", "i")], "risk.population_fewer_than_records"),
        ([*PEOPLE, ("m", "n", 2)], [("m", "n")], "risk.population_rows_repeated"),
        ([*PEOPLE, ("f", "s", "few")], [("m", "n")], "risk.population_number_wrong"),
        ([*PEOPLE, ("f", "s", -1)], [("m", "n")], "risk.population_number_wrong"),
    ],
)
def test_tables_that_cannot_be_those_of_the_population_are_refused(tmp_path, people, records, code) -> None:
    write(tmp_path, people, records)
    assert refused(tmp_path) == code


def test_columns_must_be_there(tmp_path) -> None:
    write(tmp_path, PEOPLE, [("m", "n")])
    assert refused(tmp_path, number="count") == "risk.population_lacks_variables"
    assert refused(tmp_path, number="town") == "risk.population_number_is_key"


def test_what_the_table_discloses_reaches_the_verdict(tmp_path) -> None:
    write(tmp_path, PEOPLE, [("f", "i"), *[("m", "s")] * 3, ("m", "n")])
    codes = {one.code: one.figures for one in run(tmp_path, "out").verdict.reasons}
    assert codes["population_unique_records"]["number"] == 1
    assert codes["presence_disclosed"]["number"] == 4


def test_a_plan_without_the_file_is_refused() -> None:
    assert RiskParams.model_validate({"population": {}}).population is not None
    plan = {
        "schema": 2,
        "data": {"path": "kmap_sample.csv", "variables": {"a": {"role": "key"}}},
        "jobs": [{"name": "risk", "kind": "risk", "params": {"population": {}}}],
    }
    with pytest.raises(Refused) as one:
        run_plan(plan_from_json(plan), GOLDEN, GOLDEN / "nowhere", CONTEXT)
    assert one.value.problems[0].code == "risk.population_no_table"
