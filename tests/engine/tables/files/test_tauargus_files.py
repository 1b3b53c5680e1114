"""Small twins of tau-ARGUS's files: read, written and read again; and what is malformed is refused."""

import csv
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.codes import hrc_text, parse_cdl, parse_hrc
from sdc_desktop.engine.data.argus.grc import Recoding, Span, parse_grc
from sdc_desktop.engine.data.argus.places import file_text, found_file, text_and_encoding
from sdc_desktop.engine.data.argus.rda import parse_rda, rda_text, records_columns
from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.apriori import parse_hst
from sdc_desktop.engine.tables.files.arb_tables import parse_arb
from sdc_desktop.engine.tables.files.layouts import LAYOUTS, Published, layout_text
from sdc_desktop.engine.tables.specs.table import AprioriEntry, TableParams
from tests.support.argus_files import open_records, parse_code_value
from tests.support.data import microdata

CONTEXT = JobContext()
FIXED = """Size 1 2 99
  <RECODEABLE>
Town 4 6
  <RECODEABLE>
Turnover 11 8 9999.99
  <NUMERIC>
  <DECIMALS> 2
"""
FREE = """  <SEPARATOR> ","
Size "99"
  <RECODEABLE>
Town
  <RECODEABLE>
Turnover
  <NUMERIC>
"""
ROWS = [(" 2", "Zürich", "   12.50"), ("12", "Genève", " 1000.00"), ("99", "Bern  ", "    0.05")]
COLUMNS = tuple(zip(*ROWS, strict=True))
FIXED_ROWS = "".join(f"{size} {town}{turnover:>9}\n" for size, town, turnover in ROWS)
FREE_ROWS = "".join(f'"{size}","{town}",{turnover}\n' for size, town, turnover in ROWS)


def code(action) -> str:
    with pytest.raises(Refused) as refused:
        action()
    return refused.value.problems[0].code


@pytest.mark.parametrize(
    ("metadata", "text"), [(FIXED, FIXED_ROWS), (FREE, FREE_ROWS)], ids=["fixed", "free"]
)
def test_records_are_read_in_both_formats(metadata, text) -> None:
    shown = parse_rda(metadata, "m.rda")
    assert parse_rda(rda_text(shown), "m.rda") == shown
    assert records_columns(text, shown, "r.asc") == COLUMNS


def test_free_records_may_hold_separators_and_quotes() -> None:
    shown = parse_rda(FREE, "m.rda")
    text = '"a,b","say ""so""",1\n'
    assert records_columns(text, shown, "r") == (("a,b",), ('say "so"',), ("1",))


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig"])
def test_accents_and_the_decimal_mark_are_read_as_they_are_written(tmp_path, encoding) -> None:
    (tmp_path / "r.asc").write_text(FIXED_ROWS.replace(".", ","), encoding=encoding)
    (tmp_path / "m.rda").write_text(FIXED.replace("9999.99", "9999,99"), encoding=encoding)
    source, _ = open_records(tmp_path / "r.asc", tmp_path / "m.rda", CONTEXT)
    assert text_and_encoding(tmp_path / "r.asc")[1] == encoding
    assert source.data.decimal == ","
    assert [row[1] for row in source.data.window(0, 3)] == list(COLUMNS[1])
    params = TableParams(dimensions=({"variable": "Town"},), value="Turnover")
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    assert next(c.value for c in result.cells if c.coordinates == ("Total",)) == 1012.55


def test_unknown_tags_and_commands_are_named_with_their_line() -> None:
    notes = parse_rda(FIXED + "  <SPARKLE> 3\n", "m.rda").notes
    assert [(n.code, n.where.line, n.params["tag"]) for n in notes] == [
        ("tauargus.unknown_tag", 8, "SPARKLE")
    ]
    text = '// made\n<OPENMICRODATA> "a.asc"\n<SPARKLE> (1)\n'
    commands, notes = parse_arb(text, "b.arb")
    assert [(n.code, n.where.line) for n in notes] == [("tauargus.unknown_command", 3)]
    assert [(c.name, c.argument) for c in commands] == [("OPENMICRODATA", '"a.asc"'), ("SPARKLE", "(1)")]


def test_hierarchies_survive_writing_and_labels_recodings_and_wishes_are_read() -> None:
    tree = "N\n.. 1\n.. 2\n....2a\nS\n"
    assert hrc_text(parse_hrc(tree, "..", "t.hrc"), "..") == tree
    labels = {" 1": "Groningen, city", "S": "South"}
    assert parse_cdl(" 1,Groningen, city\nS,South\n", "l.cdl") == labels
    groups = {"small": (Span("1", "3"), Span("7", "7")), "large": (Span("8", "8"),)}
    assert parse_grc("small:1-3,7\nlarge:8\n", "g.grc") == Recoding(groups)
    assert parse_grc("<TREERECODE>\nN\nS\n", "g.grc") == Recoding({}, ("N", "S"))
    wishes = '"a";" 1";u\n"a";" 2";c;12.5\n"b";"Total";p\n"b";" 1";pl;3;4\n'
    found, notes = parse_hst(wishes, 2, ";", "w.hst")
    assert notes == ()
    assert found == (
        AprioriEntry(cell=("a", " 1"), status="unsafe"),
        AprioriEntry(cell=("a", " 2"), cost=12.5),
        AprioriEntry(cell=("b", "Total"), status="frozen"),
        AprioriEntry(cell=("b", " 1"), lower=3, upper=4),
    )


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (lambda: parse_hrc("A\n@@B\n", "@", "t"), "tauargus.too_deep"),
        (lambda: parse_hrc("A\n@B\n@B\n", "@", "t"), "tauargus.code_twice"),
        (lambda: parse_cdl("no comma\n", "l"), "tauargus.malformed"),
        (lambda: parse_grc("no colon\n", "g"), "tauargus.malformed"),
        (lambda: parse_hst('"a";u;x;y\n', 1, ";", "w"), "tauargus.malformed"),
        (lambda: parse_rda("", "m"), "tauargus.no_variables"),
        (lambda: parse_rda("Size one 2\n", "m"), "tauargus.malformed"),
        (lambda: records_columns("1\n", parse_rda(FIXED, "m"), "r"), "tauargus.short_line"),
        (lambda: records_columns("1,2\n", parse_rda(FREE, "m"), "r"), "tauargus.fields"),
        (lambda: records_columns("", parse_rda(FREE, "m"), "r"), "table.no_records"),
    ],
)
def test_malformed_files_are_refused(action, expected) -> None:
    assert code(action) == expected


