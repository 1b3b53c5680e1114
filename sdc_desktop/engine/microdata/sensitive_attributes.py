"""Sensitive variables made ready for criteria: their distribution, their order, their hierarchy."""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from sdc_desktop.engine.data.dialect import DecimalMark
from sdc_desktop.engine.data.guess import ISO_DATE, number_pattern
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata, Variable
from sdc_desktop.engine.microdata.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec, TClosenessSpec, attribute_of
from sdc_desktop.engine.microdata.hierarchy import codings, nesting_problems
from sdc_desktop.engine.microdata.key_classes import Integers
from sdc_desktop.engine.microdata.sensitive_values import LACKING, SensitiveValues
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source


def criteria_problems(
    criteria: Sequence[CriterionSpec],
    key_variables: Sequence[str],
    source: Source,
    key: str = "params.criteria",
) -> Iterator[Problem]:
    """What is wrong with the variables that criteria name, before any record is counted."""
    for number, spec in enumerate(criteria):
        name = attribute_of(spec)
        if name is None:
            continue
        where = Place(key=f"{key}[{number}].attribute", variable=name)
        if name not in source.data.names:
            yield error("plan.unknown_variable", where, name=name)
        elif name in key_variables:
            yield error("criteria.attribute_identifies", where, name=name)
        elif source.data.variable(name).role == "direct_identifier":
            yield error("recode.direct_identifier", where, name=name)
        elif _distance(spec) == "hierarchical" and name not in source.hierarchies:
            yield error("criteria.no_hierarchy", where, name=name)


def attribute(
    source: Source, keys: KeyCounts, values: SensitiveValues, criteria: Iterable[CriterionSpec]
) -> Attribute:
    """One sensitive variable as some criteria need it. Raises :class:`Refused` where its values have no
    order or its hierarchy is not nested.
    """
    name, texts = values.name, values.texts
    there = values.of_text != LACKING
    frequencies = np.zeros(values.number, dtype=np.int64)
    np.add.at(frequencies, values.of_text[there], keys.margin(keys.variables.index(name))[there])
    asked = {_distance(spec) for spec in criteria if attribute_of(spec) == name}
    places: Integers | None = None
    members: Sequence[Integers] = ()
    if "ordered" in asked:
        places = order_of(source.data, name, texts)
        if places is None:
            raise Refused(error("criteria.no_order", Place(variable=name), name=name))
    if "hierarchical" in asked:
        members = _nested_members(source, name, texts)
    return Attribute(name, frequencies, places, members)


def order_of(data: Microdata, name: str, texts: Sequence[str]) -> Integers | None:
    """The place of each of some texts from low to high: as declared, else by size, else dates as written.
    None of them is a missing value. None where there is no order.
    """
    ranks = _ranks(data.variable(name), texts, data.decimal)
    if ranks is None:
        return None
    order = np.argsort(np.array(ranks, dtype=np.float64), kind="stable")
    places = np.empty(len(texts), dtype=np.int64)
    places[order] = np.arange(len(texts))
    return places


def _ranks(variable: Variable, texts: Sequence[str], decimal: DecimalMark) -> Sequence[float] | None:
    if variable.order is not None:
        declared = {text: float(place) for place, text in enumerate(variable.order)}
        return [declared[text] for text in texts] if set(texts) <= set(declared) else None
    is_number = re.compile(number_pattern(decimal))
    if all(is_number.fullmatch(text) for text in texts):
        return [float(text.replace(decimal, ".")) for text in texts]
    is_date = re.compile(ISO_DATE)
    return list(range(len(texts))) if all(is_date.fullmatch(text) for text in texts) else None


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
