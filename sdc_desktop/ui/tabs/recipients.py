"""The codebook that goes beside a protected file, made in the same work as the file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.project.report_fields import combined
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.words import Words

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.running.codebook import Changes
    from sdc_desktop.engine.running.writing import WrittenFile


@dataclass(frozen=True)
class Recipients:
    """What a codebook states in addition to the file's variables. ``earlier``: what preparing changed."""

    plan: Plan
    fields: ReportFields
    words: Words
    earlier: Changes

    def write(self, job: Job, target: Path, written: WrittenFile) -> None:
        """Write the codebook of a protected file beside it. Raises :class:`Refused`."""
        from sdc_desktop.report.codebook import Codebook, write_codebook

        book = Codebook(job, target.name, written.sha256, written.codebook)
        write_codebook(book, target, self.plan, self.fields, self.words)


def recipients_of(controller: ProjectController, words: Words) -> Recipients:
    """What the codebooks of a project's files state, as the project is now."""
    from sdc_desktop.engine.running.codebook import changes_of_preparing
    from sdc_desktop.engine.running.preparation import prepare_job

    plan = controller.whole_plan
    fields = combined(plan, controller.project.decisions)
    return Recipients(plan, fields, words, changes_of_preparing(prepare_job(plan)))
