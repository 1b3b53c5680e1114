"""What is known of a microaggregation before any group is formed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.microdata.groups import block_groups
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.engine.methods.grouping.test_microaggregate import data_of

CONTEXT = JobContext()


def stages(data, **params):
    """The codes that foreseeing and deciding give or refuse with."""
    spec, source = MicroaggregateParams(**params), Source(data, {})
    counted = microaggregate.counts(spec, source, CONTEXT)

    def stated(ask) -> tuple[bool, list]:
        try:
            return True, list(ask())
        except Refused as refusal:
            return False, list(refusal.problems)

    foreseen = stated(lambda: microaggregate.foresee(spec, counted, CONTEXT))
    return foreseen, stated(lambda: microaggregate.decide(spec, counted, CONTEXT).notes)


values = st.lists(
    st.tuples(st.sampled_from(["", "1", "2", "7"]), st.sampled_from(["", "3", "4"]), st.sampled_from("ab")),
    min_size=1,
    max_size=14,
)


@given(
    values,
    st.integers(1, 4),
    st.sampled_from(["keep", "patterns", "suppress"]),
    st.booleans(),
    st.booleans(),
)
def test_what_is_refused_is_foreseen_and_nothing_else(rows, k, missing, divided, apart) -> None:
    x, y, colour = zip(*rows, strict=True)
    blocks = (("x",), ("y",)) if apart else (("x", "y"),)
    data = data_of({"x": x, "y": y, "colour": colour})
    strata = ("colour",) if divided else ()
    (may, foreseen), (did, decided) = stages(data, blocks=blocks, k=k, missing=missing, strata=strata)
    assert may == did
    if did:
        known_later = ("microaggregate.missing_kept", "microaggregate.missing_stay")
        assert [p for p in foreseen if p.code not in known_later] == [
            p for p in decided if p.code not in known_later
        ]
        assert [p.code for p in foreseen if p.code in known_later] == [
            "microaggregate.missing_stay" for p in decided if p.code in known_later
        ]
    else:
        assert decided[0] in foreseen, "deciding stops at the first block"


def test_no_group_is_formed(monkeypatch) -> None:
    def never(*_) -> None:
        raise AssertionError("a group was formed")

    monkeypatch.setattr(block_groups, "mdav", never)
    data = data_of({"x": [*np.arange(19), ""]})
    spec = MicroaggregateParams(variables=("x",), k=3)
    counted = microaggregate.counts(spec, Source(data, {}), CONTEXT)
    (found,) = microaggregate.foresee(spec, counted, CONTEXT)
    assert (found.code, found.params) == ("microaggregate.missing_stay", {"number": 1})
    with pytest.raises(AssertionError):
        microaggregate.decide(spec, counted, CONTEXT)


def test_every_block_that_is_refused_is_stated() -> None:
    data = data_of({"x": ["1", "2", "", ""], "y": ["", "", "", "5"]})
    (may, problems), _ = stages(data, blocks=(("x",), ("y",)), k=3)
    assert not may
    assert [problem.params["records"] for problem in problems] == [2, 1]
