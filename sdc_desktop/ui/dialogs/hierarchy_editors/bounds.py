"""The form of bottom and top coding: bounds, one a level."""

from PySide6.QtWidgets import QLineEdit, QWidget

from sdc_desktop.engine.microdata.hierarchy_spec import BoundsSpec, HierarchySpec
from sdc_desktop.ui.dialogs.hierarchy_editors.editor import Editor, numbers_of, text_of
from sdc_desktop.words import N_, Words


class BoundsEditor(Editor):
    """Says below and above which numbers values are put together."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self.bottom, self.top = QLineEdit(), QLineEdit()
        self.bottom.setPlaceholderText(say(N_("for example 18; 21")))
        self.top.setPlaceholderText(say(N_("for example 90; 80")))
        self.in_a_row(
            (
                say(N_("Group belo&w")),
                self.bottom,
                say(N_("Lower bounds, one per level")),
                1,
            ),
            (
                say(N_("and ab&ove")),
                self.top,
                say(N_("Upper bounds, one per level")),
                1,
            ),
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
    def hint(self) -> str:
        return self.words.say(
            N_("Enter at least one number. Separate the bounds of successive levels with semicolons.")
        )

    @property
    def untouched(self) -> bool:
        return not (self.bottom.text() or self.top.text())

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, BoundsSpec)
        self.bottom.setText(text_of(spec.bottom))
        self.top.setText(text_of(spec.top))

    def lead(self) -> QWidget:
        return self.bottom


def _short(bounds: tuple[object, ...]) -> object:
    """One bound as a number, several as a list, none as nothing."""
    return bounds if len(bounds) > 1 else bounds[0] if bounds else None
