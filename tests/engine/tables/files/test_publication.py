"""A table is published as a workbook that an office sends out unchanged, and audited from it again."""

import io
import json
import re
import stat
import zipfile
from pathlib import Path

import openpyxl
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from tests.support.secret import ALL

CONTEXT = JobContext()
FORM = {
    "heading": "Turnover by activity and region",
    "unit": "Thousand euros",
    "symbol": "•",
    "notes": ["Firms with employees.", "=1+1"],
    "source": "Source: Register 2025",
    "names": {"town": "Municipality"},
    "labels": {"size": {"0": "none", "1": "one", "2": "two", "3": "three"}},
}
DIMENSIONS = ("town", "size", "legal")
OUTPUT = {"path": "t.xlsx", "layout": "publication"}


def job(name: str = "t", dimensions: int = 2, **changes) -> dict:
    params = {
        "dimensions": [{"variable": one} for one in DIMENSIONS[:dimensions]],
        "value": "turnover",
        "rules": [{"kind": "p_percent", "p": 15}],
        "protect": {"method": "suppression", "solver": "fast"},
    }
    return {"name": name, "kind": "table", "params": params | changes}


def plan(*jobs: dict) -> Plan:
    variables = {"turnover": {"level": "continuous"}, "who": {"role": "direct_identifier"}}
    hierarchies = {"town": {"kind": "levels", "path": "towns.csv", "header": False}}
    data = {"path": "firms.csv", "variables": variables, "hierarchies": hierarchies}
    return plan_from_json({"schema": 2, "data": data, "jobs": list(jobs), "secrets": ALL})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path)


@pytest.fixture(scope="module")
def blocks(tmp_path_factory):
    """The result of a table of three dimensions, and its workbook."""
    return published(filled(tmp_path_factory.mktemp("blocks")), job(dimensions=3))


