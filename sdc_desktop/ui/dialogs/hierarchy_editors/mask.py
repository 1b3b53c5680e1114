"""The form of masked codes: how long they are, and from which side signs are masked."""

from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from sdc_desktop.engine.microdata.hierarchy_spec import LONGEST_CODE, HierarchySpec, MaskSpec
from sdc_desktop.ui.dialogs.hierarchy_editors.editor import Editor
from sdc_desktop.words import N_, Words
from sdc_desktop.words.hierarchies import SIDE_WORDS


class MaskEditor(Editor):
    """Says codes that are masked sign by sign."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self._shown: MaskSpec | None = None  # for what the form does not show: signs masked together
        self.length = QSpinBox()
        self.length.setRange(0, LONGEST_CODE)  # 0: not told yet
        self.length.setSpecialValueText("\u2013")
        self.side = QComboBox()
        for side, word in SIDE_WORDS.items():
            self.side.addItem(say(word), side)
        self.in_a_row(
            (say(N_("Code le&ngth")), self.length, say(N_("Code length in characters")), 0),
            (say(N_("&Masked")), self.side, say(N_("Masking direction")), 0),
        )
        self.length.valueChanged.connect(self.changed)
        self.side.currentIndexChanged.connect(self.changed)

    @property
    def spec(self) -> HierarchySpec | None:
        if not self.length.value():
            return None
        told = {"kind": "mask", "length": self.length.value(), "from": self.side.currentData()}
        shown = self._shown
        if shown is not None and (shown.length, shown.side) == (told["length"], told["from"]):
            return shown
        return MaskSpec.model_validate(told)

    @property
    def hint(self) -> str:
        return self.words.say(N_("Enter the code length."))

    @property
    def untouched(self) -> bool:
        return not self.length.value()

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, MaskSpec)
        self._shown = spec
        self.length.setValue(spec.length)
        self.side.setCurrentIndex(self.side.findData(spec.side))

    def lead(self) -> QWidget:
        return self.length
