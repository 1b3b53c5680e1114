"""Light and dark, also in high contrast, from one palette file; one style sheet; one family of fonts."""

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from string import Template
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QHeaderView,
    QLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from sdc_desktop.resources import resource_path
from sdc_desktop.ui.qt_types import widgets_in

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]  # a number: how far it stretches
Box = TypeVar("Box", bound=QBoxLayout)
CHOICES = ("system", "light", "dark", "high_light", "high_dark")
_HIGH = "high_"
_FONTS = (
    *(("fonts", f"NotoSans{name}.ttf") for name in ("-Regular", "-Bold", "-Italic", "Math-Regular")),
    ("icons", "signs.ttf"),
)
_FAMILIES = ("Noto Sans", "Noto Sans Math", "Noto Sans Symbols 2")  # the first has letters and figures
# Parts that a system's theme gives a font of their own, on Windows again with each change of colours.
_THEMED = (
    *("QMenu", "QMenuBar", "QMessageBox", "QTipLabel", "QStatusBar", "QDockWidgetTitle", "QAbstractItemView"),
    *("QListView", "QHeaderView", "QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton"),
)
_TEXT_POINTS = 10.0
_SMALL, _TITLE = 0.88, 1.5  # the other two sizes, as factors
_SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
    "high_light": Qt.ColorScheme.Light,
    "high_dark": Qt.ColorScheme.Dark,
}
_SLICE = 150  # widgets that are dressed in one turn of the event loop, some 20 ms
_SYSTEMS_HIGH = 20  # contrast of text that a system has in high contrast only; black on pale grey has 19


@dataclass(frozen=True)
class Colours:
    """The colours of one theme, as `#rrggbb`. What has a meaning also has a shape."""

    window: str
    surface: str
    alternate: str
    text: str
    muted: str
    border: str
    control_border: str  # of what can be used: 3:1 against surface
    accent: str
    on_accent: str
    hover: str
    selection: str
    error: str
    warning: str
    good: str
    notice: str  # ground of a banner
    blue: str  # Okabe-Ito, for marks and lines
    vermillion: str
    green: str
    purple: str
    ink: str
    grid: str


@lru_cache(maxsize=4)
def load_colours(scheme: str) -> Colours:
    """The colours of `light`, `dark`, `high_light` or `high_dark`."""
    text = resource_path("styles", "palette.json").read_text(encoding="utf-8")
    return Colours(**json.loads(text)[scheme])


def colours_of(widget: QWidget) -> Colours:
    """The current colours for a widget; ask again at QEvent.PaletteChange."""
    window = widget.palette().color(QPalette.ColorRole.Window)
    base = "dark" if window.lightness() < 128 else "light"
    high = load_colours(_HIGH + base)
    return high if window.name() == high.window else load_colours(base)


def contrast(first: QColor, second: QColor) -> float:
    """How far two colours differ in brightness, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def wants_high_contrast(palette: QPalette) -> bool:
    """Whether a system's own colours are those of a theme in high contrast; Qt 6.9 does not report it."""
    roles = QPalette.ColorRole
    return contrast(palette.color(roles.Window), palette.color(roles.WindowText)) >= _SYSTEMS_HIGH


def step(widget: QWidget, steps: float = 1.0) -> int:
    """This many steps of the grid in pixels: half a line of text each (8 at 16), so that all scales with
    it.
    """
    return round(steps * widget.fontMetrics().height() / 2)


def spread(layout: QLayout, widget: QWidget, *, margin: float = 1.0, spacing: float = 1.0) -> None:
    """Give a layout margins and spacing in steps of the grid."""
    edge = step(widget, margin)
    layout.setContentsMargins(edge, edge, edge, edge)
    layout.setSpacing(step(widget, spacing))


def take_out(layout: QLayout, widget: QWidget) -> None:
    """Take a widget that is not wanted any more out of a layout."""
    layout.removeWidget(widget)
    widget.hide()
    widget.deleteLater()


def empty(layout: QLayout, kept: int = 0) -> None:
    """Take out the widgets that a layout places, but for the first ones."""
    for widget in widgets_in(layout)[kept:]:
        take_out(layout, widget)


