"""Answers to the rules of a policy: which variables a rule is about, and what no value shows."""

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.rules.spec import AnswerSpec


def with_answer(plan: Plan, rule: str, answer: AnswerSpec | None) -> Plan:
    """The plan with a statement on a rule of its policy, or without one. A plan under no policy stays."""
    if plan.policy is None:
        return plan
    answers = {name: one for name, one in plan.policy.answers.items() if name != rule}
    if answer is not None:
        answers[rule] = answer
    return plan.model_copy(update={"policy": plan.policy.model_copy(update={"answers": answers})})
