"""Variables of a file beyond memory count as changed from its first step on."""

from types import SimpleNamespace
from typing import Any

import pytest

from sdc_desktop.engine.running.file_audit import _changed, _measures


@pytest.mark.parametrize(("steps", "changed"), [(0, ()), (1, ("a", "b")), (2, ("a", "b"))])
def test_any_step_may_have_changed_all_variables(steps, changed) -> None:
    stage: Any = SimpleNamespace(data=SimpleNamespace(relation=None, names=("a", "b")))
    assert _changed([stage] * (steps + 1)) == changed


def test_only_jobs_that_make_no_file_measure() -> None:
    jobs: list[Any] = [SimpleNamespace(kind=kind) for kind in ("risk", "pram")]
    assert [_measures(job) for job in jobs] == [True, False]
