"""Engine, batch command, window and both editions of the report give one verdict, the honest one."""

import json

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import plan_from_json, read_plan
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.outputs import texts_of
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.grades import grade_name
from tests.support.known_verdicts import KNOWN

WORDS = Words()


@pytest.fixture
def written(tmp_path):
    """Writes the data and the plan of a case; the path of the plan."""

    def write(name):
        case = KNOWN[name]
        (tmp_path / "data.csv").write_text("\n".join(case.rows) + "\n", encoding="utf-8")
        path = tmp_path / "case.sdcplan"
        path.write_text(json.dumps(case.plan()), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", KNOWN)
def test_batch_and_both_editions_give_the_grade_that_is_known(written, name, capsys) -> None:
    case, path = KNOWN[name], written(name)
    out = path.parent / "out"
    assert cli.main(["run", str(path), "--out", str(out), "--quiet", "--language", "en"]) == 0
    judged = json.loads((out / "result.json").read_text(encoding="utf-8"))
    verdict = judged["jobs"]["out"]["verdict"]
    assert verdict["grade"] == case.grade, verdict
    log = (out / "run.log").read_text(encoding="utf-8").splitlines()
    line = next(line for line in log if line.startswith("Verdict on out: "))
    assert grade_name(Grade(case.grade), WORDS) in line
    assert line in capsys.readouterr().err
    result = evaluate_plan(plan_from_json(case.plan()), path.parent, JobContext())
    assert result.jobs[-1].verdict.grade == case.grade
    reports = [build_report(result, ReportFields(), WORDS, edition=one) for one in ("internal", "external")]
    for report in reports:
        measured = [one["code"] for one in verdict["reasons"]] == ["measured_only"]
        (findings,) = (
            block for block in report.blocks() if getattr(block, "title", "") == "Findings by step"
        )
        assert findings.rows[-1][1].mark == ("measured" if measured else case.grade)
        assert report.verdict.mark == judged["verdict"]["grade"]
    assert len(reports[0].verdict.reasons) == len(reports[1].verdict.reasons)


@pytest.mark.parametrize("name", KNOWN)
def test_nothing_is_written_below_the_grade_required_but_its_evidence(written, name) -> None:
    case, path = KNOWN[name], written(name)
    out = path.parent / "out"
    code = cli.main(["run", str(path), "--out", str(out), "--quiet", "--require", "safe"])
    safe = case.grade == "safe" and case.is_product  # a plan without a product is not judged
    assert code == (0 if safe else 3)
    files = {file.name for file in out.rglob("*") if file.is_file()}
    evidence = {"result.json", "run.log", *texts_of(read_plan(path).jobs[-1])}
    assert (evidence == files) == (not (safe and case.writes))


def test_every_kind_has_a_known_case_and_there_are_sixty() -> None:
    known = {case.kind for case in KNOWN.values()}
    assert known | {"anopi", "ru_map", "diversity_experiment"} >= set(METHODS)
    assert len(KNOWN) >= 60
    assert {case.grade for case in KNOWN.values()} == {grade.value for grade in Grade}
