"""The search against a population table: every combination by plain counting; golden figures; refusals."""

import csv
import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.methods.recoding.generalise import population as tables
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.people import unique_share
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.population.table import Population, _labels
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Grade
from tests.support.data import microdata
from tests.support.generalising import criterion, listed_source

GOLDEN = Path(__file__).parents[2] / "golden" / "population"
CONTEXT = JobContext()
TREES = {
    "a": [("1", "low"), ("2", "low"), ("3", "high"), ("4", "high")],
    "b": [("n", "land"), ("s", "land"), ("i", "sea")],
}
VALUES = [tuple(one) for one in product("1234", "nsi")]


@st.composite
def files(draw) -> tuple[Counter, list[tuple[str, str]]]:
    people = Counter(dict(draw(st.dictionaries(st.sampled_from(VALUES), st.integers(1, 9), min_size=1))))
    order = draw(st.permutations(sorted(people.elements())))
    return people, order[: draw(st.integers(1, len(order)))]


@st.composite
def criteria(draw) -> tuple:
    kinds = {
        "k_map_table": lambda: criterion("k_map_table", k=draw(st.integers(1, 12))),
        "journalist_risk": lambda: criterion("journalist_risk", max=draw(st.sampled_from([0.1, 0.25, 0.5]))),
        "delta_presence": lambda: criterion(
            "delta_presence",
            min=draw(st.sampled_from([0, 0.1, 0.3])),
            max=draw(st.sampled_from([0.4, 0.6, 0.9])),
        ),
        "k_anonymity": lambda: criterion("k_anonymity", k=draw(st.integers(1, 3))),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(kinds)), min_size=1, max_size=2, unique=True))
    assume(chosen != ["k_anonymity"])
    return tuple(kinds[kind]() for kind in chosen)


def fails(spec, size: int, people: int) -> bool:
    if spec.kind == "k_map_table":
        return people < spec.k
    if spec.kind == "journalist_risk":
        return 1 / people > spec.max
    if spec.kind == "k_anonymity":
        return size < max(spec.k, 2)
    return not spec.min - 1e-9 <= size / people <= spec.max + 1e-9


def plain(people: Counter, records: list, asked: tuple) -> dict[tuple[int, int], int]:
    """Levels -> records suppressed."""
    rows = [{row[0]: (*row, "*") for row in TREES[name]} for name in "ab"]
    found = {}
    for levels in product(range(3), range(3)):

        def at(one, levels=levels) -> tuple[str, ...]:
            return tuple(labels[value][level] for labels, value, level in zip(rows, one, levels, strict=True))

        sizes, there = Counter(map(at, records)), Counter()
        for one, number in people.items():
            there[at(one)] += number
        gone = {key for key, size in sizes.items() if any(fails(one, size, there[key]) for one in asked)}
        hidden = sum(sizes[key] for key in gone)
        left = sum(number for key, number in there.items() if key in gone or key not in sizes)
        for spec in asked:
            if spec.kind == "delta_presence" and left and fails(spec, hidden, left):
                hidden = len(records)
        found[levels] = hidden
    return found


def table_of(people: Counter, source: Source) -> Population:
    texts = [sorted({one[place] for one in people}) for place in range(2)]
    codes = [[texts[place].index(one[place]) for one in people] for place in range(2)]
    labels = tuple(_labels(name, texts[place], source, CONTEXT) for place, name in enumerate("ab"))
    return Population(("a", "b"), np.array(codes), np.array(list(people.values()), dtype=float), labels)


def searched(people: Counter, records: list, asked: tuple, limit: float, **more):
    columns = {name: [one[place] for one in records] for place, name in enumerate("ab")}
    source = listed_source(columns, TREES)
    params = GeneraliseParams(
        criteria=asked, suppression_limit=limit, population=PopulationTable(table="p.csv"), **more
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "read_population", lambda *_: table_of(people, source))
        return generalise.decide(params, generalise.counts(params, source, CONTEXT), CONTEXT)


@given(files(), criteria())
@settings(max_examples=250, deadline=None)
def test_every_combination_is_that_of_plain_counting(made, asked) -> None:
    people, records = made
    result = searched(people, records, asked, 1, explore="all")
    shown = zip(map(tuple, result.evaluated.levels.tolist()), result.evaluated.suppressed, strict=True)
    assert dict(shown) == plain(people, records, asked)


