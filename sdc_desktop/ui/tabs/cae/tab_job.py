"""The one job of a plan that the tab Risk curves is about: of the kind `cae`, or an experiment.

The first of them in a plan is the tab's; others of the user's own are unchanged. Experiments among them with
other techniques on the same data are what the tab's is compared with.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard, cast

from sdc_desktop.engine.methods.curves.cae import CAE, CaeParams
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT, CaeExperimentParams
from sdc_desktop.engine.plan import JOB_CLASSES, Job, MethodJob, Plan, is_job_of, params_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.ui.questions.question import free_job_name
from sdc_desktop.words import N_, Words

Params = CaeParams | CaeExperimentParams
ExperimentJob = MethodJob[CaeExperimentParams]
TabJob = MethodJob[CaeParams] | ExperimentJob
CURVES = ("attribute", "values", "intervals")
COMPARED = ("sampling", "query_restriction", "noise")
WAYS = (*CURVES, *COMPARED, "released")
NAMES: Mapping[str, str] = {
    "attribute": N_("Variable in the file"),
    "values": N_("Entered values"),
    "intervals": N_("Intervals of a table"),
    "sampling": N_("Experiment: sampling"),
    "query_restriction": N_("Experiment: query restriction"),
    "noise": N_("Experiment: noise addition"),
    "released": N_("Released file against original"),
}
_ABOUT = ("attribute", "domain", "attributes", "known")
_SHARED = ("data", *_ABOUT, "repeats", "seed")


def tab_job(plan: Plan) -> TabJob | None:
    """The first of either kind that works on the data themselves, or on the cells of a table."""
    return next((job for job in plan.jobs if _is_of_the_tab(job)), None)


def params_in(job: Job) -> Params | None:
    """The params of a job of either kind; None for another job."""
    return params_of(job, CAE) or params_of(job, CAE_EXPERIMENT)


def table_job(plan: Plan) -> Job | None:
    """The job whose cells the tab's curve is about; None where it is about something else."""
    found = tab_job(plan)
    if found is None or found.input == "data":
        return None
    return next((job for job in plan.jobs if job.name == found.input), None)


def _is_of_the_tab(job: Job) -> TypeGuard[TabJob]:
    curve = params_of(job, CAE)
    if curve is None and params_of(job, CAE_EXPERIMENT) is None:
        return False
    return job.input == "data" or (curve is not None and curve.intervals == "input")


def experiments(plan: Plan, params: CaeExperimentParams) -> tuple[ExperimentJob, ...]:
    """The experiments on the data themselves that these params can be compared with, the tab's first."""
    return tuple(
        job
        for job in plan.jobs
        if is_job_of(job, CAE_EXPERIMENT)
        and job.input == "data"
        and (job.params.data, job.params.attribute) == (params.data, params.attribute)
    )


def with_first(plan: Plan, way: str) -> Plan | None:
    """The plan with another of its jobs that is about this in the tab's place; None where there is none."""
    old = tab_job(plan)
    jobs = (job for job in plan.jobs if _is_of_the_tab(job) and job is not old)
    found = next((job for job in jobs if way_of(job.params) == way), None)
    if old is None or found is None:
        return None
    swapped = {id(old): found, id(found): old}
    return plan.model_copy(update={"jobs": tuple(swapped.get(id(job), job) for job in plan.jobs)})


def with_all(plan: Plan, known: Mapping[str, CaeExperimentParams]) -> Plan:
    """The plan with an experiment of every technique that draws. Each equals the tab's in all but the
    technique's own settings; ``known``: earlier settings of these.
    """
    first = tab_job(plan)
    if first is None or not isinstance(first.params, CaeExperimentParams):
        return plan
    there = {job.params.technique for job in experiments(plan, first.params)}
    jobs = list(plan.jobs)
    for technique in COMPARED:
        if technique in there:
            continue
        shared = {key: getattr(first.params, key) for key in _SHARED}
        params = known.get(technique) or CaeExperimentParams.model_validate(shared | {"technique": technique})
        jobs.append(JOB_CLASSES[CAE_EXPERIMENT.kind](name=free_job_name("experiment", jobs), params=params))
    return plan.model_copy(update={"jobs": tuple(jobs)})


def without_others(plan: Plan) -> Plan:
    """The plan without the experiments that the tab's is compared with."""
    first = tab_job(plan)
    if first is None or not isinstance(first.params, CaeExperimentParams):
        return plan
    others = [id(job) for job in experiments(plan, first.params)[1:]]
    return plan.model_copy(update={"jobs": tuple(job for job in plan.jobs if id(job) not in others)})


