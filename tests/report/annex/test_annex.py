"""The annex files: what they hold in either edition, that spreadsheets run none of it, all or none."""

import csv
import hashlib
import io
import json
import re
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.annex.csv_text import csv_text
from sdc_desktop.report.annex.files import annex_files, annex_folder, with_annex, write_with_annex
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.words import Words
from tests.support import every_kind
from tests.support.reports import FIELDS

WORDS = Words()
EDITIONS = ("internal", "external")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("every")
    every_kind.write_data(folder)
    return evaluate_plan(plan_from_json(every_kind.plan_json()), folder, JobContext())


@pytest.fixture(scope="module")
def reports(result):
    return {one: build_report(result, FIELDS, WORDS, edition=one) for one in EDITIONS}


@pytest.fixture(scope="module")
def annexes(result, reports):
    return {one: annex_files(result, reports[one], WORDS) for one in EDITIONS}


def rows(annex, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(annex[name].decode("utf-8"))))


# content ----------------------------------------------------------------------------------------------


def test_the_external_annex_has_no_result(annexes) -> None:
    common = ["report.cells.csv", "report.figures.csv", "report.settings.json"]
    assert list(annexes["external"]) == common
    assert list(annexes["internal"]) == [*common, "result.json"]


def test_texts_are_utf8_with_plain_line_ends(annexes) -> None:
    for annex in annexes.values():
        for content in annex.values():
            assert content.decode("utf-8").endswith("\n")
            assert b"\r" not in content


def test_every_job_and_setting_is_listed_with_its_default(annexes) -> None:
    internal, external = (json.loads(annexes[one]["report.settings.json"]) for one in EDITIONS)
    for told in (internal, external):
        assert {job["kind"] for job in told["jobs"]} == set(METHODS)
    for job, outside in zip(internal["jobs"], external["jobs"], strict=True):
        settings = METHODS[job["kind"]].params.settings
        shown = {key for key, one in settings.items() if one.secrecy != "secret"}
        assert shown <= set(job["settings"]), job["name"]
        assert set(outside["settings"]) <= set(job["settings"])
    (search,) = [job for job in internal["jobs"] if job["name"] == "search"]
    assert search["settings"]["criteria"]["default"] is False
    assert any(one["default"] for one in search["settings"].values())


def test_the_cells_of_the_internal_annex_are_those_of_the_result(result, annexes) -> None:
    found = rows(annexes["internal"], "report.cells.csv")
    keys = [(row["job"], row["coordinate_1"], row["coordinate_2"]) for row in found]
    assert keys == sorted(keys)
    for job in result.jobs:
        if METHODS[job.kind].makes_cells:
            of_job = [row for row in found if row["job"] == job.name]
            assert len(of_job) == len(job.result.cells)
            assert sorted(row["status"] for row in of_job) == sorted(cell.status for cell in job.result.cells)
            derivable = sum(cell.disclosed or cell.by_contributor for cell in job.result.cells)
            assert sum(row["derivable"] == "yes" for row in of_job) == derivable


def test_the_external_cells_are_published_values_of_tables_that_may_be_released(result, annexes) -> None:
    found = rows(annexes["external"], "report.cells.csv")
    assert set(found[0]) == {"job", "coordinate_1", "coordinate_2", "published"}
    grades = {job.name: job.verdict.grade.value for job in result.jobs if METHODS[job.kind].makes_cells}
    assert {row["job"] for row in found} == {
        name for name, grade in grades.items() if grade in ("safe", "reservations")
    }
    assert "unsafe" in grades.values()


def test_figures_have_at_most_three_digits_outside(annexes) -> None:
    inside, outside = (rows(annexes[one], "report.figures.csv") for one in EDITIONS)
    assert {row["figure"] for row in outside} <= {row["figure"] for row in inside}
    numbers = [row[key] for row in outside for key in "xy" if re.fullmatch(r"-?[\d.]+(e-?\d+)?", row[key])]
    digits = [number.partition("e")[0].replace(".", "").lstrip("-0").rstrip("0") for number in numbers]
    assert len(numbers) > 50
    years = {str(1900 + n) for n in range(200)}
    assert [
        one for one, number in zip(digits, numbers, strict=True) if len(one) > 3 and number not in years
    ] == []


