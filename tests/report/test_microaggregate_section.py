"""What the report says of a microaggregation, in both editions."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.sheets.blocks import Heading, KeyFigures, Verdict
from tests.support.reports import section_of, texts

ROWS = [
    (n, 1961 + n % 11, "" if n % 13 == 0 else 100 * n % 37, "secret-area-" + "ab"[n % 2]) for n in range(40)
]


@pytest.fixture
def folder(tmp_path):
    lines = ["id,yob,income,area", *(",".join(map(str, row)) for row in ROWS)]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def plan(**params):
    variables = {"id": {"role": "direct_identifier"}} | {
        name: {"role": "key", "level": "continuous"} for name in ("yob", "income")
    }
    job = {"name": "grouped", "kind": "microaggregate", "params": params}
    return plan_from_json(
        {"schema": 2, "data": {"path": "people.csv", "variables": variables}, "jobs": [job]}
    )


def chapter(folder, edition="internal", **params):
    result = evaluate_plan(plan(**params), folder, JobContext())
    return section_of(result, "grouped", edition)


def stated(part) -> str:
    return " ".join(texts(part.blocks))


def test_a_chapter_says_verdict_cost_and_limits(folder) -> None:
    section = chapter(folder, k=3, missing="suppress")
    headings = [block.text for block in section.blocks if isinstance(block, Heading)]
    assert isinstance(section.blocks[0], Verdict)
    assert headings == ["Method", "Utility loss", "Limits and assumptions"]


def test_groups_of_k_on_all_key_variables_are_safe(folder) -> None:
    verdict = chapter(folder, k=3, missing="suppress").blocks[0]
    assert verdict.text == "Every record matches at least 2 others on yob and income."
    assert verdict.mark == "safe"


def test_records_distinguished_by_missing_values_are_counted_in_the_internal_edition_only(folder) -> None:
    internal, external = (chapter(folder, edition, k=3) for edition in ("internal", "external"))
    assert internal.blocks[0].text.startswith("At risk: ")
    assert "Records below k" in stated(internal)
    assert external.blocks[0].text == "Some records can still be distinguished by their missing values."
    assert "below" not in stated(external)
    assert {internal.blocks[0].mark, external.blocks[0].mark} == {"unsafe"}


def test_each_block_has_a_row(folder) -> None:
    section = chapter(folder, blocks=[["yob"], ["income"]], k=3, missing="suppress")
    table = next(
        block for block in section.blocks if getattr(block, "title", "") == "Information loss by block"
    )
    assert [row[0] for row in table.rows] == ["yob", "income"]
    assert section.blocks[0].text.startswith("In each of 2 blocks, every record matches at least 2 others")


def test_k_1_is_stated_to_change_nothing(folder) -> None:
    section = chapter(folder, k=1)
    assert section.blocks[0].text == "Nothing is changed: with k = 1 every record is a group of its own."
    assert section.blocks[0].mark == "unsafe"


def test_strata_are_counted_and_never_named(folder) -> None:
    text = stated(chapter(folder, k=3, strata="area", missing="suppress"))
    assert "Groups lie within 2 strata." in text
    assert "secret" not in text


def test_the_figures_are_those_of_the_result(folder) -> None:
    result = evaluate_plan(plan(k=3, missing="suppress"), folder, JobContext()).jobs[0].result
    figures = next(b for b in chapter(folder, k=3, missing="suppress").blocks if isinstance(b, KeyFigures))
    shown = {figure.label: figure.value for figure in figures.figures}
    assert shown["Groups"] == str(result.groups)
    assert shown["Information loss"] == f"{result.il:.2f} %"
    assert shown["Unique records"] == "0"


def test_a_run_writes_the_groups_values_and_tells_no_record(folder) -> None:
    run_plan(plan(k=3, missing="patterns", variables=["yob"]), folder, folder / "out", JobContext())
    written = (folder / "out" / "grouped.csv").read_text(encoding="utf-8").splitlines()
    assert written[0] == "yob,income,area"
    years = [line.split(",")[0] for line in written[1:]]
    assert min(years.count(year) for year in years) >= 3
    shown = json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]["grouped"]
    assert shown["result"]["groups"] == sum(shown["result"]["blocks"][0]["sizes"].values())
    assert "labels" not in shown["result"]
