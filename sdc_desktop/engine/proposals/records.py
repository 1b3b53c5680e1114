"""Protections of a file of records that the program proposes, each carried through, judged and measured.

Each candidate is run as a plan is, on one opened file; its verdict is that of what would leave. What cannot
pass while another does is not carried through: a reason of its own step can only lower a grade.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os.path import relpath
from pathlib import Path
from time import process_time
from typing import Any

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.hierarchies_beside import files_beside, offers
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.sampled import Sampled, verdict_on_sample
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.policy.policy import Policy, verdict_limits
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.proposals import candidates
from sdc_desktop.engine.proposals.candidates import Basis, Candidate
from sdc_desktop.engine.proposals.choice import chosen
from sdc_desktop.engine.proposals.least_score import least_score
from sdc_desktop.engine.proposals.measured import cost_of, risk_of
from sdc_desktop.engine.proposals.proposal import Proposal, Proposals
from sdc_desktop.engine.proposals.requirements import requirements_of
from sdc_desktop.engine.proposals.steps import Step, begin_of, with_steps
from sdc_desktop.engine.running.stages import decided
from sdc_desktop.engine.site.sampling import sampled_numbers
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.strategies.trail import Left, Trail, trail_of
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Grade
from sdc_desktop.engine.verdict_records import ALONE

MOST_RECORDS = 1_000_000  # of a file that is protected whole
SAMPLE = 100_000  # records of a sample of a larger one
_MAY_GO = frozenset({ALONE, NOTHING_REQUIRED})  # reasons of a step that its file may be without
STEP = "proposing"


def propose_records(
    plan: Plan,
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    *,
    read: Opened | None = None,
) -> Proposals:
    """Propose protections of the plan's records, under the active site policy ``held_to``; ``read``: the
    plan's file where it has been opened already. Proposals found so far are a draft, and stay where the rest
    is ended by request. Equal plans with equal secrets give equal proposals. Raises Cancelled.
    """
    found = Proposals()
    context.may_end()
    try:
        search = _Search(plan, base, context.until_enough().unwatched(), held_to, read)
        for now in search.proposals():
            found = now
            context.on_draft(found)
        if not found.found:
            found = replace(found, problems=search.problems)
    except Refused as refusal:
        found = replace(found, problems=refusal.problems)
    except Cancelled:
        context.checkpoint()
        found = replace(found, ended=True)
    return found


class _Search:
    """What was found so far, and what the next candidates are made from."""

    def __init__(
        self, plan: Plan, base: Path, context: JobContext, held_to: Policy | None, read: Opened | None
    ) -> None:
        self._base, self._held_to = base, held_to
        self._cache: dict[tuple[object, ...], Any] = {}
        self._context = replace(context, once=self._once)
        if plan.data is None:
            raise Refused(error("plan.no_data", Place(key="data")))
        opened = read if read is not None and read.spec == plan.data else None
        opened = opened or open_data(plan.data, base, context.within(0.0, 0.1))
        opened, self._sampled = _sampled(opened, context)
        self._read = opened = _with_hierarchies(opened, base, context)
        self._plan = plan = plan.model_copy(update={"data": opened.spec})
        first = trail_of(plan, (), base, self._context, held_to, read=opened, judged=False)
        self._first, self._left = first.after(0), first.left
        data = self._first.data
        if not data.with_role("key"):
            raise Refused(error("strategy.no_key_variable", Place(key="data.variables")))
        self._basis = Basis(plan, data, requirements_of(plan, data, held_to, context))
        self._found: list[Proposal] = []
        self._trails: dict[str, Trail] = {}
        self._tried, self._seen = 0, set[object]()
        self.problems: tuple[Problem, ...] = ()

    def proposals(self) -> Iterator[Proposals]:
        """What is proposed after each candidate that was carried through."""
        for place, candidate in enumerate(self._candidates()):
            self._context.progress(0.1 + 0.9 * place / (place + 6), STEP)
            proposal = self._proposal(candidate)
            self._cache.clear()
            if proposal is not None:
                self._found.append(proposal)
                yield self._now()
        yield self._now()

    def _now(self) -> Proposals:
        shown = chosen(self._found)
        if self._sampled is not None:
            shown = tuple(replace(one, verdict=verdict_on_sample(self._sampled)) for one in shown)
        return Proposals(shown, self._tried, self._sampled is not None)

    def _candidates(self) -> Iterator[Candidate]:
        basis = self._basis
        yield from candidates.recodings(basis)
        yield candidates.local_suppression(basis)
        yield candidates.anopi(basis)
        yield from self._short()
        least = least_score(basis, self._first, self._context)
        if least is not None:
            yield least
        grouped = candidates.grouped_keys(basis)
        if grouped is not None:
            yield grouped
        yield from self._of_numbers()
        drawn = candidates.synthesis(basis)
        if drawn is not None:
            yield drawn

    def _short(self) -> Iterator[Candidate]:
        """Of the recodings one level short of the best, the one that has to suppress the fewest values."""
        levels = self._best_levels()
        options: list[tuple[float, int, Candidate]] = []
        for candidate in candidates.short_recodings(self._basis, levels):
            try:
                _, result = self._decided(candidate)
            except Refused:
                continue
            options.append((result.suppression.cost, len(options), candidate))
            self._cache.clear()
        if options:
            yield min(options, key=lambda one: one[:2])[-1]

    def _best_levels(self) -> Mapping[str, int]:
        """The levels of the recoding that suppresses the fewest records; none where no recoding was found."""
        of = [one for one in self._found if one.family == "recoding"]
        if not of:
            return {}
        best = min(of, key=lambda one: one.limit or 0)
        done = self._trails[best.plan.model_dump_json()].made[0]
        assert done is not None
        found: Mapping[str, int] = done.result.levels
        return found

    def _of_numbers(self) -> Iterator[Candidate]:
        """The best protection with the numbers changed that it is not safe for."""
        best = next(iter(chosen(self._found)), None)
        if best is None or best.passes:
            return
        trail = self._trails[best.plan.model_dump_json()]
        numbers = _numbers_in(best, trail.after(len(trail.jobs)))
        if not numbers:
            return
        self._plan = self._plan.model_copy(update={"secrets": best.plan.secrets})
        made = tuple(_step(best.plan.job(name)) for name in best.steps)
        own = Candidate(best.family, made, best.limit)
        grouped = candidates.with_numbers_grouped(self._basis, own, numbers)
        self._left = Left({**self._left.made, **trail.left.made}, self._left.figures)
        if grouped is not None:
            yield grouped
        noisy = self._least_noise(own, numbers, trail.after(len(trail.jobs)))
        if noisy is not None:
            yield noisy

    def _least_noise(self, best: Candidate, numbers: tuple[str, ...], source: Source) -> Candidate | None:
        """The least amount of noise whose risk is tolerable; None where none is, or it is not computed."""
        if source.data.records > candidates.MOST_GROUPED:
            return None
        for amount in candidates.AMOUNTS:
            candidate = candidates.with_noise(self._basis, best, numbers, amount)
            plan, names = with_steps(self._plan, candidate.steps)
            job = plan.job(names[-1])
            try:
                result = decided(job, source, self._with_secrets(plan))[1]
            except Refused:
                return None
            if max(result.risks.values(), default=1.0) <= job.params.tolerable_risk:
                return candidate
        return None

    def _proposal(self, candidate: Candidate) -> Proposal | None:
        """The candidate carried through; None where it is refused, or can be no better than what is found."""
        begun = process_time()
        if candidate.text in self._seen:
            return None
        self._seen.add(candidate.text)
        self._tried += 1
        try:
            plan, names = with_steps(self._plan, candidate.steps)
            if len(names) == 1 and self._is_pointless(candidate, *self._decided(candidate)):
                return None
            trail = trail_of(
                plan, names, self._base, self._context, self._held_to, read=self._read, left=self._left
            )
            assert trail.verdict is not None
            cost, risk = cost_of(trail, self._context), risk_of(trail)
        except Refused as refusal:
            self.problems = self.problems or refusal.problems
            return None
        self._trails[plan.model_dump_json()] = trail
        return Proposal(
            candidate.family,
            plan,
            names,
            trail.verdict,
            cost,
            risk,
            candidate.limit,
            _gap(candidate, trail),
            process_time() - begun,
        )

    def _decided(self, candidate: Candidate) -> tuple[Any, Any]:
        """Counts and result of the first step. Raises :class:`Refused`."""
        plan, names = with_steps(self._plan, candidate.steps)
        return decided(plan.job(names[0]), self._first, self._with_secrets(plan))

    def _is_pointless(self, candidate: Candidate, counted: Any, result: Any) -> bool:
        """Whether a step suppresses too much, does what another did, or has a reason against its release
        while another protection passes.
        """
        suppression = getattr(result, "suppression", None)
        if candidate.most_cells is not None and suppression is not None:
            cells = self._basis.data.records * len(self._basis.keys)
            if suppression.figures.cells > candidate.most_cells * cells:
                return True
        step = candidate.steps[0]
        if step.kind == GENERALISE.kind:
            levels = (*sorted(result.levels.items()), result.suppressed)
            if levels in self._seen:
                return True
            self._seen.add(levels)
        if not any(one.passes for one in self._found):
            return False
        reasons = method_of(step.kind).stages.verdict(step.params, result, verdict_limits(self._held_to))
        return any(one.grade is not Grade.SAFE and one.code not in _MAY_GO for one in reasons)

    def _with_secrets(self, plan: Plan) -> JobContext:
        return replace(self._context, secrets=plan.own_secrets.over(self._context.secrets))

    def _once(self, stage: str, job: Job, find: Any, context: JobContext) -> Any:
        """What a step on the first records was decided to do is found once for a candidate."""
        if job.input != begin_of(self._plan):
            return find(context)
        key = (stage, job.kind, job.params.model_dump_json(), context.secrets.mark(job.name), context.seed)
        if key not in self._cache:
            self._cache[key] = find(context)
        return self._cache[key]


def _sampled(opened: Opened, context: JobContext) -> tuple[Opened, Sampled | None]:
    """The file, or a sample of it where it has too many records: always the same records of the same file.
    They stay here, so that no secret is needed.
    """
    data = opened.data
    if data.records <= MOST_RECORDS:
        return opened, None
    numbers = sampled_numbers(Secret.of(opened.data_sha256), data.records, SAMPLE, context)
    return replace(opened, data=data.picked(numbers, context)), Sampled(SAMPLE, data.records)


def _with_hierarchies(opened: Opened, base: Path, context: JobContext) -> Opened:
    """The file with a hierarchy for each key variable without one: that of a file beside the data, else the
    default for its values.
    """
    spec = opened.spec
    keys = [variable.name for variable in opened.data.with_role("key")]
    lacking = [name for name in keys if name not in spec.hierarchies]
    if not lacking:
        return opened
    beside = files_beside(opened.path, lacking)
    files = {name: Path(relpath(path, base)).as_posix() for name, path in beside.items()}
    usable = [one for one in offers(opened, base, files, lacking, context) if one.usable and not one.problems]
    proposed = {one.variable: one.spec for one in reversed(usable)}
    spec = spec.model_copy(update={"hierarchies": {**spec.hierarchies, **proposed}})
    return replace(opened, spec=spec)


def _numbers_in(proposal: Proposal, source: Source) -> tuple[str, ...]:
    """The numbers that the verdict on a protection names, but for key variables and weights."""
    named = set[str]()
    for reason in proposal.verdict.reasons:
        for key in ("variable", "variables"):
            value = reason.figures.get(key, ())
            named.update([value] if isinstance(value, str) else value if isinstance(value, tuple) else [])
    return tuple(
        one.name
        for one in source.data.variables
        if one.name in named and one.level == "continuous" and one.role in ("sensitive", "other")
    )


def _step(job: Job) -> Step:
    return Step(job.kind, job.params)


def _gap(candidate: Candidate, trail: Trail) -> float | None:
    """How far a protection of one step may be from the best of its family, as its own search says it."""
    if candidate.gap is not None or len(trail.jobs) > 1:
        return candidate.gap
    done = trail.made[0]
    result = None if done is None else done.result
    if getattr(result, "proven", False):
        return 0.0
    suppression = getattr(result, "suppression", None)
    if candidate.family == "local_suppression" and suppression is not None:
        return float(suppression.gap)
    return None
