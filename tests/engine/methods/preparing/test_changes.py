"""The first changes of each step, as the preview of Prepare shows them."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare import changes as first
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.methods.preparing.prepare.changes import Change, Changes
from tests.engine.methods.preparing.test_prepare import params, prepared, source, where
from tests.support.secret import drawing


def changes_of(*steps, there=None) -> list[Changes]:
    found: list[Changes] = []
    prepare.counts(params(*steps), there or source(), drawing(7), found)
    assert len(found) == len(steps)
    return found


def test_a_filter_shows_what_the_first_removed_records_had() -> None:
    _, found = changes_of({"drop": ["dob"]}, where("sex", "equal", "f"))
    assert found == Changes(
        (
            Change(2, "sex", "m", "sex", None),
            Change(4, "sex", "9", "sex", None),
            Change(5, "sex", "m", "sex", None),
        )
    )


def test_records_keep_the_numbers_of_the_file_after_a_filter() -> None:
    steps = (
        where("sex", "equal", "m"),
        {"recode_missing": {"variables": ["income"], "texts": ["-9"], "to": "NA"}},
    )
    assert changes_of(*steps)[1] == Changes((Change(2, "income", "-9", "income", "NA"),))


def test_records_that_households_bring_back_are_shown() -> None:
    steps = (
        where("sex", "equal", "m"),
        {"keep_households": {"household": "hh", "whole": "keep"}},
    )
    found = changes_of(*steps)[1]
    assert found.first == (Change(1, "hh", None, "hh", "h1"), Change(3, "hh", None, "hh", "h1"))


def test_records_of_which_another_is_kept_are_shown_with_their_person_and_order() -> None:
    there = source()
    data = there.data.with_variables(
        [replace(v, role="person") if v.name == "id" else v for v in there.data.variables]
    )
    step = {"keep_one": {"by": "last", "order": ["seen"]}}
    found = changes_of(step, there=there.with_data(data.with_persons(None)))[0]
    assert found.first == (
        Change(1, "seen", "2024-01-01", "seen", None),
        Change(1, "id", "p1", "id", None),
    )


def test_a_derived_variable_shows_what_it_is_made_of() -> None:
    found = changes_of({"derive": {"name": "year", "of": "dob", "part": "year"}})[0]
    assert found.first[:2] == (
        Change(1, "dob", "1960-05-01", "year", "1960"),
        Change(2, "dob", "2000-02-29", "year", "2000"),
    )
    assert len(found.first) == 5


def test_shifted_dates_are_those_that_the_step_makes() -> None:
    step = {"shift_dates": {"variables": ["seen"], "person": "id", "days": 30}}
    done = prepared(params(step))
    made = [row[done.data.index("seen")] for row in done.data.window(0, 5)]
    found = changes_of(step)[0].first
    assert [change.after for change in found] == made
    assert all(change.before != change.after for change in found)


def test_steps_that_change_no_value_show_none() -> None:
    assert changes_of({"rename": {"sex": "gender"}}, {"drop": ["hh"]}) == [Changes(()), Changes(())]


def test_a_search_that_ends_before_the_last_record_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first, "EXAMINED", 1)
    step = {"recode_missing": {"variables": ["income"], "texts": ["-9"], "to": "NA"}}
    assert changes_of(step)[0] == Changes((), 1)


def test_changes_are_looked_for_only_where_they_are_shown() -> None:
    done = prepare.counts(params({"drop": ["dob"]}), source(), JobContext())
    assert done.data.names == ("id", "hh", "seen", "income", "sex")
