"""What every part of the tab works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.words import Words

if TYPE_CHECKING:  # widgets: presenters work without them
    from PySide6.QtWidgets import QWidget

    from sdc_desktop.ui.widgets.why_panel import WhyPanel


@dataclass(frozen=True)
class Tools:
    """What every part works with."""

    controller: ProjectController
    jobs: JobManager
    words: Words
    why: WhyPanel
    shelf: QWidget  # hidden: pages without their place
