"""What is told of a plan that deviates from the site policy, and what keeps it from being written."""

from collections.abc import Collection
from dataclasses import replace

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy import policy_problems
from sdc_desktop.engine.problems import Problem, Severity
from sdc_desktop.project.policy_place import InForce

_SOFTER = {Severity.ERROR: Severity.WARNING, Severity.WARNING: Severity.NOTE}


def deviations_told(plan: Plan, known: InForce) -> tuple[Problem, ...]:
    """The deviations while the work goes on: what is still to be answered as warnings, what has a reason as
    notes; before them what is wrong with the policy itself.
    """
    found = policy_problems(plan, known.policy)
    told = (replace(p, severity=_SOFTER.get(p.severity, p.severity)) for p in found)
    return (*known.problems, *told)


def unanswered(plan: Plan, known: InForce, kinds: Collection[str] | None = None) -> tuple[Problem, ...]:
    """The deviations without a reason, of jobs of these `kinds` or of all."""
    found = (p for p in policy_problems(plan, known.policy) if p.severity is Severity.ERROR)
    return tuple(p for p in found if kinds is None or p.params.get("kind") in kinds)
