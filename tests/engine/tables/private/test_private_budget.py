"""The ledger of a budget: what tables take together, and that no table is drawn beyond the limit."""

from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.private.budget import Charge, certainty, enter, epsilon_of, recorded, total_of

PURE = Charge("laplace", 0.5, "add_remove", 1, 1e-6, None)
ROUND = Charge("gaussian", 0.1, "add_remove", 1, 1e-6, None)


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A ledger and its head, in two folders."""
    (tmp_path / "heads").mkdir()
    return tmp_path / "budget.ledger", tmp_path / "heads" / "budget.head"


def codes(refusal) -> list[str]:
    return [one.code for one in refusal.value.problems]


def test_pure_budgets_add_up() -> None:
    total = total_of([PURE, replace(PURE, budget=0.25)])
    assert (total.epsilon, total.delta, total.tables) == (0.75, 0.0, 2)
    assert total.certainty == pytest.approx(exp(0.75) / (1 + exp(0.75)))
    assert certainty(0) == 0.5


def test_concentrated_budgets_add_up_and_a_pure_one_is_half_its_square() -> None:
    assert total_of([ROUND]).epsilon == pytest.approx(2.14194, abs=1e-5)
    total = total_of([ROUND, PURE, replace(ROUND, budget=0.2, delta=1e-7)])
    assert total.epsilon == pytest.approx(epsilon_of(0.1 + 0.5**2 / 2 + 0.2, 1e-7))
    assert total.delta == 1e-7


def test_tables_for_fewer_records_or_another_difference_count_for_what_all_protect() -> None:
    """Noise for one record of a person protects four times less in rho where a person has two."""
    two = replace(ROUND, contribution=2)
    assert total_of([ROUND, two]).epsilon == pytest.approx(epsilon_of(0.5, 1e-6))
    assert total_of([PURE, replace(PURE, contribution=3)]).epsilon == 0.5 * 3 + 0.5
    other = replace(PURE, neighbours="replace")
    assert total_of([PURE, other]).epsilon == 1.5
    assert total_of([PURE, other]).replaced
    assert total_of([ROUND, replace(ROUND, neighbours="replace")]).epsilon == pytest.approx(
        epsilon_of(0.3, 1e-6)
    )


def test_the_smallest_limit_ever_set_applies() -> None:
    total = total_of([replace(PURE, limit=2.0), replace(PURE, limit=0.8), PURE])
    assert (total.limit, total.is_over) == (0.8, True)
    assert not total_of([replace(PURE, limit=0.5)]).is_over


def test_the_same_table_is_charged_once_and_others_add_up(places) -> None:
    ledger, head = places
    assert recorded(ledger, head) == ()
    for id, charge in (("a", PURE), ("a", PURE), ("b", ROUND), ("a", PURE)):
        enter(ledger, head, id, "job", charge)
    assert [(one.id, one.charge) for one in recorded(ledger, head)] == [("a", PURE), ("b", ROUND)]


def test_a_table_beyond_the_limit_is_not_entered_and_makes_no_ledger(places) -> None:
    ledger, head = places
    with pytest.raises(Refused) as refusal:
        enter(ledger, head, "a", "job", replace(PURE, limit=0.4))
    assert codes(refusal) == ["private_table.over_limit"]
    assert not ledger.exists()
    enter(ledger, head, "a", "job", replace(PURE, limit=0.9))
    with pytest.raises(Refused):
        enter(ledger, head, "b", "job", replace(PURE, limit=5.0))
    assert [one.id for one in recorded(ledger, head)] == ["a"]


def test_a_ledger_that_is_gone_or_cut_is_refused(places) -> None:
    ledger, head = places
    enter(ledger, head, "a", "job", PURE)
    enter(ledger, head, "b", "job", PURE)
    whole = ledger.read_bytes()
    ledger.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    with pytest.raises(Refused) as refusal:
        enter(ledger, head, "c", "job", PURE)
    assert codes(refusal) == ["ledger.shorter"]
    ledger.unlink()
    for attempt in (lambda: enter(ledger, head, "c", "job", PURE), lambda: recorded(ledger, head)):
        with pytest.raises(Refused) as refusal:
            attempt()
        assert codes(refusal) == ["ledger.missing"]
    ledger.write_bytes(whole.replace(b'"budget":0.5', b'"budget":0.1', 1))
    with pytest.raises(Refused) as refusal:
        recorded(ledger, head)
    assert codes(refusal) == ["ledger.damaged"]


def test_another_ledger_is_refused(places) -> None:
    from sdc_desktop.engine.output.ledger import create_ledger

    ledger, head = places
    create_ledger(ledger, head, {"format": "another", "version": 1}).close()
    with pytest.raises(Refused) as refusal:
        enter(ledger, head, "a", "job", PURE)
    assert codes(refusal) == ["private_table.other_ledger"]
    assert len(ledger.read_bytes().splitlines()) == 1
