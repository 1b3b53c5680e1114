"""The project's notes, the report's fields and the strategies in words."""

from collections.abc import Mapping

from sdc_desktop.words.program.report_fields import LABELS, value_text
from sdc_desktop.words.words import N_, Words

EDITIONS: Mapping[str, str] = {
    "internal": N_("Internal, complete"),
    "external": N_("External, without sensitive details"),
}
_LONGEST = 60  # signs of a value in a step's name


def field_label(name: str, value: object, words: Words) -> str:
    """What the step is called that fills in a field of the report."""
    text = words.say(EDITIONS[str(value)]) if name == "edition" else value_text(name, value, words)
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"
    field = words.say(LABELS[name])
    return words.say(N_("Report, {field}: {value}"), field=field, value=short or words.say(N_("none")))
