"""Costs of publishing cells, computed beside the window and kept by plan and cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager, Work
from sdc_desktop.ui.questions.question import keep

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import SuppressedTable
    from sdc_desktop.engine.running.publishing_cost import PublishingCost

Key = tuple[str, tuple[str, ...]]  # of what the result of the plan depends on, and the cell
_KEPT = 500
_CELLS, _EFFORT = 2_000, 20_000  # a pattern of so many cells, found with so much effort, takes moments


def is_quick(result: SuppressedTable) -> bool:
    """Whether another pattern is found in moments, as far as this one shows it."""
    cells = result.losses.cells if result.linked is None else result.linked.cells
    return cells <= _CELLS and result.effort_used <= _EFFORT


class PublishingCosts(QObject):
    """Computes the newest that is requested; one that is stopped is not known."""

    changed = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Key, PublishingCost] = {}
        self._computed: Key | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)
        self._runner.busy_changed.connect(self._on_busy)

    def of(self, key: Key | None) -> PublishingCost | None:
        """What is known of a cell."""
        return None if key is None else self._known.get(key)

    def computes(self, key: Key | None) -> bool:
        """Whether the cost of a cell is being computed."""
        return key is not None and key == self._computed

    def request(self, key: Key, work: Work, title: str = "") -> None:
        """Compute a cost that is not known yet; with a title the job bar shows it, and can stop it."""
        if key in self._known or key == self._computed:
            return
        self._computed = key
        self._runner.request(work, title)
        self.changed.emit()

    @Slot()
    def drop(self) -> None:
        """Another cell is selected."""
        if self._computed is not None:
            self._computed = None
            self._runner.drop()

    @Slot(object)
    def _on_found(self, cost: PublishingCost) -> None:
        if self._computed is not None:
            keep(self._known, self._computed, cost, _KEPT)
            self._computed = None
            self.changed.emit()

    @Slot(object)
    def _on_failed(self, _problems: tuple[Problem, ...]) -> None:
        self._computed = None
        self.changed.emit()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy and self._computed is not None:  # it was stopped
            self._computed = None
            self.changed.emit()
