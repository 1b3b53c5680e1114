"""Proposals for real files and invented surveys: at least one passes, and none is better than a run of it."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, parse_plan, plan_from_json, plan_to_json
from sdc_desktop.engine.proposals.records import propose_records
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.secret import digits

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
ADULT = ["sex", "age", "race", "marital-status", "native-country", "workclass", "education", "occupation"]
CENSUS = "AFNLWGT AGI EMCONTRB FEDTAX PTOTVAL STATETAX TAXINC POTHVAL INTVAL PEARNVAL FICA WSALVAL ERNVAL"
SURVEY = ["age", "sex", "marstat", "citizenship", "region", "hhsize", "educ"]
WITHHELD = ["isco2", "income", "other_inc", "hhid", "birthdate", "municipality", "interview_date", "weight"]


def plan(path: str, roles: Mapping[str, str], data: Mapping[str, object], **more: object) -> Plan:
    variables = {name: {"role": role} for name, role in roles.items()}
    given = {"path": path, "variables": variables, **data}
    return parse_plan(json.dumps({"schema": 2, "secrets": {"*": digits(4)}, "data": given, **more}))


def adult() -> tuple[Plan, Path]:
    roles = dict.fromkeys(ADULT, "key") | {"salary-class": "sensitive"}
    return plan("adult.csv", roles, {"delimiter": ";"}), SHARED / "data" / "adult"


def census() -> tuple[Plan, Path]:
    return plan("census.csv", dict.fromkeys(CENSUS.split(), "key"), {}), SHARED / "data" / "casc"


def eia() -> tuple[Plan, Path]:
    direct = ("UTILNAME", "UTILITYID")
    roles = dict.fromkeys(("STATE", "YEAR", "MONTH"), "key") | dict.fromkeys(direct, "direct_identifier")
    stated = {"persons": {"one_record_each": True, "repeats": direct}}
    return plan("eia.csv", roles, stated), SHARED / "data" / "casc"


def survey(folder: Path) -> tuple[Plan, Path]:
    script = SHARED / "samples" / "surveys" / "labour_force.py"
    subprocess.run([sys.executable, "-P", str(script)], cwd=folder, check=True, capture_output=True)
    direct = ("svnr", "persid")
    roles = dict.fromkeys(SURVEY, "key") | dict.fromkeys(direct, "direct_identifier")
    roles |= dict.fromkeys(WITHHELD, "not_released") | {
        "status": "sensitive",
        "nace": "other",
        "hours": "other",
    }
    stated = {"persons": {"one_record_each": True, "repeats": direct}, "missing": ["", "-9", "99"]}
    return plan("lfs_2026.csv", roles, stated, missing="all"), folder


@pytest.mark.parametrize("name", ["adult", "census", "eia", "survey"])
def test_at_least_one_passes_and_none_is_better_than_its_run(name: str, tmp_path: Path) -> None:
    made = {"adult": adult, "census": census, "eia": eia}
    given, base = survey(tmp_path) if name == "survey" else made[name]()
    found = propose_records(given, base, JobContext(), None).found
    assert found
    for one in found:
        run = evaluate_plan(plan_from_json(plan_to_json(one.plan)), base, JobContext())
        last = next(job for job in run.jobs if job.name == one.steps[-1])
        assert one.passes
        assert one.verdict == last.verdict
