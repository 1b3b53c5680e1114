"""Conditions on classes where persons have several records: shares, risks and sentences are of persons."""

from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.data.members import members_of
from sdc_desktop.engine.microdata.classes.key_classes import GroupsMoved, OneValue, groups_where
from sdc_desktop.engine.microdata.recoding import anonymity_of_sizes
from sdc_desktop.engine.verdict import NO_LIMITS
from sdc_desktop.engine.verdict_records import disclosed
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_text

CLASSES = np.array([0, 0, 0, 0, 0, 0, 1, 1])
PERSONS = np.array([0, 0, 0, 0, 1, 1, 2, 3], dtype=np.int32)  # two of four persons in two of eight records
SIZES = np.array([6, 2])


def test_the_share_disclosed_is_of_persons() -> None:
    found = groups_where(SIZES, np.array([False, True]), members_of(CLASSES, PERSONS))
    assert (found.records, found.persons, found.people) == (2, 2, 4)
    assert found.share(8) == 0.5
    assert groups_where(SIZES, np.array([False, True])).share(8) == 0.25
    limits = replace(NO_LIMITS, sensitive_disclosed_at_most=0.3)
    one = {"ill": OneValue(found, found, GroupsMoved(found, found))}
    (reason,) = disclosed(one, 8, limits)
    assert (reason.figures["share"], reason.figures["limit"]) == (0.5, 0.3)
    text = reason_text(reason, Words())
    assert text.startswith("What an intruder knows of ")
    assert text.endswith(" of persons discloses a value of ill.")


def test_risks_of_classes_are_of_persons() -> None:
    found = anonymity_of_sizes(SIZES, members_of(CLASSES, PERSONS))
    assert (found.k, found.uniques) == (2, 0)
    assert found.highest == pytest.approx(4 / 6)  # the first has four of six records
    assert found.average == pytest.approx((4 / 6 + 3 / 2) / 4)
    plain = anonymity_of_sizes(SIZES)
    assert (plain.highest, plain.average) == (1 / SIZES.min(), len(SIZES) / SIZES.sum())
