"""ANOPI: the effect on each key variable, recoding or microaggregation (Zielinski 2010).

The optimum levels come from :mod:`opi`; they are compared with the levels that the hierarchies offer
(:mod:`codings`) and with the k of blocks to microaggregate (:mod:`blocks`). A decision takes milliseconds.
The values of microaggregation groups are known once they are formed, by ``settle``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, Technique
from sdc_desktop.engine.methods.recoding.anopi.blocks import (
    KFigures,
    ReleasedBlock,
    block_notes,
    blocks_of,
    decided_block,
    goods_of,
    k_figures,
)
from sdc_desktop.engine.methods.recoding.anopi.codings import Choice, Coding, candidates, choice
from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts, anopi_counts, check, variables
from sdc_desktop.engine.methods.recoding.anopi.groups import (
    KnownGroups,
    ReleasedColumn,
    anonymity_of,
    classes_of,
    form_groups,
    recoded_columns,
)
from sdc_desktop.engine.methods.recoding.anopi.points import (
    Allocation,
    allocation,
    bound_problems,
    missed_bounds,
)
from sdc_desktop.engine.microdata.classes.key_classes import OneValue, one_value
from sdc_desktop.engine.microdata.groups.opi import IncomeShort, LevelPair, OptimumLevels, optimum_levels
from sdc_desktop.engine.microdata.groups.optimal_k import Goods
from sdc_desktop.engine.microdata.recoded_disclosure import disclosed_after, disclosed_in_records
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity, recoded
from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenByRecord
from sdc_desktop.engine.microdata.suppression.rare_records import (
    RareRecords,
    rare_among,
    rare_records,
    suppressed_keys,
    without_rare,
)
from sdc_desktop.engine.microdata.suppression.suppressed_records import SuppressedClass
from sdc_desktop.engine.microdata.suppression.suppression import released_classes
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, failed, unjudged
from sdc_desktop.engine.verdict_records import disclosed, rare_classes, suppressed_records, unique_records

_Disclosure = tuple[Mapping[str, OneValue], SuppressedClass | None]
_NO_CONTEXT = JobContext()
_SHARE_OF_GROUPING = 0.8  # of the work of settling


@dataclass(frozen=True)
class Information:
    """The information of a variable, original and released: base-10 entropy, and number of distinct values.
    Suppressed values are not counted.
    """

    entropy_as_is: float
    entropy: float
    categories_as_is: int
    categories: int


@dataclass(frozen=True)
class AnopiResult:
    """The decision: everything by variable, in file order; entropies base 10.

    ``codings`` and ``candidates`` are of recoded variables, ``k`` of microaggregated ones. Until the result
    is ``settled``, ``released`` holds what k promises for these, and ``after`` has their original values;
    where nothing is microaggregated, a decision is settled at once.
    """

    technique: Mapping[str, Technique]
    alpha: float
    user_points: Mapping[str, float]
    intruder_points: Mapping[str, float]
    income: float
    levels: Mapping[str, LevelPair]
    codings: Mapping[str, Choice]
    candidates: Mapping[str, tuple[Coding, ...]]
    k: Mapping[str, KFigures]
    blocks: tuple[ReleasedBlock, ...]
    released: Mapping[str, LevelPair]
    information: Mapping[str, Information]
    before: Anonymity
    after: Anonymity
    suppression: RareRecords | None
    one_value: Mapping[str, OneValue]
    suppressed_class: SuppressedClass | None
    settled: bool
    notes: tuple[Problem, ...]
    columns: Mapping[str, ReleasedColumn] = field(
        default_factory=dict, metadata=REDACTED, repr=False, compare=False
    )
    """The microaggregated variables as they are released, before anything is suppressed; empty until then."""


def counts(params: AnopiParams, source: Source, context: JobContext) -> AnopiCounts:
    """One pass over the records: the effect of every level, and the records to microaggregate. Raises
    :class:`Refused`.
    """
    refuse_errors(check(params, source))
    names = variables(params, source.data)
    by_technique: dict[Technique, list[str]] = {"recoding": [], "microaggregation": []}
    for name in names:
        by_technique[params.technique_of(name)].append(name)
    return anopi_counts(source, names, by_technique["recoding"], by_technique["microaggregation"], context)


def decide(params: AnopiParams, counted: AnopiCounts, context: JobContext = _NO_CONTEXT) -> AnopiResult:
    """The optimum levels, the levels nearest to them and the k; milliseconds, but for suppression. Groups are
    not formed here, and nothing is suppressed where they are still to form.

    Raises :class:`Refused`.
    """
    shared = allocation(params, counted)
    optimum = _optimum(params, shared)
    coded, choices, uncoded = _codings(params, counted, shared, optimum)
    grouped = blocks_of(params, shared.names)
    goods = {name: goods_of(shared, optimum, name) for block in grouped for name in block}
    blocks, ungrouped = _blocks(params, counted, grouped, goods)
    if uncoded or ungrouped:
        raise Refused([*uncoded, *ungrouped])
    records = counted.keys.records
    steps = {name: found.steps for name, found in choices.items()}
    rare = None if blocks else rare_records(params, counted, steps, context)
    before = anonymity(counted, {})
    after = anonymity(counted, steps) if any(steps.values()) and rare is None else before
    infos = {name: _decided(name, counted, steps, blocks) for name in shared.names}
    if rare is not None:
        infos = {name: replace(each, entropy=rare.entropies[name]) for name, each in infos.items()}
    released = {name: _level(name, infos[name], shared) for name in shared.names}
    missed = () if blocks else missed_bounds(shared, released)
    shown, hidden = _disclosed(counted, steps, rare, pending=bool(blocks), context=context)
    return AnopiResult(
        technique={name: params.technique_of(name) for name in shared.names},
        alpha=params.alpha,
        user_points=dict(zip(shared.names, shared.user_points.tolist(), strict=True)),
        intruder_points=dict(zip(shared.names, shared.intruder_points.tolist(), strict=True)),
        income=optimum.income,
        levels=_pairs(shared.names, optimum.utility, optimum.privacy),
        codings=choices,
        candidates=coded,
        k={name: k_figures(each, records) for name, each in goods.items()},
        blocks=tuple(blocks),
        released=released,
        information=infos,
        before=before,
        after=after if rare is None else rare.figures.after,
        suppression=rare,
        one_value=shown,
        suppressed_class=hidden,
        settled=not blocks,
        notes=(
            *shared.notes,
            *block_notes(blocks, by_persons=counted.persons is not None),
            *missed,
            *(() if counted.sensitive is None else counted.sensitive.near_equal),
        ),
    )


def settle(
    params: AnopiParams,
    result: AnopiResult,
    counted: AnopiCounts,
    context: JobContext,
    *,
    known_groups: KnownGroups | None = None,
) -> AnopiResult:
    """The decision with its groups formed: levels from the entropies really released, and what is still rare
    suppressed. Groups that are known are not formed again. Raises :class:`Refused`, Cancelled when stopped.
    """
    if result.settled:
        return result
    forming = context.within(0.0, _SHARE_OF_GROUPING)
    blocks, columns = form_groups(result.blocks, counted, forming, known_groups)
    steps = {name: found.steps for name, found in result.codings.items()}
    others = [name for name in counted.keys.variables if name not in columns]
    released = recoded_columns(counted, steps, others) | columns
    classes = classes_of(counted.keys.variables, released, counted.persons)
    rare = rare_among(params, classes, context.within(_SHARE_OF_GROUPING, 1.0))
    infos = {
        name: replace(
            each,
            entropy=released[name].entropy if rare is None else rare.entropies[name],
            categories=len(released[name].texts),
        )
        for name, each in result.information.items()
    }
    levels = {
        name: _pair(each, result.user_points[name], result.intruder_points[name])
        for name, each in infos.items()
    }
    missed = missed_bounds(allocation(params, counted), levels)
    shown, hidden = _disclosed_by_groups(counted, steps, columns, rare, context)
    return replace(
        result,
        blocks=blocks,
        released=levels,
        information=infos,
        after=anonymity_of(classes) if rare is None else rare.figures.after,
        suppression=rare,
        one_value=shown,
        suppressed_class=hidden,
        settled=True,
        notes=(*result.notes, *_missing_notes(blocks), *missed),
        columns=columns,
    )


def _disclosed(
    counted: AnopiCounts,
    steps: Mapping[str, int],
    rare: RareRecords | None,
    *,
    pending: bool,
    context: JobContext,
) -> _Disclosure:
    """What the levels disclose, and the class of suppressed records; while groups still have to be formed,
    what the file discloses.
    """
    found = counted.sensitive
    if found is None:
        return {}, None
    if pending:
        return one_value(found.before, found.before), None
    classes = released_classes(counted, steps) if rare is None else rare.classes

    def released() -> Microdata:
        return without_rare(recoded(found.data, counted, steps, context), rare, context)

    after = disclosed_after(found, classes, rare, released, context)
    return one_value(found.before, after.values), after.suppressed


def _disclosed_by_groups(
    counted: AnopiCounts,
    steps: Mapping[str, int],
    columns: Mapping[str, ReleasedColumn],
    rare: RareRecords | None,
    context: JobContext,
) -> _Disclosure:
    found = counted.sensitive
    if found is None:
        return {}, None
    data = _released(found.data, counted, steps, columns, rare, context)
    after = disclosed_in_records(data, found, rare, context)
    return one_value(found.before, after.values), after.suppressed


def _released(
    data: Microdata,
    counted: AnopiCounts,
    steps: Mapping[str, int],
    columns: Mapping[str, ReleasedColumn],
    rare: RareRecords | None,
    context: JobContext,
) -> Microdata:
    data = recoded(data, counted, steps, context)
    made = {name: (column.codes, column.texts) for name, column in columns.items()}
    return without_rare(data.replaced(made, context), rare, context)


def apply(result: AnopiResult, counted: AnopiCounts, source: Source, context: JobContext) -> Microdata:
    """The records with each variable at its chosen level or its group's value, without direct identifiers.
    The result must be settled; else raises ValueError.
    """
    if not result.settled:
        raise ValueError("the groups are still to be formed")
    steps = {name: found.steps for name, found in result.codings.items()}
    return _released(source.data, counted, steps, result.columns, result.suppression, context)


def _optimum(params: AnopiParams, shared: Allocation) -> OptimumLevels:
    refuse_errors(bound_problems(params, shared))
    optimum = optimum_levels(
        shared.entropies,
        shared.user_points,
        shared.intruder_points,
        params.alpha,
        shared.min_utility,
        shared.min_privacy,
    )
    if isinstance(optimum, IncomeShort):
        where = Place(key="params.min_utility")
        raise Refused(error("anopi.income_short", where, asked=optimum.asked, income=optimum.income))
    return optimum


def _codings(
    params: AnopiParams, counted: AnopiCounts, shared: Allocation, optimum: OptimumLevels
) -> tuple[dict[str, tuple[Coding, ...]], dict[str, Choice], list[Problem]]:
    """All levels of the recoded variables, those to release, and why some variable has none."""
    coded: dict[str, tuple[Coding, ...]] = {}
    choices: dict[str, Choice] = {}
    problems = []
    for index, name in enumerate(shared.names):
        if params.technique_of(name) != "recoding":
            continue
        coded[name] = candidates(counted.variable(name), shared, optimum, index)
        found = choice(params, name, coded[name], shared)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            choices[name] = found
    return coded, choices, problems


def _blocks(
    params: AnopiParams,
    counted: AnopiCounts,
    grouped: Sequence[tuple[str, ...]],
    goods: Mapping[str, Goods],
) -> tuple[list[ReleasedBlock], list[Problem]]:
    """The blocks with their k, and why some block has none."""
    blocks: list[ReleasedBlock] = []
    problems: list[Problem] = []
    for block in grouped:
        try:
            blocks.append(decided_block(params, block, goods, counted))
        except Refused as refusal:
            problems += refusal.problems
    return blocks, problems


def _decided(
    name: str, counted: AnopiCounts, steps: Mapping[str, int], blocks: Sequence[ReleasedBlock]
) -> Information:
    """The information left at the chosen level, or with m/k groups that all differ."""
    variable = counted.variable(name)
    own, every = float(variable.entropies[0]), variable.categories(0)
    if name in steps:
        step = steps[name]
        return Information(own, float(variable.entropies[step]), every, variable.categories(step))
    k, records = next(block.k for block in blocks if name in block.variables), counted.keys.records
    return Information(own, float(np.log10(records) - np.log10(k)), every, min(records // k, every))


def _level(name: str, found: Information, shared: Allocation) -> LevelPair:
    index = shared.names.index(name)
    return _pair(found, float(shared.user_points[index]), float(shared.intruder_points[index]))


def _pair(info: Information, user_points: float, intruder_points: float) -> LevelPair:
    """Utility and privacy from the entropy released."""
    return LevelPair(user_points * info.entropy, intruder_points * (info.entropy_as_is - info.entropy))


def _missing_notes(blocks: Sequence[ReleasedBlock]) -> list[Problem]:
    """A missing value stays missing, so that records of one group can be distinguished by it."""
    return [
        warning("anopi.missing_kept", Place(key="params.blocks"), names=block.variables, k=block.k)
        for block in blocks
        if block.k > 1 and block.formed is not None and block.formed.missing
    ]


def _pairs(
    names: tuple[str, ...], utility: npt.NDArray[np.float64], privacy: npt.NDArray[np.float64]
) -> dict[str, LevelPair]:
    return {name: LevelPair(float(x), float(y)) for name, x, y in zip(names, utility, privacy, strict=True)}


def verdict(params: AnopiParams, result: AnopiResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed, and the lower bounds on privacy; nothing is
    required otherwise. Bounds that are missed are warnings of the result.
    """
    if not result.settled:
        yield unjudged("not_checked")
    if result.suppression is not None:
        yield from rare_classes(result.suppression)
    elif not params.min_privacy:
        yield unjudged(NOTHING_REQUIRED)
    for one in result.notes:
        if one.code == "anopi.privacy_missed":
            yield failed("privacy_missed", variable=one.params["name"])
    yield from suppressed_records(result.suppressed_class)
    yield from unique_records(result.after, result.suppressed_class)
    yield from disclosed(result.one_value, result.before.records, limits, result.suppressed_class)


