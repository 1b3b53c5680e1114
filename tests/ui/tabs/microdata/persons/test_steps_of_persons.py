"""Steps and strategies where persons have several records: uniques, small classes and risk are of persons."""

from collections.abc import Callable

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.strategies.strategies import Strategy, measured
from sdc_desktop.ui.tabs.microdata.steps.dialog import StepsDialog
from sdc_desktop.words import Words
from sdc_desktop.words.program.strategies import header
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def test_the_pictures_of_steps_are_of_persons(closed_desk: Desk, stays: Callable[..., Plan]) -> None:
    closed_desk.open(stays("recode", {"levels": {}, "suppress_below": 2, "suppress": "persons"}))
    closed_desk.rest()
    closed_desk.page.question.steps.click()
    dialog = closed_desk.page.dialog
    assert isinstance(dialog, StepsDialog)
    closed_desk.qtbot.waitUntil(lambda: dialog.trail is not None, timeout=WAIT)
    unique, small, _ = dialog.plots
    assert dict(unique.bars) == {"0": 1, "1": 0}, "zqe alone is 50"
    assert dict(small.bars) == {"0": 3, "1": 2}, "zqb and zqd alone are male and 40"
    assert [one.getAxis("left").labelText for one in dialog.plots] == ["Persons", "Persons", "Values"]
    assert dialog.verdict.text.startswith("Unique persons as shown (one record known): 1 → 0. Average risk: ")


def test_strategies_measure_persons(closed_desk: Desk, stays: Callable[..., Plan]) -> None:
    closed_desk.open(stays("recode", {"levels": {}}))
    data = closed_desk.controller.opened.data
    found = measured(data, data, ("sex", "age"), None, JobContext())
    assert (found.smallest, found.uniques) == (1, 1)
    # zqb has two of three records of men of 40, zqa, zqc and zqb one of three of women of 30, zqe all of 50
    assert found.risk == pytest.approx((1 / 3 + 2 / 3 + 1 / 3 + 1 / 2 + 1) / 5)
    assert "Unique persons" in header(Words(), [Strategy("as is", None, found)])
    assert "Unique records" in header(Words(), [])
