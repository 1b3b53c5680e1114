"""Microaggregation: groups of at least k near records get the same values in a block of variables.

Numbers become the group's mean, ordinal values the median category (the lower of two), nominal ones the mode
(of equals the first in text order). Groups come from MDAV (Domingo-Ferrer & Torra 2005) or, for one variable
of numbers, from the optimal partition (Hansen & Mukherjee 2003); within strata, where there are any.
SSE and SST are sums of squared distances in the units used for grouping (`distances`), over all blocks;
IL = 100 SSE / SST, and 0 where SST is 0.

Where persons have several records, k counts persons. A block whose variables have one value for each person
is grouped with one record of each, whose values all records of the person get; otherwise records are grouped
until they are of k persons (:mod:`person_groups`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine import verdict_records as verdicts
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.microdata.classes.key_classes import Disclosed, OneValue, one_value
from sdc_desktop.engine.microdata.classes.key_codes import disclosed_by_classes
from sdc_desktop.engine.microdata.classes.open_risks import open_risks
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import near_equal_warnings, sensitive_values
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, block_column
from sdc_desktop.engine.microdata.groups.block_groups import Block, BlockResult, loss, sizes_of, units_of
from sdc_desktop.engine.microdata.groups.formed import formed, texts_of_rows
from sdc_desktop.engine.microdata.groups.group_texts import parts_of, patterns_of
from sdc_desktop.engine.microdata.groups.groups import classes
from sdc_desktop.engine.microdata.recoded_disclosure import Together, together_of
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity_of_sizes
from sdc_desktop.engine.microdata.score import Score, scored
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error, note, refuse_errors, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, failed, unjudged


@dataclass(frozen=True)
class MicroaggregateCounts:
    """The variables of all blocks as numbers, and the stratum (records,) of each record."""

    blocks: tuple[tuple[str, ...], ...]
    columns: Mapping[str, BlockColumn]
    strata: Integers
    before: Anonymity  # of the variables of all blocks together
    left_out: tuple[str, ...]  # key variables in no block
    left_codes: tuple[Integers, ...] = ()  # of these, (records,) each
    others: tuple[str, ...] = ()  # variables of the blocks that are not of the role `key`
    sensitive: Mapping[str, Integers] = field(default_factory=dict)  # value (records,), below 0 where lacking
    near_equal: tuple[Problem, ...] = ()
    persons: RecordPersons | None = None  # of the records, where persons have several

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.strata)


@dataclass(frozen=True)
class MicroaggregateResult:
    """What microaggregation did. ``groups``, ``sse``, ``sst`` and ``il`` are over all blocks.

    A missing value differs from every other value: records that share their group but not the places of
    their missing values are distinguished in ``records_below_k`` (in any block) and in ``after`` (all blocks
    together). ``together``: the same with the key variables that are in no block. ``others``:
    variables of the blocks that are not of the role `key`. ``score``: of the numbers, where a
    tolerable risk is set. ``one_value``: what the groups of ``together`` disclose. ``persons_below_k``: the
    persons with a record below k, where persons have several.
    """

    k: int
    method: str
    standardise: bool
    missing: str
    strata: int
    records: int
    suppressed: int
    groups: int
    sse: float
    sst: float
    il: float
    records_below_k: int
    blocks: tuple[BlockResult, ...]
    before: Anonymity
    after: Anonymity
    together: Together
    others: tuple[str, ...]
    one_value: Mapping[str, OneValue]
    score: Score | None
    notes: tuple[Problem, ...]
    kept: Integers = field(metadata=REDACTED, repr=False, compare=False)  # the records that are released
    labels: tuple[Integers, ...] = field(metadata=REDACTED, repr=False, compare=False)
    """For each block the group of each released record; -1 in none: it has no value there."""
    rows: tuple[Integers, ...] = field(metadata=REDACTED, repr=False, compare=False, default=())
    """For each block the released records that its groups are made of, where persons have several."""
    persons_below_k: int | None = field(default=None, metadata=IF_THERE)


def check(params: MicroaggregateParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    return tuple(_problems(params, source.data))


def _problems(params: MicroaggregateParams, data: Microdata) -> Iterator[Problem]:
    key = "params.variables" if params.blocks is None else "params.blocks"
    if params.blocks is not None and params.variables is not None:
        yield error("microaggregate.variables_and_blocks", Place(key="params.blocks"))
    blocks, strata = params.blocks_in(data), params.dividing
    if not blocks or not all(blocks):
        yield error("microaggregate.no_variables", Place(key=key))
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        here = key if params.blocks is None else f"{key}[{number}]"
        for name in block:
            where = Place(key=here, variable=name)
            if name not in data.names:
                yield error("plan.unknown_variable", where, name=name)
                continue
            variable = data.variable(name)
            if name in seen:
                yield error("microaggregate.doubled", where, name=name)
            if name in strata:
                yield error("microaggregate.stratum_in_block", where, name=name)
            if variable.role in NEVER_RELEASED:
                yield error("recode.direct_identifier", where, name=name)
            if params.method == "optimal_univariate" and variable.level != "continuous":
                by_code = code_in_numbers(variable, where)
                yield by_code or error("microaggregate.needs_numbers", where, name=name)
            seen.add(name)
        if params.method == "optimal_univariate" and len(block) > 1:
            yield error("microaggregate.one_variable_a_block", Place(key=here), number=len(block))
    for name in strata:
        if name not in data.names:
            yield error("plan.unknown_variable", Place(key="params.strata", variable=name), name=name)


def counts(params: MicroaggregateParams, source: Source, context: JobContext) -> MicroaggregateCounts:
    """One pass over the records of each variable. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    data = source.data
    blocks = params.blocks_in(data)
    names = [name for block in blocks for name in block]
    columns: dict[str, BlockColumn] = {}
    problems: list[Problem] = []
    for place, name in enumerate(names):
        context.progress(place / len(names), "counting")
        column = block_column(data, name, context)
        if isinstance(column, Problem):
            problems.append(column)
        else:
            columns[name] = column
    if problems:
        raise Refused(problems)
    divided = [data.relation.codes(data.index(name), context) for name in params.dividing]
    key_variables = [variable.name for variable in data.with_role("key")]
    left_out = tuple(name for name in key_variables if name not in columns)
    sensitive, near_equal = _sensitive(data, columns, context)
    persons = data.record_persons(context)
    return MicroaggregateCounts(
        blocks=blocks,
        columns=columns,
        strata=classes(*divided) if divided else np.zeros(data.records, dtype=np.int64),
        before=_anonymity([column.codes for column in columns.values()], persons),
        left_out=left_out,
        left_codes=tuple(data.relation.codes(data.index(name), context) for name in left_out),
        others=tuple(name for name in columns if name not in key_variables),
        sensitive=sensitive,
        near_equal=near_equal,
        persons=persons,
    )


