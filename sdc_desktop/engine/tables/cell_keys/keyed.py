"""A table with noise of the cell key method: what is published, what an intruder knows, and the cost."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Problem, note
from sdc_desktop.engine.tables.cell_keys.amounts import AmountNoise, Flexible, perturbed_amounts
from sdc_desktop.engine.tables.cell_keys.certainty import Certainty, certainties, with_guesses
from sdc_desktop.engine.tables.cell_keys.losses import NoiseLosses, noise_losses
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable, made
from sdc_desktop.engine.tables.cell_keys.ratios import Ratio, Side, ratios, totals_over
from sdc_desktop.engine.tables.cell_keys.together import MOST_SMALL, Guess, guesses
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec, MeanSpec, ShareSpec
from sdc_desktop.engine.tables.table import Table

if TYPE_CHECKING:  # they know the sources of tables
    from sdc_desktop.engine.tables.contributions import Contributions


@dataclass(frozen=True)
class Guessed:
    """What an intruder infers about the ``cells`` with a small published count above 0.

    ``highest``: the highest probability of a small true count, of the ``cell``, for an intruder who uses the
    rest of its rows and columns and the totals; ``mean`` over these cells, ``alone`` the mean for one who
    uses the published count alone. ``above``: cells above the limit set.
    """

    cells: int
    highest: float
    mean: float
    alone: float
    above: int
    cell: tuple[str, ...]


@dataclass(frozen=True)
class NoiseFacts:
    """What is known of the noise of a table. ``stays``: by count, from 0, the probability that it is
    published unchanged; none of amounts without counts. ``cut``: amounts that were cut at 0.
    """

    losses: NoiseLosses
    stays: tuple[float, ...] = ()
    guessed: Guessed | None = None
    ratios: tuple[Ratio, ...] = ()
    cut: int = 0


@dataclass(frozen=True)
class Perturbed:
    """Values with noise and, in the same units, between which values an intruder knows the true ones."""

    published: Integers
    lower: Integers
    upper: Integers


@dataclass(frozen=True)
class KeyedCounts:
    """Counts with noise and how certain they are."""

    perturbed: Perturbed
    certain: tuple[Certainty, ...]
    guessed: Guessed | None
    stays: tuple[float, ...]
    notes: tuple[Problem, ...]


def perturbation_table(spec: CellKeySpec, read: PerturbationTable | None) -> PerturbationTable:
    """The table of a method: the one of its file, else made. Raises :class:`Refused`."""
    if read is not None:
        return read
    assert spec.variance is not None
    assert spec.maximum is not None
    return made(
        float(spec.variance), spec.maximum, spec.forbidden, float(spec.stay or 0), monotone=spec.monotone
    )


def keyed_counts(
    table: Table,
    counts: Integers,
    keys: Integers,
    parts: int,
    noise: PerturbationTable,
    limit: float,
    context: JobContext,
) -> KeyedCounts:
    """Counts (cells,) of records with noise by their keys. The intruder knows how the noise is distributed.
    Raises Cancelled.
    """
    published = counts + noise.noise_of(counts, keys, parts)
    low, high = noise.possible(published)
    empty = counts == 0  # a zero stays; which zeros are empty may be known
    low[empty], high[empty] = 0, 0
    found = guesses(counts, published, table.relations, noise, context)
    return KeyedCounts(
        Perturbed(published, low, high),
        with_guesses(certainties(counts, published, noise), published, found),
        _guessed(found, table, limit),
        tuple(noise.stay(count) for count in range(MOST_SMALL + 1)),
        noise.notes,
    )


def _guessed(found: Mapping[int, Guess], table: Table, limit: float) -> Guessed | None:
    if not found:
        return None
    cell = max(found, key=lambda one: (found[one].probability, -one))
    number = len(found)
    return Guessed(
        number,
        found[cell].probability,
        sum(one.probability for one in found.values()) / number,
        sum(one.alone for one in found.values()) / number,
        sum(one.probability > limit for one in found.values()),
        table.coordinates(cell),
    )


def weighted(counted: Perturbed, counts: Integers, values: Integers) -> Perturbed:
    """Weighted counts (`values`, in units) with noise: the noise of each count times the cell's mean weight.
    An intruder is assumed to know that weight. Arrays are (cells,).
    """
    mean = values / np.maximum(counts, 1)
    published = values + np.rint((counted.published - counts) * mean).astype(np.int64)
    lower = np.floor(counted.lower * mean).astype(np.int64)
    upper = np.ceil(counted.upper * mean).astype(np.int64)
    return Perturbed(published, np.minimum(lower, values), np.maximum(upper, values))


def amount_noise(spec: CellKeySpec, unit: float) -> AmountNoise:
    """The noise of amounts in a plan; `unit` is the unit of the table."""
    assert spec.variance is not None
    assert spec.maximum is not None
    weights = tuple(map(float, spec.shares)) or tuple(1 / place for place in range(1, spec.top + 1))
    step: float | Flexible = float(spec.step)
    if spec.flexible is not None:
        own = spec.flexible
        step = Flexible(float(own.p_small), float(own.p_large), float(own.turn) / unit, float(own.power))
    return AmountNoise(float(spec.variance), spec.maximum, step, weights[: spec.top])


def keyed_amounts(
    values: Integers, behind: "Contributions", keys: Integers, parts: int, noise: AmountNoise
) -> tuple[Perturbed, int]:
    """Amounts (cells,) with noise, in units, and how many were cut at 0. ``keys`` (cells,) are of 0 ..
    `parts` - 1. An intruder is taken to know the largest contributions, and so the most that the noise can
    be. Raises :class:`Refused`.
    """
    published, cut = perturbed_amounts(values, behind.largest, keys, noise, parts)
    most = noise.most(behind.largest)
    return Perturbed(published, published - most, published + most), cut


def cut_note(cut: int) -> tuple[Problem, ...]:
    """A note where noise would have changed the sign of amounts."""
    return (note("cell_key.cut_at_zero", Place(key="params.protect.step"), number=cut),) if cut else ()


def shares_of(spec: ShareSpec, table: Table, side: Side, total: str) -> tuple[Ratio, ...]:
    """Each cell as a share of its total over a dimension; of a total of parts it is at most 1."""
    axis = table.names.index(spec.share_of)
    found = ratios(side, side, totals_over(table, axis, total), spec.least, table)
    if (table.values < 0).any():
        return found
    return tuple(replace(one, upper=1.0) if one.upper is not None and one.upper > 1 else one for one in found)


def means_of(spec: MeanSpec, table: Table, above: Side, below: Side) -> tuple[Ratio, ...]:
    """Each cell divided by its denominator."""
    return ratios(above, below, np.arange(len(table)), spec.least, table)


def losses_of(table: Table, published: Integers) -> NoiseLosses:
    """What the noise of a table costs; ``published`` (cells,) in units."""
    return noise_losses(table.values, published, table.empty, float(table.unit))
