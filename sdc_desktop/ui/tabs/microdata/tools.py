"""What every part of the tab works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.words import Words

if TYPE_CHECKING:  # a widget: presenters work without one
    from sdc_desktop.ui.widgets.why_panel import WhyPanel


@dataclass(frozen=True)
class Tools:
    """What every part works with."""

    controller: ProjectController
    jobs: JobManager
    words: Words
    why: WhyPanel
