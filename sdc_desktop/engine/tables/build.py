"""A table built from records: dimensions with hierarchies, sums or counts, and the contributions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, category_labels, codings
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.limits import MOST_TABLE_CELLS
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.data.weights import weights_problem
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cases import Cases, CountedPersons, counted_persons, keys_of_cases, summed_keys
from sdc_desktop.engine.tables.contributions import Contributions, Records, contributions, fitted, summed
from sdc_desktop.engine.tables.contributors import (
    Contributors,
    along,
    distinct_persons,
    of_any_record,
    of_holdings,
    of_persons,
)
from sdc_desktop.engine.tables.dimension import Dimension, from_levels
from sdc_desktop.engine.tables.question import Question
from sdc_desktop.engine.tables.record_keys import Amounts, Snapping, amounts
from sdc_desktop.engine.tables.relations import Flags, Integers, product_relations
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from sdc_desktop.engine.tables.table import Table, all_codes

WEIGHT_PLACES = 9  # decimals of weights: with more, the sums of those of a census have too many figures
_NAMED = 8  # records with too many decimals


@dataclass(frozen=True)
class Built:
    """A table and the contributions to its cells, in the same order; `behind` in units of the table.

    ``keys`` (cells,): the keys of cells in ``key_parts``, where records have keys. ``records``: those
    counted. ``costs`` (cells,): the sums of the cost variable. ``missing``: for each dimension the codes that
    are declared missing; ``codes``: all that the records have. ``numbers``: of each entry of the records its
    number among those of the file, or, beyond memory, among its combinations. ``shadow``: the contributions
    of the variable that the rules judge instead, in its own units, and the same entries with its amounts.
    ``without``: the number of records without a person. ``varying``: the variables over which numbers of
    persons do not add up; where there are some, the table has no records.
    """

    table: Table
    behind: Contributions
    notes: tuple[Problem, ...]
    keys: Integers | None = None
    records: Records | None = None
    costs: npt.NDArray[np.float64] | None = None
    key_parts: int = KEY_PARTS
    missing: tuple[frozenset[str], ...] = ()
    codes: tuple[tuple[str, ...], ...] = ()
    numbers: Integers | None = None
    shadow: "Shadow | None" = None
    without: int = 0
    varying: tuple[str, ...] = ()
    count_keys: Integers | None = None


@dataclass(frozen=True)
class Shadow:
    """What the rules judge instead of the values: the contributions of a variable to each cell, in its
    ``unit``, and the entries of the records with its amounts, 0 where it is missing.
    """

    behind: Contributions
    records: Records
    unit: Decimal


def build(question: Question, source: Source, places: int, context: JobContext) -> Built:
    """Build the table, keeping `places` of the largest contributions to each cell: one pass over the records.

    Records with a missing value are excluded and reported in a note; a missing code of a dimension is a
    category. Raises :class:`Refused`, Cancelled.
    """
    context.progress(0.0, "counting")
    source = _with_amounts(question, source, places)
    cases = Cases.of(question, source, context)
    dimensions, codes = [], []
    for axis, spec in enumerate(question.dimensions):
        if question.made:
            dimension = question.made[axis]
        else:
            merged = question.merges.get(spec.variable, ())
            dimension = _dimension(spec, source, question.total, merged, context)
        of_record = _places(spec, dimension, source, cases, context)
        dimensions.append(dimension)
        codes.append(of_record)
    cells_number = float(np.prod([float(len(dimension)) for dimension in dimensions]))
    if cells_number > MOST_TABLE_CELLS:
        where = Place(key="params.dimensions")
        raise Refused(error("table.too_many_cells", where, number=cells_number, most=MOST_TABLE_CELLS))
    context.progress(0.5, "counting")
    of_cells = np.stack(codes, axis=1).astype(np.int32)
    counted = counted_persons(question, cases, of_cells)
    records, taken, unit, notes = _records(question, source, of_cells, cases, counted, context)
    pairs = None
    if counted.axes:
        behind, *pairs = distinct_persons(records, dimensions, places, context)
    else:
        behind = contributions(records, dimensions, places, context)
    empty = behind.contributors == 0
    if records.nobody is not None:
        empty = summed(records.codes, records.counted, dimensions) == 0
    relations = product_relations(dimensions)
    if counted.axes:
        relations = along(relations, [axis for axis in range(len(dimensions)) if axis not in counted.axes])
    table = Table(
        tuple(dimensions),
        all_codes(dimensions),
        behind.values,
        np.ones(len(behind.values), dtype=np.bool_),
        empty,
        relations,
        unit / records.parts,
    )
    keys, count_keys, parts = None, None, KEY_PARTS
    if question.keys:
        drawn = keys_of_cases(question, source, cases, context)
        parts, notes = drawn.parts, (*notes, *drawn.notes)
        if pairs is None:
            keys = summed(records.codes, drawn.keys[taken], dimensions)
            if question.without_zeros:
                count_keys = keys % parts
                own = np.where(records.amounts == 0, 0, drawn.keys[taken])
                keys = summed(records.codes, own, dimensions)
        else:
            keys = summed_keys(drawn.keys, cases, pairs, len(table))
        keys = keys % parts
    costs = None
    if question.cost is not None:
        all_records = np.stack(codes, axis=1).astype(np.int32)
        costs = _costs(question.cost, source, all_records, dimensions, cases, context)
    missing = tuple(frozenset(source.data.variable(spec.variable).missing) for spec in question.dimensions)
    labels = tuple(_labels(spec.variable, source, context) for spec in question.dimensions)
    numbers = np.flatnonzero(taken)
    shadow = None
    if question.shadow is not None:
        cast_by = _amounts_of(question.shadow, source, cases, context)
        absent = cast_by.missing
        missing_number = cases.number(absent & taken)
        if missing_number:
            where = Place(key="params.shadow", variable=question.shadow)
            problem = warning("table.shadow_missing", where, name=question.shadow, number=missing_number)
            notes = (*notes, problem)
        cast = replace(records, amounts=np.where(absent, 0, cast_by.units)[taken])
        behind_it = contributions(cast, dimensions, places, context)
        shadow = Shadow(behind_it, cast, cast_by.unit / records.parts)
    without = 0 if cases.persons is None else int((cases.persons == NOBODY).sum())
    known = (records, numbers) if pairs is None else (None, None)
    names = tuple(question.dimensions[axis].variable for axis in counted.axes)
    return Built(
        table,
        behind,
        notes,
        keys,
        known[0],
        costs,
        parts,
        missing,
        labels,
        known[1],
        shadow,
        without,
        names,
        count_keys,
    )


def amounts_by(
    source: Source, variables: Sequence[str], value: str | None, weight: str | None, context: JobContext
) -> tuple[tuple[tuple[str, ...], ...], Integers, Integers]:
    """The records by some variables: the codes of each, for each record their places (records, variables),
    and its amount, weighted, in units of the tables of that value. Raises :class:`Refused`.
    """
    dimensions = tuple(DimensionSpec(variable=name, hierarchy=False) for name in variables)
    question = Question(dimensions, value, weight)
    source = _with_amounts(question, source, 0)
    cases = Cases.of(question, source, context)
    codes = np.stack([cases.codes(name, context) for name in variables], axis=1).astype(np.int32)
    records, _, _, _ = _records(question, source, codes, cases, CountedPersons(), context)
    labels = tuple(_labels(name, source, context) for name in variables)
    return labels, records.codes.astype(np.int64), records.weighted


def codes_by(
    question: Question, source: Source, variables: Sequence[str], context: JobContext
) -> tuple[tuple[tuple[str, ...], ...], Integers] | None:
    """The codes of some variables, and their places (records, variables) for each record of a table. None
    where records beyond memory are not grouped by these variables.
    """
    source = _with_amounts(question, source, 0)
    cases = Cases.of(question, source, context)
    if cases.combinations is not None and not set(variables) <= set(cases.places):
        return None
    codes = np.stack([cases.codes(name, context) for name in variables], axis=1).astype(np.int64)
    return tuple(_labels(name, source, context) for name in variables), codes


def _with_amounts(question: Question, source: Source, places: int) -> Source:
    """The source with the amounts that a table sums, where a counts file has `places` of the largest of each
    cell; whatever else uses them needs all. Raises :class:`Refused`.
    """
    data, relation = source.data, source.data.relation
    if not isinstance(relation, CountedRelation):
        return source
    columns = list(map(data.index, question.distinguished))
    roles = [named for key, named in question.variables if key != "value"]
    weight = None if question.weight is None else data.index(question.weight)
    summed = () if question.value is None else (question.value,)
    for name in dict.fromkeys((*summed, *question.beside)):
        if name not in roles:
            missing = data.variable(name).missing
            relation = relation.with_amounts(columns, data.index(name), places, missing, weight)
    return source.with_data(replace(data, relation=relation))


def _costs(
    name: str,
    source: Source,
    codes: npt.NDArray[np.int32],
    dimensions: Sequence[Dimension],
    cases: Cases,
    context: JobContext,
) -> npt.NDArray[np.float64]:
    """The sum of a variable for each cell; what is missing costs nothing. Raises :class:`Refused`."""
    found = _amounts_of(name, source, cases, context)
    wrong = cases.number(found.units < 0)
    if wrong:
        where = Place(key="params.protect.cost_variable", variable=name)
        raise Refused(error("table.costs_negative", where, name=name, number=wrong))
    units = cases.counted * np.where(found.missing, 0, found.units)
    return summed(codes, units, dimensions).astype(np.float64) * float(found.unit)


def _labels(name: str, source: Source, context: JobContext) -> tuple[str, ...]:
    """The codes of a variable in the records."""
    return source.data.relation.frequencies(source.data.index(name), context)[0]


def merged_label(codes: Sequence[str]) -> str:
    """What a category merged from others is called: `5+6`."""
    return "+".join(codes)


def checked_merges(labels: Sequence[str], merges: tuple[tuple[str, ...], ...], name: str) -> tuple[str, ...]:
    """For each label that of the category it becomes. Raises :class:`Refused` for codes that are none."""
    become = {code: merged_label(group) for group in merges for code in group}
    unknown = [code for code in become if code not in labels]
    where = Place(key=f"params.protect.merge.{name}", variable=name)
    if unknown:
        raise Refused(error("table.unknown_category", where, name=name, label=unknown[0]))
    if len(become) < sum(map(len, merges)):
        raise Refused(error("table.category_twice", where, name=name, label=merged_label(merges[0])))
    return tuple(become.get(label, label) for label in labels)


def _dimension(
    spec: DimensionSpec,
    source: Source,
    total: str,
    merges: tuple[tuple[str, ...], ...],
    context: JobContext,
) -> Dimension:
    """A dimension of the codes that the records have."""
    data, name = source.data, spec.variable
    variable = data.variable(name)
    labels = _labels(name, source, context)
    if not labels:
        raise Refused(error("table.no_records", Place(variable=name), name=name))
    levels: list[Sequence[Sequence[str]]] = []
    for hierarchy in spec.hierarchies(source):
        found = codings(source.hierarchies[hierarchy], labels, variable.missing)
        levels.append(found.labels)
    known = [source.hierarchies[one] for one in spec.hierarchies(source)]
    order = category_order(labels, variable, known, data.decimal)
    if merges:
        merged = checked_merges(labels, merges, name)
        levels.append([labels, merged])
        become = dict(zip(labels, merged, strict=True))
        order = tuple(dict.fromkeys(text for label in order for text in (label, become.get(label, label))))
    made = from_levels(name, levels or [[labels]], total)
    return replace(made, order=tuple(label for label in order if label in made.places))


def category_order(
    labels: Sequence[str], variable: Variable, hierarchies: Sequence[Hierarchy], decimal: str
) -> tuple[str, ...]:
    """The codes of a variable and the labels of its hierarchies in the order shown. Sums may be anywhere
    before the next category of their level.

    A hierarchy that lists its values gives their order, the first one where there are several. Other codes
    have the order declared of the variable, else that of numbers where all are numbers or classes of numbers,
    else that of texts. Codes that are declared missing come last.
    """
    leaves = _leaves(labels, variable, decimal)
    order: dict[str, None] = {}
    for hierarchy in hierarchies:
        for row in _rows(hierarchy, leaves, variable.missing):
            order.update(dict.fromkeys(row))
    order.update(dict.fromkeys(leaves))
    absent = [label for label in leaves if label in variable.missing]
    return tuple(dict.fromkeys([label for label in order if label not in variable.missing] + absent))


def _rows(hierarchy: Hierarchy, leaves: Sequence[str], missing: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if hierarchy.rows:
        yield from hierarchy.rows.values()
    else:
        yield from (labels for labels in category_labels(hierarchy, leaves, missing) if labels is not None)


def _leaves(labels: Sequence[str], variable: Variable, decimal: str) -> list[str]:
    """The codes by the declared order, as numbers or as texts, the missing ones last."""
    absent = [label for label in labels if label in variable.missing or not label.strip()]
    known = [label for label in labels if label not in absent]
    if variable.order:
        place = {value: at for at, value in enumerate(variable.order)}
        return [*sorted(known, key=lambda label: place.get(label, len(place))), *absent]
    numbers = [_lower_bound(label, decimal) for label in known]
    figures = [value for value in numbers if value is not None]
    if len(figures) == len(known):
        by_number: list[tuple[Decimal, str]] = sorted(zip(figures, known, strict=True))
        return [*(label for _, label in by_number), *absent]
    return [*known, *absent]


_CLASS = re.compile(r"\s*(-?\d[\d.,]*)\s*(?:-|\u2013|\+|to\b|bis\b|and\b|und\b).*")  # 10-49, -5-<0, 250+


def _lower_bound(label: str, decimal: str) -> Decimal | None:
    """The number that a label is, or that a class of numbers begins with; None for other texts."""
    found = _CLASS.fullmatch(label)
    return number(label if found is None else found[1], decimal)


def _places(
    spec: DimensionSpec, dimension: Dimension, source: Source, cases: Cases, context: JobContext
) -> Integers:
    """For each record the place of its category. Raises :class:`Refused` for a code that is none."""
    labels = _labels(spec.variable, source, context)
    unknown = [label for label in labels if label not in dimension.places]
    if unknown:
        where = Place(variable=spec.variable)
        raise Refused(error("table.unknown_category", where, name=spec.variable, label=unknown[0]))
    place_of = np.array([dimension.places[label] for label in labels], dtype=np.int64)
    return place_of[cases.codes(spec.variable, context)]


def _records(
    question: Question,
    source: Source,
    codes: np.ndarray,
    cases: Cases,
    counted: CountedPersons,
    context: JobContext,
) -> tuple[Records, Flags, Decimal, tuple[Problem, ...]]:
    """The records that count, which of all these are, the unit of their amounts, and notes on the others."""
    taken = np.ones(len(codes), dtype=np.bool_)
    notes: list[Problem] = []
    unit, units = Decimal(1), np.ones(len(codes), dtype=np.int64)
    if question.value is not None:
        found = _amounts_of(question.value, source, cases, context, question.unit)
        units, unit = found.units, found.unit
        taken &= ~found.missing
        where = Place(key="params.value", variable=question.value)
        if found.missing.any():
            number = cases.number(found.missing)
            notes.append(note("table.value_missing", where, name=question.value, number=number))
        notes += _finer_values(question.value, found, cases, where)
    weights, one, coarse = None, 1, False
    if question.weight is not None:
        weighing = _amounts_of(question.weight, source, cases, context, weights=True)
        wrong = cases.number(weighing.missing | (weighing.units <= 0))
        if wrong:
            raise Refused(weights_problem(source.data, question.weight, wrong, context))
        weights, one, coarse = weighing.units, int(1 / weighing.unit), bool(weighing.rounded.any())
    who = _contributors(question.holding, source, cases, context)
    if counted.first is not None:
        taken &= counted.first
    open_ = _flags(question.waiver, question.waiver_codes, source, cases, context)
    asking = _flags(question.request, question.request_codes, source, cases, context)
    is_open = None if open_ is None else ~open_
    if counted.first is not None and cases.persons is not None:  # the others of a person say it too
        is_open, asking = (of_any_record(flags, cases.persons) for flags in (is_open, asking))
    if not taken.any():
        raise Refused(error("table.no_records", Place(key="params.value"), name=question.value or ""))
    records = Records(
        codes[taken],
        units[taken],
        None if weights is None else weights[taken],
        one,
        None if who is None else who.numbers[taken],
        None if is_open is None else is_open[taken],
        None if asking is None else asking[taken],
        None if cases.times is None else cases.times[taken],
        None if cases.persons is None else cases.persons[taken],
        None if who is None else who.nobody,
    )
    if question.weight is not None:
        records, loss = fitted(records, coarse=coarse)
        if loss is not None:
            where = Place(key="params.weight", variable=question.weight)
            figures = {"unit": float(unit / records.parts), "loss": float(loss * Fraction(unit))}
            notes.append(note("table.products_rounded", where, name=question.weight, **figures))
    return records, taken, unit, tuple(notes)


def _finer_values(name: str, found: Amounts, cases: Cases, where: Place) -> Iterator[Problem]:
    """The records whose values have more decimals than the unit, the first of them by number."""
    number = cases.number(found.rounded)
    if not number:
        return
    first = () if cases.combinations is not None else np.flatnonzero(found.rounded)[:_NAMED].tolist()
    names = tuple(str(record + 1) for record in first)
    listed = names if len(names) == number else (*names, "…")
    yield note("table.finer_values", where, name=name, number=number, unit=float(found.unit), records=listed)


def _amounts_of(
    name: str,
    source: Source,
    cases: Cases,
    context: JobContext,
    unit: Number | None = None,
    *,
    weights: bool = False,
) -> Amounts:
    """The amount of each record, in a unit with the decimals of `unit` at least; `weights`: with all of
    theirs.
    """
    data = source.data
    column = data.index(name)
    by_code = code_in_numbers(data.variable(name), Place(variable=name))
    if by_code is not None:
        raise Refused(by_code)
    relation = data.relation
    texts, counts = relation.frequencies(column, context)
    snapping: Snapping | None = Snapping(counts, Decimal(str(1 if unit is None else unit)))
    if weights:
        snapping = Snapping(counts, few=0.0, most=WEIGHT_PLACES)
    elif isinstance(relation, CountedRelation) and relation.summed_column == column:
        snapping = None
    found = amounts(texts, data.decimal, data.variable(name).missing, name, context, snapping)
    of_record = cases.codes(name, context)
    return Amounts(found.units[of_record], found.missing[of_record], found.unit, found.rounded[of_record])


def _contributors(
    holding: str | None, source: Source, cases: Cases, context: JobContext
) -> Contributors | None:
    """The contributor of each record; None where each record is one. A missing code or a blank is no holding.
    Raises :class:`Refused`.
    """
    persons = cases.persons
    if holding is None:
        if persons is None:
            return None
        nothing = np.zeros(len(persons), dtype=np.int64)
        return of_persons(persons, nothing, np.ones(len(persons), dtype=np.bool_), 0)
    data = source.data
    texts, _ = data.relation.frequencies(data.index(holding), context)
    declared = data.variable(holding).missing
    absent = np.array([not text.strip() or text in declared for text in texts], dtype=np.bool_)
    codes = cases.codes(holding, context)
    if persons is None:
        return of_holdings(codes, absent[codes], len(texts))
    return of_persons(persons, codes, absent[codes], len(texts))


def _flags(
    name: str | None, codes: Sequence[str], source: Source, cases: Cases, context: JobContext
) -> Flags | None:
    """For each record whether its value is one of these codes (padding apart)."""
    if name is None:
        return None
    column = source.data.index(name)
    texts, _ = source.data.relation.frequencies(column, context)
    wanted = {code.strip() for code in codes}
    chosen = np.array([text.strip() in wanted for text in texts], dtype=np.bool_)
    return chosen[cases.codes(name, context)]


def amounts_together(
    source: Source, names: Sequence[str], context: JobContext
) -> Mapping[str, tuple[Integers, Decimal]]:
    """For each of some variables its amount in each record (records,) in units, 0 where it is missing, and
    the unit. The records are the same for all of them. Raises :class:`Refused`.
    """
    dimensions = tuple(DimensionSpec(variable=name, hierarchy=False) for name in names)
    question = Question(dimensions, beside=tuple(names))
    source = _with_amounts(question, source, 0)
    cases = Cases.of(question, source, context)
    found = {}
    for name in names:
        own = _amounts_of(name, source, cases, context)
        found[name] = np.where(own.missing, 0, own.units), own.unit
    return found
