"""Criteria, losses and the search by plain loops over records, to hold the engine against."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, from_table
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata, Variable
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.store import Relation
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

Rows = Sequence[Sequence[str]]
ADULT = (
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
)
_SPEC = TypeAdapter(CriterionSpec)


def criterion(kind: str, **figures: object) -> CriterionSpec:
    """A criterion as a plan says it."""
    return _SPEC.validate_python({"kind": kind, **figures})


def adult_source(shared: Path) -> Source:
    """The records and hierarchies of Adult, from the folder of the shared inputs."""
    folder, context = shared / "data" / "adult", JobContext()
    levels = {
        name: LevelsSpec(kind="levels", path=f"adult_hierarchy_{name}.csv", delimiter=";", header=False)
        for name in ADULT
    }
    opened = open_data(DataSpec(path="adult.csv", delimiter=";", hierarchies=levels), folder, context)
    return Source(opened.data, load_hierarchies(opened, folder, context)[0])


def tree(name: str, rows: Rows) -> Hierarchy:
    """A hierarchy of rows from fine to coarse."""
    return from_table(name, rows, [str(level) for level in range(len(rows[0]))], f"{name}.csv")


@dataclass(frozen=True)
class ListedMicrodata(Microdata):
    """Records in lists, which can only be counted: much quicker to make than a database."""

    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def counts(self, names, context) -> KeyCounts:
        """The distinct combinations and their frequencies, as the database gives them."""
        texts = [sorted(set(self.columns[name])) for name in names]
        rows = zip(*(self.columns[name] for name in names), strict=True)
        coded = Counter(
            tuple(values.index(value) for values, value in zip(texts, row, strict=True)) for row in rows
        )
        keys = sorted(coded)
        codes = np.array(keys, dtype=np.int32).reshape(len(keys), len(texts))
        frequencies = np.array([coded[key] for key in keys], dtype=np.int64)
        return KeyCounts(tuple(names), tuple(map(tuple, texts)), codes, frequencies)


class ListedRelation(Relation):
    """The values of lists."""

    def __init__(self, columns: Mapping[str, Sequence[str]]) -> None:
        super().__init__(None, "", len(columns), len(next(iter(columns.values()))))
        self._columns = tuple(columns.values())

    def frequencies(self, column, context):
        """The distinct values of a column in text order, and how many records have each."""
        counted = Counter(self._columns[column])
        return tuple(sorted(counted)), np.array([counted[value] for value in sorted(counted)])


def listed_source(
    columns: Mapping[str, Sequence[str]],
    trees: Mapping[str, Rows],
    sensitive: str | None = None,
    order: Sequence[str] | None = None,
) -> Source:
    """Records that can be counted and nothing else. `order` is the sensitive variable's."""
    variables = tuple(
        Variable(name, "sensitive", "ordinal", None if order is None else tuple(order))
        if name == sensitive
        else Variable(name, "key")
        for name in columns
    )
    data = ListedMicrodata(ListedRelation(columns), variables, columns=columns)
    return Source(data, {name: tree(name, rows) for name, rows in trees.items()})


def source_of(
    columns: Mapping[str, Sequence[str]], trees: Mapping[str, Rows], sensitive: str | None = None
) -> Source:
    """Records and hierarchies; all columns identify but the sensitive one."""
    roles = {name: "sensitive" if name == sensitive else "key" for name in columns}
    return Source(microdata(columns, roles), {name: tree(name, rows) for name, rows in trees.items()})


def psi_sum(counts: Sequence[int], estimator: str) -> float:
    """The entropy of one class, in nats, straight from the definition."""
    total = sum(counts)
    psi = math.log if estimator == "shannon" else g
    first = g(total) if estimator == "grassberger" else math.log(total)
    return first - sum(n * psi(n) for n in counts) / total


def g(number: int) -> float:
    """G by its recursion."""
    value = -0.57721566490153286061 - math.log(2)
    if number == 1:
        return value
    value += 2
    for even in range(2, number - number % 2, 2):
        value += Fraction(2, even + 1)
    return float(value)


def moved(spec: CriterionSpec, own: Counter[str], every: Counter[str], order: Rows, tree_: Rows) -> float:
    """The earth mover's distance of a class from the file, by its definition."""
    here, whole = sum(own.values()), sum(every.values())
    extra = {value: own[value] / here - every[value] / whole for value in every}
    if spec.distance == "equal":
        return sum(abs(part) for part in extra.values()) / 2
    if spec.distance == "ordered":
        running = total = 0.0
        for value in order[0]:
            running += extra[value]
            total += abs(running)
        return total / (len(every) - 1) if len(every) > 1 else 0.0
    rows = {row[0]: row for row in tree_}
    height = len(tree_[0]) - 1
    cost = 0.0
    for level in range(1, height + 1):
        for group in {rows[value][level] for value in every}:
            parts: dict[str, float] = {}
            for value in every:
                if rows[value][level] == group:
                    part = rows[value][level - 1]
                    parts[part] = parts.get(part, 0.0) + extra[value]
            over = sum(part for part in parts.values() if part > 0)
            under = -sum(part for part in parts.values() if part < 0)
            cost += level / height * min(over, under)
    return cost


def near(spec: CriterionSpec, own: Counter[str], whole: Counter[str]) -> bool:
    """Whether the shares of a class are near enough to those of the file."""
    ratios = {
        value: Fraction(number * sum(whole.values()), sum(own.values()) * whole[value])
        for value, number in own.items()
    }
    if spec.kind == "beta_likeness":
        limits = [
            min(spec.beta, -math.log(whole[value] / sum(whole.values()))) if spec.enhanced else spec.beta
            for value in ratios
        ]
        return all(float(one) - 1 <= limit + 1e-9 for one, limit in zip(ratios.values(), limits, strict=True))
    if spec.strict and len(own) < len(whole):
        return False
    return all(abs(math.log2(one)) < spec.delta - 1e-12 for one in ratios.values())


