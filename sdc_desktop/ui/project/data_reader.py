"""Reads a data file beside the window: one at a time, the newest wins."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import Spec
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import pages_by_name

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened

Take = Callable[["Opened"], None]
Refuse = Callable[[tuple[Problem, ...]], None]

DATA_FILES = N_(
    "Data files (*.csv *.txt *.tsv *.dat *.asc *.gz *.zst *.zip *.xlsx *.xlsm *.xls *.ods *.sav *.zsav *.dta "
    "*.sas7bdat *.xpt *.rds *.rdata *.RData *.parquet *.arrow *.arrows *.feather *.ipc *.rda *.sdccounts);;"
    "Text files (*.csv *.txt *.tsv *.dat *.asc *.gz *.zst *.zip);;"
    "Workbooks (*.xlsx *.xlsm *.xlsb *.xls *.ods);;"
    "SPSS, Stata, SAS (*.sav *.zsav *.dta *.sas7bdat *.xpt);;"
    "R (*.rds *.rdata *.RData *.rda);;"
    "Parquet, Arrow (*.parquet *.arrow *.arrows *.feather *.ipc);;"
    "ARGUS (*.rda);;"
    "Counts of a site (*.sdccounts);;All files (*)"
)


class DataReader(QObject):
    """Gives what was read to the caller; a reading that was stopped is never heard of again."""

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._take: Take | None = None  # None: no file is being read
        self._refuse: Refuse | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_read)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)

    @property
    def busy(self) -> bool:
        """Whether a file is being read now."""
        return self._take is not None

    def read(self, spec: DataSpec, base: Path, take: Take, refuse: Refuse, *, propose: bool = False) -> None:
        """Read a file instead of the one that is being read; paths are relative to `base`. Called in the
        GUI thread: `take` with what was opened, or `refuse` with the problems. `propose`: see `open_data`.
        """

        def work(context: JobContext) -> object:
            from sdc_desktop.engine.data.reading import open_data

            return open_data(spec, base, context, propose=propose)

        self._take, self._refuse = take, refuse
        title = self._words.say(N_("Opening {name}"), name=Path(spec.path).name)
        self._runner.request(work, title)

    def stop(self) -> None:
        """Want nothing of what is being read."""
        self._take = None
        self._runner.drop()

    @Slot(object)
    def _on_read(self, opened: Opened) -> None:
        take, self._take = self._take, None
        if take is not None:
            take(opened)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._take = None
        if self._refuse is not None:
            self._refuse(problems)

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy:  # also where it was stopped in the job bar
            self._take = None


MODULES = (
    "numpy",
    "duckdb",
    "sdc_desktop.engine.data.reading",
    "sdc_desktop.engine.data.microdata",
    "sdc_desktop.engine.data.hierarchy_files",
    "sdc_desktop.engine.runner",
    "sdc_desktop.words.microdata.recoding",
    "sdc_desktop.project.prepared",
    "sdc_desktop.words.microdata.microdata_tab",
    "scipy.stats",
    "scipy.sparse.csgraph",
    "sdc_desktop.engine.methods.experiments.ru_map.engine",
    "sdc_desktop.engine.methods.recoding.generalise.engine",
    "sdc_desktop.engine.methods.curves.cae_experiment.engine",
    "sdc_desktop.engine.methods.release.release.engine",
    "sdc_desktop.engine.methods.tables.linked_audit.engine",
    "sdc_desktop.engine.methods.tables.private_table.engine",
    "sdc_desktop.words.outputs.outputs_tab",
    "sdc_desktop.sheets.local_suppression",
    "sdc_desktop.sheets.perturbation",
    "sdc_desktop.words.microdata.microaggregation",
)
VIEWS = (
    "pyqtgraph",
    "sdc_desktop.ui.forms.editors.simple",
    "sdc_desktop.ui.tabs.microdata.anopi.form",
    "sdc_desktop.ui.tabs.microdata.evidence.correlations",
    "sdc_desktop.ui.tabs.microdata.evidence.evidence",
    "sdc_desktop.ui.tabs.microdata.anopi.answer",
    "sdc_desktop.ui.tabs.microdata.first_look",
    "sdc_desktop.ui.tabs.microdata.page",
    "sdc_desktop.ui.tabs.cae.page",
    "sdc_desktop.ui.tabs.release.page",
    "sdc_desktop.ui.tabs.tables.question",
    "sdc_desktop.ui.tabs.tables.page",
    "sdc_desktop.ui.tabs.outputs.page",
    "sdc_desktop.ui.tabs.microdata.grouping.answer",
    "sdc_desktop.ui.tabs.microdata.generalising.answer",
    "sdc_desktop.ui.tabs.microdata.masking.answer",
)


# What takes its time to import is imported after the window's first paint and before it is needed. Imported
# at their first use, the plots and the engine would hold the window for half a second each. Classes
# of Qt are made in the GUI thread alone: Qt looks them up without Python's lock, and a class made beside it
# at that moment ends the program.
class Loading(QObject):
    """Imports the engine and reads the guide beside the window, then imports the views between its events. It
    does so once; `loaded` reports that all are there.
    """

    loaded = Signal()

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._words = words
        self._begun = self._given_up = False
        self._ready = all(name in sys.modules for name in (*MODULES, *VIEWS))
        self._views = [name for name in VIEWS if name not in sys.modules]
        self._between = QTimer(self, interval=0)
        self._between.timeout.connect(self._import_next)

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
        run = partial(_import_all, self._words)  # refused: the plan's check reports what is missing
        self._jobs.start("", run, self._on_imported, self._on_imported, quiet=True)

    def give_up(self) -> None:
        """Import nothing any more: the window is closed, and nothing would wait for the thread to end."""
        self._begun = self._given_up = True
        self._between.stop()

    @Slot(object)
    def _on_imported(self, _outcome: object) -> None:
        if not self._given_up:
            self._between.start()

    @Slot()
    def _import_next(self) -> None:
        if self._views:
            with contextlib.suppress(ImportError):
                import_module(self._views.pop(0))
            return
        self._between.stop()
        self._ready = True
        self.loaded.emit()


def _import_all(words: Words, context: JobContext) -> None:
    for name in MODULES:
        context.checkpoint()
        import_module(name)
    _build_specs()
    pages_by_name(words)  # the help of fields, which forms show


def _build_specs() -> None:
    """Build the validators of all parts of plans: each is built at its first use, which holds the window."""
    waiting: list[type[Spec]] = [Spec]
    while waiting:
        spec = waiting.pop()
        waiting += spec.__subclasses__()
        if not spec.__pydantic_complete__:
            spec.model_rebuild()
