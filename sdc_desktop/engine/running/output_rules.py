"""Rules of a policy on outputs of researchers, answered by the findings of their check."""

from collections.abc import Iterator, Mapping
from typing import Any

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.outputs.output_check.rules import RulesSpec
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.rules.found import RuleFound, RuleSet, not_checked, of_state
from sdc_desktop.engine.rules.spec import OutputKind, OutputsSpec
from sdc_desktop.engine.submission.judging.rules import NOT_READ
from sdc_desktop.engine.verdict import NO_LIMITS

_BREAKING: Mapping[OutputKind, frozenset[str]] = {
    "output_counts": frozenset({
        "low_count", "count_suppressed", "rest_of_few", "percent_of_few", "percent_rest_few", "rate_of_few",
        "position_of_few", "gini_of_few", "step_of_few", "few_stated", "rounding_undone",
    }),
    "output_dof": frozenset({"low_dof"}),
    "output_group_share": frozenset({"class_share", "class_100"}),
    "output_dominance": frozenset({"dominance"}),
}  # fmt: skip
_UNSURE: Mapping[OutputKind, frozenset[str]] = {
    "output_counts": frozenset({
        "count_missing", "count_unsure", "base_missing", "base_differs", "few_in_text"
    }),
    "output_dof": frozenset({"count_missing", "saturated"}),
    "output_group_share": frozenset(),
    "output_dominance": frozenset({"dominance_unknown", "count_missing", "count_unsure"}),
}  # fmt: skip


def rules_on_outputs(required: RuleSet, job: Job, result: Any) -> Iterator[RuleFound]:
    """What rules find on outputs that are released or not decided yet. A rule is met where the check used a
    limit at least as strict, read everything, and has no finding of it.
    """
    params = params_of(job, OUTPUT_CHECK)
    if params is None:
        return
    reasons = method_of(job.kind).stages.verdict(params, result, NO_LIMITS)
    numbers = {one.code.removeprefix("outputs."): one.figures.get("number", 0) for one in reasons}
    for rule in required.rules:
        check = rule.check
        if not isinstance(check, OutputsSpec):
            continue
        number = sum(int(str(numbers[code])) for code in _BREAKING[check.kind] if code in numbers)
        unsure = {*_UNSURE[check.kind], *NOT_READ, "outputs_nothing"} & numbers.keys()
        if number:
            yield of_state(rule, met=False, units=number)
        elif unsure or not _is_as_strict(check, params.rules):
            yield not_checked(rule, "not_found_out")
        else:
            yield of_state(rule)


def _is_as_strict(check: OutputsSpec, rules: RulesSpec) -> bool:
    match check.kind:
        case "output_counts":
            return rules.threshold >= check.limit
        case "output_dof":
            return rules.dof >= check.limit
        case "output_group_share":
            return rules.group_share <= check.limit
        case "output_dominance":
            return any(one.n >= check.largest and one.k <= check.limit for one in rules.dominance)
