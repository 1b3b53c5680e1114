"""Files that R 4.2 wrote (`files/make.R`), with values of each type as R means them."""

import gzip
import math
import struct
from pathlib import Path

import pytest
from backports import zstd

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.rdata.read import looks, read
from sdc_desktop.engine.data.rdata.recognised import is_file_of_r
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from tests.support import r_files

FILES = Path(__file__).parent / "files"
COLUMNS = {
    "id": ("integer", "1", "2", "3", "4"),
    "age": ("number", "31.5", "", "", ""),
    "children": ("integer", "1", "2", "", "4"),
    "sex": ("text", "m", "f", "", "m"),
    "grade": ("text", "low", "high", "mid", ""),
    "town": ("text", "Zürich", "NA", "", "日本"),
    "member": ("boolean", "true", "false", "", "true"),
    "born": ("date", "1990-02-28", "2024-02-29", "", "1900-01-01"),
    "seen": ("datetime", "2024-05-01 08:30:00", "2024-05-02 00:00:00", "", "1999-12-31 23:00:01"),
    "zoned": ("datetime", "2024-05-01 06:30:00", "2024-05-01 22:00:00", "", "1999-12-31 22:00:01.500000"),
    "parts": ("datetime", "2024-05-01 08:30:00", "2024-05-02 00:00:00", "", "1999-12-31 23:00:01"),
    "stay": ("number", "1", "2.5", "", "3"),
    "clock": ("time", "08:30:00", "", "00:00:00", "23:59:59.500000"),
    "account": ("integer", "5", "-1", "", "4294967303"),
    "answer": ("integer", "1", ".a", "2", "9"),
    "spss": ("integer", "1", "98", "2", "-9"),
    "month": ("number", "2024", "2024.5", "2025", ""),
}


def columns_of(path: Path, sheet: str | None = None) -> dict[str, tuple[str, ...]]:
    """What the reader gives: type and texts of each variable."""
    reading = read(path, sheet)
    rows = [row for block, _ in reading.blocks for row in block]
    values = list(zip(*rows, strict=True)) or [()] * reading.width
    return {
        column.name: (column.type, *texts) for column, texts in zip(reading.columns(), values, strict=True)
    }


def opened(name: str, **more: object) -> Opened:
    return open_data(DataSpec.model_validate({"path": name, **more}), FILES, JobContext())


def problem_of(name: str, sheet: str | None = None) -> tuple[str, dict[str, object]]:
    with pytest.raises(Unreadable) as refused:
        read(FILES / name, sheet)
    return refused.value.code, dict(refused.value.figures)


@pytest.mark.parametrize("name", ["survey.rds", "xz.rds", "bzip2.rds", "little.rds"])
def test_values_of_each_type_are_read_from_each_form_and_compression(name) -> None:
    assert columns_of(FILES / name) == COLUMNS


def test_the_form_in_words_is_read() -> None:
    names = ("id", "age", "sex", "town", "born")
    assert columns_of(FILES / "ascii.rds") == {name: COLUMNS[name] for name in names}


def test_vectors_that_r_saves_in_short_are_written_out() -> None:
    found = columns_of(FILES / "short.rds")
    assert found["number"] == ("integer", *map(str, range(1, 301)))
    assert found["text"] == ("text", *map(str, range(1, 301)))
    assert found["half"][:4] + found["half"][-2:] == ("text", "0.5", "1", "1.5", "149.5", "1e+05")
    assert found["step"][:5] == ("number", "0.25", "0.5", "0.75", "1")
    assert found["sorted"] == found["number"]
    raw = gzip.decompress((FILES / "short.rds").read_bytes())
    assert all(name in raw for name in (b"compact_intseq", b"deferred_string", b"wrap_real"))


def test_a_file_opens_with_levels_labels_missing_codes_and_order() -> None:
    found = opened("survey.rds")
    columns = {column.name: column for column in found.columns}
    assert [found.spec.variables[name].level for name in ("sex", "grade", "age")] == [
        "nominal",
        "ordinal",
        "continuous",
    ]
    assert (found.spec.format, found.spec.sheet) == ("rds", None)
    assert columns["sex"].levels == ("m", "f", "x")
    assert found.spec.variables["grade"].order == ("low", "mid", "high")
    assert found.data.variable("grade").order == ("low", "mid", "high")
    answer, spss = columns["answer"], columns["spss"]
    assert (answer.label, answer.labels) == (
        "A question",
        (("1", "yes"), ("2", "no"), (".a", "refused")),
    )
    assert (spss.missing, spss.ranges) == (("-9", "98"), (("97.0", "99.0"),))
    missing = {name: found.data.variable(name).missing for name in ("answer", "spss", "town")}
    assert missing == {"answer": ("", ".a"), "spss": ("", "-9", "98"), "town": ("",)}
    assert {one.code: one.params["listed"] for one in found.notes} == {
        "r.infinite": ("age (1)",),
        "r.time_zone": ("zoned (Europe/Zurich)",),
        "r.units": ("stay (days)",),
        "r.as_numbers": ("month (yearmon)",),
    }


