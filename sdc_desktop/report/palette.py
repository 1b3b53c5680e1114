"""The colours of the report, light and dark, from the palette that the window has too.

A colour never says anything alone: marks have shapes, bars have fillings, verdicts have words.
"""

import json
from collections.abc import Mapping

from sdc_desktop.resources import resource_path

_NAMES = {  # what the report calls a colour: what the palette calls it
    "paper": "surface",
    "tint": "alternate",
    "rule": "border",
    "muted": "muted",
    "ink": "text",
    "accent": "accent",
    "second": "vermillion",
    "third": "green",
    "safe": "good",
    "reservations": "warning",
    "unsafe": "error",
    "open": "muted",
    "measured": "accent",
}


def _colours(theme: str) -> Mapping[str, str]:
    palette = json.loads(resource_path("styles", "palette.json").read_text(encoding="utf-8"))[theme]
    return {name: palette[known] for name, known in _NAMES.items()}


LIGHT = _colours("light")
DARK = _colours("dark")
