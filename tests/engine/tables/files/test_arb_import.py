"""Batch files of tau-ARGUS become plans that give the same tables; what is not done is named."""

import csv
import json

import numpy as np
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan, open_plan
from sdc_desktop.engine.running.arb_import import PLAN, import_arb
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.arb_tables import batch_of, parse_arb
from sdc_desktop.engine.tables.specs.table import TableParams
from tests.engine.tables.files.test_tab_files import written

CONTEXT = JobContext()
METADATA = """Size 1 2 99
  <RECODEABLE>
Region 4 2 99
  <RECODEABLE>
  <HIERARCHICAL>
  <HIERCODELIST> "TREE.HRC"
  <HIERLEADSTRING> "@"
Turnover 6 8
  <NUMERIC>
  <DECIMALS> 1
Weight 14 4
  <DECIMALS> 1
  <WEIGHT>
"""
TREE = "N\n@ 1\n@ 2\nS\n@ 3\n@ 4\n"
HEAD = '// made by hand\n<OPENMICRODATA> "C:\\DATA\\Firms.ASC"\n<OPENMETADATA> "firms.RDA"\n'
RANDOM = np.random.default_rng(3)
FIRMS = [
    (size, region, value)
    for size, region, value in zip(
        RANDOM.integers(1, 6, 80).tolist(),
        RANDOM.integers(1, 5, 80).tolist(),
        (RANDOM.integers(10, 9000, 80) / 10).tolist(),
        strict=True,
    )
]


def folder_with(tmp_path, commands: str, head: str = HEAD):
    lines = [f"{size:2d} {region:2d}{value:8.1f} 1.5" for size, region, value in FIRMS]
    (tmp_path / "firms.asc").write_text("\r\n".join(lines), encoding="ascii")
    (tmp_path / "firms.rda").write_text(METADATA, encoding="ascii")
    (tmp_path / "tree.hrc").write_text(TREE, encoding="ascii")
    (tmp_path / "sizes.grc").write_text("small:1-3\n", encoding="ascii")
    (tmp_path / "batch.arb").write_text(head + commands, encoding="ascii")
    return tmp_path / "batch.arb"


def imported(tmp_path, commands: str, head: str = HEAD):
    return import_arb(folder_with(tmp_path, commands, head), tmp_path / "out", CONTEXT)


def params_of(found, number: int = 0) -> dict:
    return found.plan["jobs"][number]["params"]


def tables(tmp_path, found):
    """Run the plan's jobs on the plan's data."""
    plan = plan_from_json({key: found.plan[key] for key in ("schema", "data") if key in found.plan})
    source = open_plan(plan, tmp_path / "out", CONTEXT).source or Source(None, {}, tmp_path / "out")
    for job in found.plan["jobs"]:
        params = TableParams.model_validate_json(json.dumps(job["params"]))
        yield table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)


def codes(notes) -> list[str]:
    return [problem.code for problem in notes]


def refusal(tmp_path, commands: str, head: str = HEAD):
    with pytest.raises(Refused) as refused:
        imported(tmp_path, commands, head)
    assert not (tmp_path / "out").exists()
    return refused.value.problems[0]


SPECIFY = '<SPECIFYTABLE> "Size""Region"|"Turnover"||\n'


def test_the_plan_builds_the_tables_that_the_batch_file_requests(tmp_path) -> None:
    commands = SPECIFY + "<SAFETYRULE> P(10,1)|FREQ(3,20)\n<READMICRODATA>\n<GOINTERACTIVE>\n"
    commands += '<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,AS+,"D:\\out\\Safe.csv")\n'
    found = imported(tmp_path, commands)
    assert params_of(found)["rules"] == [
        {"kind": "p_percent", "p": 10},
        {"kind": "threshold", "n": 3, "range": 20},
    ]
    assert params_of(found)["protect"] == {"method": "suppression"}
    assert found.plan["jobs"][0]["output"] == {"path": "Safe.csv", "layout": "cross_table"}
    assert found.notes == ()
    (result,) = tables(tmp_path, found)
    values = {c.coordinates: c.value for c in result.cells}
    north = sum(value for _, region, value in FIRMS if region in (1, 2))
    assert values[("Total", "N")] == pytest.approx(north)
    assert values[(" 1", "Total")] == pytest.approx(sum(v for size, _, v in FIRMS if size == 1))


