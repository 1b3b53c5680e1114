"""Two files compared: tables, propensity score, models of the users and paired numbers.

Snoke and others 2018 (propensity score), Karr and others 2006 (overlap of confidence intervals), sdcMicro's
IL1s and eigenvalues. Sources and formulas of each measure are in `engine/microdata/utility`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.experiments.utility import COMPARED, ModelSpec, UtilityParams
from sdc_desktop.engine.methods.experiments.utility.result import (
    FittedModel,
    PropensityScore,
    SyntheticDisclosure,
    UtilityResult,
)
from sdc_desktop.engine.microdata.classes.key_classes import Integers
from sdc_desktop.engine.microdata.paired_files import PairedFiles, paired_files
from sdc_desktop.engine.microdata.score import released_data
from sdc_desktop.engine.microdata.synthetic.columns import Column
from sdc_desktop.engine.microdata.synthetic.disclosure import (
    disclosure,
    disclosure_reasons,
    largest_shares,
    replicated,
)
from sdc_desktop.engine.microdata.utility.models import compared, fitted
from sdc_desktop.engine.microdata.utility.numbers import NumbersCompared, numbers_compared
from sdc_desktop.engine.microdata.utility.pairs import Matrix, Pair, Vector, pair_of
from sdc_desktop.engine.microdata.utility.propensity import crossed, propensity
from sdc_desktop.engine.microdata.utility.tables import TableDistance, table_distance
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import MEASURED_ONLY, Limits, Reason, reserved, unjudged

_MOST_TABLES = 20_000
_RECORDS_PER_COLUMN = 10
STEP = "comparing_files"


@dataclass(frozen=True)
class UtilityCounts:
    """Both files by variable; ``names``: those in tables and propensity score; ``weights`` of both
    files; ``keys`` and ``targets`` of disclosure by synthetic records; ``paired``: which records belong
    together, where they are compared one by one.
    """

    pairs: Mapping[str, Pair]
    names: tuple[str, ...]
    records: tuple[int, int]
    weights: tuple[Vector, Vector] | None
    notes: tuple[Problem, ...]
    keys: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    paired: PairedFiles | None = None


def original_of(params: UtilityParams, source: Source) -> Microdata | None:
    """The original records: those of the source, or of the plan where the source is what is compared."""
    return source.data if params.released is not None else source.original


def names_of(params: UtilityParams, data: Microdata) -> tuple[str, ...]:
    """The variables given, otherwise all but direct identifiers, weights and households."""
    if params.variables is not None:
        return tuple(dict.fromkeys(params.variables))
    return tuple(v.name for v in data.variables if COMPARED.takes(v.role, v.level))


def check(params: UtilityParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    return tuple(_problems(params, source))


def _problems(params: UtilityParams, source: Source) -> Iterator[Problem]:
    data = original_of(params, source)
    if data is None:
        yield error("utility.nothing_released", Place(key="params.released"))
        return
    named = [("variables", name) for name in params.variables or ()]
    for place, model in enumerate(params.models):
        names = [("outcome", model.outcome), *(("terms", name) for name in model.terms)]
        names += [("weight", model.weight)] if model.weight else []
        named += [(f"models[{place}].{key}", name) for key, name in names]
        if model.outcome in model.terms:
            where = Place(key=f"params.models[{place}].terms", variable=model.outcome)
            yield error("utility.outcome_explains", where, name=model.outcome)
    if params.synthetic:
        named += [("key_variables", name) for name in params.key_variables or ()]
        named += [("targets", name) for name in params.targets or ()]
        keys, targets = _known_and_sought(params, data)
        if not keys:
            yield error("utility.no_key_variables", Place(key="params.key_variables"))
        if not targets:
            yield error("utility.no_targets", Place(key="params.targets"))
    for key, name in named:
        if name not in data.names:
            yield error("plan.unknown_variable", Place(key=f"params.{key}", variable=name), name=name)
    number = len(names_of(params, data))
    if not number:
        yield error("utility.no_variables", Place(key="params.variables"))
    tables = sum(1 for _ in combinations(range(min(number, 100)), params.tables))
    if tables > _MOST_TABLES:
        yield error("utility.too_many_tables", Place(key="params.tables"), number=tables, most=_MOST_TABLES)


def counts(params: UtilityParams, source: Source, context: JobContext) -> UtilityCounts:
    """Both files, read. Raises :class:`Refused`, Cancelled."""
    refuse_errors(check(params, source))
    original = original_of(params, source)
    assert original is not None
    released = source.data
    if params.released is not None:
        released = released_data(params.released, source, context.within(0.0, 0.5))
    if not (original.records and released.records):
        raise Refused(error("utility.no_records", Place(key="params.released")))
    paired = _paired(params, original, released, context) if params.paired else None
    wanted = names_of(params, original)
    lacking = tuple(name for name in wanted if name not in released.names)
    if lacking and params.variables is not None:
        raise Refused(error("utility.not_in_released", Place(key="params.variables"), names=lacking))
    names = tuple(name for name in wanted if name in released.names)
    if not names:
        raise Refused(error("utility.no_variables", Place(key="params.variables")))
    of_models = [name for model in params.models for name in _named(model)]
    absent = tuple(name for name in dict.fromkeys(of_models) if name not in released.names)
    if absent:
        raise Refused(error("utility.not_in_released", Place(key="params.models"), names=absent))
    keys, targets = _known_and_sought(params, original) if params.synthetic else ((), ())
    absent = tuple(name for name in dict.fromkeys((*keys, *targets)) if name not in released.names)
    if absent:
        raise Refused(error("utility.not_in_released", Place(key="params.key_variables"), names=absent))
    weight = next((v.name for v in original.with_role("weight")), None) if params.weights else None
    unweighted = weight is not None and weight not in released.names
    pairs = {}
    weighted = [] if weight is None or unweighted else [weight]
    everything = list(dict.fromkeys([*names, *of_models, *keys, *targets, *weighted]))
    for place, name in enumerate(everything):
        context.progress(0.5 + 0.5 * place / len(everything), STEP)
        pairs[name] = pair_of(original, released, name, context)
    notes = [note("utility.left_out", Place(key="params.variables"), names=lacking)] if lacking else []
    if unweighted:
        notes.append(note("utility.unweighted", Place(key="params.weights", variable=weight), name=weight))
    weights = _weights(pairs[weighted[0]]) if weighted else None
    if paired is not None and params.released is not None:
        notes += paired.problems()
    records = (original.records, released.records)
    return UtilityCounts(pairs, names, records, weights, tuple(notes), keys, targets, paired)


def _paired(
    params: UtilityParams, original: Microdata, released: Microdata, context: JobContext
) -> PairedFiles:
    """Which records belong together: those of an earlier job have the order of the data's."""
    records = {"original": original.records, "released": released.records}
    differ = error("utility.not_paired", Place(key="params.paired"), **records)
    if params.released is not None:
        return paired_files(original, released, differ, context.within(0.5, 0.6))
    if original.records != released.records:
        raise Refused(differ)
    rows = np.arange(original.records)
    return PairedFiles("order", rows, rows, 0)


