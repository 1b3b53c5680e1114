"""What the methods that change values let run beside the window. No Qt: it only calls the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.pram import PRAM
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.rules.found import RuleSet
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.qt_locale import decimal_mark
from sdc_desktop.ui.questions.question import as_work

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.risk.risk.result import RiskResult
    from sdc_desktop.engine.microdata.classes.key_classes import LookupRisk
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.engine.running.file_audit import FileAudit
    from sdc_desktop.engine.source import Source
    from sdc_desktop.sheets.value_bars import Spread

QUICK_RECORDS = 5_000  # up to so many the answer follows every change without being asked for


@dataclass(frozen=True)
class MaskingAnswer:
    """A job, its result, and its effects: risk before and after, every variable's values, numbers. ``risks``:
    where shown values are true or suppressed; ``looked_up``: where they may be false, both by the same rule.
    """

    job: Job
    result: Any
    risks: tuple[RiskResult, RiskResult] | None  # both None without key variables
    looked_up: tuple[LookupRisk, LookupRisk] | None
    spreads: Mapping[str, Spread]
    numbers: NumericChanges
    matrix_names: Mapping[str, tuple[str, ...]]  # of post-randomisation, by variable
    audit: FileAudit  # of the records
    key: str  # of what the audit was made of


@as_work
def answered(
    context: JobContext,
    file: Opened,
    opened: Opened,
    base: Path,
    plan: Plan,
    job: Job,
    risk_params: RiskParams,
    rules: RuleSet,
    key: str,
) -> MaskingAnswer:
    """Work that changes the values of the records `opened`, which are made of the plan's `file`, measures
    what that does, and audits what would be released, by the ``rules`` of the policy as well. ``key``: of
    that audit. Refuses as the engine does.
    """
    from sdc_desktop.engine.data.released import Stage
    from sdc_desktop.engine.microdata.numeric_changes import numeric_changes
    from sdc_desktop.engine.runner import apply, decided
    from sdc_desktop.engine.running.file_audit import audited_file
    from sdc_desktop.engine.source import Source
    from sdc_desktop.sheets.value_bars import spread_of_files

    source = Source(opened.data, {}, base)
    counted, result = decided(job, source, context.within(0.0, 0.6))
    released = apply(job, result, counted, source, context.within(0.6, 0.7))
    risks, looked_up = _risks(job, source, released, risk_params, context.within(0.7, 0.8))
    names = [v.name for v in released.variables if v.role not in NEVER_RELEASED]
    anew = Stage(released, drawn=method_of(job.kind).synthetic)
    stages = [Stage(file.data), Stage(opened.data, prepares=True), anew]
    made, results = source.with_data(released), {job.name: result}
    audit = audited_file(plan, job, made, stages, results, context.within(0.8, 0.85), rules)
    return MaskingAnswer(
        job=job,
        result=result,
        risks=risks,
        looked_up=looked_up,
        spreads={
            name: spread_of_files(opened.data, released, name, context, decimal_mark())
            for name in _changed(job, result, counted)
        },
        numbers=numeric_changes(opened.data, released, names, context.within(0.85, 1.0)),
        matrix_names={
            column.name: tuple(column.texts[place] for place in column.there.tolist())
            for column in (() if params_of(job, PRAM) is None else counted.columns)
        },
        audit=audit,
        key=key,
    )


@as_work
def ranges_of(context: JobContext, opened: Opened) -> Mapping[str, tuple[float, float]]:
    """Work that finds the least and the greatest number of every continuous variable that has any."""
    import numpy as np

    from sdc_desktop.engine.microdata.numeric_changes import numbers_of

    found = {}
    for variable in opened.data.variables:
        if variable.level == "continuous":
            values = numbers_of(opened.data, variable.name, context)
            there = values[np.isfinite(values)]
            if len(there):
                found[variable.name] = (float(there.min()), float(there.max()))
    return found


def _changed(job: Job, result: Any, counted: Any) -> tuple[str, ...]:
    if params_of(job, LOCAL_SUPPRESSION) is not None:
        return tuple(result.entropies)
    if method_of(job.kind).synthetic:
        return tuple(result.drawn)
    return tuple(result.changed if params_of(job, PRAM) is None else result.variables)


def _risks(
    job: Job, source: Source, released: Microdata, risk_params: RiskParams, context: JobContext
) -> tuple[tuple[RiskResult, RiskResult] | None, tuple[LookupRisk, LookupRisk] | None]:
    from sdc_desktop.engine.data.released import SUPPRESSED
    from sdc_desktop.engine.methods.risk.risk import engine as risk
    from sdc_desktop.engine.microdata.classes.key_classes import lookup_risk

    names = risk.key_variables_of(risk_params, source.data)
    synthetic = method_of(job.kind).synthetic  # then no released record is one of the file
    if not names or not source.data.records or synthetic:
        return None, None
    suppressed = params_of(job, LOCAL_SUPPRESSION)
    if suppressed is None:
        left = tuple(name for name in names if name in released.names)
        files = (source.data, released) if left else ()
        before_after = [lookup_risk(source.data, file, left, context) for file in files]
        return None, (before_after[0], before_after[1]) if left else None
    risk_params = risk_params.model_copy(update={"released": None, "criteria": ()})
    before = risk.decide(risk_params, risk.counts(risk_params, source, context), context)
    if suppressed.suppressed_as != "category":  # then * is any value, and not one of its own
        shown = [replace(v, missing=(*v.missing, SUPPRESSED)) for v in released.variables]
        released = released.with_variables(shown)
        risk_params = risk_params.model_copy(update={"missing": "all"})
    after = risk.decide(risk_params, risk.counts(risk_params, source.with_data(released), context), context)
    return (before, after), None
