"""A population table beside a file: k-map (El Emam 2008), journalist risk, presence (Nergiz et al. 2007).

F counts people with the key values of a class, f records of the file. Where the file is recoded the table is
recoded with it, by the same hierarchies.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Vector,
    float_sums,
    row_numbers,
)
from sdc_desktop.engine.microdata.criteria.check_file import suppressed_classes
from sdc_desktop.engine.microdata.hierarchies.hierarchy import category_labels
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source

_WHERE = Place(key="params.population.table")
_CLOSE = 1e-9


@dataclass(frozen=True)
class Population:
    """Rows of a population table: ``codes`` (variables, rows) are numbers of categories, ``people`` (rows,)
    is positive; ``labels[variable][level]`` has the text of each category at each level of the hierarchy,
    None for a level without it.
    """

    names: tuple[str, ...]
    codes: npt.NDArray[np.int64]
    people: Vector
    labels: tuple[tuple[tuple[str | None, ...], ...], ...]


@dataclass(frozen=True)
class Presence:
    """The least and the greatest share of people of a class that are in the file."""

    least: float
    most: float


@dataclass(frozen=True)
class InPopulation:
    """A file held against a population table. ``k_map``: the fewest people of a class of the file;
    ``complete``: records of classes all of whose people are in the file; ``single``: records of classes of
    one person. ``presence`` is over all classes of the population (0 where none of its people is in the
    file), ``sample_presence`` over those of the file. ``levels``: by variable the level to which the table
    was recoded. ``suppressed``: records that show no key value and are in no class. ``people`` (classes,):
    F, 0 for suppressed records.
    """

    size: float
    classes: int
    k_map: float
    single: int
    complete: int
    presence: Presence
    sample_presence: Presence
    levels: Mapping[str, int]
    suppressed: int
    people: Vector


def read_population(
    path: str | None, number: str | None, names: Sequence[str], source: Source, context: JobContext
) -> Population:
    """The table in a file: key variables under the names of the file, one row for each combination with its
    number of people, or a row for each person. Raises :class:`Refused`.
    """
    if not path:
        raise Refused(error("risk.population_no_table", _WHERE))
    data = open_data(DataSpec(path=path, decimal=source.data.decimal), source.base, context).data
    wanted = [*names, *([] if number is None else [number])]
    lacking = tuple(name for name in wanted if name not in data.names)
    if lacking:
        raise Refused(error("risk.population_lacks_variables", Place(file=path), names=lacking))
    if number in names:
        raise Refused(error("risk.population_number_is_key", _WHERE, name=number))
    found = data.counts(wanted, context)
    if not found.records:
        raise Refused(error("risk.population_empty", Place(file=path)))
    codes = found.codes[:, : len(names)].astype(np.int64)
    people = found.frequencies.astype(np.float64)
    if number is not None:
        categories = [len(texts) for texts in found.categories[: len(names)]]
        rows, count = row_numbers(codes, categories)
        repeated = len(rows) - count + int((found.frequencies - 1).sum())
        if repeated:
            raise Refused(error("risk.population_rows_repeated", Place(file=path), number=repeated))
        amounts = _amounts(found.categories[-1], number, path, source.data.decimal)
        people = amounts[found.codes[:, -1]]
    there = people > 0
    labels = tuple(_labels(name, found.categories[place], source) for place, name in enumerate(names))
    return Population(tuple(names), np.ascontiguousarray(codes[there].T), people[there], labels)


def held_against(
    population: Population, classes: KeyClasses, labels: Sequence[Sequence[str]]
) -> InPopulation:
    """A file's classes, with their ``labels`` by variable, held against the population. Raises
    :class:`Refused` where a class has fewer people than records.
    """
    hidden = suppressed_classes(classes, labels)
    kept = np.flatnonzero(~hidden)
    levels, columns, sizes, own = {}, [], [], []
    for place, name in enumerate(population.names):
        shown = {labels[place][code] for code in np.unique(classes.codes[place][kept]).tolist()}
        level = _level(population.labels[place], shown)
        texts = population.labels[place][level]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        levels[name] = level
        sizes.append(len(numbers) + 1)  # the last: a text that the table lacks
        columns.append(np.array([numbers[text] for text in texts], dtype=np.int64)[population.codes[place]])
        lookup = np.array([numbers.get(text, len(numbers)) for text in labels[place]], dtype=np.int64)
        own.append(lookup[classes.codes[place]][kept])
    both = np.concatenate([np.array(columns).T, np.array(own).T])
    numbers_of, count = row_numbers(both, sizes)
    rows = len(population.people)
    people = float_sums(numbers_of[:rows], population.people, count)
    records = np.zeros(count)
    records[numbers_of[rows:]] = classes.sizes[kept]
    _refuse_impossible(people, records, own, sizes, population.names)
    return _found(
        people, records, numbers_of[rows:], kept, classes.sizes, levels, int(classes.sizes[hidden].sum())
    )


def _found(
    people: Vector,
    records: Vector,
    number: Integers,
    kept: Integers,
    sizes: Integers,
    levels: Mapping[str, int],
    suppressed: int,
) -> InPopulation:
    there = people > 0
    share = np.minimum(records[there] / people[there], 1.0)
    in_file = share[records[there] > 0]
    of_class = np.zeros(len(sizes))
    of_class[kept] = people[number]
    complete = sizes[kept][of_class[kept] <= sizes[kept] * (1 + _CLOSE)]
    return InPopulation(
        size=float(people.sum()),
        classes=int(there.sum()),
        k_map=float(of_class[kept].min()) if len(kept) else 0.0,
        single=int(sizes[kept][of_class[kept] <= 1 + _CLOSE].sum()),
        complete=int(complete.sum()),
        presence=Presence(float(share.min()), float(share.max())),
        sample_presence=Presence(float(in_file.min(initial=1.0)), float(in_file.max(initial=0.0))),
        levels=levels,
        suppressed=suppressed,
        people=of_class,
    )


def _refuse_impossible(
    people: Vector, records: Vector, own: Sequence[Integers], sizes: Sequence[int], names: Sequence[str]
) -> None:
    unknown = tuple(
        name for name, column, size in zip(names, own, sizes, strict=True) if (column == size - 1).any()
    )
    if unknown:
        raise Refused(error("risk.population_lacks_values", _WHERE, names=unknown))
    absent = (records > 0) & (people == 0)
    if absent.any():
        figures = {"number": int(absent.sum()), "records": int(records[absent].sum())}
        raise Refused(error("risk.population_lacks_classes", _WHERE, **figures))
    greater = records > people * (1 + _CLOSE)
    if greater.any():
        figures = {"number": int(greater.sum()), "records": int(records[greater].sum())}
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


def _labels(name: str, texts: Sequence[str], source: Source) -> tuple[tuple[str | None, ...], ...]:
    hierarchy = source.hierarchies.get(name)
    if hierarchy is None:
        return (tuple(texts),)
    rows = category_labels(hierarchy, texts, source.data.variable(name).missing)
    above = [
        tuple(None if row is None else row[level] for row in rows) for level in range(1, hierarchy.levels)
    ]
    return (tuple(texts), *above)


def _level(labels: Sequence[Sequence[str | None]], shown: set[str]) -> int:
    """The finest level whose labels have all texts shown; level 0 where none has."""
    for level, texts in enumerate(labels):
        if shown <= {text for text in texts if text is not None}:
            return level
    return 0