def test_a_plan_that_states_another_level_or_order_is_followed() -> None:
    given = {"grade": {"level": "nominal"}}
    assert opened("survey.rds", variables=given).data.variable("grade").order is None
    given = {"grade": {"order": ["high", "mid", "low"]}}
    assert opened("survey.rds", variables=given).spec.variables["grade"].order == ("high", "mid", "low")


def test_data_frames_of_a_file_are_chosen_by_name_and_other_objects_are_named() -> None:
    code, figures = problem_of("several.RData")
    assert (code, figures["names"]) == ("data.several_data_sets", ("people (2 × 1)", "towns (2 × 1)"))
    assert problem_of("several.RData", sheet="model")[0] == "r.no_object"
    found = opened("several.RData", sheet="people")
    assert found.data.names == ("row.names", "age")
    assert found.data.window(0, 9) == [("Ann", "31"), ("Ben", "40")]
    others = ("model (lm)", "twice (function)", "itself (environment)", "object (P)", "counts (table)")
    assert [(one.code, one.params["listed"]) for one in found.notes] == [
        ("r.left_out", others),
        ("r.row_names", ("row.names",)),
    ]
    assert [look.size for look in looks(FILES / "several.RData")] == ["people (2 × 1)", "towns (2 × 1)"]


def test_row_names_that_are_numbers_of_other_records_are_reported() -> None:
    assert columns_of(FILES / "several.RData", "towns") == {"town": ("text", "Thun", "Biel")}
    warnings = read(FILES / "several.RData", "towns").warnings()
    assert [one.code for one in warnings] == ["r.left_out", "r.row_numbers"]


def test_a_data_frame_without_records_gives_none() -> None:
    assert columns_of(FILES / "empty.rds") == {"a": ("integer",)}


def test_data_frames_in_a_list_are_chosen_by_their_names() -> None:
    assert problem_of("list.rds")[1]["names"] == ("first (2 × 1)", "second (2 × 1)")
    found = read(FILES / "list.rds", "second")
    assert found.columns()[0].name == "town"
    assert found.warnings()[0].figures["listed"] == ("size (double)",)


def test_an_rda_file_is_one_of_r_or_of_argus_by_its_content() -> None:
    found = opened("people.rda")
    assert (found.format, found.spec.format, found.data.records) == ("rds", "rds", 2)


@pytest.mark.parametrize(
    ("name", "code", "figures"),
    [
        ("counts.rds", "r.no_frame", {"listed": ("table",)}),
        ("listed.rds", "data.nested", {"column": 2, "variable": "l", "type": "list"}),
        ("matrix.rds", "data.nested", {"column": 2, "variable": "m", "type": "matrix"}),
        ("twice.rds", "data.name_twice", {"column": 2, "name": "a"}),
        ("nothing.rds", "data.no_columns", {}),
    ],
)
def test_what_holds_no_records_is_refused_with_the_reason(name, code, figures) -> None:
    assert problem_of(name) == (code, figures)


def test_a_file_compressed_by_zstandard_is_read(tmp_path: Path) -> None:
    packed = tmp_path / "short.rds"
    packed.write_bytes(zstd.compress(gzip.decompress((FILES / "short.rds").read_bytes())))
    assert looks(packed) == looks(FILES / "short.rds")


def frame_of(tmp_path: Path, records: int, **columns: bytes) -> Path:
    path = tmp_path / "n.rds"
    path.write_bytes(r_files.rds(r_files.frame(columns, records)))
    return path


def test_whole_numbers_that_the_text_form_lost_are_refused(tmp_path: Path) -> None:
    longs = r_files.numbers([math.nan], class_=r_files.texts("integer64"))
    with pytest.raises(Unreadable) as refused:
        read(frame_of(tmp_path, 1, n=longs))
    assert refused.value.code == "r.longs_as_text"