def _sensitive(
    data: Microdata, columns: Mapping[str, BlockColumn], context: JobContext
) -> tuple[dict[str, Integers], tuple[Problem, ...]]:
    """The value of each unchanged sensitive variable by record (records,), and its warnings."""
    codes, values = {}, {}
    for variable in data.with_role("sensitive"):
        if variable.name in columns:
            continue
        place = data.index(variable.name)
        found = sensitive_values(data, variable.name, data.relation.frequencies(place, context)[0])
        values[variable.name] = found
        codes[variable.name] = found.of_text[data.relation.codes(place, context)]
    return codes, near_equal_warnings(values)


def foresee(
    params: MicroaggregateParams, counted: MicroaggregateCounts, context: JobContext
) -> tuple[Problem, ...]:
    """What :func:`decide` would refuse or note, in milliseconds and without forming a group.

    The number of records that stay below k where missing values are kept is known only afterwards; here the
    number of records with a missing value is reported. Raises :class:`Refused` with the problems of every
    block.
    """
    kept = _kept(params, counted)
    problems: list[Problem] = []
    for names in counted.blocks if params.k > 1 else ():
        context.checkpoint()
        missing = [counted.columns[name].missing[kept] for name in names]
        by_pattern = params.missing == "patterns"
        persons = None if counted.persons is None else counted.persons.numbers[kept]
        try:
            parts_of(counted.strata[kept], *patterns_of(missing), params.k, persons, by_pattern=by_pattern)
        except Refused as refusal:
            problems += [problem for problem in refusal.problems if problem not in problems]
    refuse_errors(problems)
    return tuple(_notes(params, counted, None, counted.records - len(kept)))


