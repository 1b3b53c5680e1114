"""The hierarchy of one variable: a kind and its settings, or a table made by hand, and its preview."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.data.hierarchies_beside import files_beside, proposed
from sdc_desktop.engine.data.hierarchy_files import levels_spec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.hierarchy_preview import (
    ARX_DELIMITER,
    Editable,
    HierarchyPreview,
    Made,
    Written,
    editable,
    export,
    preview,
)
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.hierarchies.kinds.bounds import BoundsEditor, DatesEditor, IntervalsEditor, MaskEditor
from sdc_desktop.ui.hierarchies.kinds.editor import Editor, PlainEditor
from sdc_desktop.ui.hierarchies.kinds.levels import LevelsEditor, LevelsView, ask_for_levels, ask_for_target
from sdc_desktop.ui.hierarchies.kinds.order import OrderEditor
from sdc_desktop.ui.hierarchies.kinds.table_editor import TableEditor
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.theme import below, beside, fill, step
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.message_area import MessageArea
from sdc_desktop.ui.widgets.plain_parts import label_of, plain_label, push_button
from sdc_desktop.ui.widgets.questions import UnsavedWork
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import KIND_HELP, KIND_WORDS
from sdc_desktop.words.microdata.hierarchy_preview import in_sentences
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.proposals import Proposals
    from sdc_desktop.engine.data.reading import Opened

TREE = "levels"


class HierarchyEditor(QWidget):
    """Previews every entry. `chosen` reports the hierarchy that replaces the one of the plan.

    A table edited by hand is saved as a file of levels before it is used: plans name such files.
    """

    chosen = Signal(object)  # HierarchySpec

    def __init__(
        self,
        variable: str,
        opened: Opened,
        base: Path,
        spec: HierarchySpec | None,
        jobs: JobManager,
        words: Words,
    ) -> None:
        super().__init__()
        self.variable, self.spec = variable, spec  # what the plan has; None: nothing
        self._words, say = words, words.say
        self._opened = opened
        self._base = base
        self._good: HierarchyPreview | None = None
        self._kind_given = spec is not None
        self._awaited = False  # a table is being read
        self._from_nothing = True  # the table began with the values alone
        self._remark = ""  # on the table, said before what is known of its levels
        self._then_use = False
        self._written: Made | None = None  # what was put into a file last
        self._had_focus: QWidget | None = None
        self.kind = QComboBox()
        self._tree = LevelsEditor(base, words)
        self.editors: dict[str, Editor] = {
            "intervals": IntervalsEditor(words),
            "bounds": BoundsEditor(words),
            "dates": DatesEditor(words),
            "mask": MaskEditor(words),
            "order": OrderEditor(words),
            TREE: self._tree,
            "plain": PlainEditor(words),
        }
        self.preview = LevelsView(words)
        self.manual = TableEditor(words)
        self.edit = push_button(say(N_("Edit by hand")), scale="small")
        self.load = push_button(say(N_("Import file\u2026")), scale="small")
        beside = {} if isinstance(spec, LevelsSpec) else files_beside(opened.path, (variable,))
        self._beside = beside.get(variable, Path())  # of this name
        self.beside = push_button(
            say(N_("Use {file}"), file=self._beside.name.replace("&", "&&")), scale="small"
        )
        self.beside.setToolTip(say(N_("This file beside the data is named after the variable.")))
        if not self._beside.name:
            self.beside.hide()
        self.save = push_button(say(N_("Save as ARX file\u2026")), scale="small")
        self._message = MessageArea(say(N_("Messages about the hierarchy")))
        self.use = push_button(say(N_("Use hierarchy")), weight="primary")
        self._lay_out()
        self._drafts = DraftRunner(jobs, self)
        self._tables = DraftRunner(jobs, self)
        self._proposals = DraftRunner(jobs, self)
        self._files = DraftRunner(jobs, self)
        self._show(spec)
        self._connect()
        self._proposals.request(partial(proposed, opened, variable))
        self._enter()
        UnsavedWork(say(N_("Hierarchy of {name}"), name=variable), lambda: self.unsaved, self.use_shown, self)

    @property
    def unsaved(self) -> bool:
        """Whether groups made by hand are in no file."""
        current = self.manual.current
        return self.manual.is_edited and self._requested is current and self._written is not current

    def follow(self, opened: Opened, base: Path, spec: HierarchySpec | None) -> bool:
        """Take over the records, the folder and the hierarchy of the plan; False where that needs another
        editor. Groups that are in no file are kept for other records, whose values are added to them.
        """
        ours, theirs, name = self._opened.data, opened.data, self.variable
        same = ours.relation is theirs.relation and ours.variable(name) == theirs.variable(name)
        if not self.unsaved and not (same and (self._base, self.spec) == (base, spec)):
            return False
        self._opened, self.spec, self._base = opened, spec, base
        self._tree.base = base
        if not same:
            self._make_table(self.manual.current)
            self._look()
        return True

    def drop(self) -> None:
        """Take no result of what is under way."""
        for runner in (self._drafts, self._tables, self._proposals, self._files):
            runner.drop()

    @property
    def message(self) -> str:
        """What is said below the preview."""
        return self._message.text()

    # layout ------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        for kind, editor in self.editors.items():
            self.kind.addItem(say(KIND_WORDS[kind]), kind)
            editor.setObjectName(kind)
        label = label_of(self.kind, say(N_("Kind")), say(N_("Kind of hierarchy")))
        self._kind_help = plain_label(tone="muted")
        row = beside(self, label, self.kind, (self._kind_help, 1))
        row.setSpacing(step(self, 1.5))
        self._forms = below(self, *self.editors.values())  # a stack would be as high as the highest
        self._views = CurrentStack()
        self._views.addWidget(self.preview)
        self._views.addWidget(self.manual)
        self.edit.setCheckable(True)
        last = beside(self, self.edit, self.load, self.beside, self.save, 1, self.use)
        last.setSpacing(step(self))
        fill(self, row, self._forms, (self._views, 1), self._message, last, spacing=1.5)

    def _show(self, spec: HierarchySpec | None) -> None:
        if spec is not None:
            self.editors[spec.kind].show_spec(spec)
        self._choose("intervals" if spec is None else spec.kind)

    def _choose(self, kind: str) -> None:
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findData(kind))

    def _connect(self) -> None:
        for editor in self.editors.values():
            editor.changed.connect(self._on_form)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.edit.clicked.connect(self._on_edit)
        self.load.clicked.connect(self._ask_import)
        self.beside.clicked.connect(self._use_beside)
        self.save.clicked.connect(self._ask_export)
        self.manual.edited.connect(self._on_edited)
        self.use.clicked.connect(self.use_shown)
        self._drafts.answered.connect(self._on_preview)
        self._drafts.failed.connect(self._on_refused)
        self._tables.answered.connect(self._on_table)
        self._tables.failed.connect(self._on_refused)
        self._proposals.answered.connect(self._on_proposals)
        self._files.answered.connect(self._on_written)
        self._files.failed.connect(self._report)
        self._files.busy_changed.connect(self._on_files_busy)

    # what is asked -----------------------------------------------------------------------------------

    @property
    def editor(self) -> Editor:
        """The form of the kind that is chosen."""
        return self.editors[self.kind.currentData()]

    @property
    def _requested(self) -> Made | None:
        """What the form says; where a tree has no file, the table made by hand."""
        if self.editor.spec is not None or not self._without_file:
            return self.editor.spec
        counts = self.manual.is_edited or not self._from_nothing
        return self.manual.current if counts else None

    @property
    def _without_file(self) -> bool:
        """Whether a tree is made by hand and is in no file yet."""
        return self.editor is self._tree and self.editor.untouched

    @Slot()
    def _on_kind(self) -> None:
        self._kind_given = True
        self._enter()

    @Slot()
    def _on_form(self) -> None:
        if self.sender() is self.editor:
            self._kind_given = True
            self._enter()

    def _enter(self) -> None:
        """Begin with what the form says; with the table where that is all there is."""
        self._awaited = False
        self._remark = ""
        self._tables.drop()
        self.edit.setChecked(self._without_file)
        if self._without_file and self.manual.current is None:
            self._make_table(None)
        self._look()

    def _make_table(self, made: Made | None) -> None:
        self._awaited = True
        self._tables.request(partial(editable, self._opened, self._base, self.variable, made))

    @Slot()
    def _look(self) -> None:
        """Show what is given, and ask what it makes of the data."""
        self._good = None
        self.use.setEnabled(False)
        self.use.setToolTip("")
        for editor in self.editors.values():
            editor.setVisible(editor is self.editor)
        self._kind_help.setText(self._words.say(KIND_HELP[self.kind.currentData()]))
        shown = self.edit.isChecked()
        self.edit.setText(self._words.say(N_("Show levels") if shown else N_("Edit by hand")))
        manual = shown and not self._awaited
        self._views.setCurrentWidget(self.manual if manual else self.preview)
        requested = self._requested
        self.save.setEnabled(requested is not None)
        self.edit.setEnabled(requested is not None)
        if requested is None:
            self._drafts.drop()
            self.preview.clear()
            self._message.set_text(self._words.say(self.editor.hint))
        else:
            given = self._opened, self._base, self.variable, requested, not self._tree.format_given
            self._drafts.request(partial(preview, *given))

    @Slot()
    def _on_edit(self) -> None:
        spec = self.editor.spec
        if self.edit.isChecked() and spec is not None:
            self._make_table(spec)
        self._look()

    @Slot(object)
    def _on_table(self, found: Editable) -> None:
        self._awaited = False
        self.manual.begin(found.table, found.records)
        self._from_nothing = found.from_nothing
        if found.added:
            self._leave_form()
            self._remark = self._words.say_many(
                N_("{number} value of the data was added, ungrouped."),
                N_("{number} values of the data were added, ungrouped."),
                found.added,
            )
        self._look()

    @Slot()
    def _on_edited(self) -> None:
        self._remark = ""
        self._leave_form()
        self._look()

    def _leave_form(self) -> None:
        """What is made by hand is a tree, and in no file yet."""
        self._choose(TREE)
        with QSignalBlocker(self._tree):
            self._tree.path.clear()
        self._kind_given = True

    @Slot(object)
    def _on_proposals(self, found: Proposals) -> None:
        for kind, spec in found.specs.items():
            editor = self.editors[kind]
            if editor.untouched:
                with QSignalBlocker(editor):
                    editor.show_spec(spec)
        if not self._kind_given:
            self._choose(found.kind)
            self._enter()

    # what comes back ---------------------------------------------------------------------------------

    @Slot(object)
    def _on_preview(self, found: HierarchyPreview) -> None:
        self.preview.show_levels(found)
        self._report(found.problems, self._remark)
        self._good = found if found.usable else None
        if isinstance(found.spec, LevelsSpec):
            self._tree.show_found(found.spec)
        known = found.usable and found.spec is not None and found.spec == self.spec
        self.use.setEnabled(found.usable and not known)
        self.use.setToolTip(self._words.say(N_("The plan has this hierarchy.")) if known else "")

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._awaited = False
        self.edit.setChecked(False)
        self._views.setCurrentWidget(self.preview)
        self.preview.clear()
        self._report(problems)

    @Slot(object)
    def _report(self, problems: tuple[Problem, ...], first: str = "") -> None:
        texts = [in_sentences(problem, self._words) for problem in problems]
        self._message.set_text("\n".join([first, *texts] if first else texts))

    # files -------------------------------------------------------------------------------------------

    @Slot()
    def _ask_import(self) -> None:
        path = ask_for_levels(self._base, self._words, self)
        if path is not None:
            self.load_file(path)

    @Slot()
    def _use_beside(self) -> None:
        self.load_file(self._beside)

    def load_file(self, path: Path) -> None:
        """Take the hierarchy from a file of levels."""
        self._kind_given = True
        self._choose(TREE)
        self._tree.show_file(path)
        self._enter()

    @Slot()
    def _ask_export(self) -> None:
        target = self._ask_target(N_("Save the hierarchy as an ARX file"))
        if target is not None:
            self.write(target)

    def _ask_target(self, title: str) -> Path | None:
        return ask_for_target(self._words.say(title), self._base, self.variable, self._words, self)

    def write(self, target: Path, *, then_use: bool = False) -> None:
        """Write what is given to a file of levels; with `then_use` it is the hierarchy then."""
        requested = self._requested
        if requested is not None:
            self._then_use = then_use
            given = self._opened, self._base, self.variable, requested, target
            self._files.request(partial(export, *given))

    @Slot(object)
    def _on_written(self, written: Written) -> None:
        self._written = written.made
        if self._then_use:
            spec = levels_spec(relative_path(written.path, self._base), ARX_DELIMITER)
            self._show(spec)  # what was made by hand is in that file now
            self._choose_spec(spec)
            self._enter()
            return
        text = self._words.say(
            N_("{file} was written, {rows} {rows:row|rows}."),
            file=written.path.name,
            rows=whole(written.rows),
        )
        self._message.set_text(text)

    @Slot(object)
    def _on_files_busy(self, busy: bool) -> None:
        """Disables the form while files are saved, so that what is saved is what is shown."""
        if busy:
            self._had_focus = self.focusWidget()
        self.setEnabled(not busy)
        if not busy and self._had_focus is not None:
            self._had_focus.setFocus(Qt.FocusReason.OtherFocusReason)

    # the end -----------------------------------------------------------------------------------------

    @Slot()
    def use_shown(self) -> None:
        """Put the hierarchy shown into the plan; a table made by hand is saved first."""
        if self._good is None:
            return
        if self._good.spec is not None:
            self._choose_spec(self._good.spec)
            return
        target = self._ask_target(N_("Save manual groups"))
        if target is not None:
            self.write(target, then_use=True)

    def _choose_spec(self, spec: HierarchySpec) -> None:
        self.spec = spec
        if self.use.hasFocus():  # else it passes to another part of the window
            self.kind.setFocus(Qt.FocusReason.OtherFocusReason)
        self.use.setEnabled(False)
        self.chosen.emit(spec)
