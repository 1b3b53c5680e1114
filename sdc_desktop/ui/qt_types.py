"""What Qt's stubs call optional, although it is there: typed, and checked once."""

from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLayout, QLineEdit, QWidget

T = TypeVar("T")
Child = TypeVar("Child", bound=QObject)


def present(found: T | None) -> T:
    """The thing that Qt's stubs call optional. Raises TypeError where it is missing."""
    if found is None:
        raise TypeError("Qt gave nothing")
    return found


def layout_of(widget: QWidget) -> QLayout:
    """The layout of a widget that has one."""
    return present(widget.layout())


def widgets_in(layout: QLayout) -> list[QWidget]:
    """The widgets that a layout places itself, in its order.

    The layout is never used for its items: PySide keeps the Python object of an item that Qt made after Qt
    has deleted the item, and confuses it with whatever Qt makes at the same address.
    """
    here = Qt.FindChildOption.FindDirectChildrenOnly
    children = present(layout.parentWidget()).findChildren(QWidget, options=here)
    return sorted((one for one in children if layout.indexOf(one) >= 0), key=layout.indexOf)


def nearest_above(widget: QObject, kind: type[Child]) -> Child | None:
    """The nearest child of this kind that something above an object has."""
    above: QObject | None = widget
    while above is not None:
        found = above.findChild(kind, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if found is not None:
            return found
        above = above.parent()
    return None


def parent_of(widget: QWidget) -> QWidget:
    """The parent of a widget that lies in one."""
    return present(widget.parentWidget())


def line_of(box: QComboBox) -> QLineEdit:
    """The line of an editable box."""
    return present(box.lineEdit())


def gui_application() -> QGuiApplication:
    """The application, which is there as long as there are windows."""
    application = QGuiApplication.instance()
    if not isinstance(application, QGuiApplication):
        raise TypeError("no application")
    return application
