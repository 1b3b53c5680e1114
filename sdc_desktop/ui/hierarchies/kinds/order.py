"""The form of runs: the values in their order, and how many are merged at each level."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QGridLayout, QLineEdit, QListWidget

from sdc_desktop.engine.data.hierarchies.spec import GroupSpec, HierarchySpec, OrderSpec
from sdc_desktop.ui.hierarchies.kinds.editor import Editor, numbers_of
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import label_of, push_button
from sdc_desktop.words import N_, Words

_ROWS = 5  # of the list, in lines of text


class OrderEditor(Editor):
    """Says runs of neighbouring values. Groups of a plan that are no such runs are kept until something is
    changed here.
    """

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self._kept: OrderSpec | None = None
        self.sizes = QLineEdit()
        self.values = QListWidget()
        small = partial(push_button, scale="small")
        self.up, self.down = small(say(N_("Move up"))), small(say(N_("Move down")))
        self.values.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        line = self.fontMetrics().height()
        self.values.setMinimumHeight(2 * line)
        self.values.setMaximumHeight(round(1.3 * _ROWS * line))
        self._lay_out()
        self.sizes.textChanged.connect(self._on_changed)
        self.values.model().rowsMoved.connect(self._on_changed)
        self.up.clicked.connect(partial(self._move, -1))
        self.down.clicked.connect(partial(self._move, 1))

    def _lay_out(self) -> None:
        say = self.words.say
        grid = QGridLayout(self)
        spread(grid, self, margin=0)
        sizes = label_of(self.sizes, say(N_("Values per group")), say(N_("Group sizes, one per level")))
        values = label_of(self.values, say(N_("Values from low to high")))
        self.sizes.setPlaceholderText(say(N_("one number per level, for example 2; 4")))
        grid.addWidget(sizes, 0, 0)
        for column, widget in enumerate((self.sizes, self.up, self.down), start=1):
            grid.addWidget(widget, 0, column)
        grid.addWidget(values, 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.values, 1, 1, 1, 3)
        grid.setColumnStretch(1, 1)

    @property
    def spec(self) -> HierarchySpec | None:
        if self._kept is not None:
            return self._kept
        from sdc_desktop.engine.data.hierarchies.proposals import runs

        sizes, values = numbers_of(self.sizes.text()), self._listed()
        whole = tuple(size for size in sizes or () if isinstance(size, int) and size > 0)
        if not whole or not values or len(whole) < len(sizes or ()):
            return None
        return runs(values, whole)

    @property
    def hint(self) -> str:  # type: ignore[override]  # it depends on the values
        if not self.values.count():
            return N_("Too many values to order manually. Import a levels file.")
        return N_("Enter the number of adjacent values per group, one number per level.")

    @property
    def untouched(self) -> bool:
        return not self.values.count()

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, OrderSpec)
        first = (group.values if isinstance(group, GroupSpec) else group for group in spec.groups[0])
        self.values.clear()
        self.values.addItems(list(dict.fromkeys(value for group in first for value in group)))
        self.sizes.setText("; ".join(map(str, _sizes(spec, self._listed()))))
        self._kept = spec
        self.changed.emit()

    def _listed(self) -> list[str]:
        model = self.values.model()  # never items: barred_choices.py says why
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    def _move(self, by: int, _checked: bool = False) -> None:
        row = self.values.currentRow()
        if row < 0 or not 0 <= row + by < self.values.count():
            return
        top = QModelIndex()
        self.values.model().moveRow(top, row, top, row + by + (by > 0))  # before that row, as Qt counts
        self.values.setCurrentRow(row + by)

    @Slot()
    def _on_changed(self) -> None:
        self._kept = None
        self.changed.emit()


def _sizes(spec: OrderSpec, values: Sequence[str]) -> list[int]:
    """The sizes of runs that would give the same groups; none where no sizes would."""
    from sdc_desktop.engine.data.hierarchies.proposals import runs

    sizes = [len(level[0].values if isinstance(level[0], GroupSpec) else level[0]) for level in spec.groups]
    return sizes if runs(values, sizes) == spec else []