def test_recodings_hold_for_their_table_alone(tmp_path) -> None:
    commands = SPECIFY + "<SAFETYRULE> NK(2,75)|NK(0,0)\n" + SPECIFY + "<SAFETYRULE> NK(1,60)\n"
    commands += '<RECODE> 1, Size, "SIZES.grc"\n<RECODE> 1, Region, 1\n'
    first, second = tables(tmp_path, imported(tmp_path, commands))
    assert {c.coordinates[0] for c in first.cells} == {"Total", "small", " 4", " 5"}
    assert {c.coordinates[1] for c in first.cells} == {"Total", "N", "S"}
    assert {c.coordinates[1] for c in second.cells} == {"Total", "N", "S", " 1", " 2", " 3", " 4"}
    small = sum(value for size, region, value in FIRMS if size <= 3 and region <= 2)
    assert next(c.value for c in first.cells if c.coordinates == ("small", "N")) == pytest.approx(small)


def test_a_tree_recoding_closes_the_codes_it_lists(tmp_path) -> None:
    (tmp_path / "close.grc").write_text("<TREERECODE>\nN\n")
    commands = SPECIFY + '<SAFETYRULE> FREQ(3,10)\n<RECODE> 1, Region, "close.grc"\n'
    (result,) = tables(tmp_path, imported(tmp_path, commands))
    assert {c.coordinates[1] for c in result.cells} == {"Total", "N", "S", " 3", " 4"}


def test_counts_weights_zeros_and_missing_codes(tmp_path) -> None:
    commands = '<SPECIFYTABLE> "Size""Region"|<freq>||\n<SAFETYRULE> FREQ(3,10)|WGT(1)|ZERO(1)|MIS(1)\n'
    found = imported(tmp_path, commands)
    params = params_of(found)
    assert "value" not in params
    assert (params["weight"], params["zeros_unsafe"], params["missing_safe"]) == ("Weight", True, True)
    (result,) = tables(tmp_path, found)
    total = next(c.value for c in result.cells if c.coordinates == ("Total", "Total"))
    assert total == pytest.approx(1.5 * len(FIRMS))


def test_a_batch_file_on_a_table_names_the_table(tmp_path) -> None:
    written(tmp_path)
    head = '<OPENTABLEDATA> "TABLE.tab"\n<OPENMETADATA> "Table.rda"\n'
    commands = '<SPECIFYTABLE> "Size""Region"|"Turnover"|"Turnover"|"Turnover"\n<READTABLE> 1T\n'
    commands += "<SUPPRESS> GH(1,75,1,1)\n"
    found = imported(tmp_path, commands, head)
    assert params_of(found)["table"] == {
        "tab": "../table.tab",
        "metadata": "../table.rda",
        "response": "Turnover",
    }
    assert codes(found.notes) == ["tauargus.done_otherwise"]
    (result,) = tables(tmp_path, found)
    assert result.safe
    assert result.primaries == 1


@pytest.mark.parametrize(
    ("command", "protect"),
    [
        ("OPT(1)", {"method": "suppression"}),
        ("OPT(1,5)", {"method": "suppression", "effort": 10_000_000}),
        ("MOD(1,5,1,1,1)", {"method": "suppression", "solver": "fast"}),
        ("MOD(1,0,0,0,0)", {"method": "suppression", "solver": "fast", "singletons": False}),
        ("GH(1,75)", {"method": "suppression", "solver": "fast"}),
        ("RND(1,5,2)", {"method": "rounding", "base": 5, "steps": 2}),
        ("CTA(1)", {"method": "adjustment", "cost": "value"}),
    ],
)
def test_each_way_of_protecting_has_its_own(tmp_path, command, protect) -> None:
    found = imported(tmp_path, SPECIFY + f"<SAFETYRULE> P(10,1)\n<SUPPRESS> {command}\n")
    assert params_of(found)["protect"] == protect


