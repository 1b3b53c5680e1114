"""The question's part of what the tab shows: how far the officer has come, and what is asked. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.methods.recoding.settings import SuppressionParams
from sdc_desktop.ui.tabs.microdata.asked import recoded_of, variables_of
from sdc_desktop.ui.tabs.microdata.changes import Params
from sdc_desktop.ui.tabs.microdata.tab_job import NAME, TabJob
from sdc_desktop.ui.tabs.microdata.view import Stage, View

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened
    from sdc_desktop.engine.plan import DataSpec


def stage_of(job: TabJob, data: DataSpec | None, opened: Opened | None, reading: bool) -> Stage:
    """How far the officer has come; `reading` says that a file is being read."""
    if opened is None:
        if reading:
            return Stage.READING
        return Stage.NO_DATA if data is None else Stage.UNREADABLE
    names = variables_of(job, opened)
    if not names:
        return Stage.NO_VARIABLES
    if job.kind != NAME:
        return Stage.READY
    lacking = set(recoded_of(names, job)) - set(data.hierarchies if data is not None else {})
    return Stage.NO_HIERARCHIES if lacking else Stage.READY


def asked_view(
    stage: Stage, job: TabJob, draft: Params | None, data: DataSpec | None, opened: Opened | None
) -> View:
    """A view of the question alone, with what is being moved in place of what is in force."""
    params = draft or job.params
    names = () if opened is None else variables_of(job, opened)
    return View(
        stage=stage,
        variables=names,
        hierarchies=data.hierarchies if data is not None else {},
        way=job.kind,
        params=params if isinstance(params, AnopiParams) else AnopiParams(),
        suppression=params if isinstance(params, SuppressionParams) else SuppressionParams(),
        steps=params.levels if isinstance(params, RecodeParams) else {},
        blocks=_blocks(params, names),
        measured={v.name: v.level for v in opened.data.variables} if opened is not None else {},
        drafting=draft is not None,
    )


def _blocks(params: object, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if not isinstance(params, AnopiParams) or not names:
        return ()
    from sdc_desktop.engine.methods.recoding.anopi.blocks import blocks_of

    return blocks_of(params, names)
