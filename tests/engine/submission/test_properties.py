"""Properties of output checking: layout changes no finding, intervals hold the truth, an older session."""

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.received import Settings
from sdc_desktop.engine.submission.submission import CheckedTable
from tests.support.outputs.cases import checked, grid, workbook

ROWS, COLUMNS = 4, 3


def random_table(rnd: random.Random) -> tuple[list[list[int]], list[list[Any]]]:
    """True counts with totals, and what is published of them: some cells are suppressed, some are few."""
    cells = [[rnd.randint(*rnd.choice(((1, 9), (10, 99)))) for _ in range(COLUMNS)] for _ in range(ROWS)]
    true = [[*line, sum(line)] for line in cells]
    true.append([sum(line[j] for line in true) for j in range(COLUMNS + 1)])
    shown: list[list[Any]] = [list(line) for line in true]
    for place in rnd.sample(range(ROWS * COLUMNS), rnd.randint(0, 5)):
        shown[place // COLUMNS][place % COLUMNS] = "x"
    return true, shown


def laid_out(shown: list[list[Any]], title: str = "Persons") -> list[list[Any]]:
    """A table with its header and labels."""
    header = ["Area", *(f"Class {chr(65 + j)}" for j in range(COLUMNS)), "Total"]
    names = [*(f"Area {chr(75 + i)}" for i in range(ROWS)), "Total"]
    return [[title], header, *([name, *line] for name, line in zip(names, shown, strict=True))]


def only(folder: Path, name: str) -> CheckedTable:
    (table,) = checked(folder, [name]).tables()
    return table


def found_in(table: CheckedTable) -> set[tuple[str, int, int]]:
    return {(spot.code, spot.row, spot.column) for spot in table.judged.spots}


@pytest.mark.parametrize("seed", range(8))
def test_intervals_of_suppressed_cells_hold_the_true_values(seed, tmp_path) -> None:
    true, shown = random_table(random.Random(seed))
    (tmp_path / "a.xlsx").write_bytes(workbook({"S": grid(laid_out(shown))}))
    table = only(tmp_path, "a.xlsx")
    hidden = {(i, j) for i, line in enumerate(shown) for j, one in enumerate(line) if one == "x"}
    assert {(one.row, one.column) for one in table.judged.intervals} == hidden
    for one in table.judged.intervals:
        value = true[one.row][one.column]
        assert one.lower is not None
        assert one.lower <= value
        assert one.upper is None or value <= one.upper


@pytest.mark.parametrize("seed", range(3))
def test_moving_a_table_changes_no_finding(seed, tmp_path) -> None:
    _, shown = random_table(random.Random(seed))
    (tmp_path / "a.xlsx").write_bytes(workbook({"S": grid(laid_out(shown))}))
    (tmp_path / "b.xlsx").write_bytes(workbook({"S": grid(laid_out(shown), "D9")}))
    assert found_in(only(tmp_path, "a.xlsx")) == found_in(only(tmp_path, "b.xlsx"))


@pytest.mark.parametrize("seed", range(3))
def test_a_joined_title_changes_no_finding(seed, tmp_path) -> None:
    _, shown = random_table(random.Random(seed))
    rows = laid_out(shown)
    (tmp_path / "a.xlsx").write_bytes(workbook({"S": grid(rows)}))
    (tmp_path / "b.xlsx").write_bytes(_with_merge({"S": grid(rows)}, "A1:E1"))
    assert found_in(only(tmp_path, "a.xlsx")) == found_in(only(tmp_path, "b.xlsx"))


def _with_merge(sheets: dict[str, dict[str, Any]], area: str) -> bytes:
    made, source = io.BytesIO(), zipfile.ZipFile(io.BytesIO(workbook(sheets)))
    with zipfile.ZipFile(made, "w") as archive:
        for name in source.namelist():
            text = source.read(name).decode()
            if name.startswith("xl/worksheets/"):
                merge = f'</sheetData><mergeCells count="1"><mergeCell ref="{area}"/></mergeCells>'
                text = text.replace("</sheetData>", merge)
            archive.writestr(name, text)
    return made.getvalue()


@pytest.mark.parametrize("seed", range(3))
def test_another_decimal_mark_changes_no_finding(seed, tmp_path) -> None:
    rnd = random.Random(seed)
    counts = [rnd.randint(3, 60) for _ in range(ROWS)]
    means = [rnd.randint(100, 9999) / 10 for _ in range(ROWS)]
    for name, mark, between in (("a.csv", ".", ","), ("b.csv", ",", ";")):
        lines = [["Area", "Persons (N)", "Mean income"]]
        lines += [
            [f"Area {chr(75 + i)}", str(n), f"{mean:.1f}".replace(".", mark)]
            for i, (n, mean) in enumerate(zip(counts, means, strict=True))
        ]
        text = "\n".join(between.join(line) for line in lines) + "\n"
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert found_in(only(tmp_path, "a.csv")) == found_in(only(tmp_path, "b.csv"))


def test_a_session_of_version_0_4_is_shown_and_not_believed(tmp_path) -> None:
    """Made from the description of that version: other names of checks, a summary of suppressed cells."""
    folder = tmp_path / "session"
    folder.mkdir()
    (folder / "output_0_0.csv").write_text("Area,Men,Women\nNorth,3,41\nSouth,52,63\n", encoding="utf-8")
    flagged = {"threshold": [[0, 0]], "p-ratio": [], "nk-rule": [], "negative": [], "missing": []}
    summary = {"suppressed": False, "threshold": 1, "p-ratio": 0, "nk-rule": 0, "all-values-are-same": 0}
    result = {
        "uid": "output_0",
        "status": "pass",
        "type": "table",
        "properties": {"method": "crosstab"},
        "files": [{"name": "output_0_0.csv", "sdc": {"summary": summary, "cells": flagged}}],
        "outcome": {},
        "command": "acro.crosstab(df.area, df.sex)",
        "summary": "pass",
        "timestamp": "2023-05-01T10:00:00",
        "comments": ["By area"],
        "exception": "",
    }
    found = {"version": "0.4.3", "results": {"output_0": result}}
    (folder / "results.json").write_text(json.dumps(found), encoding="utf-8")
    (folder / "config.json").write_text(
        json.dumps({"safe_threshold": 10, "safe_pratio_p": 0.1, "safe_nk_n": 2, "safe_nk_k": 0.9}),
        encoding="utf-8",
    )
    submission = checked(tmp_path, ["session"])
    (session,) = submission.sessions
    assert session.version == "0.4.3"
    assert session.policy["threshold"] == 10
    (file,) = [one for one in submission.files if one.peer is not None]
    assert file.peer is not None
    assert (file.peer.status, file.peer.flagged["threshold"]) == ("pass", ((0, 0),))
    (table,) = file.tables
    assert table.severity.value == "change"  # whatever the session says
    assert ("low_count", 0, 0) in found_in(table)


@pytest.mark.parametrize(("number", "flagged"), [(15, True), (16, False), (17, False)])
def test_the_least_degrees_of_freedom_of_a_deviation_are_enough(number, flagged, tmp_path) -> None:
    lines = ["Area,Persons (N),Standard deviation", f"North,{number},12.5", "South,60,11.25"]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    settings = Settings(rules=Rules(threshold=5, dof=15))
    (table,) = checked(tmp_path, ["a.csv"], settings).tables()
    assert (("low_dof", 0, 1) in found_in(table)) is flagged
