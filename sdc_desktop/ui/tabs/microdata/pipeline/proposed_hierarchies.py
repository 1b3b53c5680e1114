"""Hierarchies for the key variables of a step that was just added: files beside the data, else defaults."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies_beside import files_beside, offers
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
    from sdc_desktop.engine.data.reading import Opened

_NEEDING = (RECODE.kind, ANOPI.kind, GENERALISE.kind)


class ProposedHierarchies(QObject):
    """Takes the first usable hierarchy of each variable that has none, as one change."""

    def __init__(self, controller: ProjectController, jobs: JobManager, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        controller.data_closed.connect(self._runner.drop)
        controller.project_begun.connect(self._runner.drop)

    def propose_for(self, kind: str) -> None:
        """Propose hierarchies for a step of a kind that needs them."""
        if kind in _NEEDING:
            self.propose()

    @Slot()
    def propose(self) -> None:
        """Propose a hierarchy for each key variable that has none."""
        opened, spec = self._controller.opened, self._controller.plan.data
        if opened is None or spec is None or opened.counted is not None:
            return
        keys = [variable.name for variable in opened.data.with_role("key")]
        lacking = [name for name in keys if name not in spec.hierarchies]
        if lacking:
            self._runner.request(partial(_usable, opened, self._controller.base, lacking))

    @Slot(object)
    def _on_found(self, found: tuple[str, dict[str, HierarchySpec]]) -> None:
        read, hierarchies = found
        opened, spec = self._controller.opened, self._controller.plan.data
        if opened is not None and spec is not None and opened.sha256 == read:
            free = {name: one for name, one in hierarchies.items() if name not in spec.hierarchies}
            self._controller.set_hierarchies(free)


def _usable(
    opened: Opened, base: Path, names: Sequence[str], context: JobContext
) -> tuple[str, dict[str, HierarchySpec]]:
    """The hash of the data, and the first usable hierarchy of each of these variables that has one."""
    found = files_beside(opened.path, names)
    files = {name: relative_path(path.resolve(), base) for name, path in found.items()}
    usable = [offer for offer in offers(opened, base, files, names, context) if offer.usable]
    return opened.sha256, {offer.variable: offer.spec for offer in reversed(usable)}
