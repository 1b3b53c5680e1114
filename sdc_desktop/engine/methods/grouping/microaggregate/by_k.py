"""Loss and risk of a microaggregation by k: the family of its k, with the one that ANOPI proposes."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate.block_k import proposed_k
from sdc_desktop.engine.methods.grouping.microaggregate.engine import (
    MicroaggregateCounts,
    MicroaggregateResult,
    decide,
)
from sdc_desktop.engine.problems import Refused

_KS = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200)
Points = Mapping[str, float] | None


@dataclass(frozen=True)
class KPoint:
    """A microaggregation with this k: its information loss and the average of 1 / class size on the key
    variables as released, both 0 to 1; its smallest class and its unique records. Of persons with several
    records the average is over their risks, and the other figures count them.
    """

    k: int
    loss: float
    risk: float
    smallest: int
    uniques: int
    persons: int | None = None  # in all, where some have several records


@dataclass(frozen=True)
class KFamily:
    """The microaggregations of some k, rising, and the k that ANOPI proposes; None where it proposes none."""

    points: tuple[KPoint, ...]
    anopi: int | None


def point_of(result: MicroaggregateResult) -> KPoint:
    """Loss and risk of one microaggregation."""
    found, risk = result.together.anonymity, result.together.average_risk
    if risk is None:
        risk = found.classes / max(found.records, 1)
    return KPoint(result.k, result.il / 100, risk, found.k, found.uniques, found.persons)


def ks_of(counted: MicroaggregateCounts, *others: int | None) -> tuple[int, ...]:
    """The k to try: up to half of the records, or persons, and ``others`` up to all of them; 1 is the
    original.
    """
    units = counted.before.units
    usual = [k for k in _KS if k == 1 or 2 * k <= units]
    return tuple(sorted({*usual, *(k for k in others if k is not None and k <= units)}))


def k_family(
    params: MicroaggregateParams,
    counted: MicroaggregateCounts,
    alpha: float,
    points: tuple[Points, Points],
    context: JobContext,
) -> KFamily:
    """Group the records with one k after the other, that of `params` and the one proposed by ANOPI for these
    points among them. A k that is refused, as one above the records of a stratum, is skipped.
    """
    proposed = proposed_k(counted, alpha, *points).k
    ks, found = ks_of(counted, params.k, proposed), []
    plain = params.model_copy(update={"tolerable_risk": None})  # without the score
    for place, k in enumerate(ks):
        part = context.within(place / len(ks), (place + 1) / len(ks))
        try:
            found.append(point_of(decide(plain.model_copy(update={"k": k}), counted, part)))
        except Refused:
            continue
    return KFamily(tuple(found), proposed)
