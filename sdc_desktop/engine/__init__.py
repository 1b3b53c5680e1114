"""The engine: numbers in, immutable results out. No Qt, no sentences, no project.

As a library it is used through the names below, which load what they need when they are first used::

    import sdc_desktop.engine as sdc

    people = sdc.read("people.csv", keys=["age", "sex", "region"], sensitive=["disease"])
    risk = sdc.risk(people, criteria=[{"kind": "k_anonymity", "k": 3}])
    print(risk.verdict.grade, risk.to_frame())

    table = sdc.tables.protect(people, ["region", "disease"], rules=[{"kind": "threshold", "n": 3}])
    print(table.to_frame())

    outcome = sdc.run("people.sdcplan", "out")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sdc_desktop import __version__

if TYPE_CHECKING:
    from sdc_desktop.engine.context import Cancelled, JobContext
    from sdc_desktop.engine.library import JobOutcome, Outcome, Records, check, perform, read, risk, run
    from sdc_desktop.engine.plan import Plan, parse_plan, plan_to_text, read_plan, schema, write_plan
    from sdc_desktop.engine.plan_result import JobResult, PlanResult
    from sdc_desktop.engine.policy.policy import Policy, read_policy
    from sdc_desktop.engine.problems import Place, Problem, Refused, Severity
    from sdc_desktop.engine.runner import RunOptions, check_plan, evaluate_plan, open_plan, run_plan
    from sdc_desktop.engine.verdict import Grade, Reason, Verdict

ENGINE_VERSION = __version__

_PLACES = {
    "context": ("Cancelled", "JobContext"),
    "library": ("JobOutcome", "Outcome", "Records", "check", "perform", "read", "risk", "run"),
    "plan": ("Plan", "parse_plan", "plan_to_text", "read_plan", "schema", "write_plan"),
    "plan_result": ("JobResult", "PlanResult"),
    "policy.policy": ("Policy", "read_policy"),
    "problems": ("Place", "Problem", "Refused", "Severity"),
    "runner": ("RunOptions", "check_plan", "evaluate_plan", "open_plan", "run_plan"),
    "verdict": ("Grade", "Reason", "Verdict"),
}

__all__ = [
    "ENGINE_VERSION",
    "Cancelled",
    "Grade",
    "JobContext",
    "JobOutcome",
    "JobResult",
    "Outcome",
    "Place",
    "Plan",
    "PlanResult",
    "Policy",
    "Problem",
    "Reason",
    "Records",
    "Refused",
    "RunOptions",
    "Severity",
    "Verdict",
    "check",
    "check_plan",
    "evaluate_plan",
    "open_plan",
    "parse_plan",
    "perform",
    "plan_to_text",
    "read",
    "read_plan",
    "read_policy",
    "risk",
    "run",
    "run_plan",
    "schema",
    "tables",
    "write_plan",
]


def __getattr__(name: str) -> Any:
    """Loads a public name from its module. Raises AttributeError for any other name."""
    if name == "tables":
        return import_module(f"{__name__}.tables")
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
