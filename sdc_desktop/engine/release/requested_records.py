"""The records of a file as requests: which target, which value of the attribute, in which order."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata, Variable
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.engine.release.spec import ReleaseParams

Cells = npt.NDArray[np.int64]


# In which order the records are requested: random orders, or arrivals with a rate for each target.
# Records are given by their cells (target * values + value); one whose value the baseline lacks by -1 -
# target.
def population(counts: Counts, unknown: Counts) -> Cells:
    """The records of a file, cell by cell: ``counts`` (targets, values), ``unknown`` (targets,) without
    baseline.
    """
    flat = counts.reshape(-1)
    known = np.repeat(np.arange(len(flat)), flat)
    lost = np.repeat(-1 - np.arange(len(unknown)), unknown)
    return np.concatenate([known, lost]).astype(np.int64)


def random_order(records: Cells, seed: int, number: int) -> Cells:
    """Order number `number` (from 0): all records, each order as likely as any other."""
    return np.random.default_rng([seed, 10, number]).permutation(records)


def arrivals(records: Cells, values: int, rates: Vector, seed: int, number: int) -> Cells:
    """Requests in the order of arrival, each target's records at random, with exponential times between. The
    largest rate (targets,) sets the unit of time. A rate of 0: no requests.
    """
    random = np.random.default_rng([seed, 11, number])
    target_of = np.where(records < 0, -1 - records, records // values)
    requested, times = [], []
    for target, rate in enumerate(rates.tolist()):
        own = random.permutation(records[target_of == target])
        if rate > 0 and len(own):
            requested.append(own)
            times.append(np.cumsum(random.exponential(1 / rate, len(own))))
    if not requested:
        return np.zeros(0, dtype=np.int64)
    return np.concatenate(requested)[np.argsort(np.concatenate(times), kind="stable")]


Flags = npt.NDArray[np.bool_]
_SUM = 1e-9


@dataclass(frozen=True)
class RequestedRecords:
    """The records of a file by target and value, counted once.

    ``counts`` (targets, values) of records whose value has a baseline; ``unknown`` (targets,) of the others;
    records without a value or a target are in neither.

    ``as_filed`` are the records in the order of the file, cells or -1 - target; None where no one asked.
    """

    values: tuple[str, ...]
    targets: tuple[str, ...]
    baseline: Vector
    counts: Counts
    unknown: Counts
    as_filed: Cells | None
    notes: tuple[Problem, ...]

    @property
    def records(self) -> int:
        """How many records can be requested."""
        return int(self.counts.sum() + self.unknown.sum())


def requested_records(params: ReleaseParams, data: Microdata, context: JobContext) -> RequestedRecords:
    """Count the records by target and value. Raises :class:`Refused`."""
    attribute, target = data.variable(params.attribute), data.variable(params.target)
    found = data.counts((params.attribute, params.target), context)
    texts, places = found.categories
    known = ~_missing(texts, attribute)[found.codes[:, 0]] & ~_missing(places, target)[found.codes[:, 1]]
    if not known.any():
        raise Refused(error("release.no_records", Place(key="params.attribute")))
    targets = ordered([places[code] for code in np.unique(found.codes[known, 1])], target.order)
    if params.baseline == "data":
        values = ordered([texts[code] for code in np.unique(found.codes[known, 0])], attribute.order)
    else:
        values = ordered(tuple(params.baseline), attribute.order, as_given=True)
    cells = _Cells(_codes(texts, values), _codes(places, targets), len(values))
    counts, unknown = _tables(found, known, cells, (len(targets), len(values)))
    missing = int(found.frequencies[~known].sum())
    notes = _notes(params, attribute, values, int(unknown.sum()), missing)
    filed = None
    if params.stream == "file" and not params.assess_only:
        codes = [data.relation.codes(data.index(variable.name), context) for variable in (attribute, target)]
        held = ~_missing(texts, attribute)[codes[0]] & ~_missing(places, target)[codes[1]]
        filed = cells.of(codes[0][held], codes[1][held])
    baseline = _baseline(params, values, counts)
    return RequestedRecords(values, targets, baseline, counts, unknown, filed, tuple(notes))


@dataclass(frozen=True)
class _Cells:
    """From the codes of texts to cells: the place of each text among values and targets, else -1."""

    value_of: Cells
    target_of: Cells
    values: int

    def of(self, value_codes: Cells, target_codes: Cells) -> Cells:
        """Cells, or -1 - target where the value has no baseline."""
        values, targets = self.value_of[value_codes], self.target_of[target_codes]
        return np.where(values >= 0, targets * self.values + values, -1 - targets)


def ordered(values: Sequence[str], order: Sequence[str] | None, *, as_given: bool = False) -> tuple[str, ...]:
    """Values in their declared order, others last; else numbers by size; else as given or as texts."""
    if order is not None:
        places = {value: place for place, value in enumerate(order)}
        return tuple(sorted(values, key=lambda value: (places.get(value, len(places)), value)))
    try:
        return tuple(sorted(values, key=lambda value: (float(value.replace(",", ".")), value)))
    except ValueError:
        return tuple(values) if as_given else tuple(sorted(values))


def baseline_problem(params: ReleaseParams) -> Problem | None:
    """What is wrong with a baseline that is given: too few values, one that is none or less, a wrong sum."""
    if params.baseline == "data":
        return None
    where = Place(key="params.baseline")
    for value, share in params.baseline.items():
        if not share > 0:
            return error("release.baseline_not_positive", where, value=value, share=share)
    total = float(sum(params.baseline.values()))
    if abs(total - 1) > _SUM:
        return error("release.baseline_sum", where, total=total)
    return _too_few(params, len(params.baseline))


def _baseline(params: ReleaseParams, values: Sequence[str], counts: Counts) -> Vector:
    if params.baseline == "data":
        problem = _too_few(params, len(values))
        if problem is not None:
            raise Refused(problem)
        shares: Vector = counts.sum(axis=0) / counts.sum()
        return shares
    known = np.array([float(params.baseline[value]) for value in values])
    return np.asarray(known / known.sum())


def _too_few(params: ReleaseParams, number: int) -> Problem | None:
    if number >= 2:
        return None
    return error("release.one_value", Place(key="params.baseline"), name=params.attribute, number=number)


def _missing(texts: Sequence[str], variable: Variable) -> Flags:
    return np.array([text in variable.missing for text in texts], dtype=np.bool_)


def _codes(categories: Sequence[str], among: Sequence[str]) -> Cells:
    """The place of each category among these, -1 where it is not."""
    places = {value: place for place, value in enumerate(among)}
    return np.array([places.get(category, -1) for category in categories], dtype=np.int64)


def _tables(found: KeyCounts, known: Flags, cells: _Cells, shape: tuple[int, int]) -> tuple[Counts, Counts]:
    """Counts by cell, and counts of each target without baseline."""
    counts, unknown = np.zeros(shape, dtype=np.int64), np.zeros(shape[0], dtype=np.int64)
    codes = found.codes[known].astype(np.int64)
    of, frequencies = cells.of(codes[:, 0], codes[:, 1]), found.frequencies[known]
    np.add.at(counts.reshape(-1), of[of >= 0], frequencies[of >= 0])
    np.add.at(unknown, -1 - of[of < 0], frequencies[of < 0])
    return counts, unknown


def _notes(
    params: ReleaseParams, attribute: Variable, values: Sequence[str], unknown: int, missing: int
) -> list[Problem]:
    where = Place(variable=params.attribute)
    notes = []
    if unknown:
        notes.append(warning("release.no_baseline", where, number=unknown))
    if missing:
        notes.append(warning("release.missing", where, number=missing))
    lacking = [value for value in values if attribute.order is not None and value not in attribute.order]
    if lacking:
        notes.append(warning("release.order_lacks", where, number=len(lacking)))
    fit = any(name.upper() == "CST" for name in named(params))
    if fit and attribute.order is None and not _numbers(values):
        notes.append(warning("release.no_order", where, name=params.attribute))
    return notes


def named(params: ReleaseParams) -> tuple[str, ...]:
    """The tests named, each once, as in the plan."""
    runs = ((entry,) if isinstance(entry, str) else entry for entry in params.tests)
    return tuple(dict.fromkeys(name for entry in runs for name in entry))


def _numbers(values: Sequence[str]) -> bool:
    try:
        return all(float(value.replace(",", ".")) is not None for value in values)
    except ValueError:
        return False
