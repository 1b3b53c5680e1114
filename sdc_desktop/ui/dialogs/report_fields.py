"""The form "About the report": the fields of the report, each a step of the history when it is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QLineEdit, QScrollArea, QWidget

from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.report_spec import ACCESS, DECISIONS, MOST_CHARACTERS
from sdc_desktop.engine.verdict import Grade, Reason, Verdict
from sdc_desktop.project.project import Project, ReportFields
from sdc_desktop.project.report_fields import with_fields
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.dialogs.report_scenarios import ScenarioEditor, show_unless_typed
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program.report_fields import EDITIONS, LABELS, field_label, value_text
from sdc_desktop.words.verdicts.verdict import reason_text

TEXTS = (
    "title",
    "reference",
    "organisation",
    "officer",
    "reviewer",
    "head",
    "date",
    "purpose",
    "recipient",
    "population",
    "sample",
    "safeguards",
    "keep_until",
    "next_review",
    "reason",
)
_ORDER = (*TEXTS[:9], "access", *TEXTS[9:14], "decision", "reason")
_CHOICES = {"access": ACCESS, "decision": DECISIONS}


class ReportFieldsForm(QWidget):
    """Shows the fields of the project and takes what is typed. A reservation of the verdict is accepted by a
    reason beside it.
    """

    refused = Signal(object)  # tuple[Problem, ...]: what was typed is not valid; () once it is

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._words = words
        self.texts = {name: QLineEdit() for name in TEXTS}
        self.choices: dict[str, CalmComboBox] = {}
        self.edition = CalmComboBox()
        self.accepted: dict[tuple[str, str, str], QLineEdit] = {}  # by job, code and rule
        self._make()
        controller.settle_requested.connect(self.settle)
        controller.history_changed.connect(self.show_project)
        self.show_project(controller.project)

    def _make(self) -> None:
        say = self._words.say
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for code, text in EDITIONS.items():
            self.edition.addItem(say(text), code)
        self._add(form, "edition", self.edition)
        self.edition.activated.connect(self._on_edition)
        for name in _ORDER:
            if name in _CHOICES:
                self._add(form, name, self._choice(name))
            else:
                field = self.texts[name]
                field.setMaxLength(MOST_CHARACTERS)
                field.editingFinished.connect(self.settle)
                self._add(form, name, field)
        self.texts["date"].setPlaceholderText(date.today().isoformat())  # what stands for it
        self._reservations = QFormLayout()
        self._reservations.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._heading = plain_label(say(N_("Accepted reservations: reason")), tone="strong")
        self._heading.hide()
        self.scenarios = ScenarioEditor(self._words)
        self.scenarios.edited.connect(self.settle)
        fill(self, form, self.scenarios, self._heading, self._reservations, 1, margin=0.5, spacing=0.5)

    def _add(self, form: QFormLayout, name: str, field: QWidget) -> None:
        label = self._words.say(LABELS[name])
        field.setAccessibleName(label)
        form.addRow(label, field)

    def _choice(self, name: str) -> CalmComboBox:
        box = CalmComboBox()
        box.addItem("\u2013", None)
        for word in _CHOICES[name]:
            box.addItem(value_text(name, word, self._words), word)
        box.activated.connect(self._on_choice)
        self.choices[name] = box
        return box

    def area(self) -> QScrollArea:
        """The form in an area that scrolls down."""
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self._words.say(N_("About the report")))
        return area

    @property
    def fields(self) -> ReportFields:
        """The fields of the project."""
        return self._controller.project.decisions

    @Slot(object)
    def show_project(self, project: Project) -> None:
        """Show the project's fields; what is being typed stays."""
        fields = project.decisions
        for name, field in self.texts.items():
            show_unless_typed(field, getattr(fields, name) or "")
        for name, box in self.choices.items():
            box.setCurrentIndex(box.findData(getattr(fields, name)))
        self.edition.setCurrentIndex(self.edition.findData(fields.edition))
        self.scenarios.show_scenarios(fields.scenarios)
        reasons = {(one.job, one.code, one.rule): one.reason for one in fields.accepted}
        for key, field in self.accepted.items():
            show_unless_typed(field, reasons.get(key, ""))

    def show_verdict(self, verdict: Verdict) -> None:
        """Offer a line for each reservation of the verdict on the plan."""
        reserved = [one for one in verdict.reasons if one.grade is Grade.RESERVATIONS]
        keys = list(dict.fromkeys((one.job, one.code, one.rule) for one in reserved))
        if keys == list(self.accepted):
            return
        while self._reservations.rowCount():
            self._reservations.removeRow(0)
        self.accepted = {key: QLineEdit() for key in keys}
        for key, field in self.accepted.items():
            meant = [one for one in reserved if (one.job, one.code, one.rule) == key]
            label = plain_label(self._text(meant))
            field.setMaxLength(MOST_CHARACTERS)
            field.setPlaceholderText(self._words.say(N_("Reason, if accepted")))
            field.setAccessibleName(label.text())
            field.editingFinished.connect(self.settle)
            self._reservations.addRow(label, field)
        self._heading.setVisible(bool(keys))
        self.show_project(self._controller.project)

    def _text(self, reasons: Sequence[Reason]) -> str:
        texts = " ".join(reason_text(one, self._words) for one in reasons)
        job = reasons[0].job
        return self._words.say(N_("{job}: {reason}"), job=job, reason=texts) if job else texts

    @Slot()
    def settle(self) -> None:
        """Make steps of what was typed; what is not valid stays in its field and is refused."""
        problems: list[Problem] = []
        for name, field in self.texts.items():
            text = field.text().strip()
            if text == (getattr(self.fields, name) or ""):
                field.setModified(False)
                continue
            problems += self._decide(name, text or None if name == "date" else text)
            field.setModified(bool(problems))
        problems += self._settle_scenarios()
        self._settle_accepted()
        self.refused.emit(tuple(problems))

    def _settle_scenarios(self) -> tuple[Problem, ...]:
        typed = self.scenarios.scenarios
        if typed == tuple(
            one.model_dump(exclude_defaults=True) | {"knows": one.knows} for one in self.fields.scenarios
        ):
            return ()
        problems = self._decide("scenarios", list(typed))
        if not problems:
            self.scenarios.settled()
            self.scenarios.show_scenarios(self.fields.scenarios)
        return problems

    def _settle_accepted(self) -> None:
        known = {(one.job, one.code, one.rule): one.reason for one in self.fields.accepted}
        typed = {key: field.text().strip() for key, field in self.accepted.items()}
        for field in self.accepted.values():
            field.setModified(False)
        found = {key: text for key, text in {**known, **typed}.items() if text}
        if found != known:
            entries = [
                {"job": job, "code": code, "reason": text} | ({"rule": rule} if rule else {})
                for (job, code, rule), text in found.items()
            ]
            self._decide("accepted", entries)

    def _decide(self, name: str, value: object) -> tuple[Problem, ...]:
        try:
            fields = with_fields(self.fields, {name: value})
        except Refused as refusal:
            return refusal.problems
        text = "" if name in ("accepted", "scenarios") else value
        self._controller.decide(field_label(name, text, self._words), decisions=fields)
        return ()

    @Slot(int)
    def _on_choice(self, _index: int) -> None:
        self.settle()
        for name, box in self.choices.items():
            if box.currentData() != getattr(self.fields, name):
                self._decide(name, box.currentData())

    @Slot(int)
    def _on_edition(self, index: int) -> None:
        self.settle()
        self._decide("edition", self.edition.itemData(index))


class ReportDetailsDialog(Dialog):
    """Beside the main window; each field that is left is a step of the history."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words.say(N_("Report details – SDC Desktop")), "report", words, parent)
        self.form = ReportFieldsForm(controller, words)
        self.state = plain_label()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # Enter in a field takes the field alone
        self.buttons.rejected.connect(self.close)
        self.form.refused.connect(self._on_refused)
        self.finished.connect(self.form.settle)
        fill(self, (self.form.area(), 1), self.state, self.buttons, margin=1, spacing=1.0)
        text = self.fontMetrics()
        resize_within(self, text.averageCharWidth() * 60, text.height() * 36)

    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.state.setText(" ".join(spoken(problem, self._words) for problem in problems))
