"""A released file against the original: what its values and labels may stand for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import TOP, Hierarchy, codings
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_beside
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.information.distribution import SAME, Vector
from sdc_desktop.engine.methods.curves.attributes import MOST_VALUES, Confidential, nearest, read_numbers
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import Beliefs
from sdc_desktop.engine.methods.curves.cae_experiment.range_queries import Known
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class ReleasedFile:
    """``values`` ascending: the domain and every other value released. ``beliefs``: of the released records,
    ``known`` of each attribute; ``unknown`` (values,) is uniform on the domain.
    """

    values: Vector
    beliefs: Beliefs
    known: tuple[Known, ...]
    unknown: Vector


def read_released(
    path: str,
    source: Source,
    kept: Integers,
    confidential: Confidential,
    names: Sequence[str],
    context: JobContext,
) -> ReleasedFile:
    """Read the file of the path in the plan. ``kept`` are the numbers of the original records used.

    Equal texts and equal numbers match; a label of the variable's hierarchy stands for each of its values,
    ``*`` and a missing value for any. Raises :class:`Refused`.
    """
    data = open_beside(DataSpec(path=path), source.base, source.data, context)
    lacking = [name for name in (confidential.name, *names) if name not in data.names]
    if lacking:
        where = Place(key="params.released", file=path)
        raise Refused([error("cae.released_lacks", where, name=name) for name in lacking])
    if not data.records:
        raise Refused(error("cae.released_empty", Place(key="params.released", file=path)))
    known = tuple(_known(name, source, data, kept, context) for name in names)
    values, beliefs, unknown = _beliefs(path, source, data, confidential, context)
    return ReleasedFile(values, beliefs, known, unknown)


def _known(name: str, source: Source, released: Microdata, kept: Integers, context: JobContext) -> Known:
    column, other = source.data.index(name), released.index(name)
    texts, _ = source.data.relation.frequencies(column, context)
    others, _ = released.relation.frequencies(other, context)
    labels = _labels(source.hierarchies.get(name), texts, source.data.variable(name).missing)
    numbers, _ = read_numbers(texts, source.data.variable(name), source.data.decimal, context)
    released_numbers, _ = read_numbers(others, released.variable(name), released.decimal, context)
    anything = {TOP, *released.variable(name).missing}
    fits = numbers[:, None] == released_numbers[None, :]
    for place, text in enumerate(others):
        means_it = labels.get(text, ())
        fits[list(means_it), place] = True
        if text in anything:
            fits[:, place] = True
    places = {text: place for place, text in enumerate(texts)}
    for place, text in enumerate(others):
        if text in places:
            fits[places[text], place] = True
    return Known(
        source.data.relation.codes(column, context)[kept], released.relation.codes(other, context), fits
    )


def _labels(
    hierarchy: Hierarchy | None, texts: Sequence[str], missing: Sequence[str]
) -> Mapping[str, tuple[int, ...]]:
    """For each label of the hierarchy the places of the texts that it stands for."""
    if hierarchy is None:
        return {}
    found: dict[str, list[int]] = {}
    for labels in codings(hierarchy, texts, missing).labels:
        for place, label in enumerate(labels):
            found.setdefault(label, []).append(place)
    return {label: tuple(places) for label, places in found.items()}


def _beliefs(
    path: str, source: Source, released: Microdata, confidential: Confidential, context: JobContext
) -> tuple[Vector, Beliefs, Vector]:
    name, domain = confidential.name, confidential.domain
    column, variable = released.index(name), released.variable(name)
    texts, frequencies = released.relation.frequencies(column, context)
    numbers, _ = read_numbers(texts, variable, released.decimal, context)
    labels = _numbers_of_labels(source, name, context)
    anything = {TOP, *variable.missing}
    unread = [
        place
        for place, text in enumerate(texts)
        if np.isnan(numbers[place]) and text not in labels and text not in anything
    ]
    where = Place(key="params.released", file=path, variable=name)
    if unread:
        raise Refused(error("cae.released_values", where, name=name, number=int(frequencies[unread].sum())))
    own = numbers[~np.isnan(numbers)]
    values = _joined(np.concatenate([domain, own]))
    if len(values) > MOST_VALUES:
        raise Refused(error("cae.large_domain", where, number=len(values), most=MOST_VALUES))
    in_domain = np.zeros(len(values))
    in_domain[nearest(values, domain)[0]] = 1.0
    table = np.zeros((len(texts), len(values)))
    for place, text in enumerate(texts):
        if not np.isnan(numbers[place]):
            table[place, nearest(values, numbers[place : place + 1])[0]] = 1.0
        else:
            within = _within(values, domain, labels[text]) if text in labels else in_domain
            table[place] = within if within.any() else in_domain
    table /= table.sum(axis=1, keepdims=True)
    return values, Beliefs(released.relation.codes(column, context), table), in_domain / in_domain.sum()


def _numbers_of_labels(source: Source, name: str, context: JobContext) -> Mapping[str, Vector]:
    """For each label of the confidential variable's hierarchy the numbers that it stands for."""
    hierarchy = source.hierarchies.get(name)
    if hierarchy is None:
        return {}
    variable = source.data.variable(name)
    texts, _ = source.data.relation.frequencies(source.data.index(name), context)
    numbers, _ = read_numbers(texts, variable, source.data.decimal, context)
    return {
        label: numbers[list(places)][~np.isnan(numbers[list(places)])]
        for label, places in _labels(hierarchy, texts, variable.missing).items()
    }


def _within(values: Vector, domain: Vector, numbers: Vector) -> npt.NDArray[np.float64]:
    """The values of the domain between the least and the greatest number of a label."""
    if not len(numbers):
        return np.zeros(len(values))
    ends = nearest(domain, np.array([numbers.min(), numbers.max()]))[0]
    within = np.zeros(len(values))
    within[nearest(values, domain[ends[0] : ends[1] + 1])[0]] = 1.0
    return within


def _joined(values: Vector) -> Vector:
    ordered = np.sort(values)
    return ordered[np.diff(ordered, prepend=-np.inf) > SAME * float(np.ptp(ordered))]
