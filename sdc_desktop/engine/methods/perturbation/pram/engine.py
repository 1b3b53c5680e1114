"""Post-randomisation (PRAM): categories become others with known probabilities (Gouweleeuw et al. 1998).

The transition matrix has the probability of each value to become each other one; its rows sum to 1. Anyone
who has the matrix can estimate the original frequencies from the released ones; those of the invariant matrix
need no correction. Missing values stay missing and are never drawn. Where persons have several records, equal
values change in the same way, and shares of values are means over persons of the shares among their records.

The risk is the largest posterior of a true value: given one released value, which need not be the true one,
or given those of a household together (:mod:`sdc_desktop.engine.inference.together`). None is below the share
of the commonest value, because the posteriors of a value, weighted by the released shares, sum to its own.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from sdc_desktop.engine import verdict_records
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.households import without_household
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.keyed_draws import Draws, outcomes_of
from sdc_desktop.engine.inference.posteriors import gain, posteriors
from sdc_desktop.engine.inference.together import DrawsTogether, draws_together
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.microdata.chosen import chosen, chosen_problems
from sdc_desktop.engine.microdata.classes.key_classes import Integers, OneValue, Vector, one_value
from sdc_desktop.engine.microdata.classes.key_codes import KeyCodes, key_codes, one_value_with
from sdc_desktop.engine.microdata.classes.open_risks import KeptKeys, kept_keys, open_risks
from sdc_desktop.engine.microdata.person_draws import Flags, PersonShares, drawn_with, persons_with
from sdc_desktop.engine.microdata.recoded_disclosure import disclosed_by
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.secret_stream import keyed_label, secret_of, stream
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Role
from sdc_desktop.engine.verdict import Limits, Reason, reserved, unjudged
from sdc_desktop.engine.verdict_records import above_limit, is_limit, without_limit

_SUM = 1e-9  # of 1 that a row of chances may miss
PURPOSE = "pram"  # of the draws
GROUPING: tuple[Role, ...] = ("household",)  # released numbers that tell which records belong together


@dataclass(frozen=True)
class PramColumn:
    """One variable: its values in text order, the code (records,) of each record, -1 where missing, and the
    text of each missing record kept apart. ``of_persons``: the shares (values,) of those that are there over
    persons, and ``drawn_with`` (records,) the record whose draw each has; None where each record is of a
    person of its own.
    """

    name: str
    texts: tuple[str, ...]
    codes: Integers
    there: Integers  # codes of values that are not missing
    frequencies: Integers  # of these
    of_persons: Vector | None = None
    drawn_with: Integers | None = None

    @property
    def shares(self) -> Vector:
        """The share of each value that is there, (values,), over persons."""
        return self.frequencies / self.frequencies.sum() if self.of_persons is None else self.of_persons


@dataclass(frozen=True)
class PramCounts:
    """The variables to be changed, how records hide on key variables that are not, and the codes that
    disclosure is counted on (None where nothing can be disclosed). ``groups`` (records,): by household
    variable the number of each record's household, -1 where it has none. ``persons`` (records,) of persons
    with several records.
    """

    columns: tuple[PramColumn, ...]
    kept: KeptKeys | None = None
    keys: KeyCodes | None = None
    by_identifier: Microdata | None = None  # the records, where draws follow from identifiers
    groups: Mapping[str, Integers] = field(default_factory=dict)
    persons: Numbers | None = None


@dataclass(frozen=True)
class PramVariable:
    """The effect on one variable. ``least_diagonal``: the smallest retention probability. ``true_share``: the
    largest posterior of a true value, given a released one or, where ``by`` names a household variable, those
    of a household; ``prior``: the share of that true value, ``gain``: what the posterior adds of the rest.
    ``mean``: the chance that a released value is the record's own, over the records. ``commonest``: the share
    of the commonest value, below which no matrix brings ``true_share``. ``certain``: records released with a
    value that only one true value can become. ``distance``: half the sum of absolute differences of the
    shares before and after, 0 to 1. ``shown``, ``true``: the released value and the true one that
    ``true_share`` is about; empty where ``by`` names a variable. ``texts``: the values in the order of the
    matrix, to which the places of ``together`` refer. Shares and ``mean`` are over persons, and ``certain``
    counts them, where these have several records; ``records`` and ``changed`` count records.
    """

    categories: int
    records: int
    changed: int
    least_diagonal: float
    true_share: float
    prior: float
    gain: float
    mean: float
    commonest: float
    distance: float
    certain: int = 0
    by: str = ""
    together: Mapping[str, DrawsTogether] = field(default_factory=dict)
    shown: str = field(metadata=REDACTED, repr=False, compare=False, default="")
    true: str = field(metadata=REDACTED, repr=False, compare=False, default="")
    texts: tuple[str, ...] = field(metadata=REDACTED, repr=False, compare=False, default=())


@dataclass(frozen=True)
class PramResult:
    """What post-randomisation did, by variable; ``method`` is `matrix` where the plan gives probabilities.
    ``risks``: the risks left open (:mod:`open_risks`). ``one_value``: what classes by the released key
    variables disclose of the unchanged sensitive variables.
    """

    method: str
    variables: Mapping[str, PramVariable]
    kept: KeptKeys | None
    risks: Mapping[str, float]
    one_value: Mapping[str, OneValue]
    notes: tuple[Problem, ...]
    codes: tuple[Integers, ...] = field(metadata=REDACTED, repr=False, compare=False)
    matrices: tuple[Vector, ...] = field(metadata=REDACTED, repr=False, compare=False)
    records: int = field(metadata=REDACTED, default=0)
    drawn: Microdata | None = field(metadata=REDACTED, repr=False, compare=False, default=None)
    of_persons: int | None = field(metadata=IF_THERE, default=None)  # where these have several records


def check(params: PramParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    names = chosen(params, source.data)
    problems = chosen_problems(names, source, numbers=False)
    if params.identifier is not None and params.identifier not in source.data.names:
        where = Place(key="params.identifier", variable=params.identifier)
        problems.append(error("plan.unknown_variable", where, name=params.identifier))
    for name, rows in params.matrix.items():
        where = Place(key=f"params.matrix.{name}", variable=name)
        if name not in names:
            problems.append(error("perturb.matrix_unused", where, name=name))
        for value, row in rows.items():
            total = float(sum(row.values()))
            if abs(total - 1) > _SUM:
                here = Place(key=f"params.matrix.{name}.{value}", variable=name)
                problems.append(error("perturb.row_sum", here, total=total))
    return tuple(problems)


def counts(params: PramParams, source: Source, context: JobContext) -> PramCounts:
    """Read the variables. Raises :class:`Refused` where values are missing from a matrix. It is also raised
    where draws follow from identifiers that are missing or repeated.
    """
    refuse_errors(check(params, source))
    data, columns = source.data, []
    keyed, persons = params.identifier is not None, source.data.repeated_persons(context)
    if keyed and persons is not None:
        raise Refused(error("persons.not_yet", Place(key="params.identifier"), title=PRAM.title))
    if params.identifier is not None:
        _refuse_identifiers(params.identifier, data, context)
    for name in chosen(params, data):
        context.checkpoint()
        texts, frequencies = data.relation.frequencies(data.index(name), context)
        none = np.empty(0, dtype=np.int64)
        codes = none if keyed else data.relation.codes(data.index(name), context)
        there = np.array(
            [place for place, text in enumerate(texts) if text not in data.variable(name).missing],
            dtype=np.int64,
        )
        column = PramColumn(name, texts, codes, there, frequencies[there])
        columns.append(column if persons is None else _of_persons(column, persons))
    names = [column.name for column in columns]
    kept, groups = kept_keys(data, names, context), _groups(data, names, context)
    if keyed:
        return PramCounts(tuple(columns), kept, None, data, groups)
    return PramCounts(tuple(columns), kept, key_codes(data, names, context), groups=groups, persons=persons)


def _of_persons(column: PramColumn, persons: Numbers) -> PramColumn:
    there = _places(column)[column.codes] >= 0
    shares = PersonShares.of(persons, there).by_value(column.codes, len(column.texts))[column.there]
    return replace(column, of_persons=shares, drawn_with=drawn_with(column.codes, persons))


def _groups(data: Microdata, changed: Collection[str], context: JobContext) -> Mapping[str, Integers]:
    """By household variable that is released unchanged, the number of each record's household."""
    if data.relation.by_counts:  # which records belong together is not known
        return {}
    found = {}
    for variable in data.with_role(*GROUPING):
        if variable.name not in changed:
            place = data.index(variable.name)
            texts, _ = data.relation.frequencies(place, context)
            absent = without_household(variable, texts)
            codes = data.relation.codes(place, context)
            found[variable.name] = np.where(absent[codes], -1, codes)
    return found


