"""Text in fixed width without a description: the guess, the cuts, the records, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.fixed import layout_problems, preview_fixed
from sdc_desktop.engine.data.fixed_spec import WIDEST_LINE, FixedField, cuts_of, detect_fields, toggled
from sdc_desktop.engine.data.foreign.fixed_read import read
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.compare_files import compare

CONTEXT = JobContext()
TEXT = "86 Bern   1,5  007\n86 Zürich  12   12\n87 Genf   3,5    9\n"
ROWS = [("86", "Bern", "1,5", "007"), ("86", "Zürich", "12", "12"), ("87", "Genf", "3,5", "9")]
NONE = DialectHints()


def fields_of(*places: tuple[str | None, int, int]) -> tuple[FixedField, ...]:
    return tuple(FixedField(name=name, start=start, width=width) for name, start, width in places)


def places(fields: tuple[FixedField, ...]) -> list[tuple[int, int]]:
    return [(field.start, field.end) for field in fields]


def opened_of(folder: Path, path: str, **shown: object) -> Opened:
    data = {"path": path, "format": "fixed", **shown}
    return open_data(DataSpec.model_validate(data), folder, CONTEXT)


def stated_of(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.where.line) for problem in refused.value.problems]


# the guess -------------------------------------------------------------------------------------------


def test_blanks_in_all_lines_part_fields() -> None:
    assert places(detect_fields(TEXT.splitlines())) == [(1, 3), (4, 9), (10, 13), (14, 18)]
    assert places(detect_fields(["12   a", "1    b"])) == [(1, 5), (6, 6)], "to a text, or numbers before it"


def test_figures_that_are_filled_up_with_blanks_begin_a_field() -> None:
    assert places(detect_fields(["8600005", "86 1234", "87   17"])) == [(1, 2), (3, 7)]


def test_without_blanks_figures_that_turn_into_letters_part_fields() -> None:
    assert places(detect_fields(["86AB7", "87CD9"])) == [(1, 2), (3, 4), (5, 5)]
    assert places(detect_fields(["A1 B2", "A2 B3"])) == [(1, 3), (4, 5)], "codes stay whole between blanks"


def test_numbers_written_from_the_left_stay_whole() -> None:
    assert places(detect_fields(["1", "12", "1234"])) == [(1, 4)]


def test_a_line_without_end_is_a_guess_of_what_may_be_stated(tmp_path) -> None:
    (tmp_path / "x.asc").write_text("12345678" * 40_000, encoding="utf-8")
    shown = preview_fixed(tmp_path / "x.asc", NONE, None)
    assert places(shown.layout.fields) == [(1, WIDEST_LINE)]


def test_nothing_is_guessed_of_blank_lines() -> None:
    assert detect_fields([]) == detect_fields(["", "   "]) == ()


# the cuts --------------------------------------------------------------------------------------------


def test_a_cut_parts_a_field_and_the_same_cut_joins_it_again() -> None:
    fields = fields_of(("a", 1, 6))
    cut = toggled(fields, 2, 6)
    assert [(f.name, f.start, f.width) for f in cut] == [("a", 1, 2), (None, 3, 4)]
    assert toggled(cut, 2, 6) == fields


def test_a_cut_taken_away_beside_characters_of_no_field_takes_them_in() -> None:
    fields = fields_of(("a", 1, 2), ("b", 6, 2))
    assert places(toggled(fields, 2, 9)) == [(1, 5), (6, 7)]
    assert places(toggled(fields, 5, 9)) == [(1, 2), (3, 7)]
    assert places(toggled(fields, 3, 9)) == [(1, 2), (4, 5), (6, 7)]
    assert places(toggled(fields, 7, 9)) == [(1, 2), (6, 9)]
    assert toggled(fields, 9, 9) == toggled(fields, 0, 9) == fields, "not at the ends of the line"


@given(st.lists(st.integers(0, 12), max_size=12))
def test_whatever_is_cut_fields_neither_overlap_nor_leave_the_line(cuts: list[int]) -> None:
    fields = fields_of(("a", 2, 3), ("b", 8, 2))
    for at in cuts:
        before, fields = fields, toggled(fields, at, 12)
        assert not list(layout_problems([f.model_copy(update={"name": str(f)}) for f in fields], "x"))
        assert fields[0].start > 0
        assert fields[-1].end <= 12
        if 0 < at < 12:
            assert (at in cuts_of(before)) != (at in cuts_of(fields))


# the records -----------------------------------------------------------------------------------------


def test_a_file_without_anything_given_opens_as_its_preview_shows_it(tmp_path) -> None:
    (tmp_path / "x.asc").write_text(TEXT, encoding="utf-8")
    shown = preview_fixed(tmp_path / "x.asc", NONE, None)
    opened = opened_of(tmp_path, "x.asc")
    assert shown.problems == ()
    assert list(shown.rows) == opened.data.window(0, 9) == ROWS
    assert opened.data.names == shown.names == ("field1", "field2", "field3", "field4")
    assert opened.data.decimal == ","
    spec = opened.spec
    assert (spec.format, spec.encoding, spec.decimal, spec.header) == ("fixed", "utf-8", ",", False)
    assert spec.fields == shown.layout.fields
    assert {key for key, _ in opened.detected} >= {"data.fields", "data.encoding", "data.header"}
    again = open_data(spec, tmp_path, CONTEXT)
    assert again.spec == spec
    assert not again.detected


@pytest.mark.parametrize(
    ("first", "names"),
    [("year town", ("year", "town")), ("yr town", ("yr", "town")), ("a  a", ("field1", "field2"))],
)
def test_a_first_line_names_the_fields_where_it_can(tmp_path, first, names) -> None:
    (tmp_path / "x.txt").write_text(f"{first}\n86 Bern\n87 Genf\n", encoding="utf-8")
    opened = opened_of(tmp_path, "x.txt", header=True)
    assert opened.data.names == names
    assert opened.data.window(0, 9) == [("86", "Bern"), ("87", "Genf")]


def test_names_over_figures_are_noticed_and_names_given_hold(tmp_path) -> None:
    (tmp_path / "x.txt").write_text("yr    age\n86  31\n87    40\n", encoding="utf-8")
    assert preview_fixed(tmp_path / "x.txt", NONE, None).names == ("yr", "age")
    shown = [{"name": "born", "start": 1, "width": 2}, {"start": 4, "width": 6}]
    opened = opened_of(tmp_path, "x.txt", fields=shown)
    assert opened.data.names == ("born", "age")
    assert opened.spec.fields == fields_of(("born", 1, 2), ("age", 4, 6))


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig", "utf-16", "iso8859-15"])
def test_fields_count_characters_in_any_encoding(tmp_path, encoding) -> None:
    (tmp_path / "x.asc").write_bytes("Zürich 1\nGenève 2\n".encode(encoding))
    shown = {} if encoding != "iso8859-15" else {"encoding": encoding}
    fields = [{"name": "town", "start": 1, "width": 6}, {"name": "n", "start": 8, "width": 1}]
    opened = opened_of(tmp_path, "x.asc", fields=fields, **shown)
    assert opened.data.window(0, 9) == [("Zürich", "1"), ("Genève", "2")]
    assert opened.spec.encoding == encoding


def test_blank_lines_and_the_mark_of_dos_at_the_end_are_no_records(tmp_path) -> None:
    (tmp_path / "x.asc").write_bytes(b"1 2\r\n    \r\n3 4\r\n\r\n\x1a")
    fields = [{"start": 1, "width": 1}, {"start": 3, "width": 1}]
    opened = opened_of(tmp_path, "x.asc", fields=fields)
    assert opened.data.window(0, 9) == [("1", "2"), ("", ""), ("3", "4")]


def test_text_that_no_field_takes_is_stated_with_its_first_place(tmp_path) -> None:
    (tmp_path / "x.asc").write_text("12 x34\n12  34\n12  345\n", encoding="utf-8")
    opened = opened_of(tmp_path, "x.asc", fields=[{"start": 1, "width": 2}, {"start": 5, "width": 2}])
    (note,) = opened.notes
    assert (note.code, note.severity, note.where.line) == ("fixed.outside", "warning", 1)
    assert note.params == {"number": 2, "place": 4}
    assert opened.data.window(0, 9) == [("12", "34")] * 3


# what is refused -------------------------------------------------------------------------------------


def test_a_line_that_ends_before_a_field_is_stated_with_line_and_field(tmp_path) -> None:
    (tmp_path / "x.asc").write_text("names\n12 34\n1\n", encoding="utf-8")
    fields = [{"name": "b", "start": 4, "width": 2}, {"name": "a", "start": 1, "width": 2}]
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, "x.asc", fields=fields, header=True)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line, problem.where.column) == ("fixed.short_line", 3, 1)
    assert (problem.params["name"], problem.params["start"], problem.params["found"]) == ("b", 4, 1)


def test_fields_that_overlap_or_share_a_name_are_stated(tmp_path) -> None:
    (tmp_path / "x.asc").write_text("123456\n", encoding="utf-8")
    fields = [{"name": "a", "start": 1, "width": 4}, {"name": "a", "start": 3, "width": 1}]
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, "x.asc", fields=fields)
    assert stated_of(refused) == [("data.name_twice", None), ("fixed.overlap", None)]
    params = refused.value.problems[1].params
    assert (params["first"], params["last"]) == (3, 3)


def test_an_empty_field_is_refused_with_its_key() -> None:
    data = {"path": "x.asc", "format": "fixed", "fields": [{"name": "a", "start": 1, "width": 0}]}
    with pytest.raises(Refused) as refused:
        plan_from_json({"schema": 2, "data": data, "jobs": []})
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.key) == ("plan.too_small", "data.fields[0].width")


@pytest.mark.parametrize(
    ("content", "told", "expected"),
    [
        (b"", {}, [("fixed.no_fields", None)]),
        (b"\n\n", {}, [("fixed.no_fields", None)]),
        (b"1 2\n", {"encoding": "no such"}, [("csv.unknown_encoding", None)]),
        (b"1 2\n\xff 2\n", {"encoding": "utf-8"}, [("csv.undecodable", 2)]),
        (b"1 2\n\0 2\n", {}, [("csv.nul", 2)]),
        (b"1 2\n1 2\n", {"format": None, "fields": [{"start": 1, "width": 1}]}, [("fixed.not_given", None)]),
        (b"ab\n", {"header": True}, [("data.no_records", None)]),
    ],
)
def test_a_file_that_cannot_be_read_so_is_refused(tmp_path, content, told, expected) -> None:
    (tmp_path / "x.asc").write_bytes(content)
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, "x.asc", **told)
    assert stated_of(refused) == expected


@given(st.binary(max_size=80), st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=3))
@example("ä 1\nü 2\n".encode(), [(1, 1)])
@example(b"1\r2\n\x1a", [(1, 1)])
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_file_holds_it_is_read_whole_or_refused(tmp_path, content, told) -> None:
    path = tmp_path / "x.asc"
    path.write_bytes(content)
    fields = fields_of(*((None, start, width) for start, width in told)) or None
    try:
        shown = preview_fixed(path, NONE, fields)
        if shown.problems:
            return
        dialect = shown.layout.dialect
        reading = read(path, shown.layout.fields, dialect.encoding, dialect.header)
        rows = [row for block, _ in reading.blocks for row in block]
    except (Refused, Unreadable):
        return
    assert {len(row) for row in rows} <= {reading.width}
    assert rows[: len(shown.rows)] == list(shown.rows)


# without a word in the plan --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "fields"),
    [
        ("x.dat", "Bern  12\nThun   7\n", ("field1 1\u20134", "field2 5\u20138")),
        ("x.csv", "Bern  12\nThun   7\n", ("field1 1\u20134", "field2 5\u20138")),
        ("x.txt", "Bern  12,5\nThun   7,3\n", ("field1 1\u20134", "field2 5\u201310")),
        ("x.txt", "town  size\nBern  12,5\nThun   7,3\n", ("town 1\u20134", "size 5\u201310")),
    ],
)
def test_text_that_looks_fixed_is_a_question_that_says_what_was_found(tmp_path, name, text, fields) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, name, format=None)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["fields"]) == ("fixed.not_chosen", fields)
    assert opened_of(tmp_path, name, format="fixed").data.records == 2
    assert opened_of(tmp_path, name, format=None, delimiter=";").data.records > 0


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("x.csv", "name\nAnna Berg\nMax Moos\n", ("name",)),
        ("x.txt", "age\n12\n7\n", ("age",)),
        ("x.txt", "a,b\n1,2\n3,4\n", ("a", "b")),
        ("x.txt", "town,size\nBern 1,12\nThun 2,7\n", ("town", "size")),
    ],
)
def test_delimited_text_is_no_question(tmp_path, name, text, names) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert opened_of(tmp_path, name, format=None).data.names == names


# in a plan -------------------------------------------------------------------------------------------


def test_a_job_reads_fixed_width_and_writes_it_with_its_description(tmp_path) -> None:
    (tmp_path / "x.asc").write_text(TEXT, encoding="utf-8")
    fields = [{"name": "year", "start": 1, "width": 2}, {"name": "income", "start": 10, "width": 5}]
    job = {
        "name": "r",
        "kind": "top_code",
        "params": {"bounds": {"income": {"top": 10}}},
        "output": {"path": "out.rda"},
    }
    variables = {"year": {"role": "key"}}
    data = {"path": "x.asc", "format": "fixed", "decimal": ",", "fields": fields, "variables": variables}
    run_plan(plan_from_json({"schema": 2, "data": data, "jobs": [job]}), tmp_path, tmp_path / "out", CONTEXT)
    again = open_data(DataSpec(path="out.rda"), tmp_path / "out", CONTEXT)
    assert again.data.names == ("year", "income")
    assert [row[0] for row in again.data.window(0, 9)] == ["86", "86", "87"]


def test_next_months_file_is_cut_as_the_plan_says(tmp_path) -> None:
    (tmp_path / "may.asc").write_text(TEXT, encoding="utf-8")
    (tmp_path / "june.txt").write_text("99 Chur   7,5  123\n", encoding="utf-8")
    opened = opened_of(tmp_path, "may.asc")
    plan = Plan(data=opened.spec.model_copy(update={"sha256": opened.sha256}))
    june = compare(plan, "june.txt", tmp_path, CONTEXT)
    assert june.differences == ()
    assert june.opened.data.window(0, 9) == [("99", "Chur", "7,5", "123")]
