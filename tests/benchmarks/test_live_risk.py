"""Risk while the officer recodes 100,000 records with 8 keys: CPU seconds of a draft, no record looked at."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import VariableSpec

CONTEXT = JobContext()
RECORDS = 100_000
FILES = {
    "keys of few values": (2, 2, 3, 4, 5, 6, 8, 12),
    "nearly all records unique": (2, 3, 5, 7, 10, 20, 40, 90),
}


def source(folder, values: tuple[int, ...]) -> Source:
    """A file of keys with rare and frequent values, each with levels of groups of 2, 4, 8, ..."""
    random = np.random.default_rng(1)
    names = [f"v{place}" for place in range(len(values))]
    columns = []
    for name, count in zip(names, values, strict=True):
        shares = 1 / np.arange(1, count + 1)
        columns.append(random.choice(count, RECORDS, p=shares / shares.sum()))
        depth = int(count - 1).bit_length()
        rows = (",".join(str(value >> level) for level in range(depth + 1)) for value in range(count))
        (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    lines = (",".join(map(str, row)) for row in np.column_stack(columns).tolist())
    (folder / "data.csv").write_text("\n".join([",".join(names), *lines]) + "\n", encoding="utf-8")
    levels = {name: LevelsSpec(kind="levels", path=f"{name}.csv", header=False) for name in names}
    declared = {name: VariableSpec(role="key") for name in names}
    spec = DataSpec(path="data.csv", variables=declared, hierarchies=levels)
    opened = open_data(spec, folder, CONTEXT)
    return Source(opened.data, load_hierarchies(opened, folder, CONTEXT)[0])


@pytest.mark.parametrize("values", FILES.values(), ids=FILES)
def test_a_draft(benchmark, tmp_path, values) -> None:
    made, spec = source(tmp_path, values), RiskParams()
    counted = risk.counts(spec, made, CONTEXT)
    recoding = risk.recoding_for(counted, made, CONTEXT)
    most = [one.levels - 1 for one in recoding.variables]
    steps = [dict(zip(counted.names, most[:place] + [0] * (8 - place), strict=True)) for place in range(9)]

    def drafts() -> list[int]:
        return [
            risk.decide(spec, risk.at_levels(counted, recoding, levels), CONTEXT).classes for levels in steps
        ]

    classes = benchmark.pedantic(drafts, rounds=3)
    seconds = []
    for levels in steps:
        began = time.process_time()
        risk.decide(spec, risk.at_levels(counted, recoding, levels), CONTEXT)
        seconds.append(time.process_time() - began)
    benchmark.extra_info |= {"cpu_of_a_draft": max(seconds), "groups": len(counted.classes.sizes)}
    shown = ", ".join(f"{number:.3f}" for number in seconds)
    print(f"\ndrafts of {len(counted.classes.sizes)} groups, from finest to coarsest: {shown} s CPU")
    assert classes[-1] == 1
