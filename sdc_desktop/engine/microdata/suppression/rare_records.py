"""Suppression of rare records as a step of the jobs that recode: decided on classes, applied to records."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.settings import Rule, SuppressedRecords, SuppressionParams
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import (
    SUPPRESSED,
    Flags,
    ReleasedClasses,
    SuppressionFigures,
    Treatment,
    figures,
    released_classes,
    released_entropies,
    suppressed,
    suppression_problems,
    whole_records,
    without_suppressed,
)
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import refuse_errors


@dataclass(frozen=True)
class RareRecords:
    """What was suppressed and why.

    cost: importance of the suppressed cells, summed; bound: no treatment by this rule can cost less; proven:
    it is reached. For whole records there is nothing to choose, so that cost is proven. The effect on
    ``suppressed_records`` is part of the figures and the entropies.
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
    suppressed_records: SuppressedRecords
    classes: ReleasedClasses = field(repr=False, metadata=REDACTED)
    treatment: Treatment = field(repr=False, metadata=REDACTED)
    # where single records were chosen: the suppressed cells (records, variables)
    by_record: Flags | None = field(default=None, repr=False, compare=False, metadata=REDACTED)

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
        return with_figures(params, classes, whole_records(classes, k), None)
    local = local_suppression(classes, k, params.importance, params.suppressed_as, context)
    return with_figures(params, classes, local.treatment, (local.cost, local.bound, local.proven))


def with_figures(
    params: SuppressionParams,
    classes: ReleasedClasses,
    treatment: Treatment,
    costs: tuple[float, float, bool] | None,
) -> RareRecords:
    """A treatment with what it does; ``costs``: cost, bound and whether these are proven, None where there
    was nothing to choose.
    """
    k = params.suppress_below
    assert k is not None
    found = figures(classes, treatment, k, kept=params.suppressed_records == "keep")
    if costs is None:
        cost = float(
            sum(params.importance.get(name, 1) * cells for name, cells in found.cells_by_variable.items())
        )
        costs = cost, cost, True
    shown = (classes, treatment)
    if params.suppressed_records == "delete":
        shown = without_suppressed(classes, treatment)
    return RareRecords(
        k=k,
        suppress=params.suppress,
        rule=params.suppressed_as,
        importance=dict(params.importance),
        cost=costs[0],
        bound=costs[1],
        proven=costs[2],
        figures=found,
        entropies=released_entropies(*shown),
        suppressed_records=params.suppressed_records,
        classes=classes,
        treatment=treatment,
    )


def without_rare(data: Microdata, rare: RareRecords | None, context: JobContext) -> Microdata:
    """The recoded records with what was decided suppressed."""
    if rare is None:
        return data
    if rare.by_record is None:
        return suppressed(data, rare.classes, rare.treatment, context)
    columns = {}
    for name, cells in zip(rare.classes.names, rare.by_record.T, strict=True):
        if cells.any():
            place = data.index(name)
            texts = data.relation.frequencies(place, context)[0]
            codes = np.where(cells, len(texts), data.relation.codes(place, context))
            columns[name] = (codes, (*texts, SUPPRESSED))
    made = data.replaced(columns, context)
    return made.with_variables(
        [
            replace(variable, level="nominal", order=None) if variable.name in columns else variable
            for variable in made.variables
        ]
    )


def suppressed_keys(rare: RareRecords | None) -> tuple[str, ...]:
    """The variables on which rare records were suppressed."""
    return () if rare is None else rare.classes.names
