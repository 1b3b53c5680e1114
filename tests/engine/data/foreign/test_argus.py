"""Records of ARGUS as microdata: read with their description, written so that they are found again."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.beside import described, metadata_of, settled
from sdc_desktop.engine.data.argus.write import write_argus
from sdc_desktop.engine.data.foreign.argus_read import read
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec, MaskSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.roles import unsaid
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.compare_files import compare
from sdc_desktop.engine.running.writing import digest_data, write_data
from tests.support.data import microdata

CONTEXT = JobContext()
SHARED = Path(__file__).parents[4].parent / "shared"
FIXED = """Year 1 2 99
  <RECODEABLE>
Region 4 2 98 99
  <RECODEABLE>
  <CODELIST> "Region.CDL"
  <HIERARCHICAL>
  <HIERLEVELS> 1 1
Wgt 7 4 9999
  <DECIMALS> 1
  <WEIGHT>
Hh 12 3
  <HOUSE_ID>
Income 16 6 999999
  <NUMERIC>
Note 22 5
"""
RECORDS = ("84  1  2.2   1  1200 ab", "84 10  1.7   1 99999 c d", "85 99 12.0   2    -5", "")
ROWS = [
    ("84", "1", "2.2", "1", "1200", "ab"),
    ("84", "10", "1.7", "1", "99999", "c d"),
    ("85", "99", "12.0", "2", "-5", ""),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "May.rda").write_text(FIXED, encoding="utf-8")
    (tmp_path / "may.ASC").write_text("\n".join(line.ljust(26) for line in RECORDS), encoding="utf-8")
    (tmp_path / "region.cdl").write_text(" 1,Groningen\n10,Zürich\n", encoding="cp1252")
    return tmp_path


def opened_of(folder: Path, path: str = "May.rda", **shown) -> Opened:
    return open_data(DataSpec(path=path, **shown), folder, CONTEXT)


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_a_description_opens_its_records_with_roles_levels_missing_codes_and_labels(folder) -> None:
    opened = opened_of(folder)
    assert opened.data.window(0, 9) == ROWS
    found = {v.name: (v.role, v.level, v.missing) for v in opened.data.variables}
    assert found == {
        "Year": ("key", "nominal", ("", "99")),
        "Region": ("key", "nominal", ("", "98", "99")),
        "Wgt": ("weight", "continuous", ("", "9999")),
        "Hh": ("household", "nominal", ("",)),
        "Income": ("other", "continuous", ("", "999999")),
        "Note": ("other", "nominal", ("",)),
    }
    assert dict(opened.columns[1].labels) == {"1": "Groningen", "10": "Zürich"}
    assert [note.code for note in opened.notes] == ["argus.hierarchy_taken"]
    assert (opened.spec.path, opened.spec.metadata, opened.spec.format) == ("may.ASC", "May.rda", "rda")
    assert opened_of(folder, "may.ASC", format="rda").data.window(0, 9) == ROWS


# hierarchies -----------------------------------------------------------------------------------------

SPLIT = """Region 1 2 99
  <RECODEABLE>
  <HIERARCHICAL>
  <HIERCODELIST> "Region.HRC"
  <HIERLEADSTRING> "@"
Branch 4 5 99999
  <RECODEABLE>
  <HIERARCHICAL>
  <HIERLEVELS> 3 1 1 0 0
"""


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    """A small twin of the samples of tau-ARGUS: a tree in a file, and one in the digits of codes."""
    (tmp_path / "twin.rda").write_text(SPLIT, encoding="utf-8")
    (tmp_path / "twin.asc").write_text(" 1 34100\n 2 34107\n10 34123\n99   311\n", encoding="utf-8")
    (tmp_path / "region.hrc").write_text("North\n@ 1\n@ 2\nSouth \n@10\n", encoding="utf-8")
    return tmp_path


def labels_of(opened: Opened, folder: Path, name: str) -> list[tuple[str, ...]]:
    """The levels of a variable's hierarchy, without "as is"."""
    found, _ = load_hierarchies(opened, folder, CONTEXT)
    variable = opened.data.variable(name)
    values = [row[opened.data.index(name)] for row in opened.data.window(0, 9)]
    return list(codings(found[name], values, variable.missing).labels[1:])


