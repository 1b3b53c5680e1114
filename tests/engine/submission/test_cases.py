"""Several researchers in one check: whose a file is, what each gets, and that none sees another's."""

import json
import zipfile
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output import files
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.submission.cases import Case, case_problems, in_file_names
from sdc_desktop.engine.submission.releasing.decisions import against, items_of
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.decision_report import decision_report
from sdc_desktop.report.html import html_text
from sdc_desktop.sheets.blocks import Checklist
from sdc_desktop.sheets.output_decisions import examined
from sdc_desktop.words import Words
from sdc_desktop.words.outputs.decided import decided_text
from sdc_desktop.words.outputs.request import evidence_texts
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import SAFE, Desk, codes_of

ANN, BOB = "Ann Meyer", "Bob Ito"
LESS = [*SAFE[:3], ["South", 69, 80]]  # four persons fewer
INCOMES = [["Number of firms by sector"], ["Sector", "2023"], ["Trade", 4711], ["Food", 6143]]
_FIGURES = ("73", "69", "52", "4711", "6143")  # of one of them or of both


@pytest.fixture
def shared(desk: Desk) -> Desk:
    """Outputs of two researchers: the same table of both, less four persons, and one of the second."""
    for folder in ("ann", "bob"):
        (desk.base / "sub" / folder).mkdir()
    desk.put("ann/areas.xlsx", workbook({"T": grid(SAFE)}))
    desk.put("bob/secret.xlsx", workbook({"T": grid(LESS)}))
    desk.put("bob/firms.xlsx", workbook({"T": grid(INCOMES)}))
    desk.params["cases"] = [
        {"researcher": ANN, "outputs": ["sub/ann"]},
        {"researcher": BOB, "outputs": ["sub/bob"]},
    ]
    return desk


def decide(desk: Desk, verdicts: dict[str, str]) -> None:
    """Decide on the items by the names of their files; a release against findings is an exception."""
    submission = desk.look().submission
    assert submission is not None
    made = []
    for item in items_of(submission):
        name = submission.files[item.file].path.rpartition("/")[2]
        if name not in verdicts:
            continue
        found = {code: list(cells) for code, cells in against(item).items()}
        one = {"table": item.id, "verdict": verdicts[name], "by": "Ann", "reason": f"because of {name}"}
        if verdicts[name] == "release" and found:
            one["exception"] = {"reason": "agreed", "findings": found}
        made.append(one)
    desk.params["decisions"] = made


EVERY = {"areas.xlsx": "release", "secret.xlsx": "refuse", "firms.xlsx": "release"}


# whose a file is ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cases", "code"),
    [
        ([("A", ["sub/a"])], "output_check.file_of_no_case"),
        ([("A", ["sub"]), ("B", ["sub/b"])], "output_check.file_of_two_cases"),
        ([("A", ["sub/a"]), ("B", ["sub/b"]), ("C", ["sub/c"])], "output_check.case_without_file"),
        ([("A", ["sub/a"]), ("a ", ["sub/b"])], "output_check.case_twice"),
        ([("A", ["sub/a"]), (" !", ["sub/b"])], "output_check.case_without_name"),
    ],
)
def test_a_file_is_of_one_researcher_and_each_has_a_name_and_a_file(cases, code) -> None:
    made = [Case(name, tuple(paths)) for name, paths in cases]
    assert [one.code for one in case_problems(made, ["sub/a/x.csv", "sub/b/y.csv"])] == [code]


def test_a_folder_whose_name_begins_alike_is_another_one() -> None:
    assert Case("A", ("sub/a",)).has("sub/a/b/x.csv")
    assert Case("A", ("sub\\a/",)).has("sub/a")
    assert not Case("A", ("sub/a",)).has("sub/ab/x.csv")


@pytest.mark.parametrize(
    ("name", "file"), [("Ann  Meyer", "Ann_Meyer"), ("../../Ärztin", "Ärztin"), ("?", ""), ("Ａ b", "A_b")]
)
def test_a_name_in_file_names_has_letters_and_digits_alone(name, file) -> None:
    assert in_file_names(name) == file


def test_files_of_nobody_are_refused_before_anything_is_read(shared) -> None:
    shared.put("stray.csv", b"a,b\n1,2\n")
    with pytest.raises(Refused) as raised:
        shared.run()
    assert codes_of(raised) == ["output_check.file_of_no_case"]


