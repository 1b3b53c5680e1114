"""The internal file with the risk of each record."""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers

Columns = dict[str, Vector]  # by heading one figure for each row of the counts


def record_rows(data: Microdata, keys: KeyCounts, context: JobContext) -> Integers:
    """For each record the row of ``keys`` that it is counted in, (records,)."""
    codes = [data.relation.codes(data.index(name), context).astype(np.int64) for name in keys.variables]
    both = np.concatenate([keys.codes.astype(np.int64), np.array(codes).T])
    numbers, count = row_numbers(both, [len(texts) for texts in keys.categories])
    rows = np.empty(count, dtype=np.int64)
    rows[numbers[: len(keys.codes)]] = np.arange(len(keys.codes))
    found: Integers = rows[numbers[len(keys.codes) :]]
    return found


def record_columns(
    result: RiskResult, people: Vector | None, household: Vector | None, class_of: Integers
) -> Columns:
    """The figures of each row. ``people`` (classes,) are sums of weights; ``household`` (rows,) risks."""
    by_class: dict[str, Vector | None] = {
        "f": result.frequencies,
        "F": people if result.population_table is None else result.population_table.people,
        "individual": None if result.individual is None else result.risks,
    }
    found = {name: values[class_of] for name, values in by_class.items() if values is not None}
    if household is not None:
        found["household"] = household
    more: dict[str, Vector | None] = {
        "P(F=1)": None if result.population is None else result.population.chances,
        "E(1/F)": None if result.population is None else result.population.risks,
        "suda": None if result.suda is None else result.suda.scores,
        "dis": None if result.dis is None else result.dis.values,
    }
    return found | {name: values[class_of] for name, values in more.items() if values is not None}


def record_lines(
    rows: Integers, class_of: Integers, columns: Columns, keys: Sequence[tuple[str, Sequence[str]]]
) -> list[tuple[str, ...]]:
    """A heading and a line for each record, counted from 1; ``keys`` have the text of each class."""
    head = ("row", *columns, *(name for name, _ in keys))
    figures = [[f"{value:.10g}" for value in values] for values in columns.values()]
    texts = [[shown[place] for place in class_of.tolist()] for _, shown in keys]
    parts = list(zip(*figures, *texts, strict=True))
    return [head, *((str(number), *parts[row]) for number, row in enumerate(rows.tolist(), 1))]
