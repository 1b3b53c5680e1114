"""Protections proposed for the table in view: what they are proposed for, and their tab."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.ui.jobs import JobManager, Work
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.proposing.presenter import ProposalsPresenter, Request
from sdc_desktop.ui.tabs.tables.evidence_pages import TableEvidencePage
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from sdc_desktop.ui.theme import fill
from sdc_desktop.words import N_, Words
from sdc_desktop.words.proposals import about

if TYPE_CHECKING:  # numpy, duckdb and plots take their time to load
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.proposals.proposal import Proposals


class ProposalsTab(TableEvidencePage):
    """The place of the page, which knows the project."""

    title = N_("Proposals")

    def hold(self, page: QWidget) -> None:
        """Show this page."""
        fill(self, page)


class Proposing(QObject):
    """Composes the presenter and the page for the table that the tab shows."""

    def __init__(
        self, tables: TablesPresenter, controller: ProjectController, jobs: JobManager, words: Words
    ) -> None:
        super().__init__(tables)
        self._tables, self._controller, self._words = tables, controller, words
        self.presenter = ProposalsPresenter(controller, jobs, words, self._request, self._work, self)
        tables.changed.connect(self.presenter.show)  # another table may be in view

    def page(self) -> QWidget:
        """The cards and the map."""
        from sdc_desktop.ui.tabs.proposing.page import ProposalsPage

        return ProposalsPage(self.presenter, self._about, self._words, of_table=True)

    def _request(self) -> Request | None:
        job, plan = self._tables.job, self._controller.whole_plan
        names = [one.name for one in plan.jobs if one.kind == TABLE.kind]
        return None if job is None or job.name not in names else Request(plan, job.name)

    def _work(self, request: Request, file: Opened) -> Work:
        return partial(_proposed, request, self._controller.base, self._controller.policy, file)

    def _about(self) -> str:
        policy, k = self._controller.policy, size_of(self._controller.plan)
        return about("" if policy is None else policy.title, k, self._words, of_table=True)


def _proposed(
    request: Request, base: Path, policy: Policy | None, file: Opened, context: JobContext
) -> Proposals:
    from sdc_desktop.engine.proposals.tables import propose_table

    def draft(found: Proposals) -> None:
        context.on_draft(shown_here(found, request))

    watched = replace(context, on_draft=draft)
    found = propose_table(request.plan, request.table, base, watched, policy, read=file)
    return shown_here(found, request)


def shown_here(found: Proposals, request: Request) -> Proposals:
    """The proposals that the tab can show: a table of recoded records is not in its list."""
    read = request.plan.job(request.table).input
    kept = tuple(one for one in found.found if one.plan.job(request.table).input == read)
    return replace(found, found=kept)