def way_of(params: Params) -> str:
    """What a job is about: an element of WAYS."""
    if isinstance(params, CaeExperimentParams):
        return params.technique
    if params.values is not None:
        return "values"
    return "intervals" if params.intervals is not None else "attribute"


def first_params(
    way: str, *, has_data: bool, like: Params | None = None, policy: Policy | None = None
) -> Params:
    """What is asked to begin with, as the site policy has it; an experiment is about the same as the one
    before, ``like``.
    """
    if way in CURVES:
        return begun(CaeParams(), policy)
    data = "data" if has_data or way == "released" else "synthetic"
    fields: dict[str, object] = {"technique": way, "data": data}
    if isinstance(like, CaeExperimentParams) and like.data == data:
        fields |= {key: getattr(like, key) for key in _ABOUT}
    return begun(CaeExperimentParams.model_validate(fields), policy)


def remembered(way: str, plans: Iterable[Plan]) -> Params | None:
    """The last params of a job of this way, in the newest of these plans that has one. Params on a table do
    not count: that table may be gone.
    """
    jobs = (job for job in map(tab_job, plans) if job is not None and job.input == "data")
    found = (params for params in map(params_in, jobs) if params is not None)
    return next((params for params in found if way_of(params) == way), None)


def with_params(plan: Plan, params: Params) -> Plan:
    """The plan with the tab's job asking this; instead of the one before, or at the end."""
    old = tab_job(plan)
    kind = _class_of(params)
    others = tuple(job for job in plan.jobs if job is not old)
    name = old.name if old is not None and isinstance(old, kind) else free_job_name(_name(params), others)
    same = isinstance(params, CaeParams) and params.intervals == "input"
    about = old.input if same and old is not None else "data"
    job = kind.model_validate({"name": name, "params": params, "input": about})
    place = plan.jobs.index(old) if old is not None else len(others)
    return plan.model_copy(update={"jobs": (*others[:place], job, *others[place:])})


def job_with(plan: Plan, params: Params) -> TabJob:
    """The tab's job as `with_params` would put it into the plan."""
    found = tab_job(plan)
    if found is None or found.params != params:
        found = tab_job(with_params(plan, params))
    assert found is not None
    return found


def job_of(params: Params) -> TabJob:
    """A job that asks this, whatever its name."""
    kind = _class_of(params)
    return kind.model_validate({"name": _name(params), "params": params})


def way_label(way: str, words: Words) -> str:
    """The step's name when another source was chosen."""
    name = words.say(NAMES[way])
    return words.say(N_("Risk curve: {way}"), way=name) if way in CURVES else name


def comparison_label(whole: bool, words: Words) -> str:
    """The step's name when all techniques were put into the plan, or all but one taken out."""
    text = N_("Experiments: all techniques compared") if whole else N_("Experiments: one technique alone")
    return words.say(text)


def along(params: Params, fields: Mapping[str, object], attributes: Sequence[str]) -> Mapping[str, object]:
    """What changes along with these fields: other data, another attribute and other variables take along
    what was specified of those before; ``attributes``: those that may be known now.
    """
    if isinstance(params, CaeParams):
        return _without(params, fields["attribute"]) if "attribute" in fields else {}
    if "data" in fields:
        return dict.fromkeys(_ABOUT)
    if "attribute" in fields:
        others = tuple(name for name in attributes if name != fields["attribute"])
        return {"attributes": others, "known": None, "domain": None}
    if "attributes" in fields:
        return {"known": None}
    return {"parameters": None} if fields.get("queries") else {}


def _without(params: CaeParams, name: object) -> Mapping[str, object]:
    """Known values and weights without a variable that has become the confidential variable."""
    known: object
    if isinstance(params.known, Mapping):
        known = {other: value for other, value in params.known.items() if other != name}
    else:
        known = tuple(other for other in params.known if other != name)
    return {"known": known, "weights": None if params.weights == name else params.weights}


def _class_of(params: Params) -> type[TabJob]:
    method = CAE_EXPERIMENT if isinstance(params, CaeExperimentParams) else CAE
    return cast(type[TabJob], JOB_CLASSES[method.kind])


def _name(params: Params) -> str:
    return "experiment" if isinstance(params, CaeExperimentParams) else "risk curve"
