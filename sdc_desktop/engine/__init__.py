"""The engine: numbers in, frozen results out. No Qt, no sentences, no project.

As a library it is used through the names below, which load what they need when they are first used::

    from pathlib import Path
    from sdc_desktop.engine import JobContext, read_plan, run_plan

    path = Path("people.sdcplan")
    result = run_plan(read_plan(path), path.parent, Path("out"), JobContext())
    print(result.verdict.grade)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sdc_desktop import __version__

if TYPE_CHECKING:
    from sdc_desktop.engine.context import Cancelled, JobContext
    from sdc_desktop.engine.plan import Plan, parse_plan, plan_to_text, read_plan, schema, write_plan
    from sdc_desktop.engine.policy.policy import Policy, read_policy
    from sdc_desktop.engine.problems import Place, Problem, Refused, Severity
    from sdc_desktop.engine.run import JobResult, PlanResult, check_plan, evaluate_plan, open_plan, run_plan
    from sdc_desktop.engine.verdict import Grade, Reason, Verdict

ENGINE_VERSION = __version__

_PLACES = {
    "context": ("Cancelled", "JobContext"),
    "plan": ("Plan", "parse_plan", "plan_to_text", "read_plan", "schema", "write_plan"),
    "policy.policy": ("Policy", "read_policy"),
    "problems": ("Place", "Problem", "Refused", "Severity"),
    "run": ("JobResult", "PlanResult", "check_plan", "evaluate_plan", "open_plan", "run_plan"),
    "verdict": ("Grade", "Reason", "Verdict"),
}

__all__ = [
    "ENGINE_VERSION",
    "Cancelled",
    "Grade",
    "JobContext",
    "JobResult",
    "Place",
    "Plan",
    "PlanResult",
    "Policy",
    "Problem",
    "Reason",
    "Refused",
    "Severity",
    "Verdict",
    "check_plan",
    "evaluate_plan",
    "open_plan",
    "parse_plan",
    "plan_to_text",
    "read_plan",
    "read_policy",
    "run_plan",
    "schema",
    "write_plan",
]


def __getattr__(name: str) -> Any:
    """Loads a public name from its module. Raises AttributeError for any other name."""
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
