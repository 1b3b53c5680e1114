"""Suppression of rare records as a step of the jobs that recode: decided on classes, applied to records."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.settings import Rule, SuppressionParams
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import (
    ReleasedClasses,
    SuppressionFigures,
    Treatment,
    figures,
    released_classes,
    released_entropies,
    suppressed,
    suppression_problems,
    whole_records,
)
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import refuse_errors


@dataclass(frozen=True)
class RareRecords:
    """What was suppressed and why.

    cost: importance of the suppressed cells, summed; bound: no treatment by this rule can cost less; proven:
    it is reached. For whole records there is nothing to choose, so that cost is proven.
    """

    k: int
    suppress: str  # records or cells
    rule: Rule  # what a suppressed cell counts as
    importance: Mapping[str, float]
    cost: float
    bound: float
    proven: bool
    figures: SuppressionFigures
    entropies: Mapping[str, float]  # base 10, of each variable as really released
    classes: ReleasedClasses = field(repr=False, metadata=REDACTED)
    treatment: Treatment = field(repr=False, metadata=REDACTED)

    @property
    def gap(self) -> float:
        """(cost - bound) / cost: how far from the least cost this may be; 0 where nothing is suppressed."""
        return (self.cost - self.bound) / self.cost if self.cost > 0 else 0.0


def rare_records(
    params: SuppressionParams, counted: RecodingCounts, levels: Mapping[str, int], context: JobContext
) -> RareRecords | None:
    """Decide what to suppress when all counted variables are released at these levels (0 = as is).

    None where the plan asks for nothing. Raises :class:`Refused` where k or an importance makes no sense, or
    nothing would be left.
    """
    if params.suppress_below is None:
        return None
    return rare_among(params, released_classes(counted, levels), context)


def rare_among(
    params: SuppressionParams, classes: ReleasedClasses, context: JobContext
) -> RareRecords | None:
    """The same for classes however they were made."""
    k = params.suppress_below
    if k is None:
        return None
    refuse_errors(suppression_problems(classes, k, params.importance))
    if params.suppress == "records":
        treatment = whole_records(classes, k)
        found = figures(classes, treatment, k)
        cost = bound = float(
            sum(params.importance.get(name, 1) * cells for name, cells in found.cells_by_variable.items())
        )
        proven = True
    else:
        local = local_suppression(classes, k, params.importance, params.suppressed_as, context)
        treatment, found = local.treatment, local.figures
        cost, bound, proven = local.cost, local.bound, local.proven
    return RareRecords(
        k=k,
        suppress=params.suppress,
        rule=params.suppressed_as,
        importance=dict(params.importance),
        cost=cost,
        bound=bound,
        proven=proven,
        figures=found,
        entropies=released_entropies(classes, treatment),
        classes=classes,
        treatment=treatment,
    )


def without_rare(data: Microdata, rare: RareRecords | None, context: JobContext) -> Microdata:
    """The recoded records with what was decided suppressed."""
    return data if rare is None else suppressed(data, rare.classes, rare.treatment, context)