def _known_and_sought(params: UtilityParams, data: Microdata) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The key variables and the targets: those named, else by role."""
    keys = params.key_variables or tuple(v.name for v in data.with_role("key"))
    return keys, params.targets or tuple(v.name for v in data.with_role("sensitive"))


def _named(model: ModelSpec) -> tuple[str, ...]:
    return (model.outcome, *model.terms, *((model.weight,) if model.weight else ()))


def _weights(pair: Pair) -> tuple[Vector, Vector]:
    """The weights of both files. Raises :class:`Refused` where some are not positive numbers."""
    values = pair.values if pair.numbers is not None else (np.zeros(1), np.zeros(1))
    wrong = sum(int((~(one > 0)).sum()) for one in values)
    if wrong:
        raise Refused(error("utility.weights", Place(variable=pair.name), name=pair.name, number=wrong))
    return values


def decide(params: UtilityParams, counted: UtilityCounts, context: JobContext) -> UtilityResult:
    """All measures. Raises :class:`Refused`, Cancelled."""
    tables = _tables(params, counted, context.within(0.0, 0.4))
    score, too_many = _propensity(params, counted, context.within(0.4, 0.8))
    models = []
    for place, model in enumerate(params.models):
        context.progress(0.8 + 0.2 * place / len(params.models), "fitting")
        models.append(_model(model, place, counted))
    variations = [one.variation for one in tables]
    return UtilityResult(
        *counted.records,
        counted.names,
        tables,
        sum(variations) / len(variations) if variations else 0.0,
        max(variations, default=0.0),
        score,
        tuple(models),
        _numbers(counted),
        _single(params, counted),
        _disclosure(counted, context) if params.synthetic else None,
        (*counted.notes, *too_many),
    )


def _tables(params: UtilityParams, counted: UtilityCounts, context: JobContext) -> tuple[TableDistance, ...]:
    columns = [counted.pairs[name].column(params.bins) for name in counted.names]
    chosen = list(combinations(columns, min(params.tables, len(columns))))
    weights = counted.weights or (None, None)
    found = []
    for place, own in enumerate(chosen):
        context.progress(place / len(chosen), STEP)
        found.append(table_distance(own, *weights))
    return tuple(found)


def _single(params: UtilityParams, counted: UtilityCounts) -> dict[str, float]:
    columns = [counted.pairs[name].column(params.bins) for name in counted.names]
    weights = counted.weights or (None, None)
    return {column.name: table_distance([column], *weights).variation for column in columns}


def _propensity(
    params: UtilityParams, counted: UtilityCounts, context: JobContext
) -> tuple[PropensityScore | None, tuple[Problem, ...]]:
    """None where no variable varies, or, with a note, where too many terms make the score meaningless."""
    blocks = [counted.pairs[name].block() for name in counted.names]
    widths = [block.shape[1] for block in blocks]
    number = sum(widths)
    if params.propensity == "two_way":
        number += (number**2 - sum(width**2 for width in widths)) // 2
    records = sum(counted.records)
    if number * _RECORDS_PER_COLUMN > records:
        where = Place(key="params.propensity")
        most = records // _RECORDS_PER_COLUMN
        return None, (note("utility.too_many_columns", where, number=number, most=most),)
    if not number:
        return None, ()
    found = propensity(crossed(blocks, params.propensity), counted.records[0], context)
    score = PropensityScore(
        found.pmse,
        found.expected,
        found.deviation,
        found.ratio,
        found.z,
        found.coefficients,
        found.independent_ratio,
        found.separated,
    )
    return score, ()


def _model(model: ModelSpec, place: int, counted: UtilityCounts) -> FittedModel:
    """A model fitted to both files; records that miss a value are excluded and counted."""
    names, designs = _design(model, counted)
    outcomes = _outcomes(model, place, counted)
    weights = None if model.weight is None else _weights(counted.pairs[model.weight])
    fits, excluded = [], 0
    for side, (design, outcome) in enumerate(zip(designs, outcomes, strict=True)):
        whole = np.isfinite(design).all(axis=1) & np.isfinite(outcome)
        excluded += int((~whole).sum())
        if whole.sum() <= design.shape[1]:
            where = Place(key=f"params.models[{place}]")
            raise Refused(error("utility.too_few_records", where, number=int(whole.sum())))
        own = None if weights is None else weights[side][whole]
        level = float(model.level)
        fits.append(fitted(design[whole], names, outcome[whole], model.kind, level, own))
    return FittedModel(
        model.outcome, model.terms, model.kind, model.log, float(model.level), excluded, compared(*fits)
    )


def _design(model: ModelSpec, counted: UtilityCounts) -> tuple[list[str], list[Matrix]]:
    """The names of the columns, and the columns of both files: an intercept, numbers, and a dummy for each
    category but the first; NaN where a value is missing.
    """
    names, sides = ["(Intercept)"], [[np.ones(records)] for records in counted.records]
    for name in model.terms:
        pair = counted.pairs[name]
        if pair.numbers is not None:
            names.append(name)
            for side, values in zip(sides, pair.values, strict=True):
                side.append(values)
            continue
        own = [place for place, absent in enumerate(pair.missing.tolist()) if not absent][1:]
        for code in own:
            names.append(f"{name}: {pair.texts[code]}")
            for side, codes in zip(sides, (pair.original, pair.released), strict=True):
                side.append(np.where(pair.missing[codes], np.nan, codes == code))
    return names, [np.stack(side, axis=1).astype(np.float64) for side in sides]


def _outcomes(model: ModelSpec, place: int, counted: UtilityCounts) -> tuple[Vector, Vector]:
    pair, where = counted.pairs[model.outcome], Place(key=f"params.models[{place}].outcome")
    if model.kind == "linear":
        if pair.numbers is None:
            raise Refused(error("utility.outcome_no_number", where, name=pair.name))
        if not model.log:
            return pair.values
        with np.errstate(invalid="ignore", divide="ignore"):
            logs = [np.where(one > 0, np.log(one), np.nan) for one in pair.values]
        return logs[0], logs[1]
    known = np.flatnonzero(~pair.missing)
    used = np.unique(np.concatenate([pair.original, pair.released]))
    categories = [code for code in known.tolist() if code in set(used.tolist())]
    if len(categories) != 2:
        raise Refused(error("utility.not_two", where, name=pair.name, number=len(categories)))
    found = [
        np.where(pair.missing[codes], np.nan, codes == categories[1]).astype(np.float64)
        for codes in (pair.original, pair.released)
    ]
    return found[0], found[1]


def _numbers(counted: UtilityCounts) -> NumbersCompared | None:
    """Of paired records without missing numbers in either file; None where records are not paired, and where
    no variable is a number.
    """
    own = [counted.pairs[name] for name in counted.names if counted.pairs[name].numbers is not None]
    if not own or counted.paired is None:
        return None
    original, released = (
        np.stack([pair.values[side] for pair in own], axis=1)[rows]
        for side, rows in enumerate((counted.paired.own, counted.paired.shown))
    )
    whole = np.isfinite(original).all(axis=1) & np.isfinite(released).all(axis=1)
    return numbers_compared(tuple(pair.name for pair in own), original[whole], released[whole])


def _disclosure(counted: UtilityCounts, context: JobContext) -> SyntheticDisclosure:
    """Of records in the order of their values, so that the order of neither file matters. Where distances
    are computed for some records only, these are spread evenly over that order.
    """
    names = dict.fromkeys((*counted.names, *counted.keys, *counted.targets))
    sides = [counted.pairs[name].synthetic_columns() for name in names]
    originals, released = (
        {column.name: column.taken(_by_values(side)) for column in side} for side in zip(*sides, strict=True)
    )
    found = disclosure(
        originals,
        released,
        counted.keys,
        counted.targets,
        np.arange(counted.records[0]),
        np.empty(0, dtype=np.int64),
        lambda among, number: np.arange(number, dtype=np.int64) * among // max(number, 1),
        context.checkpoint,
    )
    copies = replicated(tuple(originals.values()), {name: one.codes for name, one in released.items()})
    return SyntheticDisclosure(counted.keys, found, largest_shares(found), int(copies.sum()))


def _by_values(side: Sequence[Column]) -> Integers:
    return np.lexsort([column.codes for column in reversed(side)])


def apply(result: UtilityResult, counted: UtilityCounts, source: Source, context: JobContext) -> Microdata:
    """The records that were compared, unchanged."""
    return source.data


def verdict(params: UtilityParams, result: UtilityResult, limits: Limits) -> Iterator[Reason]:
    """Utility never speaks for a release. What synthetic records disclose speaks against it."""
    yield unjudged(MEASURED_ONLY)
    if result.disclosure is None:
        return
    bounds = {"attributed": params.tolerable_attribution, "replicated_uniques": params.tolerable_replicated}
    yield from disclosure_reasons(result.disclosure.found, result.disclosure.largest, bounds)
    if result.disclosure.replicated:
        yield reserved("synthetic_replicated", number=result.disclosure.replicated)


STAGES = Stages(check=check, counts=counts, decide=decide, apply=apply, verdict=verdict)
