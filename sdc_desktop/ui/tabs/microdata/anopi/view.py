"""What the tab shows at one moment. Immutable; the presenter makes a new one for each change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.plan import is_job_of
from sdc_desktop.engine.spec import Level, Spec
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer, Facts, recoded_of, variables_of
from sdc_desktop.ui.tabs.microdata.tab_job import MANUAL, NAME, TabJob

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.data.spec import DataSpec
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook
    from sdc_desktop.words.microdata.hierarchies import Known


class Stage(StrEnum):
    """The stages of the user's settings."""

    NO_DATA = "no_data"
    READING = "reading"
    UNREADABLE = "unreadable"
    NO_VARIABLES = "no_variables"
    NO_HIERARCHIES = "no_hierarchies"
    READY = "ready"


@dataclass(frozen=True)
class View(QuestionView[Answer]):
    """Levels that are chosen, by ANOPI or manually, and what the forms offer. ``answer``: with its groups;
    ``draft``: without.
    """

    stage: Stage = Stage.NO_DATA
    variables: tuple[str, ...] = ()
    hierarchies: Mapping[str, HierarchySpec] = field(default_factory=dict)
    facts: Mapping[str, Facts] = field(default_factory=dict)
    way: str = NAME  # the kind of the tab's job
    params: AnopiParams = field(default_factory=AnopiParams)  # the draft's while something is moved
    suppression: SuppressionParams = field(default_factory=SuppressionParams)  # the draft's, too
    steps: Mapping[str, int] = field(default_factory=dict)  # the levels by hand, 0 = as is; the draft's, too
    blocks: tuple[tuple[str, ...], ...] = ()  # of the variables that ANOPI microaggregates
    measured: Mapping[str, Level] = field(default_factory=dict)  # how each variable is measured
    level_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # as far as they are known
    counted_from: Mapping[str, int] = field(
        default_factory=dict
    )  # the finest level of a counts file, 0 = as is
    first_look: FirstLook | None = None  # at the unprotected file, while hierarchies are missing
    has_keys: bool = True  # without key variables nothing is looked for
    decided: Answer | None = None  # the current decision, while its groups are still to be formed

    @property
    def forming(self) -> bool:
        """Whether these groups are being formed."""
        return self.decided is not None and self.running

    @property
    def manual(self) -> bool:
        """Whether the user chooses the levels."""
        return self.way == MANUAL

    @property
    def lacking(self) -> tuple[str, ...]:
        """The variables to recode that have no hierarchy."""
        recoded = (name for name in self.variables if self.params.technique_of(name) == "recoding")
        return tuple(name for name in recoded if name not in self.hierarchies)

    def levels(self, name: str) -> Known:
        """What is known of the levels of a variable: their contents, else its hierarchy's settings."""
        contents = None if self.shown is None else self.shown.counted.contents.get(name)
        return contents or self.hierarchies.get(name)

    @property
    def shown(self) -> Answer | None:
        """The draft's result while there is one, else the current one, settled or not."""
        return self.draft or self.decided or self.answer

    @property
    def evidence(self) -> Answer | None:
        """The result for the details: the one shown, if its groups are formed, else the last such one."""
        return self.shown if self.shown is not None and self.shown.settled else self.answer

    @property
    def promised(self) -> bool:
        """Whether what is shown is what a k promises, and no group is formed yet."""
        return self.shown is not None and not self.shown.settled


def stage_of(job: TabJob, data: DataSpec | None, opened: Opened | None, reading: bool) -> Stage:
    """The stage of the user's settings; `reading`: whether a file is being read."""
    if opened is None:
        if reading:
            return Stage.READING
        return Stage.NO_DATA if data is None else Stage.UNREADABLE
    names = variables_of(job, opened)
    if not names:
        return Stage.NO_VARIABLES
    if not is_job_of(job, ANOPI):
        return Stage.READY
    lacking = set(recoded_of(names, job)) - set(data.hierarchies if data is not None else {})
    return Stage.NO_HIERARCHIES if lacking else Stage.READY


def settings_view(
    stage: Stage, job: TabJob, draft: Spec | None, data: DataSpec | None, opened: Opened | None
) -> View:
    """A view of the settings alone, with what is being moved instead of what is current."""
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
        level_names=opened.counted.level_names if opened is not None and opened.counted is not None else {},
        counted_from=opened.counted.counted_from if opened is not None and opened.counted is not None else {},
        drafting=draft is not None,
    )


def _blocks(params: object, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if not isinstance(params, AnopiParams) or not names:
        return ()
    from sdc_desktop.engine.methods.recoding.anopi.blocks import blocks_of

    return blocks_of(params, names)
