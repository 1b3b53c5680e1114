"""The loss on the CASC project's reference files is that of another implementation, to 4 decimals."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.source import Source

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
NOT_GROUPED = ("UTILNAME", "STATE", "YEAR", "MONTH")


@pytest.mark.parametrize(
    ("name", "variables", "k", "loss"),
    [
        ("census", 13, 3, 5.6922),
        ("census", 13, 5, 9.0884),
        ("census", 13, 10, 14.1559),
        ("eia", 11, 3, 0.4829),
        ("eia", 11, 5, 1.6667),
    ],
)
def test_the_loss_of_mdav_is_known(name, variables, k, loss) -> None:
    data = open_data(DataSpec(path=f"casc/{name}.csv"), SHARED / "data", CONTEXT).data
    names = tuple(n for n in data.names if n not in NOT_GROUPED)
    assert len(names) == variables
    spec, source = MicroaggregateParams(variables=names, k=k), Source(data, {})
    counted = microaggregate.counts(spec, source, CONTEXT)
    result = microaggregate.decide(spec, counted, CONTEXT)
    assert round(result.il, 4) == loss
    released = microaggregate.apply(result, counted, source, CONTEXT)
    keys = released.counts(names, CONTEXT)
    assert keys.records == data.records
    assert keys.frequencies.min() >= k
