"""Every kind of job there is. To add one: its spec in plan.py, its functions here, then what a test asks for
(form, report section, words, help page, self-test).

Each kind works in three pure stages. ``counts`` passes over the records once; ``decide`` takes milliseconds
and can follow a slider, or else tells its progress and can be stopped; ``apply`` makes the protected records.
Where a decision of milliseconds can only promise some figures, ``settle`` comes before ``apply`` and makes
them true: the result of a run is a settled one, whether or not records are asked for.
A kind whose decision takes long says in ``foresee``, in milliseconds, what it would refuse or note.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata import (
    anopi,
    diversity_experiment,
    generalise,
    microaggregate,
    microaggregate_check,
    noise,
    pram,
    recode,
    risk,
    ru_map,
    suppress_locally,
    swap,
    top_code,
)
from sdc_desktop.engine.preparing import prepare, prepare_spec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.release import release
from sdc_desktop.engine.scenarios import cae, cae_experiment, cae_experiment_check, table_intervals
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables import audit, linked_audit, table_job
from sdc_desktop.engine.verdict import Limits, Reason
from sdc_desktop.engine.verdicts import microdata as of_microdata
from sdc_desktop.engine.verdicts import release as of_release
from sdc_desktop.engine.verdicts import tables as of_tables


def _always(params: Any) -> bool:
    return True


def _needs_secret(params: Any) -> bool:
    return bool(params.needs_secret())


def _never(params: Any) -> bool:
    return False


def _no_files(params: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Kind:
    """The stages of a kind of job. `params` is the kind's own spec, `counted` what `counts` gave."""

    check: Callable[[Any, Any], tuple[Problem, ...]]  # where no data are needed the source has no records
    counts: Callable[[Any, Any, JobContext], Any]
    decide: Callable[[Any, Any, JobContext], Any]
    apply: Callable[[Any, Any, Source, JobContext], Microdata]
    verdict: Callable[[Any, Any, Limits], Iterable[Reason]]  # params, result, limits of the policy
    always_writes: bool  # whether a job without `output` still writes NAME.csv
    settle: Callable[[Any, Any, Any, JobContext], Any] | None = None  # params, result, counted -> result
    foresee: Callable[[Any, Any, JobContext], tuple[Problem, ...]] | None = None  # where `decide` takes long
    needs_data: Callable[[Any], bool] = _always  # whether a job with these params works on records
    makes_records: bool = True  # else there is nothing to write, or for another job to read
    makes_table: bool = False  # what it writes is a table, which jobs on records cannot read
    simulates: bool = False  # whether the result depends on chance that protects nothing, and so on the seed
    draws: Callable[[Any], bool] = _never  # whether what it makes is protected by chance, and so by a secret
    makes_cells: bool = False  # whether the result tells the cells of a table with their intervals
    takes_cells: Callable[[Any], bool] = _never  # whether a job asks for those of the job it takes as input
    with_cells: Callable[[Any, Any], Any] | None = None  # its params, the other's result -> params with them
    outline: Callable[[Any, Source], Source] | None = (
        None  # what later jobs find, without records; else as is
    )
    further: Callable[[Any], tuple[str, ...]] = _no_files  # the files it writes besides its output
    further_files: Callable[[Any], Mapping[str, Sequence[Sequence[str]]]] | None = (
        None  # counted -> their rows
    )
    by_record: Callable[[Any], bool] = _never  # whether figures of every single record are in memory together


def _by_groups(params: Any) -> bool:
    """Whether records are put into groups: recoding needs counts alone."""
    technique = params.technique
    return "microaggregation" in (technique.values() if isinstance(technique, dict) else (technique,))


def _by_groups_of_map(params: Any) -> bool:
    return bool(params.family == "microaggregation")


def _by_local_recoding(params: Any) -> bool:
    """Whether records are recoded one by one."""
    return bool(params.local_recoding != "none")


def _by_keys(params: Any) -> bool:
    """Whether a table draws a key for each record."""
    return params.protect is not None and params.protect.method == "cell_key"


