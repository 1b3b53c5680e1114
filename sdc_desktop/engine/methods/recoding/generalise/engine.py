"""Generalisation: the levels of least loss that meet the criteria, few enough records being suppressed.

The optimum over all combinations of levels is proven (:mod:`lattice_search`). Records of classes that fail
get ``*`` in every key variable and keep the rest; local recoding may release them more coarsely.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams, population
from sdc_desktop.engine.methods.recoding.generalise.limits import limits_problems, refuse_finer
from sdc_desktop.engine.methods.recoding.loss_measures import AnopiPoint, LossInput, anopi_point, make_loss
from sdc_desktop.engine.microdata.classes.key_classes import (
    KeyClasses,
    Levels,
    OneValue,
    RollUp,
    as_one,
    chosen,
    disclosed_in,
    first_classes,
    one_value,
)
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.check_file import FileCheck, checked
from sdc_desktop.engine.microdata.criteria.class_values import Flags, class_values
from sdc_desktop.engine.microdata.criteria.criteria import Judge, attributes_of
from sdc_desktop.engine.microdata.criteria.diversity import Diversity, diversities
from sdc_desktop.engine.microdata.criteria.empty_criteria import is_met_by_any
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import (
    attribute,
    criteria_problems,
    estimator_notes,
    estimator_problems,
    knowledge_problems,
    near_equal_warnings,
    not_nested,
    values_by_name,
)
from sdc_desktop.engine.microdata.criteria.spec import needs_table
from sdc_desktop.engine.microdata.lattice.hierarchy_rows import HierarchyRows, hierarchy_rows
from sdc_desktop.engine.microdata.lattice.lattice import Lattice, Node, evaluated
from sdc_desktop.engine.microdata.lattice.local_recoding import (
    HIDDEN,
    LocalRound,
    MixedClasses,
    MixedLevels,
    mixed_classes,
    mondrian,
    repeated,
    written,
)
from sdc_desktop.engine.microdata.lattice.losses import Loss
from sdc_desktop.engine.microdata.lattice.search import (
    Evaluated,
    SearchResult,
    SearchSpace,
    Solution,
    Stopped,
    search,
)
from sdc_desktop.engine.microdata.population.levels import PopulationLevels
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, anonymity_of_sizes, recoding_of
from sdc_desktop.engine.microdata.suppression.suppressed_records import suppressed_classes
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, failed, unjudged
from sdc_desktop.engine.verdict_records import criteria_failed, disclosed, omitted, unique_records


@dataclass(frozen=True)
class GeneraliseResult:
    """The levels found and what they do. Levels count from 0 = as is.

    ``suppressed``: records that lie in failing classes at these levels; ``hidden``: those of them that stay
    suppressed after local recoding (all of them without). ``limit``: the most records that could be
    suppressed. ``proven``: no other node has a smaller loss; else ``stopped`` says what ended the search
    (``nodes``, ``cancelled``) and the levels are the best so far. ``nodes`` were evaluated, of ``lattice``.
    ``ties``: all nodes of this loss (within 1e-9), the one released first. ``anopi``: ANOPI's own choice.
    ``one_value``: what the classes disclose of each sensitive variable. ``left_out``: variables of the
    role `key` that the criteria are not about.
    """

    levels: Mapping[str, int]
    level_names: Mapping[str, str]
    suppressed: int
    hidden: int
    limit: int
    records: int
    loss_name: str
    loss: float
    proven: bool
    stopped: Stopped
    nodes: int
    lattice: int
    ties: tuple[Solution, ...]
    anopi: Solution | None
    local_recoding: str
    local_rounds: tuple[LocalRound, ...]
    before: Anonymity
    after: Anonymity
    check: FileCheck
    diversity_before: Mapping[str, Diversity]
    diversity: Mapping[str, Diversity]
    one_value: Mapping[str, OneValue]
    left_out: tuple[str, ...]
    notes: tuple[Problem, ...]
    evaluated: Evaluated = field(metadata=REDACTED, repr=False, compare=False)
    mixed: MixedLevels = field(metadata=REDACTED, repr=False, compare=False)
    released: MixedClasses = field(metadata=REDACTED, repr=False, compare=False)

    @property
    def complete(self) -> bool:
        """Whether the search was not ended early."""
        return self.stopped == "no"


MOST_NODES = 4_000_000  # of a lattice: bounds for all of them are held
_WEIGHED = ("loss", "entropy", "anopi")


@dataclass(frozen=True)
class GeneraliseCounts:
    """All that the search needs; no record is read again."""

    names: tuple[str, ...]
    recoding: RecodingCounts  # of the key variables
    classes: KeyClasses  # as they are
    attributes: Mapping[str, Attribute]
    hierarchy_rows: tuple[HierarchyRows, ...]
    near_equal: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()  # variables of the role `key` that are not among them
    population: PopulationLevels | None = None  # the table that criteria are against

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.recoding.keys.records


def key_variables_of(params: GeneraliseParams, data: Microdata) -> tuple[str, ...]:
    """The variables given, else those of that role, in file order."""
    if params.key_variables is not None:
        return tuple(dict.fromkeys(params.key_variables))
    return tuple(variable.name for variable in data.with_role("key"))


def sensitive_of(params: GeneraliseParams, data: Microdata) -> tuple[str, ...]:
    """The sensitive variables of the criteria, those specified and all of that role: disclosure is judged for
    each.
    """
    key_variables = key_variables_of(params, data)
    of_role = (variable.name for variable in data.with_role("sensitive"))
    named = dict.fromkeys([*attributes_of(params.criteria), *(params.sensitive or ()), *of_role])
    return tuple(name for name in named if name not in key_variables)


def check(params: GeneraliseParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    return tuple(_problems(params, source))


def _problems(params: GeneraliseParams, source: Source) -> Iterator[Problem]:
    names, known = key_variables_of(params, source.data), source.data.names
    if not names:
        yield error("generalise.no_variables", Place(key="params.key_variables"))
    for key, given in (("key_variables", names), ("sensitive", params.sensitive or ())):
        for name in given:
            where = Place(key=f"params.{key}", variable=name)
            if name not in known:
                yield error("plan.unknown_variable", where, name=name)
            elif source.data.variable(name).role in NEVER_RELEASED:
                yield error("recode.direct_identifier", where, name=name)
    yield from criteria_problems(params.criteria, names, source, population=params.population)
    if needs_table(params.criteria) and params.local_recoding != "none":
        yield error("criteria.table_with_local_recoding", Place(key="params.local_recoding"))
    levels = {name: found.levels for name, found in source.hierarchies.items()}
    yield from limits_problems(params, names, levels)


def counts(
    params: GeneraliseParams,
    source: Source,
    context: JobContext,
    *,
    nested: bool = True,
    every: bool = True,
) -> GeneraliseCounts:
    """One pass over the records, with `every` sensitive variable or only those of the criteria. Raises
    :class:`Refused`, with `nested` also where a hierarchy is not.
    """
    refuse_errors(check(params, source))
    names = key_variables_of(params, source.data)
    sensitive = sensitive_of(params, source.data) if every else attributes_of(params.criteria)
    keys = source.data.counts([*names, *sensitive], context)
    if not keys.records:
        raise Refused(error("generalise.no_records", Place(key="data.path")))
    values = values_by_name(keys, source.data, sensitive)
    classes = first_classes(keys, names, {name: one.of_text for name, one in values.items()})
    own = KeyCounts(
        names, keys.categories[: len(names)], np.ascontiguousarray(classes.codes.T), classes.sizes
    )
    recoding = recoding_of(source, own, context)
    if nested and recoding.notes:
        raise Refused([not_nested(torn, str(torn.where.variable)) for torn in recoding.notes])
    return GeneraliseCounts(
        names=names,
        recoding=recoding,
        classes=classes,
        attributes={name: attribute(source, keys, values[name], params.criteria) for name in sensitive},
        near_equal=near_equal_warnings(values),
        left_out=tuple(
            variable.name for variable in source.data.with_role("key") if variable.name not in names
        ),
        hierarchy_rows=tuple(
            hierarchy_rows(one, source.hierarchies.get(one.name), source.data.variable(one.name).missing)
            for one in recoding.variables
        ),
        population=population.population_levels(params, names, classes, recoding.variables, source, context),
    )


def foresee(params: GeneraliseParams, counted: GeneraliseCounts, context: JobContext) -> tuple[Problem, ...]:
    """What is noted whatever the search finds. Raises :class:`Refused` where it cannot begin."""
    search_space(params, counted)
    _anopi(params, counted)
    return tuple(_notes_before(params, counted))


def decide(params: GeneraliseParams, counted: GeneraliseCounts, context: JobContext) -> GeneraliseResult:
    """Search, then treat what is left. Raises :class:`Refused` where nothing meets the criteria, Cancelled
    when stopped before anything was found; stopped later, it gives the best so far.
    """
    space = search_space(params, counted)
    point = _anopi(params, counted)
    made_from = LossInput(
        counted.recoding.variables,
        counted.hierarchy_rows,
        {name: float(weight) for name, weight in params.weights.items()},
        () if point is None else point.deviations,
        params.loss_mean == "arithmetic",
    )

    def loss_of(classes: KeyClasses, limit: int) -> Loss:
        return make_loss(params.loss, made_from, classes, space.lattice, space.judge, limit)

    loss = loss_of(space.classes, space.limit)
    found = search(
        space,
        loss,
        context.within(0.0, 0.8),
        most_nodes=params.max_nodes,
        everything=params.explore == "all",
    )
    if not found.solutions:
        raise Refused(_none_found(found, space))
    best = found.solutions[0]
    node = evaluated(best.levels, space.classes, space.roll_up, space.judge)
    mixed = _mixed(node, len(counted.names))
    left = mixed[0] == HIDDEN
    rounds: list[LocalRound] = []
    try:
        if found.stopped != "cancelled":
            rest = context.within(0.8, 1.0)
            for one in _local_rounds(params, counted, space, mixed, left, loss_of, rest):
                rounds.append(one)  # one by one: those before a stop are kept
    except Cancelled:  # what is released so far holds; the rest stays suppressed
        found = replace(found, stopped="cancelled")
    released = _settled(space, counted, mixed, best.levels)
    return _result(
        params, counted, space, found, node, tuple(rounds), mixed, released, _solution(space, loss, point)
    )


def _local_rounds(
    params: GeneraliseParams,
    counted: GeneraliseCounts,
    space: SearchSpace,
    mixed: MixedLevels,
    left: Flags,
    loss_of: Callable[[KeyClasses, int], Loss],
    context: JobContext,
) -> Iterator[LocalRound]:
    """Release what is left by the plan's kind of local recoding; sets the levels in `mixed`."""
    if params.local_recoding == "repeat":
        yield from repeated(space, mixed, left, lambda part: loss_of(part, part.records), context)
    elif params.local_recoding == "mondrian":
        yield from mondrian(space, mixed, left, counted.hierarchy_rows, context)


