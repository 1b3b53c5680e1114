"""Household swapping: pairs of households exchange the areas in which they live.

Households that are rare in their area are exchanged first, at the coarsest level at which they are rare, so
that they move far; others follow at the finest level until the rate is reached. Partners are equal in what
the settings name. Source: Shlomo, Tudor and Groom (2010), targeted record swapping.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.households import households_of
from sdc_desktop.engine.data.members import NOBODY, Numbers, RecordPersons
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.packed_codes import numbered_columns
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.perturbation.swap_households import (
    SIZE,
    SWAP_HOUSEHOLDS,
    SwapHouseholdsParams,
)
from sdc_desktop.engine.methods.perturbation.swap_households.pairing import Flags, Households, Pairs, paired
from sdc_desktop.engine.microdata.classes.key_classes import Integers, OneValue, Vector
from sdc_desktop.engine.microdata.classes.key_codes import KeyCodes, key_codes, one_value_with
from sdc_desktop.engine.microdata.numeric_changes import numbers_of
from sdc_desktop.engine.microdata.person_draws import drawn_with
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors, warning
from sdc_desktop.engine.secret_stream import stream
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, failed, reserved, unjudged
from sdc_desktop.engine.verdict_records import above_limit, disclosed, is_limit

PURPOSE = "swap_households"  # of the draws
RISK = "area_classes"  # the name of the largest risk left open
_SHOWN = 20  # households named in a refusal
_COMMON = 0.2  # of households that are rare: beyond, the swap changes more than it protects


@dataclass(frozen=True)
class SwapCounts:
    """Households in the order of their identifiers. ``of_record``: the household of each record (records,);
    ``codes`` and ``texts``: of the variables that are exchanged, by household; ``keys`` (records,): the
    number of each record's combination of key values; ``levels``: the area variables; ``disclosing``: what
    disclosure of sensitive variables is counted on. ``persons`` (records,) where persons have several
    records: classes and the sizes of households count them.
    """

    households: Households
    ids: tuple[str, ...]
    of_record: Integers
    codes: Mapping[str, Integers]
    texts: Mapping[str, tuple[str, ...]]
    keys: Integers
    levels: tuple[str, ...]
    disclosing: KeyCodes | None
    notes: tuple[Problem, ...]
    persons: Numbers | None = None
    by_person: bool = False  # there are no households: persons move


@dataclass(frozen=True)
class SwapLevel:
    """One level of areas: households rare there and at no coarser level, and households swapped there."""

    variable: str
    areas: int
    rare: int
    swapped: int


@dataclass(frozen=True)
class SwapHouseholdsResult:
    """What was exchanged. ``swapped``: households that moved; ``moved``: their records; ``not_placed``: rare
    households without a partner. ``rare_everywhere``: records of swapped households that are in classes
    smaller than k in the whole file, whatever the area; ``rare_after``: records of the others that are in
    such classes in their area as released, because households of their class have moved away. ``moves``:
    swapped households by the coarsest area before (rows) and after (columns). ``changed``: by variable the
    records with another value. ``persons_everywhere`` and ``persons_after``: those persons, where they have
    several records.
    """

    records: int
    households: int
    rare: int
    swapped: int
    moved: int
    not_placed: int
    rare_everywhere: int
    rare_after: int
    k: int
    levels: tuple[SwapLevel, ...]
    areas: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    changed: Mapping[str, int]
    risks: Mapping[str, float]
    one_value: Mapping[str, OneValue]
    notes: tuple[Problem, ...]
    pairs: Pairs = field(metadata=REDACTED, repr=False, compare=False)
    persons_everywhere: int | None = field(metadata=IF_THERE, default=None)
    persons_after: int | None = field(metadata=IF_THERE, default=None)
    by_person: bool | None = field(metadata=IF_THERE, default=None)  # persons moved, there are no households


def check(params: SwapHouseholdsParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    problems, data = [], source.data
    similar = _similar(params, data)
    for key, names in _named(params, similar):
        for name in names:
            if name not in data.names:
                problems.append(
                    error("plan.unknown_variable", Place(key=f"params.{key}", variable=name), name=name)
                )
    if not params.hierarchy:
        problems.append(error("swap_households.no_areas", Place(key="params.hierarchy")))
    household, exchanged = _household_name(params, data), _exchanged(params)
    if household is None and (data.persons is None or params.not_placed is not None):
        problems.append(error("swap_households.no_household", Place(key="params.household")))
    if household is not None and household in (*exchanged, *similar):
        problems.append(
            error("swap_households.household_used", Place(key="params.household"), name=household)
        )
    for name in [name for name in similar if name in exchanged]:
        problems.append(error("swap_households.similar_area", Place(key="params.similar"), name=name))
    if bool(params.risk) != (params.risk_threshold is not None) or (
        params.risk and set(params.risk) != set(params.hierarchy or ())
    ):
        problems.append(error("swap_households.risk_incomplete", Place(key="params.risk")))
    return tuple(problems)


def _similar(params: SwapHouseholdsParams, data: Microdata) -> tuple[str, ...]:
    """The variables of all profiles."""
    names = dict.fromkeys(name for profile in params.similar for name in profile)
    return tuple(name for name in names if name != SIZE or SIZE in data.names)


def _named(params: SwapHouseholdsParams, similar: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    yield "hierarchy", params.hierarchy or ()
    yield "household", () if params.household is None else (params.household,)
    yield "similar", similar
    yield "risk_variables", params.risk_variables or ()
    yield "carry_along", params.carry_along or ()
    yield "risk", tuple(params.risk.values())


def _household_name(params: SwapHouseholdsParams, data: Microdata) -> str | None:
    if params.household is not None:
        return params.household
    return next((variable.name for variable in data.with_role("household")), None)


def _exchanged(params: SwapHouseholdsParams) -> tuple[str, ...]:
    return (*(params.hierarchy or ()), *(params.carry_along or ()))


def counts(params: SwapHouseholdsParams, source: Source, context: JobContext) -> SwapCounts:
    """Reads areas, partners' variables and classes. Raises :class:`Refused` where a household is not in one
    area, or values are missing.
    """
    refuse_errors(check(params, source))
    data = source.data
    name = _household_name(params, data)
    levels = tuple(params.hierarchy or ())
    of_units = () if name is None else (name,)
    read = dict.fromkeys((*of_units, *_exchanged(params), *_similar(params, data)))
    texts = {each: data.relation.frequencies(data.index(each), context)[0] for each in read}
    rare_by = _rare_by(params, data)
    codes = {
        each: data.relation.codes(data.index(each), context) for each in dict.fromkeys((*texts, *rare_by))
    }
    _refuse_missing(data, {each: texts[each] for each in texts if each != name}, codes)
    unnamed: tuple[Problem, ...] = ()
    if name is None:
        of_record, ids = _persons_as_units(data, context)
    else:
        of_record, ids, unnamed = _households(data, name, context)
    persons = _persons_with_several(data, of_record, context)
    members = np.bincount(_first_records(of_record, persons), minlength=len(ids))
    named = ids if name is not None else ()
    of_household = {
        each: _constant(each, codes[each], of_record, len(ids), named) for each in texts if each != name
    }
    _refuse_nesting(levels, of_household, texts)
    areas = tuple(of_household[each] for each in levels)
    if len(ids) and int(areas[-1].max()) == int(areas[-1].min()):
        raise Refused([error("swap_households.one_area", Place(key="params.hierarchy"), name=levels[-1])])
    keys = _combinations([codes[each] for each in rare_by], data.records)
    context.checkpoint()
    classes = [_class_sizes(codes[each], keys, persons) for each in levels]
    weights, rare = _weights(params, data, classes, of_record, len(ids), context)
    equal = {SIZE: members} | of_household
    profiles = tuple(_combinations([equal[each] for each in names], len(ids)) for names in params.similar)
    notes = (*unnamed, *_notes(rare, len(ids)))
    return SwapCounts(
        Households(areas, weights, rare, profiles),
        ids,
        of_record,
        {each: of_household[each] for each in _exchanged(params)},
        {each: texts[each] for each in _exchanged(params)},
        keys,
        levels,
        key_codes(data, _exchanged(params), context, codes),
        notes,
        persons,
        by_person=name is None,
    )


def _households(
    data: Microdata, name: str, context: JobContext
) -> tuple[Integers, tuple[str, ...], tuple[Problem, ...]]:
    """The household of each record (records,), how each is called, and a note where records name none; their
    households come last and have no name.
    """
    found = households_of(data, name, context)
    notes = (note("household.missing", Place(key="params.household"), number=found.missing),)
    ids = (*found.named, *[""] * (found.households - len(found.named)))
    return found.numbers, ids, notes if found.missing else ()


def _persons_as_units(data: Microdata, context: JobContext) -> tuple[Integers, tuple[str, ...]]:
    """Without a household the person moves: the number of each record's person (records,), and the number of
    each as a text, so that no identifier is shown. Raises :class:`Refused` where a record has no person.
    """
    assert data.persons is not None
    persons = data.persons.of(data.relation, context)
    if (persons == NOBODY).any():
        without = int(np.count_nonzero(persons == NOBODY))
        raise Refused(error("persons.missing", Place(key="data.persons.missing"), records=without))
    found, numbers = np.unique(persons, return_inverse=True)
    return numbers.astype(np.int64), tuple(map(str, found.tolist()))


def _persons_with_several(data: Microdata, of_record: Integers, context: JobContext) -> Numbers | None:
    """The persons (records,) of records of these households (records,), None where each record is of one of
    its own. Raises :class:`Refused` where a person is of two households or an intruder knows several of its
    records.
    """
    found = data.record_persons(context)
    if found is None:
        return None
    if found.known != 1:
        raise Refused(error("persons.not_yet", Place(key="data.persons.known"), title=SWAP_HOUSEHOLDS.title))
    persons = found.numbers
    first = drawn_with(None, persons)
    two = found.within(of_record != of_record[first])
    if two:
        raise Refused(error("persons.two_households", Place(key="params.household"), persons=two))
    return persons


def _first_records(numbers: Integers, persons: Numbers | None) -> Integers:
    """The numbers (records,) of the first records of persons, and of those without a person."""
    if persons is None:
        return numbers
    first: Flags = drawn_with(None, persons) == np.arange(len(persons))
    return numbers[first]


def _refuse_missing(
    data: Microdata, texts: Mapping[str, tuple[str, ...]], codes: Mapping[str, Integers]
) -> None:
    for name, values in texts.items():
        markers = data.variable(name).missing
        missing = [place for place, text in enumerate(values) if text in markers]
        number = int(np.isin(codes[name], missing).sum()) if missing else 0
        if number:
            raise Refused([error("swap_households.missing", Place(variable=name), name=name, number=number)])


def _constant(
    name: str, codes: Integers, of_record: Integers, households: int, ids: tuple[str, ...]
) -> Integers:
    """The code of each household (households,). Raises :class:`Refused` where members differ, with some of
    the ``ids``; there are none where persons are the units.
    """
    one = np.zeros(households, dtype=np.int64)
    one[of_record] = codes
    differing = np.unique(of_record[one[of_record] != codes])
    if len(differing):
        where = Place(variable=name)
        if not ids:
            raise Refused([error("swap_households.person_moved", where, name=name, number=len(differing))])
        shown = tuple(ids[place] for place in differing[:_SHOWN].tolist())
        raise Refused(
            [error("swap_households.differs", where, name=name, number=len(differing), households=shown)]
        )
    return one


def _refuse_nesting(
    levels: Sequence[str], codes: Mapping[str, Integers], texts: Mapping[str, tuple[str, ...]]
) -> None:
    for coarse, fine in pairwise(levels):
        above = np.full(len(texts[fine]), -1, dtype=np.int64)
        above[codes[fine]] = codes[coarse]
        wrong = np.unique(codes[fine][above[codes[fine]] != codes[coarse]])
        if len(wrong):
            shown = tuple(texts[fine][place] for place in wrong[:_SHOWN].tolist())
            where, number = Place(variable=fine), len(wrong)
            raise Refused(
                [
                    error(
                        "swap_households.not_nested",
                        where,
                        name=fine,
                        coarser=coarse,
                        number=number,
                        values=shown,
                    )
                ]
            )


def _rare_by(params: SwapHouseholdsParams, data: Microdata) -> tuple[str, ...]:
    """The variables whose values make a household rare."""
    if params.risk_variables is not None:
        return params.risk_variables
    exchanged = _exchanged(params)
    return tuple(variable.name for variable in data.with_role("key") if variable.name not in exchanged)


def _combinations(columns: Sequence[Integers], rows: int) -> Integers:
    """The number of the combination of values in each row (rows,); of no columns it is 0."""
    return numbered_columns(columns, [int(column.max(initial=0)) + 1 for column in columns], rows)[0]


def _class_sizes(area: Integers, keys: Integers, persons: Numbers | None) -> Integers:
    """For each record how many records, or persons, of its area have its key values (records,)."""
    if not len(keys):
        return keys
    number, _ = numbered_columns((area, keys), (int(area.max()) + 1, int(keys.max()) + 1), len(keys))
    return _sizes_of(number, persons)


def _sizes_of(number: Integers, persons: Numbers | None) -> Integers:
    """How many records, or persons, have the number of each record, (records,)."""
    members = None if persons is None else RecordPersons(persons).members(number)
    if members is not None:
        of_classes = members.numbers(int(number.max(initial=-1)) + 1)
    else:
        of_classes = np.bincount(number)
    sizes: Integers = of_classes[number]
    return sizes


def _largest_risk(number: Integers, sizes: Integers, persons: Numbers, chosen: Flags) -> float:
    """The greatest chance to be found of the persons with a chosen record, in classes with these numbers and
    sizes, each (records,). A record drawn from a class is of a person with several ones more often; a class
    without persons counts as certain.
    """
    if not chosen.any():
        return 0.0
    largest = float(1 / max(sizes[chosen].min(), 1))
    members = RecordPersons(persons).members(number)
    if members is None:
        return largest
    looked_at = np.zeros(int(number.max()) + 1, dtype=np.bool_)
    looked_at[number[chosen]] = True
    shares = members.records / np.bincount(number)[members.places]
    return max(largest, float(shares[looked_at[members.places]].max(initial=0.0)))


def _weights(
    params: SwapHouseholdsParams,
    data: Microdata,
    classes: Sequence[Integers],
    of_record: Integers,
    households: int,
    context: JobContext,
) -> tuple[tuple[Vector, ...], tuple[Flags, ...]]:
    """By level the weight of each household, and whether it is rare."""
    weights, rare = [], []
    if params.risk:
        assert params.risk_threshold is not None
        for level in params.hierarchy or ():
            risks = numbers_of(data, params.risk[level], context)
            if not (np.isfinite(risks).all() and (risks >= 0).all()):
                name = params.risk[level]
                raise Refused([error("swap_households.risk_values", Place(variable=name), name=name)])
            largest = np.zeros(households)
            np.maximum.at(largest, of_record, risks)
            weights.append(np.maximum(largest, 1e-12))
            rare.append(largest > float(params.risk_threshold))
        return tuple(weights), tuple(rare)
    for sizes in classes:
        least = np.full(households, np.iinfo(np.int64).max)
        np.minimum.at(least, of_record, sizes)
        weights.append(1.0 / np.maximum(least, 1))
        rare.append(least < params.k)
    return tuple(weights), tuple(rare)


def _notes(rare: Sequence[Flags], households: int) -> tuple[Problem, ...]:
    share = float(rare[-1].sum()) / max(households, 1)
    if share <= _COMMON:
        return ()
    where = Place(key="params.k")
    return (warning("swap_households.mostly_rare", where, share=share, number=int(rare[-1].sum())),)


def decide(params: SwapHouseholdsParams, counted: SwapCounts, context: JobContext) -> SwapHouseholdsResult:
    """Draws the pairs from the job's secret. Raises :class:`Refused` without one, and Cancelled."""
    found = counted.households
    pairs = paired(found, float(params.rate), partial(_uniforms, context), context)
    moved = pairs.level[counted.of_record] >= 0
    largest_area = len(counted.texts[counted.levels[0]])
    coarse = counted.codes[counted.levels[0]]
    swapped = np.flatnonzero(pairs.level >= 0)
    moves = np.zeros((largest_area, largest_area), dtype=np.int64)
    np.add.at(moves, (coarse[swapped], coarse[pairs.partner[swapped]]), 1)
    exchanged = pairs.partner[counted.of_record]
    finest = counted.codes[counted.levels[-1]]
    sizes, largest = _sizes_after(counted.keys, finest[exchanged], moved, counted.persons)
    everywhere, after = moved & (sizes < params.k), ~moved & (sizes < params.k)
    new = {name: codes[exchanged] for name, codes in counted.codes.items()}
    seen = np.zeros(found.number, dtype=np.bool_)
    levels = []
    for place, name in enumerate(counted.levels):
        first = found.rare[place] & ~seen
        seen |= found.rare[place]
        here = int((pairs.level == place).sum())
        levels.append(SwapLevel(name, len(counted.texts[name]), int(first.sum()), here))
    return SwapHouseholdsResult(
        records=len(counted.of_record),
        households=found.number,
        rare=int(seen.sum()),
        swapped=len(swapped),
        moved=int(moved.sum()),
        not_placed=len(pairs.not_placed),
        rare_everywhere=int(everywhere.sum()),
        rare_after=int(after.sum()),
        k=params.k,
        levels=tuple(levels),
        areas=counted.texts[counted.levels[0]],
        moves=tuple(tuple(row) for row in moves.tolist()),
        changed={
            name: int((new[name] != codes[counted.of_record]).sum()) for name, codes in counted.codes.items()
        },
        risks={RISK: largest} if len(sizes) else {},
        one_value=_one_value(counted, new),
        notes=counted.notes,
        pairs=pairs,
        persons_everywhere=_within(everywhere, counted.persons),
        persons_after=_within(after, counted.persons),
        by_person=True if counted.by_person else None,
    )


