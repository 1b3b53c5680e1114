"""Protections proposed for the file of records: what they are proposed for, and their page."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.ui.jobs import JobManager, Work
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.read_verdict import without_steps
from sdc_desktop.ui.tabs.proposing.presenter import ProposalsPresenter, Request
from sdc_desktop.words import Words
from sdc_desktop.words.proposals import about

if TYPE_CHECKING:  # numpy, duckdb and plots take their time to load
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.proposals.proposal import Proposals
    from sdc_desktop.ui.tabs.proposing.page import ProposalsPage


class Proposing(QObject):
    """Composes the presenter and the page, which is made when it is first wanted."""

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller, self._words = controller, words
        self.presenter = ProposalsPresenter(controller, jobs, words, self._request, self._work, self)

    @cached_property
    def page(self) -> ProposalsPage:
        """The cards and the map."""
        from sdc_desktop.ui.tabs.proposing.page import ProposalsPage

        return ProposalsPage(self.presenter, self._about, self._words)

    def _request(self) -> Request | None:
        opened = self._controller.opened
        if opened is None or opened.counted is not None or self._controller.file_opened is None:
            return None
        return Request(without_steps(self._controller))

    def _work(self, request: Request, file: Opened) -> Work:
        return partial(_proposed, request, self._controller.base, self._controller.policy, file)

    def _about(self) -> str:
        policy = self._controller.policy
        return about("" if policy is None else policy.title, size_of(self._controller.plan), self._words)


def _proposed(
    request: Request, base: Path, policy: Policy | None, file: Opened, context: JobContext
) -> Proposals:
    from sdc_desktop.engine.proposals.records import propose_records

    return propose_records(request.plan, base, context, policy, read=file)
