"""The project's notes, the report's fields and the strategies in words."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

FIELDS: Mapping[str, str] = {
    "title": N_("Tit&le"),
    "purpose": N_("P&urpose"),
    "officer": N_("&Officer"),
    "reviewer": N_("Revie&wer"),
    "decision": N_("De&cision"),
    "date": N_("D&ate"),
}
EDITIONS: Mapping[str, str] = {
    "internal": N_("Internal, complete"),
    "external": N_("External, without sensitive details"),
}
_LABELS: Mapping[str, str] = {
    "title": N_("Title of the report: {value}"),
    "purpose": N_("Purpose of the report: {value}"),
    "officer": N_("Officer: {value}"),
    "reviewer": N_("Reviewer: {value}"),
    "decision": N_("Decision: {value}"),
    "date": N_("Date of the report: {value}"),
    "edition": N_("Edition of the report: {value}"),
}
_LONGEST = 60  # signs of a value in a step's name


def field_label(name: str, value: str, words: Words) -> str:
    """What the step is called that fills in a field of the report."""
    said = words.say(EDITIONS[value]) if name == "edition" else value
    short = said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}\u2026"
    return words.say(_LABELS[name], value=short or words.say(N_("none")))
