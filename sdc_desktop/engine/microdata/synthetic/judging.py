"""Reasons against releasing synthetic records, from what they disclose."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.microdata.synthetic.disclosure import Disclosure
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict import Reason, failed, reserved

_TOLERANCE = 1e-12
_CLOSE = 0.05 + 0.02  # the share of originals closer to another one than their 5 % quantile, and some chance


def disclosure_reasons(
    found: Disclosure, risks: Mapping[str, float], limits: Mapping[str, Number | None]
) -> Iterator[Reason]:
    """The limits that were set, and records that come closer than originals are to one another. ``limits``:
    the limits on each of the `risks`; if any limit is set, each risk without a limit is a reservation.
    """
    set_limits = {name: float(limit) for name, limit in limits.items() if limit is not None}
    for name, limit in set_limits.items():
        risk = risks.get(name)
        if risk is not None and risk > limit + _TOLERANCE:
            yield failed(f"synthetic_{name}", share=risk, limit=limit)
    for name in limits.keys() - set_limits.keys() if set_limits else ():
        yield reserved(f"synthetic_{name}_open", share=risks.get(name, 0.0))
    near = found.closest
    if near.closer > _CLOSE and near.original.p5 > 0:
        yield reserved("synthetic_close", share=near.closer)
    if near.released.identical > near.original.identical:
        yield reserved("synthetic_identical", share=near.released.identical)
