"""Disclosure risk of a file: the number of records that match each, and the re-identification risk.

f counts records of the file that share a key, F those of the population (the sum of weights). What a missing
value matches is a rule of the plan (:mod:`matching_values`) and part of every figure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sdc_desktop.engine import verdict_records as verdicts
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.households import without_household
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata, Variable
from sdc_desktop.engine.data.weights import weights_problem
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk.counted import RiskCounts
from sdc_desktop.engine.methods.risk.risk.individual import individual_risk
from sdc_desktop.engine.methods.risk.risk.population import (
    population_problems,
    population_reasons,
    population_risk,
    table_reasons,
    table_risk,
)
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.methods.risk.risk.summaries import (
    below,
    guessing_risk,
    mean_risk,
    summarised,
    unique_matches,
)
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    RollUp,
    Vector,
    disclosed_in,
    first_classes,
    one_value,
    row_numbers,
)
from sdc_desktop.engine.microdata.classes.matching_values import absent_values, company, share_of
from sdc_desktop.engine.microdata.classes.suda import Dis, Suda, dis, suda
from sdc_desktop.engine.microdata.classes.units import Flags, units_of
from sdc_desktop.engine.microdata.criteria.check_file import checked
from sdc_desktop.engine.microdata.criteria.class_values import judged_classes
from sdc_desktop.engine.microdata.criteria.criteria import attributes_of
from sdc_desktop.engine.microdata.criteria.diversity import diversities
from sdc_desktop.engine.microdata.criteria.empty_criteria import is_met_by_any
from sdc_desktop.engine.microdata.criteria.matched_check import (
    MatchedFigures,
    Matching,
    matched_figures,
    rule_problems,
)
from sdc_desktop.engine.microdata.criteria.people import ClassPeople
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import (
    attribute,
    criteria_problems,
    estimator_notes,
    estimator_problems,
    knowledge_problems,
    near_equal_warnings,
    values_by_name,
)
from sdc_desktop.engine.microdata.criteria.spec import KMapSpec, PopulationUniquenessSpec, needs_table
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.population.table import (
    Population,
    held_against,
    in_one_row,
    read_population,
)
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, labels_at, recoding_of
from sdc_desktop.engine.microdata.score import (
    Score,
    close_records,
    paired_release,
    released_data,
    released_score,
)
from sdc_desktop.engine.microdata.suppression.suppressed_records import suppressed_classes
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import MEASURED_ONLY, Limits, Reason, by_rule, failed, unjudged

Columns = dict[str, Vector]  # by heading one figure for each row of the counts


def key_variables_of(params: RiskParams, data: Microdata) -> tuple[str, ...]:
    """The variables given, else those of that role, in file order."""
    if params.key_variables is not None:
        return tuple(dict.fromkeys(params.key_variables))
    return tuple(variable.name for variable in data.with_role("key"))


def sensitive_of(params: RiskParams, data: Microdata) -> tuple[str, ...]:
    """The sensitive variables of the criteria, those specified and all of that role: disclosure is judged for
    each.
    """
    of_role = (variable.name for variable in data.with_role("sensitive"))
    named = dict.fromkeys([*attributes_of(params.criteria), *(params.sensitive or ()), *of_role])
    key_variables = key_variables_of(params, data)
    return tuple(name for name in named if name not in key_variables)


def weight_of(params: RiskParams, data: Microdata) -> str | None:
    """The weight given, else the variable of that role."""
    return params.weight or next((variable.name for variable in data.with_role("weight")), None)


def household_of(params: RiskParams, data: Microdata) -> str | None:
    """The household given, else the variable of that role."""
    return params.household or next((variable.name for variable in data.with_role("household")), None)


def check(params: RiskParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    return tuple(_problems(params, source))


def _problems(params: RiskParams, source: Source) -> Iterator[Problem]:
    names = key_variables_of(params, source.data)
    if not names:
        yield error("risk.no_variables", Place(key="params.key_variables"))
    named = [("key_variables", name) for name in names]
    named += [("sensitive", name) for name in params.sensitive or ()]
    named += [("weight", params.weight)] if params.weight else []
    named += [("household", params.household)] if params.household else []
    for key, name in named:
        where = Place(key=f"params.{key}", variable=name)
        if name not in source.data.names:
            yield error("plan.unknown_variable", where, name=name)
        elif key in ("weight", "household") and name in names:
            yield error("risk.identifies_too", where, name=name)
    yield from population_problems(params, names, weight_of(params, source.data) is not None)
    population = params.population if isinstance(params.population, PopulationTable) else None
    yield from criteria_problems(params.criteria, names, source, population=population)
    yield from rule_problems(params.criteria, params.missing)


def counts(params: RiskParams, source: Source, context: JobContext) -> RiskCounts:
    """One pass over the records, and over those of a released file. Raises :class:`Refused`, also where
    weights are not positive numbers or the files cannot be compared.
    """
    refuse_errors(check(params, source))
    data = source.data
    names, sensitive = key_variables_of(params, data), sensitive_of(params, data)
    weight, household = weight_of(params, data), household_of(params, data)
    beside = [name for name in (weight, household) if name is not None]
    keys = data.counts([*names, *beside], context)
    if not keys.records:
        raise Refused(error("risk.no_records", Place(key="data.path")))
    joint = data.counts([*names, *sensitive], context) if sensitive else keys
    values = values_by_name(joint, data, sensitive)
    classes = first_classes(joint, names, {name: one.of_text for name, one in values.items()})
    scored: Score | None = None
    near: float | None = None
    pairing: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()
    if params.released is not None:
        other = released_data(params.released, source, context.within(0.0, 0.3))
        paired = paired_release(source, other, context.within(0.3, 0.5))
        own, released = paired.of(data, other, context)
        scored, left_out = released_score(own, released, params.score_weights, context.within(0.5, 0.9))
        near = close_records(own, released, scored.variables, float(params.close), context)
        pairing = paired.problems()
    places = range(len(names))
    class_of, _ = row_numbers(keys.codes[:, : len(names)], [len(keys.categories[place]) for place in places])
    labels = keys.categories[: len(names)]
    missing = tuple(data.variable(name).missing for name in names)
    weights = None if weight is None else _weights(data, keys, weight, context)
    households, alone = (None, None) if household is None else _households(keys, data.variable(household))
    absent = absent_values(classes.codes, labels, missing)
    refuse_errors(_person_problems(params, classes))
    as_category = bool(absent.any()) and _by_category(params, classes)
    population = _population(params, names, source, context)
    absent = np.zeros_like(absent) if as_category else absent
    return RiskCounts(
        names=names,
        labels=labels,
        missing=missing,
        classes=classes,
        absent=absent,
        class_of=class_of,
        frequencies=keys.frequencies,
        weights=weights,
        households=households,
        alone=alone,
        attributes={name: attribute(source, joint, values[name], params.criteria) for name in sensitive},
        near_equal=near_equal_warnings(values),
        left_out=tuple(variable.name for variable in data.with_role("key") if variable.name not in names),
        score=scored,
        pairing=pairing,
        not_compared=left_out,
        population=population,
        close_records=near,
        rows=_record_rows(data, keys, context) if params.by_record is not None else None,
        units=units_of(classes, keys, weights, households, alone),
        as_category=as_category,
        one_row_each=population is None or in_one_row(source, names, context),
    )


def _by_category(params: RiskParams, classes: KeyClasses) -> bool:
    """Whether a missing key value counts as a category: where several records of a person are known, or
    criteria and sensitive values are judged, persons with several records have no other rule.
    """
    members = classes.members
    return members is not None and (members.known != 1 or bool(classes.pairs) or bool(params.criteria))


def _person_problems(params: RiskParams, classes: KeyClasses) -> Iterator[Problem]:
    """What cannot be computed for persons with several records: models of a population where a person is in
    several classes, and tables where several records are known.
    """
    if classes.members is None:
        return
    of_nobody = len(np.unique(classes.members.places)) < len(classes.sizes)
    if _of_models(params) and (of_nobody or not classes.members.in_one_place):
        yield error("persons.model_needs_one_record", Place(key="params.population"))
    by_table = isinstance(params.population, PopulationTable) or needs_table(params.criteria)
    if by_table and classes.members.known != 1:
        yield error("persons.table_at_known", Place(key="params.population"))
    yield from knowledge_problems(params.criteria, classes)
    yield from estimator_problems(params.criteria, judged_classes(classes))


def _of_models(params: RiskParams) -> bool:
    """Whether risk is estimated by models of a population, in which a person is in one class."""
    of_file = params.population is not None and not isinstance(params.population, PopulationTable)
    return of_file or any(isinstance(one, PopulationUniquenessSpec | KMapSpec) for one in params.criteria)


def _population(
    params: RiskParams, names: Sequence[str], source: Source, context: JobContext
) -> Population | None:
    if not isinstance(params.population, PopulationTable):
        return None
    return read_population(params.population.table, params.population.number, names, source, context)


def decide(params: RiskParams, counted: RiskCounts, context: JobContext) -> RiskResult:
    """All figures; milliseconds, but for the search of special uniques. Raises Cancelled."""
    alpha = share_of(params.missing)
    sizes, units = counted.classes.sizes, counted.units
    matching = counted.matching(sizes.astype(np.float64), alpha, context)
    f = matching if not units.are_persons else counted.persons(alpha, context)
    population = sums = None
    individual = household = None
    if counted.weights is not None:
        sums = counted.sums()
        population = counted.matching(sums, alpha, context)
    guessed = units.guessed(f, matching)
    matches = np.maximum(f, 1.0) if units.are_persons else f  # a record of nobody may match no person
    if population is not None and units.are_persons:
        population = np.where(population > 0, population, 1.0)
    risks = 1 / matches if population is None else individual_risk(matches, population)
    own = guessed if population is None else units.greatest(risks)
    if population is not None:
        individual = summarised(own.chances, own.numbers, params.counted_above)
    if counted.households is not None:
        household = summarised(*counted.household_risks(risks), params.counted_above)
    covered = None if population is None else units.greatest(1 / population)
    found, of_uniques = _special_uniques(params, counted, alpha, context)
    by_rule = _figures(params, counted, f, context)
    return RiskResult(
        key_variables=counted.names,
        missing="category" if counted.as_category else params.missing,
        tolerable=params.counted_above,
        records=counted.records,
        k=float(f.min()),
        uniques=counted.uniques(f),
        classes=len(sizes),
        below=tuple(below(f, units, k) for k in params.thresholds),
        records_with_missing=int(sizes[counted.absent.any(axis=1)].sum()),
        prosecutor=guessing_risk(guessed, params.counted_above, of_persons=units.are_persons),
        journalist=None
        if covered is None
        else guessing_risk(covered, params.counted_above, of_persons=units.are_persons),
        marketer=mean_risk((covered or guessed).chances, (covered or guessed).numbers),
        individual=individual,
        household=household,
        expected_reidentifications=float((own.chances * own.numbers).sum()),
        population_uniques=None if population is None else unique_matches(f, population, units),
        population=population_risk(params, counted.classes, counted.names, sums, context),
        population_table=table_risk(params, counted),
        suda=found,
        dis=of_uniques,
        diversity=by_rule.diversity,
        one_value=one_value(by_rule.disclosed, by_rule.disclosed),
        left_out=counted.left_out,
        check=by_rule.check,
        score=counted.score,
        close_records=counted.close_records,
        notes=tuple(_notes(params, counted)),
        frequencies=f,
        risks=risks,
        people=int(guessed.numbers.sum()) if units.are_persons else None,
        known=None if units.members is None else units.members.known,
    )


def _special_uniques(
    params: RiskParams, counted: RiskCounts, alpha: float, context: JobContext
) -> tuple[Suda | None, Dis | None]:
    if params.suda_size is None:
        return None, None
    codes, sizes, categories = counted.classes.codes.T, counted.classes.sizes, counted.categories
    found = suda(
        codes,
        categories,
        sizes,
        counted.names,
        params.suda_size,
        context,
        counted.absent,
        matches=alpha > 0,
        members=counted.classes.members,
    )
    members = counted.classes.members
    if members is not None:
        sizes = members.numbers(len(sizes))
        if not (members.in_one_place and sizes.all()):  # a record falls into one combination
            return found, None
    matching = company(codes, counted.absent, categories, sizes, alpha, context)
    return found, dis(found, sizes, len(counted.names), float(params.dis), matching)


def at_levels(counted: RiskCounts, recoding: RecodingCounts, levels: Mapping[str, int]) -> RiskCounts:
    """The counts with variables at nested levels of their hierarchies (0 = as is), without another pass. They
    give the risk while the user recodes. ``recoding`` comes from :func:`recoding_for`.

    A missing value stays missing until all values are one category.
    """
    roll_up = RollUp(recoding.variables)
    steps = tuple(levels.get(name, 0) for name in counted.names)
    number, count = roll_up.numbers(counted.classes, steps)
    classes = roll_up.merged(counted.classes, steps, number, count)
    labels = tuple(
        labels_at(variable, level, range(variable.categories(level)))
        for variable, level in zip(recoding.variables, steps, strict=True)
    )
    absent = absent_values(classes.codes, labels, counted.missing)
    return replace(
        counted,
        labels=labels,
        classes=classes,
        absent=absent if not counted.as_category else np.zeros_like(absent),
        class_of=number[counted.class_of],
        units=replace(counted.units, sizes=classes.sizes, members=classes.members),
    )


def recoding_for(counted: RiskCounts, source: Source, context: JobContext) -> RecodingCounts:
    """The keys counted at every level of the hierarchies. Raises :class:`Refused` for an unlisted value."""
    codes = np.ascontiguousarray(counted.classes.codes.T)
    return recoding_of(
        source, KeyCounts(counted.names, counted.labels, codes, counted.classes.sizes), context
    )


def apply(result: RiskResult, counted: RiskCounts, source: Source, context: JobContext) -> Microdata:
    """The original records without direct identifiers: risk is only measured."""
    return source.data.without_direct_identifiers(context)


def _weights(data: Microdata, keys: KeyCounts, name: str, context: JobContext) -> Vector:
    """The weight of each row (rows,). Raises :class:`Refused` where some value is not a number above zero."""
    texts, missing = keys.categories[keys.variables.index(name)], data.variable(name).missing
    is_number = re.compile(number_pattern(data.decimal))
    values = np.array(
        [
            float(text.replace(data.decimal, ".")) if text not in missing and is_number.fullmatch(text) else 0
            for text in texts
        ],
        dtype=np.float64,
    )
    wrong = int((~((values > 0) & np.isfinite(values))).sum())
    if wrong:
        raise Refused(weights_problem(data, name, wrong, context))
    return values[_codes(keys, name)]


def _codes(keys: KeyCounts, name: str) -> Integers:
    return keys.codes[:, keys.variables.index(name)].astype(np.int64)


def _households(keys: KeyCounts, variable: Variable) -> tuple[Integers, Flags]:
    """The household of each row (rows,), and whether its records are of none; such a row has a number of its
    own.
    """
    place = keys.variables.index(variable.name)
    codes = _codes(keys, variable.name)
    alone = without_household(variable, keys.categories[place])[codes]
    return np.where(alone, len(keys.categories[place]) + np.arange(len(codes)), codes), alone


def _figures(params: RiskParams, counted: RiskCounts, f: Vector, context: JobContext) -> MatchedFigures:
    """What classes disclose, how diverse they are and whether they meet the criteria, by the job's rule."""
    missing = bool(counted.absent.any())
    refuse_errors(rule_problems(params.criteria, params.missing, missing=missing))
    classes, labels, attributes = counted.classes, counted.labels, counted.attributes
    people: ClassPeople | None = None
    if counted.population is not None and needs_table(params.criteria):
        table, one_row = counted.population, counted.one_row_each
        people = held_against(table, classes, labels, one_row_each=one_row).of_classes
    judged = (classes, labels, counted.names, params.criteria, attributes)
    if missing:
        matching = Matching(params.missing, counted.absent, counted.categories, f)
        found = matched_figures(*judged, matching, context, people)
        hidden = suppressed_classes(classes, labels) & ~counted.absent.all(axis=1)
        if found.check is None or not hidden.any():
            return found
        bare = checked(*judged, people).suppressed_class
        return replace(found, check=replace(found.check, suppressed_class=bare))
    rule = "category" if counted.as_category else params.missing
    check = replace(checked(*judged, people), missing=rule) if params.criteria else None
    return MatchedFigures(disclosed_in(classes), diversities(classes, attributes), check)


