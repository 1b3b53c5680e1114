"""Linked tables for tests: tables of generated records, and what follows from all tables of all codes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.optimize import linprog

from sdc_desktop.engine.tables.contributions import summed
from sdc_desktop.engine.tables.dimension import from_levels
from sdc_desktop.engine.tables.linked.categories import Categories, Nesting
from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.fine import Amounts
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.linked.system import LinkedSystem, linked_system
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.table import Table, all_codes

RESPONSE = Response("data", "y")


@dataclass(frozen=True)
class Data:
    """Records by variables (codes by name) with an amount each."""

    columns: Mapping[str, Sequence[str]]
    amounts: np.ndarray

    def codes(self, name: str) -> tuple[str, ...]:
        """The codes of a variable."""
        return tuple(sorted(set(self.columns[name])))


def shape_of(data: Data, name: str, dimensions: Mapping[str, Sequence[Mapping[str, str]]]) -> Shape:
    """A table by some variables; each has groupings: the label of each code, one after the other."""
    built, codes = [], []
    for variable, groupings in dimensions.items():
        labels = data.codes(variable)
        levels = [[labels, [grouping[label] for label in labels]] for grouping in groupings] or [[labels]]
        dimension = from_levels(variable, levels, "Total")
        built.append(dimension)
        codes.append([dimension.places[code] for code in data.columns[variable]])
    places = np.array(codes, dtype=np.int32).T
    values = summed(places, data.amounts, built)
    counts = summed(places, np.ones(len(places), dtype=np.int64), built)
    number = len(values)
    table = Table(
        tuple(built),
        all_codes(built),
        values,
        np.ones(number, dtype=bool),
        counts == 0,
        product_relations(built),
    )
    return Shape(name, table, tuple(dimensions), tuple(data.codes(v) for v in dimensions), RESPONSE)


def recoded(data: Data, name: str, grouping: Mapping[str, str], new: str) -> Data:
    """The data with a variable more, whose codes another's become."""
    column = [grouping[code] for code in data.columns[name]]
    return Data({**data.columns, new: column}, data.amounts)


def amounts_of(data: Data):
    """What the engine asks of the records."""

    def found(response: Response, variables: Sequence[str]) -> Amounts:
        labels = tuple(data.codes(name) for name in variables)
        codes = [
            [own.index(code) for code in data.columns[v]] for v, own in zip(variables, labels, strict=True)
        ]
        return Amounts(labels, np.array(codes, dtype=np.int64).T, data.amounts)

    return found


def system_of(data: Data, shapes: Sequence[Shape], nestings: Sequence[Nesting] = ()) -> LinkedSystem:
    """The linked system of tables of these data."""
    codes = {name: frozenset(data.codes(name)) for name in data.columns}
    definitions = Definitions({"data": Categories(codes, nestings)})
    zeros = [shape.table.values == 0 for shape in shapes]
    return linked_system(shapes, definitions, amounts_of(data), zeros)


def interval(matrix, rights, lower, upper, cell: int) -> tuple[float, float]:
    """The least and the greatest value of an unknown, by HiGHS."""
    size = matrix.shape[1]
    ends = []
    for sign in (1.0, -1.0):
        cost = np.zeros(size)
        cost[cell] = sign
        bounds = list(zip(lower, upper, strict=True))
        found = linprog(cost, A_eq=matrix, b_eq=rights, bounds=bounds, method="highs")
        if found.status == 3:
            ends.append(-sign * np.inf)
        else:
            assert found.status == 0, found.message
            ends.append(sign * found.fun)
    return ends[0], ends[1]


def joint_interval(
    system: LinkedSystem, hidden: np.ndarray, cell: int, *, fine: bool = True
) -> tuple[float, float]:
    """The interval of a common cell by the linked system; `hidden` (cells of tables,). Without `fine` by what
    the tables have in common alone.
    """
    unknown = np.append(hidden, np.ones(system.cells_number - system.shown_number, dtype=bool))
    lower = np.where(unknown, np.where(system.signed, -np.inf, 0), system.values)
    upper = np.where(unknown, np.inf, system.values)
    relations = system.relations
    of_tables = relations.complete(np.arange(system.cells_number) < system.shown_number)
    rows = np.arange(len(relations)) if fine else np.flatnonzero(of_tables)
    matrix = relations.matrix.astype(float)[rows]
    return interval(matrix, relations.rights[rows], lower, upper, cell)


@dataclass(frozen=True)
class Case:
    """Random tables of random records: `allowed` says which combinations of codes hierarchies allow."""

    data: Data
    shapes: list[Shape]
    nestings: list[Nesting]
    negative: bool

    def allowed(self, names: Sequence[str], combination: Sequence[str]) -> bool:
        """Whether no hierarchy rules a combination of codes of these variables out."""
        codes = dict(zip(names, combination, strict=True))
        by_group: dict[str, set[str]] = {}
        for nesting in self.nestings:
            if nesting.fine in codes:
                by_group.setdefault(nesting.coarse, set()).add(nesting.of[codes[nesting.fine]])
            if nesting.coarse in codes:
                by_group.setdefault(nesting.coarse, set()).add(codes[nesting.coarse])
        return all(len(groups) == 1 for groups in by_group.values())