def fill(widget: QWidget, *parts: Part, margin: float = 0.0, spacing: float | None = None) -> QVBoxLayout:
    """Make these parts, below one another, all that a widget shows."""
    return _put(QVBoxLayout(widget), widget, parts, margin, spacing)


def below(widget: QWidget, *parts: Part, margin: float = 0.0, spacing: float | None = None) -> QVBoxLayout:
    """Parts below one another, for a place in a widget."""
    return _put(QVBoxLayout(), widget, parts, margin, spacing)


def beside(widget: QWidget, *parts: Part, margin: float = 0.0, spacing: float | None = None) -> QHBoxLayout:
    """Parts beside one another, for a place in a widget."""
    return _put(QHBoxLayout(), widget, parts, margin, spacing)


def _put(layout: Box, widget: QWidget, parts: Iterable[Part], margin: float, spacing: float | None) -> Box:
    edge = step(widget, margin)
    layout.setContentsMargins(edge, edge, edge, edge)
    if spacing is not None:
        layout.setSpacing(step(widget, spacing))
    for part in parts:
        one, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(one, int):
            layout.addStretch(one)
        elif isinstance(one, QLayout):
            layout.addLayout(one, stretch)
        else:
            layout.addWidget(one, stretch)
    return layout


class Theme(QObject):
    """Dresses the application, and dresses it again when the system or the user changes the theme."""

    changed = Signal(object)  # Colours

    def __init__(self, application: QApplication, choice: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self.choice = "system"
        self._dressed: str | None = None
        self.again = Redressing(application)
        undressed = not application.styleSheet()
        self._high = undressed and wants_high_contrast(application.palette())  # the system's wish
        self._font = _bundled_font(application)
        application.styleHints().colorSchemeChanged.connect(self._dress)
        self.choose(choice)

    @property
    def scheme(self) -> str:
        """What is shown now: `light` or `dark`, with `high_` before it in high contrast."""
        if self.choice != "system":
            return self.choice
        dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return (_HIGH if self._high else "") + ("dark" if dark else "light")

    def choose(self, choice: str) -> None:
        """Follow the `system`, or be one of the other choices; anything else means `system`."""
        self.choice = choice if choice in CHOICES else "system"
        self._application.styleHints().setColorScheme(_SCHEMES[self.choice])
        self._dress()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Of a window: the system sets fonts of its own with each theme, on Windows after ours was set."""
        if event.type() == QEvent.Type.ThemeChange:
            self._use_font()
        return super().eventFilter(watched, event)

    def _use_font(self) -> None:
        """One font for every part, also where the system's theme has set others since."""
        families = self._font.families()
        if self._application.font().families() != families:
            self._application.setFont(self._font)
        for part in _THEMED:  # on Windows these stay
            if QApplication.font(part).families() != families:  # type: ignore[call-overload]  # Qt's stub
                QApplication.setFont(self._font, part)  # type: ignore[arg-type]

    @Slot()
    def _dress(self) -> None:
        """Another theme is another palette; the style sheet is set once, for Qt takes seconds to take one."""
        self._use_font()
        scheme = self.scheme
        if scheme == self._dressed:
            return
        self._dressed = scheme
        colours, application = load_colours(scheme), self._application
        application.setPalette(_palette(colours))
        sheet = style_sheet(application.font().pointSizeF())
        if sheet == application.styleSheet():
            self.again.begin()
        else:
            application.setStyleSheet(sheet)
        self._use_font()
        self.changed.emit(colours)


class Redressing(QObject):
    """Applies another palette to all widgets: at once to those seen, then a few at a time to those out of
    view, among them what Qt made in a widget that is seen: the list of a field, a scroll bar not needed now.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._waiting: deque[QWidget] = deque()  # made by us: of others no one would know that they are gone
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def waiting(self) -> bool:
        """Whether widgets out of view still have the previous colours."""
        return bool(self._waiting)

    def begin(self) -> None:
        """Begin with the visible widgets."""
        self._waiting.clear()
        for widget in self._application.allWidgets():
            if not Shiboken.isValid(widget):  # a picture that was drawn again may have let go of it
                continue
            if widget.isVisible():
                _dress_again(widget)
            if Shiboken.createdByPython(widget) and not _in_menu(widget):
                self._waiting.append(widget)
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        for _ in range(min(_SLICE, len(self._waiting))):
            widget = self._waiting.popleft()
            if Shiboken.isValid(widget):
                _dress_all(widget)
        if not self._waiting:
            self._timer.stop()


def _in_menu(widget: QWidget) -> bool:
    """Whether a widget lies in a menu: only those have such that pyqtgraph makes for each plot and none
    shows.
    """
    window = widget.window()
    return window is not widget and isinstance(window, QMenu)


def _dress_all(widget: QWidget) -> None:
    """Polish a widget and the parts that Qt made in it, such as its scroll bars."""
    _dress_again(widget)
    if isinstance(widget, QHeaderView):  # its scroll bars are never shown
        _dress_again(widget.viewport())
        return
    for part in widget.children():
        if isinstance(part, QWidget) and not Shiboken.createdByPython(part):
            _dress_all(part)


def _dress_again(widget: QWidget) -> None:
    widget.style().polish(widget)
    QWidget.update(widget)  # views have another of that name


def _bundled_font(application: QApplication) -> QFont:
    """The bundled family with tabular figures where it is there, else the system's, in the same size."""
    for name in _FONTS:
        path = resource_path(*name)
        if path.is_file():
            QFontDatabase.addApplicationFont(str(path))
    font = QFont(application.font())
    if QFontDatabase.hasFamily(_FAMILIES[0]):
        font = QFont()
        font.setFamilies(_FAMILIES)
    font.setPointSizeF(max(_TEXT_POINTS, QGuiApplication.font().pointSizeF()))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def style_sheet(points: float) -> str:
    """The application's style sheet, the same in every theme; `points` is the size of its text.

    Its icons are seen on every ground.
    """
    return Template(resource_path("styles", "app.qss").read_text(encoding="utf-8")).substitute(
        {name: f"palette({word})" for name, (_, word) in ROLES.items()},
        icons=resource_path("icons").as_posix(),
        small_pt=f"{points * _SMALL:.1f}",
        title_pt=f"{points * _TITLE:.1f}",
    )


_ROLE = QPalette.ColorRole
# The colours that style sheets name: the role of the palette that holds each, and its word there. Roles that
# neither Fusion nor we use otherwise hold what has none of its own.
ROLES = {
    "window": (_ROLE.Window, "window"),
    "surface": (_ROLE.Base, "base"),
    "alternate": (_ROLE.AlternateBase, "alternate-base"),
    "text": (_ROLE.Text, "text"),
    "muted": (_ROLE.PlaceholderText, "placeholder-text"),
    "border": (_ROLE.Dark, "dark"),
    "control_border": (_ROLE.Mid, "mid"),
    "accent": (_ROLE.Accent, "accent"),
    "on_accent": (_ROLE.Shadow, "shadow"),
    "hover": (_ROLE.Midlight, "midlight"),
    "selection": (_ROLE.Highlight, "highlight"),
    "error": (_ROLE.BrightText, "bright-text"),
    "warning": (_ROLE.LinkVisited, "link-visited"),
    "notice": (_ROLE.ToolTipBase, "tooltip-base"),
    "ink": (_ROLE.ToolTipText, "tooltip-text"),
}


def _palette(colours: Colours) -> QPalette:
    palette = QPalette()
    for name, (role, _) in ROLES.items():
        palette.setColor(role, QColor(getattr(colours, name)))
    for role, colour in (
        (_ROLE.WindowText, colours.text),
        (_ROLE.Button, colours.surface),
        (_ROLE.ButtonText, colours.text),
        (_ROLE.HighlightedText, colours.text),
        (_ROLE.Link, colours.accent),
        (_ROLE.Light, colours.border),
    ):
        palette.setColor(role, QColor(colour))
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return palette
