"""What formats get of variables: types by values and level, missing codes, labels, and what is told of it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.fitting import fitted
from sdc_desktop.engine.problems import Refused
from tests.support.data import microdata

CONTEXT = JobContext()


def data(values: Sequence[str], missing: tuple[str, ...] = ("",), level: str = "nominal") -> Microdata:
    found = microdata({"x": values})
    return found.with_variables([replace(found.variables[0], missing=missing, level=level)])


def fit(
    values: Sequence[str], format: str, column: Column | None = None, **text: object
) -> tuple[Fitted, dict[str, tuple[str, ...]]]:
    """The variable as the format gets it, and the codes of the notes with what they list."""
    columns = () if column is None else (column,)
    (found,), notes = fitted(data(values, **text), columns, format, f"out.{format}", CONTEXT)
    return found, {one.code: one.params["listed"] for one in notes}


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "22", ""], "integer"),
        (["1.5", "2", ".5", "1e3"], "number"),
        (["+1", "-0", " 3 "], "integer"),
        (["1990-02-28", ""], "date"),
        (["1990-02-30"], "text"),
        (["2024-05-01 08:30:00"], "datetime"),
        (["2024-05-01T08:30:00.5"], "datetime"),
        (["25:10:00", "-01:00:00"], "time"),
        (["10:99:00"], "text"),
        (["true", "false"], "text"),
        (["a", "1"], "text"),
        (["", ""], "text"),
    ],
)
def test_the_type_comes_from_the_values(values, kind) -> None:
    assert fit(values, "sav")[0].type == kind


@pytest.mark.parametrize("format", ["xlsx", "ods", "parquet"])
def test_truth_values_stay_such_where_the_format_has_them(format) -> None:
    assert fit(["true", "false"], format)[0].type == "boolean"


def test_truth_values_of_a_typed_file_become_numbers_with_labels_in_spss() -> None:
    found, _ = fit(["true", "false"], "sav", Column("x", "boolean", origin="parquet"))
    assert (found.type, found.labels) == ("boolean", (("1", "true"), ("0", "false")))


@pytest.mark.parametrize("format", ["sav", "dta", "xpt", "xlsx", "ods", "parquet"])
def test_leading_zeros_are_kept_as_text_and_stated_unless_the_level_is_continuous(format) -> None:
    found, notes = fit(["007", "12"], format)
    assert (found.type, notes["write.zeros_kept"]) == ("text", ("x",))
    found, notes = fit(["007", "12"], format, level="continuous")
    assert (found.type, notes) == ("integer", {})


@pytest.mark.parametrize("format", ["sav", "dta", "xpt"])
def test_numbers_with_more_figures_than_a_double_holds_stay_text(format) -> None:
    found, notes = fit(["12345678901234567890", "1"], format)
    assert (found.type, notes["write.figures_kept"]) == ("text", ("x",))
    assert fit(["0.1234567890123456789"], format)[0].type == "text"
    assert fit(["9007199254740992", "0.1"], format)[0].type == "number"


def test_parquet_holds_whole_numbers_of_eighteen_figures() -> None:
    assert fit(["123456789012345678"], "parquet")[0].form == "BIGINT"
    assert fit(["1234567890123456789"], "parquet")[0].type == "text"


def test_a_type_of_the_source_is_kept_while_the_values_fit_and_widened_when_not() -> None:
    column = Column("x", "number", form="DECIMAL(5,2)", origin="parquet")
    assert fit(["1.25"], "parquet", column)[0].form == "DECIMAL(5,2)"
    assert fit(["1.255"], "parquet", column)[0].form == "DOUBLE"
    assert fit(["1000"], "parquet", column)[0].form == "DOUBLE"
    column = Column("x", "integer", form="TINYINT", origin="parquet")
    assert [fit([value], "parquet", column)[0].form for value in ("127", "128")] == ["TINYINT", "BIGINT"]


def test_a_text_of_a_typed_file_stays_text_whatever_it_looks_like() -> None:
    found, notes = fit(["007", "1990-02-28"], "sav", Column("x", "text", origin="parquet"))
    assert (found.type, notes) == ("text", {})


def test_formats_are_translated_and_made_to_the_size_of_the_values() -> None:
    assert fit(["5", "120"], "sav")[0].form == "F3.0"
    assert fit(["-5.25", "120"], "sav")[0].form == "F6.2"
    assert fit(["5.25", "120"], "dta")[0].form == "%9.2f"
    column = Column("x", "date", form="DATE11", origin="sav")
    assert fit(["1990-02-28"], "dta", column)[0].form == "%td"
    assert fit(["1990-02-28"], "sav", column)[0].form == "DATE11"
    moments = Column("x", "date", form="%tc", origin="dta")  # all at midnight
    assert fit(["1990-02-28"], "dta", moments)[0].stored == "datetime"


def test_suppressed_values_are_a_missing_code_of_numbers_and_texts_among_texts() -> None:
    assert dict(fit(["1", "*", ""], "dta")[0].codes) == {"*": ".a"}
    assert dict(fit(["1", "*"], "parquet")[0].codes) == {"*": ""}
    found, notes = fit(["1", "*", ""], "sav")
    assert (dict(found.codes), found.missing, found.labels) == ({"*": "-1"}, ("-1",), (("-1", "*"),))
    assert notes["write.codes"] == ("x: * \u2192 -1",)
    assert fit(["a", "*"], "dta")[0].codes == ()


def test_a_single_code_without_words_is_an_empty_value_in_spss_where_there_is_none() -> None:
    found, notes = fit(["1", "NA"], "sav", missing=("", "NA"))
    assert (dict(found.codes), found.missing) == ({"NA": ""}, ())
    assert notes["write.codes_emptied"] == ("x",)


def test_stata_and_sas_get_letters_and_keep_those_that_codes_have() -> None:
    codes = ("", ".c", "99", "NA")
    values = ["1", ".c", "99", "NA"]
    assert dict(fit(values, "dta", missing=codes)[0].codes) == {".c": ".c", "99": ".a", "NA": ".b"}
    assert dict(fit(values, "xpt", missing=codes)[0].codes) == {".c": ".C", "99": ".A", "NA": ".B"}
    many = tuple(str(code) for code in range(100, 130))
    with pytest.raises(Refused) as refused:
        fit(["1", *many], "dta", missing=many)
    assert [one.code for one in refused.value.problems] == ["write.too_many_missing"]


def test_spss_gets_three_codes_or_a_range_that_holds_no_value() -> None:
    codes = ("", "97", "98", "99")
    assert fit(["1", *codes], "sav", missing=codes)[0].missing == ("97", "98", "99")
    codes = ("", "96", "97", "98", "99", "-1")
    found = fit(["1", *codes], "sav", missing=codes)[0]
    assert (found.ranges, found.missing) == (((96.0, 99.0),), ("-1",))
    codes = ("", "2", "4", "6", "8")
    with pytest.raises(Refused) as refused:
        fit(["1", "3", "5", "7", *codes], "sav", missing=codes)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.variable) == ("write.too_many_missing", "x")


def test_ranges_of_an_spss_file_are_written_as_they_were() -> None:
    column = Column("x", "integer", missing=("97", "99"), ranges=(("90.0", "1e+300"),), origin="sav")
    found, _ = fit(["1", "97", "99"], "sav", column, missing=("", "97", "99"))
    assert (found.ranges, found.missing) == (((90.0, 1e300),), ())


def test_letters_with_words_become_numbers_with_words_in_spss() -> None:
    column = Column(
        "x", "integer", labels=((".a", "refused"), ("1", "one")), missing=(".a", ".b"), origin="dta"
    )
    found, _ = fit(["1", ".a", ".b"], "sav", column, missing=("", ".a", ".b"))
    assert dict(found.codes) == {".a": "-1", ".b": "-2"}
    assert dict(found.labels) == {"-1": "refused", "1": "one", "-2": ".b"}


def test_what_has_no_labels_or_marks_says_which_it_leaves_out() -> None:
    column = Column("x", "integer", "a label", labels=(("1", "one"),), missing=("9",), origin="sav")
    for format in ("xlsx", "ods", "parquet"):
        _, notes = fit(["1", "9"], format, column, missing=("", "9"))
        assert set(notes) == {"write.labels_left", "write.codes_unmarked"}
    assert set(fit(["1", "9"], "xpt", column, missing=("", "9"))[1]) == {"write.labels_left", "write.codes"}
    assert set(fit(["a"], "dta", Column("x", labels=(("a", "word"),), origin="sav"))[1]) == {
        "write.labels_left"
    }
    _, notes = fitted(data(["1"]), (column,), "csv", "out.csv", CONTEXT)
    assert [one.code for one in notes] == ["write.labels_left"]


@pytest.mark.parametrize("format", ["sav", "zsav", "dta", "rds"])
def test_labels_of_values_that_no_record_has_stay_behind(format) -> None:
    labels = (("1", "nurse"), ("4", "bishop"), ("8", "in prison"), ("9", "refused"))
    column = Column("x", "number", labels=labels, missing=("8", "9"), origin="sav")
    found, notes = fit(["1.0", "9", "2.5"], format, column, missing=("", "8", "9"))
    assert list(dict(found.labels).values()) == ["nurse", "refused"]
    assert notes["write.labels_unused"] == ("x",)
    assert "write.labels_unused" not in fit(["1", "4", "8", "9"], format, column)[1]


@pytest.mark.parametrize("format", ["sav", "rds"])
def test_labels_of_texts_that_no_record_has_stay_behind(format) -> None:
    column = Column("x", "text", labels=(("01", "clerk"), ("1", "bishop")), origin="sav")
    found, notes = fit(["01", "01"], format, column)
    assert found.labels == (("01", "clerk"),)
    assert notes["write.labels_unused"] == ("x",)


def test_labels_that_are_too_long_are_shortened_and_stated() -> None:
    column = Column("x", "integer", "ä" * 300, labels=(("1", "w" * 200),), origin="dta")
    found, notes = fit(["1"], "sav", column)
    assert (len(found.label.encode()), len(found.labels[0][1])) == (256, 120)
    assert notes["write.labels_cut"] == ("x",)


@pytest.mark.parametrize(
    ("format", "value", "note"),
    [
        ("sav", "1582-10-14", "write.dates_kept"),
        ("xpt", "1500-01-01", "write.dates_kept"),
        ("dta", "0050-01-01", "write.dates_kept"),
        ("parquet", "25:00:00", "write.times_kept"),
        ("xpt", "1e80", "write.amounts_kept"),
        ("xpt", "1e-90", "write.amounts_kept"),
    ],
)
def test_what_a_format_cannot_hold_stays_text_and_is_stated(format, value, note) -> None:
    found, notes = fit([value], format)
    assert (found.type, list(notes)) == ("text", [note])


def test_a_text_that_is_too_long_is_refused_before_anything_is_written() -> None:
    with pytest.raises(Refused) as refused:
        fit(["x" * 40_000], "sav")
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["longest"]) == ("write.text_too_long", 40_000)


def test_blanks_that_a_format_drops_are_stated() -> None:
    assert fit(["a "], "sav")[1]["write.blanks_cut"] == ("x",)
    assert fit(["a "], "dta")[1] == {}


def test_decimal_commas_are_numbers_and_texts_get_the_width_of_their_bytes() -> None:
    comma = replace(data(["1,5", "2"]), decimal=",")
    (found,), _ = fitted(comma, (), "sav", "out.sav", CONTEXT)
    assert (found.type, found.decimal) == ("number", ",")
    assert fit(["Zürich"], "xpt")[0].width == 7


def test_levels_become_measures() -> None:
    measures = [fit(["1"], "sav", level=level)[0].measure for level in ("continuous", "ordinal", "nominal")]
    assert measures == ["scale", "ordinal", "nominal"]
    assert fit(["a"], "sav", level="continuous")[0].measure == "nominal"


def test_names_that_change_are_stated_old_and_new_and_kept_as_labels() -> None:
    found = microdata({"a b": ["1"], "c": ["2"]})
    (first, second), (note,) = fitted(found, (), "sav", "out.sav", CONTEXT)
    assert (first.name, first.label, second.name, second.label) == ("a_b", "a b", "c", "")
    assert (note.code, note.params["old"], note.params["new"]) == ("write.renamed", ("a b",), ("a_b",))