def random_case(seed: int) -> Case:
    """Two to four tables over up to seven variables, some of which nest in others, with subtotals."""
    draws = np.random.default_rng(seed)
    number = int(draws.choice([6, 15, 30]))
    negative = bool(draws.random() < 0.2)
    sizes = {"v": int(draws.integers(3, 6)), "w": int(draws.integers(2, 4)), "x": 2}
    columns = {name: [f"{name}{draws.integers(size)}" for _ in range(number)] for name, size in sizes.items()}
    data = Data(columns, draws.integers(-3 if negative else 0, 9, size=number))
    groupings = [{code: f"{name}{draws.integers(2)}" for code in data.codes("v")} for name in "PQ"]
    nestings = []
    for grouping, name in zip(groupings, "rq", strict=True):
        if len(set(grouping.values())) > 1 and draws.random() < 0.6:
            data = recoded(data, "v", grouping, name)
            nestings.append(Nesting("v", name, grouping))
    if "r" in data.columns and draws.random() < 0.5:  # another variable that nests in the groups of v
        column = [f"z{label}{draws.integers(2)}" for label in data.columns["r"]]
        within = dict(zip(column, data.columns["r"], strict=True))
        data = Data({**data.columns, "z": column}, data.amounts)
        nestings.append(Nesting("z", "r", within))
    names, shapes = sorted(data.columns), []
    for table in range(int(draws.integers(2, 5))):
        chosen = draws.choice(names, size=min(int(draws.choice([1, 2, 2, 3])), len(names)), replace=False)
        own = {str(name): [] for name in chosen}
        if "v" in own:
            own["v"] = [g for g in groupings if draws.random() < 0.4 and len(set(g.values())) > 1]
        shapes.append(shape_of(data, f"t{table}", own))
    return Case(data, shapes, nestings, negative)


def whole_interval(
    case: Case, hidden: Sequence[np.ndarray], ask: tuple[int, int], *, nonnegative: bool
) -> tuple[float, float]:
    """The interval of a cell (table, number) over all tables by all variables that link or span the tables:
    its unknowns are all combinations of codes that hierarchies allow.
    """
    names = {name for shape in case.shapes for name in shape.variables}
    names |= {nesting.fine for nesting in case.nestings if nesting.coarse in names and nesting.fine == "v"}
    listed = sorted(names)
    combos = [c for c in product(*(case.data.codes(n) for n in listed)) if case.allowed(listed, c)]
    columns = {
        name: np.array(own, dtype=object) for name, own in zip(listed, zip(*combos, strict=True), strict=True)
    }
    inside: dict[tuple[str, frozenset[str]], np.ndarray] = {}
    rows, rights, target = [], [], np.zeros(len(combos))
    for number, (shape, gone) in enumerate(zip(case.shapes, hidden, strict=True)):
        for cell, codes in enumerate(shape.table.codes.tolist()):
            if gone[cell] and (number, cell) != ask:
                continue
            row = np.ones(len(combos))
            for axis, (variable, code) in enumerate(zip(shape.variables, codes, strict=True)):
                key = variable, shape.sets[axis][code]
                if key not in inside:
                    inside[key] = np.array([own in key[1] for own in columns[variable].tolist()], dtype=float)
                row = row * inside[key]
            if (number, cell) == ask:
                target = row
            if not gone[cell]:
                rows.append(np.append(row, 0.0))
                rights.append(float(shape.table.values[cell]))
    matrix = np.array([*rows, np.append(target, -1.0)])
    low = np.full(len(combos) + 1, 0.0 if nonnegative else -np.inf)
    low[-1] = -np.inf
    return interval(matrix, [*rights, 0.0], low, np.full(len(combos) + 1, np.inf), len(combos))


def disclosed(records: Sequence[Mapping[str, str]], tables: Sequence[object], groups=None) -> list[str]:
    """The unsafe cells of tables of `records` that are not protected as far as asked, by name: what follows
    of all combinations of codes (no value below zero) by HiGHS, without any code of the engine.

    ``groups``: by variable the label of a group and its codes. A variable that nests in another is given with
    the codes of the other as groups, and the other by its own name as well: see `nested` there.
    """
    groups = groups or {}
    names = sorted({name for table in tables for name in table.dimensions})
    codes = {name: sorted({record[name] for record in records}) for name in names}
    combos = list(product(*(codes[name] for name in names)))
    for coarse, (fine, of) in groups.get("nested", {}).items():
        if coarse in names and fine in names:
            at, below = names.index(coarse), names.index(fine)
            combos = [combo for combo in combos if of[combo[below]] == combo[at]]
    columns = [np.array(own, dtype=object) for own in zip(*combos, strict=True)]
    rows, rights, query = [], [], []
    for table in tables:
        for cell in table.cells:
            row = np.ones(len(combos))
            for name, label in zip(table.dimensions, cell.coordinates, strict=True):
                within = {label} if label in codes[name] else groups.get(name, {}).get(label, codes[name])
                row = row * np.array([code in within for code in columns[names.index(name)].tolist()])
            if cell.published is not None:
                rows.append(np.append(row, 0.0))
                rights.append(float(cell.value))
            elif cell.status == "unsafe":
                query.append((cell, row))
    found = []
    low = np.zeros(len(combos) + 1)
    for cell, row in query:
        matrix = np.array([*rows, np.append(row, -1.0)])
        upper = np.full(len(combos) + 1, np.inf)
        least, most = interval(matrix, [*rights, 0.0], low, upper, len(combos))
        near = 1e-6 * max(1.0, cell.value)
        ask = cell.asked
        enough = (
            cell.value - least >= ask.below - near
            and most - cell.value >= ask.above - near
            and most - least >= max(1, ask.length) - near
        )
        if not enough:
            found.append(" / ".join(cell.coordinates))
    return found
