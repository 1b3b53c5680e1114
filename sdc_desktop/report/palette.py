"""The colours of the report, light and dark, from the palette that the window has too.

A colour never says anything alone: marks have shapes, bars have fillings, verdicts have words. The tints are
the report's own; letters of their grade are read on them (contrast of 4.5 or more, tested).
"""

import json
from collections.abc import Mapping

from sdc_desktop.resources import resource_path

_NAMES = {  # what the report calls a colour: what the palette calls it
    "paper": "surface",
    "tint": "alternate",
    "rule": "border",
    "grid": "grid",
    "muted": "muted",
    "ink": "text",
    "accent": "accent",
    "pale": "selection",
    "second": "vermillion",
    "third": "green",
    "safe": "good",
    "reservations": "warning",
    "unsafe": "error",
    "open": "muted",
    "measured": "accent",
}
_TINTS = {
    "light": {
        "safe_tint": "#e6f2ee",
        "reservations_tint": "#fdf4de",
        "unsafe_tint": "#fbe9df",
        "open_tint": "#f0f1f3",
        "measured_tint": "#f0f1f3",
    },
    "dark": {
        "safe_tint": "#1d3630",
        "reservations_tint": "#38321f",
        "unsafe_tint": "#40291d",
        "open_tint": "#2d3238",
        "measured_tint": "#2d3238",
    },
}


def _colours(theme: str) -> Mapping[str, str]:
    palette = json.loads(resource_path("styles", "palette.json").read_text(encoding="utf-8"))[theme]
    return {name: palette[known] for name, known in _NAMES.items()} | _TINTS[theme]


LIGHT = _colours("light")
DARK = _colours("dark")
