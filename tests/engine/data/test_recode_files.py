"""Recode files of ARGUS (.grc): groups of codes as a level of a hierarchy, with the labels of a code list."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sdc_desktop.engine as sdc
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.grc import parse_grc
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import Codings, codings
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchies_beside import files_beside, offers
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused

CONTEXT = JobContext()
AGES = "1: -20\n2: 21-30, 35\n\n3: 31-34,36-\n\n<MISSING> 8 9\n<codelist>   Age.CDL\n"
LABELS = '1,"up to 20"\n2,some\n'
RDA = 'Age 1 3 998 999\n  <RECODABLE>\n  <IDLEVEL> 1\n  <RECODE> "AGE.grc"\nSex 5 1\n  <RECODABLE>\n'
RECORDS = "  5 m\n 20 f\n 35 f\n 40 m\n998 f\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("age.grc", AGES), ("age.cdl", LABELS), ("d.rda", RDA), ("d.asc", RECORDS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def made(folder: Path, text: str, values: list[str], missing=(), decimal=".") -> Codings:
    (folder / "v.grc").write_text(text, encoding="utf-8")
    spec = LevelsSpec(kind="levels", path="v.grc")
    hierarchy, _ = load_hierarchy("v", spec, Dialect(decimal=decimal), folder, CONTEXT)
    return codings(hierarchy, values, missing)


@pytest.mark.parametrize(
    ("text", "values", "groups"),
    [
        (AGES, ["5", " 20", "21", "35", "36", "999"], ["1", "1", "2", "2", "3", "3"]),
        ("N: A-C, x\nS: D-Z\n", ["B", "x", "Z", "5"], ["N", "N", "S", "5"]),
        ("21:1-8\n21:9-16\n22:17-24\n", ["8", "9", "017", "25"], ["21", "21", "22", "25"]),
        (
            "low: -9.5\nhigh: 10-\n",
            ["9.4", "10", "9.7", "100", "none"],
            ["low", "high", "9.7", "high", "none"],
        ),
        ('4: "1", 2\n// note\n', ["1", "2", "3"], ["4", "4", "3"]),
        ("N: North West, South\n", [" North West", "South", "North"], ["N", "N", "North"]),
        ('"a b": "A-1", "B,2"\n"x:y": "-"\n', ["A-1", "B,2", "A", "-"], ["a b", "a b", "A", "x:y"]),
        ("1: 10-14\n2: 15 - 19\n", ["10-14", "12", "15-19"], ["1", "1", "2"]),  # bands that are codes
    ],
)
def test_ranges_lists_and_open_ends_are_a_level(tmp_path, text, values, groups) -> None:
    found = made(tmp_path, text, values)
    assert found.level_names == ("as is", "level 1", "*")
    assert list(found.labels[1]) == groups


def test_missing_values_stay_missing_even_in_an_open_range(tmp_path) -> None:
    found = made(tmp_path, AGES, ["5", "999"], ("999",))
    assert found.labels[1] == ("1", "999")


def test_groups_that_a_recoding_calls_missing_are_named_and_its_other_codes_are_noted(tmp_path) -> None:
    (tmp_path / "v.grc").write_text('1: 1-8\n"no answer": 9\n<MISSING> "no answer" x\n', encoding="utf-8")
    spec = LevelsSpec(kind="levels", path="v.grc")
    notes = load_hierarchy("v", spec, Dialect(), tmp_path, CONTEXT)[0].notes
    assert [(one.code, one.severity.value, one.params["values"]) for one in notes] == [
        ("argus.groups_not_missing", "warning", ("no answer",)),
        ("argus.missing_kept", "note", ("x",)),
    ]


def test_decimal_commas_of_the_data_are_compared_as_numbers(tmp_path) -> None:
    assert made(tmp_path, "a: 1-9\nb: 10-\n", ["9,0", "9,5", "10,5"], decimal=",").labels[1] == (
        "a",
        "9,5",
        "b",
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1:1-5\n2:5-7\n", "argus.groups_overlap"),
        ("1:1-5\n2:3\n", "argus.groups_overlap"),
        ("1:3\n2:4,3\n", "argus.groups_overlap"),
        ("1:A-C\n2:B-D\n", "argus.groups_overlap"),
        ("1:-3\n2:3-\n", "argus.groups_overlap"),
        ("1:5-1\n", "tauargus.malformed"),
        ("1:\n", "tauargus.malformed"),
        ("1:-\n", "tauargus.malformed"),
        (":1-2\n", "tauargus.malformed"),
        ("1 to 5\n", "tauargus.malformed"),
        ("1:-5--1\n", "tauargus.malformed"),  # a dash in a code is in quotation marks
        ("1:A-B-C\n", "tauargus.malformed"),
        ('1:5"x\n', "tauargus.malformed"),
        ("1:1,,2\n", "tauargus.malformed"),
        ("<TREERECODE>\nN\n", "argus.tree_recoding"),
        ("<MISSING> 9\n", "hierarchy.empty"),
        ("2:1-5\n3:6\n", "hierarchy.lacks"),  # 3 is in no group, but the new code of others
        ("9:1-8\n", "argus.group_is_missing"),
    ],
)
def test_what_makes_no_recoding_is_refused(tmp_path, text, code) -> None:
    values = ["1", "3"] if code != "hierarchy.lacks" else ["1", "7", "2", "3"]
    text = "2:1-2\n3:7\n" if code == "hierarchy.lacks" else text
    with pytest.raises(Refused) as refused:
        made(tmp_path, text, values, ("9",))
    assert [problem.code for problem in refused.value.problems] == [code]


@given(st.lists(st.integers(0, 60), min_size=1, max_size=6, unique=True), st.integers(0, 70))
@settings(max_examples=80, deadline=None)
def test_a_value_is_in_the_group_whose_range_holds_it(ends, value) -> None:
    """Ranges that meet, the first and the last of them open, cover all numbers once."""
    ends = sorted(ends)
    lines = [f"0: -{ends[0]}"]
    lines += [f"{place}: {low + 1}-{high}" for place, (low, high) in enumerate(pairwise(ends), 1)]
    lines.append(f"{len(ends)}: {ends[-1] + 1}-")
    found = parse_grc("\n".join(lines), "x.grc").code_of(f" {value}")
    assert found == str(sum(value > end for end in ends))


def test_a_description_takes_its_recode_file_along_and_one_beside_is_offered(folder) -> None:
    opened = open_data(DataSpec(path="d.rda"), folder, CONTEXT)
    assert opened.spec.hierarchies["Age"].path == "age.grc"
    assert "argus.hierarchy_taken" in [problem.code for problem in opened.notes]
    files = {name: path.name for name, path in files_beside(folder / "d.asc", ("Age", "Sex")).items()}
    assert files == {"Age": "age.grc"}
    (offer,) = [one for one in offers(opened, folder, files, ("Age",), CONTEXT) if one.source == "file"]
    assert (offer.usable, offer.categories, offer.lacking) == (True, (5, 4, 1), 0)
    assert [problem.code for problem in offer.problems] == ["argus.missing_kept"]


def test_a_recode_file_that_is_gone_is_stated_and_the_rest_opens(folder) -> None:
    (folder / "age.grc").unlink()
    opened = open_data(DataSpec(path="d.rda"), folder, CONTEXT)
    assert "Age" not in opened.spec.hierarchies
    assert "argus.hierarchy_gone" in [problem.code for problem in opened.notes]


def test_a_code_list_that_is_gone_leaves_groups_without_labels(folder) -> None:
    (folder / "age.cdl").unlink()
    spec = LevelsSpec(kind="levels", path="age.grc")
    found, read = load_hierarchy("Age", spec, Dialect(), folder, CONTEXT)
    assert [problem.code for problem in found.notes] == ["argus.missing_kept", "argus.labels_unread"]
    assert (list(read), found.words) == (["age.grc"], {"1": "", "2": "", "3": ""})


@pytest.mark.parametrize("format", ["sav", "dta"])
def test_labels_of_the_code_list_reach_files_with_labels(folder, format) -> None:
    """Those of the recoded codes replace what the source says of the same codes."""
    (folder / "source.cdl").write_text("1,one year\n40,forty\n998,unknown\n", encoding="utf-8")
    rda = (
        (folder / "d.rda")
        .read_text(encoding="utf-8")
        .replace("  <IDLEVEL>", "  <CODELIST> source.cdl\n  <IDLEVEL>")
    )
    (folder / "d.rda").write_text(rda, encoding="utf-8")
    records = sdc.read(folder / "d.rda")
    sdc.perform(records, "recode", out=folder / "out", output=f"p.{format}", levels={"Age": 1})
    (column, _) = open_data(DataSpec(path=f"out/p.{format}"), folder, CONTEXT).columns
    labels = dict(column.labels)
    assert (labels["1"], labels["2"]) == ("up to 20", "some")
    assert "unknown" in labels.values()
