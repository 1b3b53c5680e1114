"""The fields of the population: on the page Risk, in the search, and where a file is checked."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.microdata.population.spec import PopulationFraction, PopulationSize, PopulationTable
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job
from tests.ui.tabs.microdata.conftest import Desk
from tests.ui.tabs.microdata.test_generalising import criteria, form, params, part, searched_plan, shown
from tests.ui.tabs.microdata.test_measures import turned_to


@pytest.fixture
def people(closed_desk: Desk, patients: Path, monkeypatch) -> Path:
    """A table with twenty people for each combination of the patients, which the next dialog gives."""
    lines = (patients / "patients.csv").read_text(encoding="utf-8").splitlines()[1:]
    found = Counter(tuple(line.split(",")[:2]) for line in lines)
    rows = [f"{yob},{ms},{20 * number}" for (yob, ms), number in sorted(found.items())]
    path = patients / "people.csv"
    path.write_text("\n".join(["yob,ms,persons", *rows]) + "\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    return path


def typed(desk: Desk, field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    desk.rest()


def picked(desk: Desk, chooser, title: str) -> None:
    """Choose one of the titles of a chooser, as a click on it does."""
    place = chooser.findText(title)
    assert place >= 0, [chooser.itemText(one) for one in range(chooser.count())]
    chooser.setCurrentIndex(place)
    chooser.activated.emit(place)
    desk.rest()


def of_risk(desk: Desk):
    job = measure_job(desk.controller.plan, RISK)
    return None if job is None else job.params.population


def opened_more(desk: Desk):
    page = turned_to(desk, "risk")
    page.form.more.unfold()
    desk.rest()
    return page


def test_a_known_number_of_people_is_typed_and_models_are_shown(desk: Desk) -> None:
    page = opened_more(desk)
    picked(desk, page.form.parts["population"].chooser, "Known number of people")
    field = page.form.parts["population.size"]
    assert isinstance(field, QAbstractSpinBox)
    typed(desk, field, "6000")
    assert of_risk(desk) == PopulationSize(size=6000)
    assert page.found.after.population.size == 6000
    assert any("Log-linear model" in row[0] for row in page.frame.rows)
    by_batch = evaluate_plan(desk.controller.plan, desk.controller.base, JobContext())
    result = next(one.result for one in by_batch.jobs if one.kind == "risk")
    assert result.population.model.tau1 == pytest.approx(page.found.after.population.model.tau1)
    desk.controller.undo()
    desk.rest()
    assert of_risk(desk) == PopulationSize(size=1_000_000)


def test_a_population_smaller_than_the_file_is_refused_in_words(desk: Desk) -> None:
    page = opened_more(desk)
    picked(desk, page.form.parts["population"].chooser, "Known number of people")
    typed(desk, page.form.parts["population.size"], "59")
    assert page.frame.isHidden()
    assert "59 people, fewer than the 60 records" in page.line
    typed(desk, page.form.parts["population.size"], "60")
    assert page.found.after.population.size == 60
    assert not page.frame.isHidden()


def test_a_fraction_is_typed_in_percent(desk: Desk) -> None:
    page = opened_more(desk)
    picked(desk, page.form.parts["population"].chooser, "Sampling fraction")
    typed(desk, page.form.parts["population.fraction"], "10")
    assert of_risk(desk) == PopulationFraction(fraction=0.1)
    assert page.found.after.population.size == pytest.approx(600)


def test_models_go_where_the_population_is_a_table_or_not_measured(desk: Desk, people: Path) -> None:
    page = opened_more(desk)
    chooser = page.form.parts["population"].chooser
    assert page.form.parts["model"].isHidden()
    picked(desk, chooser, "Known number of people")
    assert not page.form.parts["model"].isHidden()
    picked(desk, chooser, "Population table")
    assert page.form.parts["model"].isHidden()
    picked(desk, chooser, "not measured")
    assert of_risk(desk) is None


def test_a_table_is_chosen_by_its_file_and_its_column(desk: Desk, people: Path) -> None:
    page = opened_more(desk)
    picked(desk, page.form.parts["population"].chooser, "Population table")
    page.form.parts["population.table"].button.click()
    desk.rest()
    typed(desk, page.form.parts["population.number"], "persons")
    assert of_risk(desk) == PopulationTable(table="people.csv", number="persons")
    table = page.found.after.population_table
    assert table.size == 1200
    assert table.presence.most == pytest.approx(1 / 20)
    assert any("k-map" in row[0] and row[1] == "20" for row in page.frame.rows)
    assert page.found.known.result.population_table.k_map == 20
    page.form.parts["population.table"].remove.click()
    desk.rest()
    assert of_risk(desk) == PopulationTable(number="persons")


def test_a_changed_table_is_measured_again(desk: Desk, people: Path) -> None:
    page = opened_more(desk)
    picked(desk, page.form.parts["population"].chooser, "Population table")
    page.form.parts["population.table"].button.click()
    desk.rest()
    typed(desk, page.form.parts["population.number"], "persons")
    text = people.read_text(encoding="utf-8").replace(",20\n", ",40\n")
    people.write_text(text, encoding="utf-8")
    desk.page.presenter.try_alpha(0.9)
    desk.rest()
    assert page.found.known.result.population_table.k_map == 40


@pytest.fixture
def search(closed_desk: Desk, people: Path) -> Desk:
    closed_desk.open(searched_plan())
    return closed_desk


def test_a_criterion_against_a_table_requests_it_and_searches(search: Desk) -> None:
    parts = form(search).settings.parts
    assert parts["population"].isHidden()
    next(one for one in criteria(search).menu.actions() if one.text() == "k-map (population table)").trigger()
    search.rest()
    assert "no population table is chosen" in form(search).problems.text()
    assert not form(search).settings.parts["population"].isHidden()
    form(search).settings.parts["population.table"].button.click()
    search.rest()
    typed(search, form(search).settings.parts["population.number"], "persons")
    assert params(search).population == PopulationTable(table="people.csv", number="persons")
    assert shown(search).ready
    assert part(search).answer.criteria.rows[1] == ("k-map, k = 10, population table", "yes", "80", "none")
    by_batch = evaluate_plan(search.controller.plan, search.controller.base, JobContext()).jobs[0].result
    assert dict(by_batch.levels) == dict(shown(search).answer.result.levels)


def test_a_criterion_that_the_table_does_not_meet_coarsens(search: Desk, people: Path) -> None:
    before = dict(shown(search).answer.result.levels)
    next(one for one in criteria(search).menu.actions() if one.text() == "k-map (population table)").trigger()
    form(search).settings.parts["population.table"].button.click()
    search.rest()
    typed(search, form(search).settings.parts["population.number"], "persons")
    typed(search, criteria(search).rows[1].parts["criteria.k"], "400")
    after = shown(search).answer.result
    assert dict(after.levels) != before
    assert after.check.criteria[1].worst >= 400


def test_a_check_takes_the_table_of_the_search(search: Desk) -> None:
    next(one for one in criteria(search).menu.actions() if one.text() == "k-map (population table)").trigger()
    form(search).settings.parts["population.table"].button.click()
    search.rest()
    typed(search, form(search).settings.parts["population.number"], "persons")
    page = search.page
    page.show_card("criteria")
    page.checking.form.released.click()
    search.rest()
    check = page.checking.presenter.view.answer.check
    assert [one.kind for one in check.criteria] == ["k_anonymity", "k_map_table"]
    assert "Criteria checked: " in page.verdict.text
    page.checking.form.open_file.click()
    search.rest()
    check = page.checking.presenter.view.answer.check
    assert check.criteria[1].worst == 20
