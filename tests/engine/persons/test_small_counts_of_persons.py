"""Counts of persons in figures of risk, by hand."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.microdata.classes.suda import suda
from sdc_desktop.engine.microdata.person_figures import _alone
from tests.support.data import microdata


def test_persons_with_a_special_unique_are_those_whose_score_is_not_nothing() -> None:
    codes, records = np.array([[0, 0], [1, 1]]), np.array([1, 2])
    members = Members(np.array([0, 1, 1]), np.array([0, 1, 2]), np.array([1, 1, 1]))
    found = suda(codes, [2, 2], records, ["a", "b"], 2, JobContext(), members=members)
    assert found.persons == 1


def test_only_persons_with_several_equal_records_of_their_own_values_are_alone() -> None:
    data = microdata({"v": ["x", "x", "y", "z", "w", "u", "u"]})
    numbers = np.array([0, 0, 1, 2, 2, 3, 4])  # 1 has one record, 2 differing ones, 3 and 4 share theirs
    assert _alone(data, ["v"], numbers, JobContext()) == 1
