"""What Qt's stubs call optional, although it is there: typed, and checked once."""

from typing import TypeVar

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLayout, QLineEdit, QWidget

T = TypeVar("T")


def present(found: T | None) -> T:
    """The thing that Qt's stubs call optional. Raises TypeError where it is missing."""
    if found is None:
        raise TypeError("Qt gave nothing")
    return found


def layout_of(widget: QWidget) -> QLayout:
    """The layout of a widget that has one."""
    return present(widget.layout())


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
