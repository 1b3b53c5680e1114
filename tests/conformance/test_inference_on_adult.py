"""Honest protection of Adult reveals nothing: no reason is found where there is none."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.inference.filled_classes import classes_after
from sdc_desktop.engine.inference.values import values_revealed
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.stages import run_job
from sdc_desktop.engine.source import Source
from tests.support.inference.pairs import paired_records
from tests.support.secret import drawing

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
KEYS = ("sex", "age", "race", "marital-status", "native-country", "workclass")


def columns(data: Microdata) -> dict[str, list[str]]:
    rows = [row for batch in data.batches(CONTEXT) for row in batch]
    return {name: [row[place] for row in rows] for place, name in enumerate(data.names)}


@pytest.mark.parametrize(
    ("kind", "params", "k"),
    [
        ("local_suppression", {"k": 5}, 5),
        ("local_suppression", {"k": 3}, 3),
        ("pram", {"variables": ["occupation", "marital-status"], "retain": 0.8}, 0),
    ],
)
def test_honest_protection_of_adult_tells_nothing(kind: str, params: dict[str, Any], k: int) -> None:
    spec = DataSpec(path="adult.csv", delimiter=";", variables={name: {"role": "key"} for name in KEYS})
    original = open_data(spec, SHARED / "data" / "adult", CONTEXT).data
    job = JOB_CLASSES[kind].model_validate({"name": "job", "kind": kind, "params": params})
    released = run_job(job, Source(original, {}), drawing()).source.data
    records = paired_records(columns(original), columns(released), dict.fromkeys(KEYS, "key"))
    revealed = values_revealed(records, CONTEXT)
    assert revealed.variables
    assert revealed.rules == ()
    after = classes_after(records, revealed, k, CONTEXT)
    assert after is not None
    assert (after.unique, after.below_k or 0) == (0, 0)
