"""What a report says of persons: unit and knowledge, k and uniques by knowledge, links; and to whom."""

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Edition, Report, Section
from sdc_desktop.report.sections.people import _reached_text
from sdc_desktop.sheets.blocks import Table
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, HtmlPage

SECRETS = {"*": "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"}
RECODE: dict[str, Any] = {
    "name": "m",
    "kind": "recode",
    "params": {"levels": {}},
    "output": {"path": "m.csv", "order": "as_is"},
}
RISK: dict[str, Any] = {"name": "r", "kind": "risk", "input": "m", "params": {}}


def reported(
    folder: Path, edition: Edition, persons: dict[str, Any] | None, role: str = "person", ward: str = "other"
) -> Report:
    draws = random.Random(2)
    whose = [*range(20), *(draws.randrange(20) for _ in range(40))]
    rows = [f"p{n:03},{'mf'[n % 2]},{30 + n % 7},{draws.choice('AB')}" for n in sorted(whose)]
    (folder / "d.csv").write_text("\n".join(["id,sex,age,ward", *rows, ""]), encoding="utf-8")
    roles = {"id": role, "sex": "key", "age": "key", "ward": ward}
    variables = {name: {"role": one, "level": "nominal"} for name, one in roles.items()}
    data = {"path": "d.csv", "variables": variables} | ({} if persons is None else {"persons": persons})
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [RECODE, RISK], "secrets": SECRETS})
    result = evaluate_plan(plan, folder, JobContext())
    return build_report(result, FIELDS, Words(), edition=edition)


def text_of(report: Report) -> str:
    return " ".join(HtmlPage(html_text(report)).text.split())


def chapter(report: Report, key: str) -> Section:
    return next(one for one in report.sections if one.key == key)


def test_the_internal_edition_has_unit_knowledge_and_links(tmp_path: Path) -> None:
    report = reported(tmp_path, "internal", {"known": "all"})
    text = text_of(report)
    assert "The unit protected is the person, not the record. 20 persons have 60 records." in text
    assert "An intruder knows the key values of all records of a person, and that they are all." in text
    tables = [one for one in chapter(report, "risk").blocks if isinstance(one, Table)]
    (table,) = [one for one in tables if one.title == "Persons of the file by what an intruder knows"]
    names = ["One record", "Two records", "All records, and that they are all"]
    assert [row[0] for row in table.rows] == names
    numbers = [int(str(row[1])) for row in table.rows]
    assert numbers == sorted(numbers, reverse=True)
    assert "Records of one person in m.csv are next to one another." in text
    assert "The most records of one person" in text
    assert "Unique persons" in text
    assert "Unique records" not in text
    assert "Each record counts as a person" not in text


OF_RECORDS = (
    "unique records",
    "records are unique",
    "record is unique",
    "records by",
    "records above",
    "share of records",
    "single records",
    "records are counted",
    "re-identify many records",
    "records of a group",
)


@pytest.mark.parametrize("edition", ["internal", "external"])
@pytest.mark.parametrize("known", [1, 2, 3, "all"])
def test_no_sentence_counts_records_where_persons_are_counted(
    tmp_path: Path, known: Any, edition: Edition
) -> None:
    report = reported(tmp_path, edition, {"known": known})
    text = text_of(report)
    assert [one for one in OF_RECORDS if one in text.lower()] == []
    assert (
        f"({ {1: 'one record', 2: 'two records', 3: 'three records', 'all': 'all records'}[known] } known)"
        in text
    )
    tables = [one for one in chapter(report, "risk").blocks if isinstance(one, Table)]
    levels = [row[0] for table in tables if table.title.startswith("Persons of") for row in table.rows]
    assert ("Three records" in levels) == (known == 3 and edition == "internal")


def test_few_persons_with_a_disclosed_value_are_no_share_for_others() -> None:
    """Three of a hundred persons are few, though they have thirty of a thousand records."""
    result = SimpleNamespace(result=SimpleNamespace(records=1000, units=100))
    job = SimpleNamespace(subject=SimpleNamespace(is_internal=False, result=result))
    assert _reached_text("disclosed", 0.03, [job], Words()) == "some"
    result.result.units = 1000
    assert _reached_text("disclosed", 0.03, [job], Words()) == "3\u202f%"


def test_the_external_edition_has_persons_records_and_known_only(tmp_path: Path) -> None:
    text = text_of(reported(tmp_path, "external", {"known": 2}))
    assert "20 persons have 60 records." in text
    assert "An intruder knows the key values of up to two records of a person." in text
    for hidden in (
        "The most records",
        "Persons of the file by what an intruder knows",
        "next to one another",
        "p007",
    ):
        assert hidden not in text


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_without_the_role_the_conditions_have_the_statement(tmp_path: Path, edition: Edition) -> None:
    text = text_of(reported(tmp_path, edition, None, "other"))
    assert "Each record counts as a person." in text
    assert "The unit protected" not in text
    stated = {"one_record_each": True, "repeats": ["id"]}
    text = text_of(reported(tmp_path, edition, stated, "direct_identifier"))
    assert "Each record counts as a person, as the plan states." in text
    assert "Values that repeat for another reason: id." in text


def test_what_classes_disclose_and_whether_someone_is_unique_counts_persons(tmp_path: Path) -> None:
    report = reported(tmp_path, "internal", None, ward="sensitive")
    text = text_of(report)
    assert "Persons in classes with a single value of a sensitive variable" in text
    assert "Records in classes with a single value" not in text
    assert "No person in a released file is unique by what the intruder is assumed to know." in text
