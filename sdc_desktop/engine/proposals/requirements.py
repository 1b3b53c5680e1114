"""What proposals have to meet: class size, criteria on sensitive variables, the values of the policy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.microdata.criteria.spec import (
    CriterionSpec,
    KAnonymitySpec,
    RecursiveDiversitySpec,
    attribute_of,
)
from sdc_desktop.engine.plan import Plan, as_in_plan
from sdc_desktop.engine.plan_rules import SMALL, sizes_in
from sdc_desktop.engine.policy.params import PARAMS
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun_fields, within
from sdc_desktop.engine.rules.spec import LeastClassSpec
from sdc_desktop.engine.running.file_audit import LIMIT
from sdc_desktop.engine.setting import Settings, beginning

P = TypeVar("P", bound=Settings)
_MOST_SHARE = 0.9  # of records of a class with one sensitive value, from which on it counts as disclosed
_C = 9  # of recursive (c, 2)-diversity: the commonest value then has less than that share


@dataclass(frozen=True)
class Requirements:
    """``k``: the least class size; ``criteria``: of searches for levels; ``tolerable``: the largest risk of
    numbers, a share from 0 to 1.
    """

    k: int
    criteria: tuple[CriterionSpec, ...]
    tolerable: float
    policy: Policy | None

    def params(self, params: P, plan: Plan, data: Microdata, **own: Any) -> P:
        """The params of a new job: as such jobs begin, under the policy, with the values ``own``, and within
        the policy's limits.
        """
        begins = as_in_plan(beginning(params, {variable.role for variable in data.variables}), plan)
        kind = next(name for name, known in PARAMS.items() if type(params) is known)
        given = begun_fields(kind, self.policy) | own
        made = begins.model_copy(update=given)
        for limit in () if self.policy is None else self.policy.spec.limits:
            made = within(made, limit) if limit.kind == kind else made
        return made


def requirements_of(plan: Plan, data: Microdata, policy: Policy | None, context: JobContext) -> Requirements:
    """What protections of the records have to meet by the plan's class size or the policy's, whichever is
    greater, else 3. Raises Cancelled.
    """
    given = begun_fields(GENERALISE.kind, policy).get("criteria", ())
    k = max([*sizes_in(plan), *_sizes_of(policy, given)], default=SMALL)
    criteria: list[CriterionSpec] = [KAnonymitySpec(kind="k_anonymity", k=k)]
    criteria += [one for one in given if not isinstance(one, KAnonymitySpec)]
    about = {attribute_of(one) for one in criteria}
    for variable in data.with_role("sensitive"):
        if variable.name not in about and _may_be_diverse(data, variable.name, context):
            criteria.append(
                RecursiveDiversitySpec(kind="recursive_cl_diversity", c=_C, l=2, attribute=variable.name)
            )
    return Requirements(k, tuple(criteria), LIMIT, policy)


def _sizes_of(policy: Policy | None, criteria: Sequence[CriterionSpec]) -> Iterator[int]:
    """The class sizes of a policy: of its rules, limits and defaults."""
    yield from (one.k for one in criteria if isinstance(one, KAnonymitySpec))
    if policy is None:
        return
    yield from (one.check.least for one in policy.spec.rules if isinstance(one.check, LeastClassSpec))
    for limit in policy.spec.limits:
        if limit.param in ("k", "suppress_below", "criteria[k_anonymity].k") and limit.at_least is not None:
            yield int(limit.at_least)


def _may_be_diverse(data: Microdata, name: str, context: JobContext) -> bool:
    """Whether any class can be without a value that nearly all of its records have: all records together."""
    missing = data.variable(name).missing
    texts, numbers = data.relation.frequencies(data.index(name), context)
    known = [int(number) for text, number in zip(texts, numbers, strict=True) if text not in missing]
    return bool(known) and max(known) < _MOST_SHARE * sum(known)
