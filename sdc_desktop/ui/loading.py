"""What takes its time to import is imported beside the window, after its first paint and before it is wanted.

Imported by whoever wants it first, in the GUI thread, the plots and the engine would hold the window for half
a second each.
"""

import sys
from importlib import import_module

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.jobs import JobManager

MODULES = (
    "numpy",
    "duckdb",
    "sdc_desktop.engine.data.reading",
    "sdc_desktop.engine.data.profile",
    "sdc_desktop.engine.data.hierarchy_files",
    "sdc_desktop.engine.run",
    "sdc_desktop.words.recoding",
    "sdc_desktop.project.prepared",
    "sdc_desktop.words.microdata_tab",
    "pyqtgraph",
    "sdc_desktop.ui.tabs.microdata.answer",
    "sdc_desktop.ui.tabs.microdata.page",
    "sdc_desktop.ui.tabs.cae.page",
    "sdc_desktop.ui.tabs.release.page",
    "sdc_desktop.ui.tabs.tables.page",
)


class Loading(QObject):
    """Imports the modules once; `loaded` tells that they are there."""

    loaded = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._begun = False
        self._ready = all(name in sys.modules for name in MODULES)

    @property
    def ready(self) -> bool:
        """Whether nothing has to be waited for."""
        return self._ready

    @Slot()
    def begin(self) -> None:
        """Import what is not there yet; the second time nothing is done."""
        if self._begun:
            return
        self._begun = True
        if self._ready:
            self.loaded.emit()
            return
        job = self._jobs.start("", _import_all, quiet=True)
        job.succeeded.connect(self._on_loaded)
        job.failed.connect(self._on_loaded)  # whoever wants what is lacking will say so

    def give_up(self) -> None:
        """Begin nothing any more: the window is closed, and nobody would wait for the thread to end."""
        self._begun = True

    @Slot(object)
    def _on_loaded(self, _outcome: object) -> None:
        self._ready = True
        self.loaded.emit()


def _import_all(context: JobContext) -> None:
    for name in MODULES:
        context.checkpoint()
        import_module(name)
