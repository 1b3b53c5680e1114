"""Groups too large for one pattern: table after table, then the joint audit. The limit is lowered here."""

import pytest

from sdc_desktop.engine.methods.tables.table import one_by_one
from tests.support.linked_tables.plans import Desk, firms, table

FOUR = ("activity region", "activity sex", "region sex", "activity place*")


@pytest.fixture(autouse=True)
def low_limit(monkeypatch):
    monkeypatch.setattr(one_by_one, "MOST_TOGETHER", 10)


@pytest.mark.parametrize("seed", range(6))
def test_tables_one_after_the_other_are_safe_together(tmp_path, seed: int) -> None:
    desk = Desk(tmp_path, firms(seed, 60))
    found = desk.run([table(f"t{number}", names, link="g") for number, names in enumerate(FOUR)])
    assert not desk.disclosed(found)
    for job in found.values():
        assert job.result.safe
        assert job.result.audited
        assert not job.result.proven
        assert job.result.gap is None
        assert job.result.linked.asked == "plan"


def test_the_cost_is_no_less_than_the_optimum_and_that_of_common_cells_counts_once(
    tmp_path, monkeypatch
) -> None:
    desk = Desk(tmp_path, firms(2, 60))
    jobs = [table(f"t{number}", names, link="g") for number, names in enumerate(FOUR)]
    apart = desk.run(jobs)["t0"].result
    monkeypatch.setattr(one_by_one, "MOST_TOGETHER", 400_000)
    best = desk.run(jobs)["t0"].result
    assert best.proven
    assert best.cost <= apart.cost


def test_a_cell_that_an_earlier_table_shows_is_suppressed_there_where_a_later_one_needs_it(tmp_path) -> None:
    """The region of the first table shows both its places; in the second one of them is unsafe, and frozen
    cells leave nothing else to suppress.
    """
    desk = Desk(tmp_path, firms(3, 60))
    first = table("places", "place*", link="g")
    second = table("by sex", "place* sex", link="g")
    second["params"]["cells"] = [
        {"cell": ["m0", "m"], "status": "unsafe", "upper": 1, "lower": 1},
        *({"cell": ["m0", sex], "status": "frozen"} for sex in ("f",)),
    ]
    found = desk.run([first, second])
    assert not desk.disclosed(found)
    assert all(job.result.safe for job in found.values())
    hidden = [c.coordinates for c in found["places"].result.cells if c.published is None]
    assert ("m0",) in hidden


def test_what_no_table_can_protect_is_refused_by_name(tmp_path) -> None:
    from sdc_desktop.engine.problems import Refused

    desk = Desk(tmp_path, firms(3, 60))
    first, second = table("places", "place", link="g"), table("sexes", "sex", link="g")
    second["params"]["cells"] = [
        {"cell": ["m"], "status": "unsafe"},
        {"cell": ["f"], "status": "frozen"},
        {"cell": ["Total"], "status": "frozen"},
    ]
    with pytest.raises(Refused) as refused:
        desk.run([first, second])
    problem = refused.value.problems[0]
    assert problem.code == "suppression.unprotectable"
    assert problem.params["cells"] == ("sexes: m",)