def meets(
    spec: CriterionSpec, values: Sequence[Mapping[str, str]], every: Rows, order: Rows, tree_: Rows
) -> bool:
    """Whether one class (its records' sensitive values) meets a criterion; `every` record of the file."""
    if spec.kind == "average_risk":
        return True
    if len(values) < 2:  # one record alone meets no criterion
        return False
    if spec.kind == "k_anonymity":
        return len(values) >= spec.k
    own = Counter(record[spec.attribute] for record in values)
    if spec.kind == "distinct_l_diversity":
        return len(own) >= spec.l
    if spec.kind == "p_sensitive":
        return len(own) >= spec.p
    if spec.kind == "recursive_cl_diversity":
        ranked = sorted(own.values(), reverse=True)
        return Fraction(str(spec.c)) * sum(ranked[spec.l - 1 :]) > ranked[0]
    if spec.kind == "entropy_l_diversity":
        enough = len(own) >= math.ceil(spec.l)
        return enough and psi_sum(list(own.values()), spec.estimator) >= math.log(spec.l) - 1e-9
    whole = Counter(record[spec.attribute] for record in every)
    if spec.kind in ("beta_likeness", "delta_disclosure"):
        return near(spec, own, whole)
    return moved(spec, own, whole, order, tree_) <= spec.t + 1e-9


def failing(
    criteria: Sequence[CriterionSpec],
    classes: Mapping[tuple[str, ...], Sequence[Mapping[str, str]]],
    every: Sequence[Mapping[str, str]],
    order: Rows = ((),),
    tree_: Rows = ((),),
) -> set[tuple[str, ...]]:
    """The classes that are to be suppressed."""
    fails = {
        key
        for key, values in classes.items()
        if not all(meets(spec, values, every, order, tree_) for spec in criteria)
    }
    for spec in criteria:
        if spec.kind == "average_risk":
            kept = {key: len(values) for key, values in classes.items() if key not in fails}
            while kept and (
                sum(kept.values()) < 2 or Fraction(len(kept), sum(kept.values())) > Fraction(str(spec.max))
            ):
                least = min(kept.values())
                fails |= {key for key, size in kept.items() if size == least}
                kept = {key: size for key, size in kept.items() if size > least}
    return fails


def loss_of(
    name: str,
    levels: Sequence[int],
    records: Sequence[Sequence[str]],
    kept: Sequence[bool],
    classes: Mapping[tuple[str, ...], Sequence[object]],
    trees: Sequence[Rows],
    k: int,
    weights: Sequence[float],
) -> float:
    """The loss of a node as the specification says it."""
    total, hidden = len(records), kept.count(False)
    labels = [{row[0]: row for row in rows} for rows in trees]
    if name == "discernibility":
        return float(sum(len(values) ** 2 for values in classes.values()) + hidden * total)
    if name == "class_size":
        return sum(map(len, classes.values())) / len(classes) / k if classes else math.inf
    if name in ("loss", "arithmetic"):
        product_, mean = 1.0, 0.0
        for place, (level, rows) in enumerate(zip(levels, trees, strict=True)):
            domain = len(rows)
            a = 0.0
            for record, there in zip(records, kept, strict=True):
                label = labels[place][record[place]][level]
                a += sum(row[level] == label for row in rows) / domain if there else 1
            least = total / domain
            share = max(0.0, (a - least) / (total - least)) if domain > 1 else 0.0
            floored = math.floor(share * 1e10 + 1e-4) / 1e10
            product_ *= (floored + 1) ** (weights[place] / sum(weights))
            mean += floored * weights[place] / sum(weights)
        return mean if name == "arithmetic" else product_ - 1
    bits = 0.0
    for place, level in enumerate(levels):
        own = Counter(record[place] for record in records)
        shown = [labels[place][record[place]][level] for record in records]
        coarse = Counter(shown)
        lost = -sum(
            math.log2(own[record[place]] / coarse[label])
            for record, label in zip(records, shown, strict=True)
        )
        gone = Counter(label for label, there in zip(shown, kept, strict=True) if not there)
        lost -= sum(n * math.log2(n / hidden) for n in gone.values())
        bits += weights[place] * lost
    return bits


def every_node(
    criteria: Sequence[CriterionSpec],
    loss: str,
    records: Sequence[Sequence[str]],
    sensitive: Sequence[Mapping[str, str]],
    trees: Sequence[Rows],
    weights: Sequence[float],
    order: Rows = ((),),
    tree_: Rows = ((),),
) -> dict[tuple[int, ...], tuple[int, float]]:
    """Levels -> (records suppressed, loss), for every node of the lattice."""
    labels = [{row[0]: row for row in rows} for rows in trees]
    k = max([1, *(spec.k for spec in criteria if spec.kind == "k_anonymity")])
    found = {}
    for levels in product(*(range(len(rows[0])) for rows in trees)):
        keys = [
            tuple(
                labels[i][value][level] for i, (value, level) in enumerate(zip(record, levels, strict=True))
            )
            for record in records
        ]
        classes: dict[tuple[str, ...], list[Mapping[str, str]]] = {}
        for key, values in zip(keys, sensitive, strict=True):
            classes.setdefault(key, []).append(values)
        fails = failing(criteria, classes, sensitive, order, tree_)
        kept = [key not in fails for key in keys]
        left = {key: values for key, values in classes.items() if key not in fails}
        value = loss_of(loss, levels, records, kept, left, trees, k, weights)
        found[levels] = (kept.count(False), value)
    return found
