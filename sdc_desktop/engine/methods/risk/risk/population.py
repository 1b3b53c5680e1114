"""Risk in the population: the models of a risk job, and what they have against a release."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from sdc_desktop.engine import verdict_records as verdicts
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk.counted import RiskCounts
from sdc_desktop.engine.methods.risk.risk.result import (
    BelowThreshold,
    GuessingRisk,
    ModelFit,
    PopulationModel,
    PopulationRisk,
    PopulationTableRisk,
)
from sdc_desktop.engine.methods.risk.risk.summaries import mean_risk
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses, Vector
from sdc_desktop.engine.microdata.population.loglinear import (
    CRITICAL,
    Fit,
    Grid,
    Sampling,
    Term,
    fit,
    forward,
    grid_of,
    main_effects,
    pairs,
    with_main_effects,
)
from sdc_desktop.engine.microdata.population.spec import (
    Modelled,
    ModelSpec,
    PopulationFraction,
    PopulationSize,
    PopulationTable,
    PopulationWeights,
    Weighting,
)
from sdc_desktop.engine.microdata.population.table import held_against
from sdc_desktop.engine.microdata.population.uniqueness import (
    PopulationUniques,
    histogram_of,
    population_uniques,
)
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.verdict import Reason, failed, reserved

DIFFERENT = 2.0  # by what factor estimates differ that cannot all be right
_NAMES = {"pitman": "Pitman", "zayatz": "Zayatz", "snb": "SNB"}
_TOLERANCE = 1e-9  # of a sampling fraction of 1


def population_problems(
    params: RiskParams, key_variables: Sequence[str], has_weight: bool
) -> Iterator[Problem]:
    """What can be refused before records are counted."""
    if params.population is None:
        return
    if isinstance(params.population, PopulationTable):
        if params.population.table is None:
            yield error("risk.population_no_table", Place(key="params.population.table"))
        return
    by_weights = isinstance(params.population, PopulationWeights)
    if by_weights and not has_weight:
        yield error("risk.population_without_weight", Place(key="params.population"))
    elif not by_weights and params.model.weighting in ("pseudo", "offset"):
        yield error("risk.weighting_without_weights", Place(key="params.model.weighting"))
    if not isinstance(params.model.terms, str):
        for name in dict.fromkeys(name for term in params.model.terms for name in term):
            if name not in key_variables:
                where = Place(key="params.model.terms", variable=name)
                yield error("risk.term_without_key", where, name=name)


def population_risk(
    params: RiskParams, classes: KeyClasses, names: Sequence[str], people: Vector | None, context: JobContext
) -> PopulationRisk | None:
    """The models on classes of records, or of persons who are in one class each; ``people`` (classes,) are
    sums of weights. Raises :class:`Refused`
    where the population is smaller than the file or a model cannot be fitted, and Cancelled.
    """
    if params.population is None or isinstance(params.population, PopulationTable):
        return None
    if classes.members is not None:
        classes = replace(classes, sizes=classes.members.numbers(len(classes.sizes)))
    size, fraction = _size(params, classes.records, people)
    grid = grid_of(classes.codes, classes.sizes, people, names)
    sampling = _sampling(params.model, params.population, grid, fraction)
    found, steps = _fitted(params.model, grid, sampling, context)
    return PopulationRisk(
        size=size,
        fraction=fraction,
        sample_uniques=int((classes.sizes == 1).sum()),
        model=_as_model(found, grid, sampling),
        steps=tuple(_as_model(one, grid, sampling) for one in steps),
        uniqueness=population_uniques(
            histogram_of(classes.sizes, max(round(size), classes.records)), params.uniqueness, context
        ),
        covered=sampling.covered,
        chances=found.chances,
        risks=found.risks,
    )


def table_risk(params: RiskParams, counted: RiskCounts) -> PopulationTableRisk | None:
    """The file held against a population table; None without one. A suppressed value matches every value.
    Raises :class:`Refused` where fewer people match a class of the file than records.
    """
    if counted.population is None:
        return None
    classes, units = counted.classes, counted.units
    found = held_against(counted.population, classes, counted.labels, one_row_each=counted.one_row_each)
    kept = found.people > 0
    people, sizes = found.people[kept], classes.sizes[kept]
    chances = np.minimum(1 / people, 1.0)
    small = [(k, people < k - _TOLERANCE) for k in params.thresholds]
    above = int(sizes[chances > params.counted_above + _TOLERANCE].sum())
    average = float((chances * sizes).sum()) / max(int(sizes.sum()), 1)
    of_persons: list[int | None] = [None] * len(small)
    persons_above = None
    if units.are_persons:
        matched = np.where(kept, found.people, np.inf)
        of_persons = [units.below(matched, k - _TOLERANCE) for k in params.thresholds]
        risks = units.greatest(np.minimum(1 / matched, 1.0))
        average, numbers = mean_risk(risks.chances, risks.numbers), risks.numbers
        persons_above = int(numbers[risks.chances > params.counted_above + _TOLERANCE].sum())
    return PopulationTableRisk(
        size=found.size,
        classes=found.classes,
        k_map=found.k_map,
        journalist=GuessingRisk(float(chances.max(initial=0.0)), average, above, persons_above),
        below=tuple(
            BelowThreshold(k, int(rare.sum()), int(sizes[rare].sum()), persons)
            for (k, rare), persons in zip(small, of_persons, strict=True)
        ),
        unique=found.single,
        complete=found.complete,
        possible=found.possible,
        presence=found.presence,
        sample_presence=found.sample_presence,
        levels=found.levels,
        suppressed=found.suppressed,
        people=found.people,
    )


def table_reasons(params: RiskParams, found: PopulationTableRisk) -> Iterator[Reason]:
    """Records that the table shows to be unique in the population or to be in the file, and a risk above the
    tolerable one.
    """
    if params.tolerable is not None:
        highest = found.journalist.highest
        if highest > float(params.tolerable) + verdicts.TOLERANCE:
            yield failed("highest_table_risk", risk=highest, limit=float(params.tolerable))
    if found.unique:
        yield reserved("population_unique_records", number=found.unique)
    if found.complete:
        yield reserved("presence_disclosed", number=found.complete)
    if found.possible > found.complete:
        yield reserved("presence_possible", number=found.possible)


def population_reasons(params: RiskParams, found: PopulationRisk) -> Iterator[Reason]:
    """A model that does not fit, models that disagree, and a risk by the model above the tolerable one. No
    model ever makes a grade better.
    """
    model = found.model
    if params.tolerable is not None and model.highest > float(params.tolerable) + verdicts.TOLERANCE:
        yield failed("highest_model_risk", risk=model.highest, limit=float(params.tolerable))
    if model.fit == "not_tested":
        yield reserved("population_model_not_tested")
    elif model.fit != "fits":
        yield reserved(f"population_model_{model.fit}", z=round(_extreme(model), 2))
    if found.uniqueness.without_solution:
        models = tuple(_NAMES[one] for one in found.uniqueness.without_solution)
        yield reserved("population_model_without_solution", models=models)
    if disagree(found):
        least, most = range_of(found)
        yield reserved("population_models_differ", fewest=round(least, 1), greatest=round(most, 1))


def range_of(found: PopulationRisk) -> tuple[float, float]:
    """The least and the greatest estimate of records that are unique in the population."""
    estimates = estimates_of(found).values()
    return min(estimates), max(estimates)


def disagree(found: PopulationRisk) -> bool:
    """Whether the estimates differ by more than a factor, and the greatest is not below one record."""
    least, most = range_of(found)
    return most > DIFFERENT * least and most >= 1


def estimates_of(found: PopulationRisk) -> dict[str, float]:
    """By model how many records are expected to be unique in the population: the population uniques of the
    models of class sizes times the sampling fraction.
    """
    return {"poisson": found.model.tau1} | {
        name: number * found.fraction for name, number in uniques_of(found.uniqueness).items()
    }


def uniques_of(found: PopulationUniques) -> dict[str, float]:
    """By model the population uniques, of those that have a solution."""
    by_model = {
        "pitman": None if found.pitman is None else found.pitman.exact,
        "zayatz": found.zayatz,
        "snb": None if found.snb is None else found.snb.uniques,
    }
    return {name: number for name, number in by_model.items() if number is not None}


def _extreme(model: PopulationModel) -> float:
    return max((z for z in (model.b1_z, model.b2_z) if z is not None), key=abs)


def _size(params: RiskParams, records: int, people: Vector | None) -> tuple[float, float]:
    if isinstance(params.population, PopulationFraction):
        return records / float(params.population.fraction), float(params.population.fraction)
    if isinstance(params.population, PopulationSize):
        size = float(params.population.size)
    else:
        assert people is not None
        size = float(people.sum())
    if size < records * (1 - _TOLERANCE):
        where = Place(key="params.population")
        raise Refused(error("risk.population_too_small", where, size=round(size), records=records))
    return size, min(records / size, 1.0)


def _sampling(
    model: ModelSpec,
    population: Modelled,
    grid: Grid,
    fraction: float,
) -> Sampling:
    by_weights = isinstance(population, PopulationWeights)
    weighting: Weighting = model.weighting or ("pseudo" if by_weights else "none")
    if weighting == "none":
        return Sampling("none", fraction)
    assert grid.people is not None
    shares = grid.counts / grid.people
    covered = int((shares > 1 + _TOLERANCE).sum())
    return Sampling(weighting, fraction, np.minimum(shares, 1.0), covered)


def _fitted(
    model: ModelSpec, grid: Grid, sampling: Sampling, context: JobContext
) -> tuple[Fit, tuple[Fit, ...]]:
    if model.terms == "forward":
        return forward(grid, sampling, context)
    return fit(grid, _terms(model, grid.names), sampling, context), ()


def _terms(model: ModelSpec, names: Sequence[str]) -> tuple[Term, ...]:
    if model.terms == "main":
        return main_effects(len(names))
    if model.terms == "two_way":
        return pairs(len(names))
    given = [tuple(names.index(name) for name in term) for term in model.terms]
    return with_main_effects(given, len(names))


def _as_model(found: Fit, grid: Grid, sampling: Sampling) -> PopulationModel:
    uniques = int((grid.counts == 1).sum())
    return PopulationModel(
        terms=tuple(tuple(grid.names[place] for place in term) for term in found.terms),
        weighting=sampling.weighting,
        tau1=found.tau1,
        tau2=found.tau2,
        expected_matches=found.expected_matches,
        highest=found.highest,
        b1=found.b1,
        b1_z=found.b1_z,
        b2=found.b2,
        b2_z=found.b2_z,
        cells=grid.cells,
        rounds=found.rounds,
        fit=_fit(found, uniques, sampling.fraction),
    )


def _fit(found: Fit, uniques: int, fraction: float) -> ModelFit:
    """What the tests of bias say; a model that cannot be tested does not fit, unless nothing is estimated."""
    known = [z for z in (found.b1_z, found.b2_z) if z is not None]
    if not known:
        return "fits" if not uniques or fraction >= 1 else "not_tested"
    z = max(known, key=abs)
    if abs(z) <= CRITICAL:
        return "fits"
    return "too_simple" if z > 0 else "too_rich"