def test_both_kinds_of_hierarchies_that_a_description_names_are_taken_over(trees) -> None:
    opened = opened_of(trees, "twin.rda")
    assert [note.code for note in opened.notes] == ["argus.hierarchy_taken"] * 2
    assert opened.spec.hierarchies["Region"] == LevelsSpec(kind="levels", path="region.hrc", lead="@")
    assert labels_of(opened, trees, "Region") == [("North", "North", "South", "99"), ("*", "*", "*", "*")]
    assert labels_of(opened, trees, "Branch") == [
        ("3410*", "3410*", "3412*", "31*"),
        ("341**", "341**", "341**", "3**"),
        ("*****", "*****", "*****", "*****"),
    ]
    assert sha256_of(trees / "region.hrc") in load_hierarchies(opened, trees, CONTEXT)[1].values()


def test_hierarchies_taken_over_are_what_a_job_recodes_by(trees) -> None:
    job = {
        "name": "r",
        "kind": "recode",
        "params": {"levels": {"Region": 1, "Branch": 2}},
        "output": {"path": "out.csv"},
    }
    roles = {name: {"role": "key"} for name in ("Region",)}
    data = {"path": "twin.rda", "variables": roles}
    run_plan(plan_from_json({"schema": 2, "data": data, "jobs": [job]}), trees, trees / "out", CONTEXT)
    lines = (trees / "out" / "out.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == ["North,341**", "North,341**", "South,341**", "99,3**"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "argus.hierarchy_gone"),
        ("North\n@@ 1\n", "argus.hierarchy_unread"),
        ("", "argus.hierarchy_unread"),
        ("a\na\n", "argus.hierarchy_unread"),
    ],
)
def test_a_hierarchy_that_cannot_be_had_is_stated_and_the_rest_opens(trees, content, code) -> None:
    (trees / "region.hrc").unlink()
    if content is not None:
        (trees / "region.hrc").write_text(content, encoding="utf-8")
    opened = opened_of(trees, "twin.rda")
    assert [note.code for note in opened.notes] == [code, "argus.hierarchy_taken"]
    assert opened.notes[0].where.variable == "Region"
    assert opened.notes[0].params["file"] == "Region.HRC"
    assert list(opened.spec.hierarchies) == ["Branch"]
    assert opened.data.records == 4


def test_a_hierarchy_that_was_taken_away_or_set_otherwise_stays_so(trees) -> None:
    first = opened_of(trees, "twin.rda")
    without = first.spec.model_copy(update={"hierarchies": {}})
    for spec in (without, without.model_copy(update={"variables": {}, "sha256": first.sha256})):
        again = open_data(spec, trees, CONTEXT)
        assert again.spec.hierarchies == {}
        assert not again.notes
    own = {"Branch": {"kind": "mask", "length": 5}}
    shown = open_data(DataSpec.model_validate({"path": "twin.rda", "hierarchies": own}), trees, CONTEXT)
    assert shown.spec.hierarchies["Branch"] == MaskSpec.model_validate(own["Branch"])
    assert "Region" in shown.spec.hierarchies


def test_a_plan_may_name_a_tree_of_argus_for_any_data(tmp_path) -> None:
    (tmp_path / "x.csv").write_text("r;n\n1;5\n10;6\n", encoding="utf-8")
    (tmp_path / "r.HRC").write_text("North\n@1\nSouth\n@10\n", encoding="utf-8")
    tree = {"r": {"kind": "levels", "path": "r.HRC"}}
    opened = open_data(DataSpec.model_validate({"path": "x.csv", "hierarchies": tree}), tmp_path, CONTEXT)
    assert labels_of(opened, tmp_path, "r") == [("North", "South"), ("*", "*")]


