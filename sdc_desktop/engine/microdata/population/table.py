"""A population table beside a file: k-map (El Emam 2008), journalist risk, presence (Nergiz et al. 2007).

F counts people with the key values of a class, f records of the file, or its persons where these have several
records. Where the file is recoded the table is recoded with it, by the same hierarchies.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.hierarchies.hierarchy import category_labels
from sdc_desktop.engine.data.members import NOBODY, is_constant, is_one_each
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_beside
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Vector,
    float_sums,
    row_numbers,
)
from sdc_desktop.engine.microdata.criteria.people import ClassPeople
from sdc_desktop.engine.microdata.population.matching import Flags, Matched, ends_over_matches, matched
from sdc_desktop.engine.microdata.suppression.suppressed_records import suppressed_classes
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source

_WHERE = Place(key="params.population.table")
_CLOSE = 1e-9


@dataclass(frozen=True)
class Population:
    """Rows of a population table: ``codes`` (variables, rows) are numbers of categories, ``people`` (rows,)
    is positive; ``labels[variable][level]`` has the text of each category at each level of the hierarchy,
    None for a level without it. ``one_row_each``: no person of a register of persons is in several rows.
    """

    names: tuple[str, ...]
    codes: npt.NDArray[np.int64]
    people: Vector
    labels: tuple[tuple[tuple[str | None, ...], ...], ...]
    one_row_each: bool = True


@dataclass(frozen=True)
class Presence:
    """The least and the greatest share of people of a class that are in the file."""

    least: float
    most: float


@dataclass(frozen=True)
class InPopulation:
    """A file held against a population table. A suppressed value matches every value. ``k_map``: the fewest
    people that match a class of the file; ``complete``: records of classes all of whose people are in the
    file; ``possible``: those and records that match a class whose people may all be in the file; ``single``:
    records that match one person. ``presence`` is over all classes of the population (0 where none of its
    people is in the file), ``sample_presence`` over those that a record matches: the least counts the records
    that show all values, the greatest all that match. ``levels``: by variable the level to which the table
    was recoded. ``suppressed``: records that show no key value and are in no class. ``people`` (classes,): F,
    0 for suppressed records; ``lowest`` and ``highest`` (classes,): the ends of presence in the classes of
    the population that match.
    """

    size: float
    classes: int
    k_map: float
    single: int
    complete: int
    possible: int
    presence: Presence
    sample_presence: Presence
    levels: Mapping[str, int]
    suppressed: int
    people: Vector
    lowest: Vector
    highest: Vector

    @property
    def of_classes(self) -> ClassPeople:
        """What criteria need of it."""
        return ClassPeople(self.people, self.lowest, self.highest, self.presence.least, self.presence.most)


def read_population(
    path: str | None, number: str | None, names: Sequence[str], source: Source, context: JobContext
) -> Population:
    """The table in a file: key variables under the names of the file, one row for each combination with its
    number of people, or a row for each person, or several if it has the variables of the role `person`.
    Raises :class:`Refused`.
    """
    if not path:
        raise Refused(error("risk.population_no_table", _WHERE))
    spec = DataSpec(path=path, decimal=source.data.decimal)
    data = open_beside(spec, source.base, source.data, context)
    wanted = [*names, *([] if number is None else [number])]
    lacking = tuple(name for name in wanted if name not in data.names)
    if lacking:
        raise Refused(error("risk.population_lacks_variables", Place(file=path), names=lacking))
    if number in names:
        raise Refused(error("risk.population_number_is_key", _WHERE, name=number))
    if number is None:
        data = _with_persons(data, path, source, context)
    found = data.counts(wanted, context)
    if not found.records:
        raise Refused(error("risk.population_empty", Place(file=path)))
    codes = found.codes[:, : len(names)].astype(np.int64)
    members = found.members
    units = found.frequencies if members is None else members.numbers(len(codes))
    people = units.astype(np.float64)
    if number is not None:
        categories = [len(texts) for texts in found.categories[: len(names)]]
        rows, count = row_numbers(codes, categories)
        repeated = len(rows) - count + int((found.frequencies - 1).sum())
        if repeated:
            raise Refused(error("risk.population_rows_repeated", Place(file=path), number=repeated))
        amounts = _amounts(found.categories[-1], number, path, source.data.decimal)
        people = amounts[found.codes[:, -1]]
    there = people > 0
    for place, name in enumerate(names):
        texts = {found.categories[place][code] for code in np.unique(codes[there, place]).tolist()}
        if SUPPRESSED in texts and len(texts) > 1:
            raise Refused(error("risk.population_suppressed", Place(file=path, variable=name), name=name))
    labels = tuple(
        _labels(name, found.categories[place], source, context) for place, name in enumerate(names)
    )
    one_row = members is None or members.in_one_place
    return Population(tuple(names), np.ascontiguousarray(codes[there].T), people[there], labels, one_row)


def _with_persons(data: Microdata, path: str, source: Source, context: JobContext) -> Microdata:
    """The rows of a register, whose persons are known if it has the variables of the role `person`. Raises
    :class:`Refused` where it has some of these only, or rows without a person.
    """
    persons = (source.original or source.data).persons
    missing = {} if persons is None else dict(zip(persons.variables, persons.columns, strict=True))
    lacking = tuple(name for name in missing if name not in data.names)
    if len(lacking) == len(missing):
        return data
    if lacking:
        raise Refused(error("risk.population_lacks_variables", Place(file=path), names=lacking))
    variables = [
        replace(one, role="person", missing=missing[one.name][1]) if one.name in missing else one
        for one in data.variables
    ]
    made = data.with_variables(variables).with_persons(None)
    assert made.persons is not None
    without = made.persons.records(made.relation, context).without
    if without:
        raise Refused(error("persons.none_in_table", Place(file=path), number=without))
    return made


def held_against(
    population: Population,
    classes: KeyClasses,
    labels: Sequence[Sequence[str]],
    levels: Sequence[int] | None = None,
    *,
    pooled: bool = False,
    one_row_each: bool = True,
) -> InPopulation:
    """A file's classes, with their ``labels`` by variable, held against the population, which is recoded to
    ``levels``, by default the finest that have all labels. ``pooled``: records without any key value were
    whole classes, so that they are of those people alone that no other record matches. ``one_row_each``: each
    person is in one row of the population (`in_one_row`). Raises :class:`Refused` where fewer people match a
    class than records, and where numbers of people with several records would be added up.
    """
    texts, own, rows, categories, found = [], [], [], [], {}
    for place, name in enumerate(population.names):
        codes = classes.codes[place]
        shown = {labels[place][code] for code in np.unique(codes).tolist()}
        level = _level(population.labels[place], shown) if levels is None else levels[place]
        above = population.labels[place][level]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(above))}
        lookup = [numbers.get(text, len(numbers)) for text in labels[place]]
        texts.append(suppressed_values(labels[place], above)[codes])
        own.append(np.array(lookup, dtype=np.int64)[codes])
        rows.append(np.array([numbers[text] for text in above], dtype=np.int64)[population.codes[place]])
        categories.append(len(numbers) + 1)  # the last: a text that the table lacks
        found[name] = level
    hidden = np.array(texts)
    _refuse_unknown(np.array(own), hidden, categories, population.names)
    codes, people = merged_people(np.array(rows), population.people, categories)
    suppressed = suppressed_classes(classes, labels)
    members = classes.members
    units = classes.sizes if members is None else members.numbers(len(classes.sizes))
    added = len(people) < len(population.people) or bool(hidden[:, ~suppressed].any())
    if not (one_row_each and population.one_row_each) and (added or (pooled and suppressed.any())):
        raise Refused(error("persons.table_adds_up", _WHERE))
    held = _Held(np.array(own), hidden, units, classes.sizes, codes, people, categories)
    return _found(held, found, suppressed, pooled=pooled)


def in_one_row(source: Source, names: Sequence[str], context: JobContext) -> bool:
    """Whether each person is known to have the same values of these variables in all records as read, also in
    those that were removed since, so that numbers of people add up. Raises :class:`Refused`.
    """
    persons = (source.original or source.data).persons
    if persons is None:
        return True
    numbers = persons.of(persons.relation, context)
    there = numbers != NOBODY
    if is_one_each(numbers[there]):
        return True
    columns: set[int] = set()
    for name in names:
        made_of = source.data.variable(name).made_of
        if made_of is None:
            return False
        columns.update(made_of)
    codes = (persons.relation.codes(column, context)[there] for column in columns)
    return all(is_constant(numbers[there], one) for one in codes)


@dataclass(frozen=True)
class _Held:
    """Classes of a file, and distinct rows of the population at the same levels."""

    own: npt.NDArray[np.int64]
    hidden: Flags
    sizes: Integers  # in persons where these have several records
    records: Integers
    rows: npt.NDArray[np.int64]
    people: Vector
    categories: Sequence[int]


def _found(held: _Held, levels: Mapping[str, int], suppressed: Flags, *, pooled: bool) -> InPopulation:
    kept = np.flatnonzero(~suppressed)
    counted = kept if pooled else np.arange(len(held.sizes))
    found = matched(
        held.own[:, counted],
        held.hidden[:, counted],
        held.sizes[counted],
        held.rows,
        held.people,
        held.categories,
    )
    _refuse_impossible(found, held.sizes[counted])
    least = np.minimum(found.shown / held.people, 1.0)
    most = np.minimum(found.possible / held.people, 1.0)
    in_file = found.possible > 0
    if pooled and not in_file.all():
        pool = float(held.sizes[suppressed].sum()) / float(held.people[~in_file].sum())
        least[~in_file] = most[~in_file] = min(pool, 1.0)
    low, high = ends_over_matches(held.own, held.hidden, held.rows, least, most, held.categories)
    of_class, inside = np.zeros(len(held.sizes)), np.zeros(len(held.sizes))
    of_class[counted], inside[counted] = found.people, found.inside
    of_class[suppressed] = 0.0
    sizes, people = held.records[kept], of_class[kept]
    return InPopulation(
        size=float(held.people.sum()),
        classes=len(held.people),
        k_map=float(people.min()) if len(kept) else 0.0,
        single=int(sizes[people <= 1 + _CLOSE].sum()),
        complete=int(sizes[people <= inside[kept] * (1 + _CLOSE)].sum()),
        possible=int(sizes[high[kept] >= 1 - _CLOSE].sum()),
        presence=Presence(float(least.min()), float(most.max())),
        sample_presence=Presence(
            float(least[in_file].min(initial=1.0)), float(most[in_file].max(initial=0.0))
        ),
        levels=levels,
        suppressed=int(held.records[suppressed].sum()),
        people=of_class,
        lowest=low,
        highest=high,
    )


def suppressed_values(labels: Sequence[str], above: Sequence[str | None]) -> Flags:
    """Which labels of the file (labels,) are suppressed values; none where ``above``, of the table, have
    ``*`` too: it is a category of the hierarchy then, which may cover some of the people only.
    """
    is_category = SUPPRESSED in above
    return np.array([text == SUPPRESSED and not is_category for text in labels], dtype=np.bool_)


def merged_people(
    codes: npt.NDArray[np.int64], people: Vector, categories: Sequence[int]
) -> tuple[npt.NDArray[np.int64], Vector]:
    """Rows of a population, (variables, rows), with equal rows as one, and their people."""
    numbers, count = row_numbers(codes.T, categories)
    member = np.zeros(count, dtype=np.int64)
    member[numbers[::-1]] = np.arange(len(numbers))[::-1]
    return np.ascontiguousarray(codes[:, member]), float_sums(numbers, people, count)


def _refuse_unknown(
    own: npt.NDArray[np.int64], hidden: Flags, categories: Sequence[int], names: Sequence[str]
) -> None:
    lacking = own == np.array(categories)[:, None] - 1
    unknown = tuple(
        name for name, column in zip(names, (lacking & ~hidden).any(axis=1), strict=True) if column
    )
    if unknown:
        raise Refused(error("risk.population_lacks_values", _WHERE, names=unknown))


def _refuse_impossible(found: Matched, sizes: Integers) -> None:
    absent = found.people == 0
    if absent.any():
        figures = {"number": int(absent.sum()), "records": int(sizes[absent].sum())}
        raise Refused(error("risk.population_lacks_classes", _WHERE, **figures))
    greater = found.inside > found.people * (1 + _CLOSE)
    if greater.any():
        figures = {"number": int(greater.sum()), "records": int(sizes[greater].sum())}
        raise Refused(error("risk.population_fewer_than_records", _WHERE, **figures))


def _amounts(texts: Sequence[str], name: str, path: str, decimal: DecimalMark) -> Vector:
    is_number = re.compile(number_pattern(decimal))
    good = [bool(is_number.fullmatch(text)) for text in texts]
    values = [
        float(text.replace(decimal, ".")) if one else -1.0 for text, one in zip(texts, good, strict=True)
    ]
    wrong = sum(value < 0 or not np.isfinite(value) for value in values)
    if wrong:
        where = Place(file=path, variable=name)
        raise Refused(error("risk.population_number_wrong", where, name=name, number=wrong))
    return np.array(values)


def _labels(
    name: str, texts: Sequence[str], source: Source, context: JobContext
) -> tuple[tuple[str | None, ...], ...]:
    hierarchy = source.hierarchies.get(name)
    if hierarchy is None:
        return (tuple(texts),)
    own, _ = source.data.relation.frequencies(source.data.index(name), context)
    rows = category_labels(hierarchy, texts, source.data.variable(name).missing, own)
    above = [
        tuple(None if row is None else row[level] for row in rows) for level in range(1, hierarchy.levels)
    ]
    return (tuple(texts), *above)


def _level(labels: Sequence[Sequence[str | None]], shown: set[str]) -> int:
    """The finest level whose labels have all texts shown, suppressed values apart where no level has these
    as well; level 0 where none has.
    """
    for wanted in (shown, shown - {SUPPRESSED}):
        for level, texts in enumerate(labels):
            if wanted and wanted <= {text for text in texts if text is not None}:
                return level
    return 0