STAGES = Stages(
    check,
    counts,
    decide,
    apply,
    verdict,
    settle=settle,
    keys=lambda result: suppressed_keys(result.suppression),
)


# Hidden information of single records where ANOPI microaggregates (as :mod:`hidden_information`).
# Groups are formed of records, not of combinations of values, so that this looks at each record: the sum
# over its variables of r_i (log10 frequency of its released value - log10 frequency of its own value).
def hidden_by_record_of(result: AnopiResult, counted: AnopiCounts) -> HiddenByRecord:
    """The hidden information by record, (records,), in file order.

    Raises ValueError where no groups were formed.
    """
    if not result.settled or not result.columns:
        raise ValueError("no groups were formed")
    names = counted.keys.variables
    steps = {name: choice.steps for name, choice in result.codings.items()}
    released = recoded_columns(counted, steps, [name for name in names if name not in result.columns])
    suppressed = suppressed_cells(result.suppression, counted.keys.records, len(names))
    total = np.zeros(counted.keys.records)
    for index, name in enumerate(names):
        column = result.columns.get(name) or released[name]
        star = len(column.texts)
        if "*" in column.texts:  # a coding may call its only category so
            star = column.texts.index("*")
        codes = np.where(suppressed[:, index], star, column.codes)
        shown = np.log10(np.bincount(codes)[codes])
        own = np.log10(counted.keys.margin(index)[counted.codes[name]])
        total += result.intruder_points.get(name, 0.0) * (shown - own)
    # rounded, so that equal records get equal figures whatever the order of the sums
    return HiddenByRecord(np.round(total, 12) + 0.0)


def suppressed_cells(rare: RareRecords | None, records: int, variables: int) -> npt.NDArray[np.bool_]:
    """Which cells of each record are suppressed: the rows of a treatment take the records of their class in
    file order, row after row.
    """
    cells = np.zeros((records, variables), dtype=np.bool_)
    if rare is None:
        return cells
    treatment, class_of = rare.treatment, rare.classes.class_of
    taken = np.zeros(len(rare.classes.sizes), dtype=np.int64)
    np.add.at(taken, treatment.classes, treatment.records)
    by_class = np.argsort(class_of, kind="stable")
    starts = np.cumsum(rare.classes.sizes) - rare.classes.sizes
    places = np.arange(records) - starts[class_of[by_class]]
    rows = np.argsort(treatment.classes, kind="stable")
    treated = by_class[places < taken[class_of[by_class]]]
    cells[treated] = treatment.cells[np.repeat(rows, treatment.records[rows])]
    return cells