def test_infinite_numbers_and_dates_are_missing_with_a_warning(tmp_path: Path) -> None:
    values = [1.5, math.inf, None]
    days = r_files.numbers(values, class_=r_files.texts("Date"))
    times = r_files.numbers(values, class_=r_files.texts("POSIXct", "POSIXt"), tzone=r_files.texts("UTC"))
    path = frame_of(tmp_path, 3, n=r_files.numbers(values), day=days, time=times)
    found = read(path)
    rows = [row for block, _ in found.blocks for row in block]
    assert rows == [("1.5", "1970-01-02", "1970-01-01 00:00:01.500000"), ("", "", ""), ("", "", "")]
    listed = ("n (1)", "day (1)", "time (1)")
    assert [(one.code, one.figures["listed"]) for one in found.warnings()] == [("r.infinite", listed)]


def test_parts_of_a_date_beyond_their_bounds_are_of_the_next_month_or_year(tmp_path: Path) -> None:
    parts = {
        "sec": (0.5, None, 0),
        "min": (0, 0, 0),
        "hour": (-1, 0, 0),
        "mday": (1, 1, 31),
        "mon": (13, 0, 0),
        "year": (124, 124, 0),
    }
    lists = [r_files.numbers(one) for one in parts.values()]
    about = {"names": r_files.texts(*parts), "class_": r_files.texts("POSIXlt", "POSIXt")}
    path = frame_of(tmp_path, 3, when=r_files.vector(r_files.LIST, lists, **about))
    expected = ("datetime", "2025-01-31 23:00:00.500000", "", "1900-01-31 00:00:00")
    assert columns_of(path) == {"when": expected}


def test_classes_are_read_as_what_they_extend_or_reported(tmp_path: Path) -> None:
    extending = {"class_": r_files.texts("nanotime"), ".S3Class": r_files.texts("integer64")}
    older = {"class_": r_files.texts("labelled_spss", "labelled"), "na_values": r_files.numbers([9])}
    path = frame_of(
        tmp_path, 1, at=r_files.numbers([5e-324], **extending), answer=r_files.numbers([9], **older)
    )
    assert columns_of(path) == {"at": ("integer", "1"), "answer": ("integer", "9")}
    assert read(path).columns()[1].missing == ("9",)
    assert [(one.code, one.figures["listed"]) for one in read(path).warnings()] == [
        ("r.as_numbers", ("at (nanotime)",))
    ]


def test_an_na_may_be_tagged_with_any_missing_code_of_sas(tmp_path: Path) -> None:
    tagged = [struct.unpack(">d", bytes.fromhex(f"7ff000{ord(one):02x}000007a2"))[0] for one in "A_z?"]
    path = frame_of(tmp_path, 5, n=r_files.numbers([1, *tagged]))
    assert columns_of(path) == {"n": ("integer", "1", ".A", "._", ".z", "")}
    assert sorted(read(path).columns()[0].missing) == [".A", "._", ".z"]


def test_data_frames_of_a_list_with_one_name_are_called_by_their_places(tmp_path: Path) -> None:
    frames = [r_files.frame({"a": r_files.numbers([one])}, 1) for one in (1, 2)]
    path = tmp_path / "l.rds"
    path.write_bytes(r_files.rds(r_files.vector(r_files.LIST, frames, names=r_files.texts("x", "x"))))
    assert [look.name for look in looks(path)] == ["1", "2"]
    assert columns_of(path, "2") == {"a": ("integer", "2")}


@pytest.mark.parametrize("way", [b"A\n", b"A\r\n"])
def test_the_form_in_words_may_have_line_ends_of_windows(tmp_path: Path, way: bytes) -> None:
    path = tmp_path / "a.rds"
    text = (FILES / "ascii.rds").read_bytes()
    path.write_bytes(way + text[2:].replace(b"\n", way[1:]))
    assert columns_of(path)["town"] == COLUMNS["town"]


@pytest.mark.parametrize(
    ("beginning", "of_r"), [(b"RDX3\nX\n", True), (b"RDA2\nA\n", True), (b"RDA 1 2 9\n", False), (b"", False)]
)
def test_a_variable_of_argus_may_be_called_as_files_of_r_begin(tmp_path, beginning, of_r) -> None:
    path = tmp_path / "a.rda"
    path.write_bytes(beginning)
    assert is_file_of_r(path) == of_r
