"""A delimited file of a million records, ten columns, for measuring."""

from pathlib import Path

import numpy as np

RECORDS = 1_000_000


def write_million(path: Path) -> Path:
    """Write an identifier, a measure, a year and seven codes of growing variety; the path."""
    random = np.random.default_rng(1)
    columns = [
        random.integers(0, 10**9, RECORDS).astype(str),
        np.char.mod("%.4f", random.normal(size=RECORDS)),
        random.integers(1920, 2006, RECORDS).astype(str),
        *(np.char.add("v", random.integers(0, 4**i, RECORDS).astype(str)) for i in range(1, 8)),
    ]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(f"c{i}" for i in range(len(columns))) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*columns, strict=True))
    return path
