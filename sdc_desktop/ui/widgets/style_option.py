"""What a delegate is told of the cell that it draws."""

from typing import Any, TypeAlias

StyleOption: TypeAlias = Any  # QStyleOptionViewItem: its stubs leave out the fields of QStyleOption