def apply(
    result: GeneraliseResult, counted: GeneraliseCounts, source: Source, context: JobContext
) -> Microdata:
    """The records at their levels, without direct identifiers; suppressed records have ``*``."""
    return written(source.data, counted.names, counted.classes, result.released, result.mixed, context)


def search_space(params: GeneraliseParams, counted: GeneraliseCounts) -> SearchSpace:
    """The lattice and all requirements on its nodes. Raises :class:`Refused` where it is too large."""
    variables = counted.recoding.variables
    bounds = [params.limits.get(one.name, (0, one.levels - 1)) for one in variables]
    refuse_finer(params, counted.recoding)
    lattice = Lattice(tuple(low for low, _ in bounds), tuple(high for _, high in bounds))
    if lattice.nodes > MOST_NODES:
        where = Place(key="params.limits")
        raise Refused(error("generalise.too_many_nodes", where, nodes=lattice.nodes, most=MOST_NODES))
    refuse_errors(_person_problems(params, counted.classes))
    needed = attributes_of(params.criteria)
    classes = replace(counted.classes, pairs={name: counted.classes.pairs[name] for name in needed})
    judge = Judge(params.criteria, counted.attributes, counted.records, counted.population)
    limit = int(Decimal(str(params.suppression_limit)) * counted.records)  # the decimal as it is written
    return SearchSpace(lattice, RollUp(variables), classes, judge, limit)


