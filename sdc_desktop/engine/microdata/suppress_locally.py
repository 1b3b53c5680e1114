"""The job ``local_suppression``: as few cells as possible suppressed in the file as it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.perturbation_spec import LocalSuppressionParams
from sdc_desktop.engine.microdata.perturbed_numbers import variable_problems
from sdc_desktop.engine.microdata.rare_records import RareRecords, rare_records, without_rare
from sdc_desktop.engine.microdata.recoding import (
    Anonymity,
    RecodingCounts,
    anonymity,
    recoding_counts,
)
from sdc_desktop.engine.microdata.suppression_spec import SuppressionParams
from sdc_desktop.engine.problems import Place, Problem, error, refuse_errors
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class LocalSuppressionResult:
    """What was suppressed. ``entropies``: base 10, of each variable (before, after)."""

    k: int
    before: Anonymity
    after: Anonymity
    suppression: RareRecords
    entropies: Mapping[str, tuple[float, float]]
    notes: tuple[Problem, ...] = ()


def identifying_of(params: LocalSuppressionParams, data: Microdata) -> tuple[str, ...]:
    """The variables told, else those of that role, in file order."""
    if params.identifying is not None:
        return params.identifying
    return tuple(variable.name for variable in data.with_role("identifying"))


def check(params: LocalSuppressionParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    names = identifying_of(params, source.data)
    problems = variable_problems(names, source, "params.identifying")
    if not names:
        problems.append(error("risk.no_variables", Place(key="params.identifying")))
    return tuple(problems)


def counts(params: LocalSuppressionParams, source: Source, context: JobContext) -> RecodingCounts:
    """One pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    return recoding_counts(source.with_hierarchies_of(()), identifying_of(params, source.data), context)


def decide(
    params: LocalSuppressionParams, counted: RecodingCounts, context: JobContext
) -> LocalSuppressionResult:
    """Choose the cells. Raises :class:`Refused` where k makes no sense, Cancelled."""
    asked = SuppressionParams(
        suppress_below=params.k,
        suppress="cells",
        suppressed_as=params.suppressed_as,
        importance=params.importance,
    )
    rare = rare_records(asked, counted, {}, context)
    assert rare is not None
    return LocalSuppressionResult(
        k=params.k,
        before=anonymity(counted, {}),
        after=rare.figures.after,
        suppression=rare,
        entropies={
            variable.name: (float(variable.entropies[0]), rare.entropies[variable.name])
            for variable in counted.variables
        },
    )


def apply(
    result: LocalSuppressionResult, counted: RecodingCounts, source: Source, context: JobContext
) -> Microdata:
    """The records with the cells suppressed; direct identifiers are left out."""
    return without_rare(source.data.without_direct_identifiers(context), result.suppression, context)
