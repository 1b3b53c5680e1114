"""The form of parts of dates: a box to tick for each part."""

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QWidget

from sdc_desktop.engine.microdata.hierarchy_spec import DATE_PARTS, DatesSpec, HierarchySpec
from sdc_desktop.ui.dialogs.hierarchy_editors.editor import Editor
from sdc_desktop.ui.theme import step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.codings import PART_WORDS


class DatesEditor(Editor):
    """Says which parts of a date are levels; they go from fine to coarse unless a plan says otherwise."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._kept: DatesSpec | None = None  # a plan's order of parts, until a box is ticked
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(self, 1.5))
        row.addWidget(QLabel(words.say(N_("Levels"))))
        self.parts = {part: QCheckBox(words.say(PART_WORDS[part])) for part in DATE_PARTS}
        for box in self.parts.values():
            box.setAccessibleName(words.say(N_("level {name}"), name=box.text()))
            box.clicked.connect(self._on_clicked)
            row.addWidget(box)
        row.addStretch(1)

    @property
    def spec(self) -> HierarchySpec | None:
        if self._kept is not None:
            return self._kept
        parts = tuple(part for part, box in self.parts.items() if box.isChecked())
        return DatesSpec(kind="dates", parts=parts) if parts else None

    @property
    def hint(self) -> str:
        return self.words.say(N_("Select at least one date part."))

    @property
    def untouched(self) -> bool:
        return not any(box.isChecked() for box in self.parts.values())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, DatesSpec)
        for part, box in self.parts.items():
            box.setChecked(part in spec.parts)
        self._kept = spec
        self.changed.emit()

    def lead(self) -> QWidget:
        ticked = (box for box in self.parts.values() if box.isChecked())
        return next(ticked, self.parts["month"])

    def _on_clicked(self) -> None:
        self._kept = None
        self.changed.emit()
