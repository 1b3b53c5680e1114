"""Paired records of numbers made in memory: what the inference audit reads, without any plan."""

from collections.abc import Mapping, Sequence

import numpy as np

from sdc_desktop.engine.inference.columns import PairedColumn, PairedRecords

ABSENT = ("*", "")


def paired_column(
    name: str, original: Sequence[str], released: Sequence[str], **more: object
) -> PairedColumn:
    """A variable by its texts on both sides; `more`: role, level."""
    texts = tuple(sorted({*original, *released}))
    code = {text: place for place, text in enumerate(texts)}
    decimals = max((len(text.partition(".")[2]) for text in original), default=0)
    return PairedColumn(
        name=name,
        texts=texts,
        original=np.array([code[text] for text in original], dtype=np.int64),
        released=np.array([code[text] for text in released], dtype=np.int64),
        absent=np.array([text in ABSENT for text in texts], dtype=np.bool_),
        numbers=np.array([_number(text) for text in texts], dtype=np.float64),
        unit=10.0**-decimals,
        **{"role": "other", "level": "continuous"} | more,  # type: ignore[arg-type]
    )


def paired(
    original: Mapping[str, Sequence[str]],
    released: Mapping[str, Sequence[str]],
    roles: Mapping[str, str] | None = None,
) -> PairedRecords:
    """Records by their columns; those that `released` does not name are as they were."""
    roles = roles or {}
    columns = tuple(
        paired_column(name, texts, released.get(name, texts), role=roles.get(name, "other"))
        for name, texts in original.items()
    )
    return PairedRecords(len(columns[0].original), columns)


def texts(numbers: np.ndarray, decimals: int = 0) -> list[str]:
    """Numbers as a file has them."""
    return [f"{number:.{decimals}f}" for number in numbers]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
