"""The editors of hierarchies that a rule gives: bounds, intervals, parts of dates, masks."""

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QSpinBox

from sdc_desktop.engine.data.hierarchies.spec import (
    DATE_PARTS,
    LONGEST_CODE,
    BoundsSpec,
    DatesSpec,
    HierarchySpec,
    IntervalsSpec,
    MaskSpec,
)
from sdc_desktop.ui.hierarchies.kinds.editor import Editor, number_of, numbers_of, text_of
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import PART_WORDS, SIDE_WORDS


class BoundsEditor(Editor):
    """Sets the numbers below and above which values are merged."""

    hint = N_("Enter at least one number. Separate the bounds of successive levels with semicolons.")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self.bottom, self.top = QLineEdit(), QLineEdit()
        self.bottom.setPlaceholderText(say(N_("for example 18; 21")))
        self.top.setPlaceholderText(say(N_("for example 90; 80")))
        self.in_a_row(
            (self.bottom, N_("Group below"), N_("Lower bounds, one per level"), 1),
            (self.top, N_("and above"), N_("Upper bounds, one per level"), 1),
        )
        for field in (self.bottom, self.top):
            field.textChanged.connect(self.changed)

    @property
    def spec(self) -> HierarchySpec | None:
        bottom, top = numbers_of(self.bottom.text()), numbers_of(self.top.text())
        if bottom is None or top is None or not (bottom or top):
            return None
        return BoundsSpec(kind="bounds", bottom=_short(bottom), top=_short(top))

    @property
    def untouched(self) -> bool:
        return not (self.bottom.text() or self.top.text())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, BoundsSpec)
        self.bottom.setText(text_of(spec.bottom))
        self.top.setText(text_of(spec.top))


def _short(bounds: tuple[object, ...]) -> object:
    """One bound as a number, several as a list, none as nothing."""
    return bounds if len(bounds) > 1 else bounds[0] if bounds else None


class IntervalsEditor(Editor):
    """Says groups of equal width."""

    hint = N_("Enter start, end and widths as numbers. Separate widths with semicolons.")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.start, self.end, self.widths = QLineEdit(), QLineEdit(), QLineEdit()
        self.widths.setPlaceholderText(words.say(N_("for example 2; 5; 10")))
        self.in_a_row(
            (self.start, N_("Start"), N_("Start of the first interval"), 1),
            (self.end, N_("End"), N_("End of the last interval"), 1),
            (self.widths, N_("Widths (one per level)"), N_("Interval widths, one per level"), 2),
        )
        for field in (self.start, self.end, self.widths):
            field.textChanged.connect(self.changed)

    @property
    def spec(self) -> HierarchySpec | None:
        start, end = number_of(self.start.text()), number_of(self.end.text())
        widths = numbers_of(self.widths.text())
        if start is None or end is None or not widths or min(widths) <= 0:
            return None
        return IntervalsSpec(kind="intervals", start=start, widths=widths, end=end)

    @property
    def untouched(self) -> bool:
        return not (self.start.text() or self.end.text() or self.widths.text())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, IntervalsSpec)
        self.start.setText(text_of(spec.start))
        self.end.setText(text_of(spec.end))
        self.widths.setText(text_of(spec.widths))


class DatesEditor(Editor):
    """Says which parts of a date are levels; they go from fine to coarse unless a plan says otherwise."""

    hint = N_("Select at least one date part.")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._kept: DatesSpec | None = None  # a plan's order of parts, until a box is ticked
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=1.5)
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
    def untouched(self) -> bool:
        return not any(box.isChecked() for box in self.parts.values())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, DatesSpec)
        for part, box in self.parts.items():
            box.setChecked(part in spec.parts)
        self._kept = spec
        self.changed.emit()

    def _on_clicked(self) -> None:
        self._kept = None
        self.changed.emit()


class MaskEditor(Editor):
    """Says codes that are masked sign by sign."""

    hint = N_("Enter the code length.")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self._shown: MaskSpec | None = None  # for what the form does not show: signs masked together
        self.length = QSpinBox()
        self.length.setRange(0, LONGEST_CODE)  # 0: not known yet
        self.length.setSpecialValueText("\u2013")
        self.side = QComboBox()
        for side, word in SIDE_WORDS.items():
            self.side.addItem(say(word), side)
        self.in_a_row(
            (self.length, N_("Code length"), N_("Code length in characters"), 0),
            (self.side, N_("Masked"), N_("Masking direction"), 0),
        )
        self.length.valueChanged.connect(self.changed)
        self.side.currentIndexChanged.connect(self.changed)

    @property
    def spec(self) -> HierarchySpec | None:
        if not self.length.value():
            return None
        fields = {"kind": "mask", "length": self.length.value(), "from": self.side.currentData()}
        shown = self._shown
        if shown is not None and (shown.length, shown.side) == (fields["length"], fields["from"]):
            return shown
        return MaskSpec.model_validate(fields)

    @property
    def untouched(self) -> bool:
        return not self.length.value()

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, MaskSpec)
        self._shown = spec
        self.length.setValue(spec.length)
        self.side.setCurrentIndex(self.side.findData(spec.side))