def test_whatever_has_no_effect_is_named_with_its_line(tmp_path) -> None:
    commands = '<SPECIFYTABLE> "Size""Region"|"Turnover"|"Weight"|-3,0.5\n'
    commands += "<SAFETYRULE> P(10,1)|MAN(20)|REQ(0,0,0,0)\n<SUPPRESS> CKM(1)\n<SUPPRESS> MOD(0,5)\n"
    commands += '<LOGBOOK> "log.txt"\nnonsense\n'
    found = imported(tmp_path, commands)
    shown = [(n.code, n.where.line, *n.params.values()) for n in found.notes]
    assert shown == [
        ("tauargus.unknown_command", 8, "LOGBOOK"),
        ("tauargus.unknown_command", 9, "nonsense"),
        ("tauargus.part_left_out", 6, "CKM(1)"),
        ("tauargus.done_otherwise", 7, "MOD", "fast suppression with its audit"),
        ("tauargus.done_otherwise", 7, "time limit 5", "no limit, the search ends by itself"),
    ]
    protect = params_of(found)["protect"]
    assert (protect["cost"], protect["power"], protect["link"]) == ("distance", 0.5, "tables 1")
    assert params_of(found)["manual_range"] == 20
    assert params_of(found)["shadow"] == "Weight"


def test_a_cost_variable_and_lambda_are_kept(tmp_path) -> None:
    commands = '<SPECIFYTABLE> "Size""Region"|"Turnover"||"Weight",0.5\n<SAFETYRULE> P(10,1)\n'
    found = imported(tmp_path, commands + "<SUPPRESS> OPT(1)\n")
    shown = {"method": "suppression", "cost": "variable", "cost_variable": "Weight", "power": 0.5}
    assert params_of(found)["protect"] == shown
    assert found.notes == ()
    (result,) = tables(tmp_path, found)
    parts = {"N": (1, 2), "S": (3, 4), "Total": (1, 2, 3, 4)} | {f" {code}": (code,) for code in range(1, 5)}
    suppressed = [c.coordinates for c in result.cells if c.status == "secondary"]
    cost = 0.0
    for size, region in suppressed:
        sizes = range(1, 6) if size == "Total" else (int(size),)
        cost += (1.5 * sum(s in sizes and r in parts[region] for s, r, _ in FIRMS)) ** 0.5
    assert suppressed
    assert result.cost == pytest.approx(cost)


def test_each_suppress_makes_a_table_of_its_own_with_the_files_written_of_it(tmp_path) -> None:
    commands = SPECIFY + '<SAFETYRULE> P(10,1)\n<WRITETABLE> (1,2,,"bare.csv")\n<SUPPRESS> MOD(1,5,1,1,1)\n'
    commands += '<WRITETABLE> (1,1,,"a.csv")\n<WRITETABLE> (1,3,AS+FL+SE+,"C:\\x\\a.txt")\n'
    commands += '<WRITETABLE> (1,5,,"work.txt")\n<SUPPRESS> RND(1,5)\n<WRITETABLE> (1,4,HL+,"A.CSV")\n'
    found = imported(tmp_path, commands)
    assert [job["name"] for job in found.plan["jobs"]] == ["table 1 (1)", "table 1 (2)", "table 1 (3)"]
    methods = [params_of(found, n).get("protect", {}).get("method") for n in range(3)]
    assert methods == [None, "suppression", "rounding"]
    bare, modular, rounded = (job["output"] for job in found.plan["jobs"])
    assert bare == {"path": "bare.csv", "layout": "pivot"}
    assert modular == {
        "path": "a.csv",
        "layout": "cross_table",
        "also": [{"path": "a.txt", "layout": "code_value"}, {"path": "work.tab", "layout": "tab"}],
    }
    assert rounded == {"path": "A_2.CSV", "layout": "sbs"}
    named = [(n.where.line, n.params["part"]) for n in found.notes if n.code == "tauargus.part_left_out"]
    assert named == [(9, "WRITETABLE, FL+"), (9, "WRITETABLE, SE+")]


def test_all_tables_of_a_batch_file_are_protected_together(tmp_path) -> None:
    commands = SPECIFY + "<SAFETYRULE> P(10,1)\n"
    commands += '<SPECIFYTABLE> "Region"|"Turnover"||\n<SAFETYRULE> P(10,1)\n<SUPPRESS> MOD(0,5)\n'
    found = imported(tmp_path, commands)
    assert [params_of(found, n)["protect"]["link"] for n in (0, 1)] == ["tables 1", "tables 1"]
    out = str(tmp_path / "run")
    assert cli.main(["run", str(tmp_path / "out" / PLAN), "--out", out, "--quiet"]) in (cli.DONE, cli.BELOW)
    assert refusal_of_all(tmp_path, "OPT(0)") == "tauargus.malformed"


