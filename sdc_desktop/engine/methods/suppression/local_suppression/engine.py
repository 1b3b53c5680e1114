"""The job ``local_suppression``: the fewest suppressed values in the original file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.suppression.local_suppression import LocalSuppressionParams
from sdc_desktop.engine.microdata.chosen import chosen, variable_problems
from sdc_desktop.engine.microdata.classes.key_classes import OneValue, one_value
from sdc_desktop.engine.microdata.recoded_disclosure import (
    DisclosureCounts,
    Together,
    disclosed_after,
    sensitive_counts,
    together,
)
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity, recoding_counts
from sdc_desktop.engine.microdata.suppression.households import Members, members_of, together_suppressed
from sdc_desktop.engine.microdata.suppression.rare_records import (
    RareRecords,
    rare_records,
    suppressed_keys,
    without_rare,
)
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.microdata.suppression.suppressed_records import SuppressedClass
from sdc_desktop.engine.microdata.suppression.suppression import released_classes, suppression_problems
from sdc_desktop.engine.problems import Place, Problem, error, note, refuse_errors, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Limits, Reason
from sdc_desktop.engine.verdict_records import disclosed, rare_classes, suppressed_records, with_others


@dataclass(frozen=True)
class LocalSuppressionCounts(DisclosureCounts):
    """The counts, the continuous key variables, and the file. ``continuous``: those that are suppressed all
    the same; ``left_out``: those of the role `key` left unchanged.
    """

    continuous: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    data: Microdata | None = None
    members: Members | None = None  # of households, where they are suppressed together


@dataclass(frozen=True)
class LocalSuppressionResult:
    """What was suppressed. ``records``: all that were read; ``after`` counts those in a class.
    ``entropies``: base 10, of each variable (before, after). ``together``: how records hide on all key
    variables, where some were left unchanged.
    """

    k: int
    records: int
    before: Anonymity
    after: Anonymity
    suppression: RareRecords
    entropies: Mapping[str, tuple[float, float]]
    one_value: Mapping[str, OneValue]
    suppressed_class: SuppressedClass | None
    together: Together | None
    notes: tuple[Problem, ...] = ()


def check(params: LocalSuppressionParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted, and that a variable is not one for this method."""
    names = chosen(params, source.data)
    problems = variable_problems(names, source, "params.key_variables")
    if not names:
        numbers = tuple(v.name for v in source.data.with_role("key"))
        where = Place(key="params.key_variables")
        problems.append(
            error("suppression.only_continuous", where, names=numbers)
            if numbers
            else error("risk.no_variables", where)
        )
    if params.households == "together" and not source.data.with_role("household"):
        problems.append(error("suppression.no_household", Place(key="params.households")))
    return (*problems, *_wrong_tool(_continuous(names, source.data)))


def counts(params: LocalSuppressionParams, source: Source, context: JobContext) -> LocalSuppressionCounts:
    """One pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    data, names = source.data, chosen(params, source.data)
    counted = recoding_counts(source.with_hierarchies_of(()), names, context)
    return LocalSuppressionCounts(
        counted.keys,
        counted.variables,
        counted.notes,
        sensitive_counts(data, counted.keys, context),
        _continuous(names, data),
        tuple(variable.name for variable in data.with_role("key") if variable.name not in names),
        data,
        None if params.households == "apart" else members_of(data, _household(data), names, context),
    )


def _household(data: Microdata) -> str:
    return data.with_role("household")[0].name


def foresee(
    params: LocalSuppressionParams, counted: LocalSuppressionCounts, context: JobContext
) -> tuple[Problem, ...]:
    """What is noted whatever is suppressed. Raises :class:`Refused` where k or an importance is wrong."""
    refuse_errors(suppression_problems(released_classes(counted, {}), params.k, params.importance))
    return tuple(_notes(counted))


def decide(
    params: LocalSuppressionParams, counted: LocalSuppressionCounts, context: JobContext
) -> LocalSuppressionResult:
    """Choose the cells. Raises :class:`Refused` where k makes no sense, Cancelled."""
    rules = SuppressionParams(
        suppress_below=params.k,
        suppress="cells",
        suppressed_as=params.suppressed_as,
        importance=params.importance,
        suppressed_records=params.suppressed_records,
    )
    if counted.members is None:
        rare = rare_records(rules, counted, {}, context)
        assert rare is not None
    else:
        rare = together_suppressed(rules, released_classes(counted, {}), counted.members, context)
    disclosed, hidden, bare = _released_facts(params, counted, rare, context)
    return LocalSuppressionResult(
        k=params.k,
        records=counted.keys.records,
        before=anonymity(counted, {}),
        after=rare.figures.after,
        suppression=rare,
        entropies={
            variable.name: (float(variable.entropies[0]), rare.entropies[variable.name])
            for variable in counted.variables
        },
        one_value=disclosed,
        suppressed_class=bare,
        together=hidden,
        notes=tuple(_notes(counted)),
    )


def _released_facts(
    params: LocalSuppressionParams, counted: LocalSuppressionCounts, rare: RareRecords, context: JobContext
) -> tuple[Mapping[str, OneValue], Together | None, SuppressedClass | None]:
    """What the released records disclose, how they hide where key variables are left unchanged, and the
    class of those that show no key value.
    """
    data, found = counted.data, counted.sensitive
    assert data is not None
    assert found is not None

    def released() -> Microdata:
        return without_rare(data, rare, context)

    after = disclosed_after(found, rare.classes, rare, released, context)
    bare = rare.classes.names if params.suppressed_records == "delete" else ()
    left = counted.left_out
    hidden = together(released(), left, params.k, context, bare) if left else None
    return one_value(found.before, after.values), hidden, after.suppressed


def _continuous(names: Sequence[str], data: Microdata) -> tuple[str, ...]:
    return tuple(n for n in names if n in data.names and data.variable(n).level == "continuous")


def _wrong_tool(continuous: tuple[str, ...]) -> tuple[Problem, ...]:
    if not continuous:
        return ()
    return (warning("suppression.continuous", Place(key="params.key_variables"), names=continuous),)


def _notes(counted: LocalSuppressionCounts) -> Iterator[Problem]:
    yield from _wrong_tool(counted.continuous)
    if counted.left_out:
        yield note("suppression.left_out", Place(key="params.key_variables"), names=counted.left_out)
    if counted.sensitive is not None:
        yield from counted.sensitive.near_equal


def apply(
    result: LocalSuppressionResult, counted: LocalSuppressionCounts, source: Source, context: JobContext
) -> Microdata:
    """The records with the values suppressed, without direct identifiers."""
    return without_rare(source.data.without_direct_identifiers(context), result.suppression, context)


def verdict(
    params: LocalSuppressionParams, result: LocalSuppressionResult, limits: Limits
) -> Iterator[Reason]:
    """The smallest class by the rule that was set, also together with variables that were left unchanged."""
    yield from rare_classes(result.suppression)
    yield from with_others(result.together, result.k)
    yield from suppressed_records(result.suppressed_class)
    yield from disclosed(result.one_value, result.records, limits, result.suppressed_class)


STAGES = Stages(
    check,
    counts,
    decide,
    apply,
    verdict,
    foresee=foresee,
    keys=lambda result: suppressed_keys(result.suppression),
)
