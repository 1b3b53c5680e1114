"""The file that a chain releases: written from what the trail left, with the bytes of a run."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running.codebook import Changes
from sdc_desktop.engine.strategies.released_file import first_records, released_file, write_released
from sdc_desktop.engine.strategies.trail import trail_of
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.codebook import Codebook, codebook_texts, write_codebook
from sdc_desktop.words import Words
from tests.engine.test_trail import ROWS, plan

NAMES = ("recode", "suppress", "pram", "round")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = "".join(f"{line},{'=x' if place % 9 else 'y'}\n" for place, line in enumerate(ROWS.splitlines()))
    (tmp_path / "d.csv").write_text("age,sex,region,income,note\n" + rows, encoding="utf-8")
    return tmp_path


def chain(order: str) -> Plan:
    made = plan()
    last = made.jobs[-1].model_copy(update={"output": OutputSpec(path="out.csv", order=order)})
    secrets = {**made.secrets, "round/order": "6" * 64}
    return made.model_copy(update={"jobs": (*made.jobs[:-1], last), "secrets": secrets})


@pytest.mark.parametrize("order", ["as_is", "random"])
def test_a_chain_is_written_with_its_codebook_as_by_a_run(folder: Path, order: str) -> None:
    given, fields, context = chain(order), ReportFields(), JobContext()
    opened = open_data(given.data, folder, context)
    trail = trail_of(given, NAMES, folder, context, None, read=opened)
    released = released_file(given, trail, opened, Changes(), context)
    target = folder / "window" / "out.csv"
    target.parent.mkdir()
    written = write_released(given, released, opened, folder, target, context)
    write_codebook(
        Codebook(released.job, "out.csv", written.sha256, written.codebook), target, given, fields, Words()
    )
    books = RunOptions(codebooks=lambda result: codebook_texts(result, fields, Words()))
    run_plan(given, folder, folder / "run", context, books)
    for ending in ("", ".codebook.html", ".codebook.csv"):
        ours, theirs = (folder / where / f"out.csv{ending}" for where in ("window", "run"))
        assert ours.read_bytes() == theirs.read_bytes()
    shown = first_records(given, released, opened, 20, context)
    lines = target.read_text(encoding="utf-8").splitlines()
    assert [",".join(row) for row in shown] == lines[1:21]
    everything = first_records(given, released, opened, 10_000, context)
    assert [",".join(row) for row in everything] == lines[1:]
    assert any("'=x" in row for row in everything)


def test_no_file_is_written_over_an_input_or_from_a_file_that_has_changed(folder: Path) -> None:
    given, context = chain("as_is"), JobContext()
    opened = open_data(given.data, folder, context)
    trail = trail_of(given, NAMES, folder, context, None, read=opened)
    released = released_file(given, trail, opened, Changes(), context)
    before = (folder / "d.csv").read_bytes()
    with pytest.raises(Refused) as refused:
        write_released(given, released, opened, folder, folder / "d.csv", context)
    assert [one.code for one in refused.value.problems] == ["plan.output_over_input"]
    assert (folder / "d.csv").read_bytes() == before
    (folder / "d.csv").write_bytes(before + b"1,m,R1,2,y\n")
    with pytest.raises(Refused):
        write_released(given, released, opened, folder, folder / "out.csv", context)
    assert not (folder / "out.csv").exists()