def test_a_holding_rule_of_one_table_holds_in_all_that_are_protected_together() -> None:
    commands = SPECIFY + "<SAFETYRULE> P(10,1)\n" + '<SPECIFYTABLE> "Region"|"Turnover"||\n'
    commands += "<SAFETYRULE> P(10,1)|P(0,0)|P(20,1)|P(0,0)\n<SUPPRESS> MOD(0)\n"
    batch, notes = batch_of(parse_arb(HEAD + commands, "batch.arb")[0], "batch.arb")
    assert [table.holding for table in batch.tables] == [True, True]
    noted = [(n.where.line, n.params["instead"]) for n in notes if n.params["part"] == "SAFETYRULE"]
    assert noted == [(4, "holdings are judged in all tables of the group")]


def refusal_of_all(tmp_path, command: str) -> str:
    batch = folder_with(tmp_path, SPECIFY + f"<SAFETYRULE> P(10,1)\n<SUPPRESS> {command}\n")
    with pytest.raises(Refused) as refused:
        import_arb(batch, tmp_path / "other", CONTEXT)
    return refused.value.problems[0].code


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ("", "tauargus.batch_incomplete"),
        ("<SAFETYRULE> P(10,1)\n", "tauargus.malformed"),
        (SPECIFY + "<SAFETYRULE> P(ten)\n", "tauargus.malformed"),
        (SPECIFY + "<SAFETYRULE> XX(1)\n", "tauargus.malformed"),
        (SPECIFY + "<SUPPRESS> OPT(3)\n", "tauargus.no_table"),
        (SPECIFY + '<RECODE> 1, Size, "absent.grc"\n', "tauargus.no_file"),
        (SPECIFY + "<RECODE> 1, Size, 2\n", "tauargus.recode_needs_hierarchy"),
        (SPECIFY + "<RECODE> 1, Age, 2\n", "plan.unknown_variable"),
        (SPECIFY + "<SAFETYRULE> REQ(10,10,0,5)\n", "tauargus.no_such_tag"),
        ('<SPECIFYTABLE> "Size""Age"|"Turnover"||\n', "plan.unknown_variable"),
        (SPECIFY + '<OPENMICRODATA> "firms.asc"\n', "tauargus.two_data_files"),
        (SPECIFY + "<SAFETYRULE> P(inf)\n", "tauargus.malformed"),
        (SPECIFY + "<SAFETYRULE> P(10,900)\n", "tauargus.malformed"),
        (SPECIFY + "<SUPPRESS> RND(1,0)\n", "tauargus.malformed"),
        (SPECIFY + f"<SUPPRESS> OPT({'9' * 5000})\n", "tauargus.no_table"),
        (SPECIFY + '<WRITETABLE> (1,8,,"a.csv")\n', "tauargus.malformed"),
        (SPECIFY + '<WRITETABLE> (1,1,,"..")\n', "tauargus.malformed"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(tmp_path, commands, code) -> None:
    assert refusal(tmp_path, commands).code == code


def test_an_apriori_file_goes_along(tmp_path) -> None:
    (tmp_path / "wishes.hst").write_text('"1";"2";u\n')
    commands = SPECIFY + '<SAFETYRULE> P(1,1)\n<APRIORI> "WISHES.HST",1,";",1,0\n<SUPPRESS> MOD(1)\n'
    found = imported(tmp_path, commands)
    assert params_of(found)["protect"]["apriori"] == "../wishes.hst"
    (result,) = tables(tmp_path, found)
    assert next(c.status for c in result.cells if c.coordinates == (" 1", " 2")) == "unsafe"


def test_apriori_entries_go_along_with_rounding(tmp_path) -> None:
    (tmp_path / "wishes.hst").write_text('"1";"2";u\n"";"";"s"\n')
    commands = SPECIFY + '<SAFETYRULE> P(1,1)\n<APRIORI> "WISHES.HST",1,";",1,0\n<SUPPRESS> RND(1,500)\n'
    found = imported(tmp_path, commands)
    assert params_of(found)["protect"] == {"method": "rounding", "base": 500, "apriori": "../wishes.hst"}
    (result,) = tables(tmp_path, found)
    assert [c.asked is not None for c in result.cells if c.coordinates == (" 1", " 2")] == [True]
    assert result.notes == ()


def test_several_apriori_files_of_a_table_become_one(tmp_path) -> None:
    (tmp_path / "one.hst").write_text("1;2;u\n")
    (tmp_path / "two.hst").write_text('// second\n"";"N";p\n9;9;u\n8;8;u\n7;7;u\n6;6;x\n')
    commands = SPECIFY + '<SAFETYRULE> P(1,1)\n<APRIORI> "one.hst",1,";"\n<APRIORY> "two.hst",1,";"\n'
    found = imported(tmp_path, commands + "<SUPPRESS> OPT(1)\n")
    assert params_of(found)["protect"]["apriori"] == "apriori_1.hst"
    (result,) = tables(tmp_path, found)
    status = {c.coordinates: c.status for c in result.cells}
    assert status[(" 1", " 2")] == "unsafe"
    assert [(n.code, n.params["number"]) for n in result.notes if n.code.startswith("tauargus")] == [
        ("tauargus.unknown_wish", 1),
        ("tauargus.no_such_cell", 3),
    ]


def test_a_code_twice_in_a_hierarchy_is_refused_only_where_a_table_uses_it(tmp_path) -> None:
    batch = folder_with(tmp_path, '<SPECIFYTABLE> "Size"|"Turnover"||\n<SAFETYRULE> P(10,1)\n')
    (tmp_path / "tree.hrc").write_text(TREE + "@ 1\n", encoding="ascii")
    found = import_arb(batch, tmp_path / "out", CONTEXT)
    assert [(n.code, n.params["name"]) for n in found.notes] == [("argus.hierarchy_unread", "Region")]
    batch.write_text(HEAD + SPECIFY + "<SAFETYRULE> P(10,1)\n")
    with pytest.raises(Refused) as refused:
        import_arb(batch, tmp_path / "out", CONTEXT)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line, problem.params["first"]) == ("tauargus.code_twice", 7, 2)


