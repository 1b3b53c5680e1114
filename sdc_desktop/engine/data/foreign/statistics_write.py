"""Files of SPSS and Stata, saved with pyreadstat in the child. Equal records give equal bytes.

The time of saving, which these formats put into their head, is constant.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.values import Value, reader_of, written_value

_STAMP = datetime(1980, 1, 1)  # Windows refuses times before 1970
_SAV_STAMP = 92  # where a file says when it was written, in bytes
_STATA_VERSION = 14
Batches = Iterable[Sequence[Sequence[str]]]


def write_sav(path: Path, columns: Sequence[Fitted], batches: Batches) -> None:
    """SPSS, with labels, missing codes, formats and levels of measurement."""
    _write_spss(path, columns, batches, "sav")


def write_zsav(path: Path, columns: Sequence[Fitted], batches: Batches) -> None:
    """Saves the batches as a compressed SPSS file (.zsav)."""
    _write_spss(path, columns, batches, "zsav")


def _write_spss(path: Path, columns: Sequence[Fitted], batches: Batches, format: str) -> None:
    import pyreadstat

    missing = {column.name: _declared(column) for column in columns}
    pyreadstat.write_sav(
        _frame(columns, batches, format),
        str(path),
        column_labels={column.name: column.label for column in columns if column.label},
        variable_value_labels=_labels(columns, format),
        missing_ranges={name: codes for name, codes in missing.items() if codes},
        variable_measure={column.name: column.measure for column in columns if column.measure},
        variable_format={column.name: column.form for column in columns if column.form},
        compress=format == "zsav",
        row_compress=format == "sav",
    )
    _overwrite(path, _SAV_STAMP, _STAMP.strftime("%d %b %y%H:%M:%S").encode("ascii"))


def _declared(column: Fitted) -> list[Any]:
    """Single missing codes and ranges, as the writer takes them."""
    single = [written_value(column, "sav", code) for code in column.missing]
    return [*single, *({"lo": low, "hi": high} for low, high in column.ranges)]


def write_dta(path: Path, columns: Sequence[Fitted], batches: Batches) -> None:
    """Stata, with labels, its own missing codes (.a to .z) and formats."""
    import pyreadstat

    letters = {
        column.name: sorted({written[1:] for _, written in column.codes if written.startswith(".")})
        for column in columns
    }
    pyreadstat.write_dta(
        _frame(columns, batches, "dta"),
        str(path),
        column_labels={column.name: column.label for column in columns if column.label},
        variable_value_labels=_labels(columns, "dta"),
        missing_user_values={name: codes for name, codes in letters.items() if codes},
        variable_format={column.name: column.form for column in columns if column.form},
        version=_STATA_VERSION,
    )
    head = path.read_bytes()[:4096]
    start = head.index(b"<timestamp>") + len(b"<timestamp>") + 1
    _overwrite(path, start, _STAMP.strftime("%d %b %Y %H:%M").encode("ascii"))


def _overwrite(path: Path, start: int, text: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(text)


def _frame(columns: Sequence[Fitted], batches: Batches, format: str) -> Any:
    import pandas as pd

    gathered = [_Gathered(column, format) for column in columns]
    for batch in batches:
        for one, texts in zip(gathered, zip(*batch, strict=True), strict=True):
            one.take(texts)
    return pd.DataFrame({one.name: one.series(pd) for one in gathered})


class _Gathered:
    """The values of one variable, as they come: numbers as such, texts and letters as objects."""

    def __init__(self, column: Fitted, format: str) -> None:
        self.name = column.name
        self._read = reader_of(column, format)
        self._objects = column.type == "text" or any(text.startswith(".") for _, text in column.codes)
        self._whole = column.whole and format == "dta" and not self._objects
        self._parts: list[Any] = []

    def take(self, texts: Sequence[str]) -> None:
        values: list[Value] = [self._read(text) for text in texts]
        self._parts.append(
            np.array(values, dtype=object)
            if self._objects
            else np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        )

    def series(self, pd: Any) -> Any:
        values = np.concatenate(self._parts)
        if not self._whole:
            return pd.Series(values, dtype=object if self._objects else "float64")
        missing = np.isnan(values)
        whole = np.where(missing, 0, values).astype(np.int32)
        return pd.Series(pd.arrays.IntegerArray(whole, missing))


def _labels(columns: Sequence[Fitted], format: str) -> dict[str, dict[Any, str]]:
    found = {}
    for column in columns:
        labels = {}
        for text, label in column.labels:
            try:
                value = written_value(column, format, text)
            except ValueError:
                continue  # a label for a value that the protected variable can no longer have
            labels[int(value) if format == "dta" and isinstance(value, float) and column.whole else value] = (
                label
            )
        if labels:
            found[column.name] = labels
    return found
