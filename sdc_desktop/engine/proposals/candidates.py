"""The protections that are tried, family by family: those that are good most often come first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE, MicroaggregateParams
from sdc_desktop.engine.methods.perturbation.noise import NOISE, NoiseParams
from sdc_desktop.engine.methods.perturbation.synthesise import SYNTHESISE, SynthesiseParams
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.engine.methods.recoding.recode import RECODE, RecodeParams
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION, LocalSuppressionParams
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.proposals.proposal import Family
from sdc_desktop.engine.proposals.requirements import Requirements
from sdc_desktop.engine.proposals.steps import Step
from sdc_desktop.engine.setting import Settings

LIMITS = (0.01, 0, 0.05)  # shares of the records that may be suppressed, the usual one first
MOST_CELLS = 0.05  # of the values, where local suppression is all that is done
AMOUNTS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0)  # of noise, ascending
MOST_GROUPED = 20_000  # records whose distances microaggregation compares
MOST_DRAWN = 400_000  # values that trees draw again


@dataclass(frozen=True)
class Candidate:
    """Steps of a family. ``limit``: the share of records that may be suppressed; ``most_cells``: the share of
    key values; ``gap``: as of a proposal, None where the first step says it or nothing was searched.
    """

    family: Family
    steps: tuple[Step, ...]
    limit: float | None = None
    most_cells: float | None = None
    gap: float | None = None

    @property
    def text(self) -> str:
        """A text that tells candidates apart."""
        return "\n".join(step.text for step in self.steps)


@dataclass(frozen=True)
class Basis:
    """What candidates are made from: the plan, the records that a protection begins with, and what it has to
    meet.
    """

    plan: Plan
    data: Microdata
    required: Requirements

    @property
    def keys(self) -> tuple[str, ...]:
        """The key variables."""
        return tuple(variable.name for variable in self.data.with_role("key"))

    @property
    def several(self) -> bool:
        """Whether an intruder may know several records of a person, where values are not suppressed."""
        known: Known = self.data.known
        return self.data.persons is not None and known != 1


def recodings(basis: Basis) -> Iterator[Candidate]:
    """The best levels with few records suppressed, and with none."""
    for limit in LIMITS:
        if limit and basis.several:
            continue
        params = GeneraliseParams(criteria=basis.required.criteria, suppression_limit=limit)
        own = {"criteria": basis.required.criteria, "suppression_limit": limit}
        step = Step(GENERALISE.kind, basis.required.params(params, basis.plan, basis.data, **own))
        yield Candidate("recoding", (step,), limit=limit)


def anopi(basis: Basis) -> Candidate:
    """ANOPI's levels, and few values of rare records suppressed, or where that is refused these records."""
    own = {"suppress_below": basis.required.k, "suppress": "persons" if basis.several else "cells"}
    return Candidate("anopi", (Step(ANOPI.kind, _params(basis, AnopiParams(), **own)),))


def local_suppression(basis: Basis) -> Candidate:
    """Few values suppressed, and nothing recoded. Numbers of the key are categories here as well."""
    if all(basis.data.variable(name).level != "continuous" for name in basis.keys):
        params = _params(basis, LocalSuppressionParams(k=basis.required.k), k=basis.required.k)
        step = Step(LOCAL_SUPPRESSION.kind, params)
    else:
        step = recoded(basis, dict.fromkeys(basis.keys, 0))
    return Candidate("local_suppression", (step,), most_cells=MOST_CELLS)


def recoded(basis: Basis, levels: Mapping[str, int]) -> Step:
    """These levels, and few values suppressed."""
    own: dict[str, Any] = {"levels": dict(levels), "suppress_below": basis.required.k}
    own["suppress"] = "persons" if basis.several else "cells"
    return Step(RECODE.kind, _params(basis, RecodeParams(levels={}), **own))


def short_recodings(basis: Basis, best: Mapping[str, int]) -> Iterator[Candidate]:
    """One level short of the best in one variable, in all possible ways, and local suppression."""
    for name, level in best.items():
        if level:
            yield Candidate("short_recoding", (recoded(basis, {**best, name: level - 1}),))


def grouped_keys(basis: Basis) -> Candidate | None:
    """All key variables microaggregated together, where some are numbers."""
    numbers = [name for name in basis.keys if basis.data.variable(name).level == "continuous"]
    if not numbers or basis.data.records > MOST_GROUPED:
        return None
    return Candidate("numbers", (_microaggregated(basis, basis.keys),))


def with_numbers_grouped(basis: Basis, best: Candidate, numbers: Sequence[str]) -> Candidate | None:
    """A protection, and then these numbers microaggregated."""
    if basis.data.records > MOST_GROUPED:
        return None
    return Candidate("numbers", (*best.steps, _microaggregated(basis, numbers)), limit=best.limit)


def with_noise(basis: Basis, best: Candidate, numbers: Sequence[str], amount: float) -> Candidate:
    """A protection, and then noise of this amount on these numbers."""
    own = {"variables": tuple(numbers), "amount": amount, "tolerable_risk": basis.required.tolerable}
    step = Step(NOISE.kind, _params(basis, NoiseParams(), **own))
    return Candidate("numbers", (*best.steps, step), limit=best.limit)


def synthesis(basis: Basis) -> Candidate | None:
    """All values drawn again; None where there are too many."""
    if basis.data.records * len(basis.data.variables) > MOST_DRAWN or basis.data.persons is not None:
        return None
    own = {"drop_replicated": True, "tolerable_attribution": 0.05, "tolerable_replicated": 0.05}
    return Candidate("synthesis", (Step(SYNTHESISE.kind, _params(basis, SynthesiseParams(), **own)),))


def _microaggregated(basis: Basis, names: Sequence[str]) -> Step:
    own: dict[str, Any] = {
        "blocks": (tuple(names),),
        "k": basis.required.k,
        "tolerable_risk": basis.required.tolerable,
    }
    if all(basis.data.variable(name).role == "key" for name in names):
        own["tolerable_risk"] = None
    return Step(MICROAGGREGATE.kind, _params(basis, MicroaggregateParams(k=basis.required.k), **own))


def _params(basis: Basis, params: Settings, **own: Any) -> Settings:
    return basis.required.params(params, basis.plan, basis.data, **own)