def _at_once(decide: Callable[[Any, Any], Any]) -> Callable[[Any, Any, JobContext], Any]:
    """A decision of milliseconds: there is nothing to tell or to stop."""

    def decided(params: Any, counted: Any, context: JobContext) -> Any:
        return decide(params, counted)

    return decided


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "anopi": Kind(
            anopi.check,
            anopi.counts,
            _at_once(anopi.decide),
            anopi.apply,
            of_microdata.balanced,
            always_writes=False,
            settle=anopi.settle,
            by_record=_by_groups,
        ),
        "audit": Kind(
            audit.check,
            audit.counts,
            audit.decide,
            audit.apply,
            of_tables.audit,
            always_writes=False,
            foresee=audit.foresee,
            needs_data=_never,
            makes_records=False,
            makes_cells=True,
        ),
        "cae": Kind(
            cae.check,
            cae.counts,
            cae.decide,
            cae.apply,
            of_microdata.measured_only,
            always_writes=False,
            foresee=cae.foresee,
            needs_data=cae.needs_data,
            makes_records=False,
            takes_cells=cae.takes_cells,
            with_cells=table_intervals.with_intervals_of,
            by_record=_always,
        ),
        "cae_experiment": Kind(
            cae_experiment_check.check,
            cae_experiment.counts,
            cae_experiment.decide,
            cae_experiment.apply,
            of_microdata.measured_only,
            always_writes=False,
            foresee=cae_experiment.foresee,
            needs_data=cae_experiment_check.needs_data,
            makes_records=False,
            simulates=True,
            by_record=_always,
        ),
        "linked_audit": Kind(
            linked_audit.check,
            linked_audit.counts,
            linked_audit.decide,
            linked_audit.apply,
            of_tables.linked_audit,
            always_writes=False,
            foresee=linked_audit.foresee,
            makes_records=False,
        ),
        "generalise": Kind(
            generalise.check,
            generalise.counts,
            generalise.decide,
            generalise.apply,
            of_microdata.generalised,
            always_writes=True,
            foresee=generalise.foresee,
            by_record=_by_local_recoding,
        ),
        "diversity_experiment": Kind(
            diversity_experiment.check,
            diversity_experiment.counts,
            diversity_experiment.decide,
            diversity_experiment.apply,
            of_microdata.measured_only,
            always_writes=False,
            foresee=diversity_experiment.foresee,
            makes_records=False,
        ),
        "local_suppression": Kind(
            suppress_locally.check,
            suppress_locally.counts,
            suppress_locally.decide,
            suppress_locally.apply,
            of_microdata.suppressed,
            always_writes=True,
            foresee=suppress_locally.foresee,
        ),
        "microaggregate": Kind(
            microaggregate_check.check,
            microaggregate.counts,
            microaggregate.decide,
            microaggregate.apply,
            of_microdata.microaggregated,
            always_writes=True,
            foresee=microaggregate.foresee,
            by_record=_always,
        ),
        "noise": Kind(
            noise.check,
            noise.counts,
            noise.decide,
            noise.apply,
            of_microdata.perturbed,
            always_writes=True,
            draws=_needs_secret,
            by_record=_always,
        ),
        "pram": Kind(
            pram.check,
            pram.counts,
            pram.decide,
            pram.apply,
            of_microdata.randomised,
            always_writes=True,
            draws=_needs_secret,
            by_record=_always,
        ),
        "prepare": Kind(
            prepare.check,
            prepare.counts,
            prepare.decide,
            prepare.apply,
            of_microdata.nothing_required,
            always_writes=False,
            foresee=prepare.foresee,
            draws=_needs_secret,
            outline=prepare.outline,
            further=prepare_spec.key_files,
            further_files=prepare.further_files,
            by_record=prepare_spec.by_record,
        ),
        "recode": Kind(
            recode.check,
            recode.counts,
            _at_once(recode.decide),
            recode.apply,
            of_microdata.recoded,
            always_writes=True,
        ),
        "release": Kind(
            release.check,
            release.counts,
            release.decide,
            release.apply,
            of_release.tests_of_release,
            always_writes=False,
            foresee=release.foresee,
            simulates=True,
            by_record=_always,
        ),
        "table": Kind(
            table_job.check,
            table_job.counts,
            table_job.decide,
            table_job.apply,
            of_tables.table,
            always_writes=True,
            foresee=table_job.foresee,
            needs_data=table_job.needs_data,
            makes_table=True,
            draws=_needs_secret,
            makes_cells=True,
            by_record=_by_keys,
        ),
        "risk": Kind(
            risk.check,
            risk.counts,
            risk.decide,
            risk.apply,
            of_microdata.measured,
            always_writes=False,
            makes_records=False,
        ),
        "ru_map": Kind(
            ru_map.check,
            ru_map.counts,
            ru_map.decide,
            ru_map.apply,
            of_microdata.measured_only,
            always_writes=False,
            foresee=ru_map.foresee,
            makes_records=False,
            by_record=_by_groups_of_map,
        ),
        "swap": Kind(
            swap.check,
            swap.counts,
            swap.decide,
            swap.apply,
            of_microdata.perturbed,
            always_writes=True,
            draws=_needs_secret,
            by_record=_always,
        ),
        "top_code": Kind(
            top_code.check,
            top_code.counts,
            top_code.decide,
            top_code.apply,
            of_microdata.perturbed,
            always_writes=True,
            by_record=_always,
        ),
    }
)
