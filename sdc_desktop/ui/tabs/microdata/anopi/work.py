"""What the tab lets run beside the window. No Qt: these functions only call the engine's one door."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.plan import is_job_of, params_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.sheets.sheet import About, For, sheet_of
from sdc_desktop.ui.questions.question import READING, as_work, persons_key, roles_key, source_of
from sdc_desktop.ui.tabs.microdata.grouping.work import QUICK_SECONDS, block_seconds
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS, AnopiJob, LevelsJob, TabJob, manual
from sdc_desktop.words import Words

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.hierarchies.hierarchy import Codings, Hierarchy
    from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
    from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
    from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook
    from sdc_desktop.engine.microdata.recoding import RecodedVariable, RecodingCounts
    from sdc_desktop.engine.verdict import Verdict

T = TypeVar("T")


def _of(kind: type[T], found: object) -> T:
    if not isinstance(found, kind):
        raise TypeError(f"no {kind.__name__}")
    return found


@dataclass(frozen=True)
class Counted:
    """The counts of one pass over the records, with `key`, which changes with all that they depend on;
    the names of the levels of every hierarchy; the codes of missing values, by variable.
    """

    key: str
    counts: RecodingCounts
    level_names: Mapping[str, tuple[str, ...]]
    contents: Mapping[str, tuple[LevelContent, ...]] = field(default_factory=dict)  # of counted variables
    missing: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """A job, what it was decided on, and the decision."""

    job: LevelsJob
    counted: Counted
    result: AnopiResult | RecodeResult

    @property
    def manual(self) -> bool:
        """Whether the user chose the levels."""
        return params_of(self.job, RECODE) is not None

    @property
    def counts(self) -> RecodingCounts:
        """What it was decided on."""
        return self.counted.counts

    @property
    def anopi_params(self) -> AnopiParams:
        """The params of ANOPI. This and the next raise TypeError where the user chose the levels."""
        return _of(AnopiParams, self.job.params)

    @property
    def anopi_counts(self) -> AnopiCounts:
        """What ANOPI decided on."""
        from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts

        return _of(AnopiCounts, self.counted.counts)

    @property
    def anopi_result(self) -> AnopiResult:
        """What ANOPI decided."""
        from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult

        return _of(AnopiResult, self.result)

    @property
    def levels(self) -> Mapping[str, int]:
        """The level (1 = as is) that each variable would be released at."""
        params = params_of(self.job, RECODE)
        if params is not None:
            steps = params.levels
            return {v.name: steps.get(v.name, 0) + 1 for v in self.counted.counts.variables}
        return {name: choice.level for name, choice in self.anopi_result.codings.items()}

    @property
    def steps(self) -> dict[str, int]:
        """The same levels, 0 = as is."""
        return {name: level - 1 for name, level in self.levels.items()}

    @property
    def k(self) -> Mapping[str, int]:
        """The k of the block that each microaggregated variable is in."""
        blocks = () if self.manual else self.anopi_result.blocks
        return {name: block.k for block in blocks for name in block.variables}

    @property
    def variables(self) -> tuple[str, ...]:
        """All that are released by a choice, in file order."""
        chosen = self.levels.keys() | self.k.keys()
        return tuple(v.name for v in self.counted.counts.variables if v.name in chosen)

    @property
    def settled(self) -> bool:
        """Whether the figures of what is released are true, and not only what a k promises."""
        return self.manual or self.anopi_result.settled


def sheet_of_answer(answer: Answer, words: Words, judged: Verdict | None = None) -> Iterator[For]:
    """What the result says; unique records as its verdict counts them."""
    from sdc_desktop.engine.verdict_records import as_judged

    result = replace(answer.result, after=as_judged(answer.result.after, judged))
    about = About(answer.job.params, result, variables=answer.variables)
    return sheet_of(answer.job.kind)(about, words)


@dataclass(frozen=True)
class Facts:
    """What is known of a variable before any hierarchy: distinct values and base-10 entropy."""

    categories: int
    entropy: float


def counts_key(
    opened: Opened, names: Sequence[str], grouped: Collection[str], measured: Collection[str] = ()
) -> str:
    """A text that changes when the counts of these variables may change, or what is found on them. `grouped`
    are those whose hierarchies are used, `measured` those whose values are read as numbers or ranks.
    """
    spec: DataSpec = opened.spec
    hierarchies = {
        name: spec.hierarchies[name].model_dump(mode="json")
        for name in names
        if name in spec.hierarchies and name in grouped
    }
    missing = [list(opened.data.variable(name).missing) for name in names]
    ordered = {name for name, spec in hierarchies.items() if spec["kind"] == "order"}  # runs follow the order
    declared = {
        name: [variable.level, variable.order]
        for name in sorted({*measured, *ordered})
        for variable in (opened.data.variable(name),)
    }
    reading = [getattr(spec, key) for key in READING]
    stated = roles_key(opened.data), persons_key(opened.data)
    known = [opened.mark, reading, list(names), missing, hierarchies, declared, stated]
    return json.dumps(known, sort_keys=True)


def variables_of(job: TabJob, opened: Opened) -> tuple[str, ...]:
    """The variables that a job is about, in file order."""
    return WAYS[job.kind].variables(job.params, opened.data)


def recoded_of(names: Collection[str], job: AnopiJob) -> tuple[str, ...]:
    """Those of some variables that ANOPI recodes, and so needs the hierarchies of."""
    return tuple(name for name in names if job.params.technique_of(name) == "recoding")


def key_of(job: TabJob, opened: Opened) -> str:
    """A text that changes when, and only when, the counts of a job may change."""
    names = variables_of(job, opened)
    if manual(job):
        used = [name for name, steps in job.params.levels.items() if steps > 0]
        return f"{counts_key(opened, names, names)} {sorted(used)}"  # any of their levels can be chosen
    if not is_job_of(job, ANOPI):
        return counts_key(opened, names, (), names)
    recoded = recoded_of(names, job)
    return counts_key(opened, names, recoded, [n for n in names if n not in recoded])


@as_work
def answer(
    context: JobContext, opened: Opened, base: Path, job: LevelsJob, key: str, known: Counted | None
) -> Answer:
    """Work that decides a job, counting first where no counts are `known`; groups are not formed. Refuses as
    the engine does.
    """
    from sdc_desktop.engine.data.hierarchies.level_content import contents_of
    from sdc_desktop.engine.runner import counts, decide

    counted = known
    if counted is None:
        source = source_of(opened, base, context)
        level_names = {name: found.level_names for name, found in source.hierarchies.items()}
        found = counts(job, source, context)
        missing = {variable.name: variable.missing for variable in opened.data.variables}
        contents = {
            one.name: contents_of(
                _all_levels(one, source.hierarchies, opened.data), opened.data.variable(one.name).order
            )
            for one in found.variables
        }
        counted = Counted(key, found, level_names, contents, missing)
    context.checkpoint()
    return Answer(job, counted, decide(job, counted.counts, context))


def _all_levels(counted: RecodedVariable, hierarchies: Mapping[str, Hierarchy], data: Microdata) -> Codings:
    """The levels of a variable, also where it was counted without its hierarchy: by hand, as is."""
    from sdc_desktop.engine.data.hierarchies.hierarchy import codings

    found, hierarchy = counted.codings, hierarchies.get(counted.name)
    if hierarchy is None or len(found.labels) > 1:
        return found
    try:
        return codings(hierarchy, found.labels[0], data.variable(counted.name).missing)
    except Refused:  # it lacks values, which is said once one of its levels is chosen
        return found


@as_work
def settled(context: JobContext, decided: Answer) -> Answer:
    """Work that forms the groups of a decision, so that its figures are true."""
    from sdc_desktop.engine import runner

    counts, found = runner.settled(decided.job, decided.counts, decided.result, context)
    return replace(decided, counted=replace(decided.counted, counts=counts), result=found)


def is_quickly_settled(decided: Answer) -> bool:
    """Whether that is done in moments."""

    counts, found = decided.anopi_counts, decided.anopi_result.blocks
    blocks = ((block, [counts.columns[name] for name in block.variables]) for block in found)
    seconds = (block_seconds(columns, counts.keys.records, block.k) for block, columns in blocks)
    return sum(seconds) < QUICK_SECONDS


@as_work
def facts(context: JobContext, opened: Opened, names: Sequence[str]) -> Mapping[str, Facts]:
    """Work that finds distinct values and entropies of variables."""
    from sdc_desktop.engine.information.distribution import entropy_of_multiplicities

    found = {}
    for name in names:
        rows = opened.data.relation.multiplicities(opened.data.index(name), context)
        found[name] = Facts(int(rows[:, 1].sum()), entropy_of_multiplicities(rows))
    return found


@as_work
def first_look(context: JobContext, opened: Opened, rule: str | float, k: int) -> FirstLook:
    """Work that measures the key variables of the open file by the plan's rules, in one pass."""
    from sdc_desktop.engine.microdata.classes.first_look import first_look

    data = opened.data
    keys, sensitive = ([v.name for v in data.with_role(role)] for role in ("key", "sensitive"))
    return first_look(data, keys, sensitive, context, rule, k)
