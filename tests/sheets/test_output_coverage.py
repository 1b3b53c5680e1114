"""What a report says of figures read and assumptions made, by edition."""

from pathlib import Path

import pytest

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK, OutputCheckParams
from sdc_desktop.engine.methods.outputs.output_check.result import LedgerResult, result_of
from sdc_desktop.engine.submission.releasing.decisions import Signed
from sdc_desktop.sheets.blocks import Paragraph, Table
from sdc_desktop.sheets.sheet import About, Reader, read_by, sheet_of
from sdc_desktop.words import Words
from tests.support.outputs.cases import check_texts

TITLE = "Patients (N = 180)\nArea,Patients\nNorth,97\nWest,80\nEast,x\nNote: of all N = 400 patients\n"


def blocks(folder: Path, reader: Reader) -> list[object]:
    submission = check_texts(folder, cohort=TITLE, ragged="45\n\n\narea,n\nNorth,204\nSouth,980\n")
    ledger = LedgerResult("none", 0, "")
    result = result_of(submission, (), ledger, Signed(), ("",), four_eyes=False)
    about = About(OutputCheckParams(outputs=("cohort.csv",)), result)
    return list(read_by(reader, sheet_of(OUTPUT_CHECK.kind)(about, Words())))


def test_the_internal_edition_lists_figures_of_each_file_and_assumed_totals(tmp_path) -> None:
    tables = {one.title: one.rows for one in blocks(tmp_path, "internal") if isinstance(one, Table)}
    assert tables["Figures of each file"] == (("ragged.csv", "3", "2", "1"), ("cohort.csv", "4", "4", "0"))
    places = {row[1:] for row in tables["Numbers taken for totals without certainty"]}
    assert places == {("180", "A1"), ("400", "A6")}


@pytest.mark.parametrize("reader", ["internal", "external"])
def test_both_editions_say_how_many_figures_were_not_read(reader, tmp_path) -> None:
    texts = [one.text for one in blocks(tmp_path, reader) if isinstance(one, Paragraph)]
    assert "Figures in the files: 7, of these examined: 6, not read: 1." in texts


def test_the_external_edition_has_no_file_place_or_assumed_total(tmp_path) -> None:
    text = repr(blocks(tmp_path, "external"))
    assert not any(one in text for one in ("cohort", "ragged", "A1", "A6", "180", "400"))