def decide(
    params: MicroaggregateParams, counted: MicroaggregateCounts, context: JobContext
) -> MicroaggregateResult:
    """Form the groups: no matter of milliseconds. Raises :class:`Refused`, Cancelled when stopped."""
    kept = _kept(params, counted)
    persons = None if counted.persons is None else counted.persons.of(kept)
    results, labels, rows, below, distinguished = [], [], [], np.zeros(len(kept), dtype=np.bool_), []
    for place, names in enumerate(counted.blocks):
        part = context.within(place / len(counted.blocks), (place + 1) / len(counted.blocks))
        block = Block.of(names, counted.columns, counted.strata, kept, standardise=params.standardise)
        made = formed(params, block, (counted.columns, counted.strata, kept), persons, part)
        below |= units_of(made.apart, persons)[made.apart] < params.k
        results.append(made.result)
        labels.append(made.labels)
        rows += [made.rows] if made.rows is not None else []
        distinguished.append(made.apart)
    sse, sst = sum(result.sse for result in results), sum(result.sst for result in results)
    own = classes(*(column.codes for column in counted.columns.values()), *counted.left_codes)
    groups = classes(*distinguished, *(codes[kept] for codes in counted.left_codes))
    members = None if persons is None else persons.members(groups)
    return MicroaggregateResult(
        k=params.k,
        method=params.method,
        standardise=params.standardise,
        missing=params.missing,
        strata=len(np.unique(counted.strata)),
        records=counted.records,
        suppressed=counted.records - len(kept),
        groups=sum(result.groups for result in results),
        sse=sse,
        sst=sst,
        il=loss(sse, sst),
        records_below_k=int(below.sum()),
        blocks=tuple(results),
        before=counted.before,
        after=_anonymity(distinguished, persons),
        together=together_of(sizes_of(groups), counted.left_out, params.k, members),
        others=counted.others,
        one_value=one_value(
            _disclosed(own, counted.sensitive, counted.persons),
            _disclosed(groups, {name: codes[kept] for name, codes in counted.sensitive.items()}, persons),
        ),
        score=None
        if params.tolerable_risk is None
        else _score(params.k, counted, kept, labels, rows, results, context),
        notes=tuple(_notes(params, counted, int(below.sum()), counted.records - len(kept))),
        kept=kept,
        labels=tuple(labels),
        rows=tuple(rows),
        persons_below_k=None if persons is None else persons.within(below),
    )


def apply(
    result: MicroaggregateResult, counted: MicroaggregateCounts, source: Source, context: JobContext
) -> Microdata:
    """The records with their groups' values, without direct identifiers and suppressed records."""
    data = source.data
    if len(result.kept) < data.records:
        data = data.picked(result.kept, context)
    columns = {}
    if result.k > 1:
        for place, block in enumerate(result.blocks):
            labels, rows = result.labels[place], result.rows[place] if result.rows else None
            for name in block.variables:
                column = counted.columns[name]
                columns[name] = texts_of_rows(
                    column, result.kept, labels, rows, block.groups, data.decimal, context
                )
    return data.replaced(columns, context).without_direct_identifiers(context)


def _kept(params: MicroaggregateParams, counted: MicroaggregateCounts) -> Integers:
    """The records that are released."""
    if params.missing == "suppress":
        return np.flatnonzero(~_lacking(counted))
    return np.arange(counted.records)


def _lacking(counted: MicroaggregateCounts) -> npt.NDArray[np.bool_]:
    """Whether each record (records,) has a missing value in any block."""
    lacking: npt.NDArray[np.bool_] = np.any([c.missing for c in counted.columns.values()], axis=0)
    return lacking