def _within(chosen: Flags, persons: Numbers | None) -> int | None:
    return None if persons is None else RecordPersons(persons).within(chosen)


def _uniforms(context: JobContext, purpose: str, count: int) -> Vector:
    return stream(context, PURPOSE, purpose).uniforms(0, count)


def _sizes_after(
    keys: Integers, area: Integers, moved: Flags, persons: Numbers | None
) -> tuple[Integers, float]:
    """How many records, or persons, an intruder finds equal to each record, (records,): of one that stayed,
    those in its area as released; of one that moved, which is not there, those in the whole file. With the
    greatest chance to be found.
    """
    if not len(keys):
        return keys, 0.0
    number, _ = numbered_columns((area, keys), (int(area.max()) + 1, int(keys.max()) + 1), len(keys))
    everywhere, here = _sizes_of(keys, persons), _sizes_of(number, persons)
    sizes = np.where(moved, everywhere, here)
    if persons is None:
        return sizes, float(1 / sizes.min())
    return sizes, max(
        _largest_risk(of, found, persons, chosen)
        for of, found, chosen in ((keys, everywhere, moved), (number, here, ~moved))
    )


def _one_value(counted: SwapCounts, new: Mapping[str, Integers]) -> Mapping[str, OneValue]:
    if counted.disclosing is None:
        return {}
    changed = {name: codes for name, codes in new.items() if name in counted.disclosing.codes}
    return one_value_with(counted.disclosing, changed)


