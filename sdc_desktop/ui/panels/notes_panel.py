"""Notes on the project, and what the report says of who decided what; each becomes a step when it is left."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.project.project import Project
from sdc_desktop.project.report_fields import with_fields
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.project import EDITIONS, FIELDS, field_label

_REST_MS = 3_000  # after the last key, so that a crash costs no more


class NotesPanel(QWidget):
    """Shows the notes and fields in force, and makes a step of what was typed."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = words
        self._pending = False  # whether notes were typed that are no step yet
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.settle)
        self._make()
        self.notes.textChanged.connect(self._on_typed)
        self.notes.installEventFilter(self)
        for field in self.fields.values():
            field.editingFinished.connect(self._on_field)
        self.edition.activated.connect(self._on_edition)
        controller.settle_requested.connect(self.settle)
        controller.history_changed.connect(self.show_project)
        self.show_project(controller.project)

    def _make(self) -> None:
        say = self._words.say
        inner = QWidget()
        column = QVBoxLayout(inner)
        spread(column, self, margin=0.5, spacing=0.5)
        self.notes = QPlainTextEdit()
        self.notes.setTabChangesFocus(True)
        self.notes.setPlaceholderText(say(N_("Reasons for decisions, open questions…")))
        self.notes.setMinimumHeight(step(self, 10))
        column.addWidget(_label(say(N_("&Notes on the project")), self.notes))
        column.addWidget(self.notes, 1)
        heading = QLabel(say(N_("Report cover")))
        heading.setProperty("tone", "strong")
        column.addWidget(heading)
        self.fields = {name: QLineEdit() for name in FIELDS}
        for name, field in self.fields.items():
            column.addWidget(_label(say(FIELDS[name]), field))
            column.addWidget(field)
        self.edition = CalmComboBox()
        for code, text in EDITIONS.items():
            self.edition.addItem(say(text), code)
        column.addWidget(_label(say(N_("Ed&ition")), self.edition))
        column.addWidget(self.edition)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)

    @Slot(object)
    def show_project(self, project: Project) -> None:
        """Show what is in force; what is being typed stays."""
        if not self._pending and self.notes.toPlainText() != project.notes:
            blocked = self.notes.blockSignals(True)
            self.notes.setPlainText(project.notes)
            self.notes.blockSignals(blocked)
        for name, field in self.fields.items():
            told = getattr(project.decisions, name)
            if not field.isModified() and field.text() != told:
                field.setText(told)
                field.setCursorPosition(0)
        self.edition.setCurrentIndex(self.edition.findData(project.decisions.edition))

    @Slot()
    def settle(self) -> None:
        """Make steps of what was typed."""
        self._rest.stop()
        if self._pending:
            self._pending = False
            label = self._words.say(N_("Notes"))
            self._controller.decide(label, notes=self.notes.toPlainText())
        said = self._controller.project.decisions
        typed = {
            name: field.text()
            for name, field in self.fields.items()
            if field.isModified() or field.text() != getattr(said, name)
        }  # all of them first: each step shows the project anew
        for name, text in typed.items():
            self.fields[name].setModified(False)
            self._decide(name, text.strip())

    def _decide(self, name: str, value: str) -> None:
        decisions = with_fields(self._controller.project.decisions, {name: value})
        self._controller.decide(field_label(name, value, self._words), decisions=decisions)

    @Slot()
    def _on_typed(self) -> None:
        self._pending = True
        self._rest.start()

    @Slot()
    def _on_field(self) -> None:
        self.settle()

    @Slot(int)
    def _on_edition(self, index: int) -> None:
        self.settle()
        self._decide("edition", self.edition.itemData(index))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and watched is self.notes:
            self.settle()
        return super().eventFilter(watched, event)


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(buddy)
    buddy.setAccessibleName(text.replace("&", ""))
    return label