def _notes(params: RiskParams, counted: RiskCounts) -> Iterator[Problem]:
    names = tuple(name for place, name in enumerate(counted.names) if counted.absent[:, place].any())
    if names:
        yield note("risk.missing_values", Place(key="params.missing"), names=names)
    if counted.without_household:
        yield note("household.missing", Place(key="params.household"), number=counted.without_household)
    if counted.as_category:
        yield note("persons.missing_as_category", Place(key="params.missing"))
    if counted.units.are_persons and _of_models(params):
        yield note("persons.one_row_each", Place(key="params.population"))
    if names and params.population is not None and counted.population is None:
        yield note("risk.missing_in_population", Place(key="params.population"), names=names)
    yield from counted.pairing
    if counted.not_compared:
        yield note("risk.not_compared", Place(key="params.released"), names=counted.not_compared)
    yield from counted.near_equal
    yield from estimator_notes(params.criteria)


def verdict(params: RiskParams, result: RiskResult, limits: Limits) -> Iterator[Reason]:
    """Criteria and a tolerable risk where they are set; a measure alone sets no limit. What the groups
    disclose counts either way. Where key values are missing, each reason on them names the rule.
    """
    judged = verdicts.is_limit(params.tolerable) or not all(is_met_by_any(one) for one in params.criteria)
    if not judged:
        yield unjudged(MEASURED_ONLY)
    of_classes = _of_classes(params, result, limits, judged=judged)
    yield from by_rule(of_classes, result.missing) if result.records_with_missing else of_classes
    if judged:
        yield from verdicts.omitted(result.left_out)
    if result.population is not None:
        yield from population_reasons(params, result.population)
    if result.population_table is not None:
        yield from table_reasons(params, result.population_table)


