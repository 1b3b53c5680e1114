"""What the page on risk lets run beside the window. No Qt: it only calls the engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.plan import Job
from sdc_desktop.ui.questions.question import as_work

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.risk.risk.counted import RiskCounts
    from sdc_desktop.engine.methods.risk.risk.result import RiskResult
    from sdc_desktop.engine.microdata.recoding import RecodingCounts
    from sdc_desktop.engine.source import Source
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer


@dataclass(frozen=True)
class Known:
    """What one pass over the records gave, and the identifier of all that it depends on."""

    key: str
    counts: RiskCounts
    recoding: RecodingCounts | None  # where levels are moved
    result: RiskResult


@dataclass(frozen=True)
class Made:
    """A job, its counts and its decision: from these the records are made as they would be released."""

    job: Job
    counts: Any
    result: Any


@dataclass(frozen=True)
class RiskFound:
    """Risk before and after; records, or persons with several, by the re-identification risk, in the bands of
    `BANDS` of the sheet.
    """

    known: Known
    after: RiskResult
    bands_before: tuple[int, ...]
    bands_after: tuple[int, ...]


@as_work
def risk_of(
    context: JobContext,
    opened: Opened,
    base: Path,
    answer: Answer,
    params: RiskParams,
    key: str,
    known: Known | None,
) -> RiskFound:
    """Work that measures risk before and after. Where values are only recoded no record is read again, so
    that it follows a slider; else the records are made as for release.
    """
    from sdc_desktop.engine.methods.risk.risk import engine as risk
    from sdc_desktop.sheets.risk import BANDS

    first = (
        known
        if known is not None and known.key == key
        else _counted(_source(opened, base, context), params, key, context)
    )
    if answer.k or answer.result.suppression is not None:
        source = _source(opened, base, context)
        counted = _of_released(source, answer.job, answer.result, answer.counted.counts, params, context)
    else:
        assert first.recoding is not None
        steps = {name: level - 1 for name, level in answer.levels.items()}
        counted = risk.at_levels(first.counts, first.recoding, steps)
    after = risk.decide(params, counted, context)
    before = _bands(first.counts, first.result, BANDS, context)
    return RiskFound(first, after, before, _bands(counted, after, BANDS, context))


@as_work
def risk_of_released(
    context: JobContext,
    opened: Opened,
    base: Path,
    made: Made,
    params: RiskParams,
    key: str,
    known: Known | None,
) -> RiskFound:
    """Work that measures risk before, and after in the records that a job would release."""
    from sdc_desktop.engine.methods.risk.risk import engine as risk
    from sdc_desktop.engine.source import Source
    from sdc_desktop.sheets.risk import BANDS

    has_table = isinstance(params.population, PopulationTable)  # it is recoded by the hierarchies
    source = _source(opened, base, context) if has_table else Source(opened.data, {}, base)
    first = known
    if first is None or first.key != key:
        counted = risk.counts(params, source, context.within(0.0, 0.3))
        first = Known(key, counted, None, risk.decide(params, counted, context.within(0.3, 0.4)))
    after_counts = _of_released(source, made.job, made.result, made.counts, params, context.within(0.4, 0.9))
    after = risk.decide(params, after_counts, context.within(0.9, 1.0))
    before = _bands(first.counts, first.result, BANDS, context)
    return RiskFound(first, after, before, _bands(after_counts, after, BANDS, context))


def _source(opened: Opened, base: Path, context: JobContext) -> Source:
    from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
    from sdc_desktop.engine.source import Source

    hierarchies, _ = load_hierarchies(opened, base, context)
    return Source(opened.data, hierarchies, base)


def _counted(source: Source, params: RiskParams, key: str, context: JobContext) -> Known:
    from sdc_desktop.engine.methods.risk.risk import engine as risk

    counted = risk.counts(params, source, context)
    recoding = risk.recoding_for(counted, source, context)
    return Known(key, counted, recoding, risk.decide(params, counted, context))


def _of_released(
    source: Source, job: Job, result: Any, counted: Any, params: RiskParams, context: JobContext
) -> RiskCounts:
    from sdc_desktop.engine.methods.risk.risk import engine as risk
    from sdc_desktop.engine.runner import apply

    released = apply(job, result, counted, source, context)
    return risk.counts(params, source.with_data(released), context)


def _bands(
    counted: RiskCounts, result: RiskResult, lows: tuple[float, ...], context: JobContext
) -> tuple[int, ...]:
    import numpy as np

    from sdc_desktop.engine.microdata.classes.matching_values import share_of

    sizes, units = counted.classes.sizes, counted.units
    found = units.greatest(result.risks)
    if units.are_persons and counted.weights is None:
        share = 1.0 if counted.as_category else share_of(result.missing)
        records = counted.matching(sizes.astype(np.float64), share, context)
        found = units.guessed(result.frequencies, records)
    chances = np.minimum(found.chances, 1.0)
    band = (chances[:, None] < np.asarray(lows) - 1e-9).sum(axis=1)
    sums = np.bincount(band, weights=found.numbers, minlength=len(lows) + 1)
    return tuple(int(number) for number in sums)