@pytest.mark.conformance
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here")
def test_the_samples_hierarchies_are_taken_over_and_have_all_codes_of_their_records(tmp_path) -> None:
    folder = SHARED / "data" / "tauargus"
    lines = (folder / "Simple2D" / "tau_testW.asc").read_bytes().splitlines(keepends=True)
    for name in ("Tau_TestW.rda", "region.cdl", "region2.hrc"):
        shutil.copy(folder / name, tmp_path)
    (tmp_path / "tau_testw.asc").write_bytes(b"".join(lines[::20]))
    opened = opened_of(tmp_path, "Tau_TestW.rda")
    assert set(opened.spec.hierarchies) == {"IndustryCode", "Region"}
    counts = opened.data.counts(("Region", "IndustryCode"), CONTEXT)
    found, _ = load_hierarchies(opened, tmp_path, CONTEXT)
    regions, branches = (
        codings(found[name], values, opened.data.variable(name).missing).labels
        for name, values in zip(counts.variables, counts.categories, strict=True)
    )
    assert set(regions[1]) == {"Nr", "Os", "Ws", "Zd"}
    assert {len(label) for label in branches[2]} == {5}
    assert len(set(branches[0])) > len(set(branches[1])) > len(set(branches[2])) > 1 == len(set(branches[3]))


def test_what_the_plan_says_comes_before_what_the_description_says(folder) -> None:
    opened = opened_of(folder, variables={"Year": {"role": "other", "level": "ordinal"}})
    assert (opened.data.variable("Year").role, opened.data.variable("Year").level) == ("other", "ordinal")


def test_identification_grades_of_mu_argus_say_what_identifies(folder) -> None:
    graded = FIXED.replace("Year 1 2 99\n", "Year 1 2 99\n  <IDLEVEL> 0\n").replace(
        '  <CODELIST> "Region.CDL"\n', "  <IDLEVEL> 3\n  <SUPPRESSWEIGHT> 50\n  <TRUNCABLE>\n"
    )
    (folder / "May.rda").write_text(graded, encoding="utf-8")
    opened = opened_of(folder)
    assert (opened.data.variable("Year").role, opened.data.variable("Region").role) == (
        "other",
        "key",
    )


def test_free_format_with_names_in_front_is_read(tmp_path) -> None:
    (tmp_path / "x.rda").write_text('<SEPARATOR> ";"\n<NAMESINFRONT>\na "9"\n <RECODABLE>\nb\n <NUMERIC>\n')
    (tmp_path / "x.dat").write_text('a;b\n"one; two";1.5\n9;2\n')
    opened = opened_of(tmp_path, "x.rda")
    assert opened.data.window(0, 9) == [("one; two", "1.5"), ("9", "2")]
    assert opened.data.variable("a").missing == ("", "9")


@pytest.mark.parametrize(
    ("rda", "asc", "code"),
    [
        ("a one 2\n", "12\n", "tauargus.malformed"),
        ("a 1 0\n", "12\n", "tauargus.malformed"),
        ("", "12\n", "tauargus.no_variables"),
        ("a 1 2\na 3 1\n", "123\n", "data.name_twice"),
        ("a 1 2\nb 5 1\n", "123\n", "tauargus.short_line"),
        ("a 1 2\n", "\n\n", "table.no_records"),
        ("a 1 2\n  <NUMERIC>\n", "xy\n", "data.not_numbers"),
        ('<SEPARATOR> "ab"\na\n', "1\n", "csv.bad_delimiter"),
        ('<SEPARATOR> ","\na\nb\n', "1,2\n3\n", "tauargus.fields"),
        ('<SEPARATOR> ","\n<NAMESINFRONT>\na\nb\n', "B,a\n1,2\n", "argus.names_differ"),
        ("a 1 2\n", "1\0\n", "data.nul"),
    ],
)
def test_what_is_wrong_with_a_description_or_its_records_is_stated(tmp_path, rda, asc, code) -> None:
    (tmp_path / "x.rda").write_bytes(rda.encode("latin-1"))
    (tmp_path / "x.asc").write_text(asc)
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, "x.rda")
    assert codes(refused)[0] == code


