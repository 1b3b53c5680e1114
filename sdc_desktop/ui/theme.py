"""Light and dark, also in high contrast, from one palette file; one style sheet; one family of fonts."""

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from string import Template

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLayout, QWidget

from sdc_desktop.resources import resource_path

CHOICES = ("system", "light", "dark", "high_light", "high_dark")
_HIGH = "high_"
_FONTS = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf")
_FAMILY = "Noto Sans"
_TEXT_POINTS = 10.0
_SMALL, _TITLE = 0.88, 1.5  # the other two sizes, as factors
_SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
    "high_light": Qt.ColorScheme.Light,
    "high_dark": Qt.ColorScheme.Dark,
}
_SYSTEMS_HIGH = 20  # contrast of text that a system has in high contrast only; black on pale grey has 19


@dataclass(frozen=True)
class Colours:
    """The colours of one theme, as `#rrggbb`. What has a meaning has a shape, too."""

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
    """Whether a system's own colours are those of a theme in high contrast; Qt 6.9 tells no more."""
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


class Theme(QObject):
    """Dresses the application, and dresses it again when the system or the officer wants it otherwise."""

    changed = Signal(object)  # Colours

    def __init__(self, application: QApplication, choice: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self.choice = "system"
        self._dressed: str | None = None
        undressed = not application.styleSheet()
        self._high = undressed and wants_high_contrast(application.palette())  # the system's wish
        _use_fonts(application)
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

    @Slot()
    def _dress(self) -> None:
        scheme = self.scheme
        if scheme == self._dressed:
            return
        self._dressed = scheme
        colours = load_colours(scheme)
        self._application.setPalette(_palette(colours))
        points = self._application.font().pointSizeF()
        self._application.setStyleSheet(style_sheet(scheme, colours, points))
        self.changed.emit(colours)


def _use_fonts(application: QApplication) -> None:
    """The bundled family with tabular figures where it is there, else the system's, in the same size."""
    for name in _FONTS:
        path = resource_path("fonts", name)
        if path.is_file():
            QFontDatabase.addApplicationFont(str(path))
    font = QFont(_FAMILY) if QFontDatabase.hasFamily(_FAMILY) else QFont(application.font())
    font.setPointSizeF(max(_TEXT_POINTS, QGuiApplication.font().pointSizeF()))
    font.setFeature(QFont.Tag("tnum"), 1)
    application.setFont(font)


def style_sheet(scheme: str, colours: Colours, points: float) -> str:
    """The application's style sheet; `points` is the size of its text."""
    high = scheme.startswith(_HIGH)
    sheets = ("app.qss", "high.qss") if high else ("app.qss",)
    texts = (resource_path("styles", name).read_text(encoding="utf-8") for name in sheets)
    template = Template("".join(texts))
    named = {field.name: getattr(colours, field.name) for field in fields(Colours)}
    return template.substitute(
        named,
        icons=resource_path("icons", scheme.removeprefix(_HIGH)).as_posix(),
        focus="3px" if high else "2px",  # of the frame around what has the focus
        small_pt=f"{points * _SMALL:.1f}",
        title_pt=f"{points * _TITLE:.1f}",
    )


def _palette(colours: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for target, colour in (
        (role.Window, colours.window),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.alternate),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.muted),
        (role.Button, colours.surface),
        (role.ButtonText, colours.text),
        (role.ToolTipBase, colours.surface),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.selection),
        (role.HighlightedText, colours.text),
        (role.Link, colours.accent),
        (role.Accent, colours.accent),
        (role.Mid, colours.control_border),
        (role.Light, colours.border),
        (role.Midlight, colours.border),
        (role.Dark, colours.border),
        (role.Shadow, colours.border),
    ):
        palette.setColor(target, QColor(colour))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colours.muted))
    return palette
