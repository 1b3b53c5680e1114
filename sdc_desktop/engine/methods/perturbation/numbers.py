"""The stages of methods that change numbers: they read, write and measure the same way."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Numbers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata.chosen import chosen, chosen_problems
from sdc_desktop.engine.microdata.classes.key_classes import Disclosed, Integers, OneValue, Vector, one_value
from sdc_desktop.engine.microdata.classes.open_risks import KeptKeys, kept_keys, open_risks
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, block_column
from sdc_desktop.engine.microdata.groups.group_texts import number_text
from sdc_desktop.engine.microdata.person_draws import drawn_with
from sdc_desktop.engine.microdata.recoded_disclosure import disclosed_by
from sdc_desktop.engine.microdata.score import Score, scored
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.setting import Settings
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Limits, Reason, reserved, unjudged
from sdc_desktop.engine.verdict_records import above_limit, disclosed, is_limit, without_limit

P = TypeVar("P", bound=Settings)

_BATCH = 10_000


@dataclass(frozen=True)
class NumberColumns:
    """The variables to be changed, and the decimal mark of the data. ``disclosed``: what classes by the
    key variables that stay unchanged disclose of each sensitive variable that does too. ``persons``
    (records,) where persons have several records.
    """

    columns: tuple[BlockColumn, ...]
    decimal: str
    kept: KeptKeys | None = None
    disclosed: Mapping[str, Disclosed] = field(default_factory=dict)
    persons: Numbers | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order given."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True)
class PerturbedResult:
    """The values that were changed, by variable, without missing ones; and the score of the continuous ones.

    ``score`` is over records with a value in each of them (None: fewer than two). ``unscored``: records
    without one. ``unmeasured``: changed variables that no risk is measured of. ``risks``: the risks left open
    (:mod:`open_risks`). ``one_value``: what classes by ``kept`` disclose, before and after equally.
    """

    method: str
    records: int
    changed: Mapping[str, int]
    score: Score | None
    unscored: int
    unmeasured: tuple[str, ...]
    kept: KeptKeys | None
    risks: Mapping[str, float]
    one_value: Mapping[str, OneValue]
    notes: tuple[Problem, ...]
    values: tuple[Vector, ...] = field(metadata=REDACTED, repr=False, compare=False)


def read_numbers(
    source: Source, names: Sequence[str], context: JobContext, *, ranks: bool = False
) -> NumberColumns:
    """Read continuous variables, with `ranks` ordinal ones too. Raises :class:`Refused`."""
    columns: list[BlockColumn] = []
    problems: list[Problem] = []
    for place, name in enumerate(names):
        context.progress(place / len(names), "counting")
        column = block_column(source.data, name, context)
        if isinstance(column, Problem):
            problems.append(column)
        elif column.level == "nominal" or (column.level == "ordinal" and not ranks):
            where = Place(variable=name)
            by_code = code_in_numbers(source.data.variable(name), where)
            problems.append(by_code or error("perturb.not_numbers", where, name=name))
        else:
            columns.append(column)
    if problems:
        raise Refused(problems)
    kept = kept_keys(source.data, names, context)
    sensitive = [v.name for v in source.data.with_role("sensitive") if v.name not in names]
    known = disclosed_by(source.data, () if kept is None else kept.names, sensitive, context)
    persons = source.data.repeated_persons(context)
    return NumberColumns(tuple(columns), source.data.decimal, kept, known, persons)


def same_draws(column: BlockColumn, persons: Numbers | None) -> Integers | slice:
    """The record whose draw each record has, (records,): equal numbers of a person share one."""
    if persons is None:
        return slice(None)
    return drawn_with(np.unique(column.values, return_inverse=True)[1].reshape(-1), persons)


def result_of(
    method: str,
    read: NumberColumns,
    values: Sequence[Vector],
    context: JobContext,
    notes: tuple[Problem, ...] = (),
) -> PerturbedResult:
    """The effect on the values (records,) of each variable."""
    numeric = [place for place, column in enumerate(read.columns) if column.level == "continuous"]
    score = None
    scored_records = 0
    if numeric:
        there = np.flatnonzero(~np.any([read.columns[place].missing for place in numeric], axis=0))
        if len(there) > 1:
            scored_records = len(there)
            own = np.column_stack([read.columns[place].values[there] for place in numeric])
            shown = np.column_stack([values[place][there] for place in numeric])
            names = [read.columns[place].name for place in numeric]
            persons = None if read.persons is None else read.persons[there]
            score = scored(names, own, shown, ScoreWeights(), context, persons)
    return PerturbedResult(
        method=method,
        records=len(values[0]),
        changed={
            column.name: int(((column.values != new) & ~column.missing).sum())
            for column, new in zip(read.columns, values, strict=True)
        },
        score=score,
        unscored=len(values[0]) - scored_records if numeric else 0,
        unmeasured=tuple(
            column.name for place, column in enumerate(read.columns) if score is None or place not in numeric
        ),
        kept=read.kept,
        risks=open_risks(score, read.kept),
        one_value=one_value(read.disclosed, read.disclosed),
        notes=notes,
        values=tuple(values),
    )


def number_stages(
    changed: Callable[[P, NumberColumns, JobContext], Sequence[Vector]],
    method: Callable[[P], str],
    check: Callable[[P, Source], tuple[Problem, ...]] | None = None,
    *,
    ranks: bool = False,
) -> Stages[P, NumberColumns, PerturbedResult]:
    """The stages of a method on numbers.

    ``changed`` gives the new values (records,) of each variable; those of missing ones are not used.
    ``method`` is what the result calls the method, ``check`` what can be refused before any record is read
    (by default variables that cannot be changed). With `ranks` ordinal variables can also be changed.
    """
    refused = check or _check

    def counts(params: P, source: Source, context: JobContext) -> NumberColumns:
        refuse_errors(refused(params, source))
        return read_numbers(source, chosen(params, source.data), context, ranks=ranks)

    def decide(params: P, counted: NumberColumns, context: JobContext) -> PerturbedResult:
        values = changed(params, counted, context)
        columns = zip(counted.columns, values, strict=True)
        kept = [np.where(column.missing, column.values, new) for column, new in columns]
        return result_of(method(params), counted, kept, context)

    return Stages(refused, counts, decide, written, _verdict)


def _check(params: Settings, source: Source) -> tuple[Problem, ...]:
    return tuple(chosen_problems(chosen(params, source.data), source, numbers=True))


def _verdict(params: Any, result: PerturbedResult, limits: Limits) -> Iterator[Reason]:
    """What classes disclose, and the largest risk left open against the tolerable one; not judged without."""
    yield from disclosed(result.one_value, result.records, limits)
    if not is_limit(params.tolerable_risk):
        yield from without_limit(result.risks)
        return
    if result.unmeasured:
        yield unjudged("risk_not_measured", variables=result.unmeasured)
    elif result.unscored:
        yield reserved("records_not_measured", number=result.unscored)
    yield from above_limit(result.risks, params.tolerable_risk)


def written(
    result: PerturbedResult, counted: NumberColumns, source: Source, context: JobContext
) -> Microdata:
    """The records with the new values, without direct identifiers. An unchanged value keeps its text; missing
    values stay.
    """
    columns = {}
    for column, new in zip(counted.columns, result.values, strict=True):
        columns[column.name] = _texts(column, new, counted.decimal, context)
    changed = source.data.replaced(columns, context)
    return changed.without_direct_identifiers(context)


def rounded(column: BlockColumn, values: Vector, decimal: str) -> Vector:
    """Numbers (records,) rounded to the most decimals of the variable's texts. They are not rounded where a
    text has an exponent.
    """
    places = 0
    for text, absent in zip(column.texts, column.absent.tolist(), strict=True):
        if absent:
            continue
        if "e" in text.lower():
            return values
        places = max(places, len(text.strip().partition(decimal)[2]))
    return np.round(values, places)


def _texts(
    column: BlockColumn, values: Vector, decimal: str, context: JobContext
) -> tuple[Integers, list[str]]:
    """A code for each record, and the texts that codes mean: the first text of a number that the file has."""
    numbers, codes = np.unique(values, return_inverse=True)
    own: dict[float, str] = {}
    for place in np.flatnonzero(~column.absent).tolist():
        own.setdefault(float(column.numbers[place]), column.texts[place])
    labels: list[str] = []
    for start in range(0, len(numbers), _BATCH):
        context.checkpoint()
        labels += [
            own.get(number) or number_text(number, decimal)
            for number in numbers[start : start + _BATCH].tolist()
        ]
    same = (column.values == values) | column.missing  # its own text, not another one for the same number
    return np.where(same, len(labels) + column.codes, codes.reshape(-1)), [*labels, *column.texts]