def test_names_of_files_are_matched_without_regard_to_case_and_folders(tmp_path) -> None:
    (tmp_path / "Tree.HRC").write_text("A\n")
    assert file_text(found_file(tmp_path, "C:\\data\\TREE.hrc")) == "A\n"
    assert code(lambda: found_file(tmp_path, "other.hrc")) == "tauargus.no_file"


def suppressed(decimal: str = ".") -> Published:
    """Three regions by two sizes; one firm dominates a cell, another cell has two firms, one is empty."""
    rows = [
        (r, s, "10.5")
        for r in "abc"
        for s in "xy"
        for _ in range(4)
        if (r, s) not in {("b", "y"), ("c", "x")}
    ]
    rows += [("a", "x", "900"), ("b", "y", "7"), ("b", "y", "8")]
    source = Source(
        microdata({"region": [r[0] for r in rows], "size": [r[1] for r in rows], "v": [r[2] for r in rows]}),
        {},
    )
    params = TableParams(
        dimensions=({"variable": "region"}, {"variable": "size"}),
        value="v",
        rules=({"kind": "threshold", "n": 3}, {"kind": "dominance", "n": 1, "k": 92}),
        protect={"method": "suppression", "solver": "fast"},
    )
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    assert result.safe
    return Published(result.table, result.cells, "v", decimal)


def test_no_layout_tells_a_value_that_is_not_published() -> None:
    published = suppressed()
    hidden = {f"{c.value:.1f}" for c in published.cells if c.published is None}
    assert len(hidden) >= 3
    shown = {f"{c.published:.1f}" for c in published.cells if c.published is not None}
    for layout in LAYOUTS:
        fields = {field for row in csv.reader(layout_text(published, layout).splitlines()) for field in row}
        assert not (hidden - shown) & fields


def test_code_value_survives_reading() -> None:
    published = suppressed()
    found = parse_code_value(layout_text(published, "code_value"))
    numbers = {"unsafe": 11, "secondary": 11, "empty": 14}
    for line, cell in zip(found, published.cells, strict=True):
        assert line.codes == cell.coordinates
        assert line.status == numbers.get(cell.status, 1)
        assert (line.value is None) == (cell.published is None or cell.status == "empty")


def test_a_pivot_names_its_columns_and_marks_statuses() -> None:
    published = suppressed()
    head, *rows = csv.reader(layout_text(published, "pivot").splitlines())
    assert head == ["region", "size", "v", "status"]
    letters = {tuple(row[:2]): (row[2], row[3]) for row in rows}
    assert letters[("a", "x")] == ("x", "D")
    assert letters[("c", "x")] == ("-", "E")
    assert {letter for _, letter in letters.values()} == {"S", "D", "E"}


def test_a_cross_table_has_the_last_dimension_in_its_columns() -> None:
    published = suppressed(",")
    rows = list(csv.reader(layout_text(published, "cross_table").splitlines(), delimiter=";"))
    assert rows[0] == ["region / size", "Total", "x", "y"]
    assert [row[0] for row in rows[1:]] == ["Total", "a", "b", "c"]
    assert rows[1][1] == "1083,0"
    assert rows[4][2] == "-"


def test_sbs_letters_say_by_which_rule() -> None:
    published = suppressed()
    rows = {
        (row[1], row[3]): (row[0], row[2], row[5])
        for row in csv.reader(layout_text(published, "sbs").splitlines())
    }
    assert rows[("a", "x")] == ("1", "1", "B")
    assert rows[("b", "y")] == ("1", "1", "A")
    assert rows[("Total", "Total")] == ("0", "0", "V")
    assert "D" in {letter for _, _, letter in rows.values()}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_codes_that_a_spreadsheet_would_run_are_made_harmless_where_it_is_requested(layout) -> None:
    source = Source(microdata({"region": ["=a", "=a", "-", "b"]}), {})
    params = TableParams(dimensions=({"variable": "region"},), rules=())
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    plain = Published(result.table, result.cells, "=v")
    escaper = FormulaEscaper()
    text = layout_text(replace(plain, escaper=escaper), layout)
    assert '"=' not in text
    assert '"\'=a"' in text
    assert escaper.changed == text.count("\"'=")
    assert text.replace("\"'=", '"=') == layout_text(plain, layout)
