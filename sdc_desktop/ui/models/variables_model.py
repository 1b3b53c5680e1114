"""The variables of the opened data: role, level and missing codes can be edited, figures come when ready."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from sdc_desktop.engine.data.roles import unsaid
from sdc_desktop.engine.spec import LEVELS, ROLES
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.variables import file_labels, level_word, proposed_by, role_help, role_word
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.foreign.texts import Column as FileColumn
    from sdc_desktop.engine.data.microdata import Variable, VariableProfile
    from sdc_desktop.engine.data.proposed_roles import ProposedRole

Index = QModelIndex | QPersistentModelIndex
ITEM_ROLE = Qt.ItemDataRole
BARS_ROLE = ITEM_ROLE.UserRole + 1
CHOICES_ROLE = ITEM_ROLE.UserRole + 2  # ((value, word), ...) for an editor
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MISSING_SEPARATOR = " | "


class Column(IntEnum):
    """The columns, in the order shown."""

    NAME = 0
    ROLE = 1
    LEVEL = 2
    DISTINCT = 3
    BARS = 4
    ENTROPY = 5
    MISSING = 6


_HEADERS = {
    Column.NAME: N_("Variable"),
    Column.ROLE: N_("Role"),
    Column.LEVEL: N_("Level"),
    Column.DISTINCT: N_("Values"),
    Column.BARS: N_("Shape"),
    Column.ENTROPY: N_("Entropy (base 10)"),
    Column.MISSING: N_("Missing codes"),
}
_HINTS = {
    Column.ROLE: N_("How disclosure control treats the variable."),
    Column.LEVEL: N_("Measurement level: continuous, ordinal or nominal."),
    Column.BARS: N_("Distribution of the records over the values."),
    Column.DISTINCT: N_("Number of distinct values, including missing codes."),
    Column.ENTROPY: N_("Shannon entropy, base 10. 0: all records have the same value."),
    Column.MISSING: N_("Codes for missing values, separated by |. If blank, only empty fields are missing."),
}
EDITED = {Column.ROLE: "role", Column.LEVEL: "level", Column.MISSING: "missing"}


class VariablesModel(QAbstractTableModel):
    """Shows what it is given; an edit is only a request, sent by `edit_requested`."""

    edit_requested = Signal(object)  # ((name, ...), {field: value})
    figure_columns = (Column.DISTINCT, Column.ENTROPY)

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._variables: tuple[Variable, ...] = ()
        self._profiles: dict[int, VariableProfile] = {}
        self._proposed: Mapping[str, ProposedRole] = {}
        self._described: dict[str, FileColumn] = {}  # what the file says of its variables, by name
        self._shown: list[int] = []  # row -> number of the variable
        self._filter = ""
        self._sort: tuple[int, Qt.SortOrder] | None = None

    def show(self, variables: Sequence[Variable]) -> None:
        """Show other variables; their figures are not known yet."""
        self.beginResetModel()
        self._variables = tuple(variables)
        self._profiles = {}
        self._shown = self._arranged()
        self.endResetModel()

    def set_labels(self, columns: Sequence[FileColumn]) -> None:
        """What the file says of its variables: their labels, and those of their values."""
        self._described = {column.name: column for column in columns}

    def set_proposed(self, proposed: Mapping[str, ProposedRole]) -> None:
        """The roles that were proposed when the file was opened, with their reasons."""
        self._proposed = proposed

    def declare(self, variables: Sequence[Variable]) -> None:
        """Show other declarations of the same variables; other variables replace the old ones."""
        if [one.name for one in variables] != [one.name for one in self._variables]:
            self.show(variables)
            return
        self._variables = tuple(variables)
        self._changed(range(self.rowCount()), Column.ROLE, Column.MISSING)

    def notify(self, number: int, profile: VariableProfile) -> None:
        """The figures of variable `number` (its place in the file) are known now."""
        self._profiles[number] = profile
        if number in self._shown:
            self._changed([self._shown.index(number)], Column.DISTINCT, Column.ENTROPY)

    def filter(self, text: str) -> None:
        """Show only the variables whose name contains the text, whatever the case."""
        self._filter = text.casefold()
        self.beginResetModel()
        self._shown = self._arranged()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column; a negative column means the order of the file."""
        self._sort = (column, order) if column >= 0 else None
        before = self.persistentIndexList()
        numbers = [self._shown[index.row()] for index in before]
        self.layoutAboutToBeChanged.emit()
        self._shown = self._arranged()
        row_of = {number: row for row, number in enumerate(self._shown)}
        for index, number in zip(before, numbers, strict=True):
            self.changePersistentIndex(index, self.index(row_of[number], index.column()))
        self.layoutChanged.emit()

    def name(self, row: int) -> str:
        """The name of the variable in a row."""
        return self._variables[self._shown[row]].name

    def explained(self, name: str) -> tuple[tuple[str, str] | str, ...]:
        """What is known of a variable, as (what, words) in the order of the columns; what its role means."""
        number = next(i for i, variable in enumerate(self._variables) if variable.name == name)
        columns = (Column.ROLE, Column.LEVEL, Column.DISTINCT, Column.ENTROPY, Column.MISSING)
        rows = tuple((self._words.say(_HEADERS[c]), self._text(number, c) or "") for c in columns)
        labels = file_labels(self._described.get(name), self._words)
        return (*rows, self._role_hint(self._variables[number]), *labels)

    def _role_hint(self, variable: Variable) -> str:
        """What the role means, and why it was proposed where it was."""
        proposal = self._proposed.get(variable.name)
        meaning = role_help(_role(variable), self._words)
        if proposal is None or proposal.role != variable.role:
            return meaning
        return f"{meaning} {proposed_by(proposal, self._words)}"

    def row_of(self, name: str) -> int | None:
        """The row a variable is shown in, or None."""
        return next((row for row in range(len(self._shown)) if self.name(row) == name), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid():
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in EDITED else flags

    def mimeTypes(self) -> list[str]:  # noqa: N802
        return ["text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802
        """The names of the variables that are dragged, one line each."""
        rows = sorted({index.row() for index in indexes})
        data = QMimeData()
        data.setText("\n".join(str(self.index(row, Column.NAME).data()) for row in rows))
        return data

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ITEM_ROLE.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return section + 1 if role == ITEM_ROLE.DisplayRole else None
        if not 0 <= section < len(Column):
            return None
        if role == ITEM_ROLE.DisplayRole:
            return self._words.say(_HEADERS[Column(section)])
        if role == ITEM_ROLE.ToolTipRole and section in _HINTS:
            return self._words.say(_HINTS[Column(section)])
        return None

    def data(self, index: Index, role: int = ITEM_ROLE.DisplayRole) -> object:
        if not index.isValid():
            return None
        column = Column(index.column())
        number = self._shown[index.row()]
        if role in (ITEM_ROLE.DisplayRole, ITEM_ROLE.AccessibleTextRole):
            return self._text(number, column)
        if role == ITEM_ROLE.EditRole:
            return self._edited(self._variables[number], column)
        if role == ITEM_ROLE.TextAlignmentRole and column in self.figure_columns:
            return _RIGHT
        if role == BARS_ROLE and column is Column.BARS and number in self._profiles:
            return self._profiles[number].bars
        if role == CHOICES_ROLE:
            return self._choices(column)
        if role == ITEM_ROLE.ToolTipRole:
            return self._cell_hint(self._variables[number], column)
        return None

    def setData(self, index: Index, value: object, role: int = ITEM_ROLE.EditRole) -> bool:
        if role != ITEM_ROLE.EditRole or not index.isValid() or index.column() not in EDITED:
            return False
        variable = self._variables[self._shown[index.row()]]
        changes = changes_for(Column(index.column()), value)
        if changes is None or all(getattr(variable, key) == wish for key, wish in changes.items()):
            return False
        self.edit_requested.emit(((variable.name,), changes))
        return True

    def _text(self, number: int, column: Column) -> str | None:
        variable = self._variables[number]
        profile = self._profiles.get(number)
        match column:
            case Column.NAME:
                return variable.name
            case Column.ROLE:
                return role_word(_role(variable), self._words)
            case Column.LEVEL:
                return level_word(variable.level, self._words)
            case Column.MISSING:
                return self._missing(variable)
            case _ if profile is None:
                return "…"
            case Column.DISTINCT:
                return whole(profile.distinct)
            case Column.ENTROPY:
                return self._words.figure(profile.entropy, 3)
            case _:
                return None if profile.bars else self._words.say(N_("too many values"))

    def _missing(self, variable: Variable) -> str:
        empty = self._words.say(N_("(empty)"))
        return MISSING_SEPARATOR.join(code or empty for code in variable.missing)

    def _edited(self, variable: Variable, column: Column) -> object:
        if column is Column.MISSING:
            return MISSING_SEPARATOR.join(variable.missing)
        if column is Column.ROLE:
            return _role(variable)
        if column in EDITED:
            return getattr(variable, EDITED[column])
        return variable.name if column is Column.NAME else None

    def _choices(self, column: Column) -> object:
        if column is Column.ROLE:
            return tuple((role, role_word(role, self._words)) for role in ROLES)
        if column is Column.LEVEL:
            return tuple((level, level_word(level, self._words)) for level in LEVELS)
        return None

    def _cell_hint(self, variable: Variable, column: Column) -> str:
        if column is Column.NAME:
            described = self._described.get(variable.name)
            label = described.label if described is not None else ""
            return f"{variable.name}: {label}" if label else variable.name
        if column is Column.ROLE:
            return self._role_hint(variable)
        return self._words.say(_HINTS[column])

    def _arranged(self) -> list[int]:
        numbers = [i for i, v in enumerate(self._variables) if self._filter in v.name.casefold()]
        if self._sort is not None:
            column, order = self._sort
            descending = order == Qt.SortOrder.DescendingOrder
            numbers.sort(key=lambda number: self._sort_key(number, Column(column)), reverse=descending)
        return numbers

    def _sort_key(self, number: int, column: Column) -> tuple[float, str]:
        profile = self._profiles.get(number)
        if column in (Column.DISTINCT, Column.ENTROPY, Column.BARS):
            if profile is None:
                return -math.inf, ""
            return (profile.entropy if column is Column.ENTROPY else profile.distinct), ""
        return 0.0, (self._text(number, column) or "").casefold()

    def _changed(self, rows: Sequence[int], first: Column, last: Column) -> None:
        if rows:
            self.dataChanged.emit(self.index(rows[0], first), self.index(rows[-1], last))


def _role(variable: Variable) -> str | None:
    """The role to show: none where a variable that looks like a direct identifier was given none."""
    return None if unsaid([variable]) else variable.role


def changes_for(column: Column, value: object) -> dict[str, object] | None:
    """What an edit in a column means for the plan's variable; None for what means nothing."""
    if column is Column.ROLE:
        return {"role": value} if value in ROLES else None
    if column is Column.LEVEL:
        if value not in LEVELS:
            return None
        return {"level": value} if value == "ordinal" else {"level": value, "order": None}
    codes = tuple(part.strip() for part in str(value).split(MISSING_SEPARATOR.strip()))
    return {"missing": tuple(dict.fromkeys(codes))}
