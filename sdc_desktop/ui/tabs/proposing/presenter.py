"""Proposed protections from the request to the one that is used. No widgets.

They are found beside the window, and each is shown as it ends. Stopping keeps those found. What was found
stays current while a proposal of it is used, so that another can be used instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import under_policy
from sdc_desktop.engine.proposals.proposal import Proposals
from sdc_desktop.ui.jobs import JobManager, Work
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.words import N_, Words
from sdc_desktop.words.proposals import family_name

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened


@dataclass(frozen=True)
class Request:
    """What protections are proposed for: the whole plan without a protection, and the name of its table."""

    plan: Plan
    table: str = ""


@dataclass(frozen=True)
class ProposalsView:
    """``possible``: there is something to protect; ``found``: the proposals so far; ``stale``: these are of
    another plan; ``used``: the place of the one that the plan has; ``refusal``: why nothing was found.
    """

    possible: bool = False
    running: bool = False
    stopped: bool = False
    stale: bool = False
    found: Proposals | None = None
    used: int | None = None
    refusal: str = ""

    @property
    def may_use(self) -> bool:
        """Whether a proposal can be put into the plan."""
        return self.found is not None and not self.stale


class ProposalsPresenter(QObject):
    """Follows the project and gives a view. ``request``: what is proposed for now, None where nothing is;
    ``work_of``: the work that proposes.
    """

    changed = Signal(object)  # ProposalsView
    used = Signal(object)  # Proposal: it is in the plan now

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        request: Callable[[], Request | None],
        work_of: Callable[[Request, Opened], Work],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller, self._words = controller, words
        self._request, self._work_of = request, work_of
        self.view = ProposalsView()
        self._found: Proposals | None = None
        self._key_found = ""  # what was found is of this key
        self._marks: dict[int, str] = {}  # by place the plan with that proposal
        self.answer = PageAnswer(jobs, words, self._key, self)
        self.answer.answered.connect(self._on_found)
        self.answer.drafted.connect(self._on_found)
        self.answer.changed.connect(self.show)
        for signal in (controller.plan_changed, controller.data_opened, controller.policy_changed):
            signal.connect(self.show)
        controller.data_closed.connect(self.forget)
        controller.project_begun.connect(self.forget)

    @Slot()
    def propose(self) -> None:
        """Find proposals for the current plan; those that are current stay."""
        request, file = self._request(), self._controller.file_opened
        if request is None or file is None or self.view.running or (self.answer.current and self._found):
            return
        self._controller.settle()
        self._found, self._marks, self._key_found = None, {}, self._key() or ""
        self.answer.request(self._work_of(request, file), self._words.say(N_("Proposing protections")))
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop; what was found so far stays."""
        self.answer.stop()

    @Slot(object)
    def use(self, place: int) -> None:
        """Put the proposal at this place into the plan: one undo step."""
        if not self.view.may_use or self._found is None or not 0 <= place < len(self._found.found):
            return
        proposal, controller, key = self._found.found[place], self._controller, self._key()
        controller.settle()
        if key != self._key():  # what was being typed is another question
            self.show()
            return
        label = self._words.say(N_("Use proposal: {name}"), name=family_name(proposal, self._words))
        self._marks[place] = mark_of(under_policy(proposal.plan, controller.policy))  # it is heard of at once
        controller.change_whole_plan(label, proposal.plan)
        self._marks[place] = mark_of(controller.whole_plan)
        self.show()
        self.used.emit(proposal)

    @Slot()
    def forget(self) -> None:
        """Another file, or none: nothing found before stays."""
        self.answer.forget()
        self._found, self._marks, self._key_found = None, {}, ""
        self.show()

    # inside ------------------------------------------------------------------------------------------

    def _key(self) -> str | None:
        """A text of all that proposals depend on, the same for each plan with one of them."""
        controller = self._controller
        request, file = self._request(), controller.file_opened
        if request is None or file is None:
            return None
        if mark_of(controller.whole_plan) in self._marks.values():
            return self._key_found
        policy = None if controller.policy is None else controller.policy.sha256
        return digest(mark_of(request.plan), request.table, file.mark, policy)

    @Slot(object)
    def _on_found(self, found: Proposals) -> None:
        self._found = found
        self.show()

    @Slot()
    def show(self, *_: object) -> None:
        """Show the current state; work for another plan is stopped."""
        self.answer.follow()
        key = self._key()
        mark = mark_of(self._controller.whole_plan)
        used = next((place for place, one in self._marks.items() if one == mark), None)
        view = ProposalsView(
            possible=key is not None,
            running=self.answer.awaited,
            stopped=self.answer.stopped and key == self._key_found,
            stale=self._found is not None and key != self._key_found,
            found=self._found,
            used=used,
            refusal=self.answer.refusal,
        )
        if view != self.view:
            self.view = view
            self.changed.emit(view)


def mark_of(plan: Plan) -> str:
    """A text of all that a plan says but its secrets."""
    return digest(plan.model_dump(mode="json", exclude={"secrets"}))


def digest(*parts: object) -> str:
    """A short text that is another where one of these is."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode("utf-8")).hexdigest()