def test_the_same_file_of_two_researchers_is_refused(shared) -> None:
    shared.put("bob/copy.xlsx", (shared.base / "sub/ann/areas.xlsx").read_bytes())
    with pytest.raises(Refused) as raised:
        shared.look()
    assert codes_of(raised) == ["output_check.same_file"]


# progress -------------------------------------------------------------------------------------------------


def test_progress_is_of_each_researcher_and_of_all(shared) -> None:
    decide(shared, {"firms.xlsx": "release"})
    result = shared.look(decisions=shared.params["decisions"])
    assert [(one.researcher, one.decided, one.items) for one in result.cases] == [(ANN, 0, 1), (BOB, 1, 2)]
    words = Words()
    assert decided_text(result, words) == "1 of 3 decided, 1 to be released, the rest open."
    assert decided_text(result, words, result.cases[0]) == "0 of 1 decided, the rest open."


def test_the_line_says_what_is_decided_and_what_it_waits_for(shared) -> None:
    decide(shared, EVERY)
    result = shared.run().jobs[0].result
    text = "3 of 3 decided, 2 to be released (1 by exception), 1 refused, waits for approval."
    assert decided_text(result, Words()) == text
    done = shared.approve().jobs[0].result
    assert decided_text(done, Words()).endswith("1 refused, packaged.")


def test_a_plan_without_cases_has_one_researcher_and_no_cases_in_its_result(ready) -> None:
    result = ready.look()
    assert result.cases is None
    assert [one.researcher for one in result.by_case] == ["R"]


# packages -------------------------------------------------------------------------------------------------


def test_each_researcher_has_a_package_with_nothing_of_another_one(shared) -> None:
    decide(shared, EVERY)
    shared.run()
    shared.approve()
    found = {}
    for name in ("out-Ann_Meyer.zip", "out-Bob_Ito.zip"):
        with zipfile.ZipFile(shared.base / name) as archive:
            found[name] = (archive.namelist(), archive.read("manifest.json").decode())
    assert not (shared.base / "out.zip").exists()
    assert found["out-Ann_Meyer.zip"][0] == ["manifest.json", "sub/ann/areas.xlsx"]
    assert found["out-Bob_Ito.zip"][0] == ["manifest.json", "sub/bob/firms.xlsx"]
    assert len(json.loads(found["out-Ann_Meyer.zip"][1])["verdicts"]) == 1
    assert "bob" not in found["out-Ann_Meyer.zip"][1].casefold()
    assert shared.entries() == ["received", "received", "decided", "approved", "packaged", "packaged"]


def test_all_packages_are_put_in_place_or_none(shared, monkeypatch) -> None:
    decide(shared, EVERY)
    real, placed = files._put_in_place, []

    def failing(part: Path, target: Path, keep_beside: bool) -> None:
        if target.name == "out-Ann_Meyer.zip":
            raise OSError(28, "No space left on device")
        real(part, target, keep_beside)
        placed.append(target.name)

    monkeypatch.setattr(files, "_put_in_place", failing)
    with pytest.raises(Refused) as raised:
        shared.run(four_eyes=False)
    assert codes_of(raised) == ["file.disk_full"]
    assert "out-Bob_Ito.zip" in placed
    assert not list(shared.base.glob("*.zip"))
    assert shared.entries()[-4:] == ["packaged", "packaged", "withdrawn", "withdrawn"]


def test_a_package_that_is_there_is_not_written_over_and_none_is_written(shared) -> None:
    decide(shared, EVERY)
    (shared.base / "out-Bob_Ito.zip").write_bytes(b"mine")
    with pytest.raises(Refused) as raised:
        shared.run(four_eyes=False)
    assert codes_of(raised) == ["file.exists"]
    assert [path.name for path in shared.base.glob("*.zip")] == ["out-Bob_Ito.zip"]


# what a researcher sees -----------------------------------------------------------------------------------


def test_outputs_of_researchers_are_judged_together_and_a_request_names_no_other_one(shared) -> None:
    decide(shared, {"areas.xlsx": "change"})
    done = evaluate_plan(shared.plan(package=None), shared.base, JobContext())
    assert done.jobs[0].result.differences
    texts = evidence_texts(done, Words())
    ann = texts["check.request-Ann_Meyer.txt"]
    assert "Reveals more together with another output of the project: B4" in ann
    for text in ("bob", "Bob", "secret", "firms", *_FIGURES):
        assert text not in ann
    assert "areas" not in texts["check.request-Bob_Ito.txt"]


