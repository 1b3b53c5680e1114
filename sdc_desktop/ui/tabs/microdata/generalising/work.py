"""What a search for the optimal generalisation lets run beside the window. No Qt: the engine is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.criteria.spec import DeltaPresenceSpec, attribute_of, needs_table
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.microdata.population_table import table_stamp
from sdc_desktop.ui.tabs.microdata.tab_job import GeneraliseJob

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
    from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseCounts, GeneraliseResult
    from sdc_desktop.engine.microdata.lattice.search import Evaluated, Solution

_QUICK = 3_000_000  # combinations of levels times groups: some tenths of a second


@dataclass(frozen=True)
class Searched:
    """A job, the identifier of what it was decided on, and the decision."""

    job: GeneraliseJob
    key: str
    counts: GeneraliseCounts
    result: GeneraliseResult

    @property
    def level_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of every variable's levels."""
        return level_names(self.counts)


def level_names(counts: GeneraliseCounts) -> Mapping[str, tuple[str, ...]]:
    """The names of every variable's levels."""
    return {one.name: tuple(one.codings.level_names) for one in counts.recoding.variables}


def contents(counts: GeneraliseCounts, data: Microdata) -> Mapping[str, tuple[LevelContent, ...]]:
    """What the levels of every variable contain."""
    from sdc_desktop.engine.data.hierarchies.level_content import contents_of

    return {
        one.name: contents_of(one.codings, data.variable(one.name).order) for one in counts.recoding.variables
    }


def counts_key(opened: Opened, params: GeneraliseParams, base: Path) -> str:
    """A text that changes when, and only when, the counts may change."""
    criteria = [[attribute_of(one), getattr(one, "distance", None)] for one in params.criteria]
    named = [params.key_variables, params.sensitive, [one for one in criteria if one[0] is not None]]
    key = data_key(opened, named, hierarchies=True)
    if not needs_table(params.criteria):
        return key
    table = params.population.model_dump_json(), table_stamp(params.population, base)
    presence = any(isinstance(one, DeltaPresenceSpec) for one in params.criteria)
    return "\n".join((key, *table, str(presence)))


def is_quick(counts: GeneraliseCounts | None, params: GeneraliseParams) -> bool:
    """Whether a search is done before anyone could want to stop it."""
    if counts is None:
        return False
    nodes = 1
    for one in counts.recoding.variables:
        least, most = params.limits.get(one.name, (0, one.levels - 1))
        nodes *= max(most - least + 1, 1)
    return nodes * len(counts.classes.sizes) < _QUICK


@as_work
def search(
    context: JobContext, opened: Opened, base: Path, job: GeneraliseJob, known: GeneraliseCounts | None
) -> Searched:
    """Work that searches, counting first where no counts are `known`. Stopped, it gives the best so far; it
    refuses as the engine does.
    """
    from sdc_desktop.engine.runner import counts, decided, foresee

    counted = known
    if counted is None:
        counted = counts(job, source_of(opened, base, context), context.within(0.0, 0.2))
    else:
        _refuse(job, opened, counted)
    foresee(job, counted, context)
    counted, result = decided(job, None, context.within(0.2, 1.0), counted)
    return Searched(job, counts_key(opened, job.params, base), counted, result)


@as_work
def looked_at(context: JobContext, answer: Searched, levels: tuple[int, ...]) -> Searched:
    """Work that says what one combination of levels does, however many records it suppresses."""
    from sdc_desktop.engine.runner import decide

    job = answer.job.model_copy(update={"params": fixed_at(answer, levels, whole=True)})
    return Searched(job, answer.key, answer.counts, decide(job, answer.counts, context))


@as_work
def nearby(context: JobContext, answer: Searched, name: str) -> Mapping[int, Solution]:
    """Work that says what one level finer and one coarser of a variable would do, by level, whatever may be
    suppressed; all other variables stay at theirs, and nothing is recoded locally.
    """
    from sdc_desktop.engine.microdata.lattice.search import Solution
    from sdc_desktop.engine.runner import decide

    levels, last = answer.result.levels, len(answer.level_names[name]) - 1
    found = {}
    for level in (levels[name] - 1, levels[name] + 1):
        if not 0 <= level <= last:
            continue
        node = tuple(level if one == name else other for one, other in levels.items())
        params = fixed_at(answer, node, whole=True).model_copy(update={"local_recoding": "none"})
        result = decide(answer.job.model_copy(update={"params": params}), answer.counts, context)
        found[level] = Solution(node, result.suppressed, result.loss)
    return found


def fixed_at(answer: Searched, levels: tuple[int, ...], *, whole: bool = False) -> GeneraliseParams:
    """The params of a result with these levels as the only ones allowed. `whole` permits to suppress all
    records.
    """
    names = answer.counts.names
    update: dict[str, object] = {
        "limits": {name: (level, level) for name, level in zip(names, levels, strict=True)},
        "max_nodes": None,
    }
    if whole:
        update["suppression_limit"] = 1
    return answer.job.params.model_copy(update=update)


@as_work
def every_combination(context: JobContext, answer: Searched) -> Evaluated:
    """Work that evaluates every combination of levels, for the picture."""
    from sdc_desktop.engine.runner import decide

    update = {"explore": "all", "max_nodes": None, "local_recoding": "none", "suppression_limit": 1}
    params = answer.job.params.model_copy(update=update)
    result = decide(answer.job.model_copy(update={"params": params}), answer.counts, context)
    evaluated: Evaluated = result.evaluated
    return evaluated


def _refuse(job: GeneraliseJob, opened: Opened, counted: GeneraliseCounts) -> None:
    """Refuse limits and weights that are wrong, which the counts do not depend on."""
    from sdc_desktop.engine.methods.recoding.generalise.limits import limits_problems

    levels = {one.name: one.levels for one in counted.recoding.variables}
    refuse_errors(limits_problems(job.params, counted.names, levels))
