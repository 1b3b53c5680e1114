"""Paired records from plain columns of texts."""

from collections.abc import Mapping, Sequence
from math import nan

import numpy as np

from sdc_desktop.engine.inference.columns import PairedColumn, PairedRecords
from sdc_desktop.engine.spec import Level, Role

ABSENT = ("*", "")


def paired_records(
    original: Mapping[str, Sequence[str]],
    released: Mapping[str, Sequence[str]],
    roles: Mapping[str, Role] | None = None,
    levels: Mapping[str, Level] | None = None,
) -> PairedRecords:
    """The columns of both files by name; numbers have the level continuous unless it is given."""
    roles, levels = roles or {}, levels or {}
    columns = []
    for name, shown in released.items():
        own = original[name]
        texts = sorted({*own, *shown})
        code = {text: place for place, text in enumerate(texts)}
        numbers = np.array([_number(text) for text in texts], dtype=np.float64)
        present = np.array([text not in ABSENT for text in texts], dtype=np.bool_)
        level: Level = "nominal" if np.isnan(numbers[present]).any() else "continuous"
        columns.append(
            PairedColumn(
                name,
                roles.get(name, "other"),
                levels.get(name, level),
                tuple(texts),
                np.array([code[text] for text in own], dtype=np.int64),
                np.array([code[text] for text in shown], dtype=np.int64),
                ~present,
                numbers,
            )
        )
    return PairedRecords(len(next(iter(released.values()), ())), tuple(columns))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan
