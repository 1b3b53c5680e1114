"""What makes a file meet rules of a policy that it breaks: coarser values, fewer variables, an order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import category_labels
from sdc_desktop.engine.data.hierarchies.kinds import described
from sdc_desktop.engine.data.hierarchies.spec import (
    DATE_PARTS,
    DatesSpec,
    GroupSpec,
    HierarchySpec,
    LevelsSpec,
    OrderSpec,
    PlainSpec,
)
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.coarsen import coarser
from sdc_desktop.engine.methods.preparing.prepare.outline import earlier_name
from sdc_desktop.engine.methods.preparing.prepare.steps import CoarsenedSpec, CoarsenSpec, DropSpec, StepSpec
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.engine.rules.post_codes import of_one_length
from sdc_desktop.engine.rules.spec import AgesSpec, CheckSpec, PostcodesSpec
from sdc_desktop.engine.rules.spec import DatesSpec as DatesRule
from sdc_desktop.engine.running.preparation import prepare_job, with_prepare, with_steps
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.engine.spec import VariableSpec

_GONE = frozenset({"patterns", "areas"})  # kinds of rules on variables that are then omitted
_UNIQUE = frozenset({"identifiers_gone", "nothing_unique"})  # the same, unless coarser values are few
_BY_CATEGORY = frozenset({"recoding", "suppression", "risk"})  # families that need no numbers
_FEW = 0.5  # share of different values among records, below which coarser values identify no one


def mended(plan: Plan, found: Sequence[RuleFound], data: Microdata | None) -> Plan:
    """The plan with what makes a file meet those rules that it does not meet, as far as that is possible:
    dates by their year, one class of high ages, first figures of post codes, variables omitted that no job
    uses, a random order. ``data``: the plan's data as read; None: their values are not examined, and a
    step may be refused. A second time it changes nothing.
    """
    broken = [one for one in found if one.state == "not_met"]
    job = prepare_job(plan)
    records = _Records(plan, data, () if job is None else job.params.steps)
    by_name = [(one, of.variable) for one in broken for of in one.variables]
    gone = {name for one, name in by_name if one.kind in _GONE and records.can_go(name)}
    coarse: dict[str, CoarsenedSpec] = {}
    for one, name in by_name:
        given = _change(one.check, name)
        if given is None or name in gone or records.is_made(given, name):
            continue
        able = records.fitted(given, name)
        if able is not None:
            coarse[name] = able
        elif records.can_go(name):
            gone.add(name)
    for one, name in by_name:
        few = name in coarse and records.are_few(coarse[name], name)
        if one.kind in _UNIQUE and not few and records.can_go(name):
            gone.add(name)
    plan = _coarsened(plan, records, [given for name, given in coarse.items() if name not in gone])
    plan = without_variables(
        plan, (name for name in dict.fromkeys(name for _, name in by_name) if name in gone)
    )
    return in_random_order(plan) if any(one.kind == "random_order" for one in broken) else plan


def in_random_order(plan: Plan) -> Plan:
    """The plan whose files of records have a random order; the file of the last job where none is named."""
    able = [job for job in plan.jobs if method_of(job.kind).makes == "records"]
    able = [job for job in able if not method_of(job.kind).own_order]
    named = [job.name for job in able if job.output is not None] or [job.name for job in able[-1:]]
    jobs = tuple(_shuffled(job) if job.name in named else job for job in plan.jobs)
    return plan.model_copy(update={"jobs": jobs})


def without_variables(plan: Plan, names: Iterable[str]) -> Plan:
    """The plan whose jobs work on records without these variables. Without a household number each record is
    treated separately.
    """
    names = tuple(dict.fromkeys(names))
    if not names or plan.data is None:
        return plan
    variables = plan.data.variables
    if any(name in variables and variables[name].role == "household" for name in names):
        plan = plan.model_copy(update={"jobs": tuple(map(_apart, plan.jobs))})
    return with_steps(plan, DropSpec(drop=names))


def _shuffled(job: Job) -> Job:
    output = job.output or OutputSpec(path=f"{job.name}.csv")
    return job.model_copy(update={"output": output.model_copy(update={"order": "random"})})


def _apart(job: Job) -> Job:
    if getattr(job.params, "households", None) != "together":
        return job
    return job.model_copy(update={"params": job.params.model_copy(update={"households": "apart"})})


def _change(check: CheckSpec | None, name: str) -> CoarsenedSpec | None:
    """What makes values of a variable meet a rule; None for rules that coarser values do not meet."""
    match check:
        case DatesRule(finest="year" | "month" as finest):
            return CoarsenedSpec(variables=(name,), dates=finest)
        case AgesSpec(greatest=greatest):
            return CoarsenedSpec(variables=(name,), ages_from=greatest + 1)
        case PostcodesSpec() as codes:
            return CoarsenedSpec(
                variables=(name,), first=codes.figures, hidden=codes.hidden, hidden_as=codes.shown_as
            )
    return None


def _way(given: CoarsenedSpec) -> CoarsenedSpec:
    """A change without the variables that it is of."""
    return given.model_copy(update={"variables": ()})


def _coarsened(plan: Plan, records: "_Records", changes: Sequence[CoarsenedSpec]) -> Plan:
    """The plan with these changes in its preparation, and with hierarchies that fit the values then."""
    named: dict[CoarsenedSpec, list[str]] = {}
    for given in changes:
        named.setdefault(_way(given), []).extend(given.variables)
    specs = (way.model_copy(update={"variables": tuple(names)}) for way, names in named.items())
    plan = with_steps(plan, *(CoarsenSpec(coarsen=spec) for spec in specs))
    made = {
        name: new
        for given in changes
        for name in given.variables
        if (new := records.hierarchy(given, name)) is not None
    }
    job = prepare_job(plan)
    if not made or job is None:
        return plan
    params = job.params.model_copy(update={"hierarchies": {**job.params.hierarchies, **made}})
    return with_prepare(plan, job.model_copy(update={"params": params}))


@dataclass(frozen=True)
class _Records:
    """The records that the jobs of a plan work on, by the names that variables have after ``steps``."""

    plan: Plan
    data: Microdata | None
    steps: tuple[StepSpec, ...]

    def can_go(self, name: str) -> bool:
        """Whether a variable can be omitted: it is still there, and no job uses it."""
        gone = any(isinstance(step, DropSpec) and name in step.drop for step in self.steps)
        return not gone and not self._using(name)

    def is_made(self, given: CoarsenedSpec, name: str) -> bool:
        """Whether a variable is coarsened so already."""
        coarsened = (step.coarsen for step in self.steps if isinstance(step, CoarsenSpec))
        return any(name in one.variables and _sort(one) == _sort(given) for one in coarsened)

    def fitted(self, given: CoarsenedSpec, name: str) -> CoarsenedSpec | None:
        """A change as the jobs that use the variable can take it. None where its values do not allow it, or
        where a hierarchy that is used would not fit.
        """
        texts, using = self.values(name), self._using(name)
        if given.ages_from is not None and not {method_of(job.kind).family for job in using} <= _BY_CATEGORY:
            given = given.model_copy(update={"as_number": True})
        if given.first is not None and not of_one_length(texts):
            return None
        if coarser(given, texts) is None:
            return None
        has_hierarchy = self._stated(name) is not None
        return given if not (using and has_hierarchy) or self.hierarchy(given, name) is not None else None

    def are_few(self, given: CoarsenedSpec, name: str) -> bool:
        """Whether the coarser values of a variable are too few to distinguish records."""
        texts = self.values(name)
        made = coarser(given, texts) or {}
        records = 0 if self.data is None else self.data.records
        return bool(texts) and len({made.get(text, text) for text in texts}) < _FEW * records

    def hierarchy(self, given: CoarsenedSpec, name: str) -> HierarchySpec | None:
        """The hierarchy that fits the coarser values of a variable; None where it has none that can."""
        spec = self._stated(name)
        if spec is None:
            return None
        decimal = "." if self.data is None else self.data.decimal
        return coarser_hierarchy(spec, given, self.values(name), decimal)

    def values(self, name: str) -> tuple[str, ...]:
        """The different values of a variable as read, without missing ones; none of a derived one."""
        old = earlier_name(self.steps, name)
        if self.data is None or old is None or old not in self.data.names:
            return ()
        variable = self.data.variable(old)
        texts, _ = self.data.relation.frequencies(self.data.index(old), JobContext())
        return tuple(text for text in texts if text not in variable.missing)

    def _stated(self, name: str) -> HierarchySpec | None:
        job, old = prepare_job(self.plan), earlier_name(self.steps, name)
        if job is not None and name in job.params.hierarchies:
            return job.params.hierarchies[name]
        return None if old is None or self.plan.data is None else self.plan.data.hierarchies.get(old)

    def _using(self, name: str) -> list[Job]:
        """The jobs that use a variable, but for those that prepare the records."""
        old = earlier_name(self.steps, name)
        if self.plan.data is None or old is None:
            return []
        undeclared = {} if self.data is None else {one: VariableSpec() for one in self.data.names}
        variables = {**undeclared, **self.plan.data.variables}
        jobs = (job for job in self.plan.jobs if params_of(job, PREPARE) is None)
        return [job for job in jobs if old in variables_used(job, variables, self.plan.jobs)]


def _sort(given: CoarsenedSpec) -> tuple[object, ...]:
    return given.dates, given.ages_from, given.first, given.hidden, given.hidden_as


def coarser_hierarchy(
    spec: HierarchySpec, given: CoarsenedSpec, texts: Sequence[str], decimal: str = "."
) -> HierarchySpec | None:
    """A hierarchy with the same levels that fits coarser values of a variable, ``texts`` being the finer ones;
    None for one from a file, and where a value is missing from it.
    """
    if isinstance(spec, PlainSpec):
        return spec
    if isinstance(spec, DatesSpec) and given.dates is not None:
        finest = DATE_PARTS.index(given.dates)
        return spec.model_copy(
            update={"parts": tuple(DATE_PARTS[max(DATE_PARTS.index(part), finest)] for part in spec.parts)}
        )
    made = coarser(given, texts)
    if made is None or isinstance(spec, LevelsSpec | DatesSpec):
        return None
    try:
        rows = category_labels(described("", spec, decimal), texts, ())
    except Refused:
        return None
    if not rows or any(row is None for row in rows):
        return None
    values = [made.get(text, text) for text in texts]
    columns = list(zip(*(row for row in rows if row is not None), strict=True))[1:]
    levels = [_level(values, column, given) for column in columns]
    return OrderSpec(kind="order", groups=tuple(levels)) if levels else PlainSpec(kind="plain")


def _level(values: Sequence[str], labels: Sequence[str], given: CoarsenedSpec) -> tuple[GroupSpec, ...]:
    """A level of coarser values by the labels of the finer ones; a value whose labels differ is its own."""
    made = coarser(given, labels) or {}
    found: dict[str, set[str]] = {}
    for value, label in zip(values, labels, strict=True):
        found.setdefault(value, set()).add(made.get(label, label))
    groups: dict[str, list[str]] = {}
    for value, names in found.items():
        groups.setdefault(names.pop() if len(names) == 1 else value, []).append(value)
    return tuple(GroupSpec(label=label, values=tuple(members)) for label, members in groups.items())