def _refuse_identifiers(name: str, data: Microdata, context: JobContext) -> None:
    variable = data.variable(name)
    missing, repeated = data.relation.unidentified(data.index(name), variable.missing, context)
    if missing or repeated:
        where = Place(key="params.identifier", variable=name)
        raise Refused(
            error("perturb.identifiers_not_unique", where, name=name, missing=missing, repeated=repeated)
        )


def decide(params: PramParams, counted: PramCounts, context: JobContext) -> PramResult:
    """Draw the new values from the job's secret, one uniform number a record and variable: in file order, or
    from the record's identifier. Raises :class:`Refused` without one.
    """
    if counted.by_identifier is not None:
        return _decided_by_identifier(params, counted, counted.by_identifier, context)
    described, codes, matrices = {}, [], []
    for column in counted.columns:
        matrix = transition_matrix(params, column)
        uniform = stream(context, PURPOSE, column.name).uniforms(0, len(column.codes))
        own = uniform if column.drawn_with is None else uniform[column.drawn_with]
        new = _drawn(column, matrix, own, context)
        after = _after_of(column, new, counted.persons)
        changed = int((new != column.codes).sum())
        places = _places(column)
        pair = places[column.codes], places[new]
        together = _together(column, matrix, pair, counted.groups, context)
        described[column.name] = _described(column, matrix, after, changed, together)
        codes.append(new)
        matrices.append(matrix)
    shares = [one.true_share for one in described.values() if one.categories > 1]
    risks = open_risks(None, counted.kept, shares)
    method = "matrix" if params.matrix else params.method
    new_of = {column.name: new for column, new in zip(counted.columns, codes, strict=True)}
    found = {} if counted.keys is None else one_value_with(counted.keys, new_of)
    number = max(map(len, codes), default=0)
    persons = None if counted.persons is None else len(np.unique(counted.persons[counted.persons != NOBODY]))
    return PramResult(
        method=method,
        variables=described,
        kept=counted.kept,
        risks=risks,
        one_value=found,
        notes=(),
        codes=tuple(codes),
        matrices=tuple(matrices),
        records=number,
        of_persons=persons,
    )


