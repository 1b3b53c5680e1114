"""Tables of tau-ARGUS as tables: judged, protected, audited, and written as they were read."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.data.argus.rda import parse_rda
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.exports import instance_of, tab_files
from sdc_desktop.engine.tables.files.jj import jj_text, parse_jj
from sdc_desktop.engine.tables.files.tab import decimal_mark, parse_tab, tab_text
from sdc_desktop.engine.tables.files.tab_table import open_tab
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts, judged
from tests.support.tables import crossing, flat, table_of

CONTEXT = JobContext()
METADATA = """   <SEPARATOR> ";"
Size "99"
    <RECODEABLE>
    <TOTCODE> "Total"
Region
    <RECODEABLE>
    <TOTCODE> "Total"
    <HIERARCHICAL>
    <HIERCODELIST> "TREE.hrc"
    <HIERLEADSTRING> "@"
Turnover
    <NUMERIC>
    <DECIMALS> 2
Firms
    <FREQUENCY>
Top1
    <MAXSCORE>
Top2
    <MAXSCORE>
State
    <STATUS>
Low
    <NUMERIC> <LOWERPL>
High
    <NUMERIC> <UPPERPL>
"""
TREE = "N\n@ 1\n@ 2\nS\n@ 3\n@ 4\n"
#          N:1      N:2     S:3     S:4
LEAVES = {"a": (12.5, 30.25, 44.0, 51.0), "b": (61.0, 70.5, 33.0, 25.0), "c": (20.0, 18.0, 29.0, 40.0)}
REGIONS = {"Total": (0, 1, 2, 3), "N": (0, 1), " 1": (0,), " 2": (1,), "S": (2, 3), " 3": (2,), " 4": (3,)}
SIZES = {"Total": "abc", "a": "a", "b": "b", "c": "c"}


def line(size: str, region: str, **changed: str) -> str:
    value = sum(LEAVES[leaf][place] for leaf in SIZES[size] for place in REGIONS[region])
    unsafe = (size, region) == ("a", " 1")
    shown = {
        "value": f"{value:.2f}",
        "firms": "2" if unsafe else "9",
        "top": f"{value * (0.9 if unsafe else 0.3):.2f}",
        "second": f"{value * (0.1 if unsafe else 0.2):.2f}",
        "state": "U" if unsafe else "S",
        "level": "1.25" if unsafe else "0",
    } | changed
    fields = [shown[name] for name in ("value", "firms", "top", "second", "state", "level", "level")]
    return ";".join([f'"{size}"', f'"{region}"', *(field.replace(".", ",") for field in fields)])


def written(folder: Path, lines: list[str] | None = None, metadata: str = METADATA) -> Path:
    shown = [line(size, region) for size in SIZES for region in REGIONS] if lines is None else lines
    (folder / "table.tab").write_text("".join(f"{text}\n" for text in shown), encoding="cp1252")
    (folder / "table.rda").write_text(metadata, encoding="cp1252")
    (folder / "tree.HRC").write_text(TREE, encoding="cp1252")
    return folder


def opened(folder: Path, **named):
    return open_tab(folder / "table.tab", folder / "table.rda", **named)


def codes_of(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_values_hierarchies_statuses_and_levels_come_with_the_table(tmp_path) -> None:
    found = opened(written(tmp_path))
    table = found.table
    assert table.names == ("Size", "Region")
    assert table.unit == Decimal("0.01")
    assert len(table) == 4 * 7
    assert not table.relations.differences(table.values).any()
    cell = table.find(("a", " 1"))
    assert table.values[cell] == 1250
    assert set(found.instance.levels) == {cell}
    assert found.instance.levels[cell].upper == 125
    assert found.behind.contributors[cell] == 2
    assert found.places == 2


def test_a_table_file_is_a_table_to_protect_and_its_statuses_say_what_is_unsafe(tmp_path) -> None:
    source = Source(None, {}, written(tmp_path))
    params = TableParams(
        table={"tab": "table.tab", "metadata": "table.rda"},
        protect={"method": "suppression", "solver": "fast"},
    )
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    assert result.safe
    assert [c.coordinates for c in result.cells if c.status == "unsafe"] == [("a", " 1")]
    assert result.secondaries >= 3


def test_rules_judge_by_the_frequencies_and_largest_contributions_of_the_file(tmp_path) -> None:
    source = Source(None, {}, written(tmp_path))
    shown = {"tab": "table.tab", "metadata": "table.rda"}
    params = TableParams(table=shown, rules=({"kind": "dominance", "n": 1, "k": 80},))
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    unsafe = [c for c in result.cells if c.status == "unsafe"]
    assert [c.coordinates for c in unsafe] == [("a", " 1")]
    assert unsafe[0].reason[0].figures["share"] == pytest.approx(90)
    params = TableParams(table=shown, rules=({"kind": "dominance", "n": 3, "k": 80},))
    with pytest.raises(Refused) as refused:
        table_job.counts(params, source, CONTEXT)
    assert codes_of(refused) == ["tauargus.too_few_largest"]


def test_what_is_suppressed_in_a_table_file_is_what_an_audit_examines(tmp_path) -> None:
    states = {("a", " 1"): "U", ("a", " 2"): "M", ("b", " 1"): "M", ("b", " 2"): "M"}
    lines = [line(s, r, state=states.get((s, r), "S")) for s in SIZES for r in REGIONS]
    params = AuditParams(table={"tab": "table.tab", "metadata": "table.rda"})
    source = Source(None, {}, written(tmp_path, lines))
    result = audit.decide(params, audit.counts(params, source, CONTEXT), CONTEXT)
    assert result.unpublished == 4
    cell = next(c for c in result.cells if c.coordinates == ("a", " 1"))
    assert (cell.lower, cell.upper) == (0, 42.75)
    assert cell.upper_met


def test_values_that_are_not_stated_are_gaps(tmp_path) -> None:
    gaps = {("a", " 1"), ("a", " 2"), ("b", " 1"), ("b", " 2")}
    lines = [line(s, r, **({"value": "x"} if (s, r) in gaps else {})) for s in SIZES for r in REGIONS]
    params = AuditParams(table={"tab": "table.tab", "metadata": "table.rda"})
    source = Source(None, {}, written(tmp_path, lines))
    result = audit.decide(params, audit.counts(params, source, CONTEXT), CONTEXT)
    assert result.unpublished == 4
    assert {c.value for c in result.cells if c.coordinates in gaps} == {None}


def test_a_total_that_is_not_listed_is_reckoned(tmp_path) -> None:
    lines = [line(s, r) for s in SIZES for r in REGIONS if (s, r) not in {("a", "N"), ("a", "Total")}]
    table = opened(written(tmp_path, lines)).table
    assert table.values[table.find(("a", "N"))] == 4275
    assert table.values[table.find(("a", "Total"))] == 13775
    assert not table.empty[table.find(("a", "Total"))]


def test_a_cell_is_empty_by_its_status_only_with_the_value_zero(tmp_path) -> None:
    changed = {
        ("a", " 1"): {"state": "E", "value": "0"},
        ("a", " 2"): {"state": "E"},
        ("b", " 1"): {"value": "0"},
    }
    lines = [line(s, r, **changed.get((s, r), {})) for s in SIZES for r in REGIONS]
    table = opened(written(tmp_path, lines), must_add_up=False).table
    assert [table.coordinates(cell) for cell in range(len(table)) if table.empty[cell]] == [("a", " 1")]


def test_a_table_that_does_not_add_up_is_refused_with_the_difference(tmp_path) -> None:
    lines = [
        line(s, r, **({"value": "13.50"} if (s, r) == ("a", " 1") else {})) for s in SIZES for r in REGIONS
    ]
    with pytest.raises(Refused) as refused:
        opened(written(tmp_path, lines))
    assert set(codes_of(refused)) == {"table.not_additive"}
    assert refused.value.problems[0].params["difference"] == 1


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (
            {"metadata": METADATA.replace("<DECIMALS> 2", "<SHADOW>").replace("<FREQUENCY>", "<WEIGHT>")},
            "tauargus.no_response",
        ),
        ({"metadata": METADATA.replace("<RECODEABLE>", "<NUMERIC>")}, "tauargus.malformed"),
        ({"lines": []}, "tauargus.no_cells"),
        ({"lines": [line("a", " 1"), line("a", " 1", value="3")]}, "table.cell_twice"),
        ({"lines": ['"a";" 1";1']}, "tauargus.fields"),
    ],
)
def test_files_that_are_no_table_are_refused(tmp_path, changed, code) -> None:
    with pytest.raises(Refused) as refused:
        opened(written(tmp_path, **changed))
    assert codes_of(refused) == [code]


def test_a_table_file_without_metadata_is_refused(tmp_path) -> None:
    params = TableParams(table={"tab": "table.tab"})
    problems = table_job.check(params, Source(None, {}, written(tmp_path)))
    assert [problem.code for problem in problems] == ["tauargus.no_metadata"]


def test_a_table_file_survives_writing_with_its_decimal_mark(tmp_path) -> None:
    written(tmp_path)
    shown = parse_rda(file_text(tmp_path / "table.rda"), "table.rda")
    text = file_text(tmp_path / "table.tab")
    assert decimal_mark(text, shown) == ","
    cells = parse_tab(text, shown, "table.tab")
    assert tab_text(cells, shown, ",") == text
    gap = replace(cells[0], numbers={**cells[0].numbers, "Turnover": None})
    assert parse_tab(tab_text((gap,), shown), shown, "again") == (gap,)


def test_wishes_of_an_apriori_file_are_carried_out_and_unknown_ones_named(tmp_path) -> None:
    written(tmp_path)
    wishes = '"b";"3";u\n"b";"3";pl;2;4\n"c";"4";c;7\n"a";"1";s\n"nowhere";"1";u\n"a";"2";ml\n'
    (tmp_path / "wishes.hst").write_text(wishes)
    params = TableParams(
        table={"tab": "table.tab", "metadata": "table.rda"},
        protect={"method": "suppression", "solver": "fast", "apriori": "wishes.hst"},
    )
    counted = table_job.counts(params, Source(None, {}, tmp_path), CONTEXT)
    result = table_job.decide(params, counted, CONTEXT)
    assert [c.coordinates for c in result.cells if c.status == "unsafe"] == [("b", " 3")]
    cell = next(c for c in result.cells if c.coordinates == ("b", " 3"))
    assert cell.value - cell.lower >= 2
    assert cell.upper - cell.value >= 4
    codes = [n.code for n in result.notes if n.code != "tauargus.frequencies"]
    assert codes == ["tauargus.unknown_wish", "tauargus.no_such_cell"]


def test_the_last_status_of_a_cell_is_used_and_the_cell_is_named(tmp_path) -> None:
    written(tmp_path)
    entries = '"b";"3";u\n"c";"4";s\n"b";"3";s\n"c";"4";s\n'
    (tmp_path / "entries.hst").write_text(entries)
    counted, found = judged_of(
        tmp_path, protect={"method": "suppression", "solver": "fast", "apriori": "entries.hst"}
    )
    assert not found.unsafe[counted.table.find(("b", " 3"))]
    (note,) = (one for one in counted.notes if one.code == "tauargus.different_statuses")
    assert (note.params["cells"], note.params["number"]) == (
        counted.table.cell_name(counted.table.find(("b", " 3"))),
        1,
    )


def judged_of(folder, **named):
    params = TableParams(table={"tab": "table.tab", "metadata": "table.rda"}, **named)
    counted = table_job.counts(params, Source(None, {}, folder), CONTEXT)
    return counted, judged(params, counted)


@pytest.mark.parametrize("decimal", [".", ","])
def test_a_judged_table_is_written_so_that_it_is_read_again(tmp_path, decimal) -> None:
    counted, found = judged_of(written(tmp_path))
    files = tab_files(counted, found, "again", "Turnover net", decimal)
    assert set(files) == {"again.tab", "again.rda", "again_2.hrc"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    again = open_tab(tmp_path / "again.tab", tmp_path / "again.rda")
    assert again.table.names == counted.table.names
    assert [d.categories for d in again.table.dimensions] == [d.categories for d in counted.table.dimensions]
    assert (again.table.values == counted.table.values).all()
    assert (again.instance.unsafe == found.unsafe).all()
    assert {c: level.upper for c, level in again.instance.levels.items()} == {
        c: level.upper for c, level in found.levels.items()
    }
    assert (again.behind.contributors == counted.behind.contributors).all()


def test_a_judged_table_is_written_as_an_instance(tmp_path) -> None:
    counted, found = judged_of(written(tmp_path), rules=({"kind": "dominance", "n": 1, "k": 80},))
    again = parse_jj(jj_text(instance_of(counted, found, "value")), "again.jj")
    assert (again.table.values == counted.table.values).all()
    assert (again.unsafe == found.unsafe).all()
    assert set(again.levels) == set(found.levels)
    assert len(again.table.relations) == len(counted.table.relations)


def test_crossing_hierarchies_cannot_be_written_as_a_tree() -> None:
    table = table_of((crossing("a"), flat("b", 2)), range(8))
    counted = TableCounts(table, None, None)
    found = judged(TableParams(table={"instance": "none"}), counted)
    with pytest.raises(Refused) as refused:
        tab_files(counted, found, "x", "v")
    assert codes_of(refused) == ["tauargus.several_hierarchies"]


def test_codes_whose_first_figures_are_their_groups_make_a_hierarchy(tmp_path) -> None:
    metadata = (
        METADATA.split("Region")[0] + "Branch\n <RECODEABLE>\n <HIERLEVELS> 1 1\nTurnover\n <NUMERIC>\n"
    )
    branches = {"Total": 10, "1": 3, "11": 1, "12": 2, "2": 7, "21": 3, "22": 4}
    lines = [
        f'"{s}";"{b}";{n * v}' for s, n in (("Total", 3), ("a", 1), ("b", 2)) for b, v in branches.items()
    ]
    table = opened(written(tmp_path, lines, metadata)).table
    dimension = table.dimensions[1]
    children = {
        dimension.categories[split.parent]: [dimension.categories[c] for c in split.children]
        for split in dimension.splits
    }
    assert children == {"Total": ["1", "2"], "1": ["11", "12"], "2": ["21", "22"]}


def protected_of(folder: Path, **named):
    params = TableParams(table={"tab": "table.tab", "metadata": "table.rda"}, **named)
    source = Source(None, {}, folder)
    return table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)


def test_a_total_that_the_file_does_not_list_has_the_contributors_of_its_parts(tmp_path) -> None:
    lines = [line(s, r) for s in SIZES for r in REGIONS if (s, r) != ("a", "N")]
    found = opened(written(tmp_path, lines))
    cell = found.table.find(("a", "N"))
    assert found.table.values[cell] == 1250 + 3025
    assert found.behind.contributors[cell] == 2 + 9
    assert found.behind.largest[cell].tolist() == [1125, 907]


def test_frequencies_that_do_not_add_up_are_reported(tmp_path) -> None:
    result = protected_of(written(tmp_path), rules=({"kind": "dominance", "n": 1, "k": 80},))
    (note,) = (one for one in result.notes if one.code == "tauargus.frequencies")
    assert (note.params["name"], note.params["number"]) == ("Firms", 19)
    assert note.severity.value == "warning"
    counts = {"Total": 4, "N": 2, "S": 2}
    sums = [
        line(s, r, firms=str(3 * (1 if s in "abc" else 3) * counts.get(r, 1))) for s in SIZES for r in REGIONS
    ]
    result = protected_of(written(tmp_path, sums), rules=({"kind": "dominance", "n": 1, "k": 80},))
    assert all(one.code != "tauargus.frequencies" for one in result.notes)


def test_rules_on_a_file_without_frequencies_name_what_was_read(tmp_path) -> None:
    metadata = METADATA.replace("    <FREQUENCY>\n", "    <NUMERIC>\n")
    with pytest.raises(Refused) as refused:
        protected_of(written(tmp_path, metadata=metadata), rules=({"kind": "dominance", "n": 1, "k": 80},))
    (problem,) = refused.value.problems
    assert problem.code == "tauargus.no_frequencies"
    assert problem.params["read"] == ("Turnover", "Top1", "Top2", "Low", "High", "State")


def test_a_rounded_table_file_is_protected_by_the_contributions_of_its_lines(tmp_path) -> None:
    def rounded(text: str) -> str:
        fields = text.split(";")
        fields[2] = str(int(float(fields[2].replace(",", ".")) / 5 + 0.5) * 5)
        return ";".join(fields)

    lines = [rounded(line(s, r)) for s in SIZES for r in REGIONS]
    folder = written(tmp_path, lines)
    params = TableParams(
        table={"tab": "table.tab", "metadata": "table.rda", "rounded_to": 5},
        rules=({"kind": "p_percent", "p": 10},),
        protect={"method": "suppression"},
    )
    result = table_job.decide(params, table_job.counts(params, Source(None, {}, folder), CONTEXT), CONTEXT)
    assert result.safe
    assert [c.coordinates for c in result.cells if c.status == "unsafe"] == [("a", " 1")]
    (cell,) = (c for c in result.cells if c.status == "unsafe")
    assert cell.upper - cell.lower >= 9
