"""The figures beside each variable, computed one variable at a time beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.jobs import Job, JobManager

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.profile import VariableProfile


class VariableProfiler(QObject):
    """Tells `profiled((number of the variable, VariableProfile))` for each variable, in file order."""

    profiled = Signal(object)

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._data: Microdata | None = None
        self._number = 0
        self._job: Job | None = None

    def begin(self, data: Microdata) -> None:
        """Look at these data, and no longer at others."""
        self.stop()
        self._data = data
        self._number = 0
        self._next()

    def stop(self) -> None:
        """Leave it at what is known."""
        job, self._job = self._job, None
        if job is not None:
            job.succeeded.disconnect(self._take)
            job.failed.disconnect(self._pass)
            job.cancel()

    def _next(self) -> None:
        data, number = self._data, self._number
        if data is None or number >= len(data.variables):
            return

        def work(context: JobContext) -> VariableProfile:
            from sdc_desktop.engine.data.profile import profile

            return profile(data, number, context)

        self._job = self._jobs.start("", work, quiet=True)
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._pass)

    @Slot(object)
    def _take(self, profile: VariableProfile) -> None:
        self._job = None
        self.profiled.emit((self._number, profile))
        self._go_on()

    @Slot(object)
    def _pass(self, _problems: object) -> None:
        """One variable that cannot be described leaves the others their figures."""
        self._job = None
        self._go_on()

    def _go_on(self) -> None:
        self._number += 1
        self._next()
