"""Seeds of older plans and policies: those of protecting draws were not secret and are dropped."""

from collections.abc import Mapping
from typing import Any

SIMULATIONS = ("release", "cae_experiment")  # kinds whose job has a seed


def without_old_seeds(data: dict[str, Any]) -> dict[str, Any]:
    """The plan, as parsed JSON of any form, without seeds of outputs, of jobs that do not simulate, and of
    the record keys of tables.
    """
    jobs = data.get("jobs")
    if not isinstance(jobs, list):
        return data
    return data | {"jobs": [_job(job) if isinstance(job, dict) else job for job in jobs]}


def policy_without_old_seeds(data: dict[str, Any]) -> dict[str, Any]:
    """A site policy, as parsed JSON of any form, without defaults and limits for the seed of record keys."""
    defaults, limits = data.get("defaults"), data.get("limits")
    if isinstance(defaults, dict):
        kinds = {kind: _params(told) if isinstance(told, dict) else told for kind, told in defaults.items()}
        data = data | {"defaults": kinds}
    if isinstance(limits, list):
        data = data | {"limits": [one for one in limits if not _is_of_key_seed(one)]}
    return data


def _is_of_key_seed(limit: Any) -> bool:
    return isinstance(limit, dict) and limit.get("param") == "protect.key_seed"


def _params(params: dict[str, Any]) -> dict[str, Any]:
    protect = params.get("protect")
    if isinstance(protect, dict) and _is_seed(protect.get("key_seed")):
        return params | {"protect": _less(protect, "key_seed")}
    return params


def _job(job: dict[str, Any]) -> dict[str, Any]:
    job = _lifted_seed(job)
    if job.get("kind") not in SIMULATIONS and _is_seed(job.get("seed")):
        job = _less(job, "seed")
    output = job.get("output")
    if isinstance(output, dict) and _is_seed(output.get("seed")):
        job = job | {"output": _less(output, "seed")}
    params = job.get("params")
    if isinstance(params, dict):
        job = job | {"params": _params(params)}
    return job


def _lifted_seed(job: dict[str, Any]) -> dict[str, Any]:
    """A simulation whose only seed was that of its output keeps it as its own."""
    output = job.get("output")
    if job.get("kind") not in SIMULATIONS or not isinstance(output, dict):
        return job
    seed = output.get("seed")
    return job | {"seed": seed} if _is_seed(seed) else job


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _less(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}
