"""What every tab's page can be asked."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.widgets.calm import CalmSlider, CalmSpinBox


class TabPage(QWidget):
    """A page that makes what is being moved or typed a step of the plan before the plan is used."""

    def __init__(self, controller: ProjectController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        controller.settle_wanted.connect(self.settle)

    @Slot()
    def settle(self) -> None:
        """What is being moved or typed is meant: when this returns, it is in the plan."""
        focus = QApplication.focusWidget()
        if isinstance(focus, CalmSlider | CalmSpinBox) and self.isAncestorOf(focus):
            focus.settle()
