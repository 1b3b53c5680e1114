"""The tables of the plan, for work beside the window on tables that must be decided together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import source_of

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.running.tables_together import TablesOf


@dataclass(frozen=True)
class PlanTables:
    """The tables of a whole plan, as the window has them: of these records, with the SHA-256 of the file."""

    plan: Plan
    opened: Opened | None
    base: Path
    sha256: str | None

    def of_engine(self, name: str, context: JobContext) -> TablesOf:
        """The tables that work on the same records as one of them."""
        from sdc_desktop.engine.running.tables_together import TablesOf

        source = source_of(self.opened, self.base, context)
        return TablesOf(self.plan, self.plan.job(name).input, source, self.sha256)


def plan_tables(controller: ProjectController) -> PlanTables:
    """Those of the open project."""
    file = controller.file_opened
    sha256 = None if file is None else file.sha256
    return PlanTables(controller.whole_plan, controller.opened, controller.base, sha256)
