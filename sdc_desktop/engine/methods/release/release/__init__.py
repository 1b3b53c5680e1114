"""Release queue: its facts; its params are in `engine/release/spec.py`."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.marks import N_

RELEASE = Method(
    kind="release",
    params=ReleaseParams,
    title=N_("Release queue"),
    source="Bezzi et al. 2012: records let out one at a time, while nothing can be inferred from them.",
    package=__name__,
    problems=("ledger",),
    chance=N_("the orders of requests and the critical values of the first records"),
    measures=("release",),
    own_order=True,
    simulates=True,
    by_record=always,
    why_records="requests",
    judges_input=lambda params: params.assess_only,
)
