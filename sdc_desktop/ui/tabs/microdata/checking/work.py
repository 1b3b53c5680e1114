"""What checking a file against criteria lets run beside the window. No Qt: the engine is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.criteria.check_file import FileCheck
    from sdc_desktop.engine.microdata.score import Score
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.engine.source import Source

Criteria = tuple[CriterionSpec, ...]


@dataclass(frozen=True)
class Compared:
    """The score of a file made from the open one, or why there is none; ``left_out``: numbers that are none
    in the other file; ``pairing``: notes on how their records were paired.
    """

    score: Score | None
    left_out: tuple[str, ...]
    refused: tuple[Problem, ...]
    pairing: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Checked:
    """The criteria, the file (its identifier), and what was found.

    ``job``: it is that job's file. ``path``: it is another file, made from the open one, and compared with
    it. ``members``: the records (from 1, the first of many) of each listed class that fails.
    """

    key: str
    criteria: Criteria
    job: TabJob | None
    path: Path | None
    check: FileCheck
    members: tuple[tuple[int, ...], ...]
    compared: Compared | None


def check_key(opened: Opened, job: TabJob | None, rule: str | float, path: Path | None = None) -> str:
    """A text that changes when what a check finds may change, the criteria apart. ``rule``: the plan's for
    missing values.
    """
    released = None if job is None else [job.kind, job.params.model_dump(mode="json")]
    other = None if path is None else file_stamp(path)
    return data_key(opened, released, other, rule, hierarchies=True)


@as_work
def check(
    context: JobContext,
    opened: Opened,
    base: Path,
    job: TabJob | None,
    path: Path | None,
    criteria: Criteria,
    rule: str | float,
    population: PopulationTable | None = None,
) -> Checked:
    """Work that checks the open file, what a job would release of it, or another file made from it, which is
    also compared with it. Refuses as the engine does.
    """
    from sdc_desktop.engine.microdata.criteria.check_file import members_of
    from sdc_desktop.engine.microdata.criteria.matched_check import check_by_rule
    from sdc_desktop.engine.microdata.score import released_data
    from sdc_desktop.engine.runner import run_job

    key = check_key(opened, job, rule, path)
    original = source = source_of(opened, base, context.within(0.0, 0.1))
    if job is not None:
        made = run_job(job, source, context.within(0.1, 0.8)).source
        assert made is not None
        source = made
    elif path is not None:
        other = released_data(str(path), source, context.within(0.1, 0.4))
        source = source.with_data(_declared(other, opened.data))
    given = getattr(job.params, "key_variables", None) if job is not None else None
    names = given or tuple(variable.name for variable in opened.data.with_role("key"))
    checking = context.within(0.8, 0.9)
    found = check_by_rule(source, names, criteria, checking, rule, population, pooled=_by_classes(job))
    members = members_of(source.data, found, context)
    compared = None if path is None else _compared(original, source.data, context.within(0.9, 1.0))
    return Checked(key, criteria, job, path, found, members, compared)


def _by_classes(job: TabJob | None) -> bool:
    """Whether the records that a job suppresses are whole classes."""
    params = None if job is None else params_of(job, GENERALISE)
    return params is not None and params.local_recoding == "none"


def _declared(data: Microdata, own: Microdata) -> Microdata:
    """The other file's variables in the roles, and in the order of values, of their namesakes."""
    known = {variable.name: variable for variable in own.variables}
    variables = []
    for variable in data.variables:
        namesake = known.get(variable.name)
        if namesake is not None:
            variable = replace(variable, role=namesake.role)
            if namesake.level == "ordinal":
                variable = replace(variable, level="ordinal", order=namesake.order)
        variables.append(variable)
    return data.with_variables(variables)


def _compared(original: Source, other: Microdata, context: JobContext) -> Compared:
    from sdc_desktop.engine.microdata.score import paired_release, released_score

    try:
        paired = paired_release(original, other, context.within(0.0, 0.4))
        own, released = paired.of(original.data, other, context)
        score, left_out = released_score(own, released, ScoreWeights(), context.within(0.4, 1.0))
    except Refused as refused:
        return Compared(None, (), refused.problems)
    return Compared(score, left_out, (), paired.problems())
