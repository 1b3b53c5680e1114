"""Strategies on one map: several jobs on the same records, each carried through and measured alike.

Risk is the mean chance of a right guess, classes / records (Duncan, Keller-McNulty & Stokes 2001); utility
the share of the identifying variables' entropies that is left, each weighed by the user's points (Zielinski
2010). Both are of what is really released, so that recoding, generalisation, microaggregation and suppression
can be compared. Where released values may be false (post-randomisation, swapping, noise) neither figure means
anything: such jobs are not for this map.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.entropy import entropy
from sdc_desktop.engine.microdata.ru_map import weights_of_points
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.run import run_job
from sdc_desktop.engine.source import Source

COMPARABLE = ("anopi", "recode", "microaggregate", "generalise", "local_suppression")


@dataclass(frozen=True)
class Measured:
    """A released file: risk, utility (0 to 1), the smallest class, records alone in theirs."""

    risk: float
    utility: float
    smallest: int
    uniques: int


@dataclass(frozen=True)
class Strategy:
    """A job by a name, and its place on the map; None and the problems where it was refused."""

    name: str
    job: Job | None  # None: the records as they are
    place: Measured | None
    problems: tuple[Problem, ...] = ()


def measured(
    original: Microdata,
    released: Microdata,
    names: Sequence[str],
    user_points: Mapping[str, float] | None,
    context: JobContext,
) -> Measured:
    """Where a released file lies; the files have at least one record each."""
    own = {name: _entropy(original, name, context) for name in names}
    weights = weights_of_points(user_points, own)
    kept = {name: _entropy(released, name, context) / (own[name] or 1.0) for name in names}
    keys = released.counts(names, context)
    return Measured(
        risk=len(keys.frequencies) / keys.records,
        utility=sum(weights[name] * min(kept[name], 1.0) for name in names),
        smallest=int(keys.frequencies.min()),
        uniques=int((keys.frequencies == 1).sum()),
    )


def compared(
    jobs: Sequence[tuple[str, Job | None]],
    source: Source,
    names: Sequence[str],
    user_points: Mapping[str, float] | None,
    context: JobContext,
) -> tuple[Strategy, ...]:
    """Every job carried through and measured on the variables named. What is refused says why. Raises
    Cancelled.
    """
    found = []
    for place, (name, job) in enumerate(jobs):
        part = context.within(place / len(jobs), (place + 1) / len(jobs))
        try:
            released = source.data if job is None else _released(job, source, part)
            found.append(Strategy(name, job, measured(source.data, released, names, user_points, part)))
        except Refused as refusal:
            found.append(Strategy(name, job, None, refusal.problems))
    return tuple(found)


def best_of(strategies: Sequence[Strategy], alpha: float, max_risk: float) -> int | None:
    """The number of the tolerable strategy with the greatest utility^alpha (1 - risk)^(1 - alpha), then the
    least risk, then the first; None where none is tolerable.
    """
    rated = [
        (-(one.place.utility**alpha * (1 - one.place.risk) ** (1 - alpha)), one.place.risk, place)
        for place, one in enumerate(strategies)
        if one.place is not None and one.place.risk <= max_risk + 1e-9
    ]
    return min(rated)[2] if rated else None


def _released(job: Job, source: Source, context: JobContext) -> Microdata:
    done = run_job(job, source, context)
    assert done.source is not None
    return done.source.data


def _entropy(data: Microdata, name: str, context: JobContext) -> float:
    _, frequencies = data.relation.frequencies(data.index(name), context)
    return float(entropy(frequencies))
