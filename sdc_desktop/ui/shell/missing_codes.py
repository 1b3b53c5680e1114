"""Reports the texts of an opened file that look like missing codes, and how they are read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.project.declared_data import as_read
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, plain_label
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.missing_codes import code_line, codes_message


class MissingCodesDialog(Dialog):
    """A row for each variable, ticked where its texts are missing. Accepted, it is one step of the plan."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        say = words.say
        super().__init__(say(N_("Missing codes")), "data", words, parent)
        self._controller = controller
        about = plain_label(
            say(N_("Texts of ticked variables are read as missing, those of others as values."))
        )
        found = controller.found_codes
        self._names = {code_line(name, codes, words): name for name, codes in found.items()}
        self.variables = CheckList(say(N_("Variables with texts that may be missing codes")))
        accepted = controller.codes_as_missing
        ticked = [line for line, name in self._names.items() if name in accepted]
        self.variables.show_names(tuple(self._names), ticked)
        self.variables.setMinimumWidth(step(self, 30))
        self.accept_button, self.buttons = accept_or_cancel(self, say(N_("&Apply")), words)
        fill(self, about, self.variables, self.buttons, margin=2, spacing=1.0)

    def accept(self) -> None:
        """What is ticked is decided: missing codes of these variables, values of the others."""
        self._controller.review_codes([self._names[line] for line in self.variables.chosen])
        super().accept()


class MissingCodesReport(Part):
    """A notice, once for each project: the proposals of a file that was opened, or texts that
    an older plan reads as values. It goes when the plan reads them otherwise.
    """

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        controller = self._controller
        self._reported = ""  # as a notice
        self._shown = False  # of this project
        self._position = -1  # of the step with the proposals
        self.dialog: MissingCodesDialog | None = None
        controller.project_begun.connect(self._on_begun)
        controller.data_opened.connect(self._on_opened)
        controller.codes_found.connect(self._on_found)
        controller.plan_changed.connect(self._on_plan)

    def take_over(self, other: MissingCodesReport) -> None:
        """Continues for another window: what was closed there is not reported again."""
        self._position = other._position
        self._shown = other._shown and other._reported not in other._notices.texts

    @Slot()
    def review(self) -> None:
        """Show which variables have such texts, to decide on each."""
        self.dialog = MissingCodesDialog(self._controller, self._words, self._window)
        self.dialog.rejected.connect(self._report)
        self.dialog.open()

    @Slot()
    def undo(self) -> None:
        """Take the proposals back: the last step, or one more where others have followed."""
        controller = self._controller
        if controller.project.position == self._position:
            controller.undo()
            return
        plan, data = controller.plan, controller.plan.data
        if data is not None:
            read = as_read(data, controller.found_codes)
            label = self._words.say(N_("Missing codes as values"))
            controller.change_plan(label, plan.model_copy(update={"data": read}))

    @Slot()
    def _on_begun(self) -> None:
        self._notices.withdraw(self._reported)
        self._reported, self._shown, self._position = "", False, -1

    @Slot(object)
    def _on_opened(self, _opened: object) -> None:
        if not self._shown and any(not one.ambiguous for one in self._controller.found_codes.values()):
            self._report()

    @Slot()
    def _on_found(self) -> None:
        if self._controller.codes_as_missing:
            self._position = self._controller.project.position
        self._report()

    @Slot(object)
    def _on_plan(self, _plan: object) -> None:
        if self._reported and self._text() != self._reported:
            self._notices.withdraw(self._reported)
            self._reported = ""

    @Slot()
    def _report(self) -> None:
        self._notices.withdraw(self._reported)
        self._reported, self._shown = self._text(), True
        if not self._reported:
            return
        say = self._words.say
        choices: list[tuple[str, Callable[[], object]]] = [(say(N_("&Review…")), self.review)]
        if self._position >= 0 and self._controller.codes_as_missing:
            choices.append((say(N_("&Undo")), self.undo))
        self._notices.notify(self._reported, *choices)

    def _text(self) -> str:
        return codes_message(self._controller.found_codes, self._controller.codes_as_missing, self._words)
