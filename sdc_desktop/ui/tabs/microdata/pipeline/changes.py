"""The plan with other steps. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.plan import JOB_CLASSES, Plan, as_in_plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.running.outputs import proposed_output
from sdc_desktop.engine.setting import beginning
from sdc_desktop.project.chain import chain_of, with_chain
from sdc_desktop.project.free_name import free_name
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata


def with_step(plan: Plan, kind: str, data: Microdata, policy: Policy | None) -> tuple[Plan, str]:
    """The plan with one more step after the others, and its name."""
    steps = chain_of(plan)
    params = as_in_plan(begun(_first_params(kind, data, first=not steps), policy), plan)
    name = free_name(kind, {job.name for job in plan.jobs})
    named = any(job.output is not None for job in steps)  # the file that a step had is the new one's
    output = None if named else proposed_output(plan)
    return with_chain(plan, (*steps, JOB_CLASSES[kind](name=name, params=params, output=output))), name


def _first_params(kind: str, data: Microdata, *, first: bool) -> Any:
    """The settings of a new step. Microaggregation after another step begins with the numbers that are no key
    variables, where the file has some.
    """
    params = beginning(WAYS[kind].begin({}), {variable.role for variable in data.variables})
    if first or not isinstance(params, MicroaggregateParams):
        return params
    numbers = [v.name for v in data.variables if v.level == "continuous" and v.role in ("sensitive", "other")]
    return params.model_copy(update={"blocks": (tuple(numbers),)}) if numbers else params
