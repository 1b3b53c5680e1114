"""Sensitive variables made ready for criteria: their values, distribution, order and hierarchy."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.data.detect import number_pattern, ranks_of
from sdc_desktop.engine.data.hierarchies.hierarchy import codings, nesting_problems
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.classes.holders import held
from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses, Vector
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.spec import (
    AlphaKAnonymitySpec,
    CriterionSpec,
    DeltaPresenceSpec,
    EntropyLDiversitySpec,
    KMapSpec,
    PopulationUniquenessSpec,
    TClosenessSpec,
    attribute_of,
    needs_table,
)
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED

LACKING = -1  # instead of the number of a value
_LISTED = 8  # pairs of near-equal texts that are named; the others are counted


# The values of a sensitive variable that differ: what diversity, closeness and disclosure are counted on.
# A declared missing value, a blank or a suppressed one is not a value. Where a variable is continuous, or
# ordinal without a declared order, equal numbers are one value however they are written (``1``, ``1.0``,
# ``01``). Texts that differ only in case, outer blanks, Unicode form or, as codes, in the writing of a number
# stay different values, and are named: they may be one value that was entered in two ways.
@dataclass(frozen=True)
class SensitiveValues:
    """The different values of one variable.

    ``of_text`` (texts,): the number of the value that each distinct text of the file means, LACKING where it
    means none; ``texts``: the first text of each value; ``near_equal``: pairs of texts of different values
    that are nearly equal.
    """

    name: str
    of_text: Integers
    texts: tuple[str, ...]
    near_equal: tuple[tuple[str, str], ...] = ()

    @property
    def number(self) -> int:
        """How many different values there are."""
        return len(self.texts)


def sensitive_values(data: Microdata, name: str, texts: Sequence[str]) -> SensitiveValues:
    """The different values among the distinct `texts` of a variable."""
    variable = data.variable(name)
    is_number = re.compile(number_pattern(data.decimal))

    def number_of(text: str) -> Decimal | None:
        return Decimal(text.replace(data.decimal, ".").strip()) if is_number.fullmatch(text) else None

    as_numbers = variable.level == "continuous" or (variable.level == "ordinal" and variable.order is None)
    of_text = np.full(len(texts), LACKING, dtype=np.int64)
    numbers: dict[str | Decimal, int] = {}
    firsts: list[str] = []
    alike: dict[str | Decimal, str] = {}
    near: list[tuple[str, str]] = []
    for place, text in enumerate(texts):
        if text in variable.missing or not text.strip() or text == SUPPRESSED:
            continue
        number = number_of(text)
        value = number if as_numbers and number is not None else text
        if value not in numbers:
            numbers[value] = len(firsts)
            firsts.append(text)
            folded = _folded(text)
            like = number_of(folded)
            first = alike.setdefault(folded if like is None else like, text)
            if first != text:
                near.append((first, text))
        of_text[place] = numbers[value]
    return SensitiveValues(name, of_text, tuple(firsts), tuple(near))


def values_by_name(keys: KeyCounts, data: Microdata, names: Sequence[str]) -> dict[str, SensitiveValues]:
    """The values of several sensitive variables, by name, from combinations that are counted already."""
    return {name: sensitive_values(data, name, keys.categories[keys.variables.index(name)]) for name in names}


def near_equal_warnings(values: Mapping[str, SensitiveValues]) -> tuple[Problem, ...]:
    """A warning for each variable that has nearly equal texts, with the first pairs of them."""
    return tuple(
        warning(
            "diversity.near_equal",
            Place(variable=one.name),
            name=one.name,
            number=len(one.near_equal),
            pairs=tuple(f"“{first}” ≈ “{other}”" for first, other in one.near_equal[:_LISTED]),
        )
        for one in values.values()
        if one.near_equal
    )


def estimator_notes(criteria: Iterable[CriterionSpec]) -> tuple[Problem, ...]:
    """A note for each entropy l-diversity without an estimator, which was the corrected entropy before."""
    return tuple(
        note("criteria.estimator_default", Place(variable=spec.attribute), name=spec.attribute)
        for spec in criteria
        if isinstance(spec, EntropyLDiversitySpec) and "estimator" not in spec.model_fields_set
    )


def knowledge_problems(criteria: Iterable[CriterionSpec], classes: KeyClasses) -> Iterator[Problem]:
    """Criteria on sensitive variables where two or three records of a person are known: of one, or of all."""
    if classes.members is None or classes.members.known in (1, "all"):
        return
    for number, spec in enumerate(criteria):
        name = attribute_of(spec)
        if name is not None:
            where = Place(key=f"params.criteria[{number}].attribute", variable=name)
            yield error("persons.criterion_at_known", where, name=name)


def estimator_problems(criteria: Iterable[CriterionSpec], classes: KeyClasses) -> Iterator[Problem]:
    """Corrected entropies of persons with several values in a class, for which there are no whole counts."""
    for number, spec in enumerate(criteria):
        if not isinstance(spec, EntropyLDiversitySpec) or spec.estimator == "shannon":
            continue
        if classes.pairs[spec.attribute].shares().is_weighted:
            where = Place(key=f"params.criteria[{number}].estimator", variable=spec.attribute)
            yield error("persons.estimator", where, name=spec.attribute)


def _folded(text: str) -> str:
    """The text without what is easily entered in another way: case, blanks, Unicode form."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def criteria_problems(
    criteria: Sequence[CriterionSpec],
    key_variables: Sequence[str],
    source: Source,
    key: str = "params.criteria",
    population: PopulationTable | None = None,
) -> Iterator[Problem]:
    """What is wrong with the variables that criteria name, and with the ``population`` table that they need,
    before any record is counted.
    """
    if needs_table(criteria) and (population is None or population.table is None):
        yield error("risk.population_no_table", Place(key="params.population.table"))
    for number, spec in enumerate(criteria):
        if isinstance(spec, DeltaPresenceSpec) and spec.min > spec.max:
            place = Place(key=f"{key}[{number}].min")
            yield error("criteria.presence_reversed", place, least=float(spec.min), most=float(spec.max))
        if isinstance(spec, KMapSpec | PopulationUniquenessSpec) and spec.size < source.data.records:
            place = Place(key=f"{key}[{number}].size")
            yield error("criteria.population_too_small", place, size=spec.size, number=source.data.records)
        name = attribute_of(spec)
        if name is None:
            continue
        where = Place(key=f"{key}[{number}].attribute", variable=name)
        if name not in source.data.names:
            yield error("plan.unknown_variable", where, name=name)
        elif name in key_variables:
            yield error("criteria.attribute_identifies", where, name=name)
        elif source.data.variable(name).role in NEVER_RELEASED:
            yield error("recode.direct_identifier", where, name=name)
        elif _distance(spec) == "hierarchical" and name not in source.hierarchies:
            yield error("criteria.no_hierarchy", where, name=name)


