"""Proposals made by hand, for tests of what shows and uses them."""

from dataclasses import replace

from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.proposals.proposal import Cost, Family, Proposal, Proposals
from sdc_desktop.engine.verdict import Grade, Reason, verdict_of

SAFE = verdict_of(())
RESERVED = verdict_of([Reason("records_alone", Grade.RESERVATIONS, {"number": 4})])


def proposal(plan: Plan, family: Family = "local_suppression", k: int = 3, *, safe: bool = True) -> Proposal:
    """Local suppression with this k in the plan, called as any family."""
    params = LOCAL_SUPPRESSION.params.model_validate({"k": k})
    job = JOB_CLASSES[LOCAL_SUPPRESSION.kind](name="local_suppression", params=params)
    cost = Cost(units=60, suppressed=k, values=180, changed=10 * k, utility=1 - k / 10, score=k / 100)
    with_job = plan.model_copy(update={"jobs": (*plan.jobs, job)})
    verdict = SAFE if safe else RESERVED
    return Proposal(family, with_job, (job.name,), verdict, cost, risk=1 / k, gap=0.0, seconds=0.1)


def without_score(plan: Plan) -> Proposals:
    """Two, of which the second has no score U."""
    first, second = two(plan).found
    return Proposals((first, replace(second, cost=replace(second.cost, score=None))), tried=5)


def two(plan: Plan) -> Proposals:
    """Two that pass, of five tried."""
    return Proposals((proposal(plan), proposal(plan, "recoding", 5)), tried=5)
