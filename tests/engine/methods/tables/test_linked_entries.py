"""Linked tables with single children, a-priori entries on totals and costs by a variable: against brute force
over the records and an independent solver.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.support.linked_tables.plans import REGION_OF, Desk, firms, table

CODES = {
    "place": ("m0", "m1", "m2", "m4", "r1", "r2"),  # m4 is the only place of r2, and m2 the only one of r1
    "region": ("r0", "r1", "r2"),
    "activity": ("a0", "a1", "a2", "a3"),
    "sex": ("m", "f"),
}
CHOICES = (("place*", "activity"), ("region", "sex"), ("region", "activity"), ("activity", "sex"))
Entry = tuple[tuple[str, str], str, float]


def records_of(seed: int) -> list[dict[str, str]]:
    """Firms with a price. Two of the places are the only ones in their regions."""
    draws = np.random.default_rng(seed)
    found = [{**firm, "price": str(int(draws.integers(0, 40)))} for firm in firms(seed, 45)]
    for firm in found:
        firm["place"] = {"m5": "m4", "m3": "m2"}.get(firm["place"], firm["place"])
        firm["region"] = REGION_OF[firm["place"]]
    return found


def entries_of(draws: np.random.Generator, names: tuple[str, str]) -> Iterator[Entry]:
    """A-priori entries, also on totals: unsafe, or with a cost."""
    own = [("", *CODES[name]) for name in names]
    for _ in range(3):
        cell = str(draws.choice(own[0])), str(draws.choice(own[1]))
        if any(cell):
            yield cell, str(draws.choice(["u", "c"])), float(draws.integers(1, 500))


def key(names, codes) -> frozenset:
    """A cell by what it restricts: a place that is alone in its region, and the region, are one."""
    found = set()
    for name, code in zip(names, codes, strict=True):
        place = {"m4": ("region", "r2"), "m2": ("region", "r1")}.get(code)
        if code in ("m0", "m1"):
            found |= {("place", code)}
        elif code not in ("", "Total"):
            found |= {place or ("region" if code.startswith("r") else name, code)}
    return frozenset(found)


def added(records, restricted: frozenset, variable: str) -> int:
    return sum(int(one[variable]) for one in records if all(one[name] == code for name, code in restricted))


@pytest.mark.parametrize("seed", range(5))
def test_entries_hold_for_a_cell_in_all_tables_and_by_both_names(tmp_path, seed: int) -> None:
    draws = np.random.default_rng(seed)
    desk, jobs, entries = Desk(tmp_path, records_of(seed)), [], {}
    desk.data["variables"]["price"] = {"role": "other", "level": "continuous"}
    for number in draws.permutation(len(CHOICES))[:2].tolist():
        names, by_price = CHOICES[number], bool(draws.integers(2))
        plain = tuple(name.rstrip("*") for name in names)
        own = list(entries_of(draws, plain))
        lines = [";".join([f'"{code}"' for code in cell] + [kind] + ([str(cost)] * (kind == "c")))
                 for cell, kind, cost in own]  # fmt: skip
        (tmp_path / f"{number}.hst").write_text("\n".join(lines) + "\n", encoding="utf-8")
        given = {"cost": "variable", "cost_variable": "price"} if by_price else {}
        given |= {"apriori": f"{number}.hst"} if own else {}
        jobs.append(table(f"t{number}", " ".join(names), link="g", **given))
        entries[f"t{number}"] = plain, own, "price" if by_price else "y"
    found = desk.run(jobs)
    assert not desk.disclosed(found)
    requested = {
        key(names, cell) for names, own, _ in entries.values() for cell, kind, _ in own if kind == "u"
    }
    cells: dict[frozenset, set] = {}
    costs: dict[frozenset, float] = {}
    for name, job in found.items():
        names, own, by = entries[name]
        manual = {key(names, cell): cost for cell, kind, cost in own if kind == "c"}
        for cell in job.result.cells:
            place = key(names, cell.coordinates)
            cells.setdefault(place, set()).add(
                (cell.value, cell.status, cell.published, cell.lower, cell.upper)
            )
            if cell.status == "secondary":
                cost = manual.get(place, abs(added(desk.records, place, by)))
                costs[place] = max(costs.get(place, 0.0), cost)
    for place, shown in cells.items():
        ((value, status, published, *_),) = shown  # the same in all tables, and by both names
        assert value == added(desk.records, place, "y")
        if place in requested and value:
            assert (status, published) == ("unsafe", None)
    for job in found.values():
        assert job.result.cost == pytest.approx(sum(costs.values()))