def attribute(
    source: Source, keys: KeyCounts, values: SensitiveValues, criteria: Sequence[CriterionSpec]
) -> Attribute:
    """One sensitive variable as some criteria need it. Raises :class:`Refused` where its values have no
    order or its hierarchy is not nested.
    """
    name, texts = values.name, values.texts
    there = values.of_text != LACKING
    frequencies: Integers | Vector = np.zeros(values.number, dtype=np.int64)
    np.add.at(frequencies, values.of_text[there], keys.margin(keys.variables.index(name))[there])
    holders: Vector | None = None
    if keys.members is not None:
        frequencies, holders = _of_persons(keys, values)
    distances = {_distance(spec) for spec in criteria if attribute_of(spec) == name}
    places: Integers | None = None
    members: Sequence[Integers] = ()
    if "ordered" in distances:
        places = order_of(source.data, name, texts)
        if places is None:
            raise Refused(error("criteria.no_order", Place(variable=name), name=name))
    unknown = [text for spec in criteria for text in _limited(spec, name) if text not in texts]
    if unknown:
        raise Refused(error("criteria.unknown_value", Place(variable=name), name=name, number=len(unknown)))
    if "hierarchical" in distances:
        members = _nested_members(source, name, texts)
    read = source.data.variable(name).read_codes
    codes = tuple(number for number, text in enumerate(texts) if text in read)
    return Attribute(name, frequencies, places, members, codes, tuple(texts), holders)


def _of_persons(keys: KeyCounts, values: SensitiveValues) -> tuple[Vector, Vector]:
    """The sums of the shares that values have of the records of each person, and the shares of persons who
    have each value, both (values,).
    """
    assert keys.members is not None
    codes = keys.codes[keys.members.places, keys.variables.index(values.name)]
    found = held(np.zeros(len(codes), dtype=np.int64), keys.members, values.of_text[codes])
    _, number, persons = found.numbers()
    sums, shares = np.zeros(values.number), np.zeros(values.number)
    sums[number] = found.shares()
    shares[number] = persons / found.known(1)[0]
    return sums, shares


def order_of(data: Microdata, name: str, texts: Sequence[str]) -> Integers | None:
    """The place of each text (texts,) from low to high: as declared, else by size, else as ISO dates. No text
    is a missing value. None where there is no order.
    """
    ranks = ranks_of(texts, data.variable(name).order, data.decimal)
    if ranks is None:
        return None
    order = np.argsort(np.array(ranks, dtype=np.float64), kind="stable")
    places = np.empty(len(texts), dtype=np.int64)
    places[order] = np.arange(len(texts))
    return places


def _limited(spec: CriterionSpec, name: str) -> tuple[str, ...]:
    """The values of a variable that a criterion names."""
    if not isinstance(spec, AlphaKAnonymitySpec) or spec.attribute != name:
        return ()
    return spec.values or ()


def _nested_members(source: Source, name: str, texts: Sequence[str]) -> tuple[Integers, ...]:
    found = codings(source.hierarchies[name], texts, source.data.variable(name).missing)
    torn = nesting_problems(found)
    if torn:
        raise Refused([not_nested(problem, name) for problem in torn])
    members = [_numbers(labels) for labels in found.labels]
    if len(set(found.labels[-1])) > 1:  # missing values beside the top
        members.append(np.zeros(len(texts), dtype=np.int64))
    return tuple(members)


def not_nested(problem: Problem, name: str) -> Problem:
    """A note on nesting made a refusal: here levels must fit into one another."""
    figures = problem.params
    return error(
        "criteria.not_nested",
        problem.where,
        name=name,
        level=figures["level"],
        finer=figures["finer"],
        label=figures["label"],
    )


def _numbers(labels: Sequence[str]) -> Integers:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _distance(spec: CriterionSpec) -> str | None:
    return spec.distance if isinstance(spec, TClosenessSpec) else None
