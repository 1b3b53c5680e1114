"""Of many records a sample is searched: what it hints at is counted in all records."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference import values
from sdc_desktop.engine.inference.columns import Integers, PairedColumn, PairedRecords
from sdc_desktop.engine.inference.values import ValuesRevealed, values_revealed
from sdc_desktop.engine.spec import Role

RECORDS = 120_000


def column(name: str, codes: Integers, hidden: float, draw: np.random.Generator, role: Role) -> PairedColumn:
    number = int(codes.max()) + 2
    absent = np.arange(number) == 0
    texts = ("*", *(f"{one:07d}" for one in range(number - 1)))
    released = np.where(draw.random(RECORDS) < hidden, 0, codes + 1)
    return PairedColumn(name, role, "nominal", texts, codes + 1, released, absent, np.full(number, np.nan))


def planted(seed: int) -> PairedRecords:
    """A variable revealed by groups of ten records, one by a pair of many values, one by members of
    households, one by a few records of one value; and others.
    """
    draw = np.random.default_rng(seed)
    street = draw.integers(0, RECORDS // 10, RECORDS)
    left, right = draw.integers(0, 300, RECORDS), draw.integers(0, 40, RECORDS)
    home = draw.integers(0, RECORDS // 3, RECORDS)
    coarse = draw.integers(0, 12, RECORDS)
    by_street, by_home = draw.integers(0, 6, RECORDS), draw.integers(0, 9, RECORDS)
    by_pair = draw.integers(0, 5, (300, 40))
    some = np.where(coarse == 3, 1, np.minimum(draw.integers(0, 6, RECORDS), 3))
    revealed = {
        "revealed by street": np.where(draw.random(RECORDS) < 0.98, by_street[street], 0),
        "revealed by pair": by_pair[left, right],
        "revealed by home": by_home[home],
        "revealed by one": some,
        "revealed by none": draw.integers(0, 3, RECORDS),
    }
    others = {"street": street, "left": left, "right": right, "home": home, "coarse": coarse}
    others["random"] = draw.integers(0, 50, RECORDS)
    columns = [column(name, codes, 0.03, draw, "other") for name, codes in revealed.items()]
    for name, codes in others.items():
        columns.append(column(name, codes, 0.0, draw, "household" if name == "home" else "other"))
    return PairedRecords(RECORDS, tuple(columns))


def figures(found: ValuesRevealed) -> object:
    return found.rules, [(one.name, one.protected, one.filled, one.right) for one in found.variables]


@pytest.mark.parametrize("seed", range(2))
def test_a_sample_finds_what_all_records_show(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    records = planted(seed)
    sampled = values_revealed(records, JobContext())
    assert {(rule.variable, rule.sources) for rule in sampled.rules} == {
        ("revealed by street", ("street",)),
        ("revealed by pair", ("left", "right")),
        ("revealed by home", ("home",)),
        ("revealed by one", ("coarse",)),
    }
    monkeypatch.setattr(values, "SAMPLED_FROM", 10 * RECORDS)
    assert figures(values_revealed(records, JobContext())) == figures(sampled)