def _notes(
    params: MicroaggregateParams, counted: MicroaggregateCounts, below: int | None, suppressed: int
) -> Iterator[Problem]:
    """`below` is None as long as no groups were formed."""
    if params.k == 1:
        yield note("microaggregate.k_is_one", Place(key="params.k"))
    lacking = int(np.count_nonzero(_lacking(counted)))
    if lacking and params.missing == "keep" and params.k > 1:
        where = Place(key="params.missing")
        if below is None:
            yield warning("microaggregate.missing_stay", where, number=lacking)
        else:
            yield warning("microaggregate.missing_kept", where, number=below, k=params.k)
    if suppressed:
        yield note("microaggregate.suppressed", Place(key="params.missing"), number=suppressed)
    if len(counted.blocks) > 1:
        yield note("microaggregate.several_blocks", Place(key="params.blocks"), number=len(counted.blocks))
    if counted.left_out:
        yield note("microaggregate.left_out", Place(key="params.variables"), names=counted.left_out)
    yield from counted.near_equal


def _disclosed(
    groups: Integers, sensitive: Mapping[str, Integers], persons: RecordPersons | None
) -> dict[str, Disclosed]:
    """What groups (records,) disclose of each sensitive variable."""
    return disclosed_by_classes(groups, len(sizes_of(groups)), sensitive, persons)


def score_of(
    result: MicroaggregateResult, counted: MicroaggregateCounts, context: JobContext
) -> Score | None:
    """The score of the continuous variables, whether or not a tolerable risk is set; None: fewer than two
    records have all of them.
    """
    return _score(result.k, counted, result.kept, result.labels, result.rows, result.blocks, context)


def _score(
    k: int,
    counted: MicroaggregateCounts,
    kept: Integers,
    labels: Sequence[Integers],
    rows: Sequence[Integers],
    results: Sequence[BlockResult],
    context: JobContext,
) -> Score | None:
    """Over records that have all of the continuous variables; None: fewer than two."""
    names, own, shown = [], [], []
    there = np.ones(len(kept), dtype=np.bool_)
    for place, (label, block) in enumerate(zip(labels, results, strict=True)):
        of_groups = rows[place] if rows else np.arange(len(kept))
        for name in block.variables:
            column = counted.columns[name]
            if column.level != "continuous":
                continue
            values, grouped = column.values[kept], (label >= 0) & ~column.missing[kept]
            made = of_groups[grouped[of_groups]]
            sums = np.bincount(label[made], weights=values[made], minlength=block.groups)
            means = sums / np.maximum(np.bincount(label[made], minlength=block.groups), 1)
            names.append(name)
            own.append(values)
            shown.append(means[np.maximum(label, 0)] if k > 1 else values)
            there &= grouped
    if not names or int(there.sum()) < 2:
        return None
    return scored(
        names,
        np.column_stack(own)[there],
        np.column_stack(shown)[there],
        ScoreWeights(),
        context,
        None if counted.persons is None else counted.persons.numbers[kept][there],
    )


def _anonymity(columns: Sequence[Integers], persons: RecordPersons | None) -> Anonymity:
    number = classes(*columns)
    return anonymity_of_sizes(sizes_of(number), None if persons is None else persons.members(number))


def verdict(params: MicroaggregateParams, result: MicroaggregateResult, limits: Limits) -> Iterator[Reason]:
    """Groups of k records on all key variables, and a tolerable risk of numbers that are not of that
    role.
    """
    limited = verdicts.is_limit(params.tolerable_risk)
    if result.k == 1 and not limited:
        yield unjudged(NOTHING_REQUIRED)
    if result.k > 1:
        below, together = result.records_below_k, result.together
        if below:
            yield failed("classes_below", number=below, k=result.k, **_persons(result.persons_below_k))
        elif together.records_below and together.left_out:
            yield from verdicts.with_others(together, result.k)
        elif together.records_below:
            found = _persons(together.persons_below)
            yield failed("blocks_together", number=together.records_below, k=result.k, **found)
    if limited:
        risks = open_risks(result.score, None)
        if result.score is None:
            yield unjudged(
                "risk_not_measured",
                variables=tuple(name for block in result.blocks for name in block.variables),
            )
        yield from verdicts.above_limit(risks, params.tolerable_risk)
    elif result.others and result.k > 1:
        yield unjudged("numbers_not_judged", variables=result.others)
    yield from verdicts.unique_records(result.after)
    yield from verdicts.disclosed(result.one_value, result.records, limits)


def _persons(below: int | None) -> dict[str, Param]:
    return {} if below is None else {"persons": below}


STAGES = Stages(check, counts, decide, apply, verdict, foresee=foresee)
