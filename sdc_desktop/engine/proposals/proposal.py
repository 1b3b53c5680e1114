"""A protection that the program proposes: the plan with it, the verdict on what would leave, its cost."""

from dataclasses import dataclass, field
from typing import Literal

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.verdict import Grade, Verdict

Family = Literal[
    "recoding",  # the best common levels, a share of the records suppressed
    "anopi",
    "short_recoding",  # one level short of the best, and local suppression
    "local_suppression",
    "numbers",  # the best of these, with numbers microaggregated or with noise
    "least_score",  # levels and suppression searched together for the least score U
    "synthesis",
    "cell_suppression",
    "rounding",
    "adjustment",
    "cell_keys",
    "coarser",  # a table of one level less
]


@dataclass(frozen=True)
class Cost:
    """What a protection costs, of ``units`` records or cells: those ``suppressed`` whole, and how many of the
    ``values`` are ``changed`` or missing then.

    ``utility``: from 0 to 1, measured in the same way for all proposals on the same data; ``score``: U of
    sdcMicro from 0 (nothing lost), None for tables.
    """

    units: int
    suppressed: int
    values: int
    changed: int
    utility: float
    score: float | None = None


@dataclass(frozen=True)
class Proposal:
    """``plan``: the whole plan with the proposal in it, for a single change; ``steps``: the jobs that it adds
    or alters, in their order. ``limit``: the share of records that may be suppressed, where proposals of a
    family differ in it. ``risk``: the average risk of the records that leave (0 to 1), for tables the share
    of unsafe cells that can be derived, 1 where that is not known. ``gap``: by what share of its loss it may
    be worse than the best of its family; 0: there is none better, None: no search was made.
    """

    family: Family
    plan: Plan
    steps: tuple[str, ...]
    verdict: Verdict
    cost: Cost
    risk: float
    limit: float | None = None
    gap: float | None = None
    seconds: float = field(default=0.0, compare=False)  # of the processor

    @property
    def passes(self) -> bool:
        """Whether what would leave is safe."""
        return self.verdict.grade is Grade.SAFE


@dataclass(frozen=True)
class Proposals:
    """At most five, the one with most utility first. Proposals that do not pass are among them only where
    none does. ``sampled``: they were found on a sample, and using one computes it whole; ``ended``: by
    request, before all were tried; ``problems``: why nothing could be proposed.
    """

    found: tuple[Proposal, ...] = ()
    tried: int = 0
    sampled: bool = False
    ended: bool = False
    problems: tuple[Problem, ...] = ()
