"""What checking a file against criteria lets run beside the window. No Qt: the engine is called."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob
from sdc_desktop.ui.tabs.microdata.work import READING

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.opened import Opened
    from sdc_desktop.engine.microdata.check_file import FileCheck

Criteria = tuple[CriterionSpec, ...]


@dataclass(frozen=True)
class Checked:
    """What was asked, of which file (its key), and what was found. ``job``: it is that job's file."""

    key: str
    criteria: Criteria
    job: TabJob | None
    check: FileCheck


def check_key(opened: Opened, job: TabJob | None) -> str:
    """A text that changes when what a check finds may change, the criteria apart."""
    spec = opened.spec
    variables = [[v.name, v.role, v.level, v.order, list(v.missing)] for v in opened.data.variables]
    hierarchies = {name: found.model_dump(mode="json") for name, found in spec.hierarchies.items()}
    reading = [getattr(spec, key) for key in READING]
    asked = None if job is None else [job.kind, job.seed, job.params.model_dump(mode="json")]
    return json.dumps([opened.sha256, reading, variables, hierarchies, asked], sort_keys=True)


def check(
    opened: Opened, base: Path, job: TabJob | None, criteria: Criteria
) -> Callable[[JobContext], Checked]:
    """Work that checks the open file, or what a job would release of it. Refuses as the engine does."""

    def work(context: JobContext) -> Checked:
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
        from sdc_desktop.engine.microdata.check_file import check_file
        from sdc_desktop.engine.run import run_job
        from sdc_desktop.engine.source import Source

        hierarchies, _ = load_hierarchies(opened, base, context.within(0.0, 0.1))
        source: Source | None = Source(opened.data, hierarchies, base)
        assert source is not None
        if job is not None:
            source = run_job(job, source, context.within(0.1, 0.9)).source
            assert source is not None
        told = getattr(job.params, "identifying", None) if job is not None else None
        names = told or tuple(variable.name for variable in opened.data.with_role("identifying"))
        found = check_file(source, names, criteria, context.within(0.9, 1.0))
        return Checked(check_key(opened, job), criteria, job, found)

    return work
