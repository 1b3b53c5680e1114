"""Hidden information of single records where ANOPI microaggregates, against the released file itself."""

import math
from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.engine import hidden_by_record_of
from tests.support.data import patients

CONTEXT = JobContext()
SOURCE = patients()
SOURCE = SOURCE.with_data(
    SOURCE.data.with_variables(
        [replace(v, level="continuous") if v.name == "yob" else v for v in SOURCE.data.variables]
    )
)
BOTH = {"yob": "microaggregation", "ms": "microaggregation"}


@pytest.mark.parametrize("technique", [BOTH, {"yob": "microaggregation"}], ids=str)
@pytest.mark.parametrize(
    "more", [{}, {"suppress_below": 4}, {"suppress_below": 6, "suppress": "cells", "alpha": 0.7}], ids=str
)
def test_every_record_hides_what_its_released_values_say(technique, more) -> None:
    blocks = [[name] for name in technique]
    spec = AnopiParams(technique=technique, blocks=blocks, intruder_points={"yob": 70, "ms": 30}, **more)
    counted = anopi.counts(spec, SOURCE, CONTEXT)
    result = anopi.settle(spec, anopi.decide(spec, counted), counted, CONTEXT)
    released = anopi.apply(result, counted, SOURCE, CONTEXT)
    before, after = (list(zip(*data.window(0, 60), strict=True)) for data in (SOURCE.data, released))
    expected = [
        sum(
            result.intruder_points[name]
            * (
                math.log10(after[column].count(after[column][record]))
                - math.log10(before[column].count(before[column][record]))
            )
            for column, name in enumerate(("yob", "ms"))
        )
        for record in range(60)
    ]
    found = hidden_by_record_of(result, counted).distribution()
    assert np.repeat(found.values, found.records) == pytest.approx(np.sort(expected), abs=1e-9)
    assert found.mean == pytest.approx(sum(level.privacy for level in result.released.values()))


def test_a_result_without_groups_is_not_for_this() -> None:
    for spec in (AnopiParams(), AnopiParams(technique=BOTH)):
        counted = anopi.counts(spec, SOURCE, CONTEXT)
        with pytest.raises(ValueError, match="no groups"):
            hidden_by_record_of(anopi.decide(spec, counted), counted)
