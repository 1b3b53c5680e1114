"""The ``release`` job: records released one at a time, safely; simulated over many orders of requests, or the
whole file assessed as if it were released (Bezzi et al. 2012).
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, error, note, refuse_errors
from sdc_desktop.engine.release.assessment import (
    Assessed,
    Finding,
    TargetFindings,
    assess,
    exposed,
    failing_tests,
    untested,
)
from sdc_desktop.engine.release.counted import check, counts, rules_of, significance
from sdc_desktop.engine.release.requested_records import (
    Cells,
    RequestedRecords,
    arrivals,
    named,
    population,
    random_order,
)
from sdc_desktop.engine.release.rules import Counts, Rules, Vector
from sdc_desktop.engine.release.simulation import Run, SafeUnder, simulate, trace_data
from sdc_desktop.engine.release.spec import ReleaseParams, Test
from sdc_desktop.engine.release.statistics.critical_values import MOST_COUNTS, CriticalValues, DrawnStore
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Limits, Reason, failed, unjudged


def fit_the_baseline(counts: Counts, baseline: Vector) -> Counts:
    """Records of each target (targets,): min over the values of count / share, to the nearest whole number.

    ``counts`` (targets, values). Bezzi et al. 2012, section 7.2 and figure 18, where 579.6 is printed as 580.
    """
    fitting: Counts = np.rint((counts / baseline).min(axis=1)).astype(np.int64)
    return fitting


@dataclass(frozen=True)
class ReleaseResult:
    """What would be released. ``baseline`` {value: share}; ``fit`` {target: records} is the simple rival.

    ``runs`` and ``matrix`` are empty, and ``assessment`` {test: finding} is reported, where the file is only
    assessed. ``requests`` is the number of requests of each order.
    """

    attribute: str
    target: str
    policy: str
    degrees: str
    join: str
    stream: str
    alpha: Mapping[str, float]
    draws: int
    orders: int
    requests: int
    seed: int
    records: int
    baseline: Mapping[str, float]
    fit: Mapping[str, int]
    runs: tuple[Run, ...]
    matrix: tuple[SafeUnder, ...]
    assessment: Mapping[str, Assessed] | None
    notes: tuple[Problem, ...]
    rules: Rules = field(metadata=REDACTED, repr=False, compare=False)
    counted: RequestedRecords = field(metadata=REDACTED, repr=False, compare=False)


def foresee(params: ReleaseParams, counted: RequestedRecords, context: JobContext) -> tuple[Problem, ...]:
    """The notes known before anything is released. Raises :class:`Refused`."""
    seed = context.seed if params.seed is None else params.seed
    refuse_errors(_size_problems(params, rules_of(params, counted, seed)))
    return counted.notes


def decide(params: ReleaseParams, counted: RequestedRecords, context: JobContext) -> ReleaseResult:
    """Simulate or assess. Raises :class:`Refused`, Cancelled when stopped."""
    seed = context.seed if params.seed is None else params.seed
    rules = rules_of(params, counted, seed)
    refuse_errors(_size_problems(params, rules))
    store = DrawnStore(context.cache)
    criticals = CriticalValues(rules, store, context)
    records = counted.records
    orders = 1 if params.stream in ("file", "listed") else params.orders
    alpha = significance(params)
    result = ReleaseResult(
        attribute=params.attribute,
        target=params.target,
        policy=params.policy,
        degrees=params.degrees,
        join=params.join,
        stream=params.stream,
        alpha={name: alpha[_upper(name)] for name in named(params)},
        draws=params.draws,
        orders=0 if params.assess_only else orders,
        requests=0 if params.assess_only else _requests(params, counted),
        seed=seed,
        records=records,
        baseline=dict(zip(rules.values, rules.baseline.tolist(), strict=True)),
        fit=dict(zip(rules.targets, fit_the_baseline(counted.counts, rules.baseline).tolist(), strict=True)),
        runs=(),
        matrix=(),
        assessment=None,
        notes=counted.notes,
        rules=rules,
        counted=counted,
    )
    if params.assess_only:
        return replace(result, assessment=_assessment(params, counted, criticals))
    names = [(entry,) if isinstance(entry, str) else entry for entry in params.tests]
    runs, matrix = simulate(
        lambda number: requested_order(params, counted, rules, number),
        orders,
        criticals,
        names,
        params.policy,
        context,
    )
    criticals.keep()
    return replace(result, runs=runs, matrix=matrix, notes=(*counted.notes, *_found(runs, orders)))


def apply(result: ReleaseResult, counted: RequestedRecords, source: Source, context: JobContext) -> Microdata:
    """The trace of the first order: one record per line, in the order they were released, with the tests'
    figures.
    """
    return trace_data(result.rules, result.runs, result.assessment, context)


def _size_problems(params: ReleaseParams, rules: Rules) -> Iterator[Problem]:
    """Draws that no memory holds: MIS draws whole tables."""
    cells = len(rules.values) * len(rules.targets)
    named_tests = {name.upper() for name in named(params)}
    if "MIS" in named_tests and not params.assess_only and cells * params.draws > MOST_COUNTS:
        most = MOST_COUNTS // params.draws
        yield error("release.too_many_cells", Place(key="params.draws"), cells=cells, most=most)


def _requests(params: ReleaseParams, counted: RequestedRecords) -> int:
    number = len(counted.as_filed) if counted.as_filed is not None else counted.records
    return number if params.requests is None else min(params.requests, number)


def requested_order(params: ReleaseParams, counted: RequestedRecords, rules: Rules, number: int) -> Cells:
    """The requests of order `number` (from 0), as cells, or -1 - target where the value has no baseline."""
    if params.stream in ("file", "listed"):
        assert counted.as_filed is not None
        order = counted.as_filed
    else:
        people = population(counted.counts, counted.unknown)
        if params.stream == "random":
            order = random_order(people, rules.seed, number)
        else:
            rates = np.array([float(params.rates.get(name, 1)) for name in rules.targets])
            order = arrivals(people, len(rules.values), rates, rules.seed, number)
    return order if params.requests is None else order[: params.requests]


def _assessment(
    params: ReleaseParams, counted: RequestedRecords, criticals: CriticalValues
) -> dict[str, Assessed]:
    return {
        name: _with_unknown(assess(counted.counts, _upper(name), criticals), counted)
        for name in named(params)
    }


def _with_unknown(found: Assessed, counted: RequestedRecords) -> Assessed:
    """What has no baseline is infinitely far from it."""
    if not counted.unknown.any():
        return found
    if isinstance(found, Finding):
        return replace(found, statistic=math.inf, safe=False)
    nothing = Finding(math.nan, math.nan, True, None)
    strange = {
        name: replace(found.targets.get(name, nothing), statistic=math.inf, safe=False)
        for name, number in zip(counted.targets, counted.unknown.tolist(), strict=True)
        if number
    }
    return TargetFindings({**found.targets, **strange}, safe=False)


def _found(runs: tuple[Run, ...], orders: int) -> Iterator[Problem]:
    """Notes on the runs."""
    for run in runs:
        tests = " + ".join(run.tests)
        if run.stalled:
            yield note("release.stalled", tests=tests, number=run.stalled, orders=orders)
        overtaken = tuple(name for name, figures in run.targets.items() if figures.overtaken)
        if overtaken:
            yield note("release.overtaken", tests=tests, targets=overtaken)


def _upper(name: str) -> Test:
    test: Test = name.upper()  # type: ignore[assignment]
    return test


def verdict(params: ReleaseParams, result: ReleaseResult, limits: Limits) -> Iterator[Reason]:
    """Only an assessed file is judged: a failed test is a failed condition, one that had nothing to test a
    reservation. A simulation shows what the tests would release, and releases nothing.
    """
    if result.assessment is None:
        yield unjudged("release_simulated", number=result.orders)
        return
    found = {name.upper(): one for name, one in result.assessment.items()}
    failing = failing_tests(found)
    if failing:
        targets = len(exposed(found))
        yield failed("release_test_failed", tests=failing, records=result.records, targets=targets)
    yield from untested(found)


STAGES = Stages(check, counts, decide, apply, verdict, foresee=foresee)