def test_a_file_of_r_beside_records_describes_none(tmp_path) -> None:
    (tmp_path / "x.rda").write_bytes(b"\x1f\x8b\x08\n")
    (tmp_path / "x.asc").write_text("1\n")
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, "x.asc", format="rda")
    assert codes(refused) == ["argus.of_r"]


def test_a_description_without_records_and_records_without_one_are_stated(tmp_path) -> None:
    (tmp_path / "x.rda").write_text("a 1 2\n")
    (tmp_path / "y.asc").write_text("12\n")
    for path, shown, code in (
        ("x.rda", {}, "argus.no_records"),
        ("y.asc", {"format": "rda"}, "argus.no_metadata"),
        ("z.rda", {}, "csv.no_such_file"),
        ("y.asc", {"format": "rda", "metadata": "gone.rda"}, "file.unreadable"),
    ):
        with pytest.raises(Refused) as refused:
            opened_of(tmp_path, path, **shown)
        assert codes(refused) == [code]


def test_records_written_are_found_again_with_what_is_stated_of_them(folder) -> None:
    opened = opened_of(folder)
    write_argus(opened.data, folder / "again.rda", CONTEXT)
    again = opened_of(folder, "again.rda")
    assert again.data.window(0, 9) == opened.data.window(0, 9)
    assert again.data.variables == opened.data.variables


def test_any_records_survive_but_for_blanks_and_the_names_a_description_cannot_hold(tmp_path) -> None:
    columns = {
        "marital status": ["Zoë", "né Ü", "", '"q"'],
        "a<b": ["1,5", "007", "*", "-"],
        "a b": ["", "", "", "x"],
    }
    write_argus(microdata(columns), tmp_path / "x.asc", CONTEXT)
    again = opened_of(tmp_path, "x.rda")
    assert again.data.names == ("marital_status", "a_b", "a_b_")
    assert again.data.window(0, 9) == list(zip(*columns.values(), strict=True))


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x85", "\u2028"])
def test_a_value_with_a_line_end_is_refused_and_nothing_written(tmp_path, end) -> None:
    with pytest.raises(Refused) as refused:
        write_argus(microdata({"a": ["1", f"2{end}3"]}), tmp_path / "x.rda", CONTEXT)
    assert codes(refused) == ["argus.line_end"]
    assert list(tmp_path.iterdir()) == []


def test_a_job_writes_both_files_and_neither_over_an_input(folder) -> None:
    job = {
        "name": "r",
        "kind": "top_code",
        "params": {"bounds": {"Income": {"top": 2000}}},
        "output": {"path": "may.rda"},
    }
    names = ["Year", "Region", *(v.name for v in unsaid(opened_of(folder).data.variables))]
    data = {"path": "May.rda", "variables": {name: {"role": "other"} for name in names}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    run_plan(plan, folder, folder / "out", CONTEXT)
    assert {path.name for path in (folder / "out").iterdir()} == {"may.rda", "may.asc", "result.json"}
    over = plan_from_json(
        {"schema": 2, "data": data, "jobs": [job | {"output": {"path": "may.ASC", "format": "rda"}}]}
    )
    before = (folder / "may.ASC").read_bytes()
    with pytest.raises(Refused):
        run_plan(over, folder, folder, CONTEXT)
    assert (folder / "may.ASC").read_bytes() == before


def test_next_months_records_are_read_by_the_same_description_or_their_own(folder) -> None:
    opened = opened_of(folder)
    plan = Plan(data=opened.spec.model_copy(update={"sha256": opened.sha256}))
    (folder / "june.dat").write_bytes((folder / "may.ASC").read_bytes() + b"\n86  1  1.0   3     7 x \n")
    june = compare(plan, "june.dat", folder, CONTEXT)
    assert june.differences == ()
    assert june.opened.data.records == 4
    (folder / "june.rda").write_text(FIXED.replace("Note 22 5", "Remark 22 5"), encoding="utf-8")
    for name in ("june.rda", "june.dat"):
        shown = [d.problem.code for d in compare(plan, name, folder, CONTEXT).differences]
        assert shown == ["next_file.not_there", "next_file.new"]


_LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "a 1 2",
                "b 3 1 9",
                "  <NUMERIC>",
                '<SEPARATOR> ","',
                "  <IDLEVEL> x",
                "<NAMESINFRONT>",
                "c",
                '<X> "',
            ]
        ),
        st.text(alphabet="ab<>/ \"'129\t\x1c\x85,", max_size=12),
    ),
    max_size=6,
)


