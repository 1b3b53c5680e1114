"""Notes on the project, which become a step when they are left, and the way to the details of the report."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QPushButton, QScrollArea, QWidget

from sdc_desktop.project.project import Project
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import label_of
from sdc_desktop.words import N_, Words

_REST_MS = 3_000  # after the last key, so that a crash costs no more


class NotesPanel(QWidget):
    """Shows the current notes, and makes a step of what was typed."""

    details_requested = Signal()

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._words = words
        self._pending = False  # whether notes were typed that are no step yet
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.settle)
        self._make()
        self.notes.textChanged.connect(self._on_typed)
        self.notes.installEventFilter(self)
        controller.settle_requested.connect(self.settle)
        controller.history_changed.connect(self.show_project)
        self.show_project(controller.project)

    def _make(self) -> None:
        say = self._words.say
        inner = QWidget()
        self.notes = QPlainTextEdit()
        self.notes.setTabChangesFocus(True)
        self.notes.setPlaceholderText(say(N_("Reasons for decisions, open questions…")))
        self.notes.setMinimumHeight(step(self, 10))
        self.details = QPushButton(say(N_("Report details…")))
        self.details.setAutoDefault(False)
        self.details.clicked.connect(self.details_requested)
        label = label_of(self.notes, say(N_("&Notes on the project")))
        fill(inner, label, (self.notes, 1), self.details, margin=0.5, spacing=0.5)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inner)
        fill(self, self.area)

    @Slot(object)
    def show_project(self, project: Project) -> None:
        """Show the project's notes; what is being typed stays."""
        if not self._pending and self.notes.toPlainText() != project.notes:
            blocked = self.notes.blockSignals(True)
            self.notes.setPlainText(project.notes)
            self.notes.blockSignals(blocked)

    @Slot()
    def settle(self) -> None:
        """Make steps of what was typed."""
        self._rest.stop()
        if self._pending:
            self._pending = False
            label = self._words.say(N_("Notes"))
            self._controller.decide(label, notes=self.notes.toPlainText())

    @Slot()
    def _on_typed(self) -> None:
        self._pending = True
        self._rest.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and watched is self.notes:
            self.settle()
        return super().eventFilter(watched, event)