def _of_classes(params: RiskParams, result: RiskResult, limits: Limits, *, judged: bool) -> Iterator[Reason]:
    if judged:
        yield from verdicts.unique_records(
            Anonymity(
                int(result.k),
                result.uniques,
                result.classes,
                result.records,
                persons=result.people,
                known=result.known,
            )
        )
    if result.check is not None:
        yield from verdicts.criteria_failed(result.check)
    if params.tolerable is not None:
        highest = (result.individual or result.prosecutor).highest
        if result.household is not None:
            highest = max(highest, result.household.highest)
        if highest > float(params.tolerable) + verdicts.TOLERANCE:
            yield failed("highest_risk", risk=highest, limit=float(params.tolerable))
    yield from verdicts.disclosed(result.one_value, result.records, limits)


def record_file(
    params: RiskParams, result: RiskResult, counted: RiskCounts
) -> Mapping[str, Sequence[Sequence[str]]]:
    """The risk of each record in the order of the file, where the params name one."""
    if params.by_record is None or counted.rows is None:
        return {}
    household: Vector | None = None
    if counted.households is not None:
        household = counted.row_household_risks(result.risks)
    people: Vector | None = None
    if counted.weights is not None:
        people = counted.sums()
    columns = _record_columns(result, people, household, counted.class_of)
    keys = [
        (name, [labels[code] for code in codes])
        for name, labels, codes in zip(counted.names, counted.labels, counted.classes.codes, strict=True)
    ]
    return {
        params.by_record: _record_lines(
            counted.rows, counted.class_of, columns, keys if params.with_keys else []
        )
    }


