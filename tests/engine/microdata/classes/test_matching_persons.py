"""Persons who match a class, by trying all pairs."""

import random

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.microdata.classes.matching_persons import matching_persons


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
def test_persons_who_match_a_class_are_those_of_all_pairs(seed, alpha) -> None:
    drawn = random.Random(seed)
    rows = [tuple(drawn.choice((None, 1, 2)) for _ in range(2)) for _ in range(12)]
    persons = [drawn.randrange(5) for _ in rows]
    classes = sorted(set(rows), key=lambda row: [one or 0 for one in row])
    codes = np.array([[one or 0 for one in row] for row in classes])
    members = RecordPersons(np.array(persons)).all_members(np.array([classes.index(row) for row in rows]))
    found = matching_persons(codes, codes == 0, [3, 3], members, alpha, JobContext())
    for row, number in zip(classes, found, strict=True):
        whole = {one for one, other in zip(persons, rows, strict=True) if other == row}
        if alpha == 0 and None in row:
            assert number == 1
            continue
        part = set()
        for one, other in zip(persons, rows, strict=True):
            if all(None in pair or pair[0] == pair[1] for pair in zip(row, other, strict=True)):
                part.add(one)
        assert number == pytest.approx(len(whole) + alpha * len(part - whole))