def _decided_by_identifier(
    params: PramParams, counted: PramCounts, data: Microdata, context: JobContext
) -> PramResult:
    """Draw each value from the secret and the record's identifier; figures are of counted combinations."""
    assert params.identifier is not None
    secret, described, matrices, drawn = secret_of(context), {}, [], data
    for column in counted.columns:
        context.checkpoint()
        matrix = transition_matrix(params, column)
        texts = [column.texts[place] for place in column.there.tolist()]
        outcomes = {text: outcomes_of(row, texts) for text, row in zip(texts, matrix, strict=True)}
        begun = keyed_label(secret, PURPOSE, column.name)
        draws = Draws(outcomes, secret.key, begun)
        change = partial(_with_drawn, column.name, params.identifier, draws, context)
        pairs = list(data.changed_pairs(column.name, change, context))
        drawn = change(drawn)
        after = np.array([sum(n for _, new, n in pairs if new == text) for text in texts], dtype=np.int64)
        changed = sum(n for old, new, n in pairs if old != new)
        pair = None
        if counted.groups:
            pair = _places_in(data, column, context), _places_in(drawn, column, context)
        together = _together(column, matrix, pair, counted.groups, context)
        described[column.name] = _described(column, matrix, _After(column, after), changed, together)
        matrices.append(matrix)
    names = [column.name for column in counted.columns]
    keys = [variable.name for variable in data.with_role("key")]
    sensitive = [one.name for one in data.with_role("sensitive") if one.name not in names]
    before, later = (disclosed_by(each, keys, sensitive, context) for each in (data, drawn))
    shares = [one.true_share for one in described.values() if one.categories > 1]
    return PramResult(
        method="matrix" if params.matrix else params.method,
        variables=described,
        kept=counted.kept,
        risks=open_risks(None, counted.kept, shares),
        one_value=one_value(before, later),
        notes=(),
        codes=(),
        matrices=tuple(matrices),
        records=data.records,
        drawn=drawn,
    )