def _person_problems(params: GeneraliseParams, classes: KeyClasses) -> Iterator[Problem]:
    """What is not done by persons: where several records of one are known, suppression and criteria on
    sensitive variables; corrected entropies of persons with several values in the coarsest class.
    """
    if classes.members is None:
        return
    if classes.members.known != 1 and params.suppression_limit > 0:
        yield error("persons.no_suppression", Place(key="params.suppression_limit"))
    yield from knowledge_problems(params.criteria, classes)
    yield from estimator_problems(params.criteria, as_one(classes))


def _anopi(params: GeneraliseParams, counted: GeneraliseCounts) -> AnopiPoint | None:
    """ANOPI's point; None where it makes no sense and the plan gives no points for it. It is also None where
    values were counted from a level on, because it depends on finer ones.
    """
    if counted.recoding.counted_from:
        return None
    try:
        return anopi_point(params.anopi, counted.recoding)
    except Refused:
        given = params.anopi.user_points is not None or params.anopi.intruder_points is not None
        if params.loss == "anopi" or given:
            raise
        return None


def _solution(space: SearchSpace, loss: Loss, point: AnopiPoint | None) -> Solution | None:
    """What ANOPI's levels would suppress and lose here; None where the limits forbid them."""
    if point is None:
        return None
    lattice = space.lattice
    bounded = zip(lattice.least, point.levels, lattice.most, strict=True)
    if not all(low <= level <= high for low, level, high in bounded):
        return None
    node = evaluated(point.levels, space.classes, space.roll_up, space.judge)
    return Solution(point.levels, node.suppressed, loss.value(node))


