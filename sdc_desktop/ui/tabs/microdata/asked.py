"""What a job of the tab asks of the data: which variables, and what its counts depend on. No widgets here."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sdc_desktop.ui.tabs.microdata import work
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS, TabJob, by_part, manual

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened


def variables_of(job: TabJob, opened: Opened) -> tuple[str, ...]:
    """The variables that a job is about, in file order."""
    return WAYS[job.kind].variables(job.params, opened.data)


def recoded_of(names: Collection[str], job: TabJob) -> tuple[str, ...]:
    """Those of some variables that ANOPI recodes, and so needs the hierarchies of."""
    return tuple(name for name in names if job.params.technique_of(name) == "recoding")


def key_of(job: TabJob, opened: Opened) -> str:
    """A text that changes when, and only when, the counts of a job may change."""
    names = variables_of(job, opened)
    if manual(job):
        return work.counts_key(opened, names, [n for n, s in job.params.levels.items() if s > 0])
    if by_part(job):
        return work.counts_key(opened, names, (), names)
    recoded = recoded_of(names, job)
    return work.counts_key(opened, names, recoded, [n for n in names if n not in recoded])