def apply(
    result: SwapHouseholdsResult, counted: SwapCounts, source: Source, context: JobContext
) -> Microdata:
    """The records with the areas of their household's partner, without direct identifiers."""
    partner = result.pairs.partner[counted.of_record]
    columns = {name: (codes[partner], counted.texts[name]) for name, codes in counted.codes.items()}
    return source.data.replaced(columns, context).without_direct_identifiers(context)


def partners(
    params: SwapHouseholdsParams, result: SwapHouseholdsResult, counted: SwapCounts, context: JobContext
) -> dict[str, Integers]:
    """By variable exchanged the record (records,) whose value each record gets: the first of its household's
    partner, or its own where the household stays.
    """
    first = np.full(result.households, -1, dtype=np.int64)
    first[counted.of_record[::-1]] = np.arange(result.records)[::-1]
    partner = result.pairs.partner[counted.of_record]
    own = np.arange(result.records)
    return dict.fromkeys(counted.codes, np.where(partner == counted.of_record, own, first[partner]))


def not_placed_file(
    params: SwapHouseholdsParams, result: SwapHouseholdsResult, counted: SwapCounts
) -> Mapping[str, Sequence[Sequence[str]]]:
    """The rare households without a partner, by the file that the params name. Where some have no number,
    the first record of each is stated, counted from 1.
    """
    if params.not_placed is None:
        return {}
    places = result.pairs.not_placed.tolist()
    if all(counted.ids):
        return {params.not_placed: [("household",), *((counted.ids[place],) for place in places)]}
    _, first = np.unique(counted.of_record, return_index=True)
    rows = [(counted.ids[place], str(int(first[place]) + 1)) for place in places]
    return {params.not_placed: [("household", "record"), *rows]}


def verdict(params: SwapHouseholdsParams, result: SwapHouseholdsResult, limits: Limits) -> Iterator[Reason]:
    """Rare households that stayed, swapped ones that are rare everywhere, and the largest risk."""
    yield from disclosed(result.one_value, result.records, limits)
    if result.not_placed:
        found = {"persons": result.not_placed} if result.by_person else {}
        yield failed("swap_not_placed", number=result.not_placed, rare=result.rare, k=result.k, **found)
    if result.rare_everywhere:
        found = {} if result.persons_everywhere is None else {"persons": result.persons_everywhere}
        yield reserved("swap_rare_everywhere", number=result.rare_everywhere, k=result.k, **found)
    if result.rare_after:
        found = {} if result.persons_after is None else {"persons": result.persons_after}
        yield reserved("swap_rare_after", number=result.rare_after, k=result.k, **found)
    if is_limit(params.tolerable_risk):
        yield from above_limit(result.risks, params.tolerable_risk)
    elif params.k < 2 and not params.risk:
        yield unjudged(NOTHING_REQUIRED)


STAGES = Stages(check, counts, decide, apply, verdict, further_files=not_placed_file, partners=partners)