@given(files(), criteria(), st.sampled_from([0, 0.2, 0.5]))
@settings(max_examples=250, deadline=None)
def test_the_optimum_is_that_of_all_combinations(made, asked, limit) -> None:
    people, records = made
    nodes = plain(people, records, asked)
    possible = {levels for levels, hidden in nodes.items() if hidden <= int(limit * len(records) + 1e-9)}
    if not possible:
        with pytest.raises(Refused):
            searched(people, records, asked, limit)
        return
    result = searched(people, records, asked, limit)
    every = searched(people, records, asked, limit, explore="all")
    assert tuple(result.levels.values()) in possible
    assert (result.proven, result.loss) == (True, pytest.approx(every.loss))
    assert all(one.passed or one.by_suppressed for one in result.check.criteria)


def golden() -> tuple[Source, PopulationTable]:
    with (GOLDEN / "kmap_sample.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    data = microdata({name: [row[name] for row in rows] for name in "abc"})
    return Source(data, {}, GOLDEN), PopulationTable(table="kmap_population.csv", number="number")


def test_golden_figures_are_those_of_the_criteria() -> None:
    """kmap_figures.json: each criterion is met at its figure and not beyond it."""
    wanted = json.loads((GOLDEN / "kmap_figures.json").read_text())
    source, table = golden()
    least, most = wanted["delta_presence_all_population_classes"]
    asked = [
        criterion("k_map_table", k=wanted["k_map"]),
        criterion("k_map_table", k=5),
        criterion("journalist_risk", max=wanted["journalist_highest"]),
        criterion("journalist_risk", max=wanted["journalist_highest"] - 1e-6),
        criterion("delta_presence", min=least, max=most),
        criterion("delta_presence", min=least, max=most - 1e-6),
        criterion("delta_presence", min=wanted["delta_presence_sample_classes"][0], max=1),
    ]
    found = check_file(source, "abc", asked, CONTEXT, table).criteria
    assert [one.passed for one in found] == [True, False, True, False, True, False, False]
    assert found[1].failing_records == wanted["records_below_5_map"]
    assert [one.worst for one in found[:4]] == [2, 2, 0.5, 0.5]
    assert found[5].worst == most
    assert (found[6].worst, found[6].failing_classes) == (0.0, 0)  # people of whom none is in the file


@pytest.mark.parametrize("name", ["risk_a.six", "risk_a.five_without_occ", "risk_b.six"])
def test_golden_figures_are_those_of_population_uniqueness(name) -> None:
    """population_uniqueness.json; Pitman by the rule, as the sampling fractions are at most a tenth."""
    case = json.loads((GOLDEN / "population_uniqueness.json").read_text())[name]
    sizes = np.repeat([int(one) for one in case["histogram"]], list(case["histogram"].values()))
    people = case["population"]
    small = sizes.sum() <= 0.1 * people
    figures = {"pitman": case["pitman"]["exact"], "zayatz": case["zayatz"]}
    figures["snb"] = case["snb"]["solutions"][0]["uniques"]
    figures["rule"] = figures["pitman"] if small else min(figures["zayatz"], figures["snb"])
    for model, uniques in figures.items():
        spec = criterion("population_uniqueness", max=0.5, size=people, model=model)
        assert unique_share(sizes, spec) == pytest.approx(uniques / people, rel=1e-7)


def test_unique_records_go_where_too_many_people_are_unique() -> None:
    columns = {"a": ["1", "1", "2", "2", "3", "4"]}
    source = listed_source(columns, {})
    for most, hidden in ((0.9, 0), (0.0001, 2)):
        spec = criterion("population_uniqueness", max=most, size=1000, model="zayatz")
        params = GeneraliseParams(criteria=(spec,), suppression_limit=1)
        result = generalise.decide(params, generalise.counts(params, source, CONTEXT), CONTEXT)
        assert (result.hidden, result.check.passed) == (hidden, True)


def run(folder: Path, params: dict, people: list[str], records: list[str], trees: dict | None = None):
    (folder / "p.csv").write_text("\n".join(["a,b,n", *people]) + "\n", encoding="utf-8")
    (folder / "d.csv").write_text("\n".join(["a,b", *records]) + "\n", encoding="utf-8")
    plan = {
        "schema": 2,
        "data": {
            "path": "d.csv",
            "variables": {name: {"role": "key", "level": "nominal"} for name in "ab"},
            "hierarchies": trees or {},
        },
        "jobs": [{"name": "g", "kind": "generalise", "params": params}],
    }
    return run_plan(plan_from_json(plan), folder, folder / "out", CONTEXT).jobs[0]


TABLE = {"table": "p.csv", "number": "n"}
PEOPLE, RECORDS = ["1,n,9", "2,n,2", "2,s,5"], ["1,n", "2,n", "2,s"]


def test_a_plan_suppresses_what_too_few_people_match(tmp_path) -> None:
    params = {
        "criteria": [{"kind": "k_map_table", "k": 5}],
        "population": TABLE,
        "suppression_limit": 0.5,
    }
    job = run(tmp_path, params, PEOPLE, RECORDS)
    assert job.result.hidden == 1
    assert [one.worst for one in job.result.check.criteria] == [5]


@pytest.mark.parametrize(
    ("params", "records", "code"),
    [
        ({"population": {}}, RECORDS, "risk.population_no_table"),
        ({"local_recoding": "repeat"}, RECORDS, "criteria.table_with_local_recoding"),
        ({}, [*RECORDS, "1,s"], "risk.population_lacks_classes"),
        ({}, [*RECORDS, *["2,n"] * 2], "risk.population_fewer_than_records"),
        ({}, ["1,n", "*,n"], "criteria.presence_with_suppressed"),
        (
            {"criteria": [{"kind": "delta_presence", "min": 0.5, "max": 0.2}]},
            RECORDS,
            "criteria.presence_reversed",
        ),
    ],
)
def test_what_cannot_be_judged_is_refused(tmp_path, params, records, code) -> None:
    given = {"criteria": [{"kind": "delta_presence", "max": 0.5}], "population": TABLE} | params
    with pytest.raises(Refused) as refusal:
        run(tmp_path, given, PEOPLE, records)
    assert refusal.value.problems[0].code == code
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())


