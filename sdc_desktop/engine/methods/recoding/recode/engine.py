"""Global recoding to levels given in the plan."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.microdata.classes.key_classes import OneValue, one_value
from sdc_desktop.engine.microdata.recoded_disclosure import (
    DisclosureCounts,
    disclosed_after,
    sensitive_counts,
)
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity, recoded, recoding_counts
from sdc_desktop.engine.microdata.suppression.rare_records import (
    RareRecords,
    rare_records,
    suppressed_keys,
    without_rare,
)
from sdc_desktop.engine.microdata.suppression.suppressed_records import SuppressedClass
from sdc_desktop.engine.microdata.suppression.suppression import released_classes
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, unjudged
from sdc_desktop.engine.verdict_records import disclosed, rare_classes, suppressed_records, unique_records

_NO_CONTEXT = JobContext()


@dataclass(frozen=True)
class RecodedLevel:
    """The level a variable is released at. level counts from 1 = as is, steps from 0."""

    level: int
    level_name: str
    steps: int
    categories: int


@dataclass(frozen=True)
class ReleasedEntropy:
    """The base-10 entropy of a variable before and after."""

    entropy_before: float
    entropy: float


@dataclass(frozen=True)
class RecodeResult:
    """What was released, and what it did to the key variables (those of that role and the recoded ones)."""

    levels: Mapping[str, RecodedLevel]
    suppressed: int  # records with a suppressed cell
    released: Mapping[str, ReleasedEntropy]
    before: Anonymity
    after: Anonymity
    suppression: RareRecords | None
    one_value: Mapping[str, OneValue]
    suppressed_class: SuppressedClass | None
    notes: tuple[Problem, ...] = ()


def variables(params: RecodeParams, data: Microdata) -> tuple[str, ...]:
    """The key variables and those that are recoded, in file order."""
    named = {variable.name for variable in data.with_role("key")} | set(params.levels)
    return tuple(name for name in data.names if name in named)


def check(params: RecodeParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    problems = []
    for name, steps in params.levels.items():
        where = Place(key=f"params.levels.{name}", variable=name)
        if name not in source.data.names:
            problems.append(error("plan.unknown_variable", where, name=name))
        elif source.data.variable(name).role in NEVER_RELEASED:
            problems.append(error("recode.direct_identifier", where, name=name))
        elif steps > 0 and name not in source.hierarchies:
            problems.append(error("recode.no_hierarchy", where, name=name))
        elif steps > 0 and steps >= source.hierarchies[name].levels:
            most = source.hierarchies[name].levels - 1
            problems.append(error("recode.steps_beyond", where, name=name, steps=steps, most=most))
    return tuple(problems)


def counts(params: RecodeParams, source: Source, context: JobContext) -> DisclosureCounts:
    """One pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    names = variables(params, source.data)
    if not names:
        raise Refused(error("recode.no_variables", Place(key="params.levels")))
    coarsened = {name for name, steps in params.levels.items() if steps > 0}
    counted = recoding_counts(source.with_hierarchies_of(coarsened), names, context)
    sensitive = sensitive_counts(source.data, counted.keys, context)
    return DisclosureCounts(
        counted.keys, counted.variables, counted.notes, sensitive, counted_from=counted.counted_from
    )


def decide(
    params: RecodeParams, counted: DisclosureCounts, context: JobContext = _NO_CONTEXT
) -> RecodeResult:
    """What the levels do; nothing is left to be chosen but the cells to suppress. Raises :class:`Refused`."""
    counted.refuse_finer(params.levels, "params.levels")
    rare = rare_records(params, counted, params.levels, context)
    shown, hidden = _disclosed(params, counted, rare, context)
    levels, released = {}, {}
    for name in (variable.name for variable in counted.variables if variable.name in params.levels):
        variable, steps = counted.variable(name), params.levels[name]
        levels[name] = RecodedLevel(
            level=steps + 1,
            level_name=variable.codings.level_names[steps],
            steps=steps,
            categories=variable.categories(steps),
        )
        entropy = float(variable.entropies[steps]) if rare is None else rare.entropies[name]
        released[name] = ReleasedEntropy(float(variable.entropies[0]), entropy)
    return RecodeResult(
        levels=levels,
        suppressed=0 if rare is None else rare.figures.records,
        released=released,
        before=anonymity(counted, {}),
        after=anonymity(counted, params.levels) if rare is None else rare.figures.after,
        suppression=rare,
        one_value=shown,
        suppressed_class=hidden,
        notes=() if counted.sensitive is None else counted.sensitive.near_equal,
    )


def _disclosed(
    params: RecodeParams, counted: DisclosureCounts, rare: RareRecords | None, context: JobContext
) -> tuple[Mapping[str, OneValue], SuppressedClass | None]:
    found = counted.sensitive
    if found is None:
        return {}, None
    classes = released_classes(counted, params.levels) if rare is None else rare.classes

    def released() -> Microdata:
        return without_rare(recoded(found.data, counted, params.levels, context), rare, context)

    after = disclosed_after(found, classes, rare, released, context)
    return one_value(found.before, after.values), after.suppressed


def apply(result: RecodeResult, counted: DisclosureCounts, source: Source, context: JobContext) -> Microdata:
    """The records at the chosen levels, without direct identifiers."""
    steps = {name: level.steps for name, level in result.levels.items()}
    return without_rare(recoded(source.data, counted, steps, context), result.suppression, context)


def verdict(params: RecodeParams, result: RecodeResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed; nothing is required otherwise."""
    if result.suppression is None:
        yield unjudged(NOTHING_REQUIRED)
    else:
        yield from rare_classes(result.suppression)
    yield from suppressed_records(result.suppressed_class)
    yield from unique_records(result.after, result.suppressed_class)
    yield from disclosed(result.one_value, result.before.records, limits, result.suppressed_class)


STAGES = Stages(
    check, counts, decide, apply, verdict, keys=lambda result: suppressed_keys(result.suppression)
)