def _with_drawn(name: str, identifier: str, draws: Draws, context: JobContext, data: Microdata) -> Microdata:
    return data.drawn(name, identifier, draws, context)


def apply(result: PramResult, counted: PramCounts, source: Source, context: JobContext) -> Microdata:
    """The records with the drawn values, without direct identifiers."""
    if result.drawn is not None:
        return result.drawn.without_direct_identifiers(context)
    columns = {
        column.name: (new, column.texts) for column, new in zip(counted.columns, result.codes, strict=True)
    }
    return source.data.replaced(columns, context).without_direct_identifiers(context)


def transition_matrix(params: PramParams, column: PramColumn) -> Vector:
    """The transition probabilities (categories, categories) of the values that are not missing.

    Raises :class:`Refused` where a matrix of the plan has too few values, or one outside the data.
    """
    number = len(column.there)
    if column.name in params.matrix:
        return _of_plan(params.matrix[column.name], column)
    if number < 2:
        return np.ones((number, number))
    retain = float(params.retain)
    if params.method == "invariant":
        matrix = np.tile((1 - retain) * column.shares, (number, 1))
        matrix[np.diag_indices(number)] += retain
        return matrix
    matrix = np.full((number, number), (1 - retain) / (number - 1))
    matrix[np.diag_indices(number)] = retain
    return matrix


def _of_plan(rows: Mapping[str, Mapping[str, float]], column: PramColumn) -> Vector:
    texts = [column.texts[place] for place in column.there.tolist()]
    where = Place(key=f"params.matrix.{column.name}", variable=column.name)
    strange = {value for row in rows.values() for value in row} - set(texts)
    if not set(texts) <= set(rows) or strange:
        raise Refused(
            error(
                "perturb.matrix_values",
                where,
                name=column.name,
                lacking=len(set(texts) - set(rows)),
                strange=len(strange),
            )
        )
    return np.array([[float(rows[one].get(other, 0.0)) for other in texts] for one in texts])


def _drawn(column: PramColumn, matrix: Vector, uniform: Vector, context: JobContext) -> Integers:
    """A new code for each record: the first whose cumulated chance is above a uniform number."""
    places, new = _places(column)[column.codes], column.codes.copy()
    cumulated = np.cumsum(matrix, axis=1)
    for one in range(len(column.there)):
        context.checkpoint()
        rows = np.flatnonzero(places == one)
        last = int(np.flatnonzero(matrix[one] > 0)[-1])  # the sum may miss 1 by a rounding
        drawn = np.minimum(np.searchsorted(cumulated[one], uniform[rows], side="right"), last)
        new[rows] = column.there[drawn]
    return new


def _places(column: PramColumn) -> Integers:
    """The place of each text (texts,) among the values that are not missing, -1 for the others."""
    places = np.full(len(column.texts), -1, dtype=np.int64)
    places[column.there] = np.arange(len(column.there))
    return places


def _places_in(data: Microdata, column: PramColumn, context: JobContext) -> Integers:
    """The place of each record's value (records,), before or after draws; -1 for a missing value."""
    place = data.index(column.name)
    texts, _ = data.relation.frequencies(place, context)
    place_of = dict(zip(column.texts, _places(column).tolist(), strict=True))
    places = np.array([place_of[text] for text in texts], dtype=np.int64)
    return places[data.relation.codes(place, context)]


def _together(
    column: PramColumn,
    matrix: Vector,
    pair: tuple[Integers, Integers] | None,
    groups: Mapping[str, Integers],
    context: JobContext,
) -> Mapping[str, DrawsTogether]:
    """What the draws of a household reveal together, by household variable whose members share the value."""
    if pair is None or len(column.there) < 2:
        return {}
    shared = column.drawn_with
    found = {
        name: draws_together(*pair, codes, column.shares, matrix, context, shared)
        for name, codes in groups.items()
    }
    return {name: one for name, one in found.items() if one is not None}


