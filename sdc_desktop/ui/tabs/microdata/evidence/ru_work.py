"""What the R-U map lets run beside the window: the cloud of all levels, and strategies carried through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.ru_map import RuMapParams
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, AnopiLossSpec
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import JOB_CLASSES, Job, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.upgrades import PLAN_SCHEMA

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.experiments.ru_map.engine import RuMapResult
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.engine.strategies.strategies import Strategy

_CLOUD = 0.4  # of the work
_K = 3  # of the generalisation that is tried


@dataclass(frozen=True)
class RuFound:
    """The map of all combinations of levels, the strategies, and the best strategy by points and alpha.
    ``cloud`` is None, with the problems, where the map was refused.
    """

    cloud: RuMapResult | None
    problems: tuple[Problem, ...]
    strategies: tuple[Strategy, ...]
    best: int | None
    max_risk: float
    alpha: float


def spec_of(wanted: RuMapParams, anopi: AnopiParams) -> RuMapParams:
    """The map by the user's points and alpha."""
    points = AnopiLossSpec(
        alpha=anopi.alpha, user_points=anopi.user_points, intruder_points=anopi.intruder_points
    )
    return wanted.model_copy(update={"family": "recoding", "utility": "points", "anopi": points})


def techniques(anopi: AnopiParams) -> tuple[tuple[str, Job], ...]:
    """ANOPI with every variable recoded, with every variable microaggregated, and the optimal generalisation
    for k = 3 where the program knows that kind; by code.
    """

    plain = anopi.model_copy(
        update={"override": {}, "min_utility": {}, "min_privacy": {}, "suppress_below": None}
    )
    found: list[tuple[str, Job]] = []
    for technique in ("recoding", "microaggregation"):
        params = plain.model_copy(update={"technique": technique, "blocks": None})
        found.append((technique, JOB_CLASSES[ANOPI.kind](name=technique, params=params)))
    if GENERALISE.kind in METHODS:
        fields = {"alpha": anopi.alpha, "user_points": anopi.user_points}
        search = {
            "criteria": [{"kind": "k_anonymity", "k": _K}],
            "loss": "anopi",
            "anopi": fields | {"intruder_points": anopi.intruder_points},
        }
        job = {"name": GENERALISE.kind, "kind": GENERALISE.kind, "params": search}
        found.append((GENERALISE.kind, plan_from_json({"schema": PLAN_SCHEMA, "jobs": [job]}).jobs[0]))
    return tuple(found)


def compared(
    opened: Opened,
    base: Path,
    wanted: RuMapParams,
    anopi: AnopiParams,
    jobs: Sequence[tuple[str, Job | None]],
) -> Callable[[JobContext], RuFound]:
    """Work that draws the cloud and carries every strategy through. ``jobs`` by name."""

    def work(context: JobContext) -> RuFound:
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
        from sdc_desktop.engine.methods.experiments.ru_map import engine as ru_map
        from sdc_desktop.engine.source import Source
        from sdc_desktop.engine.strategies import strategies

        hierarchies, _ = load_hierarchies(opened, base, context)
        source = Source(opened.data, hierarchies, base)
        spec = spec_of(wanted, anopi)
        cloud: RuMapResult | None = None
        problems: tuple[Problem, ...] = ()
        try:
            part = context.within(0.0, _CLOUD)
            cloud = ru_map.decide(spec, ru_map.counts(spec, source, part), part)
        except Refused as refusal:
            problems = refusal.problems
        names = [v.name for v in opened.data.with_role("key")]
        rest = context.within(_CLOUD, 1.0)
        found = strategies.compared(jobs, source, names, anopi.user_points, rest)
        best = strategies.best_of(found, anopi.alpha, spec.max_risk)
        return RuFound(cloud, problems, found, best, float(spec.max_risk), anopi.alpha)

    return work
