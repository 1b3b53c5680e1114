"""How a text file splits into records and fields, as found; each finding can be set otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QPushButton, QSpinBox, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.packed import packed_problem
from sdc_desktop.engine.data.formats import Dialect, DialectHints, may_be_fixed
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.ui.dialogs.column_forms import ColumnForms
from sdc_desktop.ui.dialogs.dialog import PreviewTable, ReadingDialog
from sdc_desktop.ui.dialogs.fixed_fields import Fields, FixedFieldsPart
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.qt_types import line_of
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import label_of, plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken, where
from sdc_desktop.words.program.dialect import (
    DECIMAL_WORDS,
    DELIMITER_WORDS,
    ENCODING_WORDS,
    QUOTE_WORDS,
    encoding_text,
    preview_text,
)
from sdc_desktop.words.program.forms import column_text, uncertain_text

if TYPE_CHECKING:
    from sdc_desktop.engine.data.csv.sniff import Preview
    from sdc_desktop.engine.data.fixed import FixedPreview
    from sdc_desktop.engine.data.forms.forms import Form
    from sdc_desktop.engine.data.forms.preview import ColumnLook

_LOOKED_AT = 500  # records whose values show the forms of columns
_SHOWN = 50
_PROBLEMS = 5  # lines of problems, below which the buttons stay on the screen
_LAST_FIRST_LINE = 1000
_TALLER = 38  # lines of text, with the lines of the file above their records
_LAYOUTS = {"": N_("delimited"), "fixed": N_("fixed width")}


class OpenDataDialog(ReadingDialog):
    """Shows the first rows of a file. `hints` are what the user specified, not what was only detected.
    `fields`: those of fixed width, else None.
    """

    def __init__(self, path: Path, jobs: JobManager, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(path, jobs, words, parent)
        self.hints = DialectHints()
        self.fields: Fields | None = None
        self._given_fields: Fields | None = None
        self.forms: dict[str, Form] = {}  # chosen
        self._dialect: Dialect | None = None
        self._looks_fixed = may_be_fixed(path.name)  # then that is tried first
        self._drafts = DraftRunner(jobs, self)
        self.layout_box = self._box(_LAYOUTS)
        self.fixed_part = FixedFieldsPart(words, self)
        self.fixed_part.hide()
        self.delimiter = self._box(DELIMITER_WORDS, editable=True)
        self.quote = self._box(QUOTE_WORDS)
        self.encoding = self._box(ENCODING_WORDS, editable=True)
        self.decimal = self._box(DECIMAL_WORDS)
        self.first_row = QSpinBox()
        self.first_row.setRange(1, _LAST_FIRST_LINE)
        self.column_forms = ColumnForms(words, self)
        self.column_forms.hide()
        self.forms_title = plain_label(words.say(N_("Forms of dates and numbers")), tone="strong")
        self.forms_title.hide()
        self.header = QCheckBox(words.say(N_("First line contains variable &names")))
        self.row_names = QCheckBox(words.say(N_("First column contains &row names")))
        self.na_unquoted = QCheckBox(words.say(N_("Only NA without quotation marks is &missing")))
        self.again = QPushButton(words.say(N_("Detec&t again")))
        self.table = PreviewTable(words)
        self.open_button.setEnabled(False)
        self._lay_out()
        self._connect()
        self._ask()

    def ask(self) -> None:
        self.open()

    @property
    def hints_given(self) -> dict[str, object]:
        """Fixed width as the preview shows it, else what the user specified. A single variable was seen to be
        one: the program does not propose fixed width again.
        """
        shown, hints = self._dialect, self.hints
        layout: dict[str, object] = {}
        if shown is not None and self.fields is not None:
            layout = {"format": "fixed", "fields": self.fields}
            hints = DialectHints(encoding=hints.encoding, decimal=shown.decimal, header=shown.header)
        elif shown is not None and self.table.preview.columnCount() == 1:
            hints = replace(hints, delimiter=shown.delimiter)
        if self.fields is None and self.forms:
            layout["forms"] = dict(self.forms)
        return layout | {key: value for key, value in asdict(hints).items() if value is not None}

    def done(self, result: int) -> None:
        self._drafts.drop()
        super().done(result)

    def _box(self, choices: Mapping[str, str], *, editable: bool = False) -> QComboBox:
        box = QComboBox()
        for value, word in choices.items():
            box.addItem(self._words.say(word), value)
        box.setEditable(editable)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        return box

    def _lay_out(self) -> None:
        say = self._words.say
        grid = QGridLayout()
        labelled = (
            (N_("Fie&lds"), self.layout_box),
            (N_("&Encoding"), self.encoding),
            (N_("&Separator"), self.delimiter),
            (N_("&Quotes"), self.quote),
            (N_("&Decimal mark"), self.decimal),
            (N_("&First line"), self.first_row),
        )
        self._of_separated: list[QWidget] = [self.delimiter, self.quote, self.first_row]
        self.row_names.hide()
        self.na_unquoted.hide()
        for number, (text, box) in enumerate(labelled):
            label = label_of(box, say(text))
            grid.addWidget(label, number // 2, 2 * (number % 2))
            grid.addWidget(box, number // 2, 2 * (number % 2) + 1)
            if box in (self.delimiter, self.quote, self.first_row):
                self._of_separated.append(label)
        grid.addWidget(self.header, 3, 0, 1, 3)
        grid.addWidget(self.again, 3, 3, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.row_names, 4, 0, 1, 2)
        grid.addWidget(self.na_unquoted, 4, 2, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        fill(
            self,
            grid,
            (self.fixed_part, 1),
            self.forms_title,
            self.column_forms,
            (self.table, 1),
            self._message,
            self.buttons,
            margin=1.5,
            spacing=1.0,
        )
        below = (self.header, self.again, self.row_names, self.na_unquoted, self.column_forms)
        for before, after in pairwise((*(box for _, box in labelled), *below)):
            QWidget.setTabOrder(before, after)
        font = self.fontMetrics()
        resize_within(self, font.averageCharWidth() * 100, font.height() * 28)

    def _connect(self) -> None:
        self._drafts.answered.connect(self._show)
        self._drafts.failed.connect(self._refuse)
        self.layout_box.activated.connect(self._report_layout)
        self.fixed_part.reported.connect(self._report_fields)
        for key in ("delimiter", "quote", "encoding", "decimal"):
            box: QComboBox = getattr(self, key)
            box.activated.connect(partial(self._report, key, box))
            if box.isEditable():
                line_of(box).editingFinished.connect(partial(self._report, key, box))
        self.first_row.valueChanged.connect(self._report_first_row)
        self.column_forms.reported.connect(self._report_form)
        for key in ("header", "row_names", "na_unquoted"):
            switch: QCheckBox = getattr(self, key)
            switch.clicked.connect(partial(self._report_switch, key, switch))
        self.again.clicked.connect(self._forget)

    def _ask(self) -> None:
        path, hints, fields = self.path, self.hints, self._given_fields
        is_fixed, looks_fixed = bool(self.layout_box.currentData()), self._looks_fixed
        forms = dict(self.forms)

        def work(_context: JobContext) -> tuple[Preview | FixedPreview, tuple[ColumnLook, ...]]:
            from sdc_desktop.engine.data.csv.sniff import preview
            from sdc_desktop.engine.data.fixed import preview_fixed, proposed_fixed
            from sdc_desktop.engine.data.forms.preview import looks_of

            if (problem := packed_problem(path, path.name, "csv")) is not None:
                raise Refused(problem)
            if is_fixed:
                return preview_fixed(path, hints, fields), ()
            if looks_fixed and (proposed := proposed_fixed(path, hints)) is not None:
                return proposed, ()
            found = preview(path, hints, _LOOKED_AT)
            chosen = {place: forms[name] for place, name in enumerate(found.names) if name in forms}
            return found, looks_of(found.rows, len(found.names), found.dialect.decimal, chosen)

        self._drafts.request(work)

    @Slot()
    def _report_layout(self) -> None:
        self._looks_fixed = False
        self._ask()

    @Slot(object)
    def _report_fields(self, fields: Fields) -> None:
        self._given_fields = fields
        self._ask()

    def _report(self, key: str, box: QComboBox, _row: int = 0) -> None:
        """Take what a box says, unless the preview says so."""
        given = _value(box)
        if given != box.property("set"):
            self._take(key, given or None if box.isEditable() else given)

    @Slot(int)
    def _report_first_row(self, line: int) -> None:
        if self._dialect is not None and line != self._dialect.first_row:
            self._take("first_row", line)

    @Slot(str, object)
    def _report_form(self, name: str, form: Form | None) -> None:
        self.forms.pop(name, None)
        if form is not None:
            self.forms[name] = form
        self._ask()

    def _report_switch(self, key: str, switch: QCheckBox, _checked: bool = False) -> None:
        self._take(key, switch.isChecked())

    def _take(self, key: str, value: object) -> None:
        hints = DialectHints(**(asdict(self.hints) | {key: value}))
        if hints != self.hints:
            self.hints = hints
            self._ask()

    @Slot()
    def _forget(self) -> None:
        self.hints = DialectHints()
        self._given_fields = None
        self.forms = {}
        self._ask()

    @Slot(object)
    def _show(self, answer: tuple[Preview | FixedPreview, tuple[ColumnLook, ...]]) -> None:
        from sdc_desktop.engine.data.fixed import FixedPreview  # the worker has it by now

        preview, looks = answer
        fixed = preview if isinstance(preview, FixedPreview) else None
        self._dialect = dialect = preview.dialect
        self._show_layout(fixed)
        if not isinstance(preview, FixedPreview):
            self._show_separated(preview)
        _put(self.encoding, dialect.encoding)
        _put(self.decimal, dialect.decimal)
        self.header.setChecked(dialect.header)
        self.forms = {name: form for name, form in self.forms.items() if name in preview.names}
        if any(look.forms for look in looks) and self.column_forms.isHidden():
            resize_within(self, self.width(), max(self.height(), self.fontMetrics().height() * _TALLER))
        self.column_forms.show_columns(preview.names[: len(looks)], looks, self.forms)
        self.forms_title.setVisible(bool(self.column_forms.boxes))
        shown = [*map(partial(column_text, words=self._words), preview.names, looks)] or preview.names
        self.table.show_records(shown, preview.rows[:_SHOWN])
        self.table.setEnabled(True)
        if preview.problems:
            self._refuse(preview.problems)
            return
        uneven = sum(len(row) != len(preview.names) for row in preview.rows[:_SHOWN])
        alone = len(preview.names) == 1 and may_be_fixed(self.path.name)
        found = preview_text(len(preview.names), uneven, self._words, is_fixed=fixed is not None, alone=alone)
        uncertain = uncertain_text(sum(look.kind == "uncertain" for look in looks), self._words)
        encoding = encoding_text(dialect.encoding, preview.words, dialect.doubt, self._words)
        self._message.setText("\n".join(filter(None, (found, uncertain, encoding))))
        if not self.open_button.isEnabled():
            self.open_button.setEnabled(True)
            self._lead_to_open()

    def _show_separated(self, preview: Preview) -> None:
        dialect = preview.dialect
        _put(self.delimiter, dialect.delimiter)
        _put(self.quote, dialect.quote)
        self.first_row.setValue(dialect.first_row)
        self.row_names.setVisible(bool(dialect.row_names) or self.hints.row_names is not None)
        self.row_names.setChecked(bool(dialect.row_names))
        self.na_unquoted.setVisible(preview.na_unquoted is not None)
        self.na_unquoted.setChecked(bool(preview.na_unquoted))

    def _show_layout(self, found: FixedPreview | None) -> None:
        """What only one of the two layouts has; None where fields are divided by a separator."""
        self._looks_fixed = False
        self.fields = None if found is None else found.layout.fields
        _put(self.layout_box, "" if found is None else "fixed")
        for widget in self._of_separated:
            widget.setVisible(found is None)
        if found is not None:
            self.row_names.hide()
            self.na_unquoted.hide()
        if found is not None and self.fixed_part.isHidden():
            resize_within(self, self.width(), max(self.height(), self.fontMetrics().height() * _TALLER))
        self.fixed_part.setVisible(found is not None)
        if found is not None:
            self.fixed_part.show_preview(found, self._given_fields)

    def _lead_to_open(self) -> None:
        """Enter opens the file where nothing need be given: a list that can be typed in would keep it."""
        if self.focusWidget() in (None, self.layout_box):
            self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        words = self._words
        lines = [
            words.say(N_("{where}: {said}"), where=where(one.where, words), said=spoken(one, words))
            for one in problems[:_PROBLEMS]
        ]
        rest = problems[_PROBLEMS:]
        more = sum(int(str(one.params["number"])) if one.code == "csv.more" else 1 for one in rest)
        if more:
            lines.append(words.say(N_("\u2026 and {number} more"), number=more))
        self._message.setText("\n".join(lines))
        self.table.setEnabled(False)
        self.open_button.setEnabled(False)


def _value(box: QComboBox) -> str:
    """What a box that can be typed in says: the value of a known word, else what is typed."""
    row = box.findText(box.currentText())
    return str(box.itemData(row)) if row >= 0 else box.currentText()


def _put(box: QComboBox, value: str) -> None:
    box.setProperty("set", value)
    row = box.findData(value)
    if row >= 0:
        box.setCurrentIndex(row)
    elif box.isEditable():
        box.setEditText(value)