def _record_rows(data: Microdata, keys: KeyCounts, context: JobContext) -> Integers:
    """For each record the row of ``keys`` that it is counted in, (records,)."""
    codes = [data.relation.codes(data.index(name), context).astype(np.int64) for name in keys.variables]
    both = np.concatenate([keys.codes.astype(np.int64), np.array(codes).T])
    numbers, count = row_numbers(both, [len(texts) for texts in keys.categories])
    rows = np.empty(count, dtype=np.int64)
    rows[numbers[: len(keys.codes)]] = np.arange(len(keys.codes))
    found: Integers = rows[numbers[len(keys.codes) :]]
    return found


def _record_columns(
    result: RiskResult, people: Vector | None, household: Vector | None, class_of: Integers
) -> Columns:
    """The figures of each row. ``people`` (classes,) are sums of weights; ``household`` (rows,) risks."""
    by_class: dict[str, Vector | None] = {
        "f": result.frequencies,
        "F": people if result.population_table is None else result.population_table.people,
        "individual": None if result.individual is None else result.risks,
    }
    found = {name: values[class_of] for name, values in by_class.items() if values is not None}
    if household is not None:
        found["household"] = household
    more: dict[str, Vector | None] = {
        "P(F=1)": None if result.population is None else result.population.chances,
        "E(1/F)": None if result.population is None else result.population.risks,
        "suda": None if result.suda is None else result.suda.scores,
        "dis": None if result.dis is None else result.dis.values,
    }
    return found | {name: values[class_of] for name, values in more.items() if values is not None}


def _record_lines(
    rows: Integers, class_of: Integers, columns: Columns, keys: Sequence[tuple[str, Sequence[str]]]
) -> list[tuple[str, ...]]:
    """A heading and a line for each record, counted from 1; ``keys`` have the text of each class."""
    head = ("row", *columns, *(name for name, _ in keys))
    figures = [[f"{value:.10g}" for value in values] for values in columns.values()]
    texts = [[shown[place] for place in class_of.tolist()] for _, shown in keys]
    parts = list(zip(*figures, *texts, strict=True))
    return [head, *((str(number), *parts[row]) for number, row in enumerate(rows.tolist(), 1))]


STAGES = Stages(check, counts, decide, apply, verdict, further_files=record_file)
