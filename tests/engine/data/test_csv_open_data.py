"""The door: declarations are checked, what is absent is guessed and written down."""

from pathlib import Path

import pytest

from sdc_desktop.engine.data.detect import Texts, level_of
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import sentence
from tests.support.csv_files import CONTEXT, put


def _open(folder: Path, content: str, **shown: object) -> Opened:
    put(folder, content)
    return open_data(DataSpec(path="data.csv", **shown), folder, CONTEXT)


def _level(folder: Path, values: list[str], **shown: object) -> str:
    content = "v;w\n" + "".join(f"{value};x\n" for value in values)
    return _open(folder, content, delimiter=";", header=True, **shown).data.variables[0].level


LEVELS = [
    (["1.5", "2", "3"], "continuous"),
    (["1e3", "2", "3"], "continuous"),
    ([str(i) for i in range(31)], "continuous"),
    ([str(i) for i in range(30)], "ordinal"),
    (["1", "2", "1", "2"], "nominal"),
    (["7", "7"], "nominal"),
    (["007", "8", "9"], "nominal"),
    (["0", "1", "2"], "ordinal"),
    ([str(10**15 + i) for i in range(50)], "nominal"),
    (["2024-01-31", "2023-12-01"], "ordinal"),
    (["2024-01", "2023-12"], "ordinal"),
    (["2024-01-31 10:30:00", "2023-12-01T00:00"], "ordinal"),
    (["2024-13-31", "2023-12-01"], "nominal"),
    (["2024-01-31", "5", "6"], "nominal"),
    (["a", "b", "1"], "nominal"),
    (["1,5", "2", "3"], "nominal"),
    (["", ""], "nominal"),
    (["1.5", "", "2.5"], "continuous"),
    (["nan", "1.5"], "nominal"),
]


@pytest.mark.parametrize(("values", "level"), LEVELS)
def test_a_level_is_guessed_from_the_distinct_values(tmp_path: Path, values: list[str], level: str) -> None:
    assert _level(tmp_path, values, decimal=".") == level


def test_the_decimal_mark_given_decides_what_is_a_number(tmp_path: Path) -> None:
    assert _level(tmp_path, ["1,5", "2,5"], decimal=",") == "continuous"
    assert _level(tmp_path, ["1.5", "2.5"], decimal=",") == "nominal"


def test_missing_codes_are_no_values(tmp_path: Path) -> None:
    values = ["1.5", "NA", "2.5", "it's"]
    assert _level(tmp_path, values, decimal=".", missing=("NA", "it's")) == "continuous"
    own = {"v": VariableSpec(missing=("NA", "it's", "\0"))}
    assert _level(tmp_path, values, decimal=".", variables=own) == "continuous"
    assert _level(tmp_path, values, decimal=".") == "nominal"


def test_no_texts_at_all_are_nominal() -> None:
    assert level_of(Texts(0, 0, 0, 0, 0, 0, 0)) == "nominal"


def test_every_guess_is_written_into_the_spec_and_listed(tmp_path: Path) -> None:
    shown = {"b": VariableSpec(role="key", level="nominal"), "c": VariableSpec(order=("x", "y"))}
    opened = _open(tmp_path, "a;b;c\n1,5;1;x\n2,5;2;y\n", variables=shown)
    assert opened.detected == (
        ("data.delimiter", ";"),
        ("data.quote", '"'),
        ("data.encoding", "utf-8"),
        ("data.decimal", ","),
        ("data.header", "true"),
        ("data.variables.a.level", "continuous"),
        ("data.variables.c.level", "ordinal"),
    )
    assert opened.spec == DataSpec(
        path="data.csv",
        delimiter=";",
        quote='"',
        encoding="utf-8",
        decimal=",",
        header=True,
        variables={
            "a": VariableSpec(level="continuous"),
            "b": VariableSpec(role="key", level="nominal"),
            "c": VariableSpec(level="ordinal", order=("x", "y")),
        },
    )
    assert [(v.name, v.role, v.level) for v in opened.data.variables] == [
        ("a", "other", "continuous"),
        ("b", "key", "nominal"),
        ("c", "other", "ordinal"),
    ]


def test_a_spec_with_all_guesses_written_opens_the_same_without_guessing(tmp_path: Path) -> None:
    first = _open(tmp_path, "a;b\n1,5;007\n2,5;008\n")
    second = open_data(first.spec, tmp_path, CONTEXT)
    assert second.detected == ()
    assert second.spec == first.spec
    assert second.data.variables == first.data.variables
    assert second.dialect == first.dialect


def test_variables_that_the_file_lacks_are_named_with_near_names(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        _open(
            tmp_path,
            "age,Income\n1,2\n",
            variables={"income": VariableSpec(), "zzz": VariableSpec()},
            hierarchies={"aeg": LevelsSpec(kind="levels", path="x.csv")},
        )
    assert [(p.code, p.where.key, p.params["near"]) for p in refused.value.problems] == [
        ("data.unknown_variable_near", "data.variables.income", ("Income",)),
        ("data.unknown_variable", "data.variables.zzz", ()),
        ("data.unknown_variable_near", "data.hierarchies.aeg", ("age",)),
    ]
    assert "Income" in sentence(refused.value.problems[0], Words()).remedy


def test_texts_in_a_continuous_variable_are_stated_by_line_and_not_by_value(tmp_path: Path) -> None:
    shown = {"v": VariableSpec(level="continuous"), "w": VariableSpec(level="continuous")}
    with pytest.raises(Refused) as refused:
        _open(
            tmp_path, 'v,w,t\n1,1,"x\ny"\nsecret,2,\n,3,\n3.5,4,\nhidden,5,\n', variables=shown, header=True
        )
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line, problem.where.column) == ("data.not_numbers", 4, 1)
    assert problem.where.variable == "v"
    assert (problem.params["number"], problem.params["lines"]) == (2, ("4", "7"))
    text = sentence(problem, Words()).line()
    assert "secret" not in text
    assert "hidden" not in text


def test_of_many_texts_in_a_continuous_variable_the_first_twenty_are_stated(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        _open(
            tmp_path,
            "v\n" + "x\n" * 100,
            variables={"v": VariableSpec(level="continuous")},
            header=True,
        )
    (problem,) = refused.value.problems
    assert problem.code == "data.not_numbers_many"
    assert problem.params["number"] == 100
    assert problem.params["lines"] == tuple(str(line) for line in range(2, 22))


def test_numbers_of_all_kinds_are_accepted_in_a_continuous_variable(tmp_path: Path) -> None:
    content = 'v\n1\n-1.5\n+.5\n1.\n1e-3\n 7 \nNA\n""\n'
    shown = {"v": VariableSpec(level="continuous", missing=("", "NA"))}
    assert _open(tmp_path, content, variables=shown, header=True).data.records == 8
