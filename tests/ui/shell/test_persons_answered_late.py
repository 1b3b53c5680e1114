"""Whose the records are can be stated after a result is there: no figure of records stays in the window."""

import random
from pathlib import Path

import pytest

from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.project.persons import with_known
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.ui.panels.test_persons_card import press, rest
from tests.ui.panels.test_persons_card import shown as card_of

K3 = [{"kind": "k_anonymity", "k": 3}]
JOBS = {
    "recode": {"levels": {"age": 1}, "suppress_below": 3},
    "anopi": {"suppress_below": 3},
    "generalise": {"criteria": K3, "suppression_limit": 0.0},
    "local_suppression": {"k": 3},
    "microaggregate": {"k": 3},
}


def opened(qtbot, window: MainWindow, folder: Path, kind: str) -> MicrodataPage:
    """100 stays of 30 patients, in which one patient has a class of six for himself."""
    draws = random.Random(5)
    whose = [*range(30), *(draws.randrange(29) for _ in range(64)), *[29] * 6]
    rows = [f"p{i},{'mf'[i % 2]},{95 if i == 29 else 20 + 10 * (i % 3)},{i}" for i in whose]
    (folder / "stays.csv").write_text("\n".join(["patient_id,sex,age,cost", *rows, ""]), encoding="utf-8")
    roles = {"patient_id": "direct_identifier", "sex": "key", "age": "key", "cost": "other"}
    variables = {name: {"role": role} for name, role in roles.items()}
    ages = {"kind": "intervals", "start": 0, "widths": [10, 50], "end": 99}
    data = {"path": "stays.csv", "variables": variables, "hierarchies": {"age": ages}}
    rows = [["m", "*"], ["f", "*"]]
    (folder / "sex.csv").write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    data["hierarchies"]["sex"] = {"kind": "levels", "path": "sex.csv", "header": False}
    job = {"name": kind, "kind": kind, "params": JOBS[kind]}
    path = folder / "stays.sdcplan"
    path.write_text(
        plan_to_text(plan_from_json({"schema": 2, "data": data, "jobs": [job]})), encoding="utf-8"
    )
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=60_000)
    settled(qtbot, window)
    return window.microdata_place.page


def settled(qtbot, window: MainWindow) -> None:
    """Wait for all that follows, also groups that are formed when it is requested."""
    rest(qtbot, window)
    part = window.microdata_place.page.part
    if part is not None and not part.presenter.view.ready and not part.presenter.view.problems:
        part.presenter.run()
        rest(qtbot, window)


def shown(page: MicrodataPage) -> object:
    """What the window has of a result: the figures of classes and the sentence."""
    presenter = page.presenter if page.part is None else page.part.presenter
    view = presenter.view
    assert view.answer is not None
    assert not view.stale
    return view.answer, page.verdict.text


@pytest.mark.parametrize("kind", list(JOBS))
def test_the_answer_counts_persons_at_once(qtbot, window: MainWindow, tmp_path: Path, kind: str) -> None:
    page = opened(qtbot, window, tmp_path, kind)
    first, of_records = shown(page)
    press(qtbot, window, card_of(qtbot, window).persons_button)
    settled(qtbot, window)
    second, of_persons = shown(page)
    assert second is not first
    if kind != "generalise":  # whose sentence is that all classes meet the criteria
        assert "person" in of_persons
        assert of_records != of_persons
    window.controller.undo()
    settled(qtbot, window)
    assert shown(page)[1] == of_records


def test_what_an_intruder_knows_is_followed_at_once(qtbot, window: MainWindow, tmp_path: Path) -> None:
    page = opened(qtbot, window, tmp_path, "recode")
    press(qtbot, window, card_of(qtbot, window).persons_button)
    one = shown(page)[0].result.suppression.figures.records
    controller = window.controller
    controller.change_whole_plan("known", with_known(controller.whole_plan, 2))
    rest(qtbot, window)
    assert page.presenter.view.problems[0].code == "persons.suppress_persons"
    controller.undo()
    rest(qtbot, window)
    window.data_panel.persons.known.chosen.emit("all")
    settled(qtbot, window)
    assert shown(page)[0].result.suppression.figures.records > one


def test_a_file_that_is_not_named_yet_is_audited_too(qtbot, window: MainWindow, tmp_path: Path) -> None:
    page = opened(qtbot, window, tmp_path, "recode")
    press(qtbot, window, card_of(qtbot, window).persons_button)
    settled(qtbot, window)
    assert window.controller.whole_plan.jobs[0].output is None
    card = window.data_panel.persons.text  # one patient alone has his key values suppressed
    assert "Smallest class of recode: 1 by one record, 1 by two, 1 by all." in card
    codes = [one.code for one in page.presenter.verdict().reasons]
    assert "persons.linked" in codes, "what each patient costs links the records"