def _none_found(found: SearchResult, space: SearchSpace) -> Problem:
    least = int(found.evaluated.suppressed.min(initial=space.classes.records))
    if found.stopped == "nodes":
        where = Place(key="params.max_nodes")
        return error("generalise.none_yet", where, nodes=len(found.evaluated.losses), least=least)
    where = Place(key="params.suppression_limit")
    return error("generalise.none_meets", where, least=least, limit=space.limit)


def _mixed(node: Node, variables: int) -> MixedLevels:
    """The node's levels by variable and class, (variables, classes); `HIDDEN` for classes that fail."""
    mixed = np.repeat(np.array(node.levels, dtype=np.int64)[:, None], len(node.number), axis=1)
    mixed[:, node.failing.fails[node.number]] = HIDDEN
    return mixed.reshape(variables, -1)


def _settled(
    space: SearchSpace, counted: GeneraliseCounts, mixed: MixedLevels, levels: Levels
) -> MixedClasses:
    """The classes released. Where classes of several levels show the same texts and fail together, as they
    can by a corrected entropy, or show what suppressed records do, they are suppressed as well, in `mixed`.
    """
    while True:
        found = mixed_classes(counted.classes, counted.recoding.variables, mixed)
        hidden = (mixed == HIDDEN).all(axis=0) | suppressed_classes(found.classes, found.labels)[found.number]
        mixed[:, hidden] = HIDDEN
        kept = np.unique(found.number[~hidden])
        part = chosen(found.classes, kept)
        pairs = {name: part.pairs[name] for name in space.judge.needed}
        held = population.people_released(counted.population, levels, found)
        people = None if held is None else held.people[kept]
        fails = space.judge.failing(class_values(replace(part, pairs=pairs), people)).fails
        if not fails.any():
            return found
        mixed[:, np.isin(found.number, kept[fails])] = HIDDEN