@dataclass(frozen=True)
class _After:
    """The released values of a variable: how many records have each, (values,), of those that are there. Of
    persons with several records ``codes`` (records,) and ``persons``.
    """

    column: PramColumn
    frequencies: Integers
    codes: Integers | None = None
    persons: Numbers | None = None

    def distance(self) -> float:
        """Half the sum of absolute differences of the shares before and after."""
        column = self.column
        if self.codes is None or self.persons is None:
            gaps = np.abs(self.frequencies - column.frequencies)
            return float(gaps.sum() / (2 * int(column.frequencies.sum())))
        there = _places(column)[self.codes] >= 0
        shares = PersonShares.of(self.persons, there).by_value(self.codes, len(column.texts))
        return float(np.abs(shares[column.there] - column.shares).sum() / 2)

    def with_value(self, chosen: Flags) -> int:
        """How many records, or persons, have one of the values chosen (values,)."""
        if self.codes is None or self.persons is None:
            return int(self.frequencies[chosen].sum())
        of_text = np.isin(np.arange(len(self.column.texts)), self.column.there[chosen])
        return persons_with(of_text[self.codes], self.persons)


def _after_of(column: PramColumn, new: Integers, persons: Numbers | None) -> _After:
    after = np.bincount(new, minlength=len(column.texts))[column.there]
    return _After(column, after) if persons is None else _After(column, after, new, persons)


def _described(
    column: PramColumn,
    matrix: Vector,
    after: "_After",
    changed: int,
    together: Mapping[str, DrawsTogether],
) -> PramVariable:
    """The effect of a matrix; ``after``: the released values."""
    records = int(column.frequencies.sum())
    if not records:
        return PramVariable(0, 0, changed, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0)
    texts = tuple(column.texts[place] for place in column.there.tolist())
    prior, stay = column.shares, np.diag(matrix)
    known = posteriors(prior, matrix)
    true, shown = (int(place) for place in np.unravel_index(known.argmax(), known.shape))
    share, own, by = float(known[true, shown]), float(prior[true]), ""
    for name, one in together.items():
        if one.largest > share:
            share, own, by = one.largest, one.prior, name
    return PramVariable(
        categories=len(prior),
        records=records,
        changed=changed,
        least_diagonal=float(stay.min()),
        true_share=share,
        prior=own,
        gain=gain(share, own),
        mean=float((prior * stay).sum()),
        commonest=float(prior.max()),
        distance=after.distance(),
        certain=after.with_value(known.max(axis=0) >= 1) if len(prior) > 1 else 0,
        by=by,
        together=together,
        shown="" if by else texts[shown],
        true="" if by else texts[true],
        texts=texts,
    )


def verdict(params: PramParams, result: PramResult, limits: Limits) -> Iterator[Reason]:
    """What classes disclose, values that are certain, and the largest risk against the tolerable one."""
    yield from verdict_records.disclosed(result.one_value, result.records, limits)
    certain = tuple(name for name, one in result.variables.items() if one.certain)
    if certain:
        number = max(one.certain for one in result.variables.values())
        persons: dict[str, Param] = {} if result.of_persons is None else {"persons": number}
        yield reserved("values_certain", number=number, variables=certain, **persons)
    if not is_limit(params.tolerable_risk):
        yield from without_limit(result.risks)
        return
    if not result.risks:
        yield unjudged("risk_not_measured", variables=tuple(result.variables))
    yield from above_limit(result.risks, params.tolerable_risk, {"true_share": _most_revealed(result)})


def _most_revealed(result: PramResult) -> Mapping[str, Param]:
    """The figures of the variable with the largest posterior; no value is among them."""
    drawn = {name: one for name, one in result.variables.items() if one.categories > 1}
    if not drawn:
        return {}
    name, one = max(drawn.items(), key=lambda item: item[1].true_share)
    figures: dict[str, Param] = {"variable": name, "prior_share": one.prior, "mean_share": one.mean}
    return figures | {"least_share": one.commonest} | ({"by": (one.by,)} if one.by else {})


STAGES = Stages(check, counts, decide, apply, verdict)
