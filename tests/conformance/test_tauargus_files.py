"""Files of tau-ARGUS: read, written and read again; and its published table found again, and improved on."""

import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.codes import hrc_text, parse_cdl, parse_hrc
from sdc_desktop.engine.data.argus.grc import parse_grc
from sdc_desktop.engine.data.argus.places import file_text, found_file
from sdc_desktop.engine.data.argus.rda import parse_rda, rda_text, records_columns
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import open_plan
from sdc_desktop.engine.running.arb_import import import_arb
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.files.arb_tables import parse_arb
from sdc_desktop.engine.tables.files.tab import decimal_mark, parse_tab, tab_text
from sdc_desktop.engine.tables.files.tab_table import open_tab
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.support.argus_files import open_records, parse_code_value

SHARED = Path(__file__).parents[2].parent / "shared"
FOLDER = SHARED / "data" / "tauargus"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()


@pytest.mark.parametrize("name", ["Tau_TestW.rda", "vars1to5sampleG.rda", "tableinput/pp.rda"])
def test_metadata_survive_writing(name) -> None:
    found = parse_rda(file_text(FOLDER / name), name)
    assert found.notes == ()
    assert parse_rda(rda_text(found), name) == found


@pytest.mark.parametrize("name", ["Region.hrc", "region2.hrc", "Simple2D/region2.hrc"])
def test_hierarchies_survive_writing(name) -> None:
    found = parse_hrc(file_text(FOLDER / name), "@", name)
    assert parse_hrc(hrc_text(found, "@"), "@", name) == found
    assert {node.depth for node in found} == {0, 1}


def test_labels_and_recodings_are_read() -> None:
    labels = parse_cdl(file_text(found_file(FOLDER, "REGION.CDL")), "region.cdl")
    assert labels[" 1"] == "Groningen"
    assert parse_grc(file_text(FOLDER / "IndCode2.grc"), "IndCode2.grc").cut == ("142", "1500", "1512")
    sizes = parse_grc(file_text(FOLDER / "GK.GRC"), "GK.GRC")
    assert [sizes.code_of(code) for code in (" 2", " 5", " 6")] == ["1", "1", " 6"]


@pytest.mark.parametrize("name", ["TestRecode.arb", "tableinput/TestTable.arb"])
def test_batch_files_are_read_and_nothing_is_lost(name) -> None:
    commands, notes = parse_arb(file_text(FOLDER / name), name)
    assert notes == ()
    lines = [line for line in file_text(FOLDER / name).splitlines() if line.strip().startswith("<")]
    assert len(commands) == len(lines)
    assert all(c.argument in line for c, line in zip(commands, lines, strict=True))


def test_a_table_file_is_read_with_decimal_commas_and_names_in_another_case() -> None:
    metadata = parse_rda(file_text(FOLDER / "tableinput" / "pp.rda"), "pp.rda")
    cells = parse_tab(file_text(found_file(FOLDER / "tableinput", "PP.TAB")), metadata, "pp.tab")
    assert cells[0].codes == ("Total", "Total")
    assert cells[0].numbers["Var2"] == Decimal("16847646.84")
    assert sum(cell.status == "unsafe" for cell in cells) > 0
    listed = metadata.variable("Region").argument("CODELIST")
    assert found_file(FOLDER / "tableinput", listed).is_file()


def simple_2d(published_unit=None, **protect):
    folder = FOLDER / "Simple2D"
    source, _ = open_records(folder / "tau_testW.asc", FOLDER / "Tau_TestW.rda", CONTEXT)
    params = TableParams(
        dimensions=({"variable": "Size", "hierarchy": False}, {"variable": "Region"}),
        value="Var2",
        rules=({"kind": "p_percent", "p": 15},),
        protect={"method": "suppression", **protect} if protect else None,
        published_unit=published_unit,
    )
    return table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)


