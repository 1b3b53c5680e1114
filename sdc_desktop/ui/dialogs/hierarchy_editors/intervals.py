"""The form of intervals: start, end, one width a level."""

from PySide6.QtWidgets import QLineEdit, QWidget

from sdc_desktop.engine.microdata.hierarchy_spec import HierarchySpec, IntervalsSpec
from sdc_desktop.ui.dialogs.hierarchy_editors.editor import Editor, number_of, numbers_of, text_of
from sdc_desktop.words import N_, Words


class IntervalsEditor(Editor):
    """Says groups of equal width."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.start, self.end, self.widths = QLineEdit(), QLineEdit(), QLineEdit()
        self.widths.setPlaceholderText(words.say(N_("for example 2; 5; 10")))
        self.in_a_row(
            (words.say(N_("&Start")), self.start, words.say(N_("Start of the first interval")), 1),
            (words.say(N_("&End")), self.end, words.say(N_("End of the last interval")), 1),
            (
                words.say(N_("&Widths (one per level)")),
                self.widths,
                words.say(N_("Interval widths, one per level")),
                2,
            ),
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
    def hint(self) -> str:
        return self.words.say(N_("Enter start, end and widths as numbers. Separate widths with semicolons."))

    @property
    def untouched(self) -> bool:
        return not (self.start.text() or self.end.text() or self.widths.text())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, IntervalsSpec)
        self.start.setText(text_of(spec.start))
        self.end.setText(text_of(spec.end))
        self.widths.setText(text_of(spec.widths))

    def lead(self) -> QWidget:
        return self.start
