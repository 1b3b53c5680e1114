"""A differentially private table: counts of declared cells, their noise, and what all tables take together.

The table is drawn only when it is made for a file, after its entry in the ledger of the budget. The draw
follows from the job's secret, from all settings and from the true counts: the same table again is the same
draw and costs nothing, and a table of other records has noise of its own. No result has a count.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.methods.tables.private_table.declared import (
    Declared,
    declared,
    declared_problems,
    shares_of,
)
from sdc_desktop.engine.output.ledger import head_path_in
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors
from sdc_desktop.engine.secret_stream import secret_of, stream
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.private.budget import Charge, Recorded, Total, enter, recorded, total_of
from sdc_desktop.engine.tables.private.estimate import non_negative
from sdc_desktop.engine.tables.private.marginals import Marginal, summed_up
from sdc_desktop.engine.tables.private.sampler import StreamChoices, discrete_gaussian, discrete_laplace
from sdc_desktop.engine.tables.protection.rounding import controlled
from sdc_desktop.engine.tables.relations import Integers, product_relations
from sdc_desktop.engine.tables.text_table import text_table
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, failed, reserved, unjudged

PURPOSE = "private_table"  # of the draws
STEP = "drawing"
VALUE = "value"  # the column beside the dimensions
_PARTS = 1000  # of a count that is not whole, for the solver of the rounding
_MOST_STEPS = 3  # of rounding beyond the next whole number
_MOST_ROUNDED = 5_000  # cells that the solver rounds; larger tables are rounded cell by cell
_INNER = 0.95  # of the noise
_NAMED = 20


@dataclass(frozen=True)
class PrivateCounts:
    """The declared table and its true counts, and where its ledger is. ``true`` (detailed cells,)."""

    declared: Declared
    params: PrivateTableParams
    ledger: Path
    head: Path | None
    true: Integers = field(metadata=REDACTED, repr=False, compare=False)
    checked: bool = False


@dataclass(frozen=True)
class MeasuredMarginal:
    """A marginal: its ``share`` of the budget (0: not measured), the standard deviation of its noise, and
    the number that noise exceeds in one of 20 counts.
    """

    name: str
    cells: int
    share: float
    deviation: float
    exceeded: float


@dataclass(frozen=True)
class PrivateResult:
    """What is known before anything is drawn; none of it depends on a count. ``epsilon``: of this table, at
    ``delta`` (0 with Laplace noise); ``total``: of all tables of the ledger, this one included; ``zeros``:
    detailed cells that are declared to be 0; ``checked``: the records of persons were counted; ``strong``:
    the job has a secret, and no one finds it by trying.
    """

    dimensions: tuple[str, ...]
    noise: str
    budget: float
    epsilon: float
    delta: float
    contribution: int
    neighbours: str
    checked: bool
    cells: int
    zeros: int
    marginals: tuple[MeasuredMarginal, ...]
    total: Total
    strong: bool
    notes: tuple[Problem, ...]


def check(params: PrivateTableParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    return tuple(declared_problems(params, source))


def counts(params: PrivateTableParams, source: Source, context: JobContext) -> PrivateCounts:
    """Count the records of each detailed cell: one pass. Raises :class:`Refused` where a record has a code
    that is not declared, or is in a structural zero, and where a person has too many records; Cancelled.
    """
    refuse_errors(check(params, source))
    table = declared(params, source)
    checked = _refuse_contributions(params, source, context)
    true = _counted(params, table, source, context)
    ledger = source.base / params.ledger
    head = _head(params, source.base, ledger, context)
    return PrivateCounts(table, params, ledger, head, true, checked)


def _head(params: PrivateTableParams, base: Path, ledger: Path, context: JobContext) -> Path | None:
    if params.head is not None:
        head = base / params.head
        if head.resolve().parent == ledger.resolve().parent:
            raise Refused(error("private_table.head_beside", Place(key="params.head", file=head.name)))
        return head
    return None if context.heads is None else head_path_in(context.heads, ledger)


def _refuse_contributions(params: PrivateTableParams, source: Source, context: JobContext) -> bool:
    """Whether the records of persons were counted. Raises :class:`Refused` where some have too many; all
    records without a person may be of one.
    """
    persons = source.data.persons
    if persons is not None:
        numbers = persons.of(source.data.relation, context)
        records = np.bincount(numbers - NOBODY)
        above = int((records > params.contribution).sum())
        if above:
            where, most = Place(key="params.contribution"), int(records.max())
            limit = params.contribution
            raise Refused(error("persons.contribution", where, persons=above, most=most, limit=limit))
    _refuse_named(params, source, context)
    return persons is not None or params.person is not None


def _refuse_named(params: PrivateTableParams, source: Source, context: JobContext) -> None:
    if params.person is None:
        return
    data, where = source.data, Place(key="params.contribution", variable=params.person)
    texts, frequencies = data.relation.frequencies(data.index(params.person), context)
    missing = {"", *data.variable(params.person).missing}
    lacking = sum(int(n) for text, n in zip(texts, frequencies, strict=True) if text in missing)
    if lacking:
        raise Refused(error("private_table.no_person", where, name=params.person, number=lacking))
    most = int(max(frequencies, default=0))
    if most > params.contribution:
        number = int((np.asarray(frequencies) > params.contribution).sum())
        raise Refused(
            error("private_table.contributions", where, number=number, most=most, limit=params.contribution)
        )


def _counted(params: PrivateTableParams, table: Declared, source: Source, context: JobContext) -> Integers:
    data = source.data
    places = [data.index(dimension.name) for dimension in table.dimensions]
    codes, frequencies = data.relation.combinations(places, context)
    cells = np.zeros(len(codes), dtype=np.int64)
    problems = []
    for axis, dimension in enumerate(table.dimensions):
        texts, numbers = data.relation.frequencies(places[axis], context)
        leaves = {place: number for number, place in enumerate(dimension.leaves)}
        of_text = np.array([leaves.get(dimension.places.get(text, -1), -1) for text in texts], np.int64)
        unknown = [text for text, place in zip(texts, of_text.tolist(), strict=True) if place < 0]
        if unknown:
            where = Place(key="params.codes", variable=dimension.name)
            records = sum(int(n) for n, place in zip(numbers, of_text.tolist(), strict=True) if place < 0)
            problems.append(
                error(
                    "private_table.undeclared",
                    where,
                    name=dimension.name,
                    codes=tuple(unknown[:_NAMED]),
                    number=records,
                )
            )
            continue
        cells = cells * len(leaves) + (of_text[codes[:, axis]] if len(codes) else 0)
    if problems:
        raise Refused(problems)
    true = np.zeros(table.cells, dtype=np.int64)
    np.add.at(true, cells, frequencies)
    inside = int(true[~table.possible].sum())
    if inside:
        raise Refused(error("private_table.not_zero", Place(key="params.zeros"), number=inside))
    return true


def decide(params: PrivateTableParams, counted: PrivateCounts, context: JobContext) -> PrivateResult:
    """What the table takes of the budget, and how accurate it will be. Draws nothing. Raises
    :class:`Refused` where the ledger is damaged or missing.
    """
    table, charge = counted.declared, _charge(params)
    own = total_of([charge])
    id = _id(counted, context)
    before = [one for one in recorded(counted.ledger, counted.head) if one.id != id]
    shares = shares_of(params, table)
    measured = tuple(
        _measured(params, marginal, shares.get(marginal.name, Fraction(0))) for marginal in table.marginals
    )
    return PrivateResult(
        dimensions=tuple(dimension.name for dimension in table.dimensions),
        noise=params.noise,
        budget=float(params.budget),
        epsilon=own.epsilon,
        delta=own.delta,
        contribution=params.contribution,
        neighbours=params.neighbours,
        checked=counted.checked,
        cells=table.cells,
        zeros=int((~table.possible).sum()),
        marginals=measured,
        total=total_of([*(one.charge for one in before), charge]),
        strong=context.secret is not None and not context.secret.facts.weak,
        notes=tuple(_notes(params, before, checked=counted.checked)),
    )


def _notes(params: PrivateTableParams, before: Sequence[Recorded], *, checked: bool) -> Iterator[Problem]:
    if not checked:
        yield note("private_table.unchecked", Place(key="params.person"), number=params.contribution)
    limits = [one.charge.limit for one in before if one.charge.limit is not None]
    if limits and (params.most_epsilon is None or min(limits) < params.most_epsilon):
        yield note("private_table.earlier_limit", Place(key="params.most_epsilon"), limit=min(limits))


def _charge(params: PrivateTableParams) -> Charge:
    limit = None if params.most_epsilon is None else float(params.most_epsilon)
    return Charge(
        params.noise,
        float(params.budget),
        params.neighbours,
        params.contribution,
        float(params.delta),
        limit,
    )


def scale_of(params: PrivateTableParams, share: Fraction) -> Fraction:
    """The scale of Laplace noise, or the variance parameter of Gaussian noise, of a marginal with this share
    of the budget: sensitivity / epsilon, or sensitivity^2 / (2 rho). A replaced person changes two cells.
    """
    budget, most = Fraction(str(params.budget)) * share, params.contribution
    replaced = params.neighbours == "replace"
    if params.noise == "laplace":
        return Fraction(most * (2 if replaced else 1)) / budget
    return Fraction(most**2 * (2 if replaced else 1)) / (2 * budget)


def _measured(params: PrivateTableParams, marginal: Marginal, share: Fraction) -> MeasuredMarginal:
    if not share:
        return MeasuredMarginal(marginal.name, len(marginal), 0.0, float("inf"), float("inf"))
    scale = float(scale_of(params, share))
    if params.noise == "laplace":
        deviation, exceeded = sqrt(2) * scale, -scale * float(np.log(1 - _INNER))
    else:
        deviation = sqrt(scale)
        exceeded = deviation * NormalDist().inv_cdf((1 + _INNER) / 2)
    return MeasuredMarginal(marginal.name, len(marginal), float(share), deviation, exceeded)


def _variance(params: PrivateTableParams, share: Fraction) -> float:
    scale = float(scale_of(params, share))
    return 2 * scale**2 if params.noise == "laplace" else scale


def _digest(counted: PrivateCounts) -> str:
    """SHA-256 of all that the table is drawn from: settings that change its distribution, codes, counts."""
    params, table = counted.params, counted.declared
    shares = sorted((name, str(share)) for name, share in shares_of(params, table).items())
    dimensions = [
        [one.name, list(one.categories), [[split.parent, list(split.children)] for split in one.splits]]
        for one in table.dimensions
    ]
    drawn = [
        dimensions,
        params.noise,
        str(Fraction(str(params.budget))),
        params.neighbours,
        params.contribution,
        shares,
        table.possible.tolist(),
        counted.true.tolist(),
    ]
    return hashlib.sha256(json.dumps(drawn, ensure_ascii=False).encode()).hexdigest()


def _id(counted: PrivateCounts, context: JobContext) -> str:
    """What identifies the draw in the ledger: from the secret, so that counts cannot be tried out on it."""
    if context.secret is None:
        return ""
    return stream(context, f"{PURPOSE}_id", _digest(counted)).words(0, 2).astype(">u8").tobytes().hex()


def apply(result: PrivateResult, counted: PrivateCounts, source: Source, context: JobContext) -> Microdata:
    """Enter the table into the ledger, then draw it: a record for each cell with its codes and its count.

    Raises :class:`Refused` without a secret, where the limit would be exceeded, and where the ledger cannot
    be saved; then nothing is drawn. Raises Cancelled.
    """
    secret_of(context)
    if counted.head is None:
        raise Refused(error("private_table.no_head", Place(key="params.head")))
    enter(counted.ledger, counted.head, _id(counted, context), context.job, _charge(counted.params))
    cells = drawn(counted, context)
    table = counted.declared
    rows = [dimension.row_order for dimension in table.dimensions]
    labels = [dimension.rows for dimension in table.dimensions]
    places = [
        np.array([_category(dimension, row) for row in dimension.row_order], dtype=np.int64)
        for dimension in table.dimensions
    ]
    shape = tuple(len(dimension) for dimension in table.dimensions)
    grid = np.meshgrid(*places, indexing="ij")
    values = cells[np.ravel_multi_index([one.ravel() for one in grid], shape)]
    shown = np.meshgrid(*(np.arange(len(one)) for one in rows), indexing="ij")
    columns = [
        [labels[axis][rows[axis][row]] for row in one.ravel().tolist()] for axis, one in enumerate(shown)
    ]
    columns.append([str(value) for value in values.tolist()])
    names = (*(dimension.name for dimension in table.dimensions), VALUE)
    variables = tuple(Variable(name, level="continuous" if name == VALUE else "nominal") for name in names)
    return Microdata(text_table(columns, context), variables, source.data.decimal)


def _category(dimension: Dimension, row: int) -> int:
    """The category that a row of a dimension shows: its own, or that of a twin."""
    return row if row < len(dimension) else dimension.twins[row - len(dimension)][1]


def drawn(counted: PrivateCounts, context: JobContext) -> Integers:
    """All cells of the table (cells,), flat in row-major order of the categories: whole, not negative,
    additive. Draws from the job's secret. Raises :class:`Refused`, Cancelled.
    """
    params, table = counted.params, counted.declared
    choices = StreamChoices(stream(context, PURPOSE, _digest(counted)))
    draw = discrete_laplace if params.noise == "laplace" else discrete_gaussian
    possible = np.flatnonzero(table.possible)
    sums = []
    measured, variance = np.zeros(0), 1.0
    shares = shares_of(params, table)
    chosen = [one for one in table.marginals if shares.get(one.name)]
    for number, marginal in enumerate(chosen):
        context.progress(0.6 * number / len(chosen), STEP)
        share = shares[marginal.name]
        scale = scale_of(params, share)
        of_cell = marginal.of_detailed
        true = np.bincount(of_cell, weights=counted.true, minlength=len(marginal)).astype(np.int64)
        here = np.unique(of_cell[possible])  # sums of structural zeros are 0, and not measured
        noisy = []
        for place, cell in enumerate(here.tolist()):
            if place % 500 == 0:
                context.checkpoint()
            noisy.append(int(true[cell]) + draw(scale, choices))
        if marginal is table.marginals[0]:
            measured, variance = np.array(noisy, dtype=np.float64), _variance(params, share)
        else:
            own = np.searchsorted(here, of_cell[possible])
            sums.append((own, np.array(noisy, dtype=np.float64), _variance(params, share)))
    if not len(possible):
        return summed_up(table.dimensions, np.zeros(table.cells, dtype=np.int64))
    found = np.zeros(table.cells)
    found[possible] = non_negative(measured, variance, sums, context.checkpoint)
    return _whole(table, found, context.within(0.7, 1.0))


def _whole(table: Declared, found: np.ndarray, context: JobContext) -> Integers:
    """Whole counts nearest to these that add up, by controlled rounding to base 1; cell by cell where the
    table is too large for it, or none exists: sums are those of the rounded cells then.
    """
    parts = np.rint(found * _PARTS).astype(np.int64)
    everything = summed_up(table.dimensions, parts)
    if len(everything) <= _MOST_ROUNDED:
        relations = product_relations(table.dimensions)
        for steps in range(_MOST_STEPS):
            try:
                whole = controlled(relations, everything, _PARTS, steps, context).values // _PARTS
            except Refused:
                continue
            return summed_up(table.dimensions, np.asarray(whole[table.detailed_places], dtype=np.int64))
    return summed_up(table.dimensions, (parts + _PARTS // 2) // _PARTS)


def verdict(params: PrivateTableParams, result: PrivateResult, limits: Limits) -> Iterator[Reason]:
    """The budget, which no audit makes safe, against the limit that was set; a secret that can be found
    removes all noise.
    """
    total = result.total
    if not result.strong:
        yield failed("private_table.weak_secret")
    if total.limit is None:
        yield unjudged(NOTHING_REQUIRED)
    elif total.is_over:
        yield failed("private_table.over_limit", epsilon=_up(total.epsilon), maximum=total.limit)
    yield reserved(
        "private_table.budget", epsilon=_up(total.epsilon), share=ceil(total.certainty * 100) / 100
    )


def _up(value: float) -> float:
    """An epsilon for a sentence: three decimals, never too small."""
    return ceil(value * 1000 - 1e-6) / 1000


STAGES = Stages(check=check, counts=counts, decide=decide, apply=apply, verdict=verdict)
