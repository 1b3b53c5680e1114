"""What is asked about persons when a file is opened: which variable, its figures, and when nothing."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.inference.persons_question import PersonsQuestion, names_person, persons_question

Columns = Mapping[str, Sequence[object]]


def question_of(folder: Path, columns: Columns, **data: object) -> PersonsQuestion | None:
    rows = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True)), ""]
    (folder / "file.csv").write_text("\n".join(rows), encoding="utf-8")
    spec = DataSpec.model_validate({"path": "file.csv"} | data)
    return persons_question(open_data(spec, folder, JobContext()).data, JobContext())


def episodes(name: str = "patient", persons: int = 90, records: int = 300, seed: int = 7) -> Columns:
    """Records of persons in any order: each has one, sex and year of birth are the person's."""
    draws = random.Random(seed)
    whose = [*range(persons), *(draws.randrange(persons) for _ in range(records - persons))]
    draws.shuffle(whose)
    return {
        "case": [f"c{n:04d}" for n in range(records)],
        name: [f"{700 + 3 * n}" for n in whose],
        "sex": ["mf"[n % 2] for n in whose],
        "born": [1940 + n % 47 for n in whose],
        "ward": [draws.randrange(9) for _ in whose],
    }


@pytest.mark.parametrize("name", ["patient", "PatientNo", "pers_nr", "versichertennummer", "wm_key"])
def test_episodes_are_a_question_with_their_figures(tmp_path: Path, name: str) -> None:
    columns = episodes(name)
    found = question_of(tmp_path, columns)
    assert found is not None
    most = max(columns[name].count(one) for one in set(columns[name]))
    assert (found.variable, found.persons, found.records, found.most) == (name, 90, 300, most)
    assert found.constant == ("sex", "born")
    assert found.repeats == (name,)


def test_one_record_each_needs_no_question(tmp_path: Path) -> None:
    columns = dict(episodes(persons=300))
    assert question_of(tmp_path, columns) is None


@pytest.mark.parametrize(
    ("persons", "records", "expected"),
    [(49, 147, False), (50, 150, True), (50, 2500, True), (50, 2501, False)],
)
def test_without_a_name_it_needs_enough_values_and_constant_variables(
    tmp_path: Path, persons: int, records: int, expected: bool
) -> None:
    columns = dict(episodes("wm_key", persons, records))
    found = question_of(tmp_path, columns)
    assert (found is not None) is expected
    columns["born"] = list(range(1, records + 1))  # one constant variable alone
    assert question_of(tmp_path, columns) is None


@pytest.mark.parametrize(("persons", "expected"), [(5, False), (6, True)])
def test_a_name_needs_six_values(tmp_path: Path, persons: int, expected: bool) -> None:
    assert (question_of(tmp_path, episodes("person", persons, 40)) is not None) is expected


def test_the_household_needs_no_question(tmp_path: Path) -> None:
    columns = episodes("hh_id")
    assert question_of(tmp_path, columns) is None
    columns = episodes("wm_key")
    assert question_of(tmp_path, columns, variables={"wm_key": {"role": "household"}}) is None


def test_a_name_comes_first_then_the_most_constant_variables(tmp_path: Path) -> None:
    columns = dict(episodes("wm_key"))
    columns["surname"] = [f"Smith{int(one) % 61}" for one in columns["wm_key"]]
    found = question_of(tmp_path, columns)
    assert found is not None
    assert found.variable == "wm_key"
    assert found.repeats == ("wm_key", "surname")
    columns["member"] = [f"{n % 7}" for n in range(300)]
    found = question_of(tmp_path, columns)
    assert found is not None
    assert found.variable == "member"
    assert found.constant == ()


def test_a_suspected_identifier_that_repeats_is_a_question(tmp_path: Path) -> None:
    columns = {"phone": [f"0{n % 25}55" for n in range(40)], "age": [20 + n % 3 for n in range(40)]}
    found = question_of(tmp_path, columns)
    assert found is not None
    assert (found.variable, found.persons, found.most) == ("phone", 25, 2)


def test_dates_and_measured_values_say_no_person(tmp_path: Path) -> None:
    columns = dict(episodes("wm_key"))
    days = [f"2024-{1 + int(one) % 12:02d}-{1 + int(one) % 28:02d}" for one in columns["wm_key"]]
    assert question_of(tmp_path, {**columns, "wm_key": days}) is None
    sizes = [f"{int(one) / 8}" for one in columns["wm_key"]]
    assert question_of(tmp_path, {**columns, "wm_key": sizes}) is None


def test_a_rare_value_makes_no_variable_constant(tmp_path: Path) -> None:
    draws = random.Random(3)
    columns: Columns = {
        "wage": [draws.randrange(1_000, 4_000) for _ in range(2_000)],
        "deaf": ["yes" if n == 5 else "no" for n in range(2_000)],
        "blind": ["yes" if n == 9 else "no" for n in range(2_000)],
    }
    assert question_of(tmp_path, columns) is None


def test_missing_values_are_no_person(tmp_path: Path) -> None:
    columns = dict(episodes())
    columns["patient"] = ["" if n < 30 else one for n, one in enumerate(columns["patient"])]
    found = question_of(tmp_path, columns)
    there = [one for one in columns["patient"] if one]
    assert found is not None
    assert (found.persons, found.records) == (len(set(there)), 270)


@pytest.mark.parametrize("name", ["person", "subject_id", "Kunden-Nr", "id_firma", "BetriebsNr", "schüler"])
def test_names_of_persons(name: str) -> None:
    assert names_person(name)


@pytest.mark.parametrize(
    "name", ["employees", "patient_age", "members", "Personen", "id", "key", "", "subject_area"]
)
def test_names_of_other_things(name: str) -> None:
    assert not names_person(name)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), persons=st.integers(50, 120), each=st.integers(2, 5))
def test_figures_are_those_of_a_plain_count(
    tmp_path_factory: pytest.TempPathFactory, seed: int, persons: int, each: int
) -> None:
    columns = episodes("wm_key", persons, persons * each, seed)
    found = question_of(tmp_path_factory.mktemp("file"), columns)
    assert found is not None
    held: dict[str, list[int]] = {}
    for record, one in enumerate(columns["wm_key"]):
        held.setdefault(str(one), []).append(record)
    assert (found.persons, found.most) == (len(held), max(map(len, held.values())))
    several = [records for records in held.values() if len(records) > 1]
    for name in ("sex", "born", "ward"):
        same = sum(len({columns[name][n] for n in records}) == 1 for records in several)
        assert (name in found.constant) == (same >= 0.99 * len(several))
