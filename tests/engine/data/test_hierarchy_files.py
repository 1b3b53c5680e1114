"""Files of levels: what is written is read back as the same hierarchy."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import codings, from_intervals, from_table
from sdc_desktop.engine.data.hierarchies.kinds import described
from sdc_desktop.engine.data.hierarchies.level_table import LevelTable, arx_rows, hierarchy_of, level_table
from sdc_desktop.engine.data.hierarchies.spec import BoundsSpec, DatesSpec, MaskSpec
from sdc_desktop.engine.data.hierarchy_files import levels_spec, load_hierarchy, write_levels
from sdc_desktop.engine.problems import Refused
from tests.support.data import YOB, patient_hierarchies

DIALECT = Dialect()
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)


def read(folder: Path, delimiter: str):
    spec = levels_spec("h.csv", delimiter)
    return load_hierarchy("v", spec, DIALECT, folder, JobContext())[0]


def round_trip(hierarchy, categories, missing, delimiter=";"):
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_levels(folder / "h.csv", arx_rows(hierarchy, categories, missing), delimiter, JobContext())
        return read(folder, delimiter)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(",;\t|\"'x "))
def test_a_tree_of_any_texts_is_read_back_as_it_was(data, delimiter) -> None:
    values = data.draw(st.lists(texts, min_size=1, max_size=8, unique=True))
    steps = data.draw(st.integers(1, 3))
    rows = [(value, *(data.draw(texts) for _ in range(steps))) for value in values]
    hierarchy = from_table("v", rows, [str(number) for number in range(steps + 1)], "")
    missing = data.draw(st.sampled_from([(), ("",), (values[0],)]))
    categories = (*values, *(text for text in missing if text not in values))
    back = round_trip(hierarchy, categories, missing, delimiter)
    assert codings(back, categories, missing).labels == codings(hierarchy, categories, missing).labels


def test_a_file_of_values_alone_is_read_back() -> None:
    hierarchy = from_table("v", [("a",), ("",), ("b",)], ["1"], "")
    back = round_trip(hierarchy, ("a", "b", ""), ("",))
    assert codings(back, ("a", "b", ""), ("",)).labels == (("a", "b", ""), ("*", "*", "*"))


@pytest.mark.parametrize(
    ("hierarchy", "categories"),
    [
        (from_intervals("v", YOB), ("1961", "1990", "")),
        (from_intervals("v", YOB), ("1961", "")),
        (patient_hierarchies()["ms"], ("", "Single", "Widowed")),
        (described("v", MaskSpec(kind="mask", length=3)), ("007", "", "abc")),
        (described("v", DatesSpec(kind="dates", parts=("month", "year"))), ("2024-05-01", "", "2023-12-31")),
        (described("v", BoundsSpec(kind="bounds", bottom=0, top=(9, 5))), ("-1", "", "0", "7", "12")),
    ],
)
def test_every_kind_is_read_back_with_the_same_labels(hierarchy, categories) -> None:
    back = round_trip(hierarchy, categories, ("",))
    assert codings(back, categories, ("",)).labels == codings(hierarchy, categories, ("",)).labels


def test_an_edited_table_is_read_back_for_editing_as_it_was(tmp_path) -> None:
    table = LevelTable((("a", "=b", "c;"), ("x", "x", "y y"), ("x", "x", "\u00fc")))
    write_levels(tmp_path / "h.csv", arx_rows(hierarchy_of("v", table), (), ()), ";", JobContext())
    assert (tmp_path / "h.csv").read_bytes() == 'a;x;x;*\n=b;x;x;*\n"c;";y y;ü;*\n'.encode()
    assert level_table(read(tmp_path, ";"), (), ()).columns[:3] == table.columns


def test_a_stopped_export_leaves_the_file_as_it_was(tmp_path) -> None:
    path = tmp_path / "h.csv"
    path.write_text("before")
    with pytest.raises(Cancelled):
        write_levels(path, [("a", "*")], ";", JobContext(is_cancelled=lambda: True))
    assert path.read_text() == "before"
    assert [found.name for found in tmp_path.iterdir()] == ["h.csv"]


def test_a_folder_that_is_not_there_is_stated(tmp_path) -> None:
    with pytest.raises(Refused) as refusal:
        write_levels(tmp_path / "no" / "h.csv", [("a", "*")], ";", JobContext())
    assert [problem.code for problem in refusal.value.problems] == ["file.no_folder"]


def test_a_value_twice_in_a_file_is_an_error_with_other_groups_and_a_note_with_the_same(tmp_path) -> None:
    path = tmp_path / "h.csv"
    path.write_text("a;x\nb;x\na;x\n")
    assert [note.code for note in read(tmp_path, ";").notes] == ["hierarchy.repeated"]
    path.write_text("a;x\nb;x\na;y\n")
    with pytest.raises(Refused) as refusal:
        read(tmp_path, ";")
    assert refusal.value.problems[0].params["values"] == ("a",)