def _result(
    params: GeneraliseParams,
    counted: GeneraliseCounts,
    space: SearchSpace,
    found: SearchResult,
    node: Node,
    rounds: tuple[LocalRound, ...],
    mixed: MixedLevels,
    released: MixedClasses,
    anopi: Solution | None,
) -> GeneraliseResult:
    best, names = found.solutions[0], counted.names
    hidden = int(counted.classes.sizes[mixed[0] == HIDDEN].sum())
    kept = released.classes
    if params.suppressed_records != "keep":
        kept = chosen(kept, np.flatnonzero(~suppressed_classes(kept, released.labels)))
    variables = counted.recoding.variables
    people = population.people_released(counted.population, best.levels, released)
    return GeneraliseResult(
        levels=dict(zip(names, best.levels, strict=True)),
        level_names={
            one.name: one.codings.level_names[level]
            for one, level in zip(variables, best.levels, strict=True)
        },
        suppressed=node.suppressed,
        hidden=hidden,
        limit=space.limit,
        records=counted.records,
        loss_name=params.loss,
        loss=best.loss,
        proven=found.proven,
        stopped=found.stopped,
        nodes=len(found.evaluated.losses),
        lattice=space.lattice.nodes,
        ties=found.solutions,
        anopi=anopi,
        local_recoding=params.local_recoding,
        local_rounds=rounds,
        before=anonymity_of(counted.classes),
        after=anonymity_of(kept),
        check=checked(
            released.classes,
            released.labels,
            names,
            params.criteria,
            counted.attributes,
            people,
            kept=params.suppressed_records == "keep",
        ),
        diversity_before=diversities(counted.classes, counted.attributes),
        diversity=diversities(kept, counted.attributes),
        one_value=one_value(disclosed_in(counted.classes), disclosed_in(kept)),
        left_out=counted.left_out,
        notes=tuple(_notes(params, counted, found, hidden)),
        evaluated=found.evaluated,
        mixed=mixed,
        released=released,
    )


def anonymity_of(classes: KeyClasses) -> Anonymity:
    """How well some classes hide their records."""
    return anonymity_of_sizes(classes.sizes, classes.members)


def _notes_before(params: GeneraliseParams, counted: GeneraliseCounts) -> Iterator[Problem]:
    fixed: Sequence[str] = [one.name for one in counted.recoding.variables if one.levels == 1]
    if fixed:
        yield note("generalise.no_hierarchy", Place(key="params.key_variables"), names=tuple(fixed))
    if params.weights and params.loss not in _WEIGHED:
        yield note("generalise.weights_unused", Place(key="params.weights"), loss=params.loss)
    yield from counted.near_equal
    yield from estimator_notes(params.criteria)


def _notes(
    params: GeneraliseParams, counted: GeneraliseCounts, found: SearchResult, hidden: int
) -> Iterator[Problem]:
    yield from _notes_before(params, counted)
    if len(found.solutions) > 1:
        yield note("generalise.ties", Place(key="params.loss"), number=len(found.solutions))
    if found.stopped != "no":
        yield warning("generalise.not_proven", Place(key="params.max_nodes"))
    if hidden == counted.records:
        yield warning("generalise.all_suppressed", Place(key="params.suppression_limit"))


def verdict(params: GeneraliseParams, result: GeneraliseResult, limits: Limits) -> Iterator[Reason]:
    """Every criterion on the classes released, the limit on suppression, and what the classes disclose."""
    if all(is_met_by_any(one) for one in params.criteria):
        yield unjudged(NOTHING_REQUIRED)
    yield from criteria_failed(result.check)
    yield from population.presence_of_suppressed(params, result.hidden)
    if result.hidden > result.limit:
        yield failed("suppression_limit", number=result.hidden, limit=result.limit / max(result.records, 1))
    yield from unique_records(result.after, result.check.suppressed_class)
    yield from omitted(result.left_out)
    yield from disclosed(result.one_value, result.records, limits, result.check.suppressed_class)


STAGES = Stages(
    check, counts, decide, apply, verdict, foresee=foresee, keys=lambda result: tuple(result.levels)
)