def test_records_keep_their_texts(tmp_path) -> None:
    imported(tmp_path, SPECIFY + "<SAFETYRULE> FREQ(3,10)\n")
    with (tmp_path / "out" / "records.csv").open(newline="", encoding="ascii") as file:
        rows = list(csv.reader(file, delimiter=";"))
    assert rows[0] == ["Size", "Region", "Turnover", "Weight"]
    size, region, value = FIRMS[0]
    assert rows[1] == [f"{size:2d}", f"{region:2d}", f"{value:8.1f}", " 1.5"]


def test_the_batch_command_writes_the_plan_and_tells_what_is_left_out(tmp_path, capsys) -> None:
    batch = folder_with(tmp_path, SPECIFY + "<SAFETYRULE> FREQ(3,10)\n<LOGBOOK> x\n")
    assert cli.main(["import-arb", str(batch), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    assert "LOGBOOK" in capsys.readouterr().err
    assert json.loads((tmp_path / "out" / PLAN).read_text())["jobs"][0]["kind"] == "table"
    missing = str(tmp_path / "absent.arb")
    assert cli.main(["import-arb", missing, "--out", str(tmp_path / "two")]) == cli.REFUSED
    assert not (tmp_path / "two").exists()


def test_frequency_costs_count_contributors() -> None:
    commands, _ = parse_arb('<OPENMICRODATA> "a"\n<OPENMETADATA> "b"\n<SPECIFYTABLE> "X"|"Y"||-1\n', "f")
    batch, notes = batch_of(commands, "f")
    assert batch.tables[0].cost == "contributors"
    assert notes == ()


def test_labels_that_a_recoding_gives_are_named_as_left_out(tmp_path) -> None:
    (tmp_path / "labels.grc").write_text('small:1-3\n<CODELIST> "small.cdl"\n<MISSING> 99\n')
    commands = SPECIFY + '<SAFETYRULE> FREQ(3,10)\n<RECODE> 1, Size, "labels.grc"\n'
    notes = imported(tmp_path, commands).notes
    assert [(n.where.line, n.params["part"]) for n in notes] == [
        (2, '<CODELIST> "small.cdl"'),
        (3, "<MISSING> 99"),
    ]


def test_a_file_of_the_same_name_beside_the_batch_file_is_not_written_over(tmp_path) -> None:
    batch = folder_with(tmp_path, SPECIFY + "<SAFETYRULE> FREQ(3,10)\n")
    (tmp_path / "records.csv").write_text("mine")
    with pytest.raises(Refused) as refused:
        import_arb(batch, tmp_path, CONTEXT)
    assert codes(refused.value.problems) == ["plan.output_over_input"]
    assert (tmp_path / "records.csv").read_text() == "mine"
    assert not (tmp_path / PLAN).exists()


TAB_METADATA = """   <SEPARATOR>  ";"
Area
   <RECODEABLE>
   <TOTCODE> "T"
Mode
   <RECODEABLE>
   <TOTCODE> "T"
Amount
   <NUMERIC>
   <DECIMALS> 0
Number
   <FREQUENCY>
"""
SHARED = {("a", "x"): 9, ("a", "y"): 1, ("b", "x"): 8, ("b", "y"): 7, ("c", "x"): 6, ("c", "y"): 6}


def two_tables(tmp_path, *last: str):
    """A batch file with two tables, each in a file of its own; what it becomes."""
    head = ""
    for name, value in (("One", 10), ("Two", 10)):
        lines = []
        for area, mode in ((a, m) for a in "abcT" for m in "xyT"):
            inside = [n for (a, m), n in SHARED.items() if area in (a, "T") and mode in (m, "T")]
            lines.append(f"{area};{mode};{value * sum(inside)};{sum(inside)}")
        (tmp_path / f"{name}.tab").write_text("\n".join(lines) + "\n", encoding="ascii")
        (tmp_path / f"{name}.rda").write_text(TAB_METADATA, encoding="ascii")
        head += f'<OPENTABLEDATA> "{name}.tab"\n<OPENMETADATA> "{name}.rda"\n'
        head += '<SPECIFYTABLE> "Area""Mode"|"Amount"||\n<SAFETYRULE> FREQ(3,10)\n<READTABLE> 1\n'
    return imported(tmp_path, "".join(f"{line}\n" for line in last), head)


@pytest.mark.parametrize(
    "last",
    [
        ("<SUPPRESS> MOD(0)",),
        ("<SUPPRESS> MOD(1)", "<SUPPRESS> MOD(2)", "<LINK> 1,2"),
        ("<LINK>", "<SUPPRESS> MOD(1)", "<SUPPRESS> MOD(2)"),
    ],
)
def test_several_table_files_are_linked_as_the_batch_file_says(tmp_path, last) -> None:
    found = two_tables(tmp_path, *last)
    assert not {"tauargus.unknown_command", "tauargus.part_left_out"} & set(codes(found.notes))
    assert [params_of(found, n)["table"]["tab"] for n in (0, 1)] == ["../One.tab", "../Two.tab"]
    assert [params_of(found, n)["protect"]["link"] for n in (0, 1)] == ["tables 1", "tables 1"]
    done = evaluate_plan(plan_from_json(dict(found.plan)), tmp_path / "out", CONTEXT)
    patterns = [[cell.published is None for cell in job.result.cells] for job in done.jobs]
    assert patterns[0] == patterns[1]
    assert all(job.result.linked.shared == 12 for job in done.jobs)


def test_each_table_is_read_by_its_own_metadata_whatever_comes_first(tmp_path) -> None:
    """One file may be two tables by two metadata; a batch file may name metadata before their data."""
    two_tables(tmp_path)
    (tmp_path / "Other.rda").write_text(TAB_METADATA.replace("Area", "Land"), encoding="ascii")
    end = "<SAFETYRULE> FREQ(3,10)\n<READTABLE> 1\n"
    data = '<OPENTABLEDATA> "One.tab"\n'
    for first in (True, False):
        head = ""
        for name, variable in (("One", "Area"), ("Other", "Land")):
            metadata = f'<OPENMETADATA> "{name}.rda"\n'
            head += (metadata + data) if first else (data + metadata)
            head += f'<SPECIFYTABLE> "{variable}""Mode"|"Amount"||\n{end}'
        found = imported(tmp_path, "", head)
        assert [params_of(found, n)["table"]["metadata"] for n in (0, 1)] == ["../One.rda", "../Other.rda"]


def test_metadata_without_a_data_file_of_their_own_are_refused(tmp_path) -> None:
    with pytest.raises(Refused) as refused:
        two_tables(tmp_path, '<OPENMETADATA> "One.rda"')
    assert refused.value.problems[0].code == "tauargus.malformed"


def test_tables_that_no_command_links_are_protected_alone(tmp_path) -> None:
    found = two_tables(tmp_path, "<SUPPRESS> MOD(1)", "<SUPPRESS> MOD(2)")
    assert not any("link" in params_of(found, n)["protect"] for n in (0, 1))


def test_records_beside_a_table_file_are_refused(tmp_path) -> None:
    with pytest.raises(Refused) as refused:
        two_tables(tmp_path, '<OPENMICRODATA> "firms.asc"')
    assert refused.value.problems[0].code == "tauargus.two_data_files"
