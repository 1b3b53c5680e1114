"""Suppression of rare records as a step of the jobs that recode: decided on classes, applied to records."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.spec import Rule, SuppressedRecords, SuppressionParams
from sdc_desktop.engine.microdata.suppression.suppression import (
    Flags,
    Integers,
    ReleasedClasses,
    SuppressionFigures,
    Treatment,
    figures,
    grouped,
    released_classes,
    released_entropies,
    suppressed,
    suppression_problems,
    whole_records,
    without_suppressed,
)
from sdc_desktop.engine.microdata.suppression.whole_persons import (
    WholePersons,
    whole_persons,
    without_persons,
)
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Place, Problem, error, refuse_errors


@dataclass(frozen=True)
class RareRecords:
    """What was suppressed and why.

    cost: importance of the suppressed cells, summed; bound: no treatment by this rule can cost less; proven:
    it is reached. For whole records there is nothing to choose, so that cost is proven. The effect on
    ``suppressed_records`` is part of the figures and the entropies.
    """

    k: int
    suppress: str  # records, cells or persons
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
    rounds: int | None = field(default=None, metadata=IF_THERE)  # in which whole persons were removed
    whole: WholePersons | None = field(default=None, repr=False, compare=False, metadata=REDACTED)

    @property
    def gap(self) -> float:
        """(cost - bound) / cost: how far from the least cost this may be; 0 where nothing is suppressed."""
        return (self.cost - self.bound) / self.cost if self.cost > 0 else 0.0


def rare_records(
    params: SuppressionParams, counted: RecodingCounts, levels: Mapping[str, int], context: JobContext
) -> RareRecords | None:
    """Decide what to suppress when all counted variables are released at these levels (0 = as is).

    None where the plan suppresses nothing. Raises :class:`Refused` where k or an importance makes no sense,
    or nothing would be left.
    """
    if params.suppress_below is None:
        return None
    return rare_among(params, released_classes(counted, levels), context)


def rare_among(
    params: SuppressionParams, classes: ReleasedClasses, context: JobContext
) -> RareRecords | None:
    """Decide what to suppress in some classes; None without a limit k. Raises :class:`Refused`."""
    k = params.suppress_below
    if k is None:
        return None
    refuse_errors(suppression_problems(classes, k, params.importance))
    refuse_errors(_person_problems(params, classes))
    if params.suppress == "persons":
        return _of_persons(params, classes, k, context)
    if params.suppress == "records":
        return with_figures(params, classes, whole_records(classes, k), None)
    local = local_suppression(classes, k, params.importance, params.suppressed_as, context)
    return with_figures(params, classes, local.treatment, (local.cost, local.bound, local.proven))


def _person_problems(params: SuppressionParams, classes: ReleasedClasses) -> tuple[Problem, ...]:
    """Whole persons can leave only where persons are known; where an intruder knows several records of a
    person, nothing less helps. A value suppressed in one record of a person can appear in a linked one.
    """
    where, members = Place(key="params.suppress"), classes.members
    if params.suppress == "persons":
        return () if members is not None else (error("persons.none_known", where),)
    if members is None:
        return ()
    if members.known != 1:
        return (error("persons.suppress_persons", where),)
    if params.suppress == "cells" and members.linked:
        return (error("persons.cells_linked", where),)
    if params.suppress == "cells" and params.suppressed_as == "wildcard":
        return (error("persons.no_wildcard", Place(key="params.suppressed_as")),)
    return ()


def _of_persons(
    params: SuppressionParams, classes: ReleasedClasses, k: int, context: JobContext
) -> RareRecords:
    members = classes.members
    assert members is not None
    whole = whole_persons(members, classes.sizes, k, context)
    left = _left(classes, members, whole)
    none = np.zeros(0, dtype=np.int64)
    treatment = Treatment(none, np.zeros((0, len(classes.names)), dtype=np.bool_), none)
    found = with_figures(params, left, treatment, None)
    removed = classes.records - left.records
    figures = replace(found.figures, records=removed, whole_persons=len(whole.removed))
    return replace(found, figures=figures, rounds=whole.rounds, whole=whole, classes=classes)


def classes_left(rare: RareRecords) -> ReleasedClasses:
    """The classes without the persons who leave the file; the treatment is of these."""
    classes, members = rare.classes, rare.classes.members
    if rare.whole is None or members is None:
        return classes
    return _left(classes, members, rare.whole)


def _left(classes: ReleasedClasses, members: Members, whole: WholePersons) -> ReleasedClasses:
    gone = np.isin(members.persons, whole.removed)
    sizes = classes.sizes.copy()
    np.subtract.at(sizes, members.places[gone], members.records[gone])
    sizes[whole.of_nobody] = 0
    kept = np.flatnonzero(sizes)
    rows = replace(
        members,
        places=members.places[~gone],
        persons=members.persons[~gone],
        records=members.records[~gone],
    )
    return replace(
        classes,
        codes=classes.codes[kept],
        sizes=sizes[kept],
        members=rows.chosen(kept, len(sizes)),
    )


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
    if rare.whole is not None:
        return without_persons(data, rare.whole, _classes_of(data, rare.classes, context), context)
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


def _classes_of(data: Microdata, classes: ReleasedClasses, context: JobContext) -> Integers:
    """The class of each record as released, (records,)."""
    columns = []
    for name, labels in zip(classes.names, classes.labels, strict=True):
        place, number = data.index(name), {text: code for code, text in enumerate(labels)}
        texts = data.relation.frequencies(place, context)[0]
        codes = np.array([number[text] for text in texts], dtype=np.int64)
        columns.append(codes[data.relation.codes(place, context)])
    return grouped(np.stack(columns, axis=1), [len(labels) for labels in classes.labels])


def suppressed_keys(rare: RareRecords | None) -> tuple[str, ...]:
    """The variables on which rare records were suppressed."""
    return () if rare is None or rare.whole is not None else rare.classes.names
