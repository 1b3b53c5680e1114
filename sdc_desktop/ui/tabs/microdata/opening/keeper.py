"""Measures the open file before anything is protected. No widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.questions.question import data_key

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook


def look_at(opened: Opened, rule: str | float) -> Callable[[JobContext], FirstLook]:
    """Work that measures the key variables of the open file by the plan's rule for missing values, one pass
    over its records.
    """

    def work(context: JobContext) -> FirstLook:
        from sdc_desktop.engine.microdata.classes.first_look import first_look

        data = opened.data
        keys, sensitive = ([v.name for v in data.with_role(role)] for role in ("key", "sensitive"))
        return first_look(data, keys, sensitive, context, rule)

    return work


class FirstLookKeeper(QObject):
    """Measures the open file once for its roles; `changed` reports that there is a result."""

    changed = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._key = ""
        self._found: FirstLook | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)

    @property
    def found(self) -> FirstLook | None:
        """The result for the roles last wanted; None until it is there."""
        return self._found

    def want(self, opened: Opened | None, rule: str | float) -> None:
        """Measure these data by the plan's rule for missing values, unless that is done or under way; without
        records or key variables nothing.
        """
        if opened is None or not opened.data.records or not opened.data.with_role("key"):
            self._key, self._found = "", None
            self._runner.drop()
            return
        key = data_key(opened, rule)
        if key != self._key:
            self._key, self._found = key, None
            self._runner.request(look_at(opened, rule))

    @Slot(object)
    def _on_found(self, found: FirstLook) -> None:
        self._found = found
        self.changed.emit()