# secrets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_confidential_cell_is_in_a_table_of_the_annex(annexes, edition) -> None:
    texts = [content.decode("utf-8") for name, content in annexes[edition].items() if name != "result.json"]
    for cell in every_kind.secrets():
        whole = cell.partition(".")[0]
        for text in texts:
            assert cell not in text
            assert not whole.isdigit() or not re.search(rf"(?<!\d){whole}(?!\d)", text)
    assert not any("hush" in text for text in texts)


def test_seeds_levels_checksums_and_secrets_are_not_in_the_external_annex(result, annexes) -> None:
    text = " ".join(content.decode("utf-8") for content in annexes["external"].values())
    shown = [*map(str, every_kind.SEEDS), *every_kind.LEVEL_WORDS, *result.opened.inputs.values()]
    for digits in every_kind.SECRETS.values():
        shown += [digits, Secret.of(digits).facts.fingerprint]
        assert digits not in " ".join(content.decode("utf-8") for content in annexes["internal"].values())
    assert [one for one in shown if one in text] == []
    assert "key-of-names" not in text
    for word in ("unsafe", "secondary", "primary", "protects"):
        assert word not in annexes["external"]["report.cells.csv"].decode("utf-8")


# spreadsheets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+2", "'=1+2"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-5", "-5"),
        ("-1.5e-3", "-1.5e-3"),
        ('a "b", c', 'a "b", c'),
        ("two\nlines", "two\nlines"),
    ],
)
def test_no_spreadsheet_runs_a_text(text, written) -> None:
    assert list(csv.reader(io.StringIO(csv_text(("head",), [(text,)])))) == [["head"], [written]]


# files ------------------------------------------------------------------------------------------------

FILES = {"report.settings.json": b"{}\n", "report.cells.csv": b"new\n"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def failing() -> None:
    raise Refused([])


def test_the_folder_is_beside_the_report() -> None:
    assert annex_folder(Path("a/b.c/report.pdf")) == Path("a/b.c/report-annex")


def test_annex_and_report_are_written_together(tmp_path) -> None:
    written = []
    write_with_annex(
        FILES, tmp_path / "a" / "annex", lambda: written.append(contents(tmp_path / "a" / "annex"))
    )
    assert written == [FILES]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["annex"]


def test_a_report_that_cannot_be_written_leaves_no_annex(tmp_path) -> None:
    with pytest.raises(Refused):
        write_with_annex(FILES, tmp_path / "annex", failing)
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_written_leaves_the_earlier_annex(tmp_path) -> None:
    earlier = {"report.settings.json": b"old\n", "result.json": b"old\n", "notes.txt": b"mine\n"}
    for name, content in earlier.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(Refused):
        write_with_annex(FILES, tmp_path, failing)
    assert contents(tmp_path) == earlier


def test_an_external_annex_leaves_nothing_of_an_internal_one(tmp_path) -> None:
    for name in ("report.settings.json", "result.json", "report.figures.csv", "notes.txt"):
        (tmp_path / name).write_bytes(b"old\n")
    write_with_annex(FILES, tmp_path, lambda: None)
    assert contents(tmp_path) == FILES | {"notes.txt": b"old\n"}


def test_the_result_of_a_run_is_not_written_over(tmp_path) -> None:
    (tmp_path / "result.json").write_bytes(b"of a run\n")
    with pytest.raises(Refused) as refusal:
        write_with_annex(FILES | {"result.json": b"new\n"}, tmp_path, lambda: None)
    assert [one.code for one in refusal.value.problems] == ["report.annex_over_result"]
    assert contents(tmp_path) == {"result.json": b"of a run\n"}


def test_a_file_in_place_of_the_folder_is_a_problem(tmp_path) -> None:
    (tmp_path / "annex").write_bytes(b"file\n")
    with pytest.raises(Refused) as refusal:
        write_with_annex(FILES, tmp_path / "annex", lambda: None)
    assert [one.code for one in refusal.value.problems] == ["file.not_a_folder"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_report_states_the_checksums(reports, annexes, edition) -> None:
    text = html_text(with_annex(reports[edition], annexes[edition], WORDS))
    for name, content in annexes[edition].items():
        assert name in text
        assert hashlib.sha256(content).hexdigest() in text
