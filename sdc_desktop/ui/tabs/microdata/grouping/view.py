"""What the tab shows of a microaggregation. Frozen, as `view`."""

from __future__ import annotations

from dataclasses import dataclass, field

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.ui.forms.editors.blocks import Blocks
from sdc_desktop.ui.forms.editors.choices import Choices
from sdc_desktop.ui.questions.question import QuestionView, State
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer, Proposal

_NONE = MicroaggregateParams(k=1)  # where no records are grouped


@dataclass(frozen=True)
class GroupingView(QuestionView[GroupingAnswer]):
    """A microaggregation, and what its form offers."""

    params: MicroaggregateParams = _NONE  # the draft's while something is moved
    blocks: Blocks = ()
    left_out: tuple[str, ...] = ()  # variables that could be in a block
    choices: Choices = field(default_factory=Choices)
    records: int = 0
    proposal: Proposal | None = None  # of the k, for these blocks
    slow: bool = False  # grouping takes a while

    @property
    def running(self) -> bool:
        """Whether groups are being formed: looking ahead is no part of it."""
        return self.long_running

    @property
    def waiting(self) -> bool:
        """Whether the groups must be requested; known before a draft has been looked at."""
        return super().waiting or (self.slow and self.state is State.COMPUTING)
