"""What is known of variables before anything is asked: found beside the window, kept by file and name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.tabs.microdata.anopi import work

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened


class FactsKeeper(QObject):
    """Finds the facts of variables and keeps them while a file is open."""

    changed = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sha256 = ""
        self._facts: dict[str, work.Facts] = {}
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)

    @property
    def known(self) -> Mapping[str, work.Facts]:
        """The facts by variable."""
        return self._facts

    def want(self, opened: Opened | None, names: Sequence[str]) -> None:
        """Find what is not known of these variables yet; without a file nothing."""
        if opened is None or opened.sha256 != self._sha256:
            self._facts, self._sha256 = {}, "" if opened is None else opened.sha256
            self._runner.drop()
        if opened is None:
            return
        data = opened.data  # a counts file may not hold a variable
        wanted = [n for n in names if n not in self._facts and data.relation.holds(data.index(n))]
        if wanted:
            self._runner.request(work.facts(opened, wanted))

    def forget(self) -> None:
        """Other data."""
        self._facts = {}
        self._runner.drop()

    @Slot(object)
    def _on_found(self, facts: Mapping[str, work.Facts]) -> None:
        self._facts = self._facts | dict(facts)
        self.changed.emit()
