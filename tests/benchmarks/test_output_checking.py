"""Output checking at size: 200 workbooks of 20 tables, a decision, and a ledger of 100,000 entries."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.outputs.output_check import DecisionSpec, OutputCheckParams
from sdc_desktop.engine.output import ledger as ledger_module
from sdc_desktop.engine.output.ledger import create_ledger, head_path_in, open_ledger
from sdc_desktop.ui.tabs.outputs import work
from tests.support.outputs.cases import grid, workbook

ROWS, COLUMNS, TABLES = 10, 7, 20


def spent() -> float:
    """CPU seconds of this process and of its children that ended."""
    return sum(os.times()[:4])  # Windows counts no children


def measured(benchmark: Any, run: Any) -> Any:
    """Run once; `extra_info` has the CPU seconds."""
    began = spent()
    found = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["cpu"] = spent() - began
    return found


def table(rnd: random.Random, *, suppressed: bool) -> list[list[Any]]:
    """Counts with totals; in some a cell and three others are suppressed."""
    cells = [[rnd.randint(10, 900) for _ in range(COLUMNS - 2)] for _ in range(ROWS - 1)]
    rows: list[list[Any]] = [[f"Area {i}", *line, sum(line)] for i, line in enumerate(cells)]
    sums = [sum(line[j] for line in cells) for j in range(COLUMNS - 2)]
    rows.append(["Total", *sums, sum(sums)])
    if suppressed:
        for row, column in ((1, 1), (1, 3), (4, 1), (4, 3)):
            rows[row][column] = "x"
    return [["Area", *(f"Class {j}" for j in range(COLUMNS - 2)), "Total"], *rows]


def submission(folder: Path, files: int) -> None:
    """Workbooks of 20 tables of 10 x 7, one in four with suppressed cells."""
    rnd = random.Random(1)
    for number in range(files):
        cells: dict[str, Any] = {}
        for place in range(TABLES):
            top = place * (ROWS + 5) + 1
            cells |= grid([[f"Persons in survey {number}-{place}"]], f"A{top}")
            cells |= grid(table(rnd, suppressed=place % 4 == 0), f"A{top + 1}")
        (folder / f"file{number:03}.xlsx").write_bytes(workbook({"Tables": cells}))


def checked(folder: Path, params: OutputCheckParams, known: work.Answer | None = None) -> work.Answer:
    """The submission, read and judged as the window does it."""
    place = work.Place(None, folder, folder)
    return work.check(place, params, work.read_key(params, folder, "", 0), known)(JobContext())


@pytest.mark.long
def test_two_hundred_workbooks_of_twenty_tables(benchmark, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    submission(outputs, 200)
    params = OutputCheckParams(outputs=("outputs",))
    found = measured(benchmark, lambda: checked(tmp_path, params))
    assert sum(1 for _ in found.submission.tables()) == 200 * TABLES


def test_a_workbook_of_twenty_tables(benchmark, tmp_path: Path) -> None:
    submission(tmp_path, 1)
    params = OutputCheckParams(outputs=("file000.xlsx",))
    found = measured(benchmark, lambda: checked(tmp_path, params))
    assert sum(1 for _ in found.submission.tables()) == TABLES


def test_a_decision_among_eight_hundred_tables(benchmark, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    submission(outputs, 40)
    params = OutputCheckParams(outputs=("outputs",))
    known = checked(tmp_path, params)
    safe = next(one for one in known.submission.tables() if one.severity.value == "release")
    decided = params.model_copy(
        update={"decisions": (DecisionSpec(table=safe.id, verdict="release", by="A"),)}
    )
    found = measured(benchmark, lambda: checked(tmp_path, decided, known))
    assert found.result.undecided == known.result.undecided - 1


@pytest.mark.long
def test_a_ledger_of_a_hundred_thousand_entries(
    benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = tmp_path / "heads"
    heads.mkdir()
    path = tmp_path / "p.sdcledger"
    ledger = create_ledger(path, head_path_in(heads, path), {"format": "test", "version": 1})
    entry = {"what": "decided", "verdicts": [["0" * 16, "release", []]]}
    with monkeypatch.context() as patch:  # only the last entry is put through to the disk
        patch.setattr(ledger_module, "write_through", lambda file, data: file.write(data))
        patch.setattr(ledger_module, "write_head", lambda *_: None)
        for number in range(99_999):
            ledger.append({"n": number + 2, **entry})
    ledger.append({"n": 100_001, **entry})
    ledger.close()

    def run() -> int:
        opened = open_ledger(path, head_path_in(heads, path))
        opened.ledger.close()
        return len(opened.entries)

    assert measured(benchmark, run) == 100_001