def filled(tmp_path: Path) -> Path:
    """The folder with the file of firms."""
    lines = ["town;size;legal;turnover;who"]
    for number in range(180):
        turnover = (number * 37) % 90 + (9000 if number % 29 == 7 else 50)
        lines.append(
            f"{11 + number % 6};{number // 6 % 4};{number // 24 % 2};{turnover}.{number % 10};{number}"
        )
    (tmp_path / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    towns = "".join(f"{11 + place};{'=north' if place < 3 else 'south'}\n" for place in range(6))
    (tmp_path / "towns.csv").write_text(towns, encoding="utf-8")
    return tmp_path


def published(folder: Path, made: dict, form: dict = FORM, name: str = "t.xlsx"):
    """The result of a table, and the bytes of its publication."""
    output = {"path": name, "layout": "publication", "publication": form}
    done = run_plan(plan(made | {"output": output}), folder, folder / "out", CONTEXT)
    return done.jobs[0].result, (folder / "out" / name).read_bytes()


def parts_of(book: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def test_the_workbook_shows_what_an_office_publishes(folder) -> None:
    result, data = published(folder, job())
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [rows[0][0], rows[1][0]] == ["Turnover by activity and region", "Thousand euros"]
    spanner, codes, labels = rows[3:6]
    assert spanner[1] == "size"
    assert codes == [None, "Total", "0", "1", "2", "3"]
    assert labels == ["Municipality", None, "none", "one", "two", "three"]
    names = [row[0] for row in rows[6:15]]
    assert names == ["Total", "=north", "11", "12", "13", "south", "14", "15", "16"]
    assert [sheet.cell(row, 1).alignment.indent for row in range(7, 16)] == [0, 1, 2, 2, 2, 1, 2, 2, 2]
    by = {cell.coordinates: cell.published for cell in result.cells}
    hidden = 0
    for line, name in enumerate(names, start=7):
        for column, code in enumerate(("Total", "0", "1", "2", "3"), start=2):
            cell, value = sheet.cell(line, column), by[name, code]
            hidden += value is None
            assert cell.value == ("•" if value is None else value)
            assert (cell.number_format, cell.alignment.horizontal) == ("#,##0.0", "right")
    assert hidden
    notes = ["•  value not shown to protect confidentiality", *FORM["notes"], FORM["source"]]
    assert [row[0] for row in rows[16:]] == notes
    assert (sheet.freeze_panes, sheet.print_title_rows, sheet.print_title_cols) == ("B7", "$4:$6", "$A:$A")
    setup = sheet.page_setup
    assert (setup.orientation, setup.fitToWidth, setup.fitToHeight) == ("landscape", 1, 0)


def test_nothing_is_in_the_workbook_that_is_not_seen(folder, blocks) -> None:
    for result, data in (blocks, published(folder, job())):
        parts = parts_of(data)
        assert not [name for name in parts if re.search("docProps|comment|calcChain|external|vml", name)]
        assert not any("docProps" in text for text in parts.values())
        whole = "".join(parts.values())
        assert "<f>" not in whole
        assert not re.search('hidden="1"|state="(hidden|veryHidden)"', whole)
        assert not re.search("openpyxl|SDC Desktop|creator|20[23][0-9]-", whole)
        shown = {cell.published for cell in result.cells}
        secret = {cell.value for cell in result.cells if cell.published is None} - shown
        assert secret
        for value in secret:
            assert not re.search(rf"(?<![\d.]){re.escape(repr(value))}(?!\d)", whole)
    assert published(folder, job())[1] == data  # the same at any time


def test_three_dimensions_are_blocks_under_headings(blocks) -> None:
    result, data = blocks
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    first = [row[0].value for row in sheet.iter_rows(min_row=7)]
    assert first.count("Total") == 3
    assert [text for text in first if text and ": " in text][:3] == ["legal: Total", "legal: 0", "legal: 1"]
    assert sheet.freeze_panes == "B7"
    assert len(result.dimensions) == 3


def test_the_same_form_is_a_text(folder) -> None:
    _, data = published(folder, job(), name="t.csv")
    lines = data.decode("utf-8-sig").splitlines()
    assert lines[:3] == ['"Turnover by activity and region"', '"Thousand euros"', ""]
    assert lines[5] == '"Municipality",,"none","one","two","three"'
    assert lines[7].startswith('"\'=north",')  # no spreadsheet runs it
    assert lines[-1] == '"Source: Register 2025"'


def test_cells_that_are_empty_have_their_own_sign(folder) -> None:
    path = folder / "firms.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith("16;3")) + "\n", encoding="utf-8")
    for form, value, note in (({}, "–", True), ({"empty": "0"}, 0, False)):
        _, data = published(folder, job(), form)
        cells = {cell.value: cell for row in openpyxl.load_workbook(io.BytesIO(data)).active for cell in row}
        row = cells["16"].row
        assert cells[value].row == row
        assert ("–  no cases" in cells) is note


def test_a_form_that_would_round_or_confuse_is_refused(folder) -> None:
    with pytest.raises(Refused) as refusal:
        published(folder, job(), FORM | {"decimals": 0})
    assert refusal.value.problems[0].code == "output.few_decimals"
    with pytest.raises(Refused) as refusal:
        published(folder, job(), FORM | {"empty": "•"})
    assert refusal.value.problems[0].code == "output.same_signs"
    for key, value in (("symbol", "12"), ("decimals", 10)):
        with pytest.raises(Refused):
            plan(job() | {"output": {"path": "t.xlsx", "layout": "publication", "publication": {key: value}}})
    more = openpyxl.load_workbook(io.BytesIO(published(folder, job(), {"decimals": 3})[1])).active
    assert more["B7"].number_format == "#,##0.000"


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_an_audit_of_the_workbook_finds_the_intervals_of_the_table(folder, blocks, dimensions) -> None:
    result, data = blocks if dimensions == 3 else published(folder, job(dimensions=dimensions))
    (folder / "t.xlsx").write_bytes(data)
    audit = {"name": "a", "kind": "audit", "params": {"table": {"file": "t.xlsx"}, "unit": 0.1}}
    done = evaluate_plan(plan_from_json({"schema": 2, "jobs": [audit]}), folder, CONTEXT)
    found = {cell.coordinates: (cell.published, cell.lower, cell.upper) for cell in done.jobs[0].result.cells}
    own = {cell.coordinates: (cell.published, cell.lower, cell.upper) for cell in result.cells}
    assert found == own
    codes = {one.code: one.params for one in done.jobs[0].result.notes}
    assert codes["table.read_from"]["rows"] == 9 if dimensions < 3 else 27
    assert not {"table.loose_codes", "table.carries_unseen"} & set(codes)
    if dimensions > 1:
        hidden = sum(value is None for value, _, _ in own.values())
        assert codes["table.signs_read"] == {"signs": ("•",), "number": hidden}


HTML = (
    "<table><tr><th>r</th><th>Total</th><th>a</th><th>b</th></tr>{rows}</table>",
    ("Total", "60", "29", "31"),
    ("A", "24", "12", "12"),
    ("A1", "10", "<5", "x"),
    ("A2", "14", "x", "x"),
    ("B", "36", "17", "19"),
)


def html(*extra: tuple[str, ...]) -> str:
    rows = ("".join(f"<td>{text.replace('<', '&lt;')}</td>" for text in row) for row in (*HTML[1:], *extra))
    return HTML[0].format(rows="".join(f"<tr>{row}</tr>" for row in rows))


def audited(folder, **params):
    plan_text = {"schema": 2, "jobs": [{"name": "a", "kind": "audit", "params": params}]}
    return evaluate_plan(plan_from_json(plan_text), folder, CONTEXT).jobs[0]


def test_an_audit_of_a_web_page_knows_subtotals_and_the_bounds_of_its_signs(folder) -> None:
    (folder / "t.html").write_text(html(), encoding="utf-8")
    result = audited(folder, table={"file": "t.html"}).result
    cells = {cell.coordinates: (cell.lower, cell.upper) for cell in result.cells}
    assert cells["A1", "a"] == (0, 4)
    assert cells["A1", "b"] == (6, 10)
    assert cells["A2", "a"] == (8, 12)


def test_what_belongs_to_no_sum_is_a_reservation(folder) -> None:
    (folder / "t.html").write_text(html(("of which C", "7", "x", "x")), encoding="utf-8")
    relations = [["Total", ["A", "B"]], ["A", ["A1", "A2"]]]
    done = audited(folder, table={"file": "t.html"}, relations=relations, max_risk=0.9)
    loose = next(one for one in done.result.notes if one.code == "table.loose_codes")
    assert loose.params["codes"] == ("of which C",)
    assert any(one.code == "table.loose_codes" for one in done.verdict.reasons)


def test_values_that_may_be_out_of_sight_are_a_reservation(folder) -> None:
    (folder / "t.html").write_text(html() + '<p style="display:none">4 6</p>', encoding="utf-8")
    done = audited(folder, table={"file": "t.html"}, max_risk=0.9)
    assert any(one.code == "table.carries_unseen" for one in done.verdict.reasons)


def test_of_several_tables_one_must_be_named(folder) -> None:
    (folder / "t.html").write_text(f"<p>One</p>{html()}<p>Two</p>{html()}", encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        audited(folder, table={"file": "t.html"})
    problem = refusal.value.problems[0]
    assert (problem.code, problem.params["number"]) == ("table.several_in_file", 2)
    assert "Two" in problem.params["tables"][1]
    assert audited(folder, table={"file": "t.html", "number": 2}).result.unpublished == 4


def test_a_given_table_is_protected_from_a_workbook(folder) -> None:
    _, data = published(folder, job(protect=None, rules=[]))
    (folder / "t.xlsx").write_bytes(data)
    cells = [{"cell": ["11", "1"], "status": "unsafe"}]
    protect = {"method": "suppression", "solver": "fast"}
    params = {"table": {"file": "t.xlsx"}, "cells": cells, "protect": protect}
    given = plan_from_json({"schema": 2, "jobs": [{"name": "g", "kind": "table", "params": params}]})
    result = evaluate_plan(given, folder, CONTEXT).jobs[0].result
    assert result.risks.unsafe == 1
    assert sum(cell.published is None for cell in result.cells) == 4


EVERY = (
    job("suppressed"),
    job("rounded", 1, protect={"method": "rounding", "base": 100}),
    job("adjusted", 1, protect={"method": "adjustment"}),
    job(
        "keyed",
        1,
        value=None,
        rules=[],
        protect={"method": "cell_key", "record_key": {"hash": ["who"]}, "variance": 2, "maximum": 5},
    ),
    job("merged", protect={"method": "redesign", "merge": {"size": [["0", "1"], ["2", "3"]]}}),
    job("insider", 1, insider={"cell": ["11"], "own": 0.1}, max_risk=0.5),
)


def test_no_true_value_of_a_suppressed_cell_is_in_the_result(folder) -> None:
    made = plan(*EVERY)
    done = run_plan(made, folder, folder / "out", CONTEXT)
    path = folder / "out" / "result.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    jobs = json.loads(path.read_text(encoding="utf-8"))["jobs"]
    for one in done.jobs:
        own = {cell.coordinates: cell for cell in one.result.cells if cell.value != cell.published}
        cells = {tuple(cell["coordinates"]): cell for cell in jobs[one.name]["result"]["cells"]}
        assert own or one.name in ("merged", "adjusted", "insider")
        for coordinates in own:
            assert cells[coordinates]["value"] is None
            assert all(not reason["figures"] for reason in cells[coordinates]["reason"])
    run_plan(made, folder, folder / "all", CONTEXT, RunOptions(with_values=True))
    jobs = json.loads((folder / "all" / "result.json").read_text(encoding="utf-8"))["jobs"]
    assert all(cell["value"] is not None for cell in jobs["suppressed"]["result"]["cells"])
