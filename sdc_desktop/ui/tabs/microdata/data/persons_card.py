"""Whose the records are, on the card File: the choices while open, then persons and what is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QLabel

from sdc_desktop.project.persons import (
    counting_persons,
    of_persons,
    one_record_each,
    stated,
    with_known,
    with_missing,
)
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.persons import (
    KNOWLEDGE,
    KNOWLEDGE_HELP,
    KNOWN,
    MISSING,
    OF_PERSONS,
    ONE_RECORD_EACH,
    WITHOUT,
    known_step,
    persons_text,
    question_text,
    released_text,
    unique_text,
)
from sdc_desktop.words.program.variables import role_word

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is opened
    from sdc_desktop.engine.microdata.person_figures import KnowledgeFigures
    from sdc_desktop.engine.running.file_audit import FileAudit


class PersonsCard(QFrame):
    """Follows the controller; shown where there is something to choose or report. Each choice is one step."""

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        self._controller, self._words = controller, words
        self._released: tuple[str, Mapping[str, KnowledgeFigures]] | None = None  # name of the job, figures
        say = words.say
        self.setProperty("frame", "card")
        self.setAccessibleName(say(N_("Persons")))
        self._title = plain_label(tone="strong", narrow=True)
        self._text = plain_label(scale="small", narrow=True)  # the list of variables is worked with
        self.persons_button = push_button(say(OF_PERSONS), scale="small")
        self.one_each_button = push_button(say(ONE_RECORD_EACH), scale="small")
        self.known = Choice(say(KNOWLEDGE), [(key, say(text)) for key, text in KNOWN.items()])
        self.known.setToolTip(say(KNOWLEDGE_HELP))
        self.missing = Choice(say(WITHOUT), [(key, say(text)) for key, text in MISSING.items()])
        self._known_label, self._missing_label = QLabel(say(KNOWLEDGE)), QLabel(say(WITHOUT))
        for label, chooser in ((self._known_label, self.known), (self._missing_label, self.missing)):
            label.setBuddy(chooser)
            chooser.fit_contents()
        space = step(self, 0.5)
        self._answers = WrappingRow((self.persons_button, self.one_each_button), space)
        self._knowledge = WrappingRow((self._known_label, self.known), space)
        self._without = WrappingRow((self._missing_label, self.missing), space)
        rows = (self._answers, self._knowledge, self._without)
        fill(self, self._title, self._text, *rows, margin=0.5, spacing=0.25)
        self.persons_button.clicked.connect(self._on_persons)
        self.one_each_button.clicked.connect(self._on_one_each)
        self.known.chosen.connect(self._on_known)
        self.missing.chosen.connect(self._on_missing)
        controller.audits.judged.connect(self._on_judged)
        controller.persons.changed.connect(self._show)
        controller.plan_changed.connect(self._show)
        controller.data_opened.connect(self._show)
        controller.data_closed.connect(self._on_file)
        self._show()

    @property
    def text(self) -> str:
        """What is shown; empty while the card is invisible."""
        shown = (self._title.text(), self._text.text())
        return "" if self.isHidden() else "\n".join(filter(None, shown))

    # deciding ----------------------------------------------------------------------------------------

    @Slot()
    def _on_persons(self) -> None:
        question = self._controller.persons.found.question
        if question is not None:
            role = role_word("person", self._words)
            label = self._words.say(N_("Role of {name}: {role}"), name=question.variable, role=role)
            self._controller.settle()
            plan = of_persons(self._controller.whole_plan, question.variable)
            self._controller.change_whole_plan(label, counting_persons(plan))

    @Slot()
    def _on_one_each(self) -> None:
        question = self._controller.persons.found.question
        if question is not None:
            self._controller.settle()
            plan = one_record_each(self._controller.whole_plan, question.repeats)
            self._controller.change_whole_plan(self._words.say(ONE_RECORD_EACH), plan)

    @Slot(object)
    def _on_known(self, key: str) -> None:
        known = cast(Literal[1, 2, 3, "all"], "all" if key == "all" else int(key))
        self._controller.settle()
        plan = counting_persons(with_known(self._controller.whole_plan, known))
        self._controller.change_whole_plan(known_step(key, self._words), plan)

    @Slot(object)
    def _on_missing(self, key: str) -> None:
        self._controller.settle()
        plan = with_missing(self._controller.whole_plan, cast(Literal["refuse", "nobody"], key))
        text = self._words.say(MISSING[key])
        label = self._words.say(N_("Records without a person: {choice}"), choice=text)
        self._controller.change_whole_plan(label, plan)

    # following ---------------------------------------------------------------------------------------

    @Slot()
    def _on_file(self) -> None:
        self._released = None
        self._show()

    @Slot(object)
    def _on_judged(self, judged: tuple[str, FileAudit | None]) -> None:
        name, audit = judged
        persons = None if audit is None else audit.persons
        known = persons is not None and persons.most > 1 and persons.knowledge
        self._released = (name, persons.knowledge) if persons is not None and known else None
        self._show()

    @Slot()
    def _show(self) -> None:
        say, words, found = self._words.say, self._words, self._controller.persons.found
        file = self._controller.file_opened
        says = "nothing" if file is None else stated(self._controller.whole_plan.data)
        is_open = says == "nothing" and found.question is not None
        is_known = says == "persons" and found.records is not None
        self.setVisible(is_open or is_known or says == "one_record_each")
        self._answers.setVisible(says != "persons" and found.question is not None)
        self.persons_button.setEnabled(found.question is not None)
        self.one_each_button.setVisible(is_open)
        self._knowledge.setVisible(is_known and found.repeat)
        self._without.setVisible(is_known and found.records is not None and found.records.without > 0)
        self._text.setVisible(is_open or is_known)
        if is_open and found.question is not None:
            self._title.setText(say(N_("Several records of one person?")))
            self._text.setText(question_text(found.question, words))
        elif is_known and found.records is not None and file is not None:
            names = [variable.name for variable in file.data.with_role("person")]
            self._title.setText(say(N_("Persons by {variables}"), variables=", ".join(names)))
            knowledge = unique_text(found.knowledge, words) if found.knowledge else ""
            lines = [persons_text(found.records, words), knowledge]
            if self._released is not None and self._is_current(self._released[0]):
                lines.append(released_text(*self._released, words))
            self._text.setText("\n".join(filter(None, lines)))
            opened = self._controller.opened or file  # a pseudonym is of the prepared records
            self.known.show_key(str(opened.data.known))
            missing = "refuse" if file.spec.persons is None else file.spec.persons.missing
            self.missing.show_key(missing)
        elif says == "one_record_each":
            self._title.setText(say(ONE_RECORD_EACH))
            self._text.setText("")

    def _is_current(self, name: str) -> bool:
        """Whether a job of that name may still be the one that a tab shows. A tab can show a job before the
        plan has it.
        """
        return name in {job.name for job in self._controller.plan.jobs} or not self._controller.plan.jobs