def test_the_published_table_has_the_same_cells_values_and_unsafe_ones() -> None:
    shown = parse_code_value(file_text(FOLDER / "Simple2D" / "Simple2D.txt"))
    found = {c.coordinates: c for c in simple_2d(published_unit=0.01).cells}  # few records have cents
    assert set(found) <= {cell.codes for cell in shown}
    for cell in shown:
        if cell.codes not in found:  # a missing code that no record has
            assert cell.status == 14
            continue
        own = found[cell.codes]
        if cell.value is None:
            assert own.status == "empty"
        else:
            assert Decimal(str(own.value)) == cell.value
            assert (own.status == "unsafe") == (cell.status == 3)
    assert sum(cell.status == 3 for cell in shown) == 9


@pytest.mark.parametrize(("singletons", "secondaries", "cost"), [(False, 6, 521926), (True, 12, 1092477)])
def test_the_optimum_is_cheaper_than_the_published_pattern_and_safe(singletons, secondaries, cost) -> None:
    result = simple_2d(singletons=singletons, insiders="tell", unions="tell")
    assert (result.primaries, result.secondaries) == (9, secondaries)
    assert round(result.cost) == cost
    assert result.proven
    assert result.audited
    assert result.contributors_derive  # which tau-ARGUS does not look for
    assert not result.safe
    held = [cell for cell in result.cells if cell.status in ("unsafe", "secondary", "empty")]
    assert all(cell.published is None for cell in held if cell.status != "empty")


def test_by_default_no_contributor_sees_through_the_table() -> None:
    result = simple_2d(solver="optimal")
    assert (result.primaries, result.secondaries, round(result.cost)) == (9, 13, 1092497)
    assert (result.safe, result.proven) == (True, True)
    assert (result.contributors_derive, result.unsafe_sums) == ((), ())


def test_every_field_of_a_record_is_read() -> None:
    shown = parse_rda(file_text(FOLDER / "Tau_TestW.rda"), "Tau_TestW.rda")
    text = file_text(FOLDER / "Simple2D" / "tau_testW.asc")
    columns = records_columns(text, shown, "tau_testW.asc")
    for line, *fields in zip(text.splitlines(), *columns, strict=True):
        padded = line.ljust(max(v.start + v.length for v in shown.variables))
        assert fields == [padded[v.start - 1 : v.start - 1 + v.length] for v in shown.variables]


def test_a_table_file_is_written_as_it_was_read() -> None:
    shown = parse_rda(file_text(FOLDER / "tableinput" / "pp.rda"), "pp.rda")
    text = file_text(FOLDER / "tableinput" / "pp.tab")
    assert tab_text(parse_tab(text, shown, "pp.tab"), shown, decimal_mark(text, shown)) == text


def test_a_table_file_whose_values_do_not_add_up_is_refused_with_its_relations() -> None:
    folder = FOLDER / "tableinput"
    with pytest.raises(Refused) as refused:
        open_tab(folder / "pp.tab", folder / "pp.rda", "Var2")
    shown = [(p.code, p.params["cell"], p.params["difference"]) for p in refused.value.problems]
    assert shown == [
        ("table.not_additive", "Total / Os", 1),
        ("table.not_additive", "Total /  4", 1),
        ("table.not_additive", " 4 / Total", 1),
    ]


def test_the_shadow_of_a_table_file_adds_up_and_is_protected_by_its_statuses_and_levels() -> None:
    params = TableParams(
        table={"tab": "pp.tab", "metadata": "pp.rda", "response": "Var2_Shadow"},
        protect={"method": "suppression", "singletons": False},
    )
    source = Source(None, {}, FOLDER / "tableinput")
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    assert result.safe
    assert result.proven
    assert result.primaries == 9
    assert round(result.cost) == 521926


