"""What a data frame of R gets of records: bytes, factors, and what is NA."""

import gzip
from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.reading import Style, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import write_data
from tests.support.rds import Vector, read_frame

CONTEXT = JobContext()
# of data.frame(a = c(1L, NA), b = c("\u00e4", NA), row.names = NULL), but for the version of R
OF_R = bytes.fromhex(
    "580a000000020003050000020300"
    "00000313000000020000000d0000000200000001800000000000001000000002000080090000000"
    "2c3a400000009ffffffff0000040200000001000400090000000"
    "56e616d657300000010000000020004000900000001610004000900000001620000040200000001"
    "0004000900000005636c6173730000001000000001000400090000000a646174612e6672616d650000"
    "0402000000010004000900000009726f772e6e616d65730000000d0000000280000000fffffffe000000fe"
)


def frame(folder: Path, text: str, *columns: Column, **variables: object) -> dict[str, Vector]:
    """The variables that a file of delimited text becomes."""
    (folder / "a.csv").write_text(text, encoding="utf-8")
    spec = DataSpec.model_validate({"path": "a.csv", "variables": variables})
    found = open_data(spec, folder, CONTEXT)
    write_data(found.data, folder / "a.rds", OutputSpec(path="a.rds"), Style(columns=columns), CONTEXT)
    return read_frame(folder / "a.rds")


def notes(folder: Path, text: str, **variables: object) -> set[str]:
    """The codes of the notes on a file that delimited text becomes."""
    (folder / "a.csv").write_text(text, encoding="utf-8")
    found = open_data(DataSpec.model_validate({"path": "a.csv", "variables": variables}), folder, CONTEXT)
    output = OutputSpec(path="a.rds")
    return {note.code for note in write_data(found.data, folder / "a.rds", output, Style(), CONTEXT).notes}


def test_a_frame_has_the_bytes_that_r_gives_it(tmp_path) -> None:
    frame(tmp_path, "a,b\n1,ä\n,\n")
    assert gzip.decompress((tmp_path / "a.rds").read_bytes()) == OF_R


def test_an_ordinal_variable_with_its_order_is_an_ordered_factor_of_the_values_that_occur(tmp_path) -> None:
    order = {"level": "ordinal", "order": ["low", "mid", "high", "top"], "missing": ["", "x"]}
    text = 'edu\nhigh\nlow\nx\n*\n""\n'
    (edu,) = frame(tmp_path, text, edu=order).values()
    assert (edu.kind, edu.values) == ("integer", [2, 1, None, None, None])
    assert edu.texts("levels") == ["low", "high"]
    assert edu.texts("class") == ["ordered", "factor"]
    assert notes(tmp_path, text, edu=order) == {"write.codes_emptied"}


def test_a_value_outside_the_order_makes_it_text(tmp_path) -> None:
    order = {"level": "ordinal", "order": ["low", "mid"]}
    (edu,) = frame(tmp_path, "edu\nlow\nmid or high\n", edu=order).values()
    assert (edu.kind, edu.values, edu.attributes) == ("character", ["low", "mid or high"], {})


def test_an_ordinal_variable_whose_values_are_all_missing_keeps_its_codes(tmp_path) -> None:
    order = {"level": "ordinal", "order": ["low", "high"], "missing": ["", "x"]}
    text = 'edu\nx\n""\n'
    (edu,) = frame(tmp_path, text, edu=order).values()
    assert (edu.kind, edu.values, edu.texts("na_values")) == ("character", ["x", None], ["x"])
    assert notes(tmp_path, text, edu=order) == set()


def test_a_factor_keeps_the_order_of_its_levels_but_none_that_no_longer_occurs(tmp_path) -> None:
    column = Column("region", origin="r", measure="nominal", levels=("north", "secret", "east"))
    (region,) = frame(tmp_path, "region\neast\nnorth\nsouth or west\n*\n", column).values()
    assert region.texts("levels") == ["north", "east", "*", "south or west"]
    assert (region.values, region.texts("class")) == ([2, 1, 4, 3], ["factor"])


def test_codes_that_are_no_numbers_are_na_to_every_program(tmp_path) -> None:
    found = frame(
        tmp_path, "a,b\n1,1\n*,NA\nrefused,3\n,4\n", a={"missing": ["", "refused"]}, b={"missing": ["NA"]}
    )
    labels = found["a"].attributes["labels"]
    letters = dict(zip(labels.texts("names"), labels.values, strict=True))
    assert found["a"].values == [1.0, letters["*"], letters["refused"], None]
    assert (found["b"].kind, found["b"].values) == ("integer", [1, None, 3, 4])


def test_texts_stay_texts_and_their_codes_are_declared(tmp_path) -> None:
    found = frame(tmp_path, "plz,town\n007,NA\n1990,=1+1\n", town={"missing": ["NA"]})
    assert found["plz"].values == ["007", "1990"]
    assert (found["town"].values, found["town"].texts("na_values")) == (["NA", "=1+1"], ["NA"])
    assert found["town"].texts("class")[-1] == "character"


def test_truth_values_are_logical_and_names_are_kept(tmp_path) -> None:
    found = frame(tmp_path, "Größe (cm),if\ntrue,1\nfalse,2\n,3\n")
    assert tuple(found) == ("Größe (cm)", "if")
    assert (found["Größe (cm)"].kind, found["Größe (cm)"].values) == ("logical", [1, 0, None])


def test_numbers_beyond_whole_ones_of_r_are_doubles(tmp_path) -> None:
    found = frame(tmp_path, "a,b\n4000000000,1.5\n-1,1e300\n")
    assert (found["a"].kind, found["a"].values) == ("double", [4e9, -1.0])
    assert found["b"].values == [1.5, 1e300]


def test_the_largest_number_stays_a_number(tmp_path) -> None:
    (found,) = frame(tmp_path, "a\n1.7976931348623157e308\n0.5\n").values()
    assert found.values == [1.7976931348623157e308, 0.5]


def test_a_range_of_missing_codes_is_kept(tmp_path) -> None:
    about = {"labels": (("90", "refused"), ("1", "one")), "missing": ("90", "95"), "ranges": (("90", "99"),)}
    column = Column("a", "integer", "Answer", origin="sav", **about)
    (found,) = frame(tmp_path, "a\n1\n90\n95\n", column, a={"missing": ["", "90", "95"]}).values()
    assert (found.texts("na_range"), found.texts("na_values")) == ([90.0, 99.0], [])
    assert found.attributes["labels"].values == [90.0, 1.0]
    assert found.texts("label") == ["Answer"]


def test_more_codes_than_letters_are_refused_and_nothing_is_written(tmp_path) -> None:
    codes = [f"c{number}" for number in range(27)]
    with pytest.raises(Refused) as refusal:
        frame(tmp_path, "\n".join(("a", "1", *codes, "")), a={"missing": codes})
    assert [problem.code for problem in refusal.value.problems] == ["write.too_many_missing"]
    assert not (tmp_path / "a.rds").exists()


def test_writing_stops_when_cancelled_and_leaves_nothing(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("a\n1\n", encoding="utf-8")
    found = open_data(DataSpec(path="a.csv"), tmp_path, CONTEXT)
    stopped = JobContext(is_cancelled=lambda: True)
    with pytest.raises(Cancelled):
        write_data(found.data, tmp_path / "a.rds", OutputSpec(path="a.rds"), Style(), stopped)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
