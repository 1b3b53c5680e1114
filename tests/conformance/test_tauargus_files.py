"""Files of tau-ARGUS: read, written and read again; and its published table found again, and improved on."""

from decimal import Decimal
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables import table_job
from sdc_desktop.engine.tables.files.arb import arb_text, parse_arb
from sdc_desktop.engine.tables.files.code_value import code_value_text, parse_code_value
from sdc_desktop.engine.tables.files.codes import cdl_text, grc_text, parse_cdl, parse_grc
from sdc_desktop.engine.tables.files.hrc import hrc_text, parse_hrc
from sdc_desktop.engine.tables.files.places import file_text, found_file
from sdc_desktop.engine.tables.files.rda import parse_rda, rda_text
from sdc_desktop.engine.tables.files.records import open_records
from sdc_desktop.engine.tables.files.tab import parse_tab
from sdc_desktop.engine.tables.table_job_spec import TableParams

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


def test_labels_and_recodings_survive_writing() -> None:
    labels = parse_cdl(file_text(found_file(FOLDER, "REGION.CDL")), "region.cdl")
    assert labels[" 1"] == "Groningen"
    assert parse_cdl(cdl_text(labels), "region.cdl") == labels
    for name in ("GK.GRC", "IndCode2.grc"):
        found = parse_grc(file_text(FOLDER / name), name)
        assert parse_grc(grc_text(found), name) == found
    sizes = parse_grc(file_text(FOLDER / "GK.GRC"), "GK.GRC")
    assert [sizes.code_of(code) for code in (" 2", " 5", " 6")] == ["1", "1", " 6"]


@pytest.mark.parametrize("name", ["TestRecode.arb", "tableinput/TestTable.arb"])
def test_batch_files_are_read_and_nothing_is_lost(name) -> None:
    commands, notes = parse_arb(file_text(FOLDER / name), name)
    assert notes == ()
    assert [c.argument for c in parse_arb(arb_text(commands), name)[0]] == [c.argument for c in commands]


def test_a_table_file_is_read_with_decimal_commas_and_names_in_another_case() -> None:
    metadata = parse_rda(file_text(FOLDER / "tableinput" / "pp.rda"), "pp.rda")
    cells = parse_tab(file_text(found_file(FOLDER / "tableinput", "PP.TAB")), metadata, "pp.tab")
    assert cells[0].codes == ("Total", "Total")
    assert cells[0].numbers["Var2"] == Decimal("16847646.84")
    assert sum(cell.status == "unsafe" for cell in cells) > 0
    listed = metadata.variable("Region").argument("CODELIST")
    assert found_file(FOLDER / "tableinput", listed).is_file()


def simple_2d(**protect):
    folder = FOLDER / "Simple2D"
    source, _ = open_records(folder / "tau_testW.asc", FOLDER / "Tau_TestW.rda", CONTEXT)
    params = TableParams(
        dimensions=({"variable": "Size", "hierarchy": False}, {"variable": "Region"}),
        value="Var2",
        rules=({"kind": "p_percent", "p": 15},),
        protect={"method": "suppression", **protect} if protect else None,
    )
    return table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)


def test_the_published_table_has_the_same_cells_values_and_unsafe_ones() -> None:
    told = parse_code_value(file_text(FOLDER / "Simple2D" / "Simple2D.txt"), "Simple2D.txt")
    found = {c.coordinates: c for c in simple_2d().cells}
    assert set(found) <= {cell.codes for cell in told}
    for cell in told:
        if cell.codes not in found:  # a missing code that no record has
            assert cell.status == 14
            continue
        own = found[cell.codes]
        if cell.value is None:
            assert own.status == "empty"
        else:
            assert Decimal(str(own.value)) == cell.value
            assert (own.status == "unsafe") == (cell.status == 3)
    assert sum(cell.status == 3 for cell in told) == 9


@pytest.mark.slow
@pytest.mark.parametrize(("singletons", "secondaries", "cost"), [(False, 6, 521926), (True, 12, 1092477)])
def test_the_optimum_is_cheaper_than_the_published_pattern_and_safe(singletons, secondaries, cost) -> None:
    result = simple_2d(singletons=singletons)
    assert (result.primaries, result.secondaries) == (9, secondaries)
    assert round(result.cost) == cost
    assert result.proven
    assert result.safe
    written = parse_code_value(code_value_text(result.cells, 2), "out.txt")
    assert sum(cell.status == 11 for cell in written) == secondaries
    assert all(cell.value is None for cell in written if cell.status in (3, 11, 14))