def test_a_value_suppressed_before_the_search_matches_every_value(tmp_path) -> None:
    params = {"criteria": [{"kind": "k_map_table", "k": 7}], "population": TABLE, "suppression_limit": 1}
    job = run(tmp_path, params, PEOPLE, ["1,n", "*,n", "2,*", "2,s"])
    assert job.result.hidden == 1  # nine, eleven and seven people match the others


def test_a_category_that_the_hierarchy_writes_as_a_star_has_its_own_people_alone(tmp_path) -> None:
    """Three people of ``1`` become ``*``; the hundred of ``2``, who become ``low``, do not match."""
    (tmp_path / "a.csv").write_text("value,group\n1,*\n2,low\n", encoding="utf-8")
    tree = {"a": {"kind": "levels", "path": "a.csv", "header": True}}
    for k, hidden in ((3, 0), (4, 2)):
        criteria = [{"kind": "k_map_table", "k": k}]
        params = {"criteria": criteria, "population": TABLE, "suppression_limit": 1, "explore": "all"}
        found = run(tmp_path, params, ["1,n,3", "2,n,100"], ["1,n", "1,n", "2,n"], tree).result.evaluated
        shown = dict(zip(map(tuple, found.levels.tolist()), found.suppressed, strict=True))
        assert (shown[0, 0], shown[1, 0]) == (hidden, hidden)


def test_presence_of_suppressed_records_is_a_reservation(tmp_path) -> None:
    """Two of two people are suppressed. The pool has a hundred others, but a record of these would have been
    released, so an intruder who knows the criterion finds the presence of both.
    """
    params = {
        "criteria": [{"kind": "delta_presence", "max": 0.5}],
        "population": TABLE,
        "suppression_limit": 0.5,
    }
    people = ["1,n,100", "2,n,2", "2,s,10"]
    job = run(tmp_path, params, people, ["2,n", "2,n", *["2,s"] * 3])
    assert (job.result.hidden, job.result.check.passed) == (2, True)
    assert [(one.code, one.figures) for one in job.verdict.reasons] == [
        ("presence_of_suppressed", {"number": 2})
    ]
    assert job.verdict.grade is Grade.RESERVATIONS
    assert run(tmp_path, params, people, ["2,s"] * 3).verdict.reasons == ()


def test_presence_without_bounds_assumes_nothing_of_suppressed_records(tmp_path) -> None:
    criteria = [{"kind": "delta_presence", "min": 0, "max": 1}, {"kind": "k_map_table", "k": 5}]
    params = {"criteria": criteria, "population": TABLE, "suppression_limit": 0.5}
    job = run(tmp_path, params, PEOPLE, RECORDS)
    assert job.result.hidden == 1
    assert "presence_of_suppressed" not in {one.code for one in job.verdict.reasons}
