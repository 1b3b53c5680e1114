"""Random systems of tables of firms in two overlapping classifications, and what follows from what they show.

Wards make up districts, and in another way areas. The truth is found by an integer program over the records'
finest cells (pairs of district and area that there are, by activity), without any code of the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

P = 10  # of the p % rule of amounts
FEWEST = 3  # persons of a safe count
RANGE = 0.3  # of a value that is unsafe by the threshold rule
VALUES = {"factor": ("y", "thousand"), "sum": ("y", "domestic", "export"), "weight": ("y", "weighted")}


@dataclass(frozen=True)
class System:
    """Records, and table jobs of them by name: their variables and what they sum (empty: they count)."""

    records: Sequence[Mapping[str, Any]]
    tables: Mapping[str, tuple[tuple[str, ...], str]]
    protected: frozenset[str]
    link: bool

    def jobs(self, *, link: bool) -> list[dict[str, Any]]:
        """The jobs of a plan."""
        return [self._job(name, link) for name in self.tables]

    def _job(self, name: str, link: bool) -> dict[str, Any]:
        variables, value = self.tables[name]
        params: dict[str, Any] = {"dimensions": [{"variable": one, "hierarchy": False} for one in variables]}
        if value:
            params["value"] = "y" if value == "weighted" else value
            params["rules"] = [{"kind": "p_percent", "p": P}]
        else:
            params["rules"] = [{"kind": "threshold", "n": FEWEST}]
        if value == "weighted":
            params["weight"] = "weight"
        if name in self.protected:
            params["protect"] = {"method": "suppression", "solver": "fast"} | (
                {"link": "all"} if link else {}
            )
        return {"name": name, "kind": "table", "params": params}


def random_system(seed: int) -> System:
    """Two to four tables, at least one by districts and one by areas."""
    draws = np.random.default_rng(seed)
    kind = str(draws.choice(["factor", "sum", "weight", "count"], p=[0.25, 0.45, 0.1, 0.2]))
    districts, areas = int(draws.integers(3, 6)), int(draws.integers(2, 5))
    home = draws.integers(areas, size=districts)
    wards = [(f"d{own}", f"a{home[own]}") for own in range(districts)]
    wards += [
        (f"d{draws.integers(districts)}", f"a{draws.integers(areas)}")
        for _ in range(int(draws.integers(1, 4)))
    ]
    shares = draws.dirichlet(np.full(len(wards), 0.7))
    records = [
        _firm(draws, wards[draws.choice(len(wards), p=shares)]) for _ in range(int(draws.integers(60, 200)))
    ]
    values = VALUES.get(kind, ("",))
    by = [("district",), ("area",), ("district", "activity"), ("area", "activity")]
    chosen = [by[0 if draws.random() < 0.5 else 2], by[1 if draws.random() < 0.5 else 3]]
    chosen += [by[int(place)] for place in draws.integers(4, size=int(draws.integers(0, 3)))]
    tables = {
        f"t{place}": (variables, values[int(draws.integers(len(values)))])
        for place, variables in enumerate(chosen)
    }
    if kind == "sum" and draws.random() < 0.6:  # one grouping, all that adds up
        tables = {f"t{place}": (chosen[0], value) for place, value in enumerate(values)}
        tables["t3"] = (chosen[1], "y")
    shown = {name for name in tables if draws.random() < 0.15}
    return System(
        records, tables, frozenset(set(tables) - shown), kind != "weight" and bool(draws.random() < 0.5)
    )


def _firm(draws: np.random.Generator, ward: tuple[str, str]) -> dict[str, Any]:
    home, abroad = int(draws.lognormal(4, 1)) + 1, int(draws.lognormal(2, 1.5))
    weight = 1 if ward[0] in ("d0", "d1") else int(draws.integers(1, 4))
    return {
        "district": ward[0],
        "area": ward[1],
        "activity": f"x{draws.choice(3, p=[0.6, 0.3, 0.1])}",
        "domestic": home,
        "export": abroad,
        "y": home + abroad,
        "thousand": 1000 * (home + abroad),
        "weight": weight,
        "weighted": weight * (home + abroad),
    }


Where = tuple[str, str, str]  # district, area, activity
Terms = frozenset[Where]


@dataclass(frozen=True)
class Need:
    """A sum of finest cells of a value that must stay open so far, and what it is called."""

    name: str
    value: str
    cells: Terms
    below: float
    above: float
    length: float


class Truth:
    """What follows from the published cells of tables: `results` by name."""

    def __init__(self, system: System, results: Mapping[str, Any]) -> None:
        self._system, self._results = system, results
        pairs = {(one["district"], one["area"]) for one in system.records}
        self._activities = sorted({one["activity"] for one in system.records})
        self._cells = [(*pair, activity) for pair in sorted(pairs) for activity in self._activities]

    def exposed(self) -> list[str]:
        """What is not protected as it must be: unsafe cells that are suppressed, and unsafe differences."""
        needs = [*self._unsafe_cells(), *self._differences()]
        return [need.name for need in dict.fromkeys(needs) if not self._is_open(need)]

    def confirms(self, cells: Sequence[Mapping[str, Sequence[str]]], value: str) -> bool:
        """Whether a sum of cells, each by the tables that have it or by what restricts it, is unsafe and not
        protected as it must be. A sum of counts must stay open as far as one of amounts.
        """
        own = frozenset().union(*(self._named(cell) for cell in cells))
        inside = [one for one in self._system.records if _where(one) in own]
        needed = _judged(inside, value)
        if needed is not None and not value:
            needed = (RANGE * len(inside), RANGE * len(inside), 1.0)
        return needed is not None and not self._is_open(Need("", value, own, *needed))

    def _named(self, cell: Mapping[str, Sequence[str]]) -> Terms:
        (name, coordinates), *_ = cell.items()
        if name:
            return self._where(name, coordinates)
        found = set(self._cells)
        for text in coordinates:  # such as "district × area = d1 × a1, d1 × a2"
            names, _, codes = text.partition(" = ")
            places = [("district", "area", "activity").index(one) for one in names.split(" × ")]
            chosen = set(codes.split(", "))
            found = {one for one in found if " × ".join(one[place] for place in places) in chosen}
        return frozenset(found)

    def _where(self, name: str, coordinates: Sequence[str]) -> Terms:
        """The finest cells of a cell of a table."""
        variables, _ = self._system.tables[name]
        chosen = dict(zip(variables, coordinates, strict=True))
        found = []
        for cell in self._cells:
            codes = dict(zip(("district", "area", "activity"), cell, strict=True))
            if all(code in ("Total", codes[variable]) for variable, code in chosen.items()):
                found.append(cell)
        return frozenset(found)

    def _shown(self) -> Iterator[tuple[str, Terms, int]]:
        for name, result in self._results.items():
            for cell in result.cells:
                if cell.published is not None:
                    value = self._system.tables[name][1]
                    yield value, self._where(name, cell.coordinates), int(cell.value)

    def _unsafe_cells(self) -> Iterator[Need]:
        for name, result in self._results.items():
            for cell in result.cells:
                if cell.status == "unsafe" and cell.published is None:
                    ask, value = cell.asked, self._system.tables[name][1]
                    where = self._where(name, cell.coordinates)
                    title = f"{name}: {' / '.join(cell.coordinates)}"
                    yield Need(
                        title, value, where, float(ask.below), float(ask.above), max(1.0, float(ask.length))
                    )

    def _differences(self) -> Iterator[Need]:
        """What published cells of one table leave of one of another, or would leave if all were published."""
        published = {
            name: {cell.coordinates for cell in result.cells if cell.published is not None}
            for name, result in self._results.items()
        }
        for whole, part in product(self._system.tables, repeat=2):
            (variables, value), (others, other) = self._system.tables[whole], self._system.tables[part]
            if value != other or variables[0] == others[0]:
                continue
            activities = ["Total"] if "activity" not in variables or "activity" not in others else None
            for activity in activities or ["Total", *self._activities]:
                yield from self._of_pair((whole, part), activity, value, published)

    def _of_pair(
        self, names: tuple[str, str], activity: str, value: str, published: Mapping[str, set[tuple[str, ...]]]
    ) -> Iterator[Need]:
        whole, part = names
        (by, *_), (within, *_) = (self._system.tables[name][0] for name in names)
        group = {}
        for one in self._system.records:
            group.setdefault(one[within], set()).add(one[by])
        for code in sorted({one[by] for one in self._system.records}):
            inside = sorted(own for own, codes in group.items() if codes == {code})
            unions = {tuple(inside), *(u for size in (1, 2, 3) for u in combinations(inside, size))}
            for union in sorted(u for u in unions if u):
                left = [
                    one
                    for one in self._system.records
                    if one[by] == code and one[within] not in union and activity in ("Total", one["activity"])
                ]
                needed = _judged(left, value)
                taken = [self._key(part, own, activity) for own in union]
                own = self._key(whole, code, activity)
                exact = own in published[whole] and all(key in published[part] for key in taken)
                if needed is None or not (exact or len(union) == len(inside)):
                    continue
                cells = self._where(whole, own) - frozenset().union(
                    *(self._where(part, key) for key in taken)
                )
                yield Need(f"{whole} {own} less {part} {taken}", value, cells, *needed)

    def _key(self, name: str, code: str, activity: str) -> tuple[str, ...]:
        return (code, activity) if len(self._system.tables[name][0]) > 1 else (code,)

    # the integer program -----------------------------------------------------------------------------

    def _is_open(self, need: Need) -> bool:
        model, terms, true = self._model(need.value, need.cells)
        least, most = _bound(model, terms, least=True), _bound(model, terms, least=False)
        assert least <= true <= most
        return (
            true - least >= min(need.below, true) - 1e-6
            and most - true >= need.above - 1e-6
            and most - least >= need.length - 1e-6
        )

    def _model(self, value: str, cells: Terms) -> tuple[cp_model.CpModel, Any, int]:
        model = cp_model.CpModel()
        most = 4 * sum(int(one["weighted"]) for one in self._system.records)
        bases = ("domestic", "export", "weighted", "")
        unknown = {base: {cell: model.new_int_var(0, most, "") for cell in self._cells} for base in bases}

        def total(value: str, own: Terms) -> Any:
            if value in ("y", "thousand"):
                both = sum(unknown["domestic"][cell] + unknown["export"][cell] for cell in own)
                return 1000 * both if value == "thousand" else both
            return sum(unknown[value][cell] for cell in own)

        for base, own, number in self._shown():
            model.add(total(base, own) == number)
        for own in self._of_weight_one():
            model.add(total("weighted", own) == total("y", own))
        true = sum(int(one[value]) if value else 1 for one in self._system.records if _where(one) in cells)
        return model, total(value, cells), true

    def _of_weight_one(self) -> Iterator[Terms]:
        """The cells of tables of weighted values whose firms all have the weight 1."""
        for name, result in self._results.items():
            if self._system.tables[name][1] == "weighted":
                for cell in result.cells:
                    own = self._where(name, cell.coordinates)
                    weights = {one["weight"] for one in self._system.records if _where(one) in own}
                    if weights == {1}:
                        yield own


def _where(record: Mapping[str, Any]) -> Where:
    return record["district"], record["area"], record["activity"]


def _bound(model: cp_model.CpModel, terms: Any, *, least: bool) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    (model.minimize if least else model.maximize)(terms)
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def _judged(left: Sequence[Mapping[str, Any]], value: str) -> tuple[float, float, float] | None:
    """How far below and above its value a sum of these firms must stay open, and how long its interval must
    be; None where it is safe, or of nobody.
    """
    if not left:
        return None
    if not value:
        return (0.0, 0.0, 1.0) if len(left) < FEWEST else None
    amounts = sorted((int(one["y" if value == "weighted" else value]) for one in left), reverse=True)
    total, largest, second = sum(amounts), amounts[0], (*amounts[1:2], 0)[0]
    if value == "weighted":
        return None  # judged by the engine alone
    level = P / 100 * largest - (total - largest - second)
    return (level, level, 1.0) if level > 0 else None
