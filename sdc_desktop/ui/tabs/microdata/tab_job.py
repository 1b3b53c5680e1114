"""The one job of a plan that the tab Microdata is about, by the way that the user chose.

It is `anopi`, `recode` where levels are chosen manually, or the kind of a part of its own (`part.py`). WAYS
lists them all.

A plan holds one of them, for each would write its file. Those that were left stay in the project's history,
from which they come back when they are wanted again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard, get_args

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods import perturbation, suppression
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE, MicroaggregateParams
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, AnopiLossSpec, GeneraliseParams
from sdc_desktop.engine.methods.recoding.recode import RECODE, RecodeParams
from sdc_desktop.engine.microdata.criteria.spec import KAnonymitySpec
from sdc_desktop.engine.plan import JOB_CLASSES, Job, MethodJob, Plan, as_in_plan, is_job_of, params_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.setting import Settings, beginning, default_of, setting_of
from sdc_desktop.engine.spec import Role
from sdc_desktop.project.chain import MASKING, chain_of, first_step, job_of_kind
from sdc_desktop.project.free_name import free_name
from sdc_desktop.ui.tabs.microdata.grouping.question import touched

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata

NAME, MANUAL, GROUPED = ANOPI.kind, RECODE.kind, MICROAGGREGATE.kind  # ways, by the kind of their job
GENERALISED = GENERALISE.kind
_MASKING = (*suppression.METHODS, *perturbation.METHODS)
TabJob = Job  # of a kind in WAYS
AnopiJob = MethodJob[AnopiParams]
RecodeJob = MethodJob[RecodeParams]
GroupingJob = MethodJob[MicroaggregateParams]
GeneraliseJob = MethodJob[GeneraliseParams]
LevelsJob = AnopiJob | RecodeJob  # that chooses levels
MaskingJob = MethodJob[Settings]  # of a kind in MASKING
_K = 3  # to begin with: the least that hides a record among two others
_SEARCHED_K, _SUPPRESSED = 5, 0.05  # to begin with where levels are searched: k-anonymity, and what may go


@dataclass(frozen=True)
class Way:
    """A way to protect. ``begin`` gives the params to begin with, from the current steps of levels;
    ``variables`` those that params are about, in file order.
    """

    job: Callable[..., Any]  # makes one
    begin: Callable[[Mapping[str, int]], Any]
    variables: Callable[[Any, Microdata], tuple[str, ...]]


def job_in(plan: Plan, policy: Policy | None = None, name: str = "") -> TabJob:
    """The step of this name, else the first, or the one that the place would add: points equally shared,
    alpha 0.5, or as the site policy has it.
    """
    found = next((job for job in chain_of(plan) if job.name == name), None) or first_step(plan)
    params = begun(beginning(AnopiParams(), ()), policy)
    return found or JOB_CLASSES[NAME](name=_free(NAME, plan), params=params)


def manual(job: TabJob) -> TypeGuard[RecodeJob]:
    """Whether the user chooses the levels."""
    return is_job_of(job, RECODE)


def chooses_levels(job: TabJob) -> TypeGuard[LevelsJob]:
    """Whether levels are chosen, by ANOPI or by the user."""
    return not by_part(job)


def masks(job: TabJob) -> TypeGuard[MaskingJob]:
    """Whether a method changes values."""
    return job.kind in MASKING


def by_part(job: TabJob) -> bool:
    """Whether a part of its own has the settings and shows the result."""
    return job.kind not in (NAME, MANUAL)


def switched(
    plan: Plan,
    way: str,
    earlier: Iterable[Plan],
    steps: Mapping[str, int],
    names: Collection[str],
    policy: Policy | None = None,
    roles: Collection[Role] = (),
    step: str = "",
) -> Plan:
    """The plan with the job of another way for this `step`, or the first; its place, its file and
    the jobs built on it stay.

    ``earlier`` are the plans of the history, newest first: what was given the other job comes back from
    there. ``steps`` are the levels to begin with for variables that never had one by hand, of the data's
    ``names`` and ``roles``. What was never given begins as the site ``policy`` has it.
    """
    old = job_in(plan, policy, step)
    if old.kind == way:
        return plan
    past = tuple(earlier)
    here = job_of_kind(way, plan) if old.input == "data" else None
    known = here or next((job for one in past if (job := job_of_kind(way, one)) is not None), None)
    others = tuple(job for job in plan.jobs if job not in (old, here))
    taken = Plan(jobs=others)
    first = WAYS[way].begin(steps)
    if known is None:
        params = as_in_plan(begun(beginning(first, roles), policy), plan)
    else:
        params = _completed(left(known.params, names), first)
    name = known.name if known is not None else way
    output = old.output if old.output is not None or known is None else known.output
    shared = left(_shared(old, past, params), names)
    own = {"output": output, "no_file": old.no_file, "input": old.input, "off": old.off}
    new: Any = WAYS[way].job(name=_free(name, taken), params=shared, **own)
    place = min([i for i, job in enumerate(plan.jobs) if job in (old, here)], default=len(others))
    jobs = (*others[:place], new, *others[place:])
    renamed = tuple(_building_on(job, {old.name: new.name}) for job in jobs)
    return plan.model_copy(update={"jobs": renamed})


def _completed(params: Any, first: Any) -> Any:
    """Params given before, with what new ones begin with wherever a plan has to name something."""
    changed: dict[str, Any] = {}
    for key, info in type(params).model_fields.items():
        given, begins = getattr(params, key), getattr(first, key)
        if info.is_required() and isinstance(given, Mapping):
            changed[key] = {**begins, **given}
        elif info.is_required() and not given:
            changed[key] = begins
    return params.model_copy(update=changed)


def left(params: Any, names: Collection[str]) -> Any:
    """The params as far as the variables they name are among the data's `names`, by what their settings pick
    and by their types; None without a required variable. An emptied key gets its default.
    """
    changed: dict[str, Any] = {}
    for key, info in type(params).model_fields.items():
        given, setting = getattr(params, key), setting_of(params, key)
        named = setting is not None and setting.picks is not None
        default = default_of(type(params), key)
        words = {word for block in default for word in block} if _is_nested(default) else set()
        found = _left(given, named, {*names, *words}, info.annotation)
        if named and found is None and info.is_required():
            return None
        changed[key] = default if given and not found and not info.is_required() else found
    return params.model_copy(update=changed)


def _left(given: Any, named: bool, names: Collection[str], kind: Any) -> Any:
    """A value of a type without the variables that are gone. `named`: its setting picks variables."""
    if isinstance(given, Settings):
        return left(given, names)
    if isinstance(given, Mapping) and kind is not None:
        of_names = get_args(kind)[-1:] == (str,)
        rest = {
            name: _left(one, of_names or isinstance(one, tuple), names, None)
            for name, one in given.items()
            if name in names
        }
        return {name: one for name, one in rest.items() if one or not given[name]}
    if _is_nested(given):  # blocks of variables
        blocks = [tuple(name for name in block if name in names) for block in given]
        return tuple(block for block, was in zip(blocks, given, strict=True) if block or not was)
    if isinstance(given, str):
        return given if not named or given in names else None
    if not isinstance(given, tuple):
        return given  # a row of transition probabilities is by category
    parts = (left(one, names) if isinstance(one, Settings) else one for one in given)
    return tuple(one for one in parts if one is not None and (one in names or not (named and _is_text(one))))


def _is_nested(value: Any) -> bool:
    return isinstance(value, tuple) and any(isinstance(one, tuple) for one in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def first_criteria() -> tuple[KAnonymitySpec, ...]:
    """What is asked where nothing was given yet."""
    return (KAnonymitySpec(kind="k_anonymity", k=_SEARCHED_K),)


def anopi_loss_given(jobs: Iterable[TabJob]) -> AnopiLossSpec:
    """The points and alpha that ANOPI was last given, newest job first."""
    found = (params_of(job, ANOPI) for job in jobs)
    last = next((params for params in found if params is not None), AnopiParams())
    return AnopiLossSpec(alpha=last.alpha, user_points=last.user_points, intruder_points=last.intruder_points)


def _shared(old: TabJob, earlier: Iterable[Plan], params: Any) -> Any:
    """The params with what the last job that recodes was given, where both kinds have it. A search takes over
    ANOPI's points.
    """
    jobs = (old, *(job for job in map(first_step, earlier) if job is not None))
    if isinstance(params, GeneraliseParams):
        return params.model_copy(update={"anopi": anopi_loss_given(jobs)})
    if not isinstance(params, AnopiParams | RecodeParams):
        return params
    last = next((job for job in jobs if not by_part(job)), None)
    if last is None:
        return params
    keys = type(last.params).model_fields.keys() & type(params).model_fields.keys()
    return params.model_copy(update={key: getattr(last.params, key) for key in keys})


def _building_on(job: TabJob, names: Mapping[str, str]) -> TabJob:
    return job.model_copy(update={"input": names[job.input]}) if job.input in names else job


def anopi_job(plan: Plan) -> AnopiJob | None:
    """The job called `anopi`, else the first of that kind that works on the data themselves, else None."""
    found = job_of_kind(NAME, plan)
    return found if found is not None and is_job_of(found, ANOPI) else None


def _of_anopi(params: AnopiParams, data: Microdata) -> tuple[str, ...]:
    from sdc_desktop.engine.methods.recoding.anopi import counts as anopi

    return anopi.variables(params, data)


def _of_recode(params: RecodeParams, data: Microdata) -> tuple[str, ...]:
    from sdc_desktop.engine.methods.recoding.recode import engine as recode

    return recode.variables(params, data)


def _of_groups(params: MicroaggregateParams, data: Microdata) -> tuple[str, ...]:

    return touched(params, data)


def _of_search(params: GeneraliseParams, data: Microdata) -> tuple[str, ...]:
    from sdc_desktop.engine.methods.recoding.generalise.engine import key_variables_of

    return key_variables_of(params, data)


def _of_others(params: Any, data: Microdata) -> tuple[str, ...]:
    """The variables changed and the key variables, in file order."""
    from sdc_desktop.engine.microdata.chosen import chosen

    named = {*chosen(params, data), *(v.name for v in data.with_role("key"))}
    return tuple(name for name in data.names if name in named)


def _other(method: Method[Any]) -> Way:
    return Way(JOB_CLASSES[method.kind], lambda _: method.params(), _of_others)


WAYS: Mapping[str, Way] = {
    NAME: Way(JOB_CLASSES[NAME], lambda _: AnopiParams(), _of_anopi),
    MANUAL: Way(
        JOB_CLASSES[MANUAL],
        lambda steps: RecodeParams(levels=dict(steps)),
        _of_recode,
    ),
    GROUPED: Way(JOB_CLASSES[GROUPED], lambda _: MicroaggregateParams(k=_K), _of_groups),
    GENERALISED: Way(
        JOB_CLASSES[GENERALISED],
        lambda _: GeneraliseParams(criteria=first_criteria(), suppression_limit=_SUPPRESSED),
        _of_search,
    ),
    **{method.kind: _other(method) for method in _MASKING},
}


def _free(name: str, plan: Plan) -> str:
    return free_name(name, {job.name for job in plan.jobs})