def test_a_batch_file_becomes_a_plan_that_gives_its_tables(tmp_path) -> None:
    names = ("TestRecode.arb", "Tau_TestW.rda", "region.cdl", "region2.hrc", "GK.GRC", "IndCode2.grc")
    for path in (*(FOLDER / name for name in names), FOLDER / "Simple2D" / "tau_testW.asc"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    found = import_arb(tmp_path / "TestRecode.arb", tmp_path / "out", CONTEXT)
    assert found.notes == ()
    plan = plan_from_json({"schema": 2, "data": found.plan["data"]})
    source = open_plan(plan, tmp_path / "out", CONTEXT).source
    shown = parse_code_value(file_text(FOLDER / "Simple2D" / "Simple2D.txt"))
    published = {cell.codes: cell.value for cell in shown}
    results = []
    for job in found.plan["jobs"]:
        params = TableParams.model_validate_json(json.dumps(job["params"]))
        results.append(table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT))
    recoded, industries = results
    values = {c.coordinates: c.value for c in recoded.cells}
    assert {size for size, _ in values} == {"Total", "1", " 6", " 7", " 8", " 9", "99"}
    for region in ("Total", "Nr", " 1"):  # sizes 1 to 5 are one
        small = sum(float(published.get((size, region)) or 0) for size in (" 2", " 4", " 5"))
        assert values[("1", region)] == pytest.approx(small)
    assert values[(" 6", "Os")] == float(published[(" 6", "Os")])
    codes = {c.coordinates[1] for c in industries.cells}
    assert {"142", "1512"} <= codes  # 1500 is all there is of 150
    assert not any(code.startswith(("142", "1500", "1512")) and len(code) == 5 for code in codes)


def test_a_batch_file_on_a_table_becomes_a_plan(tmp_path) -> None:
    found = import_arb(FOLDER / "tableinput" / "TestTable.arb", tmp_path, CONTEXT)
    assert found.notes == ()
    (job,) = found.plan["jobs"]
    assert (tmp_path / job["params"]["table"]["tab"]).resolve() == (
        FOLDER / "tableinput" / "pp.tab"
    ).resolve()


def test_the_published_pattern_costs_what_is_stated_and_is_audited() -> None:
    """Twelve secondaries; the audit says how far each primary is protected by them."""
    shown = parse_code_value(file_text(FOLDER / "Simple2D" / "Simple2D.txt"))
    judged = simple_2d()
    held = {cell.codes: cell.status for cell in shown if cell.status in (3, 11)}
    values = {c.coordinates: c.value for c in judged.cells}
    assert sum(status == 11 for status in held.values()) == 12
    assert round(sum(values[codes] for codes, status in held.items() if status == 11)) == 2524351
    table = judged.table
    hidden = np.zeros(len(table), dtype=bool)
    hidden[[table.find(codes) for codes in held]] = True
    known = Knowledge(
        table.relations, np.where(hidden, 0, table.values), np.where(hidden, NO_BOUND, table.values)
    )
    wanted = np.flatnonzero(hidden)
    ends = intervals(known, wanted, CONTEXT)
    for cell, interval in zip(wanted.tolist(), ends, strict=True):
        assert interval.lower <= table.values[cell] <= interval.upper
        assert interval.upper > interval.lower  # none is disclosed


def test_a_recode_file_is_a_level_of_the_sizes_of_the_sample() -> None:
    spec = LevelsSpec(kind="levels", path="GK.GRC")
    hierarchy, read = load_hierarchy("Size", spec, Dialect(), FOLDER, CONTEXT)
    found = codings(hierarchy, ["2", "4", "5", "6", "9", "99"], ("99",))
    assert found.labels[1] == ("1", "1", "1", "6", "9", "99")
    assert (list(read), hierarchy.notes) == (["GK.GRC"], ())


def test_totals_off_by_rounding_are_recomputed_and_protected_by_the_statuses_of_the_file() -> None:
    params = TableParams(
        table={"tab": "pp.tab", "metadata": "pp.rda", "response": "Var2", "totals": "recomputed"},
        protect={"method": "suppression", "singletons": False},
    )
    source = Source(None, {}, FOLDER / "tableinput")
    result = table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)
    (stated,) = [note for note in result.notes if note.code == "table.totals_recomputed"]
    assert (stated.params["number"], stated.params["most"]) == (len(result.recomputed), 1)
    assert {("Total", "Os"), (" 4", "Total")} & set(result.recomputed)
    assert (result.primaries, result.safe) == (9, True)