@pytest.mark.parametrize("number", [0, 1])
def test_the_report_for_a_researcher_has_nothing_of_another_and_no_figure(shared, number) -> None:
    decide(shared, EVERY)
    shared.run()
    result = shared.approve().jobs[0].result
    params = shared.plan().jobs[0].params
    case, other = params.by_researcher()[number], params.by_researcher()[1 - number]
    fields = ReportFields(date="2026-01-31")
    external, internal = (
        html_text(decision_report(params, result, case, fields, Words(), edition))
        for edition in ("external", "internal")
    )
    own, others = ("areas.xlsx", "secret.xlsx") if number == 0 else ("secret.xlsx", "areas.xlsx")
    text = external[external.index("<main") :]
    assert own in text
    for hidden in (
        others,
        other.researcher,
        "first",
        "second",
        "agreed",
        "Difference of few",
        "(B4)",
        ">73<",
    ):
        assert hidden not in text
    assert result.by_case[number].package.sha256 in text
    assert result.by_case[1 - number].package.sha256 not in text
    for shown in ("first", "second", "Difference of few", "Differs by 4", result.digest):
        assert shown in internal
    assert ("agreed" in internal) == (number == 0)


def test_a_report_made_after_the_package_knows_of_it_by_the_ledger(shared) -> None:
    decide(shared, EVERY)
    shared.run()
    shared.approve()
    result, params = shared.look(decisions=shared.params["decisions"]), shared.plan().jobs[0].params
    report = decision_report(
        params, result, params.by_researcher()[0], ReportFields(date="2026-01-31"), Words(), "internal"
    )
    assert not result.packages
    assert "Yes: the package was read again" in html_text(report)


def test_a_text_released_with_findings_is_not_called_safe_in_the_report(shared) -> None:
    shared.put("ann/note.txt", b"Only 1 patient in East had HIV.\n")
    decide(shared, EVERY | {"areas.xlsx": "refuse", "note.txt": "release"})
    result, params = shared.look(decisions=shared.params["decisions"]), shared.plan().jobs[0].params
    ann, bob = params.by_researcher()
    assert (examined(result, ann), examined(result, bob)) == (1, 0)
    report = decision_report(params, result, ann, ReportFields(date="2026-01-31"), Words(), "internal")
    assert "Yes: 1 with findings that were examined" in html_text(report)
    assert "1 table or file is released with findings that were examined." in html_text(report)


# the verdict ----------------------------------------------------------------------------------------------


def test_what_a_decision_keeps_back_is_no_reason_against_the_rest(desk) -> None:
    desk.put("few.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 3, 80]])}))
    desk.put("firms.xlsx", workbook({"T": grid(INCOMES)}))
    before = evaluate_plan(desk.plan(package=None), desk.base, JobContext())
    assert before.verdict.grade is Grade.UNSAFE
    decide(desk, {"few.xlsx": "change", "firms.xlsx": "release"})
    desk.run()
    assert desk.approve().verdict.grade is Grade.SAFE
    decide(desk, {"few.xlsx": "release", "firms.xlsx": "release"})
    after = evaluate_plan(desk.plan(package=None), desk.base, JobContext())
    assert after.verdict.grade is Grade.UNSAFE  # an exception makes no finding go away
    decide(desk, {"few.xlsx": "refuse", "firms.xlsx": "refuse"})
    nothing = evaluate_plan(desk.plan(package=None), desk.base, JobContext())
    assert "outputs_none_released" in {one.code for one in nothing.verdict.reasons}


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_the_report_of_a_plan_begins_with_its_decisions_and_has_questions_on_outputs(shared, edition) -> None:
    decide(shared, EVERY)
    shared.run()
    done = evaluate_plan(shared.plan(package=None), shared.base, JobContext())
    report = build_report(done, ReportFields(date="2026-01-31"), Words(), edition=edition)
    text = "3 of 3 decided, 2 to be released (1 by exception), 1 refused, waits for approval."
    assert report.verdict.text.startswith(text)
    (checklist,) = (one for one in report.blocks() if isinstance(one, Checklist))
    answers = [getattr(one.answer, "text", one.answer) for one in checklist.questions]
    assert answers[:5] == ["Yes", "No: 1 by exception", "Yes", "Not yet", "Not packaged yet"]
    chapters = [one.key for one in report.sections]
    assert ("decisions" in chapters) == (edition == "internal")