@given(_LINES, st.binary(max_size=60))
@example(["a 1 2", "<CODELIST>"], b"12")
@example(['<SEPARATOR> ","', "a"], b'"1')
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_files_hold_they_are_read_whole_or_refused(tmp_path, lines, records) -> None:
    (tmp_path / "x.rda").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "x.asc").write_bytes(records)
    try:
        spec = settled(DataSpec(path="x.rda"), tmp_path)
        spec, _ = described(spec, metadata_of(tmp_path / "x.rda", "x.rda"), tmp_path)
        reading = read(tmp_path / "x.asc", str(tmp_path / "x.rda"))
    except (Refused, Unreadable):
        return
    rows = [row for block, _ in reading.blocks for row in block]
    assert rows
    assert {len(row) for row in rows} == {reading.width} == {len(spec.variables)}


@pytest.mark.conformance
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here")
def test_the_sample_of_tau_argus_opens_as_microdata_and_survives_writing(tmp_path) -> None:
    folder = SHARED / "data" / "tauargus"
    shown = {"format": "rda", "metadata": "Tau_TestW.rda"}
    lines = (folder / "Simple2D" / "tau_testW.asc").read_bytes().splitlines(keepends=True)
    for name in ("Tau_TestW.rda", "region.cdl"):
        shutil.copy(folder / name, tmp_path)
    (tmp_path / "sample.asc").write_bytes(b"".join(lines[::20]))
    opened = opened_of(tmp_path, "sample.asc", **shown)
    assert opened.data.names[:5] == ("Year", "IndustryCode", "Size", "Region", "Wgt")
    assert opened.data.variable("Wgt").role == "weight"
    assert opened.data.variable("Year").missing == ("", "99")
    assert dict(opened.columns[3].labels)["1"] == "Groningen"
    write_argus(opened.data, tmp_path / "again.rda", CONTEXT)
    again = opened_of(tmp_path, "again.rda")
    assert again.data.records == opened.data.records > 2_000
    for start in (0, again.data.records - 500):
        assert again.data.window(start, start + 500) == opened.data.window(start, start + 500)
    found = [(v.name, v.role, v.level, v.missing) for v in again.data.variables if v.name != "Request"]
    assert found == [
        (v.name, v.role, v.level, v.missing) for v in opened.data.variables if v.name != "Request"
    ]


def test_tabs_separate_what_is_written_to_a_name_that_ends_in_tsv(tmp_path) -> None:
    (tmp_path / "in.csv").write_text('a;b\n1;"x;y"\n2;z\n', encoding="utf-8")
    opened = opened_of(tmp_path, "in.csv")
    output = OutputSpec(path="out.tsv")
    write_data(opened.data, tmp_path / "out.tsv", output, opened.style, CONTEXT)
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == "a\tb\n1\tx;y\n2\tz\n"
    found = digest_data(opened.data, output, opened.style, CONTEXT)
    assert (found.sha256, found.escaped, found.notes) == (sha256_of(tmp_path / "out.tsv"), 0, ())
    again = opened_of(tmp_path, "out.tsv")
    assert again.data.window(0, 9) == opened.data.window(0, 9)
    assert again.spec.delimiter == "\t"
