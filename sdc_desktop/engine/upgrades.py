"""Upgrades of older plans and site policies: one function per schema step, on plain JSON data.

Nothing is checked here: what is wrong passes through, and the reader refuses it with its place.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sdc_desktop.engine.problems import Place, Refused, error

Data = dict[str, Any]
Steps = Mapping[int, Callable[[Data], Data]]  # schema number -> what leads to the next one; of the newest:
# what changed in it before its release

PLAN_SCHEMA: Final = 2
POLICY_SCHEMA: Final = 2
_SIMULATIONS = ("release", "cae_experiment")  # kinds whose job has a seed
_SWAPPING = "swap_households"
_BEFORE_PROFILES = ("same_size", "relax")


def upgraded(data: Data, newest: int, steps: Steps) -> Data:
    """The data in schema `newest`. Raises :class:`Refused` where its number is absent, unknown or newer."""
    number = data.get("schema")
    if not isinstance(number, int) or isinstance(number, bool):
        code = "plan.missing_key" if number is None else "plan.type"
        raise Refused(error(code, Place(key="schema"), value=str(number), expected="int_type"))
    if number > newest:
        raise Refused(error("plan.newer_schema", Place(key="schema"), number=number, known=newest))
    while number < newest:
        if number not in steps:
            raise Refused(error("plan.unknown_schema", Place(key="schema"), number=number, known=newest))
        data = steps[number](data) | {"schema": number + 1}
        number += 1
    return steps[newest](data) if newest in steps else data


def _plan_of_schema_1(data: Data) -> Data:
    """Schema 2: the role `identifying` is `key`, the parameter `identifying` is `key_variables`. Seeds of
    protecting draws, which were not secret, are dropped.
    """
    spec, jobs = data.get("data"), data.get("jobs")
    if isinstance(spec, dict):
        data = data | {"data": _with_role_key(spec)}
    if isinstance(jobs, list):
        data = data | {"jobs": [_job(job) if isinstance(job, dict) else job for job in jobs]}
    return data


def _policy_of_schema_1(data: Data) -> Data:
    """Schema 2: as of plans, in the defaults. Limits for the seed of record keys are dropped."""
    defaults, limits = data.get("defaults"), data.get("limits")
    if isinstance(defaults, dict):
        kinds = {kind: _params(one) if isinstance(one, dict) else one for kind, one in defaults.items()}
        data = data | {"defaults": kinds}
    if isinstance(limits, list):
        data = data | {"limits": [one for one in limits if not _is_of_key_seed(one)]}
    return data


def _plan_of_schema_2(data: Data) -> Data:
    """Partners of swapped households are equal in profiles."""
    jobs = data.get("jobs")
    if not isinstance(jobs, list):
        return data
    return data | {"jobs": [_with_profiles(job) for job in jobs]}


def _policy_of_schema_2(data: Data) -> Data:
    """Sets the profiles of swapped households in the defaults of a policy of schema 2."""
    defaults = data.get("defaults")
    given = defaults.get(_SWAPPING) if isinstance(defaults, dict) else None
    if not isinstance(defaults, dict) or not isinstance(given, dict):
        return data
    return data | {"defaults": defaults | {_SWAPPING: _profiles_of(given)}}


PLAN_STEPS: Steps = {1: _plan_of_schema_1, 2: _plan_of_schema_2}
POLICY_STEPS: Steps = {1: _policy_of_schema_1, 2: _policy_of_schema_2}


def _with_profiles(job: Any) -> Any:
    if not isinstance(job, dict) or job.get("kind") != _SWAPPING or not isinstance(job.get("params"), dict):
        return job
    return job | {"params": _profiles_of(job["params"])}


def _profiles_of(params: Data) -> Data:
    """Older params have a list of names, whether the size is equal, and whether fewer names do."""
    names = params.get("similar", [])
    is_older = names is None or any(key in params for key in _BEFORE_PROFILES)
    if not is_older and not (isinstance(names, list) and any(isinstance(one, str) for one in names)):
        return params
    names, size = names or [], ["size"] if params.get("same_size", True) else []
    if not isinstance(names, list):
        return params
    fewest = 0 if params.get("relax", True) else len(names)
    profiles = [[*names[:count], *size] for count in range(len(names), fewest - 1, -1)]
    rest = {key: value for key, value in params.items() if key not in _BEFORE_PROFILES}
    return rest | {"similar": profiles}


def _with_role_key(data: Data) -> Data:
    """The data, or the params of a preparation, with the role `key` for `identifying`."""
    variables = data.get("variables")
    if not isinstance(variables, dict):
        return data
    return data | {"variables": {name: _variable(one) for name, one in variables.items()}}


def _variable(spec: Any) -> Any:
    is_key = isinstance(spec, dict) and spec.get("role") == "identifying"
    return spec | {"role": "key"} if is_key else spec


def _params(params: Data) -> Data:
    protect = params.get("protect")
    if isinstance(protect, dict) and _is_seed(protect.get("key_seed")):
        params = params | {"protect": _less(protect, "key_seed")}
    if "key_variables" not in params:
        params = {"key_variables" if key == "identifying" else key: one for key, one in params.items()}
    return _with_role_key(params)


def _job(job: Data) -> Data:
    output, params = job.get("output"), job.get("params")
    if isinstance(output, dict) and _is_seed(output.get("seed")):
        if job.get("kind") in _SIMULATIONS:  # its only seed was that of its output
            job = job | {"seed": output["seed"]}
        job = job | {"output": _less(output, "seed")}
    if job.get("kind") not in _SIMULATIONS and _is_seed(job.get("seed")):
        job = _less(job, "seed")
    return job | {"params": _params(params)} if isinstance(params, dict) else job


def _is_of_key_seed(limit: Any) -> bool:
    return isinstance(limit, dict) and limit.get("param") == "protect.key_seed"


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _less(data: Data, key: str) -> Data:
    return {name: value for name, value in data.items() if name != key}
